package emit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf/emit/emittest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// celfFact returns a fact as the file has it, without abbreviations.
func (w *writer) celfFact(f lang.Fact, permanent bool) string {
	b := &ruleWriter{writer: w}
	var written func(*openTerm) *tree
	written = func(x *openTerm) *tree {
		t := &tree{name: x.con}
		for _, a := range x.args {
			t.args = append(t.args, written(a))
		}
		return t
	}
	return written(&openTerm{con: w.predicate(f.Pred, permanent), args: b.values(f)}).String()
}

// isToken reports whether a fact is one of the scheme.
func isToken(text string) bool {
	return strings.HasPrefix(text, stageWord+" ") || strings.HasPrefix(text, nextWord+" ")
}

// summary is a step without its tokens: the rule, the facts that it takes, and the state behind it.
func (s step) summary() string {
	takes := slices.DeleteFunc(slices.Clone(s.takes), isToken)
	slices.Sort(takes)
	var facts []string
	for _, f := range s.state {
		if text := f.atom.String(); !isToken(text) {
			facts = append(facts, fmt.Sprint(text, f.mode == 2))
		}
	}
	slices.Sort(facts)
	rule, _, _ := strings.Cut(s.rule, formEnding)
	return fmt.Sprint(rule, takes, facts)
}

// summary is the same of a transition.
func (w *writer) summary(m *exec.Machine, t exec.Transition) string {
	var takes, facts []string
	for _, r := range t.Uses {
		takes = append(takes, w.celfFact(r.Fact, r.Permanent))
	}
	slices.Sort(takes)
	consumes, _ := t.Takes()
	for _, pred := range w.prog.Preds {
		for _, r := range m.Context().Of(pred) {
			if !slices.Contains(consumes, r) {
				facts = append(facts, fmt.Sprint(w.celfFact(r.Fact, r.Permanent), r.Permanent))
			}
		}
	}
	for _, f := range t.Makes(m.Context()) {
		facts = append(facts, fmt.Sprint(w.celfFact(f.Fact, f.Permanent), f.Permanent))
	}
	slices.Sort(facts)
	return fmt.Sprint(w.rule[t.Rule], takes, facts)
}

// follow walks a run of at most so many steps, and compares the steps of the program and of its file at each point.
func follow(t require.TestingT, p *lang.Program, start, most int, choose func(n int) int) {
	w := newWriter(p)
	written := string(w.write())
	require.False(t, w.errs.Failed(), "%v", w.errs)
	in, err := interpret(written)
	require.NoError(t, err, written)
	m, _ := exec.NewMachine(p, p.Traces[start], exec.Limits{})
	links := make(map[string]bool)
	for _, r := range p.Rules() {
		links[w.rule[r]] = r.Link() != nil
	}
	now, bound := in.begin(in.queries[start]), p.Traces[start].Bound
	if d := in.queries[start].Args[0]; !d.Any {
		require.Equal(t, bound, d.Num) // Celf counts
		bound = 0
	}
	for i := range most {
		var steps []step
		for now.goal != nil {
			if steps = in.steps(now.state, now.goal); len(steps) > 0 {
				break
			}
			after := in.after(now.state, now.goal)
			require.Len(t, after, 1, "the proof of %v in %v has choices\n%s", now.goal, now.state, written)
			now = after[0]
			if links[now.rule] {
				steps = after
				break
			}
		}
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		var want, got []string
		var transitions []exec.Transition
		if bound == 0 || i < bound {
			transitions = slices.Collect(e.All())
		}
		for _, tr := range transitions {
			want = append(want, w.summary(m, tr))
		}
		for _, s := range steps {
			got = append(got, s.summary())
		}
		require.ElementsMatch(t, want, got, "%s\n%s", p.Source.Text, written)
		if len(got) == 0 {
			return
		}
		chosen := choose(len(want))
		_, err = m.Fire(transitions[chosen])
		require.NoError(t, err)
		now = steps[slices.IndexFunc(steps, func(s step) bool { return s.summary() == want[chosen] })]
		if isLarge(want[chosen]) {
			return
		}
	}
}

// isLarge reports whether a step makes or takes numbers with which it takes long to calculate by backward rules.
func isLarge(summary string) bool { return strings.Contains(summary, strings.Repeat("(s ", 20)) }

// followDrawn follows a random run of a random program.
func followDrawn(t *rapid.T, text string) {
	p, errs := lang.Load("drawn.cep", []byte(text))
	require.NotNil(t, p, "%v\n%s", errs, text)
	follow(t, p, 0, 12, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
}

// A program of one stage and its file have the same steps in each state.
func TestOneStage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { followDrawn(rt, emittest.Program(rt, false)) })
}

// A program of stages and its file have the same steps, links included, and end in the same states.
func TestStages(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { followDrawn(rt, emittest.Program(rt, true)) })
}
