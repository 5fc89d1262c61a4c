// edge-floor FABRIC [--threads N]: how many links a core looks at in a second, and how many
// candidates an engine has to choose from. A candidate of a switch for a destination is a link to a
// neighbour that is nearer to it.
//
// The kernel is what an engine that chooses path by path cannot avoid: for each destination LID,
// and for each switch, it reads the index and the load of each candidate, takes the least loaded
// one, adds to its load and writes a byte. Which links are candidates stands ready in a list;
// making that is not timed. Threads share nothing: each has destinations and loads of its own.
//
// Prints one JSON object. links: between switches; by_switch: candidates of all switches for all
// switches, which is what there is to choose from if all LIDs of a switch are dealt with at once;
// by_lid: for the LIDs of all CAs, one by one; edges_per_s: of all threads together, the median of
// five samples.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "bench/program.h"
#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/counts.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"
#include "tools/weft/load.h"

namespace weft::bench {
namespace {

constexpr std::uint64_t kEdges = 1u << 26;  // a thread's share in a sample

// By switch: how many LIDs there are of CAs that are linked to it.
std::vector<std::uint32_t> ca_lids_by_switch(const Fabric& fabric) {
  std::vector<std::uint32_t> lids(fabric.switch_count(), 0);
  for (const EndPort& port : fabric.end_ports()) {
    lids[port.sw] += lids_of(port).count;
  }
  return lids;
}

struct Candidates {
  std::uint64_t by_switch = 0;
  std::uint64_t by_lid = 0;
};

Candidates count_candidates(const SwitchGraph& graph, const Distances& distances,
                            const std::vector<std::uint32_t>& lids) {
  Candidates all;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    const auto own = distances.from(s);
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const auto peer = distances.from(bundle.peer);
      for (SwitchIndex to = 0; to < graph.switch_count(); ++to) {
        const std::uint32_t links = peer[to] < own[to] ? bundle.port_count : 0;
        all.by_switch += links;
        all.by_lid += std::uint64_t{links} * lids[to];
      }
    }
  }
  return all;
}

// For one destination: the candidates of each switch, one list after the other.
struct CandidateLists {
  std::vector<std::uint32_t> first;  // of a switch in links; size S + 1
  std::vector<std::uint32_t> links;
};

CandidateLists candidates_for(const SwitchGraph& graph, const Distances& distances,
                              SwitchIndex to) {
  CandidateLists lists;
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    lists.first.push_back(static_cast<std::uint32_t>(lists.links.size()));
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (distances.from(bundle.peer)[to] >= distances.from(s)[to]) continue;
      for (unsigned i = 0; i < bundle.port_count; ++i) {
        lists.links.push_back(bundle.first_port + i);
      }
    }
  }
  lists.first.push_back(static_cast<std::uint32_t>(lists.links.size()));
  return lists;
}

void choose(const CandidateLists& lists, std::vector<std::uint32_t>& loads, PortNum* column) {
  for (std::size_t s = 0; s + 1 < lists.first.size(); ++s) {
    const std::uint32_t first = lists.first[s];
    const std::uint32_t last = lists.first[s + 1];
    if (first == last) continue;
    std::uint32_t least = lists.links[first];
    for (std::uint32_t i = first + 1; i < last; ++i) {
      if (loads[lists.links[i]] < loads[least]) least = lists.links[i];
    }
    ++loads[least];
    column[s] = static_cast<PortNum>(least);  // some byte: which one it is takes no time
  }
}

struct Work {
  const SwitchGraph& graph;
  const Distances& distances;              // between all switches
  const std::vector<std::uint32_t>& lids;  // of CAs, by switch
  std::vector<SwitchIndex> leaves;         // with such LIDs, and with a link
  std::size_t links = 0;                   // between switches, each in both directions
};

// Edges a second of one thread, whose destinations are those of every stride-th leaf from `start`.
double edges_per_second(const Work& work, std::size_t start, std::size_t stride) {
  const std::size_t switches = work.graph.switch_count();
  std::vector<std::uint32_t> loads(work.links, 0);
  std::uint64_t edges = 0;
  double ms = 0;
  for (std::size_t at = start; edges < kEdges; at += stride) {
    const SwitchIndex to = work.leaves[at % work.leaves.size()];
    const CandidateLists lists = candidates_for(work.graph, work.distances, to);
    std::vector<PortNum> columns(work.lids[to] * switches);
    const Stopwatch stopwatch;
    for (std::uint32_t lid = 0; lid < work.lids[to]; ++lid) {
      choose(lists, loads, columns.data() + lid * switches);
    }
    ms += stopwatch.ms();
    edges += work.lids[to] * lists.links.size();
  }
  return static_cast<double>(edges) / ms * 1e3;
}

// Of all threads together, the median of five samples.
double edges_per_second(const Work& work, const Workers& workers) {
  std::array<double, 5> samples;
  for (double& sample : samples) {
    std::vector<double> rates(workers.threads());
    workers.parallel_for(rates.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) rates[i] = edges_per_second(work, i, rates.size());
    });
    sample = std::accumulate(rates.begin(), rates.end(), 0.0);
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

void measure(const std::string& file, unsigned threads) {
  const Fabric fabric = tool::load_fabric(file, {}).fabric;
  const SwitchGraph graph(fabric);
  const Workers workers(threads);
  const Distances distances = distances_to(graph, all_switches(fabric), workers);
  const std::vector<std::uint32_t> lids = ca_lids_by_switch(fabric);
  Work work{graph, distances, lids, {}, 0};
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) work.links += bundle.port_count;
    if (lids[s] != 0 && !graph.bundles(s).empty()) work.leaves.push_back(s);
  }
  if (work.leaves.empty()) throw BadInput(file + ": there are no paths over switches to CAs");
  const Candidates candidates = count_candidates(graph, distances, lids);
  fmt::print(R"({{"links": {}, "by_switch": {}, "by_lid": {}, "edges_per_s": {:.0f}}})"
             "\n",
             work.links / 2, candidates.by_switch, candidates.by_lid,
             edges_per_second(work, workers));
}

int run(int argc, char** argv) {
  std::string file;
  unsigned threads = 1;
  CLI::App app("How many links cores look at in a second", "edge-floor");
  app.add_option("FABRIC", file, "As of weft route")->required();
  app.add_option("--threads", threads, "How many may work; 0: one a processor")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  measure(file, threads);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  return weft::bench::run_program("edge-floor", &weft::bench::run, argc, argv);
}
