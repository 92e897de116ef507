package lang

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// statements are declarations for statements.
const statements = `
character : type. romeo : character. juliet : character.
place : type. garden : place. tower : place.
nat : type. #builtin NAT nat.
at character place : pred. dead character : pred. coin nat : pred. purse character nat : pred. couple character : pred.
in nat : pred. sum nat : pred.
list : type. nil : list. cons character list : list. holds list : pred.
below nat nat : bwd. below N M <- N < M.
stage play = {
  go : at C _ * in _ * sum _ * coin N * couple C * holds L -o dead C * purse C N.
}
#trace _ play { at romeo garden, in 2, sum 1, coin 1, couple romeo, holds nil }.
`

// counted is a count of an invariant, in short.
type counted struct {
	times     int64
	pred      string
	args      []Term
	permanent bool
	of        Variable
}

func TestInvariants(t *testing.T) {
	for text, want := range map[string]struct {
		name, label string
		free        int
		vars        []string
		sum         []counted
		op          Op
		bound       int64
	}{
		"#invariant one_place : at C _ + dead C = 1.": {"one_place", "one_place", 1, []string{"C", "_1"}, []counted{
			{1, "at", []Term{Variable(0), Variable(1)}, false, -1}, {1, "dead", []Term{Variable(0)}, false, -1}}, Same, 1},
		"#invariant\n 2 * couple C  % twice\n - !dead C+1 < dead C + 7 .": {"",
			"#invariant 2 * couple C - !dead C + 1 < dead C + 7", 1, []string{"C"}, []counted{
				{2, "couple", []Term{Variable(0)}, false, -1},
				{-1, "dead", []Term{Variable(0)}, true, -1}, {-1, "dead", []Term{Variable(0)}, false, -1}}, LessEq, 5},
		"#invariant m in play : sum N in purse C N > sum N in coin N - 4 * dead romeo.": {"m", "m", 1,
			[]string{"C", "N", "N"}, []counted{{1, "purse", []Term{Variable(0), Variable(1)}, false, 1},
				{-1, "coin", []Term{Variable(2)}, false, 2}, {4, "dead", nil, false, -1}}, MoreEq, 1},
		"#invariant in in play : sum N in in N == 0.": {"in", "in", 0, []string{"N"},
			[]counted{{1, "in", []Term{Variable(0)}, false, 0}}, Same, 0},
		"#invariant sum : sum N >= 0.": {"sum", "sum", 1, []string{"N"},
			[]counted{{1, "sum", []Term{Variable(0)}, false, -1}}, MoreEq, 0},
	} {
		p, errs := load(statements + text)
		require.NotNil(t, p, "%s: %v", text, errs)
		require.Len(t, p.Statements, 1)
		s := p.Statements[0]
		require.Equal(t, want.name, s.Name)
		require.Equal(t, want.label, s.Label)
		require.Equal(t, want.free, s.Free)
		var vars []string
		for _, v := range s.Vars {
			vars = append(vars, v.Name)
			require.NotNil(t, v.Type)
		}
		require.Equal(t, want.vars, vars)
		require.Len(t, s.Sum, len(want.sum))
		for i, n := range s.Sum {
			w := want.sum[i]
			require.Equal(t, w.pred, n.Pattern.Pred.Name, text)
			require.Equal(t, []any{w.times, w.permanent, w.of}, []any{n.Times, n.Permanent, n.Of}, text)
			if w.args != nil {
				require.Equal(t, w.args, n.Pattern.Args, text)
			}
		}
		require.Equal(t, []any{want.op, want.bound}, []any{s.Op, s.Bound}, text)
	}
}

func TestNever(t *testing.T) {
	p, errs := load(statements + `
#never both in play : at C _ * !dead C * dead D * C <> D.
#never coin N * below N M * in M.
`)
	require.NotNil(t, p, "%v", errs)
	both, rich := p.Statements[0], p.Statements[1]
	require.Equal(t, Never, both.Kind)
	require.Equal(t, p.Stages[0], both.Stage)
	require.Equal(t, "#never coin N * below N M * in M", rich.Label)
	require.Nil(t, rich.Stage)
	var kinds []PremiseKind
	for _, x := range append(both.Premises, rich.Premises...) {
		kinds = append(kinds, x.Kind)
	}
	require.Equal(t, []PremiseKind{Keep, Permanent, Keep, Compare, Keep, Prove, Keep}, kinds)
	require.Len(t, both.Vars, 3)
}

// Types are infinite if they have numbers, texts or terms within terms; types without terms are not.
func TestInfinite(t *testing.T) {
	p, errs := load(`
nat : type. #builtin NAT nat.
colour : type. red : colour.
box : type. put colour : box. both colour colour : box.
bag : type. hold nat : bag.
tree : type. leaf : tree. fork forest : tree. forest : type. two tree tree : forest.
void : type. more void : void.
odd : type. never void odd : odd. red' : odd.
a nat colour box bag tree forest void odd string : pred.
`)
	require.NotNil(t, p, "%v", errs)
	got := make(map[string]bool)
	for _, a := range p.Preds[0].Args {
		got[a.Name] = a.Infinite()
	}
	require.Equal(t, map[string]bool{"nat": true, "colour": false, "box": false, "bag": true, "tree": true, "forest": true,
		"void": false, "odd": false, "string": true}, got)
}

// Statements are written as programs write them, and in words.
func TestStatementTexts(t *testing.T) {
	for text, want := range map[string]string{
		"#invariant one_place : at C _ + dead C == 1": "#invariant one_place : at C _ + dead C = 1\n" +
			"for each character C: the number of `at C _` + the number of `dead C` = 1, in every state",
		"#invariant in play : sum N in purse C N > 3": "#invariant in play : sum N in purse C N >= 4\n" +
			"for each character C: the sum of N in `purse C N` >= 4, in every state of the stage play",
		"#invariant 2 * !dead C <= 3 * at C L - couple romeo": "#invariant 2 * !dead C + couple romeo <= 3 * at C L\n" +
			"for each character C and place L: 2 × the number of `!dead C` + the number of `couple romeo` <= " +
			"3 × the number of `at C L`, in every state",
		"#invariant 0 - sum N in coin N <= 0 - 2": "#invariant 2 <= sum N in coin N\n" +
			"2 <= the sum of N in `coin N`, in every state",
		"#invariant at _ _ + 2 >= dead _": "#invariant at _ _ + 2 >= dead _\n" +
			"the number of `at _ _` + 2 >= the number of `dead _`, in every state",
		"#never both : at C L * !dead C": "#never both : at C L * !dead C\n" +
			"no state has `at C L` and `!dead C` together",
		"#never in play : at C L * at D L * C <> D * coin N * below (N + 1) 3": "#never in play : at C L * at D L * " +
			"C <> D * coin N * below (N + 1) 3\nno state of the stage play has `at C L`, `at D L` and `coin N` together with " +
			"`C <> D` and `below (N + 1) 3`",
		"#never coin N * N * N > 10": "#never coin N * (N * N) > 10\nno state has `coin N` with `(N * N) > 10`",
		"#never below 1 2":           "#never below 1 2\nno state meets `below 1 2`",
	} {
		p, errs := load(statements + text + ".")
		require.NotNil(t, p, "%v", errs)
		s := p.Statements[0]
		require.Equal(t, want, s.String()+"\n"+s.Sentence())
	}
}

// The text of a statement is read as the same statement.
func TestStatementsReadAgain(t *testing.T) {
	const more = statements + "- : place. in : place. sum place place nat : pred. - place : pred. s : bwd. s <- 1 < 2.\n" +
		"peano : type. z : peano. s peano : peano. level peano : pred.\n"
	decls := strings.Replace(more, "sum nat : pred.", "", 1)
	decls = strings.Replace(decls, "sum _", "sum _ _ _", 1)
	decls = strings.Replace(decls, "sum 1", "sum tower tower 1", 1)
	count := rapid.Custom(func(t *rapid.T) string {
		text := rapid.SampledFrom([]string{"3", "at C _", "!dead C", "at C L", "at romeo (-)", "- L", "in 3", "coin _",
			"sum N in purse C N", "sum M in sum L (in) M", "sum L (in) _", "sum M in in M",
			"holds (cons romeo _)", "level (s (s z))", "sum K in level K", "holds nil"}).Draw(t, "of")
		if text != "3" && rapid.Bool().Draw(t, "weighted") {
			return "2 * " + text
		}
		return text
	})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("#invariant coin 1")
		for i, n := range rapid.SliceOfN(count, 1, 6).Draw(t, "counts") {
			sign := " - "
			if i == 0 || rapid.Bool().Draw(t, "plus") {
				sign = rapid.SampledFrom([]string{" + ", " = ", " < ", " >= ", " <= ", " > "}).Draw(t, "sign")
			}
			if strings.ContainsAny(b.String(), "=<>") {
				sign = rapid.SampledFrom([]string{" + ", " - "}).Draw(t, "sign")
			}
			b.WriteString(sign + n)
		}
		if !strings.ContainsAny(b.String(), "=<>") {
			b.WriteString(" = dead romeo - 1")
		}
		first, errs := load(decls + b.String() + ".")
		require.NotNil(t, first, "%s: %v", &b, errs)
		s := first.Statements[0]
		second, errs := load(decls + s.String() + ".")
		require.NotNil(t, second, "%s: %v", s, errs)
		again := second.Statements[0]
		require.Equal(t, s.String(), again.String())
		require.Equal(t, []any{s.Free, s.Op, s.Bound}, []any{again.Free, again.Op, again.Bound}, s.String())
		require.ElementsMatch(t, summands(s), summands(again), s.String())
	})
}

// summands returns the counts of an invariant, each in words.
func summands(s *Statement) []string {
	var out []string
	for _, n := range s.Sum {
		out = append(out, fmt.Sprint(n.Times, n.phrase(s)))
	}
	return out
}
