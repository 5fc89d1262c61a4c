#include "common/options/stock_conf.h"

#include <gtest/gtest.h>

#include <string>

#include "common/options/option_table.h"

namespace weft {
namespace {

Options options_of(const std::string& text, const Options& before = {}) {
  Configuration all;
  all.routing = before;
  StockConf(text).take_values(all);
  return all.routing;
}

std::string text_of(const std::string& conf, std::string_view key) {
  const StockConf read(conf);
  const char* const text = read.text(key);
  return text != nullptr ? text : "none";
}

TEST(StockConf, WithoutLinesIsOpensmsDefault) {
  const StockConf conf("");
  EXPECT_EQ(options_of(""), Options());
  EXPECT_EQ(conf.lmc(), 0);
  EXPECT_EQ(conf.qos().most_data_vls, 15);
  EXPECT_FALSE(conf.qos().is_on);
  EXPECT_EQ(conf.text("routing_engine"), nullptr);
  for (const NamedFile& file : conf.files()) {
    const bool is_torus = file.option == &option("torus_config");
    EXPECT_EQ(file.path != nullptr, is_torus) << file.option->key;
    EXPECT_EQ(file.is_default, is_torus) << file.option->key;
  }
  EXPECT_EQ(conf.files().size(), 9u);
}

TEST(StockConf, OnIsTrueInCapitalsAlone) {
  EXPECT_TRUE(options_of("connect_roots TRUE").connect_roots);
  EXPECT_TRUE(options_of("connect_roots \"TRUE\"\n").connect_roots);
  for (const char* value : {"true", "1", "yes", "on", "TRUE TRUE", "\"TRUE", ""}) {
    Options on;
    on.connect_roots = true;
    EXPECT_FALSE(options_of(std::string("connect_roots ") + value, on).connect_roots) << value;
  }
}

TEST(StockConf, NumbersAreThoseOfC) {
  EXPECT_EQ(options_of("scatter_ports 0x10").scatter_ports, 16u);
  EXPECT_EQ(options_of("max_reverse_hops 010").max_reverse_hops, 8u);
  EXPECT_EQ(options_of("nue_max_num_vls 255").nue_max_num_vls, 255u);
}

TEST(StockConf, WhatIsNoNumberStaysWhatItWas) {
  for (const char* value : {"256", "-1", "", "4 5", "four", "4x", "99999999999999999999999"}) {
    const std::string text = std::string("nue_max_num_vls 4\nnue_max_num_vls ") + value;
    EXPECT_EQ(options_of(text).nue_max_num_vls, 4u) << value;
  }
}

TEST(StockConf, OfSeveralLinesTheLastCounts) {
  EXPECT_TRUE(options_of("port_shifting FALSE\nport_shifting TRUE\n").port_shifting);
  EXPECT_EQ(text_of("routing_engine a\nrouting_engine b", "routing_engine"), "b");
  EXPECT_EQ(text_of("routing_engine a\nrouting_engine (null)", "routing_engine"), "none");
}

TEST(StockConf, ValuesAreWithoutBlanksAndQuotes) {
  EXPECT_EQ(text_of("  routing_engine\t weft-updn , minhop \r\n", "routing_engine"),
            "weft-updn , minhop");
  EXPECT_EQ(text_of("routing_engine \"a b\"", "routing_engine"), "a b");
  EXPECT_EQ(text_of("routing_engine 'a'", "routing_engine"), "a");
  EXPECT_EQ(text_of("routing_engine 'a\"", "routing_engine"), "'a\"");
  EXPECT_EQ(text_of("routing_engine \"", "routing_engine"), "");
  EXPECT_EQ(text_of("routing_engine", "routing_engine"), "");
}

// Also one between quotes.
TEST(StockConf, ACommentBeginsAnywhere) {
  EXPECT_EQ(text_of("#routing_engine a\n # routing_engine b", "routing_engine"), "none");
  EXPECT_EQ(text_of("routing_engine a#b", "routing_engine"), "a");
  EXPECT_EQ(text_of("routing_engine \"a#b\"", "routing_engine"), "\"a");
}

TEST(StockConf, ALongLineGoesOnAsIfItWereAnother) {
  const std::string long_line = "routing_engine " + std::string(1022 - 15, 'a');
  EXPECT_EQ(text_of(long_line + "\nrouting_engine b", "routing_engine"), "b");
  EXPECT_EQ(text_of(long_line + "routing_engine b", "routing_engine"), "b");
  EXPECT_EQ(text_of(long_line + "b", "routing_engine"), std::string(1007, 'a'));
}

TEST(StockConf, NamesFiles) {
  const StockConf conf(
      "root_guid_file /a\ndimn_ports_file /b\ntorus_config (null)\nlfts_file /c\n"
      "weft_drain_file /d\n");
  std::map<std::string_view, std::string> named;
  for (const NamedFile& file : conf.files()) {
    if (file.path != nullptr) named[file.option->key] = file.path;
    EXPECT_FALSE(file.is_default);
  }
  EXPECT_EQ(named, (std::map<std::string_view, std::string>{{"root_guid_file", "/a"},
                                                            {"port_search_ordering_file", "/b"}}));
  EXPECT_EQ(std::string_view(conf.text("lfts_file")), "/c");
}

TEST(StockConf, LeavesWhatIsNotStocks) {
  Options before;
  before.balance = Balance::kSwitch;
  before.keep_routes = false;
  EXPECT_EQ(options_of("weft_keep_routes TRUE\nuse_scatter_for_switch_lid FALSE", before), before);
}

TEST(StockConf, ImpossibleLmcsAreZero) {
  EXPECT_EQ(StockConf("lmc 7").lmc(), 7);
  EXPECT_EQ(StockConf("lmc 8").lmc(), 0);
  EXPECT_EQ(StockConf("lmc 2\nlmc none").lmc(), 2);
  Configuration all;
  StockConf("lmc_esp0 TRUE").take_values(all);
  EXPECT_TRUE(all.lmc_esp0);
}

TEST(StockConf, QosOfExternalPortsGoesBeforeThatOfAll) {
  const QosOptions qos =
      StockConf("qos TRUE\nqos_sl2vl 1,2\nqos_swe_sl2vl 3,4\nqos_vlarb_low 5:6\n").qos();
  EXPECT_TRUE(qos.is_on);
  EXPECT_EQ(qos.switches.sl2vl, "3,4");
  EXPECT_EQ(qos.switches.vlarb_low, "5:6");
  EXPECT_EQ(qos.switches.vlarb_high, QosTables().vlarb_high);
}

TEST(StockConf, TheMostDataVlsHaveACode) {
  const int expected[] = {1, 1, 2, 4, 8, 15, 15};
  for (int code = 0; code < 7; ++code) {
    EXPECT_EQ(StockConf("max_op_vls " + std::to_string(code)).qos().most_data_vls, expected[code]);
  }
}

}  // namespace
}  // namespace weft
