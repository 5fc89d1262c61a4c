"""weft report: one page that needs nothing else, with the figures of weft route and check; --svg and --dot."""

import base64
import gzip
import html.parser
import itertools
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest

from conftest import GENERATED, weft
from schema import validate

HOSTILE = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "'\" onload='alert(3)", "]]>&amp;{{data}}",
           "<!--", "a\\u202e\\\\N\\", "\u202egnp.exe\u2066", "\x1b[31mred\x07\x7f", "ok\u200b\u200d\ufeff", "\\\"; rm"]


class Page(html.parser.HTMLParser):
    """What a page has: elements with their attributes, and the text of each script."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts, self._script = [], [], False
        self.feed(text)
        self.data = json.loads(gzip.decompress(base64.b64decode(self.scripts[0], validate=True)))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._script = tag == "script"
        if self._script:
            self.scripts.append("")

    def handle_data(self, data):
        if self._script:
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        self._script = False


@pytest.fixture(name="made")
def make(tmp_path):
    """made(name of GENERATED, more options): the file of a fabric."""

    def generate(name, *more):
        weft("generate", *GENERATED[name], *more, "-o", tmp_path / f"{name}.net")
        return tmp_path / f"{name}.net"

    return generate


def report(fabric, *arguments, status=0):
    """The page, and the object that --json prints."""
    page = fabric.with_suffix(".html")
    found = json.loads(weft("report", fabric, *arguments, "-o", page, "--json", status=status))
    validate(found, "report")
    return page.read_bytes(), found


def route(fabric, *arguments, command="route", status=0):
    return {**json.loads(weft(command, fabric, *arguments, "--json", status=status)), "time_ms": None}


@pytest.mark.parametrize("name, engine", [("tree", "ftree"), ("torus", "torus-2QoS"), ("dragonfly", "dfsssp"), ("built", "updn")])
def test_figures_are_those_of_route(made, name, engine):
    fabric = made(name, "--fail-links", 2)
    page, found = report(fabric, "--engine", engine)
    alone = route(fabric, "--engine", engine, "--pattern", "shift")
    shift = alone.pop("pattern")
    assert found["routing"] == {**alone, "pattern": None}
    assert Page(page.decode()).data == found
    assert found["shifts"]["max"] == shift["busiest_link"]["max"]
    assert found["shifts"]["mean"] == pytest.approx(shift["busiest_link"]["mean"])
    load = alone["link_load"]
    assert found["links"]["busiest"][0]["paths"] == load["max"]
    assert len(found["links"]["unused"]) == load["unused_links"]
    kinds = found["load"]["kinds"]
    links = sum(kind["links"] for kind in kinds)
    assert links == 2 * (alone["fabric"]["links"] - alone["fabric"]["cas"])
    assert sum(kind["links"] * kind["mean"] for kind in kinds) == pytest.approx(links * load["mean"])
    assert all(kind["unused"] + sum(kind["buckets"]) == kind["links"] for kind in kinds)
    boxes, lines = found["drawing"]["boxes"], found["drawing"]["lines"]
    assert sum(box["switches"] for box in boxes) == alone["fabric"]["switches"]
    assert 2 * sum(part["links"] for part in (*boxes, *lines)) == links
    assert max(part["paths"] for part in (*boxes, *lines)) == load["max"]
    check_parts(found)


def test_pairs_go_to_each_of_several_lids(made):
    _, found = report(made("tree"), "--engine", "ftree", "--lmc", 1)
    assert {end["lids"] for end in found["end_ports"]} == {2}
    check_parts(found)


def numbers_in(distances):
    """«3,24x2»: 3, 27, 51."""
    steps = []
    for run in distances.split(","):
        distance, _, times = run.partition("x")
        steps += [int(distance)] * int(times or 1)
    return list(itertools.accumulate(steps))


def check_parts(found):
    """The switches, end ports and cables are those of the fabric, and the pairs over a link are as many as its paths."""
    fabric, switches, end_ports, cables = found["routing"]["fabric"], found["switches"], found["end_ports"], found["cables"]
    assert len(switches) == fabric["switches"] and len(end_ports) == fabric["cas"]
    assert len(cables) == fabric["links"] - fabric["cas"]
    assert [sum(switch["box"] == i for switch in switches) for i in range(len(found["drawing"]["boxes"]))] == [
        box["switches"] for box in found["drawing"]["boxes"]]
    paths = {}
    for cable in cables:
        paths[cable["from"], cable["port"]] = cable["paths"]
        paths[cable["to"], cable["to_port"]] = cable["paths_back"]
    assert max(paths.values()) == found["routing"]["link_load"]["max"]
    senders = [sum(end["switch"] == s and end["lid"] != 0 for end in end_ports) for s in range(len(switches))]
    owners = {end["lid"] + i: end for end in end_ports for i in range(end["lids"])}
    assert len(found["pairs"]) == sum(count > 0 for count in paths.values())  # all of a small fabric
    for link in found["pairs"]:
        pairs = 0
        for bundle in link["bundles"]:
            sources, lids = numbers_in(bundle["from"]), numbers_in(bundle["to"])
            pairs += sum(senders[s] - (owners[lid]["switch"] == s) for s in sources for lid in lids)
        assert pairs == paths[link["switch"], link["port"]]


def test_equal_input_makes_equal_pages(made):
    fabric = made("tree")
    first, _ = report(fabric, "--engine", "ftree", "--compare", "updn", "--threads", 1)
    second, _ = report(fabric, "--engine", "ftree", "--compare", "updn", "--threads", 2)
    assert first == second
    _, timed = report(fabric, "--engine", "ftree", "--compare", "updn", "--times", "--title", "Ours")
    assert timed["routing"]["time_ms"]["route"] > 0 and timed["engines"][0]["time_ms"]["route"] > 0
    assert timed["title"] == "Ours"


def test_a_page_asks_for_nothing(made):
    page = Page(report(made("tree"), "--engine", "ftree")[0].decode())
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form"), tag
        for name, value in attributes.items():
            assert not name.startswith("on") and name not in ("src", "srcset", "action"), (tag, name)
            assert name != "href" or value.startswith("#")
            assert "http" not in value or name == "xmlns"
            assert "url(" not in value
    policies = [attributes["content"] for tag, attributes in page.elements if attributes.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"]
    assert not re.search(r"fetch\(|XMLHttpRequest|import\(|url\(|https?:", page.scripts[-1])


def renamed(fabric, names):
    """The fabric with other node descriptions, in turn, as bytes."""
    text, turn = fabric.read_bytes(), iter(range(10**6))
    new = re.sub(rb'(?m)^(Switch|Hca)(\s+\d+\s+"[^"]*")(\s+# )"[^"]*"',
                 lambda match: match[1] + match[2] + match[3] + b'"' + names[next(turn) % len(names)] + b'"', text)
    assert new != text
    fabric.write_bytes(new)


def test_names_are_text(made):
    fabric = made("tree")
    names = [name.encode() for name in HOSTILE] + [b"\xff\xfe\xc0\xaf", b"\xed\xa0\x80"]
    renamed(fabric, names)
    svg, dot = fabric.with_suffix(".svg"), fabric.with_suffix(".dot")
    weft("route", fabric, "--engine", "updn", "--svg", svg, "--dot", dot)
    page, found = report(fabric, "--engine", "updn", "--compare", "minhop", "--title", HOSTILE[0] + HOSTILE[3] + HOSTILE[6])
    text = page.decode()
    parsed = Page(text)
    assert [tag for tag, _ in parsed.elements].count("script") == 3
    assert parsed.data == found
    assert not any(tag == "img" for tag, _ in parsed.elements)
    root = xml.etree.ElementTree.parse(svg).getroot()
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {"svg", "title", "style", "g", "path", "rect", "text"}
    graph = dot.read_text(encoding="utf-8")
    for label in re.findall(r"label=(.*)\];$", graph, re.MULTILINE):
        assert re.fullmatch(r'"([^"\\]|\\["\\])*"', label), label
    for document in (text, svg.read_text(encoding="utf-8"), graph):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]", document)
    known = [name.encode().decode(errors="replace") for name in HOSTILE]
    assert {end["name"] for link in found["links"]["busiest"] for end in (link["from"], link["to"])} & set(known)


def test_tables_of_others(made, tmp_path):
    fabric = made("torus")
    weft("route", fabric, "--engine", "minhop", "-o", tmp_path)
    tables = ("--lfts", tmp_path / "opensm-lfts.dump")
    subnet = tmp_path / "opensm-subnet.lst"
    _, found = report(subnet, *tables, status=1)
    assert found["routing"] == route(subnet, *tables, command="check", status=1)
    assert found["credit_loops"][0]["when"] == "always" and " -> " in found["credit_loops"][0]["channels"]
    assert found["opensm_conf"] is None and found["engines"] is None


def test_engines_are_compared(made):
    fabric = made("torus")
    _, found = report(fabric, "--engine", "torus-2QoS", "--compare", "minhop,ftree, weft-torus-2QoS")
    assert [row["engine"] for row in found["engines"]] == ["torus-2QoS", "minhop", "ftree"]
    assert found["engines"][2]["error"] and found["engines"][2]["hops"] is None
    for row in found["engines"][:2]:
        alone = route(fabric, "--engine", row["engine"])
        assert row["link_load"] == alone["link_load"] and row["hops"] == alone["hops"]
        assert row["credit_loop"] == (alone["credit_loop"] is not None) and row["lanes_used"] == alone["lanes_used"]


def test_lines_of_the_configuration(made):
    fabric = made("torus")
    for options, lines in ((("--engine", "weft-minhop"), ["routing_engine weft-minhop"]),
                           (("--engine", "torus-2QoS", "--lmc", 1, "--set", "weft_balance=switch"),
                            ["routing_engine weft-torus-2QoS", "qos TRUE", "lmc 1", "weft_balance switch"])):
        _, found = report(fabric, *options)
        assert found["opensm_conf"] == ["event_plugin_name weft", *lines]


def test_failures_that_were_tried(made):
    fabric = made("tree")
    outcomes = fabric.with_suffix(".jsonl")
    weft("whatif", fabric, "--engine", "ftree", "--fail", "every-switch", "--json", "-o", outcomes)
    header, first, *_ = outcomes.read_text(encoding="utf-8").splitlines()
    outcomes.with_name("cut.jsonl").write_text(f"{header}\n{first}\n", encoding="utf-8")
    line = {**json.loads(first), "failure": {"kind": "switch", "name": "<b>s"}, "lost_pairs": 2, "more": []}
    cut_short = refused(fabric, "--engine", "ftree", "--whatif", outcomes.with_name("cut.jsonl"))
    assert "has 1 of 28 failures" in cut_short
    header = json.loads(header)
    header["whatif"]["failures"] = 2
    lines = [json.dumps(header), "nonsense", json.dumps(line), json.dumps({**line, "disconnected_pairs": 9})]
    outcomes.write_text("\n".join(lines), encoding="utf-8")
    page, found = report(fabric, "--engine", "ftree", "--whatif", outcomes)
    assert (found["what_if"]["failures"], found["what_if"]["ignored_lines"]) == (2, 1)
    assert [(row["lost_pairs"], row["disconnected_pairs"]) for row in found["what_if"]["worst"]] == [(2, 9), (2, 0)]
    assert b"<b>s" not in page
    outcomes.write_text("", encoding="utf-8")
    assert "no line with a failure" in refused(fabric, "--engine", "ftree", "--whatif", outcomes)


def refused(*arguments, status=2):
    found = json.loads(weft("report", *arguments, "--json", status=status))
    validate(found, "report")
    assert found["routing"] is None
    return found["error"]


def test_what_cannot_be_is_said(made):
    fabric = made("torus")
    assert "either --engine" in refused(fabric)
    assert "there is no engine" in refused(fabric, "--engine", "nosuch")
    assert refused(fabric, "--engine", "ftree", status=1)
    assert weft("report", fabric, "--engine", "minhop", status=2) == ""


def test_an_engine_has_the_lanes_of_the_fabric(tmp_path):
    ring = tmp_path / "ring.net"
    weft("generate", "ring", "--switches", "6", "--cas", "1", "-o", ring)
    ring.write_text(re.sub(r"^(\[\d+\].*)$", r"\1 v=1", ring.read_text(encoding="utf-8"), flags=re.MULTILINE), encoding="utf-8")
    for command in ("route", "report"):
        assert "there is 1" in json.loads(weft(command, ring, "--engine", "dfsssp", "--json", status=1))["error"]


def test_lanes_of_tables_are_not_those_of_an_engine(made):
    assert weft("report", made("tree"), "--engine", "ftree", "--psl", "/nowhere", "-o", "/nowhere", status=2) == ""


def test_the_drawing_is_a_file_too(made):
    fabric = made("tree")
    svg, dot = fabric.with_suffix(".svg"), fabric.with_suffix(".dot")
    weft("route", fabric, "--engine", "ftree", "--svg", svg, "--dot", dot)
    page, found = report(fabric, "--engine", "ftree")
    drawn = svg.read_text(encoding="utf-8")
    assert re.sub(r"<style>.*?</style>\n", "", drawn, flags=re.DOTALL) in page.decode()
    graph = dot.read_text(encoding="utf-8")
    assert graph.count("label=") == found["routing"]["fabric"]["switches"]
    loads = [int(paths) for paths in re.findall(r"paths=(\d+)", graph)]
    assert max(loads) == found["routing"]["link_load"]["max"]
    links = [int(count) for count in re.findall(r"links=(\d+)", graph)]
    assert sum(links) == found["routing"]["fabric"]["links"] - found["routing"]["fabric"]["cas"]
    weft("route", fabric, "--engine", "updn", "--pattern", "shift", "--svg", svg)
    assert "flows of the pattern held back in 100 phases over one direction" in svg.read_text(encoding="utf-8")
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg", dot], check=True, capture_output=True, timeout=60)
