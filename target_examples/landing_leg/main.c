/* Descent of a four-legged lander over a slope on the Moon, 100 times a second: each cycle predicts the landing from
 * the state, decides whether the engine may be cut, and steers; the prediction is held against what then happens.
 *
 * `step` stands for the world and `sensed` for navigation: replace them by yours, keep `guide`. README.md says how to
 * run it in a task or an interrupt. */
#include <stdio.h>

#include "open.h"
#include "touchdown/landing.h"

#define PERIOD 0.01f       /* [s] */
#define MOON 1.62f         /* [m/s^2] */
#define MOST_LEG_SPEED 3.f /* [m/s] what a leg may take */

static const td_lander vehicle = {
    .mass = 600,
    .inertia = {700, 700, 500, 0, 0, 0},
    .feet = 4,
    .foot = {{{2, 0, -1.5f}, {0.6f, 0.5f, 0.15f}},
             {{0, 2, -1.5f}, {0.6f, 0.5f, 0.15f}},
             {{-2, 0, -1.5f}, {0.6f, 0.5f, 0.15f}},
             {{0, -2, -1.5f}, {0.6f, 0.5f, 0.15f}}},
    .planes = 1,
    .ground = {{.n = {-0.08f, 0.03f, 1}}},
    .gravity = {0, 0, -MOON},
    .horizon = 60,
    .simultaneity_window = 0.002f,
    .rest_speed = 0.02f,
    .contact_duration = 0.05f,
    .max_touchdowns = 4,
};

/* What one cycle decided. */
typedef struct decision {
  td_real thrust;    /* [N] up; 0: cut */
  td_status status;  /* of the prediction with the engine cut now */
  td_landing if_cut; /* that prediction */
} decision;

/* May the engine be cut now? If the legs take the touchdown, and every margin against toppling stays positive. */
static int may_cut(td_status status, const td_landing *landing) {
  if (status < 0 || landing->count == 0 || landing->touchdown[0].v_n < -MOST_LEG_SPEED) return 0;
  for (int32_t i = 0; i < landing->count; i++)
    if (landing->touchdown[i].stability.verdict != TD_VERDICT_STAYS) return 0;
  return landing->outlook[landing->first].time < 1.f; /* and not from high up */
}

/* One cycle of the guidance: pure but for what it prints into `out`. */
static void guide(const td_lander_state *state, decision *out) {
  const td_real wanted = -0.5f - 0.1f * state->x[2]; /* [m/s] slower the lower */
  out->status = td_predict_landing(&vehicle, state, &out->if_cut);
  out->thrust = 0;
  if (may_cut(out->status, &out->if_cut)) return;
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
  const td_landing *landing = &d->if_cut;
  printf("%5.2f s  height %6.2f m  sinks %5.2f m/s  thrust %5.0f N", (double)time, (double)state->x[2],
         -(double)state->v[2], (double)d->thrust);
  if (d->status < 0 || landing->count == 0)
    printf("  %s\n", td_status_name(d->status));
  else
    printf("  if cut: foot %d in %5.2f s at %4.2f m/s, class %d, %s\n", (int)landing->first,
           (double)landing->outlook[landing->first].time, -(double)landing->touchdown[0].v_n,
           (int)landing->landing_class, td_verdict_name(landing->touchdown[0].stability.verdict));
}

static void print_log(const td_landing *landing) {
  printf(
      "\ntouchdown log, predicted at engine cut\n"
      " foot   time s  v_n m/s  slip m/s   p_n N s  peak kN  lost J  mode              margin J  deg\n");
  for (int32_t i = 0; i < landing->count; i++) {
    const td_touchdown *t = &landing->touchdown[i];
    const td_edge *edge = &t->stability.edge[t->stability.worst < 0 ? 0 : t->stability.worst];
    printf("%5d %8.3f %8.3f %9.3f %9.1f %8.1f %7.1f  %-17s %8.0f %4.0f\n", (int)t->foot, (double)t->time,
           (double)t->v_n, (double)t->slip, (double)t->p_n, (double)t->peak_force / 1000, (double)t->energy_lost,
           td_mode_name(t->mode_restitution), (double)edge->energy_margin, (double)edge->tipping_angle * 57.29578);
  }
}

/* Whether the foot and the time came as predicted. */
static int held(const td_landing *landing, int32_t foot, td_real time) {
  const td_real off = time - landing->touchdown[0].time;
  printf("\nfirst contact  predicted foot %d after %.4f s, simulated foot %d after %.4f s\n", (int)landing->first,
         (double)landing->touchdown[0].time, (int)foot, (double)time);
  return foot == landing->first && off < 2e-3f && off > -2e-3f;
}

int main(void) {
  static decision d; /* 3 kB */
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
  print_log(&d.if_cut);
  td_real fall = 0;
  for (; clearance(&state, &foot) > 0 && fall < 60; fall += PERIOD / 20) step(&state, 0, PERIOD / 20);
  const int good = held(&d.if_cut, foot, fall);
  printf("dearest cycle  %lu %s on %s\n%s\n", (unsigned long)dearest, port.counter_name, port.board_name,
         good ? "prediction held" : "prediction FAILED");
  return !good;
}
