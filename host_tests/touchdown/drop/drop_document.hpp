// The document of `drop`: what each impact was, and the samples around it.
#ifndef TOUCHDOWN_HOST_TESTS_DROP_DOCUMENT_HPP
#define TOUCHDOWN_HOST_TESTS_DROP_DOCUMENT_HPP

#include <deque>

#include "drop/drop_record.hpp"
#include "report/document.hpp"

namespace touchdown::host {

const char *name_of_split(std::int32_t split);

// 95 % of the time the truth is between them; NaN: no bound that a surface does not have anyway.
struct Ends {
  double least, most;
};
// Up to `most`, by the surface's nature; `bound`: TD_BOUND_*.
Ends ends_of(const td_measured &m, std::int32_t bound, double most);

class DropDocument {
 public:
  void take(const TimedSample &sample);
  // `begin` [s]: when it began. Samples until now are those that its picture shows.
  void take(double begin, td_status status, const td_drop_impact &impact);
  Document finished() const;

 private:
  void add_trace(double begin, double duration);

  std::deque<TimedSample> recent_;
  std::size_t impacts_ = 0, refused_ = 0, undecided_ = 0;
  std::vector<std::string> answers_, caveats_;
  Json::array_t figures_;
  DataTable trace_{{{"impact"}, {"after it began", "ms"}, {"|a|", "m/s^2"}}};
  DataTable table_{{{"impact"},
                    {"t", "s"},
                    {"e"},
                    {"e uncertainty"},
                    {"e at least"},
                    {"e at most"},
                    {"e by"},
                    {"mu"},
                    {"mu at least"},
                    {"mu at most"},
                    {"approach", "m/s"},
                    {"impulse by mass", "m/s"},
                    {"duration", "ms"},
                    {"peak", "m/s^2"},
                    {"slid for"},
                    {"turn", "deg"},
                    {"samples"},
                    {"clipped"},
                    {"missing"},
                    {"status"}}};
};

}  // namespace touchdown::host

#endif
