// What `weft generate` hands over, as text.
#include "common/fabric/generators/catalog.h"

#include <gtest/gtest.h>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

using Options = std::map<std::string, std::string>;

std::string refusal(std::string_view topology, const Options& options) {
  try {
    generate(topology, options);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Catalog, ReadsALine) {
  EXPECT_EQ(text_of(generate_from_line("  torus --dims 3,3\t--cas 2 --hosts 15 ")),
            text_of(with_hosts(make_torus({.dims = {3, 3}, .cas = 2}), 15)));
  const auto refused = [](std::string_view line) {
    try {
      generate_from_line(line);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_TRUE(mentions(refused(""), "there is no topology"));
  EXPECT_TRUE(mentions(refused("torus --dims"), "is not an option with a value"));
  EXPECT_TRUE(mentions(refused("torus 3,3"), "is not an option with a value"));
  EXPECT_TRUE(mentions(refused("torus --dims 3,3 --dims 4,4"), "is given twice"));
  EXPECT_TRUE(mentions(refused("xgft --down 2,2 --up 1,2 --rails 2 --hosts 3"), "--rails"));
  EXPECT_TRUE(mentions(refused("torus --dims 3,3 --hosts 10"), "between 1 and the 9"));
}

TEST(Catalog, MakesEveryTopology) {
  const auto same = [](std::string_view name, const Options& options, const Fabric& expected) {
    EXPECT_EQ(text_of(generate(name, options)), text_of(expected)) << name;
  };
  same("xgft", {{"down", "3,4"}, {"up", "1,2"}, {"parallel", "1,2"}},
       make_xgft({.down = {3, 4}, .up = {1, 2}, .parallel = {1, 2}}));
  same("xgft", {{"down", "3,4"}, {"up", "1,2"}, {"rails", "2"}},
       make_xgft({.down = {3, 4}, .up = {1, 2}, .rails = 2}));
  same("directors",
       {{"spines", "3,2"},
        {"lines", "4,2"},
        {"links", "2"},
        {"edges", "6"},
        {"uplinks", "2,1"},
        {"cas", "3"},
        {"rails", "3"}},
       make_directors({.spines = {3, 2},
                       .lines = {4, 2},
                       .links = 2,
                       .edges = 6,
                       .uplinks = {2, 1},
                       .cas = 3,
                       .rails = 3}));
  same("torus", {{"dims", "3,3"}, {"cas", "2"}, {"links", "2"}},
       make_torus({.dims = {3, 3}, .cas = 2, .links = 2}));
  same("mesh", {{"dims", "3,3"}}, make_mesh({.dims = {3, 3}}));
  same("ring", {{"switches", "8"}, {"cas", "3"}}, make_torus({.dims = {8}, .cas = 3}));
  same("hypercube", {{"dimensions", "3"}, {"cas", "2"}},
       make_hypercube({.dimensions = 3, .cas = 2}));
  same("hyperx", {{"dims", "3,4"}, {"links", "2"}}, make_hyperx({.dims = {3, 4}, .links = 2}));
  same("dragonfly", {{"routers", "4"}, {"global-links", "2"}, {"cas", "2"}},
       make_dragonfly({.routers = 4, .global_links = 2, .cas = 2}));
  same("dragonfly", {{"routers", "4"}, {"global-links", "2"}, {"cas", "2"}, {"groups", "5"}},
       make_dragonfly({.routers = 4, .global_links = 2, .cas = 2, .groups = 5}));
  same("dragonfly-plus", {{"leaves", "4"}, {"spines", "2"}, {"global-links", "2"}, {"cas", "2"}},
       make_dragonfly_plus({.leaves = 4, .spines = 2, .global_links = 2, .cas = 2}));
  same("slim-fly", {{"q", "3"}}, make_slim_fly({.q = 3}));
  same("slim-fly", {{"q", "3"}, {"cas", "2"}}, make_slim_fly({.q = 3, .cas = 2}));
  same("polar-fly", {{"q", "4"}, {"cas", "0"}}, make_polar_fly({.q = 4, .cas = 0}));
  same("random", {{"switches", "12"}, {"degree", "3"}, {"seed", "5"}},
       make_random_regular({.switches = 12, .degree = 3, .seed = 5}));
}

TEST(Catalog, AppliesTheCommonOptionsToEveryTopology) {
  const Fabric plain = generate("torus", {{"dims", "4,4"}, {"cas", "2"}});
  const Fabric failed = generate("torus", {{"dims", "4,4"},
                                           {"cas", "2"},
                                           {"fail-links", "10%"},
                                           {"fail-switches", "1"},
                                           {"seed", "7"},
                                           {"speed", "12xedr"}});
  // 28 links are left without the switch; 10 % of them, rounded up, are 3.
  const FabricFacts facts = facts_of(failed);
  EXPECT_EQ(facts.switches, 15u);
  EXPECT_EQ(facts.links, 25u);
  EXPECT_EQ(facts.end_ports, 30u);
  EXPECT_EQ(facts.pieces, 1u);
  EXPECT_EQ(failed.ports(0)[5].link, (LinkAttributes{12, LinkSpeed::kEdr, 8}));
  EXPECT_EQ(generate("torus", {{"dims", "4,4"}, {"cas", "2"}, {"uneven", "25%"}}).end_port_count(),
            24u);
  EXPECT_EQ(text_of(generate("torus", {{"dims", "4,4"}, {"cas", "2"}, {"shuffle", "3"}})),
            text_of(with_shuffled_guids(plain, 3)));
  EXPECT_EQ(generate("xgft", {{"down", "3,4"}, {"up", "1,2"}, {"extra-cas", "2"}}).end_port_count(),
            14u);
  const auto with_aggregation = [](const char* where) {
    return generate("xgft", {{"down", "3,4"}, {"up", "1,4"}, {"aggregation", where}});
  };
  EXPECT_EQ(with_aggregation("all").end_port_count(), 12u + 8);
  EXPECT_EQ(with_aggregation("leaf").end_port_count(), 12u + 4);
  EXPECT_EQ(with_aggregation("30%").end_port_count(), 12u + 3);
  EXPECT_NE(text_of(generate("xgft", {{"down", "3,4"}, {"up", "1,4"}, {"uneven-spines", "1"}})),
            text_of(generate("xgft", {{"down", "3,4"}, {"up", "1,4"}})));
  EXPECT_EQ(
      facts_of(generate("ring", {{"switches", "6"}, {"fail-links", "6"}, {"disconnect", "yes"}}))
          .pieces,
      6u);
}

TEST(Catalog, SaysWhatThereIs) {
  EXPECT_PRED2(mentions, refusal("tree", {}), "«tree»");
  EXPECT_PRED2(mentions, refusal("tree", {}), "xgft, directors, torus, mesh");
  const std::string unknown = refusal("torus", {{"dims", "4"}, {"degree", "3"}});
  EXPECT_PRED2(mentions, unknown, "--degree");
  EXPECT_PRED2(mentions, unknown, "--dims, --cas");
  EXPECT_PRED2(mentions, unknown, "--fail-links");
  EXPECT_PRED2(mentions, refusal("torus", {}), "torus needs --dims");
}

TEST(Catalog, RefusesValuesThatItCannotRead) {
  for (const char* dims : {"4,x", "4,,4", ",4", "4,", "-4", "+4", "4.5", " 4", "4 ", "0x4",
                           "99999999999999999999", "1000001", "x", ""}) {
    EXPECT_PRED2(mentions, refusal("torus", {{"dims", dims}}), "--dims") << dims;
  }
  EXPECT_PRED2(mentions, refusal("torus", {{"dims", "4"}, {"cas", "4,4"}}), "--cas is «4,4»");
  for (const char* option : {"down", "up", "parallel", "dims", "cas", "gateways", "speed"}) {
    Options islands{{"down", "2,2"}, {"up", "1,2"}, {"dims", "3,3"}};
    islands[option] = "x";
    EXPECT_PRED2(mentions, refusal("islands", islands), std::string("--") + option + " is «x»");
  }
  for (const char* amount : {"-1", "x%", "%", "101%", "nan", "nan%", "inf", "1.5", "1e30"}) {
    EXPECT_PRED2(mentions, refusal("torus", {{"dims", "4"}, {"fail-links", amount}}),
                 "--fail-links is")
        << amount;
  }
  for (const char* where : {"3", "leaves", "%", "101%", "-1%", "nan%", "all%"}) {
    EXPECT_PRED2(mentions, refusal("torus", {{"dims", "4"}, {"aggregation", where}}),
                 "--aggregation is")
        << where;
  }
  for (const char* speed : {"3xQDR", "QD", "4x", "4xQDR4", "4", "4x4xQDR"}) {
    EXPECT_PRED2(mentions, refusal("torus", {{"dims", "4"}, {"speed", speed}}), "--speed is")
        << speed;
  }
  EXPECT_PRED2(mentions, refusal("torus", {{"dims", "4"}, {"seed", "-1"}}), "--seed is");
  EXPECT_PRED2(mentions, refusal("torus", {{"dims", "4"}, {"disconnect", "1"}}), "--disconnect is");
  EXPECT_LT(refusal("torus", {{"dims", std::string(100000, '4')}}).size(), 400u);
}

TEST(Catalog, IsEnoughForAHelpText) {
  for (const TopologyInfo& topology : generator_topologies()) {
    EXPECT_FALSE(topology.description.empty());
    EXPECT_FALSE(topology.options.empty());
    for (const auto& options : {topology.options, common_generator_options()}) {
      for (const GeneratorOption& option : options) {
        EXPECT_FALSE(option.name.empty() || option.value.empty() || option.description.empty());
      }
    }
  }
}

}  // namespace
}  // namespace weft
