// A parameter of a surface as data decide it: the best value, and an interval from the profile of the loss, open where
// the data set no bound. Words and JSON fields of every command that estimates one.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/standard.hpp"

namespace touchdown::host {

struct DataTable;

// 95 % of the time the truth is from `least` to `most`; infinite: the data set no bound there.
struct Estimate {
  double value;
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();

  bool decided() const { return std::isfinite(least) || std::isfinite(most); }
  // The end that is farther from the value, of those that the data set; 0 where they set neither.
  double reach() const {
    const double down = std::isfinite(least) ? value - least : 0, up = std::isfinite(most) ? most - value : 0;
    return down > up ? down : up;
  }
};

// "0.2768 (0.2740 to 0.2796)", "at least 0.4420", "at most 0.0310", "not decided".
std::string in_table(const Estimate &estimate);

// "mu_k is between 0.1604 and 0.1651", "mu_k is at least 0.4420", "mu_k is not decided by these drops".
std::string in_words(const std::string &name, const Estimate &estimate);

// {"value", "at_least", "at_most"}, null where there is no bound.
nlohmann::ordered_json json_of(const Estimate &estimate);

// How the loss depends on one parameter, all others at their best.
struct Profile {
  std::function<double(double)> loss;
  double best;         // where it is least
  double step;         // first step away from it
  double rise;         // of the loss, up to which the data do not reject a value
  double least, most;  // values that the parameter can have
};

// An end is open where the loss has not risen so far at the parameter's own bound. With an end open, a best value on a
// plateau of the loss becomes the plateau's other edge.
Estimate estimate_of(const Profile &profile);

// A share, from the number of its cases among all: the likelihood of a binomial distribution.
Estimate share_of(std::size_t cases, std::size_t all);

// What was estimated, and of what.
struct Estimated {
  std::string of, name;
  Estimate estimate;
};

// The table "estimates" of a document: of, name, value, at_least, at_most.
DataTable table_of(const std::vector<Estimated> &answers);

}  // namespace touchdown::host
