// Texts are as the tools print them, shortened.
#include "common/counters/counter_reader.h"

#include <gtest/gtest.h>

#include "common/counters/counter_names.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// a0 (LID 100, GUID 0x1000) - s0 (LID 1, GUID 1) - s1 (LID 2, GUID 2) - a1 (LID 101, GUID 0x1010):
// the link between switches is at their ports 1, the CAs are at ports 3.
class CounterReader : public ::testing::Test {
 protected:
  CounterSnapshot parse(std::string_view text) {
    warnings_.clear();
    return parse_counters(text, "file", fabric_, warnings_);
  }
  // What is there of a port, in the order of Counter, as «key value» with ! if it is full.
  std::string port_of_switch(const CounterSnapshot& snapshot, SwitchIndex s, PortNum port) const {
    return text(snapshot.counters.switch_ports[fabric_.switches()[s].first_port + port]);
  }
  static std::string port_of_ca(const CounterSnapshot& snapshot, EndPortIndex e) {
    return text(snapshot.counters.end_ports[e]);
  }
  std::string refused(std::string_view text) {
    return refusal([&] { parse(text); });
  }

  const Fabric fabric_ = test::two_switches().fabric;
  std::vector<std::string> warnings_;

 private:
  static std::string text(const PortCounters& port) {
    std::string all;
    for (const CounterName& name : counter_names()) {
      const auto value = port.get(name.counter);
      if (!value) continue;
      all += std::string(all.empty() ? "" : ", ") + std::string(name.key) + " " +
             std::to_string(*value) + (port.is_full(name.counter) ? "!" : "");
    }
    return all;
  }
};

const std::string kWide =
    "# Port extended counters: Lid 1 port 1 (CapMask: 0x5300 CapMask2: 0x0000002)\n"
    "PortSelect:......................1\n"
    "CounterSelect:...................0x0000\n"
    "PortXmitData:....................5000000000\n"
    "PortRcvPkts:.....................12\n"
    "PortUnicastXmitPkts:.............7\n"
    "SymbolErrorCounter:..............70000\n"
    "PortXmitWait:....................41864608\n";

TEST_F(CounterReader, ReadsPerfquery) {
  const CounterSnapshot wide = parse("date: today\n" + kWide);
  EXPECT_EQ(port_of_switch(wide, 0, 1),
            "xmit_data 20000000000, rcv_packets 12, xmit_wait 41864608, symbol_errors 70000");
  EXPECT_EQ(wide.ports, 1u);
  EXPECT_FALSE(wide.time);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_TRUE(contains(warnings_[0], "file:1: 'date: today' is not understood"));

  const CounterSnapshot narrow = parse(
      "# Port counters: Lid 100 port 1 (CapMask: 0x1400)\r\n"
      "PortSelect:......................1\r\n"
      "SymbolErrorCounter:..............65535\r\n"
      "LinkDownedCounter:...............255\r\n"
      "LocalLinkIntegrityErrors:........2\r\n"
      "PortXmitData:....................4294967295\r\n"
      "PortRcvData:.....................10\r\n");
  EXPECT_EQ(port_of_ca(narrow, 0),
            "xmit_data 17179869180!, rcv_data 40, symbol_errors 65535!, link_downed 255!, "
            "local_link_integrity_errors 2");
}

TEST_F(CounterReader, Prefers64BitCounters) {
  const std::string narrow =
      "# Port counters: Lid 1 port 1 (CapMask: 0x5300)\nPortXmitData:........4294967295\n"
      "LinkDownedCounter:...3\n";
  const std::string expected =
      "xmit_data 20000000000, rcv_packets 12, xmit_wait 41864608, symbol_errors 70000, "
      "link_downed 3";
  EXPECT_EQ(port_of_switch(parse(kWide + narrow), 0, 1), expected);
  EXPECT_EQ(port_of_switch(parse(narrow + kWide), 0, 1), expected);
}

TEST_F(CounterReader, ReadsThePerfqueryOfBefore2010) {
  EXPECT_EQ(port_of_switch(parse("# Port counters: Lid 2 port 3\n"
                                 "SymbolErrors:....................5\n"
                                 "LinkRecovers:....................1\n"
                                 "XmtData:.........................8\n"),
                           1, 3),
            "xmit_data 32, symbol_errors 5, link_error_recovery 1");
}

TEST_F(CounterReader, ReadsIbqueryerrors) {
  const CounterSnapshot read = parse(
      "Errors for 0x1 \"leaf 1\"\n"
      "   GUID 0x1 port ALL: [SymbolErrorCounter == 12]\n"
      "   GUID 0x1 port 1: [SymbolErrorCounter == 12] [PortXmitDiscards == 65535 (0.064M)] "
      "[PortXmitData == 96 (384.000B)]\n"
      "       Link info:      1    1[  ] ==( 4X 10.0 Gbps Active/  LinkUp)==>  0x2 2 1[  ] \"s1\" "
      "( )\n"
      "Errors for \"a1\"\n"
      "   GUID 0x1010 port 1: [LinkDownedCounter == 255]\n"
      "   GUID 0x77 port 1: [LinkDownedCounter == 1]\n"
      "\n");
  EXPECT_EQ(port_of_switch(read, 0, 1), "xmit_data 384, symbol_errors 12, xmit_discards 65535");
  EXPECT_EQ(port_of_ca(read, 1), "link_downed 255!");
  ASSERT_EQ(warnings_.size(), 2u);
  EXPECT_TRUE(contains(warnings_[0], "file:7: this is no port of the fabric"));
  EXPECT_TRUE(contains(warnings_[1], "file:2: this is a sum over all ports"));
}

TEST_F(CounterReader, WhatAReportOfErrorsHasNotIs0) {
  const std::string report =
      "Errors for 0x1 \"leaf 1\"\n   GUID 0x1 port 1: [SymbolErrorCounter == 12]\n"
      "\n## Summary: 4 nodes checked, 1 bad nodes found\n"
      "##          6 ports checked, 1 ports have errors beyond threshold\n"
      "## Thresholds: \n";
  const std::string suppressed =
      "## Suppressed: PortXmitWait LinkErrorRecoveryCounter PortRcvErrors PortXmitDiscards "
      "PortRcvRemotePhysicalErrors ExcessiveBufferOverrunErrors\n";
  const CounterSnapshot read = parse(report + suppressed);
  EXPECT_EQ(read.ports, 6u);
  EXPECT_EQ(port_of_switch(read, 0, 1),
            "symbol_errors 12, link_downed 0, local_link_integrity_errors 0");
  EXPECT_EQ(port_of_ca(read, 1), "symbol_errors 0, link_downed 0, local_link_integrity_errors 0");
  EXPECT_EQ(port_of_switch(read, 0, 2), "") << "there is no link";
  EXPECT_EQ(parse(report + "##          2 PMA query failures\n" + suppressed).ports, 1u);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CounterReader, CountersBelowAThresholdAreUnknown) {
  const CounterSnapshot read = parse(
      "Errors for 0x1 \"leaf 1\"\n   GUID 0x1 port 1: [SymbolErrorCounter == 12]\n"
      "\n## Summary: 4 nodes checked, 1 bad nodes found\n"
      "## Thresholds: [SymbolErrorCounter = 10] [LinkDownedCounter = 0] \n");
  EXPECT_TRUE(contains(port_of_ca(read, 1), "link_downed 0"));
  EXPECT_FALSE(contains(port_of_ca(read, 1), "symbol_errors"));
}

// ibqueryerrors --counters has a summary, too.
TEST_F(CounterReader, AReportOfDataSaysNothingOfErrors) {
  const CounterSnapshot read = parse(
      "Data Counters for 0x1 \"leaf 1\"\n   GUID 0x1 port 1: [PortXmitData == 96]\n"
      "\n## Summary: 4 nodes checked, 0 bad nodes found\n");
  EXPECT_EQ(read.ports, 1u);
  EXPECT_EQ(port_of_switch(read, 0, 1), "xmit_data 384");
}

TEST_F(CounterReader, OfAFabricWithoutErrorsThereIsASummaryAlone) {
  const CounterSnapshot read = parse("\n## Summary: 4 nodes checked, 0 bad nodes found\n");
  EXPECT_EQ(read.ports, 6u);
}

// As with -G, --switch or --ca.
TEST_F(CounterReader, WhatAReportOfSomeNodesHasNotIsUnknown) {
  const CounterSnapshot read = parse(
      "Errors for 0x1 \"leaf 1\"\n   GUID 0x1 port 1: [SymbolErrorCounter == 12]\n"
      "\n## Summary: 3 nodes checked, 1 bad nodes found\n");
  EXPECT_EQ(read.ports, 1u);
  EXPECT_EQ(port_of_switch(read, 0, 1), "symbol_errors 12");
  EXPECT_EQ(warnings_, std::vector<std::string>{
                           "file: ibqueryerrors checked 3 of 4 nodes, so counters that it does not "
                           "list are unknown, not 0"});
}

TEST_F(CounterReader, ReadsInfinibandExporter) {
  const CounterSnapshot read = parse(
      "# HELP infiniband_switch_port_transmit_data_bytes_total Infiniband switch port "
      "PortXmitData\n"
      "# TYPE infiniband_switch_port_transmit_data_bytes_total counter\n"
      "infiniband_switch_port_transmit_data_bytes_total{guid=\"0x0000000000000001\",port=\"1\"} "
      "7.1516662870894e+14\n"
      "infiniband_switch_port_transmit_wait_total{port=\"1\",switch=\"a \\\"b\\\", "
      "guid=\",guid=\"0x1\",} 4.1864608e+07 1700000000123\n"
      "infiniband_switch_info{guid=\"0x1\",lid=\"1\",switch=\"s0\"} 1\n"
      "infiniband_hca_port_link_downed_total{guid=\"0x1010\",port=\"1\"} NaN\n"
      "infiniband_hca_port_symbol_error_total{guid=\"0x1010\",port=\"1\"} 3\n"
      "go_threads 12\n");
  EXPECT_EQ(port_of_switch(read, 0, 1), "xmit_data 715166628708940, xmit_wait 41864608");
  EXPECT_EQ(port_of_ca(read, 1), "symbol_errors 3");
  EXPECT_EQ(read.time, 1'700'000'000u);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CounterReader, ReadsBothFilesOfThePerformanceManager) {
  const CounterSnapshot table = parse(
      "opensm> perfmgr\n\nName\tGUID\tActive\tPort\tLast Reset\tLast Error Update\tLast Data "
      "Update\t"
      "symbol_err_cnt\tlink_int_err\txmit_wait\txmit_data\tunicast_xmit_pkts\n"
      "leaf\tone\t0x1\tTRUE\t1\tThu Jan  1 00:00:00 1970\tTue Nov 14 22:13:20 2023\t"
      "Tue Nov 14 22:13:20 2023\t4\t15\t6\t8\t9\n");
  const std::string expected =
      "xmit_data 32, xmit_wait 6, symbol_errors 4, local_link_integrity_errors 15";
  EXPECT_EQ(port_of_switch(table, 0, 1), expected);
  EXPECT_EQ(table.time, 1'700'000'000u);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_TRUE(contains(warnings_[0], "file:1: 'opensm> perfmgr' is not understood"));
  const CounterSnapshot dump = parse(
      "\"leaf \" 0x5 \" 0x1 active TRUE port 1\n"
      "     Last Reset           : Thu Jan  1 00:00:00 1970\n"
      "     Last Error Update    : Tue Nov 14 22:13:20 2023\n"
      "     symbol_err_cnt       : 4\n"
      "     link_integrity_err   : 15\n"
      "     xmit_wait            : 6\n"
      "     Last Data Update     : Tue Nov 14 22:13:20 2023\n"
      "     xmit_data            : 8 (32.000B)\n"
      "     multicast_rcv_pkts   : 0 (0.000)\n");
  EXPECT_EQ(port_of_switch(dump, 0, 1), expected);
  EXPECT_EQ(dump.time, 1'700'000'000u);
}

TEST_F(CounterReader, ReadsThePmInfoOfIbdiagnet) {
  const CounterSnapshot read = parse(
      "START_NODES\nNodeDesc,NodeGUID\n\"s\",0x1\nEND_NODES\n\n"
      "START_PM_INFO\n"
      "NodeGUID,PortGUID,PortNumber,LinkDownedCounter,PortXmitData,PortXmitDataExtended,"
      "PortXmitWaitExt,SymbolErrorCounterExt\n"
      "0x0000000000000001,0x1,1,255,4294967295,0x10,18446744073709551614,N/A\n"
      "END_PM_INFO\n");
  EXPECT_EQ(port_of_switch(read, 0, 1), "xmit_data 64, link_downed 255!");
}

TEST_F(CounterReader, KnowsOtherEncodings) {
  std::string wide = "\xFF\xFE";
  for (const char c : kWide) (wide += c) += '\0';
  EXPECT_EQ(parse(wide).ports, 1u);
  EXPECT_EQ(parse("\xEF\xBB\xBF" + kWide).ports, 1u);
}

TEST_F(CounterReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refused(""), "file: is empty");
  EXPECT_EQ(refused(" \n\n"), "file: is empty");
  EXPECT_TRUE(contains(refused("Switch 36 \"S-1\"\n"), "file:1: these are no counters"));
  EXPECT_EQ(refused(kWide.substr(0, kWide.size() - 4)),
            "file:8: this last line has no end: is the file cut off?");
  EXPECT_EQ(refused(kWide + "PortXmitWait:...x\n"),
            "file:9: expected a number behind 'PortXmitWait:'");
  EXPECT_EQ(refused(kWide + "PortXmitWait:...99999999999999999999\n"),
            "file:9: expected a number behind 'PortXmitWait:'");
  EXPECT_TRUE(contains(refused(kWide + kWide), "file:12: a counter of this port stands further"));
  EXPECT_TRUE(contains(refused("# Port counters: DR path slid 0; dlid 0; 0,1 port 1\n"),
                       "file:1: this port is told by a direct route"));
  EXPECT_TRUE(contains(refused("# Port counters: Lid 1 port x\n"), "file:1: expected «Lid"));
  EXPECT_TRUE(contains(refused("# Port counters: Lid 77 port 1\nPortXmitData:.1\n"),
                       "file: there is no counter of a port of the fabric"));
  EXPECT_TRUE(contains(refused("Errors for \"a\"\n GUID 0x1 port 1: [A = 1]\n"),
                       "file:2: expected «[<counter> == <number>]» instead of 'A = 1'"));
  EXPECT_TRUE(contains(refused("Errors for \"a\"\n GUID 0x1 port 1: [A == 1\n"), "file:2: "));
  const std::string metric = "infiniband_switch_port_transmit_wait_total";
  EXPECT_TRUE(contains(refused(metric + "{port=\"1\"} 1\n"), "file:1: expected the labels guid"));
  EXPECT_TRUE(contains(refused(metric + "{port=\"1} 1\n"), "file:1: a label does not end"));
  EXPECT_TRUE(contains(refused(metric + "{guid=\"0x1\",port=\"1\"} -1\n"), "from 0 to 2^63"));
  EXPECT_TRUE(contains(refused(metric + "{guid=\"0x1\",port=\"1\"} +Inf\n"), "from 0 to 2^63"));
  EXPECT_TRUE(contains(refused(metric + "{guid=\"0x1\",port=\"1\"} one\n"), "instead of 'one'"));
  EXPECT_TRUE(contains(refused("Name\tGUID\tActive\tPort\txmit_wait\nleaf\t0x1\tTRUE\t1\n"),
                       "file:2: this row has 4 cells, but the table has 5 columns"));
  EXPECT_TRUE(contains(refused("START_NODES\nEND_NODES\n"), "file:1: there is no table PM_INFO"));
  EXPECT_TRUE(contains(refused("START_PM_INFO\nNodeGUID,PortNumber\n0x1,1\n"), "has no end"));
}

}  // namespace
}  // namespace weft
