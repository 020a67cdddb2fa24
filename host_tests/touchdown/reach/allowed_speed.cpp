#include "reach/allowed_speed.hpp"

#include <algorithm>

namespace touchdown::host {
namespace {

constexpr int looks = 8;      // between points of a table
constexpr int halvings = 30;  // of the part in which a limit is reached

class Search {
 public:
  Search(TouchPlace &place, const Touch &touch, const RestitutionCurve &restitution)
      : place_(place), touch_(touch), restitution_(restitution) {}

  // With the restitution that it has at this speed.
  AllowedSpeed ask(double speed) {
    AllowedSpeed allowed;
    allowed.e = restitution_at(restitution_, speed * touch_.approach_share());
    allowed.answer = place_.predict(touch_, allowed.e);
    refused_ = allowed.answer.status < 0;
    if (!refused_ && allowed.answer.limit != TD_LIMIT_NONE) allowed.speed = allowed.answer.scale;
    return allowed;
  }
  bool respects(double speed) {
    const AllowedSpeed allowed = ask(speed);
    return refused_ || !allowed.speed || *allowed.speed >= speed;
  }

  // The last speed that respects the limits before the first that does not; none where all of the table's do, and then
  // `behind` is its end.
  std::optional<double> within_table(double &behind) {
    behind = 0;
    for (const double speed : speeds()) {
      if (!respects(speed)) return last_respected(behind, speed);
      if (refused_) break;
      behind = speed;
    }
    return std::nullopt;
  }

 private:
  // Speeds at which the table is looked at, rising from 0.
  std::vector<double> speeds() const {
    std::vector<double> corners = {0, restitution_.capture_speed};
    corners.insert(corners.end(), restitution_.speed.begin(), restitution_.speed.end());
    std::sort(corners.begin(), corners.end());
    std::vector<double> all;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
      for (int k = 1; k <= looks; ++k)
        all.push_back((corners[i] + (corners[i + 1] - corners[i]) * k / looks) / touch_.approach_share());
    return all;
  }

  // Between a speed that respects the limits and one that does not: the last that does.
  double last_respected(double below, double above) {
    for (int i = 0; i < halvings; ++i) {
      const double middle = below + (above - below) / 2;
      (respects(middle) ? below : above) = middle;
    }
    return below;
  }

  TouchPlace &place_;
  const Touch &touch_;
  const RestitutionCurve &restitution_;
  bool refused_ = false;
};

}  // namespace

AllowedSpeed allowed_speed(TouchPlace &place, const Touch &touch, const RestitutionCurve &restitution) {
  Search search(place, touch, restitution);
  const bool by_speed = restitution.speed.size() > 1 || restitution.capture_speed > 0;
  double behind = 0;
  const std::optional<double> within = by_speed ? search.within_table(behind) : std::nullopt;
  if (within) {
    AllowedSpeed allowed = search.ask(*within);
    allowed.speed = within;
    return allowed;
  }
  const AllowedSpeed allowed = search.ask(behind);  // behind the table's end its last restitution stays
  return allowed.speed ? allowed : search.ask(1);
}

}  // namespace touchdown::host
