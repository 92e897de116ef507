// Boards: the ways in which predicates place things, the places of one, and which facts are there. Two ways
// to place things are known: in rooms, by one argument whose type has constants; and on a grid, by two arguments that
// are numbers or constants of one type.

export const mostLines = 40; // columns or rows of a grid
const mostDigits = 6; // of a number that is a place

const isListed = t => !t.numbers && !t.strings && t.members.length > 0 && t.members.every(m => m.args.length === 0);

// waysOf returns the ways in which predicates of a program place things: {key, grid, pred, at, twin}, with the numbers of
// the arguments that are the place: [room] or [column, row]. A twin is like another but for these. Those whose predicates are among some names come first.
export const waysOf = (outline, names = new Set()) => {
	const ways = [], types = new Map(outline.types.map(t => [t.name, {numbers: t.numbers, listed: isListed(t)}]));
	for (const pred of outline.predicates.filter(p => p.kind === 'pred')) {
		const args = pred.args.map(name => types.get(name)), way = (grid, ...at) => ways.push({key: pred.name + ' ' + at.join(' '), grid, pred, at});
		for (const [i, a] of args.entries()) {
			for (let j = i + 1; j < args.length; j++) {
				if (a?.numbers && args[j]?.numbers || args.length > 2 && a?.listed && a === args[j]) way(true, i, j);
			}
		}
		if (args.length > 1) for (const [i, a] of [...args.entries()].reverse()) if (a?.listed) way(false, i);
	}
	for (const w of ways) w.twin = ways.some(other => other !== w && other.pred === w.pred && other.grid === w.grid);
	const rank = w => names.has(w.pred.name) ? 0 : 1;
	return ways.sort((a, b) => rank(a) - rank(b)); // which is stable
};

// nameOf is the name of a way for the user: `at in rooms`. That of a twin says which arguments are the place, by their
// type if there is one such argument: `door in rooms, by the first argument`.
export const nameOf = ({grid, pred, at, twin}) => pred.name + (grid ? ' on a grid' : ' in rooms') + (twin ? ', by ' + argumentsOf(pred, at) : '');
const argumentsOf = ({args}, [i, j]) => {
	if (j !== undefined) return `arguments ${i + 1} and ${j + 1}`;
	if (args.filter(type => type === args[i]).length === 1) return args[i];
	return i < ordinals.length ? `the ${ordinals[i]} argument` : `argument ${i + 1}`;
};
const ordinals = ['first', 'second', 'third', 'fourth'];

// linesOf returns the columns or rows of a grid, as terms: all constants of a type, or the numbers that facts have and
// one more at either end.
const linesOf = (type, values) => {
	if (!type.numbers) return type.members.map(m => m.name);
	const numbers = values.filter(v => /^[0-9]+$/.test(v) && v.length <= mostDigits).map(Number);
	if (!numbers.length) numbers.push(1);
	const from = Math.max(0, Math.min(...numbers) - 1), to = Math.max(...numbers) + 1;
	return to - from < mostLines ? Array.from({length: to - from + 1}, (_, i) => String(from + i)) : null;
};

// boardOf returns the board of a list of facts: its rows of cells {id, terms, title, things}, and `elsewhere`, the things
// with a place that is not on it. A thing is {index, fact, label}, with the number of the fact in the list. It returns
// null where there would be too many columns or rows.
export const boardOf = (outline, way, facts) => {
	const type = i => outline.types.find(t => t.name === way.pred.args[i]);
	const things = facts.map((fact, index) => ({fact, index})).filter(({fact}) => fact.kind === 'fact' && fact.pred === way.pred.name && fact.args.length === way.pred.args.length);
	const values = i => things.map(({fact}) => fact.args[i].text);
	let rows;
	if (way.grid) {
		const [columns, lines] = way.at.map(i => linesOf(type(i), values(i)));
		if (!columns || !lines || Math.max(columns.length, lines.length) > mostLines) return null;
		rows = lines.map(y => columns.map(x => ({terms: [x, y], title: `${x}, ${y}`})));
	} else rows = [type(way.at[0]).members.map(m => ({terms: [m.name], title: m.name}))];
	const cells = new Map();
	for (const cell of rows.flat()) {
		Object.assign(cell, {id: cell.terms.join(' '), things: []});
		cells.set(cell.id, cell);
	}
	const elsewhere = [];
	for (const thing of things) {
		const {args, mode} = thing.fact, others = args.filter((_, i) => !way.at.includes(i)).map(a => a.text);
		thing.label = others.join(' ') || way.pred.name;
		thing.permanent = mode === 'permanent';
		(cells.get(way.at.map(i => args[i].text).join(' '))?.things ?? elsewhere).push(thing);
	}
	return {rows, elsewhere};
};

// factAt returns the text of a fact that has its thing at another place.
export const factAt = (way, {fact}, terms) => {
	const args = fact.args.map((a, i) => way.at.includes(i) ? terms[way.at.indexOf(i)] : a.text);
	return (fact.mode === 'permanent' ? '!' : '') + [way.pred.name, ...args].join(' ');
};
