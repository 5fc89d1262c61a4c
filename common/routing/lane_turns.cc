#include "common/routing/lane_turns.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

using Sls = std::uint16_t;

// A template, since number() is called for each pair of a switch and a LID.
template <typename Number>
class LaneTurns {
 public:
  LaneTurns(const Fabric& fabric, const Links& links, ConstTables tables, const Number& number,
            const Workers& workers)
      : links_(links),
        number_(number),
        workers_(workers),
        made_(static_cast<std::size_t>(links.turn_count())) {
    const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      rows_.push_back({tables.row(s), fabric.ports(s).size()});
      if (end_ports[s] != 0) senders_.push_back(s);
    }
  }

  std::vector<Sls> find(std::span<const Lid> lids) && {
    struct Buffers {
      std::vector<LinkIndex> next;
      std::vector<Sls> seen;
    };
    std::vector<Buffers> buffers(
        workers_.threads(), {std::vector<LinkIndex>(rows_.size()), std::vector<Sls>(rows_.size())});
    workers_.parallel_for(lids.size(), kLftBlock,
                          [&](unsigned worker, std::size_t first, std::size_t last) {
                            for (const Lid lid : lids.subspan(first, last - first)) {
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

  // next, seen: by switch; scratch memory.
  void follow_all(Lid lid, std::span<LinkIndex> next, std::span<Sls> seen) {
    for (SwitchIndex s = 0; s < rows_.size(); ++s) {
      const PortNum port = rows_[s].entries[lid];
      next[s] = port < rows_[s].ports ? links_.at(s, port) : kNone;
    }
    std::ranges::fill(seen, Sls{0});
    for (const SwitchIndex s : senders_) {
      if (next[s] != kNone) follow(s, static_cast<Sls>(1u << number_(s, lid)), next, seen);
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

  const Links& links_;
  const Number& number_;
  const Workers& workers_;
  std::vector<Row> rows_;  // by switch
  std::vector<SwitchIndex> senders_;
  std::vector<Sls> made_;
};

}  // namespace

std::vector<std::uint16_t> turns_by_sl(const Fabric& fabric, const Links& links, ConstTables tables,
                                       const SlBySwitch* lanes, const Workers& workers) {
  std::vector<Lid> lids;
  for (unsigned lid = 0; lid <= fabric.max_lid(); ++lid) {
    if (fabric.owner(static_cast<Lid>(lid)).kind == PeerKind::kEndPort) {
      lids.push_back(static_cast<Lid>(lid));
    }
  }
  const auto sl = [&](SwitchIndex s, Lid lid) {
    // SL 0 behind the end of a row.
    return lanes != nullptr && lid < lanes->rows[s].size() ? lanes->rows[s][lid] % 16u : 0;
  };
  return LaneTurns(fabric, links, tables, sl, workers).find(lids);
}

std::vector<std::uint16_t> turns_by_number(
    const Fabric& fabric, const Links& links, ConstTables tables, std::span<const Lid> lids,
    const std::function<unsigned(SwitchIndex from, Lid lid)>& number, const Workers& workers) {
  return LaneTurns(fabric, links, tables, number, workers).find(lids);
}

}  // namespace weft
