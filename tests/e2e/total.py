"""The last line of `quickstart check`: sums the steps and the reports of GoogleTest and pytest.

    total.py DIRECTORY STEPS_PASSED STEPS_FAILED

Exits 1 if anything failed.
"""

import pathlib
import sys
import xml.etree.ElementTree


def count(report):
    """(passed, failed, skipped) of one JUnit report, as GoogleTest and pytest write them."""
    passed = failed = skipped = 0
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"}:
            failed += 1
        elif "skipped" in outcomes:
            skipped += 1
        elif case.get("status", "run") == "run":
            passed += 1
    return passed, failed, skipped


def main():
    directory, passed, failed, skipped = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), 0
    for report in sorted(pathlib.Path(directory).rglob("*.xml")):
        numbers = count(report)
        passed, failed, skipped = (a + b for a, b in zip((passed, failed, skipped), numbers))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
