#include "common/counters/perfmgr_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <optional>

#include "common/base/text.h"
#include "common/counters/counter_names.h"

namespace weft {
namespace {

// The readable file has «link_integrity_err», the machine file «link_int_err».
std::optional<Counter> perfmgr_counter(std::string_view name) {
  return find_counter(name == "link_integrity_err" ? "link_int_err" : name, &CounterName::perfmgr);
}

// Parses ctime()'s format. nullopt: another format, or time 0: not updated yet.
std::optional<UnixSeconds> time_of(std::string_view text) {
  std::tm parts = {};
  const std::string ended(text);
  const char* const end = ::strptime(ended.c_str(), "%a %b %d %H:%M:%S %Y", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const std::time_t seconds = ::timegm(&parts);
  return seconds > 0 ? std::optional(static_cast<UnixSeconds>(seconds)) : std::nullopt;
}

struct NamedPort {
  Guid guid = 0;
  std::uint8_t port = 0;
};

// Names may contain any characters, also quotation marks.
std::optional<NamedPort> port_in(std::string_view line) {
  const std::size_t name_end = line.rfind("\" 0x");
  if (!line.starts_with('"') || name_end == std::string_view::npos) return std::nullopt;
  Scanner scanner(line.substr(name_end + 1));
  const auto guid = scanner.guid();
  if (!guid || !scanner.eat("active")) return std::nullopt;
  if (!scanner.eat("TRUE") && !scanner.eat("FALSE")) return std::nullopt;
  if (!scanner.eat("port")) return std::nullopt;
  const auto port = scanner.number<std::uint8_t>();
  if (!port || !scanner.at_end()) return std::nullopt;
  return NamedPort{*guid, *port};
}

class PerfmgrTable {
 public:
  PerfmgrTable(std::string_view text, const std::string& source, SnapshotBuilder& builder)
      : lines_(text), source_(source), builder_(builder) {}

  void parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      if (lines_.line().empty()) continue;
      if (is_perfmgr_titles(lines_.line())) {
        titles_ = between('\t', lines_.line());
      } else if (titles_.empty()) {
        ignored_.note(lines_);
      } else {
        row(between('\t', lines_.line()));
      }
    }
    ignored_.warn(source_, warnings);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  // The first cells are the name, which may contain tabs.
  void row(const std::vector<std::string_view>& cells) const {
    if (cells.size() < titles_.size()) {
      fail(fmt::format("this row has {} cells, but the table has {} columns: is the file cut off?",
                       cells.size(), titles_.size()));
    }
    const std::size_t shift = cells.size() - titles_.size();
    Scanner guid(cells[1 + shift]);
    Scanner port(cells[3 + shift]);
    const auto node = guid.guid();
    const auto number = port.number<std::uint8_t>();
    if (!node || !guid.at_end() || !number || !port.at_end()) fail("expected a GUID and a port");
    builder_.begin_port(*node, *number, lines_.number());
    for (std::size_t i = 4; i < titles_.size(); ++i) cell(titles_[i], cells[i + shift]);
  }

  void cell(std::string_view title, std::string_view text) const {
    if (title == "Last Data Update") {
      if (const auto time = time_of(text)) builder_.note_time(*time);
      return;
    }
    const auto counter = perfmgr_counter(title);
    if (!counter) return;
    Scanner scanner(text);
    const auto value = scanner.number<std::uint64_t>();
    if (!value || !scanner.at_end()) {
      fail(fmt::format("expected a number in column {} instead of {}", title, quote(text)));
    }
    builder_.set(*counter, *value, true, lines_.number());
  }

  Lines lines_;
  const std::string& source_;
  SnapshotBuilder& builder_;
  IgnoredLines ignored_;
  std::vector<std::string_view> titles_;  // none yet, or at least five
};

class PerfmgrDump {
 public:
  PerfmgrDump(std::string_view text, const std::string& source, SnapshotBuilder& builder)
      : lines_(text), source_(source), builder_(builder) {}

  void parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      if (const auto port = port_in(line)) {
        builder_.begin_port(port->guid, port->port, lines_.number());
        is_open_ = true;
      } else if (!line.empty() && (!is_open_ || !field(line))) {
        ignored_.note(lines_);
      }
    }
    ignored_.warn(source_, warnings);
  }

 private:
  // «xmit_data            : 24 (96.000B)»
  bool field(std::string_view line) {
    const std::size_t colon = line.find(" : ");
    if (colon == std::string_view::npos) return false;
    const std::string_view name = trim(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 3));
    if (name == "Last Data Update") {
      if (const auto time = time_of(value)) builder_.note_time(*time);
    }
    const auto counter = perfmgr_counter(name);
    if (!counter) return true;
    Scanner scanner(value);
    const auto number = scanner.number<std::uint64_t>();
    if (!number || (!scanner.at_end() && !scanner.eat('('))) {
      fail_at(source_, lines_.number(), fmt::format("expected a number behind {}", quote(name)));
    }
    builder_.set(*counter, *number, true, lines_.number());
    return true;
  }

  Lines lines_;
  const std::string& source_;
  SnapshotBuilder& builder_;
  IgnoredLines ignored_;
  bool is_open_ = false;
};

}  // namespace

bool is_perfmgr_line(std::string_view line) { return port_in(line).has_value(); }

bool is_perfmgr_titles(std::string_view line) {
  return line.starts_with("Name\tGUID\tActive\tPort\t");
}

void parse_perfmgr_dump(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                        std::vector<std::string>& warnings) {
  PerfmgrDump(text, source, builder).parse(warnings);
}

void parse_perfmgr_table(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings) {
  PerfmgrTable(text, source, builder).parse(warnings);
}

}  // namespace weft
