// `touchdown resolve`: cases as CSV in, results as CSV out, row by row, computed in process or on a target.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/place_option.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "link/backend.hpp"
#include "records/csv.hpp"
#include "records/source.hpp"
#include "resolve/cases.hpp"
#include "resolve/systems_cases.hpp"

namespace touchdown::host {
namespace {

constexpr const char *help =
    "Case forms, distinguished by the header (columns in any order):\n"
    "  contact space  id,W_nn,W_nt,W_ns,W_tt,W_ts,W_ss,v_n,v_t,v_s,mu_s,mu_k,e,law,method\n"
    "  body           id,mass,Ixx,Iyy,Izz,Ixy,Ixz,Iyz,rx,ry,rz,nx,ny,nz,vx,vy,vz,wx,wy,wz,mu_s,mu_k,e,law,method\n"
    "SI units. W: contact-space inverse inertia; n points out of the struck surface, approach is v_n < 0.\n"
    "Inertia about the centre of mass, products as matrix entries with their sign; r from the centre of mass to the\n"
    "contact point; all vectors in one world frame.\n"
    "  law     poisson (also if empty), energetic, newton, compromise, automatic\n"
    "  method  slip_path (also if empty), algebraic, planar\n\n"
    "Results:\n"
    "  "
    "id,status,status_name,case,mode_compression,mode_restitution,p_n,p_t,p_s,v_n,v_t,v_s,N_P,N_N,N_E,energy_before,"
    "energy_after,\n"
    "  instructions, for the body form vx,vy,vz,wx,wy,wz after, then the columns of the input that are not its\n"
    "  form's, unchanged; but where a spreadsheet would take a field for a formula, it gets a ' in front.\n"
    "status is td_status: 0 solved, above 0 solved with caveats, below 0 refused (its figures are empty); status_name\n"
    "says it in words. N_* are empty where they do not apply, instructions in process. Numbers read back to the same\n"
    "bits.\n\n"
    "With --derivatives results gain, before the columns of the input, d_OUTPUT_INPUT: of p_n .. v_s by v_n, v_t, "
    "v_s,\n"
    "  mu_s, mu_k, e; for the body form of vx .. wz by vx .. wz, mu_s, mu_k, e. A body form with columns\n"
    "  sd_vx,sd_vy,sd_vz,sd_wx,sd_wy,sd_wz,sd_e,sd_mu, standard deviations before (any that lacks is 0; sd_mu is of\n"
    "  both frictions together), also gains the lower triangle of the covariance after, cov_vx_vx, cov_vy_vx, ..\n"
    "  Of what no law explains: sd_p of each component of the impulse, as a part of the impulse, and sd_r [m] of each\n"
    "  coordinate of the point where it acts. touchdown identify finds sd_e, sd_mu, sd_p and sd_r.\n"
    "  A derivative that holds on one side only is a caveat of status.\n\n"
    "A row that cannot be read is named on stderr by file:line:column and has no result; the others are done.\n\n"
    "Examples:\n"
    "  touchdown resolve cases.csv\n"
    "  touchdown resolve cases.csv --on mps2-an386 -o results.csv\n"
    "  touchdown resolve cases.csv --derivatives -o results.csv\n"
    "  touchdown resolve cases.csv --on serial:/dev/ttyACM0:921600 -o results.csv\n"
    "  generate_cases | touchdown resolve - --on host-float | head\n\n";

struct Arguments {
  std::string cases, on = "host-double", results = "-";
  bool derivatives = false;
};

void complain(const std::string &file, const CsvError &error) {
  std::fprintf(stderr, "%s:%zu:%zu: error: %s\n", printable(file).c_str(), error.line, error.column,
               printable(error.what()).c_str());
}

template <class Scalar>
class Resolver {
 public:
  Resolver(Backend<Scalar> &backend, Output &out) : backend_(backend), out_(out) {}

  void resolve_row(const CsvRow &row, const Layout &layout) {
    if (layout.form == Form::contact)
      resolve_case<ImpactDerivatives<Scalar>, Impact<Scalar>>(row, layout, contact_of<Scalar>(row, layout));
    else
      resolve_case<BodyDerivatives<Scalar>, BodyImpact<Scalar>>(row, layout, body_of<Scalar>(row, layout));
  }

  std::size_t done() const { return done_; }
  std::size_t refused() const { return refused_; }

 private:
  template <class Differentiated, class Plain, class Case>
  void resolve_case(const CsvRow &row, const Layout &layout, const Case &to_resolve) {
    if (layout.derivatives) {
      deviations_of<Scalar>(row, layout);  // a row that cannot be read is not begun
      Differentiated impact{};
      return write(row, layout, to_resolve, impact);
    }
    Plain impact{};
    write(row, layout, to_resolve, impact);
  }

  template <class Case, class Result>
  void write(const CsvRow &row, const Layout &layout, const Case &to_resolve, Result &impact) {
    const Answer answer = backend_.resolve(to_resolve, impact);
    write_result(out_.stream(), row, layout, answer, impact);
    out_.flush();
    ++done_;
    if (answer.status < 0) ++refused_;
  }

  Backend<Scalar> &backend_;
  Output &out_;
  std::size_t done_ = 0, refused_ = 0;
};

// Reads the next row; one that is not well formed is named and passed over.
bool next_row(CsvReader &reader, CsvRow &row, const std::string &file, std::size_t &failed) {
  for (;;) {
    try {
      return reader.next(row);
    } catch (const CsvError &error) {
      complain(file, error);
      ++failed;
    }
  }
}

template <class Scalar>
std::size_t resolve_rows(CsvReader &reader, const Layout &layout, const Source &input, Resolver<Scalar> &resolver) {
  Progress progress("bytes of cases done:", input.size());
  std::size_t failed = 0;
  for (CsvRow row; next_row(reader, row, input.name(), failed); progress.at(input.place())) {
    try {
      resolver.resolve_row(row, layout);
    } catch (const CsvError &error) {
      complain(input.name(), error);
      ++failed;
    }
  }
  return failed;
}

// Says what was lost, damaged or repeated on the way, if anything was.
template <class Scalar>
void tell_trouble(const Backend<Scalar> &backend) {
  if (backend.link() != nullptr && was_troubled(*backend.link()))
    std::fprintf(stderr, "touchdown resolve: link: %s\n", in_words(*backend.link()).c_str());
}

Layout read_header(CsvReader &reader, CsvRow &header, const std::string &file, bool derivatives) {
  try {
    if (!reader.next(header)) throw CsvError(1, 1, "no header: the file is empty");
    return derivatives ? layout_with_derivatives(header) : layout_of(header);
  } catch (const CsvError &error) {
    complain(file, error);
    throw CLI::RuntimeError(unusable);
  }
}

template <class Scalar>
int resolve_all(const Arguments &arguments, Backend<Scalar> &backend) {
  Source input(arguments.cases, SourceUse::row_by_row);
  CsvReader reader(input);
  CsvRow header;
  const Layout layout = read_header(reader, header, input.name(), arguments.derivatives);
  Output out(arguments.results);
  write_header(out.stream(), header, layout);
  out.flush();
  Resolver<Scalar> resolver(backend, out);
  try {
    const std::size_t failed = resolve_rows(reader, layout, input, resolver);
    tell_trouble(backend);
    out.keep();
    if (failed == 0 && resolver.refused() == 0) return all_done;
    std::fprintf(stderr, "touchdown resolve: %zu rows done, %zu of them refused; %zu could not be read\n",
                 resolver.done(), resolver.refused(), failed);
    return some_failed;
  } catch (const TargetError &lost) {
    tell_trouble(backend);
    out.keep();
    throw TargetError(std::string(lost.what()) + "; " + std::to_string(resolver.done()) +
                      " results received before that are kept in " + out.name());
  }
}

void run(const Arguments &arguments) {
  if (arguments.derivatives && holds_systems(arguments.cases))
    throw std::runtime_error(arguments.cases + ": --derivatives is for cases in CSV");
  const int status = holds_systems(arguments.cases)
                         ? resolve_systems_file(arguments.cases, arguments.on, arguments.results)
                         : with_backend(arguments.on, [&](auto &backend) { return resolve_all(arguments, backend); });
  if (status != all_done) throw CLI::RuntimeError(status);
}

}  // namespace

void add_resolve_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App *command = program.add_subcommand("resolve", "Resolve impacts: cases as CSV in, results as CSV out");
  command->add_option("cases", arguments->cases, "file of cases; - is standard input")->required();
  add_place_option(*command, arguments->on);
  command->add_option("-o,--output", arguments->results, "file of results; - is standard output")
      ->capture_default_str();
  command->add_flag("--derivatives", arguments->derivatives,
                    "Add derivatives of the results, and the covariance after where there is one before");
  command->footer(std::string(help) + systems_help + exit_status_help);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
