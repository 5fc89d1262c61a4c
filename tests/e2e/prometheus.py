"""Prometheus' exposition format, as strictly as its own parser, and more so: all of a metric stands together."""

import re

METRIC = re.compile(r"# HELP (?P<name>[a-z_]+) (?P<help>[^\\]+)\n# TYPE (?P=name) (?P<type>gauge|counter)\n"
                    r"(?P<samples>((?P=name)\{.*\} .+\n)+)")
SAMPLE = re.compile(r"[a-z_]+\{(?P<labels>.*)\} (?P<value>\d+|\d+\.\d+(e-\d+)?|\d+e[+-]\d+)")
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?!$)|$)')


def read(path):
    """By metric, its values by the other labels: {"weft_routings_total": {"result=kept": 0}}; and the one source."""
    text = path.read_bytes().decode("utf-8")
    metrics, sources, at = {}, set(), 0
    while at < len(text):
        metric = METRIC.match(text, at)
        assert metric, text[at:at + 200]
        at = metric.end()
        name = metric["name"]
        assert name not in metrics
        assert name.startswith("weft_") and name.endswith("_total") == (metric["type"] == "counter")
        values = metrics[name] = {}
        for line in metric["samples"].splitlines():
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            labels = LABEL.findall(sample["labels"])
            assert LABEL.sub("", sample["labels"]) == "", line
            sources.update(value for label, value in labels if label == "source")
            assert [label for label, _ in labels].count("source") == 1
            key = ",".join(f"{label}={value}" for label, value in labels if label != "source")
            assert key not in values, line
            values[key] = float(sample["value"])
    assert len(sources) == 1
    return metrics, sources.pop()
