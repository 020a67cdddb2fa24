// Simbody: a point held out of a plane by its own unilateral contact, resolved by the time stepper made for impacts
// (SemiExplicitEulerTimeStepper) in one step so short that nothing moves. Poisson's law, which it recommends, over its
// two impulse solvers: PLUS (the default) and PGS. No speed is too low for restitution and none taken for rest (to
// twice the constraint tolerance of 1e-8); positions are not projected.
#include <Simbody.h>

#include <iostream>

#include "peer.hpp"

// Debian's Simbody logs every step of its solvers. Here no message is formatted, so that it hardly counts.
extern "C" int __printf_chk(int, const char *, ...) { return 0; }

namespace peers {
namespace {

using Stepper = SimTK::SemiExplicitEulerTimeStepper;

SimTK::Vec3 vec(const Vector &a) { return {a.x(), a.y(), a.z()}; }
Vector eigen(const SimTK::Vec3 &a) { return {a[0], a[1], a[2]}; }

SimTK::Body::Rigid rigid(const Strike &s) {
  return SimTK::Body::Rigid(SimTK::MassProperties(s.mass, SimTK::Vec3(0), SimTK::Inertia(vec(s.inertia))));
}

struct Struck {
  Struck(const Strike &s, Stepper::ImpulseSolverType solver)
      : matter(system), body(matter.Ground(), SimTK::Transform(), rigid(s), SimTK::Transform()), stepper(system) {
    matter.adoptUnilateralContact(new SimTK::PointPlaneContact(matter.Ground(), SimTK::UnitVec3(vec(s.n)), s.r.dot(s.n),
                                                               body, vec(s.r), s.e, s.mu, s.mu, 0));
    start = system.realizeTopology();
    body.setU(start, {s.w.x(), s.w.y(), s.w.z(), s.v.x(), s.v.y(), s.v.z()});
    stepper.setRestitutionModel(Stepper::Poisson);
    stepper.setImpulseSolverType(solver);
    stepper.setPositionProjectionMethod(Stepper::NoPositionProjection);
    stepper.setConstraintTolerance(1e-8);
    stepper.setDefaultImpactCaptureVelocity(0);
    stepper.setDefaultImpactMinCORVelocity(0);
    stepper.setDefaultFrictionTransitionVelocity(0);
    stepper.initialize(start);
  }

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::MobilizedBody::Free body;
  SimTK::State start;
  Stepper stepper;
};

class Simbody : public Peer {
 public:
  Simbody(const std::vector<Strike> &strikes, Stepper::ImpulseSolverType solver) {
    std::cout.setstate(std::ios::failbit);
    for (const Strike &strike : strikes) struck_.push_back(std::make_unique<Struck>(strike, solver));
  }

  After resolve(std::size_t strike) override {
    Struck &s = *struck_[strike];
    SimTK::State &state = s.stepper.updState();
    state.setTime(0);
    state.updQ() = s.start.getQ();
    state.updU() = s.start.getU();
    s.stepper.stepTo(step);
    s.system.realize(state, SimTK::Stage::Velocity);
    return {eigen(s.body.getBodyOriginVelocity(state)), eigen(s.body.getBodyAngularVelocity(state))};
  }

 private:
  static constexpr double step = 1e-6;

  std::vector<std::unique_ptr<Struck>> struck_;
};

}  // namespace

std::vector<Way> ways() {
  return {way<Simbody>("Simbody, PLUS", Space::both, Stepper::PLUS),
          way<Simbody>("Simbody, PGS", Space::both, Stepper::PGS)};
}

}  // namespace peers
