// Every number that was judged rather than derived, in one place: what it is, its unit, why, and what changes with it.
// All are relative to a scale of the input; none is a bare length, speed or energy.
#ifndef TOUCHDOWN_NUMERICS_TOLERANCES_HPP
#define TOUCHDOWN_NUMERICS_TOLERANCES_HPP

#include <limits>

#include "numerics/scalar.hpp"

namespace touchdown::tolerance {

template <class Scalar>
constexpr Real<Scalar> epsilon = std::numeric_limits<Real<Scalar>>::epsilon();

// Pivot of W, as a fraction of its diagonal entry, that rounding may have made of 0. Larger: takes away a mobility that
// was there. Smaller: makes huge energies of rounding.
template <class Scalar>
constexpr Real<Scalar> indefinite = 64 * epsilon<Scalar>;

// How far below 0 a pivot of W may be, as such a fraction, before W is refused as indefinite. A singular W (a mechanism
// of two freedoms) that was written down with 9 digits, or computed in float, is below 0 by that. Larger: accepts more
// sloppily assembled W.
template <class Scalar>
constexpr Real<Scalar> assembled = 64 * (sizeof(Real<Scalar>) == 4 ? epsilon<Scalar> : Real<Scalar>(1e-9));

// How near mu_s the friction ratio of sticking may come, as a part of mu_s, before stick or slide is a marginal
// decision: what a measured mu_s, a velocity or a W is rarely better than. Larger: warns of what no error of theirs
// will turn.
template <class Scalar>
constexpr Real<Scalar> marginal = Real<Scalar>(1) / 256;

// [of the slip at the start of the impact] Slip that rounding hides, so that static friction holds
// it. Larger: holds what slides past the stop. Smaller: the last digit of a velocity decides between stick and slide.
template <class Scalar>
constexpr Real<Scalar> stopped_slip = 8 * epsilon<Scalar>;

// Determinant of the tangential block, as a part of the product of its diagonal, that the rounding of its entries may
// have made of 0: 5 epsilon at the worst. Larger: takes away a mobility that was there, and with it some of the
// momentum.
template <class Scalar>
constexpr Real<Scalar> immobile_axis = 8 * epsilon<Scalar>;

// dv_n/dp_n while sticking, as a fraction of W_nn, below which a stuck contact counts as wedged: no further impulse can
// move it, and the impact ends at the stop. It is the relative rounding error of that slope.
template <class Scalar>
constexpr Real<Scalar> wedged = 16 * epsilon<Scalar>;

// Part of the approach that may be left in a wedge as rounding of what came before, the slip path's series included.
// More of it would take an infinite impulse to end.
template <class Scalar>
constexpr Real<Scalar> left_in_wedge = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-2) : Real<Scalar>(1e-4);

// Normal impulse, as a multiple of that which would end the approach without friction, beyond which its rounding moves
// the point by more than 1/64 of the approach. Mechanisms of one freedom or two, driven where they have none, ask for
// it.
template <class Scalar>
constexpr Real<Scalar> impulse_in_range = 1 / (64 * epsilon<Scalar>);

// Restitution below which an impact counts as plastic: what it would add to the impulse is far below rounding, and e^2
// is kept away from underflow.
template <class Scalar>
constexpr Real<Scalar> min_restitution = epsilon<Scalar> *epsilon<Scalar>;

// Energy gained, as a fraction of the energy before, that is still rounding.
template <class Scalar>
constexpr Real<Scalar> energy_rounding = 64 * epsilon<Scalar>;
template <class Scalar>
constexpr bool gains(Scalar energy_before, Scalar gain) {
  return gain > energy_rounding<Scalar> * energy_before;
}

// How far rounding may carry an impulse out of its cone, as a part of the cone's radius there. What is further out is
// refused: the squares of its parts have left the range.
template <class Scalar>
constexpr Real<Scalar> cone = 64 * epsilon<Scalar>;

// Sum of squares above which none of them has lost digits that count.
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

// Newton steps towards the direction of resumed slip, which may end early: from a lower bound the error squares. A few
// do on compact bodies; the bound is what a million planes needed whose principal mobilities differ by up to e^11.
template <class Scalar>
constexpr int resume_steps = sizeof(Real<Scalar>) == 4 ? 10 : 12;

// Weight of the work's last term against the term of slip in the choice of a step. 0 lets the energetic law be wrong by
// far more than the others; 1 costs every law a tenth more steps.
template <class Scalar>
constexpr Real<Scalar> work_share = Real<Scalar>(1) / 16;

// Evaluations of a Taylor step in search of the end of a stage. Each squares the error; the bracket halves it at worst.
template <class Scalar>
constexpr int stage_end_steps = sizeof(Real<Scalar>) == 4 ? 8 : 12;

// Trials of a whole path, beyond one a step, that may find no end of a stage, those towards a crest of v_n among them:
// f turns once along a path. Of 720 000 random contacts none took more than 8; a path that takes them all searches only
// as far as each step is trusted. They bound the work of a path.
constexpr int spare_trials = 16;

// Impulse squared, as a part of that which would turn the slip, that may pass in a straight line at the end of a stage.
template <class Scalar>
constexpr Real<Scalar> straight_end = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(3e-8) : Real<Scalar>(1e-20);

// The same, cubed, where it passes along its mean slip.
template <class Scalar>
constexpr Real<Scalar> mean_end = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-6) : Real<Scalar>(1e-18);

// e up to which restitution starts just where compression ends: from a place before, its impulse and work are
// differences, and what rounding does to the work, its law takes for so much more of e^2.
template <class Scalar>
constexpr Real<Scalar> brief_restitution = Real<Scalar>(1) / 16;

// Part of either end of the bracket around a stage's end by which a guess outside it may be rounding.
template <class Scalar>
constexpr Real<Scalar> bracket = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(2e-3) : Real<Scalar>(2e-6);

// How far beyond its step a series is followed where that saves another step: its error is at most doubled.
template <class Scalar>
constexpr Real<Scalar> stretch = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1.09) : Real<Scalar>(1.04);

// False positions towards the crest of v_n within a step in which it turned down: what they miss of its place they miss
// squared of its height.
constexpr int crest_steps = 3;

// Part of the slip that a Taylor step may be wrong by however small slip is, and part of the tolerance below which slip
// counts as none: a path that starts there ends within the tolerance of one that starts at rest.
template <class Scalar>
constexpr Real<Scalar> slip_share = Real<Scalar>(0.1);

// Turning rate, as a part of the stiffness, that rounding may make up when the contact plane is turned into its
// principal axes: a path that turns no faster is straight. Data that were given along those axes have none.
template <class Scalar>
constexpr Real<Scalar> min_turn_rate = 8 * epsilon<Scalar>;

// [of the path's tolerance] Up to what shift of a certain stop by the turn of slip, and up to what works that it leaves
// out, the closed form stands for the path. Of 8000 random bodies six in seven end so, 99.9 % with energies to 7e-4.
template <class Scalar>
constexpr Real<Scalar> stop_shift = 75;
template <class Scalar>
constexpr Real<Scalar> works_left_out = 10;

// The x up to which a stage turns mildly: short of 1, for no slip stops before; and h dp x^4 up to which it does, as a
// multiple of the tolerance of a step. 16 takes one body in 30 more, and 99.9 % of them from 7.6e-5 to 9.8e-5.
template <class Scalar>
constexpr Real<Scalar> mild_reach = Real<Scalar>(0.75);
template <class Scalar>
constexpr Real<Scalar> mild_turn = 10;

// Part of the impulse of a mild stage that may be left after it, for its mean slip: by the third order of so little.
template <class Scalar>
constexpr Real<Scalar> mild_end = Real<Scalar>(1) / 16;

// mu_k below which friction is lost in the rounding of the impulse.
template <class Scalar>
constexpr Real<Scalar> frictionless = epsilon<Scalar> / 16;

// mu_k from which slip stops within the rounding of the impulse: more of it changes nothing but the range of its
// products.
template <class Scalar>
constexpr Real<Scalar> max_friction = 1 / epsilon<Scalar>;

// Tolerance of slip per step of the slip path, as a part of the approach speed, that goes with a budget of 0, 2, 6, 10,
// .. steps (of double 0, 7, 15, ..): about the smallest that hard impacts meet within it. More steps at the same
// tolerance are wasted, fewer spend the budget. Double takes a higher order, and so a smaller tolerance in the same
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
// taken: one in 2000 random bodies in float is closed then, and is off by no more than others. Double takes all its
// steps.
template <class Scalar>
constexpr Real<Scalar> last_turn = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(20) : Real<Scalar>(0);

// [-] A pivot of an inertia or mass matrix below this part of its diagonal entry is rounding: the matrix is not
// definite. Larger refuses thin bodies seen from an oblique frame, smaller lets noise through as a direction of huge W.
template <class Scalar>
constexpr Real<Scalar> definite = 4 * epsilon<Scalar>;

// [-] The triangles of a mass matrix may differ by 1 / mirrored of sqrt(M_ii M_jj): printed figures and other rounding.
// Larger refuses matrices that were written with six digits, smaller takes one of them for the other.
template <class Scalar>
constexpr Real<Scalar> mirrored = 10000;

// [-] Part of trace(I)/2 by which the triangle inequality of an inertia may be missed: plates and rods meet it with
// equality, up to the rounding of the six entries that the user turned into this frame.
template <class Scalar>
constexpr Real<Scalar> second_moment = 64 * epsilon<Scalar>;

// [-] Part of a vector's length below which what projection left of it is rounding: a constraint row is redundant, a
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

// [-] Compliance of several contacts, as a part of W_nn of the one that approaches fastest: of the first step of
// Newton's method, and of those after it. Less at first settles less often; more left makes the sharing among redundant
// contacts another, less the impulses noise.
template <class Scalar>
constexpr Scalar first_compliance = Scalar(0.1);
template <class Scalar>
constexpr Scalar least_compliance = Scalar(1e-2);

// [-] Largest change of a contact's velocity by a step of it, as a part of the fastest approach before: under which the
// compliance is taken off although a contact changed its mode; under which sweeps do the rest, where no step is left;
// and under which the next step is expected to stay once the method has settled. One more step costs less than the
// sweeps that it saves.
template <class Scalar>
constexpr Scalar compliant = Scalar(0.06);
template <class Scalar>
constexpr Scalar settling = Scalar(2e-3);
template <class Scalar>
constexpr Scalar settled = Scalar(1e-5);

// [-] What a step is expected to move, as a part of the fastest approach before, up to which it takes the factors of
// the step before: half its instructions.
template <class Scalar>
constexpr Scalar kept_factors = Scalar(3e-4);

// Slides after a stick, within one phase, from which a contact has mu_k alone. 1 makes 13 of 100 landings on four feet
// slide where static friction holds, 2 makes it 8, 3 makes it 7; where it never ends, 16 in 100 never settle. More
// takes more sweeps.
constexpr std::int32_t gives_way = 2;

// Steps of Newton's method at most. Of landings on four feet 98 in 100 take 12 or fewer.
constexpr int newton_steps = 24;

// [-] Part of the fastest approach before that may be left after several contacts without a caveat: what a default
// budget reaches.
template <class Scalar>
constexpr Real<Scalar> approach_left = Real<Scalar>(1e-3);

// ---- Derivatives --------------------------------------------------------------------------------------------------

// Part of the slip that the last term of a Taylor step with derivatives may be. Derivatives lose a digit or two of it.
template <class Scalar>
constexpr Real<Scalar> tangent_step = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-5) : Real<Scalar>(1e-11);

// Weight of the last term of a series' derivative by mu_k in that. 0 leaves the derivative of the work to chance where
// slip hardly turns; 1 costs a tenth more steps.
template <class Scalar>
constexpr Real<Scalar> tangent_share = Real<Scalar>(1) / 32;

// [of the stiffness] Least turn of slip by which a change of its direction is distinguished from one of its size, where
// the margin of a stop is all that needs it; and the turn below which the straight stop is as good.
template <class Scalar>
constexpr Real<Scalar> told_turn = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(0.02) : Real<Scalar>(0.001);
template <class Scalar>
constexpr Real<Scalar> told_straight = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(0.02) : Real<Scalar>(1e-7);

// [of the stiffness] Rate of turn of slip from which on derivatives by its direction are divided by that rate, and
// rounding by it. Smaller: cheaper, and in float half of the derivatives are off by more: at 1 / 16 by a tenth.
template <class Scalar>
constexpr Real<Scalar> turning = Real<Scalar>(1) / 12;

// How many times closer to the end of a stage its derivatives are taken than what may pass in a straight line.
template <class Scalar>
constexpr Scalar tangent_closer = sizeof(Real<Scalar>) == 4 ? 16 : 1;

// What the turn of slip up to a stop may change of its derivative, by an estimate of first order. In double the error
// of 99.9 % is a hundredth of it, in float the error of the series.
template <class Scalar>
constexpr Real<Scalar> tangent_stop = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-3) : Real<Scalar>(1e-5);

// [of the approach speed] Slip that counts as none.
template <class Scalar>
constexpr Real<Scalar> tangent_slip = epsilon<Scalar> / 16;

// Least friction that the path is differentiated at: the error of doing so is of its size.
template <class Scalar>
constexpr Real<Scalar> tangent_friction = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(1e-6) : Real<Scalar>(1e-10);

// What a saltation matrix may be off by where its reach ends, and how many sizes of errors are tried to find that.
template <class Scalar>
constexpr Real<Scalar> first_order_off = Real<Scalar>(0.05);
constexpr int reach_sizes = 8;

// Relative change of the velocity before, below which one that changes the case counts as none: the change of a
// difference which halves the digits.
template <class Scalar>
constexpr Real<Scalar> one_sided = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(3e-4) : Real<Scalar>(1e-8);

// The same as a part of the approach. What rounding makes of a derivative grows as its reciprocal: in float to a
// thousandth from here on.
template <class Scalar>
constexpr Real<Scalar> near_kink = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(2e-3) : Real<Scalar>(1e-8);

// [-] Change of a contact's velocity that the last sweep of a phase may have made, as a part of the fastest approach
// before; and as a part of the margin, for derivatives are off by some ten times as much beside a case that is near. In
// float one in six carries the caveat by it; among the others one in a thousand is off by more than 1e-3.
template <class Scalar>
constexpr Real<Scalar> sweeps_left = Real<Scalar>(1e-5);
template <class Scalar>
constexpr Real<Scalar> sweeps_left_of_margin = sizeof(Real<Scalar>) == 4 ? Real<Scalar>(2e-4) : Real<Scalar>(1e-3);

// Part of a variance that may be rounding of the covariance that it is in.
template <class Scalar>
constexpr Real<Scalar> negative_variance = 256 * epsilon<Scalar>;

// ---- Landings and end effectors -------------------------------------------------------------------------------------

// [-] Part of the velocities that the velocity of a point is made of, below which what is left of it along an axis is
// rounding: no slip, no direction. A direction taken from more is off by 1/64 rad at worst. Larger forgets slow slip,
// smaller reports directions that nothing has.
template <class Scalar>
constexpr Scalar point_speed = 64 * epsilon<Scalar>;

// [-] Rounding of a foot's height, as a part of what it is added up of: a foot no higher touches. Larger touches early,
// smaller takes the search through many short steps to where no rounding lets it end.
template <class Scalar>
constexpr Scalar height = 2 * epsilon<Scalar>;

// [-] Depth below the ground, as a part of the same and of the plane's distance, from which a foot counts as below it:
// eight times the rounding of a foot placed at the ground.
template <class Scalar>
constexpr Scalar below_ground = 8 * height<Scalar>;

// Steps of the search for a contact; a foot that needs more grazes. The median takes 3 to 6, the worst of a million and
// a half 16; only a foot that rolls over the ground needs more, and the more the closer it rolls.
constexpr int fall_steps = 64;

// [-] Sine of the angle, or so, by which three feet may be out of line for rounding alone: none of them is then a
// corner of the support polygon between the others.
template <class Scalar>
constexpr Scalar aligned = 8 * epsilon<Scalar>;

// ---- Motion to rest: g gravity, h the step, R the reach of the feet
// --------------------------------------------------

// [sqrt(R / g)] Step where none is given. Of 1800 random landers 1 at rest would tip in fine steps, none at 0.035,
// which costs a third more.
template <class Scalar>
constexpr Scalar default_step = Scalar(0.05);

// [g h^2] A foot bears that is nearer to the ground. Larger: feet are pressed that another would lift. A fifth of it:
// twice as many impacts.
template <class Scalar>
constexpr Scalar bears_within = Scalar(0.1);

// [g h] A foot bears that approaches slower, or leaves slower. A faster approach is an impact; feet that leave slowly
// and are not pressed come back as impacts, and spend the budget of the step.
template <class Scalar>
constexpr Scalar bears_approaching_below = Scalar(0.05);
template <class Scalar>
constexpr Scalar bears_rising_below = Scalar(0.4);

// [g h^2], [R] Feet that are nearer when one touches strike with it. Larger: impacts that follow one another are taken
// as one, by a law of which nothing is known. The second: what float makes of equal heights.
template <class Scalar>
constexpr Scalar together_within = Scalar(0.05);
template <class Scalar>
constexpr Scalar together_at_all = Scalar(1e-5);

// [g h] An impact that is slower has no restitution, so that the cascade of bounces ends.
template <class Scalar>
constexpr Scalar captured_below = Scalar(0.25);

// [g h] Feet that approach or leave slower lie flat.
template <class Scalar>
constexpr Scalar flat_below = Scalar(0.75);

// [-] Part of a gap that a bearing foot closes in a step. Above 0.34 the gap swings about 0 (docs/theory).
template <class Scalar>
constexpr Scalar gap_closed = Scalar(1.0 / 3);

// [g h^2] A bearing foot stays where it is that is less deep. Smaller: a rocking body is raised after each touch, and
// its impacts lose 5 % more of the energy; larger: feet stay below ground that curves upwards.
template <class Scalar>
constexpr Scalar stays_within = Scalar(0.03);

// [g h] A body that moves slower may be at rest, or at a balance, which four sweeps do not find: its feet are pressed
// by Newton's method. It ends by itself, within this number of iterations.
template <class Scalar>
constexpr Scalar slow = Scalar(0.05);
constexpr int slow_iterations = 24;

// Steps in a row that slow, after each of which forces are asked whether they hold it. More: rest is seen later.
constexpr int slow_steps = 5;

// [g h^2] Feet that are nearer may hold a body at rest: all that bear, and what the last step left.
template <class Scalar>
constexpr Scalar holds_within = Scalar(0.2);

// [g h] Speed that forces which hold a body leave of what gravity gives in a step: what Newton's method leaves, and
// rounding. 1e-5 in float leaves 2 of 100 landers at rest undecided.
template <class Scalar>
constexpr Scalar held = sizeof(Scalar) == 4 ? Scalar(1e-3) : Scalar(1e-5);

// [g h] The same on legs that yield, whose sweeps leave more; and the speed below which a body on springs may be at
// rest.
template <class Scalar>
constexpr Scalar held_on_legs = Scalar(1e-3);
template <class Scalar>
constexpr Scalar slow_on_springs = Scalar(0.005);

// [-] Change of a foot's impulse, as a part of it, at which the sweeps of legs that yield end. A tenth of it: a third
// more work, and no figure of a landing changes by 1e-4.
template <class Scalar>
constexpr Scalar leg_impulse = Scalar(1e-5);

// [-] Change of forces from one sub-step on legs to the next, as a part of the greatest, below which the next is twice
// as long.
template <class Scalar>
constexpr Scalar steady_force = Scalar(0.05);

// [-] Sub-steps of a step in which legs yield, and to a radian of what their springs do: where forces are not steady.
template <class Scalar>
constexpr Scalar leg_pieces_of_step = 8;
template <class Scalar>
constexpr Scalar leg_pieces_of_radian = 16;

// [rad] Of what struts do with the body in a piece in which forces change, at most: of all of them together, 2 to 3
// times the fastest that the body does.
template <class Scalar>
constexpr Scalar strut_turn = Scalar(0.25);

// [-] Change of what struts give from one piece to the next, as a part of it, below which the next is longer: a longer
// piece in which they change by more is cut.
template <class Scalar>
constexpr Scalar steady_struts = Scalar(0.02);

// [-] How many times as long a piece is as the one before, where forces are steady.
template <class Scalar>
constexpr Scalar piece_grows = Scalar(2.5);

// [-] A piece in which a strut comes to a stand, or a pad lifts off, before this part of it ends there.
template <class Scalar>
constexpr Scalar whole_piece = Scalar(0.85);

// [rad] Of what struts do with the body in a piece, below which it is not cut: its forces are rounding of velocities.
template <class Scalar>
constexpr Scalar least_cut = Scalar(1e-3);

// [-] Difference between what struts give and what the body's motion needs, as a part of it, that is left in a piece.
template <class Scalar>
constexpr Scalar steady_strut = Scalar(1e-3);

// [-] The same of the friction of a pad that slides, as a part of the force of the ground.
template <class Scalar>
constexpr Scalar pad_slip = Scalar(1e-4);

// [-] Part of its stage's force within which a strut flows: rounding of force over stiffness, and back.
template <class Scalar>
constexpr Scalar strut_flows = Scalar(1e-5);

// [rad] Of a body on struts in a piece, at most.
template <class Scalar>
constexpr Scalar turn_of_piece = Scalar(0.08);

// [-] Part of a piece by which a pad may come down early.
template <class Scalar>
constexpr Scalar pad_early = Scalar(1.0 / 32);

// [reach] How far a lander on struts is from where it hangs in them at rest, at most, when it is left there: two
// steps of Newton's method lead so far.
template <class Scalar>
constexpr Scalar near_rest = Scalar(0.03);

// [-] Square of the volume that the axes of three struts span, below which they lie in a plane.
template <class Scalar>
constexpr Scalar flat_tripod = Scalar(1e-4);

// [-] Barrier over every edge, as a multiple of the kinetic energy, above which a slow body cannot tip.
template <class Scalar>
constexpr Scalar barrier = 8;

// [rad] A body that leans back from an edge of its feet's hull by less balances on it: no slope and no centre of mass
// is known better.
template <class Scalar>
constexpr Scalar balance = Scalar(1e-3);

// [g h] A body on one round foot or two rests when it is slower.
template <class Scalar>
constexpr Scalar still = Scalar(1e-3);

// [m (g h)^2] Energy that a step has made and the velocities could not pay yet, at most. Larger: lets a balanced body
// gain; smaller: stops bodies that begin to fall.
template <class Scalar>
constexpr Scalar owed = Scalar(1e-4);

// [-] Rounding of the height of a body, as a part of it: what a step gains below it says nothing of the step.
template <class Scalar>
constexpr Scalar height_rounding = 8 * epsilon<Scalar>;

// ---- Drop tests -----------------------------------------------------------------------------------------------------

// Samples that the level before an impact and its noise are averages over; each takes every second one. More: less
// noise in it, but a fall from rest has to last several times as long.
constexpr int level_samples = 32;

// Part of the square of gravity by which the square of the level may differ at rest: gravity to about a sixth.
template <class Scalar>
constexpr Scalar rest = Scalar(0.3);

// Looks, one after the other, from which it is at rest: on its way from more than gravity to free fall the level takes
// less than two to pass.
constexpr int least_rest = 3;

// Looks for rest that the level at rest is an average over, one every TD_DROP_BEFORE samples. More: less noise in the
// speed of a fall, but a body that is turned by hand is seen as it was longer ago.
constexpr int rest_checks = 32;

// Part of the range from which a sample that is filtered behind the clip counts as clipped: it may have been for half
// of the sample.
template <class Scalar>
constexpr Scalar clipped_part = Scalar(0.5);

// Part of the range below which a reading is not clipped: sensors saturate some digits below what their metadata say.
template <class Scalar>
constexpr Scalar clip_share = Scalar(1) / 1024;

// How far below a record's greatest reading another is near it: digits of the rig, or part of the reading. A smooth top
// has as many readings near it as in its last digit, and many more; chance alone puts two of a steep one into one
// digit.
template <class Scalar>
constexpr Scalar near_top_digits = 64;
template <class Scalar>
constexpr Scalar near_top_share = Scalar(1) / 128;

// Part of the greatest force below which a pulse has not begun, or is over.
template <class Scalar>
constexpr Scalar pulse_foot = Scalar(0.1);

// Levels at which a pulse is cut, as parts of the greatest force: 0.15 to 0.90. Higher ones say more about where the
// force is greatest, but a half sine is flat there and noise decides.
constexpr int chords = 16;
template <class Scalar>
constexpr Scalar lowest_chord = Scalar(0.15);
template <class Scalar>
constexpr Scalar chord_step = Scalar(0.05);
constexpr int foot_chord = 3;  // from it and the lowest one, flanks are drawn down to 0

// What the ends of a pulse may be off by, as a multiple of what the flank's bend from 0.45 to 0.15 of the greatest
// force moves them by. A haversine takes twice as much, a half sine a quarter.
template <class Scalar>
constexpr Scalar bends_on = Scalar(2.5);

// Chords that share one sample's noise: factor on the variance of their fit, so that
// twice the uncertainty covers 95 %.
template <class Scalar>
constexpr Scalar chords_alike = 4;

// [bins] How well the crossing of a level is known between two bins, without noise.
template <class Scalar>
constexpr Scalar crossing = Scalar(0.05);

// Part of the greatest force, and multiple of the noise, by which the force has to turn for it to count.
template <class Scalar>
constexpr Scalar turn_share = Scalar(0.15);
template <class Scalar>
constexpr Scalar turn_noise = 6;

// [bins] that compression and restitution each have to last. With 7, and noise of 1 % of the peak, 95 % of half sines
// still have their e within 0.03.
template <class Scalar>
constexpr Scalar least_bins = 7;

// Slip has ended or turned where two slopes explain the tangential impulse better than one by this many times the noise
// of a bin, squared, and differ by this part of the first. Smaller: noise cuts slip short, and mu is from fewer bins.
template <class Scalar>
constexpr Scalar slip_noise = 6;
template <class Scalar>
constexpr Scalar slip_change = Scalar(0.1);

// Bins of a pulse above which friction takes two as one: it asks no more of time, and costs half.
constexpr int friction_bins = 64;

// [bins] from which a slope is taken at the least.
constexpr int least_slip = 3;

// Times that the bins are searched for a change of slope: slip may end and turn.
constexpr int slip_rounds = 2;

// Looks for rest that a fall has to last from which a speed is taken.
constexpr int least_checks = 4;

// Looks for rest whose levels share their samples.
constexpr int checks_alike = 4;

// Part of the pulse's length by which the bounce may seem long: the second touch is seen as its force passes the
// threshold, and a pulse that ends flat as if it ended earlier.
template <class Scalar>
constexpr Scalar touch_late = Scalar(0.2);

// Speed after over speed before from which on the time of a bounce speaks of something else, such as a catch.
template <class Scalar>
constexpr Scalar most_bounce = Scalar(1.2);

// By how many uncertainties, and by how much beyond, two ways to the same e have to differ to be called different.
template <class Scalar>
constexpr Scalar split_apart = 3;
template <class Scalar>
constexpr Scalar split_rounding = Scalar(0.02);

// Part of gravity by which the level at rest may differ from it.
template <class Scalar>
constexpr Scalar gravity_off = Scalar(0.1);

// What divides the width of a uniform distribution to its standard deviation, and what an angle is of a whole turn.
template <class Scalar>
constexpr Scalar uniform = Scalar(3.4641016);
template <class Scalar>
constexpr Scalar turn = Scalar(6.2831853);

// [rad] Tilt and turn that a rig allows which says 0.
template <class Scalar>
constexpr Scalar default_tilt = Scalar(0.05);

}  // namespace touchdown::tolerance

#endif
