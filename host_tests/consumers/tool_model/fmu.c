/* model.c as a unit of FMI 2.0 for model exchange: what an importer calls. The types are those of the standard's
 * fmi2FunctionTypes.h, of which a tool of yours has its own copy. Its variables: modelDescription.xml. */
#include <stdlib.h>

#include "model.h"
#include "touchdown/status.h"

typedef unsigned int reference;
typedef enum { OK, WARNING, DISCARD, ERROR } status;
typedef struct {
  void (*logger)(void *environment, const char *instance, status, const char *category, const char *message, ...);
  void *(*allocate)(size_t count, size_t size);
  void (*release)(void *);
  void (*step_finished)(void *environment, status);
  void *environment;
} callbacks;
typedef struct {
  int new_discrete_states_needed, terminate_simulation, nominals_changed, states_changed, next_time_defined;
  double next_time;
} event_info;

typedef struct {
  rod_model rod;
  callbacks tool;
} unit;

static const rod_model start = {2, 1, 9.81, 0.4, 0.5, {2, 0.6, 0.3, 0, 1}};

static double *variable(unit *u, reference r) {
  double *const parameters[] = {&u->rod.mass, &u->rod.length, &u->rod.gravity, &u->rod.mu, &u->rod.e};
  return r < 5 ? parameters[r] : r < 5 + STATES ? &u->rod.state[r - 5] : NULL;
}

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

unit *fmi2Instantiate(const char *name, int co_simulation, const char *guid, const char *resources,
                      const callbacks *tool, int visible, int logging) {
  unit *u = co_simulation ? NULL : tool->allocate(1, sizeof *u);
  if (u) u->rod = start, u->tool = *tool;
  return u;
}

void fmi2FreeInstance(unit *u) {
  if (u) u->tool.release(u);
}

status fmi2Reset(unit *u) {
  u->rod = start;
  return OK;
}

status fmi2GetReal(unit *u, const reference *r, size_t count, double *values) {
  for (size_t i = 0; i < count; ++i) {
    double derivatives[STATES];
    rod_derivatives(&u->rod, derivatives);
    if (r[i] >= 5 + 2 * STATES) return ERROR;
    values[i] = r[i] < 5 + STATES ? *variable(u, r[i]) : derivatives[r[i] - 5 - STATES];
  }
  return OK;
}

status fmi2SetReal(unit *u, const reference *r, size_t count, const double *values) {
  for (size_t i = 0; i < count; ++i) {
    double *const place = variable(u, r[i]);
    if (!place) return ERROR;
    *place = values[i];
  }
  return OK;
}

status fmi2GetContinuousStates(unit *u, double *states, size_t count) {
  for (size_t i = 0; i < count; ++i) states[i] = u->rod.state[i];
  return OK;
}

status fmi2SetContinuousStates(unit *u, const double *states, size_t count) {
  for (size_t i = 0; i < count; ++i) u->rod.state[i] = states[i];
  return OK;
}

status fmi2GetNominalsOfContinuousStates(unit *u, double *nominals, size_t count) {
  for (size_t i = 0; i < count; ++i) nominals[i] = 1;
  return OK;
}

status fmi2GetDerivatives(unit *u, double *derivatives, size_t count) {
  rod_derivatives(&u->rod, derivatives);
  return OK;
}

status fmi2GetEventIndicators(unit *u, double *gaps, size_t count) {
  rod_event_indicators(&u->rod, gaps);
  return OK;
}

status fmi2NewDiscreteStates(unit *u, event_info *info) {
  const int event = rod_event(&u->rod);
  *info = (event_info){.states_changed = event > 0};
  if (event >= 0) return OK;
  u->tool.logger(u->tool.environment, "rod", DISCARD, "logStatusDiscard", "%s", td_status_name(event));
  return DISCARD;
}

status fmi2CompletedIntegratorStep(unit *u, int no_set_state_prior, int *enter_event_mode, int *terminate) {
  return *enter_event_mode = *terminate = 0, OK;
}

/* Calls that ask nothing of this model: it does not depend on time, has no modes, and its states are those above. */
status fmi2SetupExperiment(unit *u, int tolerance_defined, double tolerance, double from, int stop_defined, double to) {
  return OK;
}
status fmi2SetTime(unit *u, double time) { return OK; }
status fmi2EnterInitializationMode(unit *u) { return OK; }
status fmi2ExitInitializationMode(unit *u) { return OK; }
status fmi2EnterEventMode(unit *u) { return OK; }
status fmi2EnterContinuousTimeMode(unit *u) { return OK; }
status fmi2Terminate(unit *u) { return OK; }
status fmi2SetDebugLogging(unit *u, int on, size_t count, const char *const *categories) { return OK; }

/* It has no variables of other types, no state that the tool keeps, and no directional derivatives. */
#define WITHOUT(NAME, ...) \
  status NAME(unit *u, __VA_ARGS__) { return ERROR; }
#define WITHOUT_TYPE(NAME, TYPE)                                         \
  WITHOUT(fmi2Get##NAME, const reference *r, size_t count, TYPE *values) \
  WITHOUT(fmi2Set##NAME, const reference *r, size_t count, TYPE const *values)
WITHOUT_TYPE(Integer, int)
WITHOUT_TYPE(Boolean, int)
WITHOUT_TYPE(String, const char *)
WITHOUT(fmi2GetFMUstate, void **state)
WITHOUT(fmi2SetFMUstate, void *state)
WITHOUT(fmi2FreeFMUstate, void **state)
WITHOUT(fmi2SerializedFMUstateSize, void *state, size_t *size)
WITHOUT(fmi2SerializeFMUstate, void *state, char *bytes, size_t size)
WITHOUT(fmi2DeSerializeFMUstate, const char *bytes, size_t size, void **state)
WITHOUT(fmi2GetDirectionalDerivative, const reference *of, size_t outputs, const reference *by, size_t inputs,
        const double *change, double *derivative)
