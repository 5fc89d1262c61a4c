"""Runs ibsim and the stock opensm side by side with other simulations, and leaves nothing behind.

Every process is a child of the caller, dies with it (PR_SET_PDEATHSIG), and works in a directory that
the caller owns.
"""

import contextlib
import ctypes
import glob
import itertools
import os
import re
import signal
import subprocess
import time

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)
_numbers = itertools.count()


# What Weft's log says of each routing: milliseconds in all, and of the snapshot, the route and the verification.
ROUTED = re.compile(r"routed in ([\d.]+) ms \(snapshot ([\d.]+), route ([\d.]+), verify ([\d.]+)\)")


class SimulationError(Exception):
    """Something did not happen in time, or a program ended that should not have."""


def die_with_parent():
    """For preexec_fn: the child ends with this process, also if that is killed before the child has set so."""
    parent = os.getpid()

    def prepare():
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def _umad2sim():
    found = glob.glob("/usr/lib/*/umad2sim/libumad2sim.so") + glob.glob(
        "/usr/lib*/umad2sim/libumad2sim.so"
    )
    if not found:
        raise SimulationError("libumad2sim.so is missing: install ibsim-utils")
    return found[0]


def system_path():
    """opensm and the diagnostics live in sbin, which is not on every user's PATH."""
    return os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def wait_until(condition, what, timeout, interval=0.005, alive=None):
    """Polls until condition() is true and returns its value. `alive`: a process that must not end."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if alive is not None and alive.poll() is not None and not condition():
            raise SimulationError(f"{alive.args[0]} ended with {alive.returncode} before {what}")
        if time.monotonic() > deadline:
            raise SimulationError(f"{what} did not happen within {timeout} s")
        time.sleep(interval)


def end(process, timeout=10):
    """Asks a child to end, insists if it does not, and returns its exit status."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


class Simulation:
    """ibsim on a .net file (a dumps.Net). A context manager."""

    def __init__(self, net, directory):
        self.net = net
        self.directory = str(directory)
        self.socket = f"weft-{os.getpid()}-{next(_numbers)}"
        self._output = os.path.join(self.directory, "ibsim.out")
        self._process = None

    def __enter__(self):
        nodes = self.net.nodes.values()
        # ibsim's own limits are low, and its standard input has to stay open: at its end it spins.
        arguments = ["ibsim", "-s", "-L", "49152", "-N", str(len(nodes) + 1)]
        arguments += ["-S", str(sum(node.is_switch for node in nodes) + 1)]
        arguments += ["-P", str(sum(node.ports + 1 for node in nodes) + 1), self.net.path]
        with open(self._output, "wb") as output:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.directory,
                env={**os.environ, "IBSIM_SOCKNAME": self.socket},
                preexec_fn=die_with_parent(),
            )
        try:
            wait_until(
                lambda: "simulator ready" in self._read_output(),
                "ibsim was ready",
                timeout=60,
                alive=self._process,
            )
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self._process is not None:
            end(self._process)
            self._process.stdin.close()

    def _read_output(self):
        with open(self._output, encoding="utf-8", errors="replace") as output:
            return output.read()

    def command(self, line):
        """A line for ibsim's console; returns once ibsim has read it."""
        prompts = self._read_output().count("sim> ")
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()
        wait_until(
            lambda: self._read_output().count("sim> ") > prompts,
            f"ibsim took the line {line}",
            timeout=30,
            alive=self._process,
        )
        if "can't" in self._read_output().rsplit("sim> ", 2)[-2]:
            raise SimulationError(f"ibsim refused {line}")

    def set_counter(self, name, port, counter, value):
        """Of PerfMgt."""
        self.command(f'PerformanceSet "{name}"[{port}] {counter}={value}')

    def unlink(self, name, port=None):
        """Cuts a link, or all links of a node."""
        self.command(f'Unlink "{name}"' + (f"[{port}]" if port is not None else ""))

    def lose_mads(self, name, percent, attribute):
        """In so many percent of the requests for an attribute to a node ibsim reports a timeout at once."""
        self.command(f'Error "{name}" {percent} {attribute}')

    def relink(self, name, port=None):
        self.command(f'ReLink "{name}"' + (f"[{port}]" if port is not None else ""))

    def environment(self, host=None, preload=()):
        """For a program on `host` (the name of a CA of the .net file) that uses libibumad."""
        return {
            **os.environ,
            "PATH": system_path(),
            "IBSIM_SOCKNAME": self.socket,
            "SIM_HOST": host or self.net.hosts()[0].name,
            "LD_PRELOAD": " ".join([*preload, _umad2sim()]),
        }

    def run(self, *arguments, host=None, timeout=60):
        """Runs a tool to its end; returns the subprocess.CompletedProcess with text output."""
        return subprocess.run(
            [str(argument) for argument in arguments],
            env=self.environment(host),
            cwd=self.directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            preexec_fn=die_with_parent(),
        )


class OpenSm:
    """A resident opensm without periodic sweeps: it sweeps at start, at traps, and at hang_up().

    `options`: lines of opensm.conf, a dict or a text. `libraries`: for LD_LIBRARY_PATH. A context
    manager that leaves __enter__ while opensm is starting; call wait_for_sweep() next.
    """

    def __init__(self, simulation, options, arguments=(), libraries=None, preload=(), variables=None,
                 directory=None):
        self.simulation = simulation
        self.directory = str(directory or simulation.directory)
        self.options = options
        self.arguments = list(arguments)
        self.libraries = libraries
        self.preload = preload
        self.variables = variables or {}
        self.process = None
        self._sweeps = 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def __enter__(self):
        os.makedirs(self.directory, exist_ok=True)
        if os.path.exists(self.path("opensm.log")):
            os.unlink(self.path("opensm.log"))  # of an earlier opensm, not to be taken for ours
        options = self.options
        if not isinstance(options, str):
            options = "".join(f"{key} {value}\n" for key, value in options.items())
        with open(self.path("opensm.conf"), "w", encoding="utf-8") as conf:
            # ibsim and opensm deadlock at 512 SMPs on the wire.
            conf.write("max_wire_smps 256\nforce_log_flush TRUE\n" + options)
        environment = self.simulation.environment(preload=self.preload)
        environment.update(OSM_TMP_DIR=self.directory, OSM_CACHE_DIR=self.directory)
        if self.libraries:
            environment["LD_LIBRARY_PATH"] = str(self.libraries)
        environment.update(self.variables)
        with open(self.path("opensm.out"), "wb") as output:
            self.process = subprocess.Popen(
                ["opensm", "-F", self.path("opensm.conf"), "-f", self.path("opensm.log"), "-e"]
                + ["-D", "0x43", "-s", "0", *self.arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.directory,
                env=environment,
                preexec_fn=die_with_parent(),
            )
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, timeout=30):
        """Asks opensm to end; returns its exit status, negative for a signal.

        After opensm's main has returned, ibsim's library now and then waits for ever, at exit, for a
        mutex that a cancelled thread of opensm has left locked. That counts as an end with status 0.
        """
        if self.process.poll() is None:
            self.process.terminate()
        started = quiet = time.monotonic()
        while time.monotonic() < started + timeout and time.monotonic() < quiet + 3:
            try:
                return self.process.wait(0.05)
            except subprocess.TimeoutExpired:
                if not self._only_the_simulator_is_left():
                    quiet = time.monotonic()
        finished = self._only_the_simulator_is_left()
        self.process.kill()
        status = self.process.wait()
        return 0 if finished else status

    def kill_when_quiet(self, standby):
        """Ends it at once while it has nothing to answer.

        Asked by the other opensm while it ends it would not answer, and that one would wait for ever: ibsim
        loses what is on its way to a client that has gone.
        """
        self.wait_until_quiet()
        with standby.stopped():
            time.sleep(0.1)  # in which it answers what it has been asked
            self.process.kill()
            self.process.wait()

    @contextlib.contextmanager
    def stopped(self):
        """It does nothing meanwhile."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def _only_the_simulator_is_left(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            threads = int(re.search(r"Threads:\s+(\d+)", status.read())[1])
        return threads == 2 and "Exiting SM" in self.log()

    def log(self):
        return self._read("opensm.log")

    def errors(self):
        """The lines of the log by which OpenSM or Weft report that something is wrong."""
        return [
            line for line in self.log().splitlines()
            if " ERR " in line or re.search("0x01 -> (weft|chain|pqft)", line)
        ]

    def output(self):
        """What opensm wrote to its standard output and error."""
        return self._read("opensm.out")

    def _read(self, name):
        try:
            with open(self.path(name), encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def hang_up(self):
        """Asks for a heavy sweep."""
        self.process.send_signal(signal.SIGHUP)

    def wait_for_state(self, state, timeout=30):
        """Waits until it is MASTER or STANDBY."""
        wait_until(lambda: re.findall(r"Entering (\w+) state", self.log())[-1:] == [state], f"the state {state}", timeout,
                   alive=self.process)

    def wait_for_sweep(self, timeout=120):
        """Waits for the end of a sweep that no earlier call has seen."""
        wait_until(
            lambda: self._count_sweeps() > self._sweeps,
            "the end of a sweep",
            timeout,
            alive=self.process,
        )
        self._sweeps = self._count_sweeps()

    def settle(self, timeout=120):
        """Waits for the end of a sweep, and then until no other one follows. Dumps are complete then."""
        self.wait_for_sweep(timeout)
        self.wait_until_quiet(timeout)

    def wait_until_quiet(self, timeout=120, seconds=0.4):
        """Until the log has not grown for so long; the sweeps so far are seen then."""
        deadline = time.monotonic() + timeout
        seen, since = os.path.getsize(self.path("opensm.log")), time.monotonic()
        while time.monotonic() < since + seconds:
            if time.monotonic() > deadline:
                raise SimulationError("opensm goes on sweeping")
            time.sleep(0.02)
            if os.path.getsize(self.path("opensm.log")) != seen:
                seen, since = os.path.getsize(self.path("opensm.log")), time.monotonic()
        self._sweeps = self._count_sweeps()

    def _count_sweeps(self):
        return len(re.findall(r"-> SUBNET UP|-> Errors during initialization", self.log()))

    def engines_used(self):
        """The engine of every routing so far, as OpenSM names them, in order."""
        return re.findall(r"osm_ucast_mgr_process: (\S+) tables configured", self.log())
