#include <stdio.h>
#include "touchdown/touchdown.h"

int main(void) {
  td_body_contact lander = {0}; /* SI units, one frame of your choice; everything not set is the default */
  lander.body.mass = 12.0f;
  lander.body.inertia[0] = lander.body.inertia[1] = 0.9f; /* xx, yy; xy, xz, yz stay 0 */
  lander.body.inertia[2] = 0.4f;                          /* zz */
  lander.r[0] = 0.35f, lander.r[2] = -0.60f;              /* the foot, from the centre of mass */
  lander.n[2] = 1.0f;                                     /* out of the ground */
  lander.body.v[0] = 0.40f, lander.body.v[2] = -1.50f;
  lander.surface.mu_s = 0.5f, lander.surface.mu_k = 0.4f, lander.surface.e = 0.3f;

  td_body_impact hit;
  td_status status = td_resolve_body(&lander, &hit);
  if (status < 0) return 1; /* refused: nothing was written */
  printf("%s: %s, then %s. The foot leaves at %.2f m/s, the body turns at %.2f rad/s\n", td_status_name(status),
         td_mode_name(hit.impact.mode_compression), td_mode_name(hit.impact.mode_restitution), hit.impact.v.n,
         hit.w[1]);
  return 0;
}
