package causaltest_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/causal/story"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestSessions runs the programs of testdata/*.txtar and explains their runs. NAME.cep is a program, and
// NAME/choices are the numbers of the moves in its run. The results are
//
//	NAME/causes   the steps, one a line, with their direct causes and their depth
//	NAME/past     the steps that each step needs
//	NAME/threads  the characters, with the groups of their steps that come one after another
//	NAME/cycles   the cycles of rules that feed each other
//	NAME/story    for each step, the steps and initial facts of which nothing can be left out, and which
//	              step cannot happen without which, for want of a fact
//	NAME/why      what led to the steps that lead to no other
//	NAME/hash     the hash of the run
func TestSessions(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) (results []txtar.File) {
		choices, ok := in.Given("choices")
		require.True(t, ok)
		g := run(t, in.Data, strings.Fields(choices))
		for _, answer := range answers {
			results = append(results, in.Result(answer.name, answer.of(g)))
		}
		return results
	}, "choices")
}

// run runs the first trace of a program with choices.
func run(t *testing.T, program []byte, choices []string) *causal.Graph {
	p, errs := lang.Load("p.cep", program)
	require.NotNil(t, p, "%v", errs)
	var numbers []int
	for _, choice := range choices {
		n, err := strconv.Atoi(choice)
		require.NoError(t, err)
		numbers = append(numbers, n)
	}
	tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Chooser: exec.Script(numbers)})
	require.NoError(t, err)
	return causal.New(tr)
}

// answers are the explanations of a run that are held against testdata.
var answers = []struct {
	name string
	of   func(*causal.Graph) string
}{
	{"causes", func(g *causal.Graph) string {
		return eachEvent(g, func(e causal.Event) string {
			return fmt.Sprintf("%s: causes %s, depth %d", g.Step(e), steps(g.Causes(e)), g.Depths()[e])
		})
	}},
	{"past", func(g *causal.Graph) string {
		return eachEvent(g, func(e causal.Event) string { return steps(g.Past(e)) })
	}},
	{"threads", func(g *causal.Graph) string {
		who, err := cast.Find(g, cast.Options{})
		if err != nil {
			return err.Error() + "\n"
		}
		var b strings.Builder
		for _, thread := range g.Threads(who) {
			fmt.Fprintf(&b, "%s:", thread.Character)
			for _, group := range thread.Groups {
				fmt.Fprintf(&b, " %s", steps(group))
			}
			b.WriteByte('\n')
		}
		return b.String()
	}},
	{"cycles", func(g *causal.Graph) string {
		graph := rules.Condense(g, kinds.Of(g))
		cycles, whole := graph.Cycles(100)
		var b strings.Builder
		for _, cycle := range cycles {
			for i, node := range append(cycle, cycle[0]) {
				if i > 0 {
					b.WriteString(" → ")
				}
				b.WriteString(graph.Nodes[node].Rule)
			}
			b.WriteByte('\n')
		}
		if !whole {
			b.WriteString("and more\n")
		}
		return b.String()
	}},
	{"story", func(g *causal.Graph) string {
		finder := story.NewFinder(g)
		return eachEvent(g, func(e causal.Event) string { return tell(finder.Of(e)) })
	}},
	{"why", func(g *causal.Graph) string {
		var b strings.Builder
		for _, e := range g.Events() {
			if len(g.Effects(e)) == 0 {
				_ = g.Why([]causal.Target{{Event: e}}, causal.Reach{}).Fprint(&b) // a Builder takes all
			}
		}
		return b.String()
	}},
	{"hash", func(g *causal.Graph) string { return hash.Of(g).String() + "\n" }},
}

// tell returns a story in a line.
func tell(s *story.Story) string {
	var steps, from, needs []string
	for _, step := range s.Trace.Steps {
		steps = append(steps, step.ID.String())
	}
	for _, r := range s.Trace.Initial() {
		from = append(from, r.String())
	}
	for _, n := range s.Needs {
		needs = append(needs, fmt.Sprintf("; without %v no %s for %v", n.Step, n.Fact, n.For))
	}
	return fmt.Sprintf("%v from %s%s", steps, strings.Join(from, ", "), strings.Join(needs, ""))
}

// eachEvent returns a line for each step, with its number.
func eachEvent(g *causal.Graph, line func(causal.Event) string) string {
	var b strings.Builder
	for _, e := range g.Events() {
		fmt.Fprintf(&b, "%d %s\n", g.Step(e).ID, line(e))
	}
	return b.String()
}

// steps returns the numbers of steps in brackets.
func steps(events []causal.Event) string {
	numbers := make([]int, len(events))
	for i, e := range events {
		numbers[i] = int(e) + 1
	}
	return fmt.Sprint(numbers)
}
