// Where impacts are computed: in this process, in double or in float, or on a target.
#ifndef TOUCHDOWN_HOST_TESTS_BACKEND_HPP
#define TOUCHDOWN_HOST_TESTS_BACKEND_HPP

#include <memory>
#include <string>
#include <type_traits>

#include "link/place.hpp"
#include "link/target.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

template <class Scalar>
class Backend {
 public:
  // In this process, but where `place` is a target.
  explicit Backend(const std::string &place) {
    if (place != "host-double" && place != "host-float") target_ = std::make_unique<Target>(place);
  }

  // As touchdown::resolve: `impact` is written unless the status is negative. A lost target throws TargetError.
  template <class Case, class Result>
  Answer resolve(const Case &to_resolve, Result &impact) {
    if (target_ == nullptr) return {touchdown::resolve(to_resolve, impact), std::nullopt};
    constexpr bool is_body = std::is_same_v<Case, BodyContact<Scalar>>;
    constexpr bool is_plain = std::is_same_v<Result, Impact<Scalar>> || std::is_same_v<Result, BodyImpact<Scalar>>;
    constexpr std::uint8_t function = is_body ? (is_plain ? TD_LINK_RESOLVE_BODY : TD_LINK_RESOLVE_BODY_DERIVATIVES)
                                              : (is_plain ? TD_LINK_RESOLVE : TD_LINK_RESOLVE_DERIVATIVES);
    const td_link_outcome outcome = target_->call(function, to_resolve, impact);
    return {outcome.status, outcome.counter};
  }
  // What went over the link; nothing in process.
  const LinkCounts *link() const { return target_ == nullptr ? nullptr : &target_->counts(); }

 private:
  std::unique_ptr<Target> target_;
};

}  // namespace touchdown::host

#endif
