// From the first touch to rest, one bounded step at a time: pieces of flight or of bearing feet, each up to the next
// touch, its impact, and what is made of the body after the step. DESIGN.md (E128) to (E130).
#ifndef TOUCHDOWN_LANDING_SETTLING_HPP
#define TOUCHDOWN_LANDING_SETTLING_HPP

#include "landing/outcome.hpp"
#include "landing/sliding.hpp"
#include "landing/validation.hpp"

namespace touchdown {

// In the attitude R.
template <class Scalar>
inline MechanicalEnergy<Scalar> energy_of(const SettlingBody<Scalar> &body, const State<Scalar> &state,
                                          const Matrix3<Scalar> &R) {
  return {kinetic_energy(body, state, R), -body.mass * vector(body.gravity).dot(state.x)};
}

template <class Scalar>
struct EnergyOfStep {
  MechanicalEnergy<Scalar> before, after;
  Scalar work;  // on the body
};

// Takes from the velocities what the finite step has added, at most half of their energy: the rest is owed, and paid by
// later steps. Enters what was lost. A body that owes more than it may was at the top of its way: it stays where it
// began, at rest, and the answer is false. But a gain that is rounding of its height says no such thing.
template <class Scalar>
inline bool settle_energy(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const State<Scalar> &from,
                          const EnergyOfStep<Scalar> &step, MovingSettling<Scalar> &settling) {
  const MechanicalEnergy<Scalar> &before = step.before, &after = step.after;
  const Scalar work = step.work;
  const Scalar gain = (after.kinetic - before.kinetic) + (after.height - before.height) - work;
  const Scalar most_owed = tolerance::owed<Scalar> * body.mass * terrain.scales.speed * terrain.scales.speed;
  const Scalar rounding =
      tolerance::height_rounding<Scalar> * body.mass * vector(body.gravity).cwiseAbs().dot(from.x.cwiseAbs());
  const Scalar size = before.kinetic + after.kinetic + abs(after.height - before.height) + abs(work);
  const Scalar due = settling.owed + gain;
  if (!(due > tolerance::energy_rounding<Scalar> * size)) {
    settling.energy_lost -= due;
    settling.owed = 0;
    return true;
  }
  const Scalar half = Scalar(0.5) * after.kinetic, owed = due > half ? due - half : Scalar(0);
  if (owed > most_owed && gain > rounding) {
    settling.state.x = from.x;
    settling.state.q = from.q;
    settling.state.v.setZero();
    settling.state.w.setZero();
    settling.energy_lost += before.kinetic + work;
    return false;
  }
  const Scalar part = due > half ? square_root(Scalar(0.5)) : square_root((after.kinetic - due) / after.kinetic);
  settling.state.v *= part;
  settling.state.w *= part;
  settling.owed = owed < most_owed ? owed : most_owed;
  settling.energy_lost -= owed - settling.owed;
  return true;
}

template <class Scalar>
inline bool thrusts(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                    const MovingSettling<Scalar> &settling) {
  if (!terrain.thrust) return false;
  return settling.first_contact < 0 || settling.time < settling.first_contact + body.cut_delay;
}

// An impact of the feet of the mask has led to `motion`.
template <class Scalar>
inline void enter_impact(const Motion<Scalar> &motion, std::uint32_t feet, Stride<Scalar> &stride,
                         MovingSettling<Scalar> &settling) {
  settling.state.v = motion.v;
  settling.state.w = motion.w;
  stride.touched |= feet;
  if (settling.first_contact < 0) settling.first_contact = settling.time;
  if (settling.impacts < TD_MAX_SETTLING_STEPS) ++settling.impacts;
}

// Foot i has struck with the impulse p: in the count, and where there is room for it.
template <class Scalar>
inline void note_touch(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                       int i, const Vector3<Scalar> &p, MovingSettling<Scalar> &settling) {
  const std::int32_t at = settling.touches;
  if (at < std::numeric_limits<std::int32_t>::max()) ++settling.touches;
  if (body.touches == nullptr || at >= body.most_touches) return;
  const Vector3<Scalar> &n = terrain.frame[plane_of(terrain, i)].n, arm = arm_of(body, terrain, pose.R, i);
  const Vector3<Scalar> before = point_velocity(pose.motion.v, pose.motion.w, arm);
  const Vector3<Scalar> after = point_velocity(settling.state.v, settling.state.w, arm);
  Touch<Scalar> &touch = body.touches[at];
  touch.foot = i;
  touch.time = settling.time;
  touch.v_n = n.dot(before);
  touch.slip = square_root(Vector3<Scalar>(before - n * touch.v_n).squaredNorm());
  view(touch.p) = p;
  touch.energy_lost = Scalar(-0.5) * p.dot(before + after);
}

// The impact of the foot that touches, with those of the mask `others` that are as near.
template <class Scalar>
inline Status strike(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                     int foot, std::uint32_t others, Stride<Scalar> &stride, MovingSettling<Scalar> &settling) {
  std::uint32_t feet = 1U << foot;
  for (int i = 0; i < body.feet; ++i)
    if (pose.gap[i] < terrain.scales.together_within) feet |= (others >> i & 1U) << i;
  StrikeImpulses<Scalar> impulses;
  impulses.after = pose.motion;
  const Status status = feet == 1U << foot ? strike_single(body, terrain, pose, foot, impulses)
                                           : strike_coupled(body, terrain, pose, feet, stride.sweeps_left, impulses);
  if (status < 0) return status;
  enter_impact(impulses.after, feet, stride, settling);
  for (int i = 0; i < body.feet; ++i)
    if ((feet >> i & 1U) != 0) note_touch(body, terrain, pose, i, Vector3<Scalar>(pose.R * impulses.p[i]), settling);
  return TD_SOLVED;
}

// To where the body is after t, and its attitude there.
template <class Scalar>
inline void turn_up(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t, State<Scalar> &state,
                    Pose<Scalar> &pose) {
  place_at(arc, t, state);
  pose.R = rotation_of(state.q);
  move_at(terrain, arc, t, pose.R, state);
}

// And where its feet are.
template <class Scalar>
inline void arrive(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t,
                   State<Scalar> &state, Pose<Scalar> &pose) {
  turn_up(terrain, arc, t, state, pose);
  place_feet(body, terrain, state, pose);
}

// A flight, in which the feet of the mask `bearing` press.
template <class Scalar>
inline Status fly_and_bear(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                           std::uint32_t bearing, Stride<Scalar> &stride, Arc<Scalar> &arc,
                           MovingSettling<Scalar> &settling) {
  arc = fly(body, terrain, settling.state, pose.R, stride.left, thrusts(body, terrain, settling));
  if (bearing == 0) return TD_SOLVED;
  const Status status = bear(body, pose, bearing, terrain, stride, arc);
  if (status < 0) return status;
  if (settling.first_contact < 0) settling.first_contact = settling.time;
  return TD_SOLVED;
}

// Whether no foot can come to the ground along a flight, however the body turns.
template <class Scalar>
inline bool stays_clear(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                        const Arc<Scalar> &arc) {
  if (terrain.planes != 1 || has_heights(body) || arc.pressed) return false;
  const Vector3<Scalar> &n = terrain.frame[0].n;
  const Scalar speed = max(-n.dot(arc.v), Scalar(0)) + Scalar(0.5) * arc.span * abs(n.dot(arc.a));
  const Scalar left = pose.lowest - arc.span * speed, turn = arc.span * terrain.reach;
  return left > 0 && left * left > turn * turn * arc.spin.squaredNorm();
}

// Along an arc to its end, or to where the first foot touches that does not bear; the last piece looks for none. On
// ground that a function tells, the planes are those under the feet there.
template <class Scalar>
inline Status follow(const SettlingBody<Scalar> &body, const Pose<Scalar> &pose, const Arc<Scalar> &arc,
                     std::uint32_t bearing, bool last, Terrain<Scalar> &terrain, FootTouch<Scalar> &touch,
                     State<Scalar> &state, Pose<Scalar> &end) {
  touch = {-1, arc.span};
  if (stays_clear(body, terrain, pose, arc)) {
    end.lowest = 0;
    turn_up(terrain, arc, arc.span, state, end);
    return TD_SOLVED;
  }
  arrive(body, terrain, arc, arc.span, state, end);
  if (!last) touch = first_touch(body, terrain, arc, pose, end.gap, bearing);
  if (touch.foot < 0) return TD_SOLVED;
  const bool told = has_heights(body);
  Status status = told && touch.time > 0 ? look_again(body, arc, terrain, touch) : TD_SOLVED;
  if (status < 0) return status;
  arrive(body, terrain, arc, touch.time, state, end);
  if (!told) return TD_SOLVED;
  status = look_down(body, state, terrain);
  place_feet(body, terrain, state, end);
  return status;
}

// To the next touch, or to the end of the step; from one pose to the other. The last piece presses all that is near.
template <class Scalar>
inline Status take_piece(const SettlingBody<Scalar> &body, const Pose<Scalar> &pose, Terrain<Scalar> &terrain,
                         Pose<Scalar> &end, Stride<Scalar> &stride, MovingSettling<Scalar> &settling) {
  const std::uint32_t bearing =
      stride.last ? feet_coming_down(body, terrain, pose, stride.left) : bearing_feet(body, terrain, pose);
  Arc<Scalar> arc;
  FootTouch<Scalar> touch;
  Status status = fly_and_bear(body, terrain, pose, bearing, stride, arc, settling);
  if (status >= 0) status = follow(body, pose, arc, bearing, stride.last, terrain, touch, settling.state, end);
  if (status < 0) return status;
  settling.time += touch.time;
  stride.work += work_of(arc, settling.state.x, touch.time);
  stride.left -= touch.time;
  stride.touched |= bearing;
  if (touch.foot < 0) return TD_SOLVED;
  status = strike(body, terrain, end, touch.foot, ~0U, stride, settling);
  end.motion = {settling.state.v, settling.state.w};
  return status;
}

// Pieces until the step is over, from one pose to the other.
template <class Scalar>
inline Status move(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain, Pose<Scalar> &pose, Pose<Scalar> &end,
                   Stride<Scalar> &stride, MovingSettling<Scalar> &settling) {
  const int impacts = body.impacts == 0 ? TD_SETTLING_IMPACTS : body.impacts;
  for (int piece = 0; piece <= TD_MAX_SETTLING_IMPACTS && stride.left > 0; ++piece) {
    stride.last = piece >= impacts;
    if (piece > 0) go_over(end, pose);
    const Status status = take_piece(body, pose, terrain, end, stride, settling);
    if (status < 0) return status;
    if (stride.last) return TD_CAVEAT_BUDGET_SPENT;
  }
  return TD_SOLVED;
}

// How long no foot can touch, in whatever attitude.
template <class Scalar>
inline Scalar clear_time(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Scalar least = horizon_of(body);
  for (int i = 0; i < terrain.planes; ++i) {
    const Vector3<Scalar> &n = terrain.frame[i].n;
    const Scalar clear = height_of(terrain, state.x, i) - terrain.reach;
    const Scalar v = n.dot(state.v), a = n.dot(vector(body.gravity));
    const Scalar square = v * v - 2 * a * clear;
    const Scalar fall = square_root(max(square, Scalar(0))) - v;
    if (!(clear > 0)) return 0;
    if (square >= 0 && fall * least > 2 * clear) least = 2 * clear / fall;
  }
  return least;
}

// A step is longer where nothing can touch, and shorter where the body turns fast.
template <class Scalar>
inline Scalar span_of(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, Scalar until, Scalar clear,
                      const MovingSettling<Scalar> &settling) {
  constexpr Scalar most_turn_of_a_step = Scalar(0.15);
  Scalar span = max(terrain.scales.step, clear);
  const Scalar rate = square_root(settling.state.w.squaredNorm());
  if (rate * span > most_turn_of_a_step) span = most_turn_of_a_step / rate;
  const Scalar horizon = horizon_of(body), left = (until < horizon ? until : horizon) - settling.time;
  const bool cuts = thrusts(body, terrain, settling) && settling.first_contact >= 0;
  const Scalar cut = cuts ? settling.first_contact + body.cut_delay - settling.time : left;
  const Scalar most = cut > 0 && cut < left ? cut : left;
  return span < most ? span : most;
}

// A step in which nothing can touch. Its own frame, so that the room for its arc is not held where feet strike.
template <class Scalar>
__attribute__((noinline)) void fly_clear(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                                         const Matrix3<Scalar> &R, Scalar span, MovingSettling<Scalar> &settling,
                                         Pose<Scalar> &end) {
  const Arc<Scalar> arc = fly(body, terrain, settling.state, R, span, false);
  arrive(body, terrain, arc, span, settling.state, end);
  settling.time += span;
}

// By whichever of the ways of moving it comes to: a flight clear of the ground, a slide, or pieces. From one pose, of
// which the attitude is known, to the other.
template <class Scalar>
inline Status go(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain, Scalar clear, Pose<Scalar> &pose,
                 Pose<Scalar> &end, Stride<Scalar> &stride, MovingSettling<Scalar> &settling) {
  const Scalar span = stride.left;
  if (clear >= span) {
    fly_clear(body, terrain, pose.R, span, settling, end);
    return TD_SOLVED;
  }
  const bool thrusting = thrusts(body, terrain, settling), told = has_heights(body);
  const Status status = told ? look_down(body, settling.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  settling.phase = TD_PHASE_MOVING;
  place_feet(body, terrain, settling.state, pose);
  MechanicalEnergy<Scalar> ignored;
  const State<Scalar> from = settling.state;
  if (comes_to_slide(body, terrain, pose, thrusting, settling) &&
      slide(body, terrain, pose.R, thrusting, ignored, ignored, stride, settling)) {
    take_pose(body, terrain, settling.state, end);
    return TD_SOLVED;
  }
  settling.state = from;
  settling.phase = TD_PHASE_MOVING;
  return move(body, terrain, pose, end, stride, settling);
}

template <class Scalar>
inline void watch_heights(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Pose<Scalar> &pose,
                          MovingSettling<Scalar> &settling) {
  if (pose.lowest < settling.deepest) settling.deepest = pose.lowest;
  if (body.points == 0 || has_heights(body)) return;
  const Scalar height = height_of(terrain, settling.state.x, 0);
  for (int i = 0; i < body.points; ++i)
    note_clearance<Scalar>(height + terrain.frame[0].n.dot(pose.R * vector(body.point[i])), i, settling);
}

// What a step leaves beside the state; `stance` finds how a body stands.
template <class Scalar, class Stance>
inline void look_back(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Stride<Scalar> &stride,
                      const Stance &stance, MovingSettling<Scalar> &settling) {
  settling.bearing = static_cast<std::int32_t>(stride.touched);
  const bool quiet = is_quiet(terrain, thrusts(body, terrain, settling), settling);
  settling.quiet = quiet ? settling.quiet % tolerance::slow_steps + 1 : 0;
  if (settling.quiet == tolerance::slow_steps && stance() == TD_STANCE_STANDS) settling.phase = TD_PHASE_RESTING;
  if (settling.steps < TD_MAX_SETTLING_STEPS) ++settling.steps;
  settling.outcome = outcome_of(body, terrain, thrusts(body, terrain, settling), stance, settling);
  if (settling.outcome == TD_OUTCOME_TIPS) name_edge(stride.touched, settling);
  if (body.margins != 0 && stride.touched != 0 && !thrusts(body, terrain, settling))
    watch_margin(body, terrain, settling);
}

template <class Scalar>
inline bool all_finite(const MovingSettling<Scalar> &settling) {
  const State<Scalar> &state = settling.state;
  const Scalar finite = zero_if_finite(state.q.w + state.q.x + state.q.y + state.q.z) +
                        zero_if_finite(settling.energy_lost) + zero_if_finite(settling.deepest);
  const bool present = is_finite_or_absent(settling.clearance) && is_finite_or_absent(settling.least_margin);
  return finite == 0 && present && all_finite(state.x) && all_finite(state.v) && all_finite(state.w);
}

// A slide that goes on: no height changes. False, and nothing done, where it cannot.
template <class Scalar>
inline bool slide_on(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain, const Matrix3<Scalar> &R,
                     Stride<Scalar> &stride, MovingSettling<Scalar> &settling) {
  if (settling.phase != TD_PHASE_SLIDING || has_heights(body)) return false;
  const State<Scalar> from = settling.state;
  MechanicalEnergy<Scalar> before, after;
  if (!slide(body, terrain, R, thrusts(body, terrain, settling), before, after, stride, settling)) return false;
  settle_energy(body, terrain, from, EnergyOfStep<Scalar>{before, after, stride.work}, settling);
  return true;
}

// By any other way of moving, with what a step is to know of it.
template <class Scalar>
inline Status go_on(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain, const Matrix3<Scalar> &R, Scalar clear,
                    Stride<Scalar> &stride, MovingSettling<Scalar> &settling) {
  const bool told = has_heights(body), near = clear < stride.left;
  const State<Scalar> from = settling.state;
  Pose<Scalar> pose, end;
  pose.R = R;
  const Status status = go(body, terrain, clear, pose, end, stride, settling);
  if (status < 0) return status;
  const EnergyOfStep<Scalar> energy{energy_of(body, from, R), energy_of(body, settling.state, end.R), stride.work};
  const bool moves = settle_energy(body, terrain, from, energy, settling);
  const Status looked = told ? look_around(body, near, terrain, settling) : TD_SOLVED;
  if (looked < 0) return looked;
  if (!moves || told) take_pose(body, terrain, settling.state, end);
  watch_heights(body, terrain, end, settling);
  return status;
}

// A step of a body that moves. `settling` is scratch when the status is negative.
template <class Scalar>
inline Status advance(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain, Scalar until,
                      MovingSettling<Scalar> &settling) {
  const bool told = has_heights(body);
  if (told) look_from_above(body, terrain);
  const bool thrusting = thrusts(body, terrain, settling);
  const bool flies = settling.phase == TD_PHASE_MOVING && !thrusting;
  const Scalar clear = flies ? clear_time(body, terrain, settling.state) : Scalar(0);
  Stride<Scalar> stride;
  stride.left = span_of(body, terrain, until, clear, settling);
  const Matrix3<Scalar> R = rotation_of(settling.state.q);
  const bool slides = slide_on(body, terrain, R, stride, settling);
  const Status status = slides ? TD_SOLVED : go_on(body, terrain, R, clear, stride, settling);
  if (status < 0) return status;
  look_back(
      body, terrain, stride, [&] { return stance_on_feet(body, terrain, settling.state); }, settling);
  return all_finite(settling) ? status : TD_REFUSED_RANGE;
}

// td_settling_step, of a body that has been prepared. `settling` is scratch when the status is negative.
template <class Scalar>
inline Status take_step(const SettlingBody<Scalar> &body, Terrain<Scalar> &terrain, Scalar until,
                        MovingSettling<Scalar> &settling) {
  if (!(until > settling.time)) return TD_SOLVED;
  if (settling.outcome == TD_OUTCOME_OPEN) return advance(body, terrain, until, settling);
  settling.time = until;
  return TD_SOLVED;
}

// td_settling_start; `state` has been checked.
template <class Scalar>
inline MovingSettling<Scalar> settling_from(const State<Scalar> &state) {
  MovingSettling<Scalar> settling;
  settling.state = state;
  settling.time = settling.energy_lost = settling.owed = settling.deepest = 0;
  settling.first_contact = settling.clearance = TD_NOT_APPLICABLE;
  settling.least_margin = settling.least_time = TD_NOT_APPLICABLE;
  settling.closest_point = settling.edge_from = settling.edge_to = settling.least_from = settling.least_to = -1;
  settling.bearing = settling.steps = settling.impacts = settling.touches = settling.quiet = 0;
  settling.phase = TD_PHASE_MOVING;
  settling.outcome = TD_OUTCOME_OPEN;
  return settling;
}

// Steps until the outcome stands, or all are taken; `step` takes the next.
template <class Scalar, class Step>
inline Status take_steps(std::int32_t steps, const Step &step, MovingSettling<Scalar> &settling) {
  Status status = TD_SOLVED;
  for (int i = 0; i < TD_MAX_SETTLING_STEPS; ++i) {
    if (i >= steps || settling.outcome != TD_OUTCOME_OPEN) break;
    const Status taken = step();
    if (taken < 0) return taken;
    status |= taken;
  }
  if (settling.outcome == TD_OUTCOME_OPEN) settling.outcome = TD_OUTCOME_UNDECIDED;
  return settling.first_contact < 0 ? status | TD_CAVEAT_NO_CONTACT : status;
}

// Whether a foot begins deeper in the ground than any that bears: of planes alone, a function is not asked.
template <class Scalar>
inline bool begins_in_ground(const SettlingBody<Scalar> &body, const Terrain<Scalar> &terrain,
                             const State<Scalar> &state) {
  if (has_heights(body)) return false;
  const Scalar rounding = tolerance::below_ground<Scalar> * (terrain.reach + square_root(state.x.squaredNorm()));
  const Pose<Scalar> pose = pose_of(body, terrain, state);
  return pose.lowest < -(terrain.scales.length + tolerance::together_at_all<Scalar> * terrain.reach + rounding);
}

// Before the first step: what td_settling_start refuses, then STEPS; BELOW_GROUND or solved.
template <class Scalar>
__attribute__((noinline)) Status begin(const SettlingBody<Scalar> &body, State<Scalar> state, std::int32_t steps,
                                       Terrain<Scalar> &terrain, MovingSettling<Scalar> &settling) {
  Status status = prepare(body, terrain);
  if (status == TD_SOLVED) status = take_state(state);
  if (status < 0) return status;
  if (steps < 1 || steps > TD_MAX_SETTLING_STEPS) return TD_REFUSED_STEPS;
  settling = settling_from(state);
  return begins_in_ground(body, terrain, state) ? TD_CAVEAT_BELOW_GROUND : TD_SOLVED;
}

// td_stance_of; `state` is not checked.
template <class Scalar>
inline Status find_stance(const SettlingBody<Scalar> &body, State<Scalar> state, SettlingStance<Scalar> &stance) {
  Terrain<Scalar> terrain;
  Status status = prepare(body, terrain);
  if (status == TD_SOLVED) status = take_state(state);
  if (status == TD_SOLVED && has_heights(body)) status = look_down(body, state, terrain);
  return status < 0 ? status : find_stance(body, terrain, state, stance);
}

// Before a step from where the one before ended, of a body that has been prepared.
template <class Scalar>
inline Status check_step(const SettlingBody<Scalar> &body, Scalar until, const MovingSettling<Scalar> &settling) {
  const Status status = check_settling(body, settling);
  if (status < 0) return status;
  return is_finite(until) ? TD_SOLVED : TD_REFUSED_TIME;
}

// The same of any body: what td_settling_step refuses.
template <class Scalar>
__attribute__((noinline)) Status resume(const SettlingBody<Scalar> &body, Scalar until,
                                        const MovingSettling<Scalar> &settling, Terrain<Scalar> &terrain) {
  const Status status = prepare(body, terrain);
  return status < 0 ? status : check_step(body, until, settling);
}

// td_settle. `settling` is scratch when the status is negative.
template <class Scalar>
inline Status settle_down(const SettlingBody<Scalar> &body, const State<Scalar> &state, std::int32_t steps,
                          MovingSettling<Scalar> &settling) {
  Terrain<Scalar> terrain;
  const Status status = begin(body, state, steps, terrain, settling);
  if (status < 0) return status;
  const auto step = [&] { return advance(body, terrain, horizon_of(body), settling); };
  const Status taken = take_steps(steps, step, settling);
  return taken < 0 ? taken : status | taken;
}

}  // namespace touchdown

#endif
