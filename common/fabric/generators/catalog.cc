#include "common/fabric/generators/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "common/base/text.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/generators/options.h"

namespace weft {
namespace {

constexpr GeneratorOption kCas{"cas", "N", "CAs at each switch", "1"};
constexpr GeneratorOption kLinks{"links", "N", "parallel links between two neighbours", "1"};
constexpr GeneratorOption kDims{
    "dims", "N,N,...", "switches in each of 1 to 8 dimensions; the last one varies fastest", "",
    true};
constexpr GeneratorOption kSwitches{"switches", "N", "number of switches", "", true};
constexpr GeneratorOption kGroups{"groups", "N", "number of groups (default: the most possible)"};
constexpr GeneratorOption kRails{"rails", "N", "CAs of a host, each on another leaf switch", "1"};

constexpr std::array kXgftOptions{
    GeneratorOption{"down", "M1,M2,...", "children of a node of level 1, 2, ...", "", true},
    GeneratorOption{"up", "W1,W2,...", "parents of a node of level 0 (the CAs), 1, ...", "", true},
    GeneratorOption{"parallel", "P1,P2,...",
                    "parallel links to each of these parents (default: 1)"},
    kRails};
constexpr std::array kDirectorsOptions{
    GeneratorOption{"spines", "N,N,...", "spine chips of each director", "", true},
    GeneratorOption{"lines", "N,N,...", "line chips of each director", "", true},
    GeneratorOption{"links", "N", "parallel links of a line chip to each spine chip", "1"},
    GeneratorOption{"edges", "N", "edge switches below; without them CAs are on the line chips",
                    "0"},
    GeneratorOption{"uplinks", "N,N,...", "links of an edge switch to each director (default: 1)"},
    GeneratorOption{"cas", "N", "CAs at each edge switch or line chip", "1"},
    kRails};
constexpr std::array kGridOptions{kDims, kCas, kLinks};
constexpr std::array kRingOptions{kSwitches, kCas, kLinks};
constexpr std::array kHypercubeOptions{
    GeneratorOption{"dimensions", "N", "2^N switches; 1 to 15", "", true}, kCas, kLinks};
constexpr std::array kDragonflyOptions{
    GeneratorOption{"routers", "N", "switches of a row, all linked to each other", "", true},
    GeneratorOption{"global-links", "N", "links of each switch to other groups", "", true},
    GeneratorOption{"cas", "N", "CAs at each switch", "", true}, kGroups,
    GeneratorOption{"rows", "N", "rows of a group, linked switch by switch", "1"}};
constexpr std::array kDragonflyPlusOptions{
    GeneratorOption{"leaves", "N", "leaf switches of a group, linked to all of its spines", "",
                    true},
    GeneratorOption{"spines", "N", "spines of a group", "", true},
    GeneratorOption{"global-links", "N", "links of each spine to other groups", "", true},
    GeneratorOption{"cas", "N", "CAs at each leaf switch", "", true}, kGroups};
constexpr std::array kKautzOptions{
    GeneratorOption{"degree", "N", "arcs from each switch, and as many arcs to it", "", true},
    GeneratorOption{"length", "N", "the longest path, in arcs", "", true}, kCas};
constexpr GeneratorOption kHalfAsManyCas{
    "cas", "N", "CAs at each switch (default: half as many as links, rounded up)"};
constexpr std::array kSlimFlyOptions{
    GeneratorOption{"q", "Q", "a power of a prime, from 3 on: 2 Q^2 switches", "", true},
    kHalfAsManyCas};
constexpr std::array kPolarFlyOptions{
    GeneratorOption{"q", "Q", "a power of a prime: Q^2 + Q + 1 switches", "", true},
    kHalfAsManyCas};
constexpr std::array kIslandsOptions{
    kXgftOptions[0],
    kXgftOptions[1],
    kXgftOptions[2],
    kDims,
    kCas,
    kLinks,
    GeneratorOption{"gateways", "N", "switches that link the two", "2"},
    GeneratorOption{"gateway-links", "N", "links of a gateway to each of the two", "2"}};
constexpr std::array kRandomOptions{
    kSwitches, GeneratorOption{"degree", "N", "neighbours of each switch", "", true}, kCas, kLinks};

constexpr std::array kCommonOptions{
    GeneratorOption{"speed", "WxRATE", "width and speed of all links: 4xSDR to 4xXDR", "4xQDR"},
    GeneratorOption{"hosts", "N",
                    "number of CAs, spread evenly (default: a CA on every port for CAs)"},
    GeneratorOption{"uneven", "N|P%", "number of missing CAs, at random places", "0"},
    GeneratorOption{"uneven-spines", "N|P%",
                    "number of spines with half of their links; other spines get these links", "0"},
    GeneratorOption{"extra-cas", "N", "number of CAs on switches that should have none", "0"},
    GeneratorOption{
        "aggregation", "all|leaf|P%",
        "an aggregation node (a CA) on all switches, those with CAs, or a share of all"},
    GeneratorOption{"shuffle", "SEED", "GUIDs in random order, independent of the position"},
    GeneratorOption{"fail-switches", "N|P%", "number of switches that fail, with their CAs", "0"},
    GeneratorOption{"fail-links", "N|P%", "number of links between switches that fail", "0"},
    GeneratorOption{"disconnect", "yes|no", "failures may divide the fabric into islands", "no"},
    GeneratorOption{"seed", "SEED", "seed of all random choices except shuffle", "1"}};

GridSpec grid(const GeneratorOptions& options) {
  return {.dims = options.numbers("dims"),
          .cas = options.number("cas"),
          .links = options.number("links"),
          .link = options.link("speed")};
}

Fabric xgft(const GeneratorOptions& options) {
  return make_xgft({.down = options.numbers("down"),
                    .up = options.numbers("up"),
                    .parallel = options.numbers("parallel"),
                    .rails = options.number("rails"),
                    .link = options.link("speed")});
}

Fabric directors(const GeneratorOptions& options) {
  return make_directors({.spines = options.numbers("spines"),
                         .lines = options.numbers("lines"),
                         .links = options.number("links"),
                         .edges = options.number("edges"),
                         .uplinks = options.numbers("uplinks"),
                         .cas = options.number("cas"),
                         .rails = options.number("rails"),
                         .link = options.link("speed")});
}

Fabric torus(const GeneratorOptions& options) { return make_torus(grid(options)); }

Fabric mesh(const GeneratorOptions& options) { return make_mesh(grid(options)); }

Fabric hyperx(const GeneratorOptions& options) { return make_hyperx(grid(options)); }

Fabric ring(const GeneratorOptions& options) {
  return make_torus({.dims = {options.number("switches")},
                     .cas = options.number("cas"),
                     .links = options.number("links"),
                     .link = options.link("speed")});
}

Fabric hypercube(const GeneratorOptions& options) {
  return make_hypercube({.dimensions = options.number("dimensions"),
                         .cas = options.number("cas"),
                         .links = options.number("links"),
                         .link = options.link("speed")});
}

Fabric dragonfly(const GeneratorOptions& options) {
  return make_dragonfly({.routers = options.number("routers"),
                         .global_links = options.number("global-links"),
                         .cas = options.number("cas"),
                         .groups = options.is_given("groups") ? options.number("groups") : 0,
                         .rows = options.number("rows"),
                         .link = options.link("speed")});
}

Fabric dragonfly_plus(const GeneratorOptions& options) {
  return make_dragonfly_plus({.leaves = options.number("leaves"),
                              .spines = options.number("spines"),
                              .global_links = options.number("global-links"),
                              .cas = options.number("cas"),
                              .groups = options.is_given("groups") ? options.number("groups") : 0,
                              .link = options.link("speed")});
}

Fabric kautz(const GeneratorOptions& options) {
  return make_kautz({.degree = options.number("degree"),
                     .length = options.number("length"),
                     .cas = options.number("cas"),
                     .link = options.link("speed")});
}

std::optional<unsigned> given_cas(const GeneratorOptions& options) {
  return options.is_given("cas") ? std::optional(options.number("cas")) : std::nullopt;
}

Fabric slim_fly(const GeneratorOptions& options) {
  return make_slim_fly(
      {.q = options.number("q"), .cas = given_cas(options), .link = options.link("speed")});
}

Fabric polar_fly(const GeneratorOptions& options) {
  return make_polar_fly(
      {.q = options.number("q"), .cas = given_cas(options), .link = options.link("speed")});
}

Fabric islands(const GeneratorOptions& options) {
  // Not in a nested initializer: if a later part throws, GCC 12 destroys earlier parts twice.
  IslandsSpec spec;
  spec.tree.down = options.numbers("down");
  spec.tree.up = options.numbers("up");
  spec.tree.parallel = options.numbers("parallel");
  spec.tree.link = options.link("speed");
  spec.torus = grid(options);
  spec.gateways = options.number("gateways");
  spec.gateway_links = options.number("gateway-links");
  return make_islands(spec);
}

Fabric random_regular(const GeneratorOptions& options) {
  return make_random_regular({.switches = options.number("switches"),
                              .degree = options.number("degree"),
                              .cas = options.number("cas"),
                              .links = options.number("links"),
                              .seed = options.seed("seed"),
                              .link = options.link("speed")});
}

constexpr std::array kTopologies{
    TopologyInfo{"xgft", "extended generalized fat tree, CAs at the bottom", kXgftOptions, xgft},
    TopologyInfo{"directors", "director switches (line and spine chips), edge switches below them",
                 kDirectorsOptions, directors},
    TopologyInfo{"torus", "torus of any number of dimensions", kGridOptions, torus},
    TopologyInfo{"mesh", "mesh of any number of dimensions", kGridOptions, mesh},
    TopologyInfo{"ring", "ring of switches", kRingOptions, ring},
    TopologyInfo{"hypercube", "hypercube", kHypercubeOptions, hypercube},
    TopologyInfo{"hyperx", "HyperX: in each dimension all switches are neighbours", kGridOptions,
                 hyperx},
    TopologyInfo{"dragonfly", "dragonfly: groups of fully meshed switches, all groups linked",
                 kDragonflyOptions, dragonfly},
    TopologyInfo{"dragonfly-plus", "Dragonfly+: groups of leaf switches and spines, all linked",
                 kDragonflyPlusOptions, dragonfly_plus},
    TopologyInfo{"kautz", "Kautz graph: few hops between many switches", kKautzOptions, kautz},
    TopologyInfo{"slim-fly", "Slim Fly: at most two hops, with few links per switch",
                 kSlimFlyOptions, slim_fly},
    TopologyInfo{"polar-fly", "PolarFly: at most two hops, with the fewest links per switch",
                 kPolarFlyOptions, polar_fly},
    TopologyInfo{"islands", "a tree (xgft) and a torus, linked by switches", kIslandsOptions,
                 islands},
    TopologyInfo{"random", "random regular graph: all switches have the same number of neighbours",
                 kRandomOptions, random_regular}};

const TopologyInfo& find_topology(std::string_view name) {
  std::string list;
  for (const TopologyInfo& topology : kTopologies) {
    if (topology.name == name) return topology;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", topology.name);
  }
  throw BadInput(fmt::format("there is no topology «{}»; there are {}", name.substr(0, 80), list));
}

// Order: links before CAs, since moved links turn spines into leaf switches; CAs before GUIDs
// before failures, so that failures only remove parts from the same fabric.
Fabric make_irregular(Fabric fabric, const GeneratorOptions& options) {
  const std::uint64_t seed = options.seed("seed");
  if (options.is_given("hosts")) {
    if (options.is_given("rails") && options.number("rails") > 1) {
      throw BadInput("--hosts counts CAs, and with --rails a host has several: leave one out");
    }
    fabric = with_hosts(fabric, options.number("hosts"));
  }
  fabric = with_uneven_spines(fabric, options.amount("uneven-spines"), seed);
  fabric = without_some_cas(fabric, options.amount("uneven"), seed);
  fabric = with_extra_cas(fabric, options.number("extra-cas"), options.link("speed"), seed);
  if (options.is_given("aggregation")) {
    fabric = with_aggregation_nodes(fabric, options.aggregation("aggregation"),
                                    options.link("speed"), seed);
  }
  if (options.is_given("shuffle")) fabric = with_shuffled_guids(fabric, options.seed("shuffle"));
  const Failures failures{.switches = options.amount("fail-switches"),
                          .links = options.amount("fail-links"),
                          .may_disconnect = options.yes("disconnect"),
                          .seed = seed};
  if (failures.switches.number > 0 || failures.links.number > 0) {
    fabric = with_failures(fabric, failures);
  }
  return fabric;
}

}  // namespace

std::span<const TopologyInfo> generator_topologies() { return kTopologies; }

std::span<const GeneratorOption> common_generator_options() { return kCommonOptions; }

Fabric generate(std::string_view topology, const std::map<std::string, std::string>& values) {
  const TopologyInfo& chosen = find_topology(topology);
  const GeneratorOptions options(chosen, values);
  return make_irregular(chosen.make(options), options);
}

std::string_view topology_of_line(std::string_view line) {
  Scanner scanner(line);
  scanner.skip_blanks();
  return scanner.word();
}

bool names_topology(std::string_view line) {
  return std::ranges::any_of(generator_topologies(), [&](const TopologyInfo& info) {
    return info.name == topology_of_line(line);
  });
}

Fabric generate_from_line(std::string_view line) {
  Scanner scanner(line);
  scanner.skip_blanks();
  const std::string_view topology = scanner.word();
  std::map<std::string, std::string> values;
  while (!scanner.at_end()) {
    const std::string_view name = scanner.word();
    scanner.skip_blanks();
    const std::string_view value = scanner.word();
    if (!name.starts_with("--") || value.empty()) {
      throw BadInput(fmt::format(
          "{} is not an option with a value, as in «torus --dims 4,4 --cas 2»", quote(name)));
    }
    if (!values.emplace(name.substr(2), value).second) {
      throw BadInput(fmt::format("{} is given twice", quote(name)));
    }
  }
  return generate(topology, values);
}

}  // namespace weft
