package inquiry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// question is a rule with some arguments, and a moment of a run.
type question struct {
	replaytest.Subject
	graph   *causal.Graph
	rule    *lang.Rule
	pattern goal.Pattern
	at      *trace.Step // nil for the end
}

// someQuestion draws a moment, and a rule with arguments: none, or those of a
// step or by chance, up to any.
func someQuestion(r *rand.Rand, s replaytest.Subject, g *causal.Graph) question {
	q := question{Subject: s, graph: g, rule: replaytest.Pick(r, s.Program.Rules())}
	if i := r.IntN(g.Len() + 1); i < g.Len() {
		q.at = g.Step(causal.Event(i))
	}
	q.pattern.Head = q.rule.Name
	for range r.IntN(len(q.rule.Vars) + 1) {
		q.pattern.Args = append(q.pattern.Args, trace.Const(replaytest.Pick(r, []string{trace.Open, "a", "b", "c", "d"})))
	}
	return q
}

// refusals asks a question of all runs of random programs.
func refusals(t *testing.T, check func(q question, r *Refusal)) {
	r := replaytest.Rand(11)
	for seed := range uint64(100) {
		p := replaytest.Load(t, replaytest.World(replaytest.Rand(seed)))
		s := replaytest.Subject{Program: p, Run: replaytest.RandomRun(t, p, seed, 25)}
		g := causal.New(s.Run)
		for range 20 {
			q := someQuestion(r, s, g)
			refusal, err := WhyNot(context.Background(), p, g, q.pattern, q.at)
			require.NoError(t, err)
			require.False(t, refusal.Cut)
			check(q, refusal)
		}
	}
}

// number returns how many steps come before the moment.
func (q *question) number() int {
	if q.at == nil {
		return q.graph.Len()
	}
	e, _ := q.graph.Event(q.at.ID)
	return int(e)
}

// state returns the state of the moment, by firing all that came before.
func (q *question) state(t require.TestingT) *replay.Replay {
	before := *q.Run
	before.Steps = before.Steps[:q.number()]
	replay, _ := refire(t, q.Program, &before)
	sensed := q.Run.End.Sensed
	if q.at != nil {
		sensed = q.at.Sensed
	}
	require.NoError(t, replay.Sense(sensed))
	return replay
}

// enabled returns the transitions that were enabled and fit the pattern.
func (q *question) enabled(t require.TestingT) []exec.Transition {
	e, err := q.state(t).Machine.Enabled(context.Background())
	require.NoError(t, err)
	var out []exec.Transition
	for found := range e.All() {
		fits := found.Rule == q.rule
		for i, a := range q.pattern.Args {
			fits = fits && (a.Head == trace.Open || a.String() == found.Args[i].String())
		}
		if fits {
			out = append(out, found)
		}
	}
	return out
}

// A rule could have fired just if the machine had a transition of it, and then all
// such are told of.
func TestWhyNotIsPossibleWhereEnabled(t *testing.T) {
	possible := 0
	refusals(t, func(q question, r *Refusal) {
		want := make(map[string]bool)
		for _, e := range q.enabled(t) {
			want[e.String()] = true
		}
		require.Equal(t, len(want) > 0, r.Possible(), "%v before %v\n%s", q.pattern, q.at, q.Program.Source.Text)
		if !r.Possible() {
			return
		}
		possible++
		for i := range r.Nears {
			require.True(t, r.Nears[i].Met())
			require.True(t, want[r.Nears[i].String()])
			delete(want, r.Nears[i].String())
		}
		require.LessOrEqual(t, len(want), r.More)
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, possible, 50)
}

// The stage is that of the moment; the rule's is not, or was there last until the
// step that used up its token.
func TestWhyNotKnowsTheStage(t *testing.T) {
	before := 0
	refusals(t, func(q question, r *Refusal) {
		stage := ""
		replay := q.state(t)
		if s := replay.Machine.Stage(); s != nil {
			stage = s.Name
		}
		require.Equal(t, stage, r.Stage)
		var last *trace.Resource
		for i := range q.Run.Resources {
			x := &q.Run.Resources[i]
			if made := int(x.By) <= q.number(); made && x.Pred == trace.StagePred && x.Args[0].String() == q.rule.Stage.Name {
				last = x
			}
		}
		if stage == q.rule.Stage.Name || last == nil {
			require.Nil(t, r.Token)
		} else {
			require.Equal(t, last, r.Token.Resource)
			before++
		}
		if r.Before != nil {
			e, err := replay.Machine.Enabled(context.Background())
			require.NoError(t, err)
			require.True(t, slices.ContainsFunc(e.Moves(), func(m exec.Move) bool { return m.String() == r.Before.String() }))
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, before, 100)
}

// What meets a premise is there, is of its fact and meets no other, if it is
// linear.
func TestWhyNotMeetsPremises(t *testing.T) {
	refusals(t, func(q question, r *Refusal) {
		for i := range r.Nears {
			n := &r.Nears[i]
			var used []trace.ResourceID
			for k := range q.rule.Premises {
				p, x := &q.rule.Premises[k], n.By[k]
				require.Equal(t, p.Kind.OnState() && n.Standings[k] == exec.Met, x != nil)
				if x == nil {
					continue
				}
				require.True(t, q.there(x))
				require.Equal(t, n.Fact(p.Atom).String(), x.Fact().String())
				require.True(t, x.Persistent || p.Kind != lang.Permanent)
				require.True(t, x.Persistent || !slices.Contains(used, x.ID))
				used = append(used, x.ID)
			}
		}
	})
}

// there reports whether a resource was there at the moment.
func (q *question) there(x *causal.Resource) bool {
	made, used := int(x.By), q.graph.Len()+1
	for i := range q.Run.Steps {
		if slices.Contains(q.Run.Steps[i].Consumes, x.ID) {
			used = i + 1
		}
	}
	return made <= q.number() && used > q.number()
}

// TestWhyNotLacksAreMissing: a missing fact is absent: if all its arguments are known, each
// fitting resource meets another premise. Its reported fate is the one in the trace.
func TestWhyNotLacksAreMissing(t *testing.T) {
	seen := make(map[string]int)
	refusals(t, func(q question, r *Refusal) {
		for i := range r.Nears {
			n := &r.Nears[i]
			for k := range n.Lacks {
				l := &n.Lacks[k]
				if !l.Premise.Kind.OnState() {
					continue
				}
				q.checkFate(t, n, l)
				q.checkMissing(t, n, l)
				for name, x := range map[string]*causal.Resource{"last": l.Last, "present": l.Present, "linear": l.Linear,
					"next": l.Next} {
					if x != nil {
						seen[name]++
					}
				}
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	for _, name := range []string{"last", "present", "linear", "next"} {
		require.Greater(t, seen[name], 50, name)
	}
}

// fitting returns the resources of the run that are of the fact that is missing, as
// far as it is known: those that fit the premise, those that would if they were permanent,
// as they have to be, and those that do not fit it.
func (q *question) fitting(n *NearMiss, l *Lack) (fit, linear, unfit []*causal.Resource) {
	facts := instances(n, l.Premise.Atom)
	told := goal.Pattern{Term: trace.Term{Head: l.Fact.Pred, Args: l.Fact.Args}}
	for i := range q.graph.Resources {
		x := &q.graph.Resources[i]
		linearly := l.Premise.Kind == lang.Permanent && !x.Persistent
		switch {
		case facts[x.Fact().String()] && linearly:
			linear = append(linear, x)
		case facts[x.Fact().String()]:
			fit = append(fit, x)
		case !linearly && told.Matches(x.Pred, x.Args):
			unfit = append(unfit, x)
		}
	}
	return fit, linear, unfit
}

// checkFate holds what became of a fact against the trace, backward from the
// moment for what was used up last, and forward for what was made next.
func (q *question) checkFate(t require.TestingT, n *NearMiss, l *Lack) {
	fit, linear, unfit := q.fitting(n, l)
	var last, next *causal.Resource
	for _, s := range slices.Backward(q.Run.Steps[:q.number()]) {
		for _, x := range fit {
			if last == nil && slices.Contains(s.Consumes, x.ID) {
				last = x
			}
		}
	}
	for _, s := range q.Run.Steps[q.number():] {
		for _, x := range fit {
			if next == nil && slices.Contains(s.Produces, x.ID) {
				next = x
			}
		}
	}
	requireLike(t, last, l.Last, func(x *causal.Resource) any { return x.Consumer })
	requireLike(t, next, l.Next, func(x *causal.Resource) any { return x.Producer })
	require.Equal(t, slices.ContainsFunc(fit, q.there) || slices.ContainsFunc(unfit, q.there), l.Present != nil)
	require.Equal(t, slices.ContainsFunc(linear, q.there), l.Linear != nil)
	if l.Present != nil {
		require.True(t, slices.Contains(fit, l.Present) || slices.Contains(unfit, l.Present))
		require.True(t, q.there(l.Present))
	}
	if l.Linear != nil {
		require.Contains(t, linear, l.Linear)
		require.True(t, q.there(l.Linear))
	}
}

// requireLike checks that a resource is there where another is, and has the same
// event. One event may use up or make several.
func requireLike(t require.TestingT, want, got *causal.Resource, event func(*causal.Resource) any) {
	require.Equal(t, want == nil, got == nil)
	if want != nil {
		require.Equal(t, event(want), event(got))
	}
}

// checkMissing checks that nothing could meet a premise beside the others.
func (q *question) checkMissing(t require.TestingT, n *NearMiss, l *Lack) {
	if slices.ContainsFunc(l.Fact.Args, func(a trace.Term) bool { return a.Head == trace.Open }) {
		return
	}
	fit, _, _ := q.fitting(n, l)
	for _, x := range fit {
		if q.there(x) {
			require.False(t, x.Persistent)
			require.True(t, slices.Contains(n.By, x), "%v is there for %v", x, n)
		}
	}
}

func TestWhyNotErrors(t *testing.T) {
	p := replaytest.LoadTown(t)
	g := causal.New(replaytest.Run(t, p, 1))
	for pattern, want := range map[string]string{
		"wolk ann":        "the program has no rule wolk; the nearest is walk",
		"walk anne":       "the program has no person anne; the nearest is ann",
		"fill ann ann":    "the rule fill takes 1 argument: P",
		"walk P X X":      "X stands for several arguments; say which it is, or _ for each",
		"walk _ inn hall": "the program has no place hall; the nearest is hill",
	} {
		parsed, err := goal.ParsePattern(pattern)
		require.NoError(t, err)
		_, err = WhyNot(context.Background(), p, g, parsed, nil)
		require.Error(t, err)
		require.Contains(t, fmt.Sprint(err), want)
	}
}

// A proof that does not end is no reason to say that a rule could have fired.
func TestWhyNotOfEndlessProofs(t *testing.T) {
	p := replaytest.Load(t, `
t : type. a : t. f t : t. p t : pred. q : pred. loop t : bwd. loop X <- loop (f X).
stage one = { wait : q -o (). go : p X * loop X -o (). }
#trace _ one { q, p a }.`)
	tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{})
	require.ErrorContains(t, err, "gave up the search")
	require.Equal(t, trace.Failed, tr.End.Why)
	r, err := WhyNot(context.Background(), p, causal.New(tr), goal.Pattern{Term: trace.Const("go")}, nil)
	require.NoError(t, err)
	require.False(t, r.Possible())
	require.Equal(t, exec.Unknown, r.Nears[0].Standings[1])
}
