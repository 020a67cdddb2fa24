/* An arm of six joints approaches a wall: in each cycle the speed of the approach is held to the largest scale at which
 * an impact would respect every joint's limits. Then it touches, and the limits are checked.
 *
 * `dynamics_of` and `jacobian_of` stand for the dynamics library of the robot: replace them, keep `govern`. */
#include <stdio.h>

#include "open.h"
#include "touchdown/effector.h"

#define JOINTS 6
#define PERIOD 0.01f
#define WALL 1.1f /* [m] along x */

static const td_real speed_jump[JOINTS] = {0.5f, 0.5f, 0.7f, 1.2f, 1.2f, 2}; /* [rad/s] a gear survives */
static const td_real joint_impulse[JOINTS] = {3, 3, 2, 1, 1, 0.5f};          /* [N m s] */
static const td_real link[JOINTS] = {0.1f, 0.35f, 0.3f, 0.2f, 0.15f, 0.1f};  /* [m] */
static const td_real mass[JOINTS] = {6, 5, 4, 2, 1.5f, 0.8f};                /* [kg] at the links' ends */
static const td_real rotor[JOINTS] = {0.4f, 0.4f, 0.3f, 0.1f, 0.1f, 0.05f};  /* [kg m^2] behind the gears */

/* Where the arm stands. Axes stay where they are, which is near enough for the little that it moves, so
 * that the example needs no sine. */
typedef struct arm {
  td_real point[JOINTS + 1][3]; /* [m] joints and tip */
} arm;

static const td_real axis_of[JOINTS][3] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 0.6f, 0.8f}, {0, 1, 0}, {0, 0, 1}};

static void cross(const td_real *a, const td_real *b, td_real *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Rows x, y, z of the velocity of point k: axis x (point - joint) for the joints before it. */
static void jacobian_of(const arm *a, int k, td_real *J) {
  for (int j = 0; j < JOINTS; j++) {
    td_real arm_to[3], column[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) arm_to[i] = a->point[k][i] - a->point[j][i];
    if (j < k) cross(axis_of[j], arm_to, column);
    for (int i = 0; i < 3; i++) J[i * JOINTS + j] = column[i];
  }
}

/* Mass matrix of point masses at the links' ends and rotors behind the gears. */
static void dynamics_of(const arm *a, td_real *M) {
  for (int i = 0; i < JOINTS * JOINTS; i++) M[i] = 0;
  for (int j = 0; j < JOINTS; j++) M[j * JOINTS + j] = rotor[j];
  for (int k = 1; k <= JOINTS; k++) {
    td_real J[3 * JOINTS];
    jacobian_of(a, k, J);
    for (int r = 0; r < JOINTS; r++)
      for (int c = 0; c < JOINTS; c++)
        for (int i = 0; i < 3; i++) M[r * JOINTS + c] += mass[k - 1] * J[i * JOINTS + r] * J[i * JOINTS + c];
  }
}

/* Joint speeds that move the tip along x, by the transpose of J: enough for an example. */
static void approach(const td_real *J, td_real *u) {
  td_real speed = 0;
  for (int j = 0; j < JOINTS; j++) speed += J[j] * J[j];
  for (int j = 0; j < JOINTS; j++) u[j] = J[j] / speed;
}

/* What the impact would do at 1 m/s of approach, and the largest speed [m/s] that all limits allow; 0 if it is refused.
 */
static td_real govern(const td_real *M, const td_real *J, const td_real *u, td_real *after, td_real *impulse,
                      td_effector_impact *impact) {
  const td_effector effector = {.speeds = {.system = {.n = JOINTS, .M = M, .u = u},
                                           .J = J,
                                           .axes = TD_AXES_WORLD,
                                           .normal = {-1, 0, 0},
                                           .surface = {0.5f, 0.4f, 0.3f}},
                                .max_speed_jump = speed_jump,
                                .max_joint_impulse = joint_impulse};
  td_system_after to = {.u_after = after, .joint_impulses = impulse};
  if (td_predict_effector(&effector, impact, &to) < 0) return 0;
  return impact->limit == TD_LIMIT_NONE ? 1 : impact->scale;
}

/* Moves every point with its velocity: the links are short against what they move in a cycle. */
static void move(arm *a, const td_real *u, td_real speed) {
  arm next = *a;
  for (int k = 1; k <= JOINTS; k++) {
    td_real J[3 * JOINTS];
    jacobian_of(a, k, J);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < JOINTS; j++) next.point[k][i] += J[i * JOINTS + j] * u[j] * speed * PERIOD;
  }
  *a = next;
}

/* Whether the impact at `speed` respects every limit, printed joint by joint. */
static int respected(const td_real *M, const td_real *J, const td_real *u, td_real speed) {
  td_real before[JOINTS], after[JOINTS], impulse[JOINTS];
  td_effector_impact impact;
  int good = 1;
  for (int j = 0; j < JOINTS; j++) before[j] = u[j] * speed;
  if (govern(M, J, before, after, impulse, &impact) <= 0) return 0;
  printf("\ncontact: %s, %.3f N s, %.3f J lost\njoint   jump  (limit) rad/s   impulse  (limit) N m s\n",
         td_mode_name(impact.speeds.impact.mode_restitution), (double)impact.speeds.impact.p.n,
         (double)impact.energy_lost);
  for (int j = 0; j < JOINTS; j++) {
    const td_real jump = after[j] < before[j] ? before[j] - after[j] : after[j] - before[j];
    const td_real load = impulse[j] < 0 ? -impulse[j] : impulse[j];
    printf("%5d %6.3f  (%.2f) %16.3f  (%.2f)\n", j, (double)jump, (double)speed_jump[j], (double)load,
           (double)joint_impulse[j]);
    good = good && jump <= speed_jump[j] && load <= joint_impulse[j];
  }
  return good;
}

int main(void) {
  td_real M[JOINTS * JOINTS], J[3 * JOINTS], u[JOINTS], speed = 0;
  td_effector_impact impact = {0};
  td_port port;
  arm a;
  uint32_t dearest = 0;
  td_port_open(&port);
  for (int k = 0; k <= JOINTS; k++) /* an elbow upwards */
    for (int i = 0; i < 3; i++)
      a.point[k][i] = k == 0 ? (i == 2 ? 0.3f : 0)
                             : a.point[k - 1][i] + link[k - 1] * (i == 0   ? 0.8f
                                                                  : i == 2 ? (k < 4 ? 0.6f : -0.6f)
                                                                           : 0);
  for (int cycle = 0; cycle < 2000 && a.point[JOINTS][0] < WALL; cycle++) {
    dynamics_of(&a, M);
    jacobian_of(&a, JOINTS, J);
    approach(J, u);
    const uint32_t before = port.counter(port.context);
    const td_real safe = govern(M, J, u, NULL, NULL, &impact);
    const uint32_t cost = port.counter(port.context) - before;
    dearest = cost > dearest ? cost : dearest;
    speed = safe < 1 ? 0.95f * safe : 0.95f; /* a margin of 5 % for what is not modelled */
    if (cycle % 10 == 0)
      printf("%5.2f s  %.3f m to go  largest safe approach %.3f m/s (joint %d: %s)\n", (double)cycle * (double)PERIOD,
             (double)(WALL - a.point[JOINTS][0]), (double)safe, (int)impact.joint,
             impact.limit == TD_LIMIT_SPEED_JUMP ? "speed jump" : "impulse");
    move(&a, u, speed);
  }
  const int good = speed > 0 && a.point[JOINTS][0] >= WALL && respected(M, J, u, speed);
  printf("\ndearest cycle  %lu %s on %s\n%s\n", (unsigned long)dearest, port.counter_name, port.board_name,
         good ? "every limit respected" : "a limit was EXCEEDED, or the wall never reached");
  return !good;
}
