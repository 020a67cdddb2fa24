// Every parser of the host program, as host_ends.hpp has them.
#include <zlib.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "crc32.h"
#include "drop/drop_record.hpp"
#include "drops/impact_model.hpp"
#include "drops/impact_table.hpp"
#include "host_ends.hpp"
#include "land/scenario.hpp"
#include "land/uneven_ground.hpp"
#include "memory_file.hpp"
#include "monitor/jointed_machine.hpp"
#include "reach/touch.hpp"
#include "records/json.hpp"
#include "records/source.hpp"
#include "records/trajectory.hpp"
#include "replay/replay.hpp"
#include "resolve/cases.hpp"
#include "resolve/systems_cases.hpp"
#include "roll/thrown_body.hpp"
#include "touchdown/touchdown.hpp"

namespace {

using namespace touchdown::host;

// Of a file, packed or not.
std::string text_of_file(const std::string &path) {
  std::ostringstream all;
  all << Source(path).rdbuf();
  return all.str();
}

std::string first_lines(const std::string &text, std::size_t lines) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < lines && end != std::string::npos; ++i) end = text.find('\n', end + 1);
  return text.substr(0, end);
}

const std::string data = TOUCHDOWN_DROPS_FOLDER, arms = data + "/../arms";

const Rig &cube_rig() {
  static const Rig rig = read_rig(data + "/cube.rig.json");
  return rig;
}

// Calls with the path of a file that holds the input; whether it was taken.
template <class Reading>
bool with_file(const std::uint8_t *bytes, std::size_t count, const Reading &read) {
  const MemoryFile file(bytes, count);
  try {
    read(file.path());
  } catch (const std::runtime_error &) {
    return false;
  }
  return true;
}

bool cases(const std::uint8_t *bytes, std::size_t count) {
  std::istringstream in(std::string(bytes, bytes + count));
  std::ostringstream out;
  CsvReader reader(in);
  try {
    CsvRow row;
    if (!reader.next(row)) return false;
    const Layout layout = layout_of(row, false);
    write_header(out, row, layout);
    while (reader.next(row)) {
      touchdown::Impact<float> impact{};
      touchdown::BodyImpact<double> body_impact{};
      if (layout.form == Form::contact) {
        const auto status = touchdown::resolve(contact_of<float>(row, layout), impact);
        write_result<float>(out, row, layout, {status, 1}, impact);
      } else {
        const auto status = touchdown::resolve(body_of<double>(row, layout), body_impact);
        write_result<double>(out, row, layout, {status, 1}, body_impact);
      }
    }
  } catch (const std::runtime_error &) {
    return false;
  }
  return true;
}

bool systems(const std::uint8_t *bytes, std::size_t count) {
  const std::string text(bytes, bytes + count);
  try {
    std::ostringstream out;
    const auto ignore = [](const std::string &) {};
    std::istringstream in_double(text), in_float(text);
    resolve_cases<double>(in_double, out, ignore, [](const Json &) {});
    resolve_cases<float>(in_float, out, ignore, [](const Json &) {});
  } catch (const std::runtime_error &) {
    return false;
  }
  return true;
}

bool impacts(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    read_impacts(path, cube_rig(), left_out);
  });
}

bool poses(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    noise_of(read_trajectories(path, cube_rig(), left_out));
  });
}

bool rig(const std::uint8_t *bytes, std::size_t count) { return with_file(bytes, count, read_rig); }

bool scenario(const std::uint8_t *bytes, std::size_t count) { return with_file(bytes, count, read_scenario); }

bool heights(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    const Json json = Json::object({{"heights", path}, {"spacing", Json::array({0.5, 2})}});
    JsonObject ground(json);
    HeightGrid::Pair gradient;
    const HeightGrid grid = heights_in(ground, "");
    if (!(grid.height(0.7, 0.9, gradient) <= grid.highest())) std::abort();
  });
}

bool surface(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) { read_surface(path, true); });
}

// Lines with the checksum that each must end with, so that the code behind the check is reached. A first byte of 255
// leaves them as they are.
std::string with_checksums(const std::string &text) {
  if (!text.empty() && text[0] == '\xff') return text.substr(1);
  std::istringstream in(text);
  std::string line, all;
  while (std::getline(in, line)) {
    const auto *const bytes = reinterpret_cast<const std::uint8_t *>(line.data());
    all += line + ',' + std::to_string(td_crc32(bytes, static_cast<int>(line.size()))) + '\n';
  }
  return all;
}

bool results(const std::uint8_t *bytes, std::size_t count) {
  const std::string text = with_checksums(std::string(bytes, bytes + count));
  return with_file(reinterpret_cast<const std::uint8_t *>(text.data()), text.size(),
                   [](const std::string &path) { ReplayLog(path).link(); });
}

bool record(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    const DropTestRig plain;
    auto samples =
        drop_record(path, plain.record, checked_rate(path, 0, plain.record, {0, 0, 1}), plain.low_range, left_out);
    for (int i = 0; i < 5000 && samples.next(); ++i) continue;
  });
}

bool drop_rig(const std::uint8_t *bytes, std::size_t count) { return with_file(bytes, count, read_drop_rig); }

bool thrown_body(const std::uint8_t *bytes, std::size_t count) { return with_file(bytes, count, read_thrown_body); }

bool tosses(const std::uint8_t *bytes, std::size_t count) {
  static const ThrownBody cube = read_thrown_body(data + "/cube.body.json");
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    read_tosses(path, cube, left_out);
  });
}

bool arm(const std::uint8_t *bytes, std::size_t count) { return with_file(bytes, count, read_arm); }

bool robot(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    const RobotArm read(path, "base", "tip", {0, 0, 0});
    read.at(std::vector<double>(read.joints().size(), 0.5));
  });
}

bool arm_poses(const std::uint8_t *bytes, std::size_t count) {
  static const Arm ur5 = read_arm(arms + "/ur5_like.json");
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    each_touch(path, ur5, left_out, [](const ArmPose &, const Touch &) {});
  });
}

bool machine(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    const Json json = read_json(path);
    if (is_jointed(json))
      jointed_machine_in(json, path);
    else
      monitored_machine_in(json, path);
  });
}

// So many rows as a file of this size has samples, lost ones and all.
template <class Log>
void read_rows(Log &log) {
  for (int i = 0; i < 5000 && log.next(); ++i) continue;
}

bool sensor_log(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    auto log = sensor_log(path, 1000, left_out);
    read_rows(log);
  });
}

bool joint_log(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    const std::vector<ArmJoint> joints = {{"hip", -1, 1, 0}, {"thigh", -1, 1, 0}, {"calf", -1, 1, 0}};
    auto log = joint_log(path, joints, 1000, left_out);
    read_rows(log);
  });
}

// The packed bytes, line by line.
bool packed(const std::uint8_t *bytes, std::size_t count) {
  return with_file(bytes, count, [](const std::string &path) {
    Source source(path);
    CsvReader reader(source);
    CsvRow row;
    while (reader.next(row)) continue;
  });
}

// A scenario whose heights stand in it, in place of their file.
std::string on_inline_heights(std::string scenario) {
  const std::string file = "\"crater_rim.csv\"";
  return scenario.replace(scenario.find(file), file.size(), "[[0, 0.1, 0.2], [0, 0.3, -0.5]]");
}

// A machine or an arm that finds its robot wherever it stands itself.
std::string with_robot_of(const std::string &folder, std::string json) {
  const std::string key = "\"urdf\": \"";
  return json.insert(json.find(key) + key.size(), folder + "/");
}

// As long as it takes to know the rate.
std::string still_record() {
  std::string text = "t,ax,ay,az\n";
  for (int i = 10; i < 22; ++i) text += "0.0" + std::to_string(i) + ",0,0,9.8\n";
  return text;
}

// A results file's line for one answer, without the checksum.
std::string results_of_an_answer() {
  const MemoryFile file(nullptr, 0);
  {
    ReplayLog log(file.path());
    log.begin_session({"board", "cycles", 1, "0123abcd", 0, {}});
    log.add({"cube", "1", 7, {0, 100, {1, 2, 3}}}, {});
  }
  const std::string text = text_of_file(file.path());
  const std::size_t answer = text.find('\n') + 1;
  return text.substr(answer, text.rfind(',') - answer);
}

// `text` as gzip packs it.
std::string packed_text(const std::string &text) {
  std::string bytes(compressBound(text.size()) + 18, '\0');
  z_stream deflation = {};
  deflateInit2(&deflation, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  deflation.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  deflation.avail_in = static_cast<uInt>(text.size());
  deflation.next_out = reinterpret_cast<Bytef *>(bytes.data());
  deflation.avail_out = static_cast<uInt>(bytes.size());
  deflate(&deflation, Z_FINISH);
  bytes.resize(deflation.total_out);
  deflateEnd(&deflation);
  return bytes;
}

}  // namespace

std::vector<HostEnd> parser_ends() {
  return {
      {"cases", cases,
       "id,W_nn,W_nt,W_ns,W_tt,W_ts,W_ss,v_n,v_t,v_s,mu_s,mu_k,e,law,method\n\"a\",1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,,\n"},
      {"systems", systems, first_lines(text_of_file(data + "/../../systems/examples/double_pendulum.json"), 100)},
      {"impacts", impacts, first_lines(text_of_file(data + "/cube.csv"), 3)},
      {"poses", poses, first_lines(text_of_file(data + "/cube_tosses.csv.gz"), 6)},
      {"rig", rig, text_of_file(data + "/cube.rig.json")},
      {"scenario", scenario, text_of_file(data + "/../landings/odysseus_like.json")},
      {"scenario_on_heights", scenario, on_inline_heights(text_of_file(data + "/../landings/crater_rim.json"))},
      {"heights", heights, "0,1,0.5,2e-1\n\n0.1,0.2,-3,0\n1,0,0,1\n"},
      {"surface", surface,
       R"({"drops": 9, "capture_speed": 0.1, "by_speed": {"mu_k": {"value": 0.2, "at_least": 0.19, "at_most": 0.21}, "mu_s": 0.2,
        "restitution": {"speed": [0.5, 2], "e": [{"value": 0.4, "at_least": 0.38, "at_most": 0.42}, {"value": 0.3, "at_least": 0.29, "at_most": 0.31}]}}})"},
      {"results", results, results_of_an_answer()},
      {"record", record, still_record()},
      {"drop_rig", drop_rig, "{\"rate\": 10000, \"normal\": [0, 0, 1], \"range\": 2000, \"threshold\": 50}"},
      {"thrown_body", thrown_body, text_of_file(data + "/cube.body.json")},
      {"tosses", tosses, first_lines(text_of_file(data + "/cube_tosses.csv.gz"), 6)},
      {"arm", arm, with_robot_of(arms, text_of_file(arms + "/ur5_like.json"))},
      {"robot", robot, text_of_file(arms + "/three_link.urdf")},
      {"arm_poses", arm_poses, first_lines(text_of_file(arms + "/ur5_like_poses.csv"), 3)},
      {"machine", machine,
       R"({"mass": 100, "inertia": [32, 30, 40, 0, 0, 0], "sensor": [0, 0, 0.1], "feet": [{"r": [-1, 0, -1], "mu": 0.6}],
        "points": [{"r": [0, 0, 1], "mu": 0.6}], "range": 294, "accelerometer_noise": 0.055, "gyro_noise": 0.006})"},
      {"jointed_machine", machine, with_robot_of(arms, text_of_file(arms + "/three_link.monitor.json"))},
      {"sensor_log", sensor_log,
       "t,ax,ay,az,wx,wy,wz,nx,ny,nz,truth\n0,0,0,9.8,0,0,0,0,0,1,\n0.001,0,0,9,0,0,0,0,0,1,2\n"},
      {"joint_log", joint_log, first_lines(text_of_file(arms + "/three_link_touches.csv.gz"), 6)},
      {"packed", packed, packed_text("t,ax,ay,az\n0,0,0,9.8\n0.001,0,0,9.8\n")}};
}
