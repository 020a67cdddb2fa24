// Judged numbers of the monitor, each with its reason.
#ifndef TOUCHDOWN_MONITOR_TOLERANCES_HPP
#define TOUCHDOWN_MONITOR_TOLERANCES_HPP

namespace touchdown::tolerance {

// ---- The stream

// Samples that the level and the noise of the momentum are averages over.
constexpr int monitor_level = 64;
constexpr int monitor_noise = 256;

// Chi squared of a window, of six components, from which an event begins; of joints the part that a foot explains of
// two samples: of Cassie's recorded landings 5 or 6 deviations find the same feet. Of both: an event is quiet below
// `quiet_again`, or below `as_good_as_quiet` times its loudest, 2 % of its greatest force.
constexpr double attention = 40;
constexpr double joints_attention = 36;
constexpr double quiet_again = 10;
constexpr double as_good_as_quiet = 4e-4;

constexpr int quiet_samples = 8;       // one after the other, that end an event
constexpr int touch_samples = 4;       // after it drew attention, for which its touch is still looked for
constexpr double touch_part = 0.1;     // of the greatest force: touch is looked for before the first sample with it
constexpr double onset_noise = 4;      // chi squared that a foot explains of two samples of joints without touching
constexpr double default_wait = 0.02;  // [s] half the period of the slowest ring that is no landing, 25 Hz
constexpr double sure_part = 0.25;     // of the wait: the odds have to hold for so long
constexpr double default_confidence = 0.95;  // [-]

// How many times the variance that noise gives it, the change of an even push from one window to the next may be. Less:
// a machine that stands is reported to touch again, and touches right after gusts are missed; more: a touch on the way,
// or a leg that strikes its latch, becomes the level.
constexpr double even_push = 4;

// Part of a window's chi squared above the level that is left above the one before: a fifth of the change of the force.
constexpr double as_before = 0.04;

// ---- The evidence

// [of the noise, which is 1] Least pivot of a covariance: no covariance is less than the noise, but for what an excess
// is not.
template <class Scalar>
constexpr Scalar least_pivot = sizeof(Scalar) == 4 ? Scalar(1e-5) : Scalar(1e-12);

constexpr double noise_freedoms = 20;     // of Student's: noise is learnt from few independent windows
constexpr double least_evidence = 1e-30;  // [-] the floor, so that float holds it for many speeds
constexpr double sure_impulse = 9;        // variances that the square of a contact's impulse has to be
constexpr double explained = 8;           // chi squared of six components that needs no other explanation

// Odds against a contact, before anything is seen: that nothing happened; that something else did, such as rings,
// rattles, a leg that is deployed, a spoilt reading. Another point of the body is hit a tenth as often as a foot; its
// impulse lies in a friction cone, an eighth of all directions, so 0.8.
constexpr double contacts_are_rare = 1e6;
constexpr double no_contact_prior = 0.25;
constexpr double point_prior = 0.8;

// Part of the momentum that may go to and fro where several feet touch, with noise. Less: feet that strike within 30 ms
// of each other are missed; more: shocks straight upwards are reported.
constexpr double to_and_fro = 0.15;

constexpr double default_model_error = 0.03;  // [-]

// Part of an event's momentum that may go into the ground: machines ring.
constexpr double rings_back = 0.03;
constexpr double hidden_spread = 2;  // deviation of what clipped readings hide, as a part of what they show

// [readings at the end of the range] Momentum that a contact gives right before and after the readings that it clips,
// along these: at least, and with what spread. Less: spoilt readings in a shock are touches; more: landings on level
// feet that clip are missed.
constexpr double beside_clipped = 0.2;
constexpr double beside_clipped_spread = 0.04;

// What a given thrust may be off by when it changes: the change for so long [s]. Less: shocks on engines that change
// are touches; more: touches at which an engine is cut are reported late.
constexpr double thrust_lag = 0.008;

// ---- What lasts

// Part of its load that a foot leaves to the others, so that redundant feet share one load in one way.
constexpr double load_sharing = 0.02;
constexpr double thrust_error = 0.1;  // part of the given forces that a load is more than, where its touch was not seen

}  // namespace touchdown::tolerance

#endif
