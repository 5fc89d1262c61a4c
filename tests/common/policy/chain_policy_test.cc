#include "common/policy/chain_policy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "common/base/text.h"

namespace weft {
namespace {

using Sentences = std::vector<std::string>;

constexpr std::string_view kEngines[] = {"minhop", "updn", "ftree", "torus-2QoS", "chain"};

// Groups 4, 5 and 6 of this name, behind the predefined ones.
PortGroups some_groups() {
  Sentences errors;
  PortGroups groups = parse_port_groups(
      "port-group\nname: ys_switches\nport-regexp: SW\nend-port-group\n"
      "port-group\nname: ys_hosts\nport-guid: 0x1\nend-port-group\n",
      "groups", errors, errors);
  EXPECT_EQ(errors, Sentences{});
  return groups;
}

class Topologies : public testing::Test {
 protected:
  std::vector<Topology> parse(std::string_view text) {
    errors_.clear();
    return parse_topologies(text, "topo", &groups_, errors_, warnings_);
  }
  void expect_mistake(std::string_view text, const std::string& mistake) {
    parse(text);
    EXPECT_EQ(errors_, Sentences{mistake}) << text;
  }

  const PortGroups groups_ = some_groups();
  Sentences errors_;
  Sentences warnings_;
};

TEST_F(Topologies, TheManualsExample) {
  const auto topologies =
      parse("topology\nid: 1\nsw-grp: ys_switches\nhca-grp: ys_hosts\nend-topology\n");
  EXPECT_EQ(errors_, Sentences{});
  ASSERT_EQ(topologies.size(), 1u);
  EXPECT_EQ(topologies[0].id, 1u);
  EXPECT_EQ(groups_.groups[topologies[0].switches].name, "ys_switches");
  EXPECT_EQ(groups_.groups[topologies[0].hcas].name, "ys_hosts");
  EXPECT_EQ(topologies[0].line, 1u);
}

TEST_F(Topologies, ComeInTheOrderOfTheirIds) {
  const auto topologies = parse(
      "# islands\n\ntopology:\n ID : 18446744073709551615 \nSw-Grp: ALL_SWITCHES\r\n"
      "hca-grp: ALL_CAS\nEND-topology:\n"
      "topology\nid: 7\nhca-grp: ALL_CAS\nsw-grp: ALL_SWITCHES\nend-topology\n");
  EXPECT_EQ(errors_, Sentences{});
  ASSERT_EQ(topologies.size(), 2u);
  EXPECT_EQ(topologies[0].id, 7u);
  EXPECT_EQ(topologies[1].id, ~std::uint64_t{0});
  EXPECT_EQ(topologies[1].line, 3u);
  EXPECT_TRUE(parse("# none\n").empty());
  EXPECT_EQ(errors_, Sentences{});
}

TEST_F(Topologies, AllQualifiersAreMandatory) {
  expect_mistake("topology\nsw-grp: ALL\nhca-grp: ALL\nend-topology",
                 "topo:1: id is missing: write id: and a number from 1 on");
  expect_mistake("\ntopology\nid: 1\nhca-grp: ALL\nend-topology",
                 "topo:2: sw-grp is missing: write sw-grp: and the port group of its switches");
  expect_mistake("topology\nid: 1\nsw-grp: ALL\nend-topology",
                 "topo:1: hca-grp is missing: write hca-grp: and the port group of its CAs");
}

TEST_F(Topologies, BadValuesAreNamed) {
  const auto with = [](std::string_view line) {
    return fmt::format("topology\n{}\nhca-grp: ALL\nend-topology", line);
  };
  for (const char* id : {"0", "-1", "1x", "0x1", "1 2", "18446744073709551616"}) {
    expect_mistake(with(fmt::format("sw-grp: ALL\nid: {}", id)),
                   fmt::format("topo:3: id is '{}': write a number from 1 to "
                               "18446744073709551615",
                               id));
  }
  expect_mistake(with("id: 1\nsw-grp: a:b"),
                 "topo:3: sw-grp is 'a:b': a value must not hold a colon");
  expect_mistake(with("id: 1:\nsw-grp: ALL"), "topo:2: id is '1:': a value must not hold a colon");
  expect_mistake(with("id: 1\nsw-grp: ALL\nid: 2"),
                 "topo:4: id is given again: it is '1' since line 2");
}

TEST_F(Topologies, AnIdIsUsedOnce) {
  const std::string one = "topology\nid: 5\nsw-grp: ALL\nhca-grp: ALL\nend-topology\n";
  expect_mistake(one + one,
                 "topo:7: id is '5': write another one, since the topology of line 2 has it");
}

TEST_F(Topologies, OfNoGroupAreLeftOut) {
  const auto left = parse(
      "topology\nid: 1\nsw-grp: nobody\nhca-grp: ALL\nend-topology\n"
      "topology\nid: 2\nsw-grp: YS_SWITCHES\nhca-grp: x\nend-topology\n"
      "topology\nid: 3\nsw-grp: ALL\nhca-grp: ALL\nend-topology\n");
  EXPECT_EQ(errors_, Sentences{});
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].id, 3u);
  EXPECT_EQ(warnings_,
            (Sentences{"topo:1: topology 1 is left out: there is no port group 'nobody'",
                       "topo:6: topology 2 is left out: there is no port group 'YS_SWITCHES', and "
                       "there is no port group 'x'"}));
}

TEST_F(Topologies, AllMistakesAreSaid) {
  parse("topology\nid: 0\nsw-grp: x\nsize: 3\nend-topology\ntopology\nid: 1\n");
  EXPECT_EQ(errors_.size(), 6u) << joined(errors_, "\n");
  EXPECT_EQ(warnings_.size(), 1u) << joined(warnings_, "\n");
}

TEST_F(Topologies, UnknownGroupsAreNoMistakesOfTheTopologies) {
  parse_topologies("topology\nid: 1\nsw-grp: x\nhca-grp: y\nend-topology\n", "topo", nullptr,
                   errors_, warnings_);
  EXPECT_EQ(errors_, Sentences{});
  parse_topologies("topology\nid: 1\nsw-grp: x\nend-topology\n", "topo", nullptr, errors_,
                   warnings_);
  EXPECT_EQ(errors_.size(), 1u);
}

class Steps : public testing::Test {
 protected:
  Steps() {
    topologies_.push_back({.id = 1});
    topologies_.push_back({.id = 9});
  }
  std::vector<StepText> parse(std::string_view text) {
    errors_.clear();
    warnings_.clear();
    return parse_steps(text, "rch", &topologies_, kEngines, errors_, warnings_);
  }
  std::vector<StepText> parse_good(std::string_view text) {
    auto steps = parse(text);
    EXPECT_EQ(errors_, Sentences{}) << text;
    EXPECT_EQ(warnings_, Sentences{}) << text;
    return steps;
  }
  void expect_mistake(std::string_view text, const std::string& mistake) {
    parse(text);
    EXPECT_EQ(errors_, Sentences{mistake}) << text;
  }

  std::vector<Topology> topologies_;
  Sentences errors_;
  Sentences warnings_;
};

std::string step(std::string_view lines) {
  return fmt::format("unicast-step\n{}\nend-unicast-step\n", lines);
}

const std::string kFirst = step("id: 1\nengine: minhop");  // four lines

TEST_F(Steps, TheManualsExamples) {
  const auto steps = parse_good(
      "unicast-step\nid: 1\nengine: minhop\npath-bit: 0\nend-unicast-step\n"
      "unicast-step\nid: 2\nengine: ftree\nuse: ftree routing for for yellow stone nodes\n"
      "config: /etc/config/opensm2.cfg\ntopology: 1\nPath-bit: 1\nend-unicast-step\n"
      "unicast-step\nid: 3\nengine: updn\ntopology: 1\npath-bit: 1\n"
      "fallback-to: 2\nend-unicast-step\n");
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].step.id, 1u);
  EXPECT_EQ(steps[0].step.engine, "minhop");
  EXPECT_EQ(steps[0].step.topology, kNone);
  EXPECT_EQ(steps[0].step.path_bit, std::nullopt) << "the first routes every LID";
  EXPECT_EQ(steps[0].step.use, "");
  EXPECT_EQ(steps[0].config, "");
  EXPECT_EQ(steps[0].fallback_to, std::nullopt);
  EXPECT_EQ(steps[0].step.line, 1u);
  EXPECT_EQ(steps[1].step.engine, "ftree");
  EXPECT_EQ(steps[1].step.use, "ftree routing for for yellow stone nodes");
  EXPECT_EQ(steps[1].config, "/etc/config/opensm2.cfg");
  EXPECT_EQ(steps[1].step.topology, 0u);
  EXPECT_EQ(steps[1].step.path_bit, 1);
  EXPECT_EQ(steps[1].step.line, 6u);
  EXPECT_EQ(steps[2].fallback_to, 2u);
}

TEST_F(Steps, RunInTheOrderOfTheirIds) {
  const auto steps = parse_good(step("id: 18446744073709551615\nengine: updn\ntopology: 9") +
                                step("id: 30\nengine: updn\ntopology: 1\npath-bit: 0") +
                                step("id: 4\nengine: minhop\ntopology: 0"));
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].step.id, 4u);
  EXPECT_EQ(steps[1].step.id, 30u);
  EXPECT_EQ(steps[1].step.path_bit, 0);
  EXPECT_EQ(steps[2].step.id, ~std::uint64_t{0});
  EXPECT_EQ(steps[2].step.topology, 1u);
}

TEST_F(Steps, EnginesGoByBothNamesInAnyCase) {
  for (const char* name : {"updn", "UPDN", "weft-updn", "Weft-UpDn"}) {
    EXPECT_EQ(parse_good(step(fmt::format("id: 1\nengine: {}", name))).at(0).step.engine, "updn");
  }
  EXPECT_EQ(parse_good(step("id: 1\nengine: TORUS-2qos")).at(0).step.engine, "torus-2QoS");
}

TEST_F(Steps, UnknownEnginesAreRefused) {
  expect_mistake(step("id: 1\nengine: fat-tree"),
                 "rch:3: engine is 'fat-tree': write one of minhop, updn, ftree, torus-2QoS");
  expect_mistake(step("id: 1\nengine: weft-"),
                 "rch:3: engine is 'weft-': write one of minhop, updn, ftree, torus-2QoS");
  expect_mistake(step("id: 1\nengine: weft-weft-updn"),
                 "rch:3: engine is 'weft-weft-updn': write one of minhop, updn, ftree, torus-2QoS");
  for (const char* chain : {"chain", "weft-CHAIN"}) {
    expect_mistake(step(fmt::format("id: 1\nengine: {}", chain)),
                   fmt::format("rch:3: engine is '{}': a chain has no chains; write one of minhop, "
                               "updn, ftree, torus-2QoS",
                               chain));
  }
}

TEST_F(Steps, IdAndEngineAreMandatory) {
  expect_mistake(step("engine: updn"), "rch:1: id is missing: write id: and a number from 1 on");
  expect_mistake(
      step("id: 1"),
      "rch:1: engine is missing: write engine: and one of minhop, updn, ftree, torus-2QoS");
}

TEST_F(Steps, BadValuesAreNamed) {
  expect_mistake(step("engine: updn\nid: 0"),
                 "rch:3: id is '0': write a number from 1 to 18446744073709551615");
  expect_mistake(kFirst + step("id: 1\nengine: updn"),
                 "rch:6: id is '1': write another one, since the unicast-step of line 2 has it");
  expect_mistake(kFirst + step("id: 2\nengine: updn\npath-bit: 128"),
                 "rch:8: path-bit is '128': write a number from 0 to 127");
  expect_mistake(kFirst + step("id: 2\nengine: updn\nfallback-to: first"),
                 "rch:8: fallback-to is 'first': write a number from 0 to 18446744073709551615");
  EXPECT_EQ(parse_good(kFirst + step("id: 2\nengine: updn\npath-bit: 127")).at(1).step.path_bit,
            127);
}

TEST_F(Steps, OfNoEngineOrTopologyAreLeftOut) {
  const auto left = parse(kFirst + step("id: 2\nengine: updn\ntopology: 2") +
                          step("id: 3\nengine: fat-tree") + step("id: 4\nengine: updn"));
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[1].step.id, 4u);
  EXPECT_EQ(
      warnings_,
      (Sentences{"rch:8: step 2 is left out: topology is '2': there is no such topology: "
                 "write the id of one, or 0 for the whole fabric",
                 "rch:12: step 3 is left out: engine is 'fat-tree': write one of minhop, updn, "
                 "ftree, torus-2QoS"}));
}

TEST_F(Steps, HaveAFallbackInsteadOfThoseThatCannotRun) {
  const auto steps = parse(kFirst + step("id: 2\nengine: wonder") + step("id: 3\nengine: updn") +
                           step("id: 7\nengine: none\nfallback-to: 2") +
                           step("id: 8\nengine: updn\nfallback-to: 2") +
                           step("id: 9\nengine: ftree\nfallback-to: 2"));
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[1].step.id, 8u);
  EXPECT_TRUE(steps[1].is_no_fallback());
  EXPECT_EQ(steps[2].step.id, 3u);
  EXPECT_EQ(steps[3].fallback_to, 8u);
  ASSERT_EQ(warnings_.size(), 2u);
  EXPECT_TRUE(warnings_[0].ends_with("; step 8, its fallback, runs instead")) << warnings_[0];
  EXPECT_EQ(warnings_[1].find("rch:15: step 7 is left out: engine is 'none'"), 0u) << warnings_[1];
}

TEST_F(Steps, HaveTheVendorsEnginesByTheStaticOnes) {
  const auto steps =
      parse(kFirst + step("id: 2\nengine: AR_UPDN") + step("id: 3\nengine: weft-ar_torus"));
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[1].step.engine, "updn");
  EXPECT_EQ(steps[2].step.engine, "torus-2QoS");
  EXPECT_EQ(steps[0].vendor, nullptr);
  ASSERT_NE(steps[1].vendor, nullptr);
  EXPECT_EQ(steps[1].vendor->name, "ar_updn");
  EXPECT_EQ(steps[1].engine_line, 7u);
}

TEST_F(Steps, NoValueHoldsAColon) {
  for (const char* name :
       {"id", "engine", "use", "config", "topology", "fallback-to", "path-bit"}) {
    std::string lines = fmt::format("{}: 1:2", name);
    if (name != std::string_view("id")) lines += "\nid: 2";
    if (name != std::string_view("engine")) lines += "\nengine: updn";
    expect_mistake(kFirst + step(lines),
                   fmt::format("rch:6: {} is '1:2': a value must not hold a colon", name));
  }
}

TEST_F(Steps, TheFirstRoutesTheWholeFabric) {
  const std::string mistake =
      "rch:1: step 3 is the first, which routes the whole fabric: write topology: 0";
  expect_mistake(step("id: 3\nengine: updn\ntopology: 1"), mistake);
  expect_mistake(step("id: 3\nengine: updn\ntopology: 1") + step("id: 4\nengine: updn"), mistake);
  expect_mistake(step("id: 3\nengine: updn\npath-bit: 1"),
                 "rch:1: step 3 is the first, which routes every LID: write path-bit: 0");
}

TEST_F(Steps, TheFirstIsTheLowestThatIsNoFallback) {
  const auto steps =
      parse_good(step("id: 1\nengine: updn\nfallback-to: 3\ntopology: 1") +
                 step("id: 2\nengine: minhop") + step("id: 3\nengine: ftree\ntopology: 1"));
  EXPECT_EQ(steps.size(), 3u);
  expect_mistake(
      step("id: 1\nengine: updn\nfallback-to: 3") + step("id: 3\nengine: ftree\ntopology: 1"),
      "rch:6: step 3 is the first, which routes the whole fabric: write topology: 0");
}

TEST_F(Steps, ThereMustBeAFirst) {
  const std::string mistake =
      "rch:1: there is no first step: write a unicast-step without fallback-to";
  expect_mistake("", mistake);
  expect_mistake("# nothing\n", mistake);
  expect_mistake(step("id: 1\nengine: updn\nfallback-to: 1"), mistake);
}

TEST_F(Steps, FallbacksThatCanNeverRunAreLeftOut) {
  const auto steps = parse(
      kFirst + step("id: 2\nengine: updn\nfallback-to: 1") +
      step("id: 3\nengine: ftree\nfallback-to: 2") + step("id: 4\nengine: ftree\nfallback-to: 8") +
      step("id: 5\nengine: ftree\nfallback-to: 4") + step("id: 6\nengine: ftree\nfallback-to: 0") +
      step("id: 7\nengine: ftree\nfallback-to: 7"));
  EXPECT_EQ(errors_, Sentences{});
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[1].step.id, 2u);
  const auto ignored = [](int line, int id, std::string_view reason) {
    return fmt::format("rch:{}: step {} is ignored: it is a fallback to step {}", line, id, reason);
  };
  EXPECT_EQ(warnings_, (Sentences{ignored(10, 3, "2, which is a fallback itself"),
                                  ignored(15, 4, "8, which does not exist"),
                                  ignored(20, 5, "4, which is a fallback itself"),
                                  ignored(25, 6, "0, which does not exist"),
                                  ignored(30, 7, "7, which is a fallback itself")}));
}

TEST_F(Steps, FallbacksToTheFirstRouteAllThatItRoutes) {
  const auto steps = parse(kFirst + step("id: 2\nengine: updn\nfallback-to: 1\ntopology: 1") +
                           step("id: 3\nengine: updn\nfallback-to: 1\npath-bit: 1") +
                           step("id: 4\nengine: updn\nfallback-to: 1\npath-bit: 0"));
  EXPECT_EQ(errors_, Sentences{});
  EXPECT_EQ(warnings_,
            (Sentences{"rch:5: step 2 is ignored: it is a fallback to step 1, the first, "
                       "but does not route the whole fabric",
                       "rch:11: step 3 is ignored: it is a fallback to step 1, the "
                       "first, but does not route every LID"}));
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[1].step.id, 4u);
  EXPECT_EQ(steps[1].step.path_bit, std::nullopt);
}

TEST_F(Steps, AFallbackThatRoutesOtherPathsIsSaid) {
  const std::string of_topology = kFirst + step("id: 2\nengine: ftree\ntopology: 1\npath-bit: 1");
  parse_good(of_topology + step("id: 3\nengine: updn\nfallback-to: 2\ntopology: 1\npath-bit: 1"));
  parse(of_topology + step("id: 3\nengine: updn\nfallback-to: 2\ntopology: 1"));
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_EQ(parse(of_topology + step("id: 3\nengine: updn\nfallback-to: 2\npath-bit: 1")).size(),
            3u);
  EXPECT_EQ(errors_, Sentences{});
  EXPECT_EQ(warnings_, Sentences{"rch:11: step 3 counts: it is a fallback to step 2, which routes "
                                 "other paths; is that meant?"});
}

TEST_F(Steps, ManyIgnoredStepsAreFewWarnings) {
  std::string text = kFirst;
  for (int i = 2; i < 100; ++i)
    text += step(fmt::format("id: {}\nengine: updn\nfallback-to: 0", i));
  EXPECT_EQ(parse(text).size(), 1u);
  ASSERT_EQ(warnings_.size(), 11u);
  EXPECT_EQ(warnings_.back(), "rch: 88 more fallbacks are ignored or strange");
}

TEST_F(Steps, AllMistakesAreSaid) {
  parse("id: 4\n" + step("id: x\nengine: y\ntopology: z\nwhat: w\nuse") + "unicast-step\n");
  EXPECT_EQ(errors_.size(), 9u) << joined(errors_, "\n");
}

TEST_F(Steps, UnknownTopologiesAreNoMistakesOfTheSteps) {
  parse_steps(kFirst + step("id: 2\nengine: updn\ntopology: 77"), "rch", nullptr, kEngines, errors_,
              warnings_);
  EXPECT_EQ(errors_, Sentences{});
  parse_steps(step("id: 2\nengine: updn\ntopology: 77"), "rch", nullptr, kEngines, errors_,
              warnings_);
  EXPECT_EQ(errors_, Sentences{"rch:1: step 2 is the first, which routes the whole fabric: write "
                               "topology: 0"});
}

TEST_F(Steps, ThereIsALimit) {
  std::string text;
  for (std::size_t i = 1; i <= kMostSteps; ++i)
    text += step(fmt::format("id: {}\nengine: updn", i));
  EXPECT_EQ(parse_good(text).size(), kMostSteps);
  expect_mistake(text + step("id: 5000\nengine: updn"),
                 "rch:16385: there are 4097 steps: write 4096 at most");
}

}  // namespace
}  // namespace weft
