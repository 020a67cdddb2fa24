// landing.h.
#ifndef TOUCHDOWN_CALLS_LANDING_CALLS_HPP
#define TOUCHDOWN_CALLS_LANDING_CALLS_HPP

#include "draws.hpp"

namespace calls {
namespace CALLS_PRECISION {

// A hill, or a hollow, at the origin: the caller's function, which host_tests/gates know by its name.
inline td_real caller_height(const void *context, const td_real *place, td_real *gradient) {
  const td_real height = *static_cast<const td_real *>(context);
  const td_real part = 1 / (1 + place[0] * place[0] + place[1] * place[1]);
  for (int i = 0; i < 2; ++i) gradient[i] = -2 * height * part * part * place[i];
  return height * part;
}

inline void draw_heights(Draw draw, td_lander &body) {
  static const td_real heights[] = {td_real(0.25), td_real(-0.25)};
  if (!draw.one_in(8)) return;
  body.planes = 1;
  body.highest = td_real(0.25);
  body.height = caller_height;
  body.height_context = &heights[draw.below(2)];
}

// The lander of draw_lander, on round feet, with points to be watched.
inline td_lander draw_whole_lander(Draw &draw) {
  td_lander body = draw_lander(draw);
  body.up[2] = 1;
  for (td_foot &foot : body.foot) {
    foot.radius = draw.one_in(2) ? uniform(draw, 0, td_real(0.1)) : 0;
    foot.mu_sliding = uniform(draw, 0, 1);
  }
  body.points = draw.below(TD_MAX_CLEARANCE_POINTS + 1);
  for (td_real(&point)[3] : body.point) fill(draw, point, td_real(-0.5), td_real(0.5));
  fill(draw, body.thrust_at, td_real(-0.5), td_real(0.5));
  body.cut_delay = draw.one_in(2) ? uniform(draw, 0, 1) : 0;
  body.step = draw.one_in(2) ? 0 : uniform(draw, td_real(0.001), td_real(0.1));
  body.margins = draw.below(2);
  body.impacts = draw_budget(draw, 8, TD_MAX_LANDING_IMPACTS);
  body.iterations = draw_budget(draw, 8, TD_MAX_LANDING_ITERATIONS);
  draw_heights(draw, body);
  return body;
}

inline void draw_legs(Draw &draw, td_lander &lander) {
  for (td_leg &leg : lander.leg) {
    leg.kind = draw.below(3);
    fill(draw, leg.axis, td_real(-0.3), td_real(0.3));
    leg.axis[2] = 1;
    leg.force = any_size(draw, 0, 4);
    leg.stiffness = any_size(draw, 1, 6);
    leg.damping = draw.one_in(3) ? 0 : any_size(draw, 0, 4);
    leg.stroke = any_size(draw, -2, 1);
  }
}

// Last of all, since inputs that are kept (bench/slowest_inputs.inc) count what was drawn before.
inline void draw_preload_and_friction(Draw &draw, td_lander &lander) {
  for (td_leg &leg : lander.leg) {
    leg.preload = draw.one_in(2) ? 0 : any_size(draw, -1, 4);
    leg.friction = draw.one_in(2) ? 0 : any_size(draw, -1, 4);
  }
}

inline void draw_stages(Draw &draw, td_strut_stage (&stages)[TD_MAX_STRUT_STAGES]) {
  td_real stroke = 0;
  const int count = draw.below(TD_MAX_STRUT_STAGES + 1);
  for (int i = 0; i < TD_MAX_STRUT_STAGES; ++i) {
    stroke += any_size(draw, -3, 0);
    stages[i].force = i < count ? any_size(draw, 0, 4) : 0;
    stages[i].stroke = stroke;
  }
}

inline void draw_struts(Draw &draw, td_lander &lander) {
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    td_leg &leg = lander.leg[i];
    leg.kind = TD_LEG_TRIPOD;
    leg.stroke = 0;
    leg.pad_mass = any_size(draw, -3, 2);
    for (td_strut &strut : leg.strut) {
      fill(draw, strut.joint, td_real(-0.5), td_real(0.5));
      for (int k = 0; k < 3; ++k) strut.joint[k] += lander.foot[i].r[k];
      strut.joint[2] += td_real(0.5);
      strut.stiffness = any_size(draw, 1, 6);
      strut.damping = draw.one_in(3) ? 0 : any_size(draw, 0, 4);
      draw_stages(draw, strut.crush);
      draw_stages(draw, strut.pull);
    }
  }
}

// All feet strike at once.
inline void come_down_level(td_lander &body, td_lander_state &state) {
  body.planes = 1;
  body.ground[0] = {};
  body.ground[0].n[2] = 1;
  for (td_foot &foot : body.foot) {
    foot.r[2] = body.foot[0].r[2];
    foot.radius = 0;
  }
  for (int i = 0; i < 3; ++i) state.q[1 + i] = state.w[i] = 0;
}

struct LandingInput {
  td_lander body;
  td_lander_state state;
  std::int32_t steps;
};
template <class V>
void fields(V &v, LandingInput &x) {
  CALLS_FIELDS(all, x.body, x.state);  // steps, spoiled, would take minutes
}

inline LandingInput &draw_landing(Draw &draw, std::int32_t most_steps = 20) {
  static LandingInput input;
  input = {draw_whole_lander(draw), draw_lander_state(draw), 1 + draw.below(most_steps)};
  if (!draw.one_in(3)) return input;
  draw_legs(draw, input.body);
  if (draw.one_in(2)) come_down_level(input.body, input.state);
  if (draw.one_in(3)) draw_struts(draw, input.body);
  draw_preload_and_friction(draw, input.body);
  return input;
}

inline void landing_start(Trial &trial) {
  attempt(trial, draw_landing(trial.draw), *untouched<td_landing>(),
          [](const LandingInput &in, td_landing &out) { return td_landing_start(&out, &in.body, &in.state); });
}

template <std::int32_t most_steps>
void land(Trial &trial) {
  td_landing &landing = *untouched<td_landing>();
  LandingInput &input = draw_landing(trial.draw, most_steps);
  attempt(trial, input, landing, [](const LandingInput &in, td_landing &out) {
    return td_land(&in.body, &in.state, in.steps, &out, nullptr);
  });
  if (trial.status < 0) return;
  trial.promise(landing.outcome != TD_OUTCOME_OPEN, "an outcome");
  trial.promise(landing.deepest <= 0, "the deepest foot is at the ground or below it");
  for (int i = 0; i < input.body.feet; ++i) {
    const td_leg_record &leg = landing.leg[i];
    const bool rigid = input.body.leg[i].kind == TD_LEG_RIGID;
    trial.promise(rigid ? leg.stroke == 0 : leg.stroke <= leg.most_stroke, "no stroke is beyond the longest");
    const bool has_stop = !rigid && input.body.leg[i].kind != TD_LEG_TRIPOD && input.body.leg[i].stroke != 0;
    trial.promise(!has_stop || leg.most_stroke <= input.body.leg[i].stroke, "no leg goes beyond its stop");
  }
}

struct StanceInput {
  td_lander body;
  td_landing landing;
};
template <class V>
void fields(V &v, StanceInput &x) {
  CALLS_FIELDS(all, x.body, x.landing);
}

inline void stance_of(Trial &trial) {
  const LandingInput &drawn = draw_landing(trial.draw);
  static StanceInput input;
  input = {drawn.body, {}};
  (void)td_landing_start(&input.landing, &drawn.body, &drawn.state);
  td_stance &stance = *untouched<td_stance>();
  attempt(trial, input, stance,
          [](const StanceInput &in, td_stance &out) { return td_stance_of(&in.landing, &in.body, &out); });
  if (trial.status < 0) return;
  trial.promise(stance.friction >= 0 && stance.friction <= 1, "a part of the friction");
}

struct LandingStepInput {
  td_lander body;
  td_landing landing;
  td_real until;
};
template <class V>
void fields(V &v, LandingStepInput &x) {
  CALLS_FIELDS(all, x.body, x.landing, x.until);
}

// A step from where some steps have led to.
inline void landing_step(Trial &trial) {
  const LandingInput &drawn = draw_landing(trial.draw);
  static LandingStepInput input;
  input = {drawn.body, {}, any_size(trial.draw, -4, 5)};
  td_status taken = td_landing_start(&input.landing, &drawn.body, &drawn.state);
  const int before = trial.draw.below(8);
  for (int i = 0; i < before && taken >= 0; ++i) taken = td_landing_step(&input.landing, &input.body, 1000, nullptr);
  attempt(trial, input, input.landing, [](const LandingStepInput &in, td_landing &landing) {
    const td_status status = td_landing_step(&landing, &in.body, in.until, nullptr);
    std::int32_t kinds = 0;
    for (int i = 0; i < TD_MAX_FEET && i < in.body.feet; ++i) kinds |= in.body.leg[i].kind;
    // Of a lander whose legs are all rigid, records of legs are neither read nor written.
    for (int i = 0; i < TD_MAX_FEET && status >= 0 && kinds == TD_LEG_RIGID; ++i) landing.leg[i] = {};
    return status;
  });
}

struct SampleInput {
  td_lander body;
  td_lander_state state;
  td_landing_errors errors;
  std::int32_t count;  // the sample, or how many
};
template <class V>
void fields(V &v, SampleInput &x) {
  CALLS_FIELDS(all, x.body, x.state, x.errors);  // a count, spoiled, would take minutes
}

inline SampleInput &draw_samples(Draw &draw, std::int32_t most) {
  static SampleInput input;
  input = {draw_whole_lander(draw), draw_lander_state(draw), {}, 1 + draw.below(most)};
  for (int i = 0; i < TD_ERRORS_OF_STATE; ++i)
    for (int j = 0; j <= i; ++j)
      input.errors.covariance[TD_ERRORS_OF_STATE * i + j] =
          i == j ? uniform(draw, 0, 1) : uniform(draw, td_real(-0.05), td_real(0.05));
  input.errors.e = uniform(draw, 0, 1);
  input.errors.mu = uniform(draw, 0, 1);
  input.errors.guides = uniform(draw, 0, 1);
  input.errors.slope = uniform(draw, 0, 1);
  return input;
}

struct SampledCase {
  td_lander body;
  td_lander_state state;
};
template <class V>
void fields(V &v, SampledCase &x) {
  CALLS_FIELDS(all, x.body, x.state);
}

inline void landing_sample(Trial &trial) {
  attempt(trial, draw_samples(trial.draw, 10000), *untouched<SampledCase>(),
          [](const SampleInput &in, SampledCase &out) {
            return td_landing_sample(&in.body, &in.state, &in.errors, in.count, &out.body, &out.state);
          });
}

struct TallyInput {
  td_landing landing;
  td_landing_odds odds;
};
template <class V>
void fields(V &v, TallyInput &x) {
  CALLS_FIELDS(all, x.landing, x.odds);
}

inline void landing_tally(Trial &trial) {
  const LandingInput &drawn = draw_landing(trial.draw);
  static TallyInput input;
  input = {};
  td_status taken = td_land(&drawn.body, &drawn.state, 3, &input.landing, nullptr);
  if (trial.draw.one_in(2)) input.landing.outcome = TD_OUTCOME_RESTS_UPRIGHT;  // few rest so soon
  for (int i = 0; i < 2 && taken >= 0; ++i) taken = td_landing_tally(&input.odds, &input.landing);
  attempt(trial, input, input.odds,
          [](const TallyInput &in, td_landing_odds &out) { return td_landing_tally(&out, &in.landing); });
}

template <std::int32_t most_samples, std::int32_t steps>
void land_sampled(Trial &trial) {
  td_landing_odds &odds = *untouched<td_landing_odds>();
  SampleInput &input = draw_samples(trial.draw, most_samples);
  attempt(trial, input, odds, [](const SampleInput &in, td_landing_odds &out) {
    return td_land_sampled(&in.body, &in.state, &in.errors, in.count, steps, &out);
  });
  if (trial.status < 0) return;
  int sum = 0;
  for (const std::int32_t count : odds.outcomes) sum += count;
  trial.promise(sum == input.count && odds.samples == sum, "each sample has an outcome");
}

inline void find_first_touch(Trial &trial) {
  td_first_touch &touch = *untouched<td_first_touch>();
  LandingInput &input = draw_landing(trial.draw);
  attempt(trial, input, touch,
          [](const LandingInput &in, td_first_touch &out) { return td_find_first_touch(&in.body, &in.state, &out); });
  if (trial.status < 0) return;
  trial.promise(touch.count >= 0 && touch.count <= input.body.feet, "no more touches than feet");
  trial.promise((touch.count == 0) == ((trial.status & TD_CAVEAT_NO_CONTACT) != 0), "no touch is said");
  for (int i = 0; i < touch.count; ++i) trial.promise(touch.touch[i].time == touch.time, "feet strike together");
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
