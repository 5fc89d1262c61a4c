"""Which machine measured, and what else it had to do meanwhile."""

import os
import platform
import time

BUSY = 0.05  # of a processor: more than what a quiet machine does by itself


class Watch:
    """A context during which the processors are watched.

    Afterwards load() tells the load averages at both ends, how long it took, and how many processors
    on average others used: everything but this process and the ended processes that it had started,
    the hypervisor's other guests included.
    """

    def __enter__(self):
        self.averages = [os.getloadavg()[0]]
        self.start = time.monotonic(), busy_s(), own_s()
        return self

    def __exit__(self, *_):
        now = time.monotonic(), busy_s(), own_s()
        self.averages.append(os.getloadavg()[0])
        self.seconds, busy, own = (b - a for a, b in zip(self.start, now))
        self.others = max(0, busy - own) / self.seconds if self.seconds else 0

    def load(self):
        return {"processors": os.cpu_count(), "seconds": round(self.seconds, 2),
                "load_before": round(self.averages[0], 2), "load_after": round(self.averages[1], 2),
                "others_processors": round(self.others, 3)}


def busy_s():
    """Processor time of all processes since the machine started."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def own_s():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def sentence(load):
    verdict = "; the machine was busy, so measure again" if load["others_processors"] > BUSY else ""
    return (f"{load['processors']} processors, of which others used {load['others_processors']:.2f}; load average "
            f"{load['load_before']:.2f} before, {load['load_after']:.2f} after, {load['seconds']:.0f} s later{verdict}")


def model():
    """What the processor calls itself."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.machine()
