// An accelerometer's record, t,ax,ay,az[,wx,wy,wz], sample by sample as the rig would have given them: at its rate,
// with the samples that are missing between two times, or spoiled in their row, as missing ones.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_RECORD_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_RECORD_HPP

#include <cstddef>
#include <optional>
#include <string>

#include "records/mapped_table.hpp"
#include "touchdown/drop.h"

namespace touchdown::host {

struct TimedSample {
  double time;  // [s]
  td_drop_sample sample;
};

class DropRecord {
 public:
  // `map` as a rig has it, which lives as long; `rate` [Hz].
  DropRecord(const std::string &path, const ColumnMap &map, double rate, RowsLeftOut &left_out);

  // The next; none at the end. Throws std::runtime_error where the file cannot be read on.
  std::optional<TimedSample> next();

  const Source &source() const { return table_.source(); }
  std::size_t missing() const { return missing_; }  // samples between two times, so far

 private:
  bool read();

  MappedTable table_;
  double rate_;
  RowsLeftOut &left_out_;
  std::optional<TimedSample> row_;   // read, and not given yet
  std::optional<double> last_time_;  // of the sample given last
  std::size_t missing_ = 0;
};

// One that was not recorded.
TimedSample missing_sample(double time);

// [Hz] by the times of the first rows. Throws std::runtime_error where they do not say.
double rate_of_record(const std::string &path, const ColumnMap &map = {{{"time", {"t"}}}, {}, {}, {}});

}  // namespace touchdown::host

#endif
