package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// A transition is a change of state that happens as one.
//
// The step functions of logic programs have no inertia: every fluent of the new state is derived anew. A fluent stays
// if it was there before and some instance of a rule for it rests on itself; nothing happens to it. All others are
// nodes of a graph:
//
//   - a made fluent, with the support of its derivation;
//   - a lost fluent, with the support of what prevents its derivation.
//
// Two nodes belong to one transition if they share a move, or a fluent of the old state that is lost. A fluent that
// is there before and after, but for another reason, is both lost and made. Transitions of one round use up different
// fluents and moves and read only what stays, so they are concurrent.
type transition struct {
	made, lost []ground.Atom // in the order of the states
	moves      []ground.Atom // used up
	reads      []ground.Atom // fluents that stay
	absent     []ground.Atom
	derived    []ground.Atom
	chosen     bool
	rules      []*logic.Rule // that made the fluents, each once, in the order of the fluents
}

// node is a fluent that is made or lost.
type node struct {
	atom ground.Atom
	made bool
	rule *logic.Rule // by which it is made
	*support
}

// explainer explains the fluents of a new state.
type explainer interface {
	// stays reports whether a fluent of both states holds because it held before.
	stays(ground.Atom) bool
	// made returns the support of a fluent of the new state, and its rule.
	made(ground.Atom) (*support, *logic.Rule)
	// lost returns the support of what prevents a fluent of the old state in the new one.
	lost(ground.Atom) *support
}

// transitions returns the transitions between two states, given as lists of fluents. The order of the lists decides
// the order of the transitions and of their fluents.
func transitions(before, after []ground.Atom, e explainer) []transition {
	holds := make(map[ground.Atom]bool, len(after))
	for _, a := range after {
		holds[a] = true
	}
	var nodes []node
	gone := make(map[ground.Atom]bool) // whether a fluent of the old state is lost
	for _, a := range before {
		gone[a] = !holds[a] || !e.stays(a)
	}
	for _, a := range after {
		if lost, old := gone[a]; !old || lost {
			s, rule := e.made(a)
			nodes = append(nodes, node{a, true, rule, s})
		}
	}
	for _, a := range before {
		if !gone[a] {
			continue
		}
		s := &support{}
		if !holds[a] {
			s = e.lost(a)
		}
		nodes = append(nodes, node{a, false, nil, s})
	}
	return group(nodes, gone)
}

// group joins the nodes that share moves or lost fluents, in the order of their first nodes.
func group(nodes []node, gone map[ground.Atom]bool) []transition {
	leader := make([]int, len(nodes)) // union-find; the leader of a set is its first node
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	users := make(map[ground.Atom]int) // the first node that uses up a fluent or a move
	use := func(i int, a ground.Atom) {
		if j, ok := users[a]; ok {
			i, j = find(i), find(j)
			leader[max(i, j)] = min(i, j)
			return
		}
		users[a] = i
	}
	for i, n := range nodes {
		leader[i] = i
		if gone[n.atom] {
			use(i, n.atom)
		}
		for _, a := range n.fluents {
			if gone[a] {
				use(i, a)
			}
		}
		for _, a := range n.moves {
			use(i, a)
		}
	}
	var all []transition
	place := make(map[int]int) // of a leader's transition in all
	for i, n := range nodes {
		at, ok := place[find(i)]
		if !ok {
			at = len(all)
			place[find(i)], all = at, append(all, transition{})
		}
		all[at].add(n, gone)
	}
	for i := range all {
		all[i].order()
	}
	return all
}

// add adds a node.
func (t *transition) add(n node, gone map[ground.Atom]bool) {
	if n.made {
		t.made = append(t.made, n.atom)
	} else {
		t.lost = append(t.lost, n.atom)
	}
	for _, a := range n.fluents {
		if !gone[a] {
			t.reads = append(t.reads, a)
		}
	}
	t.moves = append(t.moves, n.moves...)
	t.absent = append(t.absent, n.absent...)
	t.derived = append(t.derived, n.derived...)
	t.chosen = t.chosen || n.chosen
	if n.rule != nil && !slices.Contains(t.rules, n.rule) {
		t.rules = append(t.rules, n.rule)
	}
}

// order sorts the lists of what the transition rests on, and removes what they hold twice. The order of derivation is
// kept.
func (t *transition) order() {
	for _, list := range []*[]ground.Atom{&t.moves, &t.reads, &t.absent} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	seen := make(map[ground.Atom]bool, len(t.derived))
	t.derived = slices.DeleteFunc(t.derived, func(a ground.Atom) bool {
		again := seen[a]
		seen[a] = true
		return again
	})
}
