// Premises, facts and their arguments: what a side of a rule lists, and what a context has. All is changed by menus,
// which offer what the engine says fits.
import {el, icon} from './elements.js';
import {calculate, choose, menuButton, prompt} from './menu.js';
import {change, moreOf, page, pathOf, short} from './parts.js';

// The words for how a rule has a fact, and for comparisons.
const modes = {
	l: {used: ['used up', 'The fact is gone afterwards'], kept: ['kept', 'The fact has to be there, and stays'], permanent: ['permanent', 'A permanent fact has to be there']},
	r: {made: ['made', 'The fact is there until it is used up'], permanent: ['permanent', 'The fact is there for good']},
};
const signs = {used: '−', kept: '', permanent: '!', made: '+'};
const operators = {'==': 'is the same as', '<>': 'is not the same as', '<': 'is less than', '<=': 'is at most', '>': 'is more than', '>=': 'is at least'};

// request asks what fits a place.
export const options = async (at, side) => {
	const {text} = page.store, reply = await page.store.request({do: 'options', text, at, side});
	return reply.options ?? [];
};

// The headings of menus of terms, by the kinds of options.
const groups = {'variable': 'Variables', 'new variable': 'Variables', 'any': 'Variables', 'constant': 'Constants', 'compound': 'Constants', 'number': 'Numbers', 'calculation': 'Calculations', 'string': 'Texts'};
const asked = {number: 'another number …', calculation: 'another calculation …', string: 'another text …'};

// offered returns the items of the menu of a term: what fits, and what may be written instead. What a rule makes has no
// variables of its own: the menu says where another one would come from.
const offered = (term, found, place) => {
	const items = found.map(o => ({...o, group: groups[o.kind], label: o.kind === 'any' ? 'anything' : o.label,
		note: o.kind === 'new variable' ? 'new' : o.kind === 'variable' ? '' : o.note, checked: o.term === term.text || o.kind === 'any' && term.kind === 'any'}));
	for (const kind of Object.keys(asked)) if (found.some(o => o.kind === kind)) items.push({kind, group: groups[kind], label: asked[kind], asks: true});
	if (term.kind === 'variable') items.push({kind: 'action', group: 'Variables', label: `rename ${term.name} …`, renames: true});
	if (place.startsWith('r')) items.push({kind: 'action', group: 'Variables', label: 'another variable', note: 'add what it needs first', disabled: true});
	return items;
};

// pick has the user pick a term for a place at its button, and puts it there.
const pick = async (b, term, place, label) => {
	const at = pathOf(b, place), found = await options(at);
	const item = await choose(b, {label, items: offered(term, found, place), nothing: 'Nothing fits here yet: add a constant to the type first.'});
	if (!item) return;
	if (item.renames) {
		const name = await prompt(b, {label: `New name of ${term.name}`, value: term.name, pattern: '\\p{Lu}\\S*', fault: 'The name of a variable begins with a capital letter.', done: 'Rename'});
		if (name && name !== term.name) await change({do: 'rename', at: pathOf(b), var: term.name, name}, {stay: true, says: `${term.name} is ${name} now.`});
		return;
	}
	const chosen = item.asks ? await written(b, item.kind, term, found) : item.term;
	if (chosen !== null && chosen !== term.text) await change({do: 'term', at, term: chosen}, {stay: true, says: `${short(label)}: ${chosen}`});
};

// written has the user write a term of a kind, and returns it, or null.
const written = async (b, kind, term, found) => {
	const value = term.kind === kind ? term.text : '';
	switch (kind) {
	case 'number':
		return prompt(b, {label: 'Number', value: value || '0', pattern: '[0-9]+', fault: 'A number has only digits.', inputmode: 'numeric'});
	case 'string': {
		const text = await prompt(b, {label: 'Text', value: value && unquoted(value)});
		return text === null ? null : '"' + text.replace(/["\\]/g, '\\$&') + '"';
	}
	}
	return calculate(b, {label: 'Calculation', names: found.filter(o => o.kind === 'variable').map(o => o.term)});
};
const unquoted = text => text.slice(1, -1).replace(/\\(.)/g, '$1');

// plain is a term in words: an underscore is anything.
const plain = term => term.kind === 'any' ? 'anything' : short(term.text);

// termOf is the control of a term: a button that opens a menu, or several around one another.
const termOf = (term, place, label) => {
	const control = (text, extra = '') => menuButton(text, b => pick(b, term, place, label), {
		class: `term ${term.kind} ${extra}`, 'data-field': place, 'aria-label': `${label}: ${plain(term)}`, title: term.type ? 'of type ' + term.type : null});
	if (term.kind === 'calculation' && term.args?.length === 2) {
		const [a, b] = term.args;
		return el('span', {class: 'compound-term'}, termOf(a, place + '/0', label + ', left'), control(term.name, 'operator'), termOf(b, place + '/1', label + ', right'));
	}
	if (!term.args?.length) return control(plain(term));
	return el('span', {class: 'compound-term'}, control(term.name), ...term.args.map((t, i) => termOf(t, `${place}/${i}`, `${label}, part ${i + 1}`)));
};

// coloured shows a term as code, without controls.
export const coloured = term => {
	if (!term.args?.length || term.kind === 'calculation') return el('span', {class: 'term ' + term.kind}, plain(term));
	return el('span', {}, '(', term.name, ...term.args.flatMap(t => [' ', coloured(t)]), ')');
};

// brief shows a premise as code, with a sign for what becomes of it.
export const brief = p => {
	const word = {used: 'uses up ', kept: 'keeps ', permanent: 'permanent ', made: 'makes '}[p.mode];
	const name = (p.kind === 'stage' ? 'stage ' : '') + p.pred, args = (p.args ?? []).map(coloured);
	const parts = p.kind === 'comparison' ? [args[0], ` ${{'<>': '≠', '<=': '≤', '>=': '≥', '==': '='}[p.op] ?? p.op} `, args[1]]
		: p.kind === 'quiescence' ? ['nothing else can happen'] : p.kind === 'nothing' ? ['nothing'] : [name, ...args.flatMap(a => [' ', a])];
	return el('span', {class: `brief is-${p.kind} is-${p.mode}`}, word && el('span', {class: 'unseen'}, word),
		signs[p.mode] && el('span', {class: 'sign', 'aria-hidden': 'true'}, signs[p.mode]), ...parts);
};

// premiseOf is a line for a premise: what becomes of it, its predicate, its arguments. Place is where it is in its card;
// label says so in words.
export const premiseOf = (p, place, label, {side, mode = true, fixed} = {}) => {
	const say = `${label}: ${short(p.text)}`, args = p.args ?? [];
	const line = el('li', {class: 'premise is-' + p.kind, 'data-at': place, 'data-drag': fixed ? null : place.replace(/\d+$/, '') || 'fact'});
	const argument = (t, i) => termOf(t, `${place}/${i}`, `${say}, argument ${i + 1}`);
	const words = {stage: 'stage', context: 'all of', quiescence: 'nothing else can happen', nothing: 'nothing'};
	line.append(...[
		p.kind !== 'nothing' && el('span', {class: 'grip', 'aria-hidden': 'true'}, icon('grip')),
		mode && modes[side] && p.kind === 'fact' ? modeOf(p, place, say, side) : mode && el('span', {class: 'mode'}, {derived: 'checked', action: 'done'}[p.kind] ?? ''),
		p.kind === 'comparison'
			? el('span', {class: 'terms'}, argument(args[0], 0), operatorOf(p, place, say), argument(args[1], 1))
			: el('span', {class: 'terms'}, words[p.kind], p.pred && el('span', {class: 'pred'}, p.pred), ...args.map(argument)),
		side === 'fact' && p.mode === 'permanent' && el('span', {class: 'soft always'}, 'permanent'),
		!fixed && moreOf(say, () => [
			side === 'fact' && p.kind === 'fact' && {label: p.mode === 'permanent' ? 'Until it is used up' : 'Permanent', note: p.mode === 'permanent' ? '' : 'there for good', does: () =>
				change({do: 'mode', at: pathOf(line, place), mode: p.mode === 'permanent' ? 'made' : 'permanent'}, {says: 'Changed ' + short(p.text)})},
			{label: 'Move up', note: 'Alt+↑', does: () => step(line, -1)},
			{label: 'Move down', note: 'Alt+↓', does: () => step(line, 1)},
			{label: 'Duplicate', note: 'Ctrl+D', does: () => change({do: 'duplicate', at: pathOf(line, place)}, {says: 'Duplicated.'})},
			{label: 'Delete', note: 'Delete', does: () => change({do: 'delete', at: pathOf(line, place)}, {says: 'Deleted.'})},
		], {'data-field': place + '.more'}),
	].filter(Boolean));
	return line;
};
const step = (line, by) => line.dispatchEvent(new CustomEvent('step', {bubbles: true, detail: by}));

const modeOf = (p, place, say, side) => menuButton(el('span', {class: 'sign', 'aria-hidden': 'true'}, signs[p.mode]), async b => {
	const items = Object.entries(modes[side]).map(([mode, [label, note]]) => ({mode, label, note, checked: mode === p.mode}));
	const item = await choose(b, {label: 'What becomes of ' + short(p.text), items});
	if (item && item.mode !== p.mode) await change({do: 'mode', at: pathOf(b, place), mode: item.mode}, {stay: true, says: `${short(p.text)}: ${item.label}`});
}, {class: 'mode ' + p.mode, 'data-field': place + '.mode', 'aria-label': `${say}: ${modes[side][p.mode]?.[0] ?? p.mode}`}, modes[side][p.mode]?.[0] ?? p.mode);

const operatorOf = (p, place, say) => menuButton(operators[p.op] ?? p.op, async b => {
	const items = Object.entries(operators).map(([op, label]) => ({op, label, note: op, checked: op === p.op}));
	const item = await choose(b, {label: say, items});
	if (item && item.op !== p.op) await change({do: 'operator', at: pathOf(b, place), op: item.op}, {stay: true, says: item.label});
}, {class: 'term operator', 'data-field': place + '.op', 'aria-label': `${say}: ${operators[p.op] ?? p.op}`});

// adder is the button whose menu has the predicates for one more premise or fact, and comparisons where they fit.
export const adder = (text, what, {side, vars, fact, first}) => menuButton(icon('add'), async b => {
	const at = pathOf(b), found = await options(at, side);
	const items = found.filter(o => o.kind === 'predicate').map(o => ({...o, pred: o.label.split(' ')[0], group: vars ? 'Facts' : ''}));
	if (vars) items.push(...comparisons(vars));
	const item = await choose(b, {label: text, items, nothing: 'There is no predicate yet: add one first.'});
	if (!item) return;
	if (item.op) await change({do: 'compare', at, op: item.op, term: item.left, other: item.right}, {says: 'Added: ' + item.label});
	else if (fact) await change({do: 'fact', at, pred: item.pred}, {says: 'Added: ' + item.label});
	else await change({do: 'premise', at, side, pred: item.pred}, {says: 'Added: ' + item.label});
}, {class: 'add', 'data-field': `add.${side ?? 'fact'}`, 'data-first': first || fact, 'aria-label': `${text}, ${what}`}, text);

// comparisons offers to compare the first two variables of one type, or a variable with what the engine proposes; and
// numbers.
const comparisons = vars => {
	const pair = list => list.flatMap((a, i) => list.slice(i + 1).filter(b => a.type === b.type).map(b => [a.name, b.name]))[0];
	const counts = new Set(page.store.outline.types.filter(t => t.numbers).map(t => t.name)), numbers = vars.filter(v => counts.has(v.type));
	const any = pair(vars) ?? [], two = pair(numbers) ?? (numbers.length ? [numbers[0].name, '0'] : []);
	return [['not the same', '<>', any, vars], ['the same', '==', any, vars], ['compare numbers', '<', two, numbers]].map(([label, op, [left, right], of]) => ({
		label, op, left, right, group: 'Conditions', disabled: of.length === 0,
		note: left ? `${left} ${operators[op]} ${right}` : of.length ? '' : 'needs a variable' + (op === '<' ? ' for a number' : '')}));
};
