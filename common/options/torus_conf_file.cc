#include "common/options/torus_conf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

constexpr std::string_view kAxes = "xyz";

// Takes a number in C's format from the beginning of a word.
template <typename T>
std::optional<T> number_at_front(std::string_view& word) {
  Scanner scanner(word.starts_with('+') ? word.substr(1) : word);
  const std::optional<T> number = scanner.number_as_in_c<T>();
  if (number) word = scanner.rest();
  return number;
}

template <typename T>
std::optional<T> whole_number(std::string_view word) {
  const std::optional<T> number = number_at_front<T>(word);
  return word.empty() ? number : std::nullopt;
}

// Parses the file line by line.
class Reader {
 public:
  Reader(std::string_view text, std::string_view source) : lines_(text), source_(source) {
    conf_.path = source;
  }

  TorusConf read() {
    while (lines_.next()) {
      rest_ = lines_.line();
      keyword_ = word();
      if (!keyword_.empty() && !keyword_.starts_with('#')) read_line();
    }
    return std::move(conf_);
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  // Empty at the end of the line.
  std::string_view word() {
    constexpr std::string_view kBetween = " \t\r";
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBetween), rest_.size()));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBetween));
    rest_.remove_prefix(word.size());
    return word;
  }

  void read_line() {
    if (keyword_ == "torus" || keyword_ == "mesh") return read_radices();
    if (keyword_ == "next_seed") {
      conf_.seeds.push_back({.line = lines_.number()});
      return;
    }
    if (keyword_ == "port_order") return read_port_order();
    if (keyword_ == "portgroup_max_ports") return check_count(1);
    if (keyword_ == "max_changes") return check_count(0);
    const std::size_t d = kAxes.find(keyword_.front());
    const std::string_view kind = keyword_.substr(1);
    if (d == std::string_view::npos) fail_keyword();
    if (kind == "p_link") return read_link(d, &SeedAxis::plus);
    if (kind == "m_link") return read_link(d, &SeedAxis::minus);
    if (kind == "_dateline") return read_dateline(d);
    fail_keyword();
  }

  [[noreturn]] void fail_keyword() const {
    fail(fmt::format("{} is no keyword of a torus-2QoS.conf", quote(keyword_)));
  }

  void read_radices() {
    if (conf_.size_line != 0) {
      fail(fmt::format("the radices are in line {} already", conf_.size_line));
    }
    conf_.size_line = lines_.number();
    std::uint64_t switches = 1;
    for (TorusDimension& dimension : conf_.dimensions) {
      dimension = read_radix();
      switches *= dimension.radix;
    }
    if (switches == 1) fail("a torus of one switch has no links to route over");
    if (switches > kMaxUnicastLid) {
      fail(fmt::format("a subnet has {} LIDs at most, and this is a torus of {} switches",
                       kMaxUnicastLid, switches));
    }
  }

  TorusDimension read_radix() {
    const std::string_view value = word();
    if (value.empty()) {
      fail(fmt::format("{} needs three radices, 1 for an unused dimension", keyword_));
    }
    std::string_view rest = value;
    const std::optional<std::uint16_t> radix = number_at_front<std::uint16_t>(rest);
    const bool is_ring = rest == "t" || rest == "T";
    const bool is_mesh = rest == "m" || rest == "M";
    if (!radix || *radix == 0 || *radix > kMaxUnicastLid ||
        (!rest.empty() && !is_ring && !is_mesh)) {
      fail(
          fmt::format("a radix is a number from 1 to {}, and t (torus) or m (mesh) may follow it, "
                      "but this is {}",
                      kMaxUnicastLid, quote(value)));
    }
    // Two links between two switches are not a ring.
    return {*radix, *radix == 2 || is_mesh || (keyword_ == "mesh" && !is_ring)};
  }

  // Of what has no effect here.
  void check_count(unsigned least) {
    const std::string_view value = word();
    const std::optional<std::uint32_t> count = whole_number<std::uint32_t>(value);
    if (!count || *count < least) {
      fail(fmt::format("{} is a number from {} to {}, not {}", keyword_, least,
                       std::numeric_limits<std::uint32_t>::max(), quote(value)));
    }
  }

  void read_port_order() {
    conf_.port_order.clear();
    std::bitset<std::size_t{kMaxPorts} + 1> named;
    for (std::string_view value = word(); !value.empty() && value.front() != '#'; value = word()) {
      const std::optional<PortNum> port = whole_number<PortNum>(value);
      if (!port || *port > kMaxPorts) {
        fail(fmt::format("a port is a number from 0 to {}, not {}", kMaxPorts, quote(value)));
      }
      if (!named[*port]) conf_.port_order.push_back(*port);
      named.set(*port);
    }
  }

  // The first line for a seed creates it.
  TorusSeed& current_seed() {
    if (conf_.seeds.empty()) conf_.seeds.push_back({.line = lines_.number()});
    return conf_.seeds.back();
  }

  Guid read_guid() {
    const std::string_view value = word();
    const std::optional<Guid> guid = whole_number<Guid>(value);
    if (!guid || *guid == 0) {
      fail(fmt::format(
          "{} needs the GUIDs of two switches, written like 0x0002c90300001234, but one is {}",
          keyword_, quote(value)));
    }
    return *guid;
  }

  void read_link(std::size_t d, Guid SeedAxis::*direction) {
    TorusSeed& seed = current_seed();
    const Guid from = read_guid();
    const Guid to = read_guid();
    if (seed.switch_guid != 0 && seed.switch_guid != from) {
      fail(
          fmt::format("all links of a seed begin at one switch, this one at 0x{:016x} and those "
                      "before at 0x{:016x}; next_seed begins another seed",
                      from, seed.switch_guid));
    }
    if (seed.axes[d].*direction != 0) {
      fail(fmt::format("this is the second {} of the seed; next_seed begins another seed",
                       keyword_));
    }
    seed.switch_guid = from;
    seed.axes[d].*direction = to;
  }

  void read_dateline(std::size_t d) {
    if (conf_.size_line == 0) fail(fmt::format("the radices must come before {}", keyword_));
    std::string_view value = word();
    const bool is_negative = value.starts_with('-');
    const std::optional<std::uint16_t> steps =
        whole_number<std::uint16_t>(is_negative ? value.substr(1) : value);
    const unsigned radix = conf_.dimensions[d].radix;
    if (!steps || *steps >= radix || value.starts_with("-+")) {
      fail(fmt::format("{} is a number from -{} to {}, less than the radix, not {}", keyword_,
                       radix - 1, radix - 1, quote(value)));
    }
    current_seed().axes[d].dateline = is_negative ? -int{*steps} : int{*steps};
  }

  Lines lines_;
  std::string_view source_;
  std::string_view keyword_;  // of the current line
  std::string_view rest_;     // the rest of the current line
  TorusConf conf_;
};

// Why the seed's links in a dimension are invalid; empty: they are valid.
std::string axis_fault(char name, TorusDimension dimension, const SeedAxis& axis) {
  const auto [radix, is_mesh] = dimension;
  if (radix == 1) {
    if (axis.plus == 0 && axis.minus == 0) return {};
    return fmt::format("has links in {}, whose radix is 1", name);
  }
  if (axis.plus == 0 && axis.minus == 0) {
    return fmt::format("needs {0}p_link or {0}m_link, since {0} has radix {1}", name, radix);
  }
  const bool has_both = axis.plus != 0 && axis.minus != 0;
  if (radix == 2) {
    if (!has_both || axis.plus == axis.minus) return {};
    return fmt::format("has {0}p_link and {0}m_link to two switches, and a radix of 2", name);
  }
  if (radix == 4 && !is_mesh && !has_both) {
    return fmt::format("needs {0}p_link and {0}m_link, both of them in a ring of radix 4", name);
  }
  if (axis.plus == axis.minus) {
    return fmt::format("has {0}p_link and {0}m_link to one switch, 0x{1:016x}, and a radix of {2}",
                       name, axis.plus, radix);
  }
  if (!is_mesh) return {};
  const unsigned coordinate = seed_coordinate(axis, radix);
  const bool is_below = axis.minus != 0 && coordinate == 0;
  if (!is_below && (axis.plus == 0 || coordinate != radix - 1u)) return {};
  return fmt::format("has {}{}_link over the edge of a mesh: its switch is at coordinate {} of {}",
                     name, is_below ? 'm' : 'p', coordinate, radix);
}

// Why all links of the seed together are invalid; empty: they are valid.
std::string seed_fault(const TorusConf& conf, const TorusSeed& seed) {
  std::set<Guid> switches = {seed.switch_guid};
  for (std::size_t d = 0; d < kTorusDimensions; ++d) {
    const SeedAxis& axis = seed.axes[d];
    std::string fault = axis_fault(kAxes[d], conf.dimensions[d], axis);
    if (!fault.empty()) return fault;
    for (const Guid guid : std::set<Guid>{axis.plus, axis.minus}) {
      if (guid != 0 && !switches.insert(guid).second) {
        return fmt::format("has switch 0x{:016x} in two places", guid);
      }
    }
  }
  return {};
}

}  // namespace

TorusConf parse_torus_conf(std::string_view text, std::string_view source) {
  TorusConf conf = Reader(text, source).read();
  if (conf.size_line == 0) {
    throw BadInput(fmt::format("{}: no line says the radices, as «torus 4 4 4» does", source));
  }
  if (conf.seeds.empty()) {
    fail_at(source, conf.size_line,
            "no seed says where the torus is: xp_link and the like are missing");
  }
  for (const TorusSeed& seed : conf.seeds) {
    const std::string fault = seed_fault(conf, seed);
    if (!fault.empty()) fail_at(source, seed.line, "the seed that begins here " + fault);
  }
  return conf;
}

}  // namespace weft
