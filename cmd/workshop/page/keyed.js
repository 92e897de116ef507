// Lists of cards that follow the outline. A card whose part of the outline has only moved stays as it is, with all
// that is open in it.

import {isTwin} from './wire.js';

// placed are the fields that say where something stands: they change with every edit above it.
const placed = new Set(['path', 'from', 'to']);

// alike reports whether two parts of an outline say the same, wherever they stand.
export const alike = (a, b, without = placed) => {
	if (a === b || isTwin(a, b)) return true;
	if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return false;
	if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, i) => alike(x, b[i]));
	const keys = Object.keys(a);
	return keys.length === Object.keys(b).length && keys.every(key => without.has(key) || key in b && alike(a[key], b[key]));
};
// alikeBut is alike where some more fields do not count.
export const alikeBut = (...names) => {
	const without = new Set([...placed, ...names]);
	return (a, b) => alike(a, b, without);
};

// own marks an element as that of a part with a path of its own: pick returns the part from that of the card.
export const own = (element, item, pick) => {
	element.pick = pick;
	element.item = pick(item);
	places(element, element.item);
	return element;
};

// keep makes the children of a box those of items, in their order. Each item has a key; make returns the element of
// one, and gets the element that it takes the place of, if any; same compares an item with that of an element, its third
// argument; renew is called with each element that stays.
export const keep = (box, items, {key, make, same, renew}) => {
	const old = new Map();
	for (const e of box.children) {
		if (!old.has(e.key)) old.set(e.key, []);
		old.get(e.key).push(e);
	}
	const wanted = items.map(item => ({item, key: key(item)}));
	for (const w of wanted) w.old = old.get(w.key)?.shift();
	// Items with a new key, as after a rename, are paired in order.
	const rest = [...old.values()].flat(), alone = wanted.filter(w => !w.old);
	if (rest.length === alone.length) for (const [i, w] of alone.entries()) w.old = rest[i];
	const elements = wanted.map(({item, key, old}) => {
		const stays = old && old.key === key && same(old.item, item, old), e = stays ? old : make(item, old);
		if (stays && e.item !== item) moved(e, item);
		Object.assign(e, {key, item});
		if (stays) renew?.(e, item);
		return e;
	});
	const stay = new Set(elements);
	for (const e of [...box.children]) if (!stay.has(e)) e.remove();
	let next = box.firstElementChild;
	for (const e of elements) {
		if (e === next) next = next.nextElementSibling;
		else box.insertBefore(e, next);
	}
};

// moved gives a card, and the parts in it, the paths that they have now.
const moved = (card, item) => {
	places(card, item);
	card.parts ??= [...card.querySelectorAll('[data-path]')].filter(e => e.pick);
	for (const e of card.parts) {
		e.item = e.pick(item);
		places(e, e.item);
	}
};
// Reading an attribute, or setting it to the value that it has, costs time, too.
const places = (e, {path}) => { if (e.path !== path) e.dataset.path = e.path = path; };
