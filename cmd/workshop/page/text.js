// The text view: a field with the program, colours below its letters, and messages. The field shows
// all line ends alike, and the text keeps those that it has.
import {$, button, count, el, notice, prose, say} from './elements.js';
import {suggest} from './complete.js';
import {describe} from './hover.js';
import {Field} from './field.js';
import {fixesOf, sameFixes} from './fixes.js';
import {keep} from './keyed.js';
import {Layer} from './layer.js';
import {Places, changed, difference, moved, nameAt, shown} from './lines.js';
import {prompt} from './menu.js';

const mostMarks = 500; // messages that are underlined

export const begin = (store, element) => {
	const code = el('code', {}), box = el('ul', {id: 'text-suggestions', class: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions', hidden: true});
	const field = el('textarea', {
		id: 'text-field', class: 'text-field', 'aria-label': 'Text of the program', 'aria-describedby': 'text-keys',
		spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off', translate: 'no', dir: 'ltr', rows: 1,
	});
	const sheet = el('div', {class: 'text-sheet'}, el('pre', {class: 'text-layer', 'aria-hidden': 'true', dir: 'ltr'}, code), field);
	const list = el('ol', {class: 'text-list'}), title = el('summary', {});
	const messages = el('details', {class: 'text-messages', open: matchMedia('(min-width: 48rem)').matches}, title, list);
	element.append(el('div', {class: 'text-view'},
		el('div', {class: 'tools text-tools', role: 'group', 'aria-label': 'Text'},
			button('Lay out', () => layOut(), {class: 'plain small', title: 'Lay the text out as all programs are (Shift+Alt+F)'}),
			button('Rename …', () => rename(), {class: 'plain small', title: 'Rename the name at the cursor (F2)'}),
			button('What is this?', () => explain(), {class: 'plain small', title: 'Describe the name at the cursor (F1)'}),
			el('span', {id: 'text-keys', class: 'soft'}, 'Ctrl+Space suggests, Ctrl+] indents, Tab leaves the text.')),
		el('div', {class: 'text-scroll'}, sheet), messages), box);
	const layer = new Layer(code), held = new Field(field);

	let text = '', view = '', places = new Places(''); // as the field has it
	let colours = [], marks = [], stale = true;

	// ---- the shown text ----

	let inSight = true; // whether the view is shown; to ask for it would have the browser lay out the page
	const draw = () => {
		stale = !inSight;
		if (stale) return;
		layer.draw(text, colours, marks);
		showCaret();
	};
	new IntersectionObserver(all => {
		inSight = all.at(-1).isIntersecting;
		if (inSight && stale) draw();
	}).observe(element);

	// hold takes a text in the place of the one that is here, and moves colours and marks along, if they are to be shown
	// with it.
	const hold = (next, d, along = true) => {
		if (along) {
			const from = places.toFile(d.from), to = places.toFile(d.to), by = next.length - text.length;
			colours = moved(colours, from, to, to - from + by);
			const move = at => at <= from ? at : at >= to ? at + by : from;
			marks = marks.map(m => ({...m, from: move(m.from), to: move(m.to)}));
		}
		text = next;
		view = shown(next);
		places = new Places(next);
	};

	store.subscribe(change => {
		if (change.by === 'edit') notes = change.notes ?? [];
		if (store.text !== text) {
			const d = difference(view, shown(store.text));
			const back = change.by === 'undo' || change.by === 'redo';
			held.put(shown(store.text), change.by === 'open' ? 0 : back ? d.from + d.put.length : undefined);
			if (change.by === 'open') colours = marks = [];
			hold(store.text, d, !change.outline);
			suggestions.close();
			hover.close();
			if (change.by === 'open') sheet.parentElement.scrollTop = 0;
			else if (back && document.activeElement === field) requestAnimationFrame(reveal);
		}
		if (change.outline) {
			colours = store.colours;
			marks = store.messages.slice(0, mostMarks).map(underline);
			tell();
		}
		draw();
	});

	// underline returns the mark of a message: at least one character of the line that it is about.
	const underline = ({from, to, warning}) => {
		const isEnd = at => at >= text.length || text[at] === '\n' || text[at] === '\r';
		if (to <= from) [from, to] = isEnd(from) && from > 0 && !isEnd(from - 1) ? [from - 1, from] : [from, from + 1];
		return {from, to, kind: warning ? 'warning' : 'error'};
	};

	// ---- typing ----

	// typed takes what the field has now.
	const typed = () => {
		if (store.text !== text || held.late) return held.settle(); // another text has come
		const now = field.value, d = difference(view, now, field.selectionEnd);
		const next = changed(text, d);
		hold(next, d);
		draw();
		store.type(next, {selection: [places.toFile(field.selectionStart), places.toFile(field.selectionEnd)]});
	};
	// write has the field have something else in the place of a stretch, as if it was typed.
	const write = (put, from, to, mode = 'end') => {
		field.setRangeText(put, from, to, mode);
		typed();
	};
	field.addEventListener('input', e => {
		hover.close();
		typed();
		if (e.isComposing) return;
		if (e.data === '}') outdent();
		if (e.inputType?.startsWith('insert') && e.inputType !== 'insertFromPaste' || e.inputType?.startsWith('delete')) suggestions.typed();
	});
	field.addEventListener('beforeinput', e => {
		const does = {
			historyUndo: () => store.undo(), historyRedo: () => store.redo(), // the history is that of the whole page
			insertLineBreak: newLine,
		}[e.inputType];
		if (!does) return;
		e.preventDefault();
		does();
	});

	// ---- keys ----

	const commands = {
		'F1': () => explain(),
		'F2': () => rename(),
		'F8': () => step(1),
		'Shift+F8': () => step(-1),
		'Shift+Alt+F': () => layOut(),
		'Ctrl+]': () => indent(1),
		'Ctrl+[': () => indent(-1),
		'Ctrl+/': () => comment(),
		'Escape': () => hover.close(),
	};
	field.addEventListener('keydown', e => {
		if (e.isComposing) return;
		if (suggestions.key(e)) {
			e.preventDefault();
			e.stopPropagation();
			return;
		}
		const parts = [e.ctrlKey || e.metaKey ? 'Ctrl+' : '', e.shiftKey ? 'Shift+' : '', e.altKey ? 'Alt+' : ''];
		const key = e.key.length === 1 && e.altKey ? e.code.replace('Key', '') : e.key;
		const does = commands[parts.join('') + key];
		if (!does || does() === false) return;
		e.preventDefault();
		e.stopPropagation();
	});

	// before returns the text before the caret in its line.
	const before = () => view.slice(view.lastIndexOf('\n', field.selectionStart - 1) + 1, field.selectionStart);
	// newLine begins a line as deep as the last one, or deeper behind a brace.
	const newLine = () => {
		const [space] = /^[ \t]*/.exec(before()), deeper = /[{(]\s*$/.test(before()) ? '  ' : '';
		hover.close();
		suggestions.close();
		write('\n' + space + deeper, field.selectionStart, field.selectionEnd);
		reveal();
	};
	// outdent moves a closing brace that begins a line.
	const outdent = () => {
		const [, space] = /^( +)}$/.exec(before()) ?? [];
		if (space) write(space.slice(2) + '}', field.selectionStart - space.length - 1, field.selectionStart);
	};

	// eachLine changes the lines of the selection, which stays around them.
	const eachLine = change => {
		const {selectionStart: start, selectionEnd: end} = field;
		const from = view.lastIndexOf('\n', start - 1) + 1, last = end > start && view[end - 1] === '\n' ? end - 1 : end;
		const next = view.indexOf('\n', last), to = next < 0 ? view.length : next;
		const was = view.slice(from, to).split('\n'), now = change(was);
		const by = now.join('\n').length - (to - from), first = now[0].length - was[0].length;
		write(now.join('\n'), from, to, 'preserve');
		field.setSelectionRange(Math.max(from, start + first), Math.max(from, end + by));
	};
	const indent = by => eachLine(all => all.map(l => by > 0 ? l && '  ' + l : l.replace(/^(\t| {1,2})/, '')));
	const comment = () => eachLine(all => all.every(l => /^\s*(%|$)/.test(l)) ?
		all.map(l => l.replace(/^(\s*)% ?/, '$1')) : all.map(l => l.trim() ? l.replace(/^\s*/, '$&% ') : l));

	// ---- the caret ----

	let lit; // the block of the line of the caret
	const showCaret = () => {
		lit?.classList.remove('now');
		lit = document.activeElement === field ? layer.line(view, field.selectionEnd).block : null;
		lit?.classList.add('now');
	};
	// reveal scrolls to the caret.
	const reveal = () => layer.line(view, field.selectionEnd).block.scrollIntoView({block: 'nearest'});
	const select = (from, to = from) => {
		$('view-text').click();
		inSight = true;
		field.focus({preventScroll: true});
		field.setSelectionRange(places.toShown(from), places.toShown(to));
		if (stale) draw();
		showCaret();
		reveal();
	};

	// ---- the cards ----

	// parts returns all parts of the outline with a path, each before the parts within it.
	const parts = (of = store.outline) => Object.values(of).flatMap(x => !x || typeof x !== 'object' ? [] :
		[...typeof x.path === 'string' && x.to > x.from ? [x] : [], ...parts(x)]);
	const cards = $('structure');
	let shownCard;
	const light = card => {
		if (shownCard === card) return;
		shownCard?.classList.remove('in-text');
		shownCard = card;
		card?.classList.add('in-text');
		card?.scrollIntoView({block: 'nearest'});
	};
	// showCard marks the card of the part at the caret, if cards are shown beside the text.
	const showCard = () => {
		if (!cards.checkVisibility() || store.text !== text) return;
		const at = places.toFile(field.selectionEnd);
		const around = parts().filter(p => p.from <= at && at <= p.to).sort((a, b) => (b.to - b.from) - (a.to - a.from));
		light(around.map(p => cards.querySelector(`[data-path="${CSS.escape(p.path)}"]`)).findLast(x => x));
	};
	let moving;
	document.addEventListener('selectionchange', () => {
		if (document.activeElement !== field) return;
		showCaret();
		clearTimeout(moving);
		moving = setTimeout(showCard, 150);
	});
	field.addEventListener('focus', showCaret);
	field.addEventListener('blur', () => { showCaret(); light(null); });
	// The part of the card that has the focus is marked in the text, if the text is shown beside the cards.
	let here = [];
	const mark = (from, to) => {
		for (const block of here) block.classList.remove('here');
		here = from === undefined || !element.checkVisibility() ? [] : layer.between(view, places.toShown(from), places.toShown(to));
		for (const block of here) block.classList.add('here');
		here[0]?.scrollIntoView({block: 'nearest'});
	};
	const partOf = e => {
		const card = e.closest('[data-path]'), within = e.closest('[data-at]'), all = parts();
		if (!card?.dataset.path) return null;
		const path = card.dataset.path + (within && card.contains(within) ? '/' + within.dataset.at : '');
		return all.find(p => p.path === path) ?? all.find(p => p.path === card.dataset.path);
	};
	cards.addEventListener('focusin', e => {
		const part = partOf(e.target);
		if (part && store.text === text) mark(part.from, part.to);
	});
	cards.addEventListener('focusout', () => mark());
	// Cards ask for their text by this event.
	cards.addEventListener('show-text', e => {
		const part = partOf(e.target);
		if (part) select(part.from, part.to);
	});

	// ---- messages ----

	const tell = () => {
		const all = store.messages, errors = all.filter(m => !m.warning).length;
		const parts = [errors && count(errors, 'error'), all.length - errors && count(all.length - errors, 'hint')];
		title.textContent = parts.filter(x => x).join(', ') || 'No errors';
		title.classList.toggle('has-errors', errors > 0);
		field.setAttribute('aria-invalid', errors > 0);
		keep(list, all, {key: m => m.text, make: line, same: (a, b) => a.warning === b.warning && sameFixes(a, b), renew: placed});
	};
	// line is the line of a message, which stays while its place moves.
	const line = m => {
		const place = el('span', {class: 'place'}), li = el('li', {class: m.warning ? 'warning' : 'error'},
			button('', () => select(li.item.from, li.item.to), {class: 'message'}, place, ' ',
				el('span', {class: 'sort'}, m.warning ? 'Hint' : 'Error'), ' ', el('span', {}, ...prose(m.text))),
			fixesOf(m, i => repair(li.item.fixes[i])));
		li.place = place;
		placed(li, m);
		return li;
	};
	const placed = ({place}, m) => {
		const now = `${m.line}:${m.col}`;
		if (place.textContent !== now) place.textContent = now;
	};
	const step = by => {
		held.settle();
		const caret = places.toFile(field.selectionStart), all = [...store.messages].sort((a, b) => a.from - b.from);
		const found = by > 0 ? all.find(m => m.from > caret) ?? all[0] : all.findLast(m => m.from < caret) ?? all.at(-1);
		if (!found) { say('No errors.'); return; }
		select(found.from, found.to);
		say(found.text);
	};
	const repair = fix => store.fix(fix).then(() => field.focus({preventScroll: true}));

	// ---- what the engine knows of a place ----

	const suggestions = suggest({
		field, box,
		ask: async caret => {
			const before = places, reply = await store.request({do: 'complete', text, offset: places.toFile(caret)});
			return reply.error ? null : {...reply, from: before.toShown(reply.from)};
		},
		accept: (item, from) => write(shown(item.insert), from, Math.max(field.selectionEnd, from)),
		where: offset => layer.where(view, offset),
	});

	// about returns the messages at an offset in the field, and the engine's description of the name there.
	const about = async offset => {
		const place = places.toFile(offset), before = text;
		const reply = await store.request({do: 'hover', text, offset: place}).catch(() => ({}));
		if (text !== before) return null;
		const wrong = store.messages.filter(m => m.from <= place && place <= m.to).map(m => m.text);
		const parts = [...wrong, reply.hover].filter(x => x);
		return parts.length ? {parts, from: places.toShown(reply.from ?? place)} : null;
	};
	const hover = describe({
		field,
		at: (x, y) => {
			field.style.pointerEvents = 'none';
			try { return layer.at(view, x, y); } finally { field.style.pointerEvents = ''; }
		},
		about, where: offset => layer.where(view, offset),
	});
	const explain = async () => {
		held.settle();
		const found = await about(field.selectionEnd);
		if (found) hover.show(found);
		say(found ? found.parts.join('. ') : 'Nothing is known of this place.');
	};

	const rename = async () => {
		held.settle();
		const caret = field.selectionEnd, was = nameAt(view, caret);
		if (!was) { say('There is no name at the cursor.'); return; }
		await store.settle();
		const rect = layer.where(view, caret), at = el('span', {class: 'text-anchor'});
		at.style.left = rect.left + 'px';
		at.style.top = rect.bottom + 'px';
		element.append(at);
		const name = await prompt(at, {label: `New name of ${was}`, value: was, done: 'Rename'});
		at.remove();
		field.focus({preventScroll: true});
		if (name === null || name === was) return;
		await store.change({do: 'renameAt', offset: places.toFile(caret), name});
	};
	let notes; // of the last edit
	const layOut = async () => {
		await store.settle();
		notes = [];
		if (!await store.change({do: 'format'})) return;
		say('The text is laid out.');
		if (notes.length) notice(el('ul', {}, ...notes.map(note => el('li', {}, ...prose(note)))));
	};
};
