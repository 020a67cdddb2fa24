// The law of a strut: elastic until a force at which it flows, by stages, in compression and in tension.
//   force   f = k e + c e', held to -F_t(pulled) .. F_c(crushed); shortening beyond that flows: it adds to `crushed`
//           while pushed, to `pulled` while pulled; beyond the last stage the strut is elastic again: it is at its stop
//   energy  what flows takes F times the way, exactly, however many stages one piece goes through
// docs/theory (L.26).
#ifndef TOUCHDOWN_LANDING_STRUT_HPP
#define TOUCHDOWN_LANDING_STRUT_HPP

#include "numerics/linalg.hpp"
#include "touchdown/touchdown.hpp"

namespace touchdown {

// What a strut can do on one way, in one direction: no more stages than there are, and elastic before each.
constexpr int strut_parts = 2 * TD_MAX_STRUT_STAGES + 1;

// The force at which a strut flows that has flown so far, and up to which stroke; 0, 0: it is elastic.
template <class Scalar>
struct StrutLimit {
  Scalar force, stroke;
};

template <class Scalar>
inline StrutLimit<Scalar> limit_of(const StrutStage<Scalar> *stages, Scalar flown) {
  for (int i = 0; i < TD_MAX_STRUT_STAGES && stages[i].force > 0; ++i)
    if (flown < stages[i].stroke) return {stages[i].force, stages[i].stroke};
  return {0, 0};
}

// A way of a strut, taken at an even rate.
template <class Scalar>
struct StrutWay {
  StrutRecord<Scalar> after;
  Scalar force, slope;  // mean along the way; how much more of it there is where the way is longer by 1
};

// What is under way in a strut that moves in the direction `sign`.
template <class Scalar>
struct StrutRun {
  Scalar sign, damped;  // [N] of the damper, were there no limit
  Scalar left, work = 0;
  Scalar elastic = 0, damping = 0;  // [m] of the way, in which force grows with stroke, and in which it does with rate
};

// What the damper adds on the average, within room that falls from `first` to `last`.
template <class Scalar>
inline Scalar damped_within(Scalar damped, Scalar first, Scalar last) {
  if (damped <= last) return damped;
  if (damped >= first) return Scalar(0.5) * (first + last);
  return (damped * first - Scalar(0.5) * (damped * damped + last * last)) / (first - last);
}

// An elastic part of the way, up to where it flows.
template <class Scalar>
inline void take_elastic(const Strut<Scalar> &strut, const StrutLimit<Scalar> &limit, Scalar room,
                         StrutRecord<Scalar> &now, StrutRun<Scalar> &run) {
  const bool limited = limit.force > 0, reaches = limited && room < run.left;
  const Scalar way = reaches ? room : run.left, k = strut.stiffness;
  const Scalar first = limited ? k * room : largest<Scalar>, last = limited ? k * (room - way) : largest<Scalar>;
  const Scalar damped = damped_within(run.damped, first, last);
  run.work += (k * (run.sign * now.elastic + Scalar(0.5) * way) + damped) * way;
  now.energy += damped * way;
  now.elastic = reaches ? run.sign * (limit.force / k) : now.elastic + run.sign * way;
  if (run.damped < first) run.elastic += way;
  if (run.damped <= last) run.damping += way;
  run.left -= way;
}

// One part of the way: elastic, or flowing up to the end of the stage.
template <class Scalar>
inline void take_part(const Strut<Scalar> &strut, StrutRecord<Scalar> &now, StrutRun<Scalar> &run) {
  Scalar &flown = run.sign > 0 ? now.crushed : now.pulled;
  const StrutLimit<Scalar> limit = limit_of(run.sign > 0 ? strut.crush : strut.pull, flown);
  const Scalar room = limit.force / strut.stiffness - run.sign * now.elastic;  // until it flows
  if (!(limit.force > 0) || room > 0) {
    take_elastic(strut, limit, room, now, run);
    return;
  }
  if (room < 0) {  // a stage that gives less than the one before
    now.elastic += run.sign * room;
    now.energy -= strut.stiffness * (run.sign * now.elastic - Scalar(0.5) * room) * room;
    flown -= room;
  }
  const bool ends = limit.stroke - flown < run.left;
  const Scalar way = ends ? limit.stroke - flown : run.left;
  run.work += limit.force * way;
  now.energy += limit.force * way;
  flown = ends ? limit.stroke : flown + way;
  run.left -= way;
}

// From `from`, shortening by `way` in `span`.
template <class Scalar>
inline StrutWay<Scalar> run_strut(const Strut<Scalar> &strut, Scalar span, const StrutRecord<Scalar> &from,
                                  Scalar way) {
  StrutWay<Scalar> done;
  done.after = from;
  const Scalar sign = way < 0 ? Scalar(-1) : Scalar(1), whole = sign * way, rate = strut.damping / span;
  StrutRun<Scalar> run{sign, rate * whole, whole};
  for (int part = 0; part < strut_parts && run.left > 0; ++part) take_part(strut, done.after, run);
  const Scalar elastic = whole > 0 ? run.elastic / whole : Scalar(1),
               damping = whole > 0 ? run.damping / whole : Scalar(1);
  done.force = whole > 0 ? sign * run.work / whole : strut.stiffness * from.elastic;
  done.slope = Scalar(0.5) * strut.stiffness * elastic * elastic + rate * damping;
  return done;
}

}  // namespace touchdown

#endif
