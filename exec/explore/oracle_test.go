package explore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle goes to each state by running the program again from its start, and
// knows states by their facts as text.

// genProgram draws a small program whose linear facts do not grow in number, so that
// its states can all be found.
func genProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString(`u : type. a : u. b : u. c : u. nat : type. #builtin NAT nat.
			list : type. nil : list. cons u list : list. un : type. z : un. s un : un.
			p u : pred. q u u : pred. r : pred. n nat : pred. k list : pred. m un : pred. w string : pred. fixed u nat : pred.
			hear u : sense. say u nat : action.
			next u u : bwd. next a b. next b c.
			reach u u : bwd. reach X Y <- q X Y. reach X Z <- q X Y <- reach Y Z.
			low nat nat : bwd. low N M <- N < M. low N (N + 2).
			ends list u : bwd. ends (cons X nil) X. ends (cons _ L) X <- ends L X.
		`)
		for _, stage := range []string{"one", "two"} {
			fmt.Fprintf(&b, "stage %s = {\n", stage)
			for range rapid.IntRange(1, 3).Draw(t, "rules") {
				b.WriteString("  " + genRule(t) + ".\n")
			}
			b.WriteString("}\n")
		}
		b.WriteString(rapid.SampledFrom([]string{"", "#ordered one.\n"}).Draw(t, "order"))
		b.WriteString("qui * stage one -o stage two.\nqui * stage two * $r -o stage one.\n")
		b.WriteString(rapid.SampledFrom([]string{"", "qui * stage two * p a -o ().\n"}).Draw(t, "end"))
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p b", "!p a", "q a b", "q b b", "r", "!r",
			"!q b c", "n 0", "n 2", "!n 1", "n 99999999999999999999", "k (cons a (cons b nil))", "m (s (s z))", `w "x"`,
			"fixed a 1", "!fixed b 2", "fixed a 1", "!fixed c 0", "!fixed a 1"}), 1, 8).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace _ one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// sides are left sides that bind variables: x and y of the type u, i of numbers, l of lists, j of unary numbers.
var sides = []struct {
	text, vars string
	takes      int // linear facts at the least
}{
	{"p X * p Y", "xy", 1}, {"q X Y", "xy", 0}, {"p X * next X Y", "xy", 0}, {"$q X Y * p _", "xy", 0},
	{"!p X * p Y", "xy", 0}, {"n N * p X", "xi", 1}, {"n (N + 1)", "i", 0}, {"$n N * n M * N < M", "im", 0},
	{"n N * !n M", "im", 0}, {"k (cons X L)", "xl", 0}, {"k L * ends L X", "xl", 0}, {"m (s N')", "j", 0},
	{"$p X * reach X Y * n N", "xyi", 0}, {"q X Y * reach Y Z * $p Z", "xy", 0}, {"n N * low N M * $n M", "im", 0},
	{"n N * M == N + 1 * $fixed X M", "xim", 0}, {"fixed X N * p X", "xi", 1}, {"$fixed X N * fixed X N * r", "xi", 0},
	{`p X * w "x"`, "x", 1}, {"hear X * p X", "x", 0}, {"r * () * $r", "", 0}, {"$(p X * p X)", "x", 0},
	{"q X Y * q X Y", "xy", 1}, {"p X * $p X * !p X", "x", 0},
}

// rights are facts that a rule may make of variables.
var rights = []struct{ text, vars string }{
	{"p X", "x"}, {"p Y", "y"}, {"q X Y", "xy"}, {"q Y X", "xy"}, {"r", ""}, {"!r", ""}, {"!p c", ""}, {"!q X X", "x"},
	{"n ((N + 1) mod 3)", "i"}, {"n (N - 1)", "i"}, {"n (2 / N)", "i"}, {"n N", "i"}, {"n (M - N)", "im"}, {"k L", "l"},
	{"k (cons X nil)", "x"}, {"!k (cons c nil)", ""}, {"m N'", "j"}, {"m (s N')", "j"}, {`w "y z"`, ""}, {`!w "x"`, ""},
	{"say X (N - 1)", "xi"},
}

func genRule(t *rapid.T) string {
	first := rapid.SampledFrom(sides).Draw(t, "first")
	left := []string{first.text}
	for _, more := range []struct{ text, vars string }{{"r", ""}, {"$r", ""}, {"X <> Y", "xy"}, {"q Y _", "y"},
		{"N != 1", "i"}, {"$fixed X _", "x"}, {"$p X", "x"}} {
		if has(first.vars, more.vars) && rapid.IntRange(0, 5).Draw(t, "more") == 0 {
			left = append(left, more.text)
		}
	}
	right := []string{"()"}
	for range rapid.IntRange(0, first.takes+1).Draw(t, "results") {
		if f := rapid.SampledFrom(rights).Draw(t, "result"); has(first.vars, f.vars) {
			right = append(right, f.text)
		}
	}
	return strings.Join(left, " * ") + " -o " + strings.Join(right, " * ")
}

// has reports whether there are all variables that are wanted.
func has(there, wanted string) bool {
	return !strings.ContainsFunc(wanted, func(r rune) bool { return !strings.ContainsRune(there, r) })
}

// world is what the oracle found.
type world struct {
	depths map[string]int
	final  map[string]bool
	edges  []string // from, rule with arguments, to
}

// mostKnown is how many states the oracle has the patience for.
const mostKnown = 40

// survey finds all states breadth first; false where there are too many.
func survey(t require.TestingT, p *lang.Program) (*world, bool) {
	w := &world{depths: make(map[string]int), final: make(map[string]bool)}
	ways := [][]int{nil}
	w.depths[keyOf(p, replay(t, p, nil))] = 0
	for len(ways) > 0 && len(w.depths) < mostKnown {
		way := ways[0]
		ways = ways[1:]
		m := replay(t, p, way)
		from := keyOf(p, m)
		moves := movesOf(t, m)
		w.final[from] = len(moves) == 0
		for i, move := range moves {
			there := append(slices.Clone(way), i)
			to := keyOf(p, replay(t, p, there))
			w.edges = append(w.edges, from+" --"+move.String()+"--> "+to)
			if _, known := w.depths[to]; !known {
				w.depths[to] = len(there)
				ways = append(ways, there)
			}
		}
	}
	return w, len(ways) == 0
}

func replay(t require.TestingT, p *lang.Program, way []int) *exec.Machine {
	m, _ := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	for _, i := range way {
		_, err := m.Fire(movesOf(t, m)[i].Transition)
		require.NoError(t, err)
	}
	return m
}

func movesOf(t require.TestingT, m *exec.Machine) []exec.Move {
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	return e.Moves()
}

func keyOf(p *lang.Program, m *exec.Machine) string {
	var words []string
	for _, pred := range p.Preds {
		for _, r := range m.Context().Of(pred) {
			words = append(words, r.String())
		}
	}
	slices.Sort(words)
	if m.Stage() != nil {
		words = append(words, "stage "+m.Stage().Name)
	}
	return strings.Join(words, ", ")
}

// The search finds the states, transitions, ends and distances that there are.
func TestAgainstOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		w, all := survey(rt, replaytest.Load(rt, text))
		if !all {
			rt.Skip("too many states")
		}
		s := explore(rt, text, Options{KeepEdges: true})
		require.Equal(rt, Complete, s.Ended)
		require.Equal(rt, len(w.edges), s.Transitions, text)
		depths, final, names := make(map[string]int), make(map[string]bool), make([]string, s.Len())
		for i := range names {
			names[i] = strings.Join(s.Facts(State(i)), ", ")
			depths[names[i]] = s.Depth(State(i))
			final[names[i]] = slices.Contains(s.Final, State(i))
		}
		require.Equal(rt, w.depths, depths, text)
		require.Equal(rt, w.final, final, text)
		var edges []string
		for _, e := range s.Edges {
			edges = append(edges, names[e.From]+" --"+s.Label(e.Move)+"--> "+names[e.To])
		}
		require.ElementsMatch(rt, w.edges, edges, text)
	})
}

// The choices that lead to a state are those of a run, in whatever order one asks.
func TestChoicesLead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text)
		s := explore(rt, text, Options{MaxStates: mostKnown})
		for range 5 {
			to := State(rapid.IntRange(0, s.Len()-1).Draw(rt, "state"))
			choices, err := s.Choices(to)
			require.NoError(rt, err)
			require.Len(rt, choices, s.Depth(to))
			tr, err := exec.Run(context.Background(), p, p.Traces[0],
				exec.Options{Chooser: exec.Script(choices), Limits: exec.Limits{Steps: len(choices) + 1}})
			require.NoError(rt, err)
			var facts []string
			for _, r := range tr.Final() {
				facts = append(facts, r.String())
			}
			require.ElementsMatch(rt, s.Facts(to), facts, text)
		}
	})
}

// The choices along a way through states lead over just these, wherever they were first found.
func TestAlong(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text)
		s := explore(rt, text, Options{MaxStates: mostKnown, KeepEdges: true})
		var way []State
		for at := State(0); len(way) < 6; {
			next := slices.DeleteFunc(slices.Clone(s.Edges), func(e Edge) bool { return e.From != at })
			if len(next) == 0 {
				break
			}
			at = rapid.SampledFrom(next).Draw(rt, "edge").To
			way = append(way, at)
		}
		choices, err := s.Along(way)
		require.NoError(rt, err)
		require.Len(rt, choices, len(way))
		for i := range choices {
			choices[i]--
			require.Equal(rt, strings.Join(s.Facts(way[i]), ", "), keyOf(p, replay(rt, p, choices[:i+1])), text)
		}
	})
}

// The states of the examples are all different, and can be reached as is said.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		p := replaytest.Load(t, string(data))
		s := explore(t, string(data), Options{MaxStates: 200})
		seen := make(map[string]bool)
		for i := range s.Len() {
			seen[strings.Join(s.Facts(State(i)), ", ")] = true
		}
		require.Len(t, seen, s.Len(), file)
		far := State(s.Len() - 1)
		choices, err := s.Choices(far)
		require.NoError(t, err)
		for i := range choices {
			choices[i]--
		}
		require.Equal(t, strings.Join(s.Facts(far), ", "), keyOf(p, replay(t, p, choices)), file)
	}
}

// A search for a fact ends in one of the states nearest to the start that have it.
func TestUntilAgainstOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		w, all := survey(rt, replaytest.Load(rt, text))
		if !all {
			rt.Skip("too many states")
		}
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p c", "q b a", "q c c", "r", "stage two", "p X", "q X Y",
			"q Y X", "q X X", "!p _"}), 1, 3).Draw(rt, "facts")
		until := asked(rt, strings.Join(facts, ", "))
		s := explore(rt, text, Options{Until: until})
		nearest := -1
		for state, depth := range w.depths {
			has := strings.FieldsFunc(state, func(r rune) bool { return r == ',' })
			if metPlainly(rt, until.Facts, nil, has) && (nearest < 0 || depth < nearest) {
				nearest = depth
			}
		}
		if nearest < 0 {
			require.Equal(rt, Complete, s.Ended, text)
			return
		}
		require.Equal(rt, Found, s.Ended, text)
		require.Equal(rt, nearest, s.Depth(s.Goal), text)
	})
}

// metPlainly reports whether facts of a state meet those of a goal: each is tried for each.
func metPlainly(t require.TestingT, wanted []goal.Pattern, b goal.Bindings, state []string) bool {
	if len(wanted) == 0 {
		return true
	}
	for i, text := range state {
		f, err := goal.ParsePattern(text)
		require.NoError(t, err)
		more, ok := wanted[0].Bind(slices.Clone(b), trace.Fact{Pred: f.Head, Args: f.Args}, f.Permanent)
		if !ok {
			continue
		}
		left := state
		if !f.Permanent {
			left = slices.Delete(slices.Clone(state), i, i+1)
		}
		if metPlainly(t, wanted[1:], more, left) {
			return true
		}
	}
	return false
}
