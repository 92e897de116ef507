package replay

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file has the changes that touch more than one record.

// addResource adds a fact to the initial state, or to what a step makes.
func (m *mutator) addResource(t *trace.Trace) bool {
	last := trace.ResourceID(0)
	for _, r := range t.Resources {
		last = max(last, r.ID)
	}
	r := *m.resource(t)
	r.ID = last + 1
	if m.IntN(2) == 0 {
		r.By = 0
	} else {
		s := m.step(t)
		r.By = s.ID
		s.Produces = append(s.Produces, r.ID)
	}
	t.Resources = append(t.Resources, r)
	return true
}

// double fires a step twice, the second time with results of its own.
func (m *mutator) double(t *trace.Trace) bool {
	i := m.IntN(len(t.Steps))
	again := t.Steps[i]
	for _, s := range t.Steps {
		again.ID = max(again.ID, s.ID+1)
	}
	last := trace.ResourceID(0)
	for _, r := range t.Resources {
		last = max(last, r.ID)
	}
	again.Produces = nil
	for _, r := range t.Resources {
		if r.By == t.Steps[i].ID {
			last++
			r.ID, r.By = last, again.ID
			again.Produces = append(again.Produces, r.ID)
			t.Resources = append(t.Resources, r)
		}
	}
	t.Steps = slices.Insert(t.Steps, i+1+m.IntN(len(t.Steps)-i), again)
	return true
}

// link lets a step pass to another stage.
func (m *mutator) link(t *trace.Trace) bool {
	for i := range t.Resources {
		r := &t.Resources[i]
		if r.Pred == trace.StagePred && m.IntN(2) == 0 {
			r.Args[0] = trace.Const(replaytest.Pick(m.Rand, t.Program.Stages).Name)
			return true
		}
	}
	return false
}

// header changes what a trace says of its program, as far as a run depends on it.
func (m *mutator) header(t *trace.Trace) bool {
	p := t.Program
	switch m.IntN(6) {
	case 0:
		i := m.IntN(len(p.Predicates))
		if p.Predicates[i].Args = slices.Clone(p.Predicates[i].Args); len(p.Predicates[i].Args) == 0 {
			return false
		}
		p.Predicates[i].Args[m.IntN(len(p.Predicates[i].Args))] = replaytest.Pick(m.Rand, p.Types).Name
	case 1:
		i := m.IntN(len(p.Types))
		p.Types[i].Constants = append(slices.Clone(p.Types[i].Constants), replaytest.Pick(m.Rand, m.terms).Head)
	case 2:
		p.Types[m.IntN(len(p.Types))].Name = "another"
	case 3:
		i := m.IntN(len(p.Rules))
		if p.Rules[i].Params = slices.Clone(p.Rules[i].Params); len(p.Rules[i].Params) == 0 {
			return false
		}
		p.Rules[i].Params[m.IntN(len(p.Rules[i].Params))].Type = replaytest.Pick(m.Rand, p.Types).Name
	case 4:
		p.Rules[m.IntN(len(p.Rules))].Stage = replaytest.Pick(m.Rand, p.Stages).Name
	case 5:
		p.Predicates[m.IntN(len(p.Predicates))].Mode = replaytest.Pick(m.Rand,
			[]trace.Mode{trace.Linear, trace.Backward, trace.Sense, trace.Action})
	}
	return true
}

// repair makes the records of a trace consistent again, as far as possible: makers, the order of
// resources and the resources alive. A change is harder to detect then.
func repair(t *trace.Trace) {
	at, maker := make(map[trace.StepID]int), make(map[trace.ResourceID]trace.StepID)
	for i, s := range t.Steps {
		at[s.ID] = i + 1
		for _, id := range s.Produces {
			maker[id] = s.ID
		}
	}
	t.Resources = slices.DeleteFunc(t.Resources, func(r trace.Resource) bool { return r.By != 0 && maker[r.ID] == 0 })
	for i := range t.Resources {
		r := &t.Resources[i]
		r.By = maker[r.ID]
	}
	slices.SortStableFunc(t.Resources, func(a, b trace.Resource) int { return cmp.Compare(at[a.By], at[b.By]) })
	t.End.Alive = nil
	for _, r := range t.Final() {
		t.End.Alive = append(t.End.Alive, r.ID)
	}
	slices.Sort(t.End.Alive)
}
