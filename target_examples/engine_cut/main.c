/* May I cut the engine? A lander on four legs of honeycomb comes down on the Moon at a steady speed, 200 control cycles
 * a second. Each cycle has room for one slice of prediction: one step of the landing that would follow if the engine
 * were cut at `due`, a moment ahead. Once its outcome stands, the answer is there, and the next question is asked. The
 * engine is cut at the first `due` whose answer was yes in time.
 *
 * `descend` stands for the world and for navigation: replace it by yours, keep `ask`, `take_slice` and `may_cut`. */
#include <stdio.h>

#include "open.h"
#include "touchdown/landing.h"

#define PERIOD 0.005f    /* [s] */
#define AHEAD 200        /* cycles in which an answer must be there */
#define MOON 1.62f       /* [m/s^2] */
#define STROKE 0.25f     /* [m] of a leg */
#define MOST_STROKE 0.2f /* [m] a leg may crush by */
#define CRUSH 2200.f     /* [N] of a leg */
#define FEET 4
#define LEG(x, y) \
  { .kind = TD_LEG_CRUSHES, .axis = {-0.25f * (x), -0.25f * (y), 1}, .force = CRUSH, .stroke = STROKE }
#define FOOT(x, y) \
  { .r = {1.6f * (x), 1.6f * (y), -1.4f}, .surface = {0.5f, 0.5f, 0}, .mu_sliding = 0.5f }

static const td_lander vehicle = {
    .mass = 600,
    .inertia = {700, 700, 500, 0, 0, 0},
    .up = {0, 0, 1},
    .feet = FEET,
    .foot = {FOOT(1, 0), FOOT(0, 1), FOOT(-1, 0), FOOT(0, -1)},
    .planes = 1,
    .ground = {{.n = {-0.07f, 0.04f, 1}}},
    .gravity = {0, 0, -MOON},
    .step = 0.015f, /* a quarter of the default: the dearest slices are less dear */
    .horizon = 60,
    .leg = {LEG(1, 0), LEG(0, 1), LEG(-1, 0), LEG(0, -1)},
};

/* A landing that is predicted, slice by slice. */
typedef struct question {
  td_landing landing;
  td_status status;
  int due, slices;
} question;

/* The world, and what navigation expects of it: a steady descent under thrust. */
static void descend(td_lander_state *state, int cycles) {
  for (int i = 0; i < 3; i++) state->x[i] += (td_real)cycles * PERIOD * state->v[i];
}

/* Of the state in which the engine would be cut. */
static void ask(const td_lander_state *now, int cycle, question *q) {
  td_lander_state then = *now;
  descend(&then, AHEAD);
  q->due = cycle + AHEAD;
  q->slices = 0;
  q->status = td_landing_start(&q->landing, &vehicle, &then);
}

static int is_open(const question *q) { return q->status >= 0 && q->landing.outcome == TD_OUTCOME_OPEN; }

static void take_slice(question *q) {
  q->status = td_landing_step(&q->landing, &vehicle, vehicle.horizon, NULL);
  q->slices++;
}

/* Yes: it comes to rest upright, and no leg crushes by more than it may. */
static int may_cut(const question *q) {
  int good = q->status >= 0 && q->landing.outcome == TD_OUTCOME_RESTS_UPRIGHT;
  for (int i = 0; i < FEET; i++) good = good && q->landing.leg[i].most_stroke <= MOST_STROKE;
  return good;
}

/* Whether honeycomb has taken what the fall had, less what is left to friction. */
static int is_paid(const td_lander_state *cut, const td_landing *end) {
  const td_real *v = cut->v;
  const td_real fall = cut->x[2] - end->state.x[2];
  const td_real energy = vehicle.mass * (0.5f * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + MOON * fall);
  td_real crushed = 0;
  for (int i = 0; i < FEET; i++) crushed += CRUSH * end->leg[i].stroke;
  printf("crushed  %.3f, %.3f, %.3f, %.3f m: %.0f J of %.0f J\n", (double)end->leg[0].stroke,
         (double)end->leg[1].stroke, (double)end->leg[2].stroke, (double)end->leg[3].stroke, (double)crushed,
         (double)energy);
  return crushed > 0.5f * energy && crushed < energy;
}

int main(void) {
  static question q;
  td_port port;
  td_lander_state state = {.x = {0, 0, 9}, .q = {1, 0.01f, 0.015f, 0}, .v = {0.2f, -0.1f, -1}};
  uint32_t worst = 0;
  int cycle = 0, asked = 0, late = 0, cut = 0;
  td_port_open(&port);
  for (; !cut && cycle < 2000; cycle++, descend(&state, 1)) {
    if (asked > 0 && cycle == q.due && may_cut(&q)) {
      cut = 1;
      break;
    }
    const int waits = asked > 0 && !is_open(&q) && may_cut(&q);
    const uint32_t before = port.counter(port.context);
    if (asked == 0 || (!is_open(&q) && !waits) || cycle == q.due) {
      late += asked > 0 && is_open(&q);
      ask(&state, cycle, &q);
      asked++;
    } else if (!waits) {
      take_slice(&q);
    }
    const uint32_t count = port.counter(port.context) - before;
    worst = count > worst ? count : worst;
    if (!waits && !is_open(&q))
      printf("%5.2f s  cut at %5.2f s? %s, after %d slices\n", (double)((td_real)cycle * PERIOD),
             (double)((td_real)q.due * PERIOD), may_cut(&q) ? "yes" : "no", q.slices);
  }
  if (!cut || q.status < 0) return 1;
  printf("cut at %.2f s, %.2f m; %d questions, %d late\n", (double)((td_real)cycle * PERIOD), (double)state.x[2], asked,
         late);
  const int good = is_paid(&state, &q.landing) && late == 0;
  printf("worst slice  %lu %s on %s\n%s\n", (unsigned long)worst, port.counter_name, port.board_name,
         good ? "prediction held" : "prediction FAILED");
  return !good;
}
