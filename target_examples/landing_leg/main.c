/* Descent of a four-legged lander over a slope on the Moon, 100 times a second: each cycle finds the first touch from
 * the state, follows the landing to rest if the engine may soon be cut, decides whether to cut it, and steers. The
 * predicted touch is compared with the one that happens.
 *
 * `step` stands for the world and `sensed` for navigation: replace them by yours, keep `guide`. README.md says how to
 * run it in a task or an interrupt. */
#include <stdio.h>

#include "open.h"
#include "touchdown/landing.h"

#define PERIOD 0.01f       /* [s] */
#define MOON 1.62f         /* [m/s^2] */
#define MOST_LEG_SPEED 3.f /* [m/s] what a leg may take */
#define MOST_STEPS 2000    /* of the motion to rest */

static const td_lander vehicle = {
    .mass = 600,
    .inertia = {700, 700, 500, 0, 0, 0},
    .up = {0, 0, 1},
    .feet = 4,
    .foot = {{{2, 0, -1.5f}, 0, {0.6f, 0.5f, 0.15f}, 0.5f},
             {{0, 2, -1.5f}, 0, {0.6f, 0.5f, 0.15f}, 0.5f},
             {{-2, 0, -1.5f}, 0, {0.6f, 0.5f, 0.15f}, 0.5f},
             {{0, -2, -1.5f}, 0, {0.6f, 0.5f, 0.15f}, 0.5f}},
    .planes = 1,
    .ground = {{.n = {-0.08f, 0.03f, 1}}},
    .gravity = {0, 0, -MOON},
    .horizon = 60,
};

/* What one cycle decided. */
typedef struct decision {
  td_real thrust;       /* [N] up; 0: cut */
  td_status status;     /* with the engine cut now: */
  td_first_touch touch; /* the first touch */
  td_landing end;       /* what becomes of it, if it was followed */
} decision;

/* Do the legs take the first touch, and is it not high up? */
static int is_gentle(td_status status, const td_first_touch *touch) {
  return status >= 0 && touch->count > 0 && touch->touch[0].v_n > -MOST_LEG_SPEED && touch->time < 1.f;
}

/* One cycle of the guidance: pure but for what it writes into `out`. The engine is cut if the lander then comes to rest
 * upright. */
static void guide(const td_lander_state *state, decision *out) {
  const td_real wanted = -0.5f - 0.1f * state->x[2]; /* [m/s] slower the lower */
  out->status = td_find_first_touch(&vehicle, state, &out->touch);
  out->thrust = 0;
  out->end.outcome = TD_OUTCOME_OPEN;
  if (is_gentle(out->status, &out->touch)) out->status = td_land(&vehicle, state, MOST_STEPS, &out->end, NULL);
  if (out->status >= 0 && out->end.outcome == TD_OUTCOME_RESTS_UPRIGHT) return;
  const td_real acceleration = MOON + 2 * (wanted - state->v[2]);
  out->thrust = acceleration > 0 ? vehicle.mass * acceleration : 0;
}

/* The world: small steps of the same body without rotation, so that the example needs no integrator of attitude. */
static void step(td_lander_state *state, td_real thrust, td_real time) {
  state->v[2] += (thrust / vehicle.mass - MOON) * time;
  for (int i = 0; i < 3; i++) state->x[i] += state->v[i] * time;
}

/* [m] of the lowest foot above the slope, and which that is. */
static td_real clearance(const td_lander_state *state, int32_t *lowest) {
  const td_real *n = vehicle.ground[0].n;
  td_real least = 1e9f;
  for (int32_t i = 0; i < vehicle.feet; i++) {
    td_real height = 0;
    for (int k = 0; k < 3; k++) height += n[k] * (state->x[k] + vehicle.foot[i].r[k]);
    if (height < least) {
      least = height;
      *lowest = i;
    }
  }
  return least;
}

static void print_cycle(td_real time, const td_lander_state *state, const decision *d) {
  const td_first_touch *touch = &d->touch;
  printf("%5.2f s  height %6.2f m  sinks %5.2f m/s  thrust %5.0f N", (double)time, (double)state->x[2],
         -(double)state->v[2], (double)d->thrust);
  if (d->status < 0 || touch->count == 0)
    printf("  %s\n", td_status_name(d->status));
  else
    printf("  if cut: foot %d in %5.2f s at %4.2f m/s, %s\n", (int)touch->touch[0].foot, (double)touch->time,
           -(double)touch->touch[0].v_n, td_outcome_name(d->end.outcome));
}

static void print_log(const decision *d) {
  const td_touch *touch = &d->touch.touch[0];
  printf("\nexpected at engine cut: foot %d, slip %.3f m/s, impulse %.1f N s up, %.1f J lost\n", (int)touch->foot,
         (double)touch->slip, (double)touch->p[2], (double)touch->energy_lost);
  printf("then %s after %.2f s and %d impacts, at (%.2f, %.2f) m\n", td_outcome_name(d->end.outcome),
         (double)d->end.time, (int)d->end.impacts, (double)d->end.state.x[0], (double)d->end.state.x[1]);
}

/* Whether the foot and the time came as predicted. */
static int held(const td_first_touch *touch, int32_t foot, td_real time) {
  const td_real off = time - touch->time;
  printf("\nfirst contact  predicted foot %d after %.4f s, simulated foot %d after %.4f s\n", (int)touch->touch[0].foot,
         (double)touch->time, (int)foot, (double)time);
  return foot == touch->touch[0].foot && off < 2e-3f && off > -2e-3f;
}

int main(void) {
  static decision d;
  td_port port;
  td_lander_state state = {.x = {0, 0, 12}, .q = {1, 0, 0, 0}, .v = {0.25f, -0.1f, -2}};
  int32_t foot = -1;
  uint32_t dearest = 0;
  int cycle = 0;
  td_port_open(&port);
  do { /* powered */
    const uint32_t before = port.counter(port.context);
    guide(&state, &d);
    const uint32_t cost = port.counter(port.context) - before;
    dearest = cost > dearest ? cost : dearest;
    if (cycle % 50 == 0 || d.thrust == 0) print_cycle((td_real)cycle * PERIOD, &state, &d);
    if (d.thrust > 0) step(&state, d.thrust, PERIOD);
  } while (d.thrust > 0 && clearance(&state, &foot) > 0 && ++cycle < 10000);
  if (d.thrust > 0) {
    printf("the engine was never cut\n");
    return 1;
  }
  print_log(&d);
  td_real fall = 0;
  for (; clearance(&state, &foot) > 0 && fall < 60; fall += PERIOD / 20) step(&state, 0, PERIOD / 20);
  const int good = held(&d.touch, foot, fall);
  printf("dearest cycle  %lu %s on %s\n%s\n", (unsigned long)dearest, port.counter_name, port.board_name,
         good ? "prediction held" : "prediction FAILED");
  return !good;
}
