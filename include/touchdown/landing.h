/* touchdown/landing.h - ground, and where a lander is; how far from toppling it is.
 *
 * What touchdown.h promises holds here. What becomes of a lander is in settling.h.
 *
 * Frames. "World" is any frame in which the ground is at rest; "body" is fixed to the lander at its centre of mass. */
#ifndef TOUCHDOWN_LANDING_H
#define TOUCHDOWN_LANDING_H

#include <stdint.h>

#include "touchdown/multi_contact.h"
#include "touchdown/precision.h"

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* [rad] Most rotation of one flight: there the angle's own rounding still leaves half of its digits. */
#define TD_MAX_ROTATION_FLOAT 4096      /* of the functions in float */
#define TD_MAX_ROTATION_DOUBLE 67108864 /* of those in double */
#ifdef TD_DOUBLE
#define TD_MAX_ROTATION TD_MAX_ROTATION_DOUBLE /* of those that td_real says */
#else
#define TD_MAX_ROTATION TD_MAX_ROTATION_FLOAT /* of those that td_real says */
#endif

/* ---- Ground, and a state ---------------------------------------------------------------------------------------- */

/* A plane of the ground. */
TD_STRUCT(td_ground) {
  td_real point[3] TD_ZERO; /* [m] world, any point of the plane */
  td_real n[3] TD_ZERO;     /* [-] world, out of the ground; any length above 0 */
};

/* Where the lander is, and how it moves. */
TD_STRUCT(td_lander_state) {
  td_real x[3] TD_ZERO; /* [m] world, centre of mass */
  td_real q[4] TD_ZERO; /* [-] attitude, body to world: w, x, y, z; any length above 0 */
  td_real v[3] TD_ZERO; /* [m/s] world, velocity of the centre of mass */
  td_real w[3] TD_ZERO; /* [rad/s] world, angular velocity */
};

  /* ---- How far from toppling --------------------------------------------------------------------------------------
   */

#define TD_VERDICT_STAYS 0      /* every margin is above 0 */
#define TD_VERDICT_TIPS 1       /* turns over `worst`, as fast as it now moves, if that edge catches the ground */
#define TD_VERDICT_BEYOND 2     /* the centre of mass is already beyond `worst` */
#define TD_VERDICT_NO_POLYGON 3 /* fewer than three feet that span an area seen from above */
#define TD_VERDICT_WEIGHTLESS 4 /* no gravity: nothing holds it down */

/* "stays upright", "tips", "beyond its edge", "no support polygon", "weightless"; "unknown" for any other. */
TD_API const char *td_verdict_name(int32_t verdict);

/* An edge of the support polygon. */
TD_STRUCT(td_edge) {
  int32_t from, to; /* feet; seen from above the polygon is to the left */
  td_real
      energy_margin; /* [J] needed to lift the centre of mass over the edge, less the energy of the rotation about it */
  td_real tipping_angle; /* [rad] from the centre of mass to above the edge; below 0: beyond */
};

/* How far from toppling. */
TD_STRUCT(td_stability) {
  int32_t verdict;                  /* TD_VERDICT_* */
  int32_t edges;                    /* of the support polygon: hull of the feet as seen from above */
  int32_t worst;                    /* edge of the least energy; -1 without edges */
  TD_OF(td_edge) edge[TD_MAX_FEET]; /* the first `edges`, one after the other round the polygon */
};

#endif
