#include "common/patterns/rank_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"

namespace weft {
namespace {

constexpr std::size_t kLargestRankFile = std::size_t{64} << 20;
constexpr Lid kDummyLid = 0xFFFF;

std::string_view trimmed(std::string_view text) {
  Lines lines(text);
  return lines.next() ? lines.line() : std::string_view{};
}

// CA ports by a name of their node.
class Names {
 public:
  struct Entry {
    std::string_view name;
    Guid node_guid;
    bool without_lid;
    PortNum port;
    EndPortIndex index;
  };

  void add(std::string_view name, const EndPort& port, EndPortIndex index) {
    if (!name.empty())
      entries_.push_back({name, port.node_guid, port.lid == 0, port.port_num, index});
  }
  void sort() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.name, a.node_guid, a.without_lid, a.port, a.index) <
             std::tie(b.name, b.node_guid, b.without_lid, b.port, b.index);
    });
  }
  // The ports of all nodes of this name; of each node, those with LIDs first.
  std::span<const Entry> find(std::string_view name) const {
    const auto [first, last] =
        std::equal_range(entries_.begin(), entries_.end(), Entry{name, 0, false, 0, 0},
                         [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return {first, last};
  }

 private:
  std::vector<Entry> entries_;
};

class RankFileParser {
 public:
  RankFileParser(std::string_view text, const std::string& source, const Fabric& fabric)
      : lines_(text), source_(source), fabric_(fabric), line_of_(fabric.end_port_count()) {}

  std::vector<EndPortIndex> parse(std::vector<std::string>& warnings) {
    std::optional<bool> is_dump;
    while (lines_.next()) {
      if (lines_.line().empty() || lines_.line().front() == '#') continue;
      if (order_.size() == kMostPositions) {
        fail(fmt::format("there are more than {} positions", kMostPositions));
      }
      if (!is_dump) {
        is_dump = dumped_lid(lines_.line()).has_value();
        if (!*is_dump) index_names();
      }
      *is_dump ? read_dumped() : read_host();
    }
    const auto ranks = std::count_if(order_.begin(), order_.end(),
                                     [](EndPortIndex rank) { return rank != kNone; });
    if (ranks < 2) throw BadInput(fmt::format("{}: a pattern needs two ranks at least", source_));
    moved_.warn(warnings);
    again_.warn(warnings);
    ports_.warn(warnings);
    return std::move(order_);
  }

 private:
  // One warning about all lines of a kind.
  struct Note {
    std::string sentence;  // about the first
    unsigned more = 0;

    template <typename Make>
    void add(Make make) {
      if (sentence.empty()) {
        sentence = make();
      } else {
        ++more;
      }
    }
    void warn(std::vector<std::string>& warnings) const {
      if (sentence.empty()) return;
      warnings.push_back(more == 0 ? sentence
                                   : fmt::format("{} (so do {} more lines)", sentence, more));
    }
  };

  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  // False if it was a rank already, by line_of_.
  bool add_rank(EndPortIndex rank) {
    if (line_of_[rank] != 0) return false;
    line_of_[rank] = lines_.number();
    order_.push_back(rank);
    return true;
  }

  // OpenSM writes four digits at least.
  static std::optional<Lid> dumped_lid(std::string_view line) {
    Scanner scanner(line);
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
    if (*lid == kDummyLid) {
      order_.push_back(kNone);
      return;
    }
    const LidOwner owner = fabric_.owner(*lid);
    if (owner.kind != PeerKind::kEndPort ||
        fabric_.end_ports()[owner.index].type != NodeType::kCa) {
      fail(fmt::format("no CA of the fabric has LID 0x{:04x}", *lid));
    }
    if (!add_rank(owner.index)) {
      fail(fmt::format("the port with LID 0x{:04x} has a place already, by line {}", *lid,
                       line_of_[owner.index]));
    }
    Scanner scanner(lines_.line());
    scanner.word();
    // As they are written: without control characters.
    const std::string name = on_one_line(trimmed(scanner.rest()));
    const std::string known = on_one_line(fabric_.end_port_name(owner.index));
    if (!trimmed(known).empty() && trimmed(known) != trimmed(name)) {
      moved_.add([&] {
        return fmt::format("{}:{}: LID 0x{:04x} belongs to {} in the fabric, not to {}", source_,
                           lines_.number(), *lid, quote(known), quote(name));
      });
    }
  }

  void index_names() {
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      if (port.type != NodeType::kCa) continue;
      const std::string_view description = trimmed(fabric_.end_port_name(e));
      descriptions_.add(description, port, e);
      first_words_.add(Scanner(description).word(), port, e);
    }
    descriptions_.sort();
    first_words_.sort();
  }

  // What a line may mean, from the most to the least it can say of a name.
  std::span<const Names::Entry> find_host() const {
    const std::string_view line = lines_.line();
    if (const auto found = descriptions_.find(line); !found.empty()) return found;
    const std::string_view uncommented = trimmed(line.substr(0, line.find('#')));
    if (const auto found = descriptions_.find(uncommented); !found.empty()) return found;

    Scanner scanner(uncommented);
    const std::string_view word = scanner.word();
    while (!scanner.at_end()) {
      const std::string_view setting = scanner.word();
      const std::size_t equals = setting.find('=');
      if (equals == 0 || equals == std::string_view::npos) {
        fail(fmt::format("no CA of the fabric is called {}, and {} is no setting such as slots=4",
                         quote(uncommented), quote(setting)));
      }
    }
    if (const auto found = find_word(word); !found.empty()) return found;
    const std::size_t colon = word.rfind(':');
    if (colon != std::string_view::npos && is_number(word.substr(colon + 1))) {
      if (const auto found = find_word(word.substr(0, colon)); !found.empty()) return found;
    }
    fail(fmt::format("no CA of the fabric is called {}", quote(word)));
  }

  std::span<const Names::Entry> find_word(std::string_view word) const {
    const auto found = descriptions_.find(word);
    return found.empty() ? first_words_.find(word) : found;
  }

  static bool is_number(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  void read_host() {
    const auto found = find_host();
    const Names::Entry& host = found.front();
    if (found.back().node_guid != host.node_guid) {
      fail(fmt::format(
          "several CAs are called {}, {} and {} among them: write a node description that only "
          "one of them has",
          quote(host.name), describe(host), describe(found.back())));
    }
    if (host.without_lid) fail(fmt::format("{} has no LID", describe(host)));
    if (!add_rank(host.index)) {
      again_.add([&] {
        return fmt::format("{}:{}: {} is a rank already, by line {}, and counts once", source_,
                           lines_.number(), describe(host), line_of_[host.index]);
      });
    } else if (found.size() > 1) {
      ports_.add([&] {
        return fmt::format("{}:{}: {} has several ports; its rank is port {}", source_,
                           lines_.number(), describe(host), host.port);
      });
    }
  }

  std::string describe(const Names::Entry& entry) const {
    return fabric_.describe_end_port(entry.index);
  }

  Lines lines_;
  const std::string& source_;
  const Fabric& fabric_;
  Names descriptions_;
  Names first_words_;
  std::vector<unsigned> line_of_;  // by end port: the line that made it a rank; 0: none
  std::vector<EndPortIndex> order_;
  Note moved_;  // LIDs of other nodes
  Note again_;  // hosts that are named again
  Note ports_;  // hosts with several ports
};

}  // namespace

std::vector<EndPortIndex> read_rank_order(const std::string& path, const Fabric& fabric,
                                          std::vector<std::string>& warnings) {
  return parse_rank_order(read_regular_file(path, kLargestRankFile), path, fabric, warnings);
}

std::vector<EndPortIndex> parse_rank_order(std::string_view text, const std::string& source,
                                           const Fabric& fabric,
                                           std::vector<std::string>& warnings) {
  return RankFileParser(text, source, fabric).parse(warnings);
}

}  // namespace weft
