// The stages as a diagram: from the start down, in layers. Boxes and the names of links are buttons that lead to their
// cards, with the arrows drawn behind them. A link is added by choosing the two stages that it joins.
import {$, button, el, icon, say} from './elements.js';
import {page} from './parts.js';
import {play} from './live-play.js';
import {end, label, layout} from './stage-layout.js';

const least = .8; // of its size, to which the diagram shrinks to fit

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
	const frame = el('div', {class: 'stages-scroll', tabindex: -1}, sheet);
	let room = 0; // to measure it in the middle of a change would have the browser lay out the page
	const measure = () => { room = frame.clientWidth - 12; }; // without its padding
	const fit = () => {
		if (room <= 0) measure();
		if (room > 0) sheet.style.zoom = Math.max(least, Math.min(1, room / parseFloat(sheet.style.width)));
	};
	new ResizeObserver(() => {
		measure();
		fit();
	}).observe(frame);
	let from, choosing = false; // the first stage of a new link; undefined before it is chosen
	const adds = button(icon('add'), () => choosing ? stops() : starts(), {class: 'add', 'aria-pressed': 'false'}, 'Link two stages');
	const root = el('section', {class: 'stages', 'aria-label': 'Diagram of the stages', hidden: true, onkeydown: e => {
		if (e.key !== 'Escape' || !choosing) return;
		e.stopPropagation();
		stops();
		adds.focus();
	}}, frame, el('div', {class: 'row'}, adds, words));
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
		fit();
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
		}), ...arrows.flatMap(a => a.names.map((l, i) => at(button(l.name, () => goes(l.path), {class: `stage-link ${l.unnamed ? 'unnamed' : ''}`, 'data-of': 'link ' + l.path,
			'aria-label': `link ${l.unnamed ? '' : l.name}, from ${a.from} to ${a.to || 'the end'}`}), a.from === a.to ? a.x - (a.wide - l.wide) / 2 : a.x, a.y + (i - (a.names.length - 1) / 2) * label))));
		adds.setAttribute('aria-pressed', String(choosing));
		if (focus) sheet.querySelector(`[data-of="${CSS.escape(focus)}"]`)?.focus({preventScroll: true});
	};
	store.subscribe(({outline}) => outline && draw());
	play.subscribe(draw);
};
