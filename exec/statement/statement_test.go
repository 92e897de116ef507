package statement

import (
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

const verona = `
character : type. romeo : character. juliet : character.
place : type. tomb : place. hall : place.
nat : type. #builtin NAT nat.
at character place : pred. dead character : pred. coin nat : pred. owes character character : pred.
near place place : bwd. near tomb hall. far place : bwd. far P <- near P Q <- at juliet Q.
stage play = {
  one_place : at C _ * dead C -o ().
  money : coin N -o ().
  both : $at C L * dead C -o ().
  pair : at C L * at D L * C <> D -o ().
  less : at C hall * owes C D -o ().
  beside : at C P * near P Q * $at D Q -o ().
  away : at C P * far P -o ().
  rich : coin (N + 10) -o ().
}
context init = { at romeo tomb, at juliet hall, coin 2, coin 3, coin 3 }.
#trace _ play init.
`

// program returns a program and, for each of its rules, the statement that its premises are never met.
func program(t require.TestingT, text string) (*lang.Program, map[string]*lang.Statement) {
	p, errs := lang.Load("test.cep", []byte(text))
	require.NotNil(t, p, errs)
	out := make(map[string]*lang.Statement)
	for _, r := range p.Rules() {
		out[r.Name] = &lang.Statement{Kind: lang.Never, Name: r.Name, Vars: r.Vars, Premises: r.Premises}
	}
	return p, out
}

// invariant turns the premises of a statement into counts, each of which is the number of facts, or the sum of
// the numbers in the variable with that name.
func invariant(s *lang.Statement, free int, of string, op lang.Op, bound int64) *lang.Statement {
	out := &lang.Statement{Kind: lang.Invariant, Name: s.Name, Vars: s.Vars, Free: free, Op: op, Bound: bound}
	for _, p := range s.Premises {
		c := lang.Count{Times: 1, Pattern: p.Atom, Permanent: p.Kind == lang.Permanent, Of: -1}
		for i, v := range s.Vars {
			if v.Name == of {
				c.Of = lang.Variable(i)
			}
		}
		out.Sum = append(out.Sum, c)
	}
	return out
}

func TestCheck(t *testing.T) {
	tests := []struct{ facts, statement, want string }{
		{"at romeo tomb, at juliet hall", "one_place", ""},
		{"at romeo tomb, !dead juliet", "one_place", ""},
		{"!at romeo tomb, at romeo tomb, dead juliet", "one_place",
			"one_place is violated: at romeo _ + dead romeo is 2, not 1: !at romeo tomb, at romeo tomb"},
		{"at romeo tomb, dead romeo, at juliet hall", "one_place",
			"one_place is violated: at romeo _ + dead romeo is 2, not 1: at romeo tomb, dead romeo"},
		{"at romeo tomb", "one_place", "one_place is violated: at juliet _ + dead juliet is 0, not 1"},
		{"coin 2, coin 3, coin 3", "money", ""},
		{"coin 2, coin 3, coin 3, !coin 1", "money",
			"money is violated: sum N in coin N is 9, more than 8: coin 2, 2 × coin 3, !coin 1"},
		{"coin 9223372036854775807, coin 9223372036854775807", "money", "money is violated: sum N in coin N is " +
			"18446744073709551614, more than 8: 2 × coin 9223372036854775807"},
		{"at romeo hall, owes romeo juliet, owes juliet romeo", "less", ""},
		{"owes romeo juliet, owes romeo juliet", "less",
			"less is violated: -2 * at romeo hall + owes romeo _ is 2, more than 1: 2 × owes romeo juliet"},
		{"at romeo tomb, dead juliet", "both", ""},
		{"at romeo tomb, !dead romeo", "both",
			"both is violated: at romeo tomb and !dead romeo are there together"},
		{"at romeo tomb, at romeo tomb, at juliet hall", "pair", ""},
		{"at romeo tomb, at juliet tomb", "pair",
			"pair is violated: at romeo tomb and at juliet tomb are there together"},
		{"at romeo hall, at juliet tomb", "beside",
			"beside is violated: at juliet tomb and at romeo hall are there together"},
		{"at romeo hall, at juliet hall", "beside", ""},
		{"at romeo tomb, at juliet hall", "away", "away is violated: there is at romeo tomb"},
		{"at romeo tomb, at juliet tomb", "away", ""},
		{"coin 9", "rich", ""},
		{"coin 10", "rich", "rich is violated: there is coin 10"},
	}
	text := verona
	for i, test := range tests {
		text += fmt.Sprintf("context c%d = { %s }.\n", i, test.facts)
	}
	p, statements := program(t, text)
	place := invariant(statements["one_place"], 1, "", lang.Same, 1)
	less := invariant(statements["less"], 1, "", lang.LessEq, 1)
	less.Sum[0].Times = -2
	statements["one_place"], statements["less"] = place, less
	statements["money"] = invariant(statements["money"], 0, "N", lang.LessEq, 8)
	for i, test := range tests {
		facts := p.Contexts[i+1].Facts
		v, err := Check(context.Background(), statements[test.statement], p.Stages[0], facts, prove.Limits{})
		require.NoError(t, err)
		if test.want == "" {
			require.Nil(t, v, "%s in %s", test.statement, test.facts)
			continue
		}
		require.NotNil(t, v, "%s in %s", test.statement, test.facts)
		require.Equal(t, test.want, v.Error())
	}
	place.Stage = &lang.Stage{}
	v, err := Check(context.Background(), place, p.Stages[0], nil, prove.Limits{})
	require.NoError(t, err)
	require.Nil(t, v)
}

// Sums of any size are those of big integers.
func TestTotals(t *testing.T) {
	large := total{amount: lang.ParseNat("9223372036854775808"), negative: true}
	require.Equal(t, large, newTotal(-1<<63))
	require.Equal(t, "0", large.plus(large.negated()).String())
	require.Equal(t, "-1", large.plus(newTotal(1<<63-1)).String())
	require.Equal(t, "1", large.negated().plus(newTotal(1-1<<63)).String())
	require.Equal(t, total{}, newTotal(-3).times(lang.Nat{}))
	require.Equal(t, "-6", newTotal(-3).times(lang.NewNat(2)).String())
	require.True(t, large.meets(lang.Same, -1<<63))
	require.False(t, large.meets(lang.MoreEq, 1-1<<63))
	require.True(t, newTotal(2).meets(lang.LessEq, 2))
}
