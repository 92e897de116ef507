// Rules, links, clauses and statements: one line each, which opens.
import {button, el, icon, prose} from './elements.js';
import {choose} from './menu.js';
import {adder, brief, premiseOf} from './premise.js';
import {claimOf, countsOf} from './claim.js';
import {change, commentOf, messagesOf, moreOf, nameButton, page, pathOf, textOf} from './parts.js';

// Each kind has a noun, and its sides: the letter in paths, the heading, the premises, what one of them is called.
const kinds = {
	rule: {noun: 'rule', sides: [['l', 'Needs', r => r.left, 'needs'], ['r', 'Then', r => r.right, 'then']]},
	link: {noun: 'link', sides: [['l', 'Needs', r => r.left, 'needs'], ['r', 'Then', r => r.right, 'then']]},
	clause: {noun: 'clause', sides: [['h', 'Holds', c => [c.head], 'head'], ['l', 'If', c => c.premises, 'if']]},
	invariant: {noun: 'statement', sides: []},
	never: {noun: 'statement', sides: [['l', 'Never together', s => s.premises ?? [], 'never together']]},
};

// ruleCard returns the card of a rule, link, clause or statement: an old card of that kind with other contents, or a new
// one. It stays open. After an element with containment comes or goes, the browser looks at all elements of the page for
// counters.
export const ruleCard = kind => (item, old) => {
	// Rules and clauses are within a card that has a heading.
	const {noun, sides} = kinds[kind], [level, under] = kind === 'rule' || kind === 'clause' ? ['h4', 'h5'] : ['h3', 'h4'], what = `${noun} ${item.name || item.key || ''}`.trim();
	const card = old?.dataset.drag === kind ? old : el('li', {class: 'rule ' + kind, 'data-drag': kind});
	Object.assign(card.dataset, {path: item.path, key: item.key});
	const state = {open: !!old?.state?.open};
	Object.assign(card, {state, path: item.path, parts: null});
	const parts = {comment: commentOf(item, what), text: textOf(item, what, !item.whole)};
	const more = moreOf(what, () => doings(card, kind, what, parts));

	const draw = () => {
		card.classList.toggle('open', state.open);
		more.tabIndex = state.open ? 0 : -1; // a line is one stop of Tab, and its menu a step to the right
		card.replaceChildren(head(), messagesOf(card, item), ...(state.open ? [body()] : []));
		card.dispatchEvent(new CustomEvent('drawn', {bubbles: true})); // the words of the play at the card are lost
	};
	const toggle = el('button', {type: 'button', class: 'rule-open', 'data-field': 'open', onclick: () => card.opens(!state.open)});
	const head = () => {
		toggle.setAttribute('aria-expanded', String(state.open));
		if (state.open) toggle.setAttribute('aria-label', what);
		else toggle.removeAttribute('aria-label');
		toggle.replaceChildren(icon('open'), ...(state.open ? [] : line(item, kind)));
		return el('div', {class: 'rule-head'}, el('span', {class: 'grip', 'aria-hidden': 'true'}, icon('grip')), toggle,
			state.open && el(level, {}, nameButton(item.name || 'no name', what, name => change({do: 'rename', at: pathOf(card), name}, {says: `The ${noun} is ${name} now.`}))),
			el('span', {class: 'rule-matches'}), more);
	};
	const body = () => {
		if (!item.whole) return el('div', {class: 'rule-body'}, parts.comment, el('p', {class: 'soft'}, 'This form is shown as text only.'), parts.text);
		return el('div', {class: 'rule-body'}, parts.comment, kind === 'link' && stagesOf(item), noun === 'statement' && claimOf(item, what), ...kind === 'invariant' ? countsOf(item, what, under) : [el('div', {class: 'sides'},
			...sides.map(([side, heading, of, name]) => el('div', {class: 'side'}, el(under, {}, heading),
				el('ol', {class: 'premises'}, ...of(item).map((p, i) => !(kind === 'link' && between(p)) && premiseOf(p, side === 'h' ? 'h' : side + i,
					`${name} ${i + 1} of ${what}`, {side, mode: kind === 'rule' || kind === 'link', fixed: side === 'h' || p.kind === 'nothing'})).filter(Boolean)),
				of(item).length === 0 && el('p', {class: 'soft none'}, kind === 'clause' ? 'Always.' : 'Nothing yet.'),
				side !== 'h' && adder(side === 'r' ? 'Add what it makes' : kind === 'clause' ? 'Add a condition' : kind === 'never' ? 'Add a fact' : 'Add what it needs', what, {side, vars: side === 'l' && item.vars, first: side === 'l'}))))], parts.text,
		el('p', {class: 'rule-why'}));
	};
	card.opens = open => {
		if (open === state.open) return;
		const had = toggle === document.activeElement;
		state.open = open;
		draw();
		if (had) toggle.focus();
	};
	draw();
	return card;
};

// between reports whether a premise of a link says only from where to where it goes.
const between = p => p.kind === 'stage' || p.kind === 'quiescence';

// line shows all of a rule in one line.
const line = (item, kind) => {
	const spaced = list => list.flatMap(p => [brief(p), ' ']);
	const name = item.name ? el('span', {class: 'rule-name'}, item.name) : '';
	const code = (...parts) => el('span', {class: 'rule-text'}, ...parts);
	// then has the arrow on one line with the first of what follows it.
	const then = (sign, word, [first, ...rest]) => [' ', el('span', {class: 'then'}, el('span', {class: 'arrow', 'aria-hidden': 'true'}, `${sign} `),
		el('span', {class: 'unseen'}, `, ${word} `), first ?? 'nothing'), ...rest.flatMap(x => [' ', x])];
	if (!item.whole) return [name, ' ', code(item.text.replace(/\s+/g, ' '))];
	switch (kind) {
	case 'clause': return [name, ' ', code(brief(item.head), ...(item.premises.length ? then('⇐', 'if', item.premises.map(brief)) : []))];
	case 'invariant': return [name, ' ', el('span', {class: 'rule-text rule-says'}, ...prose(item.says || item.text))];
	case 'never': return [name, ' ', code('never together: ', ...spaced(item.premises ?? []))];
	case 'link': return [name, ' ', code(el('b', {}, item.fromStage || '?'), ...then('→', 'then', [el('b', {}, item.toStage || 'the end')]), ' ', ...spaced([...item.left, ...item.right].filter(p => !between(p))))];
	}
	return [name, ' ', code(...spaced(item.left), ...then('→', 'then', item.right.map(brief)))];
};

// stagesOf shows from where to where a link goes, as menus.
const stagesOf = item => {
	const names = () => page.store.outline.stages.map(s => s.name).filter(Boolean);
	const menu = (field, text, items, does) => button(text, async e => {
		const b = e.currentTarget, chosen = await choose(b, {label: field, items: items()});
		if (chosen) does(b, chosen.value);
	}, {class: 'term', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'data-field': field, 'aria-label': `${field} ${text}`});
	const offered = now => names().map(name => ({label: name, value: name, checked: name === now}));
	return el('p', {class: 'link-stages'}, 'When nothing more can happen in ',
		menu('from stage', item.fromStage || '?', () => offered(item.fromStage), (b, from) => change({do: 'ends', at: pathOf(b), from, to: item.toStage ?? ''}, {stay: true})), ' go on to ',
		menu('to stage', item.toStage || 'the end', () => [...offered(item.toStage), {label: 'the end of the run', value: '', checked: !item.toStage}],
			(b, to) => change({do: 'ends', at: pathOf(b), from: item.fromStage, to}, {stay: true})), '.');
};

// doings are what can be done with a rule.
const doings = (card, kind, what, parts) => {
	const at = () => pathOf(card), rename = () => { card.opens(true); card.querySelector('.name-button').renames(); };
	const step = by => () => card.dispatchEvent(new CustomEvent('step', {bubbles: true, detail: by}));
	const others = kind === 'rule' ? page.store.outline.stages.filter(s => s.path && s.path !== card.parentElement.closest('[data-path]')?.dataset.path) : [];
	return [
		{label: 'Rename', note: 'F2', does: rename},
		{label: 'Comment', does: () => { card.opens(true); parts.comment.edits(); }},
		{label: 'Duplicate', note: 'Ctrl+D', does: () => change({do: 'duplicate', at: at()}, {says: `Duplicated ${what}.`})},
		{label: 'Move up', note: 'Alt+↑', does: step(-1)},
		{label: 'Move down', note: 'Alt+↓', does: step(1)},
		...others.map(s => ({label: `Move to ${s.name}`, does: () => change({do: 'move', at: at(), to: s.path, after: true}, {says: `Moved to ${s.name}.`})})),
		{label: 'Edit the text', does: () => { card.opens(true); parts.text.edits(); }},
		{label: 'Delete', note: 'Delete', does: () => change({do: 'delete', at: at()}, {says: `Deleted ${what}.`})},
	];
};
