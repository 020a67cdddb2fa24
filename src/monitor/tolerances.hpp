// Judged numbers of the monitor, each with its reason.
#ifndef TOUCHDOWN_MONITOR_TOLERANCES_HPP
#define TOUCHDOWN_MONITOR_TOLERANCES_HPP

namespace touchdown::tolerance {

// Samples that the level and the noise of the momentum are averages over.
constexpr int monitor_level = 64;
constexpr int monitor_noise = 256;

// Chi squared of a window, of six components, from which an event begins; of joints the part that a foot explains of
// two samples: of Cassie's recorded landings 5 or 6 deviations find the same feet. And below which it is quiet.
template <class Scalar>
constexpr Scalar attention = 40;
template <class Scalar>
constexpr Scalar joints_attention = 36;
template <class Scalar>
constexpr Scalar quiet_again = 10;

// The same as a part of the loudest of the event: 2 % of its greatest force.
template <class Scalar>
constexpr Scalar as_good_as_quiet = Scalar(4e-4);

// Samples, one after the other, that end an event; and after it drew attention, for which its touch is still looked
// for.
constexpr int quiet_samples = 8;
constexpr int touch_samples = 4;

// Variances that the square of a contact's impulse has to be.
template <class Scalar>
constexpr Scalar sure_impulse = 9;

// Part of the greatest force from which a sample has it: touch is looked for before the first of them.
template <class Scalar>
constexpr Scalar touch_part = Scalar(0.1);

// And how many variances of a sample the square of that is, at the least.
template <class Scalar>
constexpr Scalar touch_noise = 9;

// Degrees of freedom of the noise: it is learnt from few independent windows, and has heavier tails than Gauss's.
template <class Scalar>
constexpr Scalar noise_freedoms = 20;

// How much likelier nothing is than a contact, before either is seen.
template <class Scalar>
constexpr Scalar contacts_are_rare = Scalar(1e6);

// How many times the momentum that it left a gust may have brought to and fro, beside noise.
template <class Scalar>
constexpr Scalar one_way = Scalar(1.4);

// How likely another point of the body is to be hit than a foot.
template <class Scalar>
constexpr Scalar feet_come_first = Scalar(0.1);

// What another point of the hull gains by the friction cone that its impulse lies in: an eighth of all directions.
template <class Scalar>
constexpr Scalar cone_prior = 8;

// Chi squared of six components that needs no other explanation.
template <class Scalar>
constexpr Scalar explained = 8;

// Deviation of what clipped readings hide, as a part of what they show.
template <class Scalar>
constexpr Scalar hidden_spread = 2;

// Part of the range from which a sample that is filtered behind the clip counts as clipped: it may have been for half
// of the sample.
template <class Scalar>
constexpr Scalar clipped_part = Scalar(0.5);

// How likely readings at the end of their range are to be spoilt, against a contact. And the least part of the variance
// that is left where they are: the model is not wrong by a part of what says nothing. Less: a spoilt reading in a shock
// is a contact; more: landings on level feet are spoilt readings.
template <class Scalar>
constexpr Scalar spoilt_readings = Scalar(0.03);
template <class Scalar>
constexpr Scalar without_clipped = Scalar(0.11);

// How likely anything else is, before it is seen, than a contact: rings, rattles, a leg that is deployed.
template <class Scalar>
constexpr Scalar no_contact_prior = Scalar(0.25);

// What a given thrust may be off by when it changes: a part of the change, and the change for so long [s].
template <class Scalar>
constexpr Scalar thrust_change_error = Scalar(0.03);
template <class Scalar>
constexpr Scalar thrust_lag = Scalar(0.01);

// [s] What wait = 0 stands for: half the period of the slowest ring that is no landing, 25 Hz.
template <class Scalar>
constexpr Scalar default_wait = Scalar(0.02);

// Part of the wait for which the odds have to hold.
template <class Scalar>
constexpr Scalar sure_part = Scalar(0.25);

// Part of an event's momentum that may be taken back along the normal: the machine rings.
template <class Scalar>
constexpr Scalar rings_back = Scalar(0.03);

// [-] What model_error = 0 and confidence = 0 stand for.
template <class Scalar>
constexpr Scalar default_model_error = Scalar(0.03);
template <class Scalar>
constexpr Scalar default_confidence = Scalar(0.95);

// [-] Part of its load that a foot leaves to the others, so that redundant feet share one load in one way.
template <class Scalar>
constexpr Scalar load_sharing = Scalar(0.02);

// Part of the given forces which a load on one foot has to exceed, where its touch was not seen.
template <class Scalar>
constexpr Scalar thrust_error = Scalar(0.1);

// Chi squared that a foot explains of two samples of joints, below which it is noise: where the touch began.
template <class Scalar>
constexpr Scalar onset_noise = 4;

// Part of the largest information about an impulse that is added along all axes: a leg in a plane, or a straight one,
// feels nothing along some.
template <class Scalar>
constexpr Scalar felt = sizeof(Scalar) == 4 ? Scalar(1e-4) : Scalar(1e-8);

// What no evidence is less than, so that float holds that of many speeds.
template <class Scalar>
constexpr Scalar least_evidence = Scalar(1e-30);

}  // namespace touchdown::tolerance

#endif
