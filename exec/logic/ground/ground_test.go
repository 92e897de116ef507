package ground

import (
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/stretchr/testify/require"
)

// Terms print as clingo prints them, and equal terms have one number.
func TestTerms(t *testing.T) {
	var table Table
	a, one := table.Compound("a"), table.Integer(-1)
	for want, n := range map[string]Term{
		"a":             a,
		"-1":            one,
		`"a\"\\\n"`:     table.String("a\"\\\n"),
		"f(a,-1)":       table.Compound("f", a, one),
		"(a,)":          table.Compound("", a),
		"()":            table.Compound(""),
		"((a,-1),f(a))": table.Compound("", table.Compound("", a, one), table.Compound("f", a)),
	} {
		require.Equal(t, want, string(table.Append(nil, n)))
	}
	require.Equal(t, a, table.Compound("a"))
	require.NotEqual(t, a, table.String("a"))
	require.NotEqual(t, table.Integer(0), table.String(""))
}

// Terms that are generated in any order are sorted by kind, value, arity, name and arguments.
func TestCompare(t *testing.T) {
	var table Table
	sorted := []func() Term{
		func() Term { return table.Integer(-2) },
		func() Term { return table.Integer(7) },
		func() Term { return table.Compound("a") },
		func() Term { return table.Compound("b") },
		func() Term { return table.String("a") },
		func() Term { return table.Compound("g", table.Integer(1)) },
		func() Term { return table.Compound("f", table.Integer(1), table.Integer(2)) },
		func() Term { return table.Compound("f", table.Integer(1), table.Compound("a")) },
	}
	terms := make([]Term, len(sorted))
	for _, i := range rand.Perm(len(sorted)) {
		terms[i] = sorted[i]()
	}
	for i := range terms {
		for j := range terms {
			require.Equal(t, i < j, table.Compare(terms[i], terms[j]) < 0, "%d %d", i, j)
		}
	}
}

// Predicates of one name and several arities are different.
func TestAtoms(t *testing.T) {
	var table Table
	var atoms Atoms
	a := table.Compound("a")
	p0 := atoms.Intern(logic.Predicate{Name: "p"}, nil)
	p2 := atoms.Intern(logic.Predicate{Name: "p", Arity: 2}, []Term{a, a})
	require.Equal(t, p2, atoms.Intern(logic.Predicate{Name: "p", Arity: 2}, []Term{a, a}))
	require.Equal(t, "p", string(atoms.Append(nil, &table, p0)))
	require.Equal(t, "p(a,a)", string(atoms.Append(nil, &table, p2)))
	_, ok := atoms.Lookup(logic.Predicate{Name: "p", Arity: 1}, []Term{a})
	require.False(t, ok)
	require.Equal(t, 2, atoms.Len())
}
