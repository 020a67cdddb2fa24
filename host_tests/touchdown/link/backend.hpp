// Where impacts are computed: in this process, in double or in float, or on a target. All give the same interface, so
// that a command is one template over the scalar.
#ifndef TOUCHDOWN_HOST_TESTS_BACKEND_HPP
#define TOUCHDOWN_HOST_TESTS_BACKEND_HPP

#include <cstdint>
#include <memory>
#include <string>

#include "link/place.hpp"
#include "link/target.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

template <class Scalar>
class Backend {
 public:
  virtual ~Backend() = default;
  // As touchdown::resolve: `impact` is written unless the status is negative. A lost target throws TargetError.
  virtual Answer resolve(const Contact<Scalar> &contact, Impact<Scalar> &impact) = 0;
  virtual Answer resolve(const BodyContact<Scalar> &body, BodyImpact<Scalar> &impact) = 0;
  virtual Answer resolve(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &impact) = 0;
  virtual Answer resolve(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &impact) = 0;
  // What went over the link; none in process.
  virtual const LinkCounts *link() const { return nullptr; }
};

template <class Scalar>
class InProcess : public Backend<Scalar> {
 public:
  Answer resolve(const Contact<Scalar> &contact, Impact<Scalar> &impact) override {
    return {touchdown::resolve(contact, impact), std::nullopt};
  }
  Answer resolve(const BodyContact<Scalar> &body, BodyImpact<Scalar> &impact) override {
    return {touchdown::resolve(body, impact), std::nullopt};
  }
  Answer resolve(const Contact<Scalar> &contact, ImpactDerivatives<Scalar> &impact) override {
    return {touchdown::resolve(contact, impact), std::nullopt};
  }
  Answer resolve(const BodyContact<Scalar> &body, BodyDerivatives<Scalar> &impact) override {
    return {touchdown::resolve(body, impact), std::nullopt};
  }
};

class OnTarget : public Backend<float> {
 public:
  explicit OnTarget(const std::string &place) : target_(place) {}
  Answer resolve(const Contact<float> &contact, Impact<float> &impact) override;
  Answer resolve(const BodyContact<float> &body, BodyImpact<float> &impact) override;
  Answer resolve(const Contact<float> &contact, ImpactDerivatives<float> &impact) override;
  Answer resolve(const BodyContact<float> &body, BodyDerivatives<float> &impact) override;
  const LinkCounts *link() const override { return &target_.counts(); }

 private:
  template <class Case, class Result>
  Answer call(std::uint8_t function, const Case &to_resolve, Result &impact);

  Target target_;
};

std::unique_ptr<Backend<float>> open_float(const std::string &place);

// Calls `command` with the backend of `place`, opened.
template <class Command>
int with_backend(const std::string &place, const Command &command) {
  if (place == "host-double") {
    InProcess<double> backend;
    return command(static_cast<Backend<double> &>(backend));
  }
  return command(*open_float(place));
}

}  // namespace touchdown::host

#endif
