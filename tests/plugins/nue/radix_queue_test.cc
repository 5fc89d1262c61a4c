#include "plugins/nue/radix_queue.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "common/base/random.h"

namespace weft {
namespace {

std::vector<std::uint32_t> values(std::span<const RadixQueue::Entry> entries) {
  std::vector<std::uint32_t> list;
  for (const auto& entry : entries) list.push_back(entry.value);
  return list;
}

TEST(RadixQueue, HandsOutAllWithTheLeastKey) {
  RadixQueue queue;
  queue.push(5, 1);
  queue.push(4, 2);
  queue.push(5, 3);
  queue.push(std::uint64_t{1} << 63, 4);
  EXPECT_EQ(values(queue.pop()), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(values(queue.pop()), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(values(queue.pop()), (std::vector<std::uint32_t>{4}));
  EXPECT_TRUE(queue.pop().empty());
}

TEST(RadixQueue, RestartsWhenItIsEmpty) {
  RadixQueue queue;
  queue.push(9, 1);
  queue.pop();
  EXPECT_TRUE(queue.pop().empty());
  queue.push(2, 7);
  EXPECT_EQ(values(queue.pop()), (std::vector<std::uint32_t>{7}));
}

TEST(RadixQueue, ManyAreHandedOutInOrder) {
  Random random(3);
  RadixQueue queue;
  std::multimap<std::uint64_t, std::uint32_t> expected;
  std::uint64_t last = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    for (unsigned more = random.below(4); more > 0; --more) {
      const std::uint64_t key = last + 1 + (std::uint64_t{random.below(1000)} << random.below(8));
      queue.push(key, i);
      expected.emplace(key, i);
    }
    if (expected.empty()) continue;
    const auto popped = queue.pop();
    last = popped.front().key;
    EXPECT_EQ(last, expected.begin()->first);
    EXPECT_EQ(popped.size(), expected.count(last));
    expected.erase(last);
  }
}

}  // namespace
}  // namespace weft
