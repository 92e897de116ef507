// Walks through a diagram. The picture scrolls within the stage, so browsers move
// it as they move any page: by wheel, finger, key and scroll bar, and without
// drawing it again. Nothing is changed while it is looked at but classes of nodes
// and edges, and the size of the picture.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const on = (target, type, act, options) => target.addEventListener(type, act, options);

const stage = find(".stage");
const picture = find("svg", stage);
const details = find(".details");
const nodes = all(".node", picture);
const edges = all(".edge[data-from]", picture);
const byId = new Map(nodes.map(n => [n.id, n]));
const ends = edge => [byId.get(edge.dataset.from), byId.get(edge.dataset.to)];

const number = (element, name) => Number(element.dataset[name] ?? 0);
const titleOf = node => node.querySelector(":scope > title")?.textContent ?? "";
const nameOf = node => node.getAttribute("aria-label") ?? titleOf(node);

// ---- what comes before and after ----

// A node may be drawn in parts, which count as it.
const wholeOf = node => byId.get(node.dataset.of) ?? node;

// Where nodes say what they come after, edges are the lines of characters, and do not.
const told = nodes.some(n => n.dataset.after !== undefined);
const after = node => (node.dataset.after ?? "").split(" ").map(id => byId.get(id)).filter(Boolean);
const links = told
  ? nodes.flatMap(to => after(to).map(from => ({ from, to })))
  : edges.map(edge => ({ from: ends(edge)[0], to: ends(edge)[1], edge }));

const into = new Map(nodes.map(n => [n, []]));
const outOf = new Map(nodes.map(n => [n, []]));
for (const link of links) {
  into.get(link.to).push(link);
  outOf.get(link.from).push(link);
}
const sources = node => [...new Set(into.get(wholeOf(node)).map(l => l.from))];
const targets = node => [...new Set(outOf.get(wholeOf(node)).map(l => l.to))];

// reach returns the nodes and edges that can be walked to from a node. The node
// itself is among them only where a cycle leads back to it.
function reach(start, steps, end) {
  const found = { nodes: new Set(), edges: new Set() };
  for (const todo = [start]; todo.length > 0;) {
    for (const link of steps.get(todo.pop())) {
      if (link.edge) found.edges.add(link.edge);
      if (!found.nodes.has(link[end])) {
        found.nodes.add(link[end]);
        todo.push(link[end]);
      }
    }
  }
  return told ? withLines(found, start) : found;
}

// partsOf returns the other parts of a node, and what is drawn between them.
function partsOf(whole) {
  const inside = node => wholeOf(node) === whole;
  return {
    nodes: nodes.filter(n => n !== whole && inside(n)),
    edges: edges.filter(e => ends(e).every(inside) && e.dataset.from !== e.dataset.to),
  };
}

// withLines adds the parts of nodes, and the lines between them.
function withLines(found, start) {
  const inside = node => wholeOf(node) === start || found.nodes.has(wholeOf(node));
  for (const edge of edges) {
    if (ends(edge).every(inside) && !ends(edge).every(n => wholeOf(n) === start)) found.edges.add(edge);
  }
  for (const node of nodes) {
    if (wholeOf(node) !== start && inside(node)) found.nodes.add(node);
  }
  return found;
}

// ---- choosing ----

let chosen = null;
let lit = [];

const say = text => { find(".status").textContent = text; };
const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

const hasEvents = nodes.some(n => number(n, "stands") > 0);

// sized says how much is in a set of nodes: the events they stand for, where there
// are any in the picture.
function sized(set) {
  if (!hasEvents) return plural(set.size, "node");
  let sum = 0;
  for (const node of set) sum += number(node, "stands");
  return plural(sum, "event");
}

function light(found, name) {
  for (const element of [...found.nodes, ...found.edges]) {
    element.classList.add(name);
    lit.push(element);
  }
}

function darken() {
  for (const element of lit) element.classList.remove("past", "future", "beside");
  lit = [];
  chosen?.classList.remove("chosen");
  chosen?.removeAttribute("aria-current");
}

function choose(picked) {
  const node = wholeOf(picked);
  darken();
  chosen = node;
  const past = reach(node, into, "from"), future = reach(node, outOf, "to");
  light(past, "past");
  light(future, "future");
  light(partsOf(node), "beside");
  node.classList.add("chosen");
  node.setAttribute("aria-current", "true");
  picture.classList.add("choosing");
  const counts = `${sized(past.nodes)} before it, ${sized(future.nodes)} after it`;
  tell(node, counts);
  say(`${nameOf(node)}: ${counts}`);
  settle(node);
  reveal(node); // the panel takes room
  history.replaceState(null, "", "#" + node.id);
}

// enter follows the link that a node stands in, or chooses the node.
function enter(node) {
  const link = node.closest("a");
  if (link) location.assign(link.href.baseVal);
  else choose(node);
}

function clear() {
  if (!chosen) return;
  darken();
  chosen = null;
  picture.classList.remove("choosing");
  if (details.contains(document.activeElement)) walker.focus({ preventScroll: true });
  details.hidden = true;
  say("Nothing chosen");
  history.replaceState(null, "", location.pathname + location.search);
}

// ---- the panel ----

const most = 100; // neighbours in a list

function make(name, text, props = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...props });
}

function neighbours(title, list) {
  if (list.length === 0) return [];
  const items = make("ul", "");
  for (const node of list.slice(0, most)) {
    const item = make("li", "");
    item.append(make("button", nameOf(node), { type: "button", onclick: () => { choose(node); node.focus({ preventScroll: true }); } }));
    items.append(item);
  }
  if (list.length > most) items.append(make("li", `and ${list.length - most} more`));
  return [make("h3", `${title} (${list.length})`), items];
}

// tipOf returns what there is to know beside the name.
function tipOf(node) {
  const title = titleOf(node), name = nameOf(node);
  return title.startsWith(name) && /^(\n|$)/.test(title.slice(name.length)) ? title.slice(name.length).trim() : title;
}

function tell(node, counts) {
  const parts = [make("button", "×", { type: "button", className: "close", ariaLabel: "Choose nothing", onclick: clear })];
  parts.push(make("h2", nameOf(node)));
  if (tipOf(node)) parts.push(make("p", tipOf(node), { className: "tip" }));
  parts.push(make("p", counts, { className: "counts" }));
  if (node.dataset.url) parts.push(make("a", "open page", { href: node.dataset.url }));
  parts.push(...neighbours("Comes from", sources(node)), ...neighbours("Leads to", targets(node)));
  details.replaceChildren(...parts);
  details.scrollTop = 0;
  details.hidden = false;
}

// ---- walking ----

// Only one node can be reached by Tab: where the walk is.
let walker = nodes[0];
walker?.setAttribute("tabindex", "0");

function settle(node) {
  if (node === walker) return;
  walker.removeAttribute("tabindex");
  walker = node;
  walker.setAttribute("tabindex", "0");
}

function focusOn(node) {
  settle(node);
  node.focus({ preventScroll: true });
  reveal(node);
}

// reveal scrolls no more than it has to.
function reveal(node) {
  const a = node.getBoundingClientRect(), b = stage.getBoundingClientRect();
  const edge = 24;
  if (a.left < b.left + edge || a.right > b.right - edge) stage.scrollLeft += (a.left + a.right - b.left - b.right) / 2;
  if (a.top < b.top + edge || a.bottom > b.bottom - edge) stage.scrollTop += (a.top + a.bottom - b.top - b.bottom) / 2;
}

// Places are asked for once: they are those of the picture, which do not change.
const places = new Map();
function place(node) {
  if (places.size === 0) {
    for (const n of nodes) {
      const box = n.getBBox();
      places.set(n, [box.x + box.width / 2, box.y + box.height / 2]);
    }
  }
  return places.get(node);
}

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// nearest returns the nearest of some nodes in a direction. Off the line counts
// more than along it, so that a walk goes straight.
function nearest(node, [dx, dy], candidates) {
  const [x, y] = place(node);
  let best = null, least = Infinity;
  for (const other of candidates) {
    const [u, v] = place(other);
    const along = (u - x) * dx + (v - y) * dy, across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    const far = along + 2 * across;
    if (along > 0.5 && across < 4 * along && far < least && shown(other)) [best, least] = [other, far];
  }
  return best;
}

function walk(way) {
  const next = nearest(walker, way, [...sources(walker), ...targets(walker)]) ?? nearest(walker, way, nodes);
  if (next) focusOn(next);
}

// ---- zoom ----

const { width: fullWidth, height: fullHeight } = picture.viewBox.baseVal;
let scale = 1;

const between = (least, value, most) => Math.min(Math.max(value, least), most);

// zoomTo changes the size of the picture; the point of it at (x, y) of the window
// stays there.
function zoomTo(next, x, y) {
  const before = picture.getBoundingClientRect();
  const [fx, fy] = [(x - before.left) / before.width, (y - before.top) / before.height];
  scale = between(Math.min(0.05, fitting()), next, 8);
  picture.style.width = fullWidth * scale + "px";
  picture.style.height = fullHeight * scale + "px";
  const after = picture.getBoundingClientRect();
  stage.scrollLeft += after.left + fx * after.width - x;
  stage.scrollTop += after.top + fy * after.height - y;
}

function zoomBy(factor) {
  const box = (document.activeElement === walker ? walker : stage).getBoundingClientRect();
  zoomTo(scale * factor, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
}

const fitting = () => Math.min(stage.clientWidth / fullWidth, stage.clientHeight / fullHeight);

function fit() {
  zoomTo(fitting(), 0, 0);
  stage.scrollTo(0, 0);
}

// open shows the whole picture if it can be read, then, else the start of it.
function open() {
  const legible = 0.8, whole = fitting();
  const across = Math.max(stage.clientWidth / fullWidth, stage.clientHeight / fullHeight);
  zoomTo(between(legible, whole >= legible ? whole : across, 1), 0, 0);
  stage.scrollTo(0, 0);
}

// Zooming lays out all text anew, so it is done once a frame.
let asked = null;
function zoomSoon(factor, x, y) {
  if (asked) {
    asked.factor *= factor;
    return;
  }
  asked = { factor };
  requestAnimationFrame(() => {
    zoomTo(scale * asked.factor, x, y);
    asked = null;
  });
}

on(stage, "wheel", event => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoomSoon(Math.exp(-between(-25, event.deltaY, 25) / 100), event.clientX, event.clientY);
}, { passive: false });

// Two fingers zoom; one scrolls, which browsers do.
let spread = 0;
const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
on(stage, "touchstart", event => {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  spread = apart(event.touches);
}, { passive: false });
on(stage, "touchmove", event => {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  const [a, b] = event.touches, now = apart(event.touches);
  zoomSoon(now / spread, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
  spread = now;
}, { passive: false });

// ---- drag and click ----

let drag = null;
on(stage, "pointerdown", event => {
  drag = event.pointerType === "mouse" && event.button === 0 ? { x: event.clientX, y: event.clientY, far: false } : null;
});
on(stage, "pointermove", event => {
  if (!drag || !(event.buttons & 1)) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.far && Math.hypot(dx, dy) < 4) return;
  if (!drag.far) stage.setPointerCapture(event.pointerId);
  stage.classList.add("dragged");
  stage.scrollBy(-dx, -dy);
  drag = { x: event.clientX, y: event.clientY, far: true };
});
on(stage, "lostpointercapture", () => stage.classList.remove("dragged"));

on(stage, "click", event => {
  const dragged = drag?.far;
  drag = null; // screen readers click without a pointer
  if (dragged) return;
  if (event.target.closest("a")) return;
  const node = event.target.closest(".node");
  if (!node) return clear();
  choose(node);
  node.focus({ preventScroll: true });
});

// ---- time ----

const bornOf = e => e.dataset.from ? Math.max(...ends(e).map(n => number(n, "born"))) : number(e, "born");
const goneOf = e => number(e, "gone");
const last = nodes.reduce((t, n) => Math.max(t, bornOf(n), goneOf(n)), 0);
// Time begins before the first event there is: what is older was there.
const events = nodes.filter(n => number(n, "stands") > 0 && bornOf(n) > 0);
const first = Math.min(last, ...(events.length > 0 ? events : nodes).map(bornOf).filter(t => t > 0)) - 1;
const slider = find(".time input");
const bornAt = [], goneAt = [];
let time = last + 1; // after the last step, the whole run is shown as it is
let playing = 0;

const shown = node => !node.classList.contains("unborn");

function sortByTime() {
  for (let t = 0; t <= last; t++) [bornAt[t], goneAt[t]] = [[], []];
  for (const element of [...nodes, ...edges]) {
    bornAt[bornOf(element)].push(element);
    if (goneOf(element) > 0) goneAt[goneOf(element)].push(element);
  }
}

// goTo changes only what differs between two times.
function goTo(next) {
  if (bornAt.length === 0) return;
  next = between(first, next, last + 1);
  const toggle = (list, name, force) => list?.forEach(e => e.classList.toggle(name, force));
  const whole = t => t > last;
  toggle(bornAt[time], "now", false);
  const [a, b] = [time, next].map(t => whole(t) ? last : t);
  for (let t = Math.min(a, b) + 1; t <= Math.max(a, b); t++) toggle(bornAt[t], "unborn", b < a);
  fade(time, next);
  time = next;
  if (!whole(time)) toggle(time > first ? bornAt[time] : [], "now", true);
  showTime(whole(time) ? "whole run" : time === first ? "start" : `step ${time} of ${last}`);
  if (!shown(walker)) settle(nodes.find(shown) ?? walker);
}

// fade shows what is used up; nothing is where the whole run is shown.
function fade(before, after) {
  const [a, b] = [before, after].map(t => t > last ? 0 : t);
  for (let t = Math.min(a, b) + 1; t <= Math.max(a, b); t++) {
    goneAt[t].forEach(e => e.classList.toggle("gone", b > a));
  }
}

function showTime(text) {
  slider.value = time;
  slider.setAttribute("aria-valuetext", text);
  find(".time .step").textContent = text;
}

function play(start) {
  clearInterval(playing);
  playing = start ? setInterval(() => time >= last ? play(false) : advance(), 600) : 0;
  const button = find(".play");
  button.textContent = start ? "Pause" : "Play";
  button.setAttribute("aria-pressed", String(start));
}

function advance() {
  goTo(time + 1);
  const next = bornAt[time]?.find(e => byId.has(e.id));
  if (next) reveal(next);
}

function startTime() {
  if (!nodes.some(n => bornOf(n) > 0)) return;
  sortByTime();
  find(".time").hidden = false;
  slider.min = first;
  slider.max = last + 1;
  goTo(last + 1);
  on(slider, "input", () => goTo(Number(slider.value)));
  on(find(".play"), "click", () => {
    if (!playing && time >= last) goTo(first);
    play(!playing);
  });
}

// ---- search ----

const field = find(".search input");
let words = null; // of each node, made at the first search
let hits = [];
let hit = -1;

function search() {
  words ??= nodes.map(n => `${nameOf(n)}\n${titleOf(n)}`.toLowerCase());
  const wanted = field.value.trim().toLowerCase();
  for (const node of hits) node.classList.remove("found", "current");
  hits = wanted ? nodes.filter((n, i) => words[i].includes(wanted)) : [];
  for (const node of hits) node.classList.add("found");
  hit = -1;
  if (hits.length > 0) step(1, false);
  count(wanted);
}

function count(wanted) {
  find(".hits").textContent = hits.length > 0 ? `${hit + 1} of ${hits.length}` : wanted ? "none" : "";
}

function step(by, focus = true) {
  if (hits.length === 0) return;
  hits[hit]?.classList.remove("current");
  hit = (hit + by + hits.length) % hits.length;
  hits[hit].classList.add("current");
  settle(hits[hit]);
  if (focus) focusOn(hits[hit]);
  else reveal(hits[hit]);
  count(true);
}

on(field, "input", search);
on(field, "keydown", event => {
  event.stopPropagation(); // letters are text here
  if (event.key !== "Escape") return;
  event.preventDefault();
  field.value = "";
  search();
  walker?.focus({ preventScroll: true });
});
on(find(".search"), "submit", event => {
  event.preventDefault();
  step(1, false);
});
on(find(".previous"), "click", () => step(-1, false));
on(find(".next"), "click", () => step(1, false));

// ---- keys ----

const letters = {
  "/": () => field.select(),
  "n": () => step(1),
  "p": () => step(-1),
  "+": () => zoomBy(1.25),
  "=": () => zoomBy(1.25),
  "-": () => zoomBy(0.8),
  "0": fit,
  ",": () => goTo(time - 1),
  ".": () => goTo(time + 1),
  "?": () => find(".help").showModal(),
};
const keys = {
  "Escape": clear,
  "Home": () => goTo(first),
  "End": () => goTo(last + 1),
};

function actOf(event) {
  const inPicture = event.target === walker;
  if (inPicture && ways[event.key]) return () => walk(ways[event.key]);
  if (inPicture && (event.key === "Enter" || event.key === " ")) return () => enter(walker);
  if (Object.hasOwn(letters, event.key)) return find(".keys").checked ? letters[event.key] : null;
  return Object.hasOwn(keys, event.key) && event.target !== slider ? keys[event.key] : null;
}

on(document, "keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || find(".help").open) return;
  const act = actOf(event);
  if (!act) return;
  event.preventDefault();
  act();
});

on(find(".in"), "click", () => zoomBy(1.25));
on(find(".out"), "click", () => zoomBy(0.8));
on(find(".fit"), "click", fit);
on(find(".ask"), "click", () => find(".help").showModal());

function follow() {
  const node = byId.get(location.hash.slice(1));
  if (!node) return;
  choose(node);
}

open();
startTime();
follow();
on(window, "hashchange", follow);
