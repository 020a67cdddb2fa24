// DART: a world of a free body whose small ball touches a box, one step so short that nothing moves. Its own collision
// detector (the cheapest for these shapes), no error correction, the least constraint mixing it allows (1e-9),
// friction's first direction along the slip. Both of its solvers of the contact: Dantzig's (default) and projected
// Gauss-Seidel.
#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/ContactConstraint.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

#include "peer.hpp"

namespace peers {
namespace {

namespace dd = dart::dynamics;
using dart::constraint::BoxedLcpConstraintSolver;
using dart::constraint::BoxedLcpSolverPtr;
using dart::constraint::ContactConstraint;

struct Struck {
  dart::simulation::WorldPtr world;
  dd::FreeJoint *joint;
  dd::BodyNode *body;
};

dd::ShapeNode *touching(dd::BodyNode *body, const dd::ShapePtr &shape, const Strike &s) {
  const Vector velocity = s.v + s.w.cross(s.r), slip = velocity - velocity.dot(s.n) * s.n;
  dd::ShapeNode *const node = body->createShapeNodeWith<dd::CollisionAspect, dd::DynamicsAspect>(shape);
  node->getDynamicsAspect()->setFrictionCoeff(s.mu);
  node->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(s.e));  // those of the two are multiplied
  if (shape->is<dd::SphereShape>()) node->getDynamicsAspect()->setFirstFrictionDirection(slip.normalized());
  return node;
}

class Dart : public Peer {
 public:
  Dart(const std::vector<Strike> &strikes, const BoxedLcpSolverPtr &solver) : strikes_(strikes) {
    ContactConstraint::setErrorReductionParameter(0);
    ContactConstraint::setConstraintForceMixing(1e-9);
    for (const Strike &strike : strikes) put(strike, solver);
  }

  After resolve(std::size_t strike) override {
    const Strike &s = strikes_[strike];
    const Struck &struck = struck_[strike];
    Eigen::Matrix<double, 6, 1> u;
    u << s.w, s.v;
    struck.joint->setPositions(Eigen::Matrix<double, 6, 1>::Zero());
    struck.joint->setVelocities(u);
    struck.world->step();
    return {struck.body->getCOMLinearVelocity(), struck.body->getAngularVelocity()};
  }

 private:
  static constexpr double step = 1e-6, radius = 0.1, half = 5;

  static dd::SkeletonPtr ground(const Strike &s) {
    const dd::SkeletonPtr skeleton = dd::Skeleton::create("ground");
    const auto [weld, body] = skeleton->createJointAndBodyNodePair<dd::WeldJoint>();
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = Eigen::Quaterniond::FromTwoVectors(Vector::UnitZ(), s.n).toRotationMatrix();
    pose.translation() = s.r - half * s.n;
    weld->setTransformFromParentBodyNode(pose);
    touching(body, std::make_shared<dd::BoxShape>(2 * half * Vector::Ones()), s);
    return skeleton;
  }

  void put(const Strike &s, const BoxedLcpSolverPtr &solver) {
    const auto world = dart::simulation::World::create();
    world->setGravity(Vector::Zero());
    world->setTimeStep(step);
    world->setConstraintSolver(std::make_unique<BoxedLcpConstraintSolver>(solver));
    world->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    const dd::SkeletonPtr skeleton = dd::Skeleton::create("body");
    const auto [joint, body] = skeleton->createJointAndBodyNodePair<dd::FreeJoint>();
    body->setInertia(dd::Inertia(s.mass, Vector::Zero(), Eigen::Matrix3d(s.inertia.asDiagonal())));
    touching(body, std::make_shared<dd::SphereShape>(radius), s)->setRelativeTranslation(s.r + (radius - 1e-9) * s.n);
    world->addSkeleton(ground(s));
    world->addSkeleton(skeleton);
    struck_.push_back({world, joint, body});
  }

  const std::vector<Strike> &strikes_;
  std::vector<Struck> struck_;
};

}  // namespace

std::vector<Way> ways() {
  using namespace dart::constraint;
  const BoxedLcpSolverPtr dantzig = std::make_shared<DantzigBoxedLcpSolver>();
  const BoxedLcpSolverPtr gauss_seidel = std::make_shared<PgsBoxedLcpSolver>();
  return {way<Dart>("DART, Gauss-Seidel", Space::both, gauss_seidel), way<Dart>("DART, Dantzig", Space::both, dantzig)};
}

}  // namespace peers
