// The section of counters.

const hostByGuid = once(() => new Map(endPorts.map(({ guid }, e) => [guid, e])));
// A switch, or a port of a host.
const wireEnd = ({ guid }) => [numberByGuid.has(guid) ? toSwitch(numberByGuid.get(guid)) : toHost(hostByGuid().get(guid)),
  make("small", { class: "guid" }, guid)];
const percent = (part) => `${rounded(100 * part)} %`;
const wireColumns = [
  ["From", (link) => wireEnd(link.from)], ["Port", (link) => whole(link.from.port), "number"],
  ["To", (link) => wireEnd(link.to)], ["Port", (link) => whole(link.to.port), "number"],
  ["Used", (link) => orDash(link.used, percent), "number"],
  ["Waited", (link) => orDash(link.waited, percent), "number"],
  ["Carries, times its peers", (link) => orDash(link.measured, rounded), "number"],
  ["Paths, times its peers", (link) => rounded(link.predicted), "number"],
];

function showCounters() {
  const found = data.counters;
  const home = section("counters");
  home.append(make("p", { class: "quiet" }, "Links are coloured by what their ports counted. The section Drawing has the same by "
    + "paths, as the routes lead them."));
  const { snapshots } = found;
  home.append(facts([["Files", whole(snapshots.length)], ["Ports", whole(Math.max(...snapshots.map((one) => one.ports)))],
    ["Seconds", orDash(found.seconds)]]));
  if (found.remarks.length) home.append(list(found.remarks));
  home.append(make("h3", {}, counted(found.hot.count, "hot link")));
  if (found.hot.list.length) {
    const hotColumns = wireColumns.map(([title, cell, kind]) => [title, (hot) => cell(hot.link), kind]);
    home.append(table(found.hot.list.length < found.hot.count ? `The first ${whole(found.hot.list.length)}` : "Each with its cause",
      [["Cause", (hot) => hot.cause], ...hotColumns.slice(0, 4), ["Why", (hot) => make("bdi", {}, hot.why)], ...hotColumns.slice(4)],
      found.hot.list));
  }
  home.append(table("By kind of link, each direction counted", [
    ["Links", (kind) => kind.name], ["Directions", (kind) => whole(kind.links), "number"],
    ["Measured", (kind) => whole(kind.measured), "number"], ["Used, mean", (kind) => orDash(kind.mean_used, percent), "number"],
    ["Used, most", (kind) => orDash(kind.max_used, percent), "number"],
    ["Most, times the mean", (kind) => rounded(kind.max_measured), "number"],
    ["Paths, times the mean", (kind) => rounded(kind.max_predicted), "number"]], found.kinds));
  home.append(details(`The busiest ${whole(found.links.list.length)} of ${counted(found.links.count, "link")} between switches`,
    () => table("Measured, and beside it the paths", wireColumns, found.links.list)));
  const steps = snapshots.slice(1).filter((step) => step.seconds !== null);
  if (steps.length < 2) return;
  const grid = make("div", { class: "charts" });
  home.append(grid);
  for (const { name } of found.kinds) {
    const of = (step) => step.kinds.find((kind) => kind.name === name);
    const values = steps.map((step) => 100 * of(step).max_used);
    figure(grid, {
      title: `Links ${name} over time`, type: "line", labels: steps.map((step) => visible(step.source)), values, x: "up to this file",
      y: "percent used", says: "The busiest link of this kind, from each file to the next.",
      columns: [["File", (row) => named(row.source)], ["Used, most", (row) => orDash(of(row).max_used, percent), "number"],
        ["Used, mean", (row) => orDash(of(row).mean_used, percent), "number"]],
      rows: steps,
    });
  }
}
