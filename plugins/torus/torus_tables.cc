#include "plugins/torus/torus_tables.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"

namespace weft {
namespace {

constexpr std::uint8_t kNoWay = kMostWays;

// A LID and its port.
struct Destination {
  Torus::Place place;
  Lid lid;
  PortNum port;  // at its own switch
  bool is_switch;
  bool shares_port;  // it takes the same parallel link as the previous destination
};

// The destinations, in the order in which parallel links take turns: by place, then by port.
class Destinations {
 public:
  explicit Destinations(const TorusTask& task) : torus_(task.torus), rule_(task.rule) {
    std::vector<std::vector<Target>> at(torus_.place_count());
    for (SwitchIndex s = 0; s < task.fabric.switch_count(); ++s) {
      const Torus::Place place = torus_.place_of(s);
      const Switch& sw = task.fabric.switches()[s];
      if (place != kNone && sw.lid != 0) at[place].push_back({lids_of(sw), 0, true});
    }
    for (const EndPort& port : task.fabric.end_ports()) {
      const Torus::Place place = torus_.place_of(port.sw);
      if (place != kNone && port.lid != 0) {
        at[place].push_back({lids_of(port), port.switch_port, false});
      }
    }
    std::array<std::uint32_t, 256> turn;
    turn.fill(256);
    for (std::uint32_t i = 0; i < task.port_order.size(); ++i) turn[task.port_order[i]] = i;
    for (Torus::Place place = 0; place < torus_.place_count(); ++place) {
      std::ranges::sort(at[place], {},
                        [&](const Target& t) { return std::pair(turn[t.port], t.port); });
      first_.push_back(all_.size());
      add(place, at[place]);
    }
    first_.push_back(all_.size());
  }

  std::span<const Destination> all() const { return all_; }
  std::span<const Destination> at(Torus::Place place) const {
    return all().subspan(first_[place], first_[place + 1] - first_[place]);
  }

 private:
  // The LIDs of a switch or of an end port of it.
  struct Target {
    LidRange lids;
    PortNum port;
    bool is_switch;
  };

  void add(Torus::Place place, const std::vector<Target>& targets) {
    for (const auto& [lids, port, is_switch] : targets) {
      for (const Lid lid : lids) {
        const bool shares = rule_ == TorusRule::kStock && lid != lids.first;
        all_.push_back({place, lid, port, is_switch, shares});
      }
    }
  }

  const Torus& torus_;
  TorusRule rule_;
  std::vector<std::size_t> first_;
  std::vector<Destination> all_;
};

// The path to a coordinate in one dimension.
struct Way {
  std::uint8_t way = kNoWay;
  bool goes_round = false;  // over the ring's ends
};

// The ways from one switch. If both directions of a ring are equally long, the choice depends on
// the two opposite coordinates, and on whether the sum of the coordinates of sender and destination
// in all later dimensions is even or odd. That is the same there and back, so that replies have the
// SL of their requests; and all switches on the path know it, since there the later coordinates are
// still the sender's. In the last dimension there are no later coordinates, so that some links of
// its rings carry more: in a ring of 6 a ninth, of 8 an eighth, of 10 a 25th.
// A ring of 4 is different: one of the two opposite pairs uses the links up there and back, the
// other the links down. No link is on paths of both, so they close no cycle on any VL.
class WaysFrom {
 public:
  explicit WaysFrom(const TorusTask& task) : task_(task) {
    std::size_t all = 0;
    for (std::uint32_t d = 0; d < task.torus.dimensions().size(); ++d) {
      first_[d] = all;
      all += task.torus.dimensions()[d].radix;
    }
    ways_.resize(all);
  }

  void start(SwitchIndex s) {
    for (std::uint32_t d = 0; d < task_.torus.dimensions().size(); ++d) {
      for (std::uint32_t c = 0; c < task_.torus.dimensions()[d].radix; ++c) {
        ways_[first_[d] + c] = task_.rule == TorusRule::kStock ? stock(s, d, c) : whole(s, d, c);
      }
    }
  }
  // later_odd: is the sum of the destination's later coordinates odd?
  const Way& to(std::uint32_t d, std::uint32_t coordinate, bool later_odd) const {
    return ways_[first_[d] + coordinate][later_odd ? 1 : 0];
  }

 private:
  using BySum = std::array<Way, 2>;  // even, odd
  struct Distances {
    std::uint32_t up;
    std::uint32_t down;
  };

  static Distances distances(std::uint32_t from, std::uint32_t to, std::uint32_t size) {
    return {(to + size - from) % size, (from + size - to) % size};
  }

  bool is_later_odd(SwitchIndex s, std::uint32_t d) const {
    unsigned sum = 0;
    while (++d < task_.torus.dimensions().size()) {
      sum += task_.torus.coordinate(task_.torus.place_of(s), d);
    }
    return sum % 2 != 0;
  }

  BySum whole(SwitchIndex s, std::uint32_t d, std::uint32_t to) const {
    const auto& [radix, is_mesh] = task_.torus.dimensions()[d];
    const std::uint32_t from = task_.torus.coordinate(task_.torus.place_of(s), d);
    if (from == to) return {};
    const auto [up, down] = distances(from, to, radix);
    const Way by_up = {way(d, true), to < from};
    const Way by_down = {way(d, false), to > from};
    if (is_mesh) return to > from ? BySum{by_up, by_up} : BySum{by_down, by_down};
    BySum result = up < down ? BySum{by_up, by_up} : BySum{by_down, by_down};
    if (up == down) result = of_equal(s, d, by_up, by_down);
    const bool has_up = leads(s, by_up.way, up);
    if (has_up == leads(s, by_down.way, down)) return result;
    for (Way& way : result) way.way = has_up ? by_up.way : by_down.way;
    return result;
  }

  // Of two directions that are equally long.
  BySum of_equal(SwitchIndex s, std::uint32_t d, const Way& by_up, const Way& by_down) const {
    const std::uint32_t radix = task_.torus.dimensions()[d].radix;
    const std::uint32_t from = task_.torus.coordinate(task_.torus.place_of(s), d);
    const bool is_last = d + 1 == task_.torus.dimensions().size();
    if (is_last && radix == 4) return from % 2 == 0 ? BySum{by_up, by_up} : BySum{by_down, by_down};
    const Way& round = by_up.goes_round ? by_up : by_down;
    const Way& inside = by_up.goes_round ? by_down : by_up;
    const bool even_goes_round = is_later_odd(s, d) != (from % (radix / 2) % 2 != 0);
    return even_goes_round ? BySum{round, inside} : BySum{inside, round};
  }

  BySum stock(SwitchIndex s, std::uint32_t d, std::uint32_t to) const {
    const Torus& torus = task_.torus;
    const Torus::Place here = torus.place_of(s);
    const std::uint32_t from = torus.coordinate(here, d);
    if (from == to) return {};
    const auto [up, down] = distances(from, to, torus.dimensions()[d].radix);
    const bool rises = to > from ? up <= down : up < down;
    Way result = {way(d, rises), rises ? to < from : to > from};
    if (torus.switch_at(torus.with(here, d, to)) == kNone) {
      if (task_.ports.ports(s, result.way).empty()) result.way = kNoWay;
    } else if (!leads(s, result.way, rises ? up : down)) {
      result.way = leads(s, way(d, !rises), rises ? down : up) ? way(d, !rises) : kNoWay;
    }
    return {result, result};
  }

  static std::uint8_t way(std::uint32_t d, bool up) {
    return static_cast<std::uint8_t>(up ? way_up(d) : way_down(d));
  }

  // Do links lead that many hops along the way?
  bool leads(SwitchIndex s, std::uint32_t way, std::uint32_t hops) const {
    for (; hops > 0; --hops) {
      const auto ports = task_.ports.ports(s, way);
      if (ports.empty()) return false;
      s = task_.fabric.ports(s)[ports.front()].peer;
    }
    return true;
  }

  const TorusTask& task_;
  std::array<std::size_t, kMostTorusDimensions> first_ = {};
  std::vector<BySum> ways_;  // by dimension and coordinate
};

class TableWriter {
 public:
  TableWriter(const TorusTask& task, const Destinations& destinations, Tables rows, SlBySwitch& sls)
      : task_(task),
        destinations_(destinations),
        rows_(rows),
        sls_(sls),
        ways_(task),
        hops_(task.torus.place_count()),
        is_odd_(task.torus.place_count()) {}

  void write(SwitchIndex s) {
    ways_.start(s);
    for (std::uint32_t way = 0; way < lines_.size(); ++way) {
      const auto ports =
          way < task_.ports.ways() ? task_.ports.ports(s, way) : std::span<const PortNum>();
      lines_[way] = {ports.empty() ? std::span(kNoPort) : ports, {}};
    }
    find_hops();
    PortNum* const row = rows_.row(s);
    std::vector<Sl>& sls = sls_.rows[s];
    PortNum port = kNoPath;
    for (const Destination& to : destinations_.all()) {
      const Hop& hop = hops_[to.place];
      if (hop.only_port != kNoPath) {
        port = hop.only_port;
      } else if (!to.shares_port) {
        port = next_port(lines_[hop.way], to.is_switch);
      }
      row[to.lid] = port;
      sls[to.lid] = hop.sl;
    }
    for (const Destination& to : destinations_.at(task_.torus.place_of(s))) row[to.lid] = to.port;
  }

 private:
  static constexpr std::array<PortNum, 1> kNoPort = {kNoPath};

  struct Hop {
    std::uint8_t way = kNoWay;
    PortNum only_port = kNoPath;  // of the way, if it has only one
    Sl sl = 0;
  };
  struct Line {
    PortNum only_port() const { return ports.size() == 1 ? ports.front() : kNoPath; }

    std::span<const PortNum> ports;
    std::array<std::uint32_t, 2> sent;  // to end ports, to switches
  };

  // Finds the next hops to all places: along the first dimension in which the coordinates differ
  // and there is a way. Begins with the places that differ in the last dimension only.
  void find_hops() {
    hops_[0] = {};
    is_odd_[0] = 0;
    std::size_t count = 1;
    for (auto d = static_cast<std::uint32_t>(task_.torus.dimensions().size()); d-- > 0;) {
      const std::uint32_t radix = task_.torus.dimensions()[d].radix;
      for (std::size_t i = count; i-- > 0;) {
        const Hop later = hops_[i];
        const char later_odd = is_odd_[i];
        for (std::uint32_t c = 0; c < radix; ++c) {
          const Way& way = ways_.to(d, c, later_odd != 0);
          is_odd_[i * radix + c] = later_odd ^ static_cast<char>(c % 2);
          Hop& hop = hops_[i * radix + c];
          hop = way.way == kNoWay ? later : Hop{way.way, lines_[way.way].only_port(), later.sl};
          if (way.goes_round) hop.sl = static_cast<Sl>(hop.sl | 1u << d);
        }
      }
      count *= radix;
    }
  }

  // Parallel links take turns, separately for LIDs of switches and of end ports.
  static PortNum next_port(Line& line, bool to_switch) {
    return line.ports[line.sent[to_switch ? 1 : 0]++ % line.ports.size()];
  }

  const TorusTask& task_;
  const Destinations& destinations_;
  Tables rows_;
  SlBySwitch& sls_;
  WaysFrom ways_;
  std::vector<Hop> hops_;  // by place
  // By place: is the sum of its coordinates odd? While find_hops() runs: of the later ones.
  std::vector<char> is_odd_;
  std::array<Line, kMostWays + 1> lines_ = {};
};

// Has the line of a dimension that begins at a place exactly one end in each direction, or none?
bool is_one_piece(const Torus& torus, const TorusPorts& ports, Torus::Place first,
                  std::uint32_t d) {
  std::uint32_t ends_up = 0;
  std::uint32_t ends_down = 0;
  for (std::uint32_t c = 0; c < torus.dimensions()[d].radix; ++c) {
    const SwitchIndex s = torus.switch_at(torus.with(first, d, c));
    if (s == kNone) continue;
    if (ports.ports(s, way_up(d)).empty()) ++ends_up;
    if (ports.ports(s, way_down(d)).empty()) ++ends_down;
  }
  return ends_up == ends_down && ends_up <= 1;
}

}  // namespace

SlBySwitch write_torus_tables(const TorusTask& task, Tables rows) {
  const Destinations destinations(task);
  SlBySwitch sls;
  sls.rows.resize(task.fabric.switch_count());
  constexpr std::size_t kGrain = 16;
  task.workers.parallel_for(task.fabric.switch_count(), kGrain,
                            [&](std::size_t first, std::size_t last) {
                              TableWriter writer(task, destinations, rows, sls);
                              for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
                                sls.rows[s].assign(task.fabric.max_lid() + std::size_t{1}, 0);
                                if (task.torus.place_of(s) != kNone) writer.write(s);
                              }
                            });
  return sls;
}

bool suits_stock_rule(const Torus& torus, const TorusPorts& ports) {
  constexpr std::uint32_t kLast = 2;
  std::vector<Torus::Place> missing;
  for (Torus::Place place = 0; place < torus.place_count(); ++place) {
    if (torus.switch_at(place) == kNone) missing.push_back(place);
    for (std::uint32_t d = 0; d < torus.dimensions().size(); ++d) {
      if (torus.coordinate(place, d) == 0 && !is_one_piece(torus, ports, place, d)) return false;
    }
  }
  if (missing.size() < 2) return true;
  if (torus.dimensions().size() != kLast + 1) return false;
  const std::uint32_t size = torus.dimensions()[kLast].radix;
  return std::ranges::all_of(missing, [&](Torus::Place place) {
    const std::uint32_t c = torus.coordinate(place, kLast);
    const auto is_missing = [&](std::uint32_t coordinate) {
      return torus.switch_at(torus.with(place, kLast, coordinate % size)) == kNone;
    };
    return torus.with(place, kLast, 0) == torus.with(missing.front(), kLast, 0) &&
           (is_missing(c + 1) || is_missing(c + size - 1));
  });
}

}  // namespace weft
