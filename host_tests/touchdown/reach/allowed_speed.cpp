#include "reach/touch.hpp"

#include "effector_link.h"

namespace touchdown::host {
namespace {

static_assert(EFFECTOR_LINK_SPEEDS >= TD_MAX_SPEEDS, "a touch has as many speeds as the library takes");

template <class Scalar>
TouchAnswer answer_of(Status status, const EffectorImpact<Scalar> &impact) {
  if (status < 0) return {status, 0, 0, 0, 0, 0, TD_LIMIT_NONE, -1, TD_MODE_SEPARATING};
  const auto in_double = [](Scalar x) { return static_cast<double>(x); };
  const Impact<Scalar> &contact = impact.speeds.impact;
  return {status,
          in_double(impact.scale),
          in_double(contact.p.n),
          std::hypot(in_double(contact.p.t), in_double(contact.p.s)),
          in_double(impact.energy_lost),
          in_double(impact.peak_force),
          impact.limit,
          impact.joint,
          contact.mode_restitution};
}

TouchAnswer answer_in_double(const Touch &touch, double e) {
  Effector<double> effector;
  effector.speeds = touch.speeds();
  effector.speeds.surface = {touch.mu_s, touch.mu_k, e};
  effector.max_speed_jump = touch.max_speed_jump.data();
  effector.max_joint_impulse = touch.max_joint_impulse.data();
  effector.max_constraint_impulse = touch.max_constraint_impulse.data();
  effector.stiffness = touch.stiffness;
  effector.max_force = touch.max_force;
  EffectorImpact<double> impact{};
  const Status status = touchdown::predict(effector, impact);
  return answer_of(status, impact);
}

template <std::size_t count>
void lay(const std::vector<double> &from, float (&to)[count]) {
  if (from.size() > count) throw std::runtime_error("an arm of more speeds than the link carries");
  std::transform(from.begin(), from.end(), to, [](double x) { return static_cast<float>(x); });
}

effector_link_question question_of(const Touch &touch, double e) {
  effector_link_question question{};
  question.n = static_cast<std::int32_t>(touch.n);
  question.rows = static_cast<std::int32_t>(touch.rows);
  lay(touch.M, question.M);
  lay(touch.J, question.J);
  lay(touch.u, question.u);
  lay(touch.A, question.A);
  lay(touch.hold, question.hold);
  lay(touch.max_speed_jump, question.max_speed_jump);
  lay(touch.max_joint_impulse, question.max_joint_impulse);
  lay(touch.max_constraint_impulse, question.max_constraint_impulse);
  for (int i = 0; i < 3; ++i) question.normal[i] = static_cast<float>(touch.normal[i]);
  question.surface = {static_cast<float>(touch.mu_s), static_cast<float>(touch.mu_k), static_cast<float>(e)};
  question.stiffness = static_cast<float>(touch.stiffness);
  question.max_force = static_cast<float>(touch.max_force);
  return question;
}

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

TouchPlace::TouchPlace(const std::string &place) {
  if (place != "host-double") in_float_ = std::make_unique<TargetBeside>(place, effector_link, EFFECTOR_LINK_COUNT);
}

TouchPlace::~TouchPlace() = default;

TouchAnswer TouchPlace::predict(const Touch &touch, double e) {
  if (!in_float_) return answer_in_double(touch, e);
  effector_link_answer answer{};
  const td_link_outcome outcome = in_float_->call(EFFECTOR_LINK_PREDICT, question_of(touch, e), answer);
  if (in_float_->on_target()) counts.push_back(outcome.counter);
  return answer_of(outcome.status, answer.impact);
}

TargetWork TouchPlace::work() const { return in_float_ ? in_float_->work() : TargetWork(); }

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
