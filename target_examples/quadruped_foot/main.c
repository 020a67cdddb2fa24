/* A quadruped's foot strikes: 18 generalized speeds, six of the trunk and three of each leg. What do the trunk and the
 * joints feel, with joints that give way and with joints that gears hold? The example checks the answer by momentum, M
 * (u' - u) = J^T p, and by energy.
 *
 * `bodies_of` and `jacobian_of` stand for the dynamics library of the robot: replace them, keep `strike`. */
#include <stdio.h>

#include "open.h"
#include "touchdown/systems.h"

#define LEGS 4
#define SPEEDS (6 + 3 * LEGS)
#define POINTS (3 * LEGS) /* masses at hips, knees and feet */
#define TRUNK 12.f        /* [kg] */

static const td_real trunk_inertia[3] = {0.12f, 0.3f, 0.36f};        /* [kg m^2] */
static const td_real mass[3] = {0.6f, 1, 0.3f};                      /* [kg] of hip, knee, foot */
static const td_real axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 1, 0}}; /* roll, pitch, knee */
static const td_real at[3][3] = {
    {0, 0, -0.02f}, {0.16f, 0, -0.19f}, {0, 0, -0.38f}}; /* [m] of the masses, from the hip */
static const td_real hip[LEGS][3] = {{0.25f, 0.15f, 0}, {0.25f, -0.15f, 0}, {-0.25f, 0.15f, 0}, {-0.25f, -0.15f, 0}};

static void add_cross(const td_real *a, const td_real *b, td_real *c) {
  c[0] += a[1] * b[2] - a[2] * b[1];
  c[1] += a[2] * b[0] - a[0] * b[2];
  c[2] += a[0] * b[1] - a[1] * b[0];
}

/* Rows x, y, z of the velocity of mass k of a leg: v + w x r, and each joint before it. u = (v, w, joints). */
static void jacobian_of(int leg, int k, td_real *J) {
  for (int i = 0; i < 3 * SPEEDS; i++) J[i] = 0;
  td_real r[3];
  for (int i = 0; i < 3; i++) {
    r[i] = hip[leg][i] + at[k][i];
    J[i * SPEEDS + i] = 1;
  }
  for (int j = 0; j < 6; j++) {
    td_real column[3] = {0, 0, 0}, arm[3], turn[3] = {0, 0, 0};
    const int joint = j - 3; /* the hip's joints lie at the hip, the knee's at the knee */
    for (int i = 0; i < 3; i++) arm[i] = j < 3 ? r[i] : at[k][i] - (joint == 2 ? at[1][i] : 0);
    if (j < 3) turn[j] = 1;
    if (j < 3 || k >= joint) add_cross(j < 3 ? turn : axis[joint], arm, column);
    for (int i = 0; i < 3; i++) J[i * SPEEDS + (j < 3 ? 3 + j : 6 + 3 * leg + joint)] = column[i];
  }
}

static void mass_matrix_of(td_real *M) {
  td_real J[3 * SPEEDS];
  for (int i = 0; i < SPEEDS * SPEEDS; i++) M[i] = 0;
  for (int i = 0; i < 3; i++) M[i * SPEEDS + i] = TRUNK, M[(3 + i) * SPEEDS + 3 + i] = trunk_inertia[i];
  for (int j = 6; j < SPEEDS; j++) M[j * SPEEDS + j] = 0.002f; /* [kg m^2] rotors */
  for (int point = 0; point < POINTS; point++) {
    jacobian_of(point / 3, point % 3, J);
    for (int r = 0; r < SPEEDS; r++)
      for (int c = 0; c < SPEEDS; c++)
        for (int i = 0; i < 3; i++) M[r * SPEEDS + c] += mass[point % 3] * J[i * SPEEDS + r] * J[i * SPEEDS + c];
  }
}

static td_real absolute(td_real x) { return x < 0 ? -x : x; }

/* The foot of leg 1 strikes level ground. `held`: 0, its joints give way; 1, gears hold every joint. Returns the part
 * of the momentum that does not agree, or 1 where the answer is refused or energy was gained. */
static td_real strike(const td_real *M, td_real held, td_real *u_after, td_speeds_impact *hit) {
  static td_real J[3 * SPEEDS], A[3 * LEGS * SPEEDS], hold[3 * LEGS], rows[3 * LEGS];
  const td_real u[SPEEDS] = {0.6f, 0, -0.5f}; /* [m/s] trots and comes down, joints still */
  jacobian_of(1, 2, J);
  for (int j = 0; j < 3 * LEGS; j++) A[j * SPEEDS + 6 + j] = 1, hold[j] = held;
  const td_speeds foot = {
      .system = {.n = SPEEDS, .M = M, .u = u, .constraints = held > 0 ? 3 * LEGS : 0, .A = A, .hold = hold},
      .J = J,
      .axes = TD_AXES_WORLD,
      .normal = {0, 0, 1},
      .surface = {.mu_s = 0.7f, .mu_k = 0.6f}};
  td_system_after after = {.u_after = u_after, .constraint_impulses = rows};
  if (td_resolve_speeds(&foot, hit, &after) < 0 || hit->impact.energy_after > hit->impact.energy_before) return 1;
  td_real worst = 0;
  for (int r = 0; r < SPEEDS; r++) {
    td_real sum = 0;
    for (int i = 0; i < 3; i++)
      sum +=
          J[i * SPEEDS + r] * (hit->impact.p.n * (i == 2) + hit->impact.p.t * hit->t[i] + hit->impact.p.s * hit->s[i]);
    if (held > 0 && r >= 6) sum += rows[r - 6];
    for (int c = 0; c < SPEEDS; c++) sum -= M[r * SPEEDS + c] * (u_after[c] - u[c]);
    if (absolute(sum) > worst) worst = absolute(sum);
  }
  return worst / hit->impact.p.n;
}

int main(void) {
  static td_real M[SPEEDS * SPEEDS], u[SPEEDS];
  td_port port;
  td_port_open(&port);
  mass_matrix_of(M);
  for (int held = 0; held <= 1; held++) {
    td_speeds_impact hit;
    const uint32_t before = port.counter(port.context);
    const td_real off = strike(M, (td_real)held, u, &hit);
    const uint32_t count = port.counter(port.context) - before;
    printf("%s: impulse %.3f N s, trunk after %.3f, %.3f m/s, momentum off by %.0e, %u counts\n",
           held ? "gears hold the joints" : "joints give way", (double)hit.impact.p.n, (double)u[0], (double)u[2],
           (double)off, (unsigned)count);
    if (!(off < 1e-4f)) return 1;
  }
  printf("pass\n");
  return 0;
}
