package tell

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// replay is the oracle: it goes through the run up to a step and asks all that is there.
func replay(t *trace.Trace, step int, pattern goal.Pattern) bool {
	there := make(map[trace.ResourceID]bool)
	for _, r := range t.Resources {
		if r.By == 0 {
			there[r.ID] = true
		}
	}
	for i := range step {
		for _, id := range t.Steps[i].Consumes {
			delete(there, id)
		}
		for _, id := range t.Steps[i].Produces {
			there[id] = true
		}
	}
	for _, r := range t.Resources {
		if there[r.ID] && len(r.Args) == len(pattern.Args) && pattern.Matches(r.Pred, r.Args) {
			return true
		}
	}
	return false
}

func TestStateAsReplayed(t *testing.T) {
	asked := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		tr := sitetest.Verona(40, rapid.Uint64Range(0, 20).Draw(t, "seed"))
		// Compound terms and copies of facts, too: the first argument of every third fact.
		for i := range tr.Resources {
			if r := &tr.Resources[i]; len(r.Args) > 0 && i%3 == 0 {
				r.Args[0] = trace.Term{Head: "of", Args: []trace.Term{r.Args[0]}}
			}
		}
		s := newState(tr)
		for range 20 {
			like := tr.Resources[rapid.IntRange(0, len(tr.Resources)-1).Draw(t, "fact")]
			var args []trace.Term
			for _, arg := range like.Args {
				args = append(args, blur(t, arg))
			}
			step := rapid.IntRange(0, len(tr.Steps)).Draw(t, "step")
			want := replay(tr, step, goal.Pattern{Term: trace.Term{Head: like.Pred, Args: args}})
			asked[want]++
			require.Equal(t, want, s.before(step)(like.Pred, args), "%v %v before %d", like.Pred, args, step)
			fact := goal.Pattern{Term: trace.Term{Head: like.Pred, Args: args}}
			require.Equal(t, want, s.meets(step)(goal.Of(fact)), "%v before %d", fact, step)
			stage := goal.Pattern{Term: trace.Term{Head: trace.StagePred}}
			want = want &&
				replay(tr, step, goal.Pattern{Term: trace.Term{Head: trace.StagePred, Args: []trace.Term{trace.Const(trace.Open)}}})
			require.Equal(t, want && like.Pred != trace.StagePred, s.meets(step)(goal.Of(fact, stage)),
				"%v in a stage before %d", fact, step)
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, asked[true])
	require.NotZero(t, asked[false])
}

// blur puts "_" in the place of some terms.
func blur(t *rapid.T, term trace.Term) trace.Term {
	switch rapid.IntRange(0, 3).Draw(t, "blur") {
	case 0:
		return trace.Const(trace.Open)
	case 1:
		if len(term.Args) > 0 {
			return trace.Term{Head: term.Head, Args: []trace.Term{trace.Const(trace.Open)}}
		}
	}
	return term
}

// Names that look like several terms, or like a number, are told apart as patterns do.
func TestStateKeys(t *testing.T) {
	tr := sitetest.New(nil).Finish(trace.Quiescent)
	tr.Resources = []trace.Resource{
		{ID: 1, Pred: "p", Args: []trace.Term{{Head: "a b"}, {Head: "c"}}},
		{ID: 2, Pred: "p", Args: []trace.Term{{Head: "2", Number: true}, {Head: "s", Args: []trace.Term{{Head: "z"}}}}},
	}
	holds := newState(tr).before(0)
	require.True(t, holds("p", []trace.Term{{Head: "a b"}, {Head: "c"}}))
	require.False(t, holds("p", []trace.Term{{Head: "a"}, {Head: "b c"}}))
	require.True(t, holds("p", []trace.Term{{Head: "2"}, {Head: "_"}}))
	require.False(t, holds("p", []trace.Term{{Head: "2"}, {Head: "s z"}}))
	require.False(t, holds("p", []trace.Term{{Head: "_"}}))
	require.False(t, holds("q", nil))
}

func BenchmarkState(b *testing.B) {
	for _, steps := range []int{1_000, 10_000} {
		tr := sitetest.Verona(steps, 1)
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			for b.Loop() {
				s := newState(tr)
				for i := range tr.Steps {
					s.before(i)("at", []trace.Term{trace.Const("romeo"), trace.Const("_")})
					s.before(i)("depressed", tr.Steps[i].Args[:min(1, len(tr.Steps[i].Args))])
				}
			}
		})
	}
}
