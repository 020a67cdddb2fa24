// DART: what it makes of an arm out of a URDF. M and J of its tool's point in poses within the joints' ranges, and the
// speeds after one touch: a world in which a small ball at that point touches a box that is fixed, one step so short
// that nothing moves, no gravity, no damping, no error correction, the least constraint mixing (1e-9), Dantzig's
// solver. Three touches: without friction, e = 0 and e = 0.5; and with so much of it that the point sticks, e = 0.
// There DART's step at the end of the impact and the path of an impact must come to the same; with a slip that ends
// they need not.
//
//   arms_dart URDF LINK POSES > rows     a row: arm;n;pose;M;J;u;normal;frictionless;rebound;sticking
#include <cstdio>
#include <cstdlib>
#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/ContactConstraint.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/DegreeOfFreedom.hpp>
#include <dart/dynamics/Joint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <dart/utils/urdf/DartLoader.hpp>
#include <random>
#include <string>

namespace {

namespace dd = dart::dynamics;
using dart::constraint::ContactConstraint;
using Vector = Eigen::Vector3d;

constexpr double step = 1e-9, radius = 0.01, half = 5, depth = 1e-9;
constexpr double least_approach = 0.5;  // [m/s]: below 0.1 after, DART does not let it rebound

void touching(dd::ShapeNode *node, double e, double mu) {
  node->getDynamicsAspect()->setFrictionCoeff(mu);
  node->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(e));  // those of the two are multiplied
}

template <class Node>
dd::ShapeNode *shape_on(Node *body, const dd::ShapePtr &shape) {
  return body->template createShapeNodeWith<dd::CollisionAspect, dd::DynamicsAspect>(shape);
}

dd::SkeletonPtr box_below(const Vector &point, const Vector &normal, double e, double mu) {
  const dd::SkeletonPtr skeleton = dd::Skeleton::create("ground");
  const auto [weld, body] = skeleton->createJointAndBodyNodePair<dd::WeldJoint>();
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::Quaterniond::FromTwoVectors(Vector::UnitZ(), normal).toRotationMatrix();
  pose.translation() = point - half * normal;
  weld->setTransformFromParentBodyNode(pose);
  touching(shape_on(body, std::make_shared<dd::BoxShape>(2 * half * Vector::Ones())), e, mu);
  return skeleton;
}

// A link without inertia has none, not DART's kilogram.
dd::SkeletonPtr arm_of(const std::string &urdf) {
  using Loader = dart::utils::DartLoader;
  constexpr double nothing = 1e-30;
  const dd::Inertia none(nothing, Vector::Zero(), nothing * Eigen::Matrix3d::Identity());
  Loader loader(Loader::Options(nullptr, Loader::RootJointType::FIXED, none));
  const dd::SkeletonPtr arm = loader.parseSkeleton(dart::common::Uri::createFromPath(urdf));
  if (!arm) std::exit(2);
  for (std::size_t i = 0; i < arm->getNumDofs(); ++i) {
    arm->getDof(i)->setDampingCoefficient(0);
    arm->getDof(i)->setCoulombFriction(0);
  }
  for (std::size_t i = 0; i < arm->getNumJoints(); ++i) arm->getJoint(i)->setLimitEnforcement(false);
  return arm;
}

Eigen::VectorXd after(const std::string &urdf, const std::string &tool, const Eigen::VectorXd &q,
                      const Eigen::VectorXd &u, const Vector &normal, double e, double mu) {
  const dd::SkeletonPtr arm = arm_of(urdf);
  arm->setPositions(q);
  arm->setVelocities(u);
  dd::BodyNode *const body = arm->getBodyNode(tool);
  const Eigen::Isometry3d place = body->getWorldTransform();
  dd::ShapeNode *const ball = shape_on(body, std::make_shared<dd::SphereShape>(radius));
  ball->setRelativeTranslation(place.linear().transpose() * ((radius - depth) * normal));
  touching(ball, e, mu);
  const auto world = dart::simulation::World::create();
  world->setGravity(Vector::Zero());
  world->setTimeStep(step);
  const auto solver = std::make_shared<dart::constraint::DantzigBoxedLcpSolver>();
  world->setConstraintSolver(std::make_unique<dart::constraint::BoxedLcpConstraintSolver>(solver));
  world->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
  world->addSkeleton(box_below(place.translation(), normal, e, mu));
  world->addSkeleton(arm);
  world->step();
  return arm->getVelocities();
}

template <class Numbers>
void print(const Numbers &numbers) {
  for (Eigen::Index i = 0; i < numbers.rows(); ++i)
    for (Eigen::Index j = 0; j < numbers.cols(); ++j) std::printf(i + j == 0 ? ";%.17g" : " %.17g", numbers(i, j));
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const std::string urdf = argv[1], tool = argv[2];
  ContactConstraint::setErrorReductionParameter(0);
  ContactConstraint::setConstraintForceMixing(1e-9);
  const dd::SkeletonPtr arm = arm_of(urdf);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> even(-1, 1);
  const auto n = static_cast<Eigen::Index>(arm->getNumDofs());
  for (int pose = 0; pose < std::atoi(argv[3]); ++pose) {
    Eigen::VectorXd q(n), u(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const dd::DegreeOfFreedom &joint = *arm->getDof(static_cast<std::size_t>(i));
      const double low = joint.getPositionLowerLimit(), high = joint.getPositionUpperLimit();
      q[i] = (low + high) / 2 + 0.45 * (high - low) * even(random);
      u[i] = 10 * even(random);
    }
    arm->setPositions(q);
    const Eigen::MatrixXd J = arm->getLinearJacobian(arm->getBodyNode(tool)), M = arm->getMassMatrix();
    Vector normal;
    do normal = Vector(even(random), even(random), even(random)).normalized();
    while (normal.dot(J * u) > -least_approach);
    std::printf("%s;%d", arm->getName().c_str(), static_cast<int>(n));
    print(q.transpose()), print(M), print(J), print(u.transpose()), print(normal.transpose());
    print(after(urdf, tool, q, u, normal, 0, 0).transpose());
    print(after(urdf, tool, q, u, normal, 0.5, 0).transpose());
    print(after(urdf, tool, q, u, normal, 0, 1e6).transpose());
    std::printf("\n");
  }
  return 0;
}
