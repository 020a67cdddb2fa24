// Bullet: a rigid body of eight spheres over a static plane, in double precision; sequential impulses with 50
// iterations, no damping, no sleep, gyroscopic torque as by default. What is deep in the ground is pushed out apart
// from the velocity (split impulse) at any depth, not beyond 40 mm as by default: it errs by half as much at first.
// Fitted: friction, restitution, the approach below which restitution is 0, how much of a penetration each step takes
// back (erp2), and how far off a corner may be to count as a contact. Steps of 1 ms, and of 0.25 ms.
#include <btBulletDynamicsCommon.h>

#include "tosses/simulator.hpp"

namespace peers {
namespace {

btVector3 bt(const Vector &a) { return {a.x(), a.y(), a.z()}; }

// Made anew for each toss: no contact of the toss before is left.
struct World {
  World(const TossedBody &tossed, const std::vector<double> &values, btCompoundShape &cube, const State &s)
      : ground(0, nullptr, &plane), body(tossed.mass, nullptr, &cube, bt(tossed.inertia)) {
    world.setGravity({0, 0, -tossed.gravity});
    world.getSolverInfo().m_numIterations = 50;
    world.getSolverInfo().m_restitutionVelocityThreshold = values[2];
    world.getSolverInfo().m_splitImpulsePenetrationThreshold = 0;
    world.getSolverInfo().m_erp2 = values[3];
    ground.setFriction(1);
    ground.setRestitution(1);
    body.setFriction(values[0]);  // those of the two are multiplied
    body.setRestitution(values[1]);
    body.setDamping(0, 0);
    body.setContactProcessingThreshold(values[4]);
    body.setActivationState(DISABLE_DEACTIVATION);
    body.setWorldTransform(btTransform(btQuaternion(s.q.x(), s.q.y(), s.q.z(), s.q.w()), bt(s.x)));
    body.setLinearVelocity(bt(s.v));
    body.setAngularVelocity(bt(s.w));
    world.addRigidBody(&ground);
    world.addRigidBody(&body);
  }

  ~World() {
    world.removeRigidBody(&body);
    world.removeRigidBody(&ground);
  }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  btStaticPlaneShape plane{{0, 0, 1}, 0};
  btRigidBody ground, body;
};

class Bullet : public Stepping {
 public:
  Bullet(const TossedBody &body, const std::vector<double> &values, double longest)
      : Stepping(longest), tossed_(body), values_(values), corner_(body.radius) {
    for (const Vector &corner : body.corners)
      cube_.addChildShape(btTransform(btQuaternion::getIdentity(), bt(corner)), &corner_);
  }

  Placed now() const override {
    const btTransform at = world_->body.getCenterOfMassTransform();
    const btVector3 x = at.getOrigin();
    const btQuaternion q = at.getRotation();
    return {{x.x(), x.y(), x.z()}, Attitude(q.w(), q.x(), q.y(), q.z())};
  }

 private:
  void put(const State &state) override {
    world_.reset();
    world_ = std::make_unique<World>(tossed_, values_, cube_, state);
  }
  void step(double h) override { world_->world.stepSimulation(h, 0); }

  const TossedBody &tossed_;
  std::vector<double> values_;
  btSphereShape corner_;
  btCompoundShape cube_;
  std::unique_ptr<World> world_;
};

}  // namespace

std::vector<Tossing> tossings() {
  const std::vector<Parameter> fitted = {{"mu", 0.05, 0.18, 0.5, true},
                                         {"e", 0, 0.27, 0.6, false},
                                         {"threshold", 0.005, 0.05, 0.5, true},
                                         {"erp2", 0.01, 0.2, 0.9, true},
                                         {"margin", 1e-6, 1e-4, 2e-3, true}};
  return {tossing<Bullet>("Bullet, 1 ms", fitted, 1e-3), tossing<Bullet>("Bullet, 0.25 ms", fitted, 0.25e-3)};
}

}  // namespace peers
