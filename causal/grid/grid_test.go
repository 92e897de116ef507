package grid

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestCorpus finds the grids of runs in testdata. A run is a line of facts, and a line for each step:
// its name, a colon, and facts with `-` where they are used up, `$` where they are read, and `+` where
// they are made. The file NAME/grid has patterns, a line each.
func TestCorpus(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		var o Options
		given, _ := in.Given("grid")
		for line := range strings.Lines(given) {
			p, err := ParsePattern(strings.TrimSpace(line))
			require.NoError(t, err)
			o.Patterns = append(o.Patterns, p)
		}
		g, err := Find(told(t, string(in.Data)), o)
		if err != nil {
			return []txtar.File{in.Result("found", err.Error()+"\n")}
		}
		return []txtar.File{in.Result("found", summary(g)), in.Result("boards", drawn(g))}
	}, "grid")
}

// told reads a run.
func told(t require.TestingT, text string) *causal.Graph {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	alive := make(map[string][]trace.ResourceID)
	add := func(fact string, by trace.StepID) trace.ResourceID {
		p, err := goal.ParsePattern(fact)
		require.NoError(t, err)
		id := trace.ResourceID(len(tr.Resources) + 1)
		tr.Resources = append(tr.Resources,
			trace.Resource{ID: id, Pred: p.Head, Args: p.Args, Persistent: p.Permanent, By: by})
		alive[fact] = append(alive[fact], id)
		return id
	}
	first, rest, _ := strings.Cut(text, "\n")
	for _, fact := range strings.Split(first, ", ") {
		add(fact, 0)
	}
	for line := range strings.Lines(rest) {
		name, facts, _ := strings.Cut(strings.TrimSpace(line), ": ")
		s := trace.Step{ID: trace.StepID(len(tr.Steps) + 1), Rule: name}
		for _, fact := range strings.Split(facts, ", ") {
			sign, fact, _ := strings.Cut(fact, " ")
			if sign == "+" {
				s.Produces = append(s.Produces, add(fact, s.ID))
				continue
			}
			require.NotEmpty(t, alive[fact], line)
			if id := alive[fact][0]; sign == "$" {
				s.Reads = append(s.Reads, id)
			} else {
				s.Consumes = append(s.Consumes, id)
				alive[fact] = alive[fact][1:]
			}
		}
		tr.Steps = append(tr.Steps, s)
	}
	require.NoError(t, trace.Validate(tr))
	return causal.New(tr)
}

// summary describes the grid that was found.
func summary(g *Grid) string {
	var b strings.Builder
	fmt.Fprintf(&b, "from %s\n", strings.Join(g.From, ", "))
	if len(g.Others) > 0 {
		fmt.Fprintf(&b, "not %s\n", strings.Join(g.Others, ", "))
	}
	fmt.Fprintf(&b, "rows %s\ncolumns %s\n", strings.Join(g.Rows, " "), strings.Join(g.Columns, " "))
	for _, k := range g.Kinds {
		fmt.Fprintf(&b, "%s %s", []string{"piece", "ground", "blank"}[k.Role], k.Name)
		if k.Label+k.Colour != "" {
			fmt.Fprintf(&b, " (%s %s)", k.Label, k.Colour)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// drawn writes the things on the grid at each moment.
func drawn(g *Grid) string {
	moments := g.Moments(g.graph.Events())
	after := make([]causal.Event, len(moments))
	for i, m := range moments {
		after[i] = m.After
	}
	var b strings.Builder
	for i, board := range g.Boards(after) {
		b.WriteString("after")
		for _, e := range moments[i].Events {
			b.WriteString(" " + g.graph.Step(e).ID.String())
		}
		b.WriteByte('\n')
		for _, row := range board {
			for k := range row {
				b.WriteString("| " + content(&row[k]) + " ")
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

func content(c *Cell) string {
	var names []string
	for _, t := range c.Things {
		names = append(names, t.Text)
	}
	if c.Fog {
		names = append(names, "?")
	}
	return strings.Join(names, "+")
}

// randomWalk draws a run of things that walk on a grid, each step from where they are.
func randomWalk(t *rapid.T) *causal.Graph {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	number := func(name string) trace.Term {
		return trace.Term{Head: fmt.Sprint(rapid.IntRange(1, 4).Draw(t, name)), Number: true}
	}
	add := func(thing trace.Term, by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(tr.Resources) + 1)
		tr.Resources = append(tr.Resources, trace.Resource{ID: id, Pred: "at", By: by,
			Args: []trace.Term{number("row"), number("column"), thing}})
		return id
	}
	var at []trace.ResourceID
	for i := range rapid.IntRange(2, 4).Draw(t, "things") {
		at = append(at, add(trace.Const(fmt.Sprintf("thing%c", 'x'+i%3)), 0))
	}
	for i := range rapid.IntRange(0, 12).Draw(t, "steps") {
		s := trace.Step{ID: trace.StepID(i + 1), Rule: "walk"}
		k := rapid.IntRange(0, len(at)-1).Draw(t, "who")
		s.Consumes = []trace.ResourceID{at[k]}
		if rapid.Bool().Draw(t, "sees") && len(at) > 1 {
			s.Reads = []trace.ResourceID{at[(k+1)%len(at)]}
		}
		at[k] = add(tr.Resources[at[k]-1].Args[2], s.ID)
		s.Produces = []trace.ResourceID{at[k]}
		tr.Steps = append(tr.Steps, s)
	}
	return causal.New(tr)
}

// The things on the grid come from the facts that hold, moments contain each change once, and no event of
// a moment depends on the first one of it or an event behind that.
func TestBoardsOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := randomWalk(t)
		pattern, err := ParsePattern("at R C X")
		require.NoError(t, err)
		g, err := Find(graph, Options{Patterns: []Pattern{pattern}})
		require.NoError(t, err)
		events := append([]causal.Event{causal.Outside}, graph.Events()...)
		boards := g.Boards(events)
		for i, e := range events {
			want := make(map[string][]string)
			for _, r := range graph.Resources {
				if r.Producer <= e && (r.Consumer == causal.Outside || r.Consumer > e) {
					key := r.Args[0].Head + " " + r.Args[1].Head
					want[key] = append(want[key], r.Args[2].Head)
				}
			}
			for row := range g.Rows {
				for column := range g.Columns {
					var got []string
					for _, thing := range boards[i][row][column].Things {
						got = append(got, thing.Text)
					}
					require.Equal(t, want[g.Rows[row]+" "+g.Columns[column]], got)
				}
			}
		}
		moments := g.Moments(graph.Events())
		require.Equal(t, causal.Outside, moments[0].After)
		var all []causal.Event
		for i, m := range moments[1:] {
			if i > 0 && len(m.Events) > 1 { // else each event may be a moment of its own
				before := moments[i].Events[0]
				require.GreaterOrEqual(t, slices.Max(graph.Causes(m.Events[0])), before, "moments are as few as can be")
			}
			all = append(all, m.Events...)
			require.Equal(t, m.Events[len(m.Events)-1], m.After)
			for _, e := range m.Events {
				past := ancestors(graph, e)
				for other := m.Events[0]; other < e; other++ {
					require.False(t, past[other], "%d before %d", other, e)
				}
			}
		}
		require.True(t, slices.IsSorted(all))
		for e := range graph.Len() {
			moved := false
			for row := range g.Rows {
				for column := range g.Columns {
					moved = moved || !boards[e][row][column].Same(&boards[e+1][row][column])
				}
			}
			require.Equal(t, moved, slices.Contains(all, causal.Event(e)), "event %d", e)
		}
	})
}

// ancestors returns the events that come before one, by plain search.
func ancestors(g *causal.Graph, e causal.Event) map[causal.Event]bool {
	past := make(map[causal.Event]bool)
	var visit func(causal.Event)
	visit = func(e causal.Event) {
		for _, c := range g.Causes(e) {
			if !past[c] {
				past[c] = true
				visit(c)
			}
		}
	}
	visit(e)
	return past
}

// The form of facts that are found reads the same grid as a pattern.
func TestFormIsPattern(t *testing.T) {
	for _, in := range corpustest.Inputs(t, "testdata/*.txtar") {
		graph := told(t, string(in.Data))
		g, err := Find(graph, Options{})
		if err != nil {
			continue
		}
		var o Options
		for _, form := range g.From {
			p, err := ParsePattern(form)
			require.NoError(t, err)
			require.Equal(t, form, p.String())
			o.Patterns = append(o.Patterns, p)
		}
		again, err := Find(graph, o)
		require.NoError(t, err, in.Name)
		require.Equal(t, g.Rows, again.Rows, in.Name)
		require.Equal(t, g.Columns, again.Columns, in.Name)
		require.Equal(t, len(g.placed), len(again.placed), in.Name)
	}
}

func TestPatternErrors(t *testing.T) {
	for text, want := range map[string]string{
		"at X Y2":   "no variable `C` stands for the column",
		"at R Y C":  "`R` counts rows from above and `Y` from below: want one of them",
		"at (R C":   `"at (R C": `,
		"at R C) X": `"at R C) X": `,
	} {
		_, err := ParsePattern(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestTooLarge(t *testing.T) {
	_, err := Find(told(t, "at 0 0 x, at 190 190 y"), Options{})
	require.EqualError(t, err,
		"the grid of `at R C X` has 191 rows and 191 columns: more than 10000 cells cannot be drawn")
}

func FuzzParsePattern(f *testing.F) {
	for _, text := range []string{"at R C X", "at X (pos C Y)", "cell R1 C1 R2 C2 _", "!wall R C", "at R C [a, X]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePattern(text)
		if err != nil {
			return
		}
		again, err := ParsePattern(p.String())
		require.NoError(t, err)
		require.Equal(t, p.String(), again.String())
	})
}

// Names of variables in rules say which coordinate is the row.
func TestVariables(t *testing.T) {
	for rules, want := range map[string]string{
		"go : at X Y P -o at X (Y + 1) P.":                                     "at C R X",
		"go : at R C P -o at (R + 1) C P.":                                     "at R C X",
		"at(R+1,C,player) :- next(R), at(R,C,player).":                         "at R C X",
		"(<= (next (at ?x ?y red)) (does red (drop ?x)))":                      "at C Y X",
		"(<= (row ?m) (true (at ?m 1 x)))\n(<= (next (at ?m ?n x)) (open ?x))": "at R C X",
		"go : hat X Y -o at A B P.":                                            "at R C X",
		"":                                                                     "at R C X",
	} {
		graph := told(t, "at 1 1 hero, at 2 3 flag")
		graph.Trace.Program = &trace.Program{Rules: []trace.Rule{{Name: "r", Text: rules}}}
		g, err := Find(graph, Options{})
		require.NoError(t, err)
		require.Equal(t, []string{want}, g.From, rules)
	}
	graph := told(t, "at 1 1 hero, at 2 3 flag")
	at := trace.Predicate{Name: "at", Args: []string{"col", "row", "thing"}}
	graph.Trace.Program = &trace.Program{Predicates: []trace.Predicate{at}}
	g, err := Find(graph, Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"at C R X"}, g.From, "types")
}
