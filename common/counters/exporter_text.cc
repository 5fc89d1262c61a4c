// infiniband_switch_port_transmit_data_bytes_total{guid="0x506b4b03005c2740",port="1"} 7.15e+14
#include "common/counters/exporter_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "common/base/text.h"
#include "common/counters/counter_names.h"

namespace weft {
namespace {

constexpr std::string_view kPrefixes[] = {"infiniband_switch_port_", "infiniband_hca_port_"};

// The rest of a line after the prefix of port metrics; empty: another metric.
std::string_view behind_prefix(std::string_view line) {
  for (const std::string_view prefix : kPrefixes) {
    if (line.starts_with(prefix)) return line.substr(prefix.size());
  }
  return {};
}

class ExporterParser {
 public:
  ExporterParser(std::string_view text, const std::string& source, SnapshotBuilder& builder)
      : lines_(text), source_(source), builder_(builder) {}

  void parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      if (line.empty() || line.starts_with('#')) continue;
      const std::string_view metric = behind_prefix(line);
      if (!metric.empty()) {
        sample(metric);
      } else if (line.find(' ') == std::string_view::npos) {
        ignored_.note(lines_);
      }
    }
    ignored_.warn(source_, warnings);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  struct Labels {
    std::optional<Guid> guid;
    std::optional<std::uint8_t> port;
  };

  // The counter's name ends at the labels.
  void sample(std::string_view metric) {
    const std::size_t brace = std::min(metric.find('{'), metric.size());
    const auto counter = find_counter(trim(metric.substr(0, brace)), &CounterName::metric);
    if (!counter) return;
    Scanner scanner(metric.substr(brace));
    const Labels labels = labels_of(scanner);
    if (!labels.guid || !labels.port) fail("expected the labels guid and port");
    const double value = number(scanner.word());
    if (!scanner.at_end()) note_time(scanner);
    if (std::isnan(value)) return;
    if (value < 0 || value > kMost) fail("expected a value from 0 to 2^63");
    builder_.begin_port(*labels.guid, *labels.port, lines_.number());
    const auto whole = static_cast<std::uint64_t>(value);
    builder_.set(*counter, is_data(*counter) ? whole / kWordOctets : whole, true, lines_.number());
  }

  Labels labels_of(Scanner& scanner) const {
    Labels labels;
    if (!scanner.eat('{')) return labels;
    while (!scanner.eat('}')) {
      const auto name = scanner.until('=');
      if (!name || !scanner.eat('"')) fail("expected labels like guid=\"0x506b4b03005c2740\"");
      const std::string_view value = quoted(scanner);
      Scanner inside(value);
      if (trim(*name) == "guid") labels.guid = inside.guid();
      if (trim(*name) == "port") labels.port = inside.number<std::uint8_t>();
      scanner.eat(',');
    }
    return labels;
  }

  // Up to the next quotation mark without a backslash before it.
  std::string_view quoted(Scanner& scanner) const {
    const std::string_view rest = scanner.rest();
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i] == '\\') {
        ++i;
      } else if (rest[i] == '"') {
        scanner = Scanner(rest.substr(i + 1));
        return rest.substr(0, i);
      }
    }
    fail("a label does not end");
  }

  double number(std::string_view text) const {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      fail(fmt::format("expected a number instead of {}", quote(text)));
    }
    return value;
  }

  // Timestamps are in milliseconds.
  void note_time(Scanner& scanner) {
    const auto time = scanner.number<std::uint64_t>();
    if (!time || !scanner.at_end()) fail("expected a time in milliseconds behind the value");
    builder_.note_time(*time / 1000);
  }

  static constexpr double kMost = 9223372036854775808.0;

  Lines lines_;
  const std::string& source_;
  SnapshotBuilder& builder_;
  IgnoredLines ignored_;
};

}  // namespace

bool is_exporter_line(std::string_view line) {
  Scanner scanner(line);
  if (scanner.eat("# HELP") || scanner.eat("# TYPE")) scanner.skip_blanks();
  return scanner.rest().starts_with("infiniband_switch_") ||
         scanner.rest().starts_with("infiniband_hca_");
}

void parse_exporter_text(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                         std::vector<std::string>& warnings) {
  ExporterParser(text, source, builder).parse(warnings);
}

}  // namespace weft
