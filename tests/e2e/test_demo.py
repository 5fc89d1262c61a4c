"""The demo shows what it should, and leaves nothing behind, even when it is interrupted."""

import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

from conftest import BUILD, weft

DEMO = pathlib.Path(__file__).with_name("demo.py")


def start(tmp_path):
    """The demo, with its temporary files in tmp_path."""
    return subprocess.Popen(
        [sys.executable, str(DEMO), str(BUILD), "--report", str(tmp_path / "report")],
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def processes_of(tmp_path):
    """The command lines of programs that work in tmp_path."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve().is_relative_to(tmp_path):
                found.append((process / "cmdline").read_text(encoding="utf-8"))
        except OSError:
            pass  # it ended, or is somebody else's
    return found


def test_the_demo_shows_everything(tmp_path):
    demo = start(tmp_path)
    text, _ = demo.communicate(timeout=120)
    assert demo.returncode == 0, text
    for pattern in (
        r"28 switches, 274 channel adapters",
        r"ftree gave up: «Found more than one root on fabric",
        r"in\s+a\s+CREDIT\s+LOOP",
        r"for roots,\s+of\s+which\s+\d+\s+are\s+leaf\s+switches",
        r"weft-auto routed the fabric",
        r"every CA reaches every other, and there is no credit loop",
        r"credit loop +yes +none",
        r"pairs of CAs without a path +0 +0",
        r"A cable fails: ",
        r"Weft: [\d,]+ paths? led over it, [\d,]+ table entr(y|ies) changed",
        r"spine 7 is plugged in",
        r"Weft: [1-9][\d,]* paths lead over it now",
        r"event_plugin_name weft\n +routing_engine weft-auto",
        r"Everything is as it should be\.",
    ):
        assert re.search(pattern, text), text
    assert "WRONG" not in text
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert sorted(path.name for path in (tmp_path / "report").iterdir()) == ["stock.html", "weft.html"]


def test_it_changes_no_more_than_it_must(tmp_path):
    text, _ = start(tmp_path).communicate(timeout=120)
    paths, changed = re.search(r"Weft: ([\d,]+) paths? led over it, ([\d,]+) table", text).groups()
    assert 0 < int(changed.replace(",", "")) <= 1.5 * int(paths.replace(",", ""))


def test_its_fabric_is_one_that_weft_generates(tmp_path):
    weft("generate", "xgft", "--down", "14,20", "--up", "1,8", "--uneven", "12%", "--uneven-spines", "2",
         "--aggregation", "all", "--fail-links", "3%", "--seed", "4", "-o", tmp_path / "demo.net")
    assert (tmp_path / "demo.net").read_text() == DEMO.with_name("demo.net").read_text()


def test_a_build_that_fails_is_shown(tmp_path):
    demo = subprocess.run(
        [sys.executable, str(DEMO), str(BUILD), "--report", str(tmp_path / "report"), "--build", "sh", "-c",
         "echo no compiler >&2; exit 3"],
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path)}, capture_output=True, text=True, timeout=120)
    assert demo.returncode == 1
    assert "the build failed\nno compiler" in demo.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("moment", ["The fabric", "The stock", "The same opensm", "A cable"])
def test_an_interrupted_demo_leaves_nothing_running(number, moment, tmp_path):
    demo = start(tmp_path)
    for line in demo.stdout:
        if moment in line:
            break
    demo.send_signal(number)
    demo.communicate(timeout=30)
    assert demo.returncode != 0
    deadline = time.monotonic() + 5
    while processes_of(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_of(tmp_path) == []
    if number != signal.SIGKILL:
        assert list(tmp_path.iterdir()) == []
