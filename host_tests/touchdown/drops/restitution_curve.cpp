// The C API of the library in double: e at an approach speed by the very function that a target would call.
#define TD_DOUBLE
#include "touchdown/touchdown.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "drops/restitution_curve.hpp"

namespace touchdown::host {

double restitution_of_table(double capture_speed, const double *speed, const double *e, std::size_t points,
                            double approach_speed) {
  if (points > TD_MAX_RESTITUTION_POINTS) throw std::runtime_error("a restitution table of too many points");
  td_restitution table{capture_speed, {}, {}, static_cast<int32_t>(points)};
  std::copy_n(speed, points, table.speed);
  std::copy_n(e, points, table.e);
  double result = 0;
  const td_status status = td_restitution_at(&table, approach_speed, &result);
  if (status != TD_SOLVED) throw std::runtime_error(std::string("restitution table ") + td_status_name(status));
  return result;
}

}  // namespace touchdown::host
