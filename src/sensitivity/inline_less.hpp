// In dual numbers the short pieces of the closed forms are long: in line where the compiler decides, a third less code.
// Included before any other header of src.
#ifndef TOUCHDOWN_SENSITIVITY_INLINE_LESS_HPP
#define TOUCHDOWN_SENSITIVITY_INLINE_LESS_HPP

#include "numerics/scalar.hpp"

#undef TOUCHDOWN_INLINE
#define TOUCHDOWN_INLINE inline
#undef TOUCHDOWN_SHORT
#define TOUCHDOWN_SHORT inline

#endif
