package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Terms of types that count by constructors, and of lists, have a short form. All others stand as they are.
func TestShapesOfAProgram(t *testing.T) {
	p := load(t, `n : type. z : n. s n : n.
		c : type. red : c. blue : c. pair c c : c. l : type. nil : l. cons c l : l. t : type. leaf : t. node t t t : t.
		has n l : pred. stage go = { has N L -o (). } #trace _ go { }.`)
	shapes := Shapes(p)
	red, zero, none := trace.Const("red"), trace.Const("z"), trace.Const("nil")
	for _, c := range []struct {
		term trace.Term
		want string
	}{
		{trace.Term{Head: "s", Args: []trace.Term{{Head: "s", Args: []trace.Term{zero}}}}, "2"},
		{trace.Term{Head: "cons", Args: []trace.Term{red, {Head: "cons", Args: []trace.Term{red, none}}}}, "[red, red]"},
		{trace.Term{Head: "pair", Args: []trace.Term{red, red}}, "pair red red"},
		{red, "red"},
	} {
		require.Equal(t, c.want, shapes.Short(c.term).String())
	}
	require.Empty(t, Shapes(load(t, "#builtin NAT n. n : type. has n : pred. stage go = { has N -o (). }")))
}
