"""Where a program's time goes, as Linux's perf sees it."""

import collections
import re
import shutil
import subprocess


def hot_spots(command, data, count=3):
    """The functions that the command spends most time in, as (name, share); none without perf.

    data: a file for perf's samples. Functions of one name are one, and lambdas belong to what they
    are written in.
    """
    command = [str(word) for word in command]
    if not shutil.which("perf"):
        return []
    recorded = subprocess.run(["perf", "record", "-F", "1000", "-o", data, "--", *command], capture_output=True,
                              check=False)
    if recorded.returncode != 0:  # without perf's permission, for one
        return []
    report = subprocess.run(["perf", "report", "-i", data, "--stdio", "-F", "overhead,symbol"], capture_output=True,
                            text=True, check=True).stdout
    shares = collections.Counter()
    for line in report.splitlines():
        if found := re.match(r"\s*([\d.]+)%\s+\[(.)\] (.*)", line):
            share, space, symbol = found.groups()
            shares[short_name(symbol) if space == "." else f"{short_name(symbol)} (kernel)"] += float(share) / 100
    return shares.most_common(count)


def short_name(symbol):
    """Of what the linker calls it: without namespace weft, types, template arguments and lambdas."""
    if called := re.match(r"std::_Function_handler<[\w ]+\(.*?\), (.*)>::_M_(?:invoke|manager)", symbol):
        symbol = called[1]
    symbol = symbol.replace("(anonymous namespace)::", "")
    nested = re.compile(r"\([^()]*\)|<[^<>]*>")
    while nested.search(symbol):
        symbol = nested.sub("", symbol)
    symbol = symbol.split("{lambda")[0]
    # Behind the name of a function are its qualifiers, what the compiler made of it, or a version.
    name = re.split(r" const\b| &&?| \[|@", symbol.removesuffix("::"))[0].strip()
    if "operator" not in name:
        name = name.split(" ")[-1]  # behind the type that a template returns
    return re.sub(r"\bweft::", "", name)
