#include "common/stored/mcfdb_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

constexpr std::uint32_t kFirstMlid = 0xC000;
constexpr std::uint32_t kLastMlid = 0xFFFE;

class McfdbParser {
 public:
  McfdbParser(std::string_view text, const std::string& source, const Fabric& fabric)
      : lines_(text), source_(source), fabric_(fabric) {}

  std::vector<MulticastGroup> parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      if (lines_.unfinished()) fail("the file ends within this line: is it cut off?");
      const std::string_view line = lines_.line();
      if (line.empty() || line.front() == '#' || line.starts_with("LID") ||
          line.starts_with("File version:")) {
        continue;
      }
      if (line.starts_with("0x")) {
        parse_entry(line);
      } else if (const std::size_t at = line.find("Switch 0x"); at != std::string_view::npos) {
        begin_switch(line.substr(at + std::string_view("Switch ").size()));
      } else {
        ignored_.note(lines_);
      }
    }
    if (!has_switch_) {
      throw BadInput(fmt::format(
          "{}: there are no multicast tables in it as in opensm.mcfdbs: no line has 'Switch 0x'",
          source_));
    }
    return finish(warnings);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  void begin_switch(std::string_view text) {
    const auto guid = Scanner(text).guid();
    if (!guid) fail(fmt::format("expected the GUID of a switch instead of {}", quote(text)));
    const auto [known, is_new] = switches_.try_emplace(*guid, lines_.number());
    if (!is_new) {
      fail(fmt::format("the table of switch 0x{:016x} began in line {} already", *guid,
                       known->second));
    }
    has_switch_ = true;
    switch_ = find_switch(fabric_, *guid);
    if (switch_ == kNone && unknown_++ == 0) unknown_guid_ = *guid;
  }

  // 0xC000 : 0x001 0x007
  void parse_entry(std::string_view line) {
    if (!has_switch_) fail("this entry comes before any line that names its switch");
    Scanner scanner(line.substr(2));
    const auto mlid = scanner.number<std::uint32_t>(16);
    if (!mlid || !scanner.eat(':')) {
      fail(fmt::format("expected a MLID, as in '0xC000 : 0x001 0x007', in {}", quote(line)));
    }
    if (*mlid < kFirstMlid || *mlid > kLastMlid) fail(fmt::format("0x{:x} is no MLID", *mlid));
    PortBits ports{};
    while (!scanner.at_end()) {
      const auto port = scanner.eat("0x") ? scanner.number<PortNum>(16) : std::nullopt;
      if (!port || *port > kMaxPorts) {
        fail(fmt::format("expected ports from 0x000 to 0x0fe in {}", quote(line)));
      }
      add_port(ports, *port);
    }
    if (switch_ == kNone) return;
    const auto [entry, is_new] = entries_.try_emplace({static_cast<Lid>(*mlid), switch_}, ports);
    if (!is_new) fail(fmt::format("MLID 0x{:04x} has an entry of this switch already", *mlid));
  }

  std::vector<MulticastGroup> finish(std::vector<std::string>& warnings) {
    ignored_.warn(source_, warnings);
    if (unknown_ != 0) {
      warnings.push_back(fmt::format(
          "{}: the tables of {} switches that the fabric does not have were ignored, of 0x{:016x} "
          "among them",
          source_, unknown_, unknown_guid_));
    }
    std::vector<MulticastGroup> groups;
    for (const auto& [key, ports] : entries_) {
      if (groups.empty() || groups.back().mlid != key.first) groups.push_back({key.first, {}});
      groups.back().entries.push_back({key.second, ports});
    }
    return groups;
  }

  Lines lines_;
  const std::string& source_;
  const Fabric& fabric_;
  IgnoredLines ignored_;
  std::map<Guid, unsigned> switches_;  // with their first lines
  bool has_switch_ = false;
  SwitchIndex switch_ = kNone;  // of the next entries; kNone: not in the fabric
  std::map<std::pair<Lid, SwitchIndex>, PortBits> entries_;
  std::size_t unknown_ = 0;
  Guid unknown_guid_ = 0;
};

}  // namespace

std::vector<MulticastGroup> read_mcfdbs(const std::string& path, const Fabric& fabric,
                                        std::vector<std::string>& warnings) {
  return parse_mcfdbs(read_file(path), path, fabric, warnings);
}

std::vector<MulticastGroup> parse_mcfdbs(std::string_view text, const std::string& source,
                                         const Fabric& fabric, std::vector<std::string>& warnings) {
  if (text.empty()) return {};
  return McfdbParser(text, source, fabric).parse(warnings);
}

}  // namespace weft
