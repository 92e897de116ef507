package emit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawn draws programs.
type drawn struct{ *rapid.T }

func (d drawn) number(least, most int, what string) int {
	return rapid.IntRange(least, most).Draw(d.T, what)
}

func (d drawn) of(what string, all ...string) string { return rapid.SampledFrom(all).Draw(d.T, what) }

// declared are the declarations of random programs. Facts of k are permanent, and facts of m may be.
const declared = `t : type. a : t. b : t. c : t.
nat : type. #builtin NAT nat.
p t : pred. q t t : pred. r : pred. n nat : pred. k t : pred. m t : pred. says string : pred.
e t t : bwd. d t t : bwd. below nat nat : bwd.
d a b. d b c. e X Y <- d X Y. e X Z <- d X Y <- d Y Z <- X <> Z.
below N (N + 1). below N (M + 1) <- below N M.
`

// program draws a program of one plain stage, or of stages with links, orders and bounds.
func (d drawn) program(staged bool) string {
	var b strings.Builder
	b.WriteString(declared)
	stages := []string{"one", "two"}
	if !staged {
		stages = []string{"main"}
	}
	for _, s := range stages {
		fmt.Fprintf(&b, "stage %s = {\n", s)
		for range d.number(0, 3, "rules") {
			b.WriteString("  " + d.rule() + ".\n")
		}
		b.WriteString("}\n")
		if staged && d.number(0, 3, "ordered") == 0 {
			fmt.Fprintf(&b, "#ordered %s.\n", s)
		}
	}
	if staged {
		for range d.number(0, 4, "links") {
			fmt.Fprintf(&b, "%s.\n", d.link())
		}
	}
	facts := []string{"p a", "p b", "p b", "q a b", "q b b", "q c a", "r", "n 0", "n 2", "n 3", "!k a", "!k b", "m a",
		"!m a", "!m b", `says "hi"`}
	facts = rapid.SliceOfN(rapid.SampledFrom(facts), 0, 8).Draw(d.T, "facts")
	fmt.Fprintf(&b, "#trace %s %s { n 2, q a b, m b, !m a%s }.\n", d.of("bound", "_", "2", "5"), stages[0],
		strings.Join(append([]string{""}, facts...), ", "))
	return b.String()
}

func (d drawn) link() string {
	left := "qui * stage " + d.of("from", "one", "two")
	if d.number(0, 2, "conditional") > 0 {
		left += " * " + d.of("condition", "p X", "$p X", "$r", "q X X", "n (N + 1)", "$n N * N < 2", "!k X", "m X", "$m X")
	}
	right := d.of("right", "()", "stage one", "stage two", "stage two * r", "stage one * p a")
	return left + " -o " + right
}

// rule draws a rule. Its first premises give its variables values.
func (d drawn) rule() string {
	term := func() string { return d.of("term", "X", "Y", "a", "c") }
	atom := func(all ...string) string {
		switch p := d.of("atom", all...); p {
		case "q":
			return "q " + term() + " " + term()
		case "r":
			return "r"
		case "n":
			return "n " + d.of("number", "N", "0", "1", "(N + 1)", "7")
		default:
			return p + " " + term()
		}
	}
	left := []string{d.of("first", "q X Y", "$q X Y", "p X * p Y", "p X * e X Y", "k X * $p Y", "m X * m Y", "$m X * m Y"),
		d.of("counts", "n N", "$n N", "n (N + 1)", "n N * below M N", "n (N + 2)")}
	for range d.number(0, 2, "more") {
		mark := d.of("mark", "", "$", "!")
		if mark == "$" {
			left = append(left, "$"+atom("p", "q", "r", "n", "k", "m"))
		} else {
			left = append(left, mark+atom("p", "q", "r", "k", "m"))
		}
	}
	if d.number(0, 2, "tested") == 0 {
		left = append(left, d.of("test", "X <> Y", "X == Y", "e X Y", "e Y _", "p _", "N < 2", "N >= 1", "N <> 1",
			"N + 1 == 2", "N * N <= 4", "N mod 2 == 1", "$q _ Z * Z <> X", "$n M * M <> N", "$says T"))
	}
	if d.number(0, 4, "forward") == 0 { // a comparison may stand before what gives its variables values
		slices.Reverse(left)
	}
	right := []string{"()"}
	for range d.number(0, 2, "results") {
		right = append(right, d.of("result", "p X", "p a", "q Y X", "r", "n (N + 1)", "n (N - 1)", "n (N / 2)",
			"n (N * 2)", "!k Y", "m X", "!m Y", `says "ho"`))
	}
	return strings.Join(left, " * ") + " -o " + strings.Join(right, " * ")
}

// celfFact returns a fact as the file has it, without abbreviations.
func (w *writer) celfFact(f lang.Fact, permanent bool) string {
	b := &ruleWriter{writer: w}
	var written func(*openTerm) *tree
	written = func(x *openTerm) *tree {
		t := &tree{name: x.con}
		for _, a := range x.args {
			t.args = append(t.args, written(a))
		}
		return t
	}
	return written(&openTerm{con: w.predicate(f.Pred, permanent), args: b.values(f)}).String()
}

// isToken reports whether a fact is one of the scheme.
func isToken(text string) bool {
	return strings.HasPrefix(text, stageWord+" ") || strings.HasPrefix(text, nextWord+" ")
}

// summary is a step without its tokens: the rule, the facts that it takes, and the state behind it.
func (s step) summary() string {
	takes := slices.DeleteFunc(slices.Clone(s.takes), isToken)
	slices.Sort(takes)
	var facts []string
	for _, f := range s.state {
		if text := f.atom.String(); !isToken(text) {
			facts = append(facts, fmt.Sprint(text, f.mode == 2))
		}
	}
	slices.Sort(facts)
	rule, _, _ := strings.Cut(s.rule, formEnding)
	return fmt.Sprint(rule, takes, facts)
}

// summary is the same of a transition.
func (w *writer) summary(m *exec.Machine, t exec.Transition) string {
	var takes, facts []string
	for _, r := range t.Uses {
		takes = append(takes, w.celfFact(r.Fact, r.Permanent))
	}
	slices.Sort(takes)
	consumes, _ := t.Takes()
	for _, pred := range w.prog.Preds {
		for _, r := range m.Context().Of(pred) {
			if !slices.Contains(consumes, r) {
				facts = append(facts, fmt.Sprint(w.celfFact(r.Fact, r.Permanent), r.Permanent))
			}
		}
	}
	for _, f := range t.Makes(m.Context()) {
		facts = append(facts, fmt.Sprint(w.celfFact(f.Fact, f.Permanent), f.Permanent))
	}
	slices.Sort(facts)
	return fmt.Sprint(w.rule[t.Rule], takes, facts)
}

// follow walks a run of at most so many steps, and compares the steps of the program and of its file at each point.
func follow(t require.TestingT, p *lang.Program, start, most int, choose func(n int) int) {
	w := newWriter(p)
	written := string(w.write())
	require.False(t, w.errs.Failed(), "%v", w.errs)
	in, err := interpret(written)
	require.NoError(t, err, written)
	m, _ := exec.NewMachine(p, p.Traces[start], exec.Limits{})
	links := make(map[string]bool)
	for _, r := range p.Rules() {
		links[w.rule[r]] = r.Link() != nil
	}
	now, bound := in.begin(in.queries[start]), p.Traces[start].Bound
	if d := in.queries[start].Args[0]; !d.Any {
		require.Equal(t, bound, d.Num) // Celf counts
		bound = 0
	}
	for i := range most {
		var steps []step
		for now.goal != nil {
			if steps = in.steps(now.state, now.goal); len(steps) > 0 {
				break
			}
			after := in.after(now.state, now.goal)
			require.Len(t, after, 1, "the proof of %v in %v has choices\n%s", now.goal, now.state, written)
			now = after[0]
			if links[now.rule] {
				steps = after
				break
			}
		}
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		var want, got []string
		var transitions []exec.Transition
		if bound == 0 || i < bound {
			transitions = slices.Collect(e.All())
		}
		for _, tr := range transitions {
			want = append(want, w.summary(m, tr))
		}
		for _, s := range steps {
			got = append(got, s.summary())
		}
		require.ElementsMatch(t, want, got, "%s\n%s", p.Source.Text, written)
		if len(got) == 0 {
			return
		}
		chosen := choose(len(want))
		_, err = m.Fire(transitions[chosen])
		require.NoError(t, err)
		now = steps[slices.IndexFunc(steps, func(s step) bool { return s.summary() == want[chosen] })]
		if isLarge(want[chosen]) {
			return
		}
	}
}

// isLarge reports whether a step makes or takes numbers with which it takes long to calculate by backward rules.
func isLarge(summary string) bool { return strings.Contains(summary, strings.Repeat("(s ", 20)) }

// followDrawn follows a random run of a random program.
func followDrawn(t *rapid.T, text string) {
	p, errs := lang.Load("drawn.cep", []byte(text))
	require.NotNil(t, p, "%v\n%s", errs, text)
	follow(t, p, 0, 12, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
}

// A program of one stage and its file have the same steps in each state.
func TestOneStage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { followDrawn(rt, drawn{rt}.program(false)) })
}

// A program of stages and its file have the same steps, links included, and end in the same states.
func TestStages(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { followDrawn(rt, drawn{rt}.program(true)) })
}
