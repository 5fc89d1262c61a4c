#include "common/whatif/failure_specs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/fabric/named_node.h"
#include "common/fabric/port_selection.h"
#include "common/whatif/port_names.h"

namespace weft {
namespace {

constexpr const char* kSpecs =
    "switch NAME, link NAME[PORT], cables FILE, every-link, every-switch, or random N% x K";

// Calls take(line) for each line of a file that is not a comment. Adds file and line to its
// exceptions.
void for_each_line(const std::string& path, const std::function<void(std::string_view)>& take) {
  const std::string text = read_file(path);
  Lines lines(text);
  while (lines.next()) {
    // A # later in the line may be part of a name.
    if (lines.line().empty() || lines.line().starts_with('#')) continue;
    try {
      take(lines.line());
    } catch (const BadInput& error) {
      fail_at(path, lines.number(), error.what());
    }
  }
}

// Refuses repeated links, so a file cannot have more links than the fabric.
void take_once(const Fabric& fabric, SwitchPort at, PortSelection& named) {
  if (!named.has_switch_port(fabric, at.first, at.second)) {
    return named.add_switch_port(fabric, at.first, at.second);
  }
  throw BadInput(fmt::format("port {} of switch {}, or the other end of its link, is named twice",
                             at.second, fabric.describe_switch(at.first)));
}

// Links between switches, by their lower ends.
std::vector<SwitchPort> links_between_switches(const Fabric& fabric) {
  std::vector<SwitchPort> links;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      const SwitchPort here = {s, static_cast<PortNum>(p)};
      if (port.kind != PeerKind::kSwitch || SwitchPort(port.peer, port.peer_port) < here) continue;
      links.push_back(here);
    }
  }
  return links;
}

class SpecReader {
 public:
  SpecReader(const Fabric& fabric, std::uint64_t seed)
      : fabric_(fabric), names_(fabric), links_(links_between_switches(fabric)), random_(seed) {}

  std::vector<Failure> read(std::span<const std::string> specs) && {
    for (const std::string& spec : specs) {
      read(spec);
      if (failures_.size() > kMostFailures) throw BadInput(too_many());
    }
    return std::move(failures_);
  }

 private:
  void read(std::string_view spec) {
    Scanner scanner(trim(spec));
    const std::string_view kind = scanner.word();
    scanner.skip_blanks();
    const std::string_view rest = scanner.rest();
    if (kind == "switch" && !rest.empty()) return add_switch(switch_called(rest));
    if (kind == "link" && !rest.empty()) return add_link(link_at(rest));
    if (kind == "cables" && !rest.empty()) return add_cables(std::string(rest));
    if (kind == "random" && !rest.empty()) return add_random(rest);
    if (kind == "every-link" && rest.empty()) {
      for (const SwitchPort& link : links_) add_link(link);
    } else if (kind == "every-switch" && rest.empty()) {
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) add_switch(s);
    } else {
      throw BadInput(fmt::format("{} is no failure: write {}", quote(spec), kSpecs));
    }
  }

  SwitchIndex switch_called(std::string_view name) const {
    const LidOwner node = find_named(fabric_, name);
    if (node.kind == PeerKind::kSwitch) return node.index;
    throw BadInput(fmt::format("{} is no switch", fabric_.describe_end_port(node.index)));
  }

  SwitchPort link_at(std::string_view text) const {
    const SwitchPort at = find_port(fabric_, text);
    if (fabric_.ports(at.first)[at.second].kind != PeerKind::kNothing) return at;
    throw BadInput(fmt::format("there is no link at port {} of switch {}", at.second,
                               fabric_.describe_switch(at.first)));
  }

  void add_switch(SwitchIndex s) {
    failures_.push_back({.kind = FailureKind::kSwitch, .name = names_.of(s), .sw = s});
  }
  void add_link(SwitchPort at) { failures_.push_back({.name = names_.of_link(at), .links = {at}}); }

  void add_cables(const std::string& path) {
    Failure failure = {.kind = FailureKind::kCables, .name = path};
    PortSelection named(fabric_);
    for_each_line(path, [&](std::string_view line) {
      const SwitchPort at = link_at(line);
      take_once(fabric_, at, named);
      const Port& port = fabric_.ports(at.first)[at.second];
      if (port.kind == PeerKind::kSwitch) {
        named.add_switch_port(fabric_, port.peer, port.peer_port);
      }
      failure.links.push_back(at);
    });
    if (failure.links.empty()) throw BadInput(fmt::format("{}: it names no cable", path));
    failures_.push_back(std::move(failure));
  }

  // text: «N% x K».
  void add_random(std::string_view text) {
    const std::size_t sign = text.find('%');
    const bool has_percent = sign != std::string_view::npos;
    const double percent = has_percent ? to_percent(trim(text.substr(0, sign))) : 0;
    Scanner scanner(has_percent ? text.substr(sign + 1) : text);
    const bool has_sign = scanner.eat('x');
    const auto times = scanner.number<std::uint32_t>();
    if (percent == 0 || !has_sign || !times || *times == 0 || !scanner.at_end()) {
      throw BadInput(fmt::format(
          "random {}: write random N% x K, N being above 0 and at most 100, and K at least 1",
          quote(text)));
    }
    if (links_.empty()) throw BadInput("there is no link between switches that could fail");
    const auto share =
        static_cast<std::size_t>(std::llround(static_cast<double>(links_.size()) * percent / 100));
    const std::size_t count = std::max<std::size_t>(share, 1);
    drawn_ += count * *times;
    if (*times > kMostFailures) throw BadInput(too_many());
    if (drawn_ > kMostRandom) {
      throw BadInput(fmt::format("random {}: random sets have {} links in all, and may have {}",
                                 text, drawn_, kMostRandom));
    }
    for (std::uint32_t k = 1; k <= *times; ++k) {
      failures_.push_back({.kind = FailureKind::kRandom,
                           .name = fmt::format("{}% of the links, {} of {}", percent, k, *times),
                           .links = draw(count)});
    }
  }

  static std::string too_many() {
    return fmt::format("more than {} failures are asked for", kMostFailures);
  }

  // 0: not a percentage above 0 and up to 100.
  static double to_percent(std::string_view text) {
    double percent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && percent > 0 && percent <= 100 ? percent : 0;
  }

  // The first `count` links of a random order. count: at most the number of links.
  std::vector<SwitchPort> draw(std::size_t count) {
    std::vector<SwitchPort> links = links_;
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(links[i], links[i + random_.below(static_cast<std::uint32_t>(links.size() - i))]);
    }
    links.resize(count);
    return {links.begin(), links.end()};
  }

  const Fabric& fabric_;
  PortNames names_;
  std::vector<SwitchPort> links_;
  Random random_;
  std::uint64_t drawn_ = 0;
  std::vector<Failure> failures_;
};

// Removes the port at the beginning of the text and returns it.
std::string_view take_port(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() &&
         !(text[end] == ']' && is_blank(text[std::min(end + 1, text.size() - 1)])))
    ++end;
  const std::string_view port = text.substr(0, end + 1);
  text = trim(text.substr(std::min(end + 1, text.size())));
  return port;
}

}  // namespace

std::vector<Failure> parse_failures(const Fabric& fabric, std::span<const std::string> specs,
                                    std::uint64_t seed) {
  return SpecReader(fabric, seed).read(specs);
}

Failure read_added(const Fabric& fabric, const std::string& path) {
  Failure failure = {.kind = FailureKind::kAdd, .name = path};
  PortSelection named(fabric);
  const auto free_port = [&](std::string_view text) {
    const SwitchPort at = find_port(fabric, text);
    take_once(fabric, at, named);
    if (fabric.ports(at.first)[at.second].kind == PeerKind::kNothing) return at;
    throw BadInput(fmt::format("port {} of switch {} is not free", at.second,
                               fabric.describe_switch(at.first)));
  };
  for_each_line(path, [&](std::string_view line) {
    const SwitchPort a = free_port(take_port(line));
    const SwitchPort b = free_port(line);
    if (a.first == b.first) {
      throw BadInput(
          fmt::format("both ends of this cable are at switch {}", fabric.describe_switch(a.first)));
    }
    failure.added.emplace_back(a, b);
  });
  if (failure.added.empty()) throw BadInput(fmt::format("{}: it names no cable", path));
  return failure;
}

}  // namespace weft
