#include "drop/shock_response.hpp"

#include <algorithm>
#include <cmath>

namespace touchdown::host {
namespace {

constexpr double pi = 3.14159265358979323846;

// A recursion of the second order.
struct Filter {
  double b0, b1, b2, a1, a2;
  double out = 0, before = 0, in = 0, in_before = 0;

  double next(double x) {
    const double y = b0 * x + b1 * in + b2 * in_before - a1 * out - a2 * before;
    in_before = in, in = x;
    before = out, out = y;
    return y;
  }
};

}  // namespace

ShockResponse shock_response(const std::vector<double> &acceleration, double rate, double frequency, double damping) {
  const double turn = 2 * pi * frequency / rate, root = std::sqrt(1 - damping * damping);
  const double decay = std::exp(-damping * turn), cosine = decay * std::cos(root * turn);
  const double sine = decay * std::sin(root * turn), smooth = sine / (root * turn);
  const double a1 = -2 * cosine, a2 = decay * decay, skew = (2 * damping * damping - 1) * sine / root;
  Filter absolute{1 - smooth, 2 * (smooth - cosine), a2 - smooth, a1, a2};
  const double times = 1 / (turn * turn * rate);
  Filter relative{times * (2 * damping * (cosine - 1) + skew + turn),
                  times * (2 * damping * (1 - a2) - 2 * skew - 2 * cosine * turn),
                  times * (a2 * (turn + 2 * damping) - 2 * damping * cosine + skew), a1, a2};
  ShockResponse response{frequency, 0, 0};
  const std::size_t period = static_cast<std::size_t>(rate / frequency) + 2;
  for (std::size_t i = 0; i < acceleration.size() + period; ++i) {
    const double x = i < acceleration.size() ? acceleration[i] : 0;
    response.acceleration = std::max(response.acceleration, std::abs(absolute.next(x)));
    response.pseudo_velocity = std::max(response.pseudo_velocity, std::abs(relative.next(x)));
  }
  return response;
}

std::vector<double> shock_frequencies(double rate) {
  std::vector<double> frequencies;
  for (double octave = std::log2(2000.0 / 10); octave >= 0; octave -= 1.0 / 6)
    frequencies.push_back(rate / 10 / std::exp2(octave));
  return frequencies;
}

}  // namespace touchdown::host
