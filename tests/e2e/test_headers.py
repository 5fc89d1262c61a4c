"""The bridge compiles with the headers of each OpenSM that Weft is made for, and of no other."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import ROOT

HEADERS = pathlib.Path("/usr/include/infiniband")
SOURCES = ["plugins/modules/weft.cc", "plugins/opensm/plugin.cc", "plugins/opensm/snapshot.cc"]
if os.environ.get("WEFT_LONG"):
    SOURCES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "plugins" / "opensm").glob("*.cc"))


def headers_of(version, folder):
    """Those of this machine, made those of another version as far as the bridge sees them."""
    shutil.copytree(HEADERS, folder)
    change(folder / "opensm" / "osm_version.h", r"OpenSM [\d.]+", f"OpenSM {version}")
    # 3.3.24 has one field more, in the options of the subnet, and names the rate of NDR.
    options, rates = folder / "opensm" / "osm_subnet.h", folder / "iba" / "ib_types.h"
    if version >= "3.3.24" and "max_rate_enum" not in options.read_text(encoding="utf-8"):
        before = r"(\tboolean_t use_original_extended_sa_rates_only;\n)"
        change(options, before, r"\1\tuint8_t max_rate_enum;\n")
        change(rates, r"(#define IB_LINK_SPEED_EXT_ACTIVE_50\s+\d\n)", r"\1#define IB_LINK_SPEED_EXT_ACTIVE_100 8\n")
    return folder


def change(path, pattern, new):
    text, times = re.subn(pattern, new, path.read_text(encoding="utf-8"))
    assert times == 1, f"{path} is not as it was"
    path.write_text(text, encoding="utf-8")


def compile_with(headers, source):
    return subprocess.run(
        ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT}",
         "-isystem", headers, ROOT / source], capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("source", SOURCES)
def test_compiles_with_3_3_24(tmp_path, source):
    result = compile_with(headers_of("3.3.24", tmp_path / "headers"), source)
    assert result.returncode == 0, result.stderr


def test_does_not_compile_with_one_that_nobody_has_looked_at(tmp_path):
    result = compile_with(headers_of("3.3.25", tmp_path / "headers"), SOURCES[0])
    assert "these headers are of another one" in result.stderr
