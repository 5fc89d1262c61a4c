#include "tests/support/slow_fat_tree.h"

#include <algorithm>
#include <numeric>

#include "common/balance/closed_circle.h"

namespace weft {
namespace {

// A node of make_xgft by its label: first the digits a_h .. a_(l+1), then b_l .. b_1.
struct Label {
  unsigned level;
  std::vector<unsigned> digits;  // 1..h, by position - 1

  friend bool operator==(const Label&, const Label&) = default;
};

std::vector<Label> labels_of_level(const XgftSpec& spec, unsigned level) {
  std::vector<Label> labels = {{level, std::vector<unsigned>(spec.down.size())}};
  for (std::size_t position = spec.down.size(); position-- > 0;) {
    const unsigned radix = position < level ? spec.up[position] : spec.down[position];
    std::vector<Label> longer;
    for (const Label& label : labels) {
      for (unsigned digit = 0; digit < radix; ++digit) {
        longer.push_back(label);
        longer.back().digits[position] = digit;
      }
    }
    labels = longer;
  }
  return labels;
}

// By flow: (leaf, destination), in the order in which spines are tried.
class Search {
 public:
  Search(const SmallTree& tree, unsigned most) : tree_(tree), most_(most) {
    const unsigned nodes = tree.leaves * tree.hosts;
    up_.resize(nodes, std::vector<unsigned>(std::size_t{tree.leaves} * tree.spines));
    down_ = up_;
    // Neighbouring destinations of a leaf meet first: contradictions are found early.
    for (unsigned leaf = 0; leaf < tree.leaves; ++leaf) {
      for (unsigned destination = 0; destination < nodes; ++destination) {
        if (destination / tree.hosts != leaf) flows_.emplace_back(leaf, destination);
      }
    }
    std::stable_sort(flows_.begin(), flows_.end(),
                     [&](const auto& a, const auto& b) { return choices(a) < choices(b); });
  }

  // -1: gave up.
  int run() { return place(); }

 private:
  unsigned choices(const std::pair<unsigned, unsigned>& flow) const {
    unsigned count = 0;
    for (unsigned spine = 0; spine < tree_.spines; ++spine) {
      count += tree_.has(flow.first, spine) && tree_.has(flow.second / tree_.hosts, spine) ? 1 : 0;
    }
    return count;
  }

  // Adds or takes away the flows from a leaf to a destination, of each host in its own shift; false
  // if a link has too many.
  bool add(std::size_t flow, unsigned spine, unsigned change) {
    const auto [leaf, destination] = flows_[flow];
    const unsigned nodes = tree_.leaves * tree_.hosts;
    bool fits = true;
    for (unsigned host = leaf * tree_.hosts; host < (leaf + 1) * tree_.hosts; ++host) {
      const unsigned shift = (destination + nodes - host) % nodes;
      unsigned& up = up_[shift][leaf * tree_.spines + spine];
      unsigned& down = down_[shift][destination / tree_.hosts * tree_.spines + spine];
      up += change;
      down += change;
      fits = fits && up <= most_ && down <= most_;
    }
    return fits;
  }

  int place() {
    std::vector<unsigned> spine(flows_.size(), 0);  // the next one to be tried
    std::size_t flow = 0;
    for (unsigned steps = 0; steps < 1'000'000; ++steps) {
      if (flow == flows_.size()) return 1;
      const auto [leaf, destination] = flows_[flow];
      bool placed = false;
      while (!placed && spine[flow] < tree_.spines) {
        const unsigned s = spine[flow]++;
        if (!tree_.has(leaf, s) || !tree_.has(destination / tree_.hosts, s)) continue;
        placed = add(flow, s, 1);
        if (!placed) add(flow, s, ~0u);
      }
      if (placed) {
        if (++flow < flows_.size()) spine[flow] = 0;
      } else if (flow == 0) {
        return 0;
      } else {
        --flow;
        add(flow, spine[flow] - 1, ~0u);
      }
    }
    return -1;
  }

  const SmallTree& tree_;
  unsigned most_;
  std::vector<std::pair<unsigned, unsigned>> flows_;
  std::vector<std::vector<unsigned>> up_;  // [shift][leaf and spine]
  std::vector<std::vector<unsigned>> down_;
};

// By CA. In two levels leaf switches may leave gaps (closed_circle.h).
std::vector<std::size_t> numbers_of_cas(const XgftSpec& spec, std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  if (spec.down.size() != 2) return numbers;
  const unsigned hosts = spec.down[0];
  const unsigned links = spec.up[1] * (spec.parallel.empty() ? 1 : spec.parallel[1]);
  std::size_t begin = 0;
  std::size_t leaf = 0;
  for (const std::uint32_t size : closed_circle(spec.down[1], hosts, links)) {
    for (unsigned host = 0; host < hosts; ++host) numbers[leaf * hosts + host] = begin + host;
    begin += size;
    ++leaf;
  }
  return numbers;
}

}  // namespace

std::vector<std::vector<SwitchIndex>> slow_d_mod_k(const XgftSpec& spec) {
  std::vector<Label> switches;
  for (unsigned level = 1; level <= spec.down.size(); ++level) {
    const auto labels = labels_of_level(spec, level);
    switches.insert(switches.end(), labels.begin(), labels.end());
  }
  const std::vector<Label> cas = labels_of_level(spec, 0);
  const std::vector<std::size_t> numbers = numbers_of_cas(spec, cas.size());
  std::vector<std::vector<SwitchIndex>> next(switches.size());
  for (SwitchIndex s = 0; s < switches.size(); ++s) {
    for (std::size_t ca = 0; ca < cas.size(); ++ca) {
      Label to = switches[s];
      const bool is_above = std::equal(to.digits.begin() + to.level, to.digits.end(),
                                       cas[ca].digits.begin() + to.level);
      if (is_above) {
        to.digits[to.level - 1] = cas[ca].digits[to.level - 1];
        --to.level;
      } else {
        std::size_t number = numbers[ca];
        for (unsigned level = 1; level < to.level; ++level) number /= spec.up[level];
        to.digits[to.level] = static_cast<unsigned>(number % spec.up[to.level]);
        ++to.level;
      }
      const auto found = std::find(switches.begin(), switches.end(), to);
      next[s].push_back(
          found == switches.end() ? kNone : static_cast<SwitchIndex>(found - switches.begin()));
    }
  }
  return next;
}

bool SmallTree::has(unsigned leaf, unsigned spine) const {
  return std::find(lost.begin(), lost.end(), std::pair(leaf, spine)) == lost.end();
}

std::optional<unsigned> least_shift_load(const SmallTree& tree, unsigned most) {
  for (unsigned load = 1; load <= most; ++load) {
    const int found = Search(tree, load).run();
    if (found < 0) return std::nullopt;
    if (found > 0) return load;
  }
  return std::nullopt;
}

}  // namespace weft
