// Touchdown itself, asked as the others are: by bodies. Everything as it is by default (Poisson's law on the exact slip
// path, which takes the closed form in the plane), in both precisions; and Sun & Baruh's algebra. Derivatives are those
// of td_resolve_body_derivatives.
#include "touchdown/touchdown.hpp"

#include <limits>

#include "peer.hpp"

namespace peers {
namespace {

template <class Scalar>
class Ours : public Peer {
 public:
  Ours(const std::vector<Strike> &strikes, std::int32_t method) {
    for (const Strike &strike : strikes) {
      touchdown::BodyContact<Scalar> body{};
      body.body.mass = static_cast<Scalar>(strike.mass);
      for (int i = 0; i < 3; ++i) body.body.inertia[i] = static_cast<Scalar>(strike.inertia[i]);
      touchdown::view(body.r) = strike.r.cast<Scalar>();
      touchdown::view(body.n) = strike.n.cast<Scalar>();
      touchdown::view(body.body.v) = strike.v.cast<Scalar>();
      touchdown::view(body.body.w) = strike.w.cast<Scalar>();
      body.surface.mu_s = body.surface.mu_k = static_cast<Scalar>(strike.mu);
      body.surface.e = static_cast<Scalar>(strike.e);
      body.options.method = method;
      bodies_.push_back(body);
    }
  }

  After resolve(std::size_t strike) override {
    touchdown::BodyImpact<Scalar> hit{};
    if (touchdown::resolve(bodies_[strike], hit) < 0) return {};
    return {touchdown::vector(hit.v).template cast<double>(), touchdown::vector(hit.w).template cast<double>()};
  }

  std::optional<Slopes> slopes(std::size_t strike) override {
    touchdown::BodyDerivatives<Scalar> hit{};
    if (touchdown::resolve(bodies_[strike], hit) < 0) return Slopes::Constant(std::numeric_limits<double>::quiet_NaN());
    Slopes result;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) result(i, j) = static_cast<double>(hit.motion[i][j]);
    return result;
  }

 private:
  std::vector<touchdown::BodyContact<Scalar>> bodies_;
};

}  // namespace

std::vector<Way> ways() {
  return {way<Ours<float>>("Touchdown, float", Space::both, TD_METHOD_SLIP_PATH),
          way<Ours<double>>("Touchdown, double", Space::both, TD_METHOD_SLIP_PATH),
          way<Ours<float>>("Touchdown, algebraic, float", Space::both, TD_METHOD_ALGEBRAIC)};
}

}  // namespace peers
