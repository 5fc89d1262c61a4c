"""Line charts as SVG without any library, for light and dark screens alike."""

import html
import math

STYLE = """
  svg { background: #ffffff; color: #1f2328; font: 13px sans-serif }
  .s0 { color: #b35900 } .s1 { color: #0b5cad } .s2 { color: #0f8a8a } .s3 { color: #8a3ffc }
  .s4 { color: #57606a } .s5 { color: #b3006b } .s6 { color: #4d7a00 } .s7 { color: #7a4d1f }
  .s8 { color: #2f4b7c } .s9 { color: #c62828 }
  .line { fill: none; stroke: currentColor; stroke-width: 2 } .dot { fill: currentColor }
  .grid { stroke: #d0d7de; stroke-width: 1 } .axis { stroke: currentColor; stroke-width: 1 }
  text { fill: currentColor } .title { font-size: 15px; font-weight: bold }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; color: #e6edf3 }
    .s0 { color: #ffa657 } .s1 { color: #58a6ff } .s2 { color: #39d0d0 } .s3 { color: #c297ff }
    .s4 { color: #9198a1 } .s5 { color: #ff7eb6 } .s6 { color: #a5d65a } .s7 { color: #d2a679 }
    .s8 { color: #9db8f2 } .s9 { color: #ff8a80 }
    .grid { stroke: #30363d }
  }
"""
WIDTH, HEIGHT = 760, 520
LEFT, RIGHT, TOP, BOTTOM = 70, 740, 50, 455


class Axis:
    """Values low..high from one end of a side of the chart to the other; ticks: (value, label)."""

    def __init__(self, label, low, high, ticks, logarithmic=False):
        self.label, self.ticks = label, ticks
        self.measure = math.log10 if logarithmic else float
        self.low, self.high = self.measure(low), self.measure(high)

    def x(self, value):
        return LEFT + self.share(value) * (RIGHT - LEFT)

    def y(self, value):
        return BOTTOM + self.share(value) * (TOP - BOTTOM)

    def share(self, value):
        return (self.measure(value) - self.low) / (self.high - self.low)


def decades(low, high):
    """The powers of ten around low..high, as ticks of a logarithmic axis."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high * 1.01)) + 1)
    return [(10 ** e, f"{10 ** e:g}") for e in exponents]


class Series:
    """A line: points are (x, y, what is shown where the mouse is over it)."""

    def __init__(self, label, points, dashes=""):
        self.label, self.points = label, points
        self.dashes = f' stroke-dasharray="{dashes}"' if dashes else ""


def legend_share(count):
    """The part of the chart's height, from the top, that the legend of so many lines takes."""
    return (16 + 20 * count) / (BOTTOM - TOP)


def draw(heading, title, x, y, lines, legend_below=False):
    """The text of an SVG file. At most ten lines: so many colours there are. The legend is in the upper left, or in
    two columns below the chart."""
    height = HEIGHT + (20 * math.ceil(len(lines) / 2) if legend_below else 0)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
             f'width="{WIDTH}" height="{height}" aria-labelledby="title">',
             f"<title id=\"title\">{html.escape(title)}</title>",
             f"<style>{STYLE}</style>",
             f'<text class="title" x="{LEFT}" y="28">{html.escape(heading)}</text>',
             *x_axis(x), *y_axis(y)]
    for position, line in enumerate(lines):
        parts += polyline(position, line, x, y)
    for position, line in enumerate(lines):
        if legend_below:
            row, column = divmod(position, 2)
            parts += legend(position, line, LEFT + column * (RIGHT - LEFT) // 2, HEIGHT + 20 * row)
        else:
            parts += legend(position, line, LEFT + 16, TOP + 16 + 20 * position)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def x_axis(axis):
    yield f'<line class="axis" x1="{LEFT}" y1="{BOTTOM}" x2="{RIGHT}" y2="{BOTTOM}"/>'
    for value, label in axis.ticks:
        at = axis.x(value)
        yield f'<line class="axis" x1="{at:.1f}" y1="{BOTTOM}" x2="{at:.1f}" y2="{BOTTOM + 5}"/>'
        yield f'<text x="{at:.1f}" y="{BOTTOM + 20}" text-anchor="middle">{label}</text>'
    yield (f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 45}" text-anchor="middle">'
           f"{html.escape(axis.label)}</text>")


def y_axis(axis):
    yield f'<line class="axis" x1="{LEFT}" y1="{TOP}" x2="{LEFT}" y2="{BOTTOM}"/>'
    for value, label in axis.ticks:
        at = axis.y(value)
        yield f'<line class="grid" x1="{LEFT}" y1="{at:.1f}" x2="{RIGHT}" y2="{at:.1f}"/>'
        yield f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{label}</text>'
    middle = (TOP + BOTTOM) / 2
    yield (f'<text x="18" y="{middle}" text-anchor="middle" '
           f'transform="rotate(-90 18 {middle})">{html.escape(axis.label)}</text>')


def polyline(position, line, x, y):
    points = [(x.x(a), y.y(b), note) for a, b, note in line.points]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b, _ in points)
    yield f'<g class="s{position}"><polyline class="line" points="{path}"{line.dashes}/>'
    for a, b, note in points:
        yield (f'<circle class="dot" cx="{a:.1f}" cy="{b:.1f}" r="3.5">'
               f'<title>{html.escape(note)}</title></circle>')
    yield "</g>"


def legend(position, line, left, at):
    yield (f'<g class="s{position}"><line class="line" x1="{left}" y1="{at}" '
           f'x2="{left + 30}" y2="{at}"{line.dashes}/></g>')
    yield f'<text x="{left + 38}" y="{at + 4}">{html.escape(line.label)}</text>'
