// Statements: what kind they are, where they have to hold, and the facts that an invariant counts. All is changed by
// menus.
import {born, change, moreOf, page, pathOf, short} from './parts.js';
import {el, icon, prose} from './elements.js';
import {choose, menuButton, prompt} from './menu.js';
import {options, premiseOf} from './premise.js';

const kinds = {never: ['never together', 'no state has all of these facts'], invariant: ['always so many', 'numbers of facts are compared']};
const relations = {'=': 'is exactly', '<=': 'is at most', '>=': 'is at least', '<': 'is less than', '>': 'is more than'};
const natural = {pattern: '[0-9]+', fault: 'A number has only digits.', inputmode: 'numeric'};

// claimOf is the line of a statement's kind, and of the states in which it has to hold.
export const claimOf = (item, what) => {
	const where = item.stage ? 'in stage ' + item.stage : 'in every state';
	return el('p', {class: 'link-stages'}, menuButton(kinds[item.kind][0], async b => {
		const at = pathOf(b), chosen = await choose(b, {label: 'Kind of ' + what, items: Object.entries(kinds).map(([kind, [label, note]]) => ({kind, label, note, checked: kind === item.kind}))});
		if (chosen && !chosen.checked) await change({do: 'claim', at, kind: chosen.kind}, {stay: true, says: `${what}: ${chosen.label}`});
	}, {class: 'term', 'data-field': 'claim', 'aria-label': `Kind of ${what}: ${kinds[item.kind][0]}`}), ' ', menuButton(where, async b => {
		const at = pathOf(b), stages = page.store.outline.stages.map(s => s.name).filter(Boolean);
		const chosen = await choose(b, {label: `Where ${what} has to hold`, items: [{label: 'in every state', stage: '', checked: !item.stage},
			...stages.map(stage => ({label: 'in stage ' + stage, stage, checked: stage === item.stage}))]});
		if (chosen && !chosen.checked) await change({do: 'scope', at, stage: chosen.stage}, {stay: true, says: `${what}: ${chosen.label}`});
	}, {class: 'term', 'data-field': 'scope', 'aria-label': `Where ${what} has to hold: ${where}`}));
};

// countsOf lists what an invariant counts, at both sides of its comparison, below headings of a level.
export const countsOf = (item, what, heading) => {
	const all = item.counts.map((c, i) => [c, i]), relation = relations[item.op] ?? item.op;
	const list = (side, right, title) => el('div', {class: 'side'}, el(heading, {}, title),
		el('ul', {class: 'premises'}, ...all.filter(([c]) => !!c.right === right).map(([c, i], n) => countOf(c, 'c' + i, `count ${i + 1} of ${what}`, n === 0))),
		adder(side, right ? 'Add to the right side' : 'Add a count', what));
	return [item.says && el('p', {class: 'soft rule-says'}, ...prose(item.says)), el('div', {class: 'sides'}, list('l', false, 'Counted'), list('r', true, menuButton(relation, async b => {
		const at = pathOf(b), chosen = await choose(b, {label: 'Comparison of ' + what, items: Object.entries(relations).map(([op, label]) => ({op, label, note: op, checked: op === item.op}))});
		if (chosen && !chosen.checked) await change({do: 'operator', at, op: chosen.op}, {stay: true, says: chosen.label});
	}, {class: 'term operator', 'data-field': 'op', 'aria-label': `Comparison of ${what}: ${relation}`})))];
};

// countOf is a line for one count: its sign, how it counts, and the facts.
const countOf = (c, place, label, first) => {
	const sign = c.minus ? 'minus' : first ? '' : 'plus', says = `${label}: ${sign && sign + ' '}${short(c.text)}`;
	const number = async (b, value) => {
		const at = pathOf(b, place), term = await prompt(b, {label: c.kind === 'number' ? 'Number' : 'How often each counts', value, ...natural});
		if (term && term !== value) await change({do: 'number', at, term}, {stay: true, says: `${label}: ${term}`});
	};
	const permanent = c.mode === 'permanent';
	let line;
	if (c.kind === 'number') {
		line = el('li', {class: 'premise is-number', 'data-at': place}, menuButton(c.times, b => number(b, c.times), {class: 'term number', 'aria-haspopup': 'dialog', 'data-field': place, 'aria-label': says}));
	} else {
		line = premiseOf(c, place, label, {side: 'c', mode: false, fixed: true});
		line.querySelector('.grip').remove();
		if (permanent) line.append(el('span', {class: 'soft always'}, 'permanent'));
		line.prepend(howOf(c, place, says, number));
	}
	line.prepend(el('span', {class: 'sign', 'aria-hidden': 'true'}, {plus: '+', minus: '−'}[sign] ?? ''));
	line.append(moreOf(says, () => [
		c.kind === 'fact' && {label: permanent ? 'All such facts' : 'Permanent facts only', does: () => change({do: 'mode', at: pathOf(line, place), mode: permanent ? 'kept' : 'permanent'}, {says: 'Changed ' + short(c.text)})},
		{label: 'Duplicate', note: 'Ctrl+D', does: () => change({do: 'duplicate', at: pathOf(line, place)}, {says: 'Duplicated.'})},
		{label: 'Delete', note: 'Delete', does: () => change({do: 'delete', at: pathOf(line, place)}, {says: 'Deleted.'})},
	], {'data-field': place + '.more'}));
	return line;
};

// howOf is the menu of how facts are counted: each as one or as several, or a number in them, which is added up.
const howOf = (c, place, says, number) => {
	const summed = c.sum ? c.args.findIndex(t => t.text === c.sum) : -1, times = c.times ?? '1';
	const text = (times === '1' ? '' : times + ' × ') + (c.sum ? `sum of ${c.sum} in` : 'number of');
	return menuButton(text, async b => {
		const numbers = new Set(page.store.outline.types.filter(t => t.numbers).map(t => t.name)), at = pathOf(b, place);
		const item = await choose(b, {label: says + ', how it counts', items: [
			{label: 'the number of facts', value: {}, checked: !c.sum},
			...c.args.map((t, i) => numbers.has(t.type) && {label: `the sum of argument ${i + 1}`, note: t.type, value: {index: i}, checked: i === summed}).filter(Boolean),
			{label: 'several times …', note: times + ' ×', asks: true},
		]});
		if (item?.asks) return number(b, times);
		if (item && !item.checked) await change({do: 'sum', at, ...item.value}, {stay: true, says: item.label});
	}, {class: 'term operator how', 'data-field': place + '.how', 'aria-label': `${says}, how it counts: ${text}`});
};

// adder is the button whose menu has what may be counted, too: facts of a predicate, or a number.
const adder = (side, text, what) => menuButton(icon('add'), async b => {
	const at = pathOf(b), found = await options(at, 'c');
	const item = await choose(b, {label: `${text}, ${what}`, items: [...found.map(o => ({...o, group: 'Facts'})), {label: 'a number …', group: 'Numbers', asks: true}]});
	const term = item?.asks ? await prompt(b, {label: 'Number', value: '1', ...natural}) : '';
	if (item && term !== null) await change({do: 'count', at, side, ...item.asks ? {term} : {pred: item.pred}}, {says: 'Added: ' + (term || item.label)});
}, {class: 'add', 'data-field': 'add.' + side, 'data-first': side === 'l', 'aria-label': `${text}, ${what}`}, text);

const news = [['never', 'Never together', 'Facts that no state has together'], ['invariant', 'Always so many', 'How many facts there are in every state']];

// newStatement returns the buttons for new statements.
export const newStatement = () => news.map(([kind, text, title]) => born(text, 'name of the new statement', name => change({do: kind, name}, {says: 'Added statement ' + name}), {'data-new': kind, title}));
