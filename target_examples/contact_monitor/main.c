/* Touchdown of a lander on four feet, a thousand times a second: a leg's deployment rings high up, the engine is cut
 * once the latch says that it has landed, by the contact monitor and by a switch at a leg, and the touch is compared
 * with what the radar predicted.
 *
 * Seen red: one source for both, armed from 150 m: it lands at the deployment.
 *
 * `world` stands for the machine and its sensors: replace it by yours, keep `listen`. */
#include <stdio.h>

#include "landed.h"
#include "open.h"

#define RATE 1000
#define FINE 4 /* steps of the world in a sample */
#define MASS 100.f
#define GRAVITY 9.81f
#define STIFFNESS 1e6f /* [N/m] of a foot */
#define DAMPING 6e3f   /* [N s/m] */

static const td_monitor_machine machine = {
    .rate = RATE,
    .mass = MASS,
    .inertia = {32, 30, 40, 0, 0, 0},
    .feet = 4,
    .foot = {{{-1, -1, -0.9f}, 0, 0.6f},
             {{1, -1, -0.9f}, 0, 0.6f},
             {{-1, 1, -0.9f}, 0, 0.6f},
             {{1, 1, -0.9f}, 0, 0.6f}},
    .range = 300,
    .accelerometer_noise = 0.06f,
    .gyro_noise = 0.006f,
    .force_rate = 300,
    .torque_rate = 150,
    .normal_error = 0.03f,
};

/* The world: a body with small turns, feet with springs, and a structure that rings at the sensor. */
typedef struct world {
  td_real z, v, tilt[2], w[2]; /* [m], [m/s], [rad], [rad/s] of the centre of mass; about x and y */
  td_real ring, ring_speed;    /* [m/s^2] at the sensor, and its rate */
  td_real thrust, load[4];     /* [N] */
  int32_t first;               /* foot that touched first, or -1 */
  uint32_t noise;
} world;

static td_real noise_of(world *x) { /* [-] -1 .. 1 */
  x->noise = x->noise * 1664525U + 1013904223U;
  return (td_real)(x->noise >> 8) / 8388608.f - 1;
}

static td_real depth_of(const world *x, int i) {
  const td_real *r = machine.foot[i].r;
  return -(x->z + r[2] + x->tilt[0] * r[1] - x->tilt[1] * r[0]);
}

static td_real step(world *x, td_real dt) { /* returns the specific force along z */
  td_real force = x->thrust, torque[2] = {0, 0};
  for (int i = 0; i < 4; ++i) {
    const td_real *r = machine.foot[i].r;
    const td_real depth = depth_of(x, i), rate = -(x->v + x->w[0] * r[1] - x->w[1] * r[0]);
    const td_real push = STIFFNESS * depth + DAMPING * rate;
    x->load[i] = depth > 0 && push > 0 ? push : 0;
    if (x->load[i] > 0 && x->first < 0) x->first = i;
    force += x->load[i];
    torque[0] += r[1] * x->load[i];
    torque[1] -= r[0] * x->load[i];
  }
  x->v += dt * (force / MASS - GRAVITY);
  x->z += dt * x->v;
  for (int k = 0; k < 2; ++k) {
    x->w[k] += dt * torque[k] / machine.inertia[k];
    x->tilt[k] += dt * x->w[k];
  }
  x->ring_speed -= dt * (3e5f * x->ring + 60 * x->ring_speed);
  x->ring += dt * x->ring_speed;
  return force / MASS;
}

static td_monitor_sample sample_of(world *x) {
  td_monitor_sample sample = {.n = {-x->tilt[1], x->tilt[0], 1}, .force = {0, 0, x->thrust}};
  for (int i = 0; i < FINE; ++i) sample.a[2] += step(x, 1.f / (RATE * FINE)) / FINE;
  for (int k = 0; k < 3; ++k) {
    sample.a[k] += x->ring + 0.1f * noise_of(x);
    sample.w[k] = (k < 2 ? x->w[k] : 0) + 0.01f * noise_of(x);
  }
  return sample;
}

/* By the radar: when the lowest foot reaches the ground. */
static first_touch predicted_of(const world *x) {
  static const td_real covariance[3] = {4e-6f, 0, 1e-4f};
  td_real deepest = -1e9f;
  for (int i = 0; i < 4; ++i) deepest = depth_of(x, i) > deepest ? depth_of(x, i) : deepest;
  return first_touch_of(-deepest, -x->v, covariance);
}

/* What the firmware knows. */
typedef struct machine_state {
  td_monitor monitor;
  landed latch;
  first_touch predicted;
  int32_t as_predicted; /* 1: the first reported touch came when it was predicted */
  int32_t foot;         /* that was reported first, or -1 */
  int32_t events;
} machine_state;

/* One sample: returns 1 once it has landed. */
static int listen(machine_state *m, const td_monitor_sample *sample, td_real height, int32_t leg_switch) {
  const int32_t before = m->monitor.phase;
  (void)td_monitor_feed(&m->monitor, &machine, sample);
  const int32_t touches[2] = {m->monitor.touched, leg_switch};
  m->predicted.time -= 1.f / RATE;
  if (m->monitor.touched && m->foot < 0) {
    m->foot = m->monitor.event.foot;
    m->as_predicted = is_predicted(&m->predicted, &m->monitor.event);
  }
  if (before == TD_MONITOR_WEIGHS && m->monitor.phase == TD_MONITOR_WATCHES) {
    const td_contact_event *event = &m->monitor.event;
    m->events++;
    printf("  event %d: explanation %d, foot %d, %.1f N s\n", (int)event->number, (int)event->explanation,
           (int)event->foot, (double)event->impulse[2]);
  }
  return landed_step(&m->latch, height, touches);
}

int main(void) {
  static machine_state m = {.latch = {.height = 1.5f, .persistence = 3, .memory = 300}, .foot = -1};
  world x = {.z = 2.2f, .v = -0.5f, .tilt = {0.04f, 0.02f}, .thrust = MASS * GRAVITY, .first = -1, .noise = 1};
  td_port port;
  uint32_t dearest = 0;
  int early = 0, landed_at = -1;
  td_port_open(&port);
  if (td_monitor_start(&m.monitor, &machine) < 0) return 1;
  for (int k = 0; k < 4000 && landed_at < 0; ++k) {
    if (k == 400) x.ring_speed = 2e4f; /* a leg is deployed, and its switch closes for a moment */
    const td_monitor_sample sample = sample_of(&x);
    const int32_t leg_switch = (k > 400 && k < 433) || x.load[0] + x.load[1] + x.load[2] + x.load[3] > 20;
    if (x.first < 0) m.predicted = predicted_of(&x);
    const uint32_t before = port.counter(port.context);
    const int now = listen(&m, &sample, x.z - 0.9f, leg_switch);
    const uint32_t cost = port.counter(port.context) - before;
    dearest = cost > dearest ? cost : dearest;
    early += x.first < 0 && (m.foot >= 0 || now);
    if (now) landed_at = k;
  }
  const int good = landed_at >= 0 && m.foot == x.first && early == 0 && m.as_predicted;
  printf("foot %d touched first, foot %d was reported; landed after %d ms, engine cut\n", (int)x.first, (int)m.foot,
         landed_at);
  printf("the touch came %s the radar predicted\n", m.as_predicted ? "when" : "not when");
  printf("dearest sample, printing too  %lu %s on %s\n%s\n", (unsigned long)dearest, port.counter_name, port.board_name,
         good ? "touch held" : "touch FAILED");
  return !good;
}
