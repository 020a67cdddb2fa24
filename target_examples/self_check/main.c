/* Power-on check: resolves a handful of impacts whose outcome is known by hand and says pass or fail for each.
 *
 * All are of a body of 1 kg in contact space, so that W is simple and the numbers can be checked with a pencil. */
#include <stdio.h>

#include "touchdown/touchdown.h"

typedef struct vector {
  const char *name;
  td_real W_nt, W_tt;       /* [1/kg], with W_nn = 1 */
  td_real v_n, v_t;         /* [m/s] */
  td_real mu, e;            /* [-] */
  td_real p_n, p_t;         /* [N s] expected */
  int32_t mode_compression; /* expected */
} vector;

static const vector vectors[] = {
    /* p_n = -(1 + e) v_n, friction mu p_n against the slip */
    {"slides", 0, 1, -1, 10, 0.25f, 0.5f, 1.5f, -0.375f, TD_MODE_SLIDES},
    /* slip used up by p_t = -v_t / W_tt within compression, then held */
    {"stops and sticks", 0, 1, -1, 0.125f, 0.5f, 0.5f, 1.5f, -0.125f, TD_MODE_STOPS_AND_STICKS},
    {"head-on", 0, 1, -2, 0, 0.5f, 0, 2, 0, TD_MODE_STICKS},
    {"leaving", 0, 1, 1, 3, 0.5f, 0.5f, 0, 0, TD_MODE_SEPARATING},
    /* coupled, frictionless: the normal impulse as if alone */
    {"frictionless", 0.5f, 1, -1, 2, 0, 1, 2, 0, TD_MODE_SLIDES},
};

static int near(td_real found, td_real expected) {
  const td_real difference = found > expected ? found - expected : expected - found;
  return difference <= 1e-6f * (1 + (expected < 0 ? -expected : expected));
}

static int holds(const vector *v) {
  const td_contact contact = {.W.nn = 1,
                              .W.nt = v->W_nt,
                              .W.tt = v->W_tt,
                              .W.ss = 1,
                              .v.n = v->v_n,
                              .v.t = v->v_t,
                              .surface = {.mu_s = v->mu, .mu_k = v->mu, .e = v->e}};
  td_impact impact;
  return td_resolve(&contact, &impact) == TD_SOLVED && near(impact.p.n, v->p_n) && near(impact.p.t, v->p_t) &&
         impact.p.s == 0 && impact.mode_compression == v->mode_compression;
}

/* Broken input must be refused and leave the result alone. */
static int refuses(void) {
  const td_contact contact = {.W.nn = -1};
  td_impact impact = {.p.n = 42};
  return td_resolve(&contact, &impact) == TD_REFUSED_CONTACT_INERTIA && impact.p.n == 42;
}

static int report(const char *name, int passed) {
  printf("%-18s %s\n", name, passed ? "pass" : "FAIL");
  return !passed;
}

int main(void) {
  int failed = 0;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) failed += report(vectors[i].name, holds(&vectors[i]));
  failed += report("refuses", refuses());
  printf("touchdown %d.%d.%d: %s\n", TD_VERSION_MAJOR, TD_VERSION_MINOR, TD_VERSION_PATCH,
         failed ? "FAIL" : "all pass");
  return failed != 0;
}
