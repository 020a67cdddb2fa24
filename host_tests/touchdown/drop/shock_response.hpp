// The shock response spectrum of an acceleration: the greatest response of a mass on a spring and a damper, over its
// natural frequency, by the ramp-invariant digital filter of ISO 18431-4 (Smallwood 1981).
#ifndef TOUCHDOWN_HOST_TESTS_SHOCK_RESPONSE_HPP
#define TOUCHDOWN_HOST_TESTS_SHOCK_RESPONSE_HPP

#include <vector>

namespace touchdown::host {

struct ShockResponse {
  double frequency;        // [Hz]
  double acceleration;     // [m/s^2] of the mass, absolute
  double pseudo_velocity;  // [m/s] relative displacement times 2 pi times the frequency
};

// `damping`: ratio to the critical one. The greatest of both signs, during the shock and after it; the acceleration is
// straight between its samples, and 0 before and after them. Above a tenth of the rate the samples miss peaks.
ShockResponse shock_response(const std::vector<double> &acceleration, double rate, double frequency, double damping);

// Sixths of octaves up to a tenth of the rate, from a 2000th of it on.
std::vector<double> shock_frequencies(double rate);

}  // namespace touchdown::host

#endif
