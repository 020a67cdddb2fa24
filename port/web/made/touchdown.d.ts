// Written by toolchain/api from the headers. Units, frames and ranges are theirs.

/** The rig: how the accelerometer sits, and how well it is known. */
export interface td_drop_rig {
  /** [Hz] samples a second, > 0; the time of TD_DROP_LONGEST of them, and range times that time, are finite */
  rate: number;
  /** [-] sensor axes: out of the struck surface; any length above 0 */
  normal: ArrayLike<number>;
  /** [m/s^2] of the accelerometer, > 0, TD_DROP_LONGEST times its square finite. A reading within 1.5 resolution or a thousandth of it, or beyond it, is clipped. One at twice that or beyond is missing. */
  range: number;
  /** [m/s^2] step of its digits, in [0, range] */
  resolution: number;
  /** [m/s^2] An impact begins where the normal reading exceeds the level before by this, in (0, range). Choose it above gravity and six times the noise, below a twentieth of the peak, and so low that it is passed within some 60 samples of the beginning. */
  threshold: number;
  /** [m/s^2] in [0, range], along the normal; 0: none, and then no tilt is found at rest */
  gravity: number;
  /** [rad] standard uncertainty of `normal`, >= 0 */
  misalignment: number;
  /** [-] relative standard uncertainty of the accelerometer's scale, >= 0 */
  sensitivity: number;
  /** [rad] tilt and turn from which on TD_CAVEAT_TILT is raised; >= 0, 0: 0.05 */
  max_tilt: number;
  /** [Hz] at which the sensor and its filter have lost 3 dB; >= 0, 0: not limited */
  bandwidth: number;
  /** [Hz] cut-off of its first-order low-pass, if readings are clipped before it; also the bandwidth, if that is 0; >= 0, 0: none. Clipping before another low-pass, or for less than half of a sample, is not seen. */
  filter: number;
  /** [s] How long after an impact's beginning its bounce is watched, until it touches again; >= 0, at most TD_DROP_LONGEST_BOUNCE samples; 0: not watched. */
  bounce: number;
  /** [m] sensor axes, from the centre of mass to the accelerometer */
  sensor: ArrayLike<number>;
  /** [m] sensor axes, from the centre of mass to the point of contact */
  contact: ArrayLike<number>;
}

/** One reading, in the sensor's axes. */
export interface td_drop_sample {
  /** [m/s^2] of the accelerometer */
  a: ArrayLike<number>;
  /** [rad/s] of a gyro in the same axes; 0 without a gyro */
  w: ArrayLike<number>;
}

/** The fall so far, at one check for rest. */
export interface td_drop_half {
  /** [m/s^2] as below */
  fell: number;
  /** [m/s^2] along the normal */
  level: number;
}

/** 3.7 kB in float, 7.3 kB in double. */
export interface td_drop_test {
  /** TD_DROP_* */
  phase: number;
  /** index in `before` */
  next: number;
  /** samples of the record */
  count: number;
  /** samples to the next point, or to the end of learning or of watching */
  until: number;
  /** index of that point */
  slot: number;
  /** samples between points of the record */
  stride: number;
  /** sample at which the record ends if it stays quiet */
  deadline: number;
  /** samples of the record; before it `missing` has a bit for each */
  clipped: number;
  /** samples of the record; before it `missing` has a bit for each */
  missing: number;
  /** 1: a second hit was seen; the force did not end in time */
  second: number;
  /** 1: a second hit was seen; the force did not end in time */
  unfinished: number;
  /** 1: a force came while the level was learnt */
  early: number;
  /** checks in a row that found it at rest, up to 3 */
  resting: number;
  /** checks that found it at rest, up to 32 */
  rests: number;
  /** since then, every TD_DROP_BEFORE samples */
  checks: number;
  /** index in `before` of the sample that passed the threshold */
  trigger: number;
  /** samples from the beginning of the record until it was ready */
  flown: number;
  /** 1: the bounce ended then */
  landed: number;
  /** newest samples, in a ring */
  before: td_drop_sample[];
  /** [m/s^2] normal reading before */
  normal_bias: number;
  /** [m^2/s^4] its variance */
  noise: number;
  /** [m/s^2] readings before */
  bias: ArrayLike<number>;
  /** [rad/s], summed over samples since last at rest */
  rotation_sum: ArrayLike<number>;
  /** [m/s^2], summed over samples since the record began */
  sum: ArrayLike<number>;
  /** [m/s^2] readings when last at rest; 0: never seen */
  up: ArrayLike<number>;
  /** [m/s^2] readings when the level was learnt */
  learned: ArrayLike<number>;
  /** [m/s^2] normal readings, summed over the checks since last at rest */
  fell: number;
  /** when the last two powers of 2 of checks had passed */
  half: td_drop_half[];
  /** [m/s^2] */
  clips_at: number;
  /** [m/s^2] greatest reading of the record, on any axis */
  top: number;
  /** [m/s^2] readings above it are near the top */
  near_from: number;
  /** readings of the record that are the top; that are near it */
  at_top: number;
  /** readings of the record that are the top; that are near it */
  near_top: number;
  /** its normal of length 1 */
  rig: td_drop_rig;
  /** sum, and angular velocity, at the points of the record */
  point: td_drop_sample[];
}

/** A figure with its uncertainty, in its own unit. */
export interface td_measured {
  /** the best estimate */
  value: number;
  /** standard */
  uncertainty: number;
}

/** The speed of approach, if the rig knows it, such as from the height of the drop. */
export interface td_drop_approach {
  /** [m/s] of the contact point along the normal, > 0 */
  speed: number;
  /** [m/s] standard, >= 0 */
  uncertainty: number;
}

/** What the impact was. */
export interface td_drop_impact {
  /** [-] Impulse of restitution over impulse of compression, each without the part of gravity, held to [0, 1]: in a central impact the speed after over the speed before. */
  e: td_measured;
  /** [-] tangential over normal impulse while it slid, >= 0 */
  mu: td_measured;
  /** [s] of the impact */
  duration: td_measured;
  /** [s] of it, until the split */
  compression: td_measured;
  /** [m/s^2] normal */
  peak: td_measured;
  /** [m/s] normal, divided by mass: the change of the velocity of the centre of mass */
  impulse: td_measured;
  /** [-] e by the greatest force */
  e_force: number;
  /** [-] duration of restitution over duration of compression, Baruh's t_r/t_c */
  e_duration: number;
  /** [-] e by the approach speed; TD_NOT_APPLICABLE if that is not known */
  e_speed: number;
  /** [m/s] The approach speed; TD_NOT_APPLICABLE, with an uncertainty of 0, if it is not known. */
  approach: td_measured;
  /** [m/s] Speed after, by the time of the bounce: the approach of the next impact. TD_NOT_APPLICABLE, with an uncertainty of 0, where no bounce was seen to end. */
  leaving: td_measured;
  /** [-] part of the normal impulse, until slip stopped or turned, that mu is from; 1: it did not */
  sliding: number;
  /** [-] sensor axes, direction of the tangential impulse while it slid; 0 without slip */
  friction: ArrayLike<number>;
  /** [-] Sine of the angle between normal and vertical as the impact began. TD_NOT_APPLICABLE if it was never seen at rest, or if a reading of the gyro since was not finite. */
  tilt: number;
  /** [rad] that it turned by while the record lasts */
  turn: number;
  /** [s] from the impact's beginning to the sample that made it ready */
  age: number;
  /** TD_SPLIT_*: how e was found */
  split: number;
  /** TD_BOUND_*; 0: e is an estimate. By shape alone e is not decided. Of a clipped record, e by the approach speed is the least, e by the bounce the most, and e by both flights an estimate. */
  e_bound: number;
  /** TD_BOUND_LEAST: slip was not seen to stop or turn. Either it slid to the end and mu is friction, or it stuck from the beginning and friction is more. TD_BOUND_MOST: the normal force is clipped. */
  mu_bound: number;
  /** how many the impact lasted */
  samples: number;
  /** times that the force rose; 1 is a clean pulse */
  rises: number;
  /** Samples of the record, by range or plateau. Above 0, impulse and peak are the least that they may be, and the impulse at least takes the approach away. */
  clipped: number;
  /** samples of the record that were missing */
  missing: number;
}

/** An arm about to touch, and what its joints bear. */
export interface td_effector {
  /** the arm, its speeds and the surface */
  speeds: td_speeds;
  /** n, limits of the change of each speed; infinity: no limit; null: no limits */
  max_speed_jump: number;
  /** n, limits of the contact's impulse on each joint, |J^T p|; likewise */
  max_joint_impulse: number;
  /** constraints, limits of the impulse that holds each row, as in a brake or a gear; likewise */
  max_constraint_impulse: number;
  /** [N/m] >= 0 of the contact along its normal; 0: unknown, and no peak force is predicted */
  stiffness: number;
  /** [N] >= 0, limit of the peak force; 0 or infinity: no limit */
  max_force: number;
}

/** What the touch does to the arm. */
export interface td_effector_impact {
  /** as td_resolve_speeds gives it */
  speeds: td_speeds_impact;
  /** [-] direction in which the contact slides after; 0 if it sticks, or if its slip may be rounding; world axes, or (t, s, n) with TD_AXES_CONTACT */
  slide: ArrayLike<number>;
  /** [J] through the contact, friction and restitution */
  energy_lost: number;
  /** [-] largest factor on all speeds u before that respects every limit; TD_NOT_APPLICABLE if no limit binds */
  scale: number;
  /** TD_LIMIT_*: the limit that binds there */
  limit: number;
  /** its joint, or row; -1: no limit binds, or the peak force */
  joint: number;
  /** [N] greatest normal force of the transient contact of ISO/TS 15066: all energy of the approach goes into the spring, |v_n| sqrt(stiffness / W_nn), without friction; TD_NOT_APPLICABLE without stiffness */
  peak_force: number;
}

/** Coulomb friction and restitution of a pair of surfaces. */
export interface td_surface {
  /** [-] static friction, mu_s >= mu_k */
  mu_s: number;
  /** [-] kinetic friction, >= 0 */
  mu_k: number;
  /** [-] restitution in [0, 1] */
  e: number;
}

/** Everything zero is the default: Poisson's law on the exact slip path. */
export interface td_options {
  /** TD_LAW_* */
  law: number;
  /** TD_METHOD_* */
  method: number;
  /** steps that the slip path may take, up to TD_MAX_STEPS; 0: TD_DEFAULT_STEPS */
  steps: number;
  /** [-] weight of N_P in the compromise law, >= 0, their sum finite; d1 = d2 = 0 stands for 1, 1 */
  d1: number;
  /** [-] weight of N_E; neither is read by any other law */
  d2: number;
}

/** A vector of the contact frame: impulse [N s] or velocity [m/s]. */
export interface td_contact_vector {
  /** along the normal, out of the surface */
  n: number;
  /** along the surface */
  t: number;
  /** along the surface */
  s: number;
}

/** The contact-space inverse inertia W (Delassus matrix, inverse operational-space inertia): dv = W dp. Symmetric; an effective mass is 1 / nn, and nn = 0 is immovable. */
export interface td_contact_inertia {
  /** [1/kg] W_nn, W_nt, W_ns */
  nn: number;
  /** [1/kg] W_nn, W_nt, W_ns */
  nt: number;
  /** [1/kg] W_nn, W_nt, W_ns */
  ns: number;
  /** [1/kg] W_tt, W_ts, W_ss */
  tt: number;
  /** [1/kg] W_tt, W_ts, W_ss */
  ts: number;
  /** [1/kg] W_tt, W_ts, W_ss */
  ss: number;
}

/** What the contact feels of the system behind it. */
export interface td_contact {
  /** [1/kg] contact-space inverse inertia */
  W: td_contact_inertia;
  /** [m/s] velocity of the contact point before; approach is v.n < 0 */
  v: td_contact_vector;
  /** friction and restitution here */
  surface: td_surface;
  /** law and method */
  options: td_options;
}

/** What one impact did, in the frame of the contact, and how far to trust it. */
export interface td_impact {
  /** [N s] impulse on the body */
  p: td_contact_vector;
  /** [m/s] velocity of the contact point after */
  v: td_contact_vector;
  /** [N s] normal impulse when compression ended */
  p_compression: number;
  /** [N s] normal impulse that passed while sliding, before any stop */
  p_sliding: number;
  /** [N s] ... while sticking */
  p_sticking: number;
  /** [N s] ... while sliding on after a stop; the three add up to p_n */
  p_reversed: number;
  /** [-] p_r / (e p_c): 1 is consistent with Poisson; or TD_NOT_APPLICABLE */
  N_P: number;
  /** [-] v_n' / (-e v_n): 1 is consistent with Newton; or TD_NOT_APPLICABLE */
  N_N: number;
  /** [-] sqrt(W_r / W_c) / e: 1 is consistent with the energetic law; or TD_NOT_APPLICABLE */
  N_E: number;
  /** [J] kinetic energy: v W^-1 v / 2 for a contact, of the whole body for a body */
  energy_before: number;
  /** [J] the same after */
  energy_after: number;
  /** [J] lost to friction; >= 0 without TD_CAVEAT_DIRECTION */
  energy_friction: number;
  /** [J] lost to restitution, W_c - W_r */
  energy_restitution: number;
  /** [N s] mu_s p_n - |(p_t, p_s)|: how far inside the static cone; >= 0 up to rounding */
  cone_margin: number;
  /** [-] planar: |v_t|/|v_n| at which slip stops just as compression ends; or TD_NOT_APPLICABLE */
  R1: number;
  /** [-] friction ratio needed to stick, |W_TT^-1 W_Tn|; sticks if R2 <= mu_s; or TD_NOT_APPLICABLE */
  R2: number;
  /** [-] planar: (1 + e) R1, slip stops just as restitution ends; or TD_NOT_APPLICABLE */
  R3: number;
  /** 0..6 of Baruh, Table 1 */
  case_number: number;
  /** TD_MODE_* */
  mode_compression: number;
  /** TD_MODE_* */
  mode_restitution: number;
  /** the law that ended restitution; differs from options.law under TD_LAW_AUTOMATIC only */
  law: number;
  /** the method that was used: TD_METHOD_PLANAR for planar data given to TD_METHOD_SLIP_PATH, options.method for a separating contact */
  method: number;
  /** steps of the slip path that were used */
  steps: number;
}

/** A rigid body and how it moves. All vectors in one frame of the user's choice ("world"). */
export interface td_rigid_body {
  /** [kg] */
  mass: number;
  /** [kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz */
  inertia: ArrayLike<number>;
  /** [m/s] velocity of the centre of mass before */
  v: ArrayLike<number>;
  /** [rad/s] angular velocity before */
  w: ArrayLike<number>;
}

/** A free rigid body and the point of it that touches, in the frame of the body's vectors. */
export interface td_body_contact {
  /** before the impact */
  body: td_rigid_body;
  /** [m] from the centre of mass to the contact point */
  r: ArrayLike<number>;
  /** [-] normal out of the struck surface; any length above 0 */
  n: ArrayLike<number>;
  /** friction and restitution here */
  surface: td_surface;
  /** law and method */
  options: td_options;
}

/** A free rigid body after its impact. Vectors are in the frame that td_body_contact was given in. */
export interface td_body_impact {
  /** in the contact frame; energies are those of the whole body */
  impact: td_impact;
  /** [-] the frame: t is the world x axis laid into the surface (y where n is within 45 deg of x), s = n x t */
  t: ArrayLike<number>;
  /** [-] the frame: t is the world x axis laid into the surface (y where n is within 45 deg of x), s = n x t */
  s: ArrayLike<number>;
  /** [m/s] velocity of the centre of mass after */
  v: ArrayLike<number>;
  /** [rad/s] angular velocity after */
  w: ArrayLike<number>;
}

/** Restitution by approach speed: linear between the points, constant outside them. */
export interface td_restitution {
  /** [m/s] below it e = 0; 0: none */
  capture_speed: number;
  /** [m/s] rising */
  speed: ArrayLike<number>;
  /** [-] in [0, 1] */
  e: ArrayLike<number>;
  /** 1 .. TD_MAX_RESTITUTION_POINTS; 1 is a constant */
  points: number;
}

/** One pair of named surfaces. The names are numbers of your choice; (a, b) serves (b, a) too. */
export interface td_surface_pair {
  /** names of the two */
  a: number;
  /** names of the two */
  b: number;
  /** [-] static and kinetic friction, mu_s >= mu_k >= 0 */
  mu_s: number;
  /** [-] static and kinetic friction, mu_s >= mu_k >= 0 */
  mu_k: number;
  /** by approach speed */
  restitution: td_restitution;
}

/** A plane of the ground. */
export interface td_ground {
  /** [m] world, any point of the plane */
  point: ArrayLike<number>;
  /** [-] world, out of the ground; any length above 0 */
  n: ArrayLike<number>;
}

/** Where the lander is, and how it moves. */
export interface td_lander_state {
  /** [m] world, centre of mass */
  x: ArrayLike<number>;
  /** [-] attitude, body to world: w, x, y, z; any length above 0 */
  q: ArrayLike<number>;
  /** [m/s] world, velocity of the centre of mass */
  v: ArrayLike<number>;
  /** [rad/s] world, angular velocity */
  w: ArrayLike<number>;
}

/** A foot: a sphere fixed to the body, or a point where its radius is 0. */
export interface td_foot {
  /** [m] body frame, from the centre of mass to the centre of the sphere */
  r: ArrayLike<number>;
  /** [m] >= 0 */
  radius: number;
  /** friction and restitution of its impacts */
  surface: td_surface;
  /** [-] friction while it bears, sticking or sliding; >= 0. Often above that of impacts */
  mu_sliding: number;
}

/** One foot's part in an impact. Feet that strike together have one each, with the same time. */
export interface td_touch {
  /** which */
  foot: number;
  /** [s] from the state given */
  time: number;
  /** [m/s] of the foot before: along the normal, and along the ground */
  v_n: number;
  /** [m/s] of the foot before: along the normal, and along the ground */
  slip: number;
  /** [N s] impulse on the body, world */
  p: ArrayLike<number>;
  /** [J] through this foot */
  energy_lost: number;
}

/** A stage of a strut: the force at which it flows, and up to which stroke. */
export interface td_strut_stage {
  /** [N] > 0; 0: no stage, and none after it */
  force: number;
  /** [m] of all stages so far; above that of the stage before */
  stroke: number;
}

/** A strut between a hinge at the hull and its pad. It is elastic up to the force of its stage, flows at that force up to the stage's stroke, and is elastic again beyond its last stage: that is its stop. Without stages it is a spring and a damper. The stroke that flowed while it was pushed and the stroke that flowed while it was pulled are counted apart. */
export interface td_strut {
  /** [m] body frame: its hinge at the hull */
  joint: ArrayLike<number>;
  /** [N/m] > 0, of what is elastic */
  stiffness: number;
  /** [N s/m] >= 0, beside it; without damping it rings until friction ends that */
  damping: number;
  /** where it is pushed */
  crush: td_strut_stage[];
  /** where it is pulled */
  pull: td_strut_stage[];
}

/** One leg. What its kind does not read may hold anything. */
export interface td_leg {
  /** TD_LEG_* */
  kind: number;
  /** [-] Body frame, any length above 0: the way its foot goes as the leg shortens. One that points against `up` and away from the centre of mass is turned round. */
  axis: ArrayLike<number>;
  /** [N] > 0, while it crushes */
  force: number;
  /** [N/m] > 0 */
  stiffness: number;
  /** [N s/m] >= 0 */
  damping: number;
  /** [N] >= 0, of the spring at full length */
  preload: number;
  /** [N] >= 0, of its guide, against the stroke; holds it where it can */
  friction: number;
  /** [m] >= 0, at most; 0: it has no stop */
  stroke: number;
  /** [kg] > 0, of the foot alone; the lander's mass is without it */
  pad_mass: number;
  /** from three hinges that are in no plane with the foot */
  strut: td_strut[];
}

/** What a strut has done. */
export interface td_strut_record {
  /** [m] shortening now that is elastic */
  elastic: number;
  /** [m] that have flown while it was pushed, and while it was pulled */
  crushed: number;
  /** [m] that have flown while it was pushed, and while it was pulled */
  pulled: number;
  /** [N] now, on both of its hinges, along it: above 0 where it is pushed */
  force: number;
  /** [N], [s] greatest force, and when; 0 before */
  most_push: number;
  /** [N], [s] greatest force, and when; 0 before */
  push_time: number;
  /** [N], [s] the same where it is pulled, above 0 */
  most_pull: number;
  /** [N], [s] the same where it is pulled, above 0 */
  pull_time: number;
  /** [J] flown and damped */
  energy: number;
}

/** What a leg has done. Where all legs of the lander are rigid, td_landing_step neither reads nor writes it. */
export interface td_leg_record {
  /** [m] by which it is shorter now; write it after td_landing_start for a leg that begins shorter */
  stroke: number;
  /** [m] at any time */
  most_stroke: number;
  /** [N] along its axis, at any time but that of an impact at the stop, which has none */
  peak_force: number;
  /** [J] crushed or damped; what a spring holds is not in it */
  energy: number;
  /** impacts at the stop */
  stops: number;
  /** [N] world, with which it pushed the lander in the last sub-step; a rigid one too */
  force: ArrayLike<number>;
  /** Of a tripod: its stroke is how far its foot is from its place, peak_force the greatest force of its three struts together, as the mean of a sub-step. 1: its foot is on the ground */
  down: number;
  /** [m] body frame: how far its foot is from its place */
  pad: ArrayLike<number>;
  /** [m/s] world, of the foot on the ground; else 0 */
  pad_v: ArrayLike<number>;
  /** [m] way of the foot along the ground */
  slide: number;
  /** in the leg's order */
  strut: td_strut_record[];
}

/** What lands and where, and the budgets. What turns with the lander is in the body frame. */
export interface td_lander {
  /** [kg] */
  mass: number;
  /** [kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz */
  inertia: ArrayLike<number>;
  /** [-] body frame, any length above 0: it rests upright within 45 deg of up */
  up: ArrayLike<number>;
  /** 1 .. TD_MAX_FEET */
  feet: number;
  /** the first `feet` are read */
  foot: td_foot[];
  /** 0 .. TD_MAX_CLEARANCE_POINTS */
  points: number;
  /** [m] body frame: points that should not touch. They are watched alone, no force acts on them. */
  point: number[][];
  /** 0, 1: ground[0] for every foot; feet: ground[i] for foot i */
  planes: number;
  /** the first `planes` are read, at least one; points are held against the first */
  ground: td_ground[];
  /** [m/s^2] world; "up" is against it (the first plane's normal if 0) */
  gravity: ArrayLike<number>;
  /** [N] body frame, until it is cut */
  thrust: ArrayLike<number>;
  /** [m] body frame, from the centre of mass to where the thrust acts */
  thrust_at: ArrayLike<number>;
  /** [s] >= 0, after the first contact */
  cut_delay: number;
  /** Of single impacts. For coupled ones the law counts where it is Newton's, else they take Poisson's. */
  options: td_options;
  /** [s] of a step at most; 0: 0.05 sqrt(reach / g), or 0.01 s without gravity. A body that turns by more than 0.15 rad meanwhile takes shorter ones; one far above the ground, or that slides on a single plane, longer ones. */
  step: number;
  /** [s] from the state given; 0: TD_DEFAULT_HORIZON */
  horizon: number;
  /** Of one step, at most TD_MAX_LANDING_IMPACTS; what more comes is pressed without restitution. 0: TD_LANDING_IMPACTS. */
  impacts: number;
  /** Of a coupled solve, at most TD_MAX_LANDING_ITERATIONS; 0: TD_LANDING_ITERATIONS. An impact takes twice as many. More than two feet that bear, and those of a body slower than 1/20 g h, are pressed by at most 24 iterations of Newton's method, whatever is asked. The solves of one step share three times TD_MAX_LANDING_ITERATIONS: each takes no more than are left of them, or than it takes by default if that is more. */
  iterations: number;
  /** 1: the margin against tipping is watched; 0: it is not, for less work */
  margins: number;
  /** Ground that is not plane; all three 0: planes. See "Uneven ground". [m] the ground is nowhere higher; above it `height` is not called, and steps are longer */
  highest: number;
  /** >= 0, how many a caller of td_landing_step or td_land has room for */
  most_touches: number;
  /** Leg i ends in foot i, whose place `r` is that of the leg at full length. The first `feet` are read; all zero: rigid. */
  leg: td_leg[];
}

/** A lander on its way to rest. Made by td_landing_start; every field may be read. */
export interface td_landing {
  /** now */
  state: td_lander_state;
  /** [s] since the state given */
  time: number;
  /** [s] of it; TD_NOT_APPLICABLE before */
  first_contact: number;
  /** [J] Since then, kinetic and of height, less the work of the thrust and what is owed; >= 0 up to rounding. */
  energy_lost: number;
  /** [J] that finite steps have added and not yet taken back; below 0: that rounding has taken, and may give back */
  owed: number;
  /** [m] height of the deepest foot over its plane at the end of any step, <= 0 */
  deepest: number;
  /** [m] least height of a clearance point at the end of any step; TD_NOT_APPLICABLE without */
  clearance: number;
  /** which point that was; -1 without */
  closest_point: number;
  /** bit i: foot i bears, or struck in the last step */
  bearing: number;
  /** TD_PHASE_* */
  phase: number;
  /** TD_OUTCOME_*; once it is not open, the state stays as it is */
  outcome: number;
  /** TD_OUTCOME_TIPS: a foot that it turns over; else -1 */
  edge_from: number;
  /** the other, or the same where it is one foot; else -1 */
  edge_to: number;
  /** The least margin against tipping, if `margins` is 1: over all edges of the feet's hull as seen from above, at the end of any step in which a foot touched and no thrust acted. It is the energy that lifts the centre of mass over the edge, less that of the rotation about it. A margin once below 0 need not tip the body: another foot may strike first. [J] energy; TD_NOT_APPLICABLE until there is one */
  least_margin: number;
  /** [s] when; TD_NOT_APPLICABLE likewise */
  least_time: number;
  /** the edge, from this foot; -1 likewise */
  least_from: number;
  /** to this one; -1 likewise */
  least_to: number;
  /** taken */
  steps: number;
  /** resolved, single and coupled */
  impacts: number;
  /** in them: each foot counts */
  touches: number;
  /** slow steps in a row, 1 to 5: then the body is tested for rest */
  quiet: number;
  /** [s] >= 0, of the next on legs that yield, at most; 0: an eighth of a step */
  sub_step: number;
  /** of the first `feet`; of a rigid leg zeros but `force` */
  leg: td_leg_record[];
}

/** Made by td_stance_of. */
export interface td_stance {
  /** TD_STANCE_* */
  stance: number;
  /** bit i: foot i is on the ground */
  feet: number;
  /** [-] 0 to 1: the part of the friction of these feet that they do not need to hold it, sharing loads as if they were equally stiff; 0 where it is not held. */
  friction: number;
  /** [J] Least energy that leads over an edge of the hull of these feet, less the kinetic energy; TD_NOT_APPLICABLE where they make no hull. */
  energy: number;
  /** The edge from this foot to `edge_to`; the first two feet where there is no hull, twice the same of one; -1 without. */
  edge_from: number;
  /** the edge's other foot */
  edge_to: number;
  /** [s] TD_STANCE_BALANCES: in which a lean grows by the factor 2.72; else TD_NOT_APPLICABLE */
  falls_in: number;
}

/** When one foot would touch. */
export interface td_foot_outlook {
  /** [s] from the state given, as if no other foot touched; TD_NOT_APPLICABLE unless it touches */
  time: number;
  /** [m/s] normal velocity of the foot then */
  v_n: number;
  /** TD_OUTLOOK_* */
  outlook: number;
}

/** The first touch. */
export interface td_first_touch {
  /** of its feet; of the rest 0 */
  outlook: td_foot_outlook[];
  /** [s] of it; TD_NOT_APPLICABLE where no foot touches */
  time: number;
  /** pose then, velocities before and after; else the state given */
  at: td_lander_state;
  /** pose then, velocities before and after; else the state given */
  after: td_lander_state;
  /** feet that strike; 0 where none touches */
  count: number;
  /** the first `count`, the foot that touches first before the others */
  touch: td_touch[];
}

/** What is uncertain, by standard deviations. All zero: nothing is. */
export interface td_landing_errors {
  /** Of the state: x [m], a turn of the attitude about axes of the world [rad], v [m/s], w [rad/s]. Row by row; the lower triangle is read. */
  covariance: ArrayLike<number>;
  /** [-] of the restitution of all feet together; samples are held to [0, 1] */
  e: number;
  /** [-] of mu_s, mu_k and mu_sliding of all feet together; samples are held to >= 0 */
  mu: number;
  /** [-] of the friction of all legs together, as a part of it; samples are held to >= 0 */
  guides: number;
  /** [-] rise per run of all planes together, along each of two axes in the first */
  slope: number;
  /** Sum of 1 << TD_LAW_* of the laws of restitution that may hold: samples take them in turn, except sample 0. 0: the law of the options. No law is exact, and another law may lead to another outcome. */
  laws: number;
}

/** The outcomes of the samples. Begins as zeros. */
export interface td_landing_odds {
  /** tallied */
  samples: number;
  /** of them, by TD_OUTCOME_*: the probability of one is its share */
  outcomes: ArrayLike<number>;
  /** [m] mean of the centre of mass of those that rest; 0 where none does */
  x: ArrayLike<number>;
  /** [m^2] of it: xx, yy, zz, xy, xz, yz */
  covariance: ArrayLike<number>;
  /** [s] until the last outcome stood */
  latest: number;
  /** [m] least of all; TD_NOT_APPLICABLE without clearance points */
  clearance: number;
  /** which point that was; -1 without */
  closest_point: number;
}

/** What the linked library was compiled for. The same in both precisions. */
export interface td_limits {
  /** TD_MAX_SPEEDS, TD_MAX_CONSTRAINTS */
  max_speeds: number;
  /** TD_MAX_SPEEDS, TD_MAX_CONSTRAINTS */
  max_constraints: number;
  /** TD_MAX_CONTACTS */
  max_contacts: number;
  /** TD_MAX_FEET */
  max_feet: number;
  /** sum of 1 << TD_LAW_* of those that it has; any other is TD_REFUSED_LAW */
  laws: number;
  /** sum of 1 << TD_METHOD_* of those that it has; any other is TD_REFUSED_METHOD */
  methods: number;
}

/** A round point of the body: a sphere, or a point where the radius is 0. */
export interface td_monitor_point {
  /** [m] centre */
  r: ArrayLike<number>;
  /** [m] >= 0 */
  radius: number;
  /** [-] greatest friction there (mu_s of its surface), >= 0 */
  mu: number;
}

/** The machine, its sensors, and the forces to expect. `speeds` says which sensors it has: 0 an inertial sensor on a rigid body, else speeds and torques of joints. */
export interface td_monitor_machine {
  /** 0, or generalized speeds, 1 .. TD_MAX_SPEEDS */
  speeds: number;
  /** 1 .. TD_MAX_FEET */
  feet: number;
  /** The first `feet` are read; with joints their `mu` alone. */
  foot: td_monitor_point[];
  /** [-] of mass, inertia, arms, scales, M and J, relative, in [0, 1/2]; 0: 0.03 */
  model_error: number;
  /** [rad] of the sample's normal, in [0, 1]: widens every cone */
  normal_error: number;
  /** [-] probability from which a contact counts, in [1/2, 1); 0: 0.95 */
  confidence: number;
  /** [s] The age that a touch must have before it is reported, unless it is over; 0: 0.02. Ringing begins as a landing does: choose half the period of the slowest ringing that is not a touch. An expected touch needs a fifth of that. */
  wait: number;
  /** [N] load from which a foot bears, >= 0; 0: no foot is said to bear. With joints > 0. On a rigid body, a foot whose touch was not seen must carry a tenth of the known forces, too. Choose it above the accelerometer's offset times the mass. */
  bearing_load: number;
  /** Of an inertial sensor. [Hz] samples a second, > 0 */
  rate: number;
  /** [kg] */
  mass: number;
  /** [kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz */
  inertia: ArrayLike<number>;
  /** [m] where the accelerometer is */
  sensor: ArrayLike<number>;
  /** 0 .. TD_MAX_HULL_POINTS; 0: nothing but the feet can be hit */
  points: number;
  /** The first `points` are read. Their convex hull is the body that may be hit (0: the feet's, for `r` alone). */
  point: td_monitor_point[];
  /** [m/s^2] of the accelerometer, > 0: from there on a reading is clipped */
  range: number;
  /** [Hz] cut-off of its low-pass, if readings are clipped before it; 0: none */
  filter: number;
  /** [m/s^2] standard deviation of a reading, > 0; more is learnt */
  accelerometer_noise: number;
  /** [rad/s] likewise */
  gyro_noise: number;
  /** How fast unknown forces that are no contacts may change: gusts, errors of the thrust. [N/s] >= 0 */
  force_rate: number;
  /** [N m/s] >= 0 */
  torque_rate: number;
  /** Of joints. In a machine with more than TD_MAX_SPEEDS speeds each leg may have a monitor of its own; the rest of the machine then counts among the known forces on the leg. standard deviation of each momentum that stays unexplained in a sample while nothing touches, > 0; more is learnt. The first `speeds` are read */
  noise: ArrayLike<number>;
  /** [1/s] of the residual, > 0 */
  gain: number;
  /** Samples from which level and noise are learnt while no foot touches, 2 .. 1000; 0: TD_MONITOR_LEARNING. 1: nothing is learnt, noise is as given and the level 0, for a machine that stands when it begins. */
  learning: number;
}

/** One sample of an inertial sensor. */
export interface td_monitor_sample {
  /** [m/s^2] of the accelerometer: the mean since the sample before */
  a: ArrayLike<number>;
  /** [rad/s] of the gyro, now */
  w: ArrayLike<number>;
  /** [-] normal out of the ground, of length 1; 0: unknown, and then no cone restrains impulses */
  n: ArrayLike<number>;
  /** [N] known to act since the sample before: engines, thrusters; not gravity */
  force: ArrayLike<number>;
  /** [N m] likewise, about the centre of mass */
  torque: ArrayLike<number>;
}

/** One sample of a machine with joints. Between two samples the generalized momentum changes by the known forces and by the contacts, M du = dt force + J^T p: the difference is the residual of De Luca, Albu-Schaffer, Haddadin and Hirzinger (2006). M, force and J are best taken midway between two samples; in a fast loop the present ones do. */
export interface td_joints_sample {
  /** as the machine's */
  n: number;
  /** as the machine's */
  feet: number;
  /** [s] since the sample before that was not refused, > 0 */
  dt: number;
  /** n x n, mass matrix, as in td_system */
  M: number;
  /** n, speeds now */
  u: number;
  /** n, generalized forces that are known to act, less those that keep u constant: torques, springs, damping, less C u and gravity */
  force: number;
  /** feet x 3 x n, contact Jacobians in world axes, one below the other */
  J: number;
  /** feet x 3, out of the ground, any length; 0: unknown, and then no cone restrains what the foot takes. Null: unknown of all */
  normals: number;
  /** Pushes that may act now and are no contacts, each known by its direction as a generalized force. A joint near its stop: the joint's unit vector, with the sign by which the stop pushes back. A hand that may lift a payload: J^T g, of the hand's three rows and gravity in world axes. What one of these explains better than a contact is not reported as a touch. Once a payload is held it belongs in M and `force`. 0 .. TD_MAX_PUSHES */
  pushes: number;
  /** pushes x n, any length; null where there are none */
  push: number;
}

/** The latest event. */
export interface td_contact_event {
  /** TD_EVENT_* */
  phase: number;
  /** events since the start, from 1; after 2147483647 from 0 */
  number: number;
  /** TD_EXPLAINED_BY_*, the likeliest */
  explanation: number;
  /** the likeliest single foot; -1: there is no event */
  foot: number;
  /** how many it lasted */
  samples: number;
  /** TD_CAVEAT_ CLIPPED, MISSING_SAMPLE, UNFINISHED (it was not quiet at the end), or 0 */
  caveats: number;
  /** [-] of each, their sum is 1 */
  probability: ArrayLike<number>;
  /** [-] of a foot, feet or a point, together */
  touched: number;
  /** [-] of each foot, that it touched: alone, or with others */
  foot_probability: ArrayLike<number>;
  /** [N s] by the likeliest explanation; else the momentum that came in. A load that lasts counts until the event is over */
  impulse: ArrayLike<number>;
  /** [N s] standard, along each axis */
  impulse_uncertainty: number;
  /** [N s] by one foot, or by several: what each took */
  foot_impulse: number[][];
  /** [m] where a single impulse would have hit the hull, whatever the explanation */
  r: ArrayLike<number>;
  /** [m] standard, in all; TD_NOT_APPLICABLE if no impulse on the hull explains the event */
  r_uncertainty: number;
  /** [s] from the touch, between two samples, to the newest sample */
  age: number;
}

/** With joints no point of the body is looked for: `event.r` is 0 and `event.r_uncertainty` TD_NOT_APPLICABLE. */
export interface td_monitor {
  /** TD_MONITOR_* */
  phase: number;
  /** 1: something touches, whether or not it is known what */
  touched: number;
  /** TD_FOOT_* */
  foot: ArrayLike<number>;
  /** [N] lasting force on each foot; together they explain `residual` best */
  load: number[][];
  /** force (and torque) that nothing known explains, behind a low pass */
  residual: ArrayLike<number>;
  /** the latest */
  event: td_contact_event;
  /** of the newest samples momentum, time and noise */
  ring: ArrayLike<number>;
  /** missing force while nothing happens */
  level: ArrayLike<number>;
  /** of the momentum of a window (joints: of a sample) while nothing happens */
  variance: ArrayLike<number>;
  /** by how much more that of another window of a body varies */
  growth: ArrayLike<number>;
  /** momentum of the event */
  jump: ArrayLike<number>;
  /** speeds of the sample before */
  u: ArrayLike<number>;
  /** squares of the momentum of windows, summed over the event */
  shaking: ArrayLike<number>;
  /** the level before anything touched, or pushed for long */
  flight: ArrayLike<number>;
  /** [N], [N m] that were known to act before an event */
  thrust: ArrayLike<number>;
  /** the most that they changed by since */
  swing: ArrayLike<number>;
  /** good readings of the sample before */
  last: td_monitor_sample;
  /** of the event, weighed by force; 0: unknown */
  normal: ArrayLike<number>;
  /** [N s] that clipped readings of the event are, at least */
  hidden: ArrayLike<number>;
  /** [N s] that were read right before and after these */
  beside: ArrayLike<number>;
  /** of the event, to and fro: sum of sizes of momentum */
  path: number;
  /** [-] of the event, in variances of a sample */
  noise: number;
  /** [N s] the most that went into the ground, against the normal */
  drop: number;
  /** [-] chi squared that drew attention, at most */
  loudest: number;
  /** [N^2 s^2] variance from missing samples of the event */
  lost: number;
  /** [s] for which its explanation has been a contact */
  sure: number;
  /** [s] of samples that were lost */
  waited: number;
  /** [m] of the farthest point */
  reach: number;
  /** 1: there was a sample */
  fed: number;
  /** place in the ring */
  next: number;
  /** samples since the last event, up to TD_MONITOR_LEARNING */
  fresh: number;
  /** samples to the end of learning */
  until: number;
  /** samples of the event before it drew attention */
  begun: number;
  /** 1: nothing happened for long enough before the event */
  onset: number;
  /** a bit for each foot that touched when the event began */
  standing: number;
  /** samples of the event since it was last loud */
  quiet: number;
  /** a bit for each axis whose reading was clipped just now */
  clips: number;
  /** samples for which `touched` still holds */
  touch: number;
  /** samples for which all has been as in flight */
  back: number;
  /** foot whose load is found next */
  turn: number;
  /** samples for which a touch still holds; below 0: for which it has carried bearing_load without one, to -TD_MONITOR_SETTLED */
  hold: ArrayLike<number>;
}

/** Everything zero is the default: coupled, Poisson. */
export interface td_multi_contact {
  /** TD_RULE_* */
  rule: number;
  /** limit of sweeps and steps of Newton's method, or of impacts in sequence; 0: TD_DEFAULT_ITERATIONS */
  iterations: number;
  /** all of it must be valid; coupled: only law is used, POISSON or NEWTON (of a single contact all); sequential: all of it; superposed: none */
  options: td_options;
}

/** What the impact did at one contact. */
export interface td_contact_result {
  /** [N s] impulse of this contact on the system */
  p: td_contact_vector;
  /** [m/s] velocity of this contact after */
  v: td_contact_vector;
  /** [N s] normal impulse of compression; superposed: p_n / (1 + e) */
  p_compression: number;
  /** [N s] mu_s p_n - |(p_t, p_s)|; >= 0 up to rounding */
  cone_margin: number;
  /** TD_MODE_SEPARATING (no impulse), TD_MODE_SLIDES, TD_MODE_STICKS, at the end of the last phase; sequential: mode_restitution of its last impact */
  mode: number;
  /** [-] its frame, as for td_resolve_body; 0 with TD_AXES_CONTACT */
  t: ArrayLike<number>;
  /** [-] its frame, as for td_resolve_body; 0 with TD_AXES_CONTACT */
  s: ArrayLike<number>;
}

/** The impact as a whole. */
export interface td_multi_contact_result {
  /** [J] kinetic energy of the whole system */
  energy_before: number;
  /** [J] the same after */
  energy_after: number;
  /** [m/s] fastest approach after; 0 where none is left */
  approach_left: number;
  /** [-] largest change of a contact velocity that the last sweep made, as a part of the fastest approach before; superposed, sequential: approach_left as a part of it */
  residual: number;
  /** [-] 1, or the factor that restitution was scaled by */
  restitution_scale: number;
  /** sweeps that were used, or impacts and the sweeps that closed them */
  iterations: number;
}

/** One contact of a body, in the frame of the body's vectors. */
export interface td_point {
  /** [m] from the centre of mass to the contact point */
  r: ArrayLike<number>;
  /** [-] normal out of the struck surface; any length above 0 */
  n: ArrayLike<number>;
  /** friction and restitution here */
  surface: td_surface;
}

/** A free rigid body and the points of it that touch, in the frame of the body's vectors. */
export interface td_body_multi_contact {
  /** before the impact */
  body: td_rigid_body;
  /** contacts, 1 .. TD_MAX_CONTACTS */
  count: number;
  /** count */
  points: number;
  /** rule and options */
  multi_contact: td_multi_contact;
}

/** The body after the impact. */
export interface td_body_multi_contact_impact {
  /** of all contacts */
  result: td_multi_contact_result;
  /** [m/s] velocity of the centre of mass after */
  v: ArrayLike<number>;
  /** [rad/s] angular velocity after */
  w: ArrayLike<number>;
}

/** A system with n generalized speeds and `count` contacts; matrices as in td_speeds. */
export interface td_speeds_multi_contact {
  /** what moves */
  system: td_system;
  /** contacts, 1 .. TD_MAX_CONTACTS */
  count: number;
  /** TD_AXES_*, of all contacts */
  axes: number;
  /** 3 count x n, contact by contact */
  J: number;
  /** count x 3; not read with TD_AXES_CONTACT */
  normals: number;
  /** count */
  surfaces: number;
  /** rule and options */
  multi_contact: td_multi_contact;
}

/** The impact of a system; its speeds after go to a td_system_after. */
export interface td_speeds_multi_contact_impact {
  /** of all contacts */
  result: td_multi_contact_result;
  /** constraint rows that depended on others */
  redundant: number;
}

/** What an impact does to the motion. */
export interface td_response {
  /** [N s] impulse on the body */
  p: td_contact_vector;
  /** [m/s] velocity of the contact point after */
  v: td_contact_vector;
  /** 0..6 of Baruh, Table 1; also 0 without an impact (p_n = 0) */
  case_number: number;
}

/** A planar contact that slips in one direction, turned so that slip runs along +t; scaled to W_nn = 1. */
export interface td_prepared_slip {
  /** [-] of v_t */
  sign: number;
  /** [-] slip lost per normal impulse */
  slowing: number;
  /** [-] dv_n/dp_n */
  f: number;
  /** [-] after a stop: friction along -t, per normal impulse */
  friction_after: number;
  /** [-] after a stop: slip gained along +t, likewise */
  slip_after: number;
}

/** A contact made ready by td_prepare. The fields after `contact` are for td_resolve_prepared. */
export interface td_prepared {
  /** as given, with 0 for v and for weights that its law does not read */
  contact: td_contact;
  /** 1 + the law if the short way serves and the fields below are set; else 0 */
  short_way: number;
  /** 1: slip that stops begins anew, and does not stick; + TD_CAVEAT_MARGINAL if it nearly sticks */
  after_stop: number;
  /** [kg] 1 / W_nn */
  inverse_W: number;
  /** [-] reciprocal pivot of W_tt, scaled to W_nn = 1; 0: no mobility */
  inverse_t: number;
  /** [-] W_nt, likewise */
  b: number;
  /** [-] restitution; 0 if it is 0 to rounding */
  e: number;
  /** [-] dv_n/dp_n after a stop, likewise */
  f_after: number;
  /** for slip along +t and along -t */
  along: td_prepared_slip[];
}

/** An impact in contact space and its derivatives. Rows are n, t, s. */
export interface td_impact_derivatives {
  /** as td_resolve gives it */
  impact: td_impact;
  /** of the impulse [N s], by velocity [m/s], mu_s, mu_k, e */
  p: number[][];
  /** of the velocity after [m/s] */
  v: number[][];
  /** [-] smallest relative change of the velocity before that changes the case, to first order */
  margin: number;
}

/** The derivatives of an impact by W. Rows are n, t, s. */
export interface td_impact_inertia_derivatives {
  /** of the impulse [N s], by W [1/kg] */
  p: number[][];
  /** of the velocity after [m/s] */
  v: number[][];
}

/** The impact of a free rigid body and its derivatives. */
export interface td_body_derivatives {
  /** as td_resolve_body gives it */
  body: td_body_impact;
  /** of the impulse [N s]; rows n, t, s of the contact */
  p: number[][];
  /** of v (rows 0 to 2) and w (3 to 5) after, world axes */
  motion: number[][];
  /** as for a contact, of the contact's velocity before */
  margin: number;
}

/** The derivatives of the impact of a free rigid body by where it is hit. */
export interface td_body_pose_derivatives {
  /** of the impulse [N s], world axes */
  impulse: number[][];
  /** of v (rows 0 to 2) and w (3 to 5) after, world axes */
  motion: number[][];
}

/** The impact of a free rigid body at several contacts, and its derivatives by the motion before. */
export interface td_body_multi_contact_derivatives {
  /** as td_resolve_body_multi_contact gives it */
  body: td_body_multi_contact_impact;
  /** of v (rows 0 to 2) and w (3 to 5) after, world axes */
  motion: number[][];
  /** [-] Smallest relative change of the motion before that changes the case of a contact, to first order, by the square root of kinetic energy. */
  margin: number;
  /** most impulses of one phase that others could replace; 0: none */
  redundant: number;
}

/** A system after its impact, and where its derivatives go: arrays of the caller, by rows, with n + 3 columns, the n speeds before, then mu_s, mu_k and e. */
export interface td_speeds_derivatives {
  /** as td_resolve_speeds gives it */
  speeds: td_speeds_impact;
  /** as for a contact, of the contact's velocity before */
  margin: number;
}

/** A system after its impact at several contacts, and how it changes with what went in. */
export interface td_speeds_multi_contact_derivatives {
  /** as td_resolve_speeds_multi_contact gives it */
  speeds: td_speeds_multi_contact_impact;
  /** [-] Smallest relative change of the speeds before that changes the case of a contact, to first order, by the square root of kinetic energy. */
  margin: number;
  /** most impulses of one phase that others could replace; 0: none */
  redundant: number;
}

/** What acts on a free body in flight. */
export interface td_body_loads {
  /** [N] gravity and thrust */
  force: ArrayLike<number>;
  /** [N m] about the centre of mass; the gyroscopic torque is added */
  torque: ArrayLike<number>;
}

/** An impact, and how errors propagate through it. */
export interface td_body_saltation {
  /** as td_resolve_body gives it */
  body: td_body_impact;
  /** saltation matrix: errors after, by errors before */
  X: number[][];
  /** and by errors of parameters */
  E: number[][];
  /** as of td_impact_derivatives */
  margin: number;
}

/** How large errors may be before first order is off by 5 % of the change of v and w that it predicts, along the worst of three axes, both by the square root of kinetic energy. Right to a quarter. */
export interface td_saltation_reach {
  /** [m] of the position */
  x: number;
  /** [rad] */
  attitude: number;
  /** [m/s] */
  v: number;
  /** [rad/s] */
  w: number;
}

/** How a system with n speeds flies, and how it changes with its configuration: entry k of M, J and A is the derivative along the displacement whose rate is speed k. */
export interface td_speeds_flow {
  /** n, rates of the speeds in the flight before */
  before: number;
  /** n, in the flight after, at the speeds that td_resolve_speeds gives */
  after: number;
  /** n x n x n, of the mass matrix; lower triangles are read. Null: it does not change */
  M: number;
  /** n x 3 x n, of the contact Jacobian, in the axes that it is given in; or null */
  J: number;
  /** n x constraints x n, of the constraint rows; or null */
  A: number;
}

/** An impact, and how near the next case is. */
export interface td_speeds_saltation {
  /** as td_resolve_speeds gives it */
  speeds: td_speeds_impact;
  /** as of td_impact_derivatives */
  margin: number;
}

/** Covariances at the first touch, of errors of the state in the order above, at the time that is found. */
export interface td_touch_covariance {
  /** 0: nothing is known, 1: `at`, 2: all. The rest is 0 */
  known: number;
  /** before the impact */
  at: number[][];
  /** after it */
  after: number[][];
  /** of the impact of the touch */
  margin: number;
}

/** The contact velocity is the velocity of a's point relative to b's; the impulse p acts on a, and -p on b. */
export interface td_pair {
  /** before the impact */
  a: td_rigid_body;
  /** before the impact */
  b: td_rigid_body;
  /** [m] from the centre of mass of a to the contact point */
  r_a: ArrayLike<number>;
  /** [m] from the centre of mass of b */
  r_b: ArrayLike<number>;
  /** [-] normal out of b, into a; any length above 0 */
  n: ArrayLike<number>;
  /** friction and restitution between them */
  surface: td_surface;
  /** law and method */
  options: td_options;
}

/** Two bodies after their impact. Vectors are in the frame that td_pair was given in. */
export interface td_pair_impact {
  /** in the contact frame; energies are those of both bodies */
  impact: td_impact;
  /** [-] the frame, as for td_resolve_body */
  t: ArrayLike<number>;
  /** [-] the frame, as for td_resolve_body */
  s: ArrayLike<number>;
  /** [m/s], [rad/s] body a after */
  v_a: ArrayLike<number>;
  /** [m/s], [rad/s] body a after */
  w_a: ArrayLike<number>;
  /** [m/s], [rad/s] body b after */
  v_b: ArrayLike<number>;
  /** [m/s], [rad/s] body b after */
  w_b: ArrayLike<number>;
}

/** A system with n generalized speeds u: kinetic energy u^T M u / 2. Matrices are arrays by rows that the caller owns. `hold` is given row by row. Between 0 and 1 the row is held by an added inertia, hold / (1 - hold) times the inertia that the row itself feels, like the rotor behind a gear. With a single row W changes linearly from free to held. */
export interface td_system {
  /** 1 .. TD_MAX_SPEEDS */
  n: number;
  /** n x n, mass matrix, symmetric, or its lower triangle with zeros above; an upper triangle alone is refused. Null where L is given */
  M: number;
  /** n x n, its lower Cholesky factor, M = L L^T; an upper one is refused. Null where M is given; if both are given, L counts */
  L: number;
  /** n, speeds before */
  u: number;
  /** rows of A, 0 .. TD_MAX_CONSTRAINTS */
  constraints: number;
  /** constraints x n: A u keeps its value through the impact (0 for a joint, a closed linkage, a rolling wheel; the speed of a drive for a locked joint). Not read where constraints = 0 */
  A: number;
  /** constraints: how firmly each row is held, 0 (free) .. 1 (held); null: all held */
  hold: number;
}

/** Arrays of the caller for a system after its impact. What they hold changes only if the status is not negative. */
export interface td_system_after {
  /** receives n, speeds after; may be u itself. Null: not wanted */
  u_after: number;
  /** receives n, J^T p: the generalized impulse of the contacts; or null */
  joint_impulses: number;
  /** receives constraints: the impulse that holds each row, M (u' - u) = J^T p + A^T times these; in N s where A u is in m/s; or null */
  constraint_impulses: number;
}

/** A system and its contact, whose point has the velocity J u (relative to the surface). A J^T that an Eigen or Fortran matrix stores by columns is J by rows. */
export interface td_speeds {
  /** what moves */
  system: td_system;
  /** 3 x n, contact Jacobian */
  J: number;
  /** TD_AXES_* */
  axes: number;
  /** [-] out of the struck surface; any length above 0 */
  normal: ArrayLike<number>;
  /** friction and restitution at the contact */
  surface: td_surface;
  /** law and method */
  options: td_options;
}

/** The impact of a system; its speeds after go to a td_system_after. */
export interface td_speeds_impact {
  /** In the contact frame; energies are u^T M u / 2 of the whole system. What holds a row in part, or a row with A u != 0, may take or give energy: the difference to the losses. */
  impact: td_impact;
  /** [-] the frame, as for td_resolve_body; 0 with TD_AXES_CONTACT */
  t: ArrayLike<number>;
  /** [-] the frame, as for td_resolve_body; 0 with TD_AXES_CONTACT */
  s: ArrayLike<number>;
  /** constraint rows that depended on others */
  redundant: number;
}

/** The contact-space inverse inertia of one contact, in three views of its system. */
export interface td_operational_space_inertia {
  /** no row of A holds: an arm whose joints give way */
  free: td_contact_inertia;
  /** every row holds: joints that keep their speed through the impact */
  locked: td_contact_inertia;
  /** every row as `hold` says */
  blended: td_contact_inertia;
}

export interface Structs {
  td_drop_rig: td_drop_rig;
  td_drop_sample: td_drop_sample;
  td_drop_half: td_drop_half;
  td_drop_test: td_drop_test;
  td_measured: td_measured;
  td_drop_approach: td_drop_approach;
  td_drop_impact: td_drop_impact;
  td_effector: td_effector;
  td_effector_impact: td_effector_impact;
  td_surface: td_surface;
  td_options: td_options;
  td_contact_vector: td_contact_vector;
  td_contact_inertia: td_contact_inertia;
  td_contact: td_contact;
  td_impact: td_impact;
  td_rigid_body: td_rigid_body;
  td_body_contact: td_body_contact;
  td_body_impact: td_body_impact;
  td_restitution: td_restitution;
  td_surface_pair: td_surface_pair;
  td_ground: td_ground;
  td_lander_state: td_lander_state;
  td_foot: td_foot;
  td_touch: td_touch;
  td_strut_stage: td_strut_stage;
  td_strut: td_strut;
  td_leg: td_leg;
  td_strut_record: td_strut_record;
  td_leg_record: td_leg_record;
  td_lander: td_lander;
  td_landing: td_landing;
  td_stance: td_stance;
  td_foot_outlook: td_foot_outlook;
  td_first_touch: td_first_touch;
  td_landing_errors: td_landing_errors;
  td_landing_odds: td_landing_odds;
  td_limits: td_limits;
  td_monitor_point: td_monitor_point;
  td_monitor_machine: td_monitor_machine;
  td_monitor_sample: td_monitor_sample;
  td_joints_sample: td_joints_sample;
  td_contact_event: td_contact_event;
  td_monitor: td_monitor;
  td_multi_contact: td_multi_contact;
  td_contact_result: td_contact_result;
  td_multi_contact_result: td_multi_contact_result;
  td_point: td_point;
  td_body_multi_contact: td_body_multi_contact;
  td_body_multi_contact_impact: td_body_multi_contact_impact;
  td_speeds_multi_contact: td_speeds_multi_contact;
  td_speeds_multi_contact_impact: td_speeds_multi_contact_impact;
  td_response: td_response;
  td_prepared_slip: td_prepared_slip;
  td_prepared: td_prepared;
  td_impact_derivatives: td_impact_derivatives;
  td_impact_inertia_derivatives: td_impact_inertia_derivatives;
  td_body_derivatives: td_body_derivatives;
  td_body_pose_derivatives: td_body_pose_derivatives;
  td_body_multi_contact_derivatives: td_body_multi_contact_derivatives;
  td_speeds_derivatives: td_speeds_derivatives;
  td_speeds_multi_contact_derivatives: td_speeds_multi_contact_derivatives;
  td_body_loads: td_body_loads;
  td_body_saltation: td_body_saltation;
  td_saltation_reach: td_saltation_reach;
  td_speeds_flow: td_speeds_flow;
  td_speeds_saltation: td_speeds_saltation;
  td_touch_covariance: td_touch_covariance;
  td_pair: td_pair;
  td_pair_impact: td_pair_impact;
  td_system: td_system;
  td_system_after: td_system_after;
  td_speeds: td_speeds;
  td_speeds_impact: td_speeds_impact;
  td_operational_space_inertia: td_operational_space_inertia;
}

export interface Constants {
  readonly TD_AXES_CONTACT: 1;
  readonly TD_AXES_WORLD: 0;
  readonly TD_BODY_BY_ATTITUDE: 6;
  readonly TD_BODY_BY_E: 8;
  readonly TD_BODY_BY_MU_K: 7;
  readonly TD_BODY_BY_MU_S: 6;
  readonly TD_BODY_BY_N: 3;
  readonly TD_BODY_BY_R: 0;
  readonly TD_BODY_BY_V: 0;
  readonly TD_BODY_BY_W: 3;
  readonly TD_BODY_INPUTS: 9;
  readonly TD_BODY_MOTION_INPUTS: 6;
  readonly TD_BODY_POSE_INPUTS: 9;
  readonly TD_BOUND_LEAST: 1;
  readonly TD_BOUND_MOST: 2;
  readonly TD_BY_E: 5;
  readonly TD_BY_MU_K: 4;
  readonly TD_BY_MU_S: 3;
  readonly TD_BY_V_N: 0;
  readonly TD_BY_V_S: 2;
  readonly TD_BY_V_T: 1;
  readonly TD_BY_W_NN: 0;
  readonly TD_BY_W_NS: 2;
  readonly TD_BY_W_NT: 1;
  readonly TD_BY_W_SS: 5;
  readonly TD_BY_W_TS: 4;
  readonly TD_BY_W_TT: 3;
  readonly TD_CAVEAT_APPROACH: 512;
  readonly TD_CAVEAT_BELOW_GROUND: 2048;
  readonly TD_CAVEAT_BUDGET_SPENT: 8;
  readonly TD_CAVEAT_CLIPPED: 8192;
  readonly TD_CAVEAT_COVARIANCE: 33554432;
  readonly TD_CAVEAT_COVARIANCE_ENDS: 134217728;
  readonly TD_CAVEAT_DIRECTION: 16;
  readonly TD_CAVEAT_DOUBLE_HIT: 32768;
  readonly TD_CAVEAT_EARLY: 8388608;
  readonly TD_CAVEAT_ENERGY_GAINED: 1;
  readonly TD_CAVEAT_EXTENDED: 32;
  readonly TD_CAVEAT_FEW_SAMPLES: 65536;
  readonly TD_CAVEAT_GRAVITY: 4194304;
  readonly TD_CAVEAT_GRAZING: 4096;
  readonly TD_CAVEAT_INERTIA: 64;
  readonly TD_CAVEAT_JAM: 2;
  readonly TD_CAVEAT_LAWS_DISAGREE: 4;
  readonly TD_CAVEAT_MARGINAL: 67108864;
  readonly TD_CAVEAT_MISSING_SAMPLE: 262144;
  readonly TD_CAVEAT_MOMENTUM: 268435456;
  readonly TD_CAVEAT_NO_CONTACT: 1024;
  readonly TD_CAVEAT_ONE_SIDED: 16777216;
  readonly TD_CAVEAT_REDUNDANT: 128;
  readonly TD_CAVEAT_RESTITUTION_SCALED: 256;
  readonly TD_CAVEAT_RINGING: 16384;
  readonly TD_CAVEAT_SHAPE: 2097152;
  readonly TD_CAVEAT_SPLIT: 1048576;
  readonly TD_CAVEAT_TILT: 131072;
  readonly TD_CAVEAT_UNFINISHED: 524288;
  readonly TD_CONTACT_INERTIA_INPUTS: 6;
  readonly TD_CONTACT_INPUTS: 6;
  readonly TD_CONVERGED_ITERATIONS: 96;
  readonly TD_DEFAULT_HORIZON: 60;
  readonly TD_DEFAULT_ITERATIONS: 9;
  readonly TD_DEFAULT_STEPS: 7;
  readonly TD_DROP_BEFORE: 16;
  readonly TD_DROP_FLIES: 5;
  readonly TD_DROP_LEARNING: 80;
  readonly TD_DROP_LEARNS: 1;
  readonly TD_DROP_LONGEST: 8192;
  readonly TD_DROP_LONGEST_BOUNCE: 1000000;
  readonly TD_DROP_LONGEST_GAP: 64;
  readonly TD_DROP_POINTS: 128;
  readonly TD_DROP_READY: 6;
  readonly TD_DROP_RECORDS: 3;
  readonly TD_DROP_WAITS: 2;
  readonly TD_DROP_WATCHES: 4;
  readonly TD_ERRORS_OF_PARAMETERS: 6;
  readonly TD_ERRORS_OF_STATE: 12;
  readonly TD_ERROR_ATTITUDE: 3;
  readonly TD_ERROR_E: 1;
  readonly TD_ERROR_HEIGHT: 5;
  readonly TD_ERROR_MU_K: 0;
  readonly TD_ERROR_N: 2;
  readonly TD_ERROR_V: 6;
  readonly TD_ERROR_W: 9;
  readonly TD_ERROR_X: 0;
  readonly TD_EVENT_NONE: 0;
  readonly TD_EVENT_OPEN: 1;
  readonly TD_EVENT_OVER: 2;
  readonly TD_EXPLAINED_BY_FEET: 2;
  readonly TD_EXPLAINED_BY_FOOT: 1;
  readonly TD_EXPLAINED_BY_NOTHING: 0;
  readonly TD_EXPLAINED_BY_NO_CONTACT: 4;
  readonly TD_EXPLAINED_BY_POINT: 3;
  readonly TD_EXPLANATIONS: 5;
  readonly TD_FOOT_BEARING: 3;
  readonly TD_FOOT_CLEAR: 0;
  readonly TD_FOOT_MAYBE: 1;
  readonly TD_FOOT_TOUCHING: 2;
  readonly TD_LANDING_IMPACTS: 6;
  readonly TD_LANDING_ITERATIONS: 4;
  readonly TD_LAW_AUTOMATIC: 4;
  readonly TD_LAW_COMPROMISE: 3;
  readonly TD_LAW_ENERGETIC: 1;
  readonly TD_LAW_NEWTON: 2;
  readonly TD_LAW_POISSON: 0;
  readonly TD_LEG_CRUSHES: 1;
  readonly TD_LEG_RIGID: 0;
  readonly TD_LEG_SPRINGS: 2;
  readonly TD_LEG_TRIPOD: 3;
  readonly TD_LIMIT_CONSTRAINT_IMPULSE: 3;
  readonly TD_LIMIT_JOINT_IMPULSE: 2;
  readonly TD_LIMIT_NONE: 0;
  readonly TD_LIMIT_PEAK_FORCE: 4;
  readonly TD_LIMIT_SPEED_JUMP: 1;
  readonly TD_MAX_CLEARANCE_POINTS: 4;
  readonly TD_MAX_CONSTRAINTS: 12;
  readonly TD_MAX_CONTACTS: 8;
  readonly TD_MAX_FEET: 8;
  readonly TD_MAX_HULL_POINTS: 8;
  readonly TD_MAX_ITERATIONS: 1024;
  readonly TD_MAX_LANDING_IMPACTS: 16;
  readonly TD_MAX_LANDING_ITERATIONS: 64;
  readonly TD_MAX_LANDING_SAMPLES: 65535;
  readonly TD_MAX_LANDING_STEPS: 65536;
  readonly TD_MAX_PUSHES: 8;
  readonly TD_MAX_RESTITUTION_POINTS: 8;
  readonly TD_MAX_ROTATION: 4096;
  readonly TD_MAX_ROTATION_DOUBLE: 67108864;
  readonly TD_MAX_ROTATION_FLOAT: 4096;
  readonly TD_MAX_SPEEDS: 12;
  readonly TD_MAX_STEPS: 64;
  readonly TD_MAX_STRUT_STAGES: 2;
  readonly TD_MAX_SURFACE_PAIRS: 32;
  readonly TD_METHOD_ALGEBRAIC: 1;
  readonly TD_METHOD_PLANAR: 2;
  readonly TD_METHOD_SLIP_PATH: 0;
  readonly TD_MODE_REVERSED: 5;
  readonly TD_MODE_SEPARATING: 0;
  readonly TD_MODE_SLIDES: 1;
  readonly TD_MODE_STICKS: 2;
  readonly TD_MODE_STOPS_AND_REVERSES: 4;
  readonly TD_MODE_STOPS_AND_STICKS: 3;
  readonly TD_MONITOR_BEFORE: 16;
  readonly TD_MONITOR_COMPONENTS: 12;
  readonly TD_MONITOR_LEARNING: 128;
  readonly TD_MONITOR_LEARNS: 1;
  readonly TD_MONITOR_LONGEST: 128;
  readonly TD_MONITOR_RING: 128;
  readonly TD_MONITOR_SETTLED: 1000;
  readonly TD_MONITOR_WATCHES: 2;
  readonly TD_MONITOR_WEIGHS: 3;
  readonly TD_MONITOR_WINDOW: 8;
  readonly TD_OUTCOMES: 9;
  readonly TD_OUTCOME_BALANCES: 6;
  readonly TD_OUTCOME_BOUNCES: 8;
  readonly TD_OUTCOME_LEAVES: 4;
  readonly TD_OUTCOME_OPEN: 0;
  readonly TD_OUTCOME_RESTS_OTHERWISE: 2;
  readonly TD_OUTCOME_RESTS_UPRIGHT: 1;
  readonly TD_OUTCOME_SLIDES: 7;
  readonly TD_OUTCOME_TIPS: 3;
  readonly TD_OUTCOME_UNDECIDED: 5;
  readonly TD_OUTLOOK_LATER: 1;
  readonly TD_OUTLOOK_LEAVES: 2;
  readonly TD_OUTLOOK_PARALLEL: 3;
  readonly TD_OUTLOOK_TOUCHES: 0;
  readonly TD_PHASE_MOVING: 0;
  readonly TD_PHASE_RESTING: 2;
  readonly TD_PHASE_SLIDING: 1;
  readonly TD_QUERIES_OF_A_FOOT: 3;
  readonly TD_QUERIES_OF_A_TOUCH: 2;
  readonly TD_REACH_IMPACTS: 192;
  readonly TD_REFUSED_APPROACH: -37;
  readonly TD_REFUSED_ATTITUDE: -27;
  readonly TD_REFUSED_AXES: -24;
  readonly TD_REFUSED_CONSTRAINT: -23;
  readonly TD_REFUSED_CONTACT_INERTIA: -7;
  readonly TD_REFUSED_ERRORS: -32;
  readonly TD_REFUSED_FACTOR: -21;
  readonly TD_REFUSED_GAP: -38;
  readonly TD_REFUSED_GRAVITY: -29;
  readonly TD_REFUSED_GROUND: -28;
  readonly TD_REFUSED_HEIGHT: -42;
  readonly TD_REFUSED_HORIZON: -31;
  readonly TD_REFUSED_IMPACTS: -45;
  readonly TD_REFUSED_INERTIA: -3;
  readonly TD_REFUSED_ITERATIONS: -26;
  readonly TD_REFUSED_JACOBIAN: -22;
  readonly TD_REFUSED_KINETIC_FRICTION: -9;
  readonly TD_REFUSED_LAW: -11;
  readonly TD_REFUSED_LEG: -41;
  readonly TD_REFUSED_LIMIT: -33;
  readonly TD_REFUSED_MARGINS: -44;
  readonly TD_REFUSED_MASS: -2;
  readonly TD_REFUSED_MASS_MATRIX: -20;
  readonly TD_REFUSED_METHOD: -12;
  readonly TD_REFUSED_MONITOR: -40;
  readonly TD_REFUSED_NORMAL: -4;
  readonly TD_REFUSED_NOT_PLANAR: -15;
  readonly TD_REFUSED_NOT_STARTED: -35;
  readonly TD_REFUSED_NO_IMPACT: -36;
  readonly TD_REFUSED_NULL: -1;
  readonly TD_REFUSED_PHASE: -39;
  readonly TD_REFUSED_POSITION: -5;
  readonly TD_REFUSED_RADIUS: -46;
  readonly TD_REFUSED_RANGE: -16;
  readonly TD_REFUSED_RESTITUTION: -8;
  readonly TD_REFUSED_RIG: -34;
  readonly TD_REFUSED_RULE: -25;
  readonly TD_REFUSED_SIZE: -19;
  readonly TD_REFUSED_STATIC_FRICTION: -10;
  readonly TD_REFUSED_STEPS: -13;
  readonly TD_REFUSED_TABLE: -17;
  readonly TD_REFUSED_THRUST: -43;
  readonly TD_REFUSED_TIME: -30;
  readonly TD_REFUSED_UNKNOWN_SURFACE: -18;
  readonly TD_REFUSED_VELOCITY: -6;
  readonly TD_REFUSED_WEIGHTS: -14;
  readonly TD_RULE_COUPLED: 0;
  readonly TD_RULE_SEQUENTIAL: 2;
  readonly TD_RULE_SUPERPOSED: 1;
  readonly TD_SOLVED: 0;
  readonly TD_SPLIT_BOUNCE: 3;
  readonly TD_SPLIT_FALL: 2;
  readonly TD_SPLIT_FLIGHTS: 4;
  readonly TD_SPLIT_FORCE: 0;
  readonly TD_SPLIT_SPEED: 1;
  readonly TD_STANCE_BALANCES: 2;
  readonly TD_STANCE_FALLS: 0;
  readonly TD_STANCE_SLIDES: 1;
  readonly TD_STANCE_STANDS: 3;
  readonly TD_STEEPEST_GROUND: 1000;
  readonly TD_VERSION_MAJOR: 0;
  readonly TD_VERSION_MINOR: 3;
  readonly TD_VERSION_PATCH: 0;
}

export interface Functions {
  /** Begins: learns the level before the impact, then waits for it. returns TD_SOLVED, or TD_REFUSED_ NULL, RIG; then `test` is untouched. */
  td_drop_start(test: Struct<td_drop_test> | null, rig: Struct<td_drop_rig> | null): number;
  /** Takes one sample. sample an acceleration at the end of the range, or beyond, counts as clipped. One that is not finite, or beyond twice that, makes the sample a missing one, for which the one before stands in. An angular velocity that is not finite is passed over. returns TD_SOLVED, TD_CAVEAT_ CLIPPED, MISSING_SAMPLE, EARLY (of this sample), or TD_REFUSED_ NULL, NOT_STARTED. */
  td_drop_feed(test: Struct<td_drop_test> | null, sample: Struct<td_drop_sample> | null): number;
  /** Enters lost samples as missing, in one call. Without it the stream is shorter than the motion. samples 0 .. TD_DROP_LONGEST_GAP; after more of them, td_drop_rearm. returns TD_SOLVED for 0 samples, what td_drop_feed returns of missing ones, or TD_REFUSED_ NULL, NOT_STARTED, GAP. cost as of the same number of samples. */
  td_drop_gap(test: Struct<td_drop_test> | null, samples: number): number;
  /** Forgets the impact and waits for the next with the same rig. Where a bounce ended with a touch (impact.leaving) and no sample has been fed since, that touch is the next impact; else the level is learnt first. returns TD_SOLVED, or TD_REFUSED_ NULL, NOT_STARTED. */
  td_drop_rearm(test: Struct<td_drop_test> | null): number;
  /** What the recorded impact was. approach null: the speed comes from the fall or the bounce, whichever is surer; if neither was seen, the greatest force splits the impact, with TD_CAVEAT_SHAPE. Noise above gravity in the readings hides a rest. impact written only if the status is not negative. returns TD_SOLVED, caveats, or TD_REFUSED_ NULL, NOT_STARTED, NO_IMPACT, APPROACH, RANGE. cost grows with the length of the record. Call it outside the sampling interrupt; there is no hurry, for a complete impact stays. */
  td_drop_impact_of(test: Struct<td_drop_test> | null, approach: Struct<td_drop_approach> | null, impact: Struct<td_drop_impact> | null): number;
  /** Predicts the impact of an end effector, and how fast the same approach may be. impact written only if the status is not negative. after as td_resolve_speeds. returns as td_resolve_speeds, or LIMIT. cost as td_resolve_speeds, and two divisions for each joint. */
  td_predict_effector(effector: Struct<td_effector> | null, impact: Struct<td_effector_impact> | null, after: Struct<td_system_after> | null): number;
  /** Impact-invariant directions: orthonormal rows c for which c . u is the same before and after, whatever the impulse at this contact, so that c M^-1 J^T = 0 (under the constraints held). A controller can track them through the impact. rows room for n x n; receives `count` rows of n: n less the rank of J, 3 at most. returns TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE; u, surface and options are not read. cost n^3/6 for M and n^2 for each row. source du = M^-1 J^T p (Djerassi 2012 (1)-(4)). */
  td_effector_invariants(system: Struct<td_speeds> | null, count: Numbers | null, rows: Numbers | null): number;
  /** "separating", "slides", "sticks", "stops-and-sticks", "stops-and-reverses", "reversed"; "unknown" for any other. */
  td_mode_name(mode: number): string;
  /** Resolves one impact given in contact space. contact as above. v_n >= 0 gives zero impulse and TD_MODE_SEPARATING. impact written only if the status is not negative. returns TD_SOLVED, caveats, or TD_REFUSED_ NULL, CONTACT_INERTIA, VELOCITY, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, LAW, METHOD, STEPS, WEIGHTS, NOT_PLANAR, RANGE: the first that applies, in this order. That W is not semidefinite (CONTACT_INERTIA too) is found after NOT_PLANAR. cost linear in options.steps. source planar: Sun & Baruh 2022, section 2; Baruh 2022. Algebraic: Sun & Baruh, section 3. Slip path: Keller 1986, Djerassi 2012 (8)-(11). docs/theory derives each. */
  td_resolve(contact: Struct<td_contact> | null, impact: Struct<td_impact> | null): number;
  /** Resolves the impact of a free rigid body. returns as td_resolve, and before those MASS, INERTIA, NORMAL, POSITION. source W = 1/m 1 - [r]x I^-1 [r]x (Sun & Baruh 2022, section 3). */
  td_resolve_body(body: Struct<td_body_contact> | null, impact: Struct<td_body_impact> | null): number;
  /** The restitution at an approach speed [m/s] (-v_n; a negative one counts as 0). returns TD_SOLVED, or TD_REFUSED_ NULL, TABLE, VELOCITY. */
  td_restitution_at(restitution: Struct<td_restitution> | null, approach_speed: number, e: Numbers | null): number;
  /** The surface between materials a and b at an approach speed, ready for td_contact or td_body_contact. pairs `count` entries, 1 .. TD_MAX_SURFACE_PAIRS; the first match counts. returns TD_SOLVED, or TD_REFUSED_ NULL, TABLE, UNKNOWN_SURFACE, VELOCITY, KINETIC_FRICTION, STATIC_FRICTION. */
  td_surface_between(pairs: Struct<td_surface_pair> | null, count: number, a: number, b: number, approach_speed: number, surface: Struct<td_surface> | null): number;
  /** "open", "rests upright", "rests otherwise", "tips", "leaves", "undecided", "balances", "slides", "bounces"; "unknown" for any other. */
  td_outcome_name(outcome: number): string;
  /** Begins at a state, before or after the first contact. returns TD_SOLVED or the first that applies of TD_REFUSED_ NULL, SIZE (feet, points, most_touches), MASS, INERTIA, POSITION (of a foot or point), RADIUS, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, GROUND, NORMAL (`up` as well), GRAVITY, THRUST, TIME (cut_delay, step), HORIZON, LAW, METHOD, STEPS, WEIGHTS, IMPACTS, ITERATIONS, MARGINS, LEG, POSITION (of the state), ATTITUDE, VELOCITY; TD_CAVEAT_BELOW_GROUND where a foot begins deeper in a plane than g h^2. */
  td_landing_start(landing: Struct<td_landing> | null, lander: Struct<td_lander> | null, state: Struct<td_lander_state> | null): number;
  /** One step on, and not beyond `until` [s]. Where the outcome stands, only time goes on. Where `until` is not later, nothing changes. landing as td_landing_start or the step before left it; read and written. Unchanged where the status is negative. In energy_lost, energy that springs hold is not lost. touches receives most_touches, the impacts of the motion, one for each foot, in order of time: the first at index 0, those of a later step behind the landing.touches before. Null: not wanted. Impacts without room are only counted. A foot on a leg that yields has none; its record (td_landing.leg) says what it did. Entries behind landing.touches may be overwritten, even if the status is negative. returns as td_landing_start, with TD_REFUSED_TIME (until not finite), PHASE, LEG (its record), RANGE; TD_CAVEAT_BUDGET_SPENT where `impacts` were used up on rigid feet, and where forces on legs were not found within the passes, or impacts at their stops within the stages, that they have: no energy is gained even then. cost bounded by `impacts`, `iterations` and options.steps; where legs yield, by 16 sub-steps of a coupled solve each, twice if a sub-step ends early. */
  td_landing_step(landing: Struct<td_landing> | null, lander: Struct<td_lander> | null, until: number, touches: Struct<td_touch> | null): number;
  /** Steps until the outcome stands. steps 1 .. TD_MAX_LANDING_STEPS; spent before, the outcome is TD_OUTCOME_UNDECIDED. touches receives most_touches, as td_landing_step; null: not wanted. returns as td_landing_start and td_landing_step; TD_REFUSED_STEPS for `steps`; TD_CAVEAT_NO_CONTACT where no foot has touched by the end. cost at most that of td_landing_start, and `steps` times that of td_landing_step. */
  td_land(lander: Struct<td_lander> | null, state: Struct<td_lander_state> | null, steps: number, landing: Struct<td_landing> | null, touches: Struct<td_touch> | null): number;
  /** How a lander stands where it is, on its legs as they are now. stance written only if the status is not negative. returns as td_landing_step but for its caveats; TD_REFUSED_HEIGHT. */
  td_stance_of(landing: Struct<td_landing> | null, lander: Struct<td_lander> | null, stance: Struct<td_stance> | null): number;
  /** Finds the first touch and resolves its impact as td_land does: one foot by the law of the options; feet that are as near together, by Newton's law if that is the law of the options, else by Poisson's. touch written only if the status is not negative. returns as td_landing_start, and NO_CONTACT, GRAZING, and caveats of the impact; GROUND where `height` is given, HORIZON for what leaves the range until then, those of td_resolve_body, RANGE. cost linear in feet. stack about half of that where no feet strike together. */
  td_find_first_touch(lander: Struct<td_lander> | null, state: Struct<td_lander_state> | null, touch: Struct<td_first_touch> | null): number;
  /** Sample `index` of a landing: the lander and the state that td_land would be given. Sample 0 has no errors. Where time is short, land one sample at a time, each from the same lander, state and errors. index 0 .. TD_MAX_LANDING_SAMPLES - 1 returns as td_landing_start; TD_REFUSED_SIZE for `index`; TD_REFUSED_ERRORS; TD_CAVEAT_COVARIANCE. */
  td_landing_sample(lander: Struct<td_lander> | null, state: Struct<td_lander_state> | null, errors: Struct<td_landing_errors> | null, index: number, sampled_lander: Struct<td_lander> | null, sampled_state: Struct<td_lander_state> | null): number;
  /** Counts one landing whose outcome stands. odds read and written. Unchanged where the status is negative. returns TD_SOLVED, or TD_REFUSED_ NULL, SIZE (counts that no tally produces, or already TD_MAX_LANDING_SAMPLES), PHASE (its outcome), RANGE. */
  td_landing_tally(odds: Struct<td_landing_odds> | null, landing: Struct<td_landing> | null): number;
  /** Samples 0 .. samples - 1, landed and tallied. samples 1 .. TD_MAX_LANDING_SAMPLES steps as td_land, of each sample returns as td_landing_sample and td_land; caveats of all samples together. cost at most that of `samples` calls of td_land and td_landing_sample. */
  td_land_sampled(lander: Struct<td_lander> | null, state: Struct<td_lander_state> | null, errors: Struct<td_landing_errors> | null, samples: number, steps: number, odds: Struct<td_landing_odds> | null): number;
  /** The limits of the linked library, which need not be those that this file is compiled for. limits written only if the status is not negative. returns TD_SOLVED, or TD_REFUSED_NULL. */
  td_limits_of_library(limits: Struct<td_limits> | null): number;
  /** Begins: learns level and noise, then watches. returns TD_SOLVED, or the first that applies of TD_REFUSED_ NULL, MASS, INERTIA, SIZE (speeds, feet, points), POSITION, MONITOR; of a machine with joints NULL, SIZE, MONITOR. Then `monitor` is untouched. */
  td_monitor_start(monitor: Struct<td_monitor> | null, machine: Struct<td_monitor_machine> | null): number;
  /** Takes one sample of an inertial sensor. machine as given to td_monitor_start: of another one the answer is unspecified, but no less safe. sample missing if a reading is not finite: the one before stands in, and the uncertainty of the event grows by what that may hide. Feed a lost sample as NaN. returns TD_SOLVED, TD_CAVEAT_ CLIPPED, MISSING_SAMPLE (of this sample), or TD_REFUSED_ NULL, NOT_STARTED (or a machine with joints), MONITOR (with this machine no momentum is finite); a refused one changes nothing. */
  td_monitor_feed(monitor: Struct<td_monitor> | null, machine: Struct<td_monitor_machine> | null, sample: Struct<td_monitor_sample> | null): number;
  /** Takes one sample of a machine with joints. machine as for td_monitor_feed. sample missing if u, force, J, normals or push is not finite: the next good one then covers the time since the last, with its own force, and with a variance as if all lost samples erred alike. Feed a lost one as NaN. returns TD_SOLVED, TD_CAVEAT_MISSING_SAMPLE (this one), or the first that applies of TD_REFUSED_ NULL, NOT_STARTED (or no joints), SIZE (not the machine's; pushes), MONITOR (gain), TIME (dt), MASS_MATRIX; a refused one changes nothing. cost n^3 / 6 for M, n^2 / 2 and two contact Jacobians' products for each foot. source De Luca, Albu-Schaffer, Haddadin & Hirzinger 2006 (residual); docs/theory (M.13) to (M.21). */
  td_monitor_feed_joints(monitor: Struct<td_monitor> | null, machine: Struct<td_monitor_machine> | null, sample: Struct<td_joints_sample> | null): number;
  /** Resolves the impact of a free rigid body on several points at once. contacts receives count, in the order of `points`; null: not wanted. Only if the status is not negative. returns TD_SOLVED, caveats, or the first that applies of TD_REFUSED_ NULL, SIZE, RULE, ITERATIONS, those of options, LAW, MASS, INERTIA, NORMAL, POSITION, then contact by contact CONTACT_INERTIA, VELOCITY, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, NOT_PLANAR (single impacts), and RANGE. cost linear in iterations and contacts. source Stanescu & Pandrea 2017 (superposed); docs/theory (coupled). */
  td_resolve_body_multi_contact(body: Struct<td_body_multi_contact> | null, impact: Struct<td_body_multi_contact_impact> | null, contacts: Struct<td_contact_result> | null): number;
  /** Resolves several contacts at once of a system given by generalized speeds, with constraints held or without. after as td_resolve_speeds. contacts receives count, in the order of J; null: not wanted. Only if the status is not negative. returns TD_SOLVED, caveats (REDUNDANT too), or the first that applies of TD_REFUSED_ NULL, SIZE, RULE, ITERATIONS, those of options, LAW, AXES, MASS_MATRIX or FACTOR, CONSTRAINT, JACOBIAN, NORMAL, then as for a body. cost as for a body, and as td_resolve_speeds once. */
  td_resolve_speeds_multi_contact(system: Struct<td_speeds_multi_contact> | null, impact: Struct<td_speeds_multi_contact_impact> | null, after: Struct<td_system_after> | null, contacts: Struct<td_contact_result> | null): number;
  /** Prepares a contact whose W, surface and options stay the same. contact v is not read. prepared written only if the status is not negative. returns TD_SOLVED, or TD_REFUSED_ NULL, CONTACT_INERTIA, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, LAW, METHOD, STEPS, WEIGHTS, NOT_PLANAR: as td_resolve, whatever the velocity. */
  td_prepare(contact: Struct<td_contact> | null, prepared: Struct<td_prepared> | null): number;
  /** Resolves an impact of a prepared contact. prepared as td_prepare left it. If you modify it, the result is unspecified; the call is still safe. v [m/s] velocity of the contact point before response written only if the status is not negative. returns as td_resolve of the contact with this velocity; but it is solved where only a figure of the report is out of range. */
  td_resolve_prepared(prepared: Struct<td_prepared> | null, v: Struct<td_contact_vector> | null, response: Struct<td_response> | null): number;
  /** Resolves one impact given in contact space, with its derivatives. impact written only if the status is not negative. by_W derivatives by W, written likewise; null: not wanted, which saves work. With them derivatives in `impact` may differ within their error. returns as td_resolve; ONE_SIDED too, by W also where a direction has no mobility; and RANGE where a derivative exceeds the range of td_real. cost several times td_resolve; at most TD_MAX_STEPS steps. source docs/theory (V.1)..(V.6), (V.8), (V.9), (V.13), (V.14). */
  td_resolve_derivatives(contact: Struct<td_contact> | null, impact: Struct<td_impact_derivatives> | null, by_W: Struct<td_impact_inertia_derivatives> | null): number;
  /** Resolves the impact of a free rigid body, with its derivatives. impact written only if the status is not negative. by_pose derivatives by where it is hit, written likewise; null: not wanted. As `by_W` of td_resolve_derivatives. returns as td_resolve_body and td_resolve_derivatives. source v' = v + M^-1 J^T p(J v): the contact's derivatives, with the maps into contact space and back; docs/theory (V.10). */
  td_resolve_body_derivatives(body: Struct<td_body_contact> | null, impact: Struct<td_body_derivatives> | null, by_pose: Struct<td_body_pose_derivatives> | null): number;
  /** Resolves the impact of a free rigid body on several points at once, with its derivatives. Under the coupled rule these are of the law that each contact obeys at the end of its phases; under the other rules, of their formulas or of the single impacts in sequence. Their error is some ten times `residual`: give TD_CONVERGED_ITERATIONS or more. Impulses of redundant contacts change as equally compliant contacts would share them. A jump that mu_s decides raises TD_CAVEAT_MARGINAL and does not count in `margin`. Columns by the surfaces go contact by contact, in the order of `points`: mu_s, mu_k, e. p receives 3 count x 6, of the impulses [N s] by the motion before, contact by contact, rows n, t, s of each; null: not wanted. Only if the status is not negative. p_by_surface receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise. motion_by_surface receives 6 x 3 count, of v and w after by the surfaces; or null. Likewise. contacts receives count, as of td_resolve_body_multi_contact; or null. Likewise. returns as td_resolve_body_multi_contact and td_resolve_derivatives. cost by the coupled rule a linear solve of at most three unknowns a contact, twice, for each of 6 + 3 count inputs; in sequence td_resolve_derivatives for each impact. source docs/theory (V.18)..(V.24). */
  td_resolve_body_multi_contact_derivatives(body: Struct<td_body_multi_contact> | null, impact: Struct<td_body_multi_contact_derivatives> | null, p: Numbers | null, p_by_surface: Numbers | null, motion_by_surface: Numbers | null, contacts: Struct<td_contact_result> | null): number;
  /** Resolves the impact of a system given by generalized speeds, with its derivatives. The speed A u of a held row counts as constant. p receives 3 x (n + 3), of the impulse [N s], rows n, t, s; null: not wanted. Only if the status is not negative. u receives n x (n + 3), of the speeds after; or null. Likewise. after as td_resolve_speeds. returns as td_resolve_speeds and td_resolve_derivatives. */
  td_resolve_speeds_derivatives(system: Struct<td_speeds> | null, impact: Struct<td_speeds_derivatives> | null, p: Numbers | null, u: Numbers | null, after: Struct<td_system_after> | null): number;
  /** Resolves several contacts at once of a system given by generalized speeds, with its derivatives: as td_resolve_body_multi_contact_derivatives does of a body. The speed A u of a held row counts as constant. p receives 3 count x n, of the impulses [N s] by the speeds before, contact by contact, rows n, t, s of each; null: not wanted. Only if the status is not negative. p_by_surface receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise. u receives n x n, of the speeds after by the speeds before; or null. Likewise. u_by_surface receives n x 3 count, of the speeds after by the surfaces; or null. Likewise. after as td_resolve_speeds. contacts receives count, as of td_resolve_speeds_multi_contact; or null. Likewise. returns as td_resolve_speeds_multi_contact and td_resolve_derivatives. cost as td_resolve_body_multi_contact_derivatives, for each of n + 3 count inputs. source docs/theory (V.18)..(V.24). */
  td_resolve_speeds_multi_contact_derivatives(system: Struct<td_speeds_multi_contact> | null, impact: Struct<td_speeds_multi_contact_derivatives> | null, p: Numbers | null, p_by_surface: Numbers | null, u: Numbers | null, u_by_surface: Numbers | null, after: Struct<td_system_after> | null, contacts: Struct<td_contact_result> | null): number;
  /** Resolves the impact of a free rigid body that touches a plane at rest, with its saltation matrix. A contact that does not approach leaves errors as they are. before loads in the flight before. after loads in the flight after; null: the same. saltation written only if the status is not negative. reach how large errors may be, found by impacts beside this one; written likewise; null: not wanted. returns as td_resolve_body_derivatives; RANGE also if loads are not finite, or if the matrix exceeds td_real, as for a contact that hardly approaches. cost `reach` takes up to TD_REACH_IMPACTS td_resolve_body more. source docs/theory (V.11), (V.16). */
  td_body_saltation_of(contact: Struct<td_body_contact> | null, before: Struct<td_body_loads> | null, after: Struct<td_body_loads> | null, saltation: Struct<td_body_saltation> | null, reach: Struct<td_saltation_reach> | null): number;
  /** Resolves the impact of a system given by generalized speeds, whose contact touches a plane at rest, with its saltation matrix. The gap grows by J u along the normal. Inertias that hold rows in part do not change. A contact that does not approach leaves errors as they are. X receives 2 n x 2 n, errors after by errors before, those of the configuration first; null: not wanted. Only if the status is not negative. E receives 2 n x 6, by errors of parameters: those of a body, the normal in the axes of J; or null. Likewise. after as td_resolve_speeds. returns as td_resolve_speeds and td_resolve_derivatives; RANGE also if an array of `flow` is not finite, or if a matrix exceeds td_real, as for a contact that hardly approaches. cost n^3 for each speed with M, else n^2. source docs/theory (V.11), (V.12). */
  td_speeds_saltation_of(system: Struct<td_speeds> | null, flow: Struct<td_speeds_flow> | null, saltation: Struct<td_speeds_saltation> | null, X: Numbers | null, E: Numbers | null, after: Struct<td_system_after> | null): number;
  /** Finds the first touch, and the covariance of the state there. The flight is as in td_find_first_touch, with constant w, for its errors too. P 12 x 12, of the state, by rows; the lower triangle is read. S 6 x 6, of the parameters likewise. Null: none. touch as td_find_first_touch gives it. Like `covariance` written only if the status is not negative. returns TD_REFUSED_ NULL, RANGE (of P or S that is not finite), or as td_find_first_touch; caveats of td_body_saltation_of, TD_CAVEAT_COVARIANCE of P or S, and TD_CAVEAT_COVARIANCE_ENDS. cost td_find_first_touch, td_body_saltation_of and at most three times td_covariance_through. source docs/theory (V.11), (V.17). */
  td_first_touch_covariance(body: Struct<td_lander> | null, state: Struct<td_lander_state> | null, P: Numbers | null, S: Numbers | null, touch: Struct<td_first_touch> | null, covariance: Struct<td_touch_covariance> | null): number;
  /** The covariance after a linear map of errors, X C X^T + E S E^T. For an impact X is its saltation matrix, or the rows `motion` of td_body_derivatives; E is the matrix of its parameters, C the covariance of the state, S of the parameters. The result is symmetric to the last bit and positive semidefinite to rounding, whatever the input. outputs 1 .. TD_MAX_COVARIANCE. inputs likewise. X outputs x inputs, by rows. C inputs x inputs; the lower triangle is read. parameters columns of E, 1 .. TD_MAX_COVARIANCE; not read without E and S. E outputs x parameters; null: none. S parameters x parameters, the lower triangle is read; null: none. after outputs x outputs; may be C. Written only if the status is not negative. returns TD_SOLVED, TD_CAVEAT_COVARIANCE, or TD_REFUSED_ NULL, SIZE, RANGE (of what is not finite, too). */
  td_covariance_through(outputs: number, inputs: number, X: Numbers | null, C: Numbers | null, parameters: number, E: Numbers | null, S: Numbers | null, after: Numbers | null): number;
  /** The name of a status with the reason: "solved", "refused: contact inertia: W is not positive semidefinite", "caveat: jam"; of a sum of caveats "several caveats". Never null. */
  td_status_name(status: number): string;
  /** The name of each caveat of a status, in the order of their bits. index from 0 returns "" where the status has no more: for (k = 0; *(name = td_caveat_name(status, k)); ++k). Never null. */
  td_caveat_name(status: number, index: number): string;
  /** What to do about a refusal, or about the caveat of the lowest bit, in a sentence; "" of TD_SOLVED. Never null. */
  td_status_advice(status: number): string;
  /** Resolves the impact of two free rigid bodies. To swap the bodies, swap a and b, r_a and r_b, and negate n: the impulse is negated. returns as td_resolve, and before those MASS, INERTIA, NORMAL, POSITION, of either body. source W is the sum of both bodies' (Shen & Townsend 1998, section 5). */
  td_resolve_pair(pair: Struct<td_pair> | null, impact: Struct<td_pair_impact> | null): number;
  /** Resolves the impact of a system given by generalized speeds, with constraints held or without. after where speeds and generalized impulses go; null: not wanted. returns TD_SOLVED, caveats (REDUNDANT too), or the first that applies of TD_REFUSED_ NULL, SIZE, AXES, MASS_MATRIX or FACTOR, JACOBIAN, NORMAL, CONSTRAINT or RANGE, and then those of td_resolve. CONTACT_INERTIA also for a point that the constraints hold still along the normal. cost n^3/6 for M (none for L), 3 n^2, and 4 k^2 n for k constraints. source du = M^-1 J^T p (Djerassi 2012 (1)-(4); Shen & Townsend 1998 (11)), projected on A du = 0. */
  td_resolve_speeds(system: Struct<td_speeds> | null, impact: Struct<td_speeds_impact> | null, after: Struct<td_system_after> | null): number;
  /** Computes the three views of a system. For the joints of an arm A is the identity; leave out joints that are never held. returns TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE. u, surface and options are not read. */
  td_operational_space_inertia_of(system: Struct<td_speeds> | null, inertia: Struct<td_operational_space_inertia> | null): number;
  /** Version of the linked library: major * 10000 + minor * 100 + patch. */
  td_version(): number;
}

/** A struct in the memory of the .wasm: its fields are read and written there. */
export type Struct<T> = T & { readonly address: number; readonly length: number; row(index: number): Struct<T> };

/** Numbers in the memory of the .wasm, for a parameter that points to them. */
export interface Numbers {
  readonly address: number;
  readonly values: Float32Array | Float64Array | Int32Array;
}

/** What of a struct is given in the beginning; the rest is zero, which is each field's default. */
export type Given<T> = T extends number ? number : T extends ArrayLike<infer E> ? ArrayLike<Given<E>> : { [K in keyof T]?: Given<T[K]> };

/** The library in one precision. All of it is synchronous, and no two of them share memory. */
export interface Touchdown extends Functions {
  readonly precision: 'float' | 'double';
  readonly constants: Constants;
  /** `count` structs in a row, zeros but for what is given of the first. */
  create<Name extends keyof Structs>(name: Name, given?: Given<Structs[Name]>, count?: number): Struct<Structs[Name]>;
  /** Reals, or integers of 32 bits. */
  reals(values: ArrayLike<number>): Numbers;
  integers(values: ArrayLike<number>): Numbers;
  /** A copy as plain objects and arrays. */
  plain<T>(struct: Struct<T>): T;
  /** Runs `work`, and takes back the memory of what was created in it. */
  within<Result>(work: () => Result): Result;
}

/** The library of a .wasm: its bytes, or a module that is compiled already. */
export function load(wasm: BufferSource | WebAssembly.Module, precision?: 'float' | 'double'): Promise<Touchdown>;
