"""weft whatif: what failures would do is what they do, and shards are the whole."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from conftest import BUILD, LIBRARIES, ROOT, weft
from schema import validate

TREE = ["xgft", "--down", "3,3,2", "--up", "1,2,3"]
TORUS = ["torus", "--dims", "4,4", "--cas", "2"]


def routed(folder, topology, engine, *more):
    """A folder with the fabric and what weft route wrote."""
    weft("generate", *topology, "-o", folder / "fabric.net")
    weft("route", folder / "fabric.net", "--engine", engine, *more, "-o", folder / engine)
    return folder / engine


def lines(text):
    """The header and the failures, held to the schema, without what differs from run to run."""
    first, *others = [json.loads(line) for line in text.splitlines()]
    validate(first, "whatif_header")
    for other in others:
        validate(other, "whatif_failure")
        assert other.pop("time_ms") >= 0
    return first, others


def whatif(*arguments, status=0):
    return lines(weft("whatif", *arguments, "--json", status=status))


def refused(*arguments):
    result = subprocess.run([str(BUILD / "weft"), "whatif", *map(str, arguments)], capture_output=True, text=True,
                            timeout=60, check=False)
    assert result.returncode == 2, result.stdout + result.stderr
    return result.stderr


def without_link(subnet, out, name):
    """The list of a subnet, without one link, «switch[port] - switch[port]»."""
    ends = [(end.rpartition("[")[0], int(end.rpartition("[")[2].rstrip("]"))) for end in name.split(" - ")]
    kept = [line for line in subnet.read_text(encoding="utf-8").splitlines(True)
            if not all(re.search(rf"{{{re.escape(switch)}}} LID:\w+ PN:{port:02X} ", line) for switch, port in ends)]
    out.write_text("".join(kept), encoding="utf-8")
    return out


@pytest.mark.parametrize("topology, engine", [(TREE, "ftree"), (TREE, "updn"), (TORUS, "dfsssp"), (TORUS, "nue")],
                         ids=["ftree", "updn", "dfsssp", "nue"])
def test_each_link_does_what_it_does_when_it_is_gone(topology, engine, tmp_path):
    folder = routed(tmp_path, topology, engine)
    subnet = folder / "opensm-subnet.lst"
    header, failures = whatif(subnet, "--engine", engine, "--live", folder, "--fail", "every-link")
    assert header["whatif"]["failures"] == len(failures) > 20
    before = json.loads(weft("check", subnet, "--lfts", folder / "opensm-lfts.dump", "--json"))["link_load"]
    assert header["whatif"]["busiest_link"]["paths"] == before["max"]
    links = json.loads(weft("route", subnet, "--engine", engine, "--json"))["fabric"]["links"]
    for failure in failures[::10]:
        cut = without_link(subnet, tmp_path / "cut.lst", failure["failure"]["name"])
        found = json.loads(weft("route", cut, "--engine", engine, "--live", folder, "--json"))
        assert found["fabric"]["links"] == links - 1
        assert failure["error"] is None and failure["lost_pairs"] == failure["disconnected_pairs"] == 0
        assert failure["repaired"] == found["change"]["repaired"]
        assert (failure["entries"], failure["sls"]) == (found["change"]["entries"], found["change"]["sls"])
        assert failure["busiest_link"]["after"] == found["link_load"]["max"]
        assert failure["busiest_link"]["before"] == before["max"]
        assert failure["mean_link_load"] == {"before": before["mean"], "after": found["link_load"]["mean"]}
        assert failure["lanes_used"] == found["lanes_used"]
        assert failure["credit_loop"] is (found["credit_loop"] is not None)
        assert failure["credit_loop_multicast"] is (found["credit_loop_multicast"] is not None)


def test_a_loop_with_multicast_groups_is_found(tmp_path):
    """As opensm with Weft says of these links, one by one (doc/limits.md)."""
    weft("generate", "dragonfly", "--routers", "4", "--global-links", "1", "--cas", "2", "-o", tmp_path / "d.net")
    arguments = (tmp_path / "d.net", "--engine", "dragonfly", "--lanes", "8", "--fail", "every-link")
    _, failures = whatif(*arguments)
    assert [sum(f[key] for f in failures) for key in ("credit_loop", "credit_loop_multicast")] == [0, 7]
    text = weft("whatif", *arguments, "--all")
    assert text.count("repaired, credit loop with multicast") == 7
    assert "0 have a credit loop, and 7 have one only together with multicast groups" in text


def test_a_switch_takes_its_hosts_along(tmp_path):
    folder = routed(tmp_path, TREE, "updn")
    fabric = folder / "opensm-subnet.lst"
    _, failures = whatif(fabric, "--engine", "updn", "--fail", "every-switch")
    assert len(failures) == 6 + 4 + 6
    assert all(f["failure"]["kind"] == "switch" and f["error"] is None for f in failures)
    assert all(f["lost_pairs"] == f["disconnected_pairs"] == 0 for f in failures)
    assert any(f["entries"] > 0 for f in failures)
    _, one = whatif(fabric, "--engine", "updn", "--fail", "switch leaf 0.0")
    assert one == [f for f in failures if f["failure"]["name"] == "leaf 0.0"]


def test_hosts_that_are_cut_off_are_counted_apart(tmp_path):
    weft("generate", "xgft", "--down", "2,3", "--up", "1,1", "-o", tmp_path / "thin.net")
    thin = (tmp_path / "thin.net", "--engine", "minhop", "--fail", "every-link")
    _, failures = whatif(*thin, status=1)
    assert [f["disconnected_pairs"] for f in failures] == [2 * 2 * 4] * 3
    assert [f["lost_pairs"] for f in failures] == [0] * 3
    text = weft("whatif", *thin, "--top", "1", status=1)
    assert "2 more" in text and "3 failures: 3 lose or disconnect pairs, 0 are refused" in text
    assert "pairs lost" not in text
    assert "most pairs that no link connects: 16, by link leaf 0[3]" in text
    assert "more" not in weft("whatif", *thin, "--all", status=1)


def test_what_the_engine_refuses_is_no_end(tmp_path):
    # Tables of a file are not repaired.
    folder = routed(tmp_path, TREE, "minhop")
    stored = (folder / "opensm-subnet.lst", "--engine", "file", "--set", f"lfts_file={folder / 'opensm-lfts.dump'}")
    _, refused_ones = whatif(*stored, "--fail", "every-link", "link node-0001[1]", status=1)
    assert len(refused_ones) > 20
    for failure in refused_ones[:-1]:
        assert "have no path although links connect them" in failure["error"]
        assert failure["entries"] is failure["busiest_link"]["after"] is failure["credit_loop"] is None
    assert refused_ones[-1]["error"] is None and refused_ones[-1]["lost_pairs"] == 0
    _, accepted = whatif(*stored, "--set", "weft_lost_pairs=accept", "--fail", "every-link", status=1)
    for failure, before in zip(accepted, refused_ones):
        assert f"{failure['lost_pairs']} pairs of end ports have no path" in before["error"]
        assert failure["repaired"] is False and failure["why_anew"] == "tables of this engine are never repaired"


def test_shards_are_the_whole(tmp_path):
    weft("generate", *TREE, "-o", tmp_path / "tree.net")
    asked = (tmp_path / "tree.net", "--engine", "updn", "--fail", "every-link", "every-switch", "random 10% x 5")
    whole = weft("whatif", *asked, "--json")
    text = weft("whatif", *asked, "--top", "7")
    shards = [tmp_path / f"shard-{i}.jsonl" for i in (3, 2, 1)]
    for i, shard in zip((3, 2, 1), shards):
        weft("whatif", *asked, "--json", "--shard", f"{i}/3", "-o", shard)
        assert len(lines(shard.read_text(encoding="utf-8"))[1]) in (15, 16)
    assert lines(weft("whatif", "--merge", *shards, "--json")) == lines(whole)
    assert weft("whatif", "--merge", *shards, "--top", "7") == text
    assert weft("whatif", *asked, "--top", "7", "--threads", "1") == text
    assert "shard 3 of 3 is missing" in refused("--merge", *shards[1:])
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(shards[0].read_bytes()[:-20])
    assert re.search(r"cut\.jsonl:\d+: the line is cut off", refused("--merge", cut, *shards[1:]))


def test_a_repair_tries_once_more_with_the_paths_that_found_no_turns(tmp_path):
    """On two lanes there is little room, and the engine needs three for what is left of the torus."""
    weft("generate", "torus", "--dims", "5,5", "--cas", "1", "-o", tmp_path / "torus.net")
    _, failures = whatif(tmp_path / "torus.net", "--engine", "dfsssp", "--lanes", "2", "--fail", "random 8% x 100", "--seed", "5")
    assert not [failure for failure in failures if failure["error"] or not failure["repaired"] or failure["credit_loop"]]


def test_a_job_array_is_the_whole(tmp_path):
    """tools/slurm/whatif.sbatch, with what Slurm sets for its tasks."""
    weft("generate", *TREE, "-o", tmp_path / "tree.net")
    asked = ("tree.net", "--engine", "updn", "--fail", "every-link")

    def job(*arguments, **environment):
        return subprocess.run(["bash", ROOT / "tools" / "slurm" / "whatif.sbatch", *arguments], cwd=tmp_path, check=False,
                              capture_output=True, text=True, timeout=60,
                              env={**os.environ, "WEFT": str(BUILD / "weft"), **environment})

    for task in (2, 1):
        done = job(*asked, SLURM_ARRAY_JOB_ID="71", SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_COUNT="2")
        assert (done.returncode, done.stderr) == (0, "")
    assert job(WHATIF_PARTS="71").returncode == 0
    assert (tmp_path / "whatif-71.txt").read_text(encoding="utf-8") == weft("whatif", tmp_path / "tree.net", *asked[1:])
    (tmp_path / "whatif-71-2.jsonl").unlink()
    assert job(WHATIF_PARTS="71").returncode == 2
    again = job(*asked, WHATIF_PARTS="71", WHATIF_OF="2", SLURM_ARRAY_JOB_ID="72", SLURM_ARRAY_TASK_ID="2",
                SLURM_ARRAY_TASK_COUNT="1")
    assert again.returncode == 0 and job(WHATIF_PARTS="71").returncode == 0
    assert job("tree.net", SLURM_ARRAY_JOB_ID="73", SLURM_ARRAY_TASK_ID="1", SLURM_ARRAY_TASK_COUNT="1").returncode == 2
    assert not list(tmp_path.glob("whatif-73*.jsonl"))


def test_an_interrupt_leaves_whole_lines(tmp_path):
    weft("generate", "xgft", "--down", "8,8,8", "--up", "1,8,8", "-o", tmp_path / "tree.net")
    output = tmp_path / "found.jsonl"
    with subprocess.Popen([BUILD / "weft", "whatif", tmp_path / "tree.net", "--engine", "updn", "--fail", "random 1% x 99999",
                           "--json", "-o", output], stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)}) as running:
        deadline = time.monotonic() + 60
        while not (output.exists() and output.read_bytes().count(b"\n") > 3):
            assert time.monotonic() < deadline and running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert "ended the run before all failures were tried" in running.communicate(timeout=60)[1]
        assert running.returncode == 2
    text = output.read_text(encoding="utf-8")
    assert text.endswith("\n") and len(lines(text)[1]) > 2
    assert "of its shard: its run has ended too early" in refused("--merge", output)


def test_a_signal_while_it_routes_is_no_answer(tmp_path):
    weft("generate", "torus", "--dims", "11,11,11", "--cas", "1", "-o", tmp_path / "torus.net")
    output = tmp_path / "found.jsonl"
    output.write_text("of an earlier run\n", encoding="utf-8")
    with subprocess.Popen([LIBRARIES / "weft", "whatif", tmp_path / "torus.net", "--engine", "dfsssp", "--fail", "every-link", "--json",
                           "-o", output], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)}) as running:
        caught = 0
        while not caught >> (signal.SIGTERM - 1) & 1:
            status = pathlib.Path(f"/proc/{running.pid}/status").read_text(encoding="ascii")
            caught = int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16)
        running.send_signal(signal.SIGTERM)
        said, complaint = running.communicate(timeout=60)
        assert running.returncode == 2 and "ended the run before all failures were tried" in complaint
    assert "ended the run" in json.loads(said)["error"]
    assert output.read_text(encoding="utf-8") == "of an earlier run\n"


def test_a_run_that_was_cut_short_goes_on(tmp_path):
    fabric, file, other = tmp_path / "fabric.net", tmp_path / "run.jsonl", tmp_path / "other.net"
    weft("generate", *TREE, "-o", fabric)
    asked = fabric, "--engine", "updn", "--fail", "every-link", "--json"
    whole = weft("whatif", *asked).splitlines(True)
    for kept in (1, 4, len(whole)):
        text = "".join(whole[:kept]) + whole[-1][:30] * (kept < len(whole))
        file.write_text(text, encoding="utf-8")
        assert weft("whatif", *asked, "--resume", file, "-o", file) == ""
        now = file.read_text(encoding="utf-8").splitlines(True)
        assert now[:kept] == whole[:kept], "with their times: they are not tried again"
        assert lines("".join(now)) == lines("".join(whole))
    file.write_text("".join(whole[:4]), encoding="utf-8")
    text = weft("whatif", *asked[:-1], "--resume", file, "--all")
    assert text == weft("whatif", *asked[:-1], "--all")
    weft("generate", "xgft", "--down", "3,3,3", "--up", "1,2,3", "-o", other)
    assert "another fabric" in refused(other, *asked[1:], "--resume", file, "-o", file)
    assert file.read_text(encoding="utf-8") == "".join(whole[:4]), "what there is stays"


def test_a_cable_that_is_added_is_worth_what_its_loss_costs(tmp_path):
    whole, cut = tmp_path / "whole.net", tmp_path / "cut.net"
    weft("generate", "xgft", "--down", "2,3", "--up", "1,2", "-o", whole)
    weft("generate", "xgft", "--down", "2,3", "--up", "1,2", "--fail-links", "1", "-o", cut)
    first, links = whatif(whole, "--engine", "minhop", "--fail", "every-link")
    _, others = whatif(cut, "--engine", "minhop", "--fail", "every-link", status=1)
    (lost,) = {f["failure"]["name"] for f in links} - {f["failure"]["name"] for f in others}
    (tmp_path / "more").write_text("# as it was\n" + lost.replace(" - ", " ") + "\n", encoding="utf-8")
    _, (added,) = whatif(cut, "--engine", "minhop", "--add", tmp_path / "more")
    assert added["failure"] == {"kind": "add", "name": str(tmp_path / "more")}
    assert added["repaired"] is False and added["entries"] > 0
    assert added["busiest_link"]["after"] == first["whatif"]["busiest_link"]["paths"]
    assert added["mean_link_load"]["after"] == first["whatif"]["mean_link_load"]
    text = weft("whatif", cut, "--engine", "minhop", "--add", tmp_path / "more")
    loads = added["busiest_link"]
    assert f"more: at most {loads['after']} paths over a link, {loads['before']} before\n" in text
    assert "hurts most" not in text


def test_what_cannot_be_asked_is_refused(tmp_path):
    weft("generate", *TREE, "-o", tmp_path / "tree.net")
    fabric = (tmp_path / "tree.net", "--engine", "updn")
    assert "nothing fails: say what by --fail" in refused(*fabric)
    assert "'flood' is no failure" in refused(*fabric, "--fail", "flood")
    assert "there is no engine" in refused(tmp_path / "tree.net", "--engine", "best", "--fail", "every-link")
    assert "name a FABRIC" in refused("--fail", "every-link")
    assert "shard '0/2'" in refused(*fabric, "--fail", "every-link", "--shard", "0/2")
    assert "cannot be written" in refused(*fabric, "--fail", "every-link", "-o", tmp_path / "no" / "file")
    assert "excludes" in refused(*fabric, "--suggest", "1", "--shard", "1/2")
    assert "excludes" in refused("--merge", tmp_path / "a", "--fail", "every-link")
    first = json.loads(weft("whatif", *fabric, "--fail", "flood", "--json", status=2))
    validate(first, "whatif_header")
    assert first["whatif"] is None and "'flood'" in first["error"]
