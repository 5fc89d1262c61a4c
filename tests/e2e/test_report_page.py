"""The page of weft report as its reader has it: in Chromium, by keyboard and mouse, dark, narrow, printed, without a network."""

import os
import re
import subprocess

import pytest

from browser import KEYS, chromium
from conftest import BUILD, GENERATED, ROOT, weft
from test_report import HOSTILE, renamed, report

LONG = pytest.mark.skipif("WEFT_LONG" not in os.environ, reason="a part of check-long")
SECONDS_TO_OPEN = 2
PAPER = 688  # pixels of CSS between the margins of A4


@pytest.fixture(scope="module", name="browser")
def start_browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(name="opened")
def open_page(tmp_path, browser):
    """opened(name of GENERATED, options of report): what the page shows, open in the browser, which has nothing to complain of."""

    def make(name, *options, names=None):
        fabric = tmp_path / f"{name}.net"
        weft("generate", *GENERATED[name], "-o", fabric)
        if names:
            renamed(fabric, [text.encode() for text in names])
        _, found = report(fabric, *options)
        browser.looks()
        browser.open(fabric.with_suffix(".html"))
        return found

    browser.complaints()
    yield make
    assert browser.complaints() == []


def number(text):
    return int(text.replace(",", ""))


def facts(browser, within):
    return dict(zip(*([element.text for element in browser.all(f"{within} {tag}")] for tag in ("dt", "dd"))))


def rows(browser, table):
    """The texts of the cells of the rows of a table, by the selector of what it is in."""
    return browser.run("return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) => "
                       "[...row.children].map((cell) => cell.textContent))", table)


@pytest.mark.parametrize("name, engine", [("tree", "ftree"), ("torus", "dfsssp"), ("dragonfly", "dfsssp")])
def test_a_page_shows_the_figures(opened, browser, name, engine):
    found = opened(name, "--engine", engine, "--compare", "minhop,updn", names=HOSTILE)
    routing = found["routing"]
    assert number(facts(browser, "#fabric")["Switches"]) == routing["fabric"]["switches"]
    loads = facts(browser, "#loads")
    assert number(loads["Busiest link, paths"]) == routing["link_load"]["max"]
    assert number(loads["Unused directions"]) == routing["link_load"]["unused_links"]
    assert number(facts(browser, "#shifts")["Busiest link, flows"]) == found["shifts"]["max"]
    engines = {row[0]: row for row in rows(browser, "#engines .scroll")}
    for row in found["engines"]:
        assert row["error"] or number(engines[row["engine"]][5]) == row["link_load"]["max"]
    busiest = rows(browser, "#busiest")
    for link, cells in zip(found["links"]["busiest"][:10], busiest, strict=True):
        assert link["from"]["guid"] in cells[0] and number(cells[5]) == link["paths"]
    assert len(browser.all("canvas")) == len(found["load"]["kinds"]) + 2
    assert not browser.all("img") and len(browser.all("script")) == 3


def test_a_page_asks_for_nothing(opened, browser):
    opened("tree", "--engine", "ftree", "--compare", "minhop")
    browser.requests()
    browser.driver.refresh()
    browser.keys("/1", KEYS.ENTER, KEYS.ESCAPE)
    browser.paper()
    assert [address.rpartition("/")[2] for address in browser.requests()] == ["tree.html"]


def test_names_are_found_by_keyboard(opened, browser):
    found = opened("tree", "--engine", "ftree")
    browser.keys(KEYS.TAB)
    assert browser.focused().text == "Skip to the report" and browser.focused().rect["x"] >= 0
    browser.keys("/")
    assert browser.focused().get_attribute("id") == "query"
    host = found["end_ports"][7]
    for query, kind in ((host["name"].upper(), "host"), (host["guid"], "host"), (f"lid {host['lid']}", "host"),
                        (found["switches"][3]["name"], "switch")):
        browser.keys(query)
        assert browser.all("#results a")[0].get_attribute("href").endswith(f"#{kind}/{7 if kind == 'host' else 3}"), query
        assert re.match(r"\d+ switch(es)?, \d+ hosts?, \d+ directions? of links", browser.one("#status").text)
        browser.keys(KEYS.ESCAPE)
        assert browser.focused().get_attribute("value") == "" and not browser.all("#results a")
    browser.keys(found["switches"][3]["name"], KEYS.ARROW_DOWN, KEYS.ARROW_DOWN, KEYS.ARROW_UP, KEYS.ENTER)
    browser.shows(found["switches"][3]["name"])
    assert browser.focused().get_attribute("id") == "look-h"
    links = rows(browser, "#look .scroll")
    assert sum(number(row[3]) for row in links if len(row) == 5) == sum(
        cable["paths"] if cable["from"] == 3 else cable["paths_back"] for cable in found["cables"] if 3 in (cable["from"], cable["to"]))
    browser.keys(KEYS.ESCAPE)
    browser.shows("")
    assert browser.focused().text == found["switches"][3]["name"]


def test_a_link_leads_to_its_pairs_and_hosts(opened, browser):
    found = opened("tree", "--engine", "ftree")
    busiest = found["links"]["busiest"][0]
    link = browser.one("#busiest a[href^='#link/']")
    browser.run("arguments[0].focus()", link)
    browser.keys(KEYS.ENTER)
    title = f"{busiest['from']['name']} port {busiest['from']['port']} → {busiest['to']['name']} port {busiest['to']['port']}"
    browser.shows(title)
    while browser.all("#look p button"):
        browser.one("#look p button").click()
    assert sum(number(row[2]) for row in rows(browser, "#look")) == busiest["paths"]
    browser.one("#look tbody summary").click()
    first = browser.one("#look tbody tr:has(.names a)")
    names = [host.text for host in first.find_elements("css selector", ".names a")]
    ends = {end["name"]: found["switches"][end["switch"]]["name"] for end in found["end_ports"]}
    sides = [switch.text for switch in first.find_elements("css selector", "td.name a")]
    assert {ends[name] for name in names} == set(sides)
    browser.one("#only").send_keys(names[-1])
    assert all(ends[names[-1]] in row[:2] for row in rows(browser, "#look"))
    browser.one("#look tbody summary").click()
    host = browser.one("#look .names a").text
    browser.one("#look .names a").click()
    browser.shows(host)
    assert any(row[0] == title for row in rows(browser, "#look"))
    browser.driver.back()
    browser.shows(title)
    browser.keys(KEYS.ESCAPE)
    browser.shows("")
    assert browser.focused() == link
    browser.run("document.querySelector('.weft-drawing [data-line=\"0\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    browser.shows(f"{found['drawing']['lines'][0]['links']} link")
    browser.one("#close").click()
    browser.shows("")
    browser.run("document.querySelector('.weft-drawing .box').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    inside = [switch["name"] for switch in found["switches"] if switch["box"] == 0]
    browser.shows(inside[0] if len(inside) == 1 else f"{len(inside)} switches")


def test_addresses_of_nothing_show_nothing(opened, browser):
    opened("tree", "--engine", "ftree")
    for fragment in ("switch/999", "switch", "link/0", "link/0/99", "host/-1", "box/x", "toString/1", "shifts"):
        browser.run("addEventListener('hashchange', () => setTimeout(arguments[1]), {once: true}); location.hash = arguments[0];",
                    fragment, waits=True)
        assert not browser.one("#look").is_displayed(), fragment
    browser.run("location.hash = 'switch/0/7'")
    browser.shows("leaf 0.0")
    browser.keys(KEYS.ESCAPE)


def luminance(browser, selector, what):
    """As WCAG has it, of a colour of an element: 0 black, 1 white."""
    colour = browser.run("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, what)
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_read(opened, browser, scheme):
    opened("tree", "--engine", "ftree")
    browser.looks(scheme)
    paper = luminance(browser, "body", "backgroundColor")
    assert (paper < 0.1) == (scheme == "dark")
    for selector in ("body", "a", ".quiet", ".good strong", "summary", "td"):
        ink = luminance(browser, selector, "color")
        assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 4.5, selector
    browser.command("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": scheme}])
    printed = [luminance(browser, "body", what) for what in ("backgroundColor", "color")]
    browser.command("Emulation.setEmulatedMedia", media="")
    assert printed[0] > 0.9 and printed[1] < 0.1, "paper is white"


def test_nothing_is_wider_than_a_telephone_or_paper(opened, browser):
    opened("built", "--engine", "updn", "--compare", "minhop,ftree", names=["n" * 64])
    browser.looks(width=360)
    assert browser.run("return document.documentElement.scrollWidth") == 360
    browser.run("""window.seen = [];
        addEventListener("beforeprint", () => seen.push(document.querySelectorAll("details[open]").length));""")
    assert browser.paper().startswith(b"%PDF")
    assert browser.run("return window.seen")[0] > 0, "what is folded away is not printed"
    assert not browser.all("details[open]")
    browser.command("Emulation.setEmulatedMedia", media="print")
    browser.command("Emulation.setDeviceMetricsOverride", width=PAPER, height=1000, deviceScaleFactor=1, mobile=False)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    wide = browser.run("return [...document.querySelectorAll('table, svg, canvas, pre')].filter((part) => "
                       "part.getBoundingClientRect().right > arguments[0] + 1).map((part) => part.textContent.slice(0, 80))", PAPER)
    flattened = browser.run("return [...document.querySelectorAll('canvas')].map((canvas) => canvas.clientHeight / canvas.clientWidth "
                            "/ (canvas.height / canvas.width))")
    browser.run("dispatchEvent(new Event('afterprint'))")
    browser.command("Emulation.setEmulatedMedia", media="")
    assert wide == []
    assert flattened == pytest.approx([1] * len(flattened), abs=0.05), "charts are pressed"


@LONG
@pytest.mark.parametrize("engine, topology", [("ftree", ["xgft", "--down", "24,24,36", "--up", "1,24,24"]),
                                              ("minhop", ["torus", "--dims", "16,18,18", "--cas", "4"])])
def test_a_large_page_opens_soon(tmp_path, browser, engine, topology):
    fabric = tmp_path / "large.net"
    weft("generate", *topology, "-o", fabric)
    subprocess.run([BUILD / "weft", "report", fabric, "--engine", engine, "-o", tmp_path / "large.html"], timeout=170, check=True)
    size = os.stat(tmp_path / "large.html").st_size
    browser.looks()
    browser.counts_processor_time()
    browser.open(tmp_path / "large.html")
    opened = browser.processor_time()
    browser.run("""const input = document.getElementById("query");
        input.value = "1";
        input.dispatchEvent(new Event("input"));
        document.body.getBoundingClientRect();""")
    took = browser.processor_time() - opened
    print(f"{topology[0]}: {size} bytes, open after {opened:.0f} ms, the first search {took:.0f} ms")
    assert size < 2_000_000
    assert opened < 1000 * SECONDS_TO_OPEN
    assert took < 1000, "the first search"
    assert browser.complaints() == []


@LONG
def test_the_pictures_are_those_of_the_document(tmp_path):
    subprocess.run([ROOT / "bench" / "report-pictures", "--bindir", BUILD, "--out", tmp_path], timeout=150, check=True)
    pictures = sorted(path.name for path in tmp_path.iterdir())
    shown = re.findall(r"\(pictures/(report-[a-z]+\.png)\)", (ROOT / "doc" / "report.md").read_text(encoding="utf-8"))
    assert pictures == sorted(shown) == sorted(path.name for path in (ROOT / "doc" / "pictures").glob("report-*"))
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in pictures)
