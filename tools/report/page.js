// The sections of the page, from top to bottom.

// --- charts -------------------------------------------------------------------------------------

const charts = [];
const palette = (onPaper) => {
  const style = getComputedStyle(document.documentElement);
  const colour = (name, paper) => (onPaper ? paper : style.getPropertyValue(name).trim() || paper);
  return { bar: colour("--bar", "#2f74ab"), ink: colour("--ink", "#1d2329"),
    grid: colour("--grid", "#e2e6ea") };
};
function coloured(chart, colours) {
  const [set] = chart.data.datasets;
  set.backgroundColor = set.borderColor = colours.bar;
  for (const axis of Object.values(chart.options.scales)) {
    axis.ticks.color = axis.title.color = colours.ink;
    axis.grid.color = colours.grid;
  }
  chart.update();
}
// Adds a figure with a chart and the same figures as a table; without Chart.js with the table alone.
function figure(parent, { title, says, type, labels, values, x, y, upright = true, columns, rows }) {
  const element = make("figure", {}, make("h3", {}, title));
  parent.append(element);
  if (typeof Chart === "function") {
    const canvas = make("canvas", { role: "img", "aria-label": `${title}. ${says}` });
    element.append(make("div", { class: "chart" }, canvas));
    const axis = (text, counts) => ({ title: { display: true, text }, ticks: counts ? { precision: 0 } : { maxRotation: 0,
      autoSkip: true }, grid: { display: counts }, beginAtZero: true });
    charts.push(new Chart(canvas, {
      type,
      data: { labels, datasets: [{ data: values, borderWidth: type === "line" ? 1.5 : 0, pointRadius: 0,
        pointHitRadius: 6, tension: 0, categoryPercentage: 0.95, barPercentage: 0.92, maxBarThickness: 28 }] },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        devicePixelRatio: Math.max(window.devicePixelRatio, 2), indexAxis: upright ? "x" : "y",
        interaction: { mode: "index", intersect: false, axis: upright ? "x" : "y" },
        plugins: { legend: { display: false } },
        scales: { x: axis(x, !upright), y: axis(y, upright) },
      },
    }));
    element.append(make("figcaption", {}, says), details("As a table", () => table(title, columns, rows)));
  } else {
    element.append(make("p", { class: "quiet" }, says), table(title, columns, rows));
  }
}
function colourCharts(onPaper) {
  const colours = palette(onPaper);
  for (const chart of charts) coloured(chart, colours);
}

// --- sections -----------------------------------------------------------------------------------

function showSummary() {
  const { fabric } = routing;
  document.getElementById("summary").append([counted(fabric.switches, "switch", "switches"),
    counted(fabric.cas, "CA"), counted(fabric.links, "link"), visible(data.shape),
    routing.engine ? `routed by ${routing.engine}` : "as its tables forward"].join(" · "));
  document.getElementById("made").append(`Made by weft ${data.version}. weft report --json prints all figures of this page.`);
}

function showFabric() {
  const { fabric, hops } = routing;
  const home = section("fabric");
  home.append(facts([["Switches", whole(fabric.switches)], ["CAs", whole(fabric.cas)], ["Links", whole(fabric.links)],
    ["LIDs", whole(fabric.lids)], ["Hops, most", whole(hops.max)], ["Hops, mean", rounded(hops.mean, 2)]]));
  home.append(make("p", {}, `Recognised as: ${data.shape}.`));
  if (routing.remarks.length) home.append(make("h3", {}, "Remarks"), list(routing.remarks));
  if (data.warnings.length) home.append(make("h3", {}, "Warnings"), list(data.warnings));
  if (routing.roots.length) {
    home.append(details(counted(routing.roots.length, "root"), () => table("Roots that the engine takes",
      [["Switch", (root) => to(`switch/${numberByGuid.get(root.guid)}`, named(root.name))], ["GUID", (root) => root.guid, "guid"]], routing.roots)));
  }
  const gaps = data.drawing.boxes.filter((box) => box.is_missing).length;
  if (gaps) home.append(make("p", {}, `${counted(gaps, "switch is", "switches are")} missing.`));
  const missing = data.drawing.lines.filter((line) => line.missing > 0);
  if (missing.length) {
    const count = missing.reduce((sum, line) => sum + line.missing, 0);
    home.append(details(`${counted(count, "missing link")}, between`, () => table("Missing links", lineColumns, missing), true));
  }
}

function showVerdicts() {
  const home = section("verdicts");
  const verdicts = make("ul", { class: "verdicts" });
  const add = (state, title, text) => verdicts.append(
    make("li", { class: text.length > 160 ? `${state} wide` : state }, make("strong", {}, title), text));
  const unreachable = routing.unreachable_pairs;
  add(unreachable ? "bad" : "good", unreachable ? "Not all is reached" : "All is reached", unreachable
    ? `${counted(unreachable, "pair")} of end ports without a path; no link connects ${whole(routing.disconnected_pairs)} of them.`
    : "Every end port reaches every other.");
  const loops = routing.forwarding_loops;
  add(loops ? "bad" : "good", loops ? "Forwarding loops" : "No forwarding loop",
    loops ? `${counted(loops, "cycle")} in the tables, over all LIDs.` : "No packet goes round in a circle.");
  if (!data.credit_loops.length) add("good", "No credit loop", "Packets never wait for each other in a circle.");
  const lanes = routing.paths_by_lane.map((lane) => `${whole(lane.paths)} paths begin on VL ${lane.vl}`).join(", ");
  add("plain", counted(routing.lanes_used, "virtual lane"), routing.safe_on_one_lane
    ? `${lanes}. Safe for applications that use SL 0 whatever their path's SL is.` : `${lanes}.`);
  if (routing.unreachable_switch_pairs) {
    add("plain", "Switches out of reach of each other", `${counted(routing.unreachable_switch_pairs, "pair")} of switches, which hosts do not need: `
      + "packets between LIDs of switches alone, as between the roots of a tree.");
  }
  for (const loop of data.credit_loops) {
    add(loop.when === "always" ? "bad" : "warn", `Credit loop ${loop.when === "always" ? "possible" : loop.when}`, loop.channels);
  }
  if (routing.error) add("bad", "The tables are bad", routing.error);
  home.append(verdicts);
  if (routing.findings.length) home.append(make("h3", {}, "Findings"), list(routing.findings));
}

const toBox = (i) => to(`box/${i}`, named(data.drawing.boxes[i].what));
const lineColumns = [
  ["Between", (line) => toBox(line.from)],
  ["and", (line) => toBox(line.to)],
  ["Links", (line) => to(`line/${data.drawing.lines.indexOf(line)}`, whole(line.links), `${counted(line.links, "link")} of this line`), "number"],
  ["Missing", (line) => whole(line.missing), "number"],
  ["Busiest direction, paths", (line) => whole(line.paths), "number"],
];

function showDrawing() {
  const home = section("drawing");
  home.append(make("p", { class: "quiet" }, "A line stands for all links between two boxes. Its colour and width are those "
    + "of the busiest direction of them: how many paths between end ports lead over it. A click on a line or a box shows what is in it; "
    + "so do the tables below."));
  if (data.drawing.hidden.length) home.append(make("p", { class: "quiet" }, "What it does not show:"), list(data.drawing.hidden));
  home.append(details(`Lines as a table (${whole(data.drawing.lines.length)})`,
    () => table("Links between boxes", lineColumns, data.drawing.lines)));
  home.append(details(`Boxes as a table (${whole(data.drawing.boxes.length)})`, () => table("Boxes", [
    ["Box", (box) => toBox(data.drawing.boxes.indexOf(box))], ["Switches", (box) => whole(box.switches), "number"],
    ["End ports", (box) => whole(box.end_ports), "number"], ["Links inside", (box) => whole(box.links), "number"],
    ["Busiest of them, paths", (box) => whole(box.paths), "number"]], data.drawing.boxes)));
}

function showLoads() {
  const home = section("loads");
  const load = routing.link_load;
  home.append(facts([["Busiest link, paths", whole(load.max)], ["Mean", rounded(load.mean)],
    ["Unused directions", whole(load.unused_links)]]));
  home.append(make("p", { class: "quiet" }, "How many paths between end ports lead over each direction of a link between switches."));
  if (!data.load.kinds.length) return;
  home.append(table("By kind of link, each direction counted", [
    ["Links", (kind) => kind.name], ["Directions", (kind) => whole(kind.links), "number"],
    ["Unused", (kind) => whole(kind.unused), "number"], ["Mean", (kind) => rounded(kind.mean), "number"],
    ["Busiest", (kind) => whole(kind.max), "number"]], data.load.kinds));
  const width = data.load.bucket_width;
  const range = (i) => (width === 1 ? whole(i + 1) : `${whole(i * width + 1)}–${whole((i + 1) * width)}`);
  const grid = make("div", { class: "charts" });
  home.append(grid);
  for (const kind of data.load.kinds) {
    const counts = [kind.unused, ...kind.buckets];
    const labels = ["0", ...kind.buckets.map((_, i) => range(i))];
    figure(grid, {
      title: kind.name.charAt(0).toUpperCase() + kind.name.slice(1), type: "bar", labels, values: counts, x: "paths over a link", y: "links",
      says: `${counted(kind.links, "direction")} of links, ${rounded(kind.mean)} paths on average, at most ${whole(kind.max)}.`,
      columns: [["Paths", (row) => row[0], "number"], ["Links", (row) => whole(row[1]), "number"]],
      rows: labels.map((label, i) => [label, counts[i]]),
    });
  }
}

const end = (side) => [to(`switch/${numberByGuid.get(side.guid)}`, named(side.name)), make("small", { class: "guid" }, side.guid)];
const linkColumns = [
  ["From", (link) => end(link.from)], ["Port", (link) => whole(link.from.port), "number"],
  ["To", (link) => end(link.to)], ["Port", (link) => whole(link.to.port), "number"],
  ["Kind", (link) => link.kind], ["Paths", (link) => toLink(linkOutOf(numberByGuid.get(link.from.guid), link.from.port)), "number"],
];

function showLinks() {
  const { busiest, unused } = data.links;
  const home = section("busiest");
  if (busiest.length) {
    const shown = 10;
    home.append(table(`The ${whole(Math.min(shown, busiest.length))} busiest`, linkColumns, busiest.slice(0, shown)));
    if (busiest.length > shown) {
      home.append(details(`The next ${whole(busiest.length - shown)}`, () => table("The next busiest links", linkColumns, busiest.slice(shown)), true));
    }
  } else {
    home.append(make("p", {}, "No path leads over a link between switches."));
  }
  const idle = section("unused");
  const count = routing.link_load.unused_links;
  idle.append(make("p", {}, count === 0 ? "Every direction of every link between switches carries paths."
    : `${counted(count, "direction")} of links between switches carry no path between end ports.`));
  if (unused.length) {
    idle.append(details(unused.length < count ? `The first ${whole(unused.length)}` : "Which ones",
      () => table("Unused links", linkColumns.slice(0, 5), unused), true));
  }
}

function showShifts() {
  const shifts = data.shifts;
  const step = shifts.shifts_a_point;
  const at = (i) => (step === 1 ? whole(i + 1) : `${whole(i * step + 1)}–${whole(Math.min((i + 1) * step, shifts.shifts))}`);
  const home = section("shifts");
  home.append(make("p", { class: "quiet" }, `Rank i sends to rank i + k, all at once, for every k: the phases of an all-to-all operation. `
    + `Ranks are ${whole(shifts.ranks)} CA ports ${shifts.order === "engine" ? "in the order of the engine" : "by GUID"}. `
    + "1 is perfect: no two flows share a link."));
  if (shifts.lost_flows) home.append(make("p", { class: "note" }, `${counted(shifts.lost_flows, "flow")} have no path and load no link.`));
  home.append(facts([["Busiest link, flows", whole(shifts.max)], ["Mean over all shifts", rounded(shifts.mean, 2)],
    ["Shifts", whole(shifts.shifts)]]));
  const labels = shifts.busiest_link.map((_, i) => at(i));
  figure(home, {
    title: "Flows over the busiest link of each shift", type: "line", labels, values: shifts.busiest_link, x: "shift k", y: "flows",
    says: step === 1 ? "Each point is a shift." : `Each point is the worst of ${whole(step)} neighbouring shifts.`,
    columns: [["Shift", (row) => row[0], "number"], ["Flows", (row) => whole(row[1]), "number"]],
    rows: labels.map((label, i) => [label, shifts.busiest_link[i]]),
  });
}

function showEngines() {
  const home = section("engines");
  const rows = data.engines;
  const routed = rows.filter((row) => row.error === null);
  const columns = [
    ["Engine", (row) => row.engine],
    ["All reached", (row) => (row.error !== null ? make("bdi", {}, row.error) : row.unreachable_pairs > row.disconnected_pairs ? `no, ${counted(row.unreachable_pairs - row.disconnected_pairs, "pair")} lost` : "yes")],
    ["Credit loop", (row) => orDash(row.credit_loop, (loop) => (loop ? "possible" : "none"))],
    ["Jobs get", (row) => orDash(row.delivered, (part) => `${rounded(100 * part, 1)} %`), "number"],
    ["Lanes", (row) => orDash(row.lanes_used), "number"],
    ["Busiest link", (row) => orDash(row.link_load, (load) => whole(load.max)), "number"],
    ["Mean load", (row) => orDash(row.link_load, (load) => rounded(load.mean)), "number"],
    ["Unused", (row) => orDash(row.link_load, (load) => whole(load.unused_links)), "number"],
    ["Hops, mean", (row) => orDash(row.hops, (hops) => rounded(hops.mean, 2)), "number"],
  ];
  if (rows.some((row) => row.time_ms)) {
    columns.push(["Routed in ms", (row) => orDash(row.time_ms, (time) => rounded(time.route)), "number"]);
  }
  home.append(table("The same fabric and options, by each engine", columns, rows));
  if (routed.length > 1) {
    figure(home, {
      title: "What jobs get by engine", type: "bar", upright: false, labels: routed.map((row) => row.engine),
      values: routed.map((row) => 100 * row.delivered), x: "percent of what the fabric can carry", y: "", says: "More is better.",
      columns: [["Engine", (row) => row.engine], ["Jobs get", (row) => `${rounded(100 * row.delivered, 1)} %`, "number"]], rows: routed,
    });
  }
}

function showWhatIf() {
  const found = data.what_if;
  const home = section("whatif");
  home.append(make("p", {}, `${counted(found.failures, "failure")} tried, ${whole(found.errors)} of them leave a fabric that cannot be routed. `
    + `The worst ${whole(found.worst.length)}:`));
  if (found.ignored_lines) home.append(make("p", { class: "note" }, `${counted(found.ignored_lines, "line")} of the file could not be read.`));
  home.append(table("By lost and disconnected pairs, then by the busiest link that is left", [
    ["What fails", (row) => [`${row.kind} `, named(row.name)], "name"],
    ["Lost pairs", (row) => (row.error === null ? orDash(row.lost_pairs) : make("bdi", {}, row.error)), "number"],
    ["Disconnected pairs", (row) => orDash(row.disconnected_pairs), "number"],
    ["Busiest link before", (row) => orDash(row.busiest_link.before), "number"],
    ["after", (row) => orDash(row.busiest_link.after), "number"],
    ["Which", (row) => orDash(row.busiest_link.name, named), "name"],
    ["Entries changed", (row) => orDash(row.entries), "number"],
    ["SLs changed", (row) => orDash(row.sls), "number"],
    ["Repaired", (row) => orDash(row.repaired, (repaired) => (repaired ? "yes" : "routed anew"))],
  ], found.worst));
}

function showConf() {
  section("conf").append(make("p", {}, "OpenSM routes as this page shows with these lines (weft doctor reads them before a restart):"),
    make("pre", { tabindex: "0" }, make("code", {}, data.opensm_conf.map((line) => `${visible(line)}\n`).map((line) => document.createTextNode(line)))));
}

function listSections() {
  for (const heading of document.querySelectorAll("main h2")) {
    const link = make("a", { href: `#${heading.parentElement.id}` }, heading.textContent);
    document.getElementById("sections").append(make("li", {}, link));
  }
}

showSummary();
showFabric();
showVerdicts();
showDrawing();
showLoads();
showLinks();
for (const [id, part, show] of [["shifts", data.shifts, showShifts], ["engines", data.engines, showEngines],
  ["whatif", data.what_if, showWhatIf], ["counters", data.counters, showCounters], ["conf", data.opensm_conf, showConf]]) {
  if (part === null) section(id).remove();
  else show();
}
listSections();
// What the address names is there now.
look();
if (!dialog.open && location.hash.length > 1) section(location.hash.slice(1))?.scrollIntoView();
colourCharts(false);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => colourCharts(false));
window.addEventListener("beforeprint", () => colourCharts(true));
window.addEventListener("afterprint", () => colourCharts(false));
