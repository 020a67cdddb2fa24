// What is of each joint in a JSON file: one number for all, or an object of numbers by the joints' names.
#ifndef TOUCHDOWN_HOST_TESTS_JOINT_NUMBERS_HPP
#define TOUCHDOWN_HOST_TESTS_JOINT_NUMBERS_HPP

#include <string>
#include <vector>

#include "reach/robot_arm.hpp"
#include "records/json_object.hpp"

namespace touchdown::host {

// Numbers by joint; `otherwise` where the object names none. Throws std::runtime_error where it names another.
std::vector<double> joint_numbers(const JsonObject &from, const std::vector<ArmJoint> &joints, double otherwise);

// Of the key; `otherwise` of all joints without it.
std::vector<double> of_each_joint(const JsonObject &file, const std::string &key, const std::vector<ArmJoint> &joints,
                                  double otherwise);

}  // namespace touchdown::host

#endif
