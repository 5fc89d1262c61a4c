#include "plugins/opensm/stock_options.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/options/option_table.h"
#include "common/options/stock_conf.h"
#include "tests/support/named_nodes.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// opensm's osm_subn_set_default_opt(), as far as it is not 0: the program has it, not the library.
osm_subn_opt_t stock_defaults() {
  osm_subn_opt_t stock = {};
  stock.nue_max_num_vls = 1;
  return stock;
}

Options taken(const osm_subn_opt_t& stock, Options options = {}) {
  take_stock_options(stock, options);
  return options;
}

TEST(StockOptions, EachThatIsOnOrOffIsTakenFromItsOwnMember) {
  const std::vector<std::pair<boolean_t osm_subn_opt_t::*, bool Options::*>> switches = {
      {&osm_subn_opt_t::port_profile_switch_nodes, &Options::port_profile_switch_nodes},
      {&osm_subn_opt_t::port_shifting, &Options::port_shifting},
      {&osm_subn_opt_t::guid_routing_order_no_scatter, &Options::guid_routing_order_no_scatter},
      {&osm_subn_opt_t::connect_roots, &Options::connect_roots},
      {&osm_subn_opt_t::quasi_ftree_indexing, &Options::quasi_ftree_indexing},
      {&osm_subn_opt_t::nue_include_switches, &Options::nue_include_switches},
      {&osm_subn_opt_t::avoid_throttled_links, &Options::avoid_throttled_links}};
  for (std::size_t i = 0; i < switches.size(); ++i) {
    SCOPED_TRACE(i);
    osm_subn_opt_t stock = stock_defaults();
    Options expected;
    stock.*switches[i].first = 2;  // true to C
    expected.*switches[i].second = true;
    EXPECT_EQ(taken(stock), expected);
    stock.*switches[i].first = FALSE;
    EXPECT_EQ(taken(stock, expected), Options{}) << "OpenSM has switched it off since";
  }
}

TEST(StockOptions, NumbersAreTakenWhole) {
  osm_subn_opt_t stock = {};
  stock.scatter_ports = 0xFFFFFFFF;
  stock.max_reverse_hops = 0xFFFF;
  stock.lash_start_vl = 14;
  stock.nue_max_num_vls = 8;
  Options expected;
  expected.scatter_ports = 0xFFFFFFFF;
  expected.max_reverse_hops = 0xFFFF;
  expected.lash_start_vl = 14;
  expected.nue_max_num_vls = 8;
  EXPECT_EQ(taken(stock), expected);
}

TEST(StockOptions, WhatOpensmDoesNotKnowStays) {
  Options options;
  options.balance = Balance::kSwitch;
  options.keep_routes = false;
  options.use_scatter_for_switch_lid = false;
  options.calculate_missing_routes = false;
  options.ranked_nodes = test::named_nodes({Guid{7}});
  EXPECT_EQ(taken(stock_defaults(), options), options);
}

TEST(StockFiles, AreAllButThoseOfTables) {
  std::string paths[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  osm_subn_opt_t stock = {};
  stock.root_guid_file = paths[0].data();
  stock.ids_guid_file = paths[1].data();
  stock.cn_guid_file = paths[2].data();
  stock.io_guid_file = paths[3].data();
  stock.guid_routing_order_file = paths[4].data();
  stock.hop_weights_file = paths[5].data();
  stock.port_prof_ignore_file = paths[6].data();
  stock.port_search_ordering_file = nullptr;
  stock.torus_conf_file = paths[7].data();
  std::vector<std::pair<const OptionRow*, std::string>> found;
  for (const NamedFile& file : stock_files(stock)) {
    found.emplace_back(file.option, file.path != nullptr ? file.path : "none");
    EXPECT_FALSE(file.is_default);
  }
  const std::vector<std::pair<const OptionRow*, std::string>> expected = {
      {&option("root_guid_file"), "a"},
      {&option("ids_guid_file"), "b"},
      {&option("cn_guid_file"), "c"},
      {&option("io_guid_file"), "d"},
      {&option("guid_routing_order_file"), "e"},
      {&option("hop_weights_file"), "f"},
      {&option("port_prof_ignore_file"), "g"},
      {&option("port_search_ordering_file"), "none"},
      {&option("torus_config"), "h"}};
  EXPECT_EQ(found, expected);
}

TEST(StockFiles, OneIsOpensmsDefault) {
  std::string path = OSM_DEFAULT_TORUS_CONF_FILE;
  osm_subn_opt_t stock = {};
  stock.torus_conf_file = path.data();
  stock.root_guid_file = path.data();
  for (const NamedFile& file : stock_files(stock)) {
    EXPECT_EQ(file.is_default, file.option == &option("torus_config")) << file.option->key;
  }
}

TEST(NamesEngine, LooksForWholeWordsInTheList) {
  osm_subn_opt_t stock = {};
  EXPECT_FALSE(names_engine(stock, "weft-updn"));
  std::string list = "\tweft-updn2, weft-minhop,weft-lash\n";
  stock.routing_engine_names = list.data();
  EXPECT_TRUE(names_engine(stock, "weft-updn2"));
  EXPECT_TRUE(names_engine(stock, "weft-minhop"));
  EXPECT_TRUE(names_engine(stock, "weft-lash"));
  EXPECT_FALSE(names_engine(stock, "weft-updn"));
  EXPECT_FALSE(names_engine(stock, "minhop"));
  EXPECT_FALSE(names_engine(stock, ""));
}

// Two switches, whose link has 4 data VLs.
Fabric two_switches() {
  FabricBuilder builder("two");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 1});
  }
  builder.add_link(0, 1, 1, 1, {.data_vls = 4});
  return builder.build();
}

// The lanes of that link.
class StockLanes : public ::testing::Test {
 protected:
  LaneSettings lanes() {
    snapshot = take_snapshot(subnet.subnet());
    return stock_lanes(stock, snapshot).settings;
  }
  // Of arbitration, with a routing.
  std::vector<std::string> warnings(const Routing& routing = {}) {
    snapshot = take_snapshot(subnet.subnet());
    const std::size_t before = snapshot.warnings.count();
    const auto of_stock = stock_lanes(stock, snapshot);
    Verified result;
    result.fabric = std::move(snapshot.fabric);  // as routing takes it
    result.routing = routing;
    warn_of_qos(stock, of_stock, result, snapshot.switches, snapshot.warnings);
    const std::vector<std::string>& all = snapshot.warnings.sentences();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }

  // For so many entries in each table of the link's ports.
  void give_room(std::uint8_t entries) {
    for (SwitchIndex s = 0; s < 2; ++s) {
      subnet.switch_port(s, 1).port_info.vl_arb_high_cap = entries;
      subnet.switch_port(s, 1).port_info.vl_arb_low_cap = entries;
    }
  }

  test::OpensmSubnet subnet{two_switches()};
  osm_subn_opt_t& stock = subnet.subnet().opt;
  Snapshot snapshot;
};

TEST_F(StockLanes, AreOneWithoutQos) {
  std::string list = "3,3";
  stock.qos_options.sl2vl = list.data();
  EXPECT_EQ(lanes().budget.lanes, LaneBudget{}.lanes);
  EXPECT_EQ(lanes().map, LaneSettings{}.map);
}

TEST_F(StockLanes, FollowTheMapOfExternalPortsBeforeThatOfAll) {
  stock.qos = TRUE;
  EXPECT_EQ(lanes().budget.lanes.size(), 4u) << "stock's default";
  std::string all = "0,0,1,1";
  stock.qos_options.sl2vl = all.data();
  EXPECT_EQ(lanes().budget.lanes, (std::vector<Lane>{{0, 0}, {2, 1}}));
  std::string external = "3";
  stock.qos_swe_options.sl2vl = external.data();
  EXPECT_EQ(lanes().budget.lanes, (std::vector<Lane>{{1, 0}, {0, 3}}));
}

TEST_F(StockLanes, FollowTheArbitrationOfExternalPortsBeforeThatOfAll) {
  give_room(8);
  stock.qos = TRUE;
  std::string all = "3:1";
  std::string external = "2:1";
  stock.qos_options.vlarb_high = all.data();
  stock.qos_options.vlarb_low = all.data();
  EXPECT_EQ(lanes().budget.lanes, (std::vector<Lane>{{3, 3}}));
  stock.qos_swe_options.vlarb_low = external.data();
  EXPECT_EQ(lanes().budget.lanes, (std::vector<Lane>{{2, 2}, {3, 3}}));
}

TEST(QosOptions, AreOpensmsWhereNoneAreGiven) {
  const QosOptions qos;
  EXPECT_EQ(qos.switches.sl2vl, OSM_DEFAULT_QOS_SL2VL);
  EXPECT_EQ(qos.switches.vlarb_high, OSM_DEFAULT_QOS_VLARB_HIGH);
  EXPECT_EQ(qos.switches.vlarb_low, OSM_DEFAULT_QOS_VLARB_LOW);
}

TEST_F(StockLanes, AreNoneOfThoseThatArbitrationNeverServes) {
  give_room(8);
  std::string map = "0,1,2,3,1,15";
  std::string low = "2:4,3:4,1:0";
  stock.qos_swe_options.sl2vl = map.data();
  stock.qos_swe_options.vlarb_low = low.data();
  EXPECT_EQ(lanes().budget.lanes, LaneBudget{}.lanes) << "without QoS none is written";
  EXPECT_TRUE(warnings().empty());
  stock.qos = TRUE;
  EXPECT_EQ(lanes().budget.lanes, (std::vector<Lane>{{0, 0}, {2, 2}, {3, 3}}));
  ASSERT_EQ(warnings().size(), 2u);
  EXPECT_TRUE(test::contains(warnings()[0], "SL 1 is mapped to VL 1, which has no weight"));
  EXPECT_TRUE(test::contains(warnings()[1], "SL 4 is mapped to VL 1, which has no weight"));
}

// VLs of a level that one VL has weight of are served with it.
TEST_F(StockLanes, OfQosLevelsAreMissedOnlyIfAWholeLevelIsNotServed) {
  give_room(8);
  stock.qos = TRUE;
  std::string high;
  std::string low = "1:4";
  stock.qos_swe_options.vlarb_high = high.data();
  stock.qos_swe_options.vlarb_low = low.data();
  Routing routing;
  routing.sl2vl = std::make_shared<Sl2Vl>();
  routing.qos_levels = {0b0011, 0b1100};
  const auto unserved = [&] {
    std::vector<std::string> said = warnings(routing);
    std::erase_if(said, [](const std::string& s) { return s.starts_with("qos_swe_vlarb_high"); });
    return said;
  };
  EXPECT_EQ(warnings(routing).size(), 2u);
  EXPECT_TRUE(test::contains(warnings(routing)[0], "give VLs of QoS level 0 different weights"));
  ASSERT_EQ(unserved().size(), 1u);
  EXPECT_TRUE(
      test::contains(unserved()[0], "QoS level 1 is mapped to VLs 2, 3, which have no weight"));
  low = "1:4,1:4,1:4,2:1";
  stock.qos_swe_options.vlarb_low = low.data();
  EXPECT_TRUE(unserved().empty());
  give_room(1);
  ASSERT_EQ(unserved().size(), 2u);
  EXPECT_TRUE(test::contains(unserved()[0], "QoS level 0 is mapped to VLs 0, which"));
  stock.qos = FALSE;
  EXPECT_TRUE(warnings(routing).empty());
}

}  // namespace
}  // namespace weft
