#include "common/routing/lane_turns.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

using Sls = std::uint16_t;

class LaneTurns {
 public:
  LaneTurns(const Fabric& fabric, const Links& links, ConstTables tables, const SlBySwitch* lanes,
            const Workers& workers)
      : fabric_(fabric),
        links_(links),
        workers_(workers),
        made_(static_cast<std::size_t>(links.turn_count())) {
    const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      rows_.push_back({tables.row(s), fabric.ports(s).size()});
      if (end_ports[s] == 0) continue;
      const bool has_sls = lanes != nullptr;
      senders_.push_back(
          {s, has_sls ? std::span<const Sl>(lanes->rows[s]) : std::span<const Sl>()});
    }
  }

  std::vector<Sls> find() && {
    struct Buffers {
      std::vector<LinkIndex> next;
      std::vector<Sls> seen;
    };
    std::vector<Buffers> buffers(
        workers_.threads(), {std::vector<LinkIndex>(rows_.size()), std::vector<Sls>(rows_.size())});
    workers_.parallel_for(fabric_.max_lid() + std::size_t{1}, kLftBlock,
                          [&](unsigned worker, std::size_t first, std::size_t last) {
                            for (std::size_t lid = first; lid < last; ++lid) {
                              if (fabric_.owner(static_cast<Lid>(lid)).kind != PeerKind::kEndPort)
                                continue;
                              follow_all(lid, buffers[worker].next, buffers[worker].seen);
                            }
                          });
    return std::move(made_);
  }

 private:
  struct Row {
    const PortNum* entries;
    std::size_t ports;
  };
  struct Sender {
    SwitchIndex sw;
    std::span<const Sl> sls;  // by LID; SL 0 beyond
  };

  // next, seen: by switch; scratch memory.
  void follow_all(std::size_t lid, std::span<LinkIndex> next, std::span<Sls> seen) {
    for (SwitchIndex s = 0; s < rows_.size(); ++s) {
      const PortNum port = rows_[s].entries[lid];
      next[s] = port < rows_[s].ports ? links_.at(s, port) : kNone;
    }
    std::ranges::fill(seen, Sls{0});
    for (const Sender& sender : senders_) {
      const unsigned sl = lid < sender.sls.size() ? sender.sls[lid] % 16u : 0;
      follow(sender.sw, static_cast<Sls>(1u << sl), next, seen);
    }
  }

  // Stops where an earlier path with that SL went.
  void follow(SwitchIndex s, Sls sl, std::span<const LinkIndex> next, std::span<Sls> seen) {
    while ((seen[s] & sl) == 0 && next[s] != kNone) {
      seen[s] |= sl;
      const LinkIndex in = next[s];
      s = links_.to(in);
      if (next[s] != kNone) add(links_.turn(in, next[s]), sl);
    }
  }

  void add(std::uint64_t turn, Sls sl) {
    const std::atomic_ref<Sls> set(made_[static_cast<std::size_t>(turn)]);
    // Nearly all bits are set already; a load is far cheaper than a locked write.
    if ((set.load(std::memory_order_relaxed) & sl) == 0) {
      set.fetch_or(sl, std::memory_order_relaxed);
    }
  }

  const Fabric& fabric_;
  const Links& links_;
  const Workers& workers_;
  std::vector<Row> rows_;  // by switch
  std::vector<Sender> senders_;
  std::vector<Sls> made_;
};

}  // namespace

std::vector<std::uint16_t> turns_by_sl(const Fabric& fabric, const Links& links, ConstTables tables,
                                       const SlBySwitch* lanes, const Workers& workers) {
  return LaneTurns(fabric, links, tables, lanes, workers).find();
}

}  // namespace weft
