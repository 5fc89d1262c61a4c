"""Upgrades and removes Weft's packages while the opensm that loaded them runs, on a simulated fabric.

    upgrade.py SOURCES OLD NEW

In a clean Debian system with opensm, ibsim and ibutils, as root. SOURCES: of Weft, for its simulator. OLD, NEW: folders
with the packages weft and opensm-weft. Exits 1 with a sentence if anything is not as it should be.
"""

import glob
import pathlib
import subprocess
import sys
import tempfile

SOURCES, OLD, NEW = (pathlib.Path(argument) for argument in sys.argv[1:])
sys.path.insert(0, str(SOURCES / "tests" / "e2e"))

import dumps  # noqa: E402
import simulation  # noqa: E402

CONF = {"event_plugin_name": "weft", "routing_engine": "weft-auto"}


def apt(*arguments):
    subprocess.run(["apt-get", "-q", "-y", "--no-install-recommends", "--allow-downgrades", "--reinstall", *arguments],
                   check=True)


def install(folder):
    apt("install", *glob.glob(f"{folder}/weft_*.deb"), *glob.glob(f"{folder}/opensm-weft_*.deb"))


def version():
    return subprocess.run(["weft", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]


def expect(good, what):
    if not good:
        sys.exit(f"upgrade: {what}")
    print(f"upgrade: {what}: yes", flush=True)


def tables(directory):
    return dumps.read_lfts(directory / "opensm-lfts.dump")


def run(directory):
    net = dumps.Net(SOURCES / "tests" / "e2e" / "demo.net")
    install(OLD)
    old = version()
    with simulation.Simulation(net, directory) as ibsim:
        with simulation.OpenSm(ibsim, CONF) as opensm:
            opensm.settle()
            expect(opensm.engines_used()[-1] == "weft-auto", f"opensm routes with Weft {old}")
            install(NEW)
            expect(opensm.process.poll() is None, f"opensm goes on while Weft {version()} is installed")
            spine = next(node for node in net.switches() if node.description == "spine 0")
            port = next(iter(spine.links))
            ibsim.unlink(spine.name, port)
            opensm.settle()
            ibsim.relink(spine.name, port)
            opensm.settle()
            expect(set(opensm.engines_used()) == {"weft-auto"}, f"it routes round a lost link with Weft {old}")
            before = tables(directory)
            expect(opensm.stop() == 0, "it ends when it is asked to")
        with simulation.OpenSm(ibsim, CONF) as opensm:
            opensm.settle()
            expect(opensm.engines_used()[-1] == "weft-auto", f"a new opensm routes with Weft {version()}")
            expect(tables(directory) == before, "its tables are those of before")
            opensm.stop()
        apt("remove", "opensm-weft")
        with simulation.OpenSm(ibsim, CONF) as opensm:
            opensm.settle()
            expect("SUBNET UP" in opensm.log(), "without Weft the same opensm.conf starts")
            expect(opensm.engines_used()[-1] == "minhop", "OpenSM routes by its own min-hop then")
            opensm.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        run(pathlib.Path(folder))
