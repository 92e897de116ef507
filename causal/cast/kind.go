package cast

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// kinds divides the constants of a trace, and the places they stand in, as types
// would: it joins each place with all that stands there, in a union-find forest.
type kinds struct {
	parent    map[spot]spot // towards the spot that stands for the kind
	constants map[string]bool
	first     []spot // the first places of predicates, each once
}

// spot is a constant, or a place in the arguments of a predicate, rule or
// constructor, or one that stands for all numerals or literals.
type spot struct {
	of   spotKind
	name string
	arg  int
}

type spotKind byte

const (
	ofConstant spotKind = iota
	ofPredicate
	ofRule
	ofConstructor
	ofNumerals
	ofLiterals
)

func newKinds(t *trace.Trace) *kinds {
	k := &kinds{parent: make(map[spot]spot), constants: make(map[string]bool)}
	for i := range t.Resources {
		r := &t.Resources[i]
		if r.Pred == trace.StagePred {
			continue
		}
		at := spot{ofPredicate, r.Pred, 0}
		if _, known := k.parent[at]; !known && len(r.Args) > 0 {
			k.first = append(k.first, at)
		}
		k.add(ofPredicate, r.Pred, r.Args)
	}
	rules := t.Labels()
	for i := range t.Steps {
		k.add(ofRule, rules.LabelOf(t.Steps[i].Key()), t.Steps[i].Args)
	}
	return k
}

// add joins the argument positions with the terms at them.
func (k *kinds) add(of spotKind, name string, args []trace.Term) {
	for i, arg := range args {
		at := spot{of, name, i}
		_, literal := arg.Literal()
		switch {
		case arg.Number:
			k.join(at, spot{of: ofNumerals})
		case literal:
			k.join(at, spot{of: ofLiterals})
		default:
			k.join(at, spot{of: ofConstant, name: arg.Head})
			k.add(ofConstructor, arg.Head, arg.Args)
			if len(arg.Args) == 0 {
				k.constants[arg.Head] = true
			}
		}
	}
}

func (k *kinds) join(a, b spot) {
	if a, b = k.of(a), k.of(b); a != b {
		k.parent[a] = b
	}
}

// of returns the spot that stands for the kind of another.
func (k *kinds) of(s spot) spot {
	if _, ok := k.parent[s]; !ok {
		k.parent[s] = s
	}
	for k.parent[s] != s {
		k.parent[s] = k.parent[k.parent[s]]
		s = k.parent[s]
	}
	return s
}

// ofName returns the kind of a constant.
func (k *kinds) ofName(name string) spot { return k.of(spot{of: ofConstant, name: name}) }

// sets returns the constants of each kind, sorted, and the kinds in the order of
// their first constants.
func (k *kinds) sets() (order []spot, names map[spot][]string) {
	names = make(map[spot][]string)
	sorted := make([]string, 0, len(k.constants))
	for name := range k.constants {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	for _, name := range sorted {
		kind := k.ofName(name)
		if names[kind] == nil {
			order = append(order, kind)
		}
		names[kind] = append(names[kind], name)
	}
	return order, names
}
