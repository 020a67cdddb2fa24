// Siconos numerics: the friction-contact problem v = W p + q with Coulomb's cone and its complementarity (fc3d), by the
// solvers of one contact that its manual names for it. Given as it is made to be: W is known beforehand and costs
// nothing here, Newton's law is e v_n added to q, the tolerance is 1e-12. Of its solvers for one contact the hybrid
// nonsmooth Newton erred least and the quartic is the one without iterations; NSGS for many contacts calls these.
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>

#include <Eigen/Geometry>

#include "strikes.hpp"

namespace peers {
namespace {

class Siconos : public Peer {
 public:
  Siconos(const std::vector<Strike> &strikes, int solver) : options_(solver_options_create(solver)) {
    options_->dparam[SICONOS_DPARAM_TOL] = 1e-12;
    options_->iparam[SICONOS_IPARAM_MAX_ITER] = 1000;
    for (const Strike &strike : strikes) problems_.push_back(contact(strike));
  }

  ~Siconos() override {
    for (const Contact &c : problems_) {
      NM_clear(c.task->M);
      std::free(c.task->M);
      std::free(c.task);
    }
    solver_options_delete(options_);
    std::free(options_);
  }

  After resolve(std::size_t strike) override {
    Contact &c = problems_[strike];
    Vector q = c.to_contact * (c.strike.v + c.strike.w.cross(c.strike.r)), p = Vector::Zero(), v = Vector::Zero();
    q(0) *= 1 + c.strike.e;
    c.task->q = q.data();
    c.task->mu = &c.strike.mu;
    fc3d_driver(c.task, p.data(), v.data(), options_);
    const Vector world = c.to_contact.transpose() * p;
    return {c.strike.v + world / c.strike.mass, c.strike.w + c.strike.r.cross(world).cwiseQuotient(c.strike.inertia)};
  }

 private:
  struct Contact {
    Strike strike;
    Eigen::Matrix3d to_contact;  // rows n, t, s
    FrictionContactProblem *task;
  };

  static Contact contact(const Strike &strike) {
    const Eigen::Matrix3d axes = frame(strike);
    const auto W = contact_of(strike, TD_LAW_NEWTON).W;
    Contact c{strike, {}, frictionContactProblem_new()};
    c.to_contact << axes.col(2).transpose(), axes.col(0).transpose(), axes.col(1).transpose();
    c.task->dimension = 3;
    c.task->numberOfContacts = 1;
    c.task->M = NM_create(NM_DENSE, 3, 3);
    const double entries[] = {W.nn, W.nt, W.ns, W.nt, W.tt, W.ts, W.ns, W.ts, W.ss};
    std::copy(entries, entries + 9, c.task->M->matrix0);
    return c;
  }

  SolverOptions *options_;
  std::vector<Contact> problems_;
};

}  // namespace

std::vector<Way> ways() {
  return {way<Siconos>("Siconos, nonsmooth Newton", Space::both, SICONOS_FRICTION_3D_ONECONTACT_NSN_GP_HYBRID),
          way<Siconos>("Siconos, quartic", Space::both, SICONOS_FRICTION_3D_ONECONTACT_QUARTIC)};
}

}  // namespace peers
