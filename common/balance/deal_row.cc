#include "common/balance/deal_row.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace weft {

void Dealer::start_switch() {
  counts_.fill(0);
  std::fill(set_.begin(), set_.end(), 0);
  size_ = 0;
}

void Dealer::use(PortSet set) {
  if (std::equal(set.begin(), set.end(), set_.begin())) return;
  settle();
  std::copy(set.begin(), set.end(), set_.begin());
  size_ = list_ports(set, ports_.data());
  turn_ = 0;
  level_ = counts_[least_counted()];
  even_ = all_at_level();
}

void Dealer::deal(std::size_t count, PortNum* out) {
  if (size_ == 1) {
    std::fill_n(out, count, ports_[0]);
    level_ += static_cast<std::uint32_t>(count);
    return;
  }
  for (; count > 0 && !even_; --count) *out++ = deal_uneven();
  while (count > 0) {
    const std::size_t run = std::min<std::size_t>(count, size_ - turn_);
    std::copy_n(ports_.data() + turn_, run, out);
    out += run;
    count -= run;
    turn_ += static_cast<unsigned>(run);
    if (turn_ < size_) return;
    turn_ = 0;
    ++level_;
  }
}

const PortCounts& Dealer::counts() {
  settle();
  return counts_;
}

// While even_, counts_ are not kept: ports before turn_ have level_ + 1 LIDs, the others level_.
void Dealer::settle() {
  if (!even_) return;
  for (unsigned i = 0; i < size_; ++i) counts_[ports_[i]] = level_ + (i < turn_ ? 1 : 0);
}

PortNum Dealer::least_counted() const {
  return *std::min_element(ports_.begin(), ports_.begin() + size_,
                           [this](PortNum a, PortNum b) { return counts_[a] < counts_[b]; });
}

bool Dealer::all_at_level() const {
  return std::all_of(ports_.begin(), ports_.begin() + size_,
                     [this](PortNum p) { return counts_[p] == level_; });
}

PortNum Dealer::deal_uneven() {
  while (counts_[ports_[turn_]] != level_) next_turn();
  const PortNum port = ports_[turn_];
  ++counts_[port];
  next_turn();
  return port;
}

void Dealer::next_turn() {
  if (++turn_ < size_) return;
  turn_ = 0;
  ++level_;
  even_ = all_at_level();
}

namespace {

// The ports of a switch by their counts, the lowest first among equals. Writes them to `sorted`.
std::span<const PortNum> sort_by_count(std::size_t ports, const PortCounts& counts,
                                       PortList& sorted) {
  const std::span<PortNum> list(sorted.data(), ports - 1);
  std::iota(list.begin(), list.end(), PortNum{1});
  std::sort(list.begin(), list.end(), [&counts](PortNum a, PortNum b) {
    return std::pair(counts[a], a) < std::pair(counts[b], b);
  });
  return list;
}

// The first port of the list that is in the set (not empty).
PortNum first_in(PortSet set, std::span<const PortNum> sorted) {
  if (const PortNum only = only_port(set); only != kNoPath) return only;
  return *std::find_if(sorted.begin(), sorted.end(), [set](PortNum p) { return contains(set, p); });
}

}  // namespace

void deal_row(const Fabric& fabric, const Targets& targets, const Candidates& candidates,
              SwitchIndex s, Dealer& dealer, PortNum* row) {
  PortList ports;
  dealer.start_switch();
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const auto end_ports = targets.at(d);
    if (end_ports.empty()) continue;
    if (targets.switches[d] == s) {
      for (const EndPortIndex e : end_ports) {
        row[fabric.end_ports()[e].lid] = fabric.end_ports()[e].switch_port;
      }
      continue;
    }
    if (is_empty(candidates.to(d))) continue;
    dealer.use(candidates.to(d));
    const auto lids = targets.lids_at(d);
    if (targets.in_a_row[d]) {
      dealer.deal(lids.size(), row + lids.front());
    } else {
      dealer.deal(lids.size(), ports.data());
      for (std::size_t i = 0; i < lids.size(); ++i) row[lids[i]] = ports[i];
    }
  }
  const auto sorted = sort_by_count(fabric.ports(s).size(), dealer.counts(), ports);
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const Lid lid = targets.switch_lids[d];
    if (lid == 0) continue;
    if (targets.switches[d] == s) {
      row[lid] = 0;
    } else if (!is_empty(candidates.to(d))) {
      row[lid] = first_in(candidates.to(d), sorted);
    }
  }
}

}  // namespace weft
