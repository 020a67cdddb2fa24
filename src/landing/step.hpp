// From the first touch to rest, one bounded step at a time: pieces of flight or of bearing feet, each up to the next
// touch, its impact, and what is made of the lander after the step. DESIGN.md (E128) to (E130).
#ifndef TOUCHDOWN_LANDING_STEP_HPP
#define TOUCHDOWN_LANDING_STEP_HPP

#include "landing/outcome.hpp"
#include "landing/sliding.hpp"
#include "landing/validation.hpp"

namespace touchdown {

// In the attitude R.
template <class Scalar>
inline MechanicalEnergy<Scalar> energy_of(const Lander<Scalar> &lander, const State<Scalar> &state,
                                          const Matrix3<Scalar> &R) {
  return {kinetic_energy(lander, state, R), -lander.mass * vector(lander.gravity).dot(state.x)};
}

template <class Scalar>
struct EnergyOfStep {
  MechanicalEnergy<Scalar> before, after;
  Scalar work;  // on the lander
};

// Takes from the velocities what the finite step has added, at most half of their energy: the rest is owed, and paid by
// later steps. Enters what was lost. A lander that owes more than it may was at the top of its way: it stays where it
// began, at rest, and the answer is false. But a gain that is rounding of its height says no such thing.
template <class Scalar>
inline bool correct_energy(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &from,
                          const EnergyOfStep<Scalar> &step, MovingLanding<Scalar> &landing) {
  const MechanicalEnergy<Scalar> &before = step.before, &after = step.after;
  const Scalar work = step.work;
  const Scalar gain = (after.kinetic - before.kinetic) + (after.height - before.height) - work;
  const Scalar most_owed = tolerance::owed<Scalar> * lander.mass * terrain.scales.speed * terrain.scales.speed;
  const Scalar rounding =
      tolerance::height_rounding<Scalar> * lander.mass * vector(lander.gravity).cwiseAbs().dot(from.x.cwiseAbs());
  const Scalar size = before.kinetic + after.kinetic + abs(after.height - before.height) + abs(work);
  const Scalar due = landing.owed + gain;
  if (!(due > tolerance::energy_rounding<Scalar> * size)) {
    landing.energy_lost -= due;
    landing.owed = 0;
    return true;
  }
  const Scalar half = Scalar(0.5) * after.kinetic, owed = due > half ? due - half : Scalar(0);
  if (owed > most_owed && gain > rounding) {
    landing.state.x = from.x;
    landing.state.q = from.q;
    landing.state.v.setZero();
    landing.state.w.setZero();
    landing.energy_lost += before.kinetic + work;
    return false;
  }
  const Scalar part = due > half ? square_root(Scalar(0.5)) : square_root((after.kinetic - due) / after.kinetic);
  landing.state.v *= part;
  landing.state.w *= part;
  landing.owed = owed < most_owed ? owed : most_owed;
  landing.energy_lost -= owed - landing.owed;
  return true;
}

template <class Scalar>
inline bool thrusts(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                    const MovingLanding<Scalar> &landing) {
  if (!terrain.thrust) return false;
  return landing.first_contact < 0 || landing.time < landing.first_contact + lander.cut_delay;
}

// An impact of the feet of the mask has led to `motion`.
template <class Scalar>
inline void enter_impact(const Motion<Scalar> &motion, std::uint32_t feet, Stride<Scalar> &stride,
                         MovingLanding<Scalar> &landing) {
  landing.state.v = motion.v;
  landing.state.w = motion.w;
  stride.touched |= feet;
  if (landing.first_contact < 0) landing.first_contact = landing.time;
  if (landing.impacts < TD_MAX_LANDING_STEPS) ++landing.impacts;
}

// Foot i has struck with the impulse p: in the count, and where there is room for it.
template <class Scalar>
inline void note_touch(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int i,
                       const Vector3<Scalar> &p, MovingLanding<Scalar> &landing) {
  const std::int32_t at = landing.touches;
  if (at < std::numeric_limits<std::int32_t>::max()) ++landing.touches;
  if (lander.touches == nullptr || at >= lander.most_touches) return;
  const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, i)].n, arm = arm_of(lander, terrain, pose.R, i);
  const Vector3<Scalar> before = point_velocity(pose.motion.v, pose.motion.w, arm);
  const Vector3<Scalar> after = point_velocity(landing.state.v, landing.state.w, arm);
  Touch<Scalar> &touch = lander.touches[at];
  touch.foot = i;
  touch.time = landing.time;
  touch.v_n = n.dot(before);
  touch.slip = square_root(Vector3<Scalar>(before - n * touch.v_n).squaredNorm());
  view(touch.p) = p;
  touch.energy_lost = Scalar(-0.5) * p.dot(before + after);
}

// The impact of the foot that touches, with those of the mask `others` that are as near.
template <class Scalar>
inline Status strike(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int foot,
                     std::uint32_t others, Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  std::uint32_t feet = 1U << foot;
  for (int i = 0; i < lander.feet; ++i)
    if (pose.gap[i] < terrain.scales.together_within) feet |= (others >> i & 1U) << i;
  StrikeImpulses<Scalar> impulses;
  impulses.after = pose.motion;
  const Status status = feet == 1U << foot ? strike_single(lander, terrain, pose, foot, impulses)
                                           : strike_coupled(lander, terrain, pose, feet, stride.sweeps_left, impulses);
  if (status < 0) return status;
  enter_impact(impulses.after, feet, stride, landing);
  for (int i = 0; i < lander.feet; ++i)
    if ((feet >> i & 1U) != 0) note_touch(lander, terrain, pose, i, Vector3<Scalar>(pose.R * impulses.p[i]), landing);
  return TD_SOLVED;
}

// To where the lander is after t, and its attitude there.
template <class Scalar>
inline void turn_up(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t, State<Scalar> &state,
                    Pose<Scalar> &pose) {
  place_at(arc, t, state);
  pose.R = rotation_of(state.q);
  move_at(terrain, arc, t, pose.R, state);
}

// And where its feet are.
template <class Scalar>
inline void arrive(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t,
                   State<Scalar> &state, Pose<Scalar> &pose) {
  turn_up(terrain, arc, t, state, pose);
  place_feet(lander, terrain, state, pose);
}

// A flight, in which the feet of the mask `bearing` press.
template <class Scalar>
inline Status fly_and_bear(const Lander<Scalar> &lander, Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                           std::uint32_t bearing, Stride<Scalar> &stride, Arc<Scalar> &arc,
                           MovingLanding<Scalar> &landing) {
  arc = fly(lander, terrain, landing.state, pose.R, stride.left, thrusts(lander, terrain, landing));
  if (bearing == 0) return TD_SOLVED;
  const Status status = bear(lander, pose, bearing, terrain, stride, arc);
  if (status < 0) return status;
  if (landing.first_contact < 0) landing.first_contact = landing.time;
  return TD_SOLVED;
}

// Whether no foot can come to the ground along a flight, however the lander turns.
template <class Scalar>
inline bool stays_clear(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                        const Arc<Scalar> &arc) {
  if (terrain.planes != 1 || has_heights(lander) || arc.pressed) return false;
  const Vector3<Scalar> &n = terrain.frame[0].n;
  const Scalar speed = max(-n.dot(arc.v), Scalar(0)) + Scalar(0.5) * arc.span * abs(n.dot(arc.a));
  const Scalar left = pose.lowest - arc.span * speed, turn = arc.span * terrain.reach;
  return left > 0 && left * left > turn * turn * arc.spin.squaredNorm();
}

// Along an arc to its end, or to where the first foot touches that does not bear; the last piece looks for none. On
// ground that a function tells, the planes are those under the feet there.
template <class Scalar>
inline Status follow(const Lander<Scalar> &lander, const Pose<Scalar> &pose, const Arc<Scalar> &arc,
                     std::uint32_t bearing, bool last, Terrain<Scalar> &terrain, FootTouch<Scalar> &touch,
                     State<Scalar> &state, Pose<Scalar> &end) {
  touch = {-1, arc.span};
  if (stays_clear(lander, terrain, pose, arc)) {
    end.lowest = 0;
    turn_up(terrain, arc, arc.span, state, end);
    return TD_SOLVED;
  }
  arrive(lander, terrain, arc, arc.span, state, end);
  if (!last) touch = first_touch(lander, terrain, arc, pose, end.gap, bearing);
  if (touch.foot < 0) return TD_SOLVED;
  const bool told = has_heights(lander);
  Status status = told && touch.time > 0 ? look_again(lander, arc, terrain, touch) : TD_SOLVED;
  if (status < 0) return status;
  arrive(lander, terrain, arc, touch.time, state, end);
  if (!told) return TD_SOLVED;
  status = look_down(lander, state, terrain);
  place_feet(lander, terrain, state, end);
  return status;
}

// To the next touch, or to the end of the step; from one pose to the other. The last piece presses all that is near.
template <class Scalar>
inline Status take_piece(const Lander<Scalar> &lander, const Pose<Scalar> &pose, Terrain<Scalar> &terrain,
                         Pose<Scalar> &end, Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  const std::uint32_t bearing =
      stride.last ? feet_coming_down(lander, terrain, pose, stride.left) : bearing_feet(lander, terrain, pose);
  Arc<Scalar> arc;
  FootTouch<Scalar> touch;
  Status status = fly_and_bear(lander, terrain, pose, bearing, stride, arc, landing);
  if (status >= 0) status = follow(lander, pose, arc, bearing, stride.last, terrain, touch, landing.state, end);
  if (status < 0) return status;
  landing.time += touch.time;
  stride.work += work_of(arc, landing.state.x, touch.time);
  stride.left -= touch.time;
  stride.touched |= bearing;
  if (touch.foot < 0) return TD_SOLVED;
  status = strike(lander, terrain, end, touch.foot, ~0U, stride, landing);
  end.motion = {landing.state.v, landing.state.w};
  return status;
}

// Pieces until the step is over, from one pose to the other.
template <class Scalar>
inline Status move(const Lander<Scalar> &lander, Terrain<Scalar> &terrain, Pose<Scalar> &pose, Pose<Scalar> &end,
                   Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  const int impacts = lander.impacts == 0 ? TD_LANDING_IMPACTS : lander.impacts;
  for (int piece = 0; piece <= TD_MAX_LANDING_IMPACTS && stride.left > 0; ++piece) {
    stride.last = piece >= impacts;
    if (piece > 0) go_over(end, pose);
    const Status status = take_piece(lander, pose, terrain, end, stride, landing);
    if (status < 0) return status;
    if (stride.last) return TD_CAVEAT_BUDGET_SPENT;
  }
  return TD_SOLVED;
}

// How long no foot can touch, in whatever attitude.
template <class Scalar>
inline Scalar clear_time(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Scalar least = horizon_of(lander);
  for (int i = 0; i < terrain.planes; ++i) {
    const Vector3<Scalar> &n = terrain.frame[i].n;
    const Scalar clear = height_of(terrain, state.x, i) - terrain.reach;
    const Scalar v = n.dot(state.v), a = n.dot(vector(lander.gravity));
    const Scalar square = v * v - 2 * a * clear;
    const Scalar fall = square_root(max(square, Scalar(0))) - v;
    if (!(clear > 0)) return 0;
    if (square >= 0 && fall * least > 2 * clear) least = 2 * clear / fall;
  }
  return least;
}

// A step is longer where nothing can touch, and shorter where the lander turns fast.
template <class Scalar>
inline Scalar span_of(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, Scalar until, Scalar clear,
                      const MovingLanding<Scalar> &landing) {
  constexpr Scalar most_turn_of_a_step = Scalar(0.15);
  Scalar span = max(terrain.scales.step, clear);
  const Scalar rate = square_root(landing.state.w.squaredNorm());
  if (rate * span > most_turn_of_a_step) span = most_turn_of_a_step / rate;
  const Scalar horizon = horizon_of(lander), left = (until < horizon ? until : horizon) - landing.time;
  const bool cuts = thrusts(lander, terrain, landing) && landing.first_contact >= 0;
  const Scalar cut = cuts ? landing.first_contact + lander.cut_delay - landing.time : left;
  const Scalar most = cut > 0 && cut < left ? cut : left;
  return span < most ? span : most;
}

// A step in which nothing can touch. Its own frame, so that the room for its arc is not held where feet strike.
template <class Scalar>
__attribute__((noinline)) void fly_clear(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain,
                                         const Matrix3<Scalar> &R, Scalar span, MovingLanding<Scalar> &landing,
                                         Pose<Scalar> &end) {
  const Arc<Scalar> arc = fly(lander, terrain, landing.state, R, span, false);
  arrive(lander, terrain, arc, span, landing.state, end);
  landing.time += span;
}

// By whichever of the ways of moving it comes to: a flight clear of the ground, a slide, or pieces. From one pose, of
// which the attitude is known, to the other.
template <class Scalar>
inline Status go(const Lander<Scalar> &lander, Terrain<Scalar> &terrain, Scalar clear, Pose<Scalar> &pose,
                 Pose<Scalar> &end, Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  const Scalar span = stride.left;
  if (clear >= span) {
    fly_clear(lander, terrain, pose.R, span, landing, end);
    return TD_SOLVED;
  }
  const bool thrusting = thrusts(lander, terrain, landing), told = has_heights(lander);
  const Status status = told ? look_down(lander, landing.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  landing.phase = TD_PHASE_MOVING;
  place_feet(lander, terrain, landing.state, pose);
  MechanicalEnergy<Scalar> ignored;
  const State<Scalar> from = landing.state;
  if (comes_to_slide(lander, terrain, pose, thrusting, landing) &&
      slide(lander, terrain, pose.R, thrusting, ignored, ignored, stride, landing)) {
    take_pose(lander, terrain, landing.state, end);
    return TD_SOLVED;
  }
  landing.state = from;
  landing.phase = TD_PHASE_MOVING;
  return move(lander, terrain, pose, end, stride, landing);
}

template <class Scalar>
inline void watch_heights(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                          MovingLanding<Scalar> &landing) {
  if (pose.lowest < landing.deepest) landing.deepest = pose.lowest;
  if (lander.points == 0 || has_heights(lander)) return;
  const Scalar height = height_of(terrain, landing.state.x, 0);
  for (int i = 0; i < lander.points; ++i)
    note_clearance<Scalar>(height + terrain.frame[0].n.dot(pose.R * vector(lander.point[i])), i, landing);
}

// What a step leaves beside the state; `stance` finds how a lander stands.
template <class Scalar, class FindStance>
inline void look_back(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Stride<Scalar> &stride,
                      const FindStance &stance, MovingLanding<Scalar> &landing) {
  landing.bearing = static_cast<std::int32_t>(stride.touched);
  const bool quiet = is_quiet(terrain, thrusts(lander, terrain, landing), landing);
  landing.quiet = quiet ? landing.quiet % tolerance::slow_steps + 1 : 0;
  if (landing.quiet == tolerance::slow_steps && stance() == TD_STANCE_STANDS) landing.phase = TD_PHASE_RESTING;
  if (landing.steps < TD_MAX_LANDING_STEPS) ++landing.steps;
  landing.outcome = outcome_of(lander, terrain, thrusts(lander, terrain, landing), stance, landing);
  if (landing.outcome == TD_OUTCOME_TIPS) name_edge(stride.touched, landing);
  if (lander.margins != 0 && stride.touched != 0 && !thrusts(lander, terrain, landing))
    watch_margin(lander, terrain, landing);
}

template <class Scalar>
inline bool all_finite(const MovingLanding<Scalar> &landing) {
  const State<Scalar> &state = landing.state;
  const Scalar finite = zero_if_finite(state.q.w + state.q.x + state.q.y + state.q.z) +
                        zero_if_finite(landing.energy_lost) + zero_if_finite(landing.deepest);
  const bool present = is_finite_or_absent(landing.clearance) && is_finite_or_absent(landing.least_margin);
  return finite == 0 && present && all_finite(state.x) && all_finite(state.v) && all_finite(state.w);
}

// A slide that goes on: no height changes. False, and nothing done, where it cannot.
template <class Scalar>
inline bool slide_on(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R,
                     Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  if (landing.phase != TD_PHASE_SLIDING || has_heights(lander)) return false;
  const State<Scalar> from = landing.state;
  MechanicalEnergy<Scalar> before, after;
  if (!slide(lander, terrain, R, thrusts(lander, terrain, landing), before, after, stride, landing)) return false;
  correct_energy(lander, terrain, from, EnergyOfStep<Scalar>{before, after, stride.work}, landing);
  return true;
}

// By any other way of moving, with what a step is to know of it.
template <class Scalar>
inline Status go_on(const Lander<Scalar> &lander, Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, Scalar clear,
                    Stride<Scalar> &stride, MovingLanding<Scalar> &landing) {
  const bool told = has_heights(lander), near = clear < stride.left;
  const State<Scalar> from = landing.state;
  Pose<Scalar> pose, end;
  pose.R = R;
  const Status status = go(lander, terrain, clear, pose, end, stride, landing);
  if (status < 0) return status;
  const EnergyOfStep<Scalar> energy{energy_of(lander, from, R), energy_of(lander, landing.state, end.R), stride.work};
  const bool moves = correct_energy(lander, terrain, from, energy, landing);
  const Status looked = told ? look_around(lander, near, terrain, landing) : TD_SOLVED;
  if (looked < 0) return looked;
  if (!moves || told) take_pose(lander, terrain, landing.state, end);
  watch_heights(lander, terrain, end, landing);
  return status;
}

// A step of a lander that moves. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status advance(const Lander<Scalar> &lander, Terrain<Scalar> &terrain, Scalar until,
                      MovingLanding<Scalar> &landing) {
  const bool told = has_heights(lander);
  if (told) look_from_above(lander, terrain);
  const bool thrusting = thrusts(lander, terrain, landing);
  const bool flies = landing.phase == TD_PHASE_MOVING && !thrusting;
  const Scalar clear = flies ? clear_time(lander, terrain, landing.state) : Scalar(0);
  Stride<Scalar> stride;
  stride.left = span_of(lander, terrain, until, clear, landing);
  const Matrix3<Scalar> R = rotation_of(landing.state.q);
  const bool slides = slide_on(lander, terrain, R, stride, landing);
  const Status status = slides ? TD_SOLVED : go_on(lander, terrain, R, clear, stride, landing);
  if (status < 0) return status;
  look_back(
      lander, terrain, stride, [&] { return stance_on_feet(lander, terrain, landing.state); }, landing);
  return all_finite(landing) ? status : TD_REFUSED_RANGE;
}

// td_landing_start; `state` has been checked.
template <class Scalar>
inline MovingLanding<Scalar> landing_from(const State<Scalar> &state) {
  MovingLanding<Scalar> landing;
  landing.state = state;
  landing.time = landing.energy_lost = landing.owed = landing.deepest = 0;
  landing.first_contact = landing.clearance = TD_NOT_APPLICABLE;
  landing.least_margin = landing.least_time = TD_NOT_APPLICABLE;
  landing.closest_point = landing.edge_from = landing.edge_to = landing.least_from = landing.least_to = -1;
  landing.bearing = landing.steps = landing.impacts = landing.touches = landing.quiet = 0;
  landing.phase = TD_PHASE_MOVING;
  landing.outcome = TD_OUTCOME_OPEN;
  for (LegRecord<Scalar> &leg : landing.leg) leg = {};
  return landing;
}

// Whether a foot begins deeper in the ground than any that bears: of planes alone, a function is not asked.
template <class Scalar>
inline bool begins_in_ground(const Lander<Scalar> &lander, const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  if (has_heights(lander)) return false;
  const Scalar rounding = tolerance::below_ground<Scalar> * (terrain.reach + square_root(state.x.squaredNorm()));
  const Pose<Scalar> pose = pose_of(lander, terrain, state);
  return pose.lowest < -(terrain.scales.length + tolerance::together_at_all<Scalar> * terrain.reach + rounding);
}

// Before the first step: what td_landing_start refuses, then STEPS; BELOW_GROUND or solved.
template <class Scalar>
__attribute__((noinline)) Status begin(const Lander<Scalar> &lander, State<Scalar> state, std::int32_t steps,
                                       Terrain<Scalar> &terrain, MovingLanding<Scalar> &landing) {
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = take_state(state);
  if (status < 0) return status;
  if (steps < 1 || steps > TD_MAX_LANDING_STEPS) return TD_REFUSED_STEPS;
  landing = landing_from(state);
  return begins_in_ground(lander, terrain, state) ? TD_CAVEAT_BELOW_GROUND : TD_SOLVED;
}

// Before a step from where the one before ended, of a lander that has been prepared.
template <class Scalar>
inline Status check_step(const Lander<Scalar> &lander, Scalar until, const MovingLanding<Scalar> &landing) {
  const Status status = check_landing(lander, landing);
  if (status < 0) return status;
  return is_finite(until) ? TD_SOLVED : TD_REFUSED_TIME;
}

// The same of any lander: what td_landing_step refuses.
template <class Scalar>
__attribute__((noinline)) Status resume(const Lander<Scalar> &lander, Scalar until,
                                        const MovingLanding<Scalar> &landing, Terrain<Scalar> &terrain) {
  const Status status = prepare(lander, terrain);
  return status < 0 ? status : check_step(lander, until, landing);
}

}  // namespace touchdown

#endif
