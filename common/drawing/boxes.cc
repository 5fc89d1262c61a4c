#include "common/drawing/boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/base/markup.h"
#include "common/fabric/counts.h"

namespace weft {
namespace {

constexpr double kCharacterWidth = 6.2;  // of a label

// Firmware writes «MF0;NAME:MODEL/U1» for a name that an administrator has set.
std::string_view given_name(std::string_view description) {
  const std::size_t semicolon = description.find(';');
  const std::size_t colon = description.rfind(':');
  if (!description.starts_with("MF0;") || colon == std::string_view::npos ||
      colon <= semicolon + 1) {
    return description;
  }
  return description.substr(semicolon + 1, colon - semicolon - 1);
}

// The text shortened to the width; empty if too little is left to identify it.
std::string fitting(std::string_view text, double width) {
  constexpr std::size_t kLeast = 4;
  const auto room = static_cast<std::size_t>(std::max((width - 4) / kCharacterWidth, 0.0));
  std::string label = shortened(text, room);
  return room < kLeast && label.starts_with("\u2026") ? std::string() : label;
}

bool precedes(const DrawnLine& line, const std::pair<std::uint32_t, std::uint32_t>& ends) {
  return std::pair(line.from, line.to) < ends;
}

}  // namespace

Boxes::Boxes(const Fabric& fabric, Drawing& drawing)
    : fabric_(fabric),
      drawing_(drawing),
      end_ports_(end_ports_by_switch(fabric)),
      of_(fabric.switch_count(), kNone) {}

DrawnBox& Boxes::add(std::span<const SwitchIndex> switches, Point centre, double width,
                     double height, const std::string& name) {
  DrawnBox box;
  box.centre = centre;
  box.width = width;
  box.height = height;
  box.switches = static_cast<std::uint32_t>(switches.size());
  for (const SwitchIndex s : switches) {
    of_[s] = static_cast<std::uint32_t>(drawing_.boxes.size());
    box.end_ports += end_ports_[s];
  }
  const std::string ends = counted(box.end_ports, "end port", "end ports");
  if (switches.size() == 1) {
    const std::string_view own = fabric_.switch_name(switches.front());
    box.label = fitting(own.empty() ? name : given_name(own), width);
    box.what = fmt::format("{}, {}", fabric_.describe_switch(switches.front()), ends);
  } else {
    box.label = fitting(fmt::format("\u00d7 {}", switches.size()), width);
    if (box.label.empty()) box.label = fitting(std::to_string(switches.size()), width);
    box.what = fmt::format("{}{} switches, {} to {}, {}", name.empty() ? "" : name + ": ",
                           switches.size(), fabric_.describe_switch(switches.front()),
                           fabric_.describe_switch(switches.back()), ends);
  }
  return drawing_.boxes.emplace_back(std::move(box));
}

DrawnLine& Boxes::line(std::uint32_t a, std::uint32_t b) {
  const std::pair ends = std::minmax(a, b);
  auto at = std::lower_bound(drawing_.lines.begin(), drawing_.lines.end(),
                             std::pair<std::uint32_t, std::uint32_t>(ends), precedes);
  if (at == drawing_.lines.end() || at->from != ends.first || at->to != ends.second) {
    at = drawing_.lines.insert(at, {.from = ends.first, .to = ends.second});
  }
  return *at;
}

void Boxes::join(std::span<const std::uint64_t> link_load) {
  drawing_.box_of = of_;
  // Adds all pairs first, so that lines are not moved repeatedly.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  const auto for_each_link = [&](auto visit) {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const auto ports = fabric_.ports(s);
      for (std::size_t p = 1; p < ports.size(); ++p) {
        const Port& port = ports[p];
        if (port.kind != PeerKind::kSwitch || of_[s] == kNone || of_[port.peer] == kNone) continue;
        const bool counts = std::pair(s, p) < std::pair(port.peer, std::size_t{port.peer_port});
        visit(of_[s], of_[port.peer], link_load[fabric_.switches()[s].first_port + p], counts);
      }
    }
  };
  for_each_link([&](std::uint32_t a, std::uint32_t b, std::uint64_t, bool counts) {
    if (counts && a != b) pairs.emplace_back(std::minmax(a, b));
  });
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [a, b] : pairs) drawing_.lines.push_back({.from = a, .to = b});
  for_each_link([&](std::uint32_t a, std::uint32_t b, std::uint64_t load, bool counts) {
    drawing_.busiest = std::max(drawing_.busiest, load);
    if (a == b) {
      drawing_.boxes[a].inner_cables += counts ? 1 : 0;
      drawing_.boxes[a].inner_busiest = std::max(drawing_.boxes[a].inner_busiest, load);
      return;
    }
    DrawnLine& joined = line(a, b);
    joined.cables += counts ? 1 : 0;
    joined.unused += load == 0 ? 1 : 0;
    joined.busiest = std::max(joined.busiest, load);
  });
}

std::size_t share_of_a_box(std::size_t count, std::size_t most) {
  return std::max<std::size_t>((count + most - 1) / most, 1);
}

std::string counted(std::uint64_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

}  // namespace weft
