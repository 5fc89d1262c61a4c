"""weft export slurm, read by Slurm itself: a slurmctld on this machine says what it made of each topology.conf.

Needs slurmctld and slurm-client, of any version that has topology/tree, so only WEFT_LONG=1, which make check-long sets,
runs it. topology/block, topology.yaml and topology/torus3d are newer than Debian 12's 22.05."""

import os
import re
import socket
import subprocess
import time

import pytest

import topology_conf
from conftest import SHARED, weft

FABRICS = {
    "three-levels": ["xgft", "--down", "4,4,4", "--up", "1,2,2"],
    "four-levels": ["xgft", "--down", "3,3,3,3", "--up", "1,3,3,3", "--shuffle", "2"],
    "rails": ["xgft", "--down", "32,4,4", "--up", "1,4,4", "--rails", "4"],
    "directors": ["directors", "--spines", "6,6", "--lines", "10,8", "--edges", "28", "--uplinks", "3,2", "--cas", "6"],
    "dragonfly": ["dragonfly", "--routers", "6", "--global-links", "2", "--cas", "2"],
    "torus": ["torus", "--dims", "5,4,3", "--cas", "2"],
}
CONF = """
ClusterName=weft
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={slurmd_port}
SlurmUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SwitchType=switch/none
ProctrackType=proctrack/linuxproc
MpiDefault=none
TopologyPlugin=topology/tree
NodeName={hosts} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def scontrol(folder, *arguments):
    return subprocess.run(["scontrol", *arguments], capture_output=True, text=True, timeout=30, check=False,
                          env={**os.environ, "SLURM_CONF": str(folder / "slurm.conf")})


def write_conf(folder, hosts):
    user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    (folder / "slurm.conf").write_text(CONF.format(
        host=socket.gethostname().partition(".")[0], port=free_port(), slurmd_port=free_port(), user=user, folder=folder,
        hosts=",".join(sorted(hosts))), encoding="utf-8")


def topology_in_slurm(folder, hosts):
    """What slurmctld says of the topology.conf in the folder, and its log."""
    write_conf(folder, hosts)
    (folder / "state").mkdir()
    log = folder / "log"
    with log.open("wb") as out, subprocess.Popen(["slurmctld", "-D", "-i", "-f", folder / "slurm.conf"], stdout=out, stderr=out) as daemon:
        try:
            until = time.monotonic() + 30
            while (shown := scontrol(folder, "show", "topology")).returncode != 0:
                assert daemon.poll() is None and time.monotonic() < until, log.read_text(errors="replace")
                time.sleep(0.2)
        finally:
            daemon.kill()
    return shown.stdout, log.read_text(errors="replace")


def expect_the_same(path, tmp_path):
    text = weft("export", "slurm", path, "--tree", "-o", tmp_path / "topology.conf")
    assert text == ""
    expected = topology_conf.read_conf((tmp_path / "topology.conf").read_text(encoding="utf-8"))
    shown, log = topology_in_slurm(tmp_path, expected.hosts)
    assert not re.search("[Ss]witches|[Ss]witch conf|TOPOLOGY", log), log
    levels = {}
    for line in shown.splitlines():
        found = re.fullmatch(r"SwitchName=(\S+) Level=(\d+) LinkSpeed=1 Nodes=(\S+)(?: Switches=(\S+))?", line.strip())
        assert found, line
        name = found[1]
        levels[name] = int(found[2])
        assert sorted(topology_conf.hosts_of(found[3])) == sorted(expected.hosts_below(name))
        assert sorted(topology_conf.hosts_of(found[4] or "")) == sorted(expected.children.get(name, []))
    assert set(levels) == {*expected.leaves, *expected.children}
    assert {name for name, level in levels.items() if level == 0} == set(expected.leaves)
    return expected


if os.environ.get("WEFT_LONG"):

    @pytest.mark.parametrize("name", FABRICS)
    def test_slurm_reads_the_same_tree(tmp_path, name):
        weft("generate", *FABRICS[name], "-o", tmp_path / "fabric.net")
        expect_the_same(tmp_path / "fabric.net", tmp_path)

    @pytest.mark.parametrize("name", ["dgx-ndr-40sw-582ca", "directors-edr-174sw-1644ca", "small-qdr-8sw-144ca", "x5-mixed-11sw-89ca"])
    def test_slurm_reads_the_trees_of_clusters(tmp_path, name):
        path = SHARED / f"{name}.ibnetdiscover"
        if not path.exists():
            pytest.skip(f"{path} is not on this machine")
        expect_the_same(path, tmp_path)

    def test_slurm_writes_hostlists_out_as_they_are_meant(tmp_path):
        write_conf(tmp_path, ["c1"])
        for text in ("c[01-08,10],login", "c[8-11]", "c[08-10,99-100],c[009,10]", "rack-n[3,2,1],rack-io[000-012]",
                     "ca-0002c90300048ebd,ca-78e7d1030022a[917,957]"):
            listed = scontrol(tmp_path, "show", "hostnames", text)
            assert listed.stdout.split() == topology_conf.hosts_of(text), listed.stderr
