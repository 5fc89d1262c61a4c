"""What infiniband-diags print of a subnet is read as the same fabric, whichever of them printed it."""

import json

import pytest

from conftest import WEFT, weft

COMMANDS = [["ibnetdiscover"], ["ibnetdiscover", "-f"], ["ibnetdiscover", "-g"], ["ibnetdiscover", "-p"],
            ["iblinkinfo"], ["iblinkinfo", "-l"], ["iblinkinfo", "--switches-only", "-l"]]


@pytest.fixture(scope="module", params=["tree", "dragonfly"])
def subnet(request, fabrics, module_runs):
    return module_runs.subnet(fabrics(request.param), WEFT)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_tool_shows_the_same_fabric(subnet, tmp_path, command):
    printed = subnet.simulation.run(*command)
    assert printed.returncode == 0, printed.stderr
    (tmp_path / "printed").write_text(printed.stdout)
    report = json.loads(weft("route", tmp_path / "printed", "--engine", "minhop", "--json"))
    expected = json.loads(weft("route", subnet.path("opensm-subnet.lst"), "--engine", "minhop", "--json"))
    assert report["lft_digest"] == expected["lft_digest"]
    assert report["fabric"] == expected["fabric"]
    odd = [remark for remark in report["remarks"] if "Chassis" not in remark]  # a heading of -g
    assert odd == expected["remarks"] == []
