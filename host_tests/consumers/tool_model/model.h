/* A rod that falls and bounces in the plane x-z, in plain C, for a tool that integrates its states and finds its
 * events. */
#ifndef MODEL_H
#define MODEL_H

enum { HEIGHT, ANGLE, SPEED_X, SPEED_Z, SPEED_ANGLE, STATES, ENDS = 2 };
typedef struct {
  double mass, length, gravity, mu, e, state[STATES];
} rod_model;

void rod_derivatives(const rod_model *, double derivatives[STATES]);
void rod_event_indicators(const rod_model *, double gaps[ENDS]);
/* 1: speeds have changed. 0: nothing strikes. Negative: refused, a td_status, and nothing was written. */
int rod_event(rod_model *);

#endif
