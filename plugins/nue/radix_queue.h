// A priority queue for searches (Ahuja, Mehlhorn, Orlin, Tarjan: Faster Algorithms for the Shortest
// Path Problem, Journal of the ACM, 1990): a new key is never less than the last key that was taken
// out, so keys are sorted only by the highest bit in which they differ from it.
#ifndef WEFT_PLUGINS_NUE_RADIX_QUEUE_H_
#define WEFT_PLUGINS_NUE_RADIX_QUEUE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

class RadixQueue {
 public:
  struct Entry {
    std::uint64_t key;
    std::uint32_t value;
  };

  // key: greater than that of the last pop(), which is 0 at first. Cost: O(1).
  void push(std::uint64_t key, std::uint32_t value) {
    const auto bucket = static_cast<unsigned>(std::bit_width(key ^ least_)) - 1;
    buckets_[bucket].push_back({key, value});
    filled_ |= std::uint64_t{1} << bucket;
  }

  // Takes out all entries with the least key; empty: there are no more. Valid until the next call.
  // Cost: each entry moves at most once for each bit of its key.
  std::span<const Entry> pop() {
    popped_.clear();
    if (filled_ == 0) {
      least_ = 0;
      return {};
    }
    const auto bucket = static_cast<unsigned>(std::countr_zero(filled_));
    filled_ &= filled_ - 1;
    std::vector<Entry>& entries = buckets_[bucket];
    least_ = std::ranges::min(entries, {}, &Entry::key).key;
    for (const Entry& entry : entries) {
      if (entry.key == least_) {
        popped_.push_back(entry);
      } else {
        push(entry.key, entry.value);
      }
    }
    entries.clear();
    return popped_;
  }

 private:
  std::uint64_t least_ = 0;
  // By the number, less 1, of the highest bit in which keys differ from the least one.
  std::array<std::vector<Entry>, 64> buckets_;
  std::uint64_t filled_ = 0;  // a bit for each bucket
  std::vector<Entry> popped_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_RADIX_QUEUE_H_
