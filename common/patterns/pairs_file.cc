#include "common/patterns/pairs_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>

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
      const std::string_view line = lines_.line();
      Scanner scanner(line.substr(0, line.find('#')));
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
