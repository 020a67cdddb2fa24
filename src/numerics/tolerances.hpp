// Every number that was judged rather than derived, in one place: its meaning, unit, reason, and the effect of a
// change. All are relative to a scale of the input; none is a bare length, speed or energy.
#ifndef TOUCHDOWN_NUMERICS_TOLERANCES_HPP
#define TOUCHDOWN_NUMERICS_TOLERANCES_HPP

#include <cstdint>
#include <limits>

#include "numerics/scalar.hpp"

namespace touchdown::tolerance {

template <class Scalar>
constexpr Real<Scalar> epsilon = std::numeric_limits<Real<Scalar>>::epsilon();

// Pivot of W, as a fraction of its diagonal entry, that may be rounding of 0. Larger: takes away a mobility that was
// there. Smaller: makes huge energies of rounding.
template <class Scalar>
constexpr Real<Scalar> indefinite = 64 * epsilon<Scalar>;

// How far below 0 a pivot of W may be, as such a fraction, before W is refused as indefinite. A singular W (a mechanism
// of two freedoms) with 9 printed digits, or computed in float, can be this far below 0. Larger: accepts more sloppily
// assembled W.
template <class Scalar>
constexpr Real<Scalar> assembled = 64 * (sizeof(Real<Scalar>) == 4 ? epsilon<Scalar> : Real<Scalar>(1e-9));

// Distance of the friction ratio of sticking from mu_s, as a part of mu_s, below which stick or slide is a marginal
// decision: a measured mu_s, a velocity or a W is rarely more accurate. Larger: warns although their errors will not
// change the mode.
template <class Scalar>
constexpr Real<Scalar> marginal = Real<Scalar>(1) / 256;

// [of the slip at the start of the impact] Slip that rounding hides, so that static friction holds
// it. Larger: holds what slides past the stop. Smaller: the last digit of a velocity decides between stick and slide.
template <class Scalar>
constexpr Real<Scalar> stopped_slip = 8 * epsilon<Scalar>;

// Determinant of the tangential block, as a part of the product of its diagonal, that may be rounding of its
// entries: 5 epsilon at worst. Larger: takes away a mobility that was there, and with it some of the
// momentum.
template <class Scalar>
constexpr Real<Scalar> immobile_axis = 8 * epsilon<Scalar>;

// dv_n/dp_n while sticking, as a fraction of W_nn, below which a stuck contact counts as wedged: no further impulse can
// move it, and the impact ends at the stop. It is the relative rounding error of that slope.
template <class Scalar>
constexpr Real<Scalar> wedged = 16 * epsilon<Scalar>;

// Part of the approach that may remain in a wedge as rounding, with that of the slip path's series. More of it would
// take an infinite impulse to end.
template <class Scalar>
constexpr Real<Scalar> left_in_wedge = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-2) : Real<Scalar>(1e-4);

// Normal impulse, as a multiple of the one that ends the approach without friction, beyond which its rounding moves the
// point by more than 1/64 of the approach. Mechanisms of one or two freedoms, driven where they have none, need such
// impulses.
template <class Scalar>
constexpr Real<Scalar> impulse_in_range = 1 / (64 * epsilon<Scalar>);

// Restitution below which an impact counts as plastic: its share of the impulse is far below rounding, and e^2 stays
// away from underflow.
template <class Scalar>
constexpr Real<Scalar> min_restitution = epsilon<Scalar> *epsilon<Scalar>;

// Energy gained, as a fraction of the energy before, that is still rounding.
template <class Scalar>
constexpr Real<Scalar> energy_rounding = 64 * epsilon<Scalar>;
template <class Scalar>
constexpr bool gains(Scalar energy_before, Scalar gain) {
  return gain > energy_rounding<Scalar> * energy_before;
}

// How far rounding may move an impulse out of its cone, as a part of the cone's radius there. An impulse further out is
// refused: the squares of its parts have left the range.
template <class Scalar>
constexpr Real<Scalar> cone = 64 * epsilon<Scalar>;

// Sum of squares above which no square has lost digits that count.
template <class Scalar>
constexpr Real<Scalar> square_in_range = std::numeric_limits<Real<Scalar>>::min() / epsilon<Scalar>;

// |N - 1| beyond which Baruh (2022, section 5) would call a law's figure inconsistent; the paper says "much different
// from 1" and reports 0.2 to 0.5 as trouble. Only the caveat of the automatic law depends on it.
template <class Scalar>
constexpr Real<Scalar> inconsistent = Real<Scalar>(0.2);

// Newton steps of the compromise law, after the Gauss-Newton one from the energetic end. The error squares with every
// step: 2 reach the rounding of float, 5 the rounding of double.
template <class Scalar>
constexpr int compromise_steps = sizeof(Real<Scalar>) == 4 ? 2 : 5;

// Newton steps towards the direction of resumed slip, which may end early: from a lower bound the error squares.
// Compact bodies need a few; the bound is the most of a million planes, with principal mobilities up to e^11 apart.
template <class Scalar>
constexpr int resume_steps = sizeof(Real<Scalar>) == 4 ? 10 : 12;

// Weight of the work's last term against the term of slip in the choice of a step. With 0 the energetic law is off by
// far more than the others; with 1 every law takes a tenth more steps.
template <class Scalar>
constexpr Real<Scalar> work_share = Real<Scalar>(1) / 16;

// Evaluations of a Taylor step in search of the end of a stage. Each squares the error; the bracket halves it at worst.
template <class Scalar>
constexpr int stage_end_steps = sizeof(Real<Scalar>) == 4 ? 8 : 12;

// Trials of a whole path, beyond one a step, that may find no end of a stage, including those towards a crest of v_n: f
// turns once along a path. Of 720 000 random contacts none took more than 8; a path that spends them searches only as
// far as each step is trusted. They bound the work of a path.
constexpr int spare_trials = 16;

// Impulse squared, as a part of one that would turn slip, that may pass in a straight line at the end of a stage.
template <class Scalar>
constexpr Real<Scalar> straight_end = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(3e-8) : Real<Scalar>(1e-20);

// The same, cubed, if the impulse passes along its mean slip.
template <class Scalar>
constexpr Real<Scalar> mean_end = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-6) : Real<Scalar>(1e-18);

// e up to which restitution starts exactly where compression ends: from an earlier point its impulse and work are
// differences, and a rounding error of the work becomes an error of e^2.
template <class Scalar>
constexpr Real<Scalar> brief_restitution = Real<Scalar>(1) / 16;

// Part of either end of the bracket around a stage's end by which a guess outside it may be rounding.
template <class Scalar>
constexpr Real<Scalar> bracket = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(2e-3) : Real<Scalar>(2e-6);

// How far beyond its step a series is followed if that saves another step: its error is at most doubled.
template <class Scalar>
constexpr Real<Scalar> stretch = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1.09) : Real<Scalar>(1.04);

// False positions towards the crest of v_n within a step in which it turned down: the error of its height is the square
// of the error of its place.
constexpr int crest_steps = 3;

// Error of a Taylor step as a part of slip, however small slip is, and part of the tolerance below which slip counts as
// 0: a path that starts there ends within the tolerance of one that starts at rest.
template <class Scalar>
constexpr Real<Scalar> slip_share = Real<Scalar>(0.1);

// Turning rate, as a part of the stiffness, that may be rounding of the turn of the contact plane into its principal
// axes: a path that turns more slowly is straight. Data given along those axes have no such rounding.
template <class Scalar>
constexpr Real<Scalar> min_turn_rate = 8 * epsilon<Scalar>;

// [of the path's tolerance] Largest shift of a certain stop by the turn of slip, and largest neglected works, at which
// the closed form replaces the path. Of 8000 random bodies six in seven end so, 99.9 % with energies to 7e-4.
template <class Scalar>
constexpr Real<Scalar> stop_shift = 75;
template <class Scalar>
constexpr Real<Scalar> works_left_out = 10;

// Largest x at which a stage turns mildly: below 1, since no slip stops before; and largest h dp x^4, as a multiple of
// the tolerance of a step. 16 adds one body in 30, and moves the error of 99.9 % from 7.6e-5 to 9.8e-5.
template <class Scalar>
constexpr Real<Scalar> mild_reach = Real<Scalar>(0.75);
template <class Scalar>
constexpr Real<Scalar> mild_turn = 10;

// Remaining part of a mild stage's impulse that may pass along its mean slip: its error is of third order.
template <class Scalar>
constexpr Real<Scalar> mild_end = Real<Scalar>(1) / 16;

// mu_k below which friction is lost in the rounding of the impulse.
template <class Scalar>
constexpr Real<Scalar> frictionless = epsilon<Scalar> / 16;

// mu_k from which slip stops within the rounding of the impulse: a larger one changes only the range of its
// products.
template <class Scalar>
constexpr Real<Scalar> max_friction = 1 / epsilon<Scalar>;

// Tolerance of slip per step of the slip path, as a part of the approach speed, for a budget of 0, 2, 6, 10, .. steps
// (double: 0, 7, 15, ..): about the smallest that hard impacts meet within the budget. More steps at the same tolerance
// are wasted, fewer spend the budget. Double has a higher order, and so a smaller tolerance in the same number of
// steps.
template <class Scalar>
constexpr Real<Scalar> slip_path(int steps) {
  constexpr bool single = sizeof(Real<Scalar>) == 4;
  constexpr Real<Scalar> by_four[] = {Real<Scalar>(1e-2), Real<Scalar>(1e-3), Real<Scalar>(1.2e-4),
                                      Real<Scalar>(2.5e-6), Real<Scalar>(1e-6)};
  constexpr Real<Scalar> by_eight[] = {Real<Scalar>(1e-4), Real<Scalar>(1e-6), Real<Scalar>(1e-8), Real<Scalar>(1e-10),
                                       Real<Scalar>(1e-11)};
  return single ? by_four[steps < 14 ? (steps + 2) / 4 : 4] : by_eight[steps < 31 ? (steps + 1) / 8 : 4];
}

// [of the path's tolerance] Turn of slip, as a part of the stiffness, up to which the last step of a budget is not
// taken: this closes one in 2000 random bodies in float, with no larger error than others. Double takes all its
// steps.
template <class Scalar>
constexpr Real<Scalar> last_turn = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(20) : Real<Scalar>(0);

// [-] A pivot of an inertia or mass matrix below this part of its diagonal entry is rounding: the matrix is not
// definite. Larger refuses thin bodies seen from an oblique frame, smaller lets noise through as a direction of huge W.
template <class Scalar>
constexpr Real<Scalar> definite = 4 * epsilon<Scalar>;

// [-] The triangles of a mass matrix may differ by 1 / mirrored of sqrt(M_ii M_jj): printed digits and other rounding.
// Larger refuses matrices printed with six digits, smaller accepts errors as rounding.
template <class Scalar>
constexpr Real<Scalar> mirrored = 10000;

// [-] Part of trace(I)/2 by which the triangle inequality of an inertia may be missed: plates and rods meet it with
// equality, up to the rounding of the six entries in the user's frame.
template <class Scalar>
constexpr Real<Scalar> second_moment = 64 * epsilon<Scalar>;

// [-] Part of a vector's length below which the result of a projection is rounding: a constraint row is redundant, a
// point is held still. Larger drops constraints that are nearly dependent, smaller turns rounding into huge impulses.
template <class Scalar>
constexpr Real<Scalar> rank = 256 * epsilon<Scalar>;

// [-] Added to the tangential block of a contact, as a part of its trace, so that a direction without mobility has a
// solution. It is the rounding error of that block.
template <class Scalar>
constexpr Real<Scalar> immobile = 16 * epsilon<Scalar>;

// [-] Sweeps over several contacts end early once no contact's velocity changes by more than this part of the fastest
// approach before. Larger ends earlier; below the rounding of Scalar the budget is always spent.
template <class Scalar>
constexpr Real<Scalar> converged = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-5) : Real<Scalar>(1e-11);

// [-] Compliance of several contacts, as a part of W_nn of the one that approaches fastest, in the first step of
// Newton's method and in later steps. Smaller at first settles less often. Larger later changes how redundant contacts
// share, smaller makes noisy impulses.
template <class Scalar>
constexpr Scalar first_compliance = Scalar(0.1);
template <class Scalar>
constexpr Scalar least_compliance = Scalar(1e-2);

// [-] Largest change of a contact's velocity in one of its steps, as a part of the fastest approach before: below the
// first the compliance is removed although a contact changed its mode; below the second sweeps do the rest if no step
// is left; and the next step is expected to stay below the third once the method has settled. One more step costs less
// than the sweeps that it saves.
template <class Scalar>
constexpr Scalar compliant = Scalar(0.06);
template <class Scalar>
constexpr Scalar settling = Scalar(2e-3);
template <class Scalar>
constexpr Scalar settled = Scalar(1e-5);

// [-] Expected change by a step, as a part of the fastest approach before, up to which it reuses the factors of the
// last step: half its instructions.
template <class Scalar>
constexpr Scalar kept_factors = Scalar(3e-4);

// Slides after a stick, within one phase, after which a contact has mu_k alone. 1 makes 13 of 100 landings on four feet
// slide where static friction holds, 2 makes 8, 3 makes 7; without a limit, 16 in 100 never settle. A larger number
// takes more sweeps.
constexpr std::int32_t gives_way = 2;

// Steps of Newton's method at most. Of landings on four feet 98 in 100 take 12 or fewer.
constexpr int newton_steps = 24;

// [-] Part of the fastest approach before that may remain after several contacts without a caveat: a default budget
// reaches it.
template <class Scalar>
constexpr Real<Scalar> approach_left = Real<Scalar>(1e-3);

// ---- Derivatives --------------------------------------------------------------------------------------------------

// Part of slip that the last term of a Taylor step with derivatives may be. Derivatives lose a digit or two of it.
template <class Scalar>
constexpr Real<Scalar> tangent_step = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-5) : Real<Scalar>(1e-11);

// Weight of the last term of a series' derivative by mu_k in that choice. With 0 the derivative of the work is left to
// chance where slip hardly turns; 1 costs a tenth more steps.
template <class Scalar>
constexpr Real<Scalar> tangent_share = Real<Scalar>(1) / 32;

// [of the stiffness] Least turn of slip at which a change of its direction is distinguished from one of its size, if
// only the margin of a stop depends on it; and the turn below which the straight stop is as good.
template <class Scalar>
constexpr Real<Scalar> noticed_turn = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(0.02) : Real<Scalar>(0.001);
template <class Scalar>
constexpr Real<Scalar> noticed_straight = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(0.02) : Real<Scalar>(1e-7);

// [of the stiffness] Turning rate of slip from which on derivatives by its direction are divided by that rate, and
// rounding with them. Smaller: cheaper, and half of the derivatives in float err more: 1 / 16 by a tenth.
template <class Scalar>
constexpr Real<Scalar> turning = Real<Scalar>(1) / 12;

// The impulse that may pass in a straight line is smaller for derivatives, by this factor.
template <class Scalar>
constexpr Scalar tangent_closer = sizeof(Real<Scalar>) == 4 ? 16 : 1;

// Change of a stop's derivative by the turn of slip up to it that is neglected, as estimated to first order. In double
// the error of 99.9 % is a hundredth of it, in float the error of the series.
template <class Scalar>
constexpr Real<Scalar> tangent_stop = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-3) : Real<Scalar>(1e-5);

// [of the approach speed] Slip that counts as 0.
template <class Scalar>
constexpr Real<Scalar> tangent_slip = epsilon<Scalar> / 16;

// Least friction at which the path is differentiated: the error by this is of the same size.
template <class Scalar>
constexpr Real<Scalar> tangent_friction = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-6) : Real<Scalar>(1e-10);

// Relative error of a saltation matrix at its reach, and the number of sizes of errors tried to find it.
template <class Scalar>
constexpr Real<Scalar> first_order_off = Real<Scalar>(0.05);
constexpr int reach_sizes = 8;

// [of that error] What a size is chosen for: a little less, so that the next one is good.
template <class Scalar>
constexpr Scalar aims_below = Scalar(0.98);

// Relative change of the velocity before, below which a change of the case counts as no change: the change of a
// difference which halves the digits.
template <class Scalar>
constexpr Real<Scalar> one_sided = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(3e-4) : Real<Scalar>(1e-8);

// The same as a part of the approach. The rounding error of a derivative grows as its reciprocal: in float to a
// thousandth here.
template <class Scalar>
constexpr Real<Scalar> near_kink = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(2e-3) : Real<Scalar>(1e-8);

// [-] Largest change of a contact's velocity by the last sweep of a phase, as a part of the fastest approach before;
// and as a part of the margin, since derivatives are off by ten times as much near another case. In float one in six
// has this caveat; among the others one in a thousand is off by more than 1e-3.
template <class Scalar>
constexpr Real<Scalar> sweeps_left = Real<Scalar>(1e-5);
template <class Scalar>
constexpr Real<Scalar> sweeps_left_of_margin = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(2e-4) : Real<Scalar>(1e-3);

// Part of a variance that may be rounding of its covariance.
template <class Scalar>
constexpr Real<Scalar> negative_variance = 256 * epsilon<Scalar>;

// ---- Landings and end effectors -------------------------------------------------------------------------------------

// [-] Part of the velocities whose sum a point's velocity is, below which its remainder along an axis is rounding: no
// slip, no direction. At this limit a direction is off by 1/64 rad at worst. Larger drops slow slip, smaller reports
// directions made of rounding.
template <class Scalar>
constexpr Scalar point_speed = 64 * epsilon<Scalar>;

// [-] Rounding of a foot's height, as a part of the sum of its terms: a foot that is no higher touches. Larger touches
// early, smaller makes the search take many short steps below the rounding of h.
template <class Scalar>
constexpr Scalar height = 2 * epsilon<Scalar>;

// [-] Depth below the ground, as a part of the same sum and of the plane's distance, from which a foot counts as below
// it: eight times the rounding of a foot placed at the ground.
template <class Scalar>
constexpr Scalar below_ground = 8 * height<Scalar>;

// Steps of the search for a contact; a foot that needs more grazes. The median takes 3 to 6, the worst of 1.6 million
// 16; only a foot that rolls over the ground needs more, the more the closer it rolls.
constexpr int fall_steps = 64;

// [-] Sine of the angle by which three feet may be out of line by rounding alone: none of them is then a corner of the
// support polygon between the others.
template <class Scalar>
constexpr Scalar aligned = 8 * epsilon<Scalar>;

// ---- Motion to rest: g gravity, h the step, R the reach of the feet
// --------------------------------------------------

// [sqrt(R / g)] Default step. Of 1800 random landers 1 at rest would tip in fine steps, none at 0.035, which costs a
// third more.
template <class Scalar>
constexpr Scalar default_step = Scalar(0.05);

// [g h^2] A foot that is nearer to the ground bears. Larger: presses feet that another foot would lift. A fifth of it:
// twice as many impacts.
template <class Scalar>
constexpr Scalar bears_within = Scalar(0.1);

// [g h] A foot that approaches or leaves more slowly bears. A faster approach is an impact; feet that leave slowly and
// are not pressed come back as impacts, and spend the budget of the step.
template <class Scalar>
constexpr Scalar bears_approaching_below = Scalar(0.05);
template <class Scalar>
constexpr Scalar bears_rising_below = Scalar(0.4);

// [g h^2], [R] Feet that are nearer to the ground when one touches strike with it. Larger: successive impacts are taken
// as one, by a law that is not theirs. The second: rounding of equal heights in float.
template <class Scalar>
constexpr Scalar together_within = Scalar(0.05);
template <class Scalar>
constexpr Scalar together_at_all = Scalar(1e-5);

// [g h] A slower impact has no restitution, so that the cascade of bounces ends.
template <class Scalar>
constexpr Scalar captured_below = Scalar(0.25);

// [g h] Feet that approach or leave more slowly lie flat.
template <class Scalar>
constexpr Scalar flat_below = Scalar(0.75);

// [bears_within] A foot within so many times of the ground, but not at it, is about to come down: nothing slides yet.
template <class Scalar>
constexpr Scalar about_to_bear = Scalar(4);

// [-] Part of a gap that a bearing foot closes in a step. Above 0.34 the gap swings about 0 (docs/theory).
template <class Scalar>
constexpr Scalar gap_closed = Scalar(1.0 / 3);

// [g h^2] A bearing foot at a smaller depth stays where it is. Smaller: a rocking body is raised after each touch, and
// its impacts lose 5 % more of the energy; larger: feet stay below ground that curves upwards.
template <class Scalar>
constexpr Scalar stays_within = Scalar(0.03);

// [g h] A slower body may be at rest, or balance, which four sweeps do not find: its feet are pressed by Newton's
// method. It ends by itself, within this number of iterations.
template <class Scalar>
constexpr Scalar slow = Scalar(0.05);
constexpr int slow_iterations = 24;

// [g h] The same of a body on more than two feet. Larger: no verdict of 10 000 random landers changes, but a step takes
// up to three times the instructions. Smaller, as 1: what four sweeps leave brakes a block that rocks.
template <class Scalar>
constexpr Scalar slow_on_many = Scalar(3);

// Successive slow steps after which the forces are tested for rest. Larger: rest is found later.
constexpr int slow_steps = 5;

// [g h^2] Nearer feet may hold a body at rest: all that bear, and the gaps of the last step.
template <class Scalar>
constexpr Scalar holds_within = Scalar(0.2);

// [g h] Remaining speed of a body that forces hold, after one step of gravity: the residual of Newton's method, and
// rounding. 1e-5 in float leaves 2 of 100 landers at rest undecided.
template <class Scalar>
constexpr Scalar held = sizeof(Scalar) == 4 ? Scalar(1e-3) : Scalar(1e-5);

// [g h] The same on legs that yield, whose passes leave more; and the speed below which a body on springs may be at
// rest.
template <class Scalar>
constexpr Scalar held_on_legs = Scalar(1e-3);
template <class Scalar>
constexpr Scalar slow_on_springs = Scalar(0.005);

// [-] A foot that keeps its place, or a leg its length, is held so many times as stiffly as the body gives way there:
// in the first pass of Newton's method, at most, and in the second half of the passes. Each pass leaves one part in
// this of the motion that the pass before has left; stiffer at once, feet alternate between sticking and sliding.
template <class Scalar>
constexpr Scalar least_held = Scalar(100);
template <class Scalar>
constexpr Scalar most_held = Scalar(1e4);
template <class Scalar>
constexpr Scalar last_held = Scalar(30);

// [-] Difference of a foot's impulse from what its law asks for, as a part of the greatest, at which the passes end. A
// tenth of it: a third more work, and no figure of a landing changes by 1e-4.
template <class Scalar>
constexpr Scalar leg_impulse = Scalar(1e-5);

// [epsilon] leg_impulse is no less than this over the relative change of the feet's speeds in the piece; and [-] that
// change is taken to be this where no speed changes.
template <class Scalar>
constexpr Scalar leg_impulse_rounding = Scalar(64);
template <class Scalar>
constexpr Scalar least_change = Scalar(1.0 / 8);

// [-] How many times as much that counts of a foot that keeps its place: it would creep, and gain energy by it.
template <class Scalar>
constexpr Scalar still_foot = Scalar(10);

// [-] The same, above which a piece is too long for its forces to be found: landings err by more than their tolerance.
template <class Scalar>
constexpr Scalar unsolved_impulse = Scalar(0.01);

// [-] Change of forces from one sub-step on legs to the next, as a part of the greatest, below which the next is twice
// as long.
template <class Scalar>
constexpr Scalar steady_force = Scalar(0.05);

// [rad] Longest sub-step on springs, by their vibration: forces look steady where they turn round.
template <class Scalar>
constexpr Scalar steady_swing = Scalar(1.0 / 8);

// [-] Sub-steps of a step in which legs yield, and per radian of the vibration of their springs, if forces change.
template <class Scalar>
constexpr Scalar leg_pieces_of_step = 8;
template <class Scalar>
constexpr Scalar leg_pieces_of_radian = 16;

// [sqrt(reach / a)] Longest sub-step if forces change; legs that crush can slow the lander by a. A step that follows
// from weak gravity is far longer than a crush.
template <class Scalar>
constexpr Scalar crush_piece = Scalar(1.0 / 64);

// [reach] Twice the shortest way of a crush for which sub-steps are shorter.
template <class Scalar>
constexpr Scalar least_crush = Scalar(2e-4);

// [rad] Longest sub-step on struts in which forces change, by the sum of the vibrations of all struts, which is 2 to 3
// times the fastest vibration of the body.
template <class Scalar>
constexpr Scalar strut_turn = Scalar(0.25);

// [-] Relative change of the struts' forces from one sub-step to the next, below which the next is longer; a longer
// sub-step with a larger change is cut.
template <class Scalar>
constexpr Scalar steady_struts = Scalar(0.02);

// [-] How many times as long a sub-step on struts is at most that changes forces, but only springs: no strut flows and
// no pad lifts. 5: pads are off their struts' lengths by more than 1e-3; 3: an eighth more sub-steps.
template <class Scalar>
constexpr Scalar springing_grown = 4;

// [-] If a strut comes to a stand, or a pad lifts off, before this part of a sub-step, the sub-step ends there.
template <class Scalar>
constexpr Scalar whole_piece = Scalar(0.85);

// [rad] A sub-step on struts is not cut below this length: its forces are rounding of velocities.
template <class Scalar>
constexpr Scalar least_cut = Scalar(2.5e-4);

// [-] Relative difference that may remain between the struts' forces and the forces of the body's motion in a sub-step.
template <class Scalar>
constexpr Scalar steady_strut = Scalar(1e-3);

// [-] The same for the friction of a pad that slides, as a part of the force of the ground.
template <class Scalar>
constexpr Scalar pad_slip = Scalar(1e-4);

// [-] Part of its stage's force within which a strut flows: rounding of force over stiffness, and back.
template <class Scalar>
constexpr Scalar strut_flows = Scalar(1e-5);

// [rad] Longest turn of a body on struts in a sub-step.
template <class Scalar>
constexpr Scalar turn_of_piece = Scalar(0.08);

// [-] Part of a sub-step by which a pad may come down early, and by which one may that has been down.
template <class Scalar>
constexpr Scalar pad_early = Scalar(1.0 / 32);
template <class Scalar>
constexpr Scalar pad_back_early = Scalar(0.5);

// [reach] Largest distance of a lander on struts from its equilibrium at which it may be left at rest: two steps of
// Newton's method lead that far.
template <class Scalar>
constexpr Scalar near_rest = Scalar(0.03);

// [reach] By how much a strut or leg of a lander at rest might still give way, or a pad that hardly bears sink, were
// all the energy that is left spent on it. Smaller: a lander in low gravity rings for up to ten times as long.
template <class Scalar>
constexpr Scalar rest_flow = Scalar(1e-3);

// [-] How many times as stiff as the stiffest spring or strut what is rigid counts in the search for that equilibrium.
template <class Scalar>
constexpr Scalar stiff_at_rest = 1000;

// [-] Square of the volume that the axes of three struts span, below which they lie in a plane.
template <class Scalar>
constexpr Scalar flat_tripod = Scalar(1e-4);

// [-] Barrier over every edge, as a multiple of the kinetic energy, above which a slow body cannot tip.
template <class Scalar>
constexpr Scalar barrier = 8;

// [rad] A body that leans back from an edge of its feet's hull by less balances on it: slopes and centres of mass are
// not known better.
template <class Scalar>
constexpr Scalar balance = Scalar(1e-3);

// [g h] A slower body on one round foot or two rests.
template <class Scalar>
constexpr Scalar still = Scalar(1e-3);

// [m (g h)^2] Largest energy gained by a step that the velocities may owe. Larger: lets a balanced body gain; smaller:
// stops bodies that begin to fall.
template <class Scalar>
constexpr Scalar owed = Scalar(1e-4);

// [-] Rounding of the height of a body, as a part of it: a smaller gain of a step means nothing.
template <class Scalar>
constexpr Scalar height_rounding = 8 * epsilon<Scalar>;

// [s] Default step without gravity, which has no scale of its own.
template <class Scalar>
constexpr Scalar step_without_gravity = Scalar(0.01);

// [change of the gap in a piece] A gap where a touch was guessed to be, from which one secant finds it.
template <class Scalar>
constexpr Scalar crossing_is_near = Scalar(1.0 / 512);

// [rad] Longest turn of a body in a step.
template <class Scalar>
constexpr Scalar turn_of_step = Scalar(0.15);

// [rad] A slide on one plane takes several steps at once if they turn the lander by no more than this; and how many at
// most.
template <class Scalar>
constexpr Scalar turn_of_slide = Scalar(0.03);
template <class Scalar>
constexpr Scalar steps_of_slide = Scalar(64);

// [-] Square of the cosine between the slip half-way and the slip before, above which several steps slide at once on a
// slope: 0.05 rad.
template <class Scalar>
constexpr Scalar straight_slide = Scalar(0.9975);

// [-] Cosine between the speed left after a step of gravity and gravity, above which a body falls instead of sliding.
template <class Scalar>
constexpr Scalar falls_straight = Scalar(0.999);

// [-] Square of the volume of three levers, as a part of their lengths', below which feet that slide lie in a line.
template <class Scalar>
constexpr Scalar feet_in_line = Scalar(1e-6);

// [-] A leg jams where friction holds its foot; within this of that, as a rise along the normal, forces grow beyond all
// bounds.
template <class Scalar>
constexpr Scalar jams = Scalar(0.05);

// [R] Distance from the ground at which rounding may hold a foot that touches, at which a foot that pressed presses on,
// at which a foot is down for which a piece has ended, and from a stop at which a leg is at it.
template <class Scalar>
constexpr Scalar touches_within = sizeof(Scalar) == 4 ? 8 * epsilon<Scalar> : Scalar(1e-9);
template <class Scalar>
constexpr Scalar presses_within = Scalar(1e-5);
template <class Scalar>
constexpr Scalar enters_within = Scalar(1e-4);
template <class Scalar>
constexpr Scalar at_stop = Scalar(1e-5);

// [of the longest sub-step] A foot above the ground that would touch later than this is waited for.
template <class Scalar>
constexpr Scalar waited_for = Scalar(0.02);

// [-] An event of a leg later than this part of a sub-step is at its end: a stand, and the end of a slip.
template <class Scalar>
constexpr Scalar whole_piece_of_leg = Scalar(0.99);
template <class Scalar>
constexpr Scalar whole_piece_of_slip = Scalar(0.95);

// [-] How much of a sub-step is taken in which a slip turns, and the next is as long; and of one whose forces were not
// found.
template <class Scalar>
constexpr Scalar before_turn = Scalar(0.5);
template <class Scalar>
constexpr Scalar part_unsolved = Scalar(0.25);

// [-] Part of a sub-step before which the end of a slip is what the sub-step errs.
template <class Scalar>
constexpr Scalar least_part_of_slip = Scalar(0.05);

// [-] Part of a way that is taken at first where the way may bend before its end.
template <class Scalar>
constexpr Scalar nearly = Scalar(0.9);

// [of what friction changes] Slip below which its turn is what the sub-step errs; and square of the cosine of a turn
// above which slip is straight.
template <class Scalar>
constexpr Scalar slip_that_errs = Scalar(0.05);
template <class Scalar>
constexpr Scalar straight_slip = Scalar(0.9);

// ---- Impacts at stops: lengths of a stage are times, in that in which the softest leg would lose its rate

// [-] What the first stage is twice as long as, for nothing is known of its slip yet; and the shortest there is, which
// keeps a length that underflows from being 0.
template <class Scalar>
constexpr Scalar first_stage = Scalar(1.0 / 128);
template <class Scalar>
constexpr Scalar least_stage = Scalar(1.0 / 65536);

// [-] The longest stage of a compression, beyond which the midpoint rule errs by more than 1e-3; later this part of the
// time passed, which is the longest of a restitution as well.
template <class Scalar>
constexpr Scalar longest_stage = Scalar(0.2);
template <class Scalar>
constexpr Scalar stage_of_taken = Scalar(0.125);

// [rad] By how much a slip may turn in a stage.
template <class Scalar>
constexpr Scalar turn_of_stage = Scalar(0.2);

// [of the greatest rate] Slip that counts as 0; and what part of that is the rate at which a compression is over.
template <class Scalar>
constexpr Scalar slip_at_stop = Scalar(1.0 / 1024);
template <class Scalar>
constexpr Scalar stopped_below = Scalar(1.0 / 8);

// [-] Square of the change of an impulse, as a part of the greatest, below which feet agree.
template <class Scalar>
constexpr Scalar feet_agree = Scalar(1e-5);

// [of W_00] A foot is held no softer than this: friction may make its softness 0 or less.
template <class Scalar>
constexpr Scalar least_softness = Scalar(0.125);

// [-] Ratio of lengths by which a sub-step is longer than its base, or the time left longer than a sub-step, for it to
// count.
template <class Scalar>
constexpr Scalar little_longer = Scalar(1.25);

// [-] Largest stiffness of a held foot that its rounding allows, where its speed changes as much as it is.
template <class Scalar>
constexpr Scalar held_by_rounding = Scalar(1e-3) / epsilon<Scalar>;

// ---- Drop tests -----------------------------------------------------------------------------------------------------

// Samples over which the level before an impact and its noise are averaged; each takes every second one. Larger: less
// noise in it, but a fall from rest has to last several times as long.
constexpr int level_samples = 32;

// Part of the square of gravity by which the square of the level may differ at rest: gravity to about a sixth.
template <class Scalar>
constexpr Scalar rest = Scalar(0.3);

// Successive comparisons after which a body is at rest: on its way from more than gravity to free fall the level passes
// gravity in less than two.
constexpr int least_rest = 3;

// Comparisons over which the level at rest is averaged, one every TD_DROP_BEFORE samples. Larger: less noise in the
// speed of a fall, but an older attitude of a body that is turned by hand.
constexpr int rest_checks = 32;

// Part of the range from which a sample that is filtered behind the clip counts as clipped: half of the sample may have
// been clipped.
template <class Scalar>
constexpr Scalar clipped_part = Scalar(0.5);

// Part of the range below which a reading is not clipped: sensors saturate some digits below their nominal range.
template <class Scalar>
constexpr Scalar clip_share = Scalar(1) / 1024;

// [digits] The same where digits are coarser: between the last digit and the one before.
template <class Scalar>
constexpr Scalar clip_digits = Scalar(1.5);

// A reading is near a record's greatest one within this: digits of the rig, or part of the reading. A smooth
// top has many more readings near it than in its last digit; in a steep one only chance puts two into one
// digit.
template <class Scalar>
constexpr Scalar near_top_digits = 64;
template <class Scalar>
constexpr Scalar near_top_share = Scalar(1) / 128;

// Part of the greatest force below which a pulse has not begun, or is over.
template <class Scalar>
constexpr Scalar pulse_foot = Scalar(0.1);

// Levels at which a pulse is cut, as parts of the greatest force: 0.15 to 0.90. Higher ones say more about where the
// force is greatest, but there a half sine is flat and noise decides.
constexpr int chords = 16;
template <class Scalar>
constexpr Scalar lowest_chord = Scalar(0.15);
template <class Scalar>
constexpr Scalar chord_step = Scalar(0.05);
constexpr int foot_chord = 3;  // from it and the lowest one, flanks are extended down to 0

// Error of the ends of a pulse, as a multiple of the shift of the end by the flank's bend from 0.45 to 0.15 of the
// greatest force. A haversine needs twice as much, a half sine a quarter.
template <class Scalar>
constexpr Scalar bends_on = Scalar(2.5);

// Chords that share one sample's noise: factor on the variance of their fit, so that
// twice the uncertainty covers 95 %.
template <class Scalar>
constexpr Scalar chords_alike = 4;

// [bins] Error of the crossing of a level between two bins, without noise.
template <class Scalar>
constexpr Scalar crossing = Scalar(0.05);

// Part of the greatest force, and multiple of the noise, by which the force has to turn for it to count.
template <class Scalar>
constexpr Scalar turn_share = Scalar(0.15);
template <class Scalar>
constexpr Scalar turn_noise = 6;

// [bins] Shortest compression and restitution. With 7, and noise of 1 % of the peak, 95 % of half sines still have
// their e within 0.03.
template <class Scalar>
constexpr Scalar least_bins = 7;

// Slip has ended or turned if two slopes explain the tangential impulse better than one by this many times the noise of
// a bin, squared, and differ by this part of the first. Smaller: noise cuts slip short, and mu is from fewer bins.
template <class Scalar>
constexpr Scalar slip_noise = 6;
template <class Scalar>
constexpr Scalar slip_change = Scalar(0.1);

// Above this number of bins of a pulse friction uses pairs of them: their times are fine enough, at half the cost.
constexpr int friction_bins = 64;

// [bins] Fewest from which a slope is computed.
constexpr int least_slip = 3;

// How often the bins are searched for a change of slope: slip may end and turn.
constexpr int slip_rounds = 2;

// Comparisons for rest during the shortest fall that gives a speed.
constexpr int least_checks = 4;

// Successive comparisons for rest whose levels share samples.
constexpr int checks_alike = 4;

// Part of the pulse's length by which the bounce may seem too long: the second touch is seen when its force passes the
// threshold, and a pulse that ends flat seems to end early.
template <class Scalar>
constexpr Scalar touch_late = Scalar(0.2);

// Speed after over speed before above which the time of a bounce is of something else, such as a catch.
template <class Scalar>
constexpr Scalar most_bounce = Scalar(1.2);

// Two ways to the same e differ if they differ by this many uncertainties and by this much.
template <class Scalar>
constexpr Scalar split_apart = 3;
template <class Scalar>
constexpr Scalar split_rounding = Scalar(0.02);

// Part of gravity by which the level at rest may differ from it.
template <class Scalar>
constexpr Scalar gravity_off = Scalar(0.1);

// Ratio of the width of a uniform distribution to its standard deviation; radians of a whole turn.
template <class Scalar>
constexpr Scalar uniform = Scalar(3.4641016);
template <class Scalar>
constexpr Scalar turn = Scalar(6.2831853);

// [rad] Default limits of tilt and turn of a rig.
template <class Scalar>
constexpr Scalar default_tilt = Scalar(0.05);

}  // namespace touchdown::tolerance

#endif
