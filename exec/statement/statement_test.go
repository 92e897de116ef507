package statement

import (
	"context"
	"fmt"
	"slices"
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
stage play = { die : at C _ * coin N * owes C D -o dead C. }
#invariant one_place : at C _ + dead C = 1.
#invariant money : sum N in coin N <= 8.
#invariant less : owes C _ <= 2 * at C hall + 1.
#never both : at C L * dead C.
#never pair : at C L * at D L * C <> D.
#never beside : at C P * near P Q * at D Q.
#never away : at C P * far P.
#never remote : far P * P <> hall.
#never rich : coin (N + 10).
#never same : at C L * at C L.
#invariant living in night : at C _ >= 1.
stage night = { dead C * owes C D -o (). }
context init = { at romeo tomb, at juliet hall, coin 2, coin 3, coin 3 }.
#trace _ play init.
`

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
			"less is violated: owes romeo _ - 2 * at romeo hall is 2, more than 1: 2 × owes romeo juliet"},
		{"at romeo tomb, dead juliet", "both", ""},
		{"at romeo tomb, !dead romeo", "both",
			"both is violated: at romeo tomb and !dead romeo are there together"},
		{"at romeo tomb, at romeo tomb, at juliet hall", "pair", ""},
		{"at romeo tomb, at juliet tomb", "pair",
			"pair is violated: at romeo tomb and at juliet tomb are there together"},
		{"at romeo hall, at juliet tomb", "beside",
			"beside is violated: at juliet tomb and at romeo hall are there together"},
		{"at romeo hall, at juliet hall", "beside", ""},
		{"!at romeo tomb", "same", "same is violated: there is !at romeo tomb"},
		{"at romeo tomb, at romeo tomb", "same", "same is violated: 2 × at romeo tomb are there together"},
		{"at romeo tomb", "same", ""},
		{"at romeo tomb, at juliet hall", "away", "away is violated: there is at romeo tomb"},
		{"at romeo tomb, at juliet tomb", "away", ""},
		{"at juliet hall", "remote", "remote is violated: far tomb holds"},
		{"coin 9", "rich", ""},
		{"coin 10", "rich", "rich is violated: there is coin 10"},
	}
	text := verona
	for i, test := range tests {
		text += fmt.Sprintf("context c%d = { %s }.\n", i, test.facts)
	}
	p, errs := lang.Load("verona.cep", []byte(text))
	require.NotNil(t, p, errs)
	check := func(name string, stage *lang.Stage, facts []lang.Initial) *Violation {
		at := slices.IndexFunc(p.Statements, func(s *lang.Statement) bool { return s.Name == name })
		v, err := Check(context.Background(), p.Statements[at], stage, facts, prove.Limits{})
		require.NoError(t, err)
		return v
	}
	for i, test := range tests {
		v := check(test.statement, p.Stages[0], p.Contexts[i+1].Facts)
		if test.want == "" {
			require.Nil(t, v, "%s in %s", test.statement, test.facts)
			continue
		}
		require.NotNil(t, v, "%s in %s", test.statement, test.facts)
		require.Equal(t, test.want, v.Error())
	}
	require.Nil(t, check("living", p.Stages[0], nil))
	require.Nil(t, check("living", nil, nil))
	require.EqualError(t, check("living", p.Stages[1], nil), "living is violated: at romeo _ is 0, less than 1")
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
