// Compiler attributes under the names that PyTorch's headers use.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define C10_LIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 1))
#define C10_UNLIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 0))
#define C10_NOINLINE __attribute__((noinline))
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define ATEN_LITE_COLD __attribute__((cold, noinline))
#else
#define C10_LIKELY(expr) (expr)
#define C10_UNLIKELY(expr) (expr)
#define C10_NOINLINE
#define C10_ALWAYS_INLINE inline
#define ATEN_LITE_COLD
#endif

// Everything of ours is linked statically: there is nothing to import or export.
#define C10_API
#define TORCH_API
#define C10_UNUSED [[maybe_unused]]

#define ATEN_LITE_CONCAT_IMPL(a, b) a##b
#define ATEN_LITE_CONCAT(a, b) ATEN_LITE_CONCAT_IMPL(a, b)
