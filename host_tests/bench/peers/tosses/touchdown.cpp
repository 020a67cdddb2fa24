// Touchdown itself, in single precision: touchdown/landing.h in the steps that cube.body.json asks for. As `touchdown
// roll` has it; fitted as the others are; and fitted with one friction for impact and for what bears, as the others
// have it.
#include "touchdown/touchdown.hpp"
#include "tosses/simulator.hpp"

namespace peers {
namespace {

struct Surface {
  double e, mu, mu_sliding;
};

Surface surface_of(const TossedBody &body, const std::vector<double> &values) {
  if (values.empty()) return {body.e, body.mu, body.mu_sliding};
  return {values[0], values[1], values.back()};
}

template <class From, std::size_t count>
void put(const From &from, float (&to)[count]) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[static_cast<int>(i)]);
}

class Ours : public Simulator {
 public:
  Ours(const TossedBody &tossed, const std::vector<double> &values) {
    const auto number = [](double value) { return static_cast<float>(value); };
    const Surface surface = surface_of(tossed, values);
    body_.mass = number(tossed.mass);
    for (int i = 0; i < 3; ++i) body_.inertia[i] = number(tossed.inertia[i]);
    for (const Vector &corner : tossed.corners) {
      touchdown::Foot<float> &foot = body_.foot[body_.feet++];
      put(corner, foot.r);
      foot.radius = number(tossed.radius);
      foot.surface = {number(surface.mu), number(surface.mu), number(surface.e)};
      foot.mu_sliding = number(surface.mu_sliding);
    }
    body_.up[2] = body_.ground[0].n[2] = 1;
    body_.planes = 1;
    body_.gravity[2] = number(-tossed.gravity);
    body_.step = number(tossed.step);
    body_.horizon = 1000;
  }

  void start(const State &state) override {
    touchdown::LanderState<float> from;
    put(state.x, from.x);
    put(state.v, from.v);
    put(state.w, from.w);
    put(Eigen::Vector4d(state.q.w(), state.q.x(), state.q.y(), state.q.z()), from.q);
    if (touchdown::start(landing_, body_, from) < 0) landing_.state.x[0] = std::nanf("");
  }

  void to(double time) override {
    const auto until = static_cast<float>(time);
    while (landing_.time < until)
      if (touchdown::step(landing_, body_, until) < 0) return;
  }

  Placed now() const override {
    const Eigen::Vector4d q = Eigen::Map<const Eigen::Vector4f>(landing_.state.q).cast<double>();
    return {touchdown::vector(landing_.state.x).cast<double>(), Attitude(q[0], q[1], q[2], q[3])};
  }

 private:
  touchdown::Lander<float> body_{};
  touchdown::Landing<float> landing_{};
};

}  // namespace

std::vector<Tossing> tossings() {
  const Parameter e{"e", 0, 0.27, 0.6, false}, mu{"mu", 0.05, 0.16, 0.5, true},
      sliding{"sliding", 0.05, 0.2, 0.5, true};
  return {tossing<Ours>("Touchdown, as it comes", {}), tossing<Ours>("Touchdown", {e, mu, sliding}),
          tossing<Ours>("Touchdown, one friction", {e, mu})};
}

}  // namespace peers
