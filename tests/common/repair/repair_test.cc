#include "common/repair/repair.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/repair/column_repair.h"
#include "common/repair/translate.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "tests/support/chain_policy_by_hand.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::LivingFabric;

const EngineInfo& engine_called(std::string_view name) {
  return **std::find_if(all_engines().begin(), all_engines().end(),
                        [&](const EngineInfo* engine) { return engine->name == name; });
}

// Three spines, six leaves with three CAs each and two links to each spine.
Fabric double_tree() {
  XgftSpec spec;
  spec.down = {3, 6};
  spec.up = {1, 3};
  spec.parallel = {1, 2};
  return with_new_lids(make_xgft(spec), 0);
}

// Paths to half of the CAs of the tree are those of a step of their own.
Options options_for(std::string_view engine) {
  if (engine != "chain") return {};
  const Fabric tree = double_tree();
  std::string guids = "port-group\nname: half\nport-guid: 0x1";
  for (EndPortIndex e = 0; e < tree.end_port_count(); e += 2) {
    guids += fmt::format(", {:#x}", tree.end_ports()[e].port_guid);
  }
  test::ChainPolicyByHand policy(guids + "\nend-port-group\n");
  policy.step("updn");
  policy.step("dfsssp", policy.topology("ALL_SWITCHES", "half"));
  return policy.options();
}

// A running session, and what changed in its tables by LID.
class Running {
 public:
  explicit Running(std::string_view engine)
      : options_(options_for(engine)), session_(engine_called(engine), all_engines()) {}

  const Verified& route(Fabric fabric) {
    before_ = std::move(now_);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    now_ =
        session_.route({std::move(fabric), options_, Workers(1), {first_lanes(8)}}, block.tables());
    return *now_;
  }
  PortNum before(SwitchIndex s, Lid lid) const { return before_->tables->tables().row(s)[lid]; }
  PortNum now(SwitchIndex s, Lid lid) const { return now_->tables->tables().row(s)[lid]; }

  // The LIDs that entries of switches changed of; switches and LIDs are the same before and now.
  std::set<Lid> changed() const {
    std::set<Lid> lids;
    for (SwitchIndex s = 0; s < now_->fabric.switch_count(); ++s) {
      for (unsigned lid = 1; lid <= before_->fabric.max_lid(); ++lid) {
        if (before(s, static_cast<Lid>(lid)) != now(s, static_cast<Lid>(lid))) {
          lids.insert(static_cast<Lid>(lid));
        }
      }
    }
    return lids;
  }

 private:
  Options options_;
  Session session_;
  std::shared_ptr<const Verified> before_, now_;
};

class EveryEngine : public ::testing::TestWithParam<const char*> {};

// Six leaves with three CAs of two LIDs each, four spines: whichever uplink is lost, the LIDs of a
// port go on leaving the leaf by different ones.
TEST_P(EveryEngine, LidsOfAPortStayApart) {
  // The steps of the chain have no LMC, and dor has one way to a neighbour.
  if (std::string_view(GetParam()) == "chain" || std::string_view(GetParam()) == "dor") return;
  const Fabric tree = with_new_lids(make_xgft({.down = {3, 6}, .up = {1, 4}}), 1);
  const SwitchIndex leaf = tree.end_ports()[0].sw;
  for (PortNum lost = 4; lost < 8; ++lost) {
    Running running(GetParam());
    LivingFabric fabric(tree);
    running.route(fabric.now());
    fabric.lose_link(leaf, lost);
    EXPECT_TRUE(running.route(fabric.now()).change->repaired);
    for (const EndPort& port : tree.end_ports()) {
      if (port.sw == leaf) continue;
      EXPECT_NE(running.now(leaf, port.lid), running.now(leaf, static_cast<Lid>(port.lid + 1)));
    }
  }
}

TEST_P(EveryEngine, AHostThatRebootsMovesNoPath) {
  Running running(GetParam());
  LivingFabric fabric(double_tree());
  running.route(fabric.now());
  const Lid lid = fabric.whole().end_ports()[4].lid;
  fabric.lose_end_port(4);
  running.route(fabric.now());
  for (const Lid changed : running.changed()) EXPECT_EQ(changed, lid);
  EXPECT_EQ(running.now(0, lid), kNoPath);
  fabric.return_all();
  running.route(fabric.now());
  for (const Lid changed : running.changed()) EXPECT_EQ(changed, lid);
}

TEST_P(EveryEngine, ANewHostMovesNoPath) {
  Running running(GetParam());
  LivingFabric fabric(double_tree());
  fabric.lose_end_port(7);
  running.route(fabric.now());
  fabric.return_all();
  const Verified& result = running.route(fabric.now());
  EXPECT_TRUE(result.change->repaired);
  for (SwitchIndex s = 0; s < result.fabric.switch_count(); ++s) {
    EXPECT_NE(running.now(s, fabric.whole().end_ports()[7].lid), kNoPath);
    for (EndPortIndex e = 0; e < 18; ++e) {
      const Lid lid = fabric.whole().end_ports()[e].lid;
      if (e == 7) continue;
      EXPECT_EQ(running.now(s, lid), running.before(s, lid));
    }
  }
}

// Five hosts of a torus come one by one, whichever they are. Replies of a new host take the ways of
// its neighbour's, on the same lanes.
TEST(Repair, ANewHostTakesTheLanesOfItsNeighbour) {
  GridSpec spec;
  spec.dims = {5, 5};
  spec.cas = 2;
  const Fabric torus = with_new_lids(make_torus(spec), 0);
  for (const char* const engine : {"dfsssp", "lash"}) {
    for (EndPortIndex first = 0; first < torus.end_port_count(); ++first) {
      std::vector<EndPortIndex> late;
      for (EndPortIndex i = 0; i < 5; ++i) late.push_back((first + i * 13) % 50);
      LivingFabric fabric(torus);
      for (const EndPortIndex e : late) fabric.lose_end_port(e);
      test::RoutedSession session(engine_called(engine), 8);
      ASSERT_EQ(session.route(fabric.now()), "");
      ASSERT_GT(session.last().verdict.lanes_used, 1u);
      for (const EndPortIndex e : late) {
        fabric.return_end_port(e);
        ASSERT_EQ(session.route(fabric.now()), "");
        const Change& change = *session.last().change;
        EXPECT_TRUE(change.repaired) << engine << ", host " << e << ": " << change.why_anew;
        EXPECT_EQ(change.entries + change.sls, 0u);
      }
    }
  }
}

// s0 - s1 - s2 with a CA each. The baseline has no s2, whose connections are on SL 1.
TEST(Repair, ConnectionsThatTheBaselineLacksKeepTheirLanes) {
  using test::lid_of_ca;
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 2);
  sketch.link(1, 1, 2, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  const LivingFabric line(sketch.build());
  LivingFabric without_s2 = line;
  without_s2.lose_switch(2);
  test::Routed before(without_s2.now());
  before.all_else(0, 1);
  before.all_else(1, 2);
  test::Routed active(line.now());
  active.all_else(0, 1);
  active.all_else(2, 2);
  active.all_else(1, 2);
  for (const Lid lid : {test::lid_of_switch(2), lid_of_ca(2)}) active.entry(1, lid) = 1;

  const std::size_t lids = active.fabric.max_lid() + std::size_t{1};
  Routing with_s2;
  SlBySwitch sls{std::vector(3, std::vector<Sl>(lids, 0))};
  sls.rows[0][lid_of_ca(2)] = sls.rows[1][lid_of_ca(2)] = 1;
  sls.rows[2].assign(lids, 1);
  with_s2.lanes = sls;
  Routing baseline;
  baseline.lanes = SlBySwitch{std::vector(2, std::vector<Sl>(lids, 0))};

  const FabricMatch same(active.fabric, active.fabric);
  const FabricMatch from_baseline(before.fabric, active.fabric);
  const EarlierRouting of_baseline = {from_baseline, before.block.tables(), baseline, nullptr, {}};
  Sl2Vl::Map map = Sl2Vl::kIdentity;
  TableBlock rows(3, active.fabric.max_lid());
  const Routing repaired = repair({.accepted = {same, active.block.tables(), with_s2, nullptr, {}},
                                   .baseline = &of_baseline,
                                   .to_baseline = true,
                                   .lanes = first_lanes(2),
                                   .map = map,
                                   .granted = {},
                                   .workers = Workers(1)},
                                  rows.tables());
  const auto sl = [&](SwitchIndex s, SwitchIndex to) {
    return path_sl(repaired.lanes, {.sw = s}, lid_of_ca(to), 0);
  };
  EXPECT_EQ(sl(0, 1), 0);
  EXPECT_EQ(sl(0, 2), 1);
  EXPECT_EQ(sl(1, 2), 1);
  EXPECT_EQ(sl(2, 0), 1);
  EXPECT_EQ(rows.tables().row(0)[lid_of_ca(2)], 1);
}

// The columns of all its destinations lack the paths from it, and would be made again. With nue
// many paths are longer than the shortest.
TEST(Repair, ASwitchThatIsCutOffMovesNoPathThatMissesIt) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Fabric graph = with_new_lids(
        make_random_regular({.switches = 20, .degree = 4, .cas = 1, .seed = seed}), 0);
    Running running("nue");
    LivingFabric fabric(graph);
    running.route(fabric.now());
    const SwitchIndex cut = 7;
    for (PortNum port = 1; port <= graph.switches()[cut].port_count; ++port) {
      if (graph.ports(cut)[port].kind == PeerKind::kSwitch) fabric.lose_link(cut, port);
    }
    EXPECT_TRUE(running.route(fabric.now()).change->repaired);
    for (const EndPort& to : graph.end_ports()) {
      for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
        SwitchIndex at = s;
        while (at != to.sw && at != cut) at = graph.ports(at)[running.before(at, to.lid)].peer;
        if (at == cut || to.sw == cut) continue;
        EXPECT_EQ(running.now(s, to.lid), running.before(s, to.lid)) << s << " " << to.lid;
      }
    }
  }
}

TEST_P(EveryEngine, AParallelLinkTakesOver) {
  Running running(GetParam());
  LivingFabric fabric(double_tree());
  running.route(fabric.now());
  const Fabric& whole = fabric.whole();
  // The first link of the first switch that has hosts.
  const SwitchIndex leaf = whole.end_ports()[0].sw;
  const auto ports = whole.ports(leaf);
  PortNum lost = 1;
  while (ports[lost].kind != PeerKind::kSwitch) ++lost;
  fabric.lose_link(leaf, lost);
  const Verified& result = running.route(fabric.now());
  EXPECT_EQ(describe(result.change->delta), "1 parallel link lost");
  std::uint64_t used = 0;
  for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
    for (unsigned l = 1; l <= whole.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const PortNum before = running.before(s, lid);
      const bool over_lost = (s == leaf && before == lost) ||
                             (s == ports[lost].peer && before == ports[lost].peer_port);
      if (!over_lost) {
        EXPECT_EQ(running.now(s, lid), before);
        continue;
      }
      ++used;
      EXPECT_EQ(whole.ports(s)[running.now(s, lid)].peer, whole.ports(s)[before].peer);
    }
  }
  EXPECT_GT(used, 0u);
  EXPECT_EQ(result.change->entries, used);
  EXPECT_EQ(result.change->sls, 0u);
}

TEST_P(EveryEngine, ASpineThatRebootsIsAsBusyAsBefore) {
  Running running(GetParam());
  LivingFabric fabric(double_tree());
  const std::uint64_t spine = [&] {
    for (SwitchIndex s = 0;; ++s) {
      const auto ports = fabric.whole().ports(s);
      if (std::none_of(ports.begin(), ports.end(),
                       [](const Port& port) { return port.kind == PeerKind::kEndPort; })) {
        return s;
      }
    }
  }();
  const Verified first = running.route(fabric.now());
  fabric.lose_switch(static_cast<SwitchIndex>(spine));
  EXPECT_TRUE(running.route(fabric.now()).change->repaired);
  fabric.return_all();
  running.route(fabric.now());
  for (SwitchIndex s = 0; s < first.fabric.switch_count(); ++s) {
    for (unsigned lid = 1; lid <= first.fabric.max_lid(); ++lid) {
      EXPECT_EQ(running.now(s, static_cast<Lid>(lid)), first.tables->tables().row(s)[lid]);
    }
  }
}

// A leaf switch below two spines loses its link to one of them. To that one's own LID, where nobody
// may turn up again, the other spine had no path, and now it lies on the only way that is left.
TEST(Repair, HostsStillReachASpineThatTheirSwitchIsNotLinkedToAnyMore) {
  test::Sketch sketch(4);  // leaves s0 and s1, spines s2 and s3
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    sketch.link(leaf, 1, 2, static_cast<PortNum>(1 + leaf));
    sketch.link(leaf, 2, 3, static_cast<PortNum>(1 + leaf));
    sketch.ca(leaf, 3);
  }
  LivingFabric fabric(sketch.build());
  Running running("updn");
  running.route(fabric.now());
  const Lid spine = test::lid_of_switch(2);
  ASSERT_EQ(running.now(0, spine), 1);
  ASSERT_EQ(running.now(3, spine), kNoPath);
  fabric.lose_link(0, 1);
  const Verified& result = running.route(fabric.now());
  EXPECT_TRUE(result.change->repaired);
  EXPECT_EQ(running.now(0, spine), 2);
  EXPECT_EQ(running.now(3, spine), 2);
  EXPECT_EQ(running.now(1, spine), 1);
  EXPECT_TRUE(result.verdict.unreached.empty());
}

// A ring of s0 to s3, with a CA each; on VL 0 both turns by which s2 could reach s0 close cycles.
// Behind s2 hangs s4, which has no CA, and no SL that another lane could be chosen by. Repairs what
// s1 sent on from s2 to the CA at s0.
struct RingWithoutRoom {
  RingWithoutRoom(const std::vector<Lane>& lanes_there, const std::vector<Lane>& reserve)
      : routed(fabric()), budget{.lanes = lanes_there} {
    routed.entry(1, lid) = 2;
    routed.entry(3, lid) = 1;
    routed.entry(4, lid) = 1;
    const Links links(routed.fabric);
    TurnEvidence evidence;
    evidence.turns.resize(links.turn_count());
    for (const SwitchIndex s : {3u, 0u, 1u}) {
      evidence.turns[links.turn(links.at(s, 1), links.at((s + 1) % 4, 1))] = 1;
      const SwitchIndex from = (4 - s) % 4;
      evidence.turns[links.turn(links.at(from, 2), links.at((from + 3) % 4, 2))] = 1;
    }
    const FabricMatch match(routed.fabric, routed.fabric);
    const Sl2Vl same;
    AllowedTurns turns(evidence, match, links, same);
    PairLanes lanes(routed.fabric, budget, reserve, {}, false, plan);
    std::vector<std::uint64_t> loads(links.count());
    const Orientation none;
    ColumnRepair repair(routed.fabric, links, turns, lanes, loads, none, {},
                        {[](SwitchIndex, Lid) { return kNoPath; }, false, Sparing::kTurns},
                        routed.block.tables());
    lost = repair.repair(lid, std::vector<ColumnRepair::Seed>{{2, 1}});
  }

  static Fabric fabric() {
    test::Sketch sketch(5);
    for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
    sketch.link(2, 4, 4, 1);
    for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
    return sketch.build();
  }
  Sl sl() const { return path_sl(plan, {.sw = 2}, lid, 0); }

  const Lid lid = test::lid_of_ca(0);
  test::Routed routed;
  LaneBudget budget;
  LanePlan plan = SlBySwitch{};
  std::size_t lost;
};

TEST(Repair, OfSwitchesWithoutHostsFollowsThoseThatTakeAnotherLane) {
  RingWithoutRoom ring({{0, 0}, {1, 1}}, {});
  EXPECT_EQ(ring.lost, 0u);
  EXPECT_NE(ring.routed.entry(2, ring.lid), kNoPath);
  EXPECT_EQ(ring.sl(), 1);
  EXPECT_EQ(ring.routed.entry(4, ring.lid), 1);
}

TEST(Repair, TakesTheReserveWhereNoLaneHasRoom) {
  EXPECT_EQ(RingWithoutRoom({{0, 0}}, {}).lost, 1u);
  const RingWithoutRoom with_reserve({{0, 0}}, {{2, 2}});
  EXPECT_EQ(with_reserve.lost, 0u);
  EXPECT_EQ(with_reserve.sl(), 2);
  const RingWithoutRoom with_room({{0, 0}, {1, 1}}, {{2, 2}});
  EXPECT_EQ(with_room.lost, 0u);
  EXPECT_EQ(with_room.sl(), 1);
}

INSTANTIATE_TEST_SUITE_P(Repair, EveryEngine,
                         ::testing::Values("minhop", "updn", "dnup", "dor", "ftree", "pqft", "sssp",
                                           "dfsssp", "lash", "nue", "chain"),
                         [](const auto& test) { return std::string(test.param); });

// a0 and a1 at s0, a2 at s1.
Fabric three_hosts() {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 2);
  sketch.ca(0, 3);
  sketch.ca(1, 2);
  return sketch.build();
}

TEST(SlsBySwitch, AreThoseThatItsEndPortsAgreeOn) {
  using test::lid_of_ca;
  const Fabric fabric = three_hosts();
  SlByPath paths;
  paths.rows.assign(3, std::vector<Sl>(lid_of_ca(2) + 1, 0));
  paths.rows[0][lid_of_ca(2)] = paths.rows[1][lid_of_ca(2)] = 3;
  paths.rows[0][lid_of_ca(1)] = 2;  // a1 sends nothing to itself
  paths.rows[2] = {};               // what is not there is SL 0
  const SlBySwitch sls = sls_by_switch(fabric, paths);
  ASSERT_EQ(sls.rows.size(), 2u);
  std::vector<Sl> expected(lid_of_ca(2) + 1, 0);
  expected[lid_of_ca(2)] = 3;
  expected[test::lid_of_switch(1)] = 3;  // as to a2
  expected[lid_of_ca(1)] = 2;
  EXPECT_EQ(sls.rows[0], expected);
  EXPECT_EQ(sls.rows[1], std::vector<Sl>(lid_of_ca(2) + 1, 0));
  paths.rows[1][lid_of_ca(2)] = 4;
  try {
    sls_by_switch(fabric, paths);
    FAIL();
  } catch (const CannotRoute& error) {
    EXPECT_STREQ(error.what(),
                 "a0 (0x0000000000001001) and a1 (0x0000000000001011) are at the same switch but "
                 "use different SLs to LID 102 of a2 (0x0000000000001021): 3 and 4");
  }
}

}  // namespace
}  // namespace weft
