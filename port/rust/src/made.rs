// Written by toolchain/api from the headers.
pub const TD_AXES_CONTACT: i32 = 1;
pub const TD_AXES_WORLD: i32 = 0;
pub const TD_BODY_BY_ATTITUDE: i32 = 6;
pub const TD_BODY_BY_E: i32 = 8;
pub const TD_BODY_BY_MU_K: i32 = 7;
pub const TD_BODY_BY_MU_S: i32 = 6;
pub const TD_BODY_BY_N: i32 = 3;
pub const TD_BODY_BY_R: i32 = 0;
pub const TD_BODY_BY_V: i32 = 0;
pub const TD_BODY_BY_W: i32 = 3;
pub const TD_BODY_INPUTS: i32 = 9;
pub const TD_BODY_MOTION_INPUTS: i32 = 6;
pub const TD_BODY_POSE_INPUTS: i32 = 9;
pub const TD_BOUND_LEAST: i32 = 1;
pub const TD_BOUND_MOST: i32 = 2;
pub const TD_BY_E: i32 = 5;
pub const TD_BY_MU_K: i32 = 4;
pub const TD_BY_MU_S: i32 = 3;
pub const TD_BY_V_N: i32 = 0;
pub const TD_BY_V_S: i32 = 2;
pub const TD_BY_V_T: i32 = 1;
pub const TD_BY_W_NN: i32 = 0;
pub const TD_BY_W_NS: i32 = 2;
pub const TD_BY_W_NT: i32 = 1;
pub const TD_BY_W_SS: i32 = 5;
pub const TD_BY_W_TS: i32 = 4;
pub const TD_BY_W_TT: i32 = 3;
pub const TD_CAVEAT_APPROACH: i32 = 512;
pub const TD_CAVEAT_BELOW_GROUND: i32 = 2048;
pub const TD_CAVEAT_BUDGET_SPENT: i32 = 8;
pub const TD_CAVEAT_CLIPPED: i32 = 8192;
pub const TD_CAVEAT_COVARIANCE: i32 = 33554432;
pub const TD_CAVEAT_COVARIANCE_ENDS: i32 = 134217728;
pub const TD_CAVEAT_DIRECTION: i32 = 16;
pub const TD_CAVEAT_DOUBLE_HIT: i32 = 32768;
pub const TD_CAVEAT_EARLY: i32 = 8388608;
pub const TD_CAVEAT_ENERGY_GAINED: i32 = 1;
pub const TD_CAVEAT_EXTENDED: i32 = 32;
pub const TD_CAVEAT_FEW_SAMPLES: i32 = 65536;
pub const TD_CAVEAT_GRAVITY: i32 = 4194304;
pub const TD_CAVEAT_GRAZING: i32 = 4096;
pub const TD_CAVEAT_INERTIA: i32 = 64;
pub const TD_CAVEAT_JAM: i32 = 2;
pub const TD_CAVEAT_LAWS_DISAGREE: i32 = 4;
pub const TD_CAVEAT_MARGINAL: i32 = 67108864;
pub const TD_CAVEAT_MISSING_SAMPLE: i32 = 262144;
pub const TD_CAVEAT_MOMENTUM: i32 = 268435456;
pub const TD_CAVEAT_NO_CONTACT: i32 = 1024;
pub const TD_CAVEAT_ONE_SIDED: i32 = 16777216;
pub const TD_CAVEAT_REDUNDANT: i32 = 128;
pub const TD_CAVEAT_RESTITUTION_SCALED: i32 = 256;
pub const TD_CAVEAT_RINGING: i32 = 16384;
pub const TD_CAVEAT_SHAPE: i32 = 2097152;
pub const TD_CAVEAT_SPLIT: i32 = 1048576;
pub const TD_CAVEAT_TILT: i32 = 131072;
pub const TD_CAVEAT_UNFINISHED: i32 = 524288;
pub const TD_CONTACT_INERTIA_INPUTS: i32 = 6;
pub const TD_CONTACT_INPUTS: i32 = 6;
pub const TD_CONVERGED_ITERATIONS: i32 = 96;
pub const TD_DEFAULT_HORIZON: i32 = 60;
pub const TD_DEFAULT_ITERATIONS: i32 = 9;
pub const TD_DEFAULT_STEPS: i32 = 7;
pub const TD_DROP_BEFORE: i32 = 16;
pub const TD_DROP_FLIES: i32 = 5;
pub const TD_DROP_LEARNING: i32 = 80;
pub const TD_DROP_LEARNS: i32 = 1;
pub const TD_DROP_LONGEST: i32 = 8192;
pub const TD_DROP_LONGEST_BOUNCE: i32 = 1000000;
pub const TD_DROP_LONGEST_GAP: i32 = 64;
pub const TD_DROP_POINTS: i32 = 128;
pub const TD_DROP_READY: i32 = 6;
pub const TD_DROP_RECORDS: i32 = 3;
pub const TD_DROP_WAITS: i32 = 2;
pub const TD_DROP_WATCHES: i32 = 4;
pub const TD_ERRORS_OF_PARAMETERS: i32 = 6;
pub const TD_ERRORS_OF_STATE: i32 = 12;
pub const TD_ERROR_ATTITUDE: i32 = 3;
pub const TD_ERROR_E: i32 = 1;
pub const TD_ERROR_HEIGHT: i32 = 5;
pub const TD_ERROR_MU_K: i32 = 0;
pub const TD_ERROR_N: i32 = 2;
pub const TD_ERROR_V: i32 = 6;
pub const TD_ERROR_W: i32 = 9;
pub const TD_ERROR_X: i32 = 0;
pub const TD_EVENT_NONE: i32 = 0;
pub const TD_EVENT_OPEN: i32 = 1;
pub const TD_EVENT_OVER: i32 = 2;
pub const TD_EXPLAINED_BY_FEET: i32 = 2;
pub const TD_EXPLAINED_BY_FOOT: i32 = 1;
pub const TD_EXPLAINED_BY_NOTHING: i32 = 0;
pub const TD_EXPLAINED_BY_NO_CONTACT: i32 = 4;
pub const TD_EXPLAINED_BY_POINT: i32 = 3;
pub const TD_EXPLANATIONS: i32 = 5;
pub const TD_FOOT_BEARING: i32 = 3;
pub const TD_FOOT_CLEAR: i32 = 0;
pub const TD_FOOT_MAYBE: i32 = 1;
pub const TD_FOOT_TOUCHING: i32 = 2;
pub const TD_LANDING_IMPACTS: i32 = 6;
pub const TD_LANDING_ITERATIONS: i32 = 4;
pub const TD_LAW_AUTOMATIC: i32 = 4;
pub const TD_LAW_COMPROMISE: i32 = 3;
pub const TD_LAW_ENERGETIC: i32 = 1;
pub const TD_LAW_NEWTON: i32 = 2;
pub const TD_LAW_POISSON: i32 = 0;
pub const TD_LEG_CRUSHES: i32 = 1;
pub const TD_LEG_RIGID: i32 = 0;
pub const TD_LEG_SPRINGS: i32 = 2;
pub const TD_LEG_TRIPOD: i32 = 3;
pub const TD_LIMIT_CONSTRAINT_IMPULSE: i32 = 3;
pub const TD_LIMIT_JOINT_IMPULSE: i32 = 2;
pub const TD_LIMIT_NONE: i32 = 0;
pub const TD_LIMIT_PEAK_FORCE: i32 = 4;
pub const TD_LIMIT_SPEED_JUMP: i32 = 1;
pub const TD_MAX_CLEARANCE_POINTS: i32 = 4;
pub const TD_MAX_CONSTRAINTS: i32 = 12;
pub const TD_MAX_CONTACTS: i32 = 8;
pub const TD_MAX_FEET: i32 = 8;
pub const TD_MAX_HULL_POINTS: i32 = 8;
pub const TD_MAX_ITERATIONS: i32 = 1024;
pub const TD_MAX_LANDING_IMPACTS: i32 = 16;
pub const TD_MAX_LANDING_ITERATIONS: i32 = 64;
pub const TD_MAX_LANDING_SAMPLES: i32 = 65535;
pub const TD_MAX_LANDING_STEPS: i32 = 65536;
pub const TD_MAX_PUSHES: i32 = 8;
pub const TD_MAX_RESTITUTION_POINTS: i32 = 8;
pub const TD_MAX_ROTATION: i32 = 4096;
pub const TD_MAX_ROTATION_DOUBLE: i32 = 67108864;
pub const TD_MAX_ROTATION_FLOAT: i32 = 4096;
pub const TD_MAX_SPEEDS: i32 = 12;
pub const TD_MAX_STEPS: i32 = 64;
pub const TD_MAX_STRUT_STAGES: i32 = 2;
pub const TD_MAX_SURFACE_PAIRS: i32 = 32;
pub const TD_METHOD_ALGEBRAIC: i32 = 1;
pub const TD_METHOD_PLANAR: i32 = 2;
pub const TD_METHOD_SLIP_PATH: i32 = 0;
pub const TD_MODE_REVERSED: i32 = 5;
pub const TD_MODE_SEPARATING: i32 = 0;
pub const TD_MODE_SLIDES: i32 = 1;
pub const TD_MODE_STICKS: i32 = 2;
pub const TD_MODE_STOPS_AND_REVERSES: i32 = 4;
pub const TD_MODE_STOPS_AND_STICKS: i32 = 3;
pub const TD_MONITOR_BEFORE: i32 = 16;
pub const TD_MONITOR_COMPONENTS: i32 = 12;
pub const TD_MONITOR_LEARNING: i32 = 128;
pub const TD_MONITOR_LEARNS: i32 = 1;
pub const TD_MONITOR_LONGEST: i32 = 128;
pub const TD_MONITOR_RING: i32 = 128;
pub const TD_MONITOR_SETTLED: i32 = 1000;
pub const TD_MONITOR_WATCHES: i32 = 2;
pub const TD_MONITOR_WEIGHS: i32 = 3;
pub const TD_MONITOR_WINDOW: i32 = 8;
pub const TD_OUTCOMES: i32 = 9;
pub const TD_OUTCOME_BALANCES: i32 = 6;
pub const TD_OUTCOME_BOUNCES: i32 = 8;
pub const TD_OUTCOME_LEAVES: i32 = 4;
pub const TD_OUTCOME_OPEN: i32 = 0;
pub const TD_OUTCOME_RESTS_OTHERWISE: i32 = 2;
pub const TD_OUTCOME_RESTS_UPRIGHT: i32 = 1;
pub const TD_OUTCOME_SLIDES: i32 = 7;
pub const TD_OUTCOME_TIPS: i32 = 3;
pub const TD_OUTCOME_UNDECIDED: i32 = 5;
pub const TD_OUTLOOK_LATER: i32 = 1;
pub const TD_OUTLOOK_LEAVES: i32 = 2;
pub const TD_OUTLOOK_PARALLEL: i32 = 3;
pub const TD_OUTLOOK_TOUCHES: i32 = 0;
pub const TD_PHASE_MOVING: i32 = 0;
pub const TD_PHASE_RESTING: i32 = 2;
pub const TD_PHASE_SLIDING: i32 = 1;
pub const TD_QUERIES_OF_A_FOOT: i32 = 3;
pub const TD_QUERIES_OF_A_TOUCH: i32 = 2;
pub const TD_REACH_IMPACTS: i32 = 192;
pub const TD_REFUSED_APPROACH: i32 = -37;
pub const TD_REFUSED_ATTITUDE: i32 = -27;
pub const TD_REFUSED_AXES: i32 = -24;
pub const TD_REFUSED_CONSTRAINT: i32 = -23;
pub const TD_REFUSED_CONTACT_INERTIA: i32 = -7;
pub const TD_REFUSED_ERRORS: i32 = -32;
pub const TD_REFUSED_FACTOR: i32 = -21;
pub const TD_REFUSED_GAP: i32 = -38;
pub const TD_REFUSED_GRAVITY: i32 = -29;
pub const TD_REFUSED_GROUND: i32 = -28;
pub const TD_REFUSED_HEIGHT: i32 = -42;
pub const TD_REFUSED_HORIZON: i32 = -31;
pub const TD_REFUSED_IMPACTS: i32 = -45;
pub const TD_REFUSED_INERTIA: i32 = -3;
pub const TD_REFUSED_ITERATIONS: i32 = -26;
pub const TD_REFUSED_JACOBIAN: i32 = -22;
pub const TD_REFUSED_KINETIC_FRICTION: i32 = -9;
pub const TD_REFUSED_LAW: i32 = -11;
pub const TD_REFUSED_LEG: i32 = -41;
pub const TD_REFUSED_LIMIT: i32 = -33;
pub const TD_REFUSED_MARGINS: i32 = -44;
pub const TD_REFUSED_MASS: i32 = -2;
pub const TD_REFUSED_MASS_MATRIX: i32 = -20;
pub const TD_REFUSED_METHOD: i32 = -12;
pub const TD_REFUSED_MONITOR: i32 = -40;
pub const TD_REFUSED_NORMAL: i32 = -4;
pub const TD_REFUSED_NOT_PLANAR: i32 = -15;
pub const TD_REFUSED_NOT_STARTED: i32 = -35;
pub const TD_REFUSED_NO_IMPACT: i32 = -36;
pub const TD_REFUSED_NULL: i32 = -1;
pub const TD_REFUSED_PHASE: i32 = -39;
pub const TD_REFUSED_POSITION: i32 = -5;
pub const TD_REFUSED_RADIUS: i32 = -46;
pub const TD_REFUSED_RANGE: i32 = -16;
pub const TD_REFUSED_RESTITUTION: i32 = -8;
pub const TD_REFUSED_RIG: i32 = -34;
pub const TD_REFUSED_RULE: i32 = -25;
pub const TD_REFUSED_SIZE: i32 = -19;
pub const TD_REFUSED_STATIC_FRICTION: i32 = -10;
pub const TD_REFUSED_STEPS: i32 = -13;
pub const TD_REFUSED_TABLE: i32 = -17;
pub const TD_REFUSED_THRUST: i32 = -43;
pub const TD_REFUSED_TIME: i32 = -30;
pub const TD_REFUSED_UNKNOWN_SURFACE: i32 = -18;
pub const TD_REFUSED_VELOCITY: i32 = -6;
pub const TD_REFUSED_WEIGHTS: i32 = -14;
pub const TD_RULE_COUPLED: i32 = 0;
pub const TD_RULE_SEQUENTIAL: i32 = 2;
pub const TD_RULE_SUPERPOSED: i32 = 1;
pub const TD_SOLVED: i32 = 0;
pub const TD_SPLIT_BOUNCE: i32 = 3;
pub const TD_SPLIT_FALL: i32 = 2;
pub const TD_SPLIT_FLIGHTS: i32 = 4;
pub const TD_SPLIT_FORCE: i32 = 0;
pub const TD_SPLIT_SPEED: i32 = 1;
pub const TD_STANCE_BALANCES: i32 = 2;
pub const TD_STANCE_FALLS: i32 = 0;
pub const TD_STANCE_SLIDES: i32 = 1;
pub const TD_STANCE_STANDS: i32 = 3;
pub const TD_STEEPEST_GROUND: i32 = 1000;
pub const TD_VERSION_MAJOR: i32 = 0;
pub const TD_VERSION_MINOR: i32 = 3;
pub const TD_VERSION_PATCH: i32 = 0;

/// Structs and functions in float.
pub mod float {
    /// The rig: how the accelerometer sits, and how well it is known.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_rig {
        /// \[Hz] samples a second, > 0; the time of TD_DROP_LONGEST of them, and range times that time, are finite
        pub rate: f32,
        /// \[-] sensor axes: out of the struck surface; any length above 0
        pub normal: [f32; 3],
        /// \[m/s^2] of the accelerometer, > 0, TD_DROP_LONGEST times its square finite. A reading within 1.5 resolution or a thousandth of it, or beyond it, is clipped. One at twice that or beyond is missing.
        pub range: f32,
        /// \[m/s^2] step of its digits, in \[0, range]
        pub resolution: f32,
        /// \[m/s^2] An impact begins where the normal reading exceeds the level before by this, in (0, range). Choose it above gravity and six times the noise, below a twentieth of the peak, and so low that it is passed within some 60 samples of the beginning.
        pub threshold: f32,
        /// \[m/s^2] in \[0, range], along the normal; 0: none, and then no tilt is found at rest
        pub gravity: f32,
        /// \[rad] standard uncertainty of `normal`, >= 0
        pub misalignment: f32,
        /// \[-] relative standard uncertainty of the accelerometer's scale, >= 0
        pub sensitivity: f32,
        /// \[rad] tilt and turn from which on TD_CAVEAT_TILT is raised; >= 0, 0: 0.05
        pub max_tilt: f32,
        /// \[Hz] at which the sensor and its filter have lost 3 dB; >= 0, 0: not limited
        pub bandwidth: f32,
        /// \[Hz] cut-off of its first-order low-pass, if readings are clipped before it; also the bandwidth, if that is 0; >= 0, 0: none. Clipping before another low-pass, or for less than half of a sample, is not seen.
        pub filter: f32,
        /// \[s] How long after an impact's beginning its bounce is watched, until it touches again; >= 0, at most TD_DROP_LONGEST_BOUNCE samples; 0: not watched.
        pub bounce: f32,
        /// \[m] sensor axes, from the centre of mass to the accelerometer
        pub sensor: [f32; 3],
        /// \[m] sensor axes, from the centre of mass to the point of contact
        pub contact: [f32; 3],
    }
    zero_by_default!(td_drop_rig);

    /// One reading, in the sensor's axes.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_sample {
        /// \[m/s^2] of the accelerometer
        pub a: [f32; 3],
        /// \[rad/s] of a gyro in the same axes; 0 without a gyro
        pub w: [f32; 3],
    }
    zero_by_default!(td_drop_sample);

    /// The fall so far, at one check for rest.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_half {
        /// \[m/s^2] as below
        pub fell: f32,
        /// \[m/s^2] along the normal
        pub level: f32,
    }
    zero_by_default!(td_drop_half);

    /// 3.7 kB in float, 7.3 kB in double.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_test {
        /// TD_DROP_*
        pub phase: i32,
        /// index in `before`
        pub next: i32,
        /// samples of the record
        pub count: i32,
        /// samples to the next point, or to the end of learning or of watching
        pub until: i32,
        /// index of that point
        pub slot: i32,
        /// samples between points of the record
        pub stride: i32,
        /// sample at which the record ends if it stays quiet
        pub deadline: i32,
        /// samples of the record; before it `missing` has a bit for each
        pub clipped: i32,
        /// samples of the record; before it `missing` has a bit for each
        pub missing: i32,
        /// 1: a second hit was seen; the force did not end in time
        pub second: i32,
        /// 1: a second hit was seen; the force did not end in time
        pub unfinished: i32,
        /// 1: a force came while the level was learnt
        pub early: i32,
        /// checks in a row that found it at rest, up to 3
        pub resting: i32,
        /// checks that found it at rest, up to 32
        pub rests: i32,
        /// since then, every TD_DROP_BEFORE samples
        pub checks: i32,
        /// index in `before` of the sample that passed the threshold
        pub trigger: i32,
        /// samples from the beginning of the record until it was ready
        pub flown: i32,
        /// 1: the bounce ended then
        pub landed: i32,
        /// newest samples, in a ring
        pub before: [td_drop_sample; 16],
        /// \[m/s^2] normal reading before
        pub normal_bias: f32,
        /// \[m^2/s^4] its variance
        pub noise: f32,
        /// \[m/s^2] readings before
        pub bias: [f32; 3],
        /// \[rad/s], summed over samples since last at rest
        pub rotation_sum: [f32; 3],
        /// \[m/s^2], summed over samples since the record began
        pub sum: [f32; 3],
        /// \[m/s^2] readings when last at rest; 0: never seen
        pub up: [f32; 3],
        /// \[m/s^2] readings when the level was learnt
        pub learned: [f32; 3],
        /// \[m/s^2] normal readings, summed over the checks since last at rest
        pub fell: f32,
        /// when the last two powers of 2 of checks had passed
        pub half: [td_drop_half; 2],
        /// \[m/s^2]
        pub clips_at: f32,
        /// \[m/s^2] greatest reading of the record, on any axis
        pub top: f32,
        /// \[m/s^2] readings above it are near the top
        pub near_from: f32,
        /// readings of the record that are the top; that are near it
        pub at_top: i32,
        /// readings of the record that are the top; that are near it
        pub near_top: i32,
        /// its normal of length 1
        pub rig: td_drop_rig,
        /// sum, and angular velocity, at the points of the record
        pub point: [td_drop_sample; 128],
    }
    zero_by_default!(td_drop_test);

    /// A figure with its uncertainty, in its own unit.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_measured {
        /// the best estimate
        pub value: f32,
        /// standard
        pub uncertainty: f32,
    }
    zero_by_default!(td_measured);

    /// The speed of approach, if the rig knows it, such as from the height of the drop.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_approach {
        /// \[m/s] of the contact point along the normal, > 0
        pub speed: f32,
        /// \[m/s] standard, >= 0
        pub uncertainty: f32,
    }
    zero_by_default!(td_drop_approach);

    /// What the impact was.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_impact {
        /// \[-] Impulse of restitution over impulse of compression, each without the part of gravity, held to \[0, 1]: in a central impact the speed after over the speed before.
        pub e: td_measured,
        /// \[-] tangential over normal impulse while it slid, >= 0
        pub mu: td_measured,
        /// \[s] of the impact
        pub duration: td_measured,
        /// \[s] of it, until the split
        pub compression: td_measured,
        /// \[m/s^2] normal
        pub peak: td_measured,
        /// \[m/s] normal, divided by mass: the change of the velocity of the centre of mass
        pub impulse: td_measured,
        /// \[-] e by the greatest force
        pub e_force: f32,
        /// \[-] duration of restitution over duration of compression, Baruh's t_r/t_c
        pub e_duration: f32,
        /// \[-] e by the approach speed; TD_NOT_APPLICABLE if that is not known
        pub e_speed: f32,
        /// \[m/s] The approach speed; TD_NOT_APPLICABLE, with an uncertainty of 0, if it is not known.
        pub approach: td_measured,
        /// \[m/s] Speed after, by the time of the bounce: the approach of the next impact. TD_NOT_APPLICABLE, with an uncertainty of 0, where no bounce was seen to end.
        pub leaving: td_measured,
        /// \[-] part of the normal impulse, until slip stopped or turned, that mu is from; 1: it did not
        pub sliding: f32,
        /// \[-] sensor axes, direction of the tangential impulse while it slid; 0 without slip
        pub friction: [f32; 3],
        /// \[-] Sine of the angle between normal and vertical as the impact began. TD_NOT_APPLICABLE if it was never seen at rest, or if a reading of the gyro since was not finite.
        pub tilt: f32,
        /// \[rad] that it turned by while the record lasts
        pub turn: f32,
        /// \[s] from the impact's beginning to the sample that made it ready
        pub age: f32,
        /// TD_SPLIT_*: how e was found
        pub split: i32,
        /// TD_BOUND_*; 0: e is an estimate. By shape alone e is not decided. Of a clipped record, e by the approach speed is the least, e by the bounce the most, and e by both flights an estimate.
        pub e_bound: i32,
        /// TD_BOUND_LEAST: slip was not seen to stop or turn. Either it slid to the end and mu is friction, or it stuck from the beginning and friction is more. TD_BOUND_MOST: the normal force is clipped.
        pub mu_bound: i32,
        /// how many the impact lasted
        pub samples: i32,
        /// times that the force rose; 1 is a clean pulse
        pub rises: i32,
        /// Samples of the record, by range or plateau. Above 0, impulse and peak are the least that they may be, and the impulse at least takes the approach away.
        pub clipped: i32,
        /// samples of the record that were missing
        pub missing: i32,
    }
    zero_by_default!(td_drop_impact);

    /// An arm about to touch, and what its joints bear.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_effector {
        /// the arm, its speeds and the surface
        pub speeds: td_speeds,
        /// n, limits of the change of each speed; infinity: no limit; null: no limits
        pub max_speed_jump: *const f32,
        /// n, limits of the contact's impulse on each joint, |J^T p|; likewise
        pub max_joint_impulse: *const f32,
        /// constraints, limits of the impulse that holds each row, as in a brake or a gear; likewise
        pub max_constraint_impulse: *const f32,
        /// \[N/m] >= 0 of the contact along its normal; 0: unknown, and no peak force is predicted
        pub stiffness: f32,
        /// \[N] >= 0, limit of the peak force; 0 or infinity: no limit
        pub max_force: f32,
    }
    zero_by_default!(td_effector);

    /// What the touch does to the arm.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_effector_impact {
        /// as td_resolve_speeds gives it
        pub speeds: td_speeds_impact,
        /// \[-] direction in which the contact slides after; 0 if it sticks, or if its slip may be rounding; world axes, or (t, s, n) with TD_AXES_CONTACT
        pub slide: [f32; 3],
        /// \[J] through the contact, friction and restitution
        pub energy_lost: f32,
        /// \[-] largest factor on all speeds u before that respects every limit; TD_NOT_APPLICABLE if no limit binds
        pub scale: f32,
        /// TD_LIMIT_*: the limit that binds there
        pub limit: i32,
        /// its joint, or row; -1: no limit binds, or the peak force
        pub joint: i32,
        /// \[N] greatest normal force of the transient contact of ISO/TS 15066: all energy of the approach goes into the spring, |v_n| sqrt(stiffness / W_nn), without friction; TD_NOT_APPLICABLE without stiffness
        pub peak_force: f32,
    }
    zero_by_default!(td_effector_impact);

    /// Coulomb friction and restitution of a pair of surfaces.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_surface {
        /// \[-] static friction, mu_s >= mu_k
        pub mu_s: f32,
        /// \[-] kinetic friction, >= 0
        pub mu_k: f32,
        /// \[-] restitution in \[0, 1]
        pub e: f32,
    }
    zero_by_default!(td_surface);

    /// Everything zero is the default: Poisson's law on the exact slip path.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_options {
        /// TD_LAW_*
        pub law: i32,
        /// TD_METHOD_*
        pub method: i32,
        /// steps that the slip path may take, up to TD_MAX_STEPS; 0: TD_DEFAULT_STEPS
        pub steps: i32,
        /// \[-] weight of N_P in the compromise law, >= 0, their sum finite; d1 = d2 = 0 stands for 1, 1
        pub d1: f32,
        /// \[-] weight of N_E; neither is read by any other law
        pub d2: f32,
    }
    zero_by_default!(td_options);

    /// A vector of the contact frame: impulse \[N s] or velocity \[m/s].
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_vector {
        /// along the normal, out of the surface
        pub n: f32,
        /// along the surface
        pub t: f32,
        /// along the surface
        pub s: f32,
    }
    zero_by_default!(td_contact_vector);

    /// The contact-space inverse inertia W (Delassus matrix, inverse operational-space inertia): dv = W dp. Symmetric; an
    /// effective mass is 1 / nn, and nn = 0 is immovable.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_inertia {
        /// \[1/kg] W_nn, W_nt, W_ns
        pub nn: f32,
        /// \[1/kg] W_nn, W_nt, W_ns
        pub nt: f32,
        /// \[1/kg] W_nn, W_nt, W_ns
        pub ns: f32,
        /// \[1/kg] W_tt, W_ts, W_ss
        pub tt: f32,
        /// \[1/kg] W_tt, W_ts, W_ss
        pub ts: f32,
        /// \[1/kg] W_tt, W_ts, W_ss
        pub ss: f32,
    }
    zero_by_default!(td_contact_inertia);

    /// What the contact feels of the system behind it.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact {
        /// \[1/kg] contact-space inverse inertia
        pub W: td_contact_inertia,
        /// \[m/s] velocity of the contact point before; approach is v.n < 0
        pub v: td_contact_vector,
        /// friction and restitution here
        pub surface: td_surface,
        /// law and method
        pub options: td_options,
    }
    zero_by_default!(td_contact);

    /// What one impact did, in the frame of the contact, and how far to trust it.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_impact {
        /// \[N s] impulse on the body
        pub p: td_contact_vector,
        /// \[m/s] velocity of the contact point after
        pub v: td_contact_vector,
        /// \[N s] normal impulse when compression ended
        pub p_compression: f32,
        /// \[N s] normal impulse that passed while sliding, before any stop
        pub p_sliding: f32,
        /// \[N s] ... while sticking
        pub p_sticking: f32,
        /// \[N s] ... while sliding on after a stop; the three add up to p_n
        pub p_reversed: f32,
        /// \[-] p_r / (e p_c): 1 is consistent with Poisson; or TD_NOT_APPLICABLE
        pub N_P: f32,
        /// \[-] v_n' / (-e v_n): 1 is consistent with Newton; or TD_NOT_APPLICABLE
        pub N_N: f32,
        /// \[-] sqrt(W_r / W_c) / e: 1 is consistent with the energetic law; or TD_NOT_APPLICABLE
        pub N_E: f32,
        /// \[J] kinetic energy: v W^-1 v / 2 for a contact, of the whole body for a body
        pub energy_before: f32,
        /// \[J] the same after
        pub energy_after: f32,
        /// \[J] lost to friction; >= 0 without TD_CAVEAT_DIRECTION
        pub energy_friction: f32,
        /// \[J] lost to restitution, W_c - W_r
        pub energy_restitution: f32,
        /// \[N s] mu_s p_n - |(p_t, p_s)|: how far inside the static cone; >= 0 up to rounding
        pub cone_margin: f32,
        /// \[-] planar: |v_t|/|v_n| at which slip stops just as compression ends; or TD_NOT_APPLICABLE
        pub R1: f32,
        /// \[-] friction ratio needed to stick, |W_TT^-1 W_Tn|; sticks if R2 <= mu_s; or TD_NOT_APPLICABLE
        pub R2: f32,
        /// \[-] planar: (1 + e) R1, slip stops just as restitution ends; or TD_NOT_APPLICABLE
        pub R3: f32,
        /// 0..6 of Baruh, Table 1
        pub case_number: i32,
        /// TD_MODE_*
        pub mode_compression: i32,
        /// TD_MODE_*
        pub mode_restitution: i32,
        /// the law that ended restitution; differs from options.law under TD_LAW_AUTOMATIC only
        pub law: i32,
        /// the method that was used: TD_METHOD_PLANAR for planar data given to TD_METHOD_SLIP_PATH, options.method for a separating contact
        pub method: i32,
        /// steps of the slip path that were used
        pub steps: i32,
    }
    zero_by_default!(td_impact);

    /// A rigid body and how it moves. All vectors in one frame of the user's choice ("world").
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_rigid_body {
        /// \[kg]
        pub mass: f32,
        /// \[kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz
        pub inertia: [f32; 6],
        /// \[m/s] velocity of the centre of mass before
        pub v: [f32; 3],
        /// \[rad/s] angular velocity before
        pub w: [f32; 3],
    }
    zero_by_default!(td_rigid_body);

    /// A free rigid body and the point of it that touches, in the frame of the body's vectors.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_contact {
        /// before the impact
        pub body: td_rigid_body,
        /// \[m] from the centre of mass to the contact point
        pub r: [f32; 3],
        /// \[-] normal out of the struck surface; any length above 0
        pub n: [f32; 3],
        /// friction and restitution here
        pub surface: td_surface,
        /// law and method
        pub options: td_options,
    }
    zero_by_default!(td_body_contact);

    /// A free rigid body after its impact. Vectors are in the frame that td_body_contact was given in.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_impact {
        /// in the contact frame; energies are those of the whole body
        pub impact: td_impact,
        /// \[-] the frame: t is the world x axis laid into the surface (y where n is within 45 deg of x), s = n x t
        pub t: [f32; 3],
        /// \[-] the frame: t is the world x axis laid into the surface (y where n is within 45 deg of x), s = n x t
        pub s: [f32; 3],
        /// \[m/s] velocity of the centre of mass after
        pub v: [f32; 3],
        /// \[rad/s] angular velocity after
        pub w: [f32; 3],
    }
    zero_by_default!(td_body_impact);

    /// Restitution by approach speed: linear between the points, constant outside them.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_restitution {
        /// \[m/s] below it e = 0; 0: none
        pub capture_speed: f32,
        /// \[m/s] rising
        pub speed: [f32; 8],
        /// \[-] in \[0, 1]
        pub e: [f32; 8],
        /// 1 .. TD_MAX_RESTITUTION_POINTS; 1 is a constant
        pub points: i32,
    }
    zero_by_default!(td_restitution);

    /// One pair of named surfaces. The names are numbers of your choice; (a, b) serves (b, a) too.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_surface_pair {
        /// names of the two
        pub a: i32,
        /// names of the two
        pub b: i32,
        /// \[-] static and kinetic friction, mu_s >= mu_k >= 0
        pub mu_s: f32,
        /// \[-] static and kinetic friction, mu_s >= mu_k >= 0
        pub mu_k: f32,
        /// by approach speed
        pub restitution: td_restitution,
    }
    zero_by_default!(td_surface_pair);

    /// A plane of the ground.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_ground {
        /// \[m] world, any point of the plane
        pub point: [f32; 3],
        /// \[-] world, out of the ground; any length above 0
        pub n: [f32; 3],
    }
    zero_by_default!(td_ground);

    /// Where the lander is, and how it moves.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_lander_state {
        /// \[m] world, centre of mass
        pub x: [f32; 3],
        /// \[-] attitude, body to world: w, x, y, z; any length above 0
        pub q: [f32; 4],
        /// \[m/s] world, velocity of the centre of mass
        pub v: [f32; 3],
        /// \[rad/s] world, angular velocity
        pub w: [f32; 3],
    }
    zero_by_default!(td_lander_state);

    /// A foot: a sphere fixed to the body, or a point where its radius is 0.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_foot {
        /// \[m] body frame, from the centre of mass to the centre of the sphere
        pub r: [f32; 3],
        /// \[m] >= 0
        pub radius: f32,
        /// friction and restitution of its impacts
        pub surface: td_surface,
        /// \[-] friction while it bears, sticking or sliding; >= 0. Often above that of impacts
        pub mu_sliding: f32,
    }
    zero_by_default!(td_foot);

    /// One foot's part in an impact. Feet that strike together have one each, with the same time.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_touch {
        /// which
        pub foot: i32,
        /// \[s] from the state given
        pub time: f32,
        /// \[m/s] of the foot before: along the normal, and along the ground
        pub v_n: f32,
        /// \[m/s] of the foot before: along the normal, and along the ground
        pub slip: f32,
        /// \[N s] impulse on the body, world
        pub p: [f32; 3],
        /// \[J] through this foot
        pub energy_lost: f32,
    }
    zero_by_default!(td_touch);

    /// A stage of a strut: the force at which it flows, and up to which stroke.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_strut_stage {
        /// \[N] > 0; 0: no stage, and none after it
        pub force: f32,
        /// \[m] of all stages so far; above that of the stage before
        pub stroke: f32,
    }
    zero_by_default!(td_strut_stage);

    /// A strut between a hinge at the hull and its pad. It is elastic up to the force of its stage, flows at that force up
    /// to the stage's stroke, and is elastic again beyond its last stage: that is its stop. Without stages it is a spring
    /// and a damper. The stroke that flowed while it was pushed and the stroke that flowed while it was pulled are counted
    /// apart.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_strut {
        /// \[m] body frame: its hinge at the hull
        pub joint: [f32; 3],
        /// \[N/m] > 0, of what is elastic
        pub stiffness: f32,
        /// \[N s/m] >= 0, beside it; without damping it rings until friction ends that
        pub damping: f32,
        /// where it is pushed
        pub crush: [td_strut_stage; 2],
        /// where it is pulled
        pub pull: [td_strut_stage; 2],
    }
    zero_by_default!(td_strut);

    /// One leg. What its kind does not read may hold anything.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_leg {
        /// TD_LEG_*
        pub kind: i32,
        /// \[-] Body frame, any length above 0: the way its foot goes as the leg shortens. One that points against `up` and away from the centre of mass is turned round.
        pub axis: [f32; 3],
        /// \[N] > 0, while it crushes
        pub force: f32,
        /// \[N/m] > 0
        pub stiffness: f32,
        /// \[N s/m] >= 0
        pub damping: f32,
        /// \[N] >= 0, of the spring at full length
        pub preload: f32,
        /// \[N] >= 0, of its guide, against the stroke; holds it where it can
        pub friction: f32,
        /// \[m] >= 0, at most; 0: it has no stop
        pub stroke: f32,
        /// \[kg] > 0, of the foot alone; the lander's mass is without it
        pub pad_mass: f32,
        /// from three hinges that are in no plane with the foot
        pub strut: [td_strut; 3],
    }
    zero_by_default!(td_leg);

    /// What a strut has done.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_strut_record {
        /// \[m] shortening now that is elastic
        pub elastic: f32,
        /// \[m] that have flown while it was pushed, and while it was pulled
        pub crushed: f32,
        /// \[m] that have flown while it was pushed, and while it was pulled
        pub pulled: f32,
        /// \[N] now, on both of its hinges, along it: above 0 where it is pushed
        pub force: f32,
        /// \[N], \[s] greatest force, and when; 0 before
        pub most_push: f32,
        /// \[N], \[s] greatest force, and when; 0 before
        pub push_time: f32,
        /// \[N], \[s] the same where it is pulled, above 0
        pub most_pull: f32,
        /// \[N], \[s] the same where it is pulled, above 0
        pub pull_time: f32,
        /// \[J] flown and damped
        pub energy: f32,
    }
    zero_by_default!(td_strut_record);

    /// What a leg has done. Where all legs of the lander are rigid, td_landing_step neither reads nor writes it.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_leg_record {
        /// \[m] by which it is shorter now; write it after td_landing_start for a leg that begins shorter
        pub stroke: f32,
        /// \[m] at any time
        pub most_stroke: f32,
        /// \[N] along its axis, at any time but that of an impact at the stop, which has none
        pub peak_force: f32,
        /// \[J] crushed or damped; what a spring holds is not in it
        pub energy: f32,
        /// impacts at the stop
        pub stops: i32,
        /// \[N] world, with which it pushed the lander in the last sub-step; a rigid one too
        pub force: [f32; 3],
        /// Of a tripod: its stroke is how far its foot is from its place, peak_force the greatest force of its three struts together, as the mean of a sub-step. 1: its foot is on the ground
        pub down: i32,
        /// \[m] body frame: how far its foot is from its place
        pub pad: [f32; 3],
        /// \[m/s] world, of the foot on the ground; else 0
        pub pad_v: [f32; 3],
        /// \[m] way of the foot along the ground
        pub slide: f32,
        /// in the leg's order
        pub strut: [td_strut_record; 3],
    }
    zero_by_default!(td_leg_record);

    /// What lands and where, and the budgets. What turns with the lander is in the body frame.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_lander {
        /// \[kg]
        pub mass: f32,
        /// \[kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz
        pub inertia: [f32; 6],
        /// \[-] body frame, any length above 0: it rests upright within 45 deg of up
        pub up: [f32; 3],
        /// 1 .. TD_MAX_FEET
        pub feet: i32,
        /// the first `feet` are read
        pub foot: [td_foot; 8],
        /// 0 .. TD_MAX_CLEARANCE_POINTS
        pub points: i32,
        /// \[m] body frame: points that should not touch. They are watched alone, no force acts on them.
        pub point: [[f32; 3]; 4],
        /// 0, 1: ground\[0] for every foot; feet: ground\[i] for foot i
        pub planes: i32,
        /// the first `planes` are read, at least one; points are held against the first
        pub ground: [td_ground; 8],
        /// \[m/s^2] world; "up" is against it (the first plane's normal if 0)
        pub gravity: [f32; 3],
        /// \[N] body frame, until it is cut
        pub thrust: [f32; 3],
        /// \[m] body frame, from the centre of mass to where the thrust acts
        pub thrust_at: [f32; 3],
        /// \[s] >= 0, after the first contact
        pub cut_delay: f32,
        /// Of single impacts. For coupled ones the law counts where it is Newton's, else they take Poisson's.
        pub options: td_options,
        /// \[s] of a step at most; 0: 0.05 sqrt(reach / g), or 0.01 s without gravity. A body that turns by more than 0.15 rad meanwhile takes shorter ones; one far above the ground, or that slides on a single plane, longer ones.
        pub step: f32,
        /// \[s] from the state given; 0: TD_DEFAULT_HORIZON
        pub horizon: f32,
        /// Of one step, at most TD_MAX_LANDING_IMPACTS; what more comes is pressed without restitution. 0: TD_LANDING_IMPACTS.
        pub impacts: i32,
        /// Of a coupled solve, at most TD_MAX_LANDING_ITERATIONS; 0: TD_LANDING_ITERATIONS. An impact takes twice as many. More than two feet that bear, and those of a body slower than 1/20 g h, are pressed by at most 24 iterations of Newton's method, whatever is asked. The solves of one step share three times TD_MAX_LANDING_ITERATIONS: each takes no more than are left of them, or than it takes by default if that is more.
        pub iterations: i32,
        /// 1: the margin against tipping is watched; 0: it is not, for less work
        pub margins: i32,
        /// Ground that is not plane; all three 0: planes. See "Uneven ground". \[m] the ground is nowhere higher; above it `height` is not called, and steps are longer
        pub highest: f32,
        /// Returns the height \[m] of the ground at `place` over the plane ground\[0], along its normal. `place` is a point \[m] of that plane, in the world. Writes `gradient`, which comes as zeros: rise per run, along the axes of the world; its part along the normal is ignored.
        pub height: Option<unsafe extern "C" fn(*const core::ffi::c_void, *const f32, *mut f32) -> f32>,
        /// `context` of its calls
        pub height_context: *const core::ffi::c_void,
        /// >= 0, how many a caller of td_landing_step or td_land has room for
        pub most_touches: i32,
        /// Leg i ends in foot i, whose place `r` is that of the leg at full length. The first `feet` are read; all zero: rigid.
        pub leg: [td_leg; 8],
    }
    zero_by_default!(td_lander);

    /// A lander on its way to rest. Made by td_landing_start; every field may be read.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_landing {
        /// now
        pub state: td_lander_state,
        /// \[s] since the state given
        pub time: f32,
        /// \[s] of it; TD_NOT_APPLICABLE before
        pub first_contact: f32,
        /// \[J] Since then, kinetic and of height, less the work of the thrust and what is owed; >= 0 up to rounding.
        pub energy_lost: f32,
        /// \[J] that finite steps have added and not yet taken back; below 0: that rounding has taken, and may give back
        pub owed: f32,
        /// \[m] height of the deepest foot over its plane at the end of any step, <= 0
        pub deepest: f32,
        /// \[m] least height of a clearance point at the end of any step; TD_NOT_APPLICABLE without
        pub clearance: f32,
        /// which point that was; -1 without
        pub closest_point: i32,
        /// bit i: foot i bears, or struck in the last step
        pub bearing: i32,
        /// TD_PHASE_*
        pub phase: i32,
        /// TD_OUTCOME_*; once it is not open, the state stays as it is
        pub outcome: i32,
        /// TD_OUTCOME_TIPS: a foot that it turns over; else -1
        pub edge_from: i32,
        /// the other, or the same where it is one foot; else -1
        pub edge_to: i32,
        /// The least margin against tipping, if `margins` is 1: over all edges of the feet's hull as seen from above, at the end of any step in which a foot touched and no thrust acted. It is the energy that lifts the centre of mass over the edge, less that of the rotation about it. A margin once below 0 need not tip the body: another foot may strike first. \[J] energy; TD_NOT_APPLICABLE until there is one
        pub least_margin: f32,
        /// \[s] when; TD_NOT_APPLICABLE likewise
        pub least_time: f32,
        /// the edge, from this foot; -1 likewise
        pub least_from: i32,
        /// to this one; -1 likewise
        pub least_to: i32,
        /// taken
        pub steps: i32,
        /// resolved, single and coupled
        pub impacts: i32,
        /// in them: each foot counts
        pub touches: i32,
        /// slow steps in a row, 1 to 5: then the body is tested for rest
        pub quiet: i32,
        /// \[s] >= 0, of the next on legs that yield, at most; 0: an eighth of a step
        pub sub_step: f32,
        /// of the first `feet`; of a rigid leg zeros but `force`
        pub leg: [td_leg_record; 8],
    }
    zero_by_default!(td_landing);

    /// Made by td_stance_of.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_stance {
        /// TD_STANCE_*
        pub stance: i32,
        /// bit i: foot i is on the ground
        pub feet: i32,
        /// \[-] 0 to 1: the part of the friction of these feet that they do not need to hold it, sharing loads as if they were equally stiff; 0 where it is not held.
        pub friction: f32,
        /// \[J] Least energy that leads over an edge of the hull of these feet, less the kinetic energy; TD_NOT_APPLICABLE where they make no hull.
        pub energy: f32,
        /// The edge from this foot to `edge_to`; the first two feet where there is no hull, twice the same of one; -1 without.
        pub edge_from: i32,
        /// the edge's other foot
        pub edge_to: i32,
        /// \[s] TD_STANCE_BALANCES: in which a lean grows by the factor 2.72; else TD_NOT_APPLICABLE
        pub falls_in: f32,
    }
    zero_by_default!(td_stance);

    /// When one foot would touch.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_foot_outlook {
        /// \[s] from the state given, as if no other foot touched; TD_NOT_APPLICABLE unless it touches
        pub time: f32,
        /// \[m/s] normal velocity of the foot then
        pub v_n: f32,
        /// TD_OUTLOOK_*
        pub outlook: i32,
    }
    zero_by_default!(td_foot_outlook);

    /// The first touch.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_first_touch {
        /// of its feet; of the rest 0
        pub outlook: [td_foot_outlook; 8],
        /// \[s] of it; TD_NOT_APPLICABLE where no foot touches
        pub time: f32,
        /// pose then, velocities before and after; else the state given
        pub at: td_lander_state,
        /// pose then, velocities before and after; else the state given
        pub after: td_lander_state,
        /// feet that strike; 0 where none touches
        pub count: i32,
        /// the first `count`, the foot that touches first before the others
        pub touch: [td_touch; 8],
    }
    zero_by_default!(td_first_touch);

    /// What is uncertain, by standard deviations. All zero: nothing is.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_landing_errors {
        /// Of the state: x \[m], a turn of the attitude about axes of the world \[rad], v \[m/s], w \[rad/s]. Row by row; the lower triangle is read.
        pub covariance: [f32; 144],
        /// \[-] of the restitution of all feet together; samples are held to \[0, 1]
        pub e: f32,
        /// \[-] of mu_s, mu_k and mu_sliding of all feet together; samples are held to >= 0
        pub mu: f32,
        /// \[-] of the friction of all legs together, as a part of it; samples are held to >= 0
        pub guides: f32,
        /// \[-] rise per run of all planes together, along each of two axes in the first
        pub slope: f32,
        /// Sum of 1 << TD_LAW_* of the laws of restitution that may hold: samples take them in turn, except sample 0. 0: the law of the options. No law is exact, and another law may lead to another outcome.
        pub laws: i32,
    }
    zero_by_default!(td_landing_errors);

    /// The outcomes of the samples. Begins as zeros.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_landing_odds {
        /// tallied
        pub samples: i32,
        /// of them, by TD_OUTCOME_*: the probability of one is its share
        pub outcomes: [i32; 9],
        /// \[m] mean of the centre of mass of those that rest; 0 where none does
        pub x: [f32; 3],
        /// \[m^2] of it: xx, yy, zz, xy, xz, yz
        pub covariance: [f32; 6],
        /// \[s] until the last outcome stood
        pub latest: f32,
        /// \[m] least of all; TD_NOT_APPLICABLE without clearance points
        pub clearance: f32,
        /// which point that was; -1 without
        pub closest_point: i32,
    }
    zero_by_default!(td_landing_odds);

    /// What the linked library was compiled for. The same in both precisions.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_limits {
        /// TD_MAX_SPEEDS, TD_MAX_CONSTRAINTS
        pub max_speeds: i32,
        /// TD_MAX_SPEEDS, TD_MAX_CONSTRAINTS
        pub max_constraints: i32,
        /// TD_MAX_CONTACTS
        pub max_contacts: i32,
        /// TD_MAX_FEET
        pub max_feet: i32,
        /// sum of 1 << TD_LAW_* of those that it has; any other is TD_REFUSED_LAW
        pub laws: i32,
        /// sum of 1 << TD_METHOD_* of those that it has; any other is TD_REFUSED_METHOD
        pub methods: i32,
    }
    zero_by_default!(td_limits);

    /// A round point of the body: a sphere, or a point where the radius is 0.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor_point {
        /// \[m] centre
        pub r: [f32; 3],
        /// \[m] >= 0
        pub radius: f32,
        /// \[-] greatest friction there (mu_s of its surface), >= 0
        pub mu: f32,
    }
    zero_by_default!(td_monitor_point);

    /// The machine, its sensors, and the forces to expect. `speeds` says which sensors it has: 0 an inertial sensor on a
    /// rigid body, else speeds and torques of joints.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor_machine {
        /// 0, or generalized speeds, 1 .. TD_MAX_SPEEDS
        pub speeds: i32,
        /// 1 .. TD_MAX_FEET
        pub feet: i32,
        /// The first `feet` are read; with joints their `mu` alone.
        pub foot: [td_monitor_point; 8],
        /// \[-] of mass, inertia, arms, scales, M and J, relative, in \[0, 1/2]; 0: 0.03
        pub model_error: f32,
        /// \[rad] of the sample's normal, in \[0, 1]: widens every cone
        pub normal_error: f32,
        /// \[-] probability from which a contact counts, in \[1/2, 1); 0: 0.95
        pub confidence: f32,
        /// \[s] The age that a touch must have before it is reported, unless it is over; 0: 0.02. Ringing begins as a landing does: choose half the period of the slowest ringing that is not a touch. An expected touch needs a fifth of that.
        pub wait: f32,
        /// \[N] load from which a foot bears, >= 0; 0: no foot is said to bear. With joints > 0. On a rigid body, a foot whose touch was not seen must carry a tenth of the known forces, too. Choose it above the accelerometer's offset times the mass.
        pub bearing_load: f32,
        /// Of an inertial sensor. \[Hz] samples a second, > 0
        pub rate: f32,
        /// \[kg]
        pub mass: f32,
        /// \[kg m^2] about the centre of mass, entries of the matrix: xx, yy, zz, xy, xz, yz
        pub inertia: [f32; 6],
        /// \[m] where the accelerometer is
        pub sensor: [f32; 3],
        /// 0 .. TD_MAX_HULL_POINTS; 0: nothing but the feet can be hit
        pub points: i32,
        /// The first `points` are read. Their convex hull is the body that may be hit (0: the feet's, for `r` alone).
        pub point: [td_monitor_point; 8],
        /// \[m/s^2] of the accelerometer, > 0: from there on a reading is clipped
        pub range: f32,
        /// \[Hz] cut-off of its low-pass, if readings are clipped before it; 0: none
        pub filter: f32,
        /// \[m/s^2] standard deviation of a reading, > 0; more is learnt
        pub accelerometer_noise: f32,
        /// \[rad/s] likewise
        pub gyro_noise: f32,
        /// How fast unknown forces that are no contacts may change: gusts, errors of the thrust. \[N/s] >= 0
        pub force_rate: f32,
        /// \[N m/s] >= 0
        pub torque_rate: f32,
        /// Of joints. In a machine with more than TD_MAX_SPEEDS speeds each leg may have a monitor of its own; the rest of the machine then counts among the known forces on the leg. standard deviation of each momentum that stays unexplained in a sample while nothing touches, > 0; more is learnt. The first `speeds` are read
        pub noise: [f32; 12],
        /// \[1/s] of the residual, > 0
        pub gain: f32,
        /// Samples from which level and noise are learnt while no foot touches, 2 .. 1000; 0: TD_MONITOR_LEARNING. 1: nothing is learnt, noise is as given and the level 0, for a machine that stands when it begins.
        pub learning: i32,
    }
    zero_by_default!(td_monitor_machine);

    /// One sample of an inertial sensor.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor_sample {
        /// \[m/s^2] of the accelerometer: the mean since the sample before
        pub a: [f32; 3],
        /// \[rad/s] of the gyro, now
        pub w: [f32; 3],
        /// \[-] normal out of the ground, of length 1; 0: unknown, and then no cone restrains impulses
        pub n: [f32; 3],
        /// \[N] known to act since the sample before: engines, thrusters; not gravity
        pub force: [f32; 3],
        /// \[N m] likewise, about the centre of mass
        pub torque: [f32; 3],
    }
    zero_by_default!(td_monitor_sample);

    /// One sample of a machine with joints. Between two samples the generalized momentum changes by the known forces and by
    /// the contacts, M du = dt force + J^T p: the difference is the residual of De Luca, Albu-Schaffer, Haddadin and
    /// Hirzinger (2006). M, force and J are best taken midway between two samples; in a fast loop the present ones do.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_joints_sample {
        /// as the machine's
        pub n: i32,
        /// as the machine's
        pub feet: i32,
        /// \[s] since the sample before that was not refused, > 0
        pub dt: f32,
        /// n x n, mass matrix, as in td_system
        pub M: *const f32,
        /// n, speeds now
        pub u: *const f32,
        /// n, generalized forces that are known to act, less those that keep u constant: torques, springs, damping, less C u and gravity
        pub force: *const f32,
        /// feet x 3 x n, contact Jacobians in world axes, one below the other
        pub J: *const f32,
        /// feet x 3, out of the ground, any length; 0: unknown, and then no cone restrains what the foot takes. Null: unknown of all
        pub normals: *const f32,
        /// Pushes that may act now and are no contacts, each known by its direction as a generalized force. A joint near its stop: the joint's unit vector, with the sign by which the stop pushes back. A hand that may lift a payload: J^T g, of the hand's three rows and gravity in world axes. What one of these explains better than a contact is not reported as a touch. Once a payload is held it belongs in M and `force`. 0 .. TD_MAX_PUSHES
        pub pushes: i32,
        /// pushes x n, any length; null where there are none
        pub push: *const f32,
    }
    zero_by_default!(td_joints_sample);

    /// The latest event.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_event {
        /// TD_EVENT_*
        pub phase: i32,
        /// events since the start, from 1; after 2147483647 from 0
        pub number: i32,
        /// TD_EXPLAINED_BY_*, the likeliest
        pub explanation: i32,
        /// the likeliest single foot; -1: there is no event
        pub foot: i32,
        /// how many it lasted
        pub samples: i32,
        /// TD_CAVEAT_ CLIPPED, MISSING_SAMPLE, UNFINISHED (it was not quiet at the end), or 0
        pub caveats: i32,
        /// \[-] of each, their sum is 1
        pub probability: [f32; 5],
        /// \[-] of a foot, feet or a point, together
        pub touched: f32,
        /// \[-] of each foot, that it touched: alone, or with others
        pub foot_probability: [f32; 8],
        /// \[N s] by the likeliest explanation; else the momentum that came in. A load that lasts counts until the event is over
        pub impulse: [f32; 3],
        /// \[N s] standard, along each axis
        pub impulse_uncertainty: f32,
        /// \[N s] by one foot, or by several: what each took
        pub foot_impulse: [[f32; 3]; 8],
        /// \[m] where a single impulse would have hit the hull, whatever the explanation
        pub r: [f32; 3],
        /// \[m] standard, in all; TD_NOT_APPLICABLE if no impulse on the hull explains the event
        pub r_uncertainty: f32,
        /// \[s] from the touch, between two samples, to the newest sample
        pub age: f32,
    }
    zero_by_default!(td_contact_event);

    /// With joints no point of the body is looked for: `event.r` is 0 and `event.r_uncertainty` TD_NOT_APPLICABLE.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor {
        /// TD_MONITOR_*
        pub phase: i32,
        /// 1: something touches, whether or not it is known what
        pub touched: i32,
        /// TD_FOOT_*
        pub foot: [i32; 8],
        /// \[N] lasting force on each foot; together they explain `residual` best
        pub load: [[f32; 3]; 8],
        /// force (and torque) that nothing known explains, behind a low pass
        pub residual: [f32; 12],
        /// the latest
        pub event: td_contact_event,
        /// of the newest samples momentum, time and noise
        pub ring: [f32; 128],
        /// missing force while nothing happens
        pub level: [f32; 12],
        /// of the momentum of a window (joints: of a sample) while nothing happens
        pub variance: [f32; 12],
        /// by how much more that of another window of a body varies
        pub growth: [f32; 6],
        /// momentum of the event
        pub jump: [f32; 12],
        /// speeds of the sample before
        pub u: [f32; 12],
        /// squares of the momentum of windows, summed over the event
        pub shaking: [f32; 6],
        /// the level before anything touched, or pushed for long
        pub flight: [f32; 6],
        /// \[N], \[N m] that were known to act before an event
        pub thrust: [f32; 6],
        /// the most that they changed by since
        pub swing: [f32; 6],
        /// good readings of the sample before
        pub last: td_monitor_sample,
        /// of the event, weighed by force; 0: unknown
        pub normal: [f32; 3],
        /// \[N s] that clipped readings of the event are, at least
        pub hidden: [f32; 3],
        /// \[N s] that were read right before and after these
        pub beside: [f32; 3],
        /// of the event, to and fro: sum of sizes of momentum
        pub path: f32,
        /// \[-] of the event, in variances of a sample
        pub noise: f32,
        /// \[N s] the most that went into the ground, against the normal
        pub drop: f32,
        /// \[-] chi squared that drew attention, at most
        pub loudest: f32,
        /// \[N^2 s^2] variance from missing samples of the event
        pub lost: f32,
        /// \[s] for which its explanation has been a contact
        pub sure: f32,
        /// \[s] of samples that were lost
        pub waited: f32,
        /// \[m] of the farthest point
        pub reach: f32,
        /// 1: there was a sample
        pub fed: i32,
        /// place in the ring
        pub next: i32,
        /// samples since the last event, up to TD_MONITOR_LEARNING
        pub fresh: i32,
        /// samples to the end of learning
        pub until: i32,
        /// samples of the event before it drew attention
        pub begun: i32,
        /// 1: nothing happened for long enough before the event
        pub onset: i32,
        /// a bit for each foot that touched when the event began
        pub standing: i32,
        /// samples of the event since it was last loud
        pub quiet: i32,
        /// a bit for each axis whose reading was clipped just now
        pub clips: i32,
        /// samples for which `touched` still holds
        pub touch: i32,
        /// samples for which all has been as in flight
        pub back: i32,
        /// foot whose load is found next
        pub turn: i32,
        /// samples for which a touch still holds; below 0: for which it has carried bearing_load without one, to -TD_MONITOR_SETTLED
        pub hold: [i32; 8],
    }
    zero_by_default!(td_monitor);

    /// Everything zero is the default: coupled, Poisson.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_multi_contact {
        /// TD_RULE_*
        pub rule: i32,
        /// limit of sweeps and steps of Newton's method, or of impacts in sequence; 0: TD_DEFAULT_ITERATIONS
        pub iterations: i32,
        /// all of it must be valid; coupled: only law is used, POISSON or NEWTON (of a single contact all); sequential: all of it; superposed: none
        pub options: td_options,
    }
    zero_by_default!(td_multi_contact);

    /// What the impact did at one contact.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_result {
        /// \[N s] impulse of this contact on the system
        pub p: td_contact_vector,
        /// \[m/s] velocity of this contact after
        pub v: td_contact_vector,
        /// \[N s] normal impulse of compression; superposed: p_n / (1 + e)
        pub p_compression: f32,
        /// \[N s] mu_s p_n - |(p_t, p_s)|; >= 0 up to rounding
        pub cone_margin: f32,
        /// TD_MODE_SEPARATING (no impulse), TD_MODE_SLIDES, TD_MODE_STICKS, at the end of the last phase; sequential: mode_restitution of its last impact
        pub mode: i32,
        /// \[-] its frame, as for td_resolve_body; 0 with TD_AXES_CONTACT
        pub t: [f32; 3],
        /// \[-] its frame, as for td_resolve_body; 0 with TD_AXES_CONTACT
        pub s: [f32; 3],
    }
    zero_by_default!(td_contact_result);

    /// The impact as a whole.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_multi_contact_result {
        /// \[J] kinetic energy of the whole system
        pub energy_before: f32,
        /// \[J] the same after
        pub energy_after: f32,
        /// \[m/s] fastest approach after; 0 where none is left
        pub approach_left: f32,
        /// \[-] largest change of a contact velocity that the last sweep made, as a part of the fastest approach before; superposed, sequential: approach_left as a part of it
        pub residual: f32,
        /// \[-] 1, or the factor that restitution was scaled by
        pub restitution_scale: f32,
        /// sweeps that were used, or impacts and the sweeps that closed them
        pub iterations: i32,
    }
    zero_by_default!(td_multi_contact_result);

    /// One contact of a body, in the frame of the body's vectors.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_point {
        /// \[m] from the centre of mass to the contact point
        pub r: [f32; 3],
        /// \[-] normal out of the struck surface; any length above 0
        pub n: [f32; 3],
        /// friction and restitution here
        pub surface: td_surface,
    }
    zero_by_default!(td_point);

    /// A free rigid body and the points of it that touch, in the frame of the body's vectors.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_multi_contact {
        /// before the impact
        pub body: td_rigid_body,
        /// contacts, 1 .. TD_MAX_CONTACTS
        pub count: i32,
        /// count
        pub points: *const td_point,
        /// rule and options
        pub multi_contact: td_multi_contact,
    }
    zero_by_default!(td_body_multi_contact);

    /// The body after the impact.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_multi_contact_impact {
        /// of all contacts
        pub result: td_multi_contact_result,
        /// \[m/s] velocity of the centre of mass after
        pub v: [f32; 3],
        /// \[rad/s] angular velocity after
        pub w: [f32; 3],
    }
    zero_by_default!(td_body_multi_contact_impact);

    /// A system with n generalized speeds and `count` contacts; matrices as in td_speeds.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_multi_contact {
        /// what moves
        pub system: td_system,
        /// contacts, 1 .. TD_MAX_CONTACTS
        pub count: i32,
        /// TD_AXES_*, of all contacts
        pub axes: i32,
        /// 3 count x n, contact by contact
        pub J: *const f32,
        /// count x 3; not read with TD_AXES_CONTACT
        pub normals: *const f32,
        /// count
        pub surfaces: *const td_surface,
        /// rule and options
        pub multi_contact: td_multi_contact,
    }
    zero_by_default!(td_speeds_multi_contact);

    /// The impact of a system; its speeds after go to a td_system_after.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_multi_contact_impact {
        /// of all contacts
        pub result: td_multi_contact_result,
        /// constraint rows that depended on others
        pub redundant: i32,
    }
    zero_by_default!(td_speeds_multi_contact_impact);

    /// What an impact does to the motion.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_response {
        /// \[N s] impulse on the body
        pub p: td_contact_vector,
        /// \[m/s] velocity of the contact point after
        pub v: td_contact_vector,
        /// 0..6 of Baruh, Table 1; also 0 without an impact (p_n = 0)
        pub case_number: i32,
    }
    zero_by_default!(td_response);

    /// A planar contact that slips in one direction, turned so that slip runs along +t; scaled to W_nn = 1.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_prepared_slip {
        /// \[-] of v_t
        pub sign: f32,
        /// \[-] slip lost per normal impulse
        pub slowing: f32,
        /// \[-] dv_n/dp_n
        pub f: f32,
        /// \[-] after a stop: friction along -t, per normal impulse
        pub friction_after: f32,
        /// \[-] after a stop: slip gained along +t, likewise
        pub slip_after: f32,
    }
    zero_by_default!(td_prepared_slip);

    /// A contact made ready by td_prepare. The fields after `contact` are for td_resolve_prepared.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_prepared {
        /// as given, with 0 for v and for weights that its law does not read
        pub contact: td_contact,
        /// 1 + the law if the short way serves and the fields below are set; else 0
        pub short_way: i32,
        /// 1: slip that stops begins anew, and does not stick; + TD_CAVEAT_MARGINAL if it nearly sticks
        pub after_stop: i32,
        /// \[kg] 1 / W_nn
        pub inverse_W: f32,
        /// \[-] reciprocal pivot of W_tt, scaled to W_nn = 1; 0: no mobility
        pub inverse_t: f32,
        /// \[-] W_nt, likewise
        pub b: f32,
        /// \[-] restitution; 0 if it is 0 to rounding
        pub e: f32,
        /// \[-] dv_n/dp_n after a stop, likewise
        pub f_after: f32,
        /// for slip along +t and along -t
        pub along: [td_prepared_slip; 2],
    }
    zero_by_default!(td_prepared);

    /// An impact in contact space and its derivatives. Rows are n, t, s.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_impact_derivatives {
        /// as td_resolve gives it
        pub impact: td_impact,
        /// of the impulse \[N s], by velocity \[m/s], mu_s, mu_k, e
        pub p: [[f32; 6]; 3],
        /// of the velocity after \[m/s]
        pub v: [[f32; 6]; 3],
        /// \[-] smallest relative change of the velocity before that changes the case, to first order
        pub margin: f32,
    }
    zero_by_default!(td_impact_derivatives);

    /// The derivatives of an impact by W. Rows are n, t, s.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_impact_inertia_derivatives {
        /// of the impulse \[N s], by W \[1/kg]
        pub p: [[f32; 6]; 3],
        /// of the velocity after \[m/s]
        pub v: [[f32; 6]; 3],
    }
    zero_by_default!(td_impact_inertia_derivatives);

    /// The impact of a free rigid body and its derivatives.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_derivatives {
        /// as td_resolve_body gives it
        pub body: td_body_impact,
        /// of the impulse \[N s]; rows n, t, s of the contact
        pub p: [[f32; 9]; 3],
        /// of v (rows 0 to 2) and w (3 to 5) after, world axes
        pub motion: [[f32; 9]; 6],
        /// as for a contact, of the contact's velocity before
        pub margin: f32,
    }
    zero_by_default!(td_body_derivatives);

    /// The derivatives of the impact of a free rigid body by where it is hit.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_pose_derivatives {
        /// of the impulse \[N s], world axes
        pub impulse: [[f32; 9]; 3],
        /// of v (rows 0 to 2) and w (3 to 5) after, world axes
        pub motion: [[f32; 9]; 6],
    }
    zero_by_default!(td_body_pose_derivatives);

    /// The impact of a free rigid body at several contacts, and its derivatives by the motion before.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_multi_contact_derivatives {
        /// as td_resolve_body_multi_contact gives it
        pub body: td_body_multi_contact_impact,
        /// of v (rows 0 to 2) and w (3 to 5) after, world axes
        pub motion: [[f32; 6]; 6],
        /// \[-] Smallest relative change of the motion before that changes the case of a contact, to first order, by the square root of kinetic energy.
        pub margin: f32,
        /// most impulses of one phase that others could replace; 0: none
        pub redundant: i32,
    }
    zero_by_default!(td_body_multi_contact_derivatives);

    /// A system after its impact, and where its derivatives go: arrays of the caller, by rows, with n + 3 columns, the n
    /// speeds before, then mu_s, mu_k and e.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_derivatives {
        /// as td_resolve_speeds gives it
        pub speeds: td_speeds_impact,
        /// as for a contact, of the contact's velocity before
        pub margin: f32,
    }
    zero_by_default!(td_speeds_derivatives);

    /// A system after its impact at several contacts, and how it changes with what went in.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_multi_contact_derivatives {
        /// as td_resolve_speeds_multi_contact gives it
        pub speeds: td_speeds_multi_contact_impact,
        /// \[-] Smallest relative change of the speeds before that changes the case of a contact, to first order, by the square root of kinetic energy.
        pub margin: f32,
        /// most impulses of one phase that others could replace; 0: none
        pub redundant: i32,
    }
    zero_by_default!(td_speeds_multi_contact_derivatives);

    /// What acts on a free body in flight.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_loads {
        /// \[N] gravity and thrust
        pub force: [f32; 3],
        /// \[N m] about the centre of mass; the gyroscopic torque is added
        pub torque: [f32; 3],
    }
    zero_by_default!(td_body_loads);

    /// An impact, and how errors propagate through it.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_saltation {
        /// as td_resolve_body gives it
        pub body: td_body_impact,
        /// saltation matrix: errors after, by errors before
        pub X: [[f32; 12]; 12],
        /// and by errors of parameters
        pub E: [[f32; 6]; 12],
        /// as of td_impact_derivatives
        pub margin: f32,
    }
    zero_by_default!(td_body_saltation);

    /// How large errors may be before first order is off by 5 % of the change of v and w that it predicts, along the worst
    /// of three axes, both by the square root of kinetic energy. Right to a quarter.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_saltation_reach {
        /// \[m] of the position
        pub x: f32,
        /// \[rad]
        pub attitude: f32,
        /// \[m/s]
        pub v: f32,
        /// \[rad/s]
        pub w: f32,
    }
    zero_by_default!(td_saltation_reach);

    /// How a system with n speeds flies, and how it changes with its configuration: entry k of M, J and A is the derivative
    /// along the displacement whose rate is speed k.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_flow {
        /// n, rates of the speeds in the flight before
        pub before: *const f32,
        /// n, in the flight after, at the speeds that td_resolve_speeds gives
        pub after: *const f32,
        /// n x n x n, of the mass matrix; lower triangles are read. Null: it does not change
        pub M: *const f32,
        /// n x 3 x n, of the contact Jacobian, in the axes that it is given in; or null
        pub J: *const f32,
        /// n x constraints x n, of the constraint rows; or null
        pub A: *const f32,
    }
    zero_by_default!(td_speeds_flow);

    /// An impact, and how near the next case is.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_saltation {
        /// as td_resolve_speeds gives it
        pub speeds: td_speeds_impact,
        /// as of td_impact_derivatives
        pub margin: f32,
    }
    zero_by_default!(td_speeds_saltation);

    /// Covariances at the first touch, of errors of the state in the order above, at the time that is found.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_touch_covariance {
        /// 0: nothing is known, 1: `at`, 2: all. The rest is 0
        pub known: i32,
        /// before the impact
        pub at: [[f32; 12]; 12],
        /// after it
        pub after: [[f32; 12]; 12],
        /// of the impact of the touch
        pub margin: f32,
    }
    zero_by_default!(td_touch_covariance);

    /// The contact velocity is the velocity of a's point relative to b's; the impulse p acts on a, and -p on b.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_pair {
        /// before the impact
        pub a: td_rigid_body,
        /// before the impact
        pub b: td_rigid_body,
        /// \[m] from the centre of mass of a to the contact point
        pub r_a: [f32; 3],
        /// \[m] from the centre of mass of b
        pub r_b: [f32; 3],
        /// \[-] normal out of b, into a; any length above 0
        pub n: [f32; 3],
        /// friction and restitution between them
        pub surface: td_surface,
        /// law and method
        pub options: td_options,
    }
    zero_by_default!(td_pair);

    /// Two bodies after their impact. Vectors are in the frame that td_pair was given in.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_pair_impact {
        /// in the contact frame; energies are those of both bodies
        pub impact: td_impact,
        /// \[-] the frame, as for td_resolve_body
        pub t: [f32; 3],
        /// \[-] the frame, as for td_resolve_body
        pub s: [f32; 3],
        /// \[m/s], \[rad/s] body a after
        pub v_a: [f32; 3],
        /// \[m/s], \[rad/s] body a after
        pub w_a: [f32; 3],
        /// \[m/s], \[rad/s] body b after
        pub v_b: [f32; 3],
        /// \[m/s], \[rad/s] body b after
        pub w_b: [f32; 3],
    }
    zero_by_default!(td_pair_impact);

    /// A system with n generalized speeds u: kinetic energy u^T M u / 2. Matrices are arrays by rows that the caller owns.
    ///   `hold` is given row by row. Between 0 and 1 the row is held by an added inertia, hold / (1 - hold) times the
    /// inertia that the row itself feels, like the rotor behind a gear. With a single row W changes linearly from free to
    /// held.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_system {
        /// 1 .. TD_MAX_SPEEDS
        pub n: i32,
        /// n x n, mass matrix, symmetric, or its lower triangle with zeros above; an upper triangle alone is refused. Null where L is given
        pub M: *const f32,
        /// n x n, its lower Cholesky factor, M = L L^T; an upper one is refused. Null where M is given; if both are given, L counts
        pub L: *const f32,
        /// n, speeds before
        pub u: *const f32,
        /// rows of A, 0 .. TD_MAX_CONSTRAINTS
        pub constraints: i32,
        /// constraints x n: A u keeps its value through the impact (0 for a joint, a closed linkage, a rolling wheel; the speed of a drive for a locked joint). Not read where constraints = 0
        pub A: *const f32,
        /// constraints: how firmly each row is held, 0 (free) .. 1 (held); null: all held
        pub hold: *const f32,
    }
    zero_by_default!(td_system);

    /// Arrays of the caller for a system after its impact. What they hold changes only if the status is not negative.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_system_after {
        /// receives n, speeds after; may be u itself. Null: not wanted
        pub u_after: *mut f32,
        /// receives n, J^T p: the generalized impulse of the contacts; or null
        pub joint_impulses: *mut f32,
        /// receives constraints: the impulse that holds each row, M (u' - u) = J^T p + A^T times these; in N s where A u is in m/s; or null
        pub constraint_impulses: *mut f32,
    }
    zero_by_default!(td_system_after);

    /// A system and its contact, whose point has the velocity J u (relative to the surface). A J^T that an Eigen or Fortran
    /// matrix stores by columns is J by rows.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds {
        /// what moves
        pub system: td_system,
        /// 3 x n, contact Jacobian
        pub J: *const f32,
        /// TD_AXES_*
        pub axes: i32,
        /// \[-] out of the struck surface; any length above 0
        pub normal: [f32; 3],
        /// friction and restitution at the contact
        pub surface: td_surface,
        /// law and method
        pub options: td_options,
    }
    zero_by_default!(td_speeds);

    /// The impact of a system; its speeds after go to a td_system_after.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_impact {
        /// In the contact frame; energies are u^T M u / 2 of the whole system. What holds a row in part, or a row with A u != 0, may take or give energy: the difference to the losses.
        pub impact: td_impact,
        /// \[-] the frame, as for td_resolve_body; 0 with TD_AXES_CONTACT
        pub t: [f32; 3],
        /// \[-] the frame, as for td_resolve_body; 0 with TD_AXES_CONTACT
        pub s: [f32; 3],
        /// constraint rows that depended on others
        pub redundant: i32,
    }
    zero_by_default!(td_speeds_impact);

    /// The contact-space inverse inertia of one contact, in three views of its system.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_operational_space_inertia {
        /// no row of A holds: an arm whose joints give way
        pub free: td_contact_inertia,
        /// every row holds: joints that keep their speed through the impact
        pub locked: td_contact_inertia,
        /// every row as `hold` says
        pub blended: td_contact_inertia,
    }
    zero_by_default!(td_operational_space_inertia);

    #[link(name = "touchdown", kind = "static")]
    extern "C" {
        /// Begins: learns the level before the impact, then waits for it.
        ///
        /// returns  TD_SOLVED, or TD_REFUSED_ NULL, RIG; then `test` is untouched.
        pub fn td_drop_start(test: *mut td_drop_test, rig: *const td_drop_rig) -> i32;

        /// Takes one sample.
        ///
        /// sample   an acceleration at the end of the range, or beyond, counts as clipped. One that is not finite, or beyond
        /// twice that, makes the sample a missing one, for which the one before stands in. An angular velocity that is not
        ///          finite is passed over.
        /// returns  TD_SOLVED, TD_CAVEAT_ CLIPPED, MISSING_SAMPLE, EARLY (of this sample), or TD_REFUSED_ NULL, NOT_STARTED.
        pub fn td_drop_feed(test: *mut td_drop_test, sample: *const td_drop_sample) -> i32;

        /// Enters lost samples as missing, in one call. Without it the stream is shorter than the motion.
        ///
        /// samples  0 .. TD_DROP_LONGEST_GAP; after more of them, td_drop_rearm.
        /// returns  TD_SOLVED for 0 samples, what td_drop_feed returns of missing ones, or TD_REFUSED_ NULL, NOT_STARTED, GAP.
        /// cost     as of the same number of samples.
        pub fn td_drop_gap(test: *mut td_drop_test, samples: i32) -> i32;

        /// Forgets the impact and waits for the next with the same rig. Where a bounce ended with a touch (impact.leaving) and
        /// no sample has been fed since, that touch is the next impact; else the level is learnt first.
        ///
        /// returns  TD_SOLVED, or TD_REFUSED_ NULL, NOT_STARTED.
        pub fn td_drop_rearm(test: *mut td_drop_test) -> i32;

        /// What the recorded impact was.
        ///
        /// approach  null: the speed comes from the fall or the bounce, whichever is surer; if neither was seen, the greatest
        ///           force splits the impact, with TD_CAVEAT_SHAPE. Noise above gravity in the readings hides a rest.
        /// impact    written only if the status is not negative.
        /// returns   TD_SOLVED, caveats, or TD_REFUSED_ NULL, NOT_STARTED, NO_IMPACT, APPROACH, RANGE.
        /// cost      grows with the length of the record. Call it outside the sampling interrupt; there is no hurry, for a
        ///           complete impact stays.
        pub fn td_drop_impact_of(test: *const td_drop_test, approach: *const td_drop_approach, impact: *mut td_drop_impact) -> i32;

        /// Predicts the impact of an end effector, and how fast the same approach may be.
        ///
        /// impact   written only if the status is not negative.
        /// after    as td_resolve_speeds.
        /// returns  as td_resolve_speeds, or LIMIT.
        /// cost     as td_resolve_speeds, and two divisions for each joint.
        pub fn td_predict_effector(effector: *const td_effector, impact: *mut td_effector_impact, after: *mut td_system_after) -> i32;

        /// Impact-invariant directions: orthonormal rows c for which c . u is the same before and after, whatever the impulse at
        /// this contact, so that c M^-1 J^T = 0 (under the constraints held). A controller can track them through the impact.
        ///
        /// rows     room for n x n; receives `count` rows of n: n less the rank of J, 3 at most.
        /// returns  TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE; u, surface and
        ///          options are not read.
        /// cost     n^3/6 for M and n^2 for each row.
        /// source   du = M^-1 J^T p (Djerassi 2012 (1)-(4)).
        pub fn td_effector_invariants(system: *const td_speeds, count: *mut i32, rows: *mut f32) -> i32;

        /// "separating", "slides", "sticks", "stops-and-sticks", "stops-and-reverses", "reversed"; "unknown" for any other.
        pub fn td_mode_name(mode: i32) -> *const core::ffi::c_char;

        /// Resolves one impact given in contact space.
        ///
        /// contact  as above. v_n >= 0 gives zero impulse and TD_MODE_SEPARATING.
        /// impact   written only if the status is not negative.
        /// returns  TD_SOLVED, caveats, or TD_REFUSED_ NULL, CONTACT_INERTIA, VELOCITY, RESTITUTION, KINETIC_FRICTION,
        ///          STATIC_FRICTION, LAW, METHOD, STEPS, WEIGHTS, NOT_PLANAR, RANGE: the first that applies, in this order. That
        ///          W is not semidefinite (CONTACT_INERTIA too) is found after NOT_PLANAR.
        /// cost     linear in options.steps.
        /// source   planar: Sun & Baruh 2022, section 2; Baruh 2022. Algebraic: Sun & Baruh, section 3. Slip path: Keller 1986,
        ///          Djerassi 2012 (8)-(11). docs/theory derives each.
        pub fn td_resolve(contact: *const td_contact, impact: *mut td_impact) -> i32;

        /// Resolves the impact of a free rigid body.
        ///
        /// returns  as td_resolve, and before those MASS, INERTIA, NORMAL, POSITION.
        /// source   W = 1/m 1 - \[r]x I^-1 \[r]x (Sun & Baruh 2022, section 3).
        pub fn td_resolve_body(body: *const td_body_contact, impact: *mut td_body_impact) -> i32;

        /// The restitution at an approach speed \[m/s] (-v_n; a negative one counts as 0).
        /// returns  TD_SOLVED, or TD_REFUSED_ NULL, TABLE, VELOCITY.
        pub fn td_restitution_at(restitution: *const td_restitution, approach_speed: f32, e: *mut f32) -> i32;

        /// The surface between materials a and b at an approach speed, ready for td_contact or td_body_contact.
        ///
        /// pairs    `count` entries, 1 .. TD_MAX_SURFACE_PAIRS; the first match counts.
        /// returns  TD_SOLVED, or TD_REFUSED_ NULL, TABLE, UNKNOWN_SURFACE, VELOCITY, KINETIC_FRICTION, STATIC_FRICTION.
        pub fn td_surface_between(pairs: *const td_surface_pair, count: i32, a: i32, b: i32, approach_speed: f32, surface: *mut td_surface) -> i32;

        /// "open", "rests upright", "rests otherwise", "tips", "leaves", "undecided", "balances", "slides", "bounces"; "unknown"
        /// for any other.
        pub fn td_outcome_name(outcome: i32) -> *const core::ffi::c_char;

        /// Begins at a state, before or after the first contact.
        ///
        /// returns  TD_SOLVED or the first that applies of TD_REFUSED_ NULL, SIZE (feet, points, most_touches), MASS, INERTIA,
        ///          POSITION (of a foot or point), RADIUS, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, GROUND, NORMAL (`up`
        ///          as well), GRAVITY, THRUST, TIME (cut_delay, step), HORIZON, LAW, METHOD, STEPS, WEIGHTS, IMPACTS,
        ///          ITERATIONS, MARGINS, LEG, POSITION (of the state), ATTITUDE, VELOCITY; TD_CAVEAT_BELOW_GROUND where a foot
        ///          begins deeper in a plane than g h^2.
        pub fn td_landing_start(landing: *mut td_landing, lander: *const td_lander, state: *const td_lander_state) -> i32;

        /// One step on, and not beyond `until` \[s]. Where the outcome stands, only time goes on. Where `until` is not later,
        /// nothing changes.
        ///
        /// landing  as td_landing_start or the step before left it; read and written. Unchanged where the status is negative.
        ///          In energy_lost, energy that springs hold is not lost.
        /// touches  receives most_touches, the impacts of the motion, one for each foot, in order of time: the first at index 0,
        ///          those of a later step behind the landing.touches before. Null: not wanted. Impacts without room are only
        ///          counted. A foot on a leg that yields has none; its record (td_landing.leg) says what it did. Entries behind
        ///          landing.touches may be overwritten, even if the status is negative.
        /// returns  as td_landing_start, with TD_REFUSED_TIME (until not finite), PHASE, LEG (its record), RANGE;
        ///          TD_CAVEAT_BUDGET_SPENT where `impacts` were used up on rigid feet, and where forces on legs were not
        ///          found within the passes, or impacts at their stops within the stages, that they have: no energy is gained
        ///          even then.
        /// cost     bounded by `impacts`, `iterations` and options.steps; where legs yield, by 16 sub-steps of a coupled solve
        ///          each, twice if a sub-step ends early.
        pub fn td_landing_step(landing: *mut td_landing, lander: *const td_lander, until: f32, touches: *mut td_touch) -> i32;

        /// Steps until the outcome stands.
        ///
        /// steps    1 .. TD_MAX_LANDING_STEPS; spent before, the outcome is TD_OUTCOME_UNDECIDED.
        /// touches  receives most_touches, as td_landing_step; null: not wanted.
        /// returns  as td_landing_start and td_landing_step; TD_REFUSED_STEPS for `steps`; TD_CAVEAT_NO_CONTACT where no foot
        ///          has touched by the end.
        /// cost     at most that of td_landing_start, and `steps` times that of td_landing_step.
        pub fn td_land(lander: *const td_lander, state: *const td_lander_state, steps: i32, landing: *mut td_landing, touches: *mut td_touch) -> i32;

        /// How a lander stands where it is, on its legs as they are now.
        ///
        /// stance   written only if the status is not negative.
        /// returns  as td_landing_step but for its caveats; TD_REFUSED_HEIGHT.
        pub fn td_stance_of(landing: *const td_landing, lander: *const td_lander, stance: *mut td_stance) -> i32;

        /// Finds the first touch and resolves its impact as td_land does: one foot by the law of the options; feet that are as
        /// near together, by Newton's law if that is the law of the options, else by Poisson's.
        ///
        /// touch    written only if the status is not negative.
        /// returns  as td_landing_start, and NO_CONTACT, GRAZING, and caveats of the impact; GROUND where `height` is given,
        ///          HORIZON for what leaves the range until then, those of td_resolve_body, RANGE.
        /// cost     linear in feet.
        /// stack    about half of that where no feet strike together.
        pub fn td_find_first_touch(lander: *const td_lander, state: *const td_lander_state, touch: *mut td_first_touch) -> i32;

        /// Sample `index` of a landing: the lander and the state that td_land would be given. Sample 0 has no errors. Where time
        /// is short, land one sample at a time, each from the same lander, state and errors.
        ///
        /// index    0 .. TD_MAX_LANDING_SAMPLES - 1
        /// returns  as td_landing_start; TD_REFUSED_SIZE for `index`; TD_REFUSED_ERRORS; TD_CAVEAT_COVARIANCE.
        pub fn td_landing_sample(lander: *const td_lander, state: *const td_lander_state, errors: *const td_landing_errors, index: i32, sampled_lander: *mut td_lander, sampled_state: *mut td_lander_state) -> i32;

        /// Counts one landing whose outcome stands.
        ///
        /// odds     read and written. Unchanged where the status is negative.
        /// returns  TD_SOLVED, or TD_REFUSED_ NULL, SIZE (counts that no tally produces, or already TD_MAX_LANDING_SAMPLES),
        ///          PHASE (its outcome), RANGE.
        pub fn td_landing_tally(odds: *mut td_landing_odds, landing: *const td_landing) -> i32;

        /// Samples 0 .. samples - 1, landed and tallied.
        ///
        /// samples  1 .. TD_MAX_LANDING_SAMPLES
        /// steps    as td_land, of each sample
        /// returns  as td_landing_sample and td_land; caveats of all samples together.
        /// cost     at most that of `samples` calls of td_land and td_landing_sample.
        pub fn td_land_sampled(lander: *const td_lander, state: *const td_lander_state, errors: *const td_landing_errors, samples: i32, steps: i32, odds: *mut td_landing_odds) -> i32;

        /// The limits of the linked library, which need not be those that this file is compiled for.
        ///
        /// limits   written only if the status is not negative.
        /// returns  TD_SOLVED, or TD_REFUSED_NULL.
        pub fn td_limits_of_library(limits: *mut td_limits) -> i32;

        /// Begins: learns level and noise, then watches.
        ///
        /// returns  TD_SOLVED, or the first that applies of TD_REFUSED_ NULL, MASS, INERTIA, SIZE (speeds, feet, points),
        ///          POSITION, MONITOR; of a machine with joints NULL, SIZE, MONITOR. Then `monitor` is untouched.
        pub fn td_monitor_start(monitor: *mut td_monitor, machine: *const td_monitor_machine) -> i32;

        /// Takes one sample of an inertial sensor.
        ///
        /// machine  as given to td_monitor_start: of another one the answer is unspecified, but no less safe.
        /// sample   missing if a reading is not finite: the one before stands in, and the uncertainty of the event grows by what
        ///          that may hide. Feed a lost sample as NaN.
        /// returns  TD_SOLVED, TD_CAVEAT_ CLIPPED, MISSING_SAMPLE (of this sample), or TD_REFUSED_ NULL, NOT_STARTED (or a
        ///          machine with joints), MONITOR (with this machine no momentum is finite); a refused one changes nothing.
        pub fn td_monitor_feed(monitor: *mut td_monitor, machine: *const td_monitor_machine, sample: *const td_monitor_sample) -> i32;

        /// Takes one sample of a machine with joints.
        ///
        /// machine  as for td_monitor_feed.
        /// sample   missing if u, force, J, normals or push is not finite: the next good one then covers the time since the
        ///          last, with its own force, and with a variance as if all lost samples erred alike. Feed a lost one as NaN.
        /// returns  TD_SOLVED, TD_CAVEAT_MISSING_SAMPLE (this one), or the first that applies of TD_REFUSED_ NULL, NOT_STARTED
        ///          (or no joints), SIZE (not the machine's; pushes), MONITOR (gain), TIME (dt), MASS_MATRIX; a refused one
        ///          changes nothing.
        /// cost     n^3 / 6 for M, n^2 / 2 and two contact Jacobians' products for each foot.
        /// source   De Luca, Albu-Schaffer, Haddadin & Hirzinger 2006 (residual); docs/theory (M.13) to (M.21).
        pub fn td_monitor_feed_joints(monitor: *mut td_monitor, machine: *const td_monitor_machine, sample: *const td_joints_sample) -> i32;

        /// Resolves the impact of a free rigid body on several points at once.
        ///
        /// contacts  receives count, in the order of `points`; null: not wanted. Only if the status is not negative.
        /// returns  TD_SOLVED, caveats, or the first that applies of TD_REFUSED_ NULL, SIZE, RULE, ITERATIONS, those of options,
        ///          LAW, MASS, INERTIA, NORMAL, POSITION, then contact by contact CONTACT_INERTIA, VELOCITY, RESTITUTION,
        ///          KINETIC_FRICTION, STATIC_FRICTION, NOT_PLANAR (single impacts), and RANGE.
        /// cost     linear in iterations and contacts.
        /// source   Stanescu & Pandrea 2017 (superposed); docs/theory (coupled).
        pub fn td_resolve_body_multi_contact(body: *const td_body_multi_contact, impact: *mut td_body_multi_contact_impact, contacts: *mut td_contact_result) -> i32;

        /// Resolves several contacts at once of a system given by generalized speeds, with constraints held or without.
        ///
        /// after    as td_resolve_speeds.
        /// contacts  receives count, in the order of J; null: not wanted. Only if the status is not negative.
        /// returns  TD_SOLVED, caveats (REDUNDANT too), or the first that applies of TD_REFUSED_ NULL, SIZE, RULE, ITERATIONS,
        ///          those of options, LAW, AXES, MASS_MATRIX or FACTOR, CONSTRAINT, JACOBIAN, NORMAL, then as for a body.
        /// cost     as for a body, and as td_resolve_speeds once.
        pub fn td_resolve_speeds_multi_contact(system: *const td_speeds_multi_contact, impact: *mut td_speeds_multi_contact_impact, after: *mut td_system_after, contacts: *mut td_contact_result) -> i32;

        /// Prepares a contact whose W, surface and options stay the same.
        ///
        /// contact  v is not read.
        /// prepared written only if the status is not negative.
        /// returns  TD_SOLVED, or TD_REFUSED_ NULL, CONTACT_INERTIA, RESTITUTION, KINETIC_FRICTION, STATIC_FRICTION, LAW,
        ///          METHOD, STEPS, WEIGHTS, NOT_PLANAR: as td_resolve, whatever the velocity.
        pub fn td_prepare(contact: *const td_contact, prepared: *mut td_prepared) -> i32;

        /// Resolves an impact of a prepared contact.
        ///
        /// prepared as td_prepare left it. If you modify it, the result is unspecified; the call is still safe.
        /// v        \[m/s] velocity of the contact point before
        /// response written only if the status is not negative.
        /// returns  as td_resolve of the contact with this velocity; but it is solved where only a figure of the report is out
        ///          of range.
        pub fn td_resolve_prepared(prepared: *const td_prepared, v: *const td_contact_vector, response: *mut td_response) -> i32;

        /// Resolves one impact given in contact space, with its derivatives.
        ///
        /// impact   written only if the status is not negative.
        /// by_W     derivatives by W, written likewise; null: not wanted, which saves work. With them derivatives in
        ///          `impact` may differ within their error.
        /// returns  as td_resolve; ONE_SIDED too, by W also where a direction has no mobility; and RANGE where a derivative
        ///          exceeds the range of td_real.
        /// cost     several times td_resolve; at most TD_MAX_STEPS steps.
        /// source   docs/theory (V.1)..(V.6), (V.8), (V.9), (V.13), (V.14).
        pub fn td_resolve_derivatives(contact: *const td_contact, impact: *mut td_impact_derivatives, by_W: *mut td_impact_inertia_derivatives) -> i32;

        /// Resolves the impact of a free rigid body, with its derivatives.
        ///
        /// impact   written only if the status is not negative.
        /// by_pose  derivatives by where it is hit, written likewise; null: not wanted. As `by_W` of td_resolve_derivatives.
        /// returns  as td_resolve_body and td_resolve_derivatives.
        /// source   v' = v + M^-1 J^T p(J v): the contact's derivatives, with the maps into contact space and back;
        ///          docs/theory (V.10).
        pub fn td_resolve_body_derivatives(body: *const td_body_contact, impact: *mut td_body_derivatives, by_pose: *mut td_body_pose_derivatives) -> i32;

        /// Resolves the impact of a free rigid body on several points at once, with its derivatives. Under the coupled rule
        /// these are of the law that each contact obeys at the end of its phases; under the other rules, of their formulas or of
        /// the single impacts in sequence. Their error is some ten times `residual`: give TD_CONVERGED_ITERATIONS or more.
        /// Impulses of redundant contacts change as equally compliant contacts would share them. A jump that mu_s decides raises
        /// TD_CAVEAT_MARGINAL and does not count in `margin`. Columns by the surfaces go contact by contact, in the order of
        /// `points`: mu_s, mu_k, e.
        ///
        /// p        receives 3 count x 6, of the impulses \[N s] by the motion before, contact by contact, rows n, t, s of each;
        ///          null: not wanted. Only if the status is not negative.
        /// p_by_surface       receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise.
        /// motion_by_surface  receives 6 x 3 count, of v and w after by the surfaces; or null. Likewise.
        /// contacts  receives count, as of td_resolve_body_multi_contact; or null. Likewise.
        /// returns  as td_resolve_body_multi_contact and td_resolve_derivatives.
        /// cost     by the coupled rule a linear solve of at most three unknowns a contact, twice, for each of 6 + 3 count
        ///          inputs; in sequence td_resolve_derivatives for each impact.
        /// source   docs/theory (V.18)..(V.24).
        pub fn td_resolve_body_multi_contact_derivatives(body: *const td_body_multi_contact, impact: *mut td_body_multi_contact_derivatives, p: *mut f32, p_by_surface: *mut f32, motion_by_surface: *mut f32, contacts: *mut td_contact_result) -> i32;

        /// Resolves the impact of a system given by generalized speeds, with its derivatives. The speed A u of a held row counts
        /// as constant.
        ///
        /// p        receives 3 x (n + 3), of the impulse \[N s], rows n, t, s; null: not wanted. Only if the status is not
        ///          negative.
        /// u        receives n x (n + 3), of the speeds after; or null. Likewise.
        /// after    as td_resolve_speeds.
        /// returns  as td_resolve_speeds and td_resolve_derivatives.
        pub fn td_resolve_speeds_derivatives(system: *const td_speeds, impact: *mut td_speeds_derivatives, p: *mut f32, u: *mut f32, after: *mut td_system_after) -> i32;

        /// Resolves several contacts at once of a system given by generalized speeds, with its derivatives: as
        /// td_resolve_body_multi_contact_derivatives does of a body. The speed A u of a held row counts as constant.
        ///
        /// p        receives 3 count x n, of the impulses \[N s] by the speeds before, contact by contact, rows n, t, s of each;
        ///          null: not wanted. Only if the status is not negative.
        /// p_by_surface  receives 3 count x 3 count, of the impulses by the surfaces; or null. Likewise.
        /// u        receives n x n, of the speeds after by the speeds before; or null. Likewise.
        /// u_by_surface  receives n x 3 count, of the speeds after by the surfaces; or null. Likewise.
        /// after    as td_resolve_speeds.
        /// contacts  receives count, as of td_resolve_speeds_multi_contact; or null. Likewise.
        /// returns  as td_resolve_speeds_multi_contact and td_resolve_derivatives.
        /// cost     as td_resolve_body_multi_contact_derivatives, for each of n + 3 count inputs.
        /// source   docs/theory (V.18)..(V.24).
        pub fn td_resolve_speeds_multi_contact_derivatives(system: *const td_speeds_multi_contact, impact: *mut td_speeds_multi_contact_derivatives, p: *mut f32, p_by_surface: *mut f32, u: *mut f32, u_by_surface: *mut f32, after: *mut td_system_after, contacts: *mut td_contact_result) -> i32;

        /// Resolves the impact of a free rigid body that touches a plane at rest, with its saltation matrix. A contact that does
        /// not approach leaves errors as they are.
        ///
        /// before   loads in the flight before.
        /// after    loads in the flight after; null: the same.
        /// saltation  written only if the status is not negative.
        /// reach    how large errors may be, found by impacts beside this one; written likewise; null: not wanted.
        /// returns  as td_resolve_body_derivatives; RANGE also if loads are not finite, or if the matrix exceeds td_real, as for
        ///          a contact that hardly approaches.
        /// cost     `reach` takes up to TD_REACH_IMPACTS td_resolve_body more.
        /// source   docs/theory (V.11), (V.16).
        pub fn td_body_saltation_of(contact: *const td_body_contact, before: *const td_body_loads, after: *const td_body_loads, saltation: *mut td_body_saltation, reach: *mut td_saltation_reach) -> i32;

        /// Resolves the impact of a system given by generalized speeds, whose contact touches a plane at rest, with its
        /// saltation matrix. The gap grows by J u along the normal. Inertias that hold rows in part do not change. A contact
        /// that does not approach leaves errors as they are.
        ///
        /// X        receives 2 n x 2 n, errors after by errors before, those of the configuration first; null: not wanted. Only
        ///          if the status is not negative.
        /// E        receives 2 n x 6, by errors of parameters: those of a body, the normal in the axes of J; or null. Likewise.
        /// after    as td_resolve_speeds.
        /// returns  as td_resolve_speeds and td_resolve_derivatives; RANGE also if an array of `flow` is not finite, or if a
        ///          matrix exceeds td_real, as for a contact that hardly approaches.
        /// cost     n^3 for each speed with M, else n^2.
        /// source   docs/theory (V.11), (V.12).
        pub fn td_speeds_saltation_of(system: *const td_speeds, flow: *const td_speeds_flow, saltation: *mut td_speeds_saltation, X: *mut f32, E: *mut f32, after: *mut td_system_after) -> i32;

        /// Finds the first touch, and the covariance of the state there. The flight is as in td_find_first_touch, with constant
        /// w, for its errors too.
        ///
        /// P        12 x 12, of the state, by rows; the lower triangle is read.
        /// S        6 x 6, of the parameters likewise. Null: none.
        /// touch    as td_find_first_touch gives it. Like `covariance` written only if the status is not negative.
        /// returns  TD_REFUSED_ NULL, RANGE (of P or S that is not finite), or as td_find_first_touch; caveats of
        ///          td_body_saltation_of, TD_CAVEAT_COVARIANCE of P or S, and TD_CAVEAT_COVARIANCE_ENDS.
        /// cost     td_find_first_touch, td_body_saltation_of and at most three times td_covariance_through.
        /// source   docs/theory (V.11), (V.17).
        pub fn td_first_touch_covariance(body: *const td_lander, state: *const td_lander_state, P: *const f32, S: *const f32, touch: *mut td_first_touch, covariance: *mut td_touch_covariance) -> i32;

        /// The covariance after a linear map of errors, X C X^T + E S E^T. For an impact X is its saltation matrix, or the rows
        /// `motion` of td_body_derivatives; E is the matrix of its parameters, C the covariance of the state, S of the
        /// parameters. The result is symmetric to the last bit and positive semidefinite to rounding, whatever the input.
        ///
        /// outputs  1 .. TD_MAX_COVARIANCE.
        /// inputs   likewise.
        /// X        outputs x inputs, by rows.
        /// C        inputs x inputs; the lower triangle is read.
        /// parameters   columns of E, 1 .. TD_MAX_COVARIANCE; not read without E and S.
        /// E        outputs x parameters; null: none.
        /// S        parameters x parameters, the lower triangle is read; null: none.
        /// after    outputs x outputs; may be C. Written only if the status is not negative.
        /// returns  TD_SOLVED, TD_CAVEAT_COVARIANCE, or TD_REFUSED_ NULL, SIZE, RANGE (of what is not finite, too).
        pub fn td_covariance_through(outputs: i32, inputs: i32, X: *const f32, C: *const f32, parameters: i32, E: *const f32, S: *const f32, after: *mut f32) -> i32;

        /// The name of a status with the reason: "solved", "refused: contact inertia: W is not positive semidefinite",
        /// "caveat: jam"; of a sum of caveats "several caveats". Never null.
        pub fn td_status_name(status: i32) -> *const core::ffi::c_char;

        /// The name of each caveat of a status, in the order of their bits.
        ///
        /// index    from 0
        /// returns  "" where the status has no more: for (k = 0; *(name = td_caveat_name(status, k)); ++k). Never null.
        pub fn td_caveat_name(status: i32, index: i32) -> *const core::ffi::c_char;

        /// What to do about a refusal, or about the caveat of the lowest bit, in a sentence; "" of TD_SOLVED. Never null.
        pub fn td_status_advice(status: i32) -> *const core::ffi::c_char;

        /// Resolves the impact of two free rigid bodies. To swap the bodies, swap a and b, r_a and r_b, and
        /// negate n: the impulse is negated.
        ///
        /// returns  as td_resolve, and before those MASS, INERTIA, NORMAL, POSITION, of either body.
        /// source   W is the sum of both bodies' (Shen & Townsend 1998, section 5).
        pub fn td_resolve_pair(pair: *const td_pair, impact: *mut td_pair_impact) -> i32;

        /// Resolves the impact of a system given by generalized speeds, with constraints held or without.
        ///
        /// after    where speeds and generalized impulses go; null: not wanted.
        /// returns  TD_SOLVED, caveats (REDUNDANT too), or the first that applies of TD_REFUSED_ NULL, SIZE, AXES, MASS_MATRIX
        ///          or FACTOR, JACOBIAN, NORMAL, CONSTRAINT or RANGE, and then those of td_resolve. CONTACT_INERTIA also for a
        ///          point that the constraints hold still along the normal.
        /// cost     n^3/6 for M (none for L), 3 n^2, and 4 k^2 n for k constraints.
        /// source   du = M^-1 J^T p (Djerassi 2012 (1)-(4); Shen & Townsend 1998 (11)), projected on A du = 0.
        pub fn td_resolve_speeds(system: *const td_speeds, impact: *mut td_speeds_impact, after: *mut td_system_after) -> i32;

        /// Computes the three views of a system. For the joints of an arm A is the identity; leave out joints that are never
        /// held.
        ///
        /// returns  TD_SOLVED, TD_CAVEAT_REDUNDANT, or as td_resolve_speeds up to CONSTRAINT, or RANGE. u, surface and options
        ///          are not read.
        pub fn td_operational_space_inertia_of(system: *const td_speeds, inertia: *mut td_operational_space_inertia) -> i32;

        /// Version of the linked library: major * 10000 + minor * 100 + patch.
        pub fn td_version() -> i32;
    }

    /// The size of each struct, to be compared with that in C.
    pub const SIZES: &[(&str, usize)] = &[
        ("td_drop_rig", core::mem::size_of::<td_drop_rig>()),
        ("td_drop_sample", core::mem::size_of::<td_drop_sample>()),
        ("td_drop_half", core::mem::size_of::<td_drop_half>()),
        ("td_drop_test", core::mem::size_of::<td_drop_test>()),
        ("td_measured", core::mem::size_of::<td_measured>()),
        ("td_drop_approach", core::mem::size_of::<td_drop_approach>()),
        ("td_drop_impact", core::mem::size_of::<td_drop_impact>()),
        ("td_effector", core::mem::size_of::<td_effector>()),
        ("td_effector_impact", core::mem::size_of::<td_effector_impact>()),
        ("td_surface", core::mem::size_of::<td_surface>()),
        ("td_options", core::mem::size_of::<td_options>()),
        ("td_contact_vector", core::mem::size_of::<td_contact_vector>()),
        ("td_contact_inertia", core::mem::size_of::<td_contact_inertia>()),
        ("td_contact", core::mem::size_of::<td_contact>()),
        ("td_impact", core::mem::size_of::<td_impact>()),
        ("td_rigid_body", core::mem::size_of::<td_rigid_body>()),
        ("td_body_contact", core::mem::size_of::<td_body_contact>()),
        ("td_body_impact", core::mem::size_of::<td_body_impact>()),
        ("td_restitution", core::mem::size_of::<td_restitution>()),
        ("td_surface_pair", core::mem::size_of::<td_surface_pair>()),
        ("td_ground", core::mem::size_of::<td_ground>()),
        ("td_lander_state", core::mem::size_of::<td_lander_state>()),
        ("td_foot", core::mem::size_of::<td_foot>()),
        ("td_touch", core::mem::size_of::<td_touch>()),
        ("td_strut_stage", core::mem::size_of::<td_strut_stage>()),
        ("td_strut", core::mem::size_of::<td_strut>()),
        ("td_leg", core::mem::size_of::<td_leg>()),
        ("td_strut_record", core::mem::size_of::<td_strut_record>()),
        ("td_leg_record", core::mem::size_of::<td_leg_record>()),
        ("td_lander", core::mem::size_of::<td_lander>()),
        ("td_landing", core::mem::size_of::<td_landing>()),
        ("td_stance", core::mem::size_of::<td_stance>()),
        ("td_foot_outlook", core::mem::size_of::<td_foot_outlook>()),
        ("td_first_touch", core::mem::size_of::<td_first_touch>()),
        ("td_landing_errors", core::mem::size_of::<td_landing_errors>()),
        ("td_landing_odds", core::mem::size_of::<td_landing_odds>()),
        ("td_limits", core::mem::size_of::<td_limits>()),
        ("td_monitor_point", core::mem::size_of::<td_monitor_point>()),
        ("td_monitor_machine", core::mem::size_of::<td_monitor_machine>()),
        ("td_monitor_sample", core::mem::size_of::<td_monitor_sample>()),
        ("td_joints_sample", core::mem::size_of::<td_joints_sample>()),
        ("td_contact_event", core::mem::size_of::<td_contact_event>()),
        ("td_monitor", core::mem::size_of::<td_monitor>()),
        ("td_multi_contact", core::mem::size_of::<td_multi_contact>()),
        ("td_contact_result", core::mem::size_of::<td_contact_result>()),
        ("td_multi_contact_result", core::mem::size_of::<td_multi_contact_result>()),
        ("td_point", core::mem::size_of::<td_point>()),
        ("td_body_multi_contact", core::mem::size_of::<td_body_multi_contact>()),
        ("td_body_multi_contact_impact", core::mem::size_of::<td_body_multi_contact_impact>()),
        ("td_speeds_multi_contact", core::mem::size_of::<td_speeds_multi_contact>()),
        ("td_speeds_multi_contact_impact", core::mem::size_of::<td_speeds_multi_contact_impact>()),
        ("td_response", core::mem::size_of::<td_response>()),
        ("td_prepared_slip", core::mem::size_of::<td_prepared_slip>()),
        ("td_prepared", core::mem::size_of::<td_prepared>()),
        ("td_impact_derivatives", core::mem::size_of::<td_impact_derivatives>()),
        ("td_impact_inertia_derivatives", core::mem::size_of::<td_impact_inertia_derivatives>()),
        ("td_body_derivatives", core::mem::size_of::<td_body_derivatives>()),
        ("td_body_pose_derivatives", core::mem::size_of::<td_body_pose_derivatives>()),
        ("td_body_multi_contact_derivatives", core::mem::size_of::<td_body_multi_contact_derivatives>()),
        ("td_speeds_derivatives", core::mem::size_of::<td_speeds_derivatives>()),
        ("td_speeds_multi_contact_derivatives", core::mem::size_of::<td_speeds_multi_contact_derivatives>()),
        ("td_body_loads", core::mem::size_of::<td_body_loads>()),
        ("td_body_saltation", core::mem::size_of::<td_body_saltation>()),
        ("td_saltation_reach", core::mem::size_of::<td_saltation_reach>()),
        ("td_speeds_flow", core::mem::size_of::<td_speeds_flow>()),
        ("td_speeds_saltation", core::mem::size_of::<td_speeds_saltation>()),
        ("td_touch_covariance", core::mem::size_of::<td_touch_covariance>()),
        ("td_pair", core::mem::size_of::<td_pair>()),
        ("td_pair_impact", core::mem::size_of::<td_pair_impact>()),
        ("td_system", core::mem::size_of::<td_system>()),
        ("td_system_after", core::mem::size_of::<td_system_after>()),
        ("td_speeds", core::mem::size_of::<td_speeds>()),
        ("td_speeds_impact", core::mem::size_of::<td_speeds_impact>()),
        ("td_operational_space_inertia", core::mem::size_of::<td_operational_space_inertia>()),
    ];
}

/// Structs and functions in double; `float` has the comments.
pub mod double {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_rig {
        pub rate: f64,
        pub normal: [f64; 3],
        pub range: f64,
        pub resolution: f64,
        pub threshold: f64,
        pub gravity: f64,
        pub misalignment: f64,
        pub sensitivity: f64,
        pub max_tilt: f64,
        pub bandwidth: f64,
        pub filter: f64,
        pub bounce: f64,
        pub sensor: [f64; 3],
        pub contact: [f64; 3],
    }
    zero_by_default!(td_drop_rig);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_sample {
        pub a: [f64; 3],
        pub w: [f64; 3],
    }
    zero_by_default!(td_drop_sample);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_half {
        pub fell: f64,
        pub level: f64,
    }
    zero_by_default!(td_drop_half);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_test {
        pub phase: i32,
        pub next: i32,
        pub count: i32,
        pub until: i32,
        pub slot: i32,
        pub stride: i32,
        pub deadline: i32,
        pub clipped: i32,
        pub missing: i32,
        pub second: i32,
        pub unfinished: i32,
        pub early: i32,
        pub resting: i32,
        pub rests: i32,
        pub checks: i32,
        pub trigger: i32,
        pub flown: i32,
        pub landed: i32,
        pub before: [td_drop_sample; 16],
        pub normal_bias: f64,
        pub noise: f64,
        pub bias: [f64; 3],
        pub rotation_sum: [f64; 3],
        pub sum: [f64; 3],
        pub up: [f64; 3],
        pub learned: [f64; 3],
        pub fell: f64,
        pub half: [td_drop_half; 2],
        pub clips_at: f64,
        pub top: f64,
        pub near_from: f64,
        pub at_top: i32,
        pub near_top: i32,
        pub rig: td_drop_rig,
        pub point: [td_drop_sample; 128],
    }
    zero_by_default!(td_drop_test);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_measured {
        pub value: f64,
        pub uncertainty: f64,
    }
    zero_by_default!(td_measured);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_approach {
        pub speed: f64,
        pub uncertainty: f64,
    }
    zero_by_default!(td_drop_approach);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_drop_impact {
        pub e: td_measured,
        pub mu: td_measured,
        pub duration: td_measured,
        pub compression: td_measured,
        pub peak: td_measured,
        pub impulse: td_measured,
        pub e_force: f64,
        pub e_duration: f64,
        pub e_speed: f64,
        pub approach: td_measured,
        pub leaving: td_measured,
        pub sliding: f64,
        pub friction: [f64; 3],
        pub tilt: f64,
        pub turn: f64,
        pub age: f64,
        pub split: i32,
        pub e_bound: i32,
        pub mu_bound: i32,
        pub samples: i32,
        pub rises: i32,
        pub clipped: i32,
        pub missing: i32,
    }
    zero_by_default!(td_drop_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_effector {
        pub speeds: td_speeds,
        pub max_speed_jump: *const f64,
        pub max_joint_impulse: *const f64,
        pub max_constraint_impulse: *const f64,
        pub stiffness: f64,
        pub max_force: f64,
    }
    zero_by_default!(td_effector);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_effector_impact {
        pub speeds: td_speeds_impact,
        pub slide: [f64; 3],
        pub energy_lost: f64,
        pub scale: f64,
        pub limit: i32,
        pub joint: i32,
        pub peak_force: f64,
    }
    zero_by_default!(td_effector_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_surface {
        pub mu_s: f64,
        pub mu_k: f64,
        pub e: f64,
    }
    zero_by_default!(td_surface);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_options {
        pub law: i32,
        pub method: i32,
        pub steps: i32,
        pub d1: f64,
        pub d2: f64,
    }
    zero_by_default!(td_options);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_vector {
        pub n: f64,
        pub t: f64,
        pub s: f64,
    }
    zero_by_default!(td_contact_vector);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_inertia {
        pub nn: f64,
        pub nt: f64,
        pub ns: f64,
        pub tt: f64,
        pub ts: f64,
        pub ss: f64,
    }
    zero_by_default!(td_contact_inertia);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact {
        pub W: td_contact_inertia,
        pub v: td_contact_vector,
        pub surface: td_surface,
        pub options: td_options,
    }
    zero_by_default!(td_contact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_impact {
        pub p: td_contact_vector,
        pub v: td_contact_vector,
        pub p_compression: f64,
        pub p_sliding: f64,
        pub p_sticking: f64,
        pub p_reversed: f64,
        pub N_P: f64,
        pub N_N: f64,
        pub N_E: f64,
        pub energy_before: f64,
        pub energy_after: f64,
        pub energy_friction: f64,
        pub energy_restitution: f64,
        pub cone_margin: f64,
        pub R1: f64,
        pub R2: f64,
        pub R3: f64,
        pub case_number: i32,
        pub mode_compression: i32,
        pub mode_restitution: i32,
        pub law: i32,
        pub method: i32,
        pub steps: i32,
    }
    zero_by_default!(td_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_rigid_body {
        pub mass: f64,
        pub inertia: [f64; 6],
        pub v: [f64; 3],
        pub w: [f64; 3],
    }
    zero_by_default!(td_rigid_body);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_contact {
        pub body: td_rigid_body,
        pub r: [f64; 3],
        pub n: [f64; 3],
        pub surface: td_surface,
        pub options: td_options,
    }
    zero_by_default!(td_body_contact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_impact {
        pub impact: td_impact,
        pub t: [f64; 3],
        pub s: [f64; 3],
        pub v: [f64; 3],
        pub w: [f64; 3],
    }
    zero_by_default!(td_body_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_restitution {
        pub capture_speed: f64,
        pub speed: [f64; 8],
        pub e: [f64; 8],
        pub points: i32,
    }
    zero_by_default!(td_restitution);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_surface_pair {
        pub a: i32,
        pub b: i32,
        pub mu_s: f64,
        pub mu_k: f64,
        pub restitution: td_restitution,
    }
    zero_by_default!(td_surface_pair);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_ground {
        pub point: [f64; 3],
        pub n: [f64; 3],
    }
    zero_by_default!(td_ground);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_lander_state {
        pub x: [f64; 3],
        pub q: [f64; 4],
        pub v: [f64; 3],
        pub w: [f64; 3],
    }
    zero_by_default!(td_lander_state);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_foot {
        pub r: [f64; 3],
        pub radius: f64,
        pub surface: td_surface,
        pub mu_sliding: f64,
    }
    zero_by_default!(td_foot);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_touch {
        pub foot: i32,
        pub time: f64,
        pub v_n: f64,
        pub slip: f64,
        pub p: [f64; 3],
        pub energy_lost: f64,
    }
    zero_by_default!(td_touch);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_strut_stage {
        pub force: f64,
        pub stroke: f64,
    }
    zero_by_default!(td_strut_stage);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_strut {
        pub joint: [f64; 3],
        pub stiffness: f64,
        pub damping: f64,
        pub crush: [td_strut_stage; 2],
        pub pull: [td_strut_stage; 2],
    }
    zero_by_default!(td_strut);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_leg {
        pub kind: i32,
        pub axis: [f64; 3],
        pub force: f64,
        pub stiffness: f64,
        pub damping: f64,
        pub preload: f64,
        pub friction: f64,
        pub stroke: f64,
        pub pad_mass: f64,
        pub strut: [td_strut; 3],
    }
    zero_by_default!(td_leg);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_strut_record {
        pub elastic: f64,
        pub crushed: f64,
        pub pulled: f64,
        pub force: f64,
        pub most_push: f64,
        pub push_time: f64,
        pub most_pull: f64,
        pub pull_time: f64,
        pub energy: f64,
    }
    zero_by_default!(td_strut_record);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_leg_record {
        pub stroke: f64,
        pub most_stroke: f64,
        pub peak_force: f64,
        pub energy: f64,
        pub stops: i32,
        pub force: [f64; 3],
        pub down: i32,
        pub pad: [f64; 3],
        pub pad_v: [f64; 3],
        pub slide: f64,
        pub strut: [td_strut_record; 3],
    }
    zero_by_default!(td_leg_record);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_lander {
        pub mass: f64,
        pub inertia: [f64; 6],
        pub up: [f64; 3],
        pub feet: i32,
        pub foot: [td_foot; 8],
        pub points: i32,
        pub point: [[f64; 3]; 4],
        pub planes: i32,
        pub ground: [td_ground; 8],
        pub gravity: [f64; 3],
        pub thrust: [f64; 3],
        pub thrust_at: [f64; 3],
        pub cut_delay: f64,
        pub options: td_options,
        pub step: f64,
        pub horizon: f64,
        pub impacts: i32,
        pub iterations: i32,
        pub margins: i32,
        pub highest: f64,
        pub height: Option<unsafe extern "C" fn(*const core::ffi::c_void, *const f64, *mut f64) -> f64>,
        pub height_context: *const core::ffi::c_void,
        pub most_touches: i32,
        pub leg: [td_leg; 8],
    }
    zero_by_default!(td_lander);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_landing {
        pub state: td_lander_state,
        pub time: f64,
        pub first_contact: f64,
        pub energy_lost: f64,
        pub owed: f64,
        pub deepest: f64,
        pub clearance: f64,
        pub closest_point: i32,
        pub bearing: i32,
        pub phase: i32,
        pub outcome: i32,
        pub edge_from: i32,
        pub edge_to: i32,
        pub least_margin: f64,
        pub least_time: f64,
        pub least_from: i32,
        pub least_to: i32,
        pub steps: i32,
        pub impacts: i32,
        pub touches: i32,
        pub quiet: i32,
        pub sub_step: f64,
        pub leg: [td_leg_record; 8],
    }
    zero_by_default!(td_landing);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_stance {
        pub stance: i32,
        pub feet: i32,
        pub friction: f64,
        pub energy: f64,
        pub edge_from: i32,
        pub edge_to: i32,
        pub falls_in: f64,
    }
    zero_by_default!(td_stance);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_foot_outlook {
        pub time: f64,
        pub v_n: f64,
        pub outlook: i32,
    }
    zero_by_default!(td_foot_outlook);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_first_touch {
        pub outlook: [td_foot_outlook; 8],
        pub time: f64,
        pub at: td_lander_state,
        pub after: td_lander_state,
        pub count: i32,
        pub touch: [td_touch; 8],
    }
    zero_by_default!(td_first_touch);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_landing_errors {
        pub covariance: [f64; 144],
        pub e: f64,
        pub mu: f64,
        pub guides: f64,
        pub slope: f64,
        pub laws: i32,
    }
    zero_by_default!(td_landing_errors);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_landing_odds {
        pub samples: i32,
        pub outcomes: [i32; 9],
        pub x: [f64; 3],
        pub covariance: [f64; 6],
        pub latest: f64,
        pub clearance: f64,
        pub closest_point: i32,
    }
    zero_by_default!(td_landing_odds);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_limits {
        pub max_speeds: i32,
        pub max_constraints: i32,
        pub max_contacts: i32,
        pub max_feet: i32,
        pub laws: i32,
        pub methods: i32,
    }
    zero_by_default!(td_limits);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor_point {
        pub r: [f64; 3],
        pub radius: f64,
        pub mu: f64,
    }
    zero_by_default!(td_monitor_point);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor_machine {
        pub speeds: i32,
        pub feet: i32,
        pub foot: [td_monitor_point; 8],
        pub model_error: f64,
        pub normal_error: f64,
        pub confidence: f64,
        pub wait: f64,
        pub bearing_load: f64,
        pub rate: f64,
        pub mass: f64,
        pub inertia: [f64; 6],
        pub sensor: [f64; 3],
        pub points: i32,
        pub point: [td_monitor_point; 8],
        pub range: f64,
        pub filter: f64,
        pub accelerometer_noise: f64,
        pub gyro_noise: f64,
        pub force_rate: f64,
        pub torque_rate: f64,
        pub noise: [f64; 12],
        pub gain: f64,
        pub learning: i32,
    }
    zero_by_default!(td_monitor_machine);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor_sample {
        pub a: [f64; 3],
        pub w: [f64; 3],
        pub n: [f64; 3],
        pub force: [f64; 3],
        pub torque: [f64; 3],
    }
    zero_by_default!(td_monitor_sample);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_joints_sample {
        pub n: i32,
        pub feet: i32,
        pub dt: f64,
        pub M: *const f64,
        pub u: *const f64,
        pub force: *const f64,
        pub J: *const f64,
        pub normals: *const f64,
        pub pushes: i32,
        pub push: *const f64,
    }
    zero_by_default!(td_joints_sample);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_event {
        pub phase: i32,
        pub number: i32,
        pub explanation: i32,
        pub foot: i32,
        pub samples: i32,
        pub caveats: i32,
        pub probability: [f64; 5],
        pub touched: f64,
        pub foot_probability: [f64; 8],
        pub impulse: [f64; 3],
        pub impulse_uncertainty: f64,
        pub foot_impulse: [[f64; 3]; 8],
        pub r: [f64; 3],
        pub r_uncertainty: f64,
        pub age: f64,
    }
    zero_by_default!(td_contact_event);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_monitor {
        pub phase: i32,
        pub touched: i32,
        pub foot: [i32; 8],
        pub load: [[f64; 3]; 8],
        pub residual: [f64; 12],
        pub event: td_contact_event,
        pub ring: [f64; 128],
        pub level: [f64; 12],
        pub variance: [f64; 12],
        pub growth: [f64; 6],
        pub jump: [f64; 12],
        pub u: [f64; 12],
        pub shaking: [f64; 6],
        pub flight: [f64; 6],
        pub thrust: [f64; 6],
        pub swing: [f64; 6],
        pub last: td_monitor_sample,
        pub normal: [f64; 3],
        pub hidden: [f64; 3],
        pub beside: [f64; 3],
        pub path: f64,
        pub noise: f64,
        pub drop: f64,
        pub loudest: f64,
        pub lost: f64,
        pub sure: f64,
        pub waited: f64,
        pub reach: f64,
        pub fed: i32,
        pub next: i32,
        pub fresh: i32,
        pub until: i32,
        pub begun: i32,
        pub onset: i32,
        pub standing: i32,
        pub quiet: i32,
        pub clips: i32,
        pub touch: i32,
        pub back: i32,
        pub turn: i32,
        pub hold: [i32; 8],
    }
    zero_by_default!(td_monitor);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_multi_contact {
        pub rule: i32,
        pub iterations: i32,
        pub options: td_options,
    }
    zero_by_default!(td_multi_contact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_contact_result {
        pub p: td_contact_vector,
        pub v: td_contact_vector,
        pub p_compression: f64,
        pub cone_margin: f64,
        pub mode: i32,
        pub t: [f64; 3],
        pub s: [f64; 3],
    }
    zero_by_default!(td_contact_result);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_multi_contact_result {
        pub energy_before: f64,
        pub energy_after: f64,
        pub approach_left: f64,
        pub residual: f64,
        pub restitution_scale: f64,
        pub iterations: i32,
    }
    zero_by_default!(td_multi_contact_result);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_point {
        pub r: [f64; 3],
        pub n: [f64; 3],
        pub surface: td_surface,
    }
    zero_by_default!(td_point);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_multi_contact {
        pub body: td_rigid_body,
        pub count: i32,
        pub points: *const td_point,
        pub multi_contact: td_multi_contact,
    }
    zero_by_default!(td_body_multi_contact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_multi_contact_impact {
        pub result: td_multi_contact_result,
        pub v: [f64; 3],
        pub w: [f64; 3],
    }
    zero_by_default!(td_body_multi_contact_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_multi_contact {
        pub system: td_system,
        pub count: i32,
        pub axes: i32,
        pub J: *const f64,
        pub normals: *const f64,
        pub surfaces: *const td_surface,
        pub multi_contact: td_multi_contact,
    }
    zero_by_default!(td_speeds_multi_contact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_multi_contact_impact {
        pub result: td_multi_contact_result,
        pub redundant: i32,
    }
    zero_by_default!(td_speeds_multi_contact_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_response {
        pub p: td_contact_vector,
        pub v: td_contact_vector,
        pub case_number: i32,
    }
    zero_by_default!(td_response);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_prepared_slip {
        pub sign: f64,
        pub slowing: f64,
        pub f: f64,
        pub friction_after: f64,
        pub slip_after: f64,
    }
    zero_by_default!(td_prepared_slip);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_prepared {
        pub contact: td_contact,
        pub short_way: i32,
        pub after_stop: i32,
        pub inverse_W: f64,
        pub inverse_t: f64,
        pub b: f64,
        pub e: f64,
        pub f_after: f64,
        pub along: [td_prepared_slip; 2],
    }
    zero_by_default!(td_prepared);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_impact_derivatives {
        pub impact: td_impact,
        pub p: [[f64; 6]; 3],
        pub v: [[f64; 6]; 3],
        pub margin: f64,
    }
    zero_by_default!(td_impact_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_impact_inertia_derivatives {
        pub p: [[f64; 6]; 3],
        pub v: [[f64; 6]; 3],
    }
    zero_by_default!(td_impact_inertia_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_derivatives {
        pub body: td_body_impact,
        pub p: [[f64; 9]; 3],
        pub motion: [[f64; 9]; 6],
        pub margin: f64,
    }
    zero_by_default!(td_body_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_pose_derivatives {
        pub impulse: [[f64; 9]; 3],
        pub motion: [[f64; 9]; 6],
    }
    zero_by_default!(td_body_pose_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_multi_contact_derivatives {
        pub body: td_body_multi_contact_impact,
        pub motion: [[f64; 6]; 6],
        pub margin: f64,
        pub redundant: i32,
    }
    zero_by_default!(td_body_multi_contact_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_derivatives {
        pub speeds: td_speeds_impact,
        pub margin: f64,
    }
    zero_by_default!(td_speeds_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_multi_contact_derivatives {
        pub speeds: td_speeds_multi_contact_impact,
        pub margin: f64,
        pub redundant: i32,
    }
    zero_by_default!(td_speeds_multi_contact_derivatives);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_loads {
        pub force: [f64; 3],
        pub torque: [f64; 3],
    }
    zero_by_default!(td_body_loads);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_body_saltation {
        pub body: td_body_impact,
        pub X: [[f64; 12]; 12],
        pub E: [[f64; 6]; 12],
        pub margin: f64,
    }
    zero_by_default!(td_body_saltation);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_saltation_reach {
        pub x: f64,
        pub attitude: f64,
        pub v: f64,
        pub w: f64,
    }
    zero_by_default!(td_saltation_reach);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_flow {
        pub before: *const f64,
        pub after: *const f64,
        pub M: *const f64,
        pub J: *const f64,
        pub A: *const f64,
    }
    zero_by_default!(td_speeds_flow);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_saltation {
        pub speeds: td_speeds_impact,
        pub margin: f64,
    }
    zero_by_default!(td_speeds_saltation);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_touch_covariance {
        pub known: i32,
        pub at: [[f64; 12]; 12],
        pub after: [[f64; 12]; 12],
        pub margin: f64,
    }
    zero_by_default!(td_touch_covariance);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_pair {
        pub a: td_rigid_body,
        pub b: td_rigid_body,
        pub r_a: [f64; 3],
        pub r_b: [f64; 3],
        pub n: [f64; 3],
        pub surface: td_surface,
        pub options: td_options,
    }
    zero_by_default!(td_pair);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_pair_impact {
        pub impact: td_impact,
        pub t: [f64; 3],
        pub s: [f64; 3],
        pub v_a: [f64; 3],
        pub w_a: [f64; 3],
        pub v_b: [f64; 3],
        pub w_b: [f64; 3],
    }
    zero_by_default!(td_pair_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_system {
        pub n: i32,
        pub M: *const f64,
        pub L: *const f64,
        pub u: *const f64,
        pub constraints: i32,
        pub A: *const f64,
        pub hold: *const f64,
    }
    zero_by_default!(td_system);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_system_after {
        pub u_after: *mut f64,
        pub joint_impulses: *mut f64,
        pub constraint_impulses: *mut f64,
    }
    zero_by_default!(td_system_after);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds {
        pub system: td_system,
        pub J: *const f64,
        pub axes: i32,
        pub normal: [f64; 3],
        pub surface: td_surface,
        pub options: td_options,
    }
    zero_by_default!(td_speeds);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_speeds_impact {
        pub impact: td_impact,
        pub t: [f64; 3],
        pub s: [f64; 3],
        pub redundant: i32,
    }
    zero_by_default!(td_speeds_impact);

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct td_operational_space_inertia {
        pub free: td_contact_inertia,
        pub locked: td_contact_inertia,
        pub blended: td_contact_inertia,
    }
    zero_by_default!(td_operational_space_inertia);

    #[link(name = "touchdown", kind = "static")]
    extern "C" {
        #[link_name = "td_drop_start_double"]
        pub fn td_drop_start(test: *mut td_drop_test, rig: *const td_drop_rig) -> i32;

        #[link_name = "td_drop_feed_double"]
        pub fn td_drop_feed(test: *mut td_drop_test, sample: *const td_drop_sample) -> i32;

        #[link_name = "td_drop_gap_double"]
        pub fn td_drop_gap(test: *mut td_drop_test, samples: i32) -> i32;

        #[link_name = "td_drop_rearm_double"]
        pub fn td_drop_rearm(test: *mut td_drop_test) -> i32;

        #[link_name = "td_drop_impact_of_double"]
        pub fn td_drop_impact_of(test: *const td_drop_test, approach: *const td_drop_approach, impact: *mut td_drop_impact) -> i32;

        #[link_name = "td_predict_effector_double"]
        pub fn td_predict_effector(effector: *const td_effector, impact: *mut td_effector_impact, after: *mut td_system_after) -> i32;

        #[link_name = "td_effector_invariants_double"]
        pub fn td_effector_invariants(system: *const td_speeds, count: *mut i32, rows: *mut f64) -> i32;

        pub fn td_mode_name(mode: i32) -> *const core::ffi::c_char;

        #[link_name = "td_resolve_double"]
        pub fn td_resolve(contact: *const td_contact, impact: *mut td_impact) -> i32;

        #[link_name = "td_resolve_body_double"]
        pub fn td_resolve_body(body: *const td_body_contact, impact: *mut td_body_impact) -> i32;

        #[link_name = "td_restitution_at_double"]
        pub fn td_restitution_at(restitution: *const td_restitution, approach_speed: f64, e: *mut f64) -> i32;

        #[link_name = "td_surface_between_double"]
        pub fn td_surface_between(pairs: *const td_surface_pair, count: i32, a: i32, b: i32, approach_speed: f64, surface: *mut td_surface) -> i32;

        pub fn td_outcome_name(outcome: i32) -> *const core::ffi::c_char;

        #[link_name = "td_landing_start_double"]
        pub fn td_landing_start(landing: *mut td_landing, lander: *const td_lander, state: *const td_lander_state) -> i32;

        #[link_name = "td_landing_step_double"]
        pub fn td_landing_step(landing: *mut td_landing, lander: *const td_lander, until: f64, touches: *mut td_touch) -> i32;

        #[link_name = "td_land_double"]
        pub fn td_land(lander: *const td_lander, state: *const td_lander_state, steps: i32, landing: *mut td_landing, touches: *mut td_touch) -> i32;

        #[link_name = "td_stance_of_double"]
        pub fn td_stance_of(landing: *const td_landing, lander: *const td_lander, stance: *mut td_stance) -> i32;

        #[link_name = "td_find_first_touch_double"]
        pub fn td_find_first_touch(lander: *const td_lander, state: *const td_lander_state, touch: *mut td_first_touch) -> i32;

        #[link_name = "td_landing_sample_double"]
        pub fn td_landing_sample(lander: *const td_lander, state: *const td_lander_state, errors: *const td_landing_errors, index: i32, sampled_lander: *mut td_lander, sampled_state: *mut td_lander_state) -> i32;

        #[link_name = "td_landing_tally_double"]
        pub fn td_landing_tally(odds: *mut td_landing_odds, landing: *const td_landing) -> i32;

        #[link_name = "td_land_sampled_double"]
        pub fn td_land_sampled(lander: *const td_lander, state: *const td_lander_state, errors: *const td_landing_errors, samples: i32, steps: i32, odds: *mut td_landing_odds) -> i32;

        pub fn td_limits_of_library(limits: *mut td_limits) -> i32;

        #[link_name = "td_monitor_start_double"]
        pub fn td_monitor_start(monitor: *mut td_monitor, machine: *const td_monitor_machine) -> i32;

        #[link_name = "td_monitor_feed_double"]
        pub fn td_monitor_feed(monitor: *mut td_monitor, machine: *const td_monitor_machine, sample: *const td_monitor_sample) -> i32;

        #[link_name = "td_monitor_feed_joints_double"]
        pub fn td_monitor_feed_joints(monitor: *mut td_monitor, machine: *const td_monitor_machine, sample: *const td_joints_sample) -> i32;

        #[link_name = "td_resolve_body_multi_contact_double"]
        pub fn td_resolve_body_multi_contact(body: *const td_body_multi_contact, impact: *mut td_body_multi_contact_impact, contacts: *mut td_contact_result) -> i32;

        #[link_name = "td_resolve_speeds_multi_contact_double"]
        pub fn td_resolve_speeds_multi_contact(system: *const td_speeds_multi_contact, impact: *mut td_speeds_multi_contact_impact, after: *mut td_system_after, contacts: *mut td_contact_result) -> i32;

        #[link_name = "td_prepare_double"]
        pub fn td_prepare(contact: *const td_contact, prepared: *mut td_prepared) -> i32;

        #[link_name = "td_resolve_prepared_double"]
        pub fn td_resolve_prepared(prepared: *const td_prepared, v: *const td_contact_vector, response: *mut td_response) -> i32;

        #[link_name = "td_resolve_derivatives_double"]
        pub fn td_resolve_derivatives(contact: *const td_contact, impact: *mut td_impact_derivatives, by_W: *mut td_impact_inertia_derivatives) -> i32;

        #[link_name = "td_resolve_body_derivatives_double"]
        pub fn td_resolve_body_derivatives(body: *const td_body_contact, impact: *mut td_body_derivatives, by_pose: *mut td_body_pose_derivatives) -> i32;

        #[link_name = "td_resolve_body_multi_contact_derivatives_double"]
        pub fn td_resolve_body_multi_contact_derivatives(body: *const td_body_multi_contact, impact: *mut td_body_multi_contact_derivatives, p: *mut f64, p_by_surface: *mut f64, motion_by_surface: *mut f64, contacts: *mut td_contact_result) -> i32;

        #[link_name = "td_resolve_speeds_derivatives_double"]
        pub fn td_resolve_speeds_derivatives(system: *const td_speeds, impact: *mut td_speeds_derivatives, p: *mut f64, u: *mut f64, after: *mut td_system_after) -> i32;

        #[link_name = "td_resolve_speeds_multi_contact_derivatives_double"]
        pub fn td_resolve_speeds_multi_contact_derivatives(system: *const td_speeds_multi_contact, impact: *mut td_speeds_multi_contact_derivatives, p: *mut f64, p_by_surface: *mut f64, u: *mut f64, u_by_surface: *mut f64, after: *mut td_system_after, contacts: *mut td_contact_result) -> i32;

        #[link_name = "td_body_saltation_of_double"]
        pub fn td_body_saltation_of(contact: *const td_body_contact, before: *const td_body_loads, after: *const td_body_loads, saltation: *mut td_body_saltation, reach: *mut td_saltation_reach) -> i32;

        #[link_name = "td_speeds_saltation_of_double"]
        pub fn td_speeds_saltation_of(system: *const td_speeds, flow: *const td_speeds_flow, saltation: *mut td_speeds_saltation, X: *mut f64, E: *mut f64, after: *mut td_system_after) -> i32;

        #[link_name = "td_first_touch_covariance_double"]
        pub fn td_first_touch_covariance(body: *const td_lander, state: *const td_lander_state, P: *const f64, S: *const f64, touch: *mut td_first_touch, covariance: *mut td_touch_covariance) -> i32;

        #[link_name = "td_covariance_through_double"]
        pub fn td_covariance_through(outputs: i32, inputs: i32, X: *const f64, C: *const f64, parameters: i32, E: *const f64, S: *const f64, after: *mut f64) -> i32;

        pub fn td_status_name(status: i32) -> *const core::ffi::c_char;

        pub fn td_caveat_name(status: i32, index: i32) -> *const core::ffi::c_char;

        pub fn td_status_advice(status: i32) -> *const core::ffi::c_char;

        #[link_name = "td_resolve_pair_double"]
        pub fn td_resolve_pair(pair: *const td_pair, impact: *mut td_pair_impact) -> i32;

        #[link_name = "td_resolve_speeds_double"]
        pub fn td_resolve_speeds(system: *const td_speeds, impact: *mut td_speeds_impact, after: *mut td_system_after) -> i32;

        #[link_name = "td_operational_space_inertia_of_double"]
        pub fn td_operational_space_inertia_of(system: *const td_speeds, inertia: *mut td_operational_space_inertia) -> i32;

        pub fn td_version() -> i32;
    }

    /// The size of each struct, to be compared with that in C.
    pub const SIZES: &[(&str, usize)] = &[
        ("td_drop_rig", core::mem::size_of::<td_drop_rig>()),
        ("td_drop_sample", core::mem::size_of::<td_drop_sample>()),
        ("td_drop_half", core::mem::size_of::<td_drop_half>()),
        ("td_drop_test", core::mem::size_of::<td_drop_test>()),
        ("td_measured", core::mem::size_of::<td_measured>()),
        ("td_drop_approach", core::mem::size_of::<td_drop_approach>()),
        ("td_drop_impact", core::mem::size_of::<td_drop_impact>()),
        ("td_effector", core::mem::size_of::<td_effector>()),
        ("td_effector_impact", core::mem::size_of::<td_effector_impact>()),
        ("td_surface", core::mem::size_of::<td_surface>()),
        ("td_options", core::mem::size_of::<td_options>()),
        ("td_contact_vector", core::mem::size_of::<td_contact_vector>()),
        ("td_contact_inertia", core::mem::size_of::<td_contact_inertia>()),
        ("td_contact", core::mem::size_of::<td_contact>()),
        ("td_impact", core::mem::size_of::<td_impact>()),
        ("td_rigid_body", core::mem::size_of::<td_rigid_body>()),
        ("td_body_contact", core::mem::size_of::<td_body_contact>()),
        ("td_body_impact", core::mem::size_of::<td_body_impact>()),
        ("td_restitution", core::mem::size_of::<td_restitution>()),
        ("td_surface_pair", core::mem::size_of::<td_surface_pair>()),
        ("td_ground", core::mem::size_of::<td_ground>()),
        ("td_lander_state", core::mem::size_of::<td_lander_state>()),
        ("td_foot", core::mem::size_of::<td_foot>()),
        ("td_touch", core::mem::size_of::<td_touch>()),
        ("td_strut_stage", core::mem::size_of::<td_strut_stage>()),
        ("td_strut", core::mem::size_of::<td_strut>()),
        ("td_leg", core::mem::size_of::<td_leg>()),
        ("td_strut_record", core::mem::size_of::<td_strut_record>()),
        ("td_leg_record", core::mem::size_of::<td_leg_record>()),
        ("td_lander", core::mem::size_of::<td_lander>()),
        ("td_landing", core::mem::size_of::<td_landing>()),
        ("td_stance", core::mem::size_of::<td_stance>()),
        ("td_foot_outlook", core::mem::size_of::<td_foot_outlook>()),
        ("td_first_touch", core::mem::size_of::<td_first_touch>()),
        ("td_landing_errors", core::mem::size_of::<td_landing_errors>()),
        ("td_landing_odds", core::mem::size_of::<td_landing_odds>()),
        ("td_limits", core::mem::size_of::<td_limits>()),
        ("td_monitor_point", core::mem::size_of::<td_monitor_point>()),
        ("td_monitor_machine", core::mem::size_of::<td_monitor_machine>()),
        ("td_monitor_sample", core::mem::size_of::<td_monitor_sample>()),
        ("td_joints_sample", core::mem::size_of::<td_joints_sample>()),
        ("td_contact_event", core::mem::size_of::<td_contact_event>()),
        ("td_monitor", core::mem::size_of::<td_monitor>()),
        ("td_multi_contact", core::mem::size_of::<td_multi_contact>()),
        ("td_contact_result", core::mem::size_of::<td_contact_result>()),
        ("td_multi_contact_result", core::mem::size_of::<td_multi_contact_result>()),
        ("td_point", core::mem::size_of::<td_point>()),
        ("td_body_multi_contact", core::mem::size_of::<td_body_multi_contact>()),
        ("td_body_multi_contact_impact", core::mem::size_of::<td_body_multi_contact_impact>()),
        ("td_speeds_multi_contact", core::mem::size_of::<td_speeds_multi_contact>()),
        ("td_speeds_multi_contact_impact", core::mem::size_of::<td_speeds_multi_contact_impact>()),
        ("td_response", core::mem::size_of::<td_response>()),
        ("td_prepared_slip", core::mem::size_of::<td_prepared_slip>()),
        ("td_prepared", core::mem::size_of::<td_prepared>()),
        ("td_impact_derivatives", core::mem::size_of::<td_impact_derivatives>()),
        ("td_impact_inertia_derivatives", core::mem::size_of::<td_impact_inertia_derivatives>()),
        ("td_body_derivatives", core::mem::size_of::<td_body_derivatives>()),
        ("td_body_pose_derivatives", core::mem::size_of::<td_body_pose_derivatives>()),
        ("td_body_multi_contact_derivatives", core::mem::size_of::<td_body_multi_contact_derivatives>()),
        ("td_speeds_derivatives", core::mem::size_of::<td_speeds_derivatives>()),
        ("td_speeds_multi_contact_derivatives", core::mem::size_of::<td_speeds_multi_contact_derivatives>()),
        ("td_body_loads", core::mem::size_of::<td_body_loads>()),
        ("td_body_saltation", core::mem::size_of::<td_body_saltation>()),
        ("td_saltation_reach", core::mem::size_of::<td_saltation_reach>()),
        ("td_speeds_flow", core::mem::size_of::<td_speeds_flow>()),
        ("td_speeds_saltation", core::mem::size_of::<td_speeds_saltation>()),
        ("td_touch_covariance", core::mem::size_of::<td_touch_covariance>()),
        ("td_pair", core::mem::size_of::<td_pair>()),
        ("td_pair_impact", core::mem::size_of::<td_pair_impact>()),
        ("td_system", core::mem::size_of::<td_system>()),
        ("td_system_after", core::mem::size_of::<td_system_after>()),
        ("td_speeds", core::mem::size_of::<td_speeds>()),
        ("td_speeds_impact", core::mem::size_of::<td_speeds_impact>()),
        ("td_operational_space_inertia", core::mem::size_of::<td_operational_space_inertia>()),
    ];
}
