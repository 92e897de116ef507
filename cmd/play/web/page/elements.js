// What the page is made of: elements, and the keyboard among them. All texts come from
// programs, and are set as text.
'use strict';

const engine = globalThis.ceptrePlay;
const $ = id => document.getElementById(id);

const el = (name, props, ...children) => {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(props ?? {})) {
		if (value === undefined || value === null || value === false) continue;
		if (key === 'class') e.className = value;
		else if (key === 'onclick') e.addEventListener('click', value);
		else e.setAttribute(key, value === true ? '' : value);
	}
	e.append(...children.filter(c => c !== null && c !== undefined && c !== ''));
	return e;
};
const button = (text, onclick, props, ...children) => el('button', {type: 'button', onclick, ...props}, text, ...children);
const say = text => { $('said').textContent = text; };
// word returns a fixed text of the page, in the form for a number {n} and with values.
const words = ceptreWords[document.documentElement.dataset.words];
const word = (key, values = {}) => {
	const forms = words.texts[key];
	const text = forms[new Intl.PluralRules(words.language).select(values.n ?? 0)] ?? forms.other;
	return text.replace(/{(\w+)}/g, (_, name) => values[name] ?? '');
};
const count = (n, noun) => n + ' ' + noun + (n === 1 ? '' : 's');

const notice = (...what) => {
	$('notice-text').replaceChildren(...what);
	$('notice').hidden = what.length === 0;
};
// lasting shows what stays so for a while, of each name one thing, until there is none.
const lasting = (name, what) => {
	$('is-' + name)?.remove();
	if (what) $('marks').append(el('div', {class: 'notice', id: 'is-' + name}, what));
};
const isLasting = name => !!$('is-' + name);
const click = (id, does) => $(id).addEventListener('click', does);
const complain = text => notice(el('pre', {lang: 'en'}, text));

// rove has one stop for the keyboard among many things, and arrows that go on from it.
const rove = (box, selector, moves) => {
	const all = () => [...box.querySelectorAll(selector)];
	box.addEventListener('focusin', e => {
		const now = e.target.closest(selector);
		if (now) for (const x of all()) x.tabIndex = x === now ? 0 : -1;
	});
	box.addEventListener('keydown', e => {
		const now = e.target.closest?.(selector);
		if (!now || e.ctrlKey || e.metaKey || e.altKey || e.key.length === 1 && !$('keys').checked) return;
		const ends = {Home: 0, End: -1}, next = e.key in ends ? all().at(ends[e.key]) : moves(e.key, now, all());
		if (next === undefined) return;
		e.preventDefault();
		e.stopPropagation();
		next?.focus();
	});
};
// What keys do among many things: null where there is no more, undefined where it is nothing.
const steps = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1};
const upAndDown = (key, now, all) => steps[key] && (all[all.indexOf(now) + steps[key]] ?? null);
// reach scrolls a box, and nothing around it, so that something in it is seen. A part of
// the box at its left may be covered.
const reach = (box, thing, covered = 0) => {
	if (!thing) return;
	const a = thing.getBoundingClientRect(), b = box.getBoundingClientRect();
	const by = (from, to, low, high) => from < low ? from - low : to > high ? to - high : 0;
	box.scrollBy({left: by(a.left, a.right, b.left + 20 + covered, b.right - 20), top: by(a.top, a.bottom, b.top + 8, b.bottom - 8), behavior: 'instant'});
};
const oneStop = (box, selector, current) => {
	const all = [...box.querySelectorAll(selector)];
	const stop = all.find(current ?? (() => false)) ?? all[0];
	for (const x of all) x.tabIndex = x === stop ? 0 : -1;
};
