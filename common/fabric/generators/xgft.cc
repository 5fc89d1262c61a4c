// Extended generalized fat trees: S. R. Öhring, M. Ibel, S. K. Das, M. J. Kumar, On Generalized Fat
// Trees, IPPS 1995; with parallel links: E. Zahavi, D-Mod-K Routing Providing Non-Blocking Traffic
// for Shift Permutations on Real Life Fat Trees, Technion CCIT report 776, 2010.
//
// A node of level l is labelled a_h .. a_(l+1) b_l .. b_1 with 0 <= a_i < m_i and 0 <= b_i < w_i,
// and is linked to the w_(l+1) nodes of level l + 1 whose labels differ at digit l + 1 only. Within
// a level, nodes are numbered by their labels, so node (A, B) of level l is number A * (w_1 .. w_l)
// + B. Ports of a switch: its children by a_l first, then its parents by b_(l+1).
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

constexpr std::size_t kMaxHeight = 8;

struct Tree {
  std::vector<unsigned> down;
  std::vector<unsigned> up;
  std::vector<unsigned> parallel;

  std::size_t height() const { return down.size(); }
  std::span<const unsigned> tail(std::size_t level) const {
    return std::span<const unsigned>(down).subspan(level);
  }
  std::span<const unsigned> head(std::size_t level) const {
    return std::span<const unsigned>(up).first(level);
  }
  // Nodes of a level; level 0: the CAs.
  std::uint64_t nodes(std::size_t level) const {
    return times(product(tail(level)), product(head(level)));
  }
  // Ports to the children of a node of level >= 1, and to the parents of a node below the top.
  std::uint64_t down_ports(std::size_t level) const {
    return times(down[level - 1], parallel[level - 1]);
  }
  std::uint64_t up_ports(std::size_t level) const {
    return level == height() ? 0 : times(up[level], parallel[level]);
  }
};

Tree checked(const XgftSpec& spec) {
  const std::size_t height = spec.down.size();
  if (height < 1 || height > kMaxHeight || spec.up.size() != height) {
    throw BadInput(fmt::format(
        "a tree needs as many numbers of children as of parents, one for each of its 1 to {} "
        "levels; there are {} and {}",
        kMaxHeight, height, spec.up.size()));
  }
  if (!spec.parallel.empty() && spec.parallel.size() != height) {
    throw BadInput(fmt::format("a tree of {} levels needs {} numbers of parallel links, not {}",
                               height, height, spec.parallel.size()));
  }
  Tree tree{spec.down, spec.up, spec.parallel};
  if (tree.parallel.empty()) tree.parallel.assign(height, 1);
  for (const auto* numbers : {&tree.down, &tree.up, &tree.parallel}) {
    if (std::ranges::find(*numbers, 0u) != numbers->end()) {
      throw BadInput("a tree cannot have 0 children, parents or parallel links anywhere");
    }
  }
  return tree;
}

FabricSize size_of(const Tree& tree) {
  FabricSize size{.cas = tree.nodes(0), .ca_ports = tree.up_ports(0)};
  for (std::size_t level = 1; level <= tree.height(); ++level) {
    size.switches = capped(size.switches + tree.nodes(level));
    size.switch_ports =
        std::max(size.switch_ports, capped(tree.down_ports(level) + tree.up_ports(level)));
  }
  return size;
}

// «leaf 3.0»: the digits of a label, from a_h to b_1, without digits that are always 0.
std::string switch_name(const Tree& tree, std::size_t level, std::uint64_t number) {
  std::string digits;
  for (std::size_t i = 0; i < tree.height(); ++i) {
    const unsigned radix = i < level ? tree.up[i] : tree.down[i];
    if (radix == 1) continue;
    digits = fmt::format("{}{}{}", number % radix, digits.empty() ? "" : ".", digits);
    number /= radix;
  }
  if (digits.empty()) digits.push_back('0');
  if (level == 1) return "leaf " + digits;
  return level == tree.height() ? "spine " + digits
                                : fmt::format("level {} switch {}", level, digits);
}

}  // namespace

Fabric make_xgft(const XgftSpec& spec) {
  const Tree tree = checked(spec);
  FabricDrawing drawing("a tree", size_of(tree), spec.link);
  const Rails rails(spec.rails, product(tree.tail(1)), tree.down[0]);

  std::vector<std::uint64_t> first_of_level(tree.height() + 1);
  std::uint64_t nodes_so_far = 0;
  for (std::size_t level = 1; level <= tree.height(); ++level) {
    first_of_level[level] = nodes_so_far;
    const std::uint64_t count = tree.nodes(level);
    const std::uint64_t ports = tree.down_ports(level) + tree.up_ports(level);
    for (std::uint64_t i = 0; i < count; ++i)
      drawing.add_switch(switch_name(tree, level, i), ports);
    nodes_so_far += count;
  }
  first_of_level[0] = nodes_so_far;
  const std::uint64_t cas = tree.nodes(0);
  for (std::uint64_t i = 0; i < cas; ++i) drawing.add_ca(tree.up_ports(0), rails.name(i));

  for (std::size_t level = 0; level < tree.height(); ++level) {
    const std::uint64_t count = tree.nodes(level);
    const std::uint64_t b_count = product(tree.head(level));
    const unsigned children = tree.down[level];
    const unsigned parents = tree.up[level];
    const unsigned links = tree.parallel[level];
    const std::uint64_t first_up_port = 1 + (level == 0 ? 0 : tree.down_ports(level));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t a = i / b_count;
      const std::uint64_t b = i % b_count;
      const std::uint64_t number = level == 0 ? rails.ca(i / children, i % children) : i;
      for (unsigned u = 0; u < parents; ++u) {
        const std::uint64_t parent = (a / children * parents + u) * b_count + b;
        drawing.link(static_cast<NodeId>(first_of_level[level] + number),
                     first_up_port + std::uint64_t{u} * links,
                     static_cast<NodeId>(first_of_level[level + 1] + parent),
                     1 + a % children * links, links);
      }
    }
  }
  return drawing.build();
}

}  // namespace weft
