/* A program beside a library that was made small: planar impacts by Poisson's law and Newton's, a rover's four wheels.
 * Its sizes are the library's, what was left out is refused, and nothing is written beyond its structs. */
#include <stdio.h>
#include <string.h>

#include "touchdown/landing.h"
#include "touchdown/limits.h"

static int failures;
static void check(int good, const char *what) {
  if (!good) printf("FAIL: %s\n", what), ++failures;
}

static void sizes(void) {
  td_limits limits;
  check(td_limits_of_library(&limits) == TD_SOLVED, "it reports its limits");
  check(TD_MAX_SPEEDS == 3 && limits.max_speeds == 3, "speeds");
  check(TD_MAX_CONSTRAINTS == 2 && limits.max_constraints == 2, "constraints");
  check(TD_MAX_CONTACTS == 5 && limits.max_contacts == 5, "contacts");
  check(TD_MAX_FEET == 4 && limits.max_feet == 4, "feet");
  check(limits.laws == (1 << TD_LAW_POISSON | 1 << TD_LAW_NEWTON), "laws");
  check(limits.methods == 1 << TD_METHOD_PLANAR, "methods");
}

static void choice(void) {
  td_contact contact = {0};
  td_impact impact;
  contact.W.nn = contact.W.tt = 1, contact.v.n = -1, contact.v.t = 0.5f;
  contact.surface.mu_s = contact.surface.mu_k = 0.2f, contact.surface.e = 0.5f;
  check(td_resolve(&contact, &impact) == TD_REFUSED_METHOD, "the slip path is left out, planar data or not");
  contact.options.method = TD_METHOD_ALGEBRAIC;
  check(td_resolve(&contact, &impact) == TD_REFUSED_METHOD, "algebra is left out");
  contact.options.method = TD_METHOD_PLANAR;
  for (int32_t law = TD_LAW_POISSON; law <= TD_LAW_AUTOMATIC; ++law) {
    const int has = law == TD_LAW_POISSON || law == TD_LAW_NEWTON;
    contact.options.law = law;
    check(td_resolve(&contact, &impact) == (has ? TD_SOLVED : TD_REFUSED_LAW), "laws, those that it has alone");
    check(!has || (impact.v.n > 0.49f && impact.v.n < 0.51f), "restitution");
  }
}

/* One that separates keeps v W^-1 v / 2, here by hand, and is refused where W is no inertia: also for W_ss, which
 * nothing in the plane is against. */
static void separation(void) {
  td_contact contact = {0};
  td_impact impact = {0};
  contact.W.nn = 2, contact.W.nt = 0.5f, contact.W.tt = contact.W.ss = 1, contact.v.n = 0.5f, contact.v.t = -0.4f;
  contact.options.method = TD_METHOD_PLANAR;
  check(td_resolve(&contact, &impact) == TD_SOLVED && impact.mode_compression == TD_MODE_SEPARATING, "it separates");
  check(impact.energy_before > 0.2199f && impact.energy_before < 0.2201f, "its energy, by hand");
  check(impact.energy_after == impact.energy_before && impact.v.t == contact.v.t && impact.p.n == 0, "and keeps it");
  contact.W.tt = 0.1f;
  check(td_resolve(&contact, &impact) == TD_REFUSED_CONTACT_INERTIA, "no inertia in the plane");
  contact.W.tt = 1, contact.W.ss = -1;
  check(td_resolve(&contact, &impact) == TD_REFUSED_CONTACT_INERTIA, "nor out of it");
}

/* Four feet down at once: the feet fit their structs to the byte. */
static void landing(void) {
  static struct {
    td_first_touch touch;
    unsigned char beyond[4096];
  } out;
  td_lander lander;
  memset(&lander, 0, sizeof lander);
  memset(&out, 0x5A, sizeof out);
  lander.mass = 10, lander.inertia[0] = lander.inertia[1] = lander.inertia[2] = 1;
  lander.gravity[2] = -9.81f;
  lander.feet = TD_MAX_FEET, lander.planes = 1;
  lander.ground[0].n[2] = 1;
  lander.horizon = 1, lander.up[2] = 1;
  lander.options.method = TD_METHOD_PLANAR;
  for (int i = 0; i < TD_MAX_FEET; ++i) {
    lander.foot[i].r[0] = i & 1 ? 1.0f : -1.0f, lander.foot[i].r[1] = i & 2 ? 1.0f : -1.0f, lander.foot[i].r[2] = -1;
    lander.foot[i].surface.mu_s = lander.foot[i].surface.mu_k = 0.5f;
  }
  td_lander_state state;
  memset(&state, 0, sizeof state);
  state.x[2] = 1.5f, state.q[0] = 1;
  check(td_find_first_touch(&lander, &state, &out.touch) >= 0 && out.touch.count == TD_MAX_FEET, "a landing");
  for (unsigned i = 0; i < sizeof out.beyond; ++i)
    if (out.beyond[i] != 0x5A) {
      check(0, "nothing beyond the landing is written");
      break;
    }
}

int main(void) {
  sizes();
  choice();
  separation();
  landing();
  puts(failures == 0 ? "small: all pass" : "small: failed");
  return failures != 0;
}
