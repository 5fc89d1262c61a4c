#include "common/topology/typical_shape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "common/topology/tree_survey.h"

namespace weft {
namespace {

// One of this number of switches, the best ones, sets a number of the shape.
constexpr std::size_t kTypical = 10;

std::uint32_t typical(std::vector<std::uint32_t> counts) {
  if (counts.empty()) return 1;
  const auto place =
      counts.begin() + static_cast<std::ptrdiff_t>((counts.size() + kTypical - 1) / kTypical - 1);
  std::nth_element(counts.begin(), place, counts.end(), std::greater<>());
  return std::max(*place, 1u);
}

std::vector<std::uint32_t> sizes(const TreeSurvey::Groups& groups) {
  std::vector<std::uint32_t> counts;
  for (const auto& [key, group] : groups) counts.push_back(group.count);
  return counts;
}

std::uint32_t median(std::vector<std::uint32_t> counts) {
  if (counts.empty()) return 1;
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>((counts.size() - 1) / 2);
  std::nth_element(counts.begin(), middle, counts.end());
  return *middle;
}

// The largest count that is not too large: a wrong cable unites two subtrees.
std::uint32_t whole(const std::vector<std::uint32_t>& counts) {
  const std::uint32_t most = std::max(median(counts), 1u) * 3 / 2;
  std::uint32_t largest = 1;
  for (const std::uint32_t count : counts) {
    if (count <= most) largest = std::max(largest, count);
  }
  return largest;
}

// Links of a switch to one parent, and to all.
struct Upwards {
  std::uint32_t parallel;
  std::uint32_t all;
};

Upwards typical_links(TreeSurvey& survey, unsigned level) {
  std::vector<std::uint32_t> parallel;
  std::vector<std::uint32_t> all;
  for (SwitchIndex s = 0; s < survey.fabric().switch_count(); ++s) {
    if (survey.tree().ranks[s] != survey.height() - level) continue;
    for (const auto& [peer, count] : survey.parents_of(s)) parallel.push_back(count);
    all.push_back(survey.of(s).up);
  }
  return {typical(std::move(parallel)), typical(std::move(all))};
}

std::uint32_t typical_links_down(const TreeSurvey& survey, unsigned level) {
  std::vector<std::uint32_t> down;
  for (SwitchIndex s = 0; s < survey.fabric().switch_count(); ++s) {
    if (survey.tree().ranks[s] == survey.height() - level) down.push_back(survey.of(s).down);
  }
  return typical(std::move(down));
}

}  // namespace

TreeShape typical_shape(const Fabric& fabric, const FatTree& tree) {
  TreeSurvey survey(fabric, tree);
  std::vector<std::uint32_t> hosts;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (survey.is_leaf(s)) hosts.push_back(survey.of(s).hosts);
  }
  TreeShape shape;
  shape.children.push_back(std::max(typical(hosts), whole(hosts)));
  shape.parents.push_back(std::max(survey.trees().count, 1u));
  shape.links.push_back(1);
  for (unsigned level = 2; level <= survey.height(); ++level) {
    const Upwards up = typical_links(survey, level - 1);
    const std::uint32_t twins = median(sizes(survey.twins(level - 1)));
    const std::uint32_t parents = whole(sizes(survey.parents(level)));
    if (twins == 1) {
      shape.parents.push_back(parents);
      shape.links.push_back(up.parallel);
    } else {
      shape.kind = TreeKind::kQft;
      shape.parents.push_back((parents + twins - 1) / twins);
      shape.links.push_back((up.all + shape.parents.back() - 1) / shape.parents.back());
    }
    // A wrong cable may unite two subtrees, but switches above still have links to both.
    const std::uint32_t linked = typical_links_down(survey, level) / shape.links.back();
    shape.children.push_back(std::max(whole(sizes(survey.children(level))), linked));
  }
  return shape;
}

}  // namespace weft
