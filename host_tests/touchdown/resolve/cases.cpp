#include "resolve/cases.hpp"

#include <charconv>

#include "cli/text.hpp"
#include "resolve/unexplained.hpp"

namespace touchdown::host {

const std::map<std::string, std::int32_t> laws = {{"poisson", TD_LAW_POISSON},
                                                  {"energetic", TD_LAW_ENERGETIC},
                                                  {"newton", TD_LAW_NEWTON},
                                                  {"compromise", TD_LAW_COMPROMISE},
                                                  {"automatic", TD_LAW_AUTOMATIC}};
const std::map<std::string, std::int32_t> methods = {
    {"slip_path", TD_METHOD_SLIP_PATH}, {"algebraic", TD_METHOD_ALGEBRAIC}, {"planar", TD_METHOD_PLANAR}};

namespace {

constexpr std::size_t body_motion = 6;  // vx .. wz after
const std::vector<std::string> motion_columns{"vx", "vy", "vz", "wx", "wy", "wz"};
const std::vector<std::string> surface_inputs{"mu_s", "mu_k", "e"};
const std::vector<std::string> contact_outputs{"p_n", "p_t", "p_s", "v_n", "v_t", "v_s"};
const std::vector<std::string> contact_velocity{"v_n", "v_t", "v_s"};
// Behind the id.
constexpr const char *result_columns =
    ",status,status_name,case,mode_compression,mode_restitution,p_n,p_t,p_s,v_n,v_t,v_s,N_P,N_N,N_E,energy_before,"
    "energy_after,instructions";
constexpr std::size_t figures_of_a_case = 14;  // empty where it is refused

// A column of a form, and what stands for it in a table that lacks it: nothing, which it must not lack, a number, or
// the name of another column.
struct FormColumn {
  const char *name, *otherwise;
};
using FormColumns = std::vector<FormColumn>;

const FormColumns &columns_of(Form form) {
  static const FormColumns contact{{"id", ""},        {"W_nn", nullptr}, {"W_nt", "0"},    {"W_ns", "0"},
                                   {"W_tt", nullptr}, {"W_ts", "0"},     {"W_ss", "W_tt"}, {"v_n", nullptr},
                                   {"v_t", "0"},      {"v_s", "0"},      {"mu_s", "mu_k"}, {"mu_k", nullptr},
                                   {"e", nullptr},    {"law", ""},       {"method", ""}};
  static const FormColumns body{
      {"id", ""},       {"mass", nullptr}, {"Ixx", nullptr}, {"Iyy", nullptr}, {"Izz", nullptr},
      {"Ixy", "0"},     {"Ixz", "0"},      {"Iyz", "0"},     {"rx", nullptr},  {"ry", "0"},
      {"rz", nullptr},  {"nx", "0"},       {"ny", "0"},      {"nz", "1"},      {"vx", "0"},
      {"vy", "0"},      {"vz", nullptr},   {"wx", "0"},      {"wy", "0"},      {"wz", "0"},
      {"mu_s", "mu_k"}, {"mu_k", nullptr}, {"e", nullptr},   {"law", ""},      {"method", ""}};
  return form == Form::contact ? contact : body;
}

// By its name, or by what else it is called.
std::optional<std::size_t> place_in(const CsvRow &header, const std::string &name) {
  static const std::multimap<std::string, std::string> others = {
      {"mu_k", "mu"}, {"mu_k", "friction"}, {"e", "restitution"}};
  std::optional<std::size_t> place = place_of(header, name);
  for (auto [other, end] = others.equal_range(name); !place && other != end; ++other)
    place = place_of(header, other->second);
  return place;
}

bool is_of_surface(const std::string &name) { return name == "mu_s" || name == "mu_k" || name == "e"; }

// Where a table names what its rows strike, and does not say it otherwise.
std::optional<std::size_t> place_of_surface(const CsvRow &header) {
  for (const char *column : {"mu_s", "mu_k", "e"})
    if (place_in(header, column)) return std::nullopt;
  return place_of(header, "surface");
}

std::vector<std::string> missing(const CsvRow &header, Form form) {
  const bool by_name = place_of_surface(header).has_value();
  const bool tilted = place_of(header, "nx") || place_of(header, "ny");  // a normal is given whole
  std::vector<std::string> names;
  for (const FormColumn &column : columns_of(form)) {
    const std::string name = column.name;
    const bool needed = column.otherwise == nullptr || (tilted && (name == "nx" || name == "ny" || name == "nz"));
    if (needed && !place_in(header, name) && !(by_name && is_of_surface(name))) names.push_back(name);
  }
  return names;
}

// Columns of the table that the form has no use for.
std::vector<std::size_t> unknown_in(const CsvRow &header, Form form) {
  std::set<std::optional<std::size_t>> known;
  for (const FormColumn &column : columns_of(form)) known.insert(place_in(header, column.name));
  std::vector<std::size_t> unknown;
  for (std::size_t place = 0; place < header.fields.size(); ++place)
    if (known.count(place) == 0) unknown.push_back(place);
  return unknown;
}

std::string names_at(const CsvRow &header, const std::vector<std::size_t> &places) {
  std::string names;
  for (const std::size_t place : places) names += (names.empty() ? "" : ", ") + header.fields[place].text;
  return names;
}

// Its form is that which has a use for more of its columns.
[[noreturn]] void refuse_header(const CsvRow &header) {
  check_headings(header);
  const bool contact = unknown_in(header, Form::contact).size() < unknown_in(header, Form::body).size();
  const Form form = contact ? Form::contact : Form::body;
  std::string words = std::string("no case form: for the ") + (contact ? "contact-space" : "body") + " form it lacks";
  for (const std::string &name : missing(header, form)) words += ' ' + name;
  if (const std::string unused = names_at(header, unknown_in(header, form)); !unused.empty())
    words += "; it has no use for " + unused;
  throw CsvError(header, header.end_column, words);
}

// The fields of a row in the order of its form, taken one after the other.
template <class Scalar>
class Fields {
 public:
  Fields(const CsvRow &row, const Layout &layout) : row_(row), layout_(layout) { check_width(row, layout.width); }

  Scalar number() { return number_at(next_++); }

  template <std::size_t count>
  void fill(Scalar (&to)[count]) {
    for (Scalar &x : to) x = number();
  }

  Surface<Scalar> surface(double approach_speed) {
    if (!layout_.surface) {
      const Scalar mu_s = number(), mu_k = number(), e = number();
      return {mu_s, mu_k, e};
    }
    next_ += 3;
    const CsvField &name = row_.fields[*layout_.surface];
    try {
      const SurfaceParameters &known = layout_.surfaces->at(name.text);
      return {static_cast<Scalar>(known.mu_s), static_cast<Scalar>(known.mu_k.value),
              static_cast<Scalar>(restitution_at(known.restitution, approach_speed))};
    } catch (const std::runtime_error &error) {
      throw CsvError(row_, name.column, error.what());
    }
  }

  Options<Scalar> options() {
    Options<Scalar> chosen;
    take_named(laws, "law", chosen.law);
    take_named(methods, "method", chosen.method);
    return chosen;
  }

 private:
  Scalar number_at(std::size_t at) {
    const FormColumns &columns = columns_of(layout_.form);
    if (layout_.known[at]) return layout_.number(row_, *layout_.known[at], columns[at].name, Scalar{});
    const std::string otherwise = columns[at].otherwise;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (otherwise == columns[i].name) return number_at(i);
    return static_cast<Scalar>(std::stod(otherwise));
  }

  // An empty field leaves the library's choice.
  void take_named(const std::map<std::string, std::int32_t> &names, const std::string &what, std::int32_t &to) {
    const std::optional<std::size_t> place = layout_.known[next_++];
    if (!place || row_.fields[*place].text.empty()) return;
    const CsvField &field = row_.fields[*place];
    const auto found = names.find(field.text);
    if (found != names.end()) {
      to = found->second;
      return;
    }
    std::string words = "unknown " + what + " '" + field.text + "'; it is one of";
    for (const auto &[name, number] : names) words += ' ' + name;
    throw CsvError(row_, field.column, words);
  }

  const CsvRow &row_;
  const Layout &layout_;
  std::size_t next_ = 1;  // behind the id, which is the user's
};

template <class Scalar>
std::string figure_text(Scalar figure) {
  return figure == static_cast<Scalar>(TD_NOT_APPLICABLE) ? "" : text_of(figure);
}

template <class Scalar>
void write_impact(std::ostream &out, const CsvRow &row, const Layout &layout, const Answer &answer,
                  const Impact<Scalar> &impact) {
  out << (layout.known[0] ? csv_again(row.fields[*layout.known[0]]) : std::to_string(row.line)) << ',' << answer.status
      << ',' << status_field(answer.status);
  if (answer.status < 0) {
    out << std::string(figures_of_a_case, ',');
  } else {
    out << ',' << impact.case_number << ',' << td_mode_name(static_cast<std::int32_t>(impact.mode_compression)) << ','
        << td_mode_name(static_cast<std::int32_t>(impact.mode_restitution));
    for (const Scalar x : {impact.p.n, impact.p.t, impact.p.s, impact.v.n, impact.v.t, impact.v.s})
      out << ',' << text_of(x);
    for (const Scalar x : {impact.N_P, impact.N_N, impact.N_E}) out << ',' << figure_text(x);
    out << ',' << text_of(impact.energy_before) << ',' << text_of(impact.energy_after);
  }
  out << ',';
  if (answer.status >= 0 && answer.instructions) out << *answer.instructions;
}

void write_derivative_names(std::ostream &out, const std::vector<std::string> &outputs,
                            const std::vector<std::string> &velocities) {
  for (const std::string &output : outputs)
    for (const std::vector<std::string> *inputs : {&velocities, &surface_inputs})
      for (const std::string &input : *inputs) out << ",d_" << output << '_' << input;
}

void write_covariance_names(std::ostream &out) {
  for (std::size_t i = 0; i < body_motion; ++i)
    for (std::size_t j = 0; j <= i; ++j) out << ",cov_" << motion_columns[i] << '_' << motion_columns[j];
}

template <class Scalar, std::size_t rows, std::size_t columns>
void write_matrix(std::ostream &out, const Answer &answer, const Scalar (&matrix)[rows][columns]) {
  for (const auto &row : matrix)
    for (const Scalar x : row) out << ',' << (answer.status < 0 ? "" : text_of(x));
}

// The lower triangle of X diag(sd^2) X^T. A body is asked for no more than its deviations need.
template <class Scalar>
void write_covariance(std::ostream &out, const CsvRow &case_row, const Layout &layout, const Answer &answer,
                      const BodyDerivatives<Scalar> &impact) {
  const std::vector<Scalar> sd = deviations_of<Scalar>(case_row, layout);  // v, w, e, mu, p, turn, r
  const BodyContact<Scalar> contact = body_of<Scalar>(case_row, layout);
  const bool is_explained = !(sd[8] > 0 || sd[9] > 0 || sd[10] > 0);
  BodyDerivatives<Scalar> ignored;
  BodyPoseDerivatives<Scalar> by;
  const bool known = answer.status >= 0 && (is_explained || resolve(contact, ignored, &by) >= 0);
  Eigen::Matrix<Scalar, after_columns, 1> each;
  each << sd[6], sd[7], sd[8], sd[8], sd[8], sd[9], sd[9], sd[10], sd[10], sd[10], sd[0], sd[1], sd[2], sd[3], sd[4],
      sd[5];
  AfterBy<Scalar> X = AfterBy<Scalar>::Zero();
  if (known) X = after_by(contact, impact, is_explained ? nullptr : &by) * each.asDiagonal();
  const Eigen::Matrix<Scalar, body_motion, body_motion> after = X * X.transpose();
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) out << ',' << (known && after.allFinite() ? text_of(after(i, j)) : "");
}

template <class Scalar>
void write_motion(std::ostream &out, const Answer &answer, const BodyImpact<Scalar> &impact) {
  for (std::size_t i = 0; i < body_motion; ++i) {
    const std::size_t axis = i % 3;
    out << ',' << (answer.status < 0 ? "" : text_of(i < 3 ? impact.v[axis] : impact.w[axis]));
  }
}

void write_unknown(std::ostream &out, const CsvRow &row, const Layout &layout) {
  for (const std::size_t place : layout.unknown) out << ',' << csv_again(row.fields[place]);
  out << '\n';
}

}  // namespace

const std::vector<std::string> deviation_columns{"sd_vx", "sd_vy", "sd_vz", "sd_wx",   "sd_wy", "sd_wz",
                                                 "sd_e",  "sd_mu", "sd_p",  "sd_turn", "sd_r"};

const SurfaceParameters &Surfaces::at(const std::string &name) {
  const auto known = read_.find(name);
  if (known != read_.end()) return known->second;
  if (name.empty() || name.find('/') != std::string::npos) throw std::runtime_error("'" + name + "' names no surface");
  return read_.emplace(name, read_surface(folder_ + '/' + name + ".surface.json", true)).first->second;
}

Layout layout_of(const CsvRow &header, bool derivatives) {
  const std::vector<std::string> for_contact = missing(header, Form::contact), for_body = missing(header, Form::body);
  if (!for_contact.empty() && !for_body.empty()) refuse_header(header);
  if (for_contact.empty() && for_body.empty()) throw CsvError(header, 1, "this header holds both case forms");
  Layout layout{for_contact.empty() ? Form::contact : Form::body, header.fields.size(), {}, {}};
  layout.surface = place_of_surface(header);
  for (const CsvField &heading : header.fields) layout.scales.push_back(scale_of(heading.text).value_or(1));
  for (const FormColumn &column : columns_of(layout.form)) layout.known.push_back(place_in(header, column.name));
  layout.unknown = unknown_in(header, layout.form);
  layout.derivatives = derivatives;
  if (!derivatives || layout.form == Form::contact) return layout;
  std::vector<std::optional<std::size_t>> places;
  for (const std::string &name : deviation_columns) places.push_back(place_of(header, name));
  if (std::any_of(places.begin(), places.end(), [](const auto &place) { return place.has_value(); }))
    layout.deviations = places;
  return layout;
}

std::string defaults_of(const Layout &layout) {
  std::string words;
  const FormColumns &columns = columns_of(layout.form);
  for (std::size_t i = 1; i < columns.size(); ++i)
    if (!layout.known[i] && columns[i].otherwise != nullptr && *columns[i].otherwise != '\0' &&
        !(layout.surface && is_of_surface(columns[i].name)))
      words += (words.empty() ? "" : ", ") + std::string(columns[i].name) + " = " + columns[i].otherwise;
  return words;
}

std::string unread_in(const CsvRow &header, const Layout &layout) {
  std::vector<std::size_t> unread;
  for (const std::size_t place : layout.unknown)
    if (layout.surface != place &&
        std::find(layout.deviations.begin(), layout.deviations.end(), place) == layout.deviations.end())
      unread.push_back(place);
  return names_at(header, unread);
}

std::string implausible_in(const BodyContact<double> &body) {
  constexpr double farthest = 30, fastest = 100, roughest = 10;  // in radii of gyration; [m/s]; wheels reach 2
  const RigidBody<double> &b = body.body;
  const double r = vector(body.r).norm();
  const double radius = std::sqrt((b.inertia[0] + b.inertia[1] + b.inertia[2]) / (2 * b.mass));
  if (r > farthest * radius) return formatted("r is %.3g m of a body with a radius of gyration of %.3g m", r, radius);
  if (const double v = vector(b.v).norm(); v > fastest) return formatted("v is %.3g m/s", v);
  if (body.surface.mu_k > roughest) return formatted("mu_k is %.3g; 50 %% is 0.5", body.surface.mu_k);
  return "";
}

template <class Scalar>
std::vector<Scalar> deviations_of(const CsvRow &row, const Layout &layout) {
  std::vector<Scalar> deviations;
  for (std::size_t i = 0; i < layout.deviations.size(); ++i) {
    const std::optional<std::size_t> place = layout.deviations[i];
    const Scalar sd = place ? layout.number(row, *place, deviation_columns[i], Scalar{}) : 0;
    if (!(sd >= 0 && sd <= std::numeric_limits<Scalar>::max()))
      throw CsvError(row, row.fields[*place].column, deviation_columns[i] + " is not a number of 0 or above");
    deviations.push_back(sd);
  }
  return deviations;
}

template <class Scalar>
Contact<Scalar> contact_of(const CsvRow &row, const Layout &layout) {
  Fields<Scalar> fields(row, layout);
  Contact<Scalar> contact;
  ContactInertia<Scalar> &W = contact.W;
  for (Scalar *x : {&W.nn, &W.nt, &W.ns, &W.tt, &W.ts, &W.ss, &contact.v.n, &contact.v.t, &contact.v.s})
    *x = fields.number();
  contact.surface = fields.surface(-static_cast<double>(contact.v.n));
  contact.options = fields.options();
  return contact;
}

template <class Scalar>
BodyContact<Scalar> body_of(const CsvRow &row, const Layout &layout) {
  Fields<Scalar> fields(row, layout);
  BodyContact<Scalar> body;
  body.body.mass = fields.number();
  fields.fill(body.body.inertia);
  fields.fill(body.r);
  fields.fill(body.n);
  fields.fill(body.body.v);
  fields.fill(body.body.w);
  const Vector3<Scalar> v = vector(body.body.v) + vector(body.body.w).cross(vector(body.r)), n = vector(body.n);
  body.surface = fields.surface(-static_cast<double>(v.dot(n) / n.norm()));
  body.options = fields.options();
  return body;
}

void write_header(std::ostream &out, const CsvRow &header, const Layout &layout) {
  out << "id" << result_columns;
  const bool body = layout.form == Form::body;
  if (body)
    for (const std::string &name : motion_columns) out << ',' << name;
  if (layout.derivatives)
    write_derivative_names(out, body ? motion_columns : contact_outputs, body ? motion_columns : contact_velocity);
  if (!layout.deviations.empty()) write_covariance_names(out);
  write_unknown(out, header, layout);
}

template <class Scalar, class Result>
void write_result(std::ostream &out, const CsvRow &row, const Layout &layout, const Answer &answer, const Result &x) {
  write_impact<Scalar>(out, row, layout, answer, impact_of(x));
  if constexpr (std::is_same_v<Result, BodyImpact<Scalar>>) write_motion(out, answer, x);
  if constexpr (std::is_same_v<Result, ImpactDerivatives<Scalar>>) {
    write_matrix(out, answer, x.p);
    write_matrix(out, answer, x.v);
  }
  if constexpr (std::is_same_v<Result, BodyDerivatives<Scalar>>) {
    write_motion(out, answer, x.body);
    write_matrix(out, answer, x.motion);
    if (!layout.deviations.empty()) write_covariance(out, row, layout, answer, x);
  }
  write_unknown(out, row, layout);
}

template <class Scalar>
std::string text_of(Scalar number) {
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

#define INSTANTIATE(Scalar)                                                   \
  template Contact<Scalar> contact_of(const CsvRow &, const Layout &);        \
  template BodyContact<Scalar> body_of(const CsvRow &, const Layout &);       \
  template std::vector<Scalar> deviations_of(const CsvRow &, const Layout &); \
  template std::string text_of(Scalar);                                       \
  INSTANTIATE_RESULT(Scalar, Impact)                                          \
  INSTANTIATE_RESULT(Scalar, BodyImpact)                                      \
  INSTANTIATE_RESULT(Scalar, ImpactDerivatives)                               \
  INSTANTIATE_RESULT(Scalar, BodyDerivatives)
#define INSTANTIATE_RESULT(Scalar, Result)                                                           \
  template void write_result<Scalar>(std::ostream &, const CsvRow &, const Layout &, const Answer &, \
                                     const Result<Scalar> &);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE
#undef INSTANTIATE_RESULT

}  // namespace touchdown::host
