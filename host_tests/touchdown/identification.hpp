// What a set of drops says of its surface: every law and handling fitted, compared, and put into words.
#ifndef TOUCHDOWN_HOST_TESTS_IDENTIFICATION_HPP
#define TOUCHDOWN_HOST_TESTS_IDENTIFICATION_HPP

#include <string>
#include <vector>

#include "drop_data.hpp"
#include "surface_fit.hpp"

namespace touchdown::host {

struct Identification {
  DropSet set;
  std::vector<SurfaceFit> constant;  // one e: Poisson first, then the other laws, then the simpler handlings
  SurfaceFit by_speed;               // Poisson, e over approach speed
  StaticFriction static_friction;    // of the first
  double capture_speed;              // [m/s] of by_speed; 0 if none is seen
};

// `points`: of e over approach speed.
Identification identified(DropSet set, std::size_t points);

// The same parameters, judged on other drops.
Identification judged_on(DropSet set, const Identification &found);

// What the drops say, and what they do not, in sentences.
std::vector<std::string> findings(const Identification &found);

// Throw std::runtime_error if the file cannot be written.
void write_parameters(const std::string &path, const Identification &found);
void write_identify_report(const std::string &path, const std::vector<Identification> &found);

}  // namespace touchdown::host

#endif
