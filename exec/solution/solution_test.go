package solution

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// parse parses a program.
func parse(t require.TestingT, text string) *syntax.File {
	file, errs := syntax.Parse(&syntax.Source{Name: "test.cep", Text: []byte(text)})
	require.False(t, errs.Failed(), "%v", errs)
	return file
}

// load loads a program of which each run is to end in a goal, written as the left side of a rule. Facts of predicates
// with names that begin with `may_` are affine wherever they are made.
func load(t require.TestingT, text, goal string) *lang.Program {
	file := parse(t, text)
	left := parse(t, "stage goals = { goal : "+goal+" -o (). }").Decls[0].(*syntax.Stage).Rules[0].Left
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *syntax.Trace:
			d.Goal = left
			for i, f := range d.Inline.Facts {
				d.Inline.Facts[i] = affine(f)
			}
		case *syntax.Rule:
			d.Right = affine(d.Right)
		case *syntax.Stage:
			for _, r := range d.Rules {
				r.Right = affine(r.Right)
			}
		}
	}
	prog, errs := lang.LoadTree(file, nil)
	require.NotNil(t, prog, "%v", errs)
	return prog
}

// affine marks the facts of the predicates that are affine.
func affine(x syntax.Expr) syntax.Expr {
	switch y := x.(type) {
	case *syntax.Binary:
		y.X, y.Y = affine(y.X), affine(y.Y)
	case *syntax.Name, *syntax.Apply:
		if strings.HasPrefix(syntax.ExprString(x), "may_") {
			return &syntax.Prefix{Span: x.Range(), Op: syntax.Affine, X: x}
		}
	}
	return x
}

const declared = `t : type. a : t. b : t. c : t. s t : t.
	p t : pred. q t t : pred. r : pred. e t t : bwd. e a b. e b c. e a c. d t : bwd. d X <- !p X.
`

// stateOf returns the state that a program begins in; which of the linear facts are affine is said by their order.
func stateOf(prog *lang.Program, affine []bool) []Resource {
	var out []Resource
	for i, f := range prog.Traces[0].Context.Facts {
		out = append(out, Resource{ID: trace.ResourceID(i + 1), Fact: f.Fact, Permanent: f.Permanent,
			Affine: !f.Permanent && affine[i]})
	}
	return out
}

// fewest returns the fewest premises that nothing meets and facts that are left over, of all assignments of facts to
// premises: the definition, read aloud. If there are none, values are those of the variables in all solutions.
func fewest(prog *lang.Program, state []Resource) (defects int, solutions map[string]bool) {
	goal := prog.Traces[0].Goal
	n := len(goal.Vars)
	defects, solutions = len(state)+len(goal.Premises), make(map[string]bool)
	constants := []string{"a", "b", "c", "s a"}
	values := make([]string, n)
	var assign func(at int, taken map[int]bool, unmet int)
	assign = func(at int, taken map[int]bool, unmet int) {
		if at == len(goal.Premises) {
			for i, r := range state {
				if !r.Permanent && !r.Affine && !taken[i] {
					unmet++
				}
			}
			if unmet < defects {
				defects = unmet
			}
			if unmet == 0 {
				text := ""
				for i, v := range goal.Vars {
					if !strings.HasPrefix(v.Name, "_") {
						text += v.Name + "=" + values[i] + " "
					}
				}
				solutions[text] = true
			}
			return
		}
		p := goal.Premises[at]
		want := p.Atom.Pred.Name
		for _, x := range p.Atom.Args {
			if text := written(x, values); strings.Contains(text, " ") {
				want += " (" + text + ")"
			} else {
				want += " " + text
			}
		}
		assign(at+1, taken, unmet+1)
		if p.Kind == lang.Prove {
			holds := slices.Contains([]string{"e a b", "e b c", "e a c"}, want)
			for _, r := range state {
				holds = holds || r.Permanent && "p "+strings.TrimPrefix(want, "d ") == r.Fact.String()
			}
			if holds {
				assign(at+1, taken, unmet)
			}
			return
		}
		for i, r := range state {
			switch {
			case r.Fact.String() != want || p.Kind == lang.Permanent && !r.Permanent:
			case r.Permanent:
				assign(at+1, taken, unmet)
			case !taken[i]:
				taken[i] = true
				assign(at+1, taken, unmet)
				delete(taken, i)
			}
		}
	}
	var choose func(v int)
	choose = func(v int) {
		if v == n {
			assign(0, make(map[int]bool), 0)
			return
		}
		for _, c := range constants {
			values[v] = c
			choose(v + 1)
		}
	}
	choose(0)
	return defects, solutions
}

// written returns a term with values in the place of variables.
func written(x lang.Term, values []string) string {
	switch x := x.(type) {
	case lang.Variable:
		return values[x]
	case *lang.Compound:
		text := x.Con.Name
		for _, arg := range x.Args {
			text += " " + written(arg, values)
		}
		return text
	}
	panic(fmt.Sprintf("no written form of %T", x))
}

// genFacts draws the facts of a state, and which of them are affine.
func genFacts(t *rapid.T) (facts []string, affine []bool) {
	facts = rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p b", "p (s a)", "!p a", "!p c", "q a b", "q b b",
		"q c a", "!q a b", "r", "r", "!r"}), 0, 5).Draw(t, "facts")
	return facts, rapid.SliceOfN(rapid.Bool(), len(facts), len(facts)).Draw(t, "affine")
}

// genGoal draws a goal; with shared variables, or with none. Half of them are made of the facts of a state.
func genGoal(t *rapid.T, facts []string, shared bool) string {
	terms := []string{"a", "b", "_", "_", "s _"}
	if shared {
		terms = append(terms, "X", "X", "Y", "s X")
	}
	term := func() string { return "(" + rapid.SampledFrom(terms).Draw(t, "term") + ")" }
	var premises []string
	if rapid.Bool().Draw(t, "of facts") && len(facts) > 0 {
		for _, f := range facts {
			words := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(f, "!"), "(s a)", "a"))
			for i := range words[1:] {
				words[i+1] = rapid.SampledFrom([]string{words[i+1], term()}).Draw(t, "argument")
			}
			premises = append(premises, strings.Join(words, " "))
		}
		return strings.Join(premises, " * ")
	}
	for range rapid.IntRange(1, 4).Draw(t, "premises") {
		mark := rapid.SampledFrom([]string{"", "", "", "!"}).Draw(t, "mark")
		switch rapid.IntRange(0, 5).Draw(t, "premise") {
		case 0, 1:
			premises = append(premises, mark+"p "+term())
		case 2, 3:
			premises = append(premises, mark+"q "+term()+" "+term())
		case 4:
			premises = append(premises, mark+"r")
		case 5:
			premises = append(premises, rapid.SampledFrom([]string{"e ", "d "}).Draw(t, "proof"))
			if last := &premises[len(premises)-1]; *last == "e " {
				*last += term() + " " + term()
			} else {
				*last += term()
			}
		}
	}
	return strings.Join(premises, " * ")
}

// genEnd draws a program with a goal, and a state in which its run ends; both are nil if facts and wildcards are more
// than enumeration has time for. The text tells the goal and the facts.
func genEnd(t *rapid.T, shared bool, most int) (prog *lang.Program, state []Resource, about string) {
	facts, affine := genFacts(t)
	goal := genGoal(t, facts, shared)
	if strings.Count(goal, "_")+len(facts) > most {
		return nil, nil, ""
	}
	prog = load(t, declared+"stage main = { } #trace _ main { "+strings.Join(facts, ", ")+" }.", goal)
	return prog, stateOf(prog, affine), fmt.Sprintf("%s of %v", goal, facts)
}

// TestAgainstOracle compares the search with enumeration on random states and goals.
func TestAgainstOracle(t *testing.T) {
	t.Parallel()
	solved := 0
	rapid.Check(t, func(rt *rapid.T) {
		prog, state, about := genEnd(rt, true, 9)
		if prog == nil {
			return
		}
		defects, solutions := fewest(prog, state)
		got, err := Check(context.Background(), prog.Traces[0].Goal, state)
		require.NoError(rt, err)
		require.Equal(rt, defects == 0, got.Solved, "%s", about)
		if !got.Solved {
			require.Nil(rt, got.Values)
			require.GreaterOrEqual(rt, got.defects(), defects)
			return
		}
		solved++
		text := ""
		for _, v := range got.Values {
			text += v.Var + "=" + v.Term.String() + " "
		}
		require.Contains(rt, slices.Collect(maps.Keys(solutions)), text, "%s", about)
		require.Zero(rt, got.defects())
	})
	require.Positive(t, solved)
}

// defects counts what an attempt leaves over and what it does not meet.
func (r *Result) defects() int {
	n := len(r.Unmet)
	for _, l := range r.Left {
		n += l.Copies
	}
	return n
}

// TestBestAttempt: without shared variables, no attempt is better than the best one.
func TestBestAttempt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		prog, state, about := genEnd(rt, false, 8)
		if prog == nil {
			return
		}
		want, _ := fewest(prog, state)
		got, err := Check(context.Background(), prog.Traces[0].Goal, state)
		require.NoError(rt, err)
		require.Equal(rt, want, got.defects(), "%s: %v", about, got)
	})
}

// TestResults reads results aloud.
func TestResults(t *testing.T) {
	for _, x := range []struct{ facts, goal, want string }{
		{"p a", "p a", "Solution"},
		{"p a, q a b, may_x", "p X * q X Y", "Solution: X = a, Y = b"},
		{"p a, q b b", "p X * q X Y", "No solution: left over q b b; nothing meets q a Y"},
		{"p a, p a, p b, r", "p b", "No solution: left over 2 × p a, r"},
		{"!p a", "p a * p a * !p a * d a", "Solution"},
		{"may_x, p a", "may_x * p a", "Solution"},
		{"p a", "!p a", "No solution: left over p a; nothing meets !p a"},
		{"p a", "p X * e X Y", "Solution: X = a, Y = b"},
		{"p c", "p X * e X _", "No solution: nothing meets e c _"},
		{"p (s (s a)), p b", "p (s X) * p _", "Solution: X = s a"},
		{"r", "()", "No solution: left over r"},
		{"", "()", "Solution"},
	} {
		prog := load(t, declared+"may_x : pred. stage main = { } #trace _ main { "+x.facts+" }.", x.goal)
		follower := Follow(prog, prog.Traces[0])
		var got *Result
		err := exec.Record(context.Background(), prog, prog.Traces[0], exec.Options{Final: func(m *exec.Machine) {
			var err error
			got, err = follower.Check(context.Background(), m)
			require.NoError(t, err)
		}}, follower)
		require.NoError(t, err)
		require.Equal(t, x.want, got.String())
	}
}

// TestHard gives a search that would take for ever up, with what it has found. Pigeons fit holes but for one; a state
// with a great many equal facts, and premises of one form, takes no time.
func TestHard(t *testing.T) {
	var facts, goal []string
	for i := range 14 { // a clique of 7 in a graph without triangles
		for j := range 14 {
			if (i+j)%2 == 1 {
				facts = append(facts, fmt.Sprintf("!q c%d c%d", i, j))
			}
		}
	}
	for i := range 7 {
		for j := range i {
			goal = append(goal, fmt.Sprintf("q X%d X%d", j, i))
		}
	}
	text := declared
	for i := range 14 {
		text += fmt.Sprintf("c%d : t. ", i)
	}
	prog := load(t, text+"stage main = { } #trace _ main { "+strings.Join(facts, ", ")+" }.", strings.Join(goal, " * "))
	state := stateOf(prog, make([]bool, len(facts)))
	got, err := check(context.Background(), prog.Traces[0].Goal, state, 300)
	require.NoError(t, err)
	require.True(t, got.Cut)
	require.False(t, got.Solved)
	require.Contains(t, got.String(), "No solution was found before the search was given up: nothing meets q ")
	got, err = Check(context.Background(), prog.Traces[0].Goal, state)
	require.NoError(t, err)
	require.False(t, got.Cut)
	require.False(t, got.Solved)

	many := strings.Repeat("p a, ", 300) + strings.Repeat("q a b, ", 300) + "p b"
	same := strings.Repeat("p X * q _ _ * ", 300) + "p Y"
	prog = load(t, declared+"stage main = { } #trace _ main { "+many+" }.", same)
	got, err = Check(context.Background(), prog.Traces[0].Goal, stateOf(prog, make([]bool, 601)))
	require.NoError(t, err)
	require.Equal(t, "Solution: X = a, Y = b", got.String())

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = check(ctx, prog.Traces[0].Goal, stateOf(prog, make([]bool, 601)), mostTried)
	require.ErrorIs(t, err, context.Canceled)
}

// TestFollower: in runs of random programs, exactly the facts of affine predicates are affine.
func TestFollower(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := "p : pred. q : pred. may_x : pred. may_y : pred. stage main = {\n"
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"p", "q", "may_x", "may_y", "!p", "!q"}), 0, 4)
		for range rapid.IntRange(1, 4).Draw(rt, "rules") {
			left := rapid.SampledFrom([]string{"p", "q", "may_x", "may_y", "p * may_y", "$may_x"}).Draw(rt, "left")
			text += left + " -o " + strings.Join(append([]string{"()"}, parts.Draw(rt, "right")...), " * ") + ".\n"
		}
		text += "}\nstage end = { may_x -o p. } qui * stage main -o stage end * may_y.\n"
		prog := load(rt, text+"#trace 20 main { "+strings.Join(parts.Draw(rt, "facts"), ", ")+" }.", "p")
		follower, replayed := Follow(prog, prog.Traces[0]), Follow(prog, prog.Traces[0])
		builder := trace.NewBuilder()
		err := exec.Record(context.Background(), prog, prog.Traces[0], exec.Options{Seed: rapid.Uint64().Draw(rt, "seed"),
			Final: func(m *exec.Machine) {
				ids := []trace.ResourceID{0}
				for _, r := range follower.State(m) {
					require.Equal(rt, strings.HasPrefix(r.Fact.Pred.Name, "may_") && r.Fact.Pred.Kind == lang.OfState, r.Affine)
					ids = append(ids, r.ID)
				}
				require.True(rt, slices.IsSorted(ids))
			}}, trace.Recorders{follower, builder})
		require.NoError(rt, err)
		replayed.Replay(builder.Trace())
		require.Equal(rt, follower.affine, replayed.affine)
	})
}
