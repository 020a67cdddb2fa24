// A log of an inertial sensor, t,ax,ay,az,wx,wy,wz and more, sample by sample at its rate, with the samples that are
// missing between two times as missing ones; and what it knows of the truth.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_LOG_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_LOG_HPP

#include <optional>
#include <string>

#include "records/mapped_table.hpp"
#include "touchdown/contact_monitor.hpp"

namespace touchdown::host {

struct LoggedSample {
  double time;  // [s]
  MonitorSample<double> sample;
  std::optional<int> touches;  // the foot that the log says touches now
};

class MonitorLog {
 public:
  // `rate` [Hz].
  MonitorLog(const std::string &path, double rate, RowsLeftOut &left_out);

  // The next; none at the end. Throws std::runtime_error where the file cannot be read on.
  std::optional<LoggedSample> next();

  bool has_truth() const { return table_.has("truth"); }
  const Source &source() const { return table_.source(); }

 private:
  bool read();
  LoggedSample row() const;

  ColumnMap map_;
  MappedTable table_;
  double rate_;
  RowsLeftOut &left_out_;
  std::optional<LoggedSample> row_;  // read, and not given yet
  std::optional<double> last_time_;  // of the sample given last
};

}  // namespace touchdown::host

#endif
