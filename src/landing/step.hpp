// The step of a lander on rigid feet: pieces of flight or of bearing feet, each up to the next touch and its impact.
// And what any step checks first, and accounts for after. docs/theory (L.12) to (L.14).
#ifndef TOUCHDOWN_LANDING_STEP_HPP
#define TOUCHDOWN_LANDING_STEP_HPP

#include "landing/events.hpp"
#include "landing/sliding.hpp"
#include "landing/stance.hpp"
#include "landing/validation.hpp"

namespace touchdown {

// In the attitude R.
template <class Scalar>
inline MechanicalEnergy<Scalar> energy_of(const Lander<Scalar> &lander, const State<Scalar> &state,
                                          const Matrix3<Scalar> &R) {
  return {kinetic_energy(lander, state, R), -lander.mass * vector(lander.gravity).dot(state.x)};
}

// Takes from the velocities what the finite step has added, at most half of their energy: the rest is owed, and paid by
// later steps. Enters what was lost. A lander that owes more than it may was at the top of its way: it stays where it
// began, at rest, and the answer is false. But a gain that is rounding of its height says no such thing, and as much of
// a loss is owed to the lander: taken from gains alone, rounding would brake it.
template <class Scalar>
inline bool correct_energy(const Terrain<Scalar> &terrain, const State<Scalar> &from, const EnergyOfStep<Scalar> &step,
                           MovingLanding<Scalar> &landing) {
  const MechanicalEnergy<Scalar> &before = step.before, &after = step.after;
  const Scalar work = step.work;
  const Scalar gain = (after.kinetic - before.kinetic) + (after.height - before.height) - work;
  const Scalar most_owed = tolerance::owed<Scalar> * terrain.lander->mass * terrain.scales.speed * terrain.scales.speed;
  const Scalar rounding = tolerance::height_rounding<Scalar> * terrain.lander->mass *
                          vector(terrain.lander->gravity).cwiseAbs().dot(from.x.cwiseAbs());
  const Scalar size = before.kinetic + after.kinetic + abs(after.height - before.height) + abs(work);
  const Scalar due = landing.owed + gain;
  if (!(due > tolerance::energy_rounding<Scalar> * size)) {
    landing.owed = max(due, -rounding);
    landing.energy_lost -= due - landing.owed;
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

// To where the lander is after t, and its attitude there.
template <class Scalar>
inline void find_attitude_at(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t, State<Scalar> &state,
                             Pose<Scalar> &pose) {
  place_at(arc, t, state);
  pose.R = rotation_of(state.q);
  move_at(terrain, arc, t, pose.R, state);
}

// And where its feet are.
template <class Scalar>
inline void find_pose_at(const Terrain<Scalar> &terrain, const Arc<Scalar> &arc, Scalar t, State<Scalar> &state,
                         Pose<Scalar> &pose) {
  find_attitude_at(terrain, arc, t, state, pose);
  place_feet(terrain, state, pose);
}

// A flight, in which the bearing feet press.
template <class Scalar>
inline Status fly_and_press(Terrain<Scalar> &terrain, Stride<Scalar> &stride, Piece<Scalar> &piece,
                            MovingLanding<Scalar> &landing) {
  stride.thrusts = thrusts(terrain, landing);
  piece.arc = fly(terrain, landing.state, piece.begin.R, stride.left, stride.thrusts);
  if (piece.bearing.empty()) return TD_SOLVED;
  const Status status = press_feet(terrain, stride, piece);
  if (status < 0) return status;
  note_contact(landing);
  return TD_SOLVED;
}

// Whether no foot can come to the ground along a flight, however the lander turns.
template <class Scalar>
inline bool stays_clear(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, const Arc<Scalar> &arc) {
  if (terrain.planes != 1 || has_heights(terrain) || arc.pressed) return false;
  const Vector3<Scalar> &n = terrain.frame[0].n;
  const Scalar speed = max(-n.dot(arc.v), Scalar(0)) + Scalar(0.5) * arc.span * abs(n.dot(arc.a));
  const Scalar left = pose.lowest - arc.span * speed, turn = arc.span * terrain.reach;
  return left > 0 && left * left > turn * turn * arc.spin.squaredNorm();
}

// Along the arc to its end, or to where the first foot touches that does not bear; the last piece looks for none. On
// ground that a function describes, the planes are those under the feet there.
template <class Scalar>
inline Status move_along_arc(bool last, Terrain<Scalar> &terrain, Piece<Scalar> &piece, FootTouch<Scalar> &touch,
                             State<Scalar> &state) {
  const Arc<Scalar> &arc = piece.arc;
  Pose<Scalar> &end = piece.end;
  touch = {-1, arc.span};
  if (stays_clear(terrain, piece.begin, arc)) {
    end.lowest = 0;
    find_attitude_at(terrain, arc, arc.span, state, end);
    return TD_SOLVED;
  }
  find_pose_at(terrain, arc, arc.span, state, end);
  if (!last) touch = find_touch_in_piece(terrain, arc, piece.begin, end.gap, piece.bearing);
  if (touch.foot < 0) return TD_SOLVED;
  const bool uneven = has_heights(terrain);
  Status status = uneven && touch.time > 0 ? refine_touch(arc, terrain, touch) : TD_SOLVED;
  if (status < 0) return status;
  find_pose_at(terrain, arc, touch.time, state, end);
  if (!uneven) return TD_SOLVED;
  status = find_planes(state, terrain);
  place_feet(terrain, state, end);
  return status;
}

// To the next touch, or to the end of the step. The last piece presses all that is near.
template <class Scalar>
inline Status take_piece(Terrain<Scalar> &terrain, Stride<Scalar> &stride, Piece<Scalar> &piece,
                         MovingLanding<Scalar> &landing) {
  piece.bearing =
      stride.last ? feet_coming_down(terrain, piece.begin, stride.left) : bearing_feet(terrain, piece.begin);
  FootTouch<Scalar> touch;
  Status status = fly_and_press(terrain, stride, piece, landing);
  if (status >= 0) status = move_along_arc(stride.last, terrain, piece, touch, landing.state);
  if (status < 0) return status;
  landing.time += touch.time;
  stride.work += work_of(piece.arc, landing.state.x, touch.time);
  stride.left -= touch.time;
  stride.touched |= piece.bearing;
  if (touch.foot < 0) return TD_SOLVED;
  status = strike(terrain, piece.end, touch.foot, stride, landing);
  piece.end.motion = {landing.state.v, landing.state.w};
  return status;
}

// Pieces until the step is over.
template <class Scalar>
inline Status take_pieces(Terrain<Scalar> &terrain, Stride<Scalar> &stride, Piece<Scalar> &piece,
                          MovingLanding<Scalar> &landing) {
  const int impacts = impacts_of(*terrain.lander);
  for (int k = 0; k <= TD_MAX_LANDING_IMPACTS && stride.left > 0; ++k) {
    stride.last = k >= impacts;
    if (k > 0) piece.begin = piece.end;
    const Status status = take_piece(terrain, stride, piece, landing);
    if (status < 0) return status;
    if (stride.last) return TD_CAVEAT_BUDGET_SPENT;
  }
  return TD_SOLVED;
}

// How long no foot can touch, in whatever attitude.
template <class Scalar>
inline Scalar clear_time(const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  Scalar least = horizon_of(*terrain.lander);
  for (int i = 0; i < terrain.planes; ++i) {
    const Vector3<Scalar> &n = terrain.frame[i].n;
    const Scalar clear = height_of(terrain, state.x, i) - terrain.reach;
    if (!(clear > 0)) return 0;
    const Scalar fall = first_root(clear, n.dot(state.v), n.dot(vector(terrain.lander->gravity)));
    if (fall < least) least = fall;
  }
  return least;
}

// The same of a landing: none where it is known to be on the ground, or thrust keeps it near.
template <class Scalar>
inline Scalar clear_time(const Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing) {
  const bool flies = landing.phase == TD_PHASE_MOVING && !thrusts(terrain, landing);
  return flies ? clear_time(terrain, landing.state) : Scalar(0);
}

// Whole steps that `span` holds, at least one; however many they are.
template <class Scalar>
inline Scalar whole_steps(Scalar span, Scalar step) {
  constexpr Scalar most = Scalar(1 << 20);
  const Scalar count = span / step;
  if (!(count > 1)) return step;
  return count < most ? static_cast<Scalar>(static_cast<std::int32_t>(count)) * step : span;
}

// A step is longer where nothing can touch, and shorter where the lander turns fast. Long ones are whole numbers of
// steps, so that ground that is met sooner or later in the flight is met in the same steps.
template <class Scalar>
inline Scalar span_of(const Terrain<Scalar> &terrain, Scalar until, Scalar clear,
                      const MovingLanding<Scalar> &landing) {
  const Scalar rate = square_root(landing.state.w.squaredNorm()), step = terrain.scales.step;
  const bool fast = rate * max(step, clear) > tolerance::turn_of_step<Scalar>;
  Scalar span = fast ? tolerance::turn_of_step<Scalar> / rate : clear;
  if (!(fast && span < step)) span = whole_steps(span, step);
  const Scalar horizon = horizon_of(*terrain.lander), left = (until < horizon ? until : horizon) - landing.time;
  const bool cuts = thrusts(terrain, landing) && landing.first_contact >= 0;
  const Scalar cut = cuts ? landing.first_contact + terrain.lander->cut_delay - landing.time : left;
  const Scalar most = cut > 0 && cut < left ? cut : left;
  return span < most ? span : most;
}

// A step in which nothing can touch.
template <class Scalar>
inline void fly_clear(const Terrain<Scalar> &terrain, Scalar span, Piece<Scalar> &piece,
                      MovingLanding<Scalar> &landing) {
  piece.arc = fly(terrain, landing.state, piece.begin.R, span, false);
  find_pose_at(terrain, piece.arc, span, landing.state, piece.end);
  landing.time += span;
}

// Moves the lander by one step: a flight clear of the ground, a slide, or pieces. The attitude at the beginning of the
// piece is known.
template <class Scalar>
inline Status move_lander(Terrain<Scalar> &terrain, Scalar clear, Stride<Scalar> &stride, Piece<Scalar> &piece,
                          MovingLanding<Scalar> &landing) {
  const Scalar span = stride.left;
  if (clear >= span) {
    fly_clear(terrain, span, piece, landing);
    stride.left = 0;
    return TD_SOLVED;
  }
  const Status status = has_heights(terrain) ? find_planes(landing.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  stride.thrusts = thrusts(terrain, landing);
  landing.phase = TD_PHASE_MOVING;
  place_feet(terrain, landing.state, piece.begin);
  landing.bearing = mask_of(flat_feet(terrain, piece.begin));
  EnergyOfStep<Scalar> ignored;
  if (landing.bearing == 0 || !slide(terrain, ignored, stride, landing))
    return take_pieces(terrain, stride, piece, landing);
  find_pose(terrain, landing.state, piece.end);
  stride.left = 0;  // where the slide ends, the step does
  return TD_SOLVED;
}

// A point that should not touch, at its height over the ground.
template <class Scalar>
inline void note_clearance(Scalar clearance, int i, MovingLanding<Scalar> &landing) {
  if (landing.closest_point >= 0 && !(clearance < landing.clearance)) return;
  landing.clearance = clearance;
  landing.closest_point = i;
}

// The planes under all feet after a step, and the heights of what is no foot: `near` the ground that of the centre of
// mass as well. HEIGHT or solved.
template <class Scalar>
TD_COLD Status watch_ground(bool near, Terrain<Scalar> &terrain, MovingLanding<Scalar> &landing) {
  const State<Scalar> &state = landing.state;
  const Matrix3<Scalar> R = rotation_of(state.q);
  for (int i = 0; i < terrain.lander->points; ++i) {
    const Vector3<Scalar> x = state.x + R * vector(terrain.lander->point[i]);
    const Status status = query_height(x, 0, terrain);
    if (status < 0) return status;
    note_clearance(height_of(terrain, x, 0), i, landing);
  }
  set_highest_plane(terrain);
  if (!near) return TD_SOLVED;
  const Status status = query_height(state.x, 0, terrain);
  if (status < 0) return status;
  terrain.centre = height_of(terrain, state.x, 0);
  return find_planes(state, terrain);
}

template <class Scalar>
inline void watch_heights(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, MovingLanding<Scalar> &landing) {
  if (pose.lowest < landing.deepest) landing.deepest = pose.lowest;
  if (terrain.lander->points == 0 || has_heights(terrain)) return;
  const Scalar height = height_of(terrain, landing.state.x, 0);
  for (int i = 0; i < terrain.lander->points; ++i)
    note_clearance<Scalar>(height + terrain.frame[0].n.dot(pose.R * vector(terrain.lander->point[i])), i, landing);
}

// What a step leaves beside the state; `stance` finds how a lander stands.
template <class Scalar, class FindStance>
inline void judge_step(const Terrain<Scalar> &terrain, const Stride<Scalar> &stride, const FindStance &stance,
                       MovingLanding<Scalar> &landing) {
  landing.bearing = mask_of(stride.touched);
  const bool quiet = is_quiet(terrain, landing);
  const bool whole = !(stride.left > 0);
  landing.quiet = !quiet ? 0 : whole ? landing.quiet % tolerance::slow_steps + 1 : landing.quiet;
  if (whole && landing.quiet == tolerance::slow_steps && stance() == TD_STANCE_STANDS) landing.phase = TD_PHASE_RESTING;
  if (landing.steps < TD_MAX_LANDING_STEPS) ++landing.steps;
  landing.outcome = outcome_of(terrain, stance, landing);
  if (landing.outcome == TD_OUTCOME_TIPS) name_edge(stride.touched, landing);
  if (terrain.lander->margins != 0 && !stride.touched.empty() && !thrusts(terrain, landing))
    watch_margin(terrain, landing);
}

template <class Scalar>
inline bool all_finite(const MovingLanding<Scalar> &landing) {
  const State<Scalar> &state = landing.state;
  const Scalar finite = zero_if_finite(state.q.w + state.q.x + state.q.y + state.q.z) +
                        zero_if_finite(landing.energy_lost) + zero_if_finite(landing.deepest);
  const bool present = is_finite_or_absent(landing.clearance) && is_finite_or_absent(landing.least_margin);
  return finite == 0 && present && all_finite(state.x) && all_finite(state.v) && all_finite(state.w);
}

// How long a slide may go on before it is looked at again: on one plane nothing new can touch. A thrust turns with the
// lander.
template <class Scalar>
inline Scalar slide_time(const Terrain<Scalar> &terrain, const State<Scalar> &state, bool thrusts) {
  if (terrain.planes != 1 || thrusts) return 0;
  const Scalar rate = square_root(state.w.squaredNorm()),
               most = tolerance::steps_of_slide<Scalar> * terrain.scales.step;
  return rate * most > tolerance::turn_of_slide<Scalar> ? tolerance::turn_of_slide<Scalar> / rate : most;
}

// A slide that goes on: no height changes. False where it cannot; the landing is as before.
template <class Scalar>
inline bool slide_further(const Terrain<Scalar> &terrain, Scalar until, Stride<Scalar> &stride,
                          MovingLanding<Scalar> &landing) {
  if (landing.phase != TD_PHASE_SLIDING || has_heights(terrain)) return false;
  const State<Scalar> from = landing.state;
  EnergyOfStep<Scalar> energy;
  stride.thrusts = thrusts(terrain, landing);
  stride.left = span_of(terrain, until, slide_time(terrain, landing.state, stride.thrusts), landing);
  if (!slide(terrain, energy, stride, landing)) return false;
  stride.left = 0;
  correct_energy(terrain, from, energy, landing);
  return true;
}

// Whether a foot begins deeper in the ground than any that bears: of planes alone, a function is not asked.
template <class Scalar>
inline bool begins_in_ground(const Terrain<Scalar> &terrain, const State<Scalar> &state) {
  if (has_heights(terrain)) return false;
  const Scalar rounding = tolerance::below_ground<Scalar> * (terrain.reach + square_root(state.x.squaredNorm()));
  const Pose<Scalar> pose = pose_of(terrain, state);
  return pose.lowest < -(terrain.scales.length + tolerance::together_at_all<Scalar> * terrain.reach + rounding);
}

// Before the first step: what td_landing_start refuses, then STEPS; BELOW_GROUND or solved.
template <class Scalar>
TD_COLD Status begin(const Lander<Scalar> &lander, State<Scalar> state, std::int32_t steps, Terrain<Scalar> &terrain,
                     MovingLanding<Scalar> &landing) {
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = normalize_state(state);
  if (status < 0) return status;
  if (steps < 1 || steps > TD_MAX_LANDING_STEPS) return TD_REFUSED_STEPS;
  landing = landing_from(state);
  landing.legs = has_legs(lander);
  return begins_in_ground(terrain, state) ? TD_CAVEAT_BELOW_GROUND : TD_SOLVED;
}

// Before a step from where the one before ended: what td_landing_step refuses.
template <class Scalar>
TD_COLD Status resume(const Lander<Scalar> &lander, Scalar until, const MovingLanding<Scalar> &landing,
                      Terrain<Scalar> &terrain) {
  Status status = prepare(lander, terrain);
  if (status >= 0) status = check_landing(lander, landing);
  return status < 0 || is_finite(until) ? status : TD_REFUSED_TIME;
}

}  // namespace touchdown

#endif
