// Contexts as a board: the facts of a predicate that places things are shown where they place them, in rooms or on a
// grid. A thing is moved by drag, by choosing it and then a place, or by keys; at an empty place another is added.
import {boardsOf, keepBoards} from './drafts.js';
import {$, el, say} from './elements.js';
import {choose, menuButton, prompt} from './menu.js';
import {change, page, pathOf} from './parts.js';
import {boardOf, factAt, mostLines, nameOf, waysOf} from './places.js';

let chosen = {ways: new Map()}; // keys of ways, by the context or run, in a world of some name
let picked = null; // the thing that the next place gets: {place, thing, token}

// waysNow returns the keys of the ways that are chosen in the program. They stay with it under another name, too.
const waysNow = () => {
	const {world, name} = page.store;
	if (chosen.world !== world) chosen = {world, name, ways: boardsOf(name)};
	else if (chosen.name !== name) keepBoards(chosen.name = name, chosen.ways);
	return chosen.ways;
};

const whatOf = item => item.name === undefined ? 'the run' : 'context ' + item.name;

// boardFor is the element of the board of a context, or of a run with facts in place.
export const boardFor = item => {
	const place = el('div', {class: 'board-place'});
	draw(place, item);
	return place;
};

// begin draws boards anew where something else of the program has changed them, such as a new room.
export const begin = (store, root) => store.subscribe(({outline}) => {
	if (!outline) return;
	for (const place of ['part-contexts', 'part-runs'].flatMap(id => [...$(id).querySelectorAll('.board-place')])) {
		const {item} = place.closest('[data-path]');
		if (item) draw(place, item);
	}
});

// draw shows what a context has on the board, unless that is what it shows.
const draw = (place, item) => {
	const {outline} = page.store, facts = item.whole ? item.facts ?? [] : [];
	const ways = item.whole ? waysOf(outline, new Set(facts.map(f => f.pred))) : [];
	const way = ways.find(w => w.key === waysNow().get(whatOf(item))), board = way && boardOf(outline, way, facts);
	const shows = JSON.stringify([ways.map(w => w.key), way?.key, board?.rows.map(row => row.map(c => [c.id, ...c.things.map(t => [t.index, t.label, t.permanent])])),
		board?.elsewhere.map(t => t.fact.text)]);
	if (place.shows === shows) return;
	if (picked?.place === place) picked = null;
	Object.assign(place, {shows, way, board, item});
	place.replaceChildren(...(ways.length ? [chooser(place, ways)] : []), ...(way ? board ? gridOf(place) : [el('p', {class: 'soft'}, `There are more than ${mostLines} columns or rows, which is too many for a board.`)] : []));
};

const noteOf = ({grid, pred, at}) => grid ? 'by arguments ' + at.map(i => i + 1).join(' and ') : 'a room for each ' + pred.args[at[0]];

// chooser is the button for the predicate whose facts are on the board.
const chooser = (place, ways) => menuButton(place.way ? 'Board: ' + nameOf(place.way) : 'Show as a board', async b => {
	const items = ways.map(way => ({label: nameOf(way), note: noteOf(way), checked: way === place.way, way}));
	const item = await choose(b, {label: 'Which facts say where things are?', items: [...items, {label: 'No board', checked: !place.way}]});
	if (!item) return;
	if (item.way) waysNow().set(whatOf(place.item), item.way.key);
	else waysNow().delete(whatOf(place.item));
	keepBoards(page.store.name, chosen.ways);
	draw(place, place.item);
	place.querySelector('[role=gridcell][tabindex="0"], button').focus();
}, {class: 'small', 'data-field': 'board'});

// gridOf returns the elements of a board.
const gridOf = place => {
	const {way, board, item} = place;
	const titled = cell => {
		const where = way.grid ? `column ${cell.terms[0]}, row ${cell.terms[1]}` : cell.title;
		return where + ': ' + (cell.things.map(t => (t.permanent ? 'permanent ' : '') + t.label).join(', ') || 'empty');
	};
	const tokenOf = thing => {
		const token = el('span', {class: 'token' + (thing.permanent ? ' permanent' : ''), title: thing.fact.text, 'aria-hidden': 'true'}, thing.label);
		token.thing = thing;
		return token;
	};
	const cellOf = cell => {
		const e = el('div', {role: 'gridcell', class: 'cell', tabindex: -1, 'data-field': 'board.' + cell.id}, el('span', {class: 'unseen'}, titled(cell)),
			!way.grid && el('span', {class: 'room', 'aria-hidden': 'true'}, cell.title), ...cell.things.map(tokenOf), el('span', {class: 'plus', 'aria-hidden': 'true'}, '+'));
		e.cell = cell;
		return e;
	};
	const heads = way.grid ? [el('div', {role: 'row', class: 'board-row'}, el('span', {role: 'columnheader', class: 'axis'}, el('span', {class: 'unseen'}, 'row')),
		...board.rows[0].map(c => el('span', {role: 'columnheader', class: 'axis'}, c.terms[0])))] : [];
	const rows = board.rows.map(row => el('div', {role: 'row', class: 'board-row'},
		way.grid && el('span', {role: 'rowheader', class: 'axis'}, row[0].terms[1]), ...row.map(cellOf)));
	const grid = el('div', {role: 'grid', class: 'board ' + (way.grid ? 'on-grid' : 'in-rooms'), 'aria-label': `Board of ${whatOf(item)}: ${nameOf(way)}`}, ...heads, ...rows);
	if (way.grid) grid.style.setProperty('--columns', board.rows[0].length);
	grid.querySelector('.cell').tabIndex = 0;
	listen(place, grid);
	return [el('div', {class: 'board-frame'}, grid),
		board.elsewhere.length > 0 && el('p', {class: 'soft'}, 'Elsewhere: ' + board.elsewhere.map(t => t.fact.text).join(', ')),
		el('p', {class: 'board-help soft'}, 'Choose a thing, then a place, or drag it. With keys: arrows, Enter, + for one more, Delete.')].filter(Boolean);
};

// ---- actions on a board ----

const drop = () => {
	picked?.token.classList.remove('picked');
	picked?.place.querySelector('.board')?.classList.remove('carrying');
	picked = null;
};
const pick = (place, token) => {
	drop();
	picked = {place, thing: token.thing, token};
	token.classList.add('picked');
	place.querySelector('.board').classList.add('carrying');
	say(`${token.thing.label} is chosen. Choose its new place, or Escape.`);
};

// put moves a thing to the place of a cell.
const put = async (place, thing, e) => {
	const {way} = place, {cell} = e, at = `${pathOf(place)}/${thing.index}`;
	drop();
	e.focus({preventScroll: true});
	const other = way.at.filter((arg, i) => thing.fact.args[arg].text !== cell.terms[i]);
	if (!other.length) return say(`${thing.label} stays where it is.`);
	const edit = other.length === 1 ? {do: 'term', at: `${at}/${other[0]}`, term: cell.terms[way.at.indexOf(other[0])]} : {do: 'replace', at, text: factAt(way, thing, cell.terms)};
	await change(edit, {stay: true, says: `${thing.label} is at ${cell.title} now.`});
};

// remove deletes the fact of a thing.
const remove = (place, thing) => change({do: 'delete', at: `${pathOf(place)}/${thing.index}`}, {stay: true, says: `Deleted ${thing.fact.text}.`});

// one returns the only thing of a cell, or that which the user chooses.
const one = async (e, label) => {
	const {things} = e.cell;
	return things.length < 2 ? things[0] : (await choose(e, {label, items: things.map(thing => ({label: thing.label, thing}))}))?.thing;
};

// add puts one more thing at the place of a cell. What it is, menus ask for each argument that is no part of the place.
const add = async (place, e) => {
	const {way} = place, {cell} = e, args = [];
	for (const [i, name] of way.pred.args.entries()) {
		const term = way.at.includes(i) ? cell.terms[way.at.indexOf(i)] : await termOf(place, e, i, name);
		if (term == null) return;
		args.push(term);
	}
	const text = [way.pred.name, ...args].join(' ');
	await change({do: 'fact', at: pathOf(place), pred: text}, {stay: true, says: 'Added: ' + text});
};

// termOf asks for an argument of a new fact.
const termOf = async (place, e, i, name) => {
	const {outline} = page.store, type = outline.types.find(t => t.name === name), label = `${place.way.pred.name} at ${e.cell.title}: which ${name}?`;
	if (type?.numbers) return prompt(e, {label, value: '1', pattern: '[0-9]+', fault: 'A number has only digits.', inputmode: 'numeric'});
	if (!type || type.strings) {
		const text = await prompt(e, {label});
		return text === null ? null : '"' + text.replace(/["\\]/g, '\\$&') + '"';
	}
	const there = new Map(); // where each is already
	for (const cell of place.board.rows.flat()) for (const {fact} of cell.things) there.set(fact.args[i].text, cell.title);
	const items = type.members.filter(m => !m.args.length).map(m => ({label: m.name, note: there.has(m.name) ? 'also at ' + there.get(m.name) : ''}));
	return (await choose(e, {label, items, nothing: `There is no ${name} yet: add a constant to the type first.`}))?.label ?? null;
};

// ---- pointers and keys ----

const cellAt = (grid, x, y) => document.elementsFromPoint(x, y).map(e => e.closest?.('.cell')).find(e => e && grid.contains(e));

// towards returns the nearest cell in a direction.
const towards = (grid, from, dx, dy) => {
	const centre = e => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
	const [x, y] = centre(from);
	let best = null, least = Infinity;
	for (const e of grid.querySelectorAll('.cell')) {
		const [u, v] = centre(e), along = (u - x) * dx + (v - y) * dy, across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
		if (along > 2 && along + 3 * across < least) [best, least] = [e, along + 3 * across];
	}
	return best;
};

const listen = (place, grid) => {
	let drag = null, dragged = false;
	grid.addEventListener('focusin', e => {
		const to = e.target.closest('.cell');
		for (const c of to ? grid.querySelectorAll('.cell[tabindex="0"]') : []) c.tabIndex = -1;
		if (to) to.tabIndex = 0;
	});
	grid.addEventListener('click', e => {
		const cell = e.target.closest('.cell'), token = e.target.closest('.token');
		if (!cell || dragged) { dragged = false; return; }
		cell.focus({preventScroll: true});
		const carried = picked?.place === place && picked;
		if (carried && carried.token === token) drop();
		else if (carried) put(place, carried.thing, cell);
		else if (token) pick(place, token);
		else add(place, cell);
	});
	grid.addEventListener('keydown', async e => {
		const cell = e.target.closest('.cell');
		if (!cell || e.ctrlKey || e.metaKey || e.altKey) return;
		const all = [...grid.querySelectorAll('.cell')], to = (dx, dy) => towards(grid, cell, dx, dy)?.focus();
		const enter = async () => {
			if (picked?.place === place) return put(place, picked.thing, cell);
			if (!cell.cell.things.length) return add(place, cell);
			const thing = await one(cell, 'Move which?');
			if (thing) pick(place, [...cell.querySelectorAll('.token')].find(t => t.thing === thing));
		};
		const does = {
			ArrowLeft: () => to(-1, 0), ArrowRight: () => to(1, 0), ArrowUp: () => to(0, -1), ArrowDown: () => to(0, 1),
			Home: () => all[0].focus(), End: () => all.at(-1).focus(), Enter: enter, ' ': enter, '+': () => add(place, cell),
			Escape: picked && (() => { drop(); say('Nothing is chosen.'); }),
			Delete: async () => { const thing = await one(cell, 'Delete which?'); if (thing) await remove(place, thing); },
		}[e.key];
		if (!does) return;
		e.preventDefault();
		e.stopPropagation(); // Delete would be about the context
		does();
	});
	grid.addEventListener('pointerdown', e => {
		const token = e.target.closest('.token');
		dragged = false;
		if (!token || e.button !== 0) return;
		drag = {id: e.pointerId, x: e.clientX, y: e.clientY, token, ghost: null};
		token.setPointerCapture(e.pointerId);
	});
	grid.addEventListener('pointermove', e => {
		if (!drag || e.pointerId !== drag.id) return;
		if (!drag.ghost) {
			if (Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < 4) return;
			drop();
			drag.ghost = drag.token.cloneNode(true);
			drag.ghost.classList.add('ghost');
			drag.token.classList.add('dragged');
			$('over').append(drag.ghost);
		}
		drag.ghost.style.left = e.clientX + 'px';
		drag.ghost.style.top = e.clientY + 'px';
		drag.over?.classList.remove('over');
		drag.over = cellAt(grid, e.clientX, e.clientY);
		drag.over?.classList.add('over');
	});
	const end = (e, does) => {
		if (!drag || e.pointerId !== drag.id) return;
		const {token, ghost, over} = drag;
		drag = null;
		if (!ghost) return;
		ghost.remove();
		token.classList.remove('dragged');
		over?.classList.remove('over');
		dragged = true;
		if (does && over) put(place, token.thing, over);
	};
	grid.addEventListener('pointerup', e => end(e, true));
	grid.addEventListener('pointercancel', e => end(e, false));
};
