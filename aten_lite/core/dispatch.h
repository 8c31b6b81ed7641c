// AT_DISPATCH_*: runs a lambda with `scalar_t` set to the C++ type of a ScalarType.
//
//   AT_DISPATCH_FLOATING_TYPES(self.scalar_type(), "softmax", [&] {
//     softmax_rows<scalar_t>(...);
//   });
//
// Types outside the family throw c10::Error that names the operator and the type. Every macro is
// a list of cases of AT_DISPATCH_SWITCH, which is the one switch over element types.
#pragma once

#include "aten_lite/core/error.h"
#include "aten_lite/core/scalar_type.h"

#define AT_DISPATCH_CASE(enum_type, ...)                                                         \
  case ::c10::ScalarType::enum_type: {                                                           \
    using scalar_t [[maybe_unused]] = ::c10::ScalarTypeToCPPTypeT<::c10::ScalarType::enum_type>; \
    return __VA_ARGS__();                                                                        \
  }

#define AT_DISPATCH_SWITCH(type, name, ...)                                               \
  [&] {                                                                                   \
    const ::c10::ScalarType dispatch_type = (type);                                       \
    switch (dispatch_type) {                                                              \
      __VA_ARGS__                                                                         \
      default:                                                                            \
        ::c10::detail::throw_error<::c10::NotImplementedError>(                           \
            "\"", name, "\" not implemented for '", ::c10::toString(dispatch_type), "'"); \
    }                                                                                     \
  }()

// A type given as a constant, at::kHalf, rather than by name.
#define AT_DISPATCH_CASE_CONSTANT(constant, ...)                             \
  case constant: {                                                           \
    using scalar_t [[maybe_unused]] = ::c10::ScalarTypeToCPPTypeT<constant>; \
    return __VA_ARGS__();                                                    \
  }

#define ATEN_LITE_CASES_FLOATING(...) \
  AT_DISPATCH_CASE(Double, __VA_ARGS__) AT_DISPATCH_CASE(Float, __VA_ARGS__)
#define ATEN_LITE_CASES_INTEGRAL(...) \
  AT_DISPATCH_CASE(Byte, __VA_ARGS__) \
  AT_DISPATCH_CASE(Char, __VA_ARGS__) \
  AT_DISPATCH_CASE(Int, __VA_ARGS__)  \
  AT_DISPATCH_CASE(Long, __VA_ARGS__) \
  AT_DISPATCH_CASE(Short, __VA_ARGS__)
#define ATEN_LITE_CASES_COMPLEX(...) \
  AT_DISPATCH_CASE(ComplexDouble, __VA_ARGS__) AT_DISPATCH_CASE(ComplexFloat, __VA_ARGS__)
#define ATEN_LITE_CASES_ALL(...) \
  ATEN_LITE_CASES_INTEGRAL(__VA_ARGS__) ATEN_LITE_CASES_FLOATING(__VA_ARGS__)
#define ATEN_LITE_CASES_ALL_AND_COMPLEX(...) \
  ATEN_LITE_CASES_ALL(__VA_ARGS__) ATEN_LITE_CASES_COMPLEX(__VA_ARGS__)

#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, ATEN_LITE_CASES_FLOATING(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name,                             \
                     ATEN_LITE_CASES_FLOATING(__VA_ARGS__) AT_DISPATCH_CASE(Half, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(t1, type, name, ...) \
  AT_DISPATCH_SWITCH(type, name,                            \
                     ATEN_LITE_CASES_FLOATING(__VA_ARGS__)  \
                         AT_DISPATCH_CASE_CONSTANT(t1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(t1, t2, type, name, ...)                      \
  AT_DISPATCH_SWITCH(type, name,                                                      \
                     ATEN_LITE_CASES_FLOATING(__VA_ARGS__) AT_DISPATCH_CASE_CONSTANT( \
                         t1, __VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t2, __VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, ATEN_LITE_CASES_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name,                                \
                     ATEN_LITE_CASES_FLOATING(__VA_ARGS__) ATEN_LITE_CASES_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, ATEN_LITE_CASES_INTEGRAL(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(t1, type, name, ...) \
  AT_DISPATCH_SWITCH(type, name,                            \
                     ATEN_LITE_CASES_INTEGRAL(__VA_ARGS__)  \
                         AT_DISPATCH_CASE_CONSTANT(t1, __VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name,                 \
                     AT_DISPATCH_CASE(Int, __VA_ARGS__) AT_DISPATCH_CASE(Long, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, ATEN_LITE_CASES_ALL(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(t1, type, name, ...) \
  AT_DISPATCH_SWITCH(type, name,                       \
                     ATEN_LITE_CASES_ALL(__VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(t1, t2, type, name, ...)                                      \
  AT_DISPATCH_SWITCH(type, name,                                                                 \
                     ATEN_LITE_CASES_ALL(__VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t1, __VA_ARGS__) \
                         AT_DISPATCH_CASE_CONSTANT(t2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(t1, t2, t3, type, name, ...)                                  \
  AT_DISPATCH_SWITCH(type, name,                                                                 \
                     ATEN_LITE_CASES_ALL(__VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t1, __VA_ARGS__) \
                         AT_DISPATCH_CASE_CONSTANT(t2, __VA_ARGS__)                              \
                             AT_DISPATCH_CASE_CONSTANT(t3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, ATEN_LITE_CASES_ALL_AND_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(t1, t2, t3, type, name, ...)                   \
  AT_DISPATCH_SWITCH(                                                                         \
      type, name,                                                                             \
      ATEN_LITE_CASES_ALL_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t1, __VA_ARGS__) \
          AT_DISPATCH_CASE_CONSTANT(t2, __VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(t1, t2, type, name, ...)                      \
  AT_DISPATCH_SWITCH(type, name,                                                             \
                     ATEN_LITE_CASES_ALL_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE_CONSTANT( \
                         t1, __VA_ARGS__) AT_DISPATCH_CASE_CONSTANT(t2, __VA_ARGS__))
