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

  std::vector<RankPair> parse() {
    while (lines_.next()) {
      const std::string_view line = trim(lines_.line().substr(0, lines_.line().find('#')));
      if (!line.empty() && pairs_.empty() && line.find(',') != line.npos) return parse_matrix(line);
      Scanner scanner(line);
      if (scanner.at_end()) continue;
      if (pairs_.size() == kMostPositions) {
        fail(fmt::format("there are more than {} pairs", kMostPositions));
      }
      read_pair(scanner);
    }
    if (pairs_.empty()) throw BadInput(fmt::format("{}: there is no pair", source_));
    return std::move(pairs_);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  struct Sent {
    RankPair pair;
    double much = 0;
  };

  // line: the first.
  std::vector<RankPair> parse_matrix(std::string_view line) {
    std::vector<std::string_view> cells = between_commas(line);
    const bool has_titles =
        !std::ranges::all_of(cells, [](auto cell) { return number_of(cell).has_value(); });
    bool is_there = !has_titles || next_row(cells);
    std::vector<Sent> sent;
    double most = 0;
    std::uint32_t from = 0;
    for (; is_there; is_there = next_row(cells), ++from) {
      read_row(std::span(cells).subspan(has_titles ? 1 : 0), from, sent);
    }
    for (const Sent& one : sent) most = std::max(most, one.much);
    if (sent.empty()) throw BadInput(fmt::format("{}: there is no pair", source_));
    for (const Sent& one : sent) {
      const double weight = most > kMostWeight ? one.much * (kMostWeight / most) : one.much;
      pairs_.push_back(one.pair);
      pairs_.back().weight = std::max(static_cast<std::uint32_t>(weight), 1u);
    }
    return std::move(pairs_);
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

  void read_row(std::span<const std::string_view> cells, std::uint32_t from,
                std::vector<Sent>& sent) const {
    if (from >= ranks_) fail(fmt::format("there is no rank {}", from));
    for (std::uint32_t to = 0; to < cells.size(); ++to) {
      const std::optional<double> much = number_of(cells[to]);
      if (!much) fail(fmt::format("expected a number of 0 or more, not {}", quote(cells[to])));
      if (*much == 0) continue;
      if (to >= ranks_) fail(fmt::format("there is no rank {}", to));
      if (sent.size() == kMostPositions) {
        fail(fmt::format("there are more than {} pairs", kMostPositions));
      }
      sent.push_back({{from, to}, *much});
    }
  }

  // Nothing: it is none, or below 0.
  static std::optional<double> number_of(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    return is_number && number >= 0 && std::isfinite(number) ? std::optional(number) : std::nullopt;
  }

  void read_pair(Scanner& scanner) {
    RankPair pair;
    pair.from = find(scanner.word());
    scanner.skip_blanks();
    if (scanner.at_end()) fail("expected a source and a destination");
    pair.to = find(scanner.word());
    if (!scanner.at_end()) {
      const auto weight = scanner.number<std::uint32_t>();
      if (!weight || !scanner.at_end() || *weight == 0 || *weight > kMostWeight) {
        fail(fmt::format("expected a weight of 1 to {} behind the destination", kMostWeight));
      }
      pair.weight = *weight;
    }
    pairs_.push_back(pair);
  }

  // Positions of the file's own hosts come behind the ranks.
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
  std::map<std::string, std::uint32_t> added_;  // by name: the position
  std::vector<RankPair> pairs_;
};

}  // namespace

std::vector<RankPair> parse_pairs(std::string_view text, const std::string& source,
                                  const Fabric& fabric, Placement& placement) {
  return PairsParser(text, source, fabric, placement).parse();
}

}  // namespace weft
