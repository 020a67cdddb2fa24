#include "model.h"

#include <math.h>

#define TD_DOUBLE
#include "touchdown/touchdown.h"

static void place_end(const rod_model *rod, int end, double r[3]) { /* from the centre of mass */
  const double half = (end == 0 ? 0.5 : -0.5) * rod->length;
  r[0] = half * cos(rod->state[ANGLE]), r[1] = 0, r[2] = half * sin(rod->state[ANGLE]);
}

void rod_derivatives(const rod_model *rod, double derivatives[STATES]) {
  derivatives[HEIGHT] = rod->state[SPEED_Z], derivatives[ANGLE] = rod->state[SPEED_ANGLE];
  derivatives[SPEED_X] = 0, derivatives[SPEED_Z] = -rod->gravity, derivatives[SPEED_ANGLE] = 0;
}

void rod_event_indicators(const rod_model *rod, double gaps[ENDS]) {
  for (int end = 0; end < ENDS; ++end) {
    double r[3];
    place_end(rod, end, r);
    gaps[end] = rod->state[HEIGHT] + r[2];
  }
}

int rod_event(rod_model *rod) {
  double gaps[ENDS];
  rod_event_indicators(rod, gaps);
  const int lower = gaps[0] < gaps[1] ? 0 : 1;
  if (gaps[lower] > 1e-6 * rod->length) return 0; /* in the air: a tool asks at the start, too */
  td_body_contact contact = {0};
  place_end(rod, lower, contact.r);
  if (rod->state[SPEED_Z] + rod->state[SPEED_ANGLE] * contact.r[0] >= 0) return 0; /* the lower end moves away */
  const double moment = rod->mass * rod->length * rod->length / 12;
  contact.body.mass = rod->mass;
  contact.body.inertia[0] = contact.body.inertia[1] = contact.body.inertia[2] = moment;
  contact.body.v[0] = rod->state[SPEED_X], contact.body.v[2] = rod->state[SPEED_Z];
  contact.body.w[1] = -rod->state[SPEED_ANGLE]; /* about y, which points into the plane */
  contact.n[2] = 1;
  contact.surface.mu_s = contact.surface.mu_k = rod->mu, contact.surface.e = rod->e;
  td_body_impact hit;
  const td_status status = td_resolve_body(&contact, &hit);
  if (status < 0) return status;
  rod->state[SPEED_X] = hit.v[0], rod->state[SPEED_Z] = hit.v[2], rod->state[SPEED_ANGLE] = -hit.w[1];
  return 1;
}
