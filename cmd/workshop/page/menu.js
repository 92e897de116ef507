// Menus: a list that opens at a button, as a listbox of values or as a menu of actions, after
// the patterns of the ARIA Authoring Practices. The keyboard stays in one element, whose active item is named by
// aria-activedescendant. Below the width of a phone the list is at the bottom of the screen.
import {$, button, el, icon} from './elements.js';

const filtered = 12; // items, above which there is a field to filter them
const pause = 700; // ms between letters that are typed to find an item
let number = 0;
let closeOpen = null; // closes the menu that is open

// choose opens a menu and returns a promise of the item that was chosen, or null. An item has a label and may have
// a note, a group (the heading above it), checked, disabled, and kind for its looks. Without items the text of
// `nothing` is shown.
export const choose = (anchor, {label, items, role = 'listbox', nothing = 'There is nothing to choose.'}) =>
	opened(anchor, label, (close, box) => {
		const id = 'menu' + ++number, option = role === 'menu' ? 'menuitem' : 'option';
		const rows = items.map((item, i) => row(item, id + '-' + i, option));
		const list = el('div', {role, id, 'aria-label': label, tabindex: -1, class: 'menu-list'});
		const none = el('p', {class: 'menu-none', hidden: rows.length > 0}, nothing);
		const field = rows.length > filtered && el('input', {
			type: 'text', class: 'menu-filter', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': id, autocomplete: 'off',
			'aria-autocomplete': 'list', 'aria-label': label + ': filter', placeholder: 'Filter …', spellcheck: 'false',
		});
		const holder = field || list;
		list.append(...grouped(items, rows));
		box.append(...[field, list, none].filter(Boolean));

		let active = -1;
		const can = i => rows[i] && !rows[i].hidden && rows[i].ariaDisabled !== 'true';
		const activate = i => {
			rows[active]?.classList.remove('active');
			active = can(i) ? i : -1;
			if (active < 0) return holder.removeAttribute('aria-activedescendant');
			rows[active].classList.add('active');
			holder.setAttribute('aria-activedescendant', rows[active].id);
			rows[active].scrollIntoView({block: 'nearest'});
		};
		const next = (from, by) => {
			let i = from + by;
			while (i >= 0 && i < rows.length && !can(i)) i += by;
			if (can(i)) activate(i);
		};
		const take = i => can(i) && close(items[i]);

		let typed = '', typedAt = 0;
		const find = key => {
			const now = performance.now();
			typed = now - typedAt < pause ? typed + key : key;
			typedAt = now;
			const again = [...typed].every(c => c === typed[0]), wanted = again ? typed[0] : typed;
			for (let n = again ? 1 : 0; n <= rows.length; n++) {
				const i = (Math.max(active, 0) + n) % rows.length;
				if (can(i) && items[i].label.toLowerCase().startsWith(wanted)) return activate(i);
			}
		};
		holder.addEventListener('keydown', e => {
			if (e.ctrlKey || e.metaKey || e.altKey) return;
			const steps = {ArrowDown: () => next(active, 1), ArrowUp: () => next(active < 0 ? rows.length : active, -1),
				PageDown: () => { for (let n = 0; n < 8; n++) next(active, 1); }, PageUp: () => { for (let n = 0; n < 8; n++) next(active, -1); },
				Enter: () => take(active), Tab: () => close(null)};
			if (!field) Object.assign(steps, {' ': () => take(active), Home: () => next(-1, 1), End: () => next(rows.length, -1)});
			if (e.key in steps) {
				if (e.key !== 'Tab') e.preventDefault();
				steps[e.key]();
			} else if (!field && e.key.length === 1) find(e.key.toLowerCase());
		});
		field && field.addEventListener('input', () => {
			const wanted = field.value.trim().toLowerCase();
			for (const [i, r] of rows.entries()) r.hidden = !items[i].label.toLowerCase().includes(wanted);
			for (const g of list.querySelectorAll('.menu-group')) g.hidden = !g.querySelector('.menu-item:not([hidden])');
			none.hidden = rows.some(r => !r.hidden);
			activate(rows.findIndex((_, i) => can(i)));
		});
		for (const [i, r] of rows.entries()) {
			// A pointer that rests where the menu opens moves as well, by nothing: the keyboard goes on then.
			r.addEventListener('pointermove', e => (e.movementX || e.movementY) && active !== i && activate(i));
			r.addEventListener('click', () => take(i));
		}
		const first = items.findIndex(item => item.checked);
		activate(first >= 0 ? first : rows.findIndex((_, i) => can(i)));
		return holder;
	});

const row = (item, id, role) => el('div', {
	id, role: item.radio ? 'menuitemradio' : role, class: 'menu-item ' + (item.kind ?? '').replace(/\W+/g, '-'),
	'aria-selected': role === 'option' ? String(!!item.checked) : null, 'aria-checked': item.radio ? String(!!item.checked) : null,
	'aria-disabled': item.disabled && 'true',
}, el('span', {class: 'menu-label'}, item.label), item.note && el('span', {class: 'menu-note'}, item.note));

// grouped puts the rows of a group below its heading.
const grouped = (items, rows) => {
	const groups = new Map(); // in the order of their first items
	for (const [i, item] of items.entries()) {
		const name = item.group ?? '';
		if (!groups.has(name)) groups.set(name, []);
		groups.get(name).push(rows[i]);
	}
	return [...groups].map(([name, of]) => name === '' && groups.size === 1 ? of : [el('div', {
		role: 'group', class: 'menu-group', 'aria-label': name || null,
	}, name && el('div', {class: 'menu-heading', 'aria-hidden': 'true'}, name), ...of)]).flat();
};

// prompt asks for something short to be typed at a button, and returns a promise of it, or null. The pattern is
// that of an input; fault says why the text is refused.
export const prompt = (anchor, {label, value = '', pattern, fault, inputmode, done = 'OK'}) =>
	opened(anchor, label, (close, box) => {
		const field = el('input', {type: 'text', value, 'aria-label': label, pattern, required: true, inputmode, autocomplete: 'off', spellcheck: 'false'});
		field.addEventListener('input', () => field.setCustomValidity(''));
		box.append(el('form', {class: 'prompt', novalidate: true, onsubmit: e => {
			e.preventDefault();
			if (!field.validity.patternMismatch && !field.validity.valueMissing) return close(field.value.trim());
			field.setCustomValidity(fault ?? 'Type something.');
			field.reportValidity();
		}}, el('label', {}, label, field), el('button', {type: 'submit', class: 'primary'}, done)));
		field.select();
		return field;
	});

// calculate asks for a calculation of a variable or number, an operator, and another.
export const calculate = (anchor, {label, names, value = {}}) =>
	opened(anchor, label, (close, box) => {
		const id = 'names' + ++number;
		const field = (name, value) => el('input', {type: 'text', 'aria-label': name, value, list: id, required: true,
			pattern: '[0-9]+|' + names.map(n => n.replace(/[^\w]/g, '\\$&')).join('|'), autocomplete: 'off', spellcheck: 'false', size: 6});
		const left = field('First number or variable', value.left ?? names[0] ?? '0'), right = field('Second number or variable', value.right ?? '1');
		const operator = el('select', {'aria-label': 'Operator', value: value.operator ?? '+'},
			...[['+', '+'], ['-', '−'], ['*', '×'], ['/', '÷'], ['mod', 'mod']].map(([v, text]) => el('option', {value: v}, text)));
		box.append(el('form', {class: 'prompt', onsubmit: e => {
			e.preventDefault();
			close(`(${left.value} ${operator.value} ${right.value})`);
		}}, el('datalist', {id}, ...names.map(n => el('option', {value: n}))), left, operator, right,
		el('button', {type: 'submit', class: 'primary'}, 'OK')));
		return left;
	});

// opened opens a box at a button, in front of a page that does nothing meanwhile. Fill gets close and the box, and
// returns the element to focus; close takes the result.
const opened = (anchor, label, fill) => new Promise(resolve => {
	closeOpen?.(null);
	const box = el('div', {class: 'menu', role: 'dialog', 'aria-label': label}), veil = el('div', {class: 'veil'});
	const behind = [...document.body.children].filter(e => e !== $('over') && e !== $('said') && e.matches('header, nav, main, div'));
	const close = result => {
		if (closeOpen !== close) return;
		closeOpen = null;
		removeEventListener('resize', again);
		anchor.setAttribute('aria-expanded', 'false');
		for (const e of behind) e.inert = false;
		box.remove();
		veil.remove();
		if (anchor.isConnected) anchor.focus({preventScroll: true});
		resolve(result);
	};
	const again = () => place(box, anchor);
	closeOpen = close;
	veil.addEventListener('pointerdown', e => { e.preventDefault(); close(null); });
	box.addEventListener('keydown', e => {
		if (e.key !== 'Escape') return;
		e.preventDefault();
		e.stopPropagation();
		close(null);
	});
	$('over').append(veil, box);
	const first = fill(close, box);
	anchor.setAttribute('aria-expanded', 'true');
	place(box, anchor);
	addEventListener('resize', again);
	first.focus({preventScroll: true});
	for (const e of behind) e.inert = true;
});

// place puts a box below its button, or above where there is more room.
const place = (box, anchor) => {
	box.removeAttribute('style');
	if (matchMedia('(max-width: 36rem)').matches) return;
	const at = anchor.getBoundingClientRect(), room = innerHeight - at.bottom - 12, above = at.top - 12;
	const up = room < Math.min(box.scrollHeight, 320) && above > room;
	box.style.maxHeight = Math.max(120, Math.min(up ? above : room, 420)) + 'px';
	box.style.minWidth = Math.min(Math.max(at.width, 176), innerWidth - 16) + 'px';
	box.style.left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8)) + 'px';
	box.style.top = (up ? Math.max(8, at.top - box.offsetHeight - 4) : at.bottom + 4) + 'px';
};

// menuButton is a button that opens a menu.
export const menuButton = (text, opens, props, ...children) => {
	const b = button(text, () => opens(b), {'aria-haspopup': 'listbox', 'aria-expanded': 'false', ...props}, ...children);
	b.addEventListener('keydown', e => {
		if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp' || e.altKey || e.ctrlKey || e.metaKey) return;
		e.preventDefault();
		e.stopPropagation();
		opens(b);
	});
	return b;
};
export const moreButton = (label, opens, props) =>
	menuButton('', opens, {class: 'plain more', 'aria-haspopup': 'menu', 'aria-label': label, title: label, ...props}, icon('more'));
