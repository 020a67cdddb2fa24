#include "resolve/systems_cases.hpp"

#include "cli/command.hpp"
#include "records/fields.hpp"
#include "records/schema.hpp"
#include "resolve/cases.hpp"

namespace touchdown::host {

namespace {

using Reader = const JsonObject;

template <class Scalar>
Options<Scalar> options_of(Reader &in) {
  return {laws.at(in.text("law", "poisson")), methods.at(in.text("method", "slip_path")),
          in.number<std::int32_t>("steps", 0), in.number<Scalar>("d1", 0), in.number<Scalar>("d2", 0)};
}

template <class Scalar>
MultiContact<Scalar> together_of(Reader &in) {
  static const std::map<std::string, std::int32_t> rules = {
      {"coupled", TD_RULE_COUPLED}, {"superposed", TD_RULE_SUPERPOSED}, {"sequential", TD_RULE_SEQUENTIAL}};
  return {rules.at(in.text("rule", "coupled")), in.number<std::int32_t>("iterations", 0), options_of<Scalar>(in)};
}

template <class Scalar>
Surface<Scalar> surface_of(Reader &in) {
  Reader surface = in.object("surface");
  const auto mu_k = surface.number<Scalar>("mu_k");
  return {surface.number<Scalar>("mu_s", mu_k), mu_k, surface.number<Scalar>("e")};
}

template <class Scalar>
RigidBody<Scalar> rigid_body_of(Reader &in) {
  RigidBody<Scalar> body;
  read_fields(in, body);
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
    (factor ? L : M) = in.matrix<Scalar>(factor ? "L" : "M", 0, n);
    if (with_speeds) u = in.list<Scalar>("u", n);
    A = in.matrix<Scalar>("A", 0, n);
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
            data(hold)};
  }
  SystemAfter<Scalar> after() { return {u_after.data(), joint_impulses.data(), constraint_impulses.data()}; }
  void add_to(Json &result) const {
    result["u"] = u_after;
    result["joint_impulses"] = joint_impulses;
    result["constraint_impulses"] = constraint_impulses;
  }
};

std::int32_t axes_of(Reader &in) { return in.text("axes", "world") == "world" ? TD_AXES_WORLD : TD_AXES_CONTACT; }

template <class Scalar>
Json json_of_motion(const Scalar (&v)[3], const Scalar (&w)[3]) {
  return Json::object({{"v", Json(v)}, {"w", Json(w)}});
}

template <class Scalar>
Json contacts_of(const ContactResult<Scalar> *shares, std::int32_t count) {
  Json list = Json::array();
  for (const ContactResult<Scalar> *x = shares; x < shares + count; ++x) list.push_back(json_of(*x));
  return list;
}

// The forms. Each reads its case, and adds to `result` unless the status is negative.

template <class Scalar>
Status pair(Reader &in, Json &result) {
  Pair<Scalar> pair;
  Reader a = in.object("a"), b = in.object("b");
  pair.a = rigid_body_of<Scalar>(a);
  pair.b = rigid_body_of<Scalar>(b);
  a.fill("r", pair.r_a);
  b.fill("r", pair.r_b);
  in.fill("n", pair.n);
  pair.surface = surface_of<Scalar>(in);
  pair.options = options_of<Scalar>(in);
  PairImpact<Scalar> impact;
  const Status status = touchdown::resolve(pair, impact);
  if (status < 0) return status;
  result["impact"] = json_of(impact.impact);
  result["a"] = json_of_motion(impact.v_a, impact.w_a);
  result["b"] = json_of_motion(impact.v_b, impact.w_b);
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
  SpeedsImpact<Scalar> impact;
  SystemAfter<Scalar> after = arrays.after();
  const Status status = touchdown::resolve(speeds, impact, &after);
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
  OperationalSpaceInertia<Scalar> views;
  const Status status = touchdown::operational_space_inertia(speeds, views);
  if (status < 0) return status;
  result["free"] = json_of(views.free);
  result["locked"] = json_of(views.locked);
  result["blended"] = json_of(views.blended);
  return status;
}

template <class Scalar>
Status body_multi_contact(Reader &in, Json &result) {
  BodyMultiContact<Scalar> body;
  body.body = rigid_body_of<Scalar>(in);
  body.multi_contact = together_of<Scalar>(in);
  Point<Scalar> points[max_contacts];
  for (Reader &from : in.objects("contacts", max_contacts)) {
    Point<Scalar> &point = points[body.count++];
    from.fill("r", point.r);
    from.fill("n", point.n);
    point.surface = surface_of<Scalar>(from);
  }
  ContactResult<Scalar> contacts[max_contacts];
  body.points = points;
  BodyMultiContactImpact<Scalar> impact;
  const Status status = touchdown::resolve(body, impact, contacts);
  if (status < 0) return status;
  result = json_of(impact.result);
  result.update(json_of_motion(impact.v, impact.w));
  result["contacts"] = contacts_of(contacts, body.count);
  return status;
}

template <class Scalar>
void append(const std::vector<Scalar> &more, std::vector<Scalar> &list) {
  list.insert(list.end(), more.begin(), more.end());
}

template <class Scalar>
Status speeds_multi_contact(Reader &in, Json &result) {
  SystemArrays<Scalar> arrays(in, true);
  std::vector<Scalar> J, normals;
  Surface<Scalar> surfaces[max_contacts];
  ContactResult<Scalar> contacts[max_contacts];
  SpeedsMultiContact<Scalar> speeds;
  speeds.system = arrays.system();
  speeds.axes = axes_of(in);
  speeds.multi_contact = together_of<Scalar>(in);
  for (Reader &point : in.objects("contacts", max_contacts)) {
    append(point.matrix<Scalar>("J", 3, arrays.n), J);
    if (speeds.axes == TD_AXES_WORLD) append(point.list<Scalar>("n", 3), normals);
    surfaces[speeds.count++] = surface_of<Scalar>(point);
  }
  speeds.J = J.data();
  speeds.normals = normals.data();
  speeds.surfaces = surfaces;
  SpeedsMultiContactImpact<Scalar> impact;
  SystemAfter<Scalar> after = arrays.after();
  const Status status = touchdown::resolve(speeds, impact, &after, contacts);
  if (status < 0) return status;
  result = json_of(impact.result);
  arrays.add_to(result);
  result["redundant"] = impact.redundant;
  result["contacts"] = contacts_of(contacts, speeds.count);
  return status;
}

// Throws InputFaults. Where there is no such form, the other faults are found by the form that the case fits best.
std::string checked_form(const Json &from) {
  std::vector<std::string> all = input_schema("resolve/case").faults(from), fewest;
  std::string best;
  for (const std::string &schema : forms_of_systems) {
    if (all.empty() || from.size() < 2 || !from.is_object()) break;
    const std::string form = schema.substr(schema.rfind('/') + 1);
    Json as_form = from;
    as_form["form"] = form;
    const std::vector<std::string> faults = input_schema(schema).faults(as_form);
    if (best.empty() || faults.size() < fewest.size()) best = form, fewest = faults;
  }
  if (!best.empty()) all.back() += "; by its other keys it is " + best;
  all.insert(all.end(), fewest.begin(), fewest.end());
  if (!all.empty()) throw InputFaults("", all);
  const std::string form = from.at("form").get<std::string>();
  input_schema("resolve/case/" + form).check(from);
  return form;
}

template <class Scalar>
Json resolve_case(const Json &from) {
  using Form = Status (*)(Reader &, Json &);
  static const std::map<std::string, Form> forms = {{"pair", pair<Scalar>},
                                                    {"speeds", speeds<Scalar>},
                                                    {"operational_space_inertia", operational_space_inertia<Scalar>},
                                                    {"body_multi_contact", body_multi_contact<Scalar>},
                                                    {"speeds_multi_contact", speeds_multi_contact<Scalar>}};
  const std::string form = checked_form(from);
  Json result, answer;
  if (from.contains("id")) result["id"] = from["id"];
  const Status status = forms.at(form)(JsonObject(from), answer);
  result.update({{"status", status}, {"status_name", status_text(status)}});
  if (status >= 0) result.update(answer);
  return result;
}

}  // namespace

template <class Scalar>
std::size_t resolve_cases(std::istream &in, std::ostream &out, const Complain &complain,
                          const std::function<void(const Json &)> &each) {
  std::size_t read = 0;
  const char *before = "{\n  \"results\": [\n    ";
  parse_json_list(in, "cases", [&](const Json &from) {
    ++read;
    Json result;
    try {
      result = resolve_case<Scalar>(from);
      out << before << written(result, 2, 2);
      before = ",\n    ";
      if (result["status"] < 0) throw std::runtime_error(result["status_name"].get<std::string>());
    } catch (const std::runtime_error &error) {
      complain("case " + std::to_string(read) + ": " + error.what());
    }
    each(result);
  });
  out << (*before == ',' ? "\n  ]\n}\n" : "{\n  \"results\": []\n}\n");
  return read;
}

#define INSTANTIATE(Scalar)                                                                    \
  template std::size_t resolve_cases<Scalar>(std::istream &, std::ostream &, const Complain &, \
                                             const std::function<void(const Json &)> &);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

const std::vector<std::string> forms_of_systems = {
    "resolve/case/pair", "resolve/case/speeds", "resolve/case/operational_space_inertia",
    "resolve/case/body_multi_contact", "resolve/case/speeds_multi_contact"};

bool holds_systems(const std::string &path) {
  const std::string ending = ".json";
  return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

void CasesDone::count(td_status status) {
  ++(status < 0 ? refused : solved);
  with_caveats += status > 0 ? 1 : 0;
  for (const std::string &caveat : caveats_in(status)) caveats.insert(caveat);
}

Document CasesDone::document() const {
  Document document{"resolve", "Impacts"};
  document.answer =
      formatted("%zu of %zu impacts solved, %zu of them with caveats; %zu refused, %zu could not be read.", solved,
                solved + refused + unread, with_caveats, refused, unread);
  document.verdict = refused + unread > 0 ? Verdict::bad : with_caveats > 0 ? Verdict::open : Verdict::good;
  document.caveats.assign(caveats.begin(), caveats.end());
  document.section("Impacts");
  return document;
}

int resolve_systems_file(const std::string &cases, const std::string &place, const std::string &results,
                         const DocumentFiles &documents) {
  const bool in_double = place == "host-double";
  if (!in_double && place != "host-float")
    throw std::runtime_error(cases + ": JSON cases are done in process; --on host-double or host-float");
  Source in(cases);
  Output out(results);
  DocumentOutput files(documents);
  CasesDone done;
  DataTable table("id; status; energy before [J]; energy after [J]");
  const Complain complain = [&](const std::string &words) {
    std::fprintf(stderr, "%s: error: %s\n", printable(cases).c_str(), printable(words).c_str());
  };
  Progress progress("bytes of cases done:", in.size());
  const auto each = [&](const Json &result) {
    out.check(), progress.at(in.place());
    const bool is_read = !result.is_null();
    if (!is_read) return void(++done.unread);
    done.count(result.at("status").get<td_status>());
    const Json &impact = result.contains("impact") ? result.at("impact") : result;
    const Json id = result.value("id", Json(table.rows.size() + 1));
    if (table.rows.size() < most_shown)
      table.add({id.is_structured() ? Json(written(id)) : id, result.at("status_name"),
                 impact.value("energy_before", Json()), impact.value("energy_after", Json())});
  };
  try {
    const std::size_t read = in_double ? resolve_cases<double>(in, out.stream(), complain, each)
                                       : resolve_cases<float>(in, out.stream(), complain, each);
    if (read == 0) throw std::runtime_error(cases + ": holds no case");
  } catch (const JsonError &error) {
    throw std::runtime_error(cases + ": " + error.what());
  }
  out.keep();
  Document document = done.document();
  document.table("impacts", table);
  files.write(document);
  say(document);
  return done.refused + done.unread == 0 ? all_done : some_failed;
}

}  // namespace touchdown::host
