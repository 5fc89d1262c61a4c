"""The demo shows what it should, and leaves nothing behind, even when it is interrupted."""

import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

from conftest import BUILD

DEMO = pathlib.Path(__file__).with_name("demo.py")


def start(tmp_path):
    """The demo, with its temporary files in tmp_path."""
    return subprocess.Popen(
        [sys.executable, str(DEMO), str(BUILD)],
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
        r"28 switches, 64 CAs",
        r"weft-minhop tables configured on all switches",
        r"weft check: 0 pairs without a path, 0 forwarding loops, no credit loop",
        r"ibdmchk:    0 of 4032 CA pairs without a path, no credit loop",
        r"\bsl +0x0",
        r"\d+ ms later all switches have new tables",
        r"now it avoids it",
        r"Everything is as it should be\.",
    ):
        assert re.search(pattern, text), text
    assert "WRONG" not in text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("moment", ["Fabric", "Engine", "is cut"])
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
