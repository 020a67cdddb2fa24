#include "replay/rows.hpp"

#include "cli/text.hpp"
#include "records/csv.hpp"

namespace touchdown::host {
namespace {

std::string speed(double x) { return ',' + formatted("%.6g", x); }

std::string name_of_mode(std::int32_t mode) { return ',' + csv_text(td_mode_name(mode)); }

void write_row(std::ostream &out, const std::string &body, const Rebound &r) {
  out << csv_text(body) << ',' << csv_text(r.drop->id) << speed(r.measured_after.normal)
      << speed(r.predicted_after.normal) << speed(r.measured_after.slip.norm()) << speed(r.predicted_after.slip.norm())
      << speed(r.error.E_norm) << speed(r.error.linear) << speed(r.error.angular) << ',' << name_of(r.measured_slip)
      << ',' << name_of(r.predicted_slip) << name_of_mode(r.compression) << name_of_mode(r.restitution) << ',';
  if (r.answer.instructions) out << *r.answer.instructions;
  out << ',';
  if (r.same_bits) out << (*r.same_bits ? "yes" : "no");
  out << '\n';
}

}  // namespace

void write_rows(std::ostream &out, const std::vector<DropRun> &runs) {
  out << "body,drop,normal_measured,normal_predicted,slip_measured,slip_predicted,E_norm,linear,angular,"
         "measured,predicted,compression,restitution,work,same_bits\n";
  for (const DropRun &run : runs)
    for (const Rebound &rebound : run.rebounds) write_row(out, run.set.name, rebound);
}

}  // namespace touchdown::host
