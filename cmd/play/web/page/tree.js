// The tree of all that was tried.
'use strict';

const mostDots = 1500; // points of the tree

const label = p => points[p] ? `t${depthOf(p)} ${titleOf(p)}` : word('bench-point-start');

// rows takes the tree apart into lines: each follows the child that was found first.
const rows = () => {
	const next = kids(), out = [], open = [{from: null, at: 0, depth: 0}];
	while (open.length) {
		const row = open.pop(), dots = [];
		let depth = row.depth;
		const later = [];
		for (let p = row.at; p !== undefined; p = next[p][0]) {
			dots.push(p);
			for (const other of next[p].slice(1).reverse()) later.push({from: p, at: other, depth: depth + 1});
			depth++;
		}
		out.push({...row, dots});
		later.sort((a, b) => a.depth - b.depth || b.at - a.at);
		open.push(...later);
	}
	return out;
};

const showSkein = () => {
	const on = new Set(way(view.point)), all = rows(), out = [];
	let dots = 0, hidden = 0;
	for (const row of all) {
		if (dots + row.dots.length > mostDots && !row.dots.some(p => on.has(p))) { hidden += row.dots.length; continue; }
		const kept = row.dots.slice(-mostDots);
		dots += kept.length;
		out.push(branch(row, kept, on, all.length > 1));
	}
	if (hidden) out.push(el('li', {class: 'soft'}, `… and ${hidden} more points`));
	const misfits = lost.slice(0, 100).filter((x, i) => x.why || i <= 20).map(misfit);
	$('skein').replaceChildren(el('ul', {class: 'threads'}, ...out), misfits.length ? el('ul', {}, ...misfits) : '');
	$('tried').textContent = [word('step', {n: points.length - 1}), word('bench-threads', {n: all.length}), ...lost.length ? [word('bench-lost', {n: lost.length})] : []].join(', ');
	oneStop($('skein'), '.dot', d => d.dataset.point === String(view.point));
	showHere();
};

// showHere scrolls the tree to where the player is.
const showHere = () => reach($('skein'), $('skein').querySelector('.dot.here'), $('skein').querySelector('.branch')?.offsetWidth);

// branch is a line of the tree: what it is called, which stays in sight, and its points.
const branch = (row, dots, on, many) => {
	const end = row.dots.at(-1);
	const text = row.from !== null && row.dots.length > 1 ? `${label(row.at)} … ${label(end)}` : label(end);
	const thread = el('span', {class: 'thread'}, ...dots.map(p => dot(p, on)));
	thread.style.setProperty('--depth', row.depth + row.dots.length - dots.length);
	return el('li', {}, el('span', {class: 'branch'}, many ? tick(end) : '', el('span', {class: 'branch-text', title: text}, text)), thread);
};
const tick = end => {
	const box = el('input', {type: 'checkbox', 'aria-label': 'Compare the end of this branch: ' + label(end)});
	box.checked = compared.includes(end);
	box.addEventListener('change', () => mark(end, box.checked));
	return box;
};

// misfit is a step that was lost.
const misfit = x => el('li', {class: 'lost'},
	(x.from ?? 0) >= 0 ? button('where', () => goTo(x.from), {title: 'To where it would have been', 'aria-label': 'To where it would have been: ' + x.text}) : '',
	el('span', {}, '✗ ', el('span', {class: 'code'}, x.text), x.why ? ': ' + x.why : ' (came after it)'));

const dot = (p, on) => button('', () => goTo(p), {
	class: 'dot' + (on.has(p) ? ' on' : '') + (p === view.point ? ' here' : ''), 'data-point': p,
	title: label(p), 'aria-label': label(p), 'aria-current': p === view.point ? 'true' : undefined,
});
const throughTree = (key, now, all) => {
	const by = {ArrowRight: 1, ArrowLeft: -1}[key];
	if (by) return all[all.indexOf(now) + by] ?? null;
	if (!steps[key]) return undefined;
	const lines = [...$('skein').querySelectorAll('.thread')];
	const next = lines[lines.indexOf(now.parentElement) + steps[key]];
	return next?.querySelector('.dot') ?? null;
};

// mark chooses a point to be compared; of two, the page says how their ways differ.
const mark = async (point, yes) => {
	compared = compared.filter(p => p !== point);
	if (yes) compared = [...compared.slice(-1), point];
	if (compared.length < 2) { showSkein(); return; }
	const [left, right] = compared;
	const reply = await act({do: 'compare', left, right});
	showSkein();
	if (!reply || reply.error) return;
	$('ask-title').textContent = word('bench-branches');
	$('answer').replaceChildren(
		el('p', {}, 'First ', el('span', {class: 'code'}, label(left)), ', second ', el('span', {class: 'code'}, label(right)), '. ', reply.text),
		...(reply.sections ?? []).flatMap((s, i) => difference(s, i % 2, left, right)));
	$('answer').scrollTop = 0;
	say(reply.text);
};

// difference lists what only the first has or, of the second, only that.
const difference = (section, ofSecond, left, right) => {
	const names = text => text.replaceAll('#' + left, 'the first').replaceAll('#' + right, 'the second');
	const path = way(ofSecond ? right : left), items = new Map();
	for (const x of section.items ?? []) items.set(x, (items.get(x) ?? 0) + 1);
	const shown = [...items].slice(0, 40).map(([x, n]) => el('li', {}, n > 1 ? n + ' × ' : '', withSteps(names(x), path)));
	if (items.size > 40) shown.push(el('li', {class: 'soft'}, `… and ${items.size - 40} more`));
	return shown.length ? [el('h3', {}, names(section.heading)), el('ul', {}, ...shown)] : [];
};
