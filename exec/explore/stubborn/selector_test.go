package stubborn

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is the whole space, as the search finds it without a reducer.

// space is the result of a search: how far each state is from the start, by its facts as text.
type space struct {
	*explore.Space
	depths map[string]int
	final  map[string]int // depths of the final states
	quiet  map[string]int // depths of the states in which no rule of the stage applies
}

// search finds the states; false if there are more than the oracle looks at.
func search(t require.TestingT, p *lang.Program, o explore.Options) (*space, bool) {
	o.MaxStates, o.KeepEdges = mostStates, true
	found, err := explore.Search(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	s := &space{found, make(map[string]int), make(map[string]int), make(map[string]int)}
	moves := make(map[explore.State]bool)
	for _, e := range found.Edges {
		moves[e.From] = moves[e.From] || !strings.HasPrefix(found.Label(e.Move), "qui")
	}
	for i := range explore.State(found.Len()) {
		text := strings.Join(found.Facts(i), ", ")
		s.depths[text] = found.Depth(i)
		if !moves[i] {
			s.quiet[text] = found.Depth(i)
		}
	}
	for _, i := range found.Final {
		s.final[strings.Join(found.Facts(i), ", ")] = found.Depth(i)
	}
	return s, found.Ended != explore.TooMany
}

// reduced is search with a reducer.
func reduced(t require.TestingT, p *lang.Program, ask Questions) *space {
	s, _ := search(t, p, explore.Options{Reducer: New(p, p.Traces[0], ask)})
	return s
}

// genProgram draws a program in which several characters act on their own and sometimes meet, in one or two stages.
func genProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("nat : type. z : nat. s nat : nat. #builtin NAT nat. #builtin NAT_ZERO z. #builtin NAT_SUCC s.\n" +
			"u : type. a : u. b : u. c : u. w : type. x : w. y : w. box u w : w.\n" +
			"p u : pred. q u u : pred. r : pred. n u nat : pred. h w : pred. l u u : pred.\n" +
			"next u u : bwd. next a b. next b c. near u u : bwd. near X Y <- l X Y. near X Y <- p X <- next X Y.\n")
		for _, stage := range []string{"one", "two"} {
			fmt.Fprintf(&b, "stage %s = {\n", stage)
			for range rapid.IntRange(2, 5).Draw(t, "rules") {
				b.WriteString("  " + genRule(t) + ".\n")
			}
			b.WriteString("}\n")
		}
		b.WriteString(rapid.SampledFrom([]string{"", "", "", "#ordered two.\n"}).Draw(t, "order"))
		b.WriteString(rapid.SampledFrom([]string{"", "qui * stage one -o stage two.\n"}).Draw(t, "link"))
		b.WriteString(rapid.SampledFrom([]string{"", "qui * stage two * p X -o stage one * r.\n",
			"qui * stage two * q X Y -o ().\n"}).Draw(t, "back"))
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p c", "p b", "!p a", "q a b", "q b b", "q c a", "r",
			"!r", "n a 2", "n b 1", "n c 3", "h x", "h (box a y)", "h (box b (box b x))", "!l a b", "!l b c", "!l b a"}), 5,
			12).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace _ one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// genRule draws a rule that makes no more linear facts than it uses up.
func genRule(t *rapid.T) string {
	left := []string{rapid.SampledFrom([]string{"p X * q Y Z", "q X Y", "p X * next X Y", "p X * l X Y", "$q X Y * p _",
		"!p X * p Y", "p X * p Y", "$p X * q X Y", "n X (N + 1) * p Y", "n X (s N) * n Y M", "h (box X W) * l X Y",
		"h W * p X * $p Y", "p X * near X Y", "p X * l Y X", "n X N * l X Y * N > 0", "l X Y * p X * $p Y",
		"p a * l a Y * X == a"}).Draw(t, "first")}
	grows := 0
	for _, word := range strings.Split(left[0], " * ") {
		if strings.Trim(word[:2], "pqnh ") == "" {
			grows++
		}
	}
	more := rapid.SampledFrom([]string{"", "", "r", "$r", "X <> Y", "q Y _", "near Y _", "!l X _"}).Draw(t, "more")
	if more != "" {
		left = append(left, more)
		if more == "r" || more == "q Y _" {
			grows++
		}
	}
	results := []string{"p X", "p Y", "q X Y", "q Y X", "r", "p c", "q X X", "p a"}
	all := strings.Join(left, " ")
	if strings.Contains(all, "N") {
		results = append(results, "n X N", "n Y N", "n Y N", "n X (N - 1)")
	}
	if strings.Contains(all, "W") {
		results = append(results, "h W", "h W", "h W")
	}
	right := []string{"()"}
	for range rapid.IntRange(max(0, grows-1), grows).Draw(t, "results") {
		right = append(right, rapid.SampledFrom(results).Draw(t, "result"))
	}
	if rapid.IntRange(0, 5).Draw(t, "lasting") == 0 {
		right = append(right, rapid.SampledFrom([]string{"!r", "!p c", "!q X X", "!l X Y", "!p X"}).Draw(t, "permanent"))
	}
	return strings.Join(left, " * ") + " -o " + strings.Join(right, " * ")
}

// mostStates is how many states the oracle looks at.
const mostStates = 400

// The reduced space has the same final states and the same quiescent states, at the same distances from the start.
func TestFinalStatesStay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text)
		whole, ok := search(rt, p, explore.Options{})
		if !ok {
			rt.Skip("too many states")
		}
		less := reduced(rt, p, Questions{})
		require.Equal(rt, whole.final, less.final, text)
		require.Equal(rt, whole.quiet, less.quiet, text)
		for state := range less.depths {
			require.Contains(rt, whole.depths, state, text)
		}
	})
}

// A goal is as far from the start as in the whole space.
func TestGoalsStay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text)
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p c", "q b a", "q c c", "r", "stage two", "p X", "q X Y",
			"q Y X", "q X X", "!p _", "n _ 2", "n a X", "h (box a y)", "h y", "2 × p X", "l a c", "stage S",
			"p"}), 1, 3).Draw(rt, "facts")
		g, err := goal.Parse(strings.Join(facts, ", "))
		require.NoError(rt, err)
		whole, ok := search(rt, p, explore.Options{Until: &g})
		if !ok {
			rt.Skip("too many states")
		}
		ask := Questions{Goals: []*goal.Goal{&g}}
		less, _ := search(rt, p, explore.Options{Until: &g, Reducer: New(p, p.Traces[0], ask)})
		require.Equal(rt, whole.Ended, less.Ended, "%s\n%v", text, facts)
		require.Equal(rt, whole.Depth(whole.Goal), less.Depth(less.Goal), "%s\n%v", text, facts)
		if whole.Ended == explore.Complete {
			require.Equal(rt, whole.final, less.final, text)
		}
	})
}

// A statement is violated as far from the start as in the whole space.
func TestViolationsStay(t *testing.T) {
	t.Parallel()
	statements := []string{"#invariant p C + q C _ = 1.", "#invariant p _ <= 2.", "#invariant p a + 2 * q a _ >= 1.",
		"#invariant r + p _ + q _ _ = 4.", "#invariant in two : q X Y <= 1.", "#invariant sum N in n _ N >= 3.",
		"#invariant h W <= 1.", "#invariant p C + q C _ <= 2.", "#invariant p X <= 1.", "#invariant q X Y <= 1.",
		"#never p X * q X Y.", "#never in two : p a * near a X.", "#never n X N * n Y M * N > M * p X.",
		"#invariant p a = 0.", "#invariant q X X = 0.", "#invariant sum N in n C N + p C <= 3.", "#invariant !l X _ <= 1."}
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text+strings.Join(statements, "\n"))
		whole, ok := search(rt, p, explore.Options{})
		if !ok {
			rt.Skip("too many states")
		}
		violated := func(st *lang.Statement, s *space, i explore.State) bool {
			stage, facts := s.At(i)
			v, err := statement.Check(context.Background(), st, stage, facts, prove.Limits{})
			require.NoError(rt, err)
			return v != nil
		}
		hold := slices.DeleteFunc(slices.Clone(p.Statements),
			func(st *lang.Statement) bool { return violated(st, whole, 0) })
		st := rapid.SampledFrom(hold).Draw(rt, "statement")
		nearest := func(s *space) int {
			for i := range explore.State(s.Len()) {
				if violated(st, s, i) {
					return s.Depth(i)
				}
			}
			return -1
		}
		less := reduced(rt, p, Questions{Statements: []*lang.Statement{st}})
		require.Equal(rt, nearest(whole), nearest(less), "%s %v", text, st.Span)
	})
}

// Some ways in which a transition becomes enabled are rare in random programs: a second copy of a fact, a fact that a
// proof reads, and a linear fact in the place of a permanent one.
func TestRareProducersStay(t *testing.T) {
	const preds = "u : type. a : u. b : u. p u : pred. l u u : pred. r : pred. c : pred. done : pred. gone : pred.\n" +
		"near u u : bwd. near X Y <- l X Y.\n"
	for name, text := range map[string]string{
		"copies": "stage one = { p X * p Y -o done. p X -o gone. r -o p a. }\n#trace _ one { p a, r }.",
		"proofs": "stage one = { p X * near a b -o done. p X -o gone. r -o l a b. }\n#trace _ one { p a, r }.",
		"again": "stage one = { c * p a -o done. c -o gone. r * p X -o p X. r -o l a a. r -o l b b. }\n" +
			"#trace _ one { !p a, c, r }.",
	} {
		p := replaytest.Load(t, preds+text)
		whole, _ := search(t, p, explore.Options{})
		require.Equal(t, whole.final, reduced(t, p, Questions{}).final, name)
	}
}
