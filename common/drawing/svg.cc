#include "common/drawing/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "common/base/append.h"
#include "common/base/markup.h"
#include "common/drawing/boxes.h"

namespace weft {
namespace {

// With more lines, titles would make the document large and no clearer.
constexpr std::size_t kMostTitles = 600;
constexpr double kLegendHeight = 44;
// With more lines, thin lines are clearer.
constexpr std::size_t kMostWide = 220;

// One decimal of a pixel is enough.
std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string path_of(const DrawnLine& line) {
  std::string path;
  for (const Stroke& stroke : line.strokes) {
    path += fmt::format("M{} {}", number(stroke.from.x), number(stroke.from.y));
    if (stroke.bend) {
      path += fmt::format("Q{} {} {} {}", number(stroke.bend->x), number(stroke.bend->y),
                          number(stroke.to.x), number(stroke.to.y));
    } else {
      path += fmt::format("L{} {}", number(stroke.to.x), number(stroke.to.y));
    }
  }
  return path;
}

Point middle(const Stroke& stroke) {
  const Point mean = {(stroke.from.x + stroke.to.x) / 2, (stroke.from.y + stroke.to.y) / 2};
  if (!stroke.bend) return mean;
  return {(mean.x + stroke.bend->x) / 2, (mean.y + stroke.bend->y) / 2};
}

class SvgWriter {
 public:
  explicit SvgWriter(const Drawing& drawing) : drawing_(drawing) {}

  std::string write(std::string_view css) {
    const std::string width = number(drawing_.width);
    const std::string height = number(drawing_.height + kLegendHeight);
    append(text_,
           "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"weft-drawing{}\" role=\"img\" "
           "aria-labelledby=\"{}-title\" viewBox=\"-4 -4 {} {}\" width=\"{}\" "
           "height=\"{}\">\n",
           drawing_.lines.size() > kMostWide ? " dense" : "", drawing_.id,
           number(drawing_.width + 8), number(drawing_.height + kLegendHeight + 8), width, height);
    append(text_, "<title id=\"{}-title\">{}</title>\n", drawing_.id, xml_text(drawing_.what));
    if (!css.empty()) append(text_, "<style>\n{}</style>\n", css);
    // The busiest lines are on top.
    write_missing();
    for (unsigned step = 0; step <= kLoadSteps; ++step) write_lines(step);
    write_marks();
    for (const DrawnBox& box : drawing_.boxes) write_box(box);
    for (const DrawnWords& words : drawing_.words) {
      append(text_, "<text class=\"words\" x=\"{}\" y=\"{}\">{}</text>\n", number(words.at.x),
             number(words.at.y), xml_text(words.text));
    }
    write_legend();
    return text_ + "</svg>\n";
  }

 private:
  std::string name(std::uint32_t box) const {
    const DrawnBox& b = drawing_.boxes[box];
    return b.what.substr(0, b.what.find(", "));
  }

  std::string title(const DrawnLine& line) const {
    std::string title = fmt::format("{} - {}: {}", name(line.from), name(line.to),
                                    counted(line.cables, "link", "links"));
    if (line.cables > 0) {
      title += line.busiest == 0
                   ? fmt::format(", no {}", drawing_.load)
                   : fmt::format(", at most {} {} over one direction", line.busiest, drawing_.load);
    }
    if (line.missing > 0) title += fmt::format(", {} missing", line.missing);
    return title;
  }

  template <typename Is>
  void write_group(const std::string& classes, Is is) {
    const bool titled = drawing_.lines.size() <= kMostTitles;
    std::string paths;
    for (std::size_t i = 0; i < drawing_.lines.size(); ++i) {
      const DrawnLine& line = drawing_.lines[i];
      if (!is(line)) continue;
      if (titled) {
        append(paths, "<path data-line=\"{}\" d=\"{}\"><title>{}</title></path>\n", i,
               path_of(line), xml_text(title(line)));
      } else {
        paths += path_of(line);
      }
    }
    if (paths.empty()) return;
    if (!titled) paths = fmt::format("<path d=\"{}\"/>\n", paths);
    append(text_, "<g class=\"{}\">\n{}</g>\n", classes, paths);
  }

  void write_missing() {
    write_group("line missing", [](const DrawnLine& line) { return line.cables == 0; });
  }

  void write_lines(unsigned step) {
    write_group(fmt::format("line load-{}", step), [&](const DrawnLine& line) {
      return line.cables > 0 && load_step(line.busiest, drawing_.busiest) == step;
    });
  }

  // Crosses mark lines with missing cables.
  void write_marks() {
    std::string path;
    for (const DrawnLine& line : drawing_.lines) {
      if (line.missing == 0 || line.strokes.empty()) continue;
      const Point at = middle(line.strokes.front());
      path += fmt::format("M{0} {1}l6 6m0-6l-6 6", number(at.x - 3), number(at.y - 3));
    }
    if (!path.empty()) append(text_, "<path class=\"mark\" d=\"{}\"/>\n", path);
  }

  void write_box(const DrawnBox& box) {
    std::string classes = box.is_missing ? "box missing" : fmt::format("box tone-{}", box.tone);
    std::string what = box.what;
    if (box.inner_cables > 0) {
      classes += fmt::format(" load-{}", load_step(box.inner_busiest, drawing_.busiest));
      what +=
          fmt::format("; {} inside, at most {} {} over one direction",
                      counted(box.inner_cables, "link", "links"), box.inner_busiest, drawing_.load);
    }
    append(text_,
           "<g class=\"{}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
           "rx=\"{}\"/>",
           classes, xml_text(what), number(box.centre.x - box.width / 2),
           number(box.centre.y - box.height / 2), number(box.width), number(box.height),
           number(std::min(4.0, box.height / 5)));
    if (!box.label.empty()) {
      append(text_, "<text x=\"{}\" y=\"{}\">{}</text>", number(box.centre.x),
             number(box.centre.y + 3.6), xml_text(box.label));
    }
    append(text_, "</g>\n");
  }

  void write_legend() {
    const double y = drawing_.height + 26;
    double x = 0;
    const auto entry = [&](std::string_view classes, const std::string& says, bool crossed) {
      append(text_, "<path class=\"{}\" d=\"M{} {}h34\"/>", classes, number(x), number(y));
      if (crossed) {
        append(text_, "<path class=\"mark\" d=\"M{} {}l6 6m0-6l-6 6\"/>", number(x + 14),
               number(y - 3));
      }
      append(text_, "<text class=\"words\" x=\"{}\" y=\"{}\">{}</text>\n", number(x + 40),
             number(y + 4), says);
      x += 58 + 7.0 * static_cast<double>(says.size());
    };
    append(text_, "<g class=\"legend\">\n");
    entry("line load-0", fmt::format("no {}", drawing_.load), false);
    std::uint64_t from = 1;
    for (unsigned step = 1; step <= kLoadSteps; ++step) {
      const std::uint64_t to = drawing_.busiest * step / kLoadSteps;
      if (to < from) continue;
      entry(fmt::format("line load-{}", step),
            from == to ? std::to_string(to) : fmt::format("{} to {}", from, to), false);
      from = to + 1;
    }
    const bool lacks =
        std::ranges::any_of(drawing_.lines, [](const DrawnLine& line) { return line.missing > 0; });
    if (lacks) entry("line missing", "missing", true);
    append(text_, "</g>\n");
  }

  const Drawing& drawing_;
  std::string text_;
};

}  // namespace

std::string svg_text(const Drawing& drawing, std::string_view css) {
  return SvgWriter(drawing).write(css);
}

}  // namespace weft
