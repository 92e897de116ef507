// Cards of contexts and runs, and of parts that have only their text.
import {el, icon} from './elements.js';
import {choose, menuButton, prompt} from './menu.js';
import {adder, options, premiseOf} from './premise.js';
import {boardFor} from './board.js';
import {declared} from './declared.js';
import {born, change, messagesOf, page, pathOf, textOf} from './parts.js';

// facts lists the facts of a context or a run, below a row with the contexts that it includes.
const facts = (list, what) => [
	included(list, what),
	el('ul', {class: 'facts'}, ...list.map((p, i) => p.kind !== 'context' && premiseOf(p, place(p, i), `fact ${i + 1} of ${what}`, {side: 'fact', mode: false})).filter(Boolean)),
	el('p', {class: 'row'}, adder('Add a fact', what, {fact: true}), includer(what)),
];

// includable asks which contexts may be included at a path.
const includable = async at => (await options(at)).filter(o => o.kind === 'context').map(o => ({...o, kind: ''}));

// includer is the button by which a context or run includes another context.
const includer = what => menuButton(icon('add'), async b => {
	const at = pathOf(b), item = await choose(b, {label: 'Include a context in ' + what, items: await includable(at), nothing: 'There is no other context that could be included.'});
	if (item) await change({do: 'fact', at, pred: item.term}, {stay: true, says: `${item.term} is included now.`});
}, {class: 'add', 'data-field': 'include', 'aria-label': 'Include a context in ' + what, title: 'All facts of another context, too'}, 'Include');

// included is the row of the contexts that a context or run includes, each with a menu. Without any, there is no row.
const included = (list, what) => {
	const chips = list.map((p, i) => p.kind === 'context' && el('li', {class: 'chip included', 'data-at': place(p, i)}, inclusion(p, place(p, i), what))).filter(Boolean);
	return chips.length > 0 && el('div', {class: 'includes'}, el('span', {class: 'soft'}, 'All of'), el('ul', {class: 'chips', 'aria-label': 'Contexts included in ' + what}, ...chips));
};
const inclusion = (p, place, what) => menuButton(p.pred, async b => {
	const at = pathOf(b, place), says = `${p.pred}, included in ${what}`, offered = await includable(at), card = page.store.outline.contexts.find(c => c.name === p.pred)?.path;
	const item = await choose(b, {label: says, role: 'menu', items: [
		...offered.map(o => ({...o, group: 'Include', radio: true, checked: o.term === p.pred})),
		{label: 'Go to its card', group: 'This one', does: () => page.root.querySelector(`[data-path="${card}"] .name-button`)?.focus()},
		{label: 'No longer include it', note: 'Delete', group: 'This one', does: () => change({do: 'delete', at}, {says: `${p.pred} is no longer included.`})},
	]});
	if (item?.does) item.does();
	else if (item && !item.checked) await change({do: 'replace', at, text: item.term}, {stay: true, says: `${item.term} is included in the place of ${p.pred}.`});
}, {'aria-haspopup': 'menu', 'data-field': place, 'aria-label': `${p.pred}, included in ${what}`});
const place = (p, i) => p.path.split('/').pop() || String(i);

export const contextCard = (item, old) => {
	const what = 'context ' + item.name, card = declared(item, old, {noun: 'context', className: 'context'});
	card.append(boardFor(item));
	if (item.whole) card.append(el('div', {class: 'facts-part'}, ...facts(item.facts, what)));
	else card.append(textOf(item, what));
	return card;
};

const stageNames = () => page.store.outline.stages.map(s => s.name || 'main');
const contextNames = () => page.store.outline.contexts.map(c => c.name);

export const runCard = (item, old) => {
	const card = declared(item, old, {noun: 'run', className: 'run', rename: false, head: [el('h3', {class: 'unseen'}, 'Run')]});
	const menu = (field, text, names, now, does) => menuButton(text, async b => {
		const chosen = await choose(b, {label: field, items: names().map(name => ({label: name, checked: name === now}))});
		if (chosen && chosen.label !== now) does(chosen.label);
	}, {class: 'term', 'data-field': field, 'aria-label': `${field}: ${text}`});
	const starts = more => change({do: 'start', at: pathOf(card), stage: item.stage, context: item.context, ...more}, {stay: true});
	const free = item.bound === '_';
	const bound = menuButton(free ? 'as long as it goes' : `at most ${item.bound} steps`, async b => {
		const chosen = await choose(b, {label: 'How long', items: [{label: 'as long as it goes', bound: '_', checked: free}, {label: 'at most … steps', checked: !free}]});
		const value = chosen && (chosen.bound ?? await prompt(b, {label: 'Steps at most', value: free ? '100' : item.bound, pattern: '[0-9]+', fault: 'A number has only digits.', inputmode: 'numeric'}));
		if (value) await change({do: 'bound', at: pathOf(card), bound: value}, {stay: true, says: 'Changed how long the run is.'});
	}, {class: 'term', 'data-field': 'bound'});
	card.querySelector('.card-head h3').after(el('p', {class: 'sentence'}, 'Start in stage ', menu('stage', item.stage, stageNames, item.stage, stage => starts({stage})),
		item.context ? [' with ', menu('context', item.context, contextNames, item.context, context => starts({context}))] : ' with these facts', ', ', bound));
	if (!item.context) card.append(boardFor(item), item.whole ? el('div', {class: 'facts-part'}, ...facts(item.facts ?? [], 'the run')) : textOf(item, 'the run'));
	return card;
};

// newRun is the button for one more run: of the stage and the context, which are asked for where there are several.
export const newRun = label => {
	const one = async (b, label, names) => names.length < 2 ? names[0] : (await choose(b, {label, items: names.map(n => ({label: n}))}))?.label;
	return menuButton(label, async b => {
		const stage = await one(b, 'Start in which stage?', stageNames()) ?? (stageNames().length ? null : 'main');
		const context = stage && await one(b, 'With which facts?', contextNames());
		if (stage && context) await change({do: 'run', stage, context, bound: '_'}, {says: 'Added a run.'});
	}, {class: 'add', 'data-new': 'run'}, ' Run');
};
export const newContext = () => born('Context', 'name of the new context', name => change({do: 'context', name}, {says: 'Added context ' + name}), {'data-new': 'context'});

// textCard is the card of a part that has only its text.
export const textCard = (item, old) => {
	const card = el('li', {class: 'card text-card', 'data-path': item.path});
	card.append(messagesOf(card, item), textOf(item, 'this part of the program'));
	return card;
};
