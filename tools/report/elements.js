// What the page is made of: its data, texts, elements and tables. Texts of the fabric become text nodes, never markup.
if (typeof DecompressionStream === "undefined") {
  document.getElementById("summary").append("The figures of this page need a browser that unpacks them: one of 2023 or later.");
}
const packed = Uint8Array.from(atob(document.getElementById("data").textContent), (character) => character.charCodeAt(0));
const data = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
const routing = data.routing;

// --- words --------------------------------------------------------------------------------------

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const visible = (text) => String(text).replace(unseen, "\uFFFD");
const format = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const whole = (value) => format.format(value);
const rounded = (value, digits = 1) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
const counted = (count, one, several = `${one}s`) => `${whole(count)} ${count === 1 ? one : several}`;
const orDash = (value, show = whole) => (value === null || value === undefined ? "–" : show(value));

// --- elements -----------------------------------------------------------------------------------

// An element; of its attributes `class` and the like are set as they are written in HTML.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const child of children.flat()) {
    if (child === null || child === undefined) continue;
    element.append(typeof child === "object" ? child : visible(child));
  }
  return element;
}
const section = (id) => document.getElementById(id);
const named = (text) => make("bdi", {}, text === "" ? "(no description)" : text);

// columns: [title, cell(row), "number", "guid", "name" or nothing]; a cell is a text or an element. Of many rows the first are made, and more
// when somebody asks for them.
const rowsAtOnce = 100;
function table(caption, columns, rows) {
  const head = columns.map(([title, , kind]) =>
    make("th", kind === "number" ? { scope: "col", class: "number" } : { scope: "col" }, title));
  const body = make("tbody");
  const add = () => {
    const first = body.children.length;
    body.append(...rows.slice(first, first + rowsAtOnce).map((row) => make("tr", {}, columns.map(([, cell, kind]) =>
      make("td", kind ? { class: kind } : {}, cell(row))))));
    return body.children[first];
  };
  add();
  const scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, head)), body));
  if (rows.length <= rowsAtOnce) return scroll;
  const button = make("button", { type: "button" });
  const says = make("span");
  const count = () => {
    const left = rows.length - body.children.length;
    says.textContent = `${whole(rows.length - left)} of ${whole(rows.length)} are shown. `;
    button.textContent = `Show ${whole(Math.min(rowsAtOnce, left))} more`;
    if (left === 0) button.remove();
  };
  button.addEventListener("click", () => {
    const next = add();
    count();
    // Whoever goes by keyboard goes on in the new rows.
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
  count();
  return make("div", {}, scroll, make("p", { class: "quiet" }, says, button));
}
// What is folded away is made when somebody looks. isPrinted: it is unfolded on paper, where nobody can look.
const printed = [];
function details(summary, content, isPrinted = false) {
  const element = make("details", {}, make("summary", {}, summary));
  const fill = () => {
    if (element.children.length === 1) element.append(content());
  };
  element.addEventListener("toggle", () => element.open && fill());
  if (isPrinted) printed.push({ element, fill });
  return element;
}
let unfolded = [];
window.addEventListener("beforeprint", () => {
  unfolded = printed.filter(({ element }) => !element.open);
  for (const { element, fill } of unfolded) {
    fill();
    element.open = true;
  }
});
window.addEventListener("afterprint", () => {
  for (const { element } of unfolded) element.open = false;
});
const facts = (pairs) => make("dl", { class: "facts" }, pairs.map(([name, value, kind]) =>
  make("div", {}, make("dt", {}, name), make("dd", kind ? { class: kind } : {}, value))));
const list = (texts) => make("ul", { class: "plain" }, texts.map((text) => make("li", {}, make("bdi", {}, text))));
