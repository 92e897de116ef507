package emit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/emit/emittest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// ownSummary is [writer.summary] for the program that package celf makes of a file. Facts that follow from clauses
// are no part of it, as they are no facts of the program that the file is of.
func (w *writer) ownSummary(read *lang.Program, m *exec.Machine, t exec.Transition) string {
	own := func(of *lang.Pred) bool {
		return slices.ContainsFunc(w.prog.Preds, func(p *lang.Pred) bool {
			return (w.pred[p] == of.Name || w.always[p] == of.Name) && p.Kind == lang.OfState
		})
	}
	var takes, facts []string
	for _, r := range t.Uses {
		if own(r.Fact.Pred) {
			takes = append(takes, r.Fact.String())
		}
	}
	slices.Sort(takes)
	consumes, _ := t.Takes()
	for _, of := range read.Preds {
		for _, r := range m.Context().Of(of) {
			if own(of) && !slices.Contains(consumes, r) {
				facts = append(facts, fmt.Sprint(r.Fact.String(), r.Permanent))
			}
		}
	}
	for _, f := range t.Makes(m.Context()) {
		facts = append(facts, fmt.Sprint(f.Fact.String(), f.Permanent))
	}
	slices.Sort(facts)
	rule, _, _ := strings.Cut(t.Rule.Name, formEnding)
	return fmt.Sprint(rule, takes, facts)
}

// followLoaded walks a run of a program, and compares its transitions with those of the program that
// package celf makes of its file.
func followLoaded(t require.TestingT, p *lang.Program, start int, choose func(n int) int) {
	w := newWriter(p)
	written := w.write()
	q, errs := celf.Load("written.clf", written)
	require.NotNil(t, q, "%v\n%s", errs, written)
	if bound := p.Traces[start].Bound; !w.staged || 0 < bound && bound <= largest {
		require.Equal(t, bound, q.Traces[start].Bound)
	}
	m, _ := exec.NewMachine(p, p.Traces[start], exec.Limits{})
	n, _ := exec.NewMachine(q, q.Traces[start], exec.Limits{})
	for range 12 {
		var want, got []string
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		for t := range e.All() {
			want = append(want, w.summary(m, t))
		}
		f, err := n.Enabled(context.Background())
		require.NoError(t, err)
		for t := range f.All() {
			got = append(got, w.ownSummary(q, n, t))
		}
		require.ElementsMatch(t, want, got, "%s\n%s", p.Source.Text, written)
		if len(want) == 0 {
			return
		}
		chosen := choose(len(want))
		_, err = m.Fire(e.At(chosen))
		require.NoError(t, err)
		_, err = n.Fire(f.At(slices.Index(got, want[chosen])))
		require.NoError(t, err)
		if m.Stage() == nil || n.Stage() == nil {
			require.True(t, m.Stage() == nil && n.Stage() == nil)
			return
		}
		if w.staged {
			require.Equal(t, w.stage[m.Stage()], n.Stage().Name)
		}
		if isLarge(want[chosen]) {
			return
		}
	}
}

// A program of one stage is the same program when its file is read: it has the same transitions in each state.
func TestLoad(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := emittest.Program(rt, false)
		p, errs := lang.Load("drawn.cep", []byte(text))
		require.NotNil(rt, p, "%v\n%s", errs, text)
		followLoaded(rt, p, 0, func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "choice") })
	})
}

// A program of stages is the same program when its file is read: it has the same transitions in each state, in the
// same stages, and the same links. If a rule of an ordered stage has several forms in Celf, these would be ranked: such
// a stage is refused, or its last rules become links that lead back to it.
func TestLoadStages(t *testing.T) {
	t.Parallel()
	read := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := emittest.Program(rt, true)
		p, errs := lang.Load("drawn.cep", []byte(text))
		require.NotNil(rt, p, "%v\n%s", errs, text)
		w := newWriter(p)
		written := w.write()
		q, errs := celf.Load("written.clf", written)
		forms := strings.Contains(string(written), formEnding) && slices.ContainsFunc(p.Stages, isOrdered)
		if q == nil && forms {
			require.Contains(rt, errs.Error(), "have no order")
			return
		}
		require.NotNil(rt, q, "%v\n%s", errs, written)
		read++
		require.Len(rt, q.Stages, len(p.Stages))
		for i, s := range p.Stages {
			require.Equal(rt, w.stage[s], q.Stages[i].Name)
			if forms {
				continue
			}
			require.Equal(rt, isOrdered(s), q.Stages[i].Ordered, "%s\n%s", text, written)
			require.Equal(rt, linkTargets(s, w), linkTargets(q.Stages[i], nil), "%s\n%s", text, written)
		}
		followLoaded(rt, p, 0, func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "choice") })
	})
	require.Positive(t, read)
}

// linkTargets tells where the links of a stage lead, with the names that a writer gives the stages, or with their own.
func linkTargets(s *lang.Stage, w *writer) []string {
	out := []string{}
	for _, l := range s.Links {
		switch {
		case l.To == nil:
			out = append(out, "")
		case w != nil:
			out = append(out, w.stage[l.To])
		default:
			out = append(out, l.To.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out) // a link may have several forms
}
