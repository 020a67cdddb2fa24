#include "host_ends.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "drop/drop_record.hpp"
#include "drop/drop_rig.hpp"
#include "drops/impact_table.hpp"
#include "drops/surface_parameters.hpp"
#include "land/scenario.hpp"
#include "land/uneven_ground.hpp"
#include "link/target.hpp"
#include "memory_stream.hpp"
#include "records/json_object.hpp"
#include "records/trajectory.hpp"
#include "replay/replay_log.hpp"
#include "resolve/cases.hpp"
#include "resolve/systems_cases.hpp"
#include "resolver.h"
#include "touchdown/landing.hpp"

namespace {

using namespace touchdown::host;
using Bytes = std::vector<std::uint8_t>;

// A file in memory that holds the bytes, by its path.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t *bytes, std::size_t count) : descriptor_(memfd_create("input", 0)) {
    if (descriptor_ < 0 || write(descriptor_, bytes, count) != static_cast<ssize_t>(count)) std::abort();
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile() { close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

std::string text_of_file(const std::string &path) {
  std::ostringstream all;
  all << std::ifstream(path).rdbuf();
  return all.str();
}

std::string first_lines(const std::string &text, std::size_t lines) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < lines && end != std::string::npos; ++i) end = text.find('\n', end + 1);
  return text.substr(0, end);
}

const std::string data = TOUCHDOWN_DROPS_FOLDER;

const Rig &cube() {
  static const Rig rig = read_rig(data + "/cube.rig.json");
  return rig;
}

// Calls with the path of a file that holds the input.
template <class Reading>
void with_file(const std::uint8_t *bytes, std::size_t count, const Reading &read) {
  const MemoryFile file(bytes, count);
  try {
    read(file.path());
  } catch (const std::runtime_error &) {
    return;
  }
}

void cases(const std::uint8_t *bytes, std::size_t count) {
  std::istringstream in(std::string(bytes, bytes + count));
  std::ostringstream out;
  CsvReader reader(in);
  try {
    CsvRow row;
    if (!reader.next(row)) return;
    const Layout layout = layout_of(row);
    write_header(out, row, layout);
    while (reader.next(row)) {
      touchdown::Impact<float> impact{};
      touchdown::BodyImpact<double> body_impact{};
      if (layout.form == Form::contact) {
        const auto status = touchdown::resolve(contact_of<float>(row, layout), impact);
        write_result(out, row, layout, {status, 1}, impact);
      } else {
        const auto status = touchdown::resolve(body_of<double>(row, layout), body_impact);
        write_result(out, row, layout, {status, 1}, body_impact);
      }
    }
  } catch (const std::runtime_error &) {
    return;
  }
}

void systems(const std::uint8_t *bytes, std::size_t count) {
  const std::string text(bytes, bytes + count);
  try {
    resolve_systems<double>(text);
    resolve_systems<float>(text);
  } catch (const std::runtime_error &) {
    return;
  }
}

void impacts(const std::uint8_t *bytes, std::size_t count) {
  with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    read_impacts(path, cube(), left_out);
  });
}

void poses(const std::uint8_t *bytes, std::size_t count) {
  with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    noise_of(read_trajectories(path, cube(), left_out));
  });
}

void rig(const std::uint8_t *bytes, std::size_t count) { with_file(bytes, count, read_rig); }

void scenario(const std::uint8_t *bytes, std::size_t count) { with_file(bytes, count, read_scenario); }

void heights(const std::uint8_t *bytes, std::size_t count) {
  with_file(bytes, count, [](const std::string &path) {
    const Json json = {{"heights", path}, {"spacing", {0.5, 2}}};
    JsonObject ground(json);
    std::string file;
    HeightGrid::Pair gradient;
    const HeightGrid grid = heights_in(ground, "", file);
    if (!(grid.height(0.7, 0.9, gradient) <= grid.highest())) std::abort();
  });
}

void surface(const std::uint8_t *bytes, std::size_t count) {
  with_file(bytes, count, [](const std::string &path) { read_surface(path, true); });
}

void results(const std::uint8_t *bytes, std::size_t count) {
  with_file(bytes, count, [](const std::string &path) { ReplayLog log(path); });
}

void record(const std::uint8_t *bytes, std::size_t count) {
  with_file(bytes, count, [](const std::string &path) {
    RowsLeftOut left_out;
    DropRecord samples(path, rate_of_record(path), left_out);
    for (int i = 0; i < 5000 && samples.next(); ++i) continue;
  });
}

void drop_rig(const std::uint8_t *bytes, std::size_t count) { with_file(bytes, count, read_drop_rig); }

// Bytes as frames that check, so that what is behind the check is reached: kind, function, sequence, size, payload. A
// first byte of 255 leaves them as they are.
Bytes on_the_wire(const std::uint8_t *bytes, std::size_t count) {
  if (count > 0 && bytes[0] == 255) return {bytes + 1, bytes + count};
  Bytes wire;
  for (std::size_t at = 0; at + 4 <= count;) {
    const std::size_t left = count - at - 4, wanted = std::size_t{bytes[at + 3]} * 8 + 8;
    const std::size_t size = wanted < left ? wanted : left;
    const td_frame frame{static_cast<std::uint8_t>(bytes[at] % 4), bytes[at + 1], bytes[at + 2], bytes + at + 4,
                         static_cast<std::int32_t>(size)};
    Bytes encoded(TD_FRAME_WIRE_BYTES);
    encoded.resize(static_cast<std::size_t>(td_frame_encode(&frame, encoded.data())));
    wire.insert(wire.end(), encoded.begin(), encoded.end());
    at += 4 + size;
  }
  return wire;
}

void server(const std::uint8_t *bytes, std::size_t count) {
  static MemoryTarget target({td_link_resolver, TD_LINK_RESOLVER_COUNT});
  const Bytes wire = on_the_wire(bytes, count);
  target.to_target.insert(target.to_target.end(), wire.begin(), wire.end());
  target.serve();
  target.to_host.clear();
}

// Once it has been greeted, a target that answers with the input first.
class LyingStream : public MemoryStream {
 public:
  LyingStream(MemoryTarget &target, Bytes lies) : MemoryStream(target), lies_(std::move(lies)) {}
  Bytes read(std::chrono::milliseconds timeout) override {
    Bytes bytes = MemoryStream::read(timeout);
    if (++readings_ == 2) bytes.insert(bytes.begin(), lies_.begin(), lies_.end());
    return bytes;
  }

 private:
  Bytes lies_;
  int readings_ = 0;
};

// What it takes for an answer is one.
void client(const std::uint8_t *bytes, std::size_t count) {
  static MemoryTarget memory;
  memory.to_target.clear();
  memory.to_host.clear();
  try {
    touchdown::Target target(std::make_unique<LyingStream>(memory, on_the_wire(bytes, count)), 1,
                             std::chrono::milliseconds(500));
    for (std::int32_t value = 0; value < 3; ++value) {
      std::int32_t result = 0;
      const td_link_outcome outcome = target.call(MemoryTarget::doubling, value, result);
      if (outcome.status != 0 || result != 2 * value) std::abort();
    }
  } catch (const touchdown::TargetError &) {
    return;
  }
}

// What a client sends that greets and asks twice, framed.
std::string honest_requests() {
  td_contact contact{};
  contact.W.nn = contact.W.tt = contact.W.ss = 1;
  contact.v.n = -1;
  const td_link_greeting greeting{TD_LINK_PROTOCOL, 5};
  std::string bytes{TD_LINK_REQUEST, TD_LINK_HELLO, 0, 0};
  bytes.append(reinterpret_cast<const char *>(&greeting), sizeof greeting);
  bytes += {TD_LINK_REQUEST, TD_LINK_RESOLVE, 1, sizeof contact / 8};
  bytes.append(reinterpret_cast<const char *>(&contact), sizeof contact);
  return bytes;
}

// A scenario whose heights stand in it, in place of their file.
std::string on_inline_heights(std::string scenario) {
  const std::string file = "\"crater_rim.csv\"";
  return scenario.replace(scenario.find(file), file.size(), "[[0, 0.1, 0.2], [0, 0.3, -0.5]]");
}

}  // namespace

const std::vector<HostEnd> &host_ends() {
  static const std::vector<HostEnd> ends{
      {"cases", cases,
       "id,W_nn,W_nt,W_ns,W_tt,W_ts,W_ss,v_n,v_t,v_s,mu_s,mu_k,e,law,method\n\"a\",1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,,\n"},
      {"systems", systems, first_lines(text_of_file(data + "/../../systems/examples/double_pendulum.json"), 100)},
      {"impacts", impacts, first_lines(text_of_file(data + "/cube.csv"), 8)},
      {"poses", poses, "toss,t,x,y,z,qw,qx,qy,qz\n1,0,0,0,1,1,0,0,0\n1,0.1,0,0,1,1,0,0,0\n1,0.2,0,0,1,1,0,0,0\n"},
      {"rig", rig, text_of_file(data + "/cube.rig.json")},
      {"scenario", scenario, text_of_file(data + "/../landings/odysseus_like.json")},
      {"scenario_on_heights", scenario, on_inline_heights(text_of_file(data + "/../landings/crater_rim.json"))},
      {"heights", heights, "0,1,0.5,2e-1\n\n0.1,0.2,-3,0\n1,0,0,1\n"},
      {"surface", surface, text_of_file(data + "/cube.surface.json")},
      {"results", results, ""},
      {"record", record, "t,ax,ay,az\n0,0,0,9.8\n0.001,0,0,9.8\n0.002,0,0,9.8\n"},
      {"drop_rig", drop_rig, "{\"rate\": 10000, \"normal\": [0, 0, 1], \"range\": 2000, \"threshold\": 50}"},
      {"server", server, honest_requests()},
      {"client", client, std::string("\x02\x09\x01\x01", 4) + std::string(16, 'x')}};
  return ends;
}
