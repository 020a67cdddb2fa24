// A landing on its way, by a step or to its end, on rigid feet or on legs of which some yield; where none does, `legs`
// is null.
#ifndef TOUCHDOWN_LANDING_FOLLOW_HPP
#define TOUCHDOWN_LANDING_FOLLOW_HPP

#include "landing/leg_step.hpp"
#include "landing/step.hpp"

namespace touchdown {

template <class Scalar>
inline Scalar stored_energy(const MovingLegs<Scalar> *legs) {
  return legs != nullptr ? stored_energy(*legs) : Scalar(0);
}

// One step, unless a slide goes on: moves the lander, corrects its energy, and watches its heights. A step that is
// taken back leaves the legs as they were too.
template <class Scalar>
inline Status move_and_account(Scalar until, Stride<Scalar> &stride, Terrain<Scalar> &terrain, MovingLegs<Scalar> *legs,
                               MovingLanding<Scalar> &landing) {
  const bool uneven = has_heights(terrain);
  const Scalar clear = clear_time(terrain, landing);
  stride.left = span_of(terrain, until, clear, landing);
  const bool near = clear < stride.left;
  const State<Scalar> from = landing.state;
  const Scalar stored_before = stored_energy(legs);
  Piece<Scalar> piece;
  piece.begin.R = stride.R;
  const Status status = legs != nullptr ? move_lander(clear, stride, *legs, landing)
                                        : move_lander(terrain, clear, stride, piece, landing);
  if (status < 0) return status;
  Pose<Scalar> &end = piece.end;
  if (legs != nullptr) end.R = rotation_of(landing.state.q);
  const Scalar stored = stored_energy(legs) - stored_before;
  const EnergyOfStep<Scalar> energy{energy_of(*terrain.lander, from, stride.R),
                                    energy_of(*terrain.lander, landing.state, end.R), stride.work - stored};
  const bool moves = correct_energy(terrain, from, energy, landing);
  if (!moves && legs != nullptr) {
    landing.energy_lost += stored;
    take_records(landing.leg, *legs);
  }
  const Status looked = uneven ? watch_ground(near, terrain, landing) : TD_SOLVED;
  if (looked < 0) return looked;
  if (legs != nullptr) come_to_rest(stride.touched, *legs, landing);
  if (legs != nullptr || !moves || uneven) find_pose(terrain, landing.state, end);  // else pieces have left it
  watch_heights(terrain, end, landing);
  return status;
}

// After a step of this status. RANGE, or the status.
template <class Scalar>
inline Status keep_legs(const MovingLegs<Scalar> &legs, Status status, MovingLanding<Scalar> &landing) {
  keep_records(legs, landing.leg);
  legs.terrain->reach = reach_of(legs);  // for the next step
  return all_finite(legs) ? status : TD_REFUSED_RANGE;
}

// A step of a lander that moves. `landing` and `legs` are scratch when the status is negative.
template <class Scalar>
inline Status advance(Scalar until, Terrain<Scalar> &terrain, MovingLegs<Scalar> *legs,
                      MovingLanding<Scalar> &landing) {
  if (has_heights(terrain)) set_highest_plane(terrain);
  Stride<Scalar> stride;
  stride.R = rotation_of(landing.state.q);
  const bool slides = legs == nullptr && slide_further(terrain, until, stride, landing);
  const Status status = slides ? TD_SOLVED : move_and_account(until, stride, terrain, legs, landing);
  if (status < 0) return status;
  const auto stance = [&] {
    return legs != nullptr ? stance_in_step(*legs, landing.state) : stance_on_feet(terrain, landing.state);
  };
  judge_step(terrain, stride, stance, landing);
  if (!all_finite(landing)) return TD_REFUSED_RANGE;
  return legs != nullptr ? keep_legs(*legs, status, landing) : status;
}

// Calls `move` with legs of which some yield. Rigid feet need no room for them.
template <class Scalar, class Move>
TD_COLD Status call_with_legs(Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing, const Move &move) {
  const Lander<Scalar> &lander = *terrain.lander;
  MovingLegs<Scalar> legs;
  Status status = prepare_legs(lander, landing.leg, terrain, legs);
  if (status == TD_SOLVED) status = move(&legs);
  terrain.lander = &lander;
  return status;
}

// Calls `move` with the legs of a lander that has been prepared, or with null where none yields.
template <class Scalar, class Move>
inline Status call_with_any_legs(Terrain<Scalar> &terrain, const MovingLanding<Scalar> &landing, const Move &move) {
  return landing.legs ? call_with_legs(terrain, landing, move) : move(static_cast<MovingLegs<Scalar> *>(nullptr));
}

// td_landing_step, of a lander that has been prepared. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status take_step(Terrain<Scalar> &terrain, Scalar until, MovingLanding<Scalar> &landing) {
  if (!(until > landing.time)) return TD_SOLVED;
  if (landing.outcome != TD_OUTCOME_OPEN) {
    landing.time = until;
    return TD_SOLVED;
  }
  return call_with_any_legs(terrain, landing,
                            [&](MovingLegs<Scalar> *legs) { return advance(until, terrain, legs, landing); });
}

// Steps until the outcome stands, or all are taken; `step` takes the next.
template <class Scalar, class Step>
inline Status take_steps(std::int32_t steps, const Step &step, MovingLanding<Scalar> &landing) {
  Status status = TD_SOLVED;
  for (int i = 0; i < TD_MAX_LANDING_STEPS; ++i) {
    if (i >= steps || landing.outcome != TD_OUTCOME_OPEN) break;
    const Status taken = step();
    if (taken < 0) return taken;
    status |= taken;
  }
  if (landing.outcome == TD_OUTCOME_OPEN) landing.outcome = TD_OUTCOME_UNDECIDED;
  return landing.first_contact < 0 ? status | TD_CAVEAT_NO_CONTACT : status;
}

// td_land. `landing` is scratch when the status is negative.
template <class Scalar>
inline Status follow_landing(const Lander<Scalar> &lander, const State<Scalar> &state, std::int32_t steps,
                             Touch<Scalar> *touches, MovingLanding<Scalar> &landing) {
  Terrain<Scalar> terrain;
  terrain.touches = touches;
  const Status status = begin(lander, state, steps, terrain, landing);
  if (status < 0) return status;
  const auto follow = [&](MovingLegs<Scalar> *legs) {
    return take_steps(
        steps, [&] { return advance(horizon_of(lander), terrain, legs, landing); }, landing);
  };
  const Status taken = call_with_any_legs(terrain, landing, follow);
  return taken < 0 ? taken : status | taken;
}

// How a lander stands: on its feet as if its legs were rigid, or as its legs hold it if that is less. Where a function
// gives the ground, on the planes under the feet.
template <class Scalar>
inline Status find_stance_with(Terrain<Scalar> &terrain, const MovingLegs<Scalar> *legs, const State<Scalar> &state,
                               Stance<Scalar> &stance) {
  const Status looked = has_heights(terrain) ? find_planes(state, terrain) : TD_SOLVED;
  const Status status = looked < 0 ? looked : find_stance(terrain, state, stance);
  if (status < 0 || legs == nullptr || !legs->tripods.empty()) return status;
  LegPiece<Scalar> piece;
  const std::int32_t held = find_support(*legs, state, piece);
  if (held >= stance.stance) return TD_SOLVED;
  stance.stance = held;
  stance.friction = 0;
  stance.falls_in = TD_NOT_APPLICABLE;
  return TD_SOLVED;
}

// td_stance_of; `landing` is not checked.
template <class Scalar>
inline Status find_stance_of(const Lander<Scalar> &lander, MovingLanding<Scalar> landing, Stance<Scalar> &stance) {
  Terrain<Scalar> terrain;
  Status status = prepare(lander, terrain);
  if (status == TD_SOLVED) status = check_landing(lander, landing);
  if (status < 0) return status;
  normalize(landing.state.q);
  const auto find = [&](const MovingLegs<Scalar> *legs) {
    return find_stance_with(terrain, legs, landing.state, stance);
  };
  return call_with_any_legs(terrain, landing, find);
}

}  // namespace touchdown

#endif
