// DART: a free body with eight spheres over a box, found by its own collision detector (the cheapest for these shapes);
// friction's first direction along each corner's slip. Fitted: friction, restitution (below an approach of 0.1 m/s
// restitution is 0, which cannot be set), error reduction and constraint mixing. Both of its solvers of the contact:
// Dantzig's (default) and projected Gauss-Seidel. Steps of 1 ms.
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

#include "tosses/simulator.hpp"

namespace peers {
namespace {

namespace dd = dart::dynamics;
using dart::constraint::BoxedLcpConstraintSolver;
using dart::constraint::BoxedLcpSolverPtr;
using dart::constraint::ContactConstraint;

dd::ShapeNode *touching(dd::BodyNode *body, const dd::ShapePtr &shape, double mu, double e) {
  dd::ShapeNode *const node = body->createShapeNodeWith<dd::CollisionAspect, dd::DynamicsAspect>(shape);
  node->getDynamicsAspect()->setFrictionCoeff(mu);  // the lesser of the two counts
  node->getDynamicsAspect()->setRestitutionCoeff(e);
  return node;
}

dd::SkeletonPtr ground() {
  constexpr double half = 5;
  const dd::SkeletonPtr skeleton = dd::Skeleton::create("ground");
  const auto [weld, body] = skeleton->createJointAndBodyNodePair<dd::WeldJoint>();
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translation() = -half * Vector::UnitZ();
  weld->setTransformFromParentBodyNode(pose);
  touching(body, std::make_shared<dd::BoxShape>(2 * half * Vector::Ones()), 1, 1);
  return skeleton;
}

template <class Solver>
class Dart : public Stepping {
 public:
  Dart(const TossedBody &tossed, const std::vector<double> &values) : Stepping(1e-3) {
    ContactConstraint::setErrorReductionParameter(values[2]);
    ContactConstraint::setConstraintForceMixing(values[3]);
    world_ = dart::simulation::World::create();
    world_->setGravity(-tossed.gravity * Vector::UnitZ());
    world_->setConstraintSolver(std::make_unique<BoxedLcpConstraintSolver>(std::make_shared<Solver>()));
    world_->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    const dd::SkeletonPtr skeleton = dd::Skeleton::create("body");
    std::tie(joint_, body_) = skeleton->createJointAndBodyNodePair<dd::FreeJoint>();
    body_->setInertia(dd::Inertia(tossed.mass, Vector::Zero(), Eigen::Matrix3d(tossed.inertia.asDiagonal())));
    for (const Vector &corner : tossed.corners) {
      corners_.push_back(touching(body_, std::make_shared<dd::SphereShape>(tossed.radius), values[0], values[1]));
      corners_.back()->setRelativeTranslation(corner);
      corners_.back()->getDynamicsAspect()->setFirstFrictionDirectionFrame(dd::Frame::World());
    }
    world_->addSkeleton(ground());
    world_->addSkeleton(skeleton);
  }

  Placed now() const override {
    const Eigen::Isometry3d &at = body_->getWorldTransform();
    return {at.translation(), Attitude(at.rotation())};
  }

 private:
  void put(const State &s) override {
    Eigen::Isometry3d pose(s.q.normalized());
    pose.translation() = s.x;
    joint_->setTransform(pose);
    joint_->setLinearVelocity(s.v);
    joint_->setAngularVelocity(s.w);
    world_->getConstraintSolver()->clearLastCollisionResult();
  }

  void step(double h) override {
    if (std::abs(h - world_->getTimeStep()) > 1e-9) world_->setTimeStep(h);
    for (dd::ShapeNode *const corner : corners_) {
      const Vector from = corner->getWorldTransform().translation() - body_->getWorldTransform().translation();
      Vector slip = body_->getCOMLinearVelocity() + body_->getAngularVelocity().cross(from);
      slip.z() = 0;
      if (slip.norm() > 0) corner->getDynamicsAspect()->setFirstFrictionDirection(slip.normalized());
    }
    world_->step();
  }

  dart::simulation::WorldPtr world_;
  dd::FreeJoint *joint_ = nullptr;
  dd::BodyNode *body_ = nullptr;
  std::vector<dd::ShapeNode *> corners_;
};

}  // namespace

std::vector<Tossing> tossings() {
  const std::vector<Parameter> fitted = {{"mu", 0.05, 0.18, 0.5, true},
                                         {"e", 0, 0.27, 0.6, false},
                                         {"ERP", 0.001, 0.01, 0.9, true},
                                         {"CFM", 1e-9, 1e-5, 1e-1, true}};
  return {tossing<Dart<dart::constraint::PgsBoxedLcpSolver>>("DART, Gauss-Seidel", fitted),
          tossing<Dart<dart::constraint::DantzigBoxedLcpSolver>>("DART, Dantzig", fitted)};
}

}  // namespace peers
