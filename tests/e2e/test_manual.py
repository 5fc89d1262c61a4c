"""The manual: its pages are well-formed, name all that the tool has, and their examples work; completion."""

import os
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, ROOT, WEFT, weft

COMMANDS = ["check", "compare", "counters", "demo", "diff", "discover", "doctor", "export", "generate", "migrate", "plan", "policy", "report",
            "route", "trace", "whatif"]
PAGES = [BUILD / name for name in ("weft.1", *(f"weft-{name}.1" for name in COMMANDS), "weft.conf.5")]
PAGES.append(ROOT / "doc" / "man" / "weft.7")


def run(*command, **more):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=120, check=False, **more)


def shown(page):
    """As man shows it, on a line that is wide enough for no word to be divided."""
    result = run("mandoc", "-T", "utf8", "-O", "width=999", page)
    assert result.returncode == 0, result.stderr
    return re.sub(".\b", "", result.stdout)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_well_formed(page):
    lint = run("mandoc", "-T", "lint", "-W", "warning", page)
    assert (lint.returncode, lint.stdout) == (0, ""), lint.stdout
    groff = run("groff", "-ww", "-mandoc", "-T", "utf8", page)
    assert (groff.returncode, groff.stderr) == (0, "")


def subcommands(help_text):
    """In the order of --help, which looks a little different with each release of the library that writes it."""
    return re.findall(r"^  (\w+) ", re.split("^subcommands:", help_text, flags=re.IGNORECASE | re.MULTILINE)[1], re.MULTILINE)


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=lambda command: "-".join(command) or "weft")
def test_a_page_has_every_option(command):
    page = shown(BUILD / ("-".join(["weft", *command]) + ".1"))
    helps = [weft(*command, "--help")]
    if command == ["generate"]:
        topologies = subcommands(helps[0])
        assert len(topologies) > 5
        helps += [weft("generate", name, "--help") for name in topologies]
        for name in topologies:
            assert re.search(rf"^ +{name}$", page, re.MULTILINE)
    if command == ["export"]:
        kinds = subcommands(helps[0])
        assert kinds == ["slurm", "rankfile"]
        helps += [weft("export", kind, "--help") for kind in kinds]
    if command == ["plan"]:
        helps += [weft("plan", kind, "--help") for kind in subcommands(helps[0])]
    named = set(re.findall(r"^ +(?:-\w, *)?(--[\w-]+)", "\n".join(helps), re.MULTILINE))
    assert named
    for option in named:
        assert re.search(rf"^ +(-\w, )?{option}\b", page, re.MULTILINE), option


def test_the_configuration_has_every_option():
    page = shown(BUILD / "weft.conf.5")
    keys = re.findall(r"^\| `(\w+)`", (ROOT / "doc" / "options.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(keys) > 40
    for key in keys:
        assert re.search(rf"^ +{key}\b", page, re.MULTILINE), key
    assert "`" not in page and "\\" not in page


def examples(page):
    """The literal blocks of its section EXAMPLES that are commands, as they are printed."""
    section = shown(page).partition("\nEXAMPLES\n")[2].partition("\nSEE ALSO")[0]
    assert section
    block, indented = [], re.compile(r" {11,}\S")
    for line in [*section.splitlines(), ""]:
        if indented.match(line):
            block.append(line.strip())
        elif block:
            yield "\n".join(block)
            block = []


@pytest.mark.parametrize("page", [page for page in PAGES if page.suffix != ".5"], ids=lambda page: page.name)
def test_examples_work(page, tmp_path, monkeypatch, fabrics, runs):
    if page.name == "weft.7":
        text = re.search(r"^ +event_plugin_name .*\n +routing_engine .*$", shown(page), re.MULTILINE)[0]
        sample = (ROOT / "conf" / "opensm.conf").read_text(encoding="utf-8")
        for line in text.splitlines():
            assert line.strip() in sample.splitlines()
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "weft").symlink_to(BUILD / "weft")
    weft("generate", "xgft", "--down", "3,3", "--up", "1,2", "-o", tmp_path / "fabric")
    weft("route", tmp_path / "fabric", "--engine", "updn", "-o", tmp_path / "routed")
    for name, output in (("ibnetdiscover", "routed/opensm-subnet.lst"), ("dump_fts", "routed/opensm-lfts.dump")):
        (tools / name).write_text(f"#!/bin/sh\ncat {tmp_path}/{output}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    # With --counters, and without errors.
    (tools / "ibqueryerrors").write_text("#!/bin/sh\n"
                                         "[ $# = 0 ] || echo 'GUID 0x200000100000001 port 1: [PortXmitData == 1 (4B)]'\n",
                                         encoding="utf-8")
    (tools / "ibqueryerrors").chmod(0o755)
    for name in ("port-groups.conf", "opensm.conf"):
        shutil.copy(ROOT / "conf" / name, tmp_path)
    if page.name in ("weft-doctor.1", "weft-plan.1", "weft-policy.1", "weft-migrate.1"):
        shutil.copy(tmp_path / "fabric", tmp_path / "fabric.txt")
    found = list(examples(page))
    assert found
    for commands in found:
        differs = commands.splitlines()[-1].startswith("weft diff")
        if page.name == "weft-demo.1":  # of what is installed: tests/packages
            continue
        if page.name == "weft-doctor.1":
            if commands == "weft doctor":  # of whatever this machine has
                continue
            assert shutil.which("opensm")
            monkeypatch.setenv("LD_LIBRARY_PATH", str(BUILD / ".libs"))
        is_live = "weft discover" in commands or "--live --" in commands
        environment = runs.subnet(fabrics("tree"), WEFT).simulation.environment() if is_live else os.environ
        result = run("bash", "-e", "-c", commands, cwd=tmp_path,
                     env={**environment, "PATH": f"{tools}:{environment['PATH']}"})
        assert result.returncode == (1 if differs else 0), commands + result.stdout + result.stderr


def test_the_version_says_what_it_was_built_for():
    first, second = weft("--version").splitlines()
    assert re.fullmatch(r"weft \d+\.\d+\.\d+ \((\d+\.\d+\.\d+-\d+-g)?[0-9a-f]{12}(-dirty)?\), for OpenSM 3\.3\.\d+", first)
    for library in ("CLI11", "fmt", "xxHash", "zlib", "zstd"):
        assert re.search(rf"\b{library} \d+\.\d+\.\d+", second)


BASH = """
source /usr/share/bash-completion/bash_completion
source {root}/tools/completion/weft.bash
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${{#COMP_LINE}}
_weft; printf '%s\\n' "${{COMPREPLY[@]}}"
"""
# Outside of its line editor zsh has no compadd.
ZSH = """
compadd() {{ shift; print -rl -- ${{(M)@:#$words[CURRENT]*}} }}
_files() {{ print -rl -- ${{words[CURRENT]}}*(N) }}
complete() {{ source {root}/tools/completion/_weft }}
words=("$@"); CURRENT=$#
complete
"""


@pytest.mark.parametrize("shell, script", [(["bash", "-c"], BASH), (["zsh", "-f", "-c"], ZSH)], ids=["bash", "zsh"])
@pytest.mark.parametrize("line, expected", [
    (["weft", ""], set(COMMANDS)),
    (["weft", "r"], {"report", "route"}),
    (["weft", "generate", "hyper"], {"hypercube", "hyperx"}),
    (["weft", "generate", "torus", "--dim"], {"--dims"}),
    (["weft", "export", "s"], {"slurm"}),
    (["weft", "plan", ""], {"shapes", "cables", "grow", "diff"}),
    (["weft", "plan", "shapes", "--ra"], {"--radix"}),
    (["weft", "export", "slurm", "--tr"], {"--tree"}),
    (["weft", "route", "fabric", "--engine", "d"], {"dnup", "dor", "dfp", "dfsssp", "dragonfly"}),
    (["weft", "route", "fabric", "--engine", "k"], {"kdor-ghc", "kdor-hc"}),
    (["weft", "route", "fabric", "--pattern", "s"], {"shift", "stencil", "storage"}),
    (["weft", "check", "fabric", "--l"], {"--lfts", "--lmc", "--lanes", "--list-lost", "--live"}),
    (["weft", "check", "fab"], {"fabric.txt"}),
    (["weft", "route", "fabric", "--engine", "updn", "-o", "fab"], {"fabric.txt"}),
], ids=lambda value: "-".join(value) if isinstance(value, list) else "")
def test_completion(tmp_path, shell, script, line, expected):
    (tmp_path / "fabric.txt").touch()
    result = run(*shell, script.format(root=ROOT), shell[0], *line, cwd=tmp_path,
                 env={**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}"})
    assert set(result.stdout.split()) == expected, result.stderr
