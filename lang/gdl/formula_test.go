package gdl

import (
	"strconv"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// propositions is the number of atoms in random formulas.
const propositions = 4

// randomFormula returns a formula over the atoms p0 to p3, and comparisons of these names.
func randomFormula(t *rapid.T, depth int) formula {
	parts := func() (all []formula) {
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			all = append(all, randomFormula(t, depth-1))
		}
		return all
	}
	kind := rapid.IntRange(0, 4).Draw(t, "kind")
	if depth == 0 {
		kind %= 2
	}
	name := func() string { return "p" + strconv.Itoa(rapid.IntRange(0, propositions-1).Draw(t, "name")) }
	switch kind {
	case 0:
		return literal{&logic.AtomLiteral{Atom: &logic.Atom{Name: name()}}}
	case 1:
		op := rapid.SampledFrom([]logic.Op{logic.Equal, logic.NotEqual}).Draw(t, "op")
		return literal{&logic.Comparison{Op: op, Left: &logic.Compound{Name: name()}, Right: &logic.Compound{Name: name()}}}
	case 2:
		return all(parts())
	case 3:
		return some(parts())
	}
	return not{randomFormula(t, depth-1)}
}

// truth is the oracle: whether a formula holds where some atoms do.
func truth(f formula, atoms map[string]bool) bool {
	switch f := f.(type) {
	case literal:
		return literalTruth(f.Literal, atoms)
	case not:
		return !truth(f.of, atoms)
	case all:
		for _, p := range f {
			if !truth(p, atoms) {
				return false
			}
		}
		return true
	case some:
		for _, p := range f {
			if truth(p, atoms) {
				return true
			}
		}
	}
	return false
}

func literalTruth(l logic.Literal, atoms map[string]bool) bool {
	switch l := l.(type) {
	case *logic.AtomLiteral:
		return atoms[l.Name] == (l.Negations == 0)
	case *logic.Comparison:
		return (l.Left.String() == l.Right.String()) == (l.Op == logic.Equal)
	}
	return false
}

// The alternatives of a formula hold where it does, for all truth values of its atoms.
func TestAlternatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFormula(t, 4)
		bodies, ok := alternatives(f, false)
		if !ok {
			t.Skip("too many alternatives")
		}
		for bits := range 1 << propositions {
			atoms := make(map[string]bool)
			for i := range propositions {
				atoms["p"+strconv.Itoa(i)] = bits>>i&1 == 1
			}
			holds := false
			for _, b := range bodies {
				one := true
				for _, l := range b {
					one = one && literalTruth(l, atoms)
				}
				holds = holds || one
			}
			require.Equal(t, truth(f, atoms), holds, "%v", atoms)
		}
	})
}

// Rules whose disjunctions become relations derive what the formula says.
func TestUnfold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFormula(t, 4)
		r := newReader(&syntax.Source{})
		r.direct = 1
		head := &logic.Atom{Name: "head"}
		for _, b := range r.unfold(head, f, syntax.Span{}) {
			r.add(head, b, syntax.Span{})
		}
		for bits := range 1 << propositions {
			atoms, given := make(map[string]bool), make(facts)
			for i := range propositions {
				name := "p" + strconv.Itoa(i)
				if atoms[name] = bits>>i&1 == 1; atoms[name] {
					given.add(logic.Predicate{Name: name}, nil)
				}
			}
			require.Equal(t, truth(f, atoms), len(naive(r.game.Program, given)[head.Predicate()]) > 0, "%v", atoms)
		}
	})
}

// Disjunctions that would make too many rules are refused, not unfolded.
func TestTooManyAlternatives(t *testing.T) {
	atom := func(name string) literal { return literal{&logic.AtomLiteral{Atom: &logic.Atom{Name: name}}} }
	two := some{atom("a"), atom("b")}
	var f all
	for range 12 {
		f = append(f, two)
	}
	bodies, ok := alternatives(f, false)
	require.True(t, ok)
	require.Len(t, bodies, mostAlternatives)
	_, ok = alternatives(append(f, two), false)
	require.False(t, ok)
}
