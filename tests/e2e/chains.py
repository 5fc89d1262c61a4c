"""Policies of routing chains for `weft generate islands`: a fat tree and a torus behind common switches."""

import pathlib

GROUPS = """
port-group
name: tree_switches
use: the fat tree
port-regexp: tree[ ]
end-port-group

port-group
name: tree_hosts
port-regexp: tree-
end-port-group

port-group
name: torus_hosts
subtract-rule: ALL_CAS, tree_hosts
end-port-group

port-group
name: torus_switches
port-regexp: torus[ ]
end-port-group
"""
TOPOLOGIES = """
topology
id: 1
sw-grp: tree_switches
hca-grp: tree_hosts
end-topology

topology
id: 2
sw-grp: torus_switches
hca-grp: torus_hosts
end-topology
"""


def step(number, engine, **more):
    lines = [f"id: {number}", f"engine: {engine}"]
    lines += [f"{key.replace('_', '-')}: {value}" for key, value in more.items()]
    return "\n".join(["unicast-step", *lines, "end-unicast-step", "", ""])


class Policy:
    """The three policy files, and the lines of opensm.conf that name them."""

    def __init__(self, directory):
        directory = pathlib.Path(directory)
        self.directory = directory
        self.files = {"pgrp_policy_file": directory / "port_groups",
                      "topo_policy_file": directory / "topologies",
                      "rch_policy_file": directory / "chains"}
        self.write()

    def write(self, *steps):
        """All three files, as they should be."""
        self.files["pgrp_policy_file"].write_text(GROUPS)
        self.files["topo_policy_file"].write_text(TOPOLOGIES)
        self.chain(*steps)

    def chain(self, *steps):
        self.files["rch_policy_file"].write_text("\n".join(steps))
        return self

    def conf(self, name="chain", module="weft", **more):
        return {"event_plugin_name": module, "routing_engine": f"{name},no_fallback", **self.files, **more}
