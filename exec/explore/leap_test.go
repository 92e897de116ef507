package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genDeep draws a program with few choices, whose states are hundreds of steps away on
// ways that part near the start: in each lane something else happens at each step. Facts
// of a predicate come and go together, so that it matters in which order.
func genDeep() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString(`nat : type. #builtin NAT nat. u : type. a : u. b : u. c : u.
			start : pred. lane u : pred. step nat : pred. p u : pred. q u : pred. r : pred. s u : pred.
			next u u : bwd. next a b. next b c. next c a.
			stage one = {
			start -o lane a * step 0. start -o lane b * step 0. start -o lane c * step 0.
		`)
		for _, lane := range []string{"a", "b", "c"} {
			for range rapid.IntRange(1, 2).Draw(t, "rules") {
				fmt.Fprintf(&b, "$lane %s * step N * %s.\n", lane, genChange.Draw(t, "change"))
			}
		}
		fmt.Fprintf(&b, "}\nstage two = { %s }\n", rapid.SampledFrom([]string{"", "p X -o q X.", "q X -o r."}).Draw(t, "two"))
		b.WriteString("qui * stage one -o stage two. qui * stage two * lane X * next X Y -o stage one * lane Y.\n")
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p c", "q a", "q b", "!q c", "r"}), 1,
			4).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace _ one { start, %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// genChange draws what changes at a step, which is counted.
var genChange = rapid.Custom(func(t *rapid.T) string {
	return strings.ReplaceAll(rapid.SampledFrom([]string{
		"() -o COUNT", "() -o COUNT * r", "r -o COUNT * p a * q b", "$p X * next X Y -o COUNT * q Y",
		"p X * next X Y -o COUNT * p Y", "p X * q Y -o COUNT * p Y * q X", "p X * p Y -o COUNT * q X * q Y",
		"q X * q Y -o COUNT * p X * p Y", "p a -o COUNT * p b * q a", "p b * q a -o COUNT * p a", "q X -o COUNT * !s X",
		"() -o COUNT * p a * p b * q b * q a", "p a * p b * q a * q b -o COUNT",
	}).Draw(t, "change"), "COUNT", "step (N + 1)")
})

// plainly searches as Search does, but goes to each state step by step.
func plainly(t require.TestingT, text string, o Options) *Space {
	p := load(t, text)
	s, _ := newSearch(context.Background(), p, p.Traces[0], o)
	for s.Looked < s.Len() && s.Ended == Complete {
		next := State(s.Looked)
		s.walk(next)
		require.NoError(t, s.look(next)) // which need not go there
		if s.Ended == Complete {
			s.Looked++
		}
	}
	return s.Space
}

// walk brings the machine to a state step by step.
func (w *walker) walk(to State) {
	for s, t := w.at, to; s != t; {
		if s > t {
			s = w.pass(s, -1)
		} else {
			t = w.pass(t, 1)
		}
	}
	w.settle()
	w.at = to
}

// Leaps change neither the states found nor their order.
func TestLeaps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		o := Options{MaxStates: rapid.IntRange(1, 1000).Draw(rt, "states"), KeepEdges: true}
		requirePlain(rt, genDeep().Draw(rt, "program"), rapid.SampledFrom([]int{2, 4, stride}).Draw(rt, "stride"), o)
	})
}

// requirePlain compares a search whose leaps are of so many steps with one that takes none.
func requirePlain(t require.TestingT, text string, stride int, o Options) {
	p := load(t, text)
	s, _ := newSearch(context.Background(), p, p.Traces[0], o)
	s.leaps.stride = stride
	require.NoError(t, s.run())
	plain := plainly(t, text, o)
	require.Equal(t, plain.nodes, s.nodes, text)
	require.Equal(t, plain.changes, s.changes, text)
	require.Equal(t, plain.Edges, s.Edges, text)
	require.Equal(t, plain.Final, s.Final, text)
	require.Equal(t, plain.Looked, s.Looked, text)
	require.Equal(t, plain.Ended, s.Ended, text)
}

// grove makes a tree of few long branches, now and then a new one, in which facts come and
// go at random. Its walker starts with one of each.
func grove(t require.TestingT, rnd *rand.Rand) walker {
	p := load(t, `u : type. a : u. b : u. c : u. d : u. p u : pred. q u : pred. stage s = {}
		#trace _ s { p a, p b, p c, p d, q a, q b, q c, q d }.`)
	m, _ := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	w := newWalker(m)
	for _, pred := range p.Preds {
		for _, r := range m.Context().Of(pred) {
			w.idOf(r)
		}
	}
	counts := [][]int{{1, 1, 1, 1, 1, 1, 1, 1}} // by state, of each fact
	often := 10 + rnd.IntN(500)
	for s := 0; len(counts) < 600; s++ {
		children := 1
		switch chance := rnd.IntN(often); {
		case s == 0 || chance == 0:
			children = 2
		case chance == 1 && s < len(counts)-1: // there are others
			children = 0
		}
		for range children {
			counts = append(counts, w.sprout(rnd, State(s), counts[s]))
		}
	}
	return w
}

// sprout adds a state with some changes, and returns what there is of each fact.
func (w *walker) sprout(rnd *rand.Rand, parent State, counts []int) []int {
	counts = slices.Clone(counts)
	for range 1 + rnd.IntN(3) {
		i := rnd.IntN(len(counts))
		if counts[i] > 0 && rnd.IntN(3) > 0 {
			counts[i]--
			w.changes = append(w.changes, -change(i+1))
		} else {
			counts[i]++
			w.changes = append(w.changes, change(i+1))
		}
	}
	w.grow(parent)
	return counts
}

// After each walk, resources of a predicate have the same order by age as after a walk step by
// step.
func TestLeapsKeepOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		leaping, plain := grove(rt, rand.New(rand.NewPCG(seed, 0))), grove(rt, rand.New(rand.NewPCG(seed, 0)))
		leaping.leaps.stride = 4
		rnd := rand.New(rand.NewPCG(seed, 1))
		for i := range len(plain.nodes) + 100 {
			to := State(i)
			if i >= len(plain.nodes) {
				to = State(rnd.IntN(len(plain.nodes)))
			}
			leaping.visit(to)
			plain.walk(to)
			require.Equal(rt, ages(&plain), ages(&leaping), "at %d", to)
		}
	})
}

// ages returns the facts in the order in which they came.
func ages(w *walker) []string {
	var facts []string
	for _, f := range []int{0, 4} { // of each predicate
		for _, r := range w.machine.Context().Of(w.facts[f].Fact.Pred) {
			facts = append(facts, r.String())
		}
	}
	return facts
}

// Of many equal facts the youngest goes, though others of their predicate are younger.
func TestYoungestGoes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p b"}), 40, 60).Draw(rt, "facts")
		p := load(rt, fmt.Sprintf("u : type. a : u. b : u. p u : pred. stage s = {} #trace _ s { %s, !p b }.",
			strings.Join(words, ", ")))
		m, _ := exec.NewMachine(p, p.Traces[0], exec.Limits{})
		facts := slices.Clone(m.Context().Of(p.Preds[0]))
		for len(facts) > 1 {
			gone := facts[rapid.IntRange(0, len(facts)-2).Draw(rt, "gone")].Fact
			m.Adjust([]lang.Initial{{Fact: gone}}, nil, m.Stage())
			facts = withoutLast(facts, gone.String())
			require.Equal(rt, idsOf(facts), idsOf(m.Context().Of(p.Preds[0])))
		}
	})
}

func withoutLast(facts []*exec.Resource, written string) []*exec.Resource {
	for i, f := range slices.Backward(facts) {
		if f.String() == written { // not the permanent one
			return slices.Delete(facts, i, i+1)
		}
	}
	return facts
}

func idsOf(facts []*exec.Resource) []trace.ResourceID {
	var ids []trace.ResourceID
	for _, f := range facts {
		ids = append(ids, f.ID)
	}
	return ids
}
