// Open Dynamics Engine: one contact joint made by hand (no collision detection), as its manual has it made anew for
// every step; bounce from any speed, the friction pyramid (dContactApprox1) turned into the slip, no softness (CFM, ERP
// 0). Both steppers: the direct one, and the quick one with 20 iterations as by default (200 err no less).
#include <ode/ode.h>

#include <Eigen/Geometry>

#include "peer.hpp"

namespace peers {
namespace {

class Ode : public Peer {
 public:
  Ode(const std::vector<Strike> &strikes, int (*stepper)(dWorldID, dReal)) : strikes_(strikes), stepper_(stepper) {
    dInitODE2(0);
    group_ = dJointGroupCreate(0);
    for (const Strike &strike : strikes) put(strike);
  }

  ~Ode() override {
    dJointGroupDestroy(group_);
    for (const dWorldID world : worlds_) dWorldDestroy(world);
    dCloseODE();
  }

  After resolve(std::size_t strike) override {
    const Strike &s = strikes_[strike];
    const dBodyID body = bodies_[strike];
    const dQuaternion upright = {1, 0, 0, 0};
    dBodySetPosition(body, 0, 0, 0);
    dBodySetQuaternion(body, upright);
    dBodySetLinearVel(body, s.v.x(), s.v.y(), s.v.z());
    dBodySetAngularVel(body, s.w.x(), s.w.y(), s.w.z());
    const dContact touch = contact(s);
    dJointAttach(dJointCreateContact(worlds_[strike], group_, &touch), body, nullptr);
    stepper_(worlds_[strike], step);
    dJointGroupEmpty(group_);
    const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
    return {{v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
  }

 private:
  static constexpr double step = 1e-3;

  static dContact contact(const Strike &s) {
    const Vector velocity = s.v + s.w.cross(s.r), slip = velocity - velocity.dot(s.n) * s.n;
    const double speed = slip.norm();
    dContact contact = {};
    contact.surface.mode = dContactBounce | dContactApprox1 | (speed > 0 ? dContactFDir1 : 0);
    contact.surface.mu = s.mu;
    contact.surface.bounce = s.e;
    for (int i = 0; i < 3; ++i) {
      contact.geom.pos[i] = s.r[i];
      contact.geom.normal[i] = s.n[i];
      contact.fdir1[i] = speed > 0 ? slip[i] / speed : 0;
    }
    return contact;
  }

  void put(const Strike &s) {
    const dWorldID world = dWorldCreate();
    dWorldSetCFM(world, 0);
    dWorldSetERP(world, 0);
    const dBodyID body = dBodyCreate(world);
    dMass mass;
    dMassSetParameters(&mass, s.mass, 0, 0, 0, s.inertia.x(), s.inertia.y(), s.inertia.z(), 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetGyroscopicMode(body, 0);
    worlds_.push_back(world);
    bodies_.push_back(body);
  }

  const std::vector<Strike> &strikes_;
  int (*stepper_)(dWorldID, dReal);
  dJointGroupID group_;
  std::vector<dWorldID> worlds_;
  std::vector<dBodyID> bodies_;
};

}  // namespace

std::vector<Way> ways() {
  return {way<Ode>("ODE, quick step", Space::both, dWorldQuickStep), way<Ode>("ODE, step", Space::both, dWorldStep)};
}

}  // namespace peers
