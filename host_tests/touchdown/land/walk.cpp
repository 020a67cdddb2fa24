#include "land/outcome.hpp"

namespace touchdown::host {
namespace {

constexpr int frames = 400, pieces_of_a_step = 8, halvings = 30, most_steps = 2;
constexpr double least_force = 1e-9;  // [N] by which legs share what no leg has

void require(Status status) {
  if (status < 0) throw std::runtime_error(status_text(status));
}

bool presses(const Scenario &scenario, const Landing<double> &landing, int foot) {
  const LegRecord<double> &leg = landing.leg[foot];
  const std::int32_t kind = scenario.body.leg[foot].kind;
  return kind == TD_LEG_TRIPOD ? leg.down == 1 : kind != TD_LEG_RIGID && vector(leg.force).norm() > 0;
}

Vector3<double> normal_under(const Scenario &scenario, const Vector3<double> &place, int foot) {
  const Lander<double> &body = scenario.body;
  const Vector3<double> n = vector(body.ground[body.planes > 1 ? foot : 0].n).normalized();
  if (scenario.uneven == nullptr) return n;
  double gradient[3] = {};
  body.height(body.height_context, place.data(), gradient);
  return (n - vector(gradient)).normalized();
}

class Walk {
 public:
  explicit Walk(const Scenario &scenario) : scenario_(scenario), body_(scenario.body) {
    body_.most_touches = most_touches;
    for (int i = 0; i < body_.feet; ++i) yields_ = yields_ || body_.leg[i].kind != TD_LEG_RIGID;
  }

  LandingOutcome outcome() {
    LandingOutcome outcome{};
    Landing<double> &now = outcome.ended.landing;
    Status &status = outcome.ended.status = start(now, body_, scenario_.state);
    require(status);
    std::vector<Landing<double>> steps = {now};
    const double horizon = body_.horizon > 0 ? body_.horizon : TD_DEFAULT_HORIZON;
    while (now.outcome == TD_OUTCOME_OPEN && steps.size() <= TD_MAX_LANDING_STEPS) {
      const Status taken = step(now, body_, horizon, impacts_);
      require(taken);
      status |= taken;
      add_touches(steps.back(), now);
      steps.push_back(now);
    }
    if (now.outcome == TD_OUTCOME_OPEN) now.outcome = TD_OUTCOME_UNDECIDED;
    if (now.first_contact < 0) status |= TD_CAVEAT_NO_CONTACT;
    outcome.way = frames_of(steps);
    outcome.way.back() = now;
    sort_touches(outcome);
    return outcome;
  }

 private:
  // On by shorter steps, up to one that is refused; a piece of a step hardly takes two.
  Landing<double> moved(Landing<double> landing, double until) const {
    for (int i = 0; i < most_steps && landing.time < until; ++i)
      if (step(landing, body_, until) < 0) break;
    return landing;
  }

  // No farther apart than a part of the whole: in flight a step is long.
  std::vector<Landing<double>> frames_of(const std::vector<Landing<double>> &steps) const {
    const std::size_t thinned = steps.size() / frames + 1;
    const double longest = steps.back().time / frames;
    std::vector<Landing<double>> way = {steps.front()};
    for (std::size_t i = 1; i < steps.size(); ++i) {
      const double from = steps[i - 1].time, span = steps[i].time - from;
      const int between = static_cast<int>(span / longest);
      for (int k = 1; k <= between; ++k)
        way.push_back(moved(k == 1 ? steps[i - 1] : way.back(), from + span * k / (between + 1)));
      if (i % thinned == 0 || i + 1 == steps.size()) way.push_back(steps[i]);
    }
    return way;
  }

  void add_touches(const Landing<double> &before, const Landing<double> &now) {
    for (std::int32_t k = before.touches; k < std::min(now.touches, most_touches); ++k)
      touches_.push_back({impacts_[k], {}, clearance(moved(before, impacts_[k].time)), now.least_margin});
    if (!yields_) return;
    Landing<double> from = before;
    for (int k = 1; k <= pieces_of_a_step; ++k) {
      const double until = before.time + (now.time - before.time) * k / pieces_of_a_step;
      const Landing<double> to = k == pieces_of_a_step ? now : moved(from, until);
      for (int i = 0; i < body_.feet; ++i) press(from, to, i);
      add_impulses(from, to);
      from = to;
    }
  }

  // [N s] of what is neither gravity's nor the thrust's.
  Vector3<double> impulse_of_ground(const Landing<double> &from, const Landing<double> &to) const {
    const double span = to.time - from.time;
    const bool thrusts = !(to.first_contact >= 0 && from.time > to.first_contact + body_.cut_delay);
    const Vector3<double> thrust = attitude_of(from.state) * vector(body_.thrust) * (thrusts ? 1 : 0);
    return body_.mass * (vector(to.state.v) - vector(from.state.v) - span * vector(body_.gravity)) - span * thrust;
  }

  // By the forces at the end, which are without impacts at a leg's stop. What they leave of the change of momentum is
  // of the legs that have stopped, or of all by their forces.
  void add_impulses(const Landing<double> &from, const Landing<double> &to) {
    Vector3<double> left = impulse_of_ground(from, to);
    for (const Touch<double> &impact : impacts_)
      if (impact.time > from.time && impact.time <= to.time) left -= vector(impact.p);
    double force[TD_MAX_FEET] = {}, stops[TD_MAX_FEET] = {}, all_force = 0, all_stops = 0;
    for (int i = 0; i < body_.feet; ++i) {
      Vector3<double> p = vector(to.leg[i].force) * (to.time - from.time);
      if (down_[i] > 0) {
        const double since = touches_[down_[i] - 1].touch.time;
        if (since > from.time) p *= (to.time - since) / (to.time - from.time);
        view(touches_[down_[i] - 1].touch.p) += p;
        all_force += force[i] = least_force + vector(to.leg[i].force).norm();
        all_stops += stops[i] = to.leg[i].stops - from.leg[i].stops;
      }
      left -= p;
    }
    for (int i = 0; i < body_.feet; ++i)
      if (down_[i] > 0)
        view(touches_[down_[i] - 1].touch.p) += left * (all_stops > 0 ? stops[i] / all_stops : force[i] / all_force);
  }

  Cell clearance(const Landing<double> &landing) const {
    return body_.points > 0 ? Cell(clearance_of(scenario_, landing.state)) : Cell();
  }

  // What a leg that yields does in a piece of a step.
  void press(const Landing<double> &from, const Landing<double> &to, int i) {
    if (down_[i] == 0) {
      if (!presses(scenario_, to, i)) return;
      touches_.push_back(touch_between(from, to, i));
      down_[i] = touches_.size();
    }
    FootTouch &is = touches_[down_[i] - 1];
    const LegRecord<double> &leg = to.leg[i];
    is.touch.energy_lost += leg.energy - from.leg[i].energy;
    is.stroke = std::max(is.stroke.get<double>(), leg.stroke);
    if (body_.points > 0) is.clearance = std::min(is.clearance, clearance(to));
    is.least_margin = to.least_margin;
    if (!presses(scenario_, to, i) && is_off(to, i)) down_[i] = 0;
  }

  // A foot that slides leaves its ground by less again and again.
  bool is_off(const Landing<double> &landing, int i) const {
    constexpr double part = 1e-3;
    const Foot<double> &foot = body_.foot[i];
    return height_of(scenario_, foot_at(scenario_, landing, i), i) - foot.radius > part * vector(foot.r).norm();
  }

  // Its foot as it comes down, found by halving.
  FootTouch touch_between(Landing<double> from, const Landing<double> &to, int i) const {
    double end = to.time;
    for (int k = 0; k < halvings; ++k) {
      const double middle = from.time + (end - from.time) / 2;
      const Landing<double> at = moved(from, middle);
      if (presses(scenario_, at, i)) {
        end = middle;
      } else {
        from = at;
      }
    }
    const Vector3<double> place = foot_at(scenario_, from, i), n = normal_under(scenario_, place, i);
    const Vector3<double> arm = place - scenario_.body.foot[i].radius * n - vector(from.state.x);
    const Vector3<double> v = vector(from.state.v) + vector(from.state.w).cross(arm);
    FootTouch is{{}, 0, clearance(from), to.least_margin};
    is.touch.foot = i;
    is.touch.time = from.time;
    is.touch.v_n = n.dot(v);
    is.touch.slip = (v - n * n.dot(v)).norm();
    return is;
  }

  void sort_touches(LandingOutcome &outcome) {
    const auto seen = static_cast<std::size_t>(std::min(outcome.ended.landing.touches, most_touches));
    const std::size_t more = static_cast<std::size_t>(outcome.ended.landing.touches) - seen;
    std::stable_sort(touches_.begin(), touches_.end(),
                     [](const FootTouch &a, const FootTouch &b) { return a.touch.time < b.touch.time; });
    outcome.more_touches = more + touches_.size();
    touches_.resize(std::min<std::size_t>(touches_.size(), most_touches));
    outcome.more_touches -= touches_.size();
    outcome.touches = touches_;
  }

  const Scenario &scenario_;
  Lander<double> body_;
  bool yields_ = false;
  Touch<double> impacts_[most_touches] = {};
  std::vector<FootTouch> touches_;
  std::size_t down_[TD_MAX_FEET] = {};  // the touch that each foot has now, counted from 1
};

}  // namespace

LandingOutcome walk(const Scenario &scenario) { return Walk(scenario).outcome(); }

double height_of(const Scenario &scenario, const Vector3<double> &place, int foot) {
  const Lander<double> &body = scenario.body;
  const auto over = [&](int plane) {
    return vector(body.ground[plane].n).normalized().dot(place - vector(body.ground[plane].point));
  };
  if (scenario.uneven != nullptr) {
    const Vector3<double> below = place - over(0) * vector(body.ground[0].n).normalized();
    double gradient[3] = {};
    return over(0) - body.height(body.height_context, below.data(), gradient);
  }
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < body.planes; ++i)
    if (body.planes == 1 || foot < 0 || i == foot) least = std::min(least, over(i));
  return least;
}

double clearance_of(const Scenario &scenario, const LanderState<double> &state) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < scenario.body.points; ++i) {
    const Vector3<double> point = vector(state.x) + attitude_of(state) * vector(scenario.body.point[i]);
    least = std::min(least, height_of(scenario, point, -1));
  }
  return least;
}

}  // namespace touchdown::host
