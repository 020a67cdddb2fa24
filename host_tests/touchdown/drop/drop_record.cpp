#include "drop/drop_record.hpp"

#include "cli/text.hpp"
#include "records/fields.hpp"
#include "records/schema.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

void take_record(JsonObject json, ColumnMap &map) {
  const JsonObject columns = json.object("columns"), units = json.object("units");
  for (const std::string &quantity : columns.keys())
    if (quantity == "time")
      map.columns[quantity] = {columns.text(quantity)};
    else
      map.columns[quantity] = columns.texts(quantity);
  if (columns.has("spin")) map.spare.clear();
  for (const std::string &quantity : units.keys()) map.scale[quantity] = *unit_in_si(units.text(quantity), quantity);
  if (map.columns.count("high") > 0 && map.scale.count("acceleration") > 0)
    map.scale["high"] = map.scale.at("acceleration");
}

DropTestRig drop_rig_of(JsonObject json) {
  DropTestRig all;
  take_record(json, all.record);
  td_drop_rig &rig = all.rig;
  rig.gravity = td_real(9.81);
  read_fields(json, rig);
  if (json.has("range_high") != (all.record.columns.count("high") > 0))
    throw std::runtime_error(json.place_of("range_high") + " and /columns/high go together");
  if (json.has("range_high")) {
    all.low_range = static_cast<double>(rig.range);
    rig.range = json.number<td_real>("range_high");
    if (!(all.low_range > 0 && static_cast<double>(rig.range) > all.low_range))
      throw std::runtime_error(json.place_of("range_high") + " must be above range, and range above 0");
  }
  if (!json.has("bounce")) rig.bounce = std::min(td_real(1), TD_DROP_LONGEST_BOUNCE / std::max(rig.rate, td_real(1)));
  read_fields(json.object("approach"), all.approach);
  return all;
}

// The accelerometers of a board.
struct Sensors {
  double low_range;
  Vector3<double> differ{0, 0, 0};  // [m/s^2] of two, in the mean of the rows that both can read
  int compared = 0;                 // rows
};

// Near the end of its range the finer sensor is not believed: it may saturate some digits below.
Vector3<double> acceleration_in(const MappedTable &table, Sensors &sensors) {
  constexpr double believed = 0.98, compared = 0.5;  // parts of the range
  const Vector3<double> low = table.vector("acceleration");
  if (!(sensors.low_range > 0)) return low;
  const Vector3<double> high = table.vector("high");
  const double part = low.cwiseAbs().maxCoeff() / sensors.low_range;
  if (part < compared) sensors.differ += (high - low - sensors.differ) / ++sensors.compared;
  return part < believed ? low : Vector3<double>(high - sensors.differ);
}

td_drop_sample sample_in(const MappedTable &table, Sensors &sensors) {
  const Vector3<double> a = acceleration_in(table, sensors);
  const Vector3<double> w = table.has("spin") ? table.vector("spin") : Vector3<double>(0, 0, 0);
  td_drop_sample sample{};
  view(sample.a) = a.cast<td_real>();
  view(sample.w) = w.cast<td_real>();
  return sample;
}

struct FirstRows {
  std::vector<double> steps;  // [s] of time
  Vector3<double> level;      // [m/s^2] mean reading
};

FirstRows first_rows(const std::string &path, const ColumnMap &record) {
  if (path == "-") throw std::runtime_error("<stdin>: the rig must say the rate of a record that is read once");
  ColumnMap map;
  for (const char *quantity : {"time", "acceleration"})
    if (record.columns.count(quantity) > 0) map.columns[quantity] = record.columns.at(quantity);
  map.scale = record.scale;
  map.log = record.log;
  MappedTable table(path, map);
  FirstRows rows{{}, {0, 0, 0}};
  double last = 0, count = 0;
  for (int row = 0; row < 200; ++row) try {
      if (!table.next()) break;
      const double time = table.number("time");
      if (row > 0 && time > last) rows.steps.push_back(time - last);
      last = time;
      if (table.has("acceleration")) rows.level += (table.vector("acceleration") - rows.level) / ++count;
    } catch (const CsvError &) {
      continue;  // reported when the record is read
    }
  return rows;
}

// An impact lasts for some thousandths of a second.
void check_time(const std::string &path, double step) {
  constexpr double slowest = 0.05;  // [s]
  if (step < slowest) return;
  throw std::runtime_error(
      path + ": a reading every " + formatted("%.3g", step) + " s shows no impact; time looks like " +
      (step < 1000 * slowest ? "milliseconds; a heading says so: t [ms]" : "microseconds; a heading says so: t [us]"));
}

// A sensor's offset may look so too: it is only said.
void note_level(const std::string &path, const Vector3<double> &level, const Vector3<double> &up) {
  const double reading = level.norm(), upright = level.dot(up.normalized());
  const auto say = [&](const char *words) {
    std::fprintf(stderr, "%s: readings of %.4g at the beginning: %s\n", printable(path).c_str(), reading, words);
  };
  if (std::abs(reading - 1) < 0.01) say("acceleration looks like g; a heading says so: ax [g]");
  if (std::abs(reading - 1000) < 10) say("acceleration looks like mg; a heading says so: ax [mg]");
  if (reading > 3 && upright < -0.5 * reading) say("they point down; at rest an accelerometer reads upwards");
}

double rate_in(const std::string &path, const FirstRows &rows) {
  if (rows.steps.size() < 10) throw std::runtime_error(path + ": too short to know its rate");
  return 1 / median(rows.steps);
}

}  // namespace

DropTestRig read_drop_rig(const std::string &path) { return read_input(path, "drop/rig", drop_rig_of); }

TimedSample missing_sample(double time) {
  constexpr td_real none = std::numeric_limits<td_real>::quiet_NaN();
  return {time, {{none, none, none}, {0, 0, 0}}};
}

DropRecord drop_record(const std::string &path, const ColumnMap &map, double rate, double low_range,
                       RowsLeftOut &left_out) {
  const auto sample_of = [sensors = Sensors{low_range}](const MappedTable &table) mutable {
    return sample_in(table, sensors);
  };
  return {path, map, rate, sample_of, missing_sample(0).sample, left_out};
}

double checked_rate(const std::string &path, double rate, const ColumnMap &record, const Vector3<double> &up) {
  if (path == "-" && rate > 0) return rate;
  const FirstRows rows = first_rows(path, record);
  if (!(rate > 0)) rate = rate_in(path, rows);
  if (!rows.steps.empty()) check_time(path, median(rows.steps));
  if (up.norm() > 0) note_level(path, rows.level, up);
  return rate;
}

void Extremes::check(const std::string &path, double range) const {
  constexpr double beyond = 1.05, fastest = 35;  // of the range; [rad/s], which are 2000 deg/s
  if (a > beyond * range)
    std::fprintf(stderr, "%s: readings up to %.4g m/s^2 are beyond the range of %.4g, which is in m/s^2, as they are\n",
                 printable(path).c_str(), a, range);
  if (w > fastest)
    std::fprintf(stderr, "%s: readings up to %.4g rad/s: spin looks like deg/s; a heading says so: wx [deg/s]\n",
                 printable(path).c_str(), w);
}

}  // namespace touchdown::host
