#include "monitor/monitor_log.hpp"

#include <limits>

namespace touchdown::host {
namespace {

ColumnMap columns() {
  ColumnMap map;
  map.columns = {{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}, {"spin", {"wx", "wy", "wz"}}};
  map.spare = {{"normal", {"nx", "ny", "nz"}},
               {"force", {"fx", "fy", "fz"}},
               {"torque", {"mx", "my", "mz"}},
               {"truth", {"truth"}}};
  return map;
}

void put(const Vector3<double> &from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

}  // namespace

MonitorLog::MonitorLog(const std::string &path, double rate, RowsLeftOut &left_out)
    : SampledLog(path, columns(), rate, left_out) {}

MonitorSample<double> MonitorLog::sample_in_row() const {
  MonitorSample<double> sample = {};
  put(table().vector("acceleration"), sample.a);
  put(table().vector("spin"), sample.w);
  if (table().has("normal")) put(table().vector("normal"), sample.n);
  if (table().has("force")) put(table().vector("force"), sample.force);
  if (table().has("torque")) put(table().vector("torque"), sample.torque);
  return sample;
}

MonitorSample<double> MonitorLog::missing() const {
  MonitorSample<double> sample = {};
  sample.a[0] = std::numeric_limits<double>::quiet_NaN();
  return sample;
}

}  // namespace touchdown::host
