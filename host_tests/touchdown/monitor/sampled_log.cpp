#include "monitor/sampled_log.hpp"

#include <limits>
#include <stdexcept>

namespace touchdown::host {
namespace {

constexpr const char *spare_joint = "joint that the machine has not";

// Of joint 0: q1.
std::string column_of(const char *kind, std::size_t joint) { return kind + std::to_string(joint + 1); }

void put(const Vector3<double> &from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

// At which a table stands that has no column of a joint more.
JointState state_in(const MappedTable &table, std::size_t joints) {
  if (table.has(spare_joint))
    throw std::runtime_error(table.source().name() + ": has column " + column_of("q", joints) +
                             ", and the machine has " + std::to_string(joints) + " joints");
  JointState state;
  for (std::size_t i = 0; i < joints; ++i) {
    state.q.push_back(table.number(column_of("q", i)));
    state.u.push_back(table.number(column_of("qd", i)));
    state.torque.push_back(table.number(column_of("tau", i)));
  }
  return state;
}

MonitorSample<double> sample_in(const MappedTable &table) {
  MonitorSample<double> sample = {};
  put(table.vector("acceleration"), sample.a);
  put(table.vector("spin"), sample.w);
  if (table.has("normal")) put(table.vector("normal"), sample.n);
  if (table.has("force")) put(table.vector("force"), sample.force);
  if (table.has("torque")) put(table.vector("torque"), sample.torque);
  return sample;
}

}  // namespace

SampledLog<JointState> joint_log(const std::string &path, std::size_t joints, double rate, RowsLeftOut &left_out) {
  ColumnMap map;
  map.columns = {{"time", {"t"}}};
  for (std::size_t i = 0; i < joints; ++i)
    for (const char *kind : {"q", "qd", "tau"}) map.columns[column_of(kind, i)] = {column_of(kind, i)};
  map.spare = {{"truth", {"truth"}}, {spare_joint, {column_of("q", joints)}}};
  return {path, map, rate, [joints](const MappedTable &table) { return state_in(table, joints); }, {}, left_out};
}

SampledLog<MonitorSample<double>> sensor_log(const std::string &path, double rate, RowsLeftOut &left_out) {
  ColumnMap map;
  map.columns = {{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}, {"spin", {"wx", "wy", "wz"}}};
  map.spare = {{"normal", {"nx", "ny", "nz"}},
               {"force", {"fx", "fy", "fz"}},
               {"torque", {"mx", "my", "mz"}},
               {"truth", {"truth"}}};
  MonitorSample<double> missing = {};
  missing.a[0] = std::numeric_limits<double>::quiet_NaN();
  return {path, map, rate, sample_in, missing, left_out};
}

}  // namespace touchdown::host
