package page

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// outlined is the part of an outline that boards look at: types, predicates and facts.
const outlined = `const constant = name => ({name, args: []});
	const outline = {
		types: [{name: 'room', members: [constant('hall'), constant('attic')]}, {name: 'thing', members: [constant('ann')]},
			{name: 'nat', numbers: true, members: []}, {name: 'text', strings: true, members: []}, {name: 'none', members: []},
			{name: 'tree', members: [constant('leaf'), {name: 'fork', args: ['tree', 'tree']}]}],
		predicates: ['at thing room', 'cell nat nat thing', 'says text text', 'grows tree none', 'on room room thing',
			'lit room', 'lost unknown nat'].map(p => p.split(' ')).map(([name, ...args]) => ({name, args, kind: 'pred'})),
	};
	outline.predicates.push({name: 'near', args: ['room', 'room'], kind: 'bwd'});
	const fact = (pred, ...args) => ({kind: 'fact', pred, mode: 'made', args: args.map(text => ({text}))});
	const board = (key, ...facts) => boardOf(outline, waysOf(outline).find(w => w.key === key), facts);
	const cell = c => c.id + ':' + c.things.map(t => t.label);
	const told = b => b && [...b.rows.map(row => row.map(cell).join('|')),
		'elsewhere:' + b.elsewhere.map(t => t.fact.pred + t.label)].join('/');`

// Predicates place things by an argument that has constants, or by two that are numbers or constants of one type.
func TestWaysOfBoards(t *testing.T) {
	ways := evaluate[[]string](t, `import('/places.js').then(({waysOf}) => {`+outlined+`
		return waysOf(outline, new Set(['on'])).map(w => w.key + (w.grid ? ' grid' : ''));
	})`)
	require.Equal(t, []string{"on 0 1 grid", "on 2", "on 1", "on 0", "at 1", "at 0", "cell 0 1 grid", "cell 2"}, ways)
}

// No two ways have the same name.
func TestNamesOfWays(t *testing.T) {
	names := evaluate[[]string](t, `import('/places.js').then(({waysOf, nameOf}) => {`+outlined+`
		outline.predicates.push({name: 'door', args: ['room', 'room'], kind: 'pred'});
		outline.predicates.push({name: 'box', args: ['nat', 'nat', 'nat'], kind: 'pred'});
		return waysOf(outline, new Set(['door', 'box'])).map(nameOf).filter((name, i, all) =>
			/^(door|box|at) /.test(name) || all.indexOf(name) !== i);
	})`)
	require.Equal(t, []string{"door in rooms, by the second argument", "door in rooms, by the first argument",
		"box on a grid, by arguments 1 and 2", "box on a grid, by arguments 1 and 3",
		"box on a grid, by arguments 2 and 3", "at in rooms, by room", "at in rooms, by thing"}, names)
}

// Each fact of the predicate is at its place, or elsewhere; a grid goes one beyond its things, but not below 0.
func TestBoards(t *testing.T) {
	boards := evaluate[[]string](t, `import('/places.js').then(({waysOf, boardOf, factAt}) => {`+outlined+`
		const way = waysOf(outline).find(w => w.key === 'cell 0 1');
		return [
			told(board('at 1', fact('at', 'ann', 'hall'), fact('lit', 'hall'), fact('at', 'ann', 'cellar'))),
			told(board('cell 0 1', fact('cell', '0', '4', 'ann'), fact('cell', '1', '4', 'bob'), fact('cell', 'N', '4', 'eve'))),
			told(board('cell 0 1')), told(board('cell 0 1', fact('cell', '0', '0', 'ann'), fact('cell', '39', '0', 'ann'))),
			factAt(way, {fact: {...fact('cell', '0', '4', '(s z)'), mode: 'permanent'}}, ['7', '8']),
		];
	})`)
	require.Equal(t, []string{
		"hall:ann|attic:/elsewhere:atann",
		"0 3:|1 3:|2 3:/0 4:ann|1 4:bob|2 4:/0 5:|1 5:|2 5:/elsewhere:celleve",
		"0 0:|1 0:|2 0:/0 1:|1 1:|2 1:/0 2:|1 2:|2 2:/elsewhere:",
		"", "!cell 7 8 (s z)",
	}, boards)
}
