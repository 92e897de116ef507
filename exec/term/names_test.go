package term

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// The names in the rule of a program are those of all its terms, however deep they stand.
func TestNames(t *testing.T) {
	prog, errs := lang.Load("test", []byte(`nat : type. #builtin NAT nat. t : type. a : t. b : t. box t nat : t. other : t.
		p t nat : pred. says string : pred. stage s = { r : p (box (box a 3) N) (N + 4) * says "hm"
		-o p b (N * 7) * p a 2 * says "hm" * says "ha". }`))
	require.NotNil(t, prog, errs)
	r := prog.Rules()[0]
	var n Names
	for _, p := range r.Premises {
		n.Add(p.Atom.Args...)
	}
	require.Equal(t, "4", n.Highest.String())
	for _, x := range r.Results {
		n.Add(x.Atom.Args...)
	}
	require.Equal(t, "7", n.Highest.String())
	require.Equal(t, []lang.Value{{Text: "hm"}, {Text: "ha"}}, n.Texts)
	var names []string
	for _, c := range n.Constructors {
		require.True(t, n.Has(c))
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"box", "a", "b"}, names)
	require.False(t, n.Has(prog.Types[1].Constructors[3]))
}
