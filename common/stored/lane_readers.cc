#include "common/stored/lane_readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

// The line before the lines of a node: «Switch 0x..., base LID 6, ...».
struct Heading {
  bool is_switch;
  Guid guid;
};

class LaneFileParser {
 public:
  LaneFileParser(std::string_view text, const std::string& source, const Fabric& fabric)
      : lines_(text), source_(source), fabric_(fabric) {}

 protected:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }
  // Goes to the next line that is neither empty nor a comment; refuses one without its newline.
  bool next_line() {
    while (lines_.next()) {
      if (lines_.line().empty() || lines_.line().front() == '#') continue;
      if (lines_.unfinished()) fail("the file ends within this line: is it cut off?");
      has_lines_ = true;
      return true;
    }
    return false;
  }
  void warn_if_empty(std::string_view what, std::vector<std::string>& warnings) const {
    if (!has_lines_) warnings.push_back(fmt::format("{}: there are no {}", source_, what));
  }
  void warn_of_missing(std::uint64_t count, std::string_view what,
                       std::vector<std::string>& warnings) const {
    if (!has_lines_ || count == 0) return;
    warnings.push_back(fmt::format("{}: it lacks {} {}", source_, count, what));
  }
  std::optional<Heading> heading() const {
    Scanner scanner(lines_.line());
    const bool is_switch = scanner.eat("Switch 0x");
    if (!is_switch && !scanner.eat("Channel Adapter 0x") && !scanner.eat("Router 0x")) {
      return std::nullopt;
    }
    const auto guid = scanner.number<Guid>(16);
    if (!guid) fail(fmt::format("expected a GUID in {}", quote(lines_.line())));
    return Heading{is_switch, *guid};
  }
  void note_unknown(Guid guid) {
    if (++unknown_ == 1) {
      unknown_line_ = lines_.number();
      unknown_guid_ = guid;
    }
  }
  void warn_of_unknown(std::vector<std::string>& warnings) const {
    if (unknown_ == 0) return;
    warnings.push_back(fmt::format(
        "{}:{}: the fabric has no node 0x{:016x}; {} lines about nodes that it does not have were "
        "ignored",
        source_, unknown_line_, unknown_guid_, unknown_));
  }

  Lines lines_;
  const std::string& source_;
  const Fabric& fabric_;

 private:
  bool has_lines_ = false;
  unsigned unknown_ = 0;
  unsigned unknown_line_ = 0;
  Guid unknown_guid_ = 0;
};

class PathSlParser : LaneFileParser {
 public:
  PathSlParser(std::string_view text, const std::string& source, const Fabric& fabric)
      : LaneFileParser(text, source, fabric), nodes_(fabric) {
    plan_.rows.resize(fabric.end_port_count());
  }

  SlByPath parse(std::vector<std::string>& warnings) {
    while (next_line()) {
      if (const auto node = heading()) {
        begin_source(*node);
      } else {
        parse_path();
      }
    }
    warn_if_empty("SLs in it: all paths are taken to have SL 0", warnings);
    warn_of_unknown(warnings);
    if (unknown_lids_ != 0) {
      warnings.push_back(
          fmt::format("{}: {} paths to LIDs that the fabric does not have were ignored", source_,
                      unknown_lids_));
    }
    fill_up(warnings);
    return std::move(plan_);
  }

 private:
  void begin_source(const Heading& node) {
    has_heading_ = true;
    source_port_ = kNone;
    if (node.is_switch) return;
    source_port_ = find_end_port(fabric_, node.guid);
    if (source_port_ == kNone) note_unknown(node.guid);
  }

  void parse_path() {
    Scanner scanner(lines_.line());
    const auto first = scanner.eat("0x") ? scanner.number<std::uint64_t>(16) : std::nullopt;
    if (!first) fail_line();
    if (scanner.eat(':')) {
      if (!has_heading_) fail("this line comes before any line 'Channel Adapter 0x...'");
      const bool is_reached = !scanner.eat("UNREACHABLE");
      const Sl sl = is_reached ? parse_sl(scanner) : Sl{0};
      if (is_reached && !scanner.at_end() && !scanner.eat(':')) fail_line();
      if (source_port_ != kNone) set(source_port_, *first, sl);
      return;
    }
    const auto lid = scanner.number_of_either_base<std::uint64_t>();
    if (!lid) fail_line();
    const Sl sl = parse_sl(scanner);
    if (!scanner.at_end()) fail_line();
    set_node(*first, *lid, sl);
  }

  [[noreturn]] void fail_line() const {
    fail(fmt::format("expected '0x<node GUID> <LID> <SL>', or '0x<LID> : <SL>', instead of {}",
                     quote(lines_.line())));
  }

  Sl parse_sl(Scanner& scanner) const {
    const auto sl = scanner.number<Sl>();
    if (!sl || *sl >= kSls) {
      fail(fmt::format("expected an SL from 0 to 15 at the end of {}", quote(lines_.line())));
    }
    return *sl;
  }

  void set_node(Guid guid, std::uint64_t lid, Sl sl) {
    if (guid != last_guid_) {
      last_guid_ = guid;
      last_ports_ = nodes_.of(guid);
      last_is_switch_ = find_switch(fabric_, guid) != kNone;
    }
    for (const auto& [node, port] : last_ports_) set(port, lid, sl);
    if (last_ports_.empty() && !last_is_switch_) note_unknown(guid);
  }

  void set(EndPortIndex port, std::uint64_t lid, Sl sl) {
    if (lid > fabric_.max_lid()) {
      ++unknown_lids_;
      return;
    }
    std::vector<Sl>& row = plan_.rows[port];
    if (row.size() <= lid) row.resize(lid + 1, kNoSl);
    row[lid] = sl;
  }

  // Paths that are not in the file get SL 0.
  void fill_up(std::vector<std::string>& warnings) {
    std::uint64_t missing = 0;
    for (EndPortIndex e = 0; e < plan_.rows.size(); ++e) {
      std::vector<Sl>& row = plan_.rows[e];
      for (const EndPort& to : fabric_.end_ports()) {
        if (fabric_.end_ports()[e].lid == 0 || &to == &fabric_.end_ports()[e]) continue;
        for (const Lid lid : lids_of(to)) missing += lid >= row.size() || row[lid] == kNoSl;
      }
      std::ranges::replace(row, kNoSl, Sl{0});
    }
    warn_of_missing(missing, "paths between end ports: they are taken to have SL 0", warnings);
  }

  static constexpr Sl kNoSl = 0xFF;

  EndPortsOfNodes nodes_;
  SlByPath plan_;
  bool has_heading_ = false;
  EndPortIndex source_port_ = kNone;  // of the heading; kNone: a switch, or unknown
  Guid last_guid_ = 0;                // sources are consecutive in files
  std::span<const EndPortsOfNodes::Entry> last_ports_;
  bool last_is_switch_ = false;
  std::uint64_t unknown_lids_ = 0;
};

class Sl2VlParser : LaneFileParser {
 public:
  Sl2VlParser(std::string_view text, const std::string& source, const Fabric& fabric)
      : LaneFileParser(text, source, fabric), has_map_(fabric.switch_count()) {}

  Sl2Vl parse(std::vector<std::string>& warnings) {
    while (next_line()) {
      if (const auto node = heading()) {
        begin_node(*node);
      } else {
        parse_map();
      }
    }
    warn_if_empty("SL2VL maps in it: SL i is taken to be on VL i", warnings);
    warn_of_unknown(warnings);
    warn_of_missing(count_missing(),
                    "maps of ports that lead to switches: there SL i is taken to be on VL i",
                    warnings);
    return std::move(maps_);
  }

 private:
  void begin_node(const Heading& node) {
    has_heading_ = true;
    switch_ = node.is_switch ? find_switch(fabric_, node.guid) : kNone;
    if (node.is_switch && switch_ == kNone) note_unknown(node.guid);
  }

  void parse_map() {
    Scanner scanner(lines_.line());
    if (!scanner.eat("0x")) {
      if (!has_heading_) fail_line();
      parse_ports_and_map(scanner, switch_, false);
      return;
    }
    const auto guid = scanner.number<Guid>(16);
    if (!guid) fail_line();
    const SwitchIndex s = find_switch(fabric_, *guid);
    if (s == kNone) note_unknown(*guid);
    parse_ports_and_map(scanner, s, true);
  }

  // kNone: only checks the line.
  void parse_ports_and_map(Scanner& scanner, SwitchIndex s, bool packed) {
    const auto in_port = scanner.number<PortNum>();
    const auto out_port = in_port ? scanner.number<PortNum>() : std::nullopt;
    if (!out_port || (!packed && !scanner.eat(':'))) fail_line();
    Sl2Vl::Map map{};
    for (unsigned sl = 0; sl < kSls; sl += packed ? 2 : 1) {
      if (packed && !scanner.eat("0x")) fail_line();
      const auto value = packed ? scanner.number<std::uint8_t>(16) : scanner.number<std::uint8_t>();
      if (!value) fail_line();
      if (packed) {
        map[sl] = static_cast<Vl>(*value >> 4);
        map[sl + 1] = *value & 15;
      } else if (*value <= 15) {
        map[sl] = *value;
      } else {
        fail(fmt::format("VL {} does not exist: they go from 0 to 15", *value));
      }
    }
    if (!scanner.at_end()) fail_line();
    if (s == kNone) return;
    const std::size_t ports = fabric_.ports(s).size();
    if (*in_port >= ports || *out_port >= ports) {
      fail(fmt::format("switch {} has {} ports, not as many as {} says", fabric_.describe_switch(s),
                       ports - 1, quote(lines_.line())));
    }
    if (*out_port == 0) return;  // it has no link
    maps_.set(s, *in_port, *out_port, map);
    std::vector<bool>& has_map = has_map_[s];
    has_map.resize(ports * ports);
    has_map[*in_port * ports + *out_port] = true;
  }

  // Pairs of ports with links whose map is not in the file; the second leads to a switch.
  std::uint64_t count_missing() const {
    std::uint64_t missing = 0;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const auto ports = fabric_.ports(s);
      for (std::size_t out = 1; out < ports.size(); ++out) {
        if (ports[out].kind != PeerKind::kSwitch) continue;
        for (std::size_t in = 1; in < ports.size(); ++in) {
          if (in == out || ports[in].kind == PeerKind::kNothing) continue;
          missing += has_map_[s].empty() || !has_map_[s][in * ports.size() + out];
        }
      }
    }
    return missing;
  }

  [[noreturn]] void fail_line() const {
    fail(
        fmt::format("expected '0x<GUID> <in port> <out port> 0x01 0x23 ...', or below a line "
                    "'Switch 0x<GUID>' '<in port> <out port> : ' and 16 VLs, instead of {}",
                    quote(lines_.line())));
  }

  Sl2Vl maps_;
  // By switch; empty: it has none, else by in port x ports + out port.
  std::vector<std::vector<bool>> has_map_;
  bool has_heading_ = false;
  SwitchIndex switch_ = kNone;  // of the heading; kNone: no switch, or unknown
};

}  // namespace

SlByPath read_path_sls(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings) {
  return parse_path_sls(read_file(path), path, fabric, warnings);
}

SlByPath parse_path_sls(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings) {
  return PathSlParser(text, source, fabric).parse(warnings);
}

Sl2Vl read_sl2vl(const std::string& path, const Fabric& fabric,
                 std::vector<std::string>& warnings) {
  return parse_sl2vl(read_file(path), path, fabric, warnings);
}

Sl2Vl parse_sl2vl(std::string_view text, const std::string& source, const Fabric& fabric,
                  std::vector<std::string>& warnings) {
  return Sl2VlParser(text, source, fabric).parse(warnings);
}

}  // namespace weft
