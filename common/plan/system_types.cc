#include "common/plan/system_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"

namespace weft {
namespace {

constexpr std::size_t kLargestType = std::size_t{4} << 20;
constexpr std::size_t kMostChips = 4096;
constexpr std::size_t kMostParts = 4096;  // of a board; and boards of a system
constexpr std::size_t kDeepestBoard = 8;

// The value after CFG of a removed board.
constexpr std::string_view kRemoved = "R";

}  // namespace

// A board or a whole system: chips, boards, and the connections of their ports.
struct SystemBoard {
  struct Connection {
    std::string from_port;
    std::string to;  // a chip or a board; empty: to_port is a port of this board
    std::string to_port;
  };
  struct Part {
    std::string name;
    std::string board;  // empty: a chip
    bool is_switch = true;
    PortNum ports = 0;
    std::vector<Connection> connections = {};
  };
  std::vector<Part> parts;
};

struct SystemBoards {
  // A variant has the name «board:variant».
  std::map<std::string, std::shared_ptr<const SystemBoard>, std::less<>> by_name;
};

namespace {

class IbnlParser {
 public:
  IbnlParser(std::string_view text, const std::string& source) : lines_(text), source_(source) {}

  // Returns the names of the system.
  std::vector<std::string> parse(SystemBoards& file) {
    while (lines_.next()) {
      Scanner scanner(before_comment(lines_.line()));
      if (scanner.at_end()) continue;
      const std::string_view line = scanner.rest();
      if (scanner.eat("TOPSYSTEM")) {
        top_ = begin_board(scanner);
      } else if (scanner.eat("SYSTEM")) {
        begin_board(scanner);
      } else if (scanner.eat("NODE")) {
        begin_chip(scanner);
      } else if (scanner.eat("SUBSYSTEM")) {
        begin_part(scanner);
      } else if (line.find("->") != line.npos) {
        add_connection(line);
      } else if (line.find('=') == line.npos) {  // an attribute; ignored
        fail(fmt::format("expected NODE, SUBSYSTEM or PORT -> PORT, not {}", quote(line)));
      }
    }
    if (top_.empty()) throw BadInput(fmt::format("{}: there is no TOPSYSTEM", source_));
    for (auto& [names, board] : boards_) {
      const auto shared = std::make_shared<const SystemBoard>(std::move(board));
      for (const std::string& name : names) file.by_name.emplace(name, shared);
    }
    return top_;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  std::vector<std::string> begin_board(Scanner& scanner) {
    scanner.skip_blanks();
    std::vector<std::string> names;
    for (const std::string_view name : between_commas(scanner.rest())) {
      if (!name.empty()) names.emplace_back(name);
    }
    if (names.empty()) fail("a system without a name");
    boards_.emplace_back(names, SystemBoard());
    return names;
  }

  void add_part(SystemBoard::Part part) {
    if (boards_.empty()) fail("expected SYSTEM or TOPSYSTEM first");
    auto& parts = boards_.back().second.parts;
    if (parts.size() == kMostParts) fail(fmt::format("it has more than {} parts", kMostParts));
    const auto is_same = [&](const SystemBoard::Part& other) { return other.name == part.name; };
    if (std::ranges::any_of(parts, is_same)) {
      fail(fmt::format("{} is there twice", quote(part.name)));
    }
    parts.push_back(std::move(part));
  }

  void begin_chip(Scanner& scanner) {
    const std::string_view type = word(scanner);
    const auto ports = scanner.number<PortNum>();
    word(scanner);  // skips the model
    const std::string_view name = word(scanner);
    if (!ports || *ports == 0 || *ports > kMaxPorts || name.empty()) {
      fail("expected NODE, SW or CA, a number of ports, a model and a name");
    }
    add_part({std::string(name), {}, type == "SW", *ports});
  }

  void begin_part(Scanner& scanner) {
    const std::string_view board = word(scanner);
    const std::string_view name = word(scanner);
    if (name.empty()) fail("expected SUBSYSTEM, the name of a SYSTEM, and a name");
    add_part({std::string(name), std::string(board)});
  }

  // «P1 -4x-10G-> leaf1 P7».
  void add_connection(std::string_view line) {
    if (boards_.empty() || boards_.back().second.parts.empty()) {
      fail("expected NODE or SUBSYSTEM first");
    }
    Scanner left(line);
    const std::string_view from = word(left);
    Scanner right(line.substr(line.find("->") + 2));
    const std::string_view first = word(right);
    const std::string_view second = word(right);
    if (from.empty() || first.empty() || !right.at_end()) fail("expected PORT -> [PART] PORT");
    auto& part = boards_.back().second.parts.back();
    part.connections.push_back(
        second.empty()
            ? SystemBoard::Connection{std::string(from), {}, std::string(first)}
            : SystemBoard::Connection{std::string(from), std::string(first), std::string(second)});
  }

  static std::string_view word(Scanner& scanner) {
    scanner.skip_blanks();
    return scanner.word();
  }

  Lines lines_;
  const std::string& source_;
  std::vector<std::pair<std::vector<std::string>, SystemBoard>> boards_;
  std::vector<std::string> top_;
};

// Builds a system board by board.
class SystemBuilder {
 public:
  using Variants = std::map<std::string, std::string, std::less<>>;
  SystemBuilder(const SystemBoards& file, const Variants& variants)
      : file_(file), variants_(variants) {}

  BuiltSystem build(const SystemBoard& top) && {
    system_.panel = add(top, {}, 0);
    return std::move(system_);
  }

 private:
  using Connectors = std::map<std::string, BuiltSystem::End, std::less<>>;
  using End = BuiltSystem::End;

  // Returns the board's own ports.
  Connectors add(const SystemBoard& board, const std::string& prefix, std::size_t depth) {
    if (depth > kDeepestBoard) throw BadInput("its boards are inside each other without end");
    if (++boards_ > kMostParts) {
      throw BadInput(fmt::format("it has more than {} boards", kMostParts));
    }
    std::map<std::string, Connectors, std::less<>> parts;
    for (const auto& part : board.parts) {
      const std::string name = prefix + part.name;
      if (part.board.empty()) {
        parts.emplace(part.name, add_chip(part, name));
      } else if (const SystemBoard* inner = find_board(part.board, name)) {
        parts.emplace(part.name, add(*inner, name + "/", depth + 1));
      }
    }
    Connectors own;
    for (const auto& part : board.parts) {
      const auto found = parts.find(part.name);
      if (found == parts.end()) continue;
      for (const auto& connection : part.connections) {
        const std::optional<End> from = port_of(found->second, connection.from_port);
        if (!from) continue;  // of a board variant that is not used
        if (connection.to.empty()) {
          own.emplace(connection.to_port, *from);
          continue;
        }
        const auto other = parts.find(connection.to);
        if (other == parts.end()) continue;
        const std::optional<End> to = port_of(other->second, connection.to_port);
        if (to) add_trace(*from, *to);
      }
    }
    return own;
  }

  Connectors add_chip(const SystemBoard::Part& part, const std::string& name) {
    if (system_.chips.size() == kMostChips) {
      throw BadInput(fmt::format("it has more than {} chips", kMostChips));
    }
    const auto chip = static_cast<std::uint32_t>(system_.chips.size());
    system_.chips.push_back({name, part.is_switch, part.ports});
    Connectors ports;
    for (unsigned port = 1; port <= part.ports; ++port) {
      ports.emplace(std::to_string(port), End{chip, static_cast<PortNum>(port)});
    }
    return ports;
  }

  const SystemBoard* find_board(const std::string& type, const std::string& name) const {
    std::string with_variant = type;
    if (const auto variant = variants_.find(name); variant != variants_.end()) {
      if (variant->second == kRemoved) return nullptr;
      with_variant += ":" + variant->second;
    }
    const auto found = file_.by_name.find(with_variant);
    return found == file_.by_name.end() ? nullptr : found->second.get();
  }

  static std::optional<End> port_of(const Connectors& connectors, const std::string& port) {
    const auto found = connectors.find(port);
    return found == connectors.end() ? std::nullopt : std::optional(found->second);
  }

  // Most traces are listed at both ends.
  void add_trace(End a, End b) {
    if (b < a) std::swap(a, b);
    if (is_linked_.insert(a).second && is_linked_.insert(b).second) {
      system_.traces.push_back({a, b});
    }
  }

  const SystemBoards& file_;
  const Variants& variants_;
  BuiltSystem system_;
  std::set<End> is_linked_;
  std::size_t boards_ = 0;  // with the system itself
};

}  // namespace

SystemTypes::SystemTypes() = default;
SystemTypes::~SystemTypes() = default;
SystemTypes::SystemTypes(SystemTypes&&) noexcept = default;
SystemTypes& SystemTypes::operator=(SystemTypes&&) noexcept = default;

void SystemTypes::add(std::string_view text, const std::string& source) {
  auto file = std::make_unique<SystemBoards>();
  for (const std::string& name : IbnlParser(text, source).parse(*file)) {
    types_.emplace(name, file.get());
  }
  files_.push_back(std::move(file));
}

bool SystemTypes::knows(std::string_view type) const { return types_.contains(type); }

BuiltSystem SystemTypes::build(
    std::string_view type, const std::map<std::string, std::string, std::less<>>& variants) const {
  const auto found = types_.find(type);
  if (found == types_.end()) throw BadInput(fmt::format("no .ibnl file has {}", quote(type)));
  try {
    const SystemBoards& boards = *found->second;
    return SystemBuilder(boards, variants).build(*boards.by_name.find(type)->second);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("the type {} cannot be used: {}", quote(type), error.what()));
  }
}

SystemTypes read_system_types(const std::string& folder, std::vector<std::string>& warnings) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".ibnl") files.push_back(entry.path().string());
  }
  if (error) {
    throw BadInput(fmt::format("{}: the folder cannot be read: {}", folder, error.message()));
  }
  std::ranges::sort(files);
  SystemTypes types;
  for (const std::string& file : files) {
    try {
      types.add(read_regular_file(file, kLargestType), file);
    } catch (const BadInput& bad) {
      warnings.emplace_back(bad.what());
    }
  }
  return types;
}

std::string usual_system_types() {
  if (const char* path = std::getenv("IBDM_IBNL_PATH"); path != nullptr && *path != '\0') {
    return path;
  }
  // /usr/lib/x86_64-linux-gnu/ibdm1.5.7/ibnl, /usr/share/ibdm2.1.1/ibnl, ...
  std::error_code error;
  std::vector<std::filesystem::path> folders = {"/usr/share", "/usr/lib64"};
  folders.emplace_back("/usr/lib");
  for (const auto& entry : std::filesystem::directory_iterator("/usr/lib", error)) {
    if (entry.path().filename().string().find("-linux-") != std::string::npos) {
      folders.push_back(entry.path());
    }
  }
  std::string newest;
  for (const auto& folder : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const bool is_ibdm = entry.path().filename().string().starts_with("ibdm");
      const auto types = entry.path() / "ibnl";
      if (is_ibdm && std::filesystem::is_directory(types, error)) {
        newest = std::max(newest, types.string());
      }
    }
  }
  return newest;
}

}  // namespace weft
