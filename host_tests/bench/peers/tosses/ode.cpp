// Open Dynamics Engine: a body with eight spheres over a plane; bounce, the friction pyramid (dContactApprox1) turned
// into each corner's slip, gyroscopic torque and no damping as by default. Fitted: friction, bounce, the approach below
// which restitution is 0, and the softness of the contact (ERP, CFM). Both steppers, in steps of 1 ms.
#include <ode/ode.h>

#include "tosses/simulator.hpp"

namespace peers {
namespace {

class Ode : public Stepping {
 public:
  Ode(const TossedBody &tossed, const std::vector<double> &values, int (*stepper)(dWorldID, dReal))
      : Stepping(1e-3), values_(values), stepper_(stepper) {
    dInitODE2(0);
    world_ = dWorldCreate();
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -tossed.gravity);
    body_ = dBodyCreate(world_);
    dMass mass;
    const Vector &inertia = tossed.inertia;
    dMassSetParameters(&mass, tossed.mass, 0, 0, 0, inertia.x(), inertia.y(), inertia.z(), 0, 0, 0);
    dBodySetMass(body_, &mass);
    ground_ = dCreatePlane(nullptr, 0, 0, 1, 0);
    for (const Vector &corner : tossed.corners) {
      const dGeomID sphere = dCreateSphere(nullptr, tossed.radius);
      dGeomSetBody(sphere, body_);
      dGeomSetOffsetPosition(sphere, corner.x(), corner.y(), corner.z());
      corners_.push_back(sphere);
    }
  }

  ~Ode() override {
    for (const dGeomID corner : corners_) dGeomDestroy(corner);
    dGeomDestroy(ground_);
    dJointGroupDestroy(contacts_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  Placed now() const override {
    const dReal *const x = dBodyGetPosition(body_), *const q = dBodyGetQuaternion(body_);
    return {{x[0], x[1], x[2]}, Attitude(q[0], q[1], q[2], q[3])};
  }

 private:
  void put(const State &s) override {
    const dQuaternion q = {s.q.w(), s.q.x(), s.q.y(), s.q.z()};
    dBodySetPosition(body_, s.x.x(), s.x.y(), s.x.z());
    dBodySetQuaternion(body_, q);
    dBodySetLinearVel(body_, s.v.x(), s.v.y(), s.v.z());
    dBodySetAngularVel(body_, s.w.x(), s.w.y(), s.w.z());
  }

  void step(double h) override {
    for (const dGeomID corner : corners_) {
      dContact contact = {};
      if (dCollide(corner, ground_, 1, &contact.geom, sizeof contact) > 0) add(contact);
    }
    stepper_(world_, h);
    dJointGroupEmpty(contacts_);
  }

  void add(dContact &contact) {
    dVector3 velocity;
    const dReal *const at = contact.geom.pos;
    dBodyGetPointVel(body_, at[0], at[1], at[2], velocity);
    const double speed = std::hypot(velocity[0], velocity[1]);
    contact.surface.mode = dContactBounce | dContactSoftERP | dContactSoftCFM | dContactApprox1;
    if (speed > 0) {
      contact.surface.mode |= dContactFDir1;
      contact.fdir1[0] = velocity[0] / speed;
      contact.fdir1[1] = velocity[1] / speed;
    }
    contact.surface.mu = values_[0];
    contact.surface.bounce = values_[1];
    contact.surface.bounce_vel = values_[2];
    contact.surface.soft_erp = values_[3];
    contact.surface.soft_cfm = values_[4];
    dJointAttach(dJointCreateContact(world_, contacts_, &contact), body_, nullptr);
  }

  std::vector<double> values_;
  int (*stepper_)(dWorldID, dReal);
  dWorldID world_;
  dJointGroupID contacts_;
  dBodyID body_;
  dGeomID ground_;
  std::vector<dGeomID> corners_;
};

}  // namespace

std::vector<Tossing> tossings() {
  const std::vector<Parameter> fitted = {{"mu", 0.05, 0.18, 0.5, true},
                                         {"bounce", 0, 0.27, 0.6, false},
                                         {"threshold", 0.005, 0.05, 0.5, true},
                                         {"ERP", 0.001, 0.01, 0.9, true},
                                         {"CFM", 1e-9, 1e-5, 1e-1, true}};
  return {tossing<Ode>("ODE, step", fitted, dWorldStep), tossing<Ode>("ODE, quick step", fitted, dWorldQuickStep)};
}

}  // namespace peers
