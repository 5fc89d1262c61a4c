#include "common/topology/tree_shape.h"

#include <fmt/format.h>
#include <strings.h>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/types.h"
#include "common/topology/fat_tree.h"

namespace weft {
namespace {

class TreeShapeParser {
 public:
  explicit TreeShapeParser(std::string_view text) : scanner_(text) {}

  TreeShape run() {
    TreeShape shape;
    shape.kind = kind();
    expect('(', "«(» behind the kind of tree");
    const std::uint32_t height = number("the number of levels", kMostRanks);
    shape.children = list(height, 'M');
    shape.parents = list(height, 'W');
    if (scanner_.eat(')')) {
      shape.links.assign(height, 1);
    } else {
      shape.links = list(height, 'P');
      expect(')', fmt::format("«)» behind P{}", height));
    }
    if (!scanner_.at_end()) fail("nothing behind «)»");
    return shape;
  }

 private:
  TreeKind kind() {
    scanner_.skip_blanks();
    const std::string_view word = scanner_.rest().substr(0, scanner_.rest().find_first_of("( \t"));
    for (const auto& [name, kind] :
         {std::pair("PGFT", TreeKind::kPgft), std::pair("QFT", TreeKind::kQft)}) {
      if (word.size() != std::string_view(name).size() ||
          strncasecmp(word.data(), name, word.size()) != 0) {
        continue;
      }
      scanner_.eat(word);
      return kind;
    }
    fail("PGFT or QFT");
  }

  std::vector<std::uint32_t> list(std::uint32_t height, char name) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t level = 1; level <= height; ++level) {
      if (level == 1) {
        expect(';', fmt::format("«;» and {}1 to {}{}", name, name, height));
      } else {
        expect(',', fmt::format("«,» and {}{} of {} levels", name, level, height));
      }
      numbers.push_back(number(fmt::format("{}{}", name, level), kMaxPorts));
    }
    return numbers;
  }

  std::uint32_t number(std::string_view what, std::uint32_t largest) {
    Scanner ahead = scanner_;
    const auto value = ahead.number<std::uint32_t>();
    if (!value || *value == 0 || *value > largest) {
      fail(fmt::format("{}, a number from 1 to {}", what, largest));
    }
    scanner_ = ahead;
    return *value;
  }

  void expect(char c, std::string_view what) {
    if (!scanner_.eat(c)) fail(what);
  }

  [[noreturn]] void fail(std::string_view expected) {
    throw BadInput(fmt::format("at {}: expected {}",
                               scanner_.at_end() ? "its end" : quote(scanner_.rest()), expected));
  }

  Scanner scanner_;
};

void check_sizes(const TreeShape& shape) {
  std::uint64_t hosts = std::uint64_t{shape.parents[0]} * shape.links[0];
  std::uint64_t roots = 1;
  for (std::size_t i = 0; i < shape.height(); ++i) {
    const bool top = i + 1 == shape.height();
    const std::uint32_t down = shape.children[i] * shape.links[i];
    const std::uint32_t up = top ? 0 : shape.parents[i + 1] * shape.links[i + 1];
    if (down + up > kMaxPorts) {
      throw BadInput(
          fmt::format("a switch of level {} would need {} ports, {} of them down (M{} x P{}); "
                      "expected {} at most",
                      i + 1, down + up, down, i + 1, i + 1, kMaxPorts));
    }
    hosts *= shape.children[i];
    if (hosts > kMostHosts) {
      throw BadInput(
          fmt::format("the tree would have more than {} ports of hosts at M{}", kMostHosts, i + 1));
    }
    roots *= shape.parents[i];
    if (roots > kMostHosts) {
      throw BadInput(
          fmt::format("the tree would have more than {} roots at W{}", kMostHosts, i + 1));
    }
  }
}

}  // namespace

TreeShape parse_tree_shape(std::string_view text) {
  TreeShape shape = TreeShapeParser(text).run();
  check_sizes(shape);
  return shape;
}

std::string describe(const TreeShape& shape) {
  return fmt::format("{}({}; {}; {}; {})", shape.kind == TreeKind::kQft ? "QFT" : "PGFT",
                     shape.height(), joined(shape.children, ","), joined(shape.parents, ","),
                     joined(shape.links, ","));
}

}  // namespace weft
