package exec

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/stretchr/testify/require"
)

// A transition that was listed before others fired can be fired after these were taken
// back, wherever its facts are kept by then.
func TestFireAfterReturn(t *testing.T) {
	p := load(t, `t : type. a : t. b : t. c : t. q t t : pred. z : pred. w : pred.
		stage s = { one : q a b -o z. two : z -o q c c * w. three : q a b -o w. }
		#trace _ s { q a b }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	moves := e.Moves()
	here := m.Mark()
	for range 2 {
		e, err = m.Enabled(context.Background())
		require.NoError(t, err)
		_, err = m.Fire(e.Moves()[0].Transition)
		require.NoError(t, err)
	}
	_, err = m.Enabled(context.Background())
	require.NoError(t, err)
	m.Return(here)
	_, err = m.Fire(moves[1].Transition)
	require.NoError(t, err)
	require.Equal(t, []string{"w"}, texts(all(m, p)))
}

// Where one premise cannot be met there are no transitions, however many ways there
// are to meet the others.
func TestNoneOfMany(t *testing.T) {
	var facts []string
	for i := range 8000 {
		for _, pred := range "abcde" {
			facts = append(facts, fmt.Sprintf("%c %d", pred, i))
		}
	}
	for _, text := range []string{
		`n : type. #builtin NAT n. a n : pred. b n : pred. c n : pred. d n : pred. e n : pred. never : pred.
			stage s = { r : a A * b B * c C * d D * e E * never -o (). } #trace _ s { ` + strings.Join(facts, ", ") + ` }.`,
		`a : pred. stage s = { r : a` + strings.Repeat(" * a", 21) + ` -o (). } #trace _ s { a` + strings.Repeat(", a", 20) +
			` }.`,
	} {
		tr, err := runText(t, text, Options{})
		require.NoError(t, err)
		require.Empty(t, tr.Steps)
	}
}

// A rule with more matches than can be kept is matched premise by premise.
func TestTooManyToKeep(t *testing.T) {
	var facts []string
	for i := range 8 {
		facts = append(facts, fmt.Sprintf("e %d", i))
	}
	p := load(t, `n : type. #builtin NAT n. e n : pred. f : pred.
		stage s = { r : e A * e B * e C * e D * e E * e F * e G * e H * A + B + C + D < E + F + G + H -o f. }
		#trace 1 s { `+strings.Join(facts, ", ")+` }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	_, err := m.Enabled(context.Background())
	require.NoError(t, err)
	require.True(t, m.Plan(p.Stages[0].Rules[0]).Dense)
}

// A rule whose right side is too large to calculate is an error where it is asked what
// is enabled, not only where it fires: what is listed can be shown with what it makes.
func TestTooLargeToCalculate(t *testing.T) {
	p := load(t, `#builtin NAT n. n : type. p n : pred. stage s = { r : p N -o p (N`+strings.Repeat(" * N", 20)+
		`). } #trace _ s { p `+strings.Repeat("9", 4900)+` }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	_, err := m.Enabled(context.Background())
	require.EqualError(t, err, "rule r: "+term.ErrOverflow.Error())
}
