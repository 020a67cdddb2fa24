#include "reach/robot_arm.hpp"

#include <console_bridge/console.h>
#include <expat.h>
#include <urdf_parser/urdf_parser.h>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>

#include "records/source.hpp"

namespace touchdown::host {

std::vector<double> joint_numbers(const JsonObject &from, const std::vector<ArmJoint> &joints, double otherwise) {
  std::vector<double> numbers;
  std::vector<std::string> names;
  for (const ArmJoint &joint : joints) {
    names.push_back(joint.name);
    numbers.push_back(from.number<double>(joint.name, otherwise));
  }
  for (const std::string &key : from.keys())
    if (std::find(names.begin(), names.end(), key) == names.end())
      throw std::runtime_error(from.place_of(key) + " has no meaning here" + did_you_mean(key, names));
  return numbers;
}

std::vector<double> of_each_joint(const JsonObject &file, const std::string &key, const std::vector<ArmJoint> &joints,
                                  double otherwise) {
  if (file.has(key) && file.at(key).is_object()) return joint_numbers(file.object(key), joints, otherwise);
  return std::vector<double>(joints.size(), file.number<double>(key, otherwise));
}

namespace {

// The text of a URDF, once it is known to be XML that its parser can take: that parser calls itself at every level of
// nesting, searches the attributes of a tag from the first on, and walks a chain of links when it lets go of it.

constexpr int deepest = 64, most_elements = 100000, most_links = 1000, most_attributes = 100;

// What is too much of a well-formed file, by the events of a parser that does not call itself.
struct Reader {
  XML_Parser parser;
  int depth = 0, elements = 0, links = 0;
  std::string why = {};

  void refuse(const std::string &words) {
    why = words;
    XML_StopParser(parser, XML_FALSE);
  }
};

void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  Reader &reader = *static_cast<Reader *>(data);
  int count = 0;
  while (attributes[2 * count] != nullptr) ++count;
  reader.links += std::string(name) == "link" ? 1 : 0;
  if (++reader.depth > deepest) reader.refuse("nests deeper than any URDF");
  if (count > most_attributes)
    reader.refuse("has a tag of more than " + std::to_string(most_attributes) + " attributes");
  if (++reader.elements > most_elements || reader.links > most_links)
    reader.refuse("has more than " + std::to_string(most_links) + " links or " + std::to_string(most_elements) +
                  " tags");
}

void on_end(void *data, const XML_Char *) { --static_cast<Reader *>(data)->depth; }

// The parser of URDF ends a declaration or an instruction at the next >, wherever that stands.
void on_doctype(void *data, const XML_Char *, const XML_Char *, const XML_Char *, int) {
  static_cast<Reader *>(data)->refuse("has a DOCTYPE, which no URDF needs");
}

void on_instruction(void *data, const XML_Char *, const XML_Char *) {
  static_cast<Reader *>(data)->refuse("has a processing instruction, which no URDF needs");
}

// In words, what is wrong; empty where nothing is.
std::string fault_of(const std::string &text) {
  const std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"),
                                                                                             &XML_ParserFree);
  Reader reader{parser.get()};
  XML_SetUserData(parser.get(), &reader);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetStartDoctypeDeclHandler(parser.get(), on_doctype);
  XML_SetProcessingInstructionHandler(parser.get(), on_instruction);
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) == XML_STATUS_OK) return "";
  if (!reader.why.empty()) return reader.why;
  return "line " + std::to_string(XML_GetCurrentLineNumber(parser.get())) + ": " +
         XML_ErrorString(XML_GetErrorCode(parser.get()));
}

// Throws std::runtime_error naming the file.
std::string urdf_text(const std::string &path) {
  Source in(path, SourceUse::description);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::string fault = fault_of(text);
  if (!fault.empty()) throw std::runtime_error(path + ": no URDF: " + fault);
  return text;
}

// What the parser says of a file, instead of saying it on stderr.
class Words : public console_bridge::OutputHandler {
 public:
  Words() { console_bridge::useOutputHandler(this); }
  Words(const Words &) = delete;
  Words &operator=(const Words &) = delete;
  ~Words() override { console_bridge::restorePreviousOutputHandler(); }
  void log(const std::string &text, console_bridge::LogLevel level, const char *, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR) said += (said.empty() ? "" : "; ") + text;
  }
  std::string said;
};

urdf::ModelInterfaceSharedPtr parsed(const std::string &path) {
  const std::string text = urdf_text(path);
  const Words words;
  urdf::ModelInterfaceSharedPtr robot;
  std::string why;
  try {
    robot = urdf::parseURDF(text);
    why = words.said;
  } catch (const std::exception &error) {
    why = error.what();
  }
  if (!robot) throw std::runtime_error(path + ": no URDF: " + (why.empty() ? "it holds no robot" : why));
  return robot;
}

KDL::Vector vector_of(const urdf::Vector3 &v) { return {v.x, v.y, v.z}; }

KDL::Frame frame_of(const urdf::Pose &pose) {
  const urdf::Rotation &q = pose.rotation;
  return {KDL::Rotation::Quaternion(q.x, q.y, q.z, q.w), vector_of(pose.position)};
}

// In the link's frame.
KDL::RigidBodyInertia inertia_of(const urdf::Link &link) {
  if (!link.inertial) return KDL::RigidBodyInertia::Zero();
  const urdf::Inertial &i = *link.inertial;
  const KDL::RotationalInertia moments(i.ixx, i.iyy, i.izz, i.ixy, i.ixz, i.iyz);
  return frame_of(i.origin) * KDL::RigidBodyInertia(i.mass, KDL::Vector::Zero(), moments);
}

// Of a link and of all that hangs on it but by the joint `next`.
KDL::RigidBodyInertia carried_by(const urdf::Link &link, const urdf::Joint *next) {
  std::vector<std::pair<const urdf::Link *, KDL::Frame>> open = {{&link, KDL::Frame::Identity()}};
  KDL::RigidBodyInertia sum = KDL::RigidBodyInertia::Zero();
  while (!open.empty()) {
    const auto [at, frame] = open.back();
    open.pop_back();
    sum = sum + frame * inertia_of(*at);
    for (const auto &child : at->child_links)
      if (child->parent_joint.get() != next)
        open.emplace_back(child.get(), frame * frame_of(child->parent_joint->parent_to_joint_origin_transform));
  }
  return sum;
}

bool moves(const urdf::Joint &joint) { return joint.type != urdf::Joint::FIXED; }

KDL::Joint joint_of(const urdf::Joint &joint) {
  if (!moves(joint)) return KDL::Joint(joint.name, KDL::Joint::Fixed);
  const bool turns = joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS;
  if (!turns && joint.type != urdf::Joint::PRISMATIC)
    throw std::runtime_error("joint " + joint.name + " neither turns about an axis nor slides along one");
  if (joint.mimic) throw std::runtime_error("joint " + joint.name + " mimics another, which is not taken");
  const KDL::Frame frame = frame_of(joint.parent_to_joint_origin_transform);
  return {joint.name, frame.p, frame.M * vector_of(joint.axis), turns ? KDL::Joint::RotAxis : KDL::Joint::TransAxis};
}

ArmJoint described(const urdf::Joint &joint) {
  ArmJoint result = {joint.name, -no_limit, no_limit, 0};
  if (!joint.limits) return result;
  const urdf::JointLimits &limits = *joint.limits;
  if (joint.type != urdf::Joint::CONTINUOUS && limits.lower < limits.upper) {
    result.lower = limits.lower;
    result.upper = limits.upper;
  }
  result.effort = limits.effort;
  return result;
}

// Those that a URDF lacks are named, with those that it has.
void check_links(const urdf::ModelInterface &robot, const std::vector<std::string> &wanted) {
  std::string words, all;
  std::vector<std::string> names;
  for (const auto &[name, link] : robot.links_) {
    names.push_back(name);
    all += (all.empty() ? "" : ", ") + name;
  }
  for (const std::string &name : wanted)
    if (robot.links_.count(name) == 0) words += "no link " + name + did_you_mean(name, names) + "; ";
  if (!words.empty()) throw std::runtime_error(words + "its links are " + all);
}

// Its links let go of each other, or a ring of them would never be freed.
[[noreturn]] void refuse_links(const urdf::ModelInterface &robot, const std::string &why) {
  for (const auto &[name, link] : robot.links_) link->child_links.clear();
  throw std::runtime_error(why);
}

// No link is the child of two joints or hangs on itself: walks along such links would have no end.
void check_is_tree(const urdf::ModelInterface &robot) {
  std::set<std::string> children;
  for (const auto &[name, joint] : robot.joints_)
    if (!children.insert(joint->child_link_name).second)
      refuse_links(robot, "link " + joint->child_link_name + " is the child of two joints");
  for (const auto &[name, link] : robot.links_) {
    std::size_t above = 0;
    for (const urdf::Link *at = link.get(); at != nullptr; at = at->getParent().get())
      if (++above > robot.links_.size()) refuse_links(robot, "link " + name + " hangs on itself");
  }
}

// From the one behind the base to the tool.
std::vector<const urdf::Link *> links_between(const urdf::ModelInterface &robot, const std::string &base,
                                              const std::string &tool) {
  check_links(robot, {base, tool});
  const urdf::Link *const end = robot.links_.at(base).get();
  std::vector<const urdf::Link *> links;
  for (const urdf::Link *at = robot.links_.at(tool).get(); at != end; at = at->getParent().get()) {
    if (!at->parent_joint) throw std::runtime_error("link " + tool + " does not hang on link " + base);
    links.push_back(at);
  }
  std::reverse(links.begin(), links.end());
  return links;
}

KDL::Chain chain_of(const std::vector<const urdf::Link *> &links, const Vector3<double> &point) {
  KDL::Chain chain;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const urdf::Joint &joint = *links[i]->parent_joint;
    const urdf::Joint *const next = i + 1 < links.size() ? links[i + 1]->parent_joint.get() : nullptr;
    chain.addSegment(KDL::Segment(links[i]->name, joint_of(joint), frame_of(joint.parent_to_joint_origin_transform),
                                  carried_by(*links[i], next)));
  }
  chain.addSegment(KDL::Segment("point", KDL::Joint("point", KDL::Joint::Fixed),
                                KDL::Frame(KDL::Vector(point.x(), point.y(), point.z()))));
  return chain;
}

KDL::JntArray array_of(const std::vector<double> &numbers) {
  KDL::JntArray array(static_cast<unsigned>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), array.data.data());
  return array;
}

}  // namespace

RobotArm::RobotArm(const std::string &path, const std::string &base, const std::string &tool,
                   const Vector3<double> &point) {
  const urdf::ModelInterfaceSharedPtr robot = parsed(path);
  try {
    check_is_tree(*robot);
    const std::vector<const urdf::Link *> links = links_between(*robot, base, tool);
    chain_ = std::make_shared<KDL::Chain>(chain_of(links, point));
    for (const urdf::Link *link : links)
      if (moves(*link->parent_joint)) joints_.push_back(described(*link->parent_joint));
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
  if (joints_.empty()) throw std::runtime_error(path + ": no joint moves " + tool + " against " + base);
}

ArmMatrices RobotArm::at(const std::vector<double> &pose) const {
  const unsigned n = chain_->getNrOfJoints();
  const KDL::JntArray q = array_of(pose);
  KDL::JntSpaceInertiaMatrix mass(static_cast<int>(n));
  KDL::Jacobian jacobian(n);
  KDL::Frame place;
  const bool failed = KDL::ChainDynParam(*chain_, KDL::Vector::Zero()).JntToMass(q, mass) < 0 ||
                      KDL::ChainJntToJacSolver(*chain_).JntToJac(q, jacobian) < 0 ||
                      KDL::ChainFkSolverPos_recursive(*chain_).JntToCart(q, place) < 0;
  if (failed) throw std::runtime_error("Orocos KDL takes no such pose");
  ArmMatrices result;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) result.M.push_back(mass(i, j));
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 0; j < n; ++j) result.J.push_back(jacobian(i, j));
  result.point = {place.p.x(), place.p.y(), place.p.z()};
  return result;
}

std::vector<double> RobotArm::bias(const std::vector<double> &pose, const std::vector<double> &speeds,
                                   const Vector3<double> &gravity) const {
  const unsigned n = chain_->getNrOfJoints();
  const KDL::JntArray q = array_of(pose), u = array_of(speeds);
  KDL::JntArray coriolis(n), weight(n);
  KDL::ChainDynParam dynamics(*chain_, KDL::Vector(gravity.x(), gravity.y(), gravity.z()));
  if (dynamics.JntToCoriolis(q, u, coriolis) < 0 || dynamics.JntToGravity(q, weight) < 0)
    throw std::runtime_error("Orocos KDL takes no such motion");
  std::vector<double> sum;
  for (unsigned i = 0; i < n; ++i) sum.push_back(coriolis(i) + weight(i));
  return sum;
}

}  // namespace touchdown::host
