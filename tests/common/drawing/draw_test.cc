#include "common/drawing/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// Every link carries as many paths as its port has for a number.
std::vector<std::uint64_t> loads_by_port(const Fabric& fabric) {
  std::vector<std::uint64_t> loads(fabric.all_ports().size(), 0);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].kind == PeerKind::kSwitch) {
        loads[fabric.switches()[s].first_port + p] = p;
      }
    }
  }
  return loads;
}

Drawing drawing_of(const Fabric& fabric) {
  return draw(fabric, recognise(fabric, {}, Workers(2)), loads_by_port(fabric));
}

std::uint32_t total(const Drawing& drawing, std::uint32_t DrawnLine::*field) {
  return std::accumulate(
      drawing.lines.begin(), drawing.lines.end(), 0u,
      [&](std::uint32_t sum, const DrawnLine& line) { return sum + line.*field; });
}

// All switches, end ports and links between switches are in it, in boxes that do not lie on each
// other and inside of its frame.
void expect_sound(const Fabric& fabric, const Drawing& drawing) {
  std::uint32_t switches = 0;
  std::uint32_t end_ports = 0;
  std::uint32_t inside = 0;
  for (const DrawnBox& box : drawing.boxes) {
    switches += box.switches;
    end_ports += box.end_ports;
    inside += box.inner_cables;
    EXPECT_GE(box.centre.x - box.width / 2, 0);
    EXPECT_LE(box.centre.x + box.width / 2, drawing.width);
    EXPECT_GE(box.centre.y - box.height / 2, 0);
    EXPECT_LE(box.centre.y + box.height / 2, drawing.height);
  }
  EXPECT_EQ(switches, fabric.switch_count());
  ASSERT_EQ(drawing.box_of.size(), fabric.switch_count());
  for (std::uint32_t b = 0; b < drawing.boxes.size(); ++b) {
    EXPECT_EQ(std::ranges::count(drawing.box_of, b), drawing.boxes[b].switches);
  }
  EXPECT_EQ(end_ports, fabric.end_port_count());
  EXPECT_EQ(inside + total(drawing, &DrawnLine::cables) + fabric.end_port_count(),
            count_links(fabric));
  for (std::size_t a = 0; a < drawing.boxes.size(); ++a) {
    for (std::size_t b = a + 1; b < drawing.boxes.size(); ++b) {
      const DrawnBox& one = drawing.boxes[a];
      const DrawnBox& two = drawing.boxes[b];
      const bool apart =
          std::abs(one.centre.x - two.centre.x) >= (one.width + two.width) / 2 - 1e-6 ||
          std::abs(one.centre.y - two.centre.y) >= (one.height + two.height) / 2 - 1e-6;
      EXPECT_TRUE(apart) << one.what << " and " << two.what;
    }
  }
  for (const DrawnLine& line : drawing.lines) {
    EXPECT_LT(line.from, line.to);
    EXPECT_LT(line.to, drawing.boxes.size());
    EXPECT_FALSE(line.strokes.empty());
  }
}

TEST(Draw, ATreeHasARowForEachLevel) {
  const Fabric fabric = make_xgft({.down = {3, 4}, .up = {1, 2}});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  ASSERT_EQ(drawing.boxes.size(), 6u);
  std::set<double> rows;
  for (const DrawnBox& box : drawing.boxes) {
    rows.insert(box.centre.y);
    EXPECT_EQ(box.switches, 1u);
    // Leaf switches are the lower ones.
    EXPECT_EQ(box.end_ports, box.centre.y > 100 ? 3u : 0u);
  }
  EXPECT_EQ(rows.size(), 2u);
  EXPECT_EQ(drawing.lines.size(), 8u);
  EXPECT_EQ(total(drawing, &DrawnLine::missing), 0u);
  std::vector<std::string> words;
  for (const DrawnWords& line : drawing.words) words.push_back(line.text);
  EXPECT_EQ(words, (std::vector<std::string>{"roots", "2 switches", "leaf switches", "4 switches",
                                             "12 end ports"}));
  EXPECT_TRUE(drawing.hidden.empty());
}

TEST(Draw, ALineHasTheLoadOfItsBusiestDirection) {
  test::Sketch sketch(3);
  sketch.link(0, 1, 2, 5);
  sketch.link(0, 2, 2, 6);
  sketch.link(1, 1, 2, 7);
  sketch.ca(0, 4);
  sketch.ca(1, 4);
  const Drawing drawing = drawing_of(sketch.build());
  ASSERT_EQ(drawing.lines.size(), 2u);
  std::multiset<std::pair<std::uint32_t, std::uint64_t>> lines;
  for (const DrawnLine& line : drawing.lines) lines.insert({line.cables, line.busiest});
  EXPECT_EQ(lines, (std::multiset<std::pair<std::uint32_t, std::uint64_t>>{{2, 6}, {1, 7}}));
  EXPECT_EQ(drawing.busiest, 7u);
}

TEST(Draw, LabelsDistinguishSwitches) {
  FabricBuilder builder("names");
  Guid guid = 0;
  for (const char* name :
       {"MF0;rack7-leaf-1:MQM9701/U1", "MF0;", "a b c d e f g h i j k l m n 17"}) {
    builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = ++guid, .port_count = 4, .name = name});
  }
  const Drawing drawing = drawing_of(builder.build());
  ASSERT_EQ(drawing.boxes.size(), 3u);
  std::set<std::string> labels;
  for (const DrawnBox& box : drawing.boxes) labels.insert(box.label);
  EXPECT_TRUE(labels.contains("rack7-leaf-1"));
  EXPECT_TRUE(labels.contains("MF0;"));
}

TEST(Draw, MissingLinksOfATreeAreMarked) {
  const Fabric whole = make_xgft({.down = {4, 6}, .up = {1, 4}});
  const Fabric fabric = with_failures(whole, {.links = {2, false}, .seed = 3});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  EXPECT_EQ(total(drawing, &DrawnLine::missing), 2u);
  for (const DrawnLine& line : drawing.lines) EXPECT_EQ(line.cables + line.missing, 1u);
}

TEST(Draw, SubtreesShareABoxWhereThereAreMany) {
  const Fabric fabric = make_xgft({.down = {2, 8, 8}, .up = {1, 8, 8}});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  EXPECT_EQ(drawing.boxes.size(), 24u);
  for (const DrawnBox& box : drawing.boxes) EXPECT_EQ(box.switches, 8u);
  EXPECT_EQ(drawing.hidden.size(), 3u);
  // Each subtree to its own upper half, and each upper half to all groups of roots.
  EXPECT_EQ(drawing.lines.size(), 8u + 64u);
}

TEST(Draw, NeighboursShareABoxWhereSubtreesAreMany) {
  const Fabric fabric = make_xgft({.down = {2, 100}, .up = {1, 4}});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  EXPECT_EQ(drawing.boxes.size(), 34u + 4u);
  ASSERT_EQ(drawing.hidden.size(), 1u);
  EXPECT_TRUE(contains(drawing.hidden[0], "100 switches share 34 boxes"));
}

TEST(Draw, ATorusHasAPlaneForEachOfItsThirdCoordinates) {
  const Fabric fabric = make_torus({.dims = {4, 4, 3}, .cas = 1});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  EXPECT_EQ(drawing.boxes.size(), 48u);
  EXPECT_EQ(drawing.lines.size(), 3u * 48u);
  EXPECT_TRUE(drawing.words.size() == 3u || drawing.words.size() == 4u) << drawing.words.size();
  EXPECT_EQ(drawing.words[1].text, "z=1");
  // Round a ring and from plane to plane: two short strokes.
  const auto two = std::ranges::count_if(
      drawing.lines, [](const DrawnLine& line) { return line.strokes.size() == 2; });
  EXPECT_GT(two, 48);
}

TEST(Draw, WhatATorusLacksIsMarked) {
  const Fabric whole = make_torus({.dims = {5, 5}, .cas = 1});
  const Fabric no_link = with_failures(whole, {.links = {2, false}, .seed = 3});
  const Drawing links = drawing_of(no_link);
  expect_sound(no_link, links);
  EXPECT_EQ(total(links, &DrawnLine::missing), 2u);
  const Fabric no_switch = with_failures(whole, {.switches = {1, false}, .seed = 3});
  const Drawing switches = drawing_of(no_switch);
  expect_sound(no_switch, switches);
  EXPECT_EQ(std::ranges::count(switches.boxes, true, &DrawnBox::is_missing), 1);
  EXPECT_EQ(total(switches, &DrawnLine::missing), 0u);
}

TEST(Draw, SquaresShareABoxWhereATorusIsLarge) {
  const Fabric fabric = make_torus({.dims = {12, 12, 12}, .cas = 1});
  const Drawing drawing = drawing_of(fabric);
  EXPECT_EQ(drawing.boxes.size(), 12u * 36u);
  for (const DrawnBox& box : drawing.boxes) EXPECT_EQ(box.switches, 4u);
  EXPECT_TRUE(std::ranges::any_of(drawing.hidden, [](const std::string& sentence) {
    return sentence.starts_with("2 x 2 switches");
  }));
}

TEST(Draw, ADragonflyIsARingOfGroups) {
  const Fabric fabric = make_dragonfly({.routers = 4, .global_links = 2, .cas = 1});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  ASSERT_EQ(drawing.boxes.size(), 9u);
  for (const DrawnBox& box : drawing.boxes) EXPECT_EQ(box.inner_cables, 6u);
  EXPECT_EQ(drawing.lines.size(), 36u);
}

TEST(Draw, OthersAreARing) {
  const Fabric fabric = make_kautz({.degree = 3, .length = 3, .cas = 1});
  const Drawing drawing = drawing_of(fabric);
  expect_sound(fabric, drawing);
  EXPECT_EQ(drawing.boxes.size(), fabric.switch_count());
  const Fabric large = make_random_regular({.switches = 130, .degree = 5, .cas = 1});
  const Drawing shared = drawing_of(large);
  expect_sound(large, shared);
  EXPECT_EQ(shared.boxes.size(), 44u);
  EXPECT_EQ(shared.hidden.size(), 1u);
  EXPECT_TRUE(drawing_of(Fabric()).boxes.empty());
}

}  // namespace
}  // namespace weft
