// `touchdown monitor`: a log of an inertial sensor through the contact monitor, or one of joints through the momentum
// observer; the detections beside the truth.
#include "cli/command.hpp"
#include "drop/drop_record.hpp"
#include "monitor/listening.hpp"

namespace touchdown::host {
namespace {

// The document of `touchdown monitor`: events, and time lines.

// What a monitor reports of a log, wherever it listens, and what the log knows of it.

struct Touch {
  double time;  // [s]
  int foot;
};

struct Detection {
  double touch;  // [s]
  ContactEvent<double> event;
  bool reported;               // feet were said to touch
  decltype(Heard::foot) feet;  // what was said of each in the end
  std::optional<Touch> truth;  // of the log, nearest in time
};

// A sample of the time lines.
struct Moment {
  double time;               // [s]
  std::vector<double> felt;  // [m/s^2] size of the acceleration, or [N m] the residual of each joint
  Heard heard;
};

struct Replay {
  std::vector<Detection> detections;
  std::vector<Touch> truth;
  std::vector<Moment> moments;
  bool has_truth = false;
  bool reported_now = false;  // in the event that is open
  TargetWork work = {};
  std::vector<std::string> names = {};  // of feet or contacts
  const char *part = "foot";            // which they are
  std::vector<Labelled> felt = {};      // what stands in Moment::felt; not all are our words
};

constexpr double same_touch = 0.1;  // [s] by which an event and a touch of the log may differ

void match(Replay &replay) {
  for (Detection &detection : replay.detections)
    for (const Touch &touch : replay.truth) {
      const double off = std::abs(touch.time - detection.touch);
      if (off < same_touch && (!detection.truth || off < std::abs(detection.truth->time - detection.touch)))
        detection.truth = touch;
    }
}

std::vector<double> felt_in(const MonitorSample<double> &sample, const Heard &) { return {vector(sample.a).norm()}; }
std::vector<double> felt_in(const JointSample &, const Heard &heard) { return heard.residual; }

// What the place reported of samples, beside what the log knows of them.
template <class Sample>
void take(const std::vector<Logged<Sample>> &logged, const std::vector<Heard> &heard, Replay &replay) {
  for (std::size_t i = 0; i < logged.size(); ++i) {
    const double time = logged[i].time;
    if (logged[i].touches) replay.truth.push_back({time, *logged[i].touches});
    replay.moments.push_back({time, felt_in(logged[i].sample, heard[i]), heard[i]});
    replay.reported_now = replay.reported_now || heard[i].reported;
    if (!heard[i].ended) continue;
    const ContactEvent<double> &event = *heard[i].ended;
    replay.detections.push_back({time - event.age, event, replay.reported_now, heard[i].foot, std::nullopt});
    replay.reported_now = false;
  }
}

// The log ends before the event does.
void take_open(std::optional<ContactEvent<double>> event, Replay &replay) {
  if (!event) return;
  event->caveats |= TD_CAVEAT_UNFINISHED;
  replay.detections.push_back({replay.moments.back().time - event->age, *event, replay.reported_now,
                               replay.moments.back().heard.foot, std::nullopt});
}

// `next` gives a Logged<Sample>, or nothing at the end.
template <class Sample, class Next>
Replay replayed(ListeningPlace<Sample> &place, const Next &next) {
  constexpr std::size_t batch = 32;
  Replay replay;
  std::vector<Logged<Sample>> logged;
  std::vector<Sample> samples;
  const auto flush = [&] {
    take(logged, place.listen(samples), replay);
    logged.clear();
    samples.clear();
  };
  while (const std::optional<Logged<Sample>> sample = next()) {
    logged.push_back(*sample);
    samples.push_back(sample->sample);
    if (samples.size() == batch) flush();
  }
  flush();
  take_open(place.open_event(), replay);
  match(replay);
  replay.work = place.work();
  return replay;
}

const char *explanation_name(std::int32_t explanation) {
  constexpr const char *names[TD_EXPLANATIONS] = {"nothing", "foot", "feet", "point", "no contact"};
  return explanation >= 0 && explanation < TD_EXPLANATIONS ? names[explanation] : "unknown";
}

// On a page a machine with joints has contacts.
std::string explanation_of(const Replay &replay, std::int32_t explanation) {
  if (explanation == TD_EXPLAINED_BY_FOOT) return replay.part;
  return explanation == TD_EXPLAINED_BY_FEET ? "several at once" : explanation_name(explanation);
}

constexpr std::size_t most_points = 3000;  // of a line

// The furthest from 0 of a few samples, so that no peak is lost.
template <class Of>
double furthest(const Replay &replay, std::size_t from, std::size_t to, const Of &of) {
  double found = 0;
  for (std::size_t k = from; k < to; ++k)
    if (std::abs(of(replay.moments[k])) > std::abs(found)) found = of(replay.moments[k]);
  return found;
}

std::string foot_name(int foot) { return "foot " + std::to_string(foot); }

std::string name_of(const std::vector<std::string> &names, int foot) {
  const auto at = static_cast<std::size_t>(foot);
  return foot >= 0 && at < names.size() ? names[at] : "unknown";
}

// Numbers of the feet of an event; of several at once those that may touch.
std::vector<int> feet_in(const Detection &detection) {
  const ContactEvent<double> &event = detection.event;
  std::vector<int> feet;
  if (event.explanation == TD_EXPLAINED_BY_FOOT) feet.push_back(event.foot);
  for (int i = 0; event.explanation == TD_EXPLAINED_BY_FEET && i < TD_MAX_FEET; ++i)
    if (const std::int32_t said = detection.feet.at(static_cast<std::size_t>(i));
        said == TD_FOOT_MAYBE || said == TD_FOOT_TOUCHING)
      feet.push_back(i);
  return feet;
}

// Of an event: "foot 2"; of several at once "foot 0 and foot 2", or "maybe foot 0 and maybe foot 2".
std::string feet_of(const Replay &replay, const Detection &detection) {
  if (detection.event.explanation != TD_EXPLAINED_BY_FEET) return name_of(replay.names, detection.event.foot);
  std::string all;
  for (const int foot : feet_in(detection)) {
    const bool maybe = detection.feet.at(static_cast<std::size_t>(foot)) == TD_FOOT_MAYBE;
    all += (all.empty() ? "" : " and ") + std::string(maybe ? "maybe " : "") + name_of(replay.names, foot);
  }
  return all.empty() ? "several at once" : all;
}

// "foot 0", "contact 0: tip".
std::string line_name(const Replay &replay, int foot) {
  const std::string number = replay.part + (' ' + std::to_string(foot)), name = name_of(replay.names, foot);
  return name == number ? number : number + ": " + name;
}

DataTable lines_table(const Replay &replay) {
  DataTable table("t [s]; P(contact)");
  const int feet = static_cast<int>(replay.names.size());
  table.columns.insert(table.columns.end(), replay.felt.begin(), replay.felt.end());
  for (int foot = 0; foot < feet; ++foot) table.columns.emplace_back(line_name(replay, foot), "");
  const std::size_t stride = std::max<std::size_t>(1, replay.moments.size() / most_points);
  for (std::size_t i = 0; i < replay.moments.size(); i += stride) {
    const std::size_t end = std::min(i + stride, replay.moments.size());
    Cells row = {replay.moments[i].time,
                 furthest(replay, i, end, [](const Moment &m) { return double(m.heard.contact); })};
    for (std::size_t line = 0; line < replay.felt.size(); ++line)
      row.emplace_back(furthest(replay, i, end, [line](const Moment &m) { return m.felt.at(line); }));
    for (int foot = 0; foot < feet; ++foot)
      row.emplace_back(foot + 0.4 * replay.moments[i].heard.foot[static_cast<std::size_t>(foot)]);
    table.add(row);
  }
  return table;
}

DataTable touches_table(const Replay &replay) {
  DataTable table(std::string("what; t [s]; ") + replay.part);
  for (const Touch &touch : replay.truth) table.add({"in the log", touch.time, touch.foot});
  for (const Detection &detection : replay.detections)
    if (detection.reported) table.add({"reported", detection.touch, detection.event.foot});
  return table;
}

DataTable events_table(const Replay &replay) {
  DataTable table(std::string("t [s]; explained by; ") + replay.part +
                  "; reported; probability; impulse [N s]; samples; caveats; in the log; late [ms]");
  for (const Detection &detection : replay.detections) {
    const ContactEvent<double> &event = detection.event;
    const auto &truth = detection.truth;
    table.add({detection.touch, explanation_of(replay, event.explanation), feet_of(replay, detection),
               detection.reported, static_cast<double>(event.probability[event.explanation]),
               vector(event.impulse).norm(), event.samples, event.caveats > 0 ? status_text(event.caveats) : "",
               truth ? Cell(name_of(replay.names, truth->foot)) : Cell(),
               truth ? Cell(1e-3 * std::round(1e6 * (detection.touch - truth->time))) : Cell()});
  }
  return table;
}

// Events that were reported as touches; of those, with the foot of the log, and without any in the log.
struct Reported {
  std::size_t count = 0, right = 0, alarms = 0;
};

Reported reported_in(const Replay &replay) {
  Reported of;
  for (const Detection &detection : replay.detections) {
    if (!detection.reported) continue;
    ++of.count;
    of.right += detection.truth && detection.truth->foot == detection.event.foot ? 1 : 0;
    of.alarms += detection.truth ? 0 : 1;
  }
  return of;
}

// "foot 3 at 1.203 s, 2.4 N s; 2 later touches; none explained otherwise".
std::string headline(const Replay &replay) {
  const Detection *first = nullptr;
  std::size_t later = 0, otherwise = 0;
  for (const Detection &detection : replay.detections) {
    otherwise += detection.reported ? 0 : 1;
    later += detection.reported && first != nullptr ? 1 : 0;
    if (detection.reported && first == nullptr) first = &detection;
  }
  const std::string rest = (otherwise > 0 ? std::to_string(otherwise) : "none") + " explained otherwise";
  if (first == nullptr) return "no touch; " + rest;
  const ContactEvent<double> &event = first->event;
  const std::string where = event.explanation == TD_EXPLAINED_BY_POINT ? "another point" : feet_of(replay, *first);
  return where + formatted(" at %.3f s, %.2g N s; ", first->touch, vector(event.impulse).norm()) +
         (later > 0 ? std::to_string(later) : "no") + (later == 1 ? " later touch; " : " later touches; ") + rest;
}

std::string answer_of(const Replay &replay, const Reported &reported) {
  const std::string first = headline(replay) + '.';
  if (!replay.has_truth) return first;
  return first + formatted("\n%zu touches in the log: %zu reported with their %s, %zu reported that it does not have.",
                           replay.truth.size(), reported.right, replay.part, reported.alarms);
}

Document monitor_document(const Replay &replay) {
  Document document{"monitor", "Contact monitor"};
  const Reported reported = reported_in(replay);
  document.answer = answer_of(replay, reported);
  const bool all = replay.has_truth && reported.right == replay.truth.size() && reported.alarms == 0;
  document.verdict = all ? Verdict::good : Verdict::open;
  td_status caveats = 0;
  for (const Detection &detection : replay.detections) caveats |= detection.event.caveats;
  document.caveats = caveats_in(caveats);
  document.section("Time lines");
  document.tables["time lines"] = lines_table(replay);
  document.tables["touches"] = touches_table(replay);
  for (const char *line : {"feet", "felt", "contact"}) document.figures(line);
  document.section("Events");
  document.table("events", events_table(replay));
  return document;
}

struct Arguments {
  std::string log, machine, on = "host-float", results = "-";
  DocumentFiles documents;
};

constexpr const char *heading =
    "t,explanation,foot,reported,p_nothing,p_foot,p_feet,p_point,p_no_contact,Jx,Jy,Jz,J_u,rx,ry,rz,r_u,samples,"
    "caveats,truth_foot,late,feet\n";

Cells row_of(const Detection &detection) {
  const ContactEvent<double> &event = detection.event;
  Cells row = {formatted("%.6f", detection.touch), explanation_name(event.explanation), event.foot,
               detection.reported ? 1 : 0};
  row.insert(row.end(), std::begin(event.probability), std::end(event.probability));
  row.insert(row.end(), std::begin(event.impulse), std::end(event.impulse));
  row.emplace_back(event.impulse_uncertainty);
  row.insert(row.end(), std::begin(event.r), std::end(event.r));
  row.push_back(event.r_uncertainty >= 0 ? Cell(event.r_uncertainty) : Cell());
  row.insert(row.end(), {event.samples, event.caveats != 0 ? Cell(status_text(event.caveats)) : Cell()});
  const auto &truth = detection.truth;
  row.insert(row.end(), {truth ? Cell(truth->foot) : Cell(), truth ? Cell(detection.touch - truth->time) : Cell()});
  std::string feet;
  for (const int foot : feet_in(detection)) feet += (feet.empty() ? "" : " ") + std::to_string(foot);
  row.emplace_back(feet);
  return row;
}

int verdict(const TargetWork &work, const RowsLeftOut &left_out) {
  if (work.samples > 0)
    std::fprintf(stderr, "%.0f %s a sample in the mean, %.0f in the dearest batch\n",
                 static_cast<double>(work.work) / static_cast<double>(work.samples), printable(work.counter).c_str(),
                 work.dearest_batch);
  if (are_differing(work)) return bits_differ;
  return left_out.count() > 0 ? some_failed : all_done;
}

Replay replay_sensor(const Arguments &arguments, const Json &json, RowsLeftOut &left_out) {
  MonitorMachine<double> machine = monitored_machine_in(json, arguments.machine);
  Vector3<double> up(0, 0, 0);  // away from the feet
  for (int i = 0; i < machine.feet; ++i) up -= vector(machine.foot[i].r);
  machine.rate = checked_rate(arguments.log, machine.rate, sensor_columns(), up);
  auto log = sensor_log(arguments.log, machine.rate, left_out);
  const auto place = start_listening<MonitorSample<double>>(arguments.on, machine);
  Extremes extremes;
  Replay replay = replayed(*place, [&] {
    const auto row = log.next();
    if (row) extremes.add(row->sample);
    return row;
  });
  extremes.check(arguments.log, machine.range);
  replay.has_truth = log.has_truth();
  for (int i = 0; i < machine.feet; ++i) replay.names.push_back(foot_name(i));
  replay.felt = {{"|a|", "m/s^2"}};
  return replay;
}

Replay replay_joints(const Arguments &arguments, const Json &json, RowsLeftOut &left_out) {
  JointedMachine machine = jointed_machine_in(json, arguments.machine);
  machine.rate = checked_rate(arguments.log, machine.rate, joint_columns(machine.robot.joints()), {0, 0, 0});
  if (!(machine.observer.gain > 0)) machine.observer.gain = machine.rate / 10;
  auto log = joint_log(arguments.log, machine.robot.joints(), machine.rate, left_out);
  JointDynamics dynamics(machine);
  const auto place = start_listening<JointSample>(arguments.on, machine.observer);
  Replay replay = replayed(*place, [&]() -> std::optional<Logged<JointSample>> {
    const std::optional<Logged<JointState>> row = log.next();
    if (!row) return std::nullopt;
    return Logged<JointSample>{row->time, dynamics.sample_of(*row), row->touches};
  });
  dynamics.check_gravity();
  replay.has_truth = log.has_truth();
  replay.part = "contact";
  for (const MachineContact &contact : machine.contacts) replay.names.push_back(printable(contact.link));
  for (const ArmJoint &joint : machine.robot.joints()) replay.felt.emplace_back("residual of " + joint.name, "N m");
  return replay;
}

int run(const Arguments &arguments) {
  RowsLeftOut left_out;
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  const Json machine = read_json(arguments.machine);  // once: it may be a pipe
  const Replay replay =
      is_jointed(machine) ? replay_joints(arguments, machine, left_out) : replay_sensor(arguments, machine, left_out);
  if (replay.moments.empty()) throw std::runtime_error(arguments.log + ": holds no sample that can be used");
  out.stream() << heading;
  for (const Detection &detection : replay.detections) write_csv(out.stream(), row_of(detection), 7);
  const Document document = monitor_document(replay);
  documents.write(document);
  out.keep();
  say(document);
  std::fprintf(stderr, "%zu events, %zu reported as touches; %zu rows left out\n", replay.detections.size(),
               reported_in(replay).count, left_out.count());
  return verdict(replay.work, left_out);
}

}  // namespace

void add_monitor_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "monitor",
          "Which foot touched, when and how hard, out of a log of an inertial sensor, or of a machine's joints",
          [=] { return run(*arguments); })
      .required("log", arguments->log,
                "table t,ax,ay,az,wx,wy,wz[,..] or t,q1..,qd1..,tau1.., or a flight's log (.ulg, .bin, .bbl, .mcap); - "
                "is standard input")
      .required("--machine", arguments->machine, "JSON file: mass, feet and sensors, or URDF and contacts")
      .place(arguments->on)
      .option("-o,--output", arguments->results, "CSV file of the events; - is standard output")
      .documents(arguments->documents)
      .example("monitor/sensor")
      .example("monitor/joints", "--example-joints")
      .help(embedded("monitor/help.txt"), {"monitor/sensor", "monitor/joints"});
}

}  // namespace touchdown::host
