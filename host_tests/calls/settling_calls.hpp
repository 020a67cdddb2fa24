// settling.h: bodies on their way to rest.
#ifndef TOUCHDOWN_CALLS_SETTLING_CALLS_HPP
#define TOUCHDOWN_CALLS_SETTLING_CALLS_HPP

#include "draws.hpp"
#include "touchdown/legs.h"

namespace calls {
namespace CALLS_PRECISION {

// A hill, or a hollow, at the origin: the caller's function, which host_tests/gates know by its name.
inline td_real caller_height(const void *context, const td_real *place, td_real *gradient) {
  const td_real height = *static_cast<const td_real *>(context);
  const td_real part = 1 / (1 + place[0] * place[0] + place[1] * place[1]);
  for (int i = 0; i < 2; ++i) gradient[i] = -2 * height * part * part * place[i];
  return height * part;
}

inline void draw_heights(Draw draw, td_settling_body &body) {
  static const td_real heights[] = {td_real(0.25), td_real(-0.25)};
  if (!draw.one_in(8)) return;
  body.planes = 1;
  body.highest = td_real(0.25);
  body.height = caller_height;
  body.height_context = &heights[draw.below(2)];
}

// The lander of draw_lander, on round feet, with points to be watched.
inline td_settling_body draw_settling_body(Draw &draw) {
  td_settling_body body = draw_lander(draw);
  body.up[2] = 1;
  for (td_settling_foot &foot : body.foot) {
    foot.radius = draw.one_in(2) ? uniform(draw, 0, td_real(0.1)) : 0;
    foot.mu_sliding = uniform(draw, 0, 1);
  }
  body.points = draw.below(TD_MAX_CLEARANCE_POINTS + 1);
  for (td_real(&point)[3] : body.point) fill(draw, point, td_real(-0.5), td_real(0.5));
  fill(draw, body.thrust_at, td_real(-0.5), td_real(0.5));
  body.cut_delay = draw.one_in(2) ? uniform(draw, 0, 1) : 0;
  body.step = draw.one_in(2) ? 0 : uniform(draw, td_real(0.001), td_real(0.1));
  body.margins = draw.below(2);
  body.impacts = draw_budget(draw, 8, TD_MAX_SETTLING_IMPACTS);
  body.iterations = draw_budget(draw, 8, TD_MAX_SETTLING_ITERATIONS);
  draw_heights(draw, body);
  return body;
}

struct SettlingInput {
  td_settling_body body;
  td_lander_state state;
  std::int32_t steps;
};
template <class V>
void fields(V &v, SettlingInput &x) {
  v.all(x.body, x.state);  // steps, spoiled, would take minutes
}

inline SettlingInput &draw_settling(Draw &draw, std::int32_t most_steps = 20) {
  static SettlingInput input;
  input = {draw_settling_body(draw), draw_lander_state(draw), 1 + draw.below(most_steps)};
  return input;
}

inline void settling_start(Trial &trial) {
  attempt(trial, draw_settling(trial.draw), *untouched<td_settling>(),
          [](const SettlingInput &in, td_settling &out) { return td_settling_start(&in.body, &in.state, &out); });
}

template <std::int32_t most_steps>
void settle(Trial &trial) {
  td_settling &settling = *untouched<td_settling>();
  attempt(trial, draw_settling(trial.draw, most_steps), settling,
          [](const SettlingInput &in, td_settling &out) { return td_settle(&in.body, &in.state, in.steps, &out); });
  if (trial.status < 0) return;
  trial.promise(settling.outcome != TD_OUTCOME_OPEN, "an outcome");
  trial.promise(settling.deepest <= 0, "the deepest foot is at the ground or below it");
}

inline void stance_of(Trial &trial) {
  td_settling_stance &stance = *untouched<td_settling_stance>();
  attempt(trial, draw_settling(trial.draw), stance,
          [](const SettlingInput &in, td_settling_stance &out) { return td_stance_of(&in.body, &in.state, &out); });
  if (trial.status < 0) return;
  trial.promise(stance.friction >= 0 && stance.friction <= 1, "a part of the friction");
}

struct SettlingStepInput {
  td_settling_body body;
  td_settling settling;
  td_real until;
};
template <class V>
void fields(V &v, SettlingStepInput &x) {
  v.all(x.body, x.settling, x.until);
}

// A step from where some steps have led to; `taken` is of the start.
template <class Input, class State, class Step>
void step_on(Trial &trial, td_status taken, Input &input, State Input::*state, const Step &step) {
  const int before = trial.draw.below(8);
  for (int i = 0; i < before && taken >= 0; ++i) taken = step(input, 1000, input.*state);
  attempt(trial, input, input.*state, [&](const Input &in, State &out) { return step(in, in.until, out); });
}

inline void settling_step(Trial &trial) {
  const SettlingInput &drawn = draw_settling(trial.draw);
  static SettlingStepInput input;
  input = {drawn.body, {}, any_size(trial.draw, -4, 5)};
  const td_status started = td_settling_start(&drawn.body, &drawn.state, &input.settling);
  step_on(trial, started, input, &SettlingStepInput::settling,
          [](const SettlingStepInput &in, td_real until, td_settling &settling) {
            return td_settling_step(&in.body, until, &settling);
          });
}

inline td_legs draw_legs(Draw &draw) {
  td_legs legs = {};
  for (td_leg &leg : legs.leg) {
    leg.kind = draw.below(3);
    fill(draw, leg.axis, td_real(-0.3), td_real(0.3));
    leg.axis[2] = 1;
    leg.force = any_size(draw, 0, 4);
    leg.stiffness = any_size(draw, 1, 6);
    leg.damping = draw.one_in(3) ? 0 : any_size(draw, 0, 4);
    leg.stroke = any_size(draw, -2, 1);
  }
  return legs;
}

struct SettlingOnLegs {
  td_settling settling;
  td_legs_record record;
};
template <class V>
void fields(V &v, SettlingOnLegs &x) {
  v.all(x.settling, x.record);
}
struct OnLegsInput {
  td_settling_body body;
  td_lander_state state;
  td_legs legs;
  std::int32_t steps;
};
template <class V>
void fields(V &v, OnLegsInput &x) {
  v.all(x.body, x.state, x.legs);  // steps, spoiled, would take minutes
}

// All feet strike at once.
inline void come_down_level(td_settling_body &body, td_lander_state &state) {
  body.planes = 1;
  body.ground[0] = {};
  body.ground[0].n[2] = 1;
  for (td_settling_foot &foot : body.foot) {
    foot.r[2] = body.foot[0].r[2];
    foot.radius = 0;
  }
  for (int i = 0; i < 3; ++i) state.q[1 + i] = state.w[i] = 0;
}

template <std::int32_t most_steps>
void settle_on_legs(Trial &trial) {
  const SettlingInput &drawn = draw_settling(trial.draw, most_steps);
  static OnLegsInput input;
  input = {drawn.body, drawn.state, draw_legs(trial.draw), drawn.steps};
  if (trial.draw.one_in(2)) come_down_level(input.body, input.state);
  SettlingOnLegs &landed = *untouched<SettlingOnLegs>();
  attempt(trial, input, landed, [](const OnLegsInput &in, SettlingOnLegs &out) {
    return td_settle_on_legs(&in.body, &in.legs, &in.state, in.steps, &out.settling, &out.record);
  });
  if (trial.status < 0) return;
  trial.promise(landed.settling.outcome != TD_OUTCOME_OPEN, "an outcome");
  for (int i = 0; i < input.body.feet; ++i) {
    const td_leg_record &leg = landed.record.leg[i];
    const bool rigid = input.legs.leg[i].kind == TD_LEG_RIGID;
    trial.promise(rigid ? leg.stroke == 0 : leg.stroke <= leg.most_stroke, "no stroke is beyond the longest");
    const bool has_stop = !rigid && input.legs.leg[i].stroke != 0;
    trial.promise(!has_stop || leg.most_stroke <= input.legs.leg[i].stroke, "no leg goes beyond its stop");
  }
}

struct OnLegsStepInput {
  td_settling_body body;
  td_legs legs;
  SettlingOnLegs landed;
  td_real until;
};
template <class V>
void fields(V &v, OnLegsStepInput &x) {
  v.all(x.body, x.legs, x.landed, x.until);
}

inline void settling_step_on_legs(Trial &trial) {
  const SettlingInput &drawn = draw_settling(trial.draw);
  static OnLegsStepInput input;
  input = {drawn.body, draw_legs(trial.draw), {}, any_size(trial.draw, -4, 5)};
  const td_status started = td_settling_start(&drawn.body, &drawn.state, &input.landed.settling);
  step_on(trial, started, input, &OnLegsStepInput::landed,
          [](const OnLegsStepInput &in, td_real until, SettlingOnLegs &landed) {
            return td_settling_step_on_legs(&in.body, &in.legs, until, &landed.settling, &landed.record);
          });
}

struct SampleInput {
  td_settling_body body;
  td_lander_state state;
  td_settling_errors errors;
  std::int32_t count;  // the sample, or how many
};
template <class V>
void fields(V &v, SampleInput &x) {
  v.all(x.body, x.state, x.errors);  // a count, spoiled, would take minutes
}

inline SampleInput &draw_samples(Draw &draw, std::int32_t most) {
  static SampleInput input;
  input = {draw_settling_body(draw), draw_lander_state(draw), {}, 1 + draw.below(most)};
  for (int i = 0; i < TD_SETTLING_STATE_ERRORS; ++i)
    for (int j = 0; j <= i; ++j)
      input.errors.covariance[TD_SETTLING_STATE_ERRORS * i + j] =
          i == j ? uniform(draw, 0, 1) : uniform(draw, td_real(-0.05), td_real(0.05));
  input.errors.e = uniform(draw, 0, 1);
  input.errors.mu = uniform(draw, 0, 1);
  input.errors.slope = uniform(draw, 0, 1);
  return input;
}

struct SampledCase {
  td_settling_body body;
  td_lander_state state;
};
template <class V>
void fields(V &v, SampledCase &x) {
  v.all(x.body, x.state);
}

inline void settling_sample(Trial &trial) {
  attempt(trial, draw_samples(trial.draw, 10000), *untouched<SampledCase>(),
          [](const SampleInput &in, SampledCase &out) {
            return td_settling_sample(&in.body, &in.state, &in.errors, in.count, &out.body, &out.state);
          });
}

struct TallyInput {
  td_settling settling;
  td_settling_odds odds;
};
template <class V>
void fields(V &v, TallyInput &x) {
  v.all(x.settling, x.odds);
}

inline void settling_tally(Trial &trial) {
  const SettlingInput &drawn = draw_settling(trial.draw);
  static TallyInput input;
  input = {};
  td_status taken = td_settle(&drawn.body, &drawn.state, 3, &input.settling);
  if (trial.draw.one_in(2)) input.settling.outcome = TD_OUTCOME_RESTS_UPRIGHT;  // few rest so soon
  for (int i = 0; i < 2 && taken >= 0; ++i) taken = td_settling_tally(&input.settling, &input.odds);
  attempt(trial, input, input.odds,
          [](const TallyInput &in, td_settling_odds &out) { return td_settling_tally(&in.settling, &out); });
}

template <std::int32_t most_samples, std::int32_t steps>
void settle_sampled(Trial &trial) {
  td_settling_odds &odds = *untouched<td_settling_odds>();
  SampleInput &input = draw_samples(trial.draw, most_samples);
  attempt(trial, input, odds, [](const SampleInput &in, td_settling_odds &out) {
    return td_settle_sampled(&in.body, &in.state, &in.errors, in.count, steps, &out);
  });
  if (trial.status < 0) return;
  int sum = 0;
  for (const std::int32_t count : odds.outcomes) sum += count;
  trial.promise(sum == input.count && odds.samples == sum, "each sample has an outcome");
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
