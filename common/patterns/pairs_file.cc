#include "common/patterns/pairs_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/patterns/named_hosts.h"

namespace weft {
namespace {

constexpr std::uint32_t kMostWeight = 1'000'000;

class PairsParser {
 public:
  PairsParser(std::string_view text, const std::string& source, const Fabric& fabric,
              Placement& placement)
      : lines_(text),
        source_(source),
        hosts_(fabric),
        placement_(placement),
        ranks_(placement.size()) {}

  // unit: set to the amount of a weight of 1.
  std::vector<RankPair> parse(double& unit) {
    while (lines_.next()) {
      const std::string_view line = trim(lines_.line().substr(0, lines_.line().find('#')));
      if (line.empty()) continue;
      if (sent_.empty() && line.find(',') != line.npos) {
        parse_matrix(line);
      } else {
        read_pair(line);
      }
    }
    if (sent_.empty()) throw BadInput(fmt::format("{}: there is no pair", source_));
    return weighed(unit);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  struct Sent {
    RankPair pair;
    double much = 0;
  };

  std::vector<RankPair> weighed(double& unit) const {
    double most = 0;
    for (const Sent& one : sent_) most = std::max(most, one.much);
    unit = std::max(most / kMostWeight, 1.0);
    std::vector<RankPair> pairs;
    pairs.reserve(sent_.size());
    for (const Sent& one : sent_) {
      pairs.push_back(one.pair);
      pairs.back().weight = std::max(static_cast<std::uint32_t>(one.much / unit), 1u);
    }
    return pairs;
  }

  void add(const RankPair& pair, double much) {
    if (sent_.size() == kMostPositions) {
      fail(fmt::format("there are more than {} pairs", kMostPositions));
    }
    sent_.push_back({pair, much});
  }

  // line: the first line.
  void parse_matrix(std::string_view line) {
    std::vector<std::string_view> cells = between_commas(line);
    const bool has_titles =
        !std::ranges::all_of(cells, [](auto cell) { return number_of(cell).has_value(); });
    bool is_there = !has_titles || next_row(cells);
    std::uint32_t from = 0;
    std::size_t columns = 0;
    for (; is_there; is_there = next_row(cells), ++from) {
      const auto row = std::span(cells).subspan(has_titles ? 1 : 0);
      if (from == 0) columns = row.size();
      if (row.size() != columns) {
        fail(fmt::format("the line has {} numbers, and the first one {}", row.size(), columns));
      }
      read_row(row, from);
    }
    if (from != columns) {
      throw BadInput(fmt::format("{}: {} lines of {} numbers are no matrix; is the file cut off?",
                                 source_, from, columns));
    }
  }

  bool next_row(std::vector<std::string_view>& cells) {
    while (lines_.next()) {
      const std::string_view line = trim(lines_.line());
      if (line.empty()) continue;
      cells = between_commas(line);
      return true;
    }
    return false;
  }

  void read_row(std::span<const std::string_view> cells, std::uint32_t from) {
    if (from >= ranks_) fail(fmt::format("there is no rank {}", from));
    for (std::uint32_t to = 0; to < cells.size(); ++to) {
      const std::optional<double> much = number_of(cells[to]);
      if (!much) fail(fmt::format("expected a number of 0 or more, not {}", quote(cells[to])));
      if (*much == 0) continue;
      if (to >= ranks_) fail(fmt::format("there is no rank {}", to));
      add({from, to}, *much);
    }
  }

  // Nothing: not a number, or below 0.
  static std::optional<double> number_of(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    return is_number && number >= 0 && std::isfinite(number) ? std::optional(number) : std::nullopt;
  }

  void read_pair(std::string_view line) {
    Scanner scanner(line);
    RankPair pair;
    pair.from = find(scanner.word());
    scanner.skip_blanks();
    if (scanner.at_end()) fail("expected a source and a destination");
    pair.to = find(scanner.word());
    const std::optional<double> much = scanner.at_end() ? 1 : number_of(trim(scanner.rest()));
    if (!much || *much == 0) fail("expected a weight above 0 behind the destination");
    add(pair, *much);
  }

  // Hosts that only this file names get positions after the ranks.
  std::uint32_t find(std::string_view name) {
    const bool is_rank = std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
    if (is_rank) return rank(name);
    const auto [known, is_new] =
        added_.try_emplace(std::string(name), static_cast<std::uint32_t>(placement_.size()));
    if (!is_new) return known->second;
    const auto rails = rails_of(name);
    if (rails.empty()) fail(fmt::format("no CA of the fabric is called {}", quote(name)));
    placement_.add(rails);
    return known->second;
  }

  std::span<const EndPortIndex> rails_of(std::string_view name) {
    try {
      return hosts_.find(name);
    } catch (const BadInput& error) {
      fail(error.what());
    }
  }

  std::uint32_t rank(std::string_view text) const {
    Scanner scanner(text);
    const auto number = scanner.number<std::uint32_t>();
    if (!number || *number >= ranks_) fail(fmt::format("there is no rank {}", text));
    return *number;
  }

  Lines lines_;
  const std::string& source_;
  NamedHosts hosts_;
  Placement& placement_;
  std::size_t ranks_;
  std::map<std::string, std::uint32_t> added_;  // position by name
  std::vector<Sent> sent_;
};

}  // namespace

std::vector<RankPair> parse_pairs(std::string_view text, const std::string& source,
                                  const Fabric& fabric, Placement& placement, double& unit) {
  return PairsParser(text, source, fabric, placement).parse(unit);
}

}  // namespace weft
