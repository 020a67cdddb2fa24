// `touchdown resolve`: cases as CSV in, results as CSV out, row by row, computed in process or on a target.
#include "cli/command.hpp"
#include "link/target.hpp"
#include "resolve/cases.hpp"
#include "resolve/systems_cases.hpp"

namespace touchdown::host {
namespace {

struct Arguments {
  std::string cases, on = "host-float", results = "-", surfaces = data_folder();
  DocumentFiles documents;
  bool derivatives = false;
};

void complain(const std::string &file, const CsvError &error) {
  std::fprintf(stderr, "%s:%zu:%zu: error: %s\n", printable(file).c_str(), error.line, error.column,
               printable(error.what()).c_str());
}

template <class Scalar>
class Resolver {
 public:
  // In this process, but where there is a target.
  Resolver(Target *target, Output &out, bool shows) : target_(target), out_(out), shows_(shows) {}

  void resolve_row(const CsvRow &row, const Layout &layout) {
    if (layout.form == Form::contact)
      return resolve_case<ImpactDerivatives<Scalar>, Impact<Scalar>>(row, layout, contact_of<Scalar>(row, layout));
    if (doubts_.empty())
      if (doubts_ = implausible_in(body_of<double>(row, layout)); !doubts_.empty())
        std::fprintf(stderr, "touchdown resolve: line %zu: %s\n", row.line, doubts_.c_str());
    resolve_case<BodyDerivatives<Scalar>, BodyImpact<Scalar>>(row, layout, body_of<Scalar>(row, layout));
  }

  Document document(std::size_t failed) const {
    CasesDone all = all_;
    all.unread = failed;
    Document document = all.document();
    if (done() > most_shown) document.text("The first " + std::to_string(most_shown) + " rows.");
    document.figures("impulses");
    document.table("impacts", table_);
    return document;
  }

  std::size_t done() const { return all_.solved + all_.refused; }
  std::size_t refused() const { return all_.refused; }
  bool nothing_strikes() const { return done() > 0 && separating_ == done(); }

 private:
  // As touchdown::resolve: `impact` is written unless the status is negative. A lost target throws TargetError.
  template <class Case, class Result>
  Answer answer_to(const Case &to_resolve, Result &impact) {
    if (target_ == nullptr) return {touchdown::resolve(to_resolve, impact), std::nullopt};
    constexpr bool is_body = std::is_same_v<Case, BodyContact<Scalar>>;
    constexpr bool is_plain = std::is_same_v<Result, Impact<Scalar>> || std::is_same_v<Result, BodyImpact<Scalar>>;
    constexpr std::uint8_t function = is_body ? (is_plain ? TD_LINK_RESOLVE_BODY : TD_LINK_RESOLVE_BODY_DERIVATIVES)
                                              : (is_plain ? TD_LINK_RESOLVE : TD_LINK_RESOLVE_DERIVATIVES);
    const td_link_outcome outcome = target_->call(function, to_resolve, impact);
    return {outcome.status, outcome.counter};
  }

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
    const Answer answer = answer_to(to_resolve, impact);
    write_result<Scalar>(out_.stream(), row, layout, answer, impact);
    out_.flush();
    all_.count(answer.status);
    if (answer.status >= 0 && impact_of(impact).mode_compression == TD_MODE_SEPARATING) ++separating_;
    if (shows_ && done() <= most_shown) show(row, layout, answer.status, impact_of(impact));
  }

  void show(const CsvRow &row, const Layout &layout, td_status status, const Impact<Scalar> &x) {
    Cells cells = {layout.known[0] ? row.fields[*layout.known[0]].text : std::to_string(row.line), status_text(status)};
    if (status >= 0)
      cells.insert(cells.end(),
                   {td_mode_name(x.mode_compression), td_mode_name(x.mode_restitution), x.p.n, x.p.t, x.p.s, x.v.n,
                    x.v.t, x.v.s, std::hypot(x.p.t, x.p.s), x.energy_before, x.energy_after});
    table_.add(std::move(cells));
  }

  Target *target_;
  Output &out_;
  bool shows_;
  CasesDone all_;
  std::size_t separating_ = 0;
  std::string doubts_;  // of the first row that looks as if it had other units
  DataTable table_{
      "id; status; after compression; after restitution; p_n [N s]; p_t [N s]; p_s [N s]; v_n [m/s]; v_t [m/s]; "
      "v_s [m/s]; tangential impulse [N s]; energy before [J]; energy after [J]"};
};

// Rows that cannot be used are named, counted and passed over.
template <class Scalar>
std::size_t resolve_rows(CsvReader &reader, const Layout &layout, const Source &input, Resolver<Scalar> &resolver) {
  Progress progress("bytes of cases done:", input.size());
  CsvRow row;
  std::size_t failed = 0;
  for (bool more = true; more; progress.at(input.place())) try {
      more = reader.next(row);
      if (more) resolver.resolve_row(row, layout);
    } catch (const CsvError &error) {
      complain(input.name(), error);
      ++failed;
    }
  return failed;
}

// Says what was lost, damaged or repeated on the way, if anything was.
void tell_trouble(const Target *target) {
  if (target != nullptr && was_troubled(target->counts()))
    std::fprintf(stderr, "touchdown resolve: link: %s\n", in_words(target->counts()).c_str());
}

Layout read_header(CsvReader &reader, CsvRow &header, const std::string &file, bool derivatives) {
  try {
    if (!reader.next(header)) throw CsvError({1}, 1, "no header: the file is empty");
    return layout_of(header, derivatives);
  } catch (const CsvError &error) {
    complain(file, error);
    throw Failed{unusable};
  }
}

template <class Scalar>
int resolve_all(const Arguments &arguments) {
  const auto target = is_target(arguments.on) ? std::make_unique<Target>(arguments.on) : nullptr;
  Source input(arguments.cases, SourceUse::row_by_row);
  CsvReader reader(input);
  CsvRow header;
  Layout layout = read_header(reader, header, input.name(), arguments.derivatives);
  layout.surfaces = std::make_shared<Surfaces>(arguments.surfaces);
  if (const std::string taken = defaults_of(layout); !taken.empty())
    std::fprintf(stderr, "touchdown resolve: the table lacks columns; taken are %s\n", taken.c_str());
  if (const std::string unread = unread_in(header, layout); !unread.empty())
    std::fprintf(stderr, "touchdown resolve: not read, only repeated: %s\n", printable(unread).c_str());
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  write_header(out.stream(), header, layout);
  out.flush();
  Resolver<Scalar> resolver(target.get(), out, documents.is_wanted());
  try {
    const std::size_t failed = resolve_rows(reader, layout, input, resolver);
    tell_trouble(target.get());
    if (resolver.done() + failed == 0) throw std::runtime_error(input.name() + ": holds no case");
    out.keep();
    if (resolver.nothing_strikes())
      std::fputs("touchdown resolve: nothing approaches; n points out of what is struck, and v_n must be below 0\n",
                 stderr);
    const Document document = resolver.document(failed);
    documents.write(document);
    say(document);
    return failed == 0 && resolver.refused() == 0 ? all_done : some_failed;
  } catch (const TargetError &lost) {
    tell_trouble(target.get());
    out.keep();
    throw TargetError(std::string(lost.what()) + "; " + std::to_string(resolver.done()) +
                      " results received before that are kept in " + out.name());
  }
}

int run(const Arguments &arguments) {
  if (arguments.derivatives && holds_systems(arguments.cases))
    throw std::runtime_error(arguments.cases + ": --derivatives are for cases in CSV");
  if (holds_systems(arguments.cases))
    return resolve_systems_file(arguments.cases, arguments.on, arguments.results, arguments.documents);
  return arguments.on == "host-double" ? resolve_all<double>(arguments) : resolve_all<float>(arguments);
}

}  // namespace

void add_resolve_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "resolve", "Resolve impacts: cases as CSV in, results as CSV out", [=] { return run(*arguments); })
      .required("cases", arguments->cases, "file of cases; - is standard input")
      .place(arguments->on)
      .option("-o,--output", arguments->results, "file of results; - is standard output")
      .flag("--derivatives", arguments->derivatives,
            "Add derivatives of the results, and the covariance after where there is one before")
      .option("--surfaces", arguments->surfaces, "folder of NAME.surface.json, for a column `surface`")
      .documents(arguments->documents)
      .example("resolve/case/cases")
      .help(embedded("resolve/help.txt"), forms_of_systems);
}

}  // namespace touchdown::host
