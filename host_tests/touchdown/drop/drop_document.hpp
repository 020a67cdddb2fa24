// The document of `drop`: what each impact was, and the samples around it.
#pragma once

#include <deque>

#include "drop/drop_record.hpp"
#include "drops/estimate.hpp"
#include "report/document.hpp"

namespace touchdown::host {

const char *name_of_split(std::int32_t split);

// What td_drop_impact says of a surface; no bound beyond what one has.
Estimate e_of(const td_drop_impact &impact);
Estimate mu_of(const td_drop_impact &impact);

class DropDocument {
 public:
  explicit DropDocument(const td_drop_rig &rig);
  void take(const TimedSample &sample);
  // `begin` [s]: when it began. Samples until now are those that its picture shows.
  void take(double begin, td_status status, const td_drop_impact &impact);
  Document finished() const;

 private:
  std::string answer() const;
  void add_trace(double begin, double duration);
  void add_shock(double begin, double duration);

  double rate_;
  Vector3<double> normal_;
  std::deque<TimedSample> recent_;
  std::size_t impacts_ = 0, refused_ = 0, undecided_ = 0, pictures_ = 0, shocks_ = 0;
  std::string first_;  // of what is solved, in words
  std::vector<std::string> caveats_;
  std::vector<Estimated> answers_;
  DataTable trace_{"impact; after it began [ms]; |a| [m/s^2]"};
  DataTable shock_{"impact; frequency [Hz]; acceleration [m/s^2]; pseudo-velocity [m/s]"};
  DataTable table_{
      "impact; t [s]; e; e uncertainty; e at least; e at most; e by; mu; mu at least; mu at most; approach [m/s]; "
      "impulse by mass [m/s]; duration [ms]; peak [m/s^2]; slid for; turn [deg]; samples; clipped; missing; status"};
};

// The shock response spectrum of an acceleration: the greatest response of a mass on a spring and a damper, over its
// natural frequency, by the ramp-invariant digital filter of ISO 18431-4 (Smallwood 1981).

struct ShockResponse {
  double frequency;        // [Hz]
  double acceleration;     // [m/s^2] of the mass, absolute
  double pseudo_velocity;  // [m/s] relative displacement times 2 pi times the frequency
};

// `damping`: ratio to the critical one. The greatest of both signs, during the shock and after it; the acceleration is
// straight between its samples, and 0 before and after them. Above a tenth of the rate the samples miss peaks.
ShockResponse shock_response(const std::vector<double> &acceleration, double rate, double frequency, double damping);

}  // namespace touchdown::host
