// Dual numbers make the short functions of the closed forms long. If the compiler decides what to inline, code is a
// third smaller. Included before any other header of src.
#ifndef TOUCHDOWN_SENSITIVITY_INLINE_LESS_HPP
#define TOUCHDOWN_SENSITIVITY_INLINE_LESS_HPP

#include "numerics/scalar.hpp"

#undef TOUCHDOWN_INLINE
#define TOUCHDOWN_INLINE inline
#undef TOUCHDOWN_SHORT
#define TOUCHDOWN_SHORT inline

#endif
