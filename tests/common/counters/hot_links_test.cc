#include "common/counters/hot_links.h"

#include <gtest/gtest.h>

#include "tests/support/counted_tree.h"

namespace weft {
namespace {

using test::contains;

// Loads are even, and the links between switches are used to a quarter.
class HotLinks : public ::testing::Test {
 protected:
  HotLinks() { tree_.use_all(0.25); }

  // «cause direction», in order.
  std::vector<std::string> found() {
    measures_ = tree_.measures();
    hot_ = find_hot_links(tree_.fabric(), tables(), measures_, tree_.counted);
    std::vector<std::string> all;
    for (const HotLink& hot : hot_) {
      all.push_back(std::string(name_of(hot.cause)) + " " +
                    describe_direction(tree_.fabric(), measures_, hot.direction));
    }
    return all;
  }
  std::string why(std::size_t i) {
    return describe_cause(tree_.fabric(), tables(), measures_, tree_.counted, hot_[i]);
  }
  ConstTables tables() { return tree_.routed.block.tables(); }
  using Found = std::vector<std::string>;

  test::CountedTree tree_;
  FabricMeasures measures_;
  std::vector<HotLink> hot_;
};

TEST_F(HotLinks, AnEvenLoadHasNone) {
  EXPECT_EQ(found(), Found());
  tree_.set(0, 1, Counter::kSymbolErrors, 10);
  tree_.set(0, 1, Counter::kLinkDowned, 1);
  tree_.wait(0, 1, 0.05);
  EXPECT_EQ(found(), Found());
}

TEST_F(HotLinks, ABadCableIsReportedOnceAtTheEndWithMoreErrors) {
  tree_.set(2, 1, Counter::kSymbolErrors, 70'000);
  tree_.set(0, 1, Counter::kLinkDowned, 2);
  tree_.wait(0, 1, 0.5);
  ASSERT_EQ(found(), Found{"cable s0[1] -> s2[1]"});
  EXPECT_TRUE(contains(why(0), "symbol errors 70000 at s2[1]; link downed 2 at s0[1]: "));
}

TEST_F(HotLinks, OfOneSnapshotALinkMayHaveGoneDownOften) {
  tree_.set(0, 1, Counter::kLinkDowned, 10);
  tree_.counted.seconds = 0;
  tree_.counted.is_between = false;
  EXPECT_EQ(found(), Found());
  tree_.counted.is_between = true;  // at unknown times
  EXPECT_EQ(found(), Found{"cable s2[1] -> s0[1]"});
}

TEST_F(HotLinks, DistinguishesRoutesFromJobs) {
  tree_.use(0, 1, 0.75);
  tree_.use(1, 2, 0.75);
  tree_.loads[tree_.place(0, 1)] = 12;
  tree_.set(1, 3, Counter::kXmitData, 4e9);
  tree_.set(1, 4, Counter::kXmitData, 5e9);
  tree_.set(0, 4, Counter::kXmitData, 6e9);
  tree_.set(1, 3, Counter::kRcvData, 6e9);
  EXPECT_EQ(found(), (Found{"routes s0[1] -> s2[1]", "job s1[2] -> s3[2]"}));
  EXPECT_TRUE(contains(why(0), "2.4 times as many paths over it as over its peers"));
  EXPECT_TRUE(contains(why(1), "mostly from a2[1] to a1[1]"));
}

TEST_F(HotLinks, HostsThatNoPathOfALinkLeadsToAreNotNamed) {
  // s2 has an entry for a3, too, but s0 sends that by s3.
  tree_.use(2, 2, 0.75);
  tree_.set(1, 4, Counter::kXmitData, 9e9);
  tree_.set(1, 3, Counter::kXmitData, 4e9);
  tree_.set(0, 3, Counter::kRcvData, 4e9);
  tree_.set(0, 4, Counter::kRcvData, 1e9);
  ASSERT_EQ(found(), Found{"job s2[2] -> s1[1]"});
  EXPECT_TRUE(contains(why(0), "mostly from a0[1] to a2[1]"));
}

TEST_F(HotLinks, IdleLinksAreNotHot) {
  tree_.use_all(0.01);
  tree_.use(0, 1, 0.1);
  EXPECT_EQ(found(), Found());
  tree_.counted.seconds = 0;
  EXPECT_EQ(found(), Found{"job s0[1] -> s2[1]"}) << "without a time a second at full rate counts";
  tree_.use(0, 1, 0.09);
  EXPECT_EQ(found(), Found());
}

TEST_F(HotLinks, ASlowHostSlowsTheLinksBehindIt) {
  tree_.use(1, 3, 0.1);
  tree_.wait(1, 3, 0.6);
  tree_.wait(2, 2, 0.4);
  tree_.wait(0, 1, 0.3);
  EXPECT_EQ(found(),
            (Found{"end port s1[3] -> a2[1]", "spread s2[2] -> s1[1]", "spread s0[1] -> s2[1]"}));
  EXPECT_TRUE(contains(why(0), "a2[1] does not take what it is sent: the port waited in 60 %"));
  EXPECT_EQ(why(2), "it waits in 30 % of the time for s1[3] -> a2[1]");
}

TEST_F(HotLinks, AHotLinkIsNotOnlySlowedByOthers) {
  tree_.wait(1, 3, 0.6);
  tree_.wait(0, 1, 0.3);
  tree_.use(0, 1, 0.75);
  EXPECT_EQ(found(), (Found{"end port s1[3] -> a2[1]", "job s0[1] -> s2[1]"}));
}

TEST_F(HotLinks, IncastIsABusyHostThatOthersWaitFor) {
  tree_.use(1, 3, 0.95);
  EXPECT_EQ(found(), Found()) << "a host may use its link";
  tree_.wait(2, 2, 0.4);
  EXPECT_EQ(found(), (Found{"end port s1[3] -> a2[1]", "spread s2[2] -> s1[1]"}));
  EXPECT_TRUE(contains(why(0), "incast"));
  // a3 is reached by the other spine.
  tree_.wait(2, 2, 0);
  tree_.wait(0, 1, 0.4);
  tree_.use(1, 3, 0.1);
  tree_.use(1, 4, 0.95);
  EXPECT_EQ(found(), Found{"unclear s0[1] -> s2[1]"});
}

TEST_F(HotLinks, ABadCableSlowsTheLinksBehindIt) {
  tree_.set(1, 1, Counter::kRcvErrors, 500);
  tree_.wait(0, 1, 0.3);
  EXPECT_EQ(found(), (Found{"cable s2[2] -> s1[1]", "spread s0[1] -> s2[1]"}));
}

TEST_F(HotLinks, WhereAllAreBusyTheFabricIsFull) {
  tree_.use_all(0.9);
  EXPECT_EQ(found().size(), 8u);
  EXPECT_EQ(found()[0], "load s0[1] -> s2[1]");
  EXPECT_TRUE(contains(why(0), "used to 90 %, 1.0 times what its peers are"));
}

}  // namespace
}  // namespace weft
