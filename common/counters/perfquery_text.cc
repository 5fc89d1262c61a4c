// # Port extended counters: Lid 1719 port 1 (CapMask: 0x5300 CapMask2: 0x0000002)
// PortSelect:......................1
// CounterSelect:...................0x0000
// PortXmitData:....................36298026860928
//
// Errors for 0x7cfe9003009ce5b0 "leaf-1"
//    GUID 0x7cfe9003009ce5b0 port 1: [SymbolErrorCounter == 7] [PortXmitData == 96 (384.000B)]
#include "common/counters/perfquery_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "common/base/text.h"
#include "common/counters/counter_names.h"

namespace weft {
namespace {

constexpr std::string_view kNarrowHeading = "# Port counters:";
constexpr std::string_view kWideHeading = "# Port extended counters:";

std::optional<Counter> diags_counter(std::string_view name) {
  const auto counter = find_counter(name, &CounterName::attribute);
  return counter ? counter : find_counter(name, &CounterName::old);
}

class PerfqueryParser {
 public:
  PerfqueryParser(std::string_view text, const std::string& source, SnapshotBuilder& builder)
      : lines_(text), source_(source), builder_(builder) {}

  void parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      if (line.starts_with('#')) {
        heading(line);
      } else if (!line.empty() && !value(line)) {
        ignored_.note(lines_);
      }
    }
    ignored_.warn(source_, warnings);
  }

 private:
  // Other headings announce counters that Weft does not use.
  void heading(std::string_view line) {
    is_open_ = is_perfquery_line(line);
    builder_.end_port();
    if (!is_open_) return;
    is_wide_ = line.starts_with(kWideHeading);
    Scanner scanner(line.substr(line.find(':') + 1));
    if (!scanner.eat("Lid")) {
      fail_at(
          source_, lines_.number(),
          "this port is told by a direct route, which can be anywhere: run perfquery with a LID "
          "or with -G and a GUID");
    }
    const auto lid = scanner.number<Lid>();
    const std::size_t at = scanner.rest().find("port ");
    Scanner behind(scanner.rest().substr(std::min(at + 5, scanner.rest().size())));
    const auto port = behind.number<std::uint8_t>();
    if (!lid || at == std::string_view::npos || !port) {
      fail_at(source_, lines_.number(), "expected «Lid <number> port <number>»");
    }
    builder_.begin_port_at(*lid, *port, lines_.number());
  }

  // False: not a line of a counter.
  bool value(std::string_view line) {
    const std::size_t colon = line.find(":.");
    if (colon == std::string_view::npos) return false;
    const auto counter = diags_counter(line.substr(0, colon));
    if (!counter || !is_open_) return true;
    const std::size_t first = line.find_first_not_of('.', colon + 1);
    Scanner scanner(first == std::string_view::npos ? std::string_view() : line.substr(first));
    const auto number = scanner.number<std::uint64_t>();
    if (!number || !scanner.at_end()) {
      fail_at(source_, lines_.number(),
              fmt::format("expected a number behind {}", quote(line.substr(0, colon + 1))));
    }
    builder_.set(*counter, *number, is_wide_, lines_.number());
    return true;
  }

  Lines lines_;
  const std::string& source_;
  SnapshotBuilder& builder_;
  IgnoredLines ignored_;
  bool is_open_ = false;
  bool is_wide_ = false;
};

// The counters that ibqueryerrors reports.
std::vector<Counter> all_errors() {
  std::vector<Counter> counters;
  for (const CounterName& name : counter_names()) {
    const bool is_traffic = is_data(name.counter) || name.counter == Counter::kXmitPackets ||
                            name.counter == Counter::kRcvPackets;
    if (!is_traffic) counters.push_back(name.counter);
  }
  return counters;
}

constexpr std::string_view kDataHeading = "Data Counters for ";

class QueryErrorsParser {
 public:
  QueryErrorsParser(std::string_view text, const std::string& source, SnapshotBuilder& builder)
      : lines_(text), source_(source), builder_(builder) {}

  void parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      if (line.starts_with("GUID 0x")) {
        port(line);
      } else if (line.starts_with("##")) {
        summary(line);
      } else if (line.starts_with(kDataHeading)) {
        is_of_data_ = true;
      } else if (!line.empty() && !is_other_line(line)) {
        ignored_.note(lines_);
      }
    }
    ignored_.warn(source_, warnings);
    if (checked_nodes_ == 0 || has_failures_) return;
    if (const std::size_t nodes = builder_.node_count(); checked_nodes_ < nodes) {
      warnings.push_back(
          fmt::format("{}: ibqueryerrors checked {} of {} nodes, so counters that it does not list "
                      "are unknown, not 0",
                      source_, checked_nodes_, nodes));
      return;
    }
    builder_.rest_is_zero(reported_);
  }

 private:
  // The summary follows a report of errors of all ports, which omits counters at 0.
  void summary(std::string_view line) {
    if (Scanner counts(line); counts.eat("## Summary:") && !std::exchange(is_of_data_, false)) {
      checked_nodes_ = counts.number<std::uint64_t>().value_or(0);
    }
    if (Scanner cells(line); cells.eat("## Thresholds:")) omit_below(cells);
    has_failures_ = has_failures_ || line.ends_with("PMA query failures");
    constexpr std::string_view kSuppressed = "## Suppressed:";
    if (!line.starts_with(kSuppressed)) return;
    Scanner names(line.substr(kSuppressed.size()));
    while (!names.at_end()) {
      const auto counter = diags_counter(names.word());
      if (counter) std::erase(reported_, *counter);
    }
  }

  // Counters up to their thresholds are omitted: «[SymbolErrorCounter = 10] [LinkDowned = 0]».
  void omit_below(Scanner& thresholds) {
    while (thresholds.eat('[')) {
      Scanner inside(thresholds.until(']').value_or(""));
      const auto counter = diags_counter(inside.word());
      const bool has_value = inside.eat('=');
      const auto threshold = has_value ? inside.number<std::uint64_t>() : std::nullopt;
      if (counter && threshold.value_or(1) > 0) std::erase(reported_, *counter);
    }
  }

  static bool is_other_line(std::string_view line) {
    return is_ibqueryerrors_line(line) || line.starts_with("Link info:");
  }

  void port(std::string_view line) {
    Scanner scanner(line);
    scanner.eat("GUID");
    const auto guid = scanner.guid();
    const bool has_port = guid && scanner.eat("port");
    if (has_port && scanner.eat("ALL:")) return builder_.begin_sum(lines_.number());
    const auto number = has_port ? scanner.number<std::uint8_t>() : std::nullopt;
    if (!number || !scanner.eat(':')) {
      fail_at(source_, lines_.number(), "expected «GUID 0x<GUID> port <number>:»");
    }
    builder_.begin_port(*guid, *number, lines_.number());
    while (!scanner.at_end()) counter(scanner);
  }

  // [<name> == <number>] or [<name> == <number> (<readable number>)]
  void counter(Scanner& scanner) {
    const auto cell = scanner.eat('[') ? scanner.until(']') : std::nullopt;
    Scanner inside(cell.value_or(""));
    const std::string_view name = inside.word();
    const bool has_value = inside.eat("==");
    const auto number = has_value ? inside.number<std::uint64_t>() : std::nullopt;
    if (!number) {
      fail_at(source_, lines_.number(),
              fmt::format("expected «[<counter> == <number>]» instead of {}",
                          quote(cell ? *cell : scanner.rest())));
    }
    // Errors with a readable number have 64 bits. Data has a readable number at both widths.
    const auto known = diags_counter(name);
    if (known) builder_.set(*known, *number, inside.eat('('), lines_.number());
  }

  Lines lines_;
  const std::string& source_;
  SnapshotBuilder& builder_;
  IgnoredLines ignored_;
  std::uint64_t checked_nodes_ = 0;  // 0: there is no summary
  bool has_failures_ = false;
  bool is_of_data_ = false;  // since the last summary: the report is of data, not of errors
  std::vector<Counter> reported_ = all_errors();
};

}  // namespace

bool is_perfquery_line(std::string_view line) {
  return line.starts_with(kNarrowHeading) || line.starts_with(kWideHeading);
}

void parse_perfquery(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                     std::vector<std::string>& warnings) {
  PerfqueryParser(text, source, builder).parse(warnings);
}

bool is_ibqueryerrors_line(std::string_view line) {
  return line.starts_with("Errors for ") || line.starts_with(kDataHeading) ||
         line.starts_with("## Summary: ") ||
         (line.starts_with("GUID 0x") && line.find(" port ") != std::string_view::npos);
}

void parse_ibqueryerrors(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings) {
  QueryErrorsParser(text, source, builder).parse(warnings);
}

}  // namespace weft
