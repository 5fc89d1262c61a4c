// What OpenSM's callbacks do to its structures, with engines that the tests make.
#include "plugins/opensm/routing_engine.h"

#include <endian.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/file.h"
#include "common/fabric/counts.h"
#include "common/state/state_file.h"
#include "plugins/shortest/minhop.h"
#include "plugins/up_down/updn.h"
#include "tests/support/fabric_text.h"
#include "tests/support/failing_allocation.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Sketch;

// A square of switches with a CA each at port 3: two shortest paths across.
Fabric square() {
  Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  return sketch.build();
}

// What the engines of these tests do, and what they were asked for.
struct Script {
  bool fails = false;
  std::uint32_t needed_links = 0;  // between switches; it fails with fewer
  std::function<void()> at_the_end = [] {};
  const EngineInfo* engine = &minhop_engine();
  std::optional<LanePlan> lanes = std::nullopt;
  std::optional<MulticastPlan> multicast = std::nullopt;
  std::shared_ptr<const Sl2Vl> sl2vl = nullptr;
  unsigned calls = 0;
};
Script script;

Routing route_by_script(const RouteRequest& request, Tables rows) {
  ++script.calls;
  Routing routing = script.engine->route(request, rows);
  if (script.lanes) routing.lanes = *script.lanes;
  routing.sl2vl = script.sl2vl;
  if (script.sl2vl != nullptr) routing.qos_levels = {0b11};
  if (script.multicast) routing.multicast = *script.multicast;
  script.at_the_end();
  std::uint32_t links = 0;
  for (SwitchIndex s = 0; s < request.fabric.switch_count(); ++s) {
    links += links_to_switches(request.fabric, s);
  }
  if (links / 2 < script.needed_links) throw CannotRoute("there are too few links");
  if (script.fails) throw CannotRoute("the script says so");
  return routing;
}

const EngineInfo& scripted_engine() {
  static const EngineInfo engine = {"scripted", "", Claims{}, &route_by_script};
  return engine;
}

// An opensm with one routing engine, as after a first discovery.
class Opensm {
 public:
  Opensm() : subnet(square()), plugin(subnet.opensm(), "weft", {}) {
    script = {};
    osm_exit_flag = 0;
    configure("");
    subnet.subnet().opt.config_file = config_.data();
    plugin.read_options();
    subnet.opensm().routing_engine_list = &slot;
    RoutingEngine::install(plugin, scripted_engine(), "weft-scripted", slot);
    plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
    subnet.prepare_tables();
  }
  ~Opensm() {
    slot.destroy(slot.context);
    osm_exit_flag = 0;
  }
  Opensm(const Opensm&) = delete;
  Opensm& operator=(const Opensm&) = delete;

  void configure(const std::string& text) { std::ofstream(config_) << "weft_threads 2\n" << text; }
  int route() { return slot.ucast_build_fwd_tables(slot.context); }
  // A sweep that discovers the subnet, routes it and sends the tables.
  void sweep() {
    plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
    subnet.prepare_tables();
    ASSERT_EQ(route(), 0);
    subnet.send_tables();
    plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  }

  void drain(const std::string& parts, const std::string& more_options = "") {
    std::ofstream(folder_.file("drain.conf")) << parts;
    configure("weft_drain_file " + folder_.file("drain.conf") + "\n" + more_options);
  }
  // Is there a path over the link from s0 to s1?
  bool uses_link() {
    const osm_switch_t& sw = subnet.sw(0);
    return std::count(sw.new_lft, sw.new_lft + sw.lft_size, PortNum{1}) != 0;
  }

  bool all_new_entries_are(PortNum port) {
    for (SwitchIndex s = 0; s < 4; ++s) {
      const osm_switch_t& sw = subnet.sw(s);
      if (std::count(sw.new_lft, sw.new_lft + sw.lft_size, port) != sw.lft_size) return false;
    }
    return true;
  }
  std::vector<std::vector<PortNum>> live_entries() {
    std::vector<std::vector<PortNum>> rows;
    for (SwitchIndex s = 0; s < 4; ++s) {
      const osm_switch_t& sw = subnet.sw(s);
      rows.emplace_back(sw.lft, sw.lft + sw.lft_size);
    }
    return rows;
  }
  bool new_entries_are_the_live_ones() {
    for (SwitchIndex s = 0; s < 4; ++s) {
      const osm_switch_t& sw = subnet.sw(s);
      if (!std::equal(sw.lft, sw.lft + sw.lft_size, sw.new_lft)) return false;
    }
    return true;
  }
  std::uint8_t path_sl(std::uint8_t hint, Lid from, Lid to) {
    return slot.path_sl(slot.context, hint, htobe16(from), htobe16(to));
  }

  test::OpensmSubnet subnet;
  Plugin plugin;
  osm_routing_engine_t slot{};
  osm_routing_engine_t other{};  // another one of OpenSM's list

 private:
  TemporaryDirectory folder_;
  std::string config_ = folder_.file("opensm.conf");
};

TEST(RoutingEngine, NewTablesAreWhatTheEngineSaid) {
  Opensm opensm;
  ASSERT_EQ(opensm.route(), 0);
  const Fabric fabric = square();
  TableBlock expected(4, fabric.max_lid());
  minhop_engine().route({fabric, {}, Workers(1)}, expected.tables());
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (unsigned lid = 0; lid <= fabric.max_lid(); ++lid) {
      EXPECT_EQ(opensm.subnet.new_entry(s, static_cast<Lid>(lid)), expected.tables().row(s)[lid]);
    }
  }
  EXPECT_EQ(opensm.slot.build_lid_matrices(opensm.slot.context), 0);
  EXPECT_EQ(opensm.slot.update_sl2vl, nullptr);
  EXPECT_EQ(opensm.slot.update_vlarb, nullptr);
}

TEST(RoutingEngine, ClearsWhatAnEngineBeforeItLeft) {
  Opensm opensm;
  opensm.other.next = &opensm.slot;
  opensm.subnet.opensm().routing_engine_list = &opensm.other;
  for (SwitchIndex s = 0; s < 4; ++s) {
    std::fill_n(opensm.subnet.sw(s).new_lft, opensm.subnet.sw(s).lft_size, PortNum{7});
  }
  ASSERT_EQ(opensm.route(), 0);
  for (SwitchIndex s = 0; s < 4; ++s) {
    EXPECT_EQ(opensm.subnet.new_entry(s, 50), kNoPath);   // nobody's
    EXPECT_EQ(opensm.subnet.new_entry(s, 127), kNoPath);  // above the highest
    EXPECT_EQ(opensm.subnet.new_entry(s, lid_of_ca(s)), 3);
  }
}

TEST(RoutingEngine, RefusesRowsThatAreMissing) {
  Opensm opensm;
  opensm.subnet.sw(2).new_lft = nullptr;
  EXPECT_EQ(opensm.route(), -1);
  EXPECT_EQ(script.calls, 0u);
  EXPECT_TRUE(contains(opensm.subnet.log(),
                       "weft-scripted: OpenSM allocated a forwarding table of 0 bytes"));
}

// --- Engines that fail ---

TEST(RoutingEngine, WithoutLiveTablesAFailureLeavesNoEntry) {
  Opensm opensm;
  script.fails = true;
  EXPECT_EQ(opensm.route(), -1);
  EXPECT_EQ(script.calls, 1u);
  EXPECT_TRUE(opensm.all_new_entries_are(kNoPath));
  EXPECT_TRUE(contains(opensm.subnet.log(), "weft-scripted: the script says so\n"));
  EXPECT_EQ(opensm.slot.path_sl, nullptr);
}

TEST(RoutingEngine, TheLastOfTheListKeepsTheLiveTables) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.prepare_tables();
  script.fails = true;
  EXPECT_EQ(opensm.route(), 0);
  EXPECT_FALSE(opensm.all_new_entries_are(kNoPath));
  EXPECT_TRUE(opensm.new_entries_are_the_live_ones());
  EXPECT_TRUE(
      contains(opensm.subnet.log(),
               "no engine can route, so the active routes stay, repaired where possible: the "
               "script says so\n"));
}

TEST(RoutingEngine, OthersLeaveItToTheNext) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.prepare_tables();
  script.fails = true;
  opensm.slot.next = &opensm.other;
  EXPECT_EQ(opensm.route(), -1);
  EXPECT_TRUE(opensm.all_new_entries_are(kNoPath));
}

TEST(RoutingEngine, TheLastEngineRepairsABadRouting) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.prepare_tables();
  test::OpensmSubnet::unplug(opensm.subnet.switch_port(0, 1));
  script.fails = true;
  EXPECT_EQ(opensm.route(), 0);
  EXPECT_FALSE(opensm.all_new_entries_are(kNoPath));
  EXPECT_TRUE(contains(opensm.subnet.log(), "1 pair of switches no longer linked; repaired: "));
  EXPECT_TRUE(contains(opensm.subnet.log(), "every pair is reached"));
}

TEST(RoutingEngine, NoExceptionCrosses) {
  const std::pair<std::function<void()>, std::string> cases[] = {
      {[] { throw std::bad_alloc(); }, "weft-scripted: there is not enough memory\n"},
      {[] { throw std::logic_error("a fault of the engine"); }, "a fault of the engine\n"},
      {[] { throw 5; }, "an unknown error occurred\n"}};
  for (const auto& [thrown, said] : cases) {
    Opensm opensm;
    script.at_the_end = thrown;
    EXPECT_EQ(opensm.route(), -1);
    EXPECT_TRUE(opensm.all_new_entries_are(kNoPath));
    EXPECT_TRUE(contains(opensm.subnet.log(), said));
  }
}

const std::string kStaysAsItIs = "the active routes stay as they are";

// OpenSM would route with its own min-hop. The engine is asked again for the console's reroute.
TEST(RoutingEngine, WhateverFailsTheLastOfTheListKeepsTheLiveTables) {
  struct Case {
    std::function<void()> thrown;
    bool is_repaired;
    std::string said;
  };
  const Case cases[] = {
      {[] { throw std::bad_alloc(); }, true, "repaired where possible: there is not enough memory"},
      {[] { throw std::logic_error("a fault"); }, true, "repaired where possible: a fault"},
      {[] { throw 5; }, false, "an unknown error occurred"}};
  for (const auto& [thrown, is_repaired, said] : cases) {
    Opensm opensm;
    opensm.sweep();
    opensm.subnet.prepare_tables();
    script.at_the_end = thrown;
    EXPECT_EQ(opensm.route(), 0);
    EXPECT_TRUE(opensm.new_entries_are_the_live_ones());
    EXPECT_TRUE(contains(opensm.subnet.log(), said));
    EXPECT_EQ(contains(opensm.subnet.log(), kStaysAsItIs), !is_repaired);

    opensm.subnet.prepare_tables();
    opensm.slot.next = &opensm.other;
    EXPECT_EQ(opensm.route(), -1) << "the next engine of the list is to try";
  }
}

TEST(RoutingEngine, WhateverMemoryLacksTheLiveTablesStay) {
  std::uint64_t calls = 1;
  unsigned stayed = 0;
  for (std::uint64_t n = 0; n < calls; ++n) {
    Opensm opensm;
    opensm.configure("weft_threads 1\n");
    opensm.sweep();
    opensm.subnet.prepare_tables();
    test::fail_allocation(n);
    const std::uint64_t before = test::allocations();
    EXPECT_EQ(opensm.route(), 0) << n;
    if (n == 0) calls = test::allocations() - before;
    test::fail_allocation(0);
    EXPECT_TRUE(opensm.new_entries_are_the_live_ones()) << n;
    stayed += contains(opensm.subnet.log(), kStaysAsItIs) ? 1 : 0;
  }
  EXPECT_GT(stayed, 10u);
}

// OpenSM has discovered a switch again, or has no answer to a block: it would send an empty table.
TEST(RoutingEngine, TablesThatOpensmDoesNotHaveDoNotStay) {
  for (const PortNum lost : {kNoPath, PortNum{0}}) {
    Opensm opensm;
    opensm.sweep();
    opensm.subnet.prepare_tables();
    std::fill_n(opensm.subnet.sw(2).lft, 64, lost);
    script.at_the_end = [] { throw 5; };
    EXPECT_EQ(opensm.route(), -1) << unsigned{lost};
  }
}

TEST(RoutingEngine, TheStatusSaysThatRoutesStayAsTheyAre) {
  const TemporaryDirectory folder;
  const std::string path = folder.file("status.json");
  Opensm opensm;
  opensm.configure(fmt::format("weft_status_file {}\n", path));
  opensm.sweep();
  opensm.subnet.prepare_tables();
  script.at_the_end = [] { throw 5; };
  ASSERT_EQ(opensm.route(), 0);
  std::string text;
  for (int i = 0; i < 500 && !contains(text, "an unknown error occurred"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    text = read_file(path);
  }
  EXPECT_TRUE(contains(text, "\"engine\": \"weft-scripted\""));
  EXPECT_TRUE(contains(text, "\"kept_because\": \"an unknown error occurred\""));
}

// Of the list «weft-scripted,other»: the first one has routed, the other one has no memory.
TEST(RoutingEngine, TheLastOfTheListAnswersForTheRoutingThatStays) {
  Opensm opensm;
  script.lanes = SlBySwitch{std::vector(4, std::vector<Sl>(square().max_lid() + 1u, 5)), 0};
  RoutingEngine::install(opensm.plugin, scripted_engine(), "weft-other", opensm.other);
  opensm.slot.next = &opensm.other;
  opensm.subnet.subnet().opt.qos = TRUE;
  opensm.sweep();
  ASSERT_EQ(opensm.path_sl(0, lid_of_ca(0), lid_of_ca(2)), 5);
  opensm.subnet.prepare_tables();
  script.at_the_end = [] { throw 5; };
  ASSERT_EQ(opensm.route(), -1);
  EXPECT_EQ(opensm.other.ucast_build_fwd_tables(opensm.other.context), 0);
  EXPECT_TRUE(opensm.new_entries_are_the_live_ones());
  ASSERT_NE(opensm.other.path_sl, nullptr);
  EXPECT_EQ(
      opensm.other.path_sl(opensm.other.context, 0, htobe16(lid_of_ca(0)), htobe16(lid_of_ca(2))),
      5);
  opensm.other.destroy(opensm.other.context);
}

// --- opensm ends ---

TEST(RoutingEngine, AskedToStopLeavesTheTablesAsTheyAre) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.prepare_tables();
  script.at_the_end = [] { osm_exit_flag = 1; };
  EXPECT_EQ(opensm.route(), 0);
  EXPECT_FALSE(opensm.all_new_entries_are(kNoPath));
  EXPECT_TRUE(opensm.new_entries_are_the_live_ones());
}

TEST(RoutingEngine, AskedToStopBeforeAnythingWasSentFails) {
  Opensm opensm;
  opensm.subnet.subnet().first_time_master_sweep = TRUE;
  script.at_the_end = [] { osm_exit_flag = 1; };
  EXPECT_EQ(opensm.route(), -1);
  EXPECT_TRUE(opensm.all_new_entries_are(kNoPath));
}

// --- Staying close to the live routes ---

TEST(RoutingEngine, StaysCloseToWhatWasSent) {
  Opensm opensm;
  opensm.sweep();
  opensm.sweep();
  EXPECT_EQ(script.calls, 1u);
  EXPECT_TRUE(opensm.new_entries_are_the_live_ones());
}

TEST(RoutingEngine, RecomputesForTheConsolesReroute) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.prepare_tables();  // without a discovery
  ASSERT_EQ(opensm.route(), 0);
  EXPECT_EQ(script.calls, 2u);
}

TEST(RoutingEngine, RecomputesWithOtherOptions) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.subnet().opt.port_shifting = TRUE;
  opensm.sweep();
  EXPECT_EQ(script.calls, 2u);
  opensm.sweep();
  EXPECT_EQ(script.calls, 2u);
}

// Whatever that one wrote into the switches.
TEST(RoutingEngine, AfterAnotherMasterItsRoutesAreSentAgain) {
  Opensm opensm;
  opensm.sweep();
  opensm.subnet.subnet().coming_out_of_standby = TRUE;
  opensm.sweep();
  EXPECT_EQ(script.calls, 1u);
  EXPECT_TRUE(contains(opensm.subnet.log(), "8 of 8 LFT blocks to send"));
}

TEST(RoutingEngine, SaysHowManyBlocksAreToBeSent) {
  Opensm opensm;
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), "4 switches, 8 LIDs routed in "));
  EXPECT_TRUE(contains(opensm.subnet.log(), " 8 of 8 LFT blocks to send; every pair is reached"));
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), " 0 of 8 LFT blocks to send"));
  // One entry is lost in a switch.
  opensm.subnet.sw(2).lft[lid_of_ca(1)] = kNoPath;
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), " 1 of 8 LFT blocks to send"));
  // A switch may have lost its tables: OpenSM sends all of them.
  opensm.subnet.sw(1).need_update = 1;
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), " 2 of 8 LFT blocks to send"));
  opensm.subnet.sw(1).need_update = 0;
  // A port has had a higher LID, above which rows reach.
  opensm.subnet.set_max_lid(300);
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), " 0 of 20 LFT blocks to send"));
  opensm.subnet.subnet().need_update = 1;
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), " 20 of 20 LFT blocks to send"));
}

TEST(RoutingEngine, SaysWhatItLeftOutOfTheSubnet) {
  Opensm opensm;
  opensm.subnet.end_port(1).p_physp->port_info.base_lid = 0;
  ASSERT_EQ(opensm.route(), 0);
  EXPECT_TRUE(contains(opensm.subnet.log(), "port 1 of a1 (0x0000000000001010) is not routed"));
}

// Trees that end on both sides of each link: packets can turn at all switches.
MulticastPlan all_paths_round() {
  MulticastPlan plan;
  for (SwitchIndex root = 0; root < 4; ++root) {
    MasterTree tree;
    tree.nodes.resize(4);
    tree.nodes[root].in_tree = true;
    for (std::uint32_t i = 1; i < 4; ++i) {
      tree.nodes[(root + i) % 4] = {(root + i - 1) % 4, 2, 1, i, true};
    }
    plan.masters.push_back(std::move(tree));
  }
  return plan;
}

TEST(RoutingEngine, LeadsMulticastAroundCreditLoops) {
  Opensm opensm;
  script.engine = &updn_engine();
  script.multicast = all_paths_round();
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), "every pair is reached, free of credit loops\n"));
}

// To the next switch, but for paths to 1 from 2 and 3, and from 3 to 2: packets can turn round at
// all switches but 0.
Routing route_round(const RouteRequest& request, Tables rows) {
  const Fabric& fabric = request.fabric;
  constexpr SwitchIndex kFurthest[] = {3, 1, 2, 3};
  for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    const SwitchIndex to = fabric.destination_switch(lid);
    for (SwitchIndex s = 0; to != kNone && s < 4; ++s) {
      rows.row(s)[lid] = (to + 4 - s) % 4 <= kFurthest[to] ? PortNum{1} : PortNum{2};
    }
    if (to == kNone) continue;
    rows.row(to)[lid] = fabric.owner(lid).kind == PeerKind::kSwitch ? PortNum{0} : PortNum{3};
  }
  Routing routing;
  routing.multicast = plan_multicast(fabric);
  return routing;
}

TEST(RoutingEngine, SaysOnceThatMulticastClosesACreditLoop) {
  Opensm opensm;
  // So that groups have to turn at 0.
  osm_switch_t* const without =
      osm_get_switch_by_guid(&opensm.subnet.subnet(), htobe64(square().switches()[2].node_guid));
  ASSERT_NE(without, nullptr);
  without->switch_info.mcast_cap = 0;
  static constexpr EngineInfo kRound = {"round", "", Claims{}, &route_round};
  script.engine = &kRound;
  const std::string loop = "a credit loop is possible between multicast groups on SL 0";
  for (int i = 0; i < 2; ++i) {
    const std::size_t before = opensm.subnet.log().size();
    opensm.subnet.prepare_tables();  // a reroute, without a discovery
    ASSERT_EQ(opensm.route(), 0);
    const std::string said = opensm.subnet.log().substr(before);
    EXPECT_TRUE(contains(said, "free of credit loops but for multicast groups\n"));
    EXPECT_EQ(said.find(loop) != std::string::npos, i == 0) << said;
  }
}

// --- What is known of the active routes ---

const std::string kReadBack = "read the forwarding tables of 4 switches back";

// The switches hold what was sent, and the SM is about to become master.
void rediscover(Opensm& opensm) {
  const std::vector<std::vector<PortNum>> rows = opensm.live_entries();
  for (SwitchIndex s = 0; s < 4; ++s) {
    osm_switch_t& sw = opensm.subnet.sw(s);
    sw.switch_info.lin_top = htobe16(static_cast<Lid>(sw.lft_size - 1));
    test::opensm_doubles().tables[osm_node_get_node_guid(sw.p_node)] = rows[s];
  }
  opensm.subnet.subnet().sm_state = IB_SMINFO_STATE_DISCOVERING;
  opensm.sweep();
  opensm.subnet.subnet().sm_state = IB_SMINFO_STATE_MASTER;
}

TEST(RoutingEngine, OwnRoutesAreNotReadBack) {
  Opensm opensm;
  opensm.configure("weft_state_dir none\nweft_read_back TRUE\n");
  opensm.sweep();
  const std::vector<std::vector<PortNum>> whole = opensm.live_entries();
  osm_physp_t& port = opensm.subnet.switch_port(0, 1);
  osm_physp_t* const peer = port.p_remote_physp;
  test::OpensmSubnet::unplug(port);
  opensm.sweep();
  EXPECT_NE(opensm.live_entries(), whole);
  rediscover(opensm);
  EXPECT_FALSE(contains(opensm.subnet.log(), kReadBack)) << "the port of the SM has flapped";
  port.p_remote_physp = peer;
  peer->p_remote_physp = &port;
  opensm.sweep();
  EXPECT_EQ(opensm.live_entries(), whole);

  opensm.subnet.subnet().coming_out_of_standby = TRUE;
  rediscover(opensm);
  EXPECT_TRUE(contains(opensm.subnet.log(), kReadBack)) << "another SM was the master";
}

// The generation in a directory, as soon as it is this one.
std::uint64_t wait_for_generation(const std::string& directory, std::uint64_t generation) {
  for (int i = 0; i < 500 && generation_in(directory) != generation; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return generation_in(directory);
}

TEST(RoutingEngine, WithAStateFileNothingIsReadBack) {
  const TemporaryDirectory folder;
  Opensm opensm;
  opensm.configure(fmt::format("weft_state_dir {}\nweft_read_back TRUE\n", folder.path()));
  opensm.sweep();
  ASSERT_EQ(wait_for_generation(folder.path(), 1), 1u);
  opensm.subnet.subnet().coming_out_of_standby = TRUE;
  rediscover(opensm);
  EXPECT_FALSE(contains(opensm.subnet.log(), kReadBack));
}

// OpenSM discovers the subnet again before it has sent the tables.
TEST(RoutingEngine, AStateThatWasNotWrittenIsWrittenByTheNextSweep) {
  const TemporaryDirectory folder;
  Opensm opensm;
  opensm.configure(fmt::format("weft_state_dir {}\n", folder.path()));
  opensm.sweep();
  ASSERT_EQ(wait_for_generation(folder.path(), 1), 1u);
  test::OpensmSubnet::unplug(opensm.subnet.switch_port(0, 1));
  opensm.plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  opensm.subnet.prepare_tables();
  ASSERT_EQ(opensm.route(), 0);
  opensm.sweep();
  EXPECT_EQ(wait_for_generation(folder.path(), 2), 2u);
  EXPECT_EQ(script.calls, 1u);
}

// A first sweep in which OpenSM has no switches, or no memory for their tables.
TEST(RoutingEngine, AStateWaitsForTheFirstRouting) {
  const TemporaryDirectory folder;
  const std::string line = fmt::format("weft_state_dir {}\n", folder.path());
  {
    Opensm opensm;
    opensm.configure(line);
    opensm.sweep();
    ASSERT_EQ(wait_for_generation(folder.path(), 1), 1u);
  }
  Opensm opensm;
  opensm.configure(line);
  opensm.subnet.subnet().first_time_master_sweep = TRUE;
  opensm.plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  opensm.plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  opensm.subnet.subnet().first_time_master_sweep = FALSE;
  opensm.sweep();
  EXPECT_EQ(script.calls, 0u) << "resumed";
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), "resumed from"));
}

TEST(RoutingEngine, AStateOfAnotherEngineIsNotResumedAndNotSaidToBe) {
  const TemporaryDirectory folder;
  const std::string line = fmt::format("weft_state_dir {}\n", folder.path());
  {
    Opensm opensm;
    opensm.configure(line);
    opensm.sweep();
    ASSERT_EQ(wait_for_generation(folder.path(), 1), 1u);
  }
  Opensm opensm;
  opensm.configure(line);
  opensm.subnet.subnet().first_time_master_sweep = TRUE;
  opensm.plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  osm_routing_engine_t updn{};
  RoutingEngine::install(opensm.plugin, updn_engine(), "weft-updn", updn);
  opensm.subnet.prepare_tables();
  EXPECT_EQ(updn.ucast_build_fwd_tables(updn.context), 0);
  const std::string log = opensm.subnet.log();
  EXPECT_TRUE(contains(log, "weft-updn: the state is of another engine, so if this one routes"));
  EXPECT_TRUE(contains(log, "generation 1: routes of scripted"));
  EXPECT_FALSE(contains(log, "resumed from"));
  updn.destroy(updn.context);
}

// OpenSM would take another engine, but path queries would be answered by this one.
TEST(RoutingEngine, WithoutMemoryForWhatFollowsItHasRouted) {
  std::uint64_t calls = 0;
  bool has_routed = true;
  for (std::uint64_t left = 0; has_routed; ++left) {
    Opensm opensm;
    opensm.configure("weft_threads 1\n");
    opensm.plugin.read_options();
    test::fail_allocation(left == 0 ? 0 : calls - left);
    const std::uint64_t before = test::allocations();
    has_routed = opensm.route() == 0;
    if (left == 0) calls = test::allocations() - before + 1;
    test::fail_allocation(0);
    EXPECT_EQ(opensm.all_new_entries_are(kNoPath), !has_routed) << left;
    EXPECT_EQ(contains(opensm.subnet.log(), "there is not enough memory"), left > 0) << left;
  }
}

// --- SLs ---

// s to LID l: (s + l) mod 8.
LanePlan any_lanes() {
  SlBySwitch plan;
  for (SwitchIndex s = 0; s < 4; ++s) {
    plan.rows.emplace_back();
    for (unsigned lid = 0; lid <= lid_of_ca(3); ++lid) {
      plan.rows[s].push_back(static_cast<Sl>((s + lid) % 8));
    }
  }
  return plan;
}

TEST(RoutingEngine, AnswersForTheSlsOfPaths) {
  Opensm opensm;
  script.lanes = any_lanes();
  opensm.sweep();
  ASSERT_NE(opensm.slot.path_sl, nullptr);
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (EndPortIndex to = 0; to < 4; ++to) {
      const auto expected = static_cast<Sl>((s + lid_of_ca(to)) % 8);
      EXPECT_EQ(opensm.path_sl(9, lid_of_ca(s), lid_of_ca(to)), expected);
      EXPECT_EQ(opensm.path_sl(9, lid_of_switch(s), lid_of_ca(to)), expected);
    }
  }
  EXPECT_EQ(opensm.path_sl(9, 50, lid_of_ca(1)), 9);  // from nobody
}

TEST(RoutingEngine, LeavesBitsOfTheSlToClients) {
  Opensm opensm;
  SlBySwitch plan = std::get<SlBySwitch>(any_lanes());
  plan.from_hint = 8;
  script.lanes = plan;
  opensm.sweep();
  const auto planned = static_cast<Sl>(lid_of_ca(1) % 8);
  EXPECT_EQ(opensm.path_sl(9, lid_of_ca(0), lid_of_ca(1)), planned | 8);
  EXPECT_EQ(opensm.path_sl(7, lid_of_ca(0), lid_of_ca(1)), planned);
  EXPECT_EQ(opensm.path_sl(5, 50, lid_of_ca(1)), 5) << "from nobody";
}

// The VLs of SLs 0 and 1 in a map, and of the others, if they are one.
std::vector<int> vls_of(const ib_slvl_table_t& table) {
  std::vector<int> vls = {ib_slvl_table_get(&table, 0), ib_slvl_table_get(&table, 1)};
  for (std::uint8_t sl = 2; sl < kSls; ++sl) {
    if (ib_slvl_table_get(&table, sl) != 0) vls.push_back(sl);
  }
  return vls;
}

TEST(RoutingEngine, AnswersForMapsAndArbitrationOfARoutingThatHasMaps) {
  Opensm opensm;
  auto sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{});
  sl2vl->set(1, 2, 1, {0, 1});
  script.sl2vl = sl2vl;
  script.lanes = SlBySwitch{};
  opensm.sweep();
  ASSERT_NE(opensm.slot.update_sl2vl, nullptr);
  ASSERT_NE(opensm.slot.update_vlarb, nullptr);
  osm_physp_t& port = opensm.subnet.switch_port(1, 1);
  ib_slvl_table_t table = {};
  opensm.slot.update_sl2vl(opensm.slot.context, &port, 2, 1, &table);
  EXPECT_EQ(vls_of(table), (std::vector<int>{0, 1}));
  opensm.slot.update_sl2vl(opensm.slot.context, &port, 3, 1, &table);
  EXPECT_EQ(vls_of(table), (std::vector<int>{0, 0}));

  ib_port_info_set_op_vls(&port.port_info, 2);
  ib_vl_arb_table_t block = {{{0, 0}, {1, 4}, {1, 9}}};
  opensm.slot.update_vlarb(opensm.slot.context, &port, 1, &block, 2, 0);
  EXPECT_EQ(block.vl_entry[0].weight, 2);
  EXPECT_EQ(block.vl_entry[1].weight, 2);
  EXPECT_EQ(block.vl_entry[2].weight, 9) << "beyond the block";
  opensm.slot.update_vlarb(opensm.slot.context, &port, 1, &block, 1000, 0);
  EXPECT_EQ(block.vl_entry[0].weight, 7);

  opensm.sweep();
  EXPECT_EQ(script.calls, 1u) << "repaired";
  ASSERT_NE(opensm.slot.update_sl2vl, nullptr);
  opensm.slot.update_sl2vl(opensm.slot.context, &port, 2, 1, &table);
  EXPECT_EQ(vls_of(table), (std::vector<int>{0, 1}));
  block = {{{0, 2}}};
  opensm.slot.update_vlarb(opensm.slot.context, &port, 1, &block, 2, 0);
  EXPECT_EQ(block.vl_entry[1].weight, 1);

  script.sl2vl = nullptr;
  opensm.subnet.prepare_tables();  // a reroute, without a discovery
  ASSERT_EQ(opensm.route(), 0);
  EXPECT_EQ(opensm.slot.update_sl2vl, nullptr);
  EXPECT_EQ(opensm.slot.update_vlarb, nullptr);
}

TEST(RoutingEngine, OfOneLaneOpensmChoosesTheSl) {
  Opensm opensm;
  script.lanes = any_lanes();
  opensm.sweep();
  ASSERT_NE(opensm.slot.path_sl, nullptr);
  script.lanes = OneLane{};
  opensm.subnet.prepare_tables();  // a reroute, without a discovery
  ASSERT_EQ(opensm.route(), 0);
  EXPECT_EQ(opensm.slot.path_sl, nullptr);
}

TEST(RoutingEngine, ALinkThatFlapsIsHeldAndCountedOnceADiscovery) {
  Opensm opensm;
  opensm.sweep();
  osm_physp_t& port = opensm.subnet.switch_port(0, 1);
  const auto is_held = [&] { return !opensm.uses_link(); };
  ib_port_info_set_port_state(&port.port_info, IB_LINK_INIT);
  const auto route_twice = [&] {
    opensm.plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
    opensm.subnet.prepare_tables();
    ASSERT_EQ(opensm.route(), 0);
    ASSERT_EQ(opensm.route(), 0) << "as of the next engine of a list";
    EXPECT_FALSE(is_held());
  };
  route_twice();
  for (int i = 0; i < 4; ++i) route_twice();  // no routing was done: links are not activated
  opensm.plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  route_twice();
  opensm.plugin.report(OSM_EVENT_ID_UCAST_ROUTING_DONE, nullptr);
  for (int i = 0; i < 2; ++i) {
    opensm.sweep();
    EXPECT_TRUE(is_held());
  }
  const std::string log = opensm.subnet.log();
  const std::string said = "drained until it stays up: no path uses it";
  ASSERT_TRUE(contains(log, said));
  EXPECT_EQ(log.find(said), log.rfind(said)) << "once";
}

TEST(RoutingEngine, ADrainedPartIsInUseWhereTheLastEngineCannotRouteTheRest) {
  Opensm opensm;
  opensm.drain("1 1\n", "weft_keep_routes FALSE\n");
  script.needed_links = 4;
  opensm.slot.next = &opensm.other;
  opensm.plugin.report(OSM_EVENT_ID_HEAVY_SWEEP_DONE, nullptr);
  EXPECT_EQ(opensm.route(), -1) << "the next one is to drain it";
  opensm.slot.next = nullptr;
  script.calls = 0;
  opensm.sweep();
  EXPECT_EQ(script.calls, 2u);
  EXPECT_TRUE(opensm.uses_link());
  ASSERT_TRUE(opensm.plugin.drained() != nullptr);
  EXPECT_EQ(opensm.plugin.drained()->size(), 1u);
  EXPECT_TRUE(contains(opensm.subnet.log(),
                       "port 1 of s0 (0x0000000000000001) is not drained: "
                       "the engine cannot route the rest of the fabric"));
  EXPECT_TRUE(contains(opensm.subnet.log(), "since without them: there are too few links"));

  script.needed_links = 3;
  opensm.sweep();
  EXPECT_FALSE(opensm.uses_link());
  EXPECT_TRUE(contains(opensm.subnet.log(), "port 1 of s0 (0x0000000000000001) is drained: "));
}

TEST(RoutingEngine, ADrainedPartInUseStaysSoWhereTheEngineFails) {
  Opensm opensm;
  opensm.drain("1 1\n", "weft_keep_routes FALSE\n");
  script.needed_links = 4;
  opensm.sweep();
  script.fails = true;
  opensm.sweep();
  EXPECT_TRUE(opensm.uses_link()) << "the last of the list keeps the active routing";
}

TEST(RoutingEngine, WhereMemoryLacksTheRoutesWithoutADrainedPartAreRepaired) {
  Opensm opensm;
  opensm.drain("1 1\n", "weft_keep_routes FALSE\n");
  opensm.sweep();
  opensm.subnet.prepare_tables();
  script.at_the_end = [] { throw std::bad_alloc(); };
  EXPECT_EQ(opensm.route(), 0);
  EXPECT_FALSE(opensm.uses_link());
  EXPECT_TRUE(contains(opensm.subnet.log(), "repaired where possible: there is not enough memory"));
}

TEST(RoutingEngine, APartThatIsNotThereIsNoReasonToRouteTwice) {
  Opensm opensm;
  opensm.drain("77\n", "weft_keep_routes FALSE\n");
  opensm.sweep();
  script.calls = 0;
  script.fails = true;
  opensm.sweep();
  EXPECT_EQ(script.calls, 2u) << "once more where the active routing may stay";
}

TEST(RoutingEngine, FlappingLinksAreInUseBeforeDrainedParts) {
  Opensm opensm;
  opensm.drain("3 1\n", "weft_keep_routes FALSE\n");
  osm_physp_t& port = opensm.subnet.switch_port(0, 1);
  script.needed_links = 3;
  opensm.sweep();
  ib_port_info_set_port_state(&port.port_info, IB_LINK_INIT);
  for (int i = 0; i < 4; ++i) {
    opensm.sweep();
    EXPECT_TRUE(opensm.uses_link());
  }
  const std::string log = opensm.subnet.log();
  EXPECT_TRUE(contains(log, "port 1 of s2 (0x0000000000000003) is drained: "));
  EXPECT_FALSE(contains(log, "is not drained"));
}

TEST(RoutingEngine, DrainsWhereTheEngineCannotRouteTheWholeEither) {
  Opensm opensm;
  opensm.drain("1 1\n", "weft_keep_routes FALSE\n");
  opensm.sweep();
  EXPECT_FALSE(opensm.uses_link());
  script.fails = true;
  opensm.sweep();
  EXPECT_FALSE(opensm.uses_link()) << "the last of the list keeps the active routing";
  EXPECT_FALSE(contains(opensm.subnet.log(), "is not drained"));
  opensm.slot.next = &opensm.other;
  opensm.subnet.prepare_tables();
  EXPECT_EQ(opensm.route(), -1);
  EXPECT_TRUE(opensm.all_new_entries_are(kNoPath)) << "nothing is left for the next engine";
}

// OpenSM builds multicast trees in heavy sweeps alone.
TEST(RoutingEngine, ARerouteWithoutADiscoveryIsFollowedByAHeavySweep) {
  Opensm opensm;
  opensm.sweep();
  EXPECT_EQ(opensm.subnet.subnet().force_heavy_sweep, FALSE);
  opensm.subnet.prepare_tables();
  ASSERT_EQ(opensm.route(), 0);
  EXPECT_EQ(opensm.subnet.subnet().force_heavy_sweep, TRUE);
}

TEST(RoutingEngine, LanesAreNotPromisedBeforeTheyAreActive) {
  Opensm opensm;
  std::string map = "1";
  opensm.subnet.subnet().opt.qos = TRUE;
  opensm.subnet.subnet().opt.qos_options.sl2vl = map.data();
  osm_physp_t& port = opensm.subnet.switch_port(2, 1);
  const std::uint8_t vls = ib_port_info_get_op_vls(&port.port_info);
  ib_port_info_set_op_vls(&port.port_info, 1);
  script.lanes = SlBySwitch{{{0}}};
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(),
                       "not yet free of credit loops: SLs 0 use other VLs than planned at 1 "));
  EXPECT_EQ(opensm.subnet.subnet().force_heavy_sweep, TRUE);
  opensm.subnet.subnet().force_heavy_sweep = FALSE;
  opensm.sweep();
  EXPECT_TRUE(
      contains(opensm.subnet.log(), "for example port 1 of s2 (0x0000000000000003): these "));
  EXPECT_EQ(opensm.subnet.subnet().force_heavy_sweep, FALSE);
  EXPECT_FALSE(contains(opensm.subnet.log(), "reached, free of credit loops"));
  ib_port_info_set_op_vls(&port.port_info, vls);
  opensm.sweep();
  EXPECT_TRUE(contains(opensm.subnet.log(), "reached, free of credit loops"));
}

TEST(RoutingEngine, AFailureKeepsTheSlsOfTheLastRouting) {
  Opensm opensm;
  script.lanes = any_lanes();
  opensm.sweep();
  script.fails = true;
  opensm.slot.next = &opensm.other;
  EXPECT_EQ(opensm.route(), -1);
  ASSERT_NE(opensm.slot.path_sl, nullptr);
  EXPECT_EQ(opensm.path_sl(9, lid_of_ca(0), lid_of_ca(1)), lid_of_ca(1) % 8);
}

}  // namespace
}  // namespace weft
