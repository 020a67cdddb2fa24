// Where a contact monitor listens: in this process, in double or in float, or on a target over its link.
#ifndef TOUCHDOWN_HOST_TESTS_MONITOR_PLACE_HPP
#define TOUCHDOWN_HOST_TESTS_MONITOR_PLACE_HPP

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "touchdown/contact_monitor.hpp"

namespace touchdown::host {

// What a monitor told of one sample.
struct Heard {
  double contact = 0;                            // [-] probability that the open event is a contact
  std::array<std::int32_t, TD_MAX_FEET> foot{};  // TD_FOOT_*
  bool told = false;                             // feet were told to touch
  std::optional<ContactEvent<double>> ended;     // the event that it ended
};

// What listening has cost, and whether it was right.
struct Listened {
  std::string counter;  // of a target; empty in process
  std::uint64_t work = 0, samples = 0;
  double dearest_batch = 0;           // work of a sample, the greatest mean of a batch
  std::size_t differing_answers = 0;  // in some bits from those of this process
};

class MonitorPlace {
 public:
  virtual ~MonitorPlace() = default;
  // Of each sample, in order. A target that is lost or refuses throws TargetError.
  virtual std::vector<Heard> listen(const std::vector<MonitorSample<double>> &samples) = 0;
  virtual Listened listened() const { return {}; }
};

// `place` as for --on. Throws std::runtime_error where the machine is refused.
std::unique_ptr<MonitorPlace> start_monitor(const std::string &place, const MonitorMachine<double> &machine);

}  // namespace touchdown::host

#endif
