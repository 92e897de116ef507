package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is taken and made again in one firing stays enabled, in whatever order, though
// one of the facts may rest and the other may not.
func TestTakenAndMadeAgain(t *testing.T) {
	for _, rule := range []string{
		"q X Y * p X -o p X * q X Y",
		"q X Y * p X -o q X Y * p X",
		"p X * q X Y -o p X * q X Y",
	} {
		for _, facts := range []string{"p a, q a b", "p a, q a b, q a c"} {
			p := load(t, "t : type. a : t. b : t. c : t. p t : pred. q t t : pred. stage s = { go : "+rule+". } #trace 20 s { "+
				facts+" }.")
			tr, err := Run(context.Background(), p, p.Traces[0], Options{})
			require.NoError(t, err)
			require.Len(t, tr.Steps, 20)
		}
	}
}

// A machine that was asked once what is enabled, and then only fires, holds no more for
// it.
func TestFiringUnasked(t *testing.T) {
	p := load(t, `t : type. a : t. p t : pred. stage s = { go : p X -o p X. } #trace _ s { p a }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	next := e.At(0)
	fire := func() {
		f, err := m.Fire(next)
		require.NoError(t, err)
		next.Uses = []*Resource{m.context.Find(p.Preds[0], f.Makes[0].ID)}
	}
	for range 2000 {
		fire()
	}
	require.Less(t, testing.AllocsPerRun(2000, fire), 20.0)
	e, err = m.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1, e.Len())
}
