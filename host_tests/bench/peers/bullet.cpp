// Bullet: its sequential-impulse solver on one contact that it is handed (no collision detection). The build in double
// precision, 10 iterations and friction along the slip as by default (a second direction or more iterations err more,
// or no less), no warm start from the impact before, restitution from any speed.
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "peer.hpp"

namespace peers {
namespace {

btVector3 bt(const Vector &a) { return {a.x(), a.y(), a.z()}; }
Vector eigen(const btVector3 &a) { return {a.x(), a.y(), a.z()}; }

struct Struck {
  explicit Struck(const Strike &s)
      : strike(s),
        ground(0, nullptr, &ball),
        body(s.mass, nullptr, &ball, bt(s.inertia)),
        manifold(&body, &ground, 0, 1, 1) {
    btManifoldPoint point(bt(s.r), bt(s.r), bt(s.n), 0);
    point.m_positionWorldOnA = point.m_positionWorldOnB = bt(s.r);
    point.m_combinedFriction = s.mu;
    point.m_combinedRestitution = s.e;
    manifold.addManifoldPoint(point);
  }

  Strike strike;
  btSphereShape ball{1};
  btRigidBody ground, body;
  btPersistentManifold manifold;
};

class Bullet : public Peer {
 public:
  explicit Bullet(const std::vector<Strike> &strikes) {
    info_.m_solverMode = SOLVER_SIMD;
    info_.m_restitutionVelocityThreshold = 0;
    for (const Strike &strike : strikes) struck_.push_back(std::make_unique<Struck>(strike));
  }

  After resolve(std::size_t strike) override {
    Struck &s = *struck_[strike];
    s.body.setLinearVelocity(bt(s.strike.v));
    s.body.setAngularVelocity(bt(s.strike.w));
    btCollisionObject *bodies[] = {&s.body, &s.ground};
    btPersistentManifold *manifolds[] = {&s.manifold};
    solver_.solveGroup(bodies, 2, manifolds, 1, nullptr, 0, info_, nullptr, nullptr);
    return {eigen(s.body.getLinearVelocity()), eigen(s.body.getAngularVelocity())};
  }

 private:
  btSequentialImpulseConstraintSolver solver_;
  btContactSolverInfo info_;
  std::vector<std::unique_ptr<Struck>> struck_;
};

}  // namespace

std::vector<Way> ways() { return {way<Bullet>("Bullet", Space::both)}; }

}  // namespace peers
