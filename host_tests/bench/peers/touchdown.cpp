// Touchdown itself, asked as the others are: by bodies. Everything as it is by default (Poisson's law on the exact slip
// path, which takes the closed form in the plane), in both precisions; and Sun & Baruh's algebra.
#include "touchdown/touchdown.hpp"
#include "peer.hpp"

namespace peers {
namespace {

template <class Scalar>
class Ours : public Peer {
 public:
  Ours(const std::vector<Strike> &strikes, touchdown::Method method) {
    for (const Strike &strike : strikes) {
      touchdown::Body<Scalar> body{};
      body.mass = static_cast<Scalar>(strike.mass);
      body.inertia = Eigen::Matrix3d(strike.inertia.asDiagonal()).cast<Scalar>();
      body.r = strike.r.cast<Scalar>();
      body.n = strike.n.cast<Scalar>();
      body.v = strike.v.cast<Scalar>();
      body.w = strike.w.cast<Scalar>();
      body.surface.mu_s = body.surface.mu_k = static_cast<Scalar>(strike.mu);
      body.surface.e = static_cast<Scalar>(strike.e);
      body.options.method = method;
      bodies_.push_back(body);
    }
  }

  After resolve(std::size_t strike) override {
    touchdown::BodyImpact<Scalar> hit{};
    if (touchdown::resolve(bodies_[strike], hit) < 0) return {};
    return {hit.v.template cast<double>(), hit.w.template cast<double>()};
  }

 private:
  std::vector<touchdown::Body<Scalar>> bodies_;
};

}  // namespace

std::vector<Way> ways() {
  using touchdown::Method;
  return {way<Ours<float>>("Touchdown, float", Space::both, Method::slip_path),
          way<Ours<double>>("Touchdown, double", Space::both, Method::slip_path),
          way<Ours<float>>("Touchdown, algebraic, float", Space::both, Method::algebraic)};
}

}  // namespace peers
