#include "reach/joint_numbers.hpp"

#include <algorithm>
#include <stdexcept>

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
  if (file.has(key) && file.is_object(key)) return joint_numbers(file.object(key), joints, otherwise);
  return std::vector<double>(joints.size(), file.number<double>(key, otherwise));
}

}  // namespace touchdown::host
