"""The documents: their links lead somewhere, each is short, and a package gets them as HTML."""

import html.parser
import re
import shutil
import subprocess

import pytest

from conftest import ROOT

INSTALLED = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "doc").glob("*.md"))]
DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *INSTALLED]
WRITTEN = [path for path in DOCUMENTS if path.name not in ("CHANGELOG.md", "measured.md")]  # by hand, for readers


def place(heading):
    """As GitHub and python3-markdown name it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def places(path):
    return {place(line.lstrip("#")) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")}


def broken(path):
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        name, _, fragment = target.partition("#")
        other = path.parent / name if name else path
        if not other.exists() or (fragment and fragment not in places(other)):
            yield target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    assert not list(broken(path))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_a_document_is_short(path):
    most = 120 if path.name == "README.md" else 200
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most


def test_every_document_is_installed():
    makefile = (ROOT / "Makefile.am").read_text(encoding="utf-8")
    files = [path for path in (ROOT / "doc").rglob("*") if path.is_file() and path.suffix in (".md", ".svg", ".csv", ".png", ".txt", ".json")]
    assert len(files) > 30
    assert not [path for path in files if f" {path.relative_to(ROOT)}" not in makefile]


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets, self.places, self.tags = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append(tag)
        self.places.add(attributes.get("id"))
        self.targets += [attributes[key] for key in ("href", "src") if attributes.get(key)]


def test_pages_of_html(tmp_path):
    shutil.copytree(ROOT / "doc", tmp_path / "doc")
    shutil.copytree(ROOT / "conf", tmp_path / "conf")
    for name in ("README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    made = subprocess.run([ROOT / "doc" / "html_pages", tmp_path], capture_output=True, text=True, timeout=60, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in tmp_path.rglob("*.html")}
    assert len(pages) == len(INSTALLED)
    for path, page in pages.items():
        assert not [target for target in page.targets if target.endswith(".md")]
        for target in page.targets:
            name, _, fragment = target.partition("#")
            other = (path.parent / name).resolve() if name else path
            assert "://" in target or other.exists(), (path.name, target)
            assert not fragment or fragment in pages[other].places, (path.name, target)
    assert "table" in pages[tmp_path / "README.html"].tags and "ol" in pages[tmp_path / "doc" / "run.html"].tags
