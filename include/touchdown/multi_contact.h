/* touchdown/multi_contact.h - several contacts in one instant: the feet of a lander, the fingers of a hand.
 *
 * What touchdown.h promises holds here. Contacts may be redundant, as four feet on flat ground are. Then their shares
 * of the impulse are not unique. Where redundant contacts slide, or many stand close, the velocities after are not
 * unique either, since friction depends on the shares. The search starts from equal shares; two programs that both
 * solve the law can differ by a tenth of the approach on flat ground, and by more on rough ground. Without friction, or
 * without redundant contacts, velocities are unique unless friction is large. The order of the contacts in the list
 * does not matter, to the last bit. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_MULTI_CONTACT_H
#define TOUCHDOWN_MULTI_CONTACT_H

#include <stdint.h>

#include "touchdown/systems.h"

/* ---- Rules -------------------------------------------------------------------------------------------------------
 */

/* Coupled: every contact obeys Coulomb's law and restitution in the presence of all the others, in two phases.
 * Compression ends with v_n >= 0 everywhere, and v_n = 0 where there is impulse. Under TD_LAW_POISSON restitution then
 * adds at least e times the impulse of compression, scaled down where it would create energy. TD_LAW_NEWTON takes one
 * phase, v_n' >= -e v_n; it can create energy and then says so. Friction opposes the velocity at the end of each phase
 * (mu_k), or holds the point there (mu_s; but mu_k after a contact has slid twice after sticking in the phase, lest
 * contacts chase each other for ever). A single contact is td_resolve itself.
 *   Restitution acts at all contacts at once, so an impulse at one end of a chain (Newton's cradle) does not pass from
 * contact to contact: TD_RULE_SEQUENTIAL does that. Recorded impacts of a cube's edges (host_tests/touchdown/data)
 * speak for the coupled rule.
 *   Solved by sweeps over the contacts. Whatever the budget, every impulse lies in its cone, no contact pulls, and
 * Poisson's law gains no energy. (If an inertia is so extreme that rounding alone would gain energy, there is no
 * impulse at all, and CAVEAT_APPROACH.) `residual` (CAVEAT_BUDGET_SPENT above 1 part in 1000) and `approach_left` show
 * what the budget left open. A budget above the default goes to Newton's method on all contacts at once first. Where
 * that settles, it takes 5 to 10 iterations of twice the cost of a sweep, and contacts that only separate have no
 * effect on the others. docs/theory/several_contacts.md says how near each budget comes. */
#define TD_RULE_COUPLED 0
/* Stanescu-Pandrea's superposition of inertances: p_n = -(1 + e) v_n / W_nn at each contact as if it were alone,
 * without friction. The contacts can come out approaching (CAVEAT_APPROACH) or gaining energy (CAVEAT_ENERGY_GAINED).
 */
#define TD_RULE_SUPERPOSED 1
/* One after another: the contact that approaches fastest is resolved as a single impact (any law, any method), which
 * may make another contact approach, and so on. If one still approaches after `iterations` impacts, one compression of
 * the coupled rule ends it (CAVEAT_BUDGET_SPENT). Along the slip path all impacts share TD_DEFAULT_ITERATIONS *
 * TD_MAX_STEPS steps; once they are spent, each impact takes one. If contacts that approach equally fast act on one
 * another, the result depends on which comes first (TD_CAVEAT_MARGINAL): a level bar that lands on both ends leaves
 * spinning. */
#define TD_RULE_SEQUENTIAL 2

#define TD_DEFAULT_ITERATIONS 9    /* what iterations = 0 stands for */
#define TD_CONVERGED_ITERATIONS 96 /* enough for the coupled rule to converge in nearly every case */
#define TD_MAX_ITERATIONS 1024     /* iterations at most */

/* Everything zero is the default: coupled, Poisson. */
TD_STRUCT(td_multi_contact) {
  int32_t rule TD_ZERO;       /* TD_RULE_* */
  int32_t iterations TD_ZERO; /* limit of sweeps and steps of Newton's method, or of impacts in sequence; 0:
                                 TD_DEFAULT_ITERATIONS */
  TD_OF(td_options)
  options; /* all of it must be valid; coupled: only law is used, POISSON or NEWTON (of a single contact
       all); sequential: all of it; superposed: none */
};

/* ---- Results ---------------------------------------------------------------------------------------------------- */

/* What the impact did at one contact. */
TD_STRUCT(td_contact_result) {
  TD_OF(td_contact_vector) p; /* [N s] impulse of this contact on the system */
  TD_OF(td_contact_vector) v; /* [m/s] velocity of this contact after */
  td_real p_compression;      /* [N s] normal impulse of compression; superposed: p_n / (1 + e) */
  td_real cone_margin;        /* [N s] mu_s p_n - |(p_t, p_s)|; >= 0 up to rounding */
  int32_t mode;       /* TD_MODE_SEPARATING (no impulse), TD_MODE_SLIDES, TD_MODE_STICKS, at the end of the last phase;
                         sequential: mode_restitution of its last impact */
  td_real t[3], s[3]; /* [-] its frame, as for td_resolve_body; 0 with TD_AXES_CONTACT */
};

/* The impact as a whole. */
TD_STRUCT(td_multi_contact_result) {
  td_real energy_before; /* [J] kinetic energy of the whole system */
  td_real energy_after;  /* [J] the same after */
  td_real approach_left; /* [m/s] fastest approach after; 0 where none is left */
  td_real residual;      /* [-] largest change of a contact velocity that the last sweep made, as a part of the fastest
                            approach before; superposed, sequential: approach_left as a part of it */
  td_real restitution_scale; /* [-] 1, or the factor that restitution was scaled by */
  int32_t iterations;        /* sweeps that were used, or impacts and the sweeps that closed them */
};

/* ---- One free rigid body ---------------------------------------------------------------------------------------- */

/* One contact of a body, in the frame of the body's vectors. */
TD_STRUCT(td_point) {
  td_real r[3] TD_ZERO;      /* [m] from the centre of mass to the contact point */
  td_real n[3] TD_ZERO;      /* [-] normal out of the struck surface; any length above 0 */
  TD_OF(td_surface) surface; /* friction and restitution here */
};

/* A free rigid body and the points of it that touch, in the frame of the body's vectors. */
TD_STRUCT(td_body_multi_contact) {
  TD_OF(td_rigid_body) body;              /* before the impact */
  int32_t count TD_ZERO;                  /* contacts, 1 .. TD_MAX_CONTACTS */
  const TD_OF(td_point) * points TD_ZERO; /* count */
  TD_OF(td_multi_contact) multi_contact;  /* rule and options */
};

/* The body after the impact. */
TD_STRUCT(td_body_multi_contact_impact) {
  TD_OF(td_multi_contact_result) result; /* of all contacts */
  td_real v[3];                          /* [m/s] velocity of the centre of mass after */
  td_real w[3];                          /* [rad/s] angular velocity after */
};

/* Resolves the impact of a free rigid body on several points at once.
 *
 * contacts  receives count, in the order of `points`; null: not wanted. Only if the status is not negative.
 * returns  TD_SOLVED, caveats, or the first that applies of TD_REFUSED_ NULL, SIZE, RULE, ITERATIONS, those of options,
 *          LAW, MASS, INERTIA, NORMAL, POSITION, then contact by contact CONTACT_INERTIA, VELOCITY, RESTITUTION,
 *          KINETIC_FRICTION, STATIC_FRICTION, NOT_PLANAR (single impacts), and RANGE.
 * cost     linear in iterations and contacts.
 * source   Stanescu & Pandrea 2017 (superposed); docs/theory (coupled). */
TD_API td_status td_resolve_body_multi_contact(const td_body_multi_contact *body, td_body_multi_contact_impact *impact,
                                               td_contact_result *contacts);

/* ---- Generalized speeds ----------------------------------------------------------------------------------------- */

/* A system with n generalized speeds and `count` contacts; matrices as in td_speeds. */
TD_STRUCT(td_speeds_multi_contact) {
  TD_OF(td_system) system;                    /* what moves */
  int32_t count TD_ZERO;                      /* contacts, 1 .. TD_MAX_CONTACTS */
  int32_t axes TD_ZERO;                       /* TD_AXES_*, of all contacts */
  const td_real *J TD_ZERO;                   /* 3 count x n, contact by contact */
  const td_real *normals TD_ZERO;             /* count x 3; not read with TD_AXES_CONTACT */
  const TD_OF(td_surface) * surfaces TD_ZERO; /* count */
  TD_OF(td_multi_contact) multi_contact;      /* rule and options */
};

/* The impact of a system; its speeds after go to a td_system_after. */
TD_STRUCT(td_speeds_multi_contact_impact) {
  TD_OF(td_multi_contact_result) result; /* of all contacts */
  int32_t redundant;                     /* constraint rows that depended on others */
};

/* Resolves several contacts at once of a system given by generalized speeds, with constraints held or without.
 *
 * after    as td_resolve_speeds.
 * contacts  receives count, in the order of J; null: not wanted. Only if the status is not negative.
 * returns  TD_SOLVED, caveats (REDUNDANT too), or the first that applies of TD_REFUSED_ NULL, SIZE, RULE, ITERATIONS,
 *          those of options, LAW, AXES, MASS_MATRIX or FACTOR, CONSTRAINT, JACOBIAN, NORMAL, then as for a body.
 * cost     as for a body, and as td_resolve_speeds once. */
TD_API td_status td_resolve_speeds_multi_contact(const td_speeds_multi_contact *system,
                                                 td_speeds_multi_contact_impact *impact, td_system_after *after,
                                                 td_contact_result *contacts);

#endif
