package logic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Variables get values one from the other, in any order, and each one that gets none is named once.
func TestUnsafe(t *testing.T) {
	v := func(name string) Term { return &Variable{Name: name} }
	equal := func(left, right Term) Literal { return &Comparison{Op: Equal, Left: left, Right: right} }
	pair := &Compound{Args: []Term{v("C"), v("D")}}
	r := &Rule{
		Head: &Atom{Name: "p", Args: []Term{v("A"), v("X"), v("X")}},
		Body: []Literal{equal(v("A"), v("B")), equal(v("B"), v("C")), equal(pair, v("E")), equal(v("F"), v("E")),
			&Range{Term: v("F"), From: v("G"), To: v("G")}, &AtomLiteral{Atom: &Atom{Name: "q", Args: []Term{v("G")}}},
			equal(v("Y"), &Calculation{Op: "+", Operands: []Term{v("Y"), Integer(1)}})},
	}
	var names []string
	for _, u := range r.Unsafe() {
		names = append(names, u.Name)
	}
	require.Equal(t, []string{"X", "Y"}, names)
	require.Equal(t, "p(A,X,X) :- A = B, B = C, (C,D) = E, F = E, F = G..G, q(G), Y = Y+1.", r.String())
	require.Equal(t, "()", (&Compound{}).String())
	require.Equal(t, "(a,)", (&Compound{Args: []Term{&Compound{Name: "a"}}}).String())
}
