// Where the steps of landings are computed: in this process, in double or in float, or on a target over its
// link, several bodies under way at a time.
#ifndef TOUCHDOWN_HOST_TESTS_LANDING_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_LANDING_PLACE_HPP

#include <optional>
#include <string>
#include <vector>

#include "link/target.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

// A body on its way, and what its steps have cost.
template <class Scalar>
struct LandingRun {
  Landing<Scalar> landing;
  Scalar until = 0;
  Status status = TD_SOLVED;                  // of the last step
  std::optional<std::uint32_t> instructions;  // of the last step, or what else the target counts
  bool same_bits = true;                      // as this process, so far
};

template <class Scalar>
class LandingPlace {
 public:
  virtual ~LandingPlace() = default;
  // One step of each. A refused one stays where it was. A lost target throws TargetError.
  virtual void step(const Lander<Scalar> &body, const std::vector<LandingRun<Scalar> *> &runs) = 0;
  virtual std::string counter() const { return ""; }
};

template <class Scalar>
class LandingHere : public LandingPlace<Scalar> {
 public:
  void step(const Lander<Scalar> &body, const std::vector<LandingRun<Scalar> *> &runs) override {
    for (LandingRun<Scalar> *run : runs) run->status = touchdown::step(run->landing, body, run->until);
  }
};

class LandingOnTarget : public LandingPlace<float> {
 public:
  LandingOnTarget(const std::string &place, std::chrono::milliseconds patience)
      : target_(open_stream(place), std::random_device{}(), patience) {}
  void step(const Lander<float> &body, const std::vector<LandingRun<float> *> &runs) override;
  std::string counter() const override { return target_.identity().counter; }

 private:
  Target target_;
};

}  // namespace touchdown::host

#endif
