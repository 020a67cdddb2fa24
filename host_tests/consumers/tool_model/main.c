/* What a tool does with model.c: it integrates the states, finds where an event indicator crosses zero, and lets the
 * model change its speeds there. The speeds after the first impact are those of the textbook without friction, p = (1 +
 * e) u / (1/m + x^2/I); a rod on its end rises to e^2 of its height; with friction no event adds energy.
 *
 * Seen red: e of the contact left out; the sign of its angular velocity; gaps without the end's place. */
#include <math.h>
#include <stdio.h>

#include "model.h"

static double energy_of(const rod_model *r) {
  const double moment = r->mass * r->length * r->length / 12, *s = r->state;
  return 0.5 * r->mass * (s[SPEED_X] * s[SPEED_X] + s[SPEED_Z] * s[SPEED_Z]) +
         0.5 * moment * s[SPEED_ANGLE] * s[SPEED_ANGLE] + r->mass * r->gravity * s[HEIGHT];
}

static void advance(rod_model *r, double dt) { /* the midpoint's derivatives: exact for a fall */
  double d[STATES];
  rod_model middle = *r;
  rod_derivatives(r, d);
  for (int i = 0; i < STATES; ++i) middle.state[i] += 0.5 * dt * d[i];
  rod_derivatives(&middle, d);
  for (int i = 0; i < STATES; ++i) r->state[i] += dt * d[i];
}

static double least_gap(const rod_model *r) {
  double gaps[ENDS];
  rod_event_indicators(r, gaps);
  return gaps[0] < gaps[1] ? gaps[0] : gaps[1];
}

static int fall_to_event(rod_model *r) {
  for (int steps = 0; steps < 5000; ++steps) {
    rod_model next = *r;
    advance(&next, 1e-3);
    if (least_gap(&next) < 0) {
      double from = 0, to = 1e-3;
      for (int halvings = 0; halvings < 50; ++halvings) {
        next = *r;
        advance(&next, 0.5 * (from + to));
        *(least_gap(&next) < 0 ? &to : &from) = 0.5 * (from + to);
      }
      advance(r, to);
      const int event = rod_event(r);
      if (event != 0) return event;
    } else {
      *r = next;
    }
  }
  return 0;
}

static int differs(const char *what, double found, double expected) {
  if (fabs(found - expected) < 1e-9) return 0;
  printf("FAIL: %s is %.12g, and should be %.12g\n", what, found, expected);
  return 1;
}

int main(void) {
  rod_model smooth = {2, 1, 9.81, 0, 0.5, {2, 0.6, 0.3, 0, 1}}, rough = {2, 1, 9.81, 0.4, 0.5, {2, 0.6, 0.3, 0, 1}};
  rod_model upright = {2, 1, 9.81, 0, 0.5, {1.5, acos(-1) / 2, 0, 0, 0}},
            spoilt = {-1, 1, 9.81, 0, 0.5, {0, 0, 0, -1, 0}};
  int failures = 0, events = 0;

  failures += fall_to_event(&smooth) != 1;
  const double time = smooth.state[ANGLE] - 0.6;                                           /* it turns at 1 rad/s */
  const double x = (sin(smooth.state[ANGLE]) < 0 ? 0.5 : -0.5) * cos(smooth.state[ANGLE]); /* of the end below */
  const double u = 9.81 * time - x, p = 1.5 * u / (1 / 2.0 + x * x * 6);
  failures += differs("v_x", smooth.state[SPEED_X], 0.3);
  failures += differs("v_z", smooth.state[SPEED_Z], -9.81 * time + p / 2);
  failures += differs("the angular velocity", smooth.state[SPEED_ANGLE], 1 + x * p * 6);

  failures += fall_to_event(&upright) != 1;
  failures += differs("the rise", upright.state[SPEED_Z] * upright.state[SPEED_Z] / (2 * 9.81), 0.25);

  for (; events < 6; ++events) {
    const double energy = energy_of(&rough);
    failures += fall_to_event(&rough) != 1;
    failures += energy_of(&rough) > energy * (1 + 1e-12);
  }
  failures += rod_event(&spoilt) >= 0;
  printf("%d events, %d failures\n", events, failures);
  return failures != 0;
}
