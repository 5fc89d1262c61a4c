#include "common/verify/loop_paths.h"

#include <algorithm>

#include "common/verify/path_trace.h"
#include "common/verify/upstream.h"

namespace weft {
namespace {

class LoopPathFinder {
 public:
  explicit LoopPathFinder(const RoutingView& view)
      : view_(view), upstream_(view.fabric, view.tables), sources_(view.fabric.switch_count()) {
    for (EndPortIndex e = 0; e < view.fabric.end_port_count(); ++e) {
      const EndPort& port = view.fabric.end_ports()[e];
      if (port.lid != 0) sources_[port.sw].push_back(e);
    }
  }

  LoopPath find(const Channel& held, const Channel& wanted) {
    const Fabric& fabric = view_.fabric;
    for (std::uint32_t i = 1; i <= fabric.max_lid(); ++i) {
      const Lid lid = static_cast<Lid>(i);
      if (fabric.owner(lid).kind != PeerKind::kEndPort) continue;
      if (view_.tables.row(held.sw)[lid] != held.port) continue;
      if (view_.tables.row(wanted.sw)[lid] != wanted.port) continue;
      const LoopPath path = find_to(lid, held, wanted);
      if (path.from != kNone) return path;
    }
    return {};
  }

 private:
  LoopPath find_to(Lid lid, const Channel& held, const Channel& wanted) {
    for (const SwitchIndex s : upstream_.of(held.sw, lid)) {
      for (const EndPortIndex e : sources_[s]) {
        if (e == view_.fabric.owner(lid).index) continue;
        const SlSet sls = path_sls(view_.lanes, {s, e}, lid);
        for (unsigned sl = 0; sl < kSls; ++sl) {
          if ((sls >> sl & 1) == 0) continue;
          const LoopPath path = {e, lid, static_cast<Sl>(sl)};
          if (turns(path, held, wanted)) return path;
        }
      }
    }
    return {};
  }

  bool turns(const LoopPath& path, const Channel& held, const Channel& wanted) const {
    const EndPort& from = view_.fabric.end_ports()[path.from];
    const std::vector<Hop> hops =
        trace_path(view_, from.sw, from.switch_port, path.to, path.sl).hops;
    const auto is_at = [](const Channel& channel) {
      return [&](const Hop& hop) {
        return hop.at == channel.sw && hop.out_port == channel.port && hop.vl == channel.vl;
      };
    };
    const auto at = std::ranges::find_if(hops, is_at(held));
    return at != hops.end() && at + 1 != hops.end() && is_at(wanted)(*(at + 1));
  }

  const RoutingView& view_;
  Upstream upstream_;
  std::vector<std::vector<EndPortIndex>> sources_;  // by switch: end ports with a LID
};

}  // namespace

std::vector<LoopPath> find_loop_paths(const RoutingView& view, std::span<const Channel> cycle,
                                      std::size_t most) {
  std::vector<LoopPath> paths;
  LoopPathFinder finder(view);
  const std::size_t count = std::min(most, cycle.size());
  paths.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    paths.push_back(finder.find(cycle[i], cycle[(i + 1) % cycle.size()]));
  }
  return paths;
}

}  // namespace weft
