#include "common/patterns/rank_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/fabric/hosts.h"
#include "common/patterns/host_list.h"
#include "common/patterns/named_hosts.h"

namespace weft {
namespace {

constexpr std::size_t kLargestRankFile = std::size_t{64} << 20;
constexpr Lid kDummyLid = 0xFFFF;

class RankFileParser {
 public:
  RankFileParser(std::string_view text, const std::string& source, const Fabric& fabric,
                 const RailChoice& choice)
      : lines_(text), source_(source), fabric_(fabric), choice_(choice) {}

  Placement parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      if (lines_.line().empty() || lines_.line().front() == '#') continue;
      if (kind_ == Kind::kUnknown) choose_kind();
      if (kind_ == Kind::kDump) {
        read_dumped();
      } else {
        std::string_view line = lines_.line();
        kind_ == Kind::kRankfile ? read_rank(line) : read_hosts(line);
      }
      if (placement_.size() > kMostPositions) {
        fail(fmt::format("there are more than {} positions", kMostPositions));
      }
    }
    if (kind_ == Kind::kRankfile) place_rankfile();
    if (placement_.size() < placement_.dummies() + 2) {
      throw BadInput(fmt::format("{}: a pattern needs two ranks at least", source_));
    }
    warn_of_moved(warnings);
    return std::move(placement_);
  }

 private:
  enum class Kind { kUnknown, kDump, kRankfile, kHosts };
  using Rails = std::vector<EndPortIndex>;

  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  void choose_kind() {
    if (dumped_lid(lines_.line())) {
      kind_ = Kind::kDump;
      line_of_.resize(fabric_.end_port_count());
      return;
    }
    hosts_.emplace(fabric_);
    kind_ = is_rank(lines_.line()) ? Kind::kRankfile : Kind::kHosts;
  }

  // --- opensm-ftree-ca-order.dump
  // -----------------------------------------------------------------

  // OpenSM writes at least four digits.
  static std::optional<Lid> dumped_lid(std::string_view line) {
    Scanner scanner(line);
    if (scanner.word().size() > std::string_view("0x10000").size()) return std::nullopt;
    scanner = Scanner(line);
    if (!scanner.eat("0x")) return std::nullopt;
    const auto lid = scanner.number<Lid>(16);
    const std::string_view rest = scanner.rest();
    return rest.empty() || rest.front() == '\t' || rest.front() == ' ' ? lid : std::nullopt;
  }

  void read_dumped() {
    const auto lid = dumped_lid(lines_.line());
    if (!lid) {
      fail(fmt::format("expected a LID such as 0x0012 and a node description instead of {}",
                       quote(lines_.line())));
    }
    if (*lid == kDummyLid) return placement_.add({});
    const LidOwner owner = fabric_.owner(*lid);
    if (owner.kind != PeerKind::kEndPort ||
        fabric_.end_ports()[owner.index].type != NodeType::kCa) {
      fail(fmt::format("no CA of the fabric has LID 0x{:04x}", *lid));
    }
    unsigned& line = line_of_[owner.index];
    if (line != 0) {
      fail(fmt::format("the port with LID 0x{:04x} has a place already, by line {}", *lid, line));
    }
    line = lines_.number();
    placement_.add({&owner.index, 1});
    check_name(*lid, owner.index);
  }

  void check_name(Lid lid, EndPortIndex e) {
    Scanner scanner(lines_.line());
    scanner.word();
    // Dumps have no control characters.
    const std::string name = on_one_line(trim(scanner.rest()));
    const std::string known = on_one_line(fabric_.end_port_name(e));
    if (trim(known).empty() || trim(known) == trim(name)) return;
    if (moved_++ != 0) return;
    first_moved_ = fmt::format("{}:{}: LID 0x{:04x} belongs to {} in the fabric, not to {}",
                               source_, lines_.number(), lid, quote(known), quote(name));
  }

  void warn_of_moved(std::vector<std::string>& warnings) const {
    if (moved_ == 0) return;
    warnings.push_back(moved_ == 1
                           ? first_moved_
                           : fmt::format("{} (so do {} more lines)", first_moved_, moved_ - 1));
  }

  // --- hosts
  // --------------------------------------------------------------------------------------

  std::span<const EndPortIndex> find(std::string_view name) {
    try {
      return hosts_->find(name);
    } catch (const BadInput& error) {
      fail(error.what());
    }
  }

  void place(std::span<const EndPortIndex> rails, std::optional<std::size_t> slots) {
    if (slots.value_or(1) > kMostPositions - std::min(placement_.size(), kMostPositions)) {
      fail(fmt::format("there are more than {} positions", kMostPositions));
    }
    try {
      place_ranks(rails, slots, choice_, placement_);
    } catch (const BadInput& error) {
      fail(error.what());
    }
  }

  // Tries the interpretations of a line, longest names first.
  void read_hosts(std::string_view line) {
    if (const auto rails = find(line); !rails.empty()) return place(rails, std::nullopt);
    line = trim(line.substr(0, line.find('#')));
    if (const auto rails = find(line); !rails.empty()) return place(rails, std::nullopt);
    Scanner scanner(line);
    const std::string_view word = scanner.word();
    const std::optional<std::size_t> slots = read_settings(scanner, line);
    if (const auto rails = find(word); !rails.empty()) return place(rails, slots);
    if (read_colon(word)) return;
    read_list(word, slots);
  }

  // Returns «slots» from the settings after a host.
  std::optional<std::size_t> read_settings(Scanner& scanner, std::string_view line) const {
    std::optional<std::size_t> slots;
    while (!scanner.at_end()) {
      const std::string_view setting = scanner.word();
      const std::size_t equals = setting.find('=');
      if (equals == 0 || equals == std::string_view::npos) {
        fail(fmt::format("no CA of the fabric is called {}, and {} is no setting such as slots=4",
                         quote(line), quote(setting)));
      }
      if (setting.substr(0, equals) == "slots") slots = number(setting.substr(equals + 1));
    }
    return slots;
  }

  std::size_t number(std::string_view text) const {
    Scanner scanner(text);
    const auto value = scanner.number<std::size_t>();
    if (!value || !scanner.rest().empty()) {
      fail(fmt::format("expected a number instead of {}", quote(text)));
    }
    return *value;
  }

  // «host:slots»
  bool read_colon(std::string_view word) {
    const std::size_t colon = word.rfind(':');
    if (colon == std::string_view::npos || !is_number(word.substr(colon + 1))) return false;
    const auto rails = find(word.substr(0, colon));
    if (rails.empty()) return false;
    place(rails, number(word.substr(colon + 1)));
    return true;
  }

  static bool is_number(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  void read_list(std::string_view word, std::optional<std::size_t> slots) {
    std::vector<std::string> names;
    try {
      names = expand_host_list(word, kMostPositions);
    } catch (const BadInput& error) {
      fail(error.what());
    }
    for (const std::string& name : names) {
      const auto rails = find(name);
      if (rails.empty()) fail(fmt::format("no CA of the fabric is called {}", quote(name)));
      place(rails, slots);
    }
  }

  // --- Open MPI's rankfile
  // ------------------------------------------------------------------------

  // Reads «rank 3=...» up to the host. Nothing if the line does not begin with it.
  static std::optional<std::size_t> rank_number(std::string_view& line) {
    Scanner scanner(line);
    if (scanner.word() != "rank") return std::nullopt;
    const auto rank = scanner.number<std::size_t>();
    if (!rank || !scanner.eat('=')) return std::nullopt;
    scanner.skip_blanks();
    line = scanner.rest();
    return rank;
  }
  static bool is_rank(std::string_view line) { return rank_number(line).has_value(); }

  void read_rank(std::string_view line) {
    line = trim(line.substr(0, line.find('#')));
    const auto rank = rank_number(line);
    if (!rank) fail(fmt::format("expected «rank N=host slot=...» instead of {}", quote(line)));
    if (*rank >= kMostPositions) {
      fail(fmt::format("there are more than {} positions", kMostPositions));
    }
    Scanner scanner(line);
    const std::string_view host = scanner.word();
    const auto rails = find(host);
    if (rails.empty()) fail(fmt::format("no CA of the fabric is called {}", quote(host)));
    if (ranks_.size() <= *rank) ranks_.resize(*rank + 1);
    if (!ranks_[*rank].empty()) fail(fmt::format("rank {} has a host already", *rank));
    ranks_[*rank].assign(rails.begin(), rails.end());
  }

  // With kByPort, the ranks of a host use its rails in turn.
  void place_rankfile() {
    std::map<EndPortIndex, std::size_t> placed;  // by the host's first rail: its ranks so far
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      const Rails& rails = ranks_[rank];
      if (rails.empty()) throw BadInput(fmt::format("{}: rank {} has no host", source_, rank));
      if (choice_.use == RailChoice::Use::kByPort) {
        placement_.add({&rails[placed[rails.front()]++ % rails.size()], 1});
      } else {
        place(rails, 1);
      }
    }
  }

  Lines lines_;
  const std::string& source_;
  const Fabric& fabric_;
  const RailChoice& choice_;
  Kind kind_ = Kind::kUnknown;
  Placement placement_;
  std::vector<unsigned> line_of_;  // of a dump, by end port: its line; 0: none
  std::optional<NamedHosts> hosts_;
  std::vector<Rails> ranks_;  // of a rankfile
  unsigned moved_ = 0;        // LIDs that now belong to other nodes
  std::string first_moved_;
};

}  // namespace

void place_ranks(std::span<const EndPortIndex> rails, std::optional<std::size_t> slots,
                 const RailChoice& choice, Placement& placement) {
  switch (choice.use) {
    case RailChoice::Use::kAll:
      for (std::size_t i = 0; i < slots.value_or(1); ++i) placement.add(rails);
      return;
    case RailChoice::Use::kOne:
      if (choice.number == 0 || choice.number > rails.size()) {
        throw BadInput(fmt::format("it has {} rail{}, and no number {}", rails.size(),
                                   rails.size() == 1 ? "" : "s", choice.number));
      }
      for (std::size_t i = 0; i < slots.value_or(1); ++i) {
        placement.add(rails.subspan(choice.number - 1, 1));
      }
      return;
    case RailChoice::Use::kByPort:
      for (std::size_t i = 0; i < slots.value_or(rails.size()); ++i) {
        placement.add(rails.subspan(i % rails.size(), 1));
      }
  }
}

Placement place_hosts(const Fabric& fabric, const RailChoice& choice,
                      std::vector<std::string>& warnings) {
  Placement placement;
  std::vector<EndPortIndex> without;  // the rail
  for (const Host& host : find_hosts(fabric)) {
    std::vector<EndPortIndex> rails = host.rails;
    std::erase_if(rails, [&](EndPortIndex e) { return fabric.end_ports()[e].lid == 0; });
    if (rails.empty()) continue;
    if (choice.use == RailChoice::Use::kOne && choice.number > rails.size()) {
      without.push_back(rails.front());
      continue;
    }
    place_ranks(rails, std::nullopt, choice, placement);
  }
  if (without.empty()) return placement;
  if (placement.size() == 0) {
    throw BadInput(fmt::format("no host has a rail with number {}", choice.number));
  }
  warnings.push_back(fmt::format(
      "{} hosts have no rail with number {} and are left out: {}{}", without.size(), choice.number,
      fabric.describe_end_port(without.front()), without.size() == 1 ? "" : ", ..."));
  return placement;
}

Placement parse_rank_order(std::string_view text, const std::string& source, const Fabric& fabric,
                           const RailChoice& choice, std::vector<std::string>& warnings) {
  return RankFileParser(text, source, fabric, choice).parse(warnings);
}

Placement read_rank_order(const std::string& path, const Fabric& fabric, const RailChoice& choice,
                          std::vector<std::string>& warnings) {
  return parse_rank_order(read_regular_file(path, kLargestRankFile), path, fabric, choice,
                          warnings);
}

}  // namespace weft
