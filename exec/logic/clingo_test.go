package logic_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	evaluator "github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

var programs = flag.Uint64("programs", 80, "how many random programs are compared with clingo")

// generator writes random programs over d/1 and e/2, which are facts, c/1, which is chosen, and p/1, q/1, r/2, s/0,
// which depend on all of them and on each other.
type generator struct{ *rand.Rand }

func (g generator) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g generator) term(vars []string) string {
	switch {
	case len(vars) == 0 || g.IntN(5) == 0:
		return g.pick("1", "2", "3", "a")
	case g.IntN(8) == 0:
		return g.pick(vars...) + g.pick("+1", "-1", "/2")
	}
	return g.pick(vars...)
}

func (g generator) atom(vars []string, names ...string) string {
	name, args := g.pick(names...), map[string]int{"r": 2, "e": 2, "s": 0}
	n, ok := args[name]
	if !ok {
		n = 1
	}
	var terms []string
	for range n {
		terms = append(terms, g.term(vars))
	}
	if n == 0 {
		return name
	}
	return name + "(" + strings.Join(terms, ",") + ")"
}

var derived = []string{"p", "q", "r", "s"}

// condition is a condition that gives Z a value. Clingo 5.4 does not find all elements whose conditions depend on the
// head, so that its positive atoms are of c, d and e.
func (g generator) condition(vars []string) string {
	text := g.pick("d(Z)", "e(Z,_)", "e(_,Z)", "c(Z)")
	with := append(slices.Clone(vars), "Z")
	switch g.IntN(4) {
	case 0:
		text += ", not " + g.atom(with, derived...)
	case 1:
		text += ", " + g.term(with) + g.pick("<", "!=") + g.term(with)
	}
	return text
}

func (g generator) literal(vars []string) string {
	with := append(slices.Clone(vars), "Z")
	switch g.IntN(9) {
	case 0, 1:
		return "not " + g.atom(vars, append(derived, "c", "e")...)
	case 2:
		return "not not " + g.atom(vars, derived...)
	case 3:
		return g.term(vars) + g.pick("<", "<=", "!=", "=", ">") + g.term(vars)
	case 4:
		return "not " + g.pick("r", "e") + "(_," + g.term(vars) + ")"
	case 5:
		return g.pick("", "not ") + g.atom(with, append(derived, "c", "e")...) + " : " + g.condition(vars)
	case 6:
		return g.pick("", "not ") + g.pick("#count", "#sum") + "{ Z" + g.pick("", ",1") + " : " + g.condition(vars) +
			", " + g.atom(with, append(derived, "c")...) + "; Z : " + g.condition(vars) + " }" +
			g.pick(" > ", " < ", " >= ", " <= ") + g.pick("0", "1", "2", "3")
	case 7:
		return "N = " + g.pick("#count", "#sum", "#min", "#max") + "{ Z : " + g.condition(nil) + ", " +
			g.atom([]string{"Z"}, "c", "d") + " }, N" + g.pick(" != 2", " > 1", " < 3")
	}
	return g.atom(vars, append(derived, "c", "e")...)
}

func (g generator) rule() string {
	vars := []string{"X", "Y"}[:g.IntN(3)]
	var body []string
	for _, v := range vars {
		body = append(body, strings.ReplaceAll(g.pick("d(V)", "p(V)", "q(V)", "c(V)", "e(V,_)", "r(V,_)", "r(_,V)"), "V", v))
	}
	for range g.IntN(3) {
		body = append(body, g.literal(vars))
	}
	head := g.atom(vars, derived...)
	switch g.IntN(6) {
	case 0:
		head = ""
	case 1:
		head = g.pick("", "1 ") + "{ " + g.atom(append(vars, "Z"), derived...) + " : " + g.condition(vars) + "; " +
			g.atom(vars, derived...) + " }" + g.pick("", " 1", " 2")
	}
	if len(body) == 0 {
		return head + g.pick(".", " :- c(1).")
	}
	return head + " :- " + strings.Join(body, "; ") + "."
}

func (g generator) program() string {
	text := "d(1..3). e(1,2). e(2,3). e(a,1). { c(X) : d(X) }" + g.pick("", " 1") + ".\n"
	for range 2 + g.IntN(6) {
		text += g.rule() + "\n"
	}
	return text + "#show c/1. #show p/1. #show q/1. #show r/2. #show s/0.\n"
}

var shown = []logic.Predicate{
	{Name: "c", Arity: 1}, {Name: "p", Arity: 1}, {Name: "q", Arity: 1}, {Name: "r", Arity: 2}, {Name: "s"},
}

// TestClingo compares all stable models of random programs with clingo's, and checks their reasons.
func TestClingo(t *testing.T) {
	if _, err := exec.LookPath("clingo"); err != nil {
		t.Skip("clingo is not installed")
	}
	const most = 200
	for seed := range *programs {
		g := generator{rand.New(rand.NewPCG(seed, 1))}
		text := g.program()
		cmd := exec.CommandContext(t.Context(), "clingo", strconv.Itoa(most), "-V0", "--warn=none", "--time-limit=5", "-")
		cmd.Stdin = strings.NewReader(text)
		out, _ := cmd.Output() // the status is not 0 where there are models
		var want []string
		for line := range strings.Lines(string(out)) {
			atoms := strings.Fields(line)
			slices.Sort(atoms)
			want = append(want, strings.Join(atoms, " "))
		}
		if len(want) == 0 || !strings.HasSuffix(want[len(want)-1], "SATISFIABLE") || len(want) > most {
			continue // instances without end, or too many models
		}
		want = want[:len(want)-1]
		base, answer, err := solveText(t, text, most)
		if err != nil && strings.Contains(err.Error(), "the limit of") {
			continue // clingo sees in its constants that the rule is not recursive
		}
		require.NoError(t, err, text)
		got := []string{}
		for _, m := range answer.Models {
			atoms := shownAtoms(base, m)
			checkReasons(t, base, m, text)
			got = append(got, strings.Join(atoms, " "))
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, got, "%d\n%s", seed, text)
		if seed%10 == 0 {
			base, answer, err := solveText(t, text, most, "clingo")
			require.NoError(t, err)
			again := []string{}
			for _, m := range answer.Models {
				again = append(again, strings.Join(shownAtoms(base, m), " "))
			}
			slices.Sort(again)
			require.Equal(t, want, again, "%d by its ground rules\n%s", seed, text)
		}
	}
}

// solveText returns up to most models of a program without inputs, by a solver or by the one that is built in.
func solveText(t require.TestingT, text string, most int, solver ...string) (
	*evaluator.Base, *evaluator.Answer, error,
) {
	p, errs := asp.Parse(&syntax.Source{Name: "program", Text: []byte(text)})
	require.False(t, errs.Failed(), "%v\n%s", errs, text)
	base := &evaluator.Base{}
	program, err := evaluator.Compile(context.Background(), base, p,
		evaluator.Options{MaxRules: 200_000, Solver: strings.Join(solver, "")})
	if err != nil {
		return nil, nil, err
	}
	answer, err := program.Solve(context.Background(), nil, 1, most)
	return base, answer, err
}

func shownAtoms(base *evaluator.Base, m *evaluator.Model) []string {
	var out []string
	for _, q := range shown {
		for _, a := range m.Atoms(q) {
			out = append(out, string(base.Atoms.Append(nil, &base.Terms, a)))
		}
	}
	slices.Sort(out)
	return out
}

// checkReasons checks that each atom of a model has a reason whose atoms hold or are absent as it says.
func checkReasons(t testing.TB, base *evaluator.Base, m *evaluator.Model, text string) {
	for _, q := range shown {
		for _, a := range m.Atoms(q) {
			name := string(base.Atoms.Append(nil, &base.Terms, a))
			reason := m.Reason(a)
			require.NotNil(t, reason, "%s\n%s", name, text)
			require.Len(t, reason.Values, len(evaluator.Variables(reason.Rule)))
			_, choice := reason.Rule.Head.(*logic.Choice)
			require.Equal(t, choice, reason.Chosen, "%s\n%s", name, text)
			for _, b := range reason.Holds {
				require.True(t, m.Holds(b), "%s: %s\n%s", name, base.Atoms.Append(nil, &base.Terms, b), text)
			}
			for _, b := range reason.Absent {
				require.False(t, m.Holds(b), "%s: %s\n%s", name, base.Atoms.Append(nil, &base.Terms, b), text)
			}
		}
	}
	checkOrder(t, base, m, text)
}

// checkOrder checks that no atom is among the reasons of its reasons. An atom below `not not` can be, and one of
// those that decide an aggregate.
func checkOrder(t testing.TB, base *evaluator.Base, m *evaluator.Model, text string) {
	if strings.Contains(text, "not not") || strings.Contains(strings.ReplaceAll(text, "#show", ""), "#") {
		return
	}
	const open, done = 1, 2
	state := make(map[ground.Atom]int)
	var visit func(a ground.Atom)
	visit = func(a ground.Atom) {
		require.NotEqual(t, open, state[a], "%s is its own reason\n%s", base.Atoms.Append(nil, &base.Terms, a), text)
		if state[a] == done {
			return
		}
		state[a] = open
		if r := m.Reason(a); r != nil {
			for _, b := range r.Holds {
				visit(b)
			}
		}
		state[a] = done
	}
	for _, q := range shown {
		for _, a := range m.Atoms(q) {
			visit(a)
		}
	}
}
