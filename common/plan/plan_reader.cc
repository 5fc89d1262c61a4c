#include "common/plan/plan_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/base/error.h"
#include "common/base/plain_text.h"
#include "common/base/text.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/plan/cable_list.h"
#include "common/plan/name_ranges.h"
#include "common/plan/system_types.h"

namespace weft {
namespace {

constexpr std::size_t kMostNames = 400'000;

Fabric generate_or_fail(std::string_view line, const std::string& source, unsigned number) {
  try {
    return generate_from_line(line);
  } catch (const BadInput& error) {
    fail_at(source, number, error.what());
  }
}

// By the plan's name.
using OtherNames = std::map<std::string, std::string, std::less<>>;

// lines: read from their current position.
void read_names(Lines& lines, const std::string& source, OtherNames& names) {
  while (lines.next()) {
    const std::string_view line = trim(before_comment(lines.line()));
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    if (equals == line.npos) {
      fail_at(source, lines.number(),
              fmt::format("expected NAME = OTHER NAME, not {}", quote(line)));
    }
    std::vector<std::string> from, to;
    try {
      from = expand_ranges(trim(line.substr(0, equals)), kMostNames);
      to = expand_ranges(trim(line.substr(equals + 1)), kMostNames);
    } catch (const BadInput& error) {
      fail_at(source, lines.number(), error.what());
    }
    if (from.size() != to.size()) {
      fail_at(source, lines.number(),
              fmt::format("{} names are to become {}", from.size(), to.size()));
    }
    for (std::size_t i = 0; i < from.size(); ++i) names[from[i]] = to[i];
    if (names.size() > kMostNames) {
      fail_at(source, lines.number(), fmt::format("there are more than {} names", kMostNames));
    }
  }
}

// Returns the names that no node has.
std::vector<std::string> rename(CableList& list, const OtherNames& names) {
  std::map<std::string_view, bool> is_used;
  for (const auto& [from, to] : names) is_used[from] = false;
  for (PlannedNode& node : list.nodes) {
    const auto found = names.find(node.name);
    if (found == names.end()) continue;
    is_used[found->first] = true;
    node.name = found->second;
  }
  std::vector<std::string> unused;
  for (const auto& [name, used] : is_used) {
    if (!used) unused.emplace_back(name);
  }
  return unused;
}

// Else a whole file may be read as one cable.
void refuse_binary(std::string_view text, const std::string& source) {
  if (const std::size_t zero = text.find('\0'); zero != text.npos) {
    const auto line = static_cast<unsigned>(1 + std::ranges::count(text.substr(0, zero), '\n'));
    fail_at(source, line, "this is no text: is it UTF-16 without a byte order mark?");
  }
  if (text.find('\r') != text.npos && text.find('\n') == text.npos) {
    fail_at(source, 1, "lines end with a carriage return alone: save the file with newlines");
  }
}

class PlanReader {
 public:
  PlanReader(std::string_view text, const std::string& source, const Fabric& there,
             const PlanFiles& files, std::vector<std::string>& warnings)
      : text_(text), source_(source), there_(there), files_(files), warnings_(warnings) {}

  PlannedFabric read() {
    Lines names(files_.names);
    read_names(names, files_.names_source, names_);
    bool is_empty = true;
    for (Lines lines(text_); lines.next();) {
      const std::string_view line = trim(before_comment(lines.line()));
      if (line.empty()) continue;
      is_empty = false;
      if (is_generator_line(line)) return from_generator(line, lines);
      if (is_fabric_line(lines.line())) return from_fabric();
      if (is_topo_connection(line))
        return from_list(parse_topo(text_, source_, system_types(), warnings_));
      if (std::ranges::count_if(lines.line(), is_separator) >= 3) {
        return from_list(parse_cable_csv(text_, source_, warnings_));
      }
    }
    if (is_empty) throw BadInput(fmt::format("{}: is empty", source_));
    fail_at(
        source_, 1,
        "this is no plan in a known format: neither the file of a fabric, nor a .topo file, nor "
        "cables as comma separated values «a,a_port,b,b_port», nor a line of weft generate");
  }

 private:
  static bool is_separator(char c) { return c == ',' || c == ';' || c == '\t'; }

  SystemTypes system_types() const {
    const std::string folder =
        files_.system_types.empty() ? usual_system_types() : files_.system_types;
    return folder.empty() ? SystemTypes() : read_system_types(folder, warnings_);
  }

  PlannedFabric from_fabric() {
    Fabric fabric = parse_fabric(text_, source_, warnings_);
    if (names_.empty()) return as_plan(std::move(fabric), true);
    return from_list(cables_of(fabric));
  }

  // lines: those after the first.
  PlannedFabric from_generator(std::string_view line, Lines& lines) {
    Fabric fabric = generate_or_fail(line, source_, lines.number());
    read_names(lines, source_, names_);
    if (names_.empty()) return as_plan(std::move(fabric), false);
    CableList list = cables_of(fabric);
    for (PlannedNode& node : list.nodes) node.guid = 0;
    return from_list(std::move(list));
  }

  PlannedFabric from_list(CableList list) {
    const std::vector<std::string> unused = rename(list, names_);
    if (!unused.empty()) {
      warnings_.push_back(
          fmt::format("the plan has no {}{}, which {} names", quote(unused.front()),
                      unused.size() == 1 ? "" : fmt::format(" and {} others", unused.size() - 1),
                      files_.names_source.empty() ? source_ : files_.names_source));
    }
    return make_planned_fabric(list, there_, source_, warnings_);
  }

  std::string_view text_;
  const std::string& source_;
  const Fabric& there_;
  const PlanFiles& files_;
  std::vector<std::string>& warnings_;
  OtherNames names_;
};

}  // namespace

PlannedFabric parse_plan(std::string_view text, const std::string& source, const Fabric& there,
                         const PlanFiles& files, std::vector<std::string>& warnings) {
  std::string storage;
  const std::string_view plain = as_plain_text(text, source, storage);
  refuse_binary(plain, source);
  return PlanReader(plain, source, there, files, warnings).read();
}

bool is_generator_line(std::string_view line) {
  Scanner scanner(line);
  scanner.eat(topology_of_line(line));
  return names_topology(line) && (scanner.at_end() || scanner.rest().starts_with("--"));
}

}  // namespace weft
