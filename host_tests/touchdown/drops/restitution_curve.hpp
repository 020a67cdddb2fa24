// See restitution_curve.cpp; apart from other headers, because it is compiled with the C API in double.
#ifndef TOUCHDOWN_HOST_TESTS_RESTITUTION_CURVE_HPP
#define TOUCHDOWN_HOST_TESTS_RESTITUTION_CURVE_HPP

#include <cstddef>

namespace touchdown::host {

double restitution_of_table(double capture_speed, const double *speed, const double *e, std::size_t points,
                            double approach_speed);

}  // namespace touchdown::host

#endif
