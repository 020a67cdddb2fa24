// `touchdown resolve`: cases as CSV in, results as CSV out, row by row, computed in process or on a target.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/place_option.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "link/backend.hpp"
#include "records/csv.hpp"
#include "records/source.hpp"
#include "report/document.hpp"
#include "resolve/cases.hpp"
#include "resolve/systems_cases.hpp"

namespace touchdown::host {
namespace {

constexpr const char *help =
    "Case forms, distinguished by the header (columns in any order):\n"
    "  contact space  id,W_nn,W_nt,W_ns,W_tt,W_ts,W_ss,v_n,v_t,v_s,mu_s,mu_k,e,law,method\n"
    "  body           id,mass,Ixx,Iyy,Izz,Ixy,Ixz,Iyz,rx,ry,rz,nx,ny,nz,vx,vy,vz,wx,wy,wz,mu_s,mu_k,e,law,method\n"
    "A table may lack what has a default, which is said: W_nt, W_ns, W_ts, v_t, v_s, ry, products of inertia, vx, vy "
    "and\n"
    "w are 0, W_ss is W_tt, mu_s is mu_k (or mu), n is 0,0,1. Without mu_s, mu_k and e, a column `surface` names what "
    "is\n"
    "struck: cube, say, of --surfaces, with e by the speed of the approach, as touchdown identify -o found it.\n"
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
  std::string cases, on = "host-double", results = "-", surfaces = TOUCHDOWN_DROPS_FOLDER;
  DocumentFiles documents;
  bool derivatives = false;
};

constexpr std::size_t most_shown = 10000;  // rows of a table may go on for ever

template <class Scalar>
const Impact<Scalar> &impact_of(const Impact<Scalar> &x) {
  return x;
}
template <class Scalar>
const Impact<Scalar> &impact_of(const BodyImpact<Scalar> &x) {
  return x.impact;
}
template <class Scalar>
const Impact<Scalar> &impact_of(const ImpactDerivatives<Scalar> &x) {
  return x.impact;
}
template <class Scalar>
const Impact<Scalar> &impact_of(const BodyDerivatives<Scalar> &x) {
  return x.body.impact;
}

void complain(const std::string &file, const CsvError &error) {
  std::fprintf(stderr, "%s:%zu:%zu: error: %s\n", printable(file).c_str(), error.line, error.column,
               printable(error.what()).c_str());
}

template <class Scalar>
class Resolver {
 public:
  Resolver(Backend<Scalar> &backend, Output &out, bool shows) : backend_(backend), out_(out), shows_(shows) {}

  void resolve_row(const CsvRow &row, const Layout &layout) {
    if (layout.form == Form::contact)
      resolve_case<ImpactDerivatives<Scalar>, Impact<Scalar>>(row, layout, contact_of<Scalar>(row, layout));
    else
      resolve_case<BodyDerivatives<Scalar>, BodyImpact<Scalar>>(row, layout, body_of<Scalar>(row, layout));
  }

  Document document(std::size_t failed) const {
    Document document{"resolve", "Impacts"};
    document.answer = std::to_string(done_ - refused_) + " of " + std::to_string(done_ + failed) + " impacts solved, " +
                      std::to_string(with_caveats_) + " of them with caveats; " + std::to_string(refused_) +
                      " refused, " + std::to_string(failed) + " could not be read.";
    document.verdict = refused_ + failed > 0 ? Verdict::bad : with_caveats_ > 0 ? Verdict::open : Verdict::good;
    document.caveats.assign(caveats_.begin(), caveats_.end());
    document.section("Impacts");
    if (done_ > most_shown) document.text("The first " + std::to_string(most_shown) + " rows.");
    const auto dots = [](const char *title, Json x, Json y, const char *colour) -> Json {
      return {{"title", title},
              {"x", {{"label", x}, {"unit", "N s"}}},
              {"y", {{"label", y}, {"unit", "N s"}}},
              {"marks", {{{"mark", "dot"}, {"table", "impacts"}, {"x", x}, {"y", y}, {"colour", colour}}}}};
    };
    Json energies = dots("Energy", "energy before", "energy after", "after restitution");
    energies["x"]["unit"] = energies["y"]["unit"] = "J";
    energies["marks"].push_back({{"mark", "diagonal"}, {"tone", "soft"}, {"name", "nothing lost"}});
    if (done_ > refused_)
      document.figures({dots("Impulses", "p_n", "tangential impulse", "after compression"), std::move(energies)});
    document.table("impacts", table_);
    return document;
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
    if (answer.status > 0) ++with_caveats_;
    if (shows_ && done_ <= most_shown) show(row, layout, answer.status, impact_of(impact));
  }

  void show(const CsvRow &row, const Layout &layout, td_status status, const Impact<Scalar> &x) {
    for (int k = 0; status > 0 && *td_caveat_name(status, k) != 0; ++k) caveats_.insert(td_caveat_name(status, k));
    Json::array_t cells = {layout.known[0] ? row.fields[*layout.known[0]].text : std::to_string(row.line),
                           status_text(status)};
    if (status < 0) {
      cells.resize(table_width);
    } else {
      const double before = static_cast<double>(x.energy_before), after = static_cast<double>(x.energy_after);
      cells.insert(cells.end(), {td_mode_name(x.mode_compression), td_mode_name(x.mode_restitution)});
      for (const Scalar figure : {x.p.n, x.p.t, x.p.s, x.v.n, x.v.t, x.v.s})
        cells.emplace_back(static_cast<double>(figure));
      const double slip = std::hypot(static_cast<double>(x.p.t), static_cast<double>(x.p.s));
      cells.insert(cells.end(), {slip, before, after});
    }
    table_.add(std::move(cells));
  }

  static constexpr std::size_t table_width = 13;

  Backend<Scalar> &backend_;
  Output &out_;
  bool shows_;
  std::size_t done_ = 0, refused_ = 0, with_caveats_ = 0;
  std::set<std::string> caveats_;
  DataTable table_{{{"id"},
                    {"status"},
                    {"after compression"},
                    {"after restitution"},
                    {"p_n", "N s"},
                    {"p_t", "N s"},
                    {"p_s", "N s"},
                    {"v_n", "m/s"},
                    {"v_t", "m/s"},
                    {"v_s", "m/s"},
                    {"tangential impulse", "N s"},
                    {"energy before", "J"},
                    {"energy after", "J"}}};
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
  Layout layout = read_header(reader, header, input.name(), arguments.derivatives);
  layout.surfaces = std::make_shared<Surfaces>(arguments.surfaces);
  if (const std::string taken = defaults_of(layout); !taken.empty())
    std::fprintf(stderr, "touchdown resolve: the table lacks columns; taken are %s\n", taken.c_str());
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  write_header(out.stream(), header, layout);
  out.flush();
  Resolver<Scalar> resolver(backend, out, documents.is_wanted());
  try {
    const std::size_t failed = resolve_rows(reader, layout, input, resolver);
    tell_trouble(backend);
    out.keep();
    documents.write(resolver.document(failed));
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
  const bool asks_more =
      arguments.derivatives || !arguments.documents.report.empty() || !arguments.documents.json.empty();
  if (asks_more && holds_systems(arguments.cases))
    throw std::runtime_error(arguments.cases + ": --derivatives, --report and --json are for cases in CSV");
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
  command->add_option("--surfaces", arguments->surfaces, "folder of NAME.surface.json, for a column `surface`")
      ->capture_default_str();
  add_document_options(*command, arguments->documents);
  command->footer([] { return std::string(help) + systems_help + exit_status_help; });
  command->callback([arguments] { run(*arguments); });
}

}  // namespace touchdown::host
