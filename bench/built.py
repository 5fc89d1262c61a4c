"""Runs what was built."""

import pathlib
import subprocess
import sys


def add_bindir(parser):
    """--bindir: the folder of the built programs, absolute."""
    parser.add_argument("--bindir", type=lambda text: pathlib.Path(text).resolve(),
                        default=pathlib.Path.cwd(), metavar="DIR",
                        help="where the programs were built (default: %(default)s)")


def run(command, accepted=(0,), timeout=None, cwd=None):
    """The finished process. Ends this one, with a sentence, unless its exit code is accepted.

    Raises subprocess.TimeoutExpired after so many seconds.
    """
    command = [str(word) for word in command]
    own_name = pathlib.Path(sys.argv[0]).name
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=timeout, cwd=cwd)
    except OSError as error:
        sys.exit(f"{own_name}: {command[0]} cannot be run ({error.strerror}): build it with «make "
                 "bench», and name the build's folder with --bindir")
    if done.returncode not in accepted:
        sys.exit(f"{own_name}: {' '.join(command)} failed:\n{done.stderr}")
    return done
