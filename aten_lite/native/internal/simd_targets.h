// Chooses the SIMD targets that kernels are compiled for: the baseline of the architecture, AVX2,
// AVX-512 and NEON.
//
// Include it before anything of Highway's. More targets would only cost size: what they add (byte
// permutes, bf16 dot products) no kernel of ours uses. The processor's best target is chosen at run
// time.
#pragma once

#define HWY_DISABLED_TARGETS                                                         \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_AVX10_2 | \
   HWY_NEON_BF16 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
