// A landing on legs that yield by the library, and by how much what its legs have done differs from something else.
#ifndef TOUCHDOWN_LANDING_LANDED_LEGS_HPP
#define TOUCHDOWN_LANDING_LANDED_LEGS_HPP

#include <doctest/doctest.h>

#include "random_legs.hpp"

namespace yielding {

struct Landed {
  td_landing motion;
  td_status status;
};

inline Landed land(const td_lander &body, const td_lander_state &state) {
  Landed landed = {};
  landed.status = td_land(&body, &state, 20000, &landed.motion, nullptr);
  REQUIRE(landed.status >= 0);
  return landed;
}

inline std::vector<Done> done_of(const td_landing &landing, std::size_t legs) {
  std::vector<Done> done;
  for (std::size_t i = 0; i < legs; ++i) {
    const td_leg_record &leg = landing.leg[i];
    done.push_back(
        {static_cast<double>(leg.most_stroke), static_cast<double>(leg.peak_force), static_cast<double>(leg.energy)});
  }
  return done;
}

// By how much two records of a landing differ, in parts of the greatest of each figure over all legs.
inline double difference(const std::vector<Done> &a, const std::vector<Done> &b) {
  double most = 0;
  for (double Done::*const figure : {&Done::stroke, &Done::peak, &Done::energy}) {
    double size = 0, off = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      size = std::max(size, a[i].*figure);
      off = std::max(off, std::abs(a[i].*figure - b[i].*figure));
    }
    most = std::max(most, off / size);
  }
  return most;
}

}  // namespace yielding

#endif
