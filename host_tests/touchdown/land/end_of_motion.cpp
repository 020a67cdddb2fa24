#include "land/end_of_motion.hpp"

#include <cmath>

namespace touchdown::host {

Vector3<double> up_of(const Scenario &scenario) {
  const Vector3<double> g = vector(scenario.body.gravity);
  return g.norm() > 0 ? Vector3<double>(-g / g.norm()) : vector(scenario.body.ground[0].n).normalized();
}

double lean_of(const Scenario &scenario, const LanderState<double> &state) {
  const Vector3<double> up = attitude_of(state) * vector(scenario.body.up).normalized(), world = up_of(scenario);
  return std::atan2(up.cross(world).norm(), up.dot(world));
}

Vector3<double> axis_of(const Scenario &scenario, int foot) {
  const Leg<double> &leg = scenario.body.leg[foot];
  if (leg.kind == TD_LEG_RIGID || leg.kind == TD_LEG_TRIPOD) return {0, 0, 0};
  const Vector3<double> axis = vector(leg.axis).normalized();
  const bool turned =
      axis.dot(vector(scenario.body.up)) < 0 && axis.dot(vector(scenario.body.foot[foot].r)) > 0;  // as in landing.h
  return turned ? Vector3<double>(-axis) : axis;
}

Vector3<double> foot_at(const Scenario &scenario, const Landing<double> &landing, int foot) {
  const LegRecord<double> &leg = landing.leg[foot];
  const Vector3<double> held = vector(scenario.body.foot[foot].r) + vector(leg.pad);
  if (scenario.body.leg[foot].kind == TD_LEG_TRIPOD) return vector(landing.state.x) + attitude_of(landing.state) * held;
  return vector(landing.state.x) + attitude_of(landing.state) * (held + leg.stroke * axis_of(scenario, foot));
}

bool ends_beyond(const Scenario &scenario, const Landing<double> &end) {
  if (scenario.uneven == nullptr) return false;
  for (int i = 0; i < scenario.body.feet; ++i) {
    const Vector3<double> foot = foot_at(scenario, end, i);
    if (!scenario.uneven->grid.holds(foot[0], foot[1])) return true;
  }
  return false;
}

}  // namespace touchdown::host
