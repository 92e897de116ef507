// The stages as a diagram: from the start down, in layers. Boxes and the names of links are buttons that lead to their
// cards, with the arrows drawn behind them. A link is added by choosing the two stages that it joins.
import {$, button, el, icon, say} from './elements.js';
import {page} from './parts.js';
import {play} from './live-play.js';

const box = 34, letter = 8.6, inside = 30; // px: the height of boxes, the width of a letter, the room beside a name
const label = 24, small = 7.6; // of links
const gap = 30, between = 36, aside = 26; // between layers, boxes of one, and boxes and arrows beside them
const end = ''; // where links lead that end the run

// layers puts stages into layers: each is one below the nearest stage from which a link leads to it.
export const layers = (names, links, starts) => {
	const depth = new Map();
	const reach = from => {
		const left = [...from];
		for (const name of left) if (!depth.has(name)) depth.set(name, 0);
		for (const name of left) {
			for (const l of links) {
				if (l.from !== name || depth.has(l.to)) continue;
				depth.set(l.to, depth.get(name) + 1);
				left.push(l.to);
			}
		}
	};
	reach(starts.filter(s => names.includes(s)));
	for (const name of names) if (name !== end && !depth.has(name)) reach([name]);
	if (names.includes(end)) depth.set(end, Math.max(0, ...[...depth].filter(([name]) => name !== end).map(([, d]) => d)) + 1);
	const rows = [];
	for (const name of names) (rows[depth.get(name)] ??= []).push(name);
	return rows.filter(Boolean);
};

// layout places boxes and arrows. Links between the same stages are one arrow with all their names.
export const layout = (names, links, starts) => {
	const rows = layers(names, links, starts), row = new Map(rows.flatMap((r, i) => r.map(name => [name, i])));
	const pairs = new Map();
	for (const l of links) {
		const key = JSON.stringify([l.from, l.to]);
		if (!pairs.has(key)) pairs.set(key, {from: l.from, to: l.to, names: []});
		pairs.get(key).names.push(l);
	}
	const arrows = [...pairs.values()].filter(a => row.has(a.from) && row.has(a.to));
	const wide = a => Math.max(...a.names.map(l => l.name.length * small + 14));
	const steps = a => row.get(a.to) - row.get(a.from);
	// ---- boxes, centred in their rows ----
	const width = name => Math.max(64, (name === end ? 7 : name.length) * letter + inside);
	// cell is the width of a box, or of the names of links that stand above it.
	const above = name => arrows.filter(a => a.to === name && steps(a) === 1);
	const cell = name => Math.max(width(name), ...above(name).map(a => wide(a) * (above(name).length > 1 ? 1.6 : 1)));
	const boxes = new Map(), rowWidth = r => r.reduce((w, name) => w + cell(name), 0) + (r.length - 1) * between;
	const left = arrows.filter(a => steps(a) > 1), right = arrows.filter(a => steps(a) < 1);
	const room = list => list.length ? Math.max(...list.map(wide)) + aside + list.length * 14 : 0;
	const middle = Math.max(...rows.map(rowWidth), ...arrows.filter(a => steps(a) === 1).map(wide)), x0 = room(left), total = x0 + middle + room(right);
	let y = 2;
	for (const [i, r] of rows.entries()) {
		let x = x0 + (middle - rowWidth(r)) / 2;
		for (const name of r) {
			boxes.set(name, {name, x: x + (cell(name) - width(name)) / 2, y, w: width(name), h: box});
			x += cell(name) + between;
		}
		const down = arrows.filter(a => steps(a) === 1 && row.get(a.from) === i), most = Math.max(0, ...down.map(a => a.names.length));
		const beside = Math.max(0, ...right.filter(a => row.get(a.to) === i && steps(a) === 0).map(a => a.names.length - 1));
		y += box + gap + Math.max(most, beside) * label;
	}
	// ---- arrows ----
	const paths = arrows.map(a => {
		const f = boxes.get(a.from), t = boxes.get(a.to), d = steps(a);
		if (d === 1) {
			const x1 = f.x + f.w / 2, x2 = t.x + t.w / 2, y1 = f.y + f.h, y2 = t.y - 2, m = (y1 + y2) / 2;
			return {...a, path: `M${x1} ${y1}C${x1} ${m} ${x2} ${m} ${x2} ${y2}`, x: x1 * .25 + x2 * .75, y: y1 * .4 + y2 * .6 - 3, at: 'middle'};
		}
		const side = d > 1 ? -1 : 1, index = (d > 1 ? left : right).indexOf(a) * 14 + aside;
		const edge = side < 0 ? Math.min(...[...boxes.values()].map(b => b.x)) - index : Math.max(...[...boxes.values()].map(b => b.x + b.w)) + index;
		const x1 = side < 0 ? f.x : f.x + f.w, x2 = side < 0 ? t.x - 2 : t.x + t.w + 2, same = a.from === a.to;
		const y1 = f.y + f.h / 2 + (same ? 9 : 4 * side), y2 = t.y + t.h / 2 - (same ? 9 : 4 * side);
		return {...a, path: `M${x1} ${y1}C${edge + side * 6} ${y1} ${edge + side * 6} ${y2} ${x2} ${y2}`, x: (x1 + x2 + 6 * (edge + side * 6)) / 8 - side * 4, y: (y1 + y2) / 2, at: side < 0 ? 'left' : 'right'};
	});
	return {boxes: [...boxes.values()], arrows: paths, width: total + 4, height: y - gap + 6};
};

// goes leads to a card: it is opened, and gets the focus.
const goes = path => {
	const card = page.root.querySelector(`[data-path="${CSS.escape(path)}"]`);
	if (!card) return;
	card.opens?.(true);
	card.scrollIntoView({block: 'center'});
	card.querySelector(card.matches('.rule') ? '.rule-open' : '.name-button')?.focus({preventScroll: true});
};

const svg = (name, props) => {
	const e = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const [key, value] of Object.entries(props)) e.setAttribute(key, value);
	return e;
};

// begin shows the diagram above the rules, where there are stages.
export const begin = store => {
	const sheet = el('div', {class: 'stages-sheet'}), words = el('p', {class: 'soft', role: 'status'});
	let from, choosing = false; // the first stage of a new link; undefined before it is chosen
	const adds = button(icon('add'), () => choosing ? stops() : starts(), {class: 'add', 'aria-pressed': 'false'}, 'Link two stages');
	const root = el('section', {class: 'stages', 'aria-label': 'Diagram of the stages', hidden: true, onkeydown: e => {
		if (e.key !== 'Escape' || !choosing) return;
		e.stopPropagation();
		stops();
		adds.focus();
	}}, el('div', {class: 'stages-scroll', tabindex: -1}, sheet), el('div', {class: 'row'}, adds, words));
	$('stages-place').append(root);

	const starts = () => {
		choosing = true;
		from = undefined;
		draw();
		tells('From which stage? Choose one above. Esc stops.');
		sheet.querySelector('.stage-box')?.focus();
	};
	const stops = () => {
		choosing = false;
		draw();
		tells('');
	};
	const tells = text => { words.textContent = text; };
	const chosen = async name => {
		if (!choosing) {
			const stage = store.outline.stages.find(s => s.name === name);
			return stage && goes(stage.path);
		}
		if (from === undefined) {
			from = name;
			draw();
			tells(`From ${name} to which stage?`);
			return;
		}
		const link = {do: 'link', from, to: name};
		stops();
		if (await store.edit(link)) {
			say('Added a link.');
			goes(store.focus);
		}
	};

	let shown = '';
	const draw = () => {
		const {stages, links, runs} = store.outline, names = stages.filter(s => s.path !== '' && s.name).map(s => s.name);
		root.hidden = names.length + links.length < 2;
		if (root.hidden) return;
		const joins = links.filter(l => l.fromStage).map(l => ({from: l.fromStage, to: l.toStage ?? end, name: l.name || 'link', unnamed: !l.name, path: l.path}));
		if (choosing && from !== undefined || joins.some(l => l.to === end)) names.push(end);
		const first = runs.map(r => r.stage), here = play.state === 'good' ? play.view?.stage ?? '' : null;
		const now = JSON.stringify([names, joins, first, here, choosing, from]);
		if (now === shown) return;
		shown = now;
		const focus = sheet.contains(document.activeElement) && document.activeElement.dataset.of;
		const {boxes, arrows, width, height} = layout(names, joins, first.length ? first : names.slice(0, 1));
		sheet.style.width = width + 'px';
		sheet.style.height = height + 'px';
		const lines = svg('svg', {width, height, 'aria-hidden': 'true'});
		const head = svg('marker', {id: 'stage-arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto-start-reverse'});
		head.append(svg('path', {d: 'M0 0 8 4 0 8z'}));
		lines.append(head, ...arrows.map(a => svg('path', {d: a.path, class: 'stage-arrow', 'marker-end': 'url(#stage-arrow)'})));
		const at = (e, x, y) => Object.assign(e.style, {left: x + 'px', top: y + 'px'}) && e;
		sheet.replaceChildren(lines, ...boxes.map(b => {
			const start = first.includes(b.name), is = b.name === here;
			const e = button(b.name || 'the end', () => chosen(b.name), {class: `stage-box ${b.name === end ? 'end' : ''} ${start ? 'start' : ''}`, 'data-of': 'stage ' + b.name,
				'aria-label': [b.name ? 'stage ' + b.name : 'the end of the run', start && 'the start', is && 'the play is here'].filter(Boolean).join(', '),
				'aria-current': is ? 'step' : null, 'aria-pressed': choosing ? String(from === b.name) : null, disabled: b.name === end && !(choosing && from !== undefined)});
			Object.assign(e.style, {width: b.w + 'px', height: b.h + 'px'});
			return at(e, b.x, b.y);
		}), ...arrows.flatMap(a => a.names.map((l, i) => at(button(l.name, () => goes(l.path), {class: `stage-link ${a.at} ${l.unnamed ? 'unnamed' : ''}`, 'data-of': 'link ' + l.path,
			'aria-label': `link ${l.unnamed ? '' : l.name}, from ${a.from} to ${a.to || 'the end'}`}), a.x, a.y + (i - (a.names.length - 1) / 2) * label))));
		adds.setAttribute('aria-pressed', String(choosing));
		if (focus) sheet.querySelector(`[data-of="${CSS.escape(focus)}"]`)?.focus({preventScroll: true});
	};
	store.subscribe(({outline}) => outline && draw());
	play.subscribe(draw);
};
