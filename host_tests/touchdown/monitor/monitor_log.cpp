#include "monitor/monitor_log.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace touchdown::host {
namespace {

constexpr double longest_gap = 1000;  // samples: a longer one is another log

ColumnMap columns(const std::string &path) {
  ColumnMap map;
  map.columns = {{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}, {"spin", {"wx", "wy", "wz"}}};
  ColumnMap more;
  more.columns = {{"normal", {"nx", "ny", "nz"}},
                  {"force", {"fx", "fy", "fz"}},
                  {"torque", {"mx", "my", "mz"}},
                  {"truth", {"truth"}}};
  if (path == "-") return map;
  for (const auto &column : more.columns) {
    ColumnMap one;
    one.columns.insert(column);
    if (missing_columns(path, one).none()) map.columns.insert(column);
  }
  return map;
}

void put(const Vector3<double> &from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

}  // namespace

MonitorLog::MonitorLog(const std::string &path, double rate, RowsLeftOut &left_out)
    : map_(columns(path)), table_(path, map_), rate_(rate), left_out_(left_out) {}

LoggedSample MonitorLog::row() const {
  LoggedSample row{table_.number("time"), {}, std::nullopt};
  if (last_time_ && !(row.time > *last_time_)) table_.refuse("time", "time does not go on");
  put(table_.vector("acceleration"), row.sample.a);
  put(table_.vector("spin"), row.sample.w);
  if (table_.has("normal")) put(table_.vector("normal"), row.sample.n);
  if (table_.has("force")) put(table_.vector("force"), row.sample.force);
  if (table_.has("torque")) put(table_.vector("torque"), row.sample.torque);
  if (table_.has("truth") && !table_.text("truth").empty()) row.touches = static_cast<int>(table_.number("truth"));
  return row;
}

// Whether there was another row.
bool MonitorLog::read() {
  while (!row_) try {
      if (!table_.next()) return false;
      row_ = row();
    } catch (const RowError &error) {
      left_out_.add(error);
    }
  return true;
}

std::optional<LoggedSample> MonitorLog::next() {
  if (!read()) return std::nullopt;
  const double steps = last_time_ ? std::round((row_->time - *last_time_) * rate_) : 1;
  if (steps > longest_gap)
    throw std::runtime_error(source().name() + ": a gap after " + std::to_string(*last_time_) +
                             " s: what follows is another log");
  LoggedSample given = *row_;
  if (steps > 1) {
    given = {*last_time_ + 1 / rate_, {}, std::nullopt};
    given.sample.a[0] = std::numeric_limits<double>::quiet_NaN();
  } else {
    row_.reset();
  }
  last_time_ = given.time;
  return given;
}

}  // namespace touchdown::host
