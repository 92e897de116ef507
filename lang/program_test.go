package lang

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const manyKinds = `thing : type. a : thing. b : thing. f thing : thing.
colour : type. red : colour.
p thing : pred. q colour : pred.
stage main = { r : p a -o (). }
#trace _ main { p a, p a, q red, p (f b) }.
`

// Constructors are numbered through, whatever their types.
func TestConstructorNumbers(t *testing.T) {
	p, errs := Load("p.cep", []byte(manyKinds))
	require.Empty(t, errs)
	var names []string
	for _, of := range p.Types {
		for _, k := range of.Constructors {
			names = append(names, k.Name)
			require.Equal(t, len(names), k.Number, k.Name)
		}
	}
	require.Equal(t, []string{"a", "b", "f", "red"}, names)
}

// Facts of one constant share it.
func TestSharedArguments(t *testing.T) {
	p, errs := Load("p.cep", []byte(manyKinds))
	require.Empty(t, errs)
	facts := p.Traces[0].Context.Facts
	require.Len(t, facts, 4)
	require.Same(t, &facts[0].Fact.Args[0], &facts[1].Fact.Args[0])
	require.Equal(t, "q red", facts[2].Fact.String())
	require.Equal(t, "p (f b)", facts[3].Fact.String())
}

func TestSHA256(t *testing.T) {
	p, _ := Load("p.cep", nil)
	require.Equal(t, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", p.SHA256)
}
