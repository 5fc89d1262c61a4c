#include "common/patterns/fair_shares.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "common/fabric/generators/blueprint.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Shares = std::vector<double>;
using Senders = std::vector<SwitchIndex>;

// s0 - s1 - s2 in a row; CAs a0, a1 on s0, a2 on s1, a3, a4 on s2.
class Row : public testing::Test {
 protected:
  Row() {
    test::Sketch sketch(3);
    sketch.link(0, 1, 1, 1);
    sketch.link(1, 2, 2, 1);
    PortNum port = 3;
    for (const SwitchIndex s : {0, 0, 1, 2, 2}) sketch.ca(s, port++);
    fabric_ = sketch.build();
    route();
  }

  void route() {
    rows_.emplace(fabric_.switch_count(), fabric_.max_lid());
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& end = fabric_.end_ports()[e];
      for (SwitchIndex s = 0; s < 3; ++s) {
        const PortNum on = s < end.sw ? (s == 0 ? 1 : 2) : 1;
        rows_->tables().row(s)[end.lid] = s == end.sw ? end.switch_port : on;
      }
    }
  }

  std::vector<double> shares(const std::vector<Flow>& flows) {
    const FabricIndex index(fabric_);
    const LinkTimes times(index);
    FairShares fair(index, times, rows_->tables());
    const auto shares = fair.share(flows);
    held_back_by_.clear();
    for (const std::uint32_t link : fair.held_back_by()) {
      held_back_by_.push_back(link == kNone ? kNone : index.links()[link].from);
    }
    return {shares.begin(), shares.end()};
  }

  Fabric fabric_;
  std::optional<TableBlock> rows_;
  std::vector<SwitchIndex> held_back_by_;  // by flow: which switch sends over that link
};

TEST_F(Row, AFlowAloneHasAll) {
  EXPECT_EQ(shares({{0, 3}}), (Shares{1}));
  EXPECT_EQ(held_back_by_, (Senders{kNone}));
}

TEST_F(Row, TwoOnALinkShareIt) {
  EXPECT_EQ(shares({{0, 3}, {1, 4}}), (Shares{0.5, 0.5}));
  EXPECT_EQ(shares({{0, 3}, {3, 0}}), (Shares{1, 1})) << "each direction for itself";
}

TEST_F(Row, AWeightIsAsManyFlows) {
  EXPECT_EQ(shares({{0, 3, 3}, {1, 4}}), (Shares{0.25, 0.25}));
  EXPECT_EQ(held_back_by_.front(), 0u) << "the link that s0 sends over";
}

TEST_F(Row, EndPortsAreLinksToo) {
  EXPECT_EQ(shares({{0, 1}, {0, 2}, {0, 3}}), (Shares{1.0 / 3, 1.0 / 3, 1.0 / 3}));
  EXPECT_EQ(held_back_by_, (Senders{kNone, kNone, kNone}));
}

TEST_F(Row, SpeedsCount) {
  Blueprint blueprint(fabric_);
  for (Blueprint::Link& link : blueprint.links) {
    if (link.a == 0 && link.port_a == 1) link.attributes.width = 1;
  }
  fabric_ = blueprint.build();
  route();
  EXPECT_EQ(shares({{0, 3}, {2, 4}}), (Shares{0.25, 0.75}));
  EXPECT_EQ(held_back_by_, (Senders{0, 1}));
}

TEST_F(Row, WhatDoesNotArriveHasNothing) {
  rows_->tables().row(1)[fabric_.end_ports()[3].lid] = kNoPath;
  EXPECT_EQ(shares({{0, 3}, {1, 4}}), (Shares{0, 1}));
}

}  // namespace
}  // namespace weft
