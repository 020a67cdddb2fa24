// A log of an inertial sensor: t,ax,ay,az,wx,wy,wz and more.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_LOG_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_LOG_HPP

#include <string>

#include "monitor/sampled_log.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown::host {

class MonitorLog : public SampledLog<MonitorSample<double>> {
 public:
  MonitorLog(const std::string &path, double rate, RowsLeftOut &left_out);

 protected:
  MonitorSample<double> sample_in_row() const override;
  MonitorSample<double> missing() const override;
};

}  // namespace touchdown::host

#endif
