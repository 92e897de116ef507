package presence

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

var (
	people = []string{"ann", "bob", "cyd", "dot"}
	rooms  = []string{"hall", "cell", "road"}
)

// A hand writes a run of facts that are given as texts, such as `at ann hall`.
type hand struct {
	trace.Trace
	alive []string // by resource: its fact, "" where it is used up
}

// newHand begins a run with some facts, with commas between.
func newHand(facts string) *hand {
	h := &hand{}
	h.Format = trace.Format
	for f := range strings.SplitSeq(facts, ", ") {
		h.make(f, 0)
	}
	return h
}

func (h *hand) make(fact string, by trace.StepID) trace.ResourceID {
	words, id := strings.Fields(fact), trace.ResourceID(len(h.Resources)+1)
	h.Resources = append(h.Resources, trace.Resource{ID: id, Pred: words[0], Args: terms(words[1:]), By: by})
	h.alive = append(h.alive, fact)
	return id
}

func terms(words []string) []trace.Term {
	var out []trace.Term
	for _, w := range words {
		out = append(out, trace.Const(w))
	}
	return out
}

// play adds a step: a rule with its arguments, and facts with a sign, that it uses up (-),
// needs ($) or makes (+).
func (h *hand) play(firing string, changes ...string) *hand {
	words := strings.Fields(firing)
	s := trace.Step{ID: trace.StepID(len(h.Steps) + 1), Rule: words[0], Args: terms(words[1:])}
	for _, c := range changes {
		i := slices.Index(h.alive, c[1:])
		switch c[0] {
		case '-':
			s.Consumes = append(s.Consumes, trace.ResourceID(i+1))
			h.alive[i] = ""
		case '$':
			s.Reads = append(s.Reads, trace.ResourceID(i+1))
		case '+':
			s.Produces = append(s.Produces, h.make(c[1:], s.ID))
		}
	}
	h.Steps = append(h.Steps, s)
	return h
}

// read returns what a run says of places, if `at` says where people are.
func read(t require.TestingT, tr *trace.Trace) *Places {
	require.NoError(t, trace.Validate(tr))
	g := causal.New(tr)
	return New(g, g.Threads(causal.Cast{Names: people}), causal.Location{Pred: "at"})
}

// attending tells a run, and returns who is at each event, and in the end where: with
// blanks between.
func attending(t require.TestingT, h *hand, o Options) (who []string) {
	told := read(t, &h.Trace).Tell(o)
	for e := range causal.Event(len(h.Steps)) {
		who = append(who, strings.Join(names(told.Attend(e)), " "))
		told.Settle(e)
	}
	return who
}

func names(cast []int) (out []string) {
	for _, who := range cast {
		out = append(out, people[who])
	}
	return out
}

// someRun draws a run without constraints: each step names some people, and adds and removes facts
// about places and others at random. No character is at two places. Facts never place some of the
// characters.
func someRun(t *rapid.T) *hand {
	h := newHand("bell")
	placed := people[:rapid.IntRange(0, len(people)).Draw(t, "placed")]
	pick := func(from []string, what string) string { return rapid.SampledFrom(from).Draw(t, what) }
	for _, name := range people {
		h.make("heart "+name, 0)
		if slices.Contains(placed, name) && rapid.Bool().Draw(t, "starts") {
			h.make("at "+name+" "+pick(rooms, "room"), 0)
		}
	}
	for range rapid.IntRange(1, 12).Draw(t, "steps") {
		firing := "act"
		for range rapid.IntRange(0, 2).Draw(t, "arguments") {
			firing += " " + pick(append([]string{"noon"}, people...), "argument")
		}
		h.play(firing, someChanges(t, h, placed)...)
	}
	return h
}

// someChanges draws what a step does: who is somewhere may be seen, go, or be sent off.
func someChanges(t *rapid.T, h *hand, placed []string) (changes []string) {
	room := rapid.SampledFrom(rooms)
	for _, fact := range slices.Clone(h.alive) {
		if fact != "" && rapid.IntRange(0, 2).Draw(t, "touched") == 0 {
			changes = append(changes, rapid.SampledFrom([]string{"-", "$"}).Draw(t, "sign")+fact)
		}
	}
	for _, name := range placed {
		here := func(fact string) bool { return strings.HasPrefix(fact, "at "+name+" ") }
		leaves := func(change string) bool { return change[0] == '-' && here(change[1:]) }
		if (!slices.ContainsFunc(h.alive, here) || slices.ContainsFunc(changes, leaves)) && rapid.Bool().Draw(t, "comes") {
			changes = append(changes, "+at "+name+" "+room.Draw(t, "room"))
		}
	}
	return changes
}

// order draws an order of a run's events that respects the causal one.
func order(t *rapid.T, g *causal.Graph) (out []causal.Event) {
	left := make(map[causal.Event]bool, g.Len())
	for e := range causal.Event(g.Len()) {
		left[e] = true
	}
	for len(left) > 0 {
		var ready []causal.Event
		for e := range causal.Event(g.Len()) {
			if left[e] && !slices.ContainsFunc(g.Causes(e), func(c causal.Event) bool { return left[c] }) {
				ready = append(ready, e)
			}
		}
		out = append(out, rapid.SampledFrom(ready).Draw(t, "next"))
		delete(left, out[len(out)-1])
	}
	return out
}
