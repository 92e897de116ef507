// Cards of contexts, runs and statements, and of parts that have only their text.
import {el} from './elements.js';
import {choose, menuButton, prompt} from './menu.js';
import {adder, premiseOf} from './premise.js';
import {boardFor} from './board.js';
import {declared} from './declared.js';
import {born, change, messagesOf, page, pathOf, textOf} from './parts.js';

// facts lists the facts of a context or a run.
const facts = (list, what, add) => [
	el('ul', {class: 'facts'}, ...list.map((p, i) => premiseOf(p, place(p, i), `fact ${i + 1} of ${what}`, {side: 'fact', mode: false}))),
	adder('Add a fact', what, {fact: true}),
];
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

// statementCard is that of a statement that is not a `#never`: its sentence, and its text.
export const statementCard = (item, old) => {
	const card = declared(item, old, {noun: 'statement', className: 'statement', head: [el('span', {class: 'soft'}, item.stage ? 'in stage ' + item.stage : '')]});
	card.append(item.says && el('p', {class: 'says'}, item.says), textOf(item, 'the statement'));
	return card;
};
export const newStatement = () => born('Never together', 'name of the new statement', name => change({do: 'never', name}, {says: 'Added statement ' + name}), {'data-new': 'never'});

// textCard is the card of a part that has only its text.
export const textCard = (item, old) => {
	const card = el('li', {class: 'card text-card', 'data-path': item.path});
	card.append(messagesOf(card, item), textOf(item, 'this part of the program'));
	return card;
};
