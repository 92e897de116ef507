// What the pages do when JavaScript runs. They work without it: it only adds.
//
// The reader's state lives in the browser only: in localStorage under the name of the
// play, as all sites that are read from a disk share one storage; and whom the reader
// follows in the fragment of the URL, so that a link can be shared. Both may hold
// anything: they are checked, and reach the page as text or as names of our own files.
"use strict";
(() => {

// words are what readers read of what this script adds. A site in another language has them in the place of these.
const words = {
  "list": "{first}, {second}",
  "list-last": "{first} and {second}",
  "hour-row": "Hour {n}",
  "bar": "Whom you follow",
  "bar-next": "Next: {title}",
  "bar-return": "Return to {name}",
  "bar-back": "← Back",
  "bar-stay": "Stay here",
  "bar-stop": "Stop following",
  "bar-staying": "You stay {room}",
  "bar-staying-end": "You stay {room}, where nobody comes any more",
  "bar-staying-somewhere": "You stay in a room",
  "bar-following": "You follow {name}",
  "bar-followed": "You followed {name} to the end",
  "bar-lost": "You follow {name}, who is not here",
  "bar-go-on": "Go on: {title}",
  "bar-scene": "scene",
  "seen": "(seen)",
  "you-are-here": "(you are here)",
  "resume-at": "Go on reading: {title}",
  "resume-with": "Go on reading: {title}, with {name}",
  "resume-scene": "your scene",
  "again": "Start again",
  "seen-of": "You have seen {seen} of the {n} scenes on this map.",
  "resume-place": "Go on where you were: {title}",
  "split": "Split screen",
  "split-heading": "Side by side",
  "split-choose": "Choose two to six to see side by side",
  "split-time": "Time",
  "split-table": "Back to the table",
  "split-show": "Show them side by side",
  "split-full": "Six are chosen; there is no room for more.",
  "split-earlier": "↑ Earlier",
  "split-later": "Later ↓",
  "split-elsewhere": "{text} (another page)",
  "split-absent": "{names}: not yet here.",
  "split-now": "{names}: {title}.",
  "split-then": "{names}: {title}, in hour {n}.",
  "split-last": "Last seen in hour {n}",
  "split-never": "Not seen yet on this page",
  "keys": "Keys",
  "keys-use": "Use these keys",
  "close": "Close",
  "key-next": "→ or n",
  "keys-next": "the next scene of the one you follow, or the only exit",
  "key-back": "← or p, b",
  "keys-back": "back on your path",
  "keys-stay": "stay in the room",
  "key-digits": "1 to 9",
  "keys-digits": "the exits in their order; on the cover, the characters",
  "key-split": "↑ and ↓",
  "keys-split": "in the split screen: earlier, later",
  "keys-map": "the map",
  "keys-all": "all at once",
  "keys-hours": "scene by scene",
  "keys-cover": "the cover",
  "keys-list": "this list"
};

const body = document.body;
const root = body.dataset.root || "";
const here = body.dataset.scene || "";
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// make returns an element; what is put inside is text, or other elements.
function make(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function button(name, text, press) {
  const made = make("button", { type: "button", class: name }, text);
  made.addEventListener("click", press);
  return made;
}

const shorten = (text, most) => text.length > most ? text.slice(0, most).trimEnd() + "…" : text;

// say returns one of the words, with values in the place of its placeholders.
function say(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => Object.hasOwn(values, name) ? String(values[name]) : whole);
}

// listed returns "Juliet, Nurse and Paris".
function listed(names) {
  if (names.length < 2) return names.join();
  const most = names.slice(0, -1).reduce((first, second) => say("list", { first, second }));
  return say("list-last", { first: most, second: names.at(-1) });
}

/* ---- what the browser remembers ---- */

const storage = "ceptre:" + body.dataset.play;
const isWay = text => typeof text === "string" && /^(follow|stay)=[a-z0-9-]+$/.test(text);
const isScene = text => typeof text === "string" && /^[\w-]+$/.test(text);
const record = value => value && typeof value === "object" && !Array.isArray(value) ? value : {};
const list = value => Array.isArray(value) ? value : [];

// state: the scenes seen; the path, of { scene, way: how it was entered, title }; the way
// now: "follow=juliet", "stay=orchard" or ""; names of characters and rooms; and where
// reading of long pages stopped.
let state = sound({});

function sound(found) {
  const value = record(found);
  return {
    seen: list(value.seen).filter(isScene),
    path: list(value.path).filter(step => isScene(record(step).scene)),
    way: isWay(value.way) ? value.way : "",
    names: record(value.names),
    rooms: record(value.rooms),
    places: record(value.places),
  };
}

function stored(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise; // there is no storage, or it is closed to us, or somebody else wrote into it
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* then it is forgotten with the page */ }
}

// update changes the state as it is now: another tab may have changed it.
function update(change) {
  state = sound(stored(storage, state));
  change(state);
  store(storage, state);
}

const nameOf = who => Object.hasOwn(state.names, who) ? String(state.names[who])
  : who.split("-").map(part => part.charAt(0).toUpperCase() + part.slice(1)).join(" ");

// stayingIn says by the word of a key that the reader stays in a room.
const stayingIn = key => Object.hasOwn(state.rooms, room())
  ? say(key, { room: String(state.rooms[room()]) }) : say("bar-staying-somewhere");

// learn keeps the names of the characters and the room on this page: others know only their slugs.
function learn() {
  const found = all("th[data-who]").map(th => [th.dataset.who, th.textContent]);
  for (const li of all(".cast li[data-who]")) found.push([li.dataset.who, one(".name", li).textContent]);
  const scene = one("article[data-names]");
  if (scene) {
    const names = scene.dataset.names.split("\n");
    cast(scene).forEach((who, i) => found.push([who, names[i] ?? who]));
  }
  const place = one("article[data-place]")?.dataset;
  if (place && state.rooms[place.place] !== place.room) update(s => { s.rooms[place.place] = shorten(place.room, 60); });
  const fresh = found.filter(([who, name]) => nameOf(who) !== name);
  if (fresh.length) update(s => fresh.forEach(([who, name]) => { s.names[who] = shorten(name, 60); }));
}

/* ---- follow mode: every link carries whom one follows by it ---- */

const cast = element => (element.dataset.cast || "").split(" ").filter(Boolean);
const rooms = element => (element.dataset.rooms || "").split(" ").filter(Boolean);
const wayTo = kind => state.way.startsWith(kind + "=") ? state.way.slice(kind.length + 1) : "";
const room = () => wayTo("stay"); // in which the reader stays
const followed = () => wayTo("follow");
const exits = () => all(".exits a.way");
const scenePage = (scene, way) => root + "scenes/" + scene + ".html" + (isWay(way) ? "#" + way : "");

// wayOf returns how one goes on by a link: with the one who is followed already, or in the room,
// where that way leads; else with the first who goes there.
function wayOf(link) {
  const going = cast(link), stays = rooms(link);
  if (going.includes(followed()) || stays.includes(room())) return state.way;
  if (going.length) return "follow=" + going[0];
  return stays.length ? "stay=" + stays[0] : "";
}

function direct() {
  for (const link of all("a[data-cast], a[data-rooms]")) {
    const way = wayOf(link);
    if (way) link.hash = way;
  }
}

function withWay(link, way) {
  const url = new URL(link.href);
  url.hash = way;
  return url.href;
}

// next is the exit of the one who is followed, or of the room; of the only exit where
// nobody is followed.
function next() {
  if (followed()) return exits().find(link => cast(link).includes(followed()));
  if (room()) return exits().find(link => rooms(link).includes(room()));
  return exits().length === 1 ? exits()[0] : undefined;
}

// back is the page that the reader came from on the path; where there is none, that from
// which the one comes who is followed.
function back() {
  const before = state.path.at(-2);
  if (before && state.path.at(-1).scene === here) return scenePage(before.scene, before.way || state.way);
  const ways = all(".back a.way");
  const link = ways.find(a => cast(a).includes(followed())) || (ways.length === 1 && ways[0]);
  return link ? link.href : "";
}

// stay is the exit of a reader who stays in the room of this scene.
const hereRoom = () => one("article")?.dataset.place || "";
const stay = () => exits().find(link => rooms(link).includes(hereRoom()));
const wayToStay = () => "stay=" + hereRoom();

const wayInURL = () => isWay(location.hash.slice(1)) ? location.hash.slice(1) : "";

// readWay takes whom to follow from the URL, where it says so.
function readWay() {
  const way = wayInURL();
  if (way && way !== state.way) update(s => { s.way = way; });
}

function titleHere() {
  const heading = one("h1"), where = one(".where", heading);
  const parts = [heading.firstChild.textContent.trim(), where && where.textContent];
  const number = one(".kicker")?.textContent.split(" · ")[0] ?? "";
  return shorten(number + ": " + parts.filter(Boolean).join(" — "), 120);
}

// arrive puts the scene at the end of the path. Nothing leads on to a scene that was seen
// before on the way: who comes to one has gone back.
function arrive() {
  if (!isScene(here)) return;
  update(s => {
    if (!s.seen.includes(here)) s.seen.push(here);
    const at = s.path.findIndex(step => step.scene === here);
    if (at >= 0) s.path.length = at + 1;
    else s.path.push({ scene: here, way: wayInURL(), title: titleHere() });
  });
}

function leave() {
  update(s => { s.way = ""; });
  rewriteHash("");
  refresh();
  one("main").focus(); // the button that had the focus is gone
}

// rewriteHash changes the URL without a step in the history, and without scrolling.
function rewriteHash(fragment) {
  try {
    history.replaceState(history.state, "", fragment ? "#" + fragment : location.href.split("#")[0]);
  } catch { /* some browsers do not let pages from a disk do that */ }
}

/* ---- the bar says whom one follows, and leads on ---- */

const bar = make("section", { class: "follow-bar", "aria-label": say("bar") });

function drawBar() {
  const last = state.path.at(-1);
  bar.hidden = !state.way || !last || body.matches(".cover-page, .thread");
  bar.replaceChildren(...bar.hidden ? [] : here ? barInScene() : barElsewhere(last));
  bar.remove();
  if (!bar.hidden) body.append(bar);
  makeRoom();
}

// makeRoom lets the page scroll so far that nothing with the focus is below the bar.
function makeRoom() {
  document.documentElement.style.scrollPaddingBottom = bar.isConnected ? bar.offsetHeight + 12 + "px" : "";
}

function barInScene() {
  const onward = next(), before = back();
  const parts = [make("p", { class: "following" }, saying(onward))];
  if (onward) {
    const title = say("bar-next", { title: shorten(one(".to", onward).textContent, 28) }) + " →";
    parts.push(make("a", { class: "next", href: withWay(onward, state.way) }, title));
  }
  const lost = !onward && lastWith(state.way);
  if (lost) parts.push(make("a", { href: scenePage(lost.scene, lost.way) }, say("bar-return", { name: nameOf(followed()) })));
  if (before) parts.push(make("a", { class: "back", href: before }, say("bar-back")));
  if (!room() && stay()) parts.push(make("a", { class: "stay", href: withWay(stay(), wayToStay()) }, say("bar-stay")));
  return [...parts, button("stop", say("bar-stop"), leave)];
}

const inScene = who => cast(one("article") || body).includes(who);

function saying(onward) {
  if (room()) return stayingIn(onward ? "bar-staying" : "bar-staying-end");
  const name = nameOf(followed());
  if (onward) return say("bar-following", { name });
  return say(inScene(followed()) ? "bar-followed" : "bar-lost", { name });
}

// lastWith is where on the path the reader last was with the one who is followed and is
// not here.
function lastWith(way) {
  return followed() && !inScene(followed()) && state.path.findLast(step => step.way === way && step.scene !== here);
}

function barElsewhere(last) {
  const text = room() ? stayingIn("bar-staying") : say("bar-following", { name: nameOf(followed()) });
  const title = shorten(say("bar-go-on", { title: last.title || say("bar-scene") }), 34) + " →";
  return [
    make("p", { class: "following" }, text),
    make("a", { class: "next", href: scenePage(last.scene, state.way) }, title),
    button("stop", say("bar-stop"), leave),
  ];
}

/* ---- what was seen ---- */

function markSeen() {
  const seen = new Set(state.seen);
  for (const link of all("a[data-to]")) {
    const known = seen.has(link.dataset.to) && link.dataset.to !== here;
    if (known === link.classList.contains("seen")) continue;
    link.classList.toggle("seen", known);
    if (known) link.append(make("span", { class: "quiet" }, " " + say("seen")));
    else one(".quiet", link)?.remove();
  }
}

// offerToResume fills the line on the cover that leads back into the play.
function offerToResume() {
  const line = one("#resume"), last = state.path.at(-1);
  if (!line) return;
  line.hidden = !last;
  if (!last) return;
  const text = say(followed() ? "resume-with" : "resume-at",
    { title: last.title || say("resume-scene"), name: nameOf(followed()) });
  const link = make("a", { href: scenePage(last.scene, state.way) }, text);
  line.replaceChildren(link, " ", button("again", say("again"), forget));
}

function forget() {
  update(s => Object.assign(s, sound({ names: s.names, rooms: s.rooms })));
  refresh();
  one("main").focus();
}

/* ---- the map, lit along the reader's path ---- */

const sceneOf = node => /([\w-]+)\.html/.exec(node.parentNode.getAttribute("href") || "")?.[1];

function light() {
  const picture = one(".plane svg");
  if (!picture) return;
  const scenes = new Map(all(".node", picture).map(node => [node.id, sceneOf(node)]));
  const present = new Set(scenes.values());
  picture.classList.toggle("lit", state.path.some(step => present.has(step.scene)));
  for (const node of all("a > .node", picture)) lightNode(node, sceneOf(node));
  const on = trodden(scenes, picture);
  for (const edge of all(".edge[data-from]", picture)) edge.classList.toggle("path", on(edge));
  for (const label of all(".node.character", picture)) label.classList.toggle("path", state.path.some(step => isOf(label, step.way)));
  countSeen(present);
}

function lightNode(node, scene) {
  const current = scene === (state.path.at(-1) || {}).scene, seen = state.seen.includes(scene);
  node.classList.toggle("seen", seen);
  node.classList.toggle("here", current);
  node.classList.toggle("path", state.path.some(step => step.scene === scene));
  const marks = [" " + say("seen"), " " + say("you-are-here")], said = node.getAttribute("aria-label") || "";
  const old = marks.find(mark => said.endsWith(mark)) || "";
  node.setAttribute("aria-label", said.slice(0, said.length - old.length) + (current ? marks[1] : seen ? marks[0] : ""));
}

const isOf = (element, way) => isWay(way) && way.startsWith("follow=") && element.classList.contains("who-" + way.slice("follow=".length));

// trodden returns whether an edge is on the path: between two scenes that follow each
// other there, on the line of the one who was followed; or of anyone, where nobody was.
// Scenes between that concern everybody are on no line.
function trodden(scenes, picture) {
  const ways = new Map(), dots = all("a > .node", picture);
  const aside = step => step.way.startsWith("follow=") && !dots.some(dot => sceneOf(dot) === step.scene && isOf(dot, step.way));
  const path = state.path.map(step => ({ scene: step.scene, way: isWay(step.way) ? step.way : "" }));
  path.forEach((step, i) => {
    ways.set(step.scene + ">" + step.scene, "");
    const before = path.slice(0, i).findLast(other => other.way !== step.way || !aside(other));
    if (before) ways.set(before.scene + ">" + step.scene, step.way);
  });
  return edge => {
    const way = ways.get(scenes.get(edge.dataset.from) + ">" + scenes.get(edge.dataset.to));
    return way !== undefined && (!way.startsWith("follow=") || isOf(edge, way));
  };
}

function countSeen(present) {
  const scenes = [...present].filter(Boolean), legend = one(".map figcaption");
  const note = one(".lit-note") || make("p", { class: "lit-note" });
  note.textContent = say("seen-of",
    { seen: scenes.filter(s => state.seen.includes(s)).length, n: scenes.length });
  legend?.append(note);
}

// showPlace scrolls the map to the scene that the reader comes from, if it is not in sight.
function showPlace() {
  const node = document.getElementById(location.hash.slice(1)) || one(".plane .node.here");
  const plane = node && node.closest(".plane");
  if (!plane) return;
  const at = node.getBoundingClientRect(), frame = plane.getBoundingClientRect();
  const seen = at.left >= frame.left && at.right <= frame.right;
  node.scrollIntoView({ block: "nearest", inline: seen ? "nearest" : "center" });
}

/* ---- where reading of long pages stopped ---- */

const file = location.pathname.split("/").slice(root ? -2 : -1).join("/");
const series = file.replace(/(--\d+)?\.html$/, ""); // its parts have this in common
const marks = () => all(".leaf[id], .hour[id]");

// notePlace keeps what is read now. The beginning is no place to come back to, and at the
// end nothing is left to read.
function notePlace() {
  const at = marks().findLast(mark => mark.getBoundingClientRect().top < innerHeight / 3);
  if (!at || at === marks()[0]) return;
  const ended = at === marks().at(-1) && at.getBoundingClientRect().bottom < innerHeight && !one(".pager .next");
  update(s => {
    if (ended) delete s.places[series];
    else s.places[series] = { file, id: at.id, title: shorten(one("h2", at).textContent.replace(" " + say("seen"), ""), 80) };
  });
}

function offerPlace() {
  const place = Object.hasOwn(state.places, series) && record(state.places[series]);
  const known = place && /^([\w-]+\/)?[\w-]+\.html$/.test(place.file) && isScene(place.id);
  if (!known || location.hash || !marks().length) return;
  const link = make("a", { href: root + place.file + "#" + place.id }, say("resume-place", { title: place.title }));
  one("main header").append(make("p", { class: "resume" }, link));
}

/* ---- the split screen: who is where, side by side ---- */

const mostPanes = 6;
let split; // what the reader chose to see: { chosen, hour, active }, and the parts of the page

function readScenes(table) {
  return all("tbody tr", table).flatMap(row => all("td[id]", row)
    .map(cell => ({ cell, hour: Number(row.dataset.hour), cast: cast(cell), title: one("h2", cell) })));
}

function setStage() {
  const table = one(".all .columns");
  if (!table || one(".split-screen")) return;
  const scenes = readScenes(table), hours = all("tbody tr", table).map(row => Number(row.dataset.hour));
  split = { table, scenes, chosen: [], active: false, first: Math.min(...hours), last: Math.max(...hours) };
  split.hour = split.first;
  readSplit();
  buildStage();
  drawSplit();
}

// readSplit takes the choice from the fragment: #split=juliet,romeo&hour=7. The hour may
// be "last": the last one of this part.
function readSplit() {
  const found = /^#split=([a-z0-9,-]+)&hour=(\d+|last)$/.exec(location.hash);
  if (!found) return;
  split.chosen = [...new Set(found[1].split(",").filter(Boolean))].slice(0, mostPanes);
  split.hour = found[2] === "last" ? split.last : Math.min(Math.max(Number(found[2]), split.first), split.last);
  split.active = true;
}

function buildStage() {
  split.status = make("p", { class: "quiet", role: "status" });
  split.switch = button("switch", "", turnSplit);
  split.hint = make("p", { class: "hint" });
  split.heading = make("h2", { id: "split-heading", tabindex: "-1" }, say("split-heading"));
  split.panes = make("div", { class: "split" });
  split.show = make("div", { class: "side-by-side" }, split.heading, timeControls(), split.panes);
  split.menu = make("details", { class: "choose" }, make("summary", {}, say("split")), boxes(), split.hint);
  const section = make("section", { class: "split-screen", "aria-label": say("split") }, split.menu, split.show, split.status);
  section.addEventListener("keydown", turnTime);
  split.table.before(section);
}

// turnSplit goes from the table to the panes, or back. The button moves: the focus has to
// be told.
function turnSplit() {
  split.active = !split.active;
  split.menu.open = !split.active;
  drawSplit();
  (split.active ? split.heading : split.switch).focus();
}

// boxes are to choose from those in this part, and those chosen on another.
function boxes() {
  const people = all("th[data-who]", split.table).map(th => th.dataset.who);
  people.push(...split.chosen.filter(who => !people.includes(who)));
  split.people = people;
  const field = make("fieldset", {}, make("legend", {}, say("split-choose")));
  for (const who of people) {
    const box = make("input", { type: "checkbox", value: who });
    box.checked = split.chosen.includes(who);
    box.addEventListener("change", choose);
    field.append(make("label", {}, box, " " + nameOf(who)), " ");
  }
  split.boxes = all("input", field);
  return field;
}

function choose() {
  split.chosen = split.boxes.filter(box => box.checked).map(box => box.value);
  drawSplit();
}

function timeControls() {
  split.earlier = button("earlier", "", () => moveTime(-1));
  split.later = button("later", "", () => moveTime(+1));
  split.slider = make("input", { type: "range", id: "hour", min: split.first, max: split.last, step: 1 });
  split.slider.addEventListener("input", () => { split.hour = Number(split.slider.value); drawSplit(); });
  split.clock = make("label", { for: "hour" });
  return make("div", { class: "split-time", role: "group", "aria-label": say("split-time") }, split.earlier, split.clock, split.slider, split.later);
}

function turnTime(event) {
  const step = { ArrowUp: -1, ArrowDown: +1 }[event.key];
  if (!step || !split.show.contains(event.target) || event.target === split.slider || modified(event)) return;
  event.preventDefault();
  moveTime(step);
}

// moveTime goes an hour on, or to the part of the page where that is.
function moveTime(step) {
  const hour = split.hour + step;
  if (hour >= split.first && hour <= split.last) {
    split.hour = hour;
    drawSplit();
    return;
  }
  const link = one(step < 0 ? ".pager .prev" : ".pager .next");
  if (link) location.assign(withWay(link, "split=" + split.chosen.join() + "&hour=" + (step < 0 ? "last" : "0")));
}

// drawSplit shows the panes, or the table where fewer than two are chosen.
function drawSplit() {
  const enough = split.chosen.length >= 2, shown = split.active && enough;
  split.show.hidden = !shown;
  split.table.hidden = shown;
  split.switch.textContent = shown ? say("split-table") : say("split-show");
  split.switch.disabled = !enough;
  const place = shown ? split.heading : split.hint;
  if (place.nextSibling !== split.switch) place.after(split.switch);
  split.hint.textContent = split.chosen.length === mostPanes ? say("split-full") : "";
  for (const box of split.boxes) box.disabled = !box.checked && split.chosen.length === mostPanes;
  if (shown) drawPanes();
  if (shown || location.hash.startsWith("#split=")) rewriteHash(shown ? "split=" + split.chosen.join() + "&hour=" + split.hour : "");
}

function drawPanes() {
  const groups = together();
  split.panes.replaceChildren(...groups.map(pane));
  split.slider.value = split.hour;
  split.clock.textContent = say("hour-row", { n: split.hour });
  label(split.earlier, say("split-earlier"), split.hour > split.first, one(".pager .prev"));
  label(split.later, say("split-later"), split.hour < split.last, one(".pager .next"));
  split.status.textContent = say("hour-row", { n: split.hour }) + ". " + groups.map(spoken).join(" ");
}

// label says whether a button of time moves on this page, to another part, or not at all.
function label(control, text, within, link) {
  control.textContent = within || !link ? text : say("split-elsewhere", { text });
  control.setAttribute("aria-disabled", String(!within && !link)); // disabled, it would lose the focus
}

// together returns the panes: for each scene those who are in it, or were last.
function together() {
  const groups = new Map();
  for (const who of split.people.filter(who => split.chosen.includes(who))) {
    const scene = split.scenes.findLast(s => s.hour <= split.hour && s.cast.includes(who));
    const at = scene || who; // who has not appeared yet has a pane alone
    if (!groups.has(at)) groups.set(at, { scene, who: [] });
    groups.get(at).who.push(who);
  }
  return [...groups.values()];
}

function spoken({ scene, who }) {
  const names = listed(who.map(nameOf));
  if (!scene) return say("split-absent", { names });
  const title = scene.title.textContent;
  return say(scene.hour < split.hour ? "split-then" : "split-now", { names, title, n: scene.hour });
}

function pane({ scene, who }) {
  const made = make("section", { class: "pane" }, make("h3", {}, listed(who.map(nameOf))));
  const past = !scene || scene.hour < split.hour;
  made.classList.toggle("past", past);
  if (past) made.append(make("p", { class: "since" }, scene ? say("split-last", { n: scene.hour }) : say("split-never")));
  if (scene) made.append(...scenery(scene));
  return made;
}

// scenery copies a scene out of its cell. Names of elements stay with the table.
function scenery({ cell, title }) {
  const copies = [make("h4", {}, ...[...title.childNodes].map(node => node.cloneNode(true)))];
  for (const part of all(":scope > .context, :scope > .prose", cell)) copies.push(part.cloneNode(true));
  for (const copy of copies) all("[id]", copy).forEach(element => element.removeAttribute("id"));
  return copies;
}

/* ---- the keyboard ---- */

const wish = "ceptre:keys"; // holds for all plays: it depends on the reader
let shortcuts = stored(wish, "on") !== "off";

const modified = event => event.ctrlKey || event.altKey || event.metaKey;
const visit = url => { if (url) location.assign(url); };
const follow = link => link && link.click();

// door leads to a page about the whole; on that page it is already open.
function door(name) {
  const is = new RegExp("(^|/)" + name + "(--\\d+)?\\.html(#|$)");
  follow(all(".doors a, section.whole a").find(link => is.test(link.getAttribute("href"))));
}

const actions = new Map([
  ["n", () => follow(next())],
  ["p", () => visit(here && back())],
  ["s", () => visit(stay() && withWay(stay(), wayToStay()))],
  ["m", () => door("map")],
  ["a", () => door("all")],
  ["h", () => door("hours")],
  ["i", () => visit(root + "index.html")],
  ["?", () => help()],
]);
const arrows = document.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
for (const [key, same] of [[arrows[0], "n"], [arrows[1], "p"], ["b", "p"]]) actions.set(key, actions.get(same));

// choice is the exit of a digit; on the cover, the character.
const choice = digit => all(".exits a.way, .cast a.follow")[digit - 1];

// busy reports whether keys belong to what has the focus: a field, or for arrows a region
// that scrolls.
function busy(event) {
  const at = event.target;
  if (at.closest("input:not([type=checkbox]), select, textarea, dialog") || at.isContentEditable) return true;
  return event.key.startsWith("Arrow") && Boolean(at.closest("[tabindex='0']"));
}

function press(event) {
  if (!shortcuts || event.defaultPrevented || modified(event) || busy(event)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // Caps Lock may be on
  const act = /^[1-9]$/.test(key) ? () => follow(choice(Number(key))) : actions.get(key);
  if (!act) return;
  event.preventDefault();
  act();
}

const said = [
  [say("key-next"), say("keys-next")],
  [say("key-back"), say("keys-back")],
  ["s", say("keys-stay")],
  [say("key-digits"), say("keys-digits")],
  [say("key-split"), say("keys-split")],
  ["m", say("keys-map")],
  ["a", say("keys-all")],
  ["h", say("keys-hours")],
  ["i", say("keys-cover")],
  ["?", say("keys-list")],
];

let dialog;

function help() {
  dialog = dialog || buildHelp();
  if (!dialog.open) dialog.showModal();
}

function buildHelp() {
  const box = make("input", { type: "checkbox" });
  box.checked = shortcuts;
  box.addEventListener("change", () => { shortcuts = box.checked; store(wish, shortcuts ? "on" : "off"); });
  const table = make("dl", {});
  for (const [keys, does] of said) table.append(make("div", {}, make("dt", {}, make("kbd", {}, keys)), make("dd", {}, does)));
  const made = make("dialog", { class: "keys", "aria-labelledby": "keys-heading" },
    make("h2", { id: "keys-heading" }, say("keys")), table, make("p", {}, make("label", {}, box, " " + say("keys-use"))),
    button("close", say("close"), () => made.close()));
  body.append(made);
  return made;
}

/* ---- everything in its turn ---- */

// refresh shows the state; it may be called again.
function refresh() {
  direct();
  markSeen();
  offerToResume();
  light();
  drawBar();
}

function start() {
  state = sound(stored(storage, state));
  readWay();
  learn();
  arrive();
  refresh();
}

start();
offerPlace();
setStage();
showPlace();
one(".foot")?.append(" ", button("help", say("keys"), help));
addEventListener("keydown", press);
addEventListener("hashchange", start);
addEventListener("resize", makeRoom);
addEventListener("pagehide", notePlace);
// A page that comes back as it was left may be older than what was read since.
addEventListener("pageshow", event => { if (event.persisted) start(); });

})();
