#include "drops/estimate.hpp"

#include "cli/text.hpp"
#include "report/document.hpp"

namespace touchdown::host {
namespace {

constexpr int most_steps = 40;
constexpr double near_end = 0.03;      // of the way from best to end, or on to the bound: as near as an end is sought
constexpr double plateau_rise = 1e-6;  // of the rise: what is less is flat
constexpr double at_bound = 1e-3;      // of what the parameter can have: an end so near its bound is open

// Where the loss has risen by `rise` on the way from `best` to `bound`; infinite where it has not at the bound. The
// root of the rise is a straight line where the loss is a parabola: regula falsi in it (Illinois) needs a step or two.
class End {
 public:
  End(const Profile &profile, double rise, double bound)
      : profile_(profile), rise_(std::fmax(rise, least_rise)), bound_(bound), floor_(profile.loss(profile.best)) {}

  double find() {
    double x = profile_.best, step = std::fmax(profile_.step, 1e-6 * std::abs(bound_ - x));  // also of no number
    for (int i = 0; i < most_steps && !(far_over_ > 0); ++i) {
      if (x == bound_) return bound_ == profile_.most ? infinite : -infinite;
      x = std::abs(bound_ - x) <= step ? bound_ : x + std::copysign(step, bound_ - x);
      place(x);
      step *= 2;
    }
    for (int i = 0; i < most_steps && std::abs(far_ - near_) > near_end * shorter_way(); ++i) {
      const double part = std::isfinite(far_over_) ? near_short_ / (near_short_ + far_over_) : 0.5;
      const double next = near_ + (far_ - near_) * part;
      place(next);
      if (std::abs(last_) < near_end) return next;
    }
    return far_;
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  static constexpr double least_rise = std::numeric_limits<double>::min();  // of drops that all agree it is 0

  // From the best value, which may stand far away on a plateau, or on to the bound.
  double shorter_way() const { return std::min(std::abs(far_ - profile_.best), std::abs(near_ - bound_)); }

  void place(double x) {
    last_ = std::sqrt(std::max(profile_.loss(x) - floor_, 0.0) / rise_) - 1;
    if (last_ > 0) {
      near_short_ /= was_far_ ? 2 : 1;
      far_ = x, far_over_ = last_;
    } else {
      far_over_ /= was_near_ ? 2 : 1;
      near_ = x, near_short_ = -last_;
    }
    was_far_ = last_ > 0, was_near_ = !was_far_ && far_over_ > 0;
  }

  const Profile &profile_;
  double rise_, bound_, floor_, last_ = 0;
  double near_ = profile_.best, near_short_ = 1, far_ = near_, far_over_ = 0;
  bool was_far_ = false, was_near_ = false;
};

}  // namespace

std::string in_table(const Estimate &x) {
  const bool from = std::isfinite(x.least), to = std::isfinite(x.most);
  if (!from && !to) return "not decided";
  if (!to) return formatted("at least %.4f", x.least);
  if (!from) return formatted("at most %.4f", x.most);
  return formatted("%.4f (%.4f to %.4f)", x.value, x.least, x.most);
}

std::string in_words(const std::string &name, const Estimate &x) {
  if (!x.decided()) return name + " is not decided by these drops";
  if (!std::isfinite(x.least) || !std::isfinite(x.most)) return name + " is " + in_table(x);
  return name + formatted(" is between %.4f and %.4f", x.least, x.most);
}

Json json_of(const Estimate &x) {
  return Json::object({{"value", x.value}, {"at_least", x.least}, {"at_most", x.most}});
}

Estimate estimate_of(const Profile &profile) {
  Estimate found{profile.best, End(profile, profile.rise, profile.least).find(),
                 End(profile, profile.rise, profile.most).find()};
  const double near_bound = at_bound * (profile.most - profile.least);
  if (found.least < profile.least + near_bound) found.least = -std::numeric_limits<double>::infinity();
  if (found.most > profile.most - near_bound) found.most = std::numeric_limits<double>::infinity();
  const double flat = plateau_rise * profile.rise;
  if (std::isfinite(found.least) && !std::isfinite(found.most))
    found.value = std::max(found.least, End(profile, flat, profile.least).find());
  if (!std::isfinite(found.least) && std::isfinite(found.most))
    found.value = std::min(found.most, End(profile, flat, profile.most).find());
  return found;
}

Estimate share_of(std::size_t cases, std::size_t all) {
  const auto came = static_cast<double>(cases), missed = static_cast<double>(all - cases);
  const auto part = [](double count, double share) { return count > 0 ? -count * std::log(share) : 0; };
  const auto loss = [&](double share) { return part(came, share) + part(missed, 1 - share); };
  constexpr double rise = 1.9207;  // half of chi squared's quantile at 95 %, of one parameter
  const double best = all > 0 ? came / (came + missed) : 0.5;
  return estimate_of({loss, best, 0.1, rise, 0, 1});
}

DataTable table_of(const std::vector<Estimated> &answers) {
  DataTable table("of; name; value; at_least; at_most");
  for (const Estimated &x : answers)
    table.add(
        {x.of, x.name, x.estimate.decided() ? Cell(x.estimate.value) : Cell(), x.estimate.least, x.estimate.most});
  return table;
}

}  // namespace touchdown::host
