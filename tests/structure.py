#!/usr/bin/env python3
"""Holds the sources to their places; doc/design.md says what is where and why.

Includes go down one list: a folder includes itself and those above it here, a family of engines no other
family but those that it builds on, and OpenSM's headers stay in the bridge.

Tests mirror the tree: common/graph/links.cc is tested by tests/common/graph/links_test.cc, or by
links_property_test.cc. A source that has a meaning only through another says so in the head comment of its
header (of the source, if it has no header), with a line «// Tested by tests/common/verify/verify_test.cc.»;
several files may be named, in one line or in several. So must headers with code and without a source.
One name, one class: no two files define a class of one name, whatever library they end up in.
A file that calls a standard algorithm includes <algorithm>: precompiled headers and sources that are compiled
as one hide that it is missing.

Prints each fault as «file:line: sentence», and exits with 1 if there is any."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
COMMON = ["common/base", "common/fabric", "common/graph", "common/topology", "common/cabling", "common/routing",
          "common/balance", "common/verify", "common/repair", "common/patterns", "common/counters", "common/stored",
          "common/live", "common/options", "common/drawing", "common/report", "common/dumps", "common/export", "common/plan",
          "common/policy", "common/session", "common/state", "common/whatif", "common/design"]
# Families of engines, with the families that they build on.
FAMILIES = {"plugins/auto": [], "plugins/shortest": [], "plugins/up_down": [], "plugins/fat_tree": ["plugins/up_down"],
            "plugins/layered": [], "plugins/nue": [], "plugins/torus": [], "plugins/dragonfly": [], "plugins/hypercube": [],
            "plugins/file": [], "plugins/chain": []}
ABOVE = ["plugins", "plugins/opensm", "plugins/modules", "tools/live", "tools/weft", "tools/manual", "tests/support",
         "bench"]
BRIDGE = {"plugins/opensm", "plugins/modules", "bench"}

# Sources that are ten lines each, and what loads them all.
MODULES, MODULES_TEST = "plugins/modules", "tests/e2e/test_loading.py"
TESTED = ("common", "plugins", "tools")
KINDS = ("_test.cc", "_property_test.cc")
ALGORITHM = re.compile(
    r"std::(?:ranges::)?(?:(?:any|all|none)_of|(?:stable_|is_|partial_)?sort(?:ed)?|find(?:_if)?|count(?:_if)?|copy(?:_n|_if)?|"
    r"fill(?:_n)?|(?:max|min)(?:_element)?|clamp|(?:lower|upper)_bound|equal(?:_range)?|transform|for_each|reverse|"
    r"unique|binary_search|rotate|remove(?:_if)?|partition|replace|generate|shuffle|nth_element|mismatch|"
    r"adjacent_find|includes|set_difference|merge)\(")
BUILT = (TOP / "tests/local.mk").read_text(encoding="utf-8")


def main():
    sources = [path.relative_to(TOP) for folder in (*TESTED, "bench")
               for path in sorted((TOP / folder).rglob("*"))
               if path.suffix in (".cc", ".h") and path.name != "precompiled.h"]
    tests = [path.relative_to(TOP) for folder in (*TESTED, "bench")
             for path in sorted((TOP / "tests" / folder).rglob("*_test.cc"))]
    if not sources or not tests:
        sys.exit(f"{TOP} has no sources, or no tests: the folders that {__file__} looks into are gone")
    faults = [fault for path in sources for fault in (*include_faults(path), *untested(path))]
    faults += [fault for path in tests for fault in misplaced(path)]
    faults += [fault for path in (*sources, *tests) for fault in missing_algorithm(path)]
    faults += defined_twice(sources)
    faults += not_distributed()
    for fault in faults:
        print(fault)
    print(f"{len(sources)} sources and {len(tests)} tests: {len(faults)} faults")
    return 1 if faults else 0


def include_faults(path):
    room = room_of(path.as_posix())
    allowed = may_include(room)
    for number, line in enumerate(lines_of(path), 1):
        own = re.match(r'#include "([^"]+)"', line)
        if own and own[1] != "config.h" and room_of(own[1]) not in allowed:
            yield f"{path}:{number}: {own[1]} is not below {room} in the list of tests/structure.py"
        opensm = re.match(r"#include <((?:opensm|complib|iba|vendor)/[^>]+)>", line)
        if opensm and room not in BRIDGE:
            yield f"{path}:{number}: {opensm[1]} is OpenSM's, which is for {', '.join(sorted(BRIDGE))} alone"


def missing_algorithm(path):
    lines = list(lines_of(path))
    if "#include <algorithm>" in lines:
        return
    for number, line in enumerate(lines, 1):
        if called := ALGORITHM.search(line):
            yield f"{path}:{number}: {called[0].rstrip('(')} needs #include <algorithm>"
            return


def defined_twice(sources):
    """Classes of namespace weft: those of weft::tool and the like, and of unnamed namespaces, are others."""
    first = {}
    for path in sources:
        namespace, is_unnamed = "", False
        for number, line in enumerate(lines_of(path), 1):
            if opened := re.match(r"namespace (\S+) {", line):
                namespace = opened[1]
            if re.match(r"namespace {|}  // namespace$", line):
                is_unnamed = line.startswith("namespace")
            if is_unnamed:
                continue
            # What is nested in another class is indented.
            found = re.match(r"(?:class|struct|enum class|enum) (\w+)\b(?!::)[^;]*{", line)
            if not found:
                continue
            where = first.setdefault((namespace, found[1]), f"{path}:{number}")
            if where != f"{path}:{number}":
                yield f"{path}:{number}: {found[1]} is defined in {where}, too"


def not_distributed():
    """What tests share, and the end-to-end tests: no target of make says that one of them is missing."""
    listed = "".join((TOP / makefile).read_text(encoding="utf-8")
                     for makefile in ("tests/local.mk", "tests/e2e/local.mk", "tools/local.mk"))
    for path in sorted([*(TOP / "tests/support").glob("*.h"), *(TOP / "tests/e2e").glob("*.py")]):
        name = path.relative_to(TOP).as_posix()
        if not re.search(rf"\s{re.escape(name)}\s", listed):
            yield f"{name}:1: make dist leaves it out: no list of sources has it"


def room_of(path):
    """The folder of the list that a file is in: two levels, or «plugins» for the table of engines."""
    parts = path.split("/")
    return parts[0] if len(parts) == 2 else "/".join(parts[:2])


def may_include(room):
    if room in COMMON:
        return set(COMMON[:COMMON.index(room) + 1])
    if room in FAMILIES:
        return {*COMMON, room, *FAMILIES[room]}
    if room not in ABOVE:
        sys.exit(f"{room} is not in the list of {__file__}: say where it stands")
    return {*COMMON, *FAMILIES, *ABOVE[:ABOVE.index(room) + 1]}


def untested(path):
    """What is wrong with the tests of a source, or of a header that has code and no source."""
    header = path.with_suffix(".h")
    if path.parts[0] not in TESTED:
        return
    if path.suffix == ".h" and ((TOP / path.with_suffix(".cc")).exists() or not has_code(path)):
        return
    says = header if (TOP / header).exists() else path
    named = tests_named(says)
    for number, test in named:
        if not (TOP / test).is_file():
            yield f"{says}:{number}: {test} is named as its test and is not there"
    if path.parent.as_posix() == MODULES:
        named = [(0, MODULES_TEST)]
    own = [TOP / "tests" / path.parent / (path.stem + kind) for kind in KINDS]
    if not named and not any(test.exists() for test in own):
        yield (f"{path}:1: there is no {own[0].relative_to(TOP)}, and the head comment of {says.name} names "
               "no other test")


def has_code(header):
    return any(re.match(r"\s+(return|for|if|while)\b", line) or re.search(r"\{ return\b", line)
               for line in lines_of(header))


def tests_named(path):
    """The tests that the head comment names, with the numbers of their lines."""
    named = []
    for number, line in enumerate(lines_of(path), 1):
        if not line.startswith("//"):
            break
        if tested := re.fullmatch(r"// Tested by (.+)\.", line):
            named += [(number, test) for test in tested[1].split(", ")]
    return named


def misplaced(test):
    """A test is called as what it tests, or has a word more: ftree_options_test.cc tests ftree.cc. And it is
    built."""
    folder = pathlib.Path(*test.parts[1:-1])
    words = re.sub(r"(_property)?_test$", "", test.stem).split("_")
    names = ["_".join(words[:count]) for count in range(len(words), 0, -1)]
    if not any((TOP / folder / (name + kind)).exists() for name in names for kind in (".cc", ".h")):
        yield f"{test}:1: there is no {folder / names[0]}.cc or .h for it to test"
    if not re.search(rf"^ *{re.escape(test.as_posix())}\b", BUILT, re.MULTILINE):
        yield f"{test}:1: tests/local.mk does not have it, so that nobody runs it"


def lines_of(path):
    return (TOP / path).read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    sys.exit(main())
