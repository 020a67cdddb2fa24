#include "drop/drop_record.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

constexpr double longest_gap = 1000;  // samples: a longer one is another record

}  // namespace

TimedSample missing_sample(double time) {
  constexpr td_real none = std::numeric_limits<td_real>::quiet_NaN();
  return {time, {{none, none, none}, {0, 0, 0}}};
}

DropRecord::DropRecord(const std::string &path, const ColumnMap &map, double rate, double low_range,
                       RowsLeftOut &left_out)
    : table_(path, map), rate_(rate), low_range_(low_range), left_out_(left_out) {}

// Near the end of its range the finer sensor is not believed: it may saturate some digits below.
Vector3<double> DropRecord::acceleration() {
  constexpr double believed = 0.98, compared = 0.5;  // parts of the range
  const Vector3<double> low = table_.vector("acceleration");
  if (!(low_range_ > 0)) return low;
  const Vector3<double> high = table_.vector("high");
  const double part = low.cwiseAbs().maxCoeff() / low_range_;
  if (part < compared) differ_ += (high - low - differ_) / static_cast<double>(++compared_);
  return part < believed ? low : Vector3<double>(high - differ_);
}

// Whether there was another row. One whose time can be used, but nothing else, is a missing sample by that time.
bool DropRecord::read() {
  while (!row_) try {
      if (!table_.next()) return false;
      const double time = table_.number("time");
      if (last_time_ && !(time > *last_time_)) table_.refuse("time", "time does not go on");
      const Vector3<double> a = acceleration();
      const Vector3<double> w = table_.has("spin") ? table_.vector("spin") : Vector3<double>(0, 0, 0);
      row_ = {time, {}};
      for (int i = 0; i < 3; ++i) {
        row_->sample.a[i] = static_cast<td_real>(a[i]);
        row_->sample.w[i] = static_cast<td_real>(w[i]);
      }
    } catch (const RowError &error) {
      left_out_.add(error);
    }
  return true;
}

std::optional<TimedSample> DropRecord::next() {
  if (!read()) return std::nullopt;
  const double steps = last_time_ ? std::round((row_->time - *last_time_) * rate_) : 1;
  if (steps > longest_gap)
    throw std::runtime_error(source().name() + ": a gap of " + std::to_string(row_->time - *last_time_) + " s after " +
                             std::to_string(*last_time_) + " s: what follows is another record");
  TimedSample given = *row_;
  if (steps > 1) {
    given = missing_sample(*last_time_ + 1 / rate_);
    ++missing_;
  } else {
    row_.reset();
  }
  last_time_ = given.time;
  return given;
}

double rate_of_record(const std::string &path, const ColumnMap &record) {
  if (path == "-") throw std::runtime_error("<stdin>: the rig must say the rate of a record that is read once");
  ColumnMap map;
  map.columns = {{"time", record.columns.at("time")}};
  map.scale = record.scale;
  MappedTable table(path, map);
  std::vector<double> steps;
  double last = 0;
  for (int row = 0; row < 200; ++row) try {
      if (!table.next()) break;
      const double time = table.number("time");
      if (row > 0 && time > last) steps.push_back(time - last);
      last = time;
    } catch (const RowError &) {
      continue;  // reported when the record is read
    }
  if (steps.size() < 10) throw std::runtime_error(path + ": too short to know its rate");
  return 1 / median(steps);
}

}  // namespace touchdown::host
