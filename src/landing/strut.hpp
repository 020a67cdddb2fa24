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

// One part of a way that is `left`, in the direction `sign`: elastic up to where it flows, or flowing up to the end of
// the stage. Enters its work, and answers how much of the way it takes.
template <class Scalar>
inline Scalar take_part(const Strut<Scalar> &strut, Scalar sign, Scalar left, StrutRecord<Scalar> &now, Scalar &work,
                        Scalar &elastic) {
  Scalar &flown = sign > 0 ? now.crushed : now.pulled;
  const StrutLimit<Scalar> limit = limit_of(sign > 0 ? strut.crush : strut.pull, flown);
  const Scalar room = limit.force / strut.stiffness - sign * now.elastic;  // until it flows
  if (!(limit.force > 0) || room > 0) {
    const Scalar way = limit.force > 0 && room < left ? room : left;
    work += strut.stiffness * (sign * now.elastic + Scalar(0.5) * way) * way;
    now.elastic = way == room && limit.force > 0 ? sign * (limit.force / strut.stiffness) : now.elastic + sign * way;
    elastic += way;
    return way;
  }
  if (room < 0) {  // a stage that gives less than the one before
    now.elastic += sign * room;
    now.energy -= strut.stiffness * (sign * now.elastic - Scalar(0.5) * room) * room;
    flown -= room;
  }
  const bool ends = limit.stroke - flown < left;
  const Scalar way = ends ? limit.stroke - flown : left;
  work += limit.force * way;
  now.energy += limit.force * way;
  flown = ends ? limit.stroke : flown + way;
  return way;
}

// The damper beside what is elastic, as far as the strut does not flow.
template <class Scalar>
inline void damp(const Strut<Scalar> &strut, Scalar span, Scalar way, StrutWay<Scalar> &run) {
  const Scalar sign = way < 0 ? Scalar(-1) : Scalar(1), damped = sign * (strut.damping * way / span);
  const StrutLimit<Scalar> limit =
      sign > 0 ? limit_of(strut.crush, run.after.crushed) : limit_of(strut.pull, run.after.pulled);
  const Scalar room = limit.force > 0 ? max(limit.force - sign * run.force, Scalar(0)) : largest<Scalar>;
  if (damped < room) run.slope += strut.damping / span;
  const Scalar more = sign * (damped < room ? damped : room);
  run.force += more;
  run.after.energy += more * way;
}

// From `from`, shortening by `way` in `span`.
template <class Scalar>
inline StrutWay<Scalar> run_strut(const Strut<Scalar> &strut, Scalar span, const StrutRecord<Scalar> &from,
                                  Scalar way) {
  StrutWay<Scalar> run;
  run.after = from;
  const Scalar sign = way < 0 ? Scalar(-1) : Scalar(1), whole = sign * way;
  Scalar left = whole, work = 0, elastic = 0;
  for (int part = 0; part < strut_parts && left > 0; ++part)
    left -= take_part(strut, sign, left, run.after, work, elastic);
  const Scalar mean = whole > 0 ? sign * work / whole : strut.stiffness * from.elastic;
  const Scalar part = whole > 0 ? elastic / whole : Scalar(1);
  run.force = mean;
  run.slope = Scalar(0.5) * strut.stiffness * part * part;
  damp(strut, span, way, run);
  return run;
}

}  // namespace touchdown

#endif
