// What cards have in common: names, comments, messages, menus of what can be done, and the focus. A part of a card
// is named by the path of its card (`data-path`) and its own place in it; a control by its `data-field` in the card.
import {button, el, icon, prose, say} from './elements.js';
import {choose, moreButton} from './menu.js';
import {fixesOf} from './fixes.js';

// page has the store and the structure view, once the page begins.
export const page = {store: null, root: null};

const cardOf = e => e.closest('[data-path]');
// pathOf returns the path of a part: place is where it is in its card, `l0/1` say.
export const pathOf = (e, place = '') => {
	const path = cardOf(e).dataset.path;
	return path + (path && place ? '/' : '') + place;
};
export const short = text => (text ?? '').replace(/\s+/g, ' ').trim();

// ---- changes and the focus ----

// change makes an edit, and announces it. With `stay` the focus stays at its control, or at the control of the same
// name if the card is made anew; else it goes to the part that was made or changed.
export const change = async (edit, {says, stay} = {}) => {
	const from = stay && position();
	if (!await page.store.edit(edit)) return false;
	if (says) say(says);
	if (!from || !restore(from)) arrive(edit, page.store.focus);
	return true;
};

// position remembers which control has the focus, and restore gives it the focus again.
export const position = () => {
	const control = document.activeElement, card = control && page.root.contains(control) && cardOf(control);
	return card && {control, box: card.parentElement, key: card.key, index: [...card.parentElement.children].indexOf(card), path: card.dataset.path, field: control.dataset.field};
};
export const restore = ({control, box, key, index, path, field}) => {
	if (control.isConnected && control === document.activeElement) return true;
	if (control.isConnected && control.checkVisibility()) return focused(control);
	const cards = box.isConnected ? [...box.children] : [];
	const card = key === undefined ? cardAt(path) : cards.find(c => c.key === key);
	if (card) return focused(fieldOf(card, field) ?? fieldOf(card, 'open') ?? fieldOf(card, 'name') ?? card.querySelector('button'));
	// It is gone: the focus goes to the card in its place.
	const next = cards[Math.min(index, cards.length - 1)];
	return focused((next ?? box.closest('section'))?.querySelector('button:not(:disabled)'));
};
const focused = e => {
	e?.focus();
	return !!e;
};
const cardAt = path => page.root.querySelector(`[data-path="${CSS.escape(path)}"]`);
const fieldOf = (card, name) => name && [...card.querySelectorAll(`[data-field="${CSS.escape(name)}"]`)].find(e => cardOf(e) === card);

// opening are the edits that make something to go on with at once.
const opening = new Set(['rule', 'link', 'clause', 'never', 'invariant']);

// arrive gives the focus to what an edit made or changed: the innermost part at its path that there is.
const arrive = (edit, path) => {
	if (path === undefined) return;
	const steps = path.split('/');
	for (let n = steps.length; n > 0; n--) {
		const card = cardAt(steps.slice(0, n).join('/'));
		if (!card) continue;
		const place = steps.slice(n).join('/');
		if (place || opening.has(edit.do)) card.opens?.(true);
		const part = place && card.querySelector(`[data-at="${CSS.escape(place)}"]`);
		if (focused(edit.do === 'rename' && fieldOf(card, 'name') || fieldOf(card, place) || part && (part.querySelector('.term') ?? part.querySelector('button')) ||
			!opening.has(edit.do) && fieldOf(card, 'open') || [...card.querySelectorAll('[data-first]')].find(e => cardOf(e) === card) || card.querySelector('button, input'))) return;
	}
};

// ---- names ----

// nameButton shows a name, which Enter or a click changes in place. Rename gets the new name, and returns a promise
// of whether that was done.
export const nameButton = (name, label, rename, props) => {
	const b = button(name, () => edit(), {class: 'name-button', 'data-field': 'name', 'aria-label': `${name}, ${label}: rename`, title: 'Rename (F2)', ...props});
	const edit = () => {
		const form = nameField({label: 'New name of ' + label, value: name, done: rename, cancel: () => {
			form.replaceWith(b);
			b.focus();
		}});
		b.replaceWith(form);
		form.field.select();
	};
	b.renames = edit;
	return b;
};

// nameField is a field for a name, where Enter is done with it and Esc cancels. With `again` it stays for more.
export const nameField = ({label, value = '', placeholder, done, cancel, again, ...props}) => {
	const field = el('input', {type: 'text', value, placeholder, 'aria-label': label, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 200, ...props});
	let busy = false, left = false; // left: the form loses the focus as it goes
	const leave = () => {
		if (busy || left) return;
		left = true;
		cancel?.();
	};
	const form = el('form', {class: 'name-form', onsubmit: async e => {
		e.preventDefault();
		const name = field.value.trim();
		if (busy || !name) return;
		if (name === value) return leave();
		busy = true;
		const was = await done(name);
		busy = false;
		field.setAttribute('aria-invalid', String(!was));
		if (was && again) field.value = '';
		else if (!was) field.select();
	}, onkeydown: e => {
		if (e.key !== 'Escape') return;
		e.stopPropagation();
		field.value = again ? '' : value;
		leave();
	}, onfocusout: e => { if (!again && !form.contains(e.relatedTarget) && form.isConnected) leave(); }},
	field, el('button', {type: 'submit', class: 'plain', 'aria-label': 'OK', tabindex: again ? -1 : null}, again ? icon('add') : 'OK'));
	form.field = field;
	return form;
};

// born is a button that asks in its place for the name of what it makes.
export const born = (text, label, make, props) => {
	const b = button(icon('add'), () => {
		const form = nameField({label, placeholder: label, done: async name => {
			const made = await make(name);
			if (made && form.isConnected) form.replaceWith(b);
			return made;
		}, cancel: () => {
			const had = form.contains(document.activeElement);
			form.replaceWith(b);
			if (had) b.focus();
		}});
		b.replaceWith(form);
		form.field.focus();
	}, {class: 'add', ...props}, text);
	return b;
};

// ---- comments and text ----

// textArea edits a text of several lines in the place of an element. Done gets the text and the path of the card.
const textArea = (instead, {label, value, done, code}) => {
	const at = pathOf(instead);
	const area = el('textarea', {'aria-label': label, value, rows: Math.min(12, value.split('\n').length + 1), class: code ? 'code' : '', spellcheck: code ? 'false' : null});
	const leave = () => {
		form.replaceWith(instead);
		instead.hidden = !instead.stays;
		(instead.hidden ? cardOf(instead) : instead).querySelector('button')?.focus();
	};
	const form = el('form', {class: 'area', onsubmit: async e => {
		e.preventDefault();
		if (area.value === value || await done(area.value, at) && form.isConnected) leave();
	}, onkeydown: e => {
		if (e.key === 'Escape') {
			e.stopPropagation();
			leave();
		} else if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
			e.preventDefault();
			form.requestSubmit();
		}
	}}, area, el('p', {class: 'row'}, el('button', {type: 'submit', class: 'primary'}, 'Done'), button('Cancel', leave)));
	instead.replaceWith(form);
	area.focus();
};

// commentOf shows the comment of a part, if it has one. Its method edits changes it.
export const commentOf = (item, what) => {
	const value = item.comment ?? '';
	const box = el('div', {class: 'comment', hidden: !value},
		button(value, () => box.edits(), {class: 'comment-text', 'data-field': 'comment', title: 'Change the comment', 'aria-label': `Comment of ${what}: ${value}`}));
	box.stays = value !== '';
	box.edits = () => textArea(box, {label: 'Comment of ' + what, value, done: (text, at) => change({do: 'comment', at, text})});
	return box;
};

// textOf shows the text of a part as code, or only its method edits, which changes it.
export const textOf = (item, what, stays = true) => {
	const box = el('div', {class: 'text-part', hidden: !stays}, ...stays ? [el('pre', {}, el('code', {}, item.text)),
		button('Edit the text', () => box.edits(), {class: 'small', 'data-field': 'text'})] : []);
	box.stays = stays;
	// A card may stay while the text of its parts changes.
	box.edits = () => textArea(box, {label: 'Text of ' + what, value: cardOf(box).item?.text ?? item.text, code: true, done: (text, at) => change({do: 'replace', at, text})});
	return box;
};

// ---- what can be done with a part ----

// moreOf is the button for the menu of a part: its own items, then those that all parts have. An item has a label,
// does, and a note, a key for instance.
export const moreOf = (what, items, props) => moreButton('More for ' + what, async b => {
	const text = {label: 'Show in the text', does: () => b.dispatchEvent(new CustomEvent('show-text', {bubbles: true}))};
	const item = await choose(b, {label: 'What to do with ' + what, role: 'menu', items: [...items().filter(Boolean), text]});
	item?.does();
}, {'data-field': 'more', ...props});

// ---- messages ----

// said has the messages about each part of the outline.
export const said = new WeakMap();

// messagesOf lists the messages about a part in its card. The places of their fixes move, as does the card's part.
export const messagesOf = (card, item) => {
	const list = said.get(item) ?? [];
	return el('ul', {class: 'messages', hidden: list.length === 0}, ...list.map((m, n) => message(m, async i => {
		const from = position();
		if (await page.store.fix(said.get(card.item)[n].fixes[i]) && from) restore(from);
	})));
};
export const message = (m, fix, ...before) => {
	const {text = m.text, does} = simply[m.code]?.(short(page.store.text.slice(m.from, m.to))) ?? {};
	return el('li', {class: m.warning ? 'warning' : 'error'}, el('span', {class: 'sort'}, m.warning ? 'Hint' : 'Error'), ' ', ...before,
		el('span', {}, ...prose(text)), ' ', fixesOf(m, fix, does));
};
// simply has the words of cards for messages that are about signs in the text, by their codes. It gets the marked text.
const simply = {
	'made-again': fact => ({text: `\`${fact}\` is used up and made again: it could be kept`, does: `keep ${fact}`}),
	'only-tested': pred => ({text: `no rule uses up a fact of \`${pred}\`; rules only test them\nthey could be permanent`, does: `make ${pred} permanent`}),
};
