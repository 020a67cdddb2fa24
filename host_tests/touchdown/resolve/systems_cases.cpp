#include "resolve/systems_cases.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "cli/exit_status.hpp"
#include "cli/text.hpp"
#include "touchdown/simultaneous.hpp"

namespace touchdown::host {

const char *const systems_help =
    "Cases that hold matrices come as JSON (a file named *.json) and are done in process. {\"cases\": [case, ...]}, "
    "each\n"
    "case an object with a form and, if you like, an id:\n"
    "  pair             a, b: {mass, inertia: [xx,yy,zz,xy,xz,yz], r, v, w}; n: out of b, into a; surface\n"
    "  speeds           M or its Cholesky factor L: n rows of n; u: n; J: 3 rows of n; axes: world (rows x, y, z; with "
    "n,\n"
    "                   the normal) or contact (rows n, t, s); surface; A, hold: rows that hold through the impact, "
    "and\n"
    "                   how firmly (0..1)\n"
    "  mass_views       as speeds, without u and surface: W with A free, locked and blended by hold\n"
    "  body_together    mass, inertia, v, w; contacts: list of {r, n, surface}; rule: coupled (also if missing),\n"
    "                   superposed, sequential; rounds\n"
    "  speeds_together  as speeds; contacts: list of {J, n, surface}; rule, rounds\n"
    "surface is {mu_s, mu_k, e}. law, method, steps, d1, d2 as in the other forms, in the case itself. The answer is\n"
    "{\"results\": [...]} in the order of the cases, with id, status, its name, and what systems.h and simultaneous.h "
    "say.\n"
    "  touchdown resolve host_tests/systems/examples/double_pendulum.json\n\n";

namespace {

using Json = nlohmann::ordered_json;

// One object of the input, of which every key must be read.
class Reader {
 public:
  explicit Reader(const Json &from) : from_(from) {
    if (!from.is_object()) throw std::runtime_error("is no object");
  }

  bool has(const std::string &key) const { return from_.contains(key); }

  const Json &at(const std::string &key) {
    if (!has(key)) throw std::runtime_error(key + " is missing");
    read_.insert(key);
    return from_.at(key);
  }

  std::string text(const std::string &key, const char *otherwise) {
    if (!has(key)) return otherwise;
    if (!at(key).is_string()) throw std::runtime_error(key + " must be a word");
    return at(key).get<std::string>();
  }

  template <class Number>
  Number number(const std::string &key) {
    return number_of<Number>(at(key), key);
  }

  template <class Number>
  Number number(const std::string &key, Number otherwise) {
    return has(key) ? number<Number>(key) : otherwise;
  }

  // Exactly `count` numbers; any number of them for 0.
  template <class Scalar>
  std::vector<Scalar> list(const std::string &key, std::size_t count) {
    const Json &given = at(key);
    if (!given.is_array() || (count > 0 && given.size() != count))
      throw std::runtime_error(key + " must be a list of " + (count > 0 ? std::to_string(count) : "") + " numbers");
    std::vector<Scalar> numbers;
    for (const Json &one : given) numbers.push_back(number_of<Scalar>(one, key));
    return numbers;
  }

  // As many numbers as `to` has.
  template <class Scalar, std::size_t count>
  void fill(const std::string &key, Scalar (&to)[count]) {
    const std::vector<Scalar> x = list<Scalar>(key, count);
    std::copy(x.begin(), x.end(), to);
  }

  // Rows of `columns` numbers, one after the other; exactly `rows` of them, any number for 0.
  template <class Scalar>
  std::vector<Scalar> matrix(const std::string &key, std::size_t rows, std::size_t columns) {
    const Json &given = at(key);
    if (!given.is_array() || (rows > 0 && given.size() != rows))
      throw std::runtime_error(key + " must have " + (rows > 0 ? std::to_string(rows) : "") + " rows");
    std::vector<Scalar> numbers;
    for (const Json &row : given) {
      if (!row.is_array() || row.size() != columns)
        throw std::runtime_error(key + " must have rows of " + std::to_string(columns) + " numbers");
      for (const Json &one : row) numbers.push_back(number_of<Scalar>(one, key));
    }
    return numbers;
  }

  void finish() const {
    for (const auto &[key, value] : from_.items())
      if (read_.count(key) == 0) throw std::runtime_error(key + " has no meaning here");
  }

 private:
  template <class Number>
  static Number number_of(const Json &value, const std::string &key) {
    const bool right = std::is_integral_v<Number> ? value.is_number_integer() : value.is_number();
    if (!right)
      throw std::runtime_error(key + (std::is_integral_v<Number> ? " must be a whole number" : " must be a number"));
    return value.get<Number>();
  }

  const Json &from_;
  std::set<std::string> read_;
};

template <class Choice>
Choice named(const std::map<std::string, Choice> &names, const std::string &name, const char *what) {
  const auto found = names.find(name);
  if (found == names.end()) throw std::runtime_error(name + " is no " + what);
  return found->second;
}

template <class Scalar>
Options<Scalar> options_of(Reader &in) {
  static const std::map<std::string, std::int32_t> laws = {{"poisson", TD_LAW_POISSON},
                                                           {"energetic", TD_LAW_ENERGETIC},
                                                           {"newton", TD_LAW_NEWTON},
                                                           {"compromise", TD_LAW_COMPROMISE},
                                                           {"automatic", TD_LAW_AUTOMATIC}};
  static const std::map<std::string, std::int32_t> methods = {
      {"slip_path", TD_METHOD_SLIP_PATH}, {"algebraic", TD_METHOD_ALGEBRAIC}, {"planar", TD_METHOD_PLANAR}};
  return {named(laws, in.text("law", "poisson"), "law"), named(methods, in.text("method", "slip_path"), "method"),
          in.number<std::int32_t>("steps", 0), in.number<Scalar>("d1", 0), in.number<Scalar>("d2", 0)};
}

template <class Scalar>
MultiContact<Scalar> together_of(Reader &in) {
  static const std::map<std::string, std::int32_t> rules = {
      {"coupled", TD_RULE_COUPLED}, {"superposed", TD_RULE_SUPERPOSED}, {"sequential", TD_RULE_SEQUENTIAL}};
  return {named(rules, in.text("rule", "coupled"), "rule"), in.number<std::int32_t>("rounds", 0),
          options_of<Scalar>(in)};
}

template <class Scalar>
Surface<Scalar> surface_of(Reader &in) {
  Reader surface(in.at("surface"));
  const Surface<Scalar> result{surface.number<Scalar>("mu_s"), surface.number<Scalar>("mu_k"),
                               surface.number<Scalar>("e")};
  surface.finish();
  return result;
}

template <class Scalar>
RigidBody<Scalar> rigid_body_of(Reader &in) {
  RigidBody<Scalar> body;
  body.mass = in.number<Scalar>("mass");
  in.fill("inertia", body.inertia);
  in.fill("v", body.v);
  in.fill("w", body.w);
  return body;
}

// One of a pair, with its contact point.
template <class Scalar>
RigidBody<Scalar> rigid_body_of(const Json &from, Scalar (&r)[3]) {
  Reader in(from);
  const RigidBody<Scalar> body = rigid_body_of<Scalar>(in);
  in.fill("r", r);
  in.finish();
  return body;
}

// The arrays that a System points to, and room for its answer.
template <class Scalar>
struct SystemArrays {
  std::vector<Scalar> M, L, u, A, hold;
  std::vector<Scalar> u_after, joint_impulses, constraint_impulses;
  std::size_t n;

  // How many speeds is read off the matrix, so that u can be missing where nobody reads it.
  explicit SystemArrays(Reader &in, bool with_speeds) {
    const bool factor = in.has("L");
    n = in.at(factor ? "L" : "M").size();
    if (n == 0) throw std::runtime_error("M must have rows");
    (factor ? L : M) = in.matrix<Scalar>(factor ? "L" : "M", 0, n);
    if (with_speeds) u = in.list<Scalar>("u", n);
    if (in.has("A")) A = in.matrix<Scalar>("A", 0, n);
    if (in.has("hold")) hold = in.list<Scalar>("hold", A.size() / n);
    u_after.resize(n);
    joint_impulses.resize(n);
    constraint_impulses.resize(A.size() / n);
  }

  System<Scalar> system() {
    const auto data = [](const std::vector<Scalar> &x) { return x.empty() ? nullptr : x.data(); };
    return {static_cast<std::int32_t>(n),
            data(M),
            data(L),
            data(u),
            static_cast<std::int32_t>(A.size() / n),
            data(A),
            data(hold),
            u_after.data(),
            joint_impulses.data(),
            constraint_impulses.data()};
  }
  void add_to(Json &result) const {
    result["u"] = u_after;
    result["joint_impulses"] = joint_impulses;
    result["constraint_impulses"] = constraint_impulses;
  }
};

std::int32_t axes_of(Reader &in) {
  static const std::map<std::string, std::int32_t> axes = {{"world", TD_AXES_WORLD}, {"contact", TD_AXES_CONTACT}};
  return named(axes, in.text("axes", "world"), "kind of axes");
}

template <class Scalar>
Json json_of(const Scalar (&x)[3]) {
  return {x[0], x[1], x[2]};
}

template <class Scalar>
Json json_of(const ContactInertia<Scalar> &W) {
  return {{"nn", W.nn}, {"nt", W.nt}, {"ns", W.ns}, {"tt", W.tt}, {"ts", W.ts}, {"ss", W.ss}};
}

Json json_of_mode(std::int32_t mode) { return td_mode_name(mode); }

template <class Scalar>
Json json_of(const Impact<Scalar> &x) {
  const auto figure = [](Scalar value) {
    return value == static_cast<Scalar>(TD_NOT_APPLICABLE) ? Json() : Json(value);
  };
  return {{"case", x.case_number},
          {"mode_compression", json_of_mode(x.mode_compression)},
          {"mode_restitution", json_of_mode(x.mode_restitution)},
          {"p_n", x.p.n},
          {"p_t", x.p.t},
          {"p_s", x.p.s},
          {"v_n", x.v.n},
          {"v_t", x.v.t},
          {"v_s", x.v.s},
          {"p_compression", x.p_compression},
          {"N_P", figure(x.N_P)},
          {"N_N", figure(x.N_N)},
          {"N_E", figure(x.N_E)},
          {"R2", figure(x.R2)},
          {"energy_before", x.energy_before},
          {"energy_after", x.energy_after},
          {"energy_friction", x.energy_friction},
          {"energy_restitution", x.energy_restitution}};
}

template <class Scalar>
void add(const MultiContactResult<Scalar> &x, Json &result) {
  result["energy_before"] = x.energy_before;
  result["energy_after"] = x.energy_after;
  result["approach_left"] = x.approach_left;
  result["residual"] = x.residual;
  result["restitution_scale"] = x.restitution_scale;
  result["rounds"] = x.iterations;
}

template <class Scalar>
Json json_of(const ContactResult<Scalar> *shares, std::int32_t count) {
  Json list = Json::array();
  for (std::int32_t i = 0; i < count; ++i) {
    const ContactResult<Scalar> &x = shares[i];
    list.push_back({{"mode", json_of_mode(x.mode)},
                    {"p_n", x.p.n},
                    {"p_t", x.p.t},
                    {"p_s", x.p.s},
                    {"v_n", x.v.n},
                    {"v_t", x.v.t},
                    {"v_s", x.v.s},
                    {"p_compression", x.p_compression},
                    {"cone_margin", x.cone_margin}});
  }
  return list;
}

// The forms. Each reads its case, and adds to `result` unless the status is negative.

template <class Scalar>
Status pair(Reader &in, Json &result) {
  Pair<Scalar> pair;
  pair.a = rigid_body_of(in.at("a"), pair.r_a);
  pair.b = rigid_body_of(in.at("b"), pair.r_b);
  in.fill("n", pair.n);
  pair.surface = surface_of<Scalar>(in);
  pair.options = options_of<Scalar>(in);
  in.finish();
  PairImpact<Scalar> impact;
  const Status status = touchdown::resolve(pair, impact);
  if (status < 0) return status;
  result["impact"] = json_of(impact.impact);
  result["a"] = {{"v", json_of(impact.v_a)}, {"w", json_of(impact.w_a)}};
  result["b"] = {{"v", json_of(impact.v_b)}, {"w", json_of(impact.w_b)}};
  return status;
}

// With the one contact of a case; `J` holds what it points to.
template <class Scalar>
Speeds<Scalar> speeds_of(Reader &in, SystemArrays<Scalar> &arrays, std::vector<Scalar> &J) {
  Speeds<Scalar> speeds;
  J = in.matrix<Scalar>("J", 3, arrays.n);
  speeds.system = arrays.system();
  speeds.J = J.data();
  speeds.axes = axes_of(in);
  if (speeds.axes == TD_AXES_WORLD) in.fill("n", speeds.normal);
  return speeds;
}

template <class Scalar>
Status speeds(Reader &in, Json &result) {
  SystemArrays<Scalar> arrays(in, true);
  std::vector<Scalar> J;
  Speeds<Scalar> speeds = speeds_of(in, arrays, J);
  speeds.surface = surface_of<Scalar>(in);
  speeds.options = options_of<Scalar>(in);
  in.finish();
  SpeedsImpact<Scalar> impact;
  const Status status = touchdown::resolve(speeds, impact);
  if (status < 0) return status;
  result["impact"] = json_of(impact.impact);
  arrays.add_to(result);
  result["redundant"] = impact.redundant;
  return status;
}

template <class Scalar>
Status operational_space_inertia(Reader &in, Json &result) {
  SystemArrays<Scalar> arrays(in, false);
  std::vector<Scalar> J;
  const Speeds<Scalar> speeds = speeds_of(in, arrays, J);
  in.finish();
  OperationalSpaceInertia<Scalar> views;
  const Status status = touchdown::operational_space_inertia(speeds, views);
  if (status < 0) return status;
  result["free"] = json_of(views.free);
  result["locked"] = json_of(views.locked);
  result["blended"] = json_of(views.blended);
  return status;
}

const Json &contacts_of(Reader &in) {
  const Json &contacts = in.at("contacts");
  if (!contacts.is_array() || contacts.empty() || contacts.size() > max_contacts)
    throw std::runtime_error("contacts must be a list of 1 to " + std::to_string(max_contacts));
  return contacts;
}

template <class Scalar>
Status body_together(Reader &in, Json &result) {
  BodyMultiContact<Scalar> body;
  body.body = rigid_body_of<Scalar>(in);
  body.multi_contact = together_of<Scalar>(in);
  Point<Scalar> points[max_contacts];
  for (const Json &contact : contacts_of(in)) {
    Reader from(contact);
    Point<Scalar> &point = points[body.count++];
    from.fill("r", point.r);
    from.fill("n", point.n);
    point.surface = surface_of<Scalar>(from);
    from.finish();
  }
  in.finish();
  ContactResult<Scalar> contacts[max_contacts];
  body.points = points;
  body.contacts = contacts;
  BodyMultiContactImpact<Scalar> impact;
  const Status status = touchdown::resolve(body, impact);
  if (status < 0) return status;
  add(impact.result, result);
  result["v"] = json_of(impact.v);
  result["w"] = json_of(impact.w);
  result["contacts"] = json_of(contacts, body.count);
  return status;
}

template <class Scalar>
void append(const std::vector<Scalar> &more, std::vector<Scalar> &list) {
  list.insert(list.end(), more.begin(), more.end());
}

template <class Scalar>
Status speeds_together(Reader &in, Json &result) {
  SystemArrays<Scalar> arrays(in, true);
  std::vector<Scalar> J, normals;
  Surface<Scalar> surfaces[max_contacts];
  ContactResult<Scalar> contacts[max_contacts];
  SpeedsMultiContact<Scalar> speeds;
  speeds.system = arrays.system();
  speeds.axes = axes_of(in);
  speeds.multi_contact = together_of<Scalar>(in);
  for (const Json &contact : contacts_of(in)) {
    Reader point(contact);
    append(point.matrix<Scalar>("J", 3, arrays.n), J);
    if (speeds.axes == TD_AXES_WORLD) append(point.list<Scalar>("n", 3), normals);
    surfaces[speeds.count++] = surface_of<Scalar>(point);
    point.finish();
  }
  in.finish();
  speeds.J = J.data();
  speeds.normals = normals.data();
  speeds.surfaces = surfaces;
  speeds.contacts = contacts;
  SpeedsMultiContactImpact<Scalar> impact;
  const Status status = touchdown::resolve(speeds, impact);
  if (status < 0) return status;
  add(impact.result, result);
  arrays.add_to(result);
  result["redundant"] = impact.redundant;
  result["contacts"] = json_of(contacts, speeds.count);
  return status;
}

template <class Scalar>
Json resolve_case(const Json &from) {
  using Form = Status (*)(Reader &, Json &);
  static const std::map<std::string, Form> forms = {{"pair", pair<Scalar>},
                                                    {"speeds", speeds<Scalar>},
                                                    {"mass_views", operational_space_inertia<Scalar>},
                                                    {"body_together", body_together<Scalar>},
                                                    {"speeds_together", speeds_together<Scalar>}};
  Reader in(from);
  const std::string form = in.text("form", "");
  Json result, answer;
  if (in.has("id")) result["id"] = in.at("id");
  const Status status = named(forms, form, "form")(in, answer);
  result["status"] = status;
  result["status_name"] = td_status_name(status);
  if (status >= 0) result.update(answer);
  return result;
}

Json cases_of(const std::string &text) {
  Json whole = Json::parse(text);
  const bool listed = whole.is_object() && whole.size() == 1 && whole.contains("cases") && whole.at("cases").is_array();
  if (!listed) throw std::runtime_error("must be {\"cases\": [...]}");
  return whole.at("cases");
}

std::string read_all(const std::string &path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw std::runtime_error(path + ": cannot be read");
  return text;
}

void write_all(const std::string &path, const std::string &text) {
  if (path == "-") {
    std::cout << text;
    return;
  }
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace

template <class Scalar>
SystemsAnswer resolve_systems(const std::string &text) {
  SystemsAnswer answer;
  Json results = Json::array();
  const Json cases = cases_of(text);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    try {
      results.push_back(resolve_case<Scalar>(cases[i]));
    } catch (const std::runtime_error &error) {
      answer.complaints.push_back("case " + std::to_string(i + 1) + ": " + error.what());
    }
  }
  answer.results = Json({{"results", results}}).dump(2) + "\n";
  return answer;
}

template SystemsAnswer resolve_systems<float>(const std::string &);
template SystemsAnswer resolve_systems<double>(const std::string &);

bool holds_systems(const std::string &path) {
  const std::string ending = ".json";
  return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

int resolve_systems_file(const std::string &cases, const std::string &place, const std::string &results) {
  const bool in_double = place == "host-double";
  if (!in_double && place != "host-float")
    throw std::runtime_error(cases + ": JSON cases are done in process; --on host-double or host-float");
  const std::string text = read_all(cases);
  SystemsAnswer answer;
  try {
    answer = in_double ? resolve_systems<double>(text) : resolve_systems<float>(text);
  } catch (const std::exception &error) {
    throw std::runtime_error(cases + ": " + error.what());
  }
  write_all(results, answer.results);
  for (const std::string &complaint : answer.complaints)
    std::fprintf(stderr, "%s: error: %s\n", cases.c_str(), printable(complaint).c_str());
  return answer.complaints.empty() ? all_done : some_failed;
}

}  // namespace touchdown::host
