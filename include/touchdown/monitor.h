/* touchdown/monitor.h - did the machine touch the ground? Which foot, when and how hard, from its own sensors.
 *
 * Samples go in at the loop's rate, one call each: of an inertial measurement unit on a rigid body, or of the speeds
 * and torques of a machine with joints. When they show a change of momentum, the monitor weighs how well each
 * explanation accounts for it: an impulse at a known foot inside its friction cone, at several feet, at another point
 * of the body, or nothing at all. Each gets a probability. Shaking, pulling or turning as no contact would cause is an
 * explanation of its own.
 *
 *   td_monitor_start(&monitor, &machine);
 *   for each sample: if (td_monitor_feed(&monitor, &machine, &sample) >= 0 && monitor.touched) ..
 *
 * With joints: td_monitor_feed_joints. What touchdown.h promises holds here, with one exception: the functions keep a
 * state, the caller's td_monitor, of fixed size. Whatever bits it holds, no function reads or writes outside it.
 *
 * With an inertial sensor all vectors are in body axes, and positions are from the centre of mass. With joints,
 * impulses and forces are in world axes. docs/theory derives every formula, (M.1) to (M.12) and (M.13) to (M.21). */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_MONITOR_H
#define TOUCHDOWN_MONITOR_H

#include <stdint.h>

#include "touchdown/limits.h"
#include "touchdown/touchdown.h"

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* Samples before an event is noticed that may belong to it. A power of 2. */
#define TD_MONITOR_BEFORE 16
/* Samples of a window of momentum while nothing happens; half of those above. */
#define TD_MONITOR_WINDOW 8
/* Samples of an event, at most; a force that still acts afterwards counts as a lasting one. */
#define TD_MONITOR_LONGEST 128
/* Samples from which the level and its noise are learnt, and in which nothing is detected: after td_monitor_start, and
 * after an event that no contact explains and that did not end. */
#define TD_MONITOR_LEARNING 128

/* Samples for which a foot whose touch was not seen must carry bearing_load before it counts as bearing. */
#define TD_MONITOR_SETTLED 1000

/* Components of momentum, at most: six of an inertial sensor, one for each speed of a machine with joints. */
#if TD_MAX_SPEEDS > 6
#define TD_MONITOR_COMPONENTS TD_MAX_SPEEDS
#else
#define TD_MONITOR_COMPONENTS 6
#endif
/* Numbers of the ring of newest samples. The more speeds a machine has, the fewer samples it holds, 2 at least. */
#if TD_MAX_SPEEDS <= 4 * TD_MONITOR_BEFORE - 2
#define TD_MONITOR_RING (8 * TD_MONITOR_BEFORE)
#else
#define TD_MONITOR_RING (2 * TD_MAX_SPEEDS + 4)
#endif

/* Points of the body other than feet that may be hit, at most. */
#define TD_MAX_HULL_POINTS 8

/* Pushes that are no contacts and that a sample of a machine with joints names, at most. */
#define TD_MAX_PUSHES 8

/* ---- The machine ------------------------------------------------------------------------------------------------ */

/* A round point of the body: a sphere, or a point where the radius is 0. */
TD_STRUCT(td_monitor_point) {
  td_real r[3] TD_ZERO;   /* [m] centre */
  td_real radius TD_ZERO; /* [m] >= 0 */
  td_real mu TD_ZERO;     /* [-] greatest friction there (mu_s of its surface), >= 0 */
};

/* The machine, its sensors, and the forces to expect. `speeds` says which sensors it has: 0 an inertial sensor on a
 * rigid body, else speeds and torques of joints. */
TD_STRUCT(td_monitor_machine) {
  int32_t speeds TD_ZERO; /* 0, or generalized speeds, 1 .. TD_MAX_SPEEDS */
  int32_t feet TD_ZERO;   /* 1 .. TD_MAX_FEET */
  /* The first `feet` are read; with joints their `mu` alone. */
  TD_OF(td_monitor_point) foot[TD_MAX_FEET];
  td_real model_error TD_ZERO;  /* [-] of mass, inertia, arms, scales, M and J, relative, in [0, 1/2]; 0: 0.03 */
  td_real normal_error TD_ZERO; /* [rad] of the sample's normal, in [0, 1]: widens every cone */
  td_real confidence TD_ZERO;   /* [-] probability from which a contact counts, in [1/2, 1); 0: 0.95 */
  /* [s] The age that a touch must have before it is reported, unless it is over; 0: 0.02. Ringing begins as a landing
   * does: choose half the period of the slowest ringing that is not a touch. An expected touch needs a fifth of that.
   */
  td_real wait TD_ZERO;
  /* [N] load from which a foot bears, >= 0; 0: no foot is said to bear. With joints > 0. On a rigid body, a foot whose
   * touch was not seen must carry a tenth of the known forces, too. Choose it above the accelerometer's offset times
   * the mass. */
  td_real bearing_load TD_ZERO;

  /* Of an inertial sensor. */
  td_real rate TD_ZERO;       /* [Hz] samples a second, > 0 */
  td_real mass TD_ZERO;       /* [kg] */
  td_real inertia[6] TD_ZERO; /* [kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz */
  td_real sensor[3] TD_ZERO;  /* [m] where the accelerometer is */
  int32_t points TD_ZERO;     /* 0 .. TD_MAX_HULL_POINTS; 0: nothing but the feet can be hit */
  /* The first `points` are read. Their convex hull is the body that may be hit (0: the feet's, for `r` alone). */
  TD_OF(td_monitor_point) point[TD_MAX_HULL_POINTS];
  td_real range TD_ZERO;               /* [m/s^2] of the accelerometer, > 0: from there on a reading is clipped */
  td_real filter TD_ZERO;              /* [Hz] cut-off of its low-pass, if readings are clipped before it; 0: none */
  td_real accelerometer_noise TD_ZERO; /* [m/s^2] standard deviation of a reading, > 0; more is learnt */
  td_real gyro_noise TD_ZERO;          /* [rad/s] likewise */
  /* How fast unknown forces that are no contacts may change: gusts, errors of the thrust. */
  td_real force_rate TD_ZERO;  /* [N/s] >= 0 */
  td_real torque_rate TD_ZERO; /* [N m/s] >= 0 */

  /* Of joints. In a machine with more than TD_MAX_SPEEDS speeds each leg may have a monitor of its own; the rest of the
   * machine then counts among the known forces on the leg. */
  td_real noise[TD_MONITOR_COMPONENTS] TD_ZERO; /* standard deviation of each momentum that stays unexplained in a
                                                   sample while nothing touches, > 0; more is learnt. The first `speeds`
                                                   are read */
  td_real gain TD_ZERO;                         /* [1/s] of the residual, > 0 */
  /* Samples from which level and noise are learnt while no foot touches, 2 .. 1000; 0: TD_MONITOR_LEARNING. 1: nothing
   * is learnt, noise is as given and the level 0, for a machine that stands when it begins. */
  int32_t learning TD_ZERO;
};

/* One sample of an inertial sensor. */
TD_STRUCT(td_monitor_sample) {
  td_real a[3] TD_ZERO; /* [m/s^2] of the accelerometer: the mean since the sample before */
  td_real w[3] TD_ZERO; /* [rad/s] of the gyro, now */
  td_real n[3] TD_ZERO; /* [-] normal out of the ground, of length 1; 0: unknown, and then no cone restrains impulses */
  td_real force[3] TD_ZERO;  /* [N] known to act since the sample before: engines, thrusters; not gravity */
  td_real torque[3] TD_ZERO; /* [N m] likewise, about the centre of mass */
};

/* One sample of a machine with joints. Between two samples the generalized momentum changes by the known forces and by
 * the contacts, M du = dt force + J^T p: the difference is the residual of De Luca, Albu-Schaffer, Haddadin and
 * Hirzinger (2006). M, force and J are best taken midway between two samples; in a fast loop the present ones do. */
TD_STRUCT(td_joints_sample) {
  int32_t n TD_ZERO;              /* as the machine's */
  int32_t feet TD_ZERO;           /* as the machine's */
  td_real dt TD_ZERO;             /* [s] since the sample before that was not refused, > 0 */
  const td_real *M TD_ZERO;       /* n x n, mass matrix, as in td_system */
  const td_real *u TD_ZERO;       /* n, speeds now */
  const td_real *force TD_ZERO;   /* n, generalized forces that are known to act, less those that keep u constant:
                                     torques, springs, damping, less C u and gravity */
  const td_real *J TD_ZERO;       /* feet x 3 x n, contact Jacobians in world axes, one below the other */
  const td_real *normals TD_ZERO; /* feet x 3, out of the ground, any length; 0: unknown, and then no cone restrains
                                     what the foot takes. Null: unknown of all */
  /* Pushes that may act now and are no contacts, each known by its direction as a generalized force. A joint near its
   * stop: the joint's unit vector, with the sign by which the stop pushes back. A hand that may lift a payload: J^T g,
   * of the hand's three rows and gravity in world axes. What one of these explains better than a contact is not
   * reported as a touch. Once a payload is held it belongs in M and `force`. */
  int32_t pushes TD_ZERO;      /* 0 .. TD_MAX_PUSHES */
  const td_real *push TD_ZERO; /* pushes x n, any length; null where there are none */
};

/* ---- What happened ---------------------------------------------------------------------------------------------- */

/* Competing explanations of an event. At first "nothing" is a million times as likely as any other explanation, and the
 * others are equally likely; the feet share one part. */
#define TD_EXPLAINED_BY_NOTHING 0    /* noise, and what changes slowly */
#define TD_EXPLAINED_BY_FOOT 1       /* one impulse at one known foot */
#define TD_EXPLAINED_BY_FEET 2       /* impulses at several feet */
#define TD_EXPLAINED_BY_POINT 3      /* one impulse at another point of the hull */
#define TD_EXPLAINED_BY_NO_CONTACT 4 /* none of these: rings, rattles, spoilt readings, pushes that a sample names */
#define TD_EXPLANATIONS 5            /* how many there are */

#define TD_EVENT_NONE 0 /* none yet */
#define TD_EVENT_OPEN 1 /* it goes on; its figures cover it so far */
#define TD_EVENT_OVER 2 /* its figures are final */

/* The latest event. */
TD_STRUCT(td_contact_event) {
  int32_t phase;       /* TD_EVENT_* */
  int32_t number;      /* events since the start, from 1; after 2147483647 from 0 */
  int32_t explanation; /* TD_EXPLAINED_BY_*, the likeliest */
  int32_t foot;        /* the likeliest single foot; -1: there is no event */
  int32_t samples;     /* how many it lasted */
  int32_t caveats;     /* TD_CAVEAT_ CLIPPED, MISSING_SAMPLE, UNFINISHED (it was not quiet at the end), or 0 */
  td_real probability[TD_EXPLANATIONS];  /* [-] of each, their sum is 1 */
  td_real touched;                       /* [-] of a foot, feet or a point, together */
  td_real foot_probability[TD_MAX_FEET]; /* [-] of each foot, that it touched: alone, or with others */
  td_real impulse[3];                    /* [N s] by the likeliest explanation; else the momentum that came in. A load
                                            that lasts counts until the event is over */
  td_real impulse_uncertainty;           /* [N s] standard, along each axis */
  td_real foot_impulse[TD_MAX_FEET][3];  /* [N s] by one foot, or by several: what each took */
  td_real r[3];          /* [m] where a single impulse would have hit the hull, whatever the explanation */
  td_real r_uncertainty; /* [m] standard, in all; TD_NOT_APPLICABLE if no impulse on the hull explains the event */
  td_real age;           /* [s] from the touch, between two samples, to the newest sample */
};

/* A foot, for firmware. */
#define TD_FOOT_CLEAR 0
#define TD_FOOT_MAYBE 1    /* something touched: maybe this foot. Six numbers fit two diagonal feet or four */
#define TD_FOOT_TOUCHING 2 /* an event within the last TD_MONITOR_LONGEST samples was its contact */
#define TD_FOOT_BEARING 3  /* carries bearing_load or more; it ends below half of that */

#define TD_MONITOR_LEARNS 1  /* level and noise; 0: not started */
#define TD_MONITOR_WATCHES 2 /* no event is open */
#define TD_MONITOR_WEIGHS 3  /* an event is open */

/* With joints no point of the body is looked for: `event.r` is 0 and `event.r_uncertainty` TD_NOT_APPLICABLE. */
TD_STRUCT(td_monitor) {
  int32_t phase;                           /* TD_MONITOR_* */
  int32_t touched;                         /* 1: something touches, whether or not it is known what */
  int32_t foot[TD_MAX_FEET];               /* TD_FOOT_* */
  td_real load[TD_MAX_FEET][3];            /* [N] lasting force on each foot; together they explain `residual` best */
  td_real residual[TD_MONITOR_COMPONENTS]; /* force (and torque) that nothing known explains, behind a low pass */
  TD_OF(td_contact_event) event;           /* the latest */

  /* ---- Private: may change with any version ---------------------------------------------------------------------- */

  td_real ring[TD_MONITOR_RING];           /* of the newest samples momentum, time and noise */
  td_real level[TD_MONITOR_COMPONENTS];    /* missing force while nothing happens */
  td_real variance[TD_MONITOR_COMPONENTS]; /* of the momentum of a window (joints: of a sample) while nothing happens */
  td_real growth[6];                       /* by how much more that of another window of a body varies */
  td_real jump[TD_MONITOR_COMPONENTS];     /* momentum of the event */
  td_real u[TD_MAX_SPEEDS];                /* speeds of the sample before */
  td_real shaking[6];                      /* squares of the momentum of windows, summed over the event */
  td_real flight[6];                       /* the level before anything touched, or pushed for long */
  td_real thrust[6];                       /* [N], [N m] that were known to act before an event */
  td_real swing[6];                        /* the most that they changed by since */
  TD_OF(td_monitor_sample) last;           /* good readings of the sample before */
  td_real normal[3];                       /* of the event, weighed by force; 0: unknown */
  td_real hidden[3];                       /* [N s] that clipped readings of the event are, at least */
  td_real beside[3];                       /* [N s] that were read right before and after these */
  td_real path;                            /* of the event, to and fro: sum of sizes of momentum */
  td_real noise;                           /* [-] of the event, in variances of a sample */
  td_real drop;                            /* [N s] the most that went into the ground, against the normal */
  td_real loudest;                         /* [-] chi squared that drew attention, at most */
  td_real lost;                            /* [N^2 s^2] variance from missing samples of the event */
  td_real sure;                            /* [s] for which its explanation has been a contact */
  td_real waited;                          /* [s] of samples that were lost */
  td_real reach;                           /* [m] of the farthest point */
  int32_t fed;                             /* 1: there was a sample */
  int32_t next;                            /* place in the ring */
  int32_t fresh;                           /* samples since the last event, up to TD_MONITOR_LEARNING */
  int32_t until;                           /* samples to the end of learning */
  int32_t begun;                           /* samples of the event before it drew attention */
  int32_t onset;                           /* 1: nothing happened for long enough before the event */
  int32_t standing;                        /* a bit for each foot that touched when the event began */
  int32_t quiet;                           /* samples of the event since it was last loud */
  int32_t clips;                           /* a bit for each axis whose reading was clipped just now */
  int32_t touch;                           /* samples for which `touched` still holds */
  int32_t back;                            /* samples for which all has been as in flight */
  int32_t turn;                            /* foot whose load is found next */
  int32_t hold[TD_MAX_FEET]; /* samples for which a touch still holds; below 0: for which it has carried bearing_load
                                without one, to -TD_MONITOR_SETTLED */
};

/* Begins: learns level and noise, then watches.
 *
 * returns  TD_SOLVED, or the first that applies of TD_REFUSED_ NULL, MASS, INERTIA, SIZE (speeds, feet, points),
 *          POSITION, MONITOR; of a machine with joints NULL, SIZE, MONITOR. Then `monitor` is untouched. */
TD_API td_status td_monitor_start(td_monitor *monitor, const td_monitor_machine *machine);

/* Takes one sample of an inertial sensor.
 *
 * machine  as given to td_monitor_start: of another one the answer is unspecified, but no less safe.
 * sample   missing if a reading is not finite: the one before stands in, and the uncertainty of the event grows by what
 *          that may hide. Feed a lost sample as NaN.
 * returns  TD_SOLVED, TD_CAVEAT_ CLIPPED, MISSING_SAMPLE (of this sample), or TD_REFUSED_ NULL, NOT_STARTED (or a
 *          machine with joints), MONITOR (with this machine no momentum is finite); a refused one changes nothing. */
TD_API td_status td_monitor_feed(td_monitor *monitor, const td_monitor_machine *machine,
                                 const td_monitor_sample *sample);

/* Takes one sample of a machine with joints.
 *
 * machine  as for td_monitor_feed.
 * sample   missing if u, force, J, normals or push is not finite: the next good one then covers the time since the
 *          last, with its own force, and with a variance as if all lost samples erred alike. Feed a lost one as NaN.
 * returns  TD_SOLVED, TD_CAVEAT_MISSING_SAMPLE (this one), or the first that applies of TD_REFUSED_ NULL, NOT_STARTED
 *          (or no joints), SIZE (not the machine's; pushes), MONITOR (gain), TIME (dt), MASS_MATRIX; a refused one
 *          changes nothing.
 * cost     n^3 / 6 for M, n^2 / 2 and two contact Jacobians' products for each foot.
 * source   De Luca, Albu-Schaffer, Haddadin & Hirzinger 2006 (residual); docs/theory (M.13) to (M.21). */
TD_API td_status td_monitor_feed_joints(td_monitor *monitor, const td_monitor_machine *machine,
                                        const td_joints_sample *sample);

#endif
