/* touchdown/drop.h - what was that impact? Restitution, friction and duration from the machine's own
 * accelerometer.
 *
 * Baruh 2022, section 7, as a stream: samples go in at the rig's rate, one call each. The functions find the impact and
 * keep its record; phase TD_DROP_READY says that it is complete. One more call then splits compression from restitution
 * and returns the figures, each with its uncertainty, and caveats. docs/theory derives every formula.
 *
 * Restitution needs the speed of approach. It follows from the stream if the machine rested before it fell
 * (rig.gravity), or if its bounce was watched to the second touch (rig.bounce). Otherwise give it, or accept e with
 * TD_CAVEAT_SHAPE. A watched bounce ends with the next impact, which approaches as fast as the last one left.
 *
 *   td_drop_start(&test, &rig);
 *   for each sample: if (td_drop_feed(&test, &sample) >= 0 && test.phase == TD_DROP_READY) {
 *     td_drop_approach approach = {impact.leaving.value, impact.leaving.uncertainty};  (impact zeroed at the start)
 *     td_drop_impact_of(&test, approach.speed > 0 ? &approach : NULL, &impact);
 *     td_drop_rearm(&test);
 *   }
 *
 * What touchdown.h promises holds here, with one exception: the functions keep a state, the caller's td_drop_test, of
 * fixed size. Whatever bits it holds, no function reads or writes outside it.
 *
 * An accelerometer feels the contact force alone, divided by mass: 0 in free fall, gravity upwards at rest. "Normal" is
 * along rig.normal, in the sensor's axes. Uncertainties are standard (68 %); double them for 95 %. */
#include "touchdown/precision.h" /* each time: TD_DOUBLE must not change */

#ifndef TOUCHDOWN_DROP_H
#define TOUCHDOWN_DROP_H

#include <stdint.h>

#include "touchdown/impact.h"

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* Points of an impact's record, a power of 2. A longer impact is kept at every 2nd, 4th, .. sample, up to
 * TD_DROP_LONGEST. */
#define TD_DROP_POINTS 128
#define TD_DROP_LONGEST (64 * TD_DROP_POINTS) /* samples */

/* Samples before the threshold was passed that belong to the record, since the impact began earlier. A power of 2. */
#define TD_DROP_BEFORE 16

/* Samples after td_drop_start and td_drop_rearm from which the level before the impact is learnt. No impact is found in
 * them. Clipped and missing samples do not count. */
#define TD_DROP_LEARNING 80

#define TD_DROP_LONGEST_BOUNCE 1000000 /* samples */
#define TD_DROP_LONGEST_GAP 64         /* samples that td_drop_gap takes */

/* ---- The rig ---------------------------------------------------------------------------------------------------- */

/* The rig: how the accelerometer sits, and how well it is known. */
TD_STRUCT(td_drop_rig) {
  /* [Hz] samples a second, > 0; the time of TD_DROP_LONGEST of them, and range times that time, are finite */
  td_real rate TD_ZERO;
  td_real normal[3] TD_ZERO; /* [-] sensor axes: out of the struck surface; any length above 0 */
  /* [m/s^2] of the accelerometer, > 0, TD_DROP_LONGEST times its square finite. A reading within 1.5 resolution or a
   * thousandth of it, or beyond it, is clipped. One at twice that or beyond is missing. */
  td_real range TD_ZERO;
  td_real resolution TD_ZERO; /* [m/s^2] step of its digits, in [0, range] */
  /* [m/s^2] An impact begins where the normal reading exceeds the level before by this, in (0, range). Choose it above
   * gravity and six times the noise, below a twentieth of the peak, and so low that it is passed within some 60 samples
   * of the beginning. */
  td_real threshold TD_ZERO;
  td_real gravity TD_ZERO; /* [m/s^2] in [0, range], along the normal; 0: none, and then no tilt is found at rest */
  td_real misalignment TD_ZERO; /* [rad] standard uncertainty of `normal`, >= 0 */
  td_real sensitivity TD_ZERO;  /* [-] relative standard uncertainty of the accelerometer's scale, >= 0 */
  td_real max_tilt TD_ZERO;     /* [rad] tilt and turn from which on TD_CAVEAT_TILT is raised; >= 0, 0: 0.05 */
  td_real bandwidth TD_ZERO;    /* [Hz] at which the sensor and its filter have lost 3 dB; >= 0, 0: not limited */
  /* [Hz] cut-off of its first-order low-pass, if readings are clipped before it; also the bandwidth, if that is 0;
   * >= 0, 0: none. Clipping before another low-pass, or for less than half of a sample, is not seen. */
  td_real filter TD_ZERO;
  /* [s] How long after an impact's beginning its bounce is watched, until it touches again; >= 0, at most
   * TD_DROP_LONGEST_BOUNCE samples; 0: not watched. */
  td_real bounce TD_ZERO;
  td_real sensor[3] TD_ZERO;  /* [m] sensor axes, from the centre of mass to the accelerometer */
  td_real contact[3] TD_ZERO; /* [m] sensor axes, from the centre of mass to the point of contact */
};

  /* ---- The stream -------------------------------------------------------------------------------------------------
   */

#define TD_DROP_LEARNS 1  /* the level before the impact; 0: not started */
#define TD_DROP_WAITS 2   /* for the impact */
#define TD_DROP_RECORDS 3 /* the impact */
#define TD_DROP_WATCHES 4 /* for a second hit, once more for the length of the record */
#define TD_DROP_FLIES 5   /* the bounce, for as long as rig.bounce */
#define TD_DROP_READY 6   /* the impact is complete and stays so until td_drop_rearm */

/* One reading, in the sensor's axes. */
TD_STRUCT(td_drop_sample) {
  td_real a[3] TD_ZERO; /* [m/s^2] of the accelerometer */
  td_real w[3] TD_ZERO; /* [rad/s] of a gyro in the same axes; 0 without a gyro */
};

/* The fall so far, at one check for rest. */
TD_STRUCT(td_drop_half) {
  td_real fell;  /* [m/s^2] as below */
  td_real level; /* [m/s^2] along the normal */
};

/* 3.7 kB in float, 7.3 kB in double. */
TD_STRUCT(td_drop_test) {
  int32_t phase; /* TD_DROP_* */

  /* ---- Private: may change with any version ---------------------------------------------------------------------- */

  int32_t next;               /* index in `before` */
  int32_t count;              /* samples of the record */
  int32_t until;              /* samples to the next point, or to the end of learning or of watching */
  int32_t slot;               /* index of that point */
  int32_t stride;             /* samples between points of the record */
  int32_t deadline;           /* sample at which the record ends if it stays quiet */
  int32_t clipped, missing;   /* samples of the record; before it `missing` has a bit for each */
  int32_t second, unfinished; /* 1: a second hit was seen; the force did not end in time */
  int32_t early;              /* 1: a force came while the level was learnt */
  int32_t resting;            /* checks in a row that found it at rest, up to 3 */
  int32_t rests;              /* checks that found it at rest, up to 32 */
  int32_t checks;             /* since then, every TD_DROP_BEFORE samples */
  int32_t trigger;            /* index in `before` of the sample that passed the threshold */
  int32_t flown;              /* samples from the beginning of the record until it was ready */
  int32_t landed;             /* 1: the bounce ended then */
  TD_OF(td_drop_sample) before[TD_DROP_BEFORE]; /* newest samples, in a ring */
  td_real normal_bias;                          /* [m/s^2] normal reading before */
  td_real noise;                                /* [m^2/s^4] its variance */
  td_real bias[3];                              /* [m/s^2] readings before */
  td_real rotation_sum[3];                      /* [rad/s], summed over samples since last at rest */
  td_real sum[3];                               /* [m/s^2], summed over samples since the record began */
  td_real up[3];                                /* [m/s^2] readings when last at rest; 0: never seen */
  td_real learned[3];                           /* [m/s^2] readings when the level was learnt */
  td_real fell;                                 /* [m/s^2] normal readings, summed over the checks since last at rest */
  TD_OF(td_drop_half) half[2];                  /* when the last two powers of 2 of checks had passed */
  td_real clips_at;                             /* [m/s^2] */
  td_real top;                                  /* [m/s^2] greatest reading of the record, on any axis */
  td_real near_from;                            /* [m/s^2] readings above it are near the top */
  int32_t at_top, near_top;                     /* readings of the record that are the top; that are near it */
  TD_OF(td_drop_rig) rig;                       /* its normal of length 1 */
  TD_OF(td_drop_sample) point[TD_DROP_POINTS];  /* sum, and angular velocity, at the points of the record */
};

/* Begins: learns the level before the impact, then waits for it.
 *
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, RIG; then `test` is untouched. */
TD_API td_status td_drop_start(td_drop_test *test, const td_drop_rig *rig);

/* Takes one sample.
 *
 * sample   an acceleration at the end of the range, or beyond, counts as clipped. One that is not finite, or beyond
 * twice that, makes the sample a missing one, for which the one before stands in. An angular velocity that is not
 *          finite is passed over.
 * returns  TD_SOLVED, TD_CAVEAT_ CLIPPED, MISSING_SAMPLE, EARLY (of this sample), or TD_REFUSED_ NULL, NOT_STARTED. */
TD_API td_status td_drop_feed(td_drop_test *test, const td_drop_sample *sample);

/* Enters lost samples as missing, in one call. Without it the stream is shorter than the motion.
 *
 * samples  0 .. TD_DROP_LONGEST_GAP; after more of them, td_drop_rearm.
 * returns  TD_SOLVED for 0 samples, what td_drop_feed returns of missing ones, or TD_REFUSED_ NULL, NOT_STARTED, GAP.
 * cost     as of the same number of samples. */
TD_API td_status td_drop_gap(td_drop_test *test, int32_t samples);

/* Forgets the impact and waits for the next with the same rig. Where a bounce ended with a touch (impact.leaving) and
 * no sample has been fed since, that touch is the next impact; else the level is learnt first.
 *
 * returns  TD_SOLVED, or TD_REFUSED_ NULL, NOT_STARTED. */
TD_API td_status td_drop_rearm(td_drop_test *test);

/* ---- The impact ------------------------------------------------------------------------------------------------- */

/* A figure with its uncertainty, in its own unit. */
TD_STRUCT(td_measured) {
  td_real value;       /* the best estimate */
  td_real uncertainty; /* standard */
};

/* The speed of approach, if the rig knows it, such as from the height of the drop. */
TD_STRUCT(td_drop_approach) {
  td_real speed TD_ZERO;       /* [m/s] of the contact point along the normal, > 0 */
  td_real uncertainty TD_ZERO; /* [m/s] standard, >= 0 */
};

#define TD_SPLIT_FORCE 0   /* compression ends where the force is greatest */
#define TD_SPLIT_SPEED 1   /* compression ends where the caller's approach speed is used up */
#define TD_SPLIT_FALL 2    /* the same with the speed of the fall from rest */
#define TD_SPLIT_BOUNCE 3  /* the same with the speed found from the time of the bounce */
#define TD_SPLIT_FLIGHTS 4 /* the speeds come from the flights, and from the impulse unless it is clipped */

/* How to read a figure with a bound. Both bits: the record does not decide the figure. */
#define TD_BOUND_LEAST 1 /* the truth may be more */
#define TD_BOUND_MOST 2  /* the truth may be less */

/* What the impact was. */
TD_STRUCT(td_drop_impact) {
  /* [-] Impulse of restitution over impulse of compression, each without the part of gravity, held to [0, 1]: in a
   * central impact the speed after over the speed before. */
  TD_OF(td_measured) e;
  TD_OF(td_measured) mu;          /* [-] tangential over normal impulse while it slid, >= 0 */
  TD_OF(td_measured) duration;    /* [s] of the impact */
  TD_OF(td_measured) compression; /* [s] of it, until the split */
  TD_OF(td_measured) peak;        /* [m/s^2] normal */
  TD_OF(td_measured) impulse;     /* [m/s] normal, divided by mass: the change of the velocity of the centre of mass */
  td_real e_force;                /* [-] e by the greatest force */
  td_real e_duration;             /* [-] duration of restitution over duration of compression, Baruh's t_r/t_c */
  td_real e_speed;                /* [-] e by the approach speed; TD_NOT_APPLICABLE if that is not known */
  /* [m/s] The approach speed; TD_NOT_APPLICABLE, with an uncertainty of 0, if it is not known. */
  TD_OF(td_measured) approach;
  /* [m/s] Speed after, by the time of the bounce: the approach of the next impact. TD_NOT_APPLICABLE, with an
   * uncertainty of 0, where no bounce was seen to end. */
  TD_OF(td_measured) leaving;
  td_real sliding; /* [-] part of the normal impulse, until slip stopped or turned, that mu is from; 1: it did not */
  td_real friction[3]; /* [-] sensor axes, direction of the tangential impulse while it slid; 0 without slip */
  /* [-] Sine of the angle between normal and vertical as the impact began. TD_NOT_APPLICABLE if it was never seen at
   * rest, or if a reading of the gyro since was not finite. */
  td_real tilt;
  td_real turn;  /* [rad] that it turned by while the record lasts */
  td_real age;   /* [s] from the impact's beginning to the sample that made it ready */
  int32_t split; /* TD_SPLIT_*: how e was found */
  /* TD_BOUND_*; 0: e is an estimate. By shape alone e is not decided. Of a clipped record, e by the approach speed is
   * the least, e by the bounce the most, and e by both flights an estimate. */
  int32_t e_bound;
  /* TD_BOUND_LEAST: slip was not seen to stop or turn. Either it slid to the end and mu is friction, or it stuck from
   * the beginning and friction is more. TD_BOUND_MOST: the normal force is clipped. */
  int32_t mu_bound;
  int32_t samples; /* how many the impact lasted */
  int32_t rises;   /* times that the force rose; 1 is a clean pulse */
  /* Samples of the record, by range or plateau. Above 0, impulse and peak are the least that they may be, and the
   * impulse at least takes the approach away. */
  int32_t clipped;
  int32_t missing; /* samples of the record that were missing */
};

/* What the recorded impact was.
 *
 * approach  null: the speed comes from the fall or the bounce, whichever is surer; if neither was seen, the greatest
 *           force splits the impact, with TD_CAVEAT_SHAPE. Noise above gravity in the readings hides a rest.
 * impact    written only if the status is not negative.
 * returns   TD_SOLVED, caveats, or TD_REFUSED_ NULL, NOT_STARTED, NO_IMPACT, APPROACH, RANGE.
 * cost      grows with the length of the record. Call it outside the sampling interrupt; there is no hurry, for a
 *           complete impact stays. */
TD_API td_status td_drop_impact_of(const td_drop_test *test, const td_drop_approach *approach, td_drop_impact *impact);

#endif
