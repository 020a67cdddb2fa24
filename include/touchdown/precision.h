/* touchdown/precision.h - the scalar of the C API, float or double where TD_DOUBLE is defined, and how its structs and
 * functions are declared, once for C and for C++.
 *
 * One library archive holds both precisions. Define TD_DOUBLE before including any touchdown header and the same source
 * calls the double functions: every function and every struct then has another name, with the suffix `_double`, so that
 * one program may use both and a mix-up is an error of the compiler or the linker, never a wrong result.
 * TOUCHDOWN_PRECISIONS of CMake leaves one of them out of the archive. */
#ifndef TOUCHDOWN_PRECISION_H
#define TOUCHDOWN_PRECISION_H

#ifdef TD_DOUBLE
#define TD_REAL_IS_DOUBLE
typedef double td_real; /* every real number of the C API */
#else
typedef float td_real; /* every real number of the C API */
#endif

#ifdef __cplusplus
/* NOLINTBEGIN(bugprone-macro-parentheses): the argument is the name of a type */
#define TD_STRUCT(name)                    \
  template <class td_real>                 \
  struct name##_in;                        \
  typedef name##_in<td_real> name;         \
  typedef name##_in<double> name##_double; \
  template <class td_real>                 \
  struct name##_in /* NOLINTEND(bugprone-macro-parentheses) */
#define TD_OF(name) name##_in<td_real>
#define TD_ZERO \
  {}
#define TD_API extern "C" [[nodiscard]]

#else

/* TD_STRUCT(name) { fields }; is a struct of td_real. In C++ it is a template over td_real, name_in, of which `name` is
 * the instance of the C API and name_double the instance of double; its fields are written and read as in C. */
#define TD_STRUCT(name)     \
  typedef struct name name; \
  struct name
/* The type of a field that is such a struct. */
#define TD_OF(name) name
/* After a field of an input: in C++ it starts as 0. In C, write = {0}. */
#define TD_ZERO
/* Before a function, whose result is not to be ignored. (GCC's own attribute would not let (void) ignore it.) */
#if defined __clang__
#define TD_API __attribute__((warn_unused_result))
#else
#define TD_API
#endif

#endif

#include "touchdown/names_in_double.h"

#endif

/* Checked each time a header of touchdown is included. */
#if defined TD_DOUBLE != defined TD_REAL_IS_DOUBLE
#error "Touchdown: TD_DOUBLE changes within this file: define it before the first touchdown header, or not at all"
#endif
#if defined TD_DOUBLE && defined TD_WITHOUT_DOUBLE
#error "Touchdown: this library was compiled without double (TOUCHDOWN_PRECISIONS)"
#endif
#if !defined TD_DOUBLE && defined TD_WITHOUT_FLOAT
#error "Touchdown: this library was compiled without float (TOUCHDOWN_PRECISIONS): define TD_DOUBLE"
#endif
