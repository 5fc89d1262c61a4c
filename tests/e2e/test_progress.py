"""What a command that takes long says on a terminal meanwhile."""

import os
import pty
import select
import signal
import subprocess
import time

import pytest

from conftest import BUILD, weft


@pytest.fixture
def long_run(tmp_path):
    """long_run(*more): starts a run of minutes; its standard error is the terminal that comes with it."""
    weft("generate", "xgft", "--down", "6,6", "--up", "1,6", "-o", tmp_path / "fabric.net")
    runs = []

    def start(*more, stdout=subprocess.DEVNULL):
        terminal, end = pty.openpty()
        run = subprocess.Popen([str(BUILD / "weft"), "whatif", str(tmp_path / "fabric.net"), "--engine", "updn", "--fail",
                                "random 10% x 500000", "--threads", "1", *more], stdout=stdout, stderr=end)
        os.close(end)
        runs.append((run, terminal))
        return run, terminal

    yield start
    for run, terminal in runs:
        run.kill()
        run.wait()
        os.close(terminal)


def read(terminal, seconds, until=None):
    text, end = b"", time.monotonic() + seconds
    while (until is None or until not in text) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            text += os.read(terminal, 4096)
    return text


def test_it_counts_on_a_terminal(long_run):
    run, terminal = long_run()
    assert b" of 500000 tried, " in read(terminal, 60, until=b" tried, ")
    run.send_signal(signal.SIGINT)
    run.wait(timeout=60)
    last = read(terminal, 5, until=b"a signal has ended")
    assert b"\r\x1b[K" in last, "the line is taken away"


def test_json_on_standard_output_goes_without(long_run, tmp_path):
    with open(tmp_path / "lines", "wb") as lines:
        _, terminal = long_run("--json", stdout=lines)
        assert read(terminal, 3) == b""
