// How a lander on legs that yield moves in a step: pieces short beside what its legs do, each of which ends at the
// latest where a foot touches, a crushing leg comes to a stand, or a leg reaches its stop. Between, positions move by
// the mean of the velocities before and after. docs/theory (L.18) to (L.20), (L.21) to (L.23).
#ifndef TOUCHDOWN_LANDING_LEG_STEP_HPP
#define TOUCHDOWN_LANDING_LEG_STEP_HPP

#include "landing/leg_rest.hpp"
#include "landing/leg_stops.hpp"

namespace touchdown {

constexpr int leg_pieces = 16;  // of a step, at most

constexpr int most_turns = 12, most_stands = 12;  // pieces of a step that end so

template <class Scalar>
struct LegStride : Stride<Scalar> {
  explicit LegStride(const Stride<Scalar> &stride) : Stride<Scalar>(stride) {}

  Scalar longest = 0;    // [s] of a piece while legs yield and forces change, at most
  Scalar swing = 0;      // [s] of one in which none yields, at most
  Scalar most = 0;       // of `grown`
  Scalar springing = 0;  // of `grown` on struts that spring
  Scalar grown = 1;      // times `longest` is the next piece: above 1 where forces are steady, below after a turn
  int strikes = 0;
  FootSet pressing = every_foot;  // feet that the last piece has pressed, or may have where it is not known
  FootSet entered;                // feet that have come down at its end
  FootSet awaited;                // feet that were to touch in this step, and were off the ground yet
  FootSet nearly_stuck, stuck;    // feet whose slip has nearly ended in this step, or has
  int turns = 0;                  // pieces that ended where a slip turned, or forces were not found
  int stands = 0;                 // where a leg came to a stand
  bool unsolved = false;          // a piece went on although its forces were not found
  bool slow = false;              // rest has been looked for
};

// Why a piece on legs ends.
enum class LegPieceEnd {
  time,         // it is over, or its forces or its touch were not found
  touch,        // a foot comes to the ground
  stop,         // a leg comes to its stop
  stick,        // a slip ends, or nearly
  full_length,  // a spring has made its leg as long as it can be
  stand,        // a leg comes to a stand
  turn,         // a slip turns
  change,       // a strut stands, a pad lifts, or forces of struts change too much
};

template <class Scalar>
struct LegEvent {
  Scalar time;
  LegPieceEnd end = LegPieceEnd::time;
  int foot = -1;  // of all but `time`, and where the feet change alike
};

template <class Scalar>
inline LegEvent<Scalar> event_of(const FootTouch<Scalar> &touch) {
  return {touch.time, touch.foot < 0 ? LegPieceEnd::time : LegPieceEnd::touch, touch.foot};
}

// Takes an event for the one that ends the piece, if it comes first.
template <class Scalar>
inline void meet(const LegEvent<Scalar> &event, LegEvent<Scalar> &first) {
  if (event.time < first.time) first = event;
}

// What rounding takes a foot off the ground.
template <class Scalar>
inline Scalar touches_within(const Terrain<Scalar> &terrain) {
  return terrain.reach * tolerance::touches_within<Scalar>;
}

template <class Scalar>
inline FootSet pads_off(const MovingLegs<Scalar> &legs) {
  FootSet feet = legs.tripods;
  for (int i = 0; i < legs.lander.feet; ++i)
    if (legs.record[i].down != 0) feet.remove(i);
  return feet;
}

// A pad that is at the ground when the piece begins, or soon after, is down.
template <class Scalar>
inline void bring_pad_down(const Terrain<Scalar> &terrain, const Pose<Scalar> &pose, int i,
                           const LegStride<Scalar> &stride, LegRecord<Scalar> &record) {
  const Scalar early = record.peak_force > 0 ? tolerance::pad_back_early<Scalar> : tolerance::pad_early<Scalar>;
  const Scalar v_n = normal_speed(terrain, pose, i);
  if (record.down != 0 || !(v_n < 0 && pose.gap[i] + early * stride.longest * v_n < 0)) return;
  record.down = 1;
  view(record.pad_v) =
      point_velocity(pose.motion.v, pose.motion.w, Vector3<Scalar>(pose.R * vector(terrain.lander->foot[i].r)));
}

// How near foot i is to the ground if it is down. One that carried no load in the last sub-step counts as airborne
// until its gap closes: loading it earlier would act gap / rate too soon, which is long where a foot comes back slowly.
template <class Scalar>
inline Scalar down_within(const Terrain<Scalar> &terrain, const LegStride<Scalar> &stride, int i) {
  if (stride.entered.has(i)) return max(terrain.scales.bears_within, terrain.reach * tolerance::enters_within<Scalar>);
  return stride.pressing.has(i) ? terrain.reach * tolerance::presses_within<Scalar> : touches_within(terrain);
}

template <class Scalar>
inline FeetDown feet_down(const Pose<Scalar> &pose, const LegStride<Scalar> &stride, MovingLegs<Scalar> &legs) {
  const Terrain<Scalar> &terrain = *legs.terrain;
  const FootSet yielding = legs_that_give_way(legs, pose.R);
  const FootSet rigid = bearing_feet(terrain, pose) - yielding;
  FootSet down;
  for (int i = 0; i < legs.lander.feet; ++i) {
    if (is_tripod(legs, i)) {
      bring_pad_down(terrain, pose, i, stride, legs.record[i]);
      if (legs.record[i].down != 0) down.add(i);
    } else if (pose.gap[i] < down_within(terrain, stride, i)) {
      down.add(i);
    }
  }
  return {(down & yielding) | rigid, down & yielding};
}

template <class Scalar>
inline Status take_flight_and_press(const MovingLegs<Scalar> &legs, const State<Scalar> &from, Scalar span,
                                    const LegStride<Scalar> &stride, LegPiece<Scalar> &piece) {
  piece.arc = fly(*legs.terrain, from, piece.begin.R, span, stride.thrusts);
  piece.contacts.count = 0;
  piece.contacts.off = 0;
  if (piece.feet.all.empty()) {
    keep_forces(span, piece.feet, piece.contacts);
  } else {
    const Status status = press_legs(legs, stride.longest, piece);
    if (status < 0) return status;
    press(piece.contacts.motion, piece.arc);
  }
  place_at(piece.arc, span, piece.end);
  piece.there = rotation_of(piece.end.q);
  move_at(*legs.terrain, piece.arc, span, piece.there, piece.end);
  return TD_SOLVED;
}

// Whether a velocity that is no less than `least` turns round.
template <class Scalar>
inline bool turns_round(Scalar from, Scalar to, Scalar least) {
  return from < 0 ? from < -least && to > 0 : from > least && to < 0;
}

// Where a leg that crushes, or has friction, comes to a stand: all that acts is even, and until then the leg gives all
// it can. Afterwards the leg locks, turns, or its foot lifts off: the next piece decides. A foot that has not come back
// to the ground by then gives nothing before, nor does a leg at full length whose foot leaves. `after`: y_0' then.
template <class Scalar>
inline Scalar time_to_stand(const LegContact<Scalar> &contact, Scalar after, Scalar least, Scalar span) {
  const Scalar rate = contact.before[0], free = contact.constant - contact.by_rate * after;
  if (!contact.holds || (contact.extended && !(rate > 0))) return span;
  const Scalar goes_on = rate < 0 ? free + contact.above : max(free - contact.below, Scalar(0));
  const Scalar to = (contact.stands ? Scalar(0) : after) + contact.W(0, 0) * (goes_on - contact.q[0]);
  const Scalar part = rate / (rate - to);
  const bool above = rate < 0 && !(part * rate < 2 * contact.stand);
  return turns_round(rate, to, least) && !above && part < tolerance::whole_piece_of_leg<Scalar> ? part * span : span;
}

// From one stroke to another that is beyond the stop, at a rate that grows or falls evenly.
template <class Scalar>
inline Scalar time_to_stop(Scalar left, Scalar way, Scalar rate, Scalar span) {
  const Scalar bend = (way - rate * span) / (span * span);
  const Scalar square = rate * rate + 4 * bend * left;
  const Scalar sum = rate + square_root(max(square, Scalar(0)));
  return sum * span > 2 * left ? 2 * left / sum : span;
}

// Where the slip of a contact ends, at first nearly as far, for it may turn there; or how far to go where it turns, if
// before `event`.
template <class Scalar>
inline void meet_slip(const LegPiece<Scalar> &piece, const LegContact<Scalar> &contact, const LegStride<Scalar> &stride,
                      LegEvent<Scalar> &event) {
  const Scalar span = piece.arc.span, part = tolerance::before_turn<Scalar> * span;
  const Vector3<Scalar> after = speeds_along(contact, piece.contacts.motion);
  const bool may_stick = !stride.stuck.has(contact.foot), nears = !stride.nearly_stuck.has(contact.foot);
  const Scalar ends = may_stick ? time_to_stick(contact, after, span, tolerance::least_part_of_slip<Scalar>) : span;
  const Scalar stick = nears && ends < span ? tolerance::nearly<Scalar> * ends : ends;
  meet({stick, LegPieceEnd::stick, contact.foot}, event);
  if (stride.turns < most_turns && slip_turns(contact, after)) meet({part, LegPieceEnd::turn, contact.foot}, event);
}

// Where the leg of a contact comes to a stand, to its full length or to its stop, if before `event`.
template <class Scalar>
inline void meet_event(const LegPiece<Scalar> &piece, const LegContact<Scalar> &contact, bool may_stand,
                       LegEvent<Scalar> &event) {
  const int i = contact.foot;
  const MovingLegs<Scalar> &legs = *piece.contacts.legs;
  const Leg<Scalar> &leg = legs.whole->leg[i];
  const Scalar span = piece.arc.span, after = speeds_along(contact, piece.contacts.motion)[0];
  const Scalar stand = may_stand ? time_to_stand(contact, after, slow_in(*legs.terrain, span), span) : span;
  meet({stand, LegPieceEnd::stand, i}, event);
  const Scalar from = legs.record[i].stroke;
  const Scalar to = stroke_on_ground(legs, piece.end.x, piece.there, i);
  const bool reaches_out = may_stand && is_preloaded(leg) && to < 0 && !contact.extended;
  const Scalar whole = reaches_out ? time_to_zero(from, to, -contact.before[0], span) : span;
  if (whole > 0) meet({whole, LegPieceEnd::full_length, i}, event);
  if (!(to > stop_of(leg) && from < stop_of(leg))) return;
  const Scalar stop = time_to_stop(stop_of(leg) - from, to - from, -contact.before[0], span);
  if (stop < event.time || event.time == span) event = {stop, LegPieceEnd::stop, i};
}

// Where a pad whose struts do not only spring does no longer what the piece takes for all of it, if before `event`.
template <class Scalar>
inline void meet_pad(const LegPiece<Scalar> &piece, const LegContact<Scalar> &contact, Scalar longest,
                     LegEvent<Scalar> &event) {
  const Scalar span = piece.arc.span;
  if (contact.springs || !(span * piece.contacts.legs->fastest > tolerance::least_cut<Scalar>)) return;
  const Scalar end = end_of_branch(contact.before, longest, moved_tripod(piece.contacts, contact));
  if (end < tolerance::whole_piece<Scalar> * span) meet({end, LegPieceEnd::change, contact.foot}, event);
}

// The gap of a foot off the ground whose spring makes the leg longer again.
template <class Scalar>
inline Scalar gap_reaching_out(const MovingLegs<Scalar> &legs, const Arc<Scalar> &arc, int i, Scalar t) {
  State<Scalar> state;
  place_at(arc, t, state);
  const Matrix3<Scalar> R = rotation_of(state.q);
  const Scalar stroke = legs.record[i].stroke, out = stroke - free_stroke(legs.whole->leg[i], stroke, t);
  return gap_of(*legs.terrain, state.x, R, i) - out * rise_of(legs, R, i);
}

// Where a foot touches that reaches out for the ground, if before `event`.
template <class Scalar>
inline void meet_ground(const MovingLegs<Scalar> &legs, const LegPiece<Scalar> &piece, int i, LegEvent<Scalar> &event) {
  const Scalar begin = piece.begin.gap[i];
  if (legs.whole->leg[i].kind != TD_LEG_SPRINGS || legs.record[i].stroke == 0 || !(begin > 0)) return;
  const auto gap = [&](Scalar t) { return gap_reaching_out(legs, piece.arc, i, t); };
  const Scalar below = gap(event.time);
  if (!(below < 0)) return;
  const Scalar guess = event.time * begin / (begin - below);
  event = {time_of_touch(gap, guess, begin, event.time, below), LegPieceEnd::touch, i};
}

template <class Scalar>
inline LegEvent<Scalar> first_event(const MovingLegs<Scalar> &legs, const LegPiece<Scalar> &piece,
                                    const LegStride<Scalar> &stride) {
  const Terrain<Scalar> &terrain = *legs.terrain;
  Scalar gap[max_feet];
  find_gaps(terrain, piece.end.x, piece.there, gap);
  LegEvent<Scalar> event = event_of(find_touch_in_piece(terrain, piece.arc, piece.begin, gap, piece.feet.all));
  for (int i = 0; i < legs.lander.feet; ++i)
    if (!piece.feet.all.has(i) && !has_heights(terrain)) meet_ground(legs, piece, i, event);
  for (int k = 0; k < piece.contacts.count; ++k) {
    const LegContact<Scalar> &contact = piece.contacts.contact[k];
    if (contact.is_pad) {
      meet_pad(piece, contact, stride.longest, event);
    } else if (piece.feet.yielding.has(contact.foot)) {
      meet_slip(piece, contact, stride, event);
      meet_event(piece, contact, stride.stands < most_stands, event);
    }
  }
  return event;
}

// The legs whose feet are off the ground go back; what a spring held goes into its damper.
template <class Scalar>
inline void free_leg(Scalar span, int i, MovingLegs<Scalar> &legs) {
  const Leg<Scalar> &leg = legs.whole->leg[i];
  LegRecord<Scalar> &record = legs.record[i];
  if (leg.kind != TD_LEG_SPRINGS || record.stroke == 0) return;
  const Scalar to = free_stroke(leg, record.stroke, span);
  record.energy += (leg.preload + Scalar(0.5) * leg.stiffness * (record.stroke + to)) * (record.stroke - to);
  record.stroke = to;
  hold_foot(i, legs);
}

// A foot off the ground, of a lander at x.
template <class Scalar>
inline void free_foot(const Vector3<Scalar> &x, const Matrix3<Scalar> &R, Scalar span, int i,
                      MovingLegs<Scalar> &legs) {
  if (is_tripod(legs, i))
    free_pad(x, R, i, legs);
  else
    free_leg(span, i, legs);
}

// What the piece has made of the pad of a contact, which moves on beside the body.
template <class Scalar>
inline void move_pad_of(Scalar time, const LegPiece<Scalar> &piece, const LegContact<Scalar> &contact,
                        MovingLegs<Scalar> &legs) {
  const int i = contact.foot;
  const Arc<Scalar> &arc = piece.arc;
  const Vector3<Scalar> ahead = arc.span * (contact.v - arc.v - (Scalar(0.5) * arc.span) * arc.a);
  const Vector3<Scalar> arm = piece.begin.R * vector(legs.lander.foot[i].r) + ahead;
  const Vector3<Scalar> pad = piece.there.transpose() * arm - vector(legs.whole->foot[i].r);
  move_pad_on(moved_tripod(piece.contacts, contact), time, pad, legs.record[i]);
  hold_pad(i, legs);
}

// The same of a guided leg.
template <class Scalar>
inline void move_leg(const LegPiece<Scalar> &piece, const LegContact<Scalar> &contact, const LegEvent<Scalar> &event,
                     MovingLegs<Scalar> &legs) {
  const int i = contact.foot;
  const Scalar span = piece.arc.span;
  const Leg<Scalar> &leg = legs.whole->leg[i];
  const Scalar least = free_stroke(leg, legs.record[i].stroke, span);
  const Scalar on_ground = stroke_on_ground(legs, piece.end.x, piece.there, i);
  Scalar to = clamp(max(least, on_ground), Scalar(0), stop_of(leg));
  if (i == event.foot && event.end == LegPieceEnd::stop) to = stop_of(leg);
  if (i == event.foot && event.end == LegPieceEnd::full_length) to = 0;
  const Scalar after = speeds_along(contact, piece.contacts.motion)[0];
  enter_work(LegWork<Scalar>{span, contact.q[0] / span, -contact.before[0], -after}, to, i, legs);
}

// What the piece has made of the legs, which is over at `time`.
template <class Scalar>
inline void move_legs(Scalar time, const LegPiece<Scalar> &piece, const LegEvent<Scalar> &event,
                      MovingLegs<Scalar> &legs) {
  const Vector3<Scalar> &x = piece.end.x;
  const Matrix3<Scalar> &R = piece.there;
  for (int i = 0; i < legs.lander.feet; ++i)
    if (!piece.feet.yielding.has(i)) free_foot(x, R, piece.arc.span, i, legs);
  for (int k = 0; k < piece.contacts.count; ++k) {
    const LegContact<Scalar> &contact = piece.contacts.contact[k];
    if (contact.is_pad && contact.lifts)
      free_pad(x, R, contact.foot, legs);
    else if (contact.is_pad)
      move_pad_of(time, piece, contact, legs);
    else if (piece.feet.yielding.has(contact.foot))
      move_leg(piece, contact, event, legs);
  }
}

template <class Scalar>
inline FootSet feet_that_push(const LegPiece<Scalar> &piece) {
  FootSet feet;
  for (int k = 0; k < piece.contacts.count; ++k) {
    const LegContact<Scalar> &contact = piece.contacts.contact[k];
    if (contact.is_pad ? !contact.lifts : contact.q[0] > 0) feet.add(contact.foot);
  }
  return feet;
}

inline void count_stop(std::int32_t &stops) {
  if (stops < TD_MAX_LANDING_STEPS) ++stops;
}

// Legs within a hair of their stop are at it.
template <class Scalar>
inline FootSet legs_at_stop(MovingLegs<Scalar> &legs) {
  FootSet feet;
  for (int i = 0; i < legs.lander.feet; ++i) {
    const Leg<Scalar> &leg = legs.whole->leg[i];
    LegRecord<Scalar> &record = legs.record[i];
    if (leg.kind == TD_LEG_RIGID || !(stop_of(leg) - record.stroke < hair(*legs.terrain))) continue;
    feet.add(i);
    if (!(record.stroke < stop_of(leg))) continue;
    record.stroke = record.most_stroke = stop_of(leg);
    hold_foot(i, legs);
    count_stop(record.stops);
  }
  return feet;
}

// Those of the feet that are on the ground.
template <class Scalar>
inline FootSet feet_on_ground(const MovingLegs<Scalar> &legs, const State<Scalar> &state, FootSet feet) {
  Scalar gap[max_feet];
  find_gaps(*legs.terrain, state.x, rotation_of(state.q), gap);
  for (int i = 0; i < legs.lander.feet; ++i)
    if (!(gap[i] < hair(*legs.terrain))) feet.remove(i);
  return feet & first_feet(legs.lander.feet);
}

// Whether a foot on a leg that gives way, which was to touch, is waited for: once in a step, and on planes, where it is
// off the ground for a while yet. The feet that press have changed how it comes down.
template <class Scalar>
inline bool waits_for(int foot, const Terrain<Scalar> &terrain, const State<Scalar> &state, const Matrix3<Scalar> &R,
                      LegStride<Scalar> &stride) {
  if (stride.awaited.has(foot) || has_heights(terrain)) return false;
  const Scalar gap = gap_of(terrain, state.x, R, foot), least = tolerance::waited_for<Scalar> * stride.longest;
  const ContactFrame<Scalar> &frame = terrain.frame[plane_of(terrain, foot)];
  const Scalar v = frame.n.dot(point_velocity(state.v, state.w, arm_of(terrain, R, foot)));
  if (!(v < 0 && gap > touches_within(terrain) && gap > -least * v)) return false;
  stride.awaited.add(foot);
  return true;
}

// What ends the piece: a rigid foot strikes, or a leg its stop, where a foot also strikes whose leg is at it already; a
// foot on a leg that gives way has come down.
template <class Scalar>
inline Status end_piece(const LegEvent<Scalar> &event, LegStride<Scalar> &stride, LegContacts<Scalar> &scratch,
                        MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  Terrain<Scalar> &terrain = *legs.terrain;
  const int foot = event.foot;
  const bool stops = event.end == LegPieceEnd::stop;
  if (!stops && event.end != LegPieceEnd::touch) return TD_SOLVED;
  const Matrix3<Scalar> R = rotation_of(landing.state.q);
  const FootSet gives = legs_that_give_way(legs, R);
  const bool lands = !stops && gives.has(foot);
  if (lands && waits_for(foot, terrain, landing.state, R, stride)) return TD_SOLVED;
  stride.entered.add(foot);
  if (lands) return TD_SOLVED;
  ++stride.strikes;
  if (stops) count_stop(legs.record[foot].stops);
  const FootSet rigid = (every_foot - gives) | legs_at_stop(legs);
  const Status status = has_heights(terrain) ? find_planes(landing.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  if (!stands_up(legs, R, foot)) {
    stride.rigid = rigid;
    return strike(terrain, pose_of(terrain, landing.state), foot, stride, landing);
  }
  const FootSet beside = feet_on_ground(legs, landing.state, rigid);
  return strike_stops(legs, beside | only(foot), scratch, stride, landing);
}

// For the next step, and for who watches.
template <class Scalar>
inline void record_forces(const LegContacts<Scalar> &contacts, MovingLegs<Scalar> &legs) {
  for (int i = 0; i < legs.lander.feet; ++i) view(legs.record[i].force) = contacts.force[i];
}

// What the last step leaves to this one. On struts that is no longer than a piece may be that springs: where springs
// turn round, forces look steady.
template <class Scalar>
inline void go_on(const MovingLegs<Scalar> &legs, Scalar sub_step, LegStride<Scalar> &stride,
                  LegContacts<Scalar> &contacts) {
  for (int i = 0; i < legs.lander.feet; ++i) contacts.force[i] = vector(legs.record[i].force);
  const Scalar most = legs.tripods.empty() ? stride.most : stride.springing;
  stride.grown = clamp(sub_step / stride.longest, Scalar(1), most);
  for (int i = 0; i < legs.lander.feet; ++i)
    if (contacts.force[i].squaredNorm() > 0) contacts.known.all.add(i);
  contacts.known.yielding = contacts.known.all & legs_that_give_way(legs, stride.R);
}

// The piece as far as its event; 0: nothing.
template <class Scalar>
inline void keep_piece(const LegPiece<Scalar> &piece, const LegEvent<Scalar> &event, LegStride<Scalar> &stride,
                       MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  if (!(event.time > 0)) return;
  landing.state = piece.end;
  landing.time += event.time;
  move_legs(landing.time, piece, event, legs);
  record_forces(piece.contacts, legs);
  stride.work += work_of(piece.arc, landing.state.x, event.time);
  stride.unsolved = stride.unsolved || is_unsolved(piece.contacts);
  stride.pressing = feet_that_push(piece);
  stride.touched |= stride.pressing;
  stride.entered = {};
  if (!stride.touched.empty() && landing.first_contact < 0) landing.first_contact = landing.time - event.time;
}

// How long the next piece is at most. A lander on legs at their stops swings about their feet.
template <class Scalar>
inline Scalar longest_piece(const MovingLegs<Scalar> &legs, FeetDown feet, const LegStride<Scalar> &stride) {
  const bool swings = feet.yielding.empty();
  const bool free = swings && (feet.all & legs.yielding).empty();
  const Scalar longest = swings ? stride.swing : stride.grown * stride.longest;
  const Scalar longer = !legs.tripods.empty() ? tolerance::little_longer<Scalar> : Scalar(1);
  return free || !(longer * longest < stride.left) ? stride.left : longest;
}

// Finds the touch again, on ground given by a function. HEIGHT or solved.
template <class Scalar>
inline Status find_touch_again(const Arc<Scalar> &arc, Terrain<Scalar> &terrain, LegEvent<Scalar> &event) {
  if (event.end != LegPieceEnd::touch || !(event.time > 0)) return TD_SOLVED;
  FootTouch<Scalar> touch{event.foot, event.time};
  const Status status = refine_touch(arc, terrain, touch);
  event = event_of(touch);
  return status;
}

// Whether a piece on pads is longer because forces were steady, or struts only sprang, and now they do neither.
template <class Scalar>
inline bool changes_pads(const MovingLegs<Scalar> &legs, const LegPiece<Scalar> &piece,
                         const LegStride<Scalar> &stride) {
  const bool springs = piece.contacts.springs && !(stride.grown > stride.springing);
  return !(piece.feet.all & legs.tripods).empty() && !piece.contacts.steady && !springs && stride.grown > 1;
}

// What ends the piece; one whose forces were not found is taken in part: at most as far as a leg that gives all it can
// comes to a stand. HEIGHT or solved.
template <class Scalar>
inline Status find_event(const MovingLegs<Scalar> &legs, const LegPiece<Scalar> &piece, LegStride<Scalar> &stride,
                         LegEvent<Scalar> &event) {
  const Scalar span = piece.arc.span;
  event = first_event(legs, piece, stride);
  if (is_unsolved(piece.contacts) && stride.turns < most_turns) {
    ++stride.turns;
    meet({sooner(Scalar(tolerance::part_unsolved<Scalar> * span), stride.longest), LegPieceEnd::time}, event);
  } else if (changes_pads(legs, piece, stride)) {
    meet({stride.longest, LegPieceEnd::change}, event);
  }
  if (event.end == LegPieceEnd::stick) {
    stride.stuck |= stride.nearly_stuck & only(event.foot);
    stride.nearly_stuck.add(event.foot);
  }
  if (event.end == LegPieceEnd::stand || event.end == LegPieceEnd::full_length) ++stride.stands;
  if (event.end == LegPieceEnd::turn) ++stride.turns;
  return has_heights(*legs.terrain) ? find_touch_again(piece.arc, *legs.terrain, event) : TD_SOLVED;
}

// How many times as long as its base the next piece is.
template <class Scalar>
inline Scalar next_grown(const LegContacts<Scalar> &contacts, const LegEvent<Scalar> &event, Scalar span,
                         const LegStride<Scalar> &stride) {
  if (event.end == LegPieceEnd::turn) return tolerance::before_turn<Scalar>;
  const bool whole = event.time == span, longer = contacts.steady || contacts.springs;
  const Scalar most = contacts.steady ? stride.most : stride.springing;
  return whole && longer ? clamp(2 * stride.grown, Scalar(1), most) : Scalar(1);
}

template <class Scalar>
inline Status take_leg_piece(LegStride<Scalar> &stride, LegPiece<Scalar> &piece, MovingLegs<Scalar> &legs,
                             MovingLanding<Scalar> &landing) {
  Terrain<Scalar> &terrain = *legs.terrain;
  Status status = has_heights(terrain) ? find_planes(landing.state, terrain) : TD_SOLVED;
  if (status < 0) return status;
  find_pose(terrain, landing.state, piece.begin);
  stride.thrusts = thrusts(terrain, landing);
  piece.feet = feet_down(piece.begin, stride, legs);
  const Scalar span = longest_piece(legs, piece.feet, stride);
  LegEvent<Scalar> event;
  status = take_flight_and_press(legs, landing.state, span, stride, piece);
  if (status >= 0) status = find_event(legs, piece, stride, event);
  if (status >= 0 && event.time > 0 && event.time < span)
    status = take_flight_and_press(legs, landing.state, event.time, stride, piece);
  if (status < 0) return status;
  keep_piece(piece, event, stride, legs, landing);
  stride.left -= event.time;
  stride.grown = next_grown(piece.contacts, event, span, stride);
  return end_piece(event, stride, piece.contacts, legs, landing);
}

// How long a piece is at most beside a crush, from the speed that there is; one over too short a way to count asks for
// nothing.
template <class Scalar>
inline Scalar crush_piece(const MovingLegs<Scalar> &legs, const State<Scalar> &state) {
  const Scalar reach = legs.terrain->reach, square = state.v.squaredNorm() + reach * reach * state.w.squaredNorm();
  const bool counts = legs.crush > 0 && square > tolerance::least_crush<Scalar> * reach * legs.crush;
  return counts ? tolerance::crush_piece<Scalar> * square_root(reach / legs.crush) : largest<Scalar>;
}

// How long pieces are in which legs yield.
template <class Scalar>
inline void pace(const MovingLegs<Scalar> &legs, const State<Scalar> &state, LegStride<Scalar> &stride) {
  constexpr Scalar wanted = 1 / tolerance::leg_pieces_of_radian<Scalar>;
  constexpr Scalar of_step = 1 / tolerance::leg_pieces_of_step<Scalar>;
  const bool mixed = are_mixed(legs);
  const Scalar turn = square_root(state.w.squaredNorm()) * stride.left;
  const Scalar part = turn > tolerance::turn_of_piece<Scalar> ? tolerance::turn_of_piece<Scalar> / turn : Scalar(1);
  Scalar most = mixed ? stride.left : part * stride.left;  // of a piece whose forces are steady
  if (legs.swings * most > tolerance::steady_swing<Scalar>) most = tolerance::steady_swing<Scalar> / legs.swings;
  stride.longest = stride.swing = mixed ? of_step * stride.left : most;
  if (legs.fastest * stride.longest > wanted) stride.longest = wanted / legs.fastest;
  stride.longest = sooner(stride.longest, crush_piece(legs, state));
  stride.most = most / stride.longest;
  stride.springing = sooner(stride.most, tolerance::springing_grown<Scalar>);
}

// How a lander stands on its legs as they are, the feet of `piece`: from v = w = 0 they hold it still, or it slides.
template <class Scalar>
inline std::int32_t find_support(const MovingLegs<Scalar> &legs, State<Scalar> state, LegPiece<Scalar> &piece) {
  const Terrain<Scalar> &terrain = *legs.terrain;
  state.v.setZero();
  state.w.setZero();
  find_pose(terrain, state, piece.begin);
  piece.feet.all = feet_that_may_hold(terrain, piece.begin) - pads_off(legs);
  piece.feet.yielding = piece.feet.all & legs_that_give_way(legs, piece.begin.R);
  if (piece.feet.all.empty()) return TD_STANCE_FALLS;
  fill_zero(max_feet, piece.begin.gap);
  piece.arc = fly(terrain, state, piece.begin.R, terrain.scales.step, false);
  if (press_legs(legs, piece.arc.span, piece) < 0) return TD_STANCE_FALLS;
  return held_by(terrain, piece.contacts.motion, tolerance::held_on_legs<Scalar>);
}

// What a slow lander does on its legs. Springs are slower yet at rest, for they are still for an instant where what
// they carry turns round.
template <class Scalar>
TD_COLD std::int32_t stance_on_legs(const MovingLegs<Scalar> &legs, const State<Scalar> &state,
                                    LegPiece<Scalar> &piece) {
  const Terrain<Scalar> &terrain = *legs.terrain;
  const bool slow = is_slower(terrain, Motion<Scalar>{state.v, state.w}, tolerance::slow_on_springs<Scalar>);
  if (legs.fastest > 0 && !slow) return TD_STANCE_FALLS;
  if (!are_mixed(legs)) {
    const std::int32_t stance = stance_on_feet(terrain, state);
    return stance == TD_STANCE_STANDS ? TD_STANCE_FALLS : stance;  // come_to_rest() sees that
  }
  const std::int32_t held = find_support(legs, state, piece);
  if (held != TD_STANCE_STANDS) return held;
  const Barrier<Scalar> barrier = barrier_of(terrain, state, piece.feet.all);
  if (!(barrier.angle > tolerance::balance<Scalar>)) return TD_STANCE_BALANCES;
  const Scalar kinetic = kinetic_energy(legs.lander, state, rotation_of(state.q));
  return barrier.energy > tolerance::barrier<Scalar> * kinetic ? TD_STANCE_STANDS : TD_STANCE_FALLS;
}

// A lander that hardly moves any more rests where it can: at once, for forces that are rounding are the dearest to
// find. It is looked at once in a step, which ends there.
template <class Scalar>
inline void rest_if_slow(const MovingLegs<Scalar> &legs, LegStride<Scalar> &stride, LegPiece<Scalar> &piece,
                         MovingLanding<Scalar> &landing) {
  State<Scalar> &state = landing.state;
  const Motion<Scalar> motion{state.v, state.w};
  if (!are_mixed(legs) || stride.slow || thrusts(*legs.terrain, landing) ||
      !is_slower(*legs.terrain, motion, tolerance::slow_on_springs<Scalar>))
    return;
  stride.slow = true;
  if (stance_on_legs(legs, state, piece) != TD_STANCE_STANDS) return;
  state.v.setZero();
  state.w.setZero();
  landing.phase = TD_PHASE_RESTING;
  stride.left = 0;
}

// Pieces until the step is over, or its work is spent; the rest of it is then the next step.
template <class Scalar>
TD_COLD Status move_on_legs(LegStride<Scalar> &stride, MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  const int impacts = impacts_of(legs.lander);
  pace(legs, landing.state, stride);
  LegPiece<Scalar> piece;
  go_on(legs, landing.sub_step, stride, piece.contacts);
  Status caveats = TD_SOLVED;
  for (int k = 0; k < leg_pieces && stride.left > 0; ++k) {
    if (stride.strikes >= impacts || piece.contacts.passes_left <= 0) break;
    const Status status = take_leg_piece(stride, piece, legs, landing);
    if (status < 0) return status;
    caveats |= status;
    if (!stride.pressing.empty()) rest_if_slow(legs, stride, piece, landing);
  }
  const bool as_long = legs.tripods.empty() || piece.contacts.springs;
  landing.sub_step = as_long ? stride.grown * stride.longest : Scalar(0);
  return stride.unsolved ? TD_CAVEAT_BUDGET_SPENT : caveats;
}

// Flies clear of the ground.
template <class Scalar>
TD_COLD void fly_clear(Scalar span, MovingLegs<Scalar> &legs, MovingLanding<Scalar> &landing) {
  const Matrix3<Scalar> R = rotation_of(landing.state.q);
  landing.state = state_at(*legs.terrain, fly(*legs.terrain, landing.state, R, span, false), span);
  landing.time += span;
  const Matrix3<Scalar> there = rotation_of(landing.state.q);
  for (int i = 0; i < legs.lander.feet; ++i) {
    view(legs.record[i].force).setZero();
    free_foot(landing.state.x, there, span, i, legs);
  }
}

// Moves the lander by one step: a flight clear of the ground, or pieces.
template <class Scalar>
inline Status move_lander(Scalar clear, Stride<Scalar> &stride, MovingLegs<Scalar> &legs,
                          MovingLanding<Scalar> &landing) {
  landing.phase = TD_PHASE_MOVING;
  const Scalar end = landing.time + stride.left;  // pieces would add up to another, which might never be the horizon
  if (clear >= stride.left) {
    fly_clear(stride.left, legs, landing);
    stride.left = 0;
    return TD_SOLVED;
  }
  LegStride<Scalar> pieces(stride);
  const Status status = move_on_legs(pieces, legs, landing);
  stride = pieces;  // what a step keeps; the rest is of its pieces
  if (!(stride.left > 0)) landing.time = end;
  return status;
}

// How a lander on legs stands when a step is over.
template <class Scalar>
TD_COLD std::int32_t stance_in_step(const MovingLegs<Scalar> &legs, const State<Scalar> &state) {
  LegPiece<Scalar> piece;
  return stance_on_legs(legs, state, piece);
}

// The legs of a lander that has been prepared, on its way. RANGE or solved.
template <class Scalar>
inline Status prepare_legs(const Lander<Scalar> &lander, const LegRecord<Scalar> *record, Terrain<Scalar> &terrain,
                           MovingLegs<Scalar> &legs) {
  legs.terrain = &terrain;
  enter_legs(lander, record, legs);
  measure_legs(terrain.factor, legs);
  terrain.lander = &legs.lander;
  terrain.reach = reach_of(legs);
  return is_finite(terrain.reach) && is_finite(legs.fastest) ? TD_SOLVED : TD_REFUSED_RANGE;
}

}  // namespace touchdown

#endif
