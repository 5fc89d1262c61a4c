// The channel dependency graph (Dally, Seitz: Deadlock-Free Message Routing in Multiprocessor
// Interconnection Networks, IEEE Trans. Computers, 1987).
#ifndef WEFT_VERIFY_DEPENDENCIES_H_
#define WEFT_VERIFY_DEPENDENCIES_H_

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/graph/links.h"

namespace weft {

// The channel dependencies: a bit for each turn between two links and each pair of lanes. A
// channel is a link and a lane 0..lanes-1; its number is link x lanes + lane.
class Dependencies {
 public:
  // lanes: 1..16. Memory: turns x lanes^2 bits. The links must outlive it.
  Dependencies(const Links& links, unsigned lanes);

  // `from` must end at the switch where `to` begins. Any number of threads may add.
  void add(std::uint32_t from, unsigned from_lane, std::uint32_t to, unsigned to_lane);

  // Is there no cycle? Cost: O(turns x lanes^2 / 64 + dependencies).
  bool acyclic() const;

  // The channels of a short cycle, or nothing if there is none. The same dependencies give the same
  // cycle. Cost: that of acyclic(), and some twenty times as much if there is a cycle.
  std::vector<std::uint32_t> find_cycle() const;

  // Calls f(channel) for each channel that the given channel depends on, in ascending order.
  template <typename F>
  void for_each_next(std::uint32_t channel, F&& f) const;

  std::uint32_t channel_count() const { return links_->count() * lanes_; }
  std::uint32_t link_of(std::uint32_t channel) const { return channel / lanes_; }
  unsigned lane_of(std::uint32_t channel) const { return channel % lanes_; }

 private:
  // The first bit of a channel's row, which has a bit for each channel out of the switch that it
  // leads to.
  std::uint64_t row(const Links::TurnsFrom& turns, unsigned lane) const {
    return (turns.first * lanes_ + std::uint64_t{lane} * turns.count) * lanes_;
  }

  const Links* links_;
  unsigned lanes_;
  std::vector<std::uint64_t> bits_;
};

inline void Dependencies::add(std::uint32_t from, unsigned from_lane, std::uint32_t to,
                              unsigned to_lane) {
  const Links::TurnsFrom& turns = links_->turns_from(from);
  const std::uint64_t position = to - turns.first_link;
  const std::uint64_t bit = row(turns, from_lane) + position * lanes_ + to_lane;
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  std::atomic_ref<std::uint64_t> word(bits_[static_cast<std::size_t>(bit / 64)]);
  // Nearly all bits are set already; a load is far cheaper than a locked write.
  if ((word.load(std::memory_order_relaxed) & mask) == 0) {
    word.fetch_or(mask, std::memory_order_relaxed);
  }
}

template <typename F>
void Dependencies::for_each_next(std::uint32_t channel, F&& f) const {
  const Links::TurnsFrom& turns = links_->turns_from(link_of(channel));
  const std::uint64_t begin = row(turns, lane_of(channel));
  const std::uint64_t end = begin + std::uint64_t{turns.count} * lanes_;
  const std::uint64_t base = std::uint64_t{turns.first_link} * lanes_;
  for (std::uint64_t word = begin / 64; word * 64 < end; ++word) {
    std::uint64_t rest = bits_[word];
    if (word * 64 < begin) rest &= ~std::uint64_t{0} << (begin % 64);
    if (end - word * 64 < 64) rest &= (std::uint64_t{1} << (end % 64)) - 1;
    for (; rest != 0; rest &= rest - 1) {
      const std::uint64_t bit = word * 64 + static_cast<unsigned>(std::countr_zero(rest));
      f(static_cast<std::uint32_t>(base + (bit - begin)));
    }
  }
}

}  // namespace weft

#endif  // WEFT_VERIFY_DEPENDENCIES_H_
