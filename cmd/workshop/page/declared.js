// Cards of types and predicates.
import {button, count, el, icon} from './elements.js';
import {choose, menuButton} from './menu.js';
import {born, change, commentOf, messagesOf, moreOf, nameButton, nameField, page, pathOf, short, textOf} from './parts.js';
import {options, premiseOf} from './premise.js';
import {own} from './keyed.js';
import {ruleCard} from './rule.js';

// declared returns a card with what all declarations have: a name, a comment, messages, a menu.
export const declared = (item, old, {noun, className, head = [], doings = () => [], rename = true, drag = noun}) => {
	const what = `${noun} ${item.name ?? ''}`.trim();
	const card = el('li', {class: 'card ' + className, 'data-path': item.path, 'data-drag': drag});
	const comment = commentOf(item, what), text = textOf(item, what, false);
	const step = by => () => card.dispatchEvent(new CustomEvent('step', {bubbles: true, detail: by}));
	const name = rename && nameButton(item.name || 'no name', what, name => change({do: 'rename', at: pathOf(card), name}, {says: `The ${noun} is ${name} now.`}));
	card.append(el('div', {class: 'card-head'}, el('span', {class: 'grip', 'aria-hidden': 'true'}, icon('grip')),
		name && el('h3', {}, name), ...head, moreOf(what, () => [
			name && {label: 'Rename', note: 'F2', does: () => name.renames()},
			...doings(),
			{label: 'Comment', does: () => comment.edits()},
			{label: 'Duplicate', note: 'Ctrl+D', does: () => change({do: 'duplicate', at: pathOf(card)}, {says: `Duplicated ${what}.`})},
			{label: 'Move up', note: 'Alt+↑', does: step(-1)},
			{label: 'Move down', note: 'Alt+↓', does: step(1)},
			{label: 'Edit the text', does: () => text.edits()},
			{label: 'Delete', note: 'Delete', does: () => change({do: 'delete', at: pathOf(card)}, {says: `Deleted ${what}.`})},
		])), comment, messagesOf(card, item), text);
	return card;
};

// ---- types ----

export const typeCard = (item, old) => {
	const what = item.numbers ? 'numbers' : item.strings ? 'texts' : '';
	const card = declared(item, old, {noun: 'type', className: 'type', head: [el('span', {class: 'soft'}, what || count(item.members.length, 'constant'))]});
	const chips = el('ul', {class: 'chips'}, ...item.members.map((c, i) => own(chip(c, item), item, t => t.members[i])));
	card.append(chips);
	if (!item.strings && !item.numbers) chips.append(el('li', {class: 'adds'}, nameField({label: `New constant of type ${item.name}`, placeholder: 'add a constant', again: true, 'data-field': 'constant', 'data-first': true,
		done: name => change({do: 'constant', at: pathOf(card), name}, {stay: true, says: `Added ${name} to ${item.name}.`})})));
	return card;
};

// chip is a constant, as a button for its menu, or the field in which it is renamed.
const chip = (c, type) => {
	const text = c.args.length ? [c.name, ...c.args].join(' ') : c.name, what = `${c.name} of type ${type.name}`;
	const li = el('li', {class: 'chip', 'data-drag': 'constant'});
	const rename = () => {
		const form = nameField({label: 'New name of ' + what, value: c.name, done: name => change({do: 'rename', at: pathOf(li), name}, {says: `${c.name} is ${name} now.`}),
			cancel: () => { form.replaceWith(b); b.focus(); }});
		b.replaceWith(form);
		form.field.select();
	};
	const step = by => () => li.dispatchEvent(new CustomEvent('step', {bubbles: true, detail: by}));
	const b = menuButton(text, async b => (await choose(b, {label: what, role: 'menu', items: [
		{label: 'Rename', note: 'F2', does: rename},
		{label: 'Move up', note: 'Alt+↑', does: step(-1)},
		{label: 'Move down', note: 'Alt+↓', does: step(1)},
		...c.args.map((type, i) => ({label: c.args.length > 1 ? `Without its argument ${i + 1}` : 'Without its argument', note: type, does: () =>
			change({do: 'argument', at: pathOf(li), change: 'remove', index: i}, {says: `Changed ${c.name}.`})})),
		{label: 'With one more argument …', does: async () => {
			const chosen = await choose(b, {label: 'Type of the new argument of ' + what, items: page.store.outline.types.map(t => ({label: t.name}))});
			if (chosen) change({do: 'argument', at: pathOf(li), change: 'add', index: c.args.length, type: chosen.label}, {says: `Changed ${c.name}.`});
		}},
		{label: 'Delete', note: count(c.uses, 'use'), does: () => change({do: 'delete', at: pathOf(li)}, {says: `Deleted ${c.name}.`})},
	]}))?.does(), {class: 'constant-button', 'aria-haspopup': 'menu', 'data-field': 'name', 'aria-label': what, title: c.uses ? count(c.uses, 'use') : 'not used yet'});
	b.renames = rename;
	li.append(b);
	return li;
};

// ---- predicates ----

const kinds = {pred: 'facts', bwd: 'derived by clauses', sensor: 'asked from outside', action: 'done outside'};
const kindGroups = {fits: 'Fits as it is used', asks: 'Asks about some uses first', refused: 'Does not fit its uses'};

// kindOf is the menu of a predicate's kind, which says of each what would become of the uses.
const kindOf = (item, what) => {
	const now = kinds[item.kind] ?? item.kind;
	return menuButton(now, async b => {
		const at = pathOf(b), found = await options(at);
		const chosen = await choose(b, {label: 'Kind of ' + what, items: found.map(o => ({kind: o.kind, value: o.term, label: kinds[o.term] ?? o.term, note: o.note?.replaceAll('`', ''),
			group: kindGroups[o.kind], disabled: o.kind === 'refused', checked: o.term === item.kind})).sort((x, y) => order.indexOf(x.group) - order.indexOf(y.group))});
		if (chosen && !chosen.checked) await change({do: 'kind', at, kind: chosen.value}, {stay: true, says: `${item.name}: ${chosen.label}`});
	}, {class: 'kind-button', 'data-field': 'kind', 'aria-label': `Kind of ${what}: ${now}`});
};
const order = Object.values(kindGroups);

export const predicateCard = (item, old) => {
	const what = 'predicate ' + item.name, types = () => page.store.outline.types;
	const asType = t => ({label: t.name, value: t.name, note: t.comment});
	const argument = (type, i) => menuButton(type, async b => {
		const at = pathOf(b), last = item.args.length - 1;
		const chosen = await choose(b, {label: `Argument ${i + 1} of ${what}`, role: 'menu', items: [
			...types().map(t => ({...asType(t), group: 'Type', radio: true, checked: t.name === type, change: {change: 'type', type: t.name}})),
			i > 0 && {label: 'Move to the left', group: 'Place', change: {change: 'move', to: String(i - 1)}},
			i < last && {label: 'Move to the right', group: 'Place', change: {change: 'move', to: String(i + 1)}},
			{label: 'Remove this argument', group: 'Place', change: {change: 'remove'}},
		].filter(Boolean)});
		if (chosen && !(chosen.radio && chosen.checked)) await change({do: 'argument', at, index: i, ...chosen.change}, {says: `Changed ${what}.`});
	}, {class: 'argument', 'aria-haspopup': 'menu', 'data-field': String(i), 'aria-label': `${what}, argument ${i + 1}: ${type}`});
	const add = menuButton(icon('add'), async b => {
		const at = pathOf(b), chosen = await choose(b, {label: `Type of the new argument of ${what}`, items: types().map(asType), nothing: 'There is no type yet: add one first.'});
		if (chosen) await change({do: 'argument', at, change: 'add', index: item.args.length, type: chosen.value}, {stay: true, says: `Added an argument of type ${chosen.value} to ${item.name}.`});
	}, {class: 'add', 'data-field': 'add', 'data-first': true, 'aria-label': 'Add an argument to ' + what, title: 'Add an argument'}, item.args.length ? '' : 'argument');
	const derived = item.kind === 'bwd';
	const permanent = {label: 'Make all its facts permanent', does: () => change({do: 'permanent', at: pathOf(card)}, {says: `All facts of ${item.name} are permanent now.`})};
	const card = declared(item, old, {noun: 'predicate', className: 'predicate', doings: () => [item.kind === 'pred' && permanent].filter(Boolean), head: [
		el('span', {class: 'arguments'}, ...item.args.map(argument), add),
		el('span', {class: 'kind soft'}, kindOf(item, what), el('span', {class: 'uses'}, ' · ' + (item.uses ? count(item.uses, 'use') : 'not used yet')))]});
	const clauses = (item.clauses ?? []).map((c, i) => ({c, pick: p => p.clauses[i]})), plain = ({c}) => c.whole && !c.name && !c.comment && c.premises.length === 0;
	const table = clauses.filter(plain), rules = clauses.filter(x => !plain(x)), before = old?.querySelectorAll('.rule.clause') ?? [];
	if (table.length) card.append(el('ul', {class: 'facts'}, ...table.map(({c, pick}, i) => own(factOf(c, `fact ${i + 1} of ${what}`), item, pick))));
	if (rules.length) card.append(el('ul', {class: 'rules'}, ...rules.map(({c, pick}, i) => own(ruleCard('clause')(c, before[i]), item, pick))));
	if (derived) card.append(el('p', {class: 'row'}, button(icon('add'), () => change({do: 'clause', pred: item.name}, {says: 'Added a clause.'}), {class: 'add', 'data-field': 'clause', 'aria-label': 'Add a clause to ' + what}, 'Clause')));
	return card;
};

// factOf is a clause that holds without conditions: a row of the predicate's table.
const factOf = (c, label) => {
	const line = premiseOf(c.head, 'h', label, {side: 'h', mode: false, fixed: true}), text = short(c.head.text);
	line.dataset.drag = 'clause-fact';
	delete line.dataset.at;
	line.append(moreOf(`${label}: ${text}`, () => [
		{label: 'Add a condition …', does: async () => {
			const found = (await options(pathOf(line), 'l')).filter(o => o.kind === 'predicate');
			const chosen = await choose(line.querySelector('.more'), {label: 'Add a condition', items: found, nothing: 'There is no predicate for a condition yet.'});
			if (chosen) change({do: 'premise', at: pathOf(line), side: 'l', pred: chosen.label.split(' ')[0]}, {says: 'Added: ' + chosen.label});
		}},
		{label: 'Duplicate', note: 'Ctrl+D', does: () => change({do: 'duplicate', at: pathOf(line)}, {says: 'Duplicated.'})},
		{label: 'Delete', note: 'Delete', does: () => change({do: 'delete', at: pathOf(line)}, {says: 'Deleted ' + text})},
	]));
	return line;
};

// newPredicate returns the buttons for new predicates.
export const newPredicate = () => [
	born('Predicate', 'name of the new predicate', name => change({do: 'predicate', name, kind: 'pred', types: []}, {says: 'Added predicate ' + name}), {'data-new': 'predicate'}),
	born('Derived', 'name of the new derived predicate', name => change({do: 'predicate', name, kind: 'bwd', types: []}, {says: 'Added predicate ' + name}), {'data-new': 'derived', title: 'A predicate that clauses derive from others'}),
];
