#include "common/balance/deal_row.h"

#include <gtest/gtest.h>

#include <vector>

namespace weft {
namespace {

using Ports = std::vector<PortNum>;

std::vector<std::uint64_t> set_of(const Ports& ports) {
  std::vector<std::uint64_t> set(1);
  for (const PortNum port : ports) set[0] |= std::uint64_t{1} << port;
  return set;
}

struct Deal {
  Deal() { dealer.start_switch(); }
  Ports operator()(const Ports& candidates, std::size_t count) {
    dealer.use(set_of(candidates));
    Ports out(count);
    dealer.deal(count, out.data());
    return out;
  }
  Dealer dealer{1};
};

TEST(Dealer, CyclesThroughThePorts) {
  Deal deal;
  EXPECT_EQ(deal({3, 5, 6}, 4), (Ports{3, 5, 6, 3}));
  EXPECT_EQ(deal({3, 5, 6}, 3), (Ports{5, 6, 3})) << "where it was";
  EXPECT_EQ(deal.dealer.counts()[3], 3u);
  EXPECT_EQ(deal.dealer.counts()[5], 2u);
}

TEST(Dealer, EvensOutWhatOtherSetsLeft) {
  Deal deal;
  EXPECT_EQ(deal({1, 2}, 3), (Ports{1, 2, 1}));
  // Counts are 2, 1 and 0: the third catches up, then 2 and 3, then all.
  EXPECT_EQ(deal({1, 2, 3}, 6), (Ports{3, 2, 3, 1, 2, 3}));
}

TEST(Dealer, OnePortTakesAll) {
  Deal deal;
  EXPECT_EQ(deal({4}, 3), (Ports{4, 4, 4}));
  EXPECT_EQ(deal({4, 7}, 4), (Ports{7, 7, 7, 4}));
}

TEST(Dealer, ForgetsWithEachSwitch) {
  Deal deal;
  deal({1, 2}, 1);
  deal.dealer.start_switch();
  EXPECT_EQ(deal({1, 2}, 1), Ports{1});
}

}  // namespace
}  // namespace weft
