// Zooms the picture, filters runs, and shows what is in a cell. Without this, the page has all there is.

const data = JSON.parse(document.getElementById("data").textContent);
const stage = document.querySelector(".stage");
const picture = stage.querySelector("svg");
const tools = document.querySelector(".tools");
const details = document.querySelector(".details");
const find = (selector) => tools.querySelector(selector);
const cells = [...picture.querySelectorAll(".cell")];

tools.hidden = false;
details.hidden = false;

// ---- zoom ----

let zoom = 1;
let wide = 0; // width of the picture at zoom 1

function show(next) {
  if (zoom === 1) wide = picture.clientWidth || picture.getBoundingClientRect().width;
  zoom = Math.min(8, Math.max(1, next));
  stage.classList.toggle("zoomed", zoom > 1);
  picture.style.width = zoom > 1 ? `${wide * zoom}px` : "";
}
find(".in").addEventListener("click", () => show(zoom * 1.3));
find(".out").addEventListener("click", () => show(zoom / 1.3));
find(".fit").addEventListener("click", () => show(1));
stage.addEventListener("wheel", (event) => {
  if (event.ctrlKey) {
    event.preventDefault();
    show(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
  }
}, { passive: false });

// ---- cells ----

// The id of a cell names its series and its bins: c1-3-4.
const place = (cell) => cell.id.slice(1).split("-").map(Number);
const rowOf = (cell) => {
  const [, x, y] = place(cell);
  return document.getElementById(`cell-${x}-${y}`);
};

function tell(cell) {
  const row = rowOf(cell);
  const title = document.createElement("h3");
  const tip = cell.querySelector("title")?.textContent || cell.getAttribute("aria-label") || "";
  title.textContent = tip.split("\n").slice(0, -1).join(" · ") || tip;
  const lists = [...row.querySelectorAll(".examples")].map((list) => list.cloneNode(true));
  details.replaceChildren(title, ...lists);
  details.hidden = false;
}
for (const cell of cells) {
  cell.addEventListener("pointerenter", () => tell(cell));
  cell.closest("a")?.addEventListener("focus", () => tell(cell));
}

// Arrow keys lead to the nearest cell that way.
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function walk(from, [dx, dy]) {
  const middle = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const [a, b] = middle(cell);
    const along = (a - x) * dx + (b - y) * dy;
    const across = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 1 && along + 3 * across < least) {
      least = along + 3 * across;
      best = cell;
    }
  }
  best?.closest("a")?.focus();
}
stage.addEventListener("keydown", (event) => {
  const cell = document.activeElement?.querySelector?.(".cell");
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (cell && ways[event.key]) {
    event.preventDefault();
    walk(cell, ways[event.key]);
  } else if (event.key === "+" || event.key === "-" || event.key === "0") {
    show(event.key === "0" ? 1 : event.key === "+" ? zoom * 1.3 : zoom / 1.3);
  } else if (event.key === "Escape") {
    details.hidden = true;
  }
});

// ---- filter ----

const option = (text, value) => {
  const o = document.createElement("option");
  o.textContent = text;
  o.value = value;
  return o;
};
data.ends.forEach((end, i) => find(".ending").append(option(end, i)));
data.metrics.forEach((metric, i) => find(".metric").append(option(metric, i)));
find(".numbers").hidden = data.metrics.length === 0;

// told are the words of the examples, by series and seed.
const told = new Map();
for (const item of document.querySelectorAll(".cells .examples > li")) {
  told.set(`${item.dataset.series} ${item.dataset.seed}`, item.textContent.toLowerCase());
}

// asked reports whether a run has the seed that is asked for, or is an example that has the words.
function asked(side, seed, words) {
  return /^\d+$/.test(words) ? seed === words : (told.get(`${side} ${seed}`) || "").includes(words);
}

function filter() {
  const ending = Number(find(".ending").value);
  const metric = Number(find(".metric").value);
  const from = find(".from").value === "" ? -Infinity : Number(find(".from").value);
  const to = find(".to").value === "" ? Infinity : Number(find(".to").value);
  const words = find(".words").value.trim().toLowerCase();
  const bounded = from !== -Infinity || to !== Infinity;
  const found = new Map();
  let hits = 0;
  for (const [side, seed, x, y, end, ...numbers] of data.runs) {
    const value = numbers[metric];
    if (ending >= 0 && end !== ending) continue;
    if (bounded && (value == null || value < from || value > to)) continue;
    if (words && !asked(side, String(seed), words)) continue;
    hits++;
    const id = `c${side + 1}-${x}-${y}`;
    found.set(id, (found.get(id) || 0) + 1);
  }
  const all = hits === data.runs.length;
  const rows = new Set();
  for (const cell of cells) {
    cell.classList.toggle("less", !found.has(cell.id));
    if (found.has(cell.id)) rows.add(rowOf(cell));
  }
  for (const row of document.querySelectorAll(".cells tbody tr")) row.hidden = !rows.has(row);
  find(".hits").textContent = all ? "" : `${hits} of ${data.runs.length} runs, ${found.size} of ${cells.length} cells`;
}
tools.addEventListener("input", filter);
find(".all").addEventListener("click", () => {
  find(".ending").value = "-1";
  for (const field of tools.querySelectorAll("input")) field.value = "";
  filter();
});
filter();
