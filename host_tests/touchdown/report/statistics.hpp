// Order statistics of a handful of figures, and quantiles that intervals are made of.
#pragma once

#include "cli/standard.hpp"

namespace touchdown::host {

// The value that the part `q` (0..1) of `values` stays below, linear between the two nearest; not a number for none.
inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

// Two-sided quantiles of the normal distribution.
constexpr double normal_95 = 1.959964, normal_99 = 2.575829;

// Student's t at a quantile of the normal distribution: expansion in 1/freedom (Abramowitz and Stegun 26.7.5).
inline double student(double normal, double freedom) {
  const double z = normal, cube = z * z * z;
  return z + (cube + z) / (4 * freedom) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * freedom * freedom);
}

inline double median(const std::vector<double> &values) { return quantile(values, 0.5); }

inline double mean(const std::vector<double> &values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The values that `take` finds in `items`.
template <class Item, class Take>
std::vector<double> collected(const std::vector<Item> &items, const Take &take) {
  std::vector<double> values;
  values.reserve(items.size());
  for (const Item &item : items) values.push_back(take(item));
  return values;
}

}  // namespace touchdown::host
