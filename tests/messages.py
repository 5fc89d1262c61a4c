#!/usr/bin/env python3
"""Holds doc/messages.md and doc/messages-files.md to the messages in the sources, both ways.

A message, or a part of one, is a string literal with three words or more in the sources of SOURCES. Its key is
the literal with «…» for each placeholder; adjacent literals are one. What is no message is left out: descriptions
of engines (in a statement with EngineInfo), static_assert, and the files of NO_MESSAGES.

In the pages each code span in the first column of a table is a key: `multicast group 0x… lacks … entries`. Blanks
and punctuation at the ends do not count.

Prints each fault as «file:line: sentence», and exits with 1 if there is any. --missing prints only the keys that
the pages lack."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["doc/messages.md", "doc/messages-files.md"]
SOURCES = ["plugins", "common/session", "common/repair", "common/state", "common/policy", "common/options", "common/plan",
           "common/stored", "common/base/error.h", "common/base/file.cc", "common/base/gzip.cc", "common/base/regular_file.cc",
           "common/base/text.cc", "common/fabric/builder.cc", "common/fabric/drain.cc", "common/fabric/readers",
           "common/routing/given_ranks.cc", "common/routing/vendor_engines.cc",
           "common/topology/tree_check.cc", "common/topology/tree_fit.cc", "common/topology/tree_shape.cc",
           "common/verify/findings.cc", "common/verify/lost_pairs.cc", "common/verify/path_trace.cc"]
# The help of metrics (doc/operations.md) and of options (doc/options.md), the vendor's options (doc/vendor.md); a file whose
# other literals are lines of ibdiagnet's; and readers that the tool alone has, which quote the line at fault.
NO_MESSAGES = {"common/session/metrics.cc", "common/options/option_table.h", "common/options/vendor_options.h",
               "common/fabric/readers/ibdiagnet_end.h",
               *(f"common/stored/{name}" for name in ("far_reader.cc", "far_sections.cc", "far_sections.h", "lane_readers.cc",
                                                      "mcfdb_reader.cc", "table_reader.cc"))}
WORDS = 3

TOKEN = re.compile(r'//[^\n]*|"((?:\\.|[^"\\\n])*)"|\d[\w\']*|\'(?:\\.|[^\'\\\n])+\'|#include[^\n]*|\s+|.', re.DOTALL)
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%[.*]*z?[sud]")


def main():
    listed, found = keys_of_pages(), keys_of_sources()
    missing = [(where, key) for key, where in found.items() if key not in listed]
    if "--missing" in sys.argv[1:]:
        for where, key in missing:
            print(f"{where}: {key}")
        return 1 if missing else 0
    for where, key in missing:
        print(f"{where}: no page lists «{key}»: give it a row with cause and cure in {' or '.join(PAGES)}")
    gone = [(where, key) for key, where in listed.items() if key not in found]
    for where, key in gone:
        print(f"{where}: no source writes «{key}»: take it out, or write it as the source does")
    print(f"{len(found)} messages and parts of messages: {len(missing) + len(gone)} faults")
    return 1 if missing or gone or not found else 0


def keys_of_sources():
    """Where each is first, as file:line."""
    keys = {}
    for place in SOURCES:
        path = TOP / place
        files = sorted([*path.rglob("*.cc"), *path.rglob("*.h")]) if path.is_dir() else [path]
        for file in files:
            name = file.relative_to(TOP).as_posix()
            if name not in NO_MESSAGES:
                for line, literal in literals(file.read_text(encoding="utf-8")):
                    key = key_of(literal)
                    if count_words(key) >= WORDS:
                        keys.setdefault(key, f"{name}:{line}")
    return keys


def literals(text):
    """Line and content of each run of adjacent literals, in statements that may write messages."""
    statement, literal, line = 0, None, 0
    for token in TOKEN.finditer(text):
        if token[1] is not None:
            if literal is None:
                literal, line, start = "", text.count("\n", 0, token.start()) + 1, token.start()
            literal += token[1]
        elif not token[0].isspace() and not token[0].startswith("//"):
            if literal is not None and not re.search(r"\bEngineInfo\b|\bstatic_assert\b", text[statement:start]):
                yield line, literal
            literal = None
            if token[0] == ";":
                statement = token.end()


def keys_of_pages():
    keys = {}
    for page in PAGES:
        for number, line in enumerate((TOP / page).read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("|"):
                for span in re.findall(r"`([^`]+)`", line.split("|")[1]):
                    keys.setdefault(key_of(span), f"{page}:{number}")
    return keys


def key_of(text):
    text = text.replace('\\"', '"').replace("\\n", " ")
    return re.sub(r"\s+", " ", PLACEHOLDER.sub("…", text)).strip(" ,;:.")


def count_words(key):
    return sum(re.search("[A-Za-z]{2}", word) is not None for word in key.split())


if __name__ == "__main__":
    sys.exit(main())
