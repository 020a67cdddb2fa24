#include "reach/joint_numbers.hpp"

#include <stdexcept>

namespace touchdown::host {

void check_not_negative(double number, const std::string &place) {
  if (!(number >= 0)) throw std::runtime_error(place + " must be 0 or more");
}

std::vector<double> joint_numbers(JsonObject from, const std::vector<ArmJoint> &joints, double otherwise) {
  std::vector<double> numbers;
  numbers.reserve(joints.size());
  for (const ArmJoint &joint : joints) numbers.push_back(from.number<double>(joint.name, otherwise));
  from.finish();
  return numbers;
}

std::vector<double> of_each_joint(JsonObject &file, const std::string &key, const std::vector<ArmJoint> &joints,
                                  double otherwise) {
  if (!file.has(key)) return std::vector<double>(joints.size(), otherwise);
  std::vector<double> numbers;
  if (file.at(key).is_object())
    numbers = joint_numbers(file.object(key), joints, otherwise);
  else
    numbers.assign(joints.size(), file.number<double>(key));
  for (const double number : numbers) check_not_negative(number, file.place_of(key));
  return numbers;
}

}  // namespace touchdown::host
