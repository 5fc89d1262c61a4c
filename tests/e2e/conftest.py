"""What all end-to-end tests share: the build, the fabrics, and simulations that end with their test."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

import pytest

import dumps
import simulation

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", ROOT / "build")).resolve()
LIBRARIES = BUILD / ".libs"
SHARED = ROOT.parent / "shared" / "fabrics"
SECONDS_A_TEST = 180
NOBODY = {"user": 65534, "group": 65534, "extra_groups": []}  # for subprocess, as root

ENGINE = "weft-minhop"
WEFT = {"event_plugin_name": ENGINE, "routing_engine": f"{ENGINE},no_fallback"}

GENERATED = {
    "tree": ["xgft", "--down", "4,4,4", "--up", "1,2,2"],
    "torus": ["torus", "--dims", "4,4,3", "--cas", "2"],
    "built": ["directors", "--spines", "2,2", "--lines", "4,3", "--edges", "6", "--uplinks", "2,1",
              "--cas", "3", "--aggregation", "all"],
    "dragonfly": ["dragonfly", "--routers", "4", "--global-links", "2", "--cas", "2"],
}
CLUSTERS = {
    "dgx": "dgx-ndr-40sw-582ca.ibnetdiscover",
    "small": "small-qdr-8sw-144ca.ibnetdiscover",
    "mixed": "x5-mixed-11sw-89ca.ibnetdiscover",
}
# Of two directors and their edge switches, an aggregation node on every switch: takes long.
DIRECTORS = {"directors": "directors-edr-174sw-1644ca.ibnetdiscover"}


def pytest_configure(config):
    if not (BUILD / "weft").exists():
        pytest.exit(f"{BUILD} has no build of Weft: run ./quickstart build, or set WEFT_BUILD", 2)


def run_weft(*arguments, status=0, stdin=None):
    """Runs the tool; the test fails if it ends with another status."""
    result = subprocess.run([str(BUILD / "weft"), *map(str, arguments)], capture_output=True, text=True, timeout=120,
                            input=stdin)
    assert result.returncode == status, result.stdout + result.stderr
    return result


def weft(*arguments, status=0, stdin=None):
    """Runs the tool and returns its standard output."""
    return run_weft(*arguments, status=status, stdin=stdin).stdout


def complaint(*arguments, status=2, stdin=None):
    """Runs the tool and returns what it says on standard error."""
    return run_weft(*arguments, status=status, stdin=stdin).stderr


def check(directory, status=0, subnet="opensm-subnet.lst", lmc=0):
    """What `weft check` says of opensm's dumps, which do not say the LMC."""
    directory = pathlib.Path(directory)
    return json.loads(
        weft("check", directory / subnet, "--lfts", directory / "opensm-lfts.dump", "--json",
             *(["--lmc", lmc] if lmc else []), status=status)
    )


@pytest.fixture(scope="session")
def fabrics(tmp_path_factory):
    """fabrics(name): the dumps.Net of a fabric of GENERATED, CLUSTERS or DIRECTORS; skips those that are missing."""
    nets = {}

    def make(name):
        if name not in nets:
            directory = tmp_path_factory.mktemp(name)
            if name in GENERATED:
                weft("generate", *GENERATED[name], "-o", directory / "fabric.net")
            else:
                source = SHARED / {**CLUSTERS, **DIRECTORS}[name]
                if not source.exists():
                    pytest.skip(f"{source} is not on this machine")
                weft("route", source, "--engine", "minhop", "-o", directory)
            nets[name] = dumps.Net(directory / "fabric.net")
        return nets[name]

    return make


@pytest.fixture
def tool_alone():
    """A folder with the tool and the libraries that it needs, and none of the plug-ins. All users may enter it; a build,
    or the folders of pytest, can be in a folder of root's own."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        for file in ("weft", "libweft-core.so", "libweft-engines.so"):
            shutil.copy(LIBRARIES / file, folder)
        yield folder


class Runs:
    """Starts simulations in directories of their own, and ends them with the test."""

    def __init__(self, stack, directory):
        self._stack = stack
        self._directory = directory
        self._count = 0

    def ibsim(self, net):
        self._count += 1
        directory = self._directory / f"run{self._count}"
        directory.mkdir()
        return self._stack.enter_context(simulation.Simulation(net, directory))

    def opensm(self, ibsim, options, settle=True, **more):
        """A resident opensm with Weft's libraries in reach; by default after its first sweep."""
        more.setdefault("libraries", LIBRARIES)
        opensm = self._stack.enter_context(simulation.OpenSm(ibsim, options, **more))
        if settle:
            opensm.settle()
        return opensm

    def subnet(self, net, options, **more):
        return self.opensm(self.ibsim(net), options, **more)


@pytest.fixture
def runs(tmp_path):
    with contextlib.ExitStack() as stack:
        yield Runs(stack, tmp_path)


@pytest.fixture(scope="module")
def module_runs(tmp_path_factory):
    with contextlib.ExitStack() as stack:
        yield Runs(stack, tmp_path_factory.mktemp("module"))


@pytest.fixture(autouse=True)
def time_limit():
    """No test hangs for ever, whatever it waits for."""

    def expired(*_):
        raise simulation.SimulationError(f"the test took longer than {SECONDS_A_TEST} s")

    previous = signal.signal(signal.SIGALRM, expired)
    signal.alarm(SECONDS_A_TEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


@pytest.fixture(scope="session", autouse=True)
def nothing_left_running():
    yield
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as children:
        left = [pid for pid in children.read().split() if name_of(pid) in ("ibsim", "opensm")]
    assert not left, f"the tests left processes {left}"


def name_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


@pytest.fixture(scope="module")
def net(request, tmp_path_factory):
    """net(name): the dumps.Net of one of the FABRICS of a test's module."""
    nets = {}

    def make(name):
        if name not in nets:
            path = tmp_path_factory.mktemp("net") / "fabric.net"
            weft("generate", *request.module.FABRICS[name], "-o", path)
            nets[name] = dumps.Net(path)
        return nets[name]

    return make
