// Reads the reference results beside this file.
#ifndef TOUCHDOWN_VECTORS_VECTORS_HPP
#define TOUCHDOWN_VECTORS_VECTORS_HPP

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "touchdown/touchdown.hpp"

namespace vectors {

struct Vector {
  std::string id;
  touchdown::Contact<double> contact;
  touchdown::ContactVector<double> p, v;  // expected
  double p_compression, N_P, N_N, N_E;    // N: -1 where the row is empty
  int case_number;
};

inline std::int32_t law_named(const std::string &name) {
  if (name == "poisson") return TD_LAW_POISSON;
  if (name == "energetic") return TD_LAW_ENERGETIC;
  if (name == "newton") return TD_LAW_NEWTON;
  if (name == "compromise") return TD_LAW_COMPROMISE;
  throw std::runtime_error("no such law: " + name);
}

inline Vector parsed(const std::string &line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  cells.resize(26);
  const auto number = [&cells](std::size_t i) { return cells[i].empty() ? -1.0 : std::stod(cells[i]); };
  Vector r{};
  r.id = cells[0];
  r.contact.W = {number(1), number(2), number(3), number(4), number(5), number(6)};
  r.contact.v = {number(7), number(8), number(9)};
  r.contact.surface = {number(10), number(11), number(12)};
  r.contact.options.law = law_named(cells[13]);
  r.contact.options.method = cells[14] == "planar" ? TD_METHOD_PLANAR : TD_METHOD_SLIP_PATH;
  r.case_number = static_cast<int>(number(15));
  r.p = {number(16), number(17), number(18)};
  r.v = {number(19), number(20), number(21)};
  r.p_compression = number(22);
  r.N_P = number(23);
  r.N_N = number(24);
  r.N_E = number(25);
  return r;
}

// `name`: "planar" or "slip_path"; TOUCHDOWN_VECTORS is the folder.
inline std::vector<Vector> read(const std::string &name) {
  std::ifstream file(std::string(TOUCHDOWN_VECTORS) + "/" + name + ".csv");
  if (!file) throw std::runtime_error("no vectors: " + name);
  std::vector<Vector> list;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) list.push_back(parsed(line));
  return list;
}

}  // namespace vectors

#endif
