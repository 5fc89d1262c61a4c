#include "common/verify/up_down_scan.h"

#include <algorithm>
#include <array>
#include <bit>

namespace weft {
namespace {

// The meaning of an entry is a set of bits, so that the entries of a switch for all LIDs of a
// destination are combined by OR: these two bits, and one for each neighbour below.
constexpr std::uint64_t kNowhere = 1;
constexpr std::uint64_t kUpwards = 2;
constexpr std::size_t kFirstBelow = 2;
constexpr std::size_t kMaxWords = 4;
constexpr std::size_t kEntries = 256;

std::vector<std::uint32_t> distances_from_end_ports(const FabricIndex& index) {
  std::vector<std::uint32_t> rank(index.switch_count(), kNone);
  std::vector<SwitchIndex> queue;
  queue.reserve(index.switch_count());
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    if (index.source_count(s) == 0) continue;
    rank[s] = 0;
    queue.push_back(s);
  }
  for (std::size_t done = 0; done < queue.size(); ++done) {
    const SwitchIndex s = queue[done];
    const std::uint32_t end = index.links().first_of(s) + index.links().count_of(s);
    for (std::uint32_t l = index.links().first_of(s); l < end; ++l) {
      const SwitchIndex n = index.links()[l].to;
      if (rank[n] != kNone) continue;
      rank[n] = rank[s] + 1;
      queue.push_back(n);
    }
  }
  return rank;
}

}  // namespace

Directions::Directions(const FabricIndex& index) : ranks(distances_from_end_ports(index)) {
  flags.reserve(index.links().count());
  for (const Link& link : index.links().all()) {
    const std::uint64_t from = (std::uint64_t{ranks[link.from]} << 32) | link.from;
    const std::uint64_t to = (std::uint64_t{ranks[link.to]} << 32) | link.to;
    flags.push_back(static_cast<std::uint8_t>((to >= from ? kUp : 0) | (to <= from ? kDown : 0)));
  }
}

UpDownScan::UpDownScan(const FabricIndex& index, const Destinations& destinations,
                       const Directions& directions, unsigned workers)
    : index_(index),
      destinations_(destinations),
      directions_(directions),
      words_((destinations.count() + 63) / 64),
      goes_up_(index.switch_count() * words_, 0) {
  Worker worker;
  worker.meaning.resize(kEntries * kMaxWords);
  worker.below.reserve(kEntries);
  worker.below_position.resize(index.switch_count());
  worker.came_down.resize(index.switch_count() * words_, 0);
  worker.broken.resize(words_, 0);
  workers_.assign(workers, worker);
  for (Worker& w : workers_) w.below.reserve(kEntries);  // a copy's capacity is its size
}

void UpDownScan::scan(unsigned worker, SwitchIndex s, const PortNum* row) {
  if (describe_entries(workers_[worker], s) == 1) {
    scan_row<1>(workers_[worker], s, row);
  } else {
    scan_row<kMaxWords>(workers_[worker], s, row);
  }
}

// Fills in `meaning` and `below`, and returns how many words a meaning has.
std::size_t UpDownScan::describe_entries(Worker& worker, SwitchIndex s) const {
  const std::uint32_t first = index_.links().first_of(s);
  const auto links = index_.links().all().subspan(first, index_.links().count_of(s));
  std::vector<SwitchIndex>& below = worker.below;
  below.clear();
  for (std::size_t i = 0; i < links.size(); ++i) {
    if ((directions_.flags[first + i] & Directions::kDown) == 0) continue;
    const std::uint32_t position = worker.below_position[links[i].to];
    if (position < below.size() && below[position] == links[i].to) continue;
    worker.below_position[links[i].to] = static_cast<std::uint32_t>(below.size());
    below.push_back(links[i].to);
  }
  const std::size_t words = kFirstBelow + below.size() <= 64 ? 1 : kMaxWords;
  std::vector<std::uint64_t>& meaning = worker.meaning;
  for (std::size_t entry = 0; entry < kEntries; ++entry) {
    meaning[entry * words] = kNowhere;
    for (std::size_t w = 1; w < words; ++w) meaning[entry * words + w] = 0;
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    std::uint64_t* const bits = meaning.data() + links[i].port * words;
    bits[0] = (directions_.flags[first + i] & Directions::kUp) != 0 ? kUpwards : 0;
    if ((directions_.flags[first + i] & Directions::kDown) != 0) {
      const std::size_t bit = kFirstBelow + worker.below_position[links[i].to];
      bits[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
  return words;
}

template <std::size_t kWords>
void UpDownScan::scan_row(Worker& worker, SwitchIndex s, const PortNum* row) {
  const std::uint64_t* const meaning = worker.meaning.data();
  const Lid* const lids = destinations_.lids.data();
  std::uint64_t* const up = goes_up_.data() + s * words_;
  for (std::size_t d = 0; d < destinations_.count(); ++d) {
    std::array<std::uint64_t, kWords> joined = {};
    for (std::uint32_t i = destinations_.first[d]; i < destinations_.first[d + 1]; ++i) {
      const std::uint64_t* const bits = meaning + row[lids[i]] * kWords;
      for (std::size_t w = 0; w < kWords; ++w) joined[w] |= bits[w];
    }
    const std::size_t word = d / 64;
    const std::uint64_t bit = std::uint64_t{1} << (d % 64);
    const SwitchIndex destination = destinations_.switches[d];
    if (destination == s) {
      if (!all_right(row, d)) worker.broken[word] |= bit;
      continue;
    }
    if ((joined[0] & kUpwards) != 0) up[word] |= bit;
    if ((joined[0] & kNowhere) != 0 && index_.piece(s) == index_.piece(destination)) {
      worker.broken[word] |= bit;
    }
    joined[0] &= ~(kUpwards | kNowhere);
    for (std::size_t w = 0; w < kWords; ++w) {
      for (std::uint64_t rest = joined[w]; rest != 0; rest &= rest - 1) {
        const std::size_t below = w * 64 + static_cast<unsigned>(std::countr_zero(rest));
        worker.came_down[worker.below[below - kFirstBelow] * words_ + word] |= bit;
      }
    }
  }
}

bool UpDownScan::all_right(const PortNum* row, std::size_t d) const {
  for (std::uint32_t i = destinations_.first[d]; i < destinations_.first[d + 1]; ++i) {
    if (row[destinations_.lids[i]] != destinations_.right[i]) return false;
  }
  return true;
}

std::vector<bool> UpDownScan::doubtful() const {
  std::vector<std::uint64_t> doubt(words_, 0);
  for (const Worker& worker : workers_) {
    for (std::size_t w = 0; w < words_; ++w) doubt[w] |= worker.broken[w];
    for (SwitchIndex s = 0; s < index_.switch_count(); ++s) {
      for (std::size_t w = 0; w < words_; ++w) {
        doubt[w] |= worker.came_down[s * words_ + w] & goes_up_[s * words_ + w];
      }
    }
  }
  std::vector<bool> flags(destinations_.count());
  for (std::size_t d = 0; d < flags.size(); ++d) flags[d] = (doubt[d / 64] >> (d % 64) & 1) != 0;
  return flags;
}

}  // namespace weft
