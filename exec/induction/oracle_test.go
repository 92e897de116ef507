package induction

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// gen draws the texts of small programs with statements.
type gen struct {
	*rand.Rand
	bound map[string]bool // variables that have a value in the rule
	named int             // how many statements have names
}

func (g *gen) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *gen) chance(in int) bool { return g.IntN(in) == 0 }

const declarations = `
nat : type. #builtin NAT nat. t : type. a : t. b : t. c : t.
i : type. tool : i. box t : i.
p t : pred. q t t : pred. r : pred. n nat : pred. h t nat : pred. k i : pred.
e t t : bwd. e a b. e b c. f t t : bwd. f X Y <- e X Y. f X Z <- e X Y <- f Y Z. s t : bwd. s X <- p X. s X <- q X X.
g nat nat : bwd. g N M <- M == N + 1.
`

// value draws a term of a type; on the left of a rule it may give values to variables.
func (g *gen) value(of string, left bool) string {
	vars := map[string][]string{"t": {"X", "Y", "Z"}, "nat": {"N", "M"}, "i": {"I"}}[of]
	v := g.one(vars...)
	if !g.bound[v] && !left {
		v = ""
		for _, w := range vars {
			if g.bound[w] {
				v = w
			}
		}
	}
	if v != "" && !g.chance(5) {
		if of == "nat" && left && g.chance(3) {
			g.bound[v] = true
			return "(" + v + " + " + g.one("1", "2") + ")"
		}
		if of == "nat" && !left && g.chance(2) {
			return "(" + v + " " + g.one("+ 1", "+ 2", "- 1", "* 2", "/ 2", "mod 2", "- 1") + ")"
		}
		g.bound[v] = g.bound[v] || left
		return v
	}
	switch {
	case left && g.chance(6):
		return "_"
	case of == "nat":
		return g.one("0", "1", "2", "3")
	case of == "i":
		if g.chance(2) {
			return "tool"
		}
		return "(box " + g.value("t", left) + ")"
	}
	return g.one("a", "b", "c")
}

var shapes = map[string][]string{"p": {"t"}, "q": {"t", "t"}, "r": nil, "n": {"nat"}, "h": {"t", "nat"}, "k": {"i"},
	"e": {"t", "t"}, "f": {"t", "t"}, "s": {"t"}, "g": {"nat", "nat"}}

func (g *gen) atom(pred string, left bool) string {
	out := pred
	for _, of := range shapes[pred] {
		out += " " + g.value(of, left)
	}
	return out
}

func (g *gen) pred() string { return g.one("p", "p", "q", "r", "n", "h", "h", "k") }

// rule draws a rule, with a part of a link's left and right side before its own.
func (g *gen) rule(from, to string) string {
	g.bound = make(map[string]bool)
	var left, right []string
	mark := func() string { return g.one("", "", "", "", "", "$", "$", "!") }
	var moved []string
	for range 1 + g.IntN(3) {
		pred := g.pred()
		m := mark()
		left = append(left, m+g.atom(pred, true))
		if m == "" {
			moved = append(moved, pred)
		}
	}
	switch g.IntN(9) {
	case 0:
		left = append(left, "e "+g.value("t", true)+" "+g.value("t", true))
	case 1:
		left = append(left, "f "+g.value("t", true)+" "+g.value("t", true))
	case 2:
		left = append(left, "s "+g.value("t", true))
	case 3:
		if g.bound["N"] {
			left = append(left, "g N M")
			g.bound["M"] = true
		}
	}
	if g.bound["X"] && g.bound["Y"] && g.chance(3) {
		left = append(left, "X "+g.one("<>", "<>", "==")+" Y")
	}
	if g.bound["I"] && g.chance(4) {
		left = append(left, "I "+g.one("<> tool", "<> box a"))
	}
	if g.bound["N"] && g.chance(3) {
		left = append(left, "N "+g.one("<", "<=", ">", ">=", "==", "<>")+" "+g.one("1", "2", "3"))
	}
	if g.bound["N"] && g.bound["M"] && g.chance(3) {
		left = append(left, "N "+g.one("<", "<=", ">", ">=", "==", "<>")+" M")
	}
	for _, pred := range moved {
		if !g.chance(5) {
			right = append(right, g.one("", "", "", "", "", "", "!")+g.atom(pred, false))
		}
	}
	if g.chance(4) {
		right = append(right, g.one("", "", "!")+g.atom(g.pred(), false))
	}
	if len(right) == 0 {
		right = append(right, "()")
	}
	return from + strings.Join(left, " * ") + " -o " + to + strings.Join(right, " * ")
}

// statement draws a statement without its end: an invariant lacks its comparison.
func (g *gen) statement() (text string, invariant bool) {
	g.bound = make(map[string]bool)
	g.named++
	in := fmt.Sprint(" s", g.named, g.one("", "", "", " in one", " in two"))
	if g.chance(2) {
		var parts []string
		for range 1 + g.IntN(3) {
			parts = append(parts, g.one("", "", "", "!")+g.atom(g.pred(), true))
		}
		if g.bound["X"] && g.bound["Y"] && g.chance(2) {
			parts = append(parts, "X "+g.one("<>", "==")+" Y")
		}
		if g.bound["N"] && g.chance(2) {
			parts = append(parts, "N "+g.one("<", ">", ">=")+" "+g.one("1", "2", "5"))
		}
		if g.bound["X"] && g.chance(6) {
			parts = append(parts, g.one("s X", "e X b", "f a X"))
		}
		return "#never" + in + " : " + strings.Join(parts, " * "), false
	}
	var counts []string
	for i := range 1 + g.IntN(3) {
		sign := ""
		if i > 0 {
			sign = g.one(" + ", " + ", " + ", " - ")
		}
		counts = append(counts, sign+g.one("", "", "", "2 * ")+g.counted())
	}
	return "#invariant" + in + " : " + strings.Join(counts, ""), true
}

// counted draws what an invariant counts.
func (g *gen) counted() string {
	x := func() string { return g.one("X", "X", "_", "_", "_", "a") }
	switch g.IntN(8) {
	case 0, 1:
		return g.one("", "", "!") + "p " + x()
	case 2:
		return "q " + x() + " " + x()
	case 3:
		return "r"
	case 4:
		return g.one("n _", "n 2", "sum W in n W", "sum W in n W")
	case 5:
		return "k " + g.one("_", "tool", "(box _)", "(box "+x()+")")
	}
	return g.one("h "+x()+" _", "sum V in h "+x()+" V", "sum V in h "+x()+" V", "h "+x()+" 1")
}

// program draws the text of a program without statements.
func (g *gen) program() string {
	var b strings.Builder
	b.WriteString(declarations)
	stages := []string{"one", "two"}
	for _, stage := range stages {
		fmt.Fprintf(&b, "stage %s = {\n", stage)
		for range 1 + g.IntN(3) {
			b.WriteString("  " + g.rule("", "") + ".\n")
		}
		b.WriteString("}\n")
		if g.chance(3) {
			fmt.Fprintf(&b, "#ordered %s.\n", stage)
		}
	}
	for range 1 + g.IntN(3) {
		to := g.one("stage one * ", "stage two * ", "stage two * ", "")
		b.WriteString(g.rule("qui * stage "+g.one(stages...)+" * ", to) + ".\n")
	}
	b.WriteString("qui * stage one -o stage two.\n")
	var facts []string
	for range 1 + g.IntN(6) {
		pred := g.pred()
		g.bound = map[string]bool{}
		fact := pred
		for _, of := range shapes[pred] {
			values := map[string]string{"t": g.one("a", "b", "c"), "nat": g.one("0", "1", "2"), "i": g.one("tool", "(box a)")}
			fact += " " + values[of]
		}
		facts = append(facts, g.one("", "", "", "", "!")+fact)
	}
	fmt.Fprintf(&b, "#trace _ one { %s }.\n", strings.Join(facts, ", "))
	return b.String()
}

// claims draws statements that hold at the start of a program, as far as there are such.
func (g *gen) claims(program string) []string {
	var out []string
	for range 6 {
		text, invariant := g.statement()
		if !invariant {
			out = append(out, text+".")
			continue
		}
		op := g.one("=", "=", "=", "<=", ">=")
		bound := g.IntN(4)
		for i := range 8 {
			claim := fmt.Sprintf("%s %s %d.", text, op, (bound+i)%8)
			prog, _ := lang.Load("", []byte(program+claim))
			if prog == nil {
				continue
			}
			start := prog.Traces[0]
			v, err := statement.Check(context.Background(), prog.Statements[0], nil, start.Context.Facts, prove.Limits{})
			if v == nil && err == nil {
				out = append(out, claim)
				break
			}
		}
	}
	return out
}

// world is a program that is run in all ways, up to a number of states.
type states struct {
	t        *testing.T
	prog     *lang.Program
	machine  *exec.Machine
	seen     map[string]bool
	most     int
	whole    bool // there are no more states
	violated map[*lang.Statement]string
}

func (w *states) visit(depth int) {
	facts, key := w.facts()
	if w.seen[key] {
		return
	}
	if len(w.seen) == w.most || depth == 0 {
		w.whole = false
		return
	}
	w.seen[key] = true
	for _, s := range w.prog.Statements {
		if w.violated[s] == "" {
			v, err := statement.Check(context.Background(), s, w.machine.Stage(), facts, prove.Limits{})
			require.NoError(w.t, err)
			if v != nil {
				w.violated[s] = key + ": " + v.Error()
			}
		}
	}
	if w.machine.Stage() == nil {
		return
	}
	e, err := w.machine.Enabled(context.Background())
	if err != nil {
		w.whole = false
		return
	}
	moves, all := e.Menu(30)
	w.whole = w.whole && all
	for _, move := range moves {
		mark := w.machine.Mark()
		if _, err := w.machine.Fire(move.Transition); err != nil {
			w.whole = false
			continue
		}
		w.visit(depth - 1)
		w.machine.Return(mark)
		if _, err := w.machine.Enabled(context.Background()); err != nil || len(w.seen) == w.most {
			w.whole = w.whole && err == nil && len(w.seen) < w.most
			return
		}
	}
}

// facts returns the facts of the state, and the state as a text.
func (w *states) facts() (facts []lang.Initial, key string) {
	var texts []string
	for _, p := range w.prog.Preds {
		if p.Kind != lang.OfState {
			continue
		}
		for _, r := range w.machine.Context().Of(p) {
			facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
			texts = append(texts, facts[len(facts)-1].String())
		}
	}
	slices.Sort(texts)
	key = "end"
	if s := w.machine.Stage(); s != nil {
		key = s.Name
	}
	return facts, key + " {" + strings.Join(texts, ", ") + "}"
}

// enumerate finds how the statements of a program are violated, and whether it has seen all states.
func enumerate(t *testing.T, prog *lang.Program, most int) (violated map[*lang.Statement]string, whole bool) {
	w := &states{t: t, prog: prog, seen: make(map[string]bool), most: most, whole: true,
		violated: make(map[*lang.Statement]string)}
	w.machine, _ = exec.NewMachine(prog, prog.Traces[0], exec.Limits{})
	w.visit(12)
	return w.violated, w.whole
}

// programs is the number of random programs of a test.
const programs = 250

// Statements that are proved of random programs hold in all states that are found by running them in all ways.
func TestProofsHoldInAllStates(t *testing.T) {
	proved, settled, held, failed, shown := 0, 0, 0, 0, 0
	for seed := range programs {
		g := &gen{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		text := g.program()
		text += strings.Join(g.claims(text), "\n")
		prog, _ := lang.Load("", []byte(text))
		if prog == nil {
			continue // a rule that can never fire, for one
		}
		violated, whole := enumerate(t, prog, 150)
		for _, p := range ProveAll(context.Background(), prog, prog.Traces[0], prog.Statements, nil) {
			if p.Holds {
				proved++
				require.Empty(t, violated[p.Statement], "seed %d: %s is proved\n%s", seed, p.Statement.Label, text)
			}
			if p.Failure != nil {
				failed++
				if e := p.Failure.Example; e != nil {
					shown++
					requireExample(t, prog, p)
				}
			}
			if whole && violated[p.Statement] == "" {
				held++
				if p.Holds {
					settled++
				}
			}
		}
	}
	require.Greater(t, proved, 2*programs)
	require.Greater(t, settled*100, held*85, "%d of %d true statements are proved", settled, held)
	require.Greater(t, shown*100, failed*60, "%d of %d failures have examples", shown, failed)
}

// requireExample checks the example of a proof that fails: the statement holds before, the rule fires as it says, and
// the statement does not hold after.
func requireExample(t *testing.T, prog *lang.Program, p *Proof) {
	e, r := p.Failure.Example, p.Failure.Rule
	violation := func(stage *lang.Stage, facts []lang.Initial) *statement.Violation {
		v, err := statement.Check(context.Background(), p.Statement, stage, facts, prove.Limits{})
		require.NoError(t, err)
		return v
	}
	require.Nil(t, violation(r.Stage, e.Before))
	require.NotNil(t, violation(r.After(), e.After))
	start := &lang.Start{Stage: r.Stage, Context: &lang.Context{Facts: e.Before}}
	w := &states{prog: prog}
	w.machine, _ = exec.NewMachine(prog, start, exec.Limits{})
	enabled, err := w.machine.Enabled(context.Background())
	require.NoError(t, err)
	moves, _ := enabled.Menu(1000)
	end := "end"
	if s := r.After(); s != nil {
		end = s.Name
	}
	var texts []string
	for _, f := range e.After {
		texts = append(texts, f.String())
	}
	slices.Sort(texts)
	want := end + " {" + strings.Join(texts, ", ") + "}"
	for _, move := range moves {
		if r.Link() != nil && move.Link == nil || r.Stage.Ordered && move.Rule != r {
			return // whether another rule comes first is not known if its results may have no values
		}
		if move.Rule != r || !slices.EqualFunc(move.Args, e.Args, lang.Value.Equal) {
			continue
		}
		mark := w.machine.Mark()
		_, err := w.machine.Fire(move.Transition)
		require.NoError(t, err)
		_, key := w.facts()
		w.machine.Return(mark)
		_, err = w.machine.Enabled(context.Background())
		require.NoError(t, err)
		if key == want {
			return
		}
	}
	require.Fail(t, "the rule does not fire so", "%s: %s: %s -> %s", p.Statement.Label, r.Label, shown(e.Before), want)
}
