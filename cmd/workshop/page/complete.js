// Suggestions for the word at the caret of a text field: a list that opens while names are typed, or at
// Ctrl+Space. The field keeps the focus and tells which entry is chosen (aria-activedescendant). It has no role of a
// combobox, which text fields of several lines may not have (ARIA in HTML).
import {count, el, say} from './elements.js';

const most = 60; // entries
const named = /[\p{L}\p{N}_'’\\/-]$/u; // a name that may go on

// suggest adds suggestions to a field. It has {field, box, word(), ask(offset), accept(item, from), where(offset)};
// offsets are those of the field. The result has {key(event), typed(), close()}.
export const suggest = ({field, box, ask, accept, where}) => {
	let all = [], items = [], from = 0, chosen = 0, asked = 0, timer;

	const isOpen = () => !box.hidden;
	const close = () => {
		asked++;
		clearTimeout(timer);
		if (!isOpen()) return;
		box.hidden = true;
		box.replaceChildren();
		for (const name of ['aria-controls', 'aria-activedescendant', 'aria-autocomplete']) field.removeAttribute(name);
	};

	const choose = index => {
		box.children[chosen]?.setAttribute('aria-selected', 'false');
		chosen = (index + items.length) % items.length;
		const entry = box.children[chosen];
		entry.setAttribute('aria-selected', 'true');
		entry.scrollIntoView({block: 'nearest'});
		field.setAttribute('aria-activedescendant', entry.id);
	};

	// fitting returns the entries for the letters of a name, first the entries that begin with these.
	const fitting = () => {
		const typed = field.value.slice(from, field.selectionEnd).toLowerCase();
		const place = item => item.label.toLowerCase().indexOf(typed);
		const begin = all.filter(item => place(item) === 0), inside = all.filter(item => place(item) > 0);
		return [...begin, ...inside].slice(0, most);
	};

	const show = byKey => {
		items = fitting();
		const typed = field.value.slice(from, field.selectionEnd);
		if (!items.length || !byKey && items.length === 1 && items[0].label === typed) {
			if (byKey) say('There are no suggestions for this place.');
			close();
			return;
		}
		const first = box.hidden;
		box.replaceChildren(...items.map((item, i) => el('li', {
			role: 'option', id: box.id + '-' + i, 'aria-selected': 'false',
			onpointerdown: e => e.preventDefault(), // the field keeps the focus
			onclick: () => take(i),
		}, el('span', {class: 'label'}, item.label), item.kind && el('span', {class: 'kind'}, item.kind),
		item.note && el('span', {class: 'note'}, item.note))));
		box.hidden = false;
		field.setAttribute('aria-controls', box.id);
		field.setAttribute('aria-autocomplete', 'list');
		const rect = where(from), size = box.getBoundingClientRect();
		const below = rect.bottom + size.height < innerHeight || rect.top < size.height;
		box.style.left = Math.max(4, Math.min(rect.left, innerWidth - size.width - 4)) + 'px';
		box.style.top = (below ? rect.bottom + 2 : rect.top - size.height - 2) + 'px';
		chosen = 0;
		choose(0);
		if (first) say(count(items.length, 'suggestion') + '.');
	};

	const request = async byKey => {
		const number = ++asked, before = field.value, caret = field.selectionEnd;
		const reply = await ask(caret).catch(() => null);
		if (number !== asked || !reply || document.activeElement !== field) return;
		if (field.value !== before || field.selectionEnd !== caret) return; // another request is on its way
		({items: all = [], from = caret} = reply);
		show(byKey);
	};

	const take = index => {
		const item = items[index];
		close();
		accept(item, from);
	};

	// typed is called when the text has changed by typing: a letter of a name asks, and another closes.
	const typed = () => {
		const isName = field.selectionStart === field.selectionEnd && named.test(field.value.slice(0, field.selectionEnd));
		if (!isName) { close(); return; }
		if (isOpen()) show(false);
		asked++;
		clearTimeout(timer);
		timer = setTimeout(() => request(false), 120);
	};

	// key does what a key means for the suggestions, and says whether it did.
	const key = e => {
		const plain = !e.ctrlKey && !e.metaKey && !e.altKey && !e.shiftKey;
		if (e.key === ' ' && e.ctrlKey && !e.metaKey && !e.altKey) { request(true); return true; }
		if (!isOpen() || !plain) return false;
		switch (e.key) {
		case 'ArrowDown': choose(chosen + 1); return true;
		case 'ArrowUp': choose(chosen - 1); return true;
		case 'PageDown': choose(Math.min(chosen + 8, items.length - 1)); return true;
		case 'PageUp': choose(Math.max(chosen - 8, 0)); return true;
		case 'Enter': case 'Tab': take(chosen); return true;
		case 'Escape': close(); return true;
		case 'ArrowLeft': case 'ArrowRight': case 'Home': case 'End': close();
		}
		return false;
	};

	field.addEventListener('blur', close);
	return {key, typed, close};
};
