// An accelerometer's record, t,ax,ay,az[,wx,wy,wz], sample by sample as the rig would have given them: at its rate,
// with the samples that are missing between two times, or spoiled in their row, as missing ones.
#pragma once

#include "records/sampled_log.hpp"

namespace touchdown::host {

using TimedSample = Logged<td_drop_sample>;
using DropRecord = SampledLog<td_drop_sample>;

// `low_range` [m/s^2] of the finer of two sensors, above which the coarser one's reading (`high` in the map) stands in;
// 0: there is one.
DropRecord drop_record(const std::string &path, const ColumnMap &map, double rate, double low_range,
                       RowsLeftOut &left_out);

// One that was not recorded.
TimedSample missing_sample(double time);

// [Hz] as given or, if that is 0, by the times of the first rows. Throws std::runtime_error where they do not say, or
// are no seconds. Says on stderr where acceleration seems to have another unit, or does not read upwards at rest; `up`
// in the sensor's axes, 0 where nothing is known of it.
double checked_rate(const std::string &path, double rate, const ColumnMap &record, const Vector3<double> &up);

// The greatest readings of samples.
struct Extremes {
  double a = 0, w = 0;
  template <class Sample>
  void add(const Sample &sample) {
    a = std::max(a, vector(sample.a).template cast<double>().cwiseAbs().maxCoeff());
    w = std::max(w, vector(sample.w).template cast<double>().cwiseAbs().maxCoeff());
  }
  // Says on stderr which no sensor of this range [m/s^2] reads.
  void check(const std::string &path, double range) const;
};

// The rig of a drop test as a JSON file says it, for the streaming identifier (touchdown/drop.h).

struct DropTestRig {
  td_drop_rig rig{};            // rate 0: the record's; range: of the coarser of two sensors
  double low_range = 0;         // [m/s^2] of the finer one; 0: there is one
  td_drop_approach approach{};  // speed 0: not known
  // `spin` is spare where the rig does not name its columns.
  ColumnMap record{
      {{"time", {"t"}}, {"acceleration", {"ax", "ay", "az"}}}, {{"spin", {"wx", "wy", "wz"}}}, {}, {}, {"imu"}};
};

// Throws std::runtime_error naming the file and the field that cannot be used.
DropTestRig read_drop_rig(const std::string &path);

}  // namespace touchdown::host
