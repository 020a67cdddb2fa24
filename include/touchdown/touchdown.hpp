// touchdown/touchdown.hpp - the C++ face: the same functions as touchdown.h, templated on the scalar (float or double),
// with Eigen vectors. Meanings, units, frames, ranges and status codes are those of touchdown.h; this header only names
// what differs. Every function here is instantiated in the library for float and for double.
#ifndef TOUCHDOWN_TOUCHDOWN_HPP
#define TOUCHDOWN_TOUCHDOWN_HPP

#include <cstdint>

#include <Eigen/Core>

#include "touchdown/touchdown.h"

namespace touchdown {

// x, y, z.
template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;

// An inertia; symmetric.
template <class Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;

// td_status: 0 solved, negative refused, positive the sum of the caveats.
using Status = td_status;

// TD_LAW_*.
enum class Law : std::int32_t {
  poisson = TD_LAW_POISSON,
  energetic = TD_LAW_ENERGETIC,
  newton = TD_LAW_NEWTON,
  compromise = TD_LAW_COMPROMISE,
  automatic = TD_LAW_AUTOMATIC,
};

// TD_METHOD_*.
enum class Method : std::int32_t {
  slip_path = TD_METHOD_SLIP_PATH,
  algebraic = TD_METHOD_ALGEBRAIC,
  planar = TD_METHOD_PLANAR,
};

// TD_MODE_*.
enum class Mode : std::int32_t {
  separating = TD_MODE_SEPARATING,
  slides = TD_MODE_SLIDES,
  sticks = TD_MODE_STICKS,
  stops_and_sticks = TD_MODE_STOPS_AND_STICKS,
  stops_and_reverses = TD_MODE_STOPS_AND_REVERSES,
  reversed = TD_MODE_REVERSED,
};

// A vector of the contact frame: impulse [N s] or velocity [m/s].
template <class Scalar>
struct ContactVector {
  Scalar n, t, s;  // along the normal out of the surface, and along t and s in it
};

// W, the contact-space inverse inertia [1/kg]: dv = W dp.
template <class Scalar>
struct ContactInertia {
  Scalar nn, nt, ns, tt, ts, ss;  // W_nn and so on; symmetric
};

// td_surface.
template <class Scalar>
struct Surface {
  Scalar mu_s, mu_k, e;
};

// td_options.
template <class Scalar>
struct Options {
  Law law = Law::poisson;
  Method method = Method::slip_path;
  std::int32_t steps = 0;
  Scalar d1 = 0, d2 = 0;
};

// td_contact.
template <class Scalar>
struct Contact {
  ContactInertia<Scalar> W;  // [1/kg] dv = W dp
  ContactVector<Scalar> v;   // [m/s] velocity of the contact point before; approach is v.n < 0
  Surface<Scalar> surface;
  Options<Scalar> options;
};

// td_impact.
template <class Scalar>
struct Impact {
  ContactVector<Scalar> p;  // [N s] impulse on the body
  ContactVector<Scalar> v;  // [m/s] velocity of the contact point after
  Scalar p_compression, p_sliding, p_sticking, p_reversed;
  Scalar N_P, N_N, N_E;
  Scalar energy_before, energy_after, energy_friction, energy_restitution;
  Scalar cone_margin;
  Scalar R1, R2, R3;
  std::int32_t case_number;
  Mode mode_compression, mode_restitution;
  Law law;
  Method method;
  std::int32_t steps;
};

// td_resolve.
template <class Scalar>
Status resolve(const Contact<Scalar> &contact, Impact<Scalar> &impact);

// td_body_contact, a free rigid body; the vectors may be maps over the caller's memory.
template <class Scalar>
struct Body {
  Scalar mass;
  Matrix3<Scalar> inertia;  // [kg m^2] about the centre of mass; only the lower triangle is read
  Vector3<Scalar> r, n, v, w;
  Surface<Scalar> surface;
  Options<Scalar> options;
};

// td_body_impact.
template <class Scalar>
struct BodyImpact {
  Impact<Scalar> impact;
  Vector3<Scalar> t, s;
  Vector3<Scalar> v, w;
};

// td_resolve_body.
template <class Scalar>
Status resolve(const Body<Scalar> &body, BodyImpact<Scalar> &impact);

}  // namespace touchdown

#endif
