// Search by name, and what there is to see of one switch, end port or link: each is named by the fragment of the address,
// so that links lead there and the browser goes back.

const { switches, end_ports: endPorts, cables } = data;

// --- links that lead to views -------------------------------------------------------------------

// Switches and hosts without a description, or with that of another, are told apart by their GUIDs.
const timesUsed = new Map();
for (const { name } of [...switches, ...endPorts]) timesUsed.set(name, (timesUsed.get(name) ?? 0) + 1);
const nameOf = ({ name, guid }) => (name === "" ? guid : timesUsed.get(name) > 1 ? `${name} (${guid})` : name);
const to = (fragment, text, label) => make("a", label ? { href: `#${fragment}`, "aria-label": visible(label) } : { href: `#${fragment}` }, text);
const toSwitch = (s) => to(`switch/${s}`, named(nameOf(switches[s])));
const toHost = (e) => to(`host/${e}`, named(nameOf(endPorts[e])));
const direction = (link, nameAt = (s) => nameOf(switches[s])) => `${nameAt(link.from)} port ${link.port} → ${nameAt(link.to)} port ${link.to_port}`;
const toLink = (link) => to(`link/${link.from}/${link.port}`, whole(link.paths), `${whole(link.paths)}: ${direction(link)}`);

const numberByGuid = new Map(switches.map(({ guid }, s) => [guid, s]));
const back = (cable) => ({ from: cable.to, port: cable.to_port, to: cable.from, to_port: cable.port, paths: cable.paths_back, paths_back: cable.paths });

// «3,24x2» as numbers: distances, each from the number before; these are 3, 27 and 51.
function numbersIn(distances) {
  const numbers = [];
  let number = 0;
  for (const run of distances.split(",")) {
    const [distance, times = 1] = run.split("x").map(Number);
    for (let i = 0; i < times; ++i) numbers.push(number += distance);
  }
  return numbers;
}

// --- what belongs to what, found when it is first needed ------------------------------------------

function once(find) {
  let found;
  return () => (found ??= find());
}
const hostsBySwitch = once(() => {
  const hosts = switches.map(() => []);
  endPorts.forEach((end, e) => hosts[end.switch].push(e));
  for (const of of hosts) of.sort((a, b) => endPorts[a].port - endPorts[b].port);
  return hosts;
});
// Those that have a LID, and so send and are sent to.
const sendersOf = (s) => hostsBySwitch()[s].filter((e) => endPorts[e].lid !== 0);
const ownerOf = once(() => {
  const owners = new Map();
  endPorts.forEach(({ lid, lids }, e) => {
    for (let i = 0; i < lids; ++i) owners.set(lid + i, e);
  });
  return owners;
});
// Directed links by the switch that they lead out of.
const linksBySwitch = once(() => {
  const links = switches.map(() => []);
  for (const cable of cables) {
    links[cable.from].push(cable);
    links[cable.to].push(back(cable));
  }
  for (const of of links) of.sort((a, b) => a.port - b.port);
  return links;
});
const linkOutOf = (s, port) => linksBySwitch()[s]?.find((link) => link.port === port);

// Of one of data.pairs: [{ from: switches, to: LIDs }].
const bundlesOf = (link) => link.bundles.map((bundle) => ({ from: numbersIn(bundle.from), to: numbersIn(bundle.to) }));

// --- views --------------------------------------------------------------------------------------
// Each fills its home and returns the title, or null where the fabric has no such part.

// Who sends over a link, to whom: a row for each pair of switches, those with the most paths first.
function rowsOf(link) {
  const rows = new Map();
  for (const bundle of bundlesOf(link)) {
    const lids = new Map();  // by the switch of their end port
    for (const lid of bundle.to) {
      const at = endPorts[ownerOf().get(lid)].switch;
      if (!lids.has(at)) lids.set(at, []);
      lids.get(at).push(lid);
    }
    for (const from of bundle.from) {
      const senders = sendersOf(from).length;
      for (const [to, some] of lids) {
        const key = from * switches.length + to;
        if (!rows.has(key)) rows.set(key, { from, to, lids: [], paths: 0 });
        const row = rows.get(key);
        row.lids.push(...some);
        row.paths += (from === to ? senders - 1 : senders) * some.length;
      }
    }
  }
  return [...rows.values()].sort((a, b) => b.paths - a.paths || a.from - b.from || a.to - b.to);
}

const hostList = (title, hosts) => make("div", {}, make("h3", {}, title),
  make("ul", { class: "names" }, hosts.map((e) => make("li", {}, toHost(e)))));

function showHosts(row) {
  const receivers = [...new Set(row.lids.map((lid) => ownerOf().get(lid)))];
  return details(`${counted(sendersOf(row.from).length, "host")} to ${whole(receivers.length)}`, () =>
    make("div", { class: "both" }, hostList("From", sendersOf(row.from)), hostList("To", receivers)));
}

function viewPairs(home, link) {
  const rows = rowsOf(link);
  const input = make("input", { type: "search", id: "only", autocomplete: "off", spellcheck: "false" });
  const place = make("div");
  const show = () => {
    const word = input.value.trim().toLowerCase();
    const has = (part) => nameOf(part).toLowerCase().includes(word) || part.guid.includes(word);
    const fits = switches.map((part, s) => word === "" || has(part) || hostsBySwitch()[s].some((e) => has(endPorts[e])));
    const shown = rows.filter((row) => fits[row.from] || fits[row.to]);
    place.replaceChildren(table(`Who sends over it to whom: ${counted(shown.reduce((sum, row) => sum + row.paths, 0), "path")}`, [
      ["From hosts on", (row) => toSwitch(row.from), "name"], ["To hosts on", (row) => toSwitch(row.to), "name"],
      ["Paths", (row) => whole(row.paths), "number"], ["Hosts", showHosts]], shown));
  };
  input.addEventListener("input", show);
  show();
  home.append(make("p", { class: "field" }, make("label", { for: "only" }, "Only switches and hosts with"), input), place);
}

function viewLink(home, s, port) {
  const link = linkOutOf(s, port);
  if (!link) return null;
  home.append(facts([["Paths", whole(link.paths)], ["Paths the other way", toLink(back(link))],
    ["Of the busiest link's", routing.link_load.max ? `${whole(100 * link.paths / routing.link_load.max)} %` : "–"]]));
  home.append(make("p", {}, "From ", toSwitch(link.from), ` port ${link.port} to `, toSwitch(link.to), ` port ${link.to_port}.`));
  const found = data.pairs.find((one) => one.switch === s && one.port === port);
  if (found) {
    viewPairs(home, found);
  } else if (link.paths) {
    home.append(make("p", { class: "note" }, `Which pairs these are is known to this page of the ${whole(data.pairs.length)} busiest directions `
      + "of links alone, and this is none of them. weft trace follows the path of any two."));
  }
  return direction(link);
}

const linksTable = (caption, links) => table(caption, [
  ["Port", (link) => whole(link.port), "number"], ["To", (link) => toSwitch(link.to)],
  ["Port there", (link) => whole(link.to_port), "number"], ["Paths out", (link) => toLink(link), "number"],
  ["Paths in", (link) => toLink(back(link)), "number"]], links);

function viewSwitch(home, s) {
  if (!switches[s]) return null;
  const links = linksBySwitch()[s];
  const hosts = hostsBySwitch()[s];
  home.append(facts([["GUID", switches[s].guid, "words"], ["Links to switches", whole(links.length)], ["End ports", whole(hosts.length)]]));
  if (links.length) home.append(linksTable("Links to switches", links));
  if (hosts.length) home.append(table("End ports", [["Port", (e) => whole(endPorts[e].port), "number"], ["Name", toHost],
    ["LID", (e) => orDash(endPorts[e].lid || null, String), "number"], ["GUID", (e) => endPorts[e].guid, "guid"]], hosts));
  return nameOf(switches[s]);
}

// Those of data.pairs that packets of an end port pass.
function linksOfHost(e) {
  const { switch: s, lid, lids } = endPorts[e];
  const is_own = (other) => other >= lid && other < lid + lids;
  return data.pairs.map((link) => {
    let sends = 0;
    let receives = 0;
    for (const { from, to } of bundlesOf(link)) {
      if (lid !== 0 && from.includes(s)) sends += to.filter((other) => !is_own(other)).length;
      const own = to.filter(is_own).length;
      if (own) receives += own * from.reduce((sum, other) => sum + sendersOf(other).length - (other === s ? 1 : 0), 0);
    }
    return { link: linkOutOf(link.switch, link.port), sends, receives };
  }).filter(({ sends, receives }) => sends || receives);
}

function viewHost(home, e) {
  const end = endPorts[e];
  if (!end) return null;
  const lids = end.lids > 1 ? `${end.lid}–${end.lid + end.lids - 1}` : orDash(end.lid || null, String);
  home.append(facts([["GUID", end.guid, "words"], [end.lids > 1 ? "LIDs" : "LID", lids, "words"],
    ["On", toSwitch(end.switch), "words"], ["Port there", whole(end.port)]]));
  const links = linksOfHost(e);
  const caption = `Of the ${whole(data.pairs.length)} busiest directions of links those that its packets pass`;
  home.append(links.length ? table(caption, [
    ["Link", ({ link }) => to(`link/${link.from}/${link.port}`, named(direction(link)))], ["All paths", ({ link }) => whole(link.paths), "number"],
    ["From it", ({ sends }) => whole(sends), "number"], ["To it", ({ receives }) => whole(receives), "number"]], links)
    : make("p", {}, `Its packets pass none of the ${whole(data.pairs.length)} busiest directions of links.`));
  return nameOf(end);
}

function viewLine(home, i) {
  const line = data.drawing.lines[i];
  if (!line) return null;
  const [from, to] = [line.from, line.to].map((box) => data.drawing.boxes[box].what);
  const links = cables.map((cable) => (switches[cable.from].box === line.from ? cable : back(cable)))
    .filter((link) => switches[link.from].box === line.from && switches[link.to].box === line.to);
  home.append(make("p", {}, "Between ", named(from), " and ", named(to), "."));
  if (line.missing) home.append(make("p", {}, `${counted(line.missing, "link is", "links are")} missing.`));
  if (links.length) home.append(table("Links between switches of both", [["From", (link) => toSwitch(link.from)],
    ["Port", (link) => whole(link.port), "number"], ["To", (link) => toSwitch(link.to)], ["Port", (link) => whole(link.to_port), "number"],
    ["Paths", (link) => toLink(link), "number"], ["Back", (link) => toLink(back(link)), "number"]], links));
  return counted(line.links, "link");
}

function viewBox(home, i) {
  if (!data.drawing.boxes[i]) return null;
  const inside = [...switches.keys()].filter((s) => switches[s].box === i);
  if (inside.length === 1) return viewSwitch(home, inside[0]);
  home.append(make("p", {}, named(data.drawing.boxes[i].what), "."));
  if (inside.length) home.append(table("Switches", [["Switch", toSwitch], ["GUID", (s) => switches[s].guid, "guid"],
    ["End ports", (s) => whole(hostsBySwitch()[s].length), "number"]], inside));
  return counted(inside.length, "switch", "switches");
}

const views = { switch: viewSwitch, host: viewHost, link: viewLink, line: viewLine, box: viewBox };
const dialog = section("look");

function look() {
  const [kind, ...numbers] = location.hash.slice(1).split("/");
  const home = make("div");
  const title = Object.hasOwn(views, kind) ? views[kind](home, ...numbers.map(Number)) : null;
  if (title === null) {
    if (dialog.open) dialog.close();
    return;
  }
  section("look-h").replaceChildren(named(visible(title)));
  section("looked").replaceChildren(home);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  section("look-h").focus();
}

section("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  if (!dialog.open && location.hash.includes("/")) history.replaceState(null, "", "#");
});
// What is shown is printed, and alone: a modal dialog would be cut to one page.
function showAgain(how) {
  if (!dialog.open) return;
  dialog.close();
  dialog[how]();
}
window.addEventListener("beforeprint", () => showAgain("show"));
window.addEventListener("afterprint", () => showAgain("showModal"));
window.addEventListener("hashchange", look);

section("drawn").addEventListener("click", ({ target }) => {
  const line = target.closest("[data-line]");
  const box = target.closest(".box");
  if (line) location.hash = `line/${line.dataset.line}`;
  else if (box) location.hash = `box/${[...section("drawn").querySelectorAll(".box")].indexOf(box)}`;
});

// --- search -------------------------------------------------------------------------------------

const resultsShown = 40;
const things = once(() => {
  const plain = (text) => visible(text).toLowerCase();
  const parts = (list, kind, says) => list.map((part, i) => ({ kind, name: plain(part.name), part,
    text: plain(`${part.name} ${part.guid} ${says(part)}`), fragment: `${kind}/${i}` }));
  const names = switches.map((part) => plain(nameOf(part)));
  const nameAt = (s) => names[s];
  return [...parts(switches, "switch", () => ""), ...parts(endPorts, "host", ({ lid }) => `lid ${lid}`),
    ...cables.flatMap((cable) => [cable, back(cable)]).map((link) => ({ kind: "link", name: "", part: link,
      text: direction(link, nameAt), fragment: `link/${link.from}/${link.port}` }))];
});
const lines = {
  switch: (part) => [named(nameOf(part)), " switch"],
  host: (part) => [named(nameOf(part)), ` host, LID ${part.lid}, on ${nameOf(switches[part.switch])} port ${part.port}`],
  link: (link) => [named(direction(link)), ` link, ${counted(link.paths, "path")}`],
};

// All that have each of the words; those first that are what is asked for, then those whose names begin with it, then
// those that have the words in their names.
function find(query) {
  const wanted = query.split(/\s+/);
  const rank = ({ kind, name, part }) => {
    if (kind === "link") return 4;
    if (name === query || query === String(part.lid) || query === `lid ${part.lid}`) return 0;
    if (name.startsWith(query)) return 1;
    return wanted.every((word) => name.includes(word)) ? 2 : 3;
  };
  const found = [[], [], [], [], []];
  for (const thing of things()) {
    if (wanted.every((word) => thing.text.includes(word))) found[rank(thing)].push(thing);
  }
  return found.flat();
}

const query = section("query");
const results = section("results");
function search() {
  const text = query.value.trim().toLowerCase();
  const found = text === "" ? [] : find(text);
  results.replaceChildren(...found.slice(0, resultsShown).map(({ kind, part, fragment }) => {
    const [name, says] = lines[kind](part);
    return make("li", {}, make("a", { href: `#${fragment}` }, name), make("span", { class: "quiet" }, says));
  }));
  const count = (kind, one, several) => counted(found.filter((thing) => thing.kind === kind).length, one, several);
  section("status").textContent = text === "" ? ""
    : `${count("switch", "switch", "switches")}, ${count("host", "host")}, ${count("link", "direction of links", "directions of links")}`
      + (found.length > resultsShown ? `; the first ${resultsShown} are shown` : "");
}
query.addEventListener("input", search);

// Arrows go through the results, Escape back, Enter to the first.
section("find").addEventListener("keydown", (event) => {
  const links = [...results.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) (links[at + step] ?? (at + step < 0 ? query : links[at]))?.focus();
  else if (event.key === "Enter" && event.target === query) links[0]?.click();
  else if (event.key === "Escape") {
    query.value = "";
    search();
    query.focus();
  } else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || dialog.open || event.target.closest("input")) return;
  event.preventDefault();
  query.focus();
});
