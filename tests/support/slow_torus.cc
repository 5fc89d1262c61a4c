#include "tests/support/slow_torus.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace weft::test {
namespace {

using Coordinates = std::vector<int>;

class SlowRouter {
 public:
  SlowRouter(const Fabric& fabric, const SlowTorus& torus) : fabric_(fabric), torus_(torus) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) switch_at_[torus.at[s]] = s;
  }

  SlowTorusRouting route() {
    SlowTorusRouting routing;
    const std::size_t lids = fabric_.max_lid() + std::size_t{1};
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      routing.rows.emplace_back(lids, kNoPath);
      routing.sls.emplace_back(lids, Sl{0});
      std::map<std::tuple<std::size_t, int, bool>, std::size_t> sent;
      for (const Target& target : targets()) {
        PortNum port = target.port;
        if (target.sw != s) {
          const auto [d, step] = way(s, torus_.at[target.sw]);
          const std::vector<PortNum> choice =
              step == 0 ? std::vector<PortNum>() : ports(s, d, step);
          port = choice.empty() ? kNoPath
                                : choice[sent[{d, step, target.port == 0}]++ % choice.size()];
        }
        for (unsigned bit = 0; bit < 1u << target.lmc; ++bit) {
          routing.rows[s][target.lid + bit] = port;
          routing.sls[s][target.lid + bit] = sl(torus_.at[s], torus_.at[target.sw]);
        }
      }
    }
    return routing;
  }

 private:
  struct Target {
    Lid lid;
    std::uint8_t lmc;
    SwitchIndex sw;
    PortNum port;  // at the switch; 0: its own
  };

  std::vector<Target> targets() const {
    std::vector<Target> all;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const Switch& sw = fabric_.switches()[s];
      if (sw.lid != 0) all.push_back({sw.lid, sw.lmc, s, 0});
    }
    for (const EndPort& e : fabric_.end_ports()) {
      if (e.lid != 0) all.push_back({e.lid, e.lmc, e.sw, e.switch_port});
    }
    std::ranges::sort(all, {}, [&](const Target& t) {
      const Coordinates& at = torus_.at[t.sw];
      const auto turn = std::ranges::find(torus_.port_order, t.port) - torus_.port_order.begin();
      return std::tuple(Coordinates(at.rbegin(), at.rend()), turn, t.port);
    });
    return all;
  }

  // The dimension in which a packet goes on, and whether up (1) or down (-1); 0: there is no way.
  std::pair<std::size_t, int> way(SwitchIndex s, const Coordinates& to) const {
    const Coordinates& at = torus_.at[s];
    for (std::size_t d = 0; d < to.size(); ++d) {
      if (at[d] == to[d]) continue;
      Coordinates turn = at;
      turn[d] = to[d];
      const int step = shorter(at[d], to[d], torus_.radix[d]);
      if (switch_at_.contains(turn)) {
        if (leads(s, d, step, to[d])) return {d, step};
        if (leads(s, d, -step, to[d])) return {d, -step};
      } else if (d < 2 && !ports(s, d, step).empty()) {
        return {d, step};
      }
    }
    return {0, 0};
  }

  static int shorter(int from, int to, int radix) {
    const int direct = to > from ? 1 : -1;
    return goes_round(from, to, radix) ? -direct : direct;
  }
  static bool goes_round(int from, int to, int radix) {
    const int straight = std::abs(to - from);
    return radix - straight < straight;
  }

  bool leads(SwitchIndex s, std::size_t d, int step, int to) const {
    for (int hops = 0; hops < torus_.radix[d]; ++hops) {
      if (torus_.at[s][d] == to) return true;
      if (ports(s, d, step).empty()) return false;
      s = neighbour(s, d, step);
    }
    return false;
  }

  SwitchIndex neighbour(SwitchIndex s, std::size_t d, int step) const {
    Coordinates at = torus_.at[s];
    const int radix = torus_.radix[d];
    if (radix == 2 && at[d] + step != 1 - at[d]) return kNone;
    at[d] = (at[d] + step + radix) % radix;
    const auto found = switch_at_.find(at);
    return found == switch_at_.end() ? kNone : found->second;
  }

  // Of parallel links in the order of the ports at the lower end.
  std::vector<PortNum> ports(SwitchIndex s, std::size_t d, int step) const {
    std::vector<PortNum> result;
    const SwitchIndex other = neighbour(s, d, step);
    if (other == kNone) return result;
    const SwitchIndex lower = step > 0 ? s : other;
    const SwitchIndex upper = step > 0 ? other : s;
    for (std::size_t p = 1; p < fabric_.ports(lower).size(); ++p) {
      const Port& port = fabric_.ports(lower)[p];
      if (port.kind != PeerKind::kSwitch || port.peer != upper) continue;
      result.push_back(step > 0 ? static_cast<PortNum>(p) : port.peer_port);
    }
    return result;
  }

  Sl sl(const Coordinates& from, const Coordinates& to) const {
    unsigned bits = 0;
    for (std::size_t d = 0; d < to.size(); ++d) {
      if (goes_round(from[d], to[d], torus_.radix[d])) bits |= 1u << d;
    }
    return static_cast<Sl>(bits);
  }

  const Fabric& fabric_;
  const SlowTorus& torus_;
  std::map<Coordinates, SwitchIndex> switch_at_;
};

}  // namespace

SlowTorusRouting slow_torus(const Fabric& fabric, const SlowTorus& torus) {
  return SlowRouter(fabric, torus).route();
}

Vl slow_torus_vl(Sl sl, int in, int out, unsigned data_vls) {
  const unsigned level = sl >> 3 & 1u;
  if (out < 0) return static_cast<Vl>(data_vls >= 2 ? level : 0);
  unsigned vl = 0;
  if (data_vls >= 2) vl += sl >> out & 1u;
  if (data_vls >= 4 && in > out) vl += 2;
  if (data_vls >= 8) vl += 4 * level;
  return static_cast<Vl>(vl);
}

}  // namespace weft::test
