package replay

import (
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mutator changes traces by chance.
type mutator struct {
	*rand.Rand
	original *trace.Trace
	written  string // the original
	terms    []trace.Term
	facts    []trace.Fact
}

func newMutator(r *rand.Rand, t *trace.Trace) *mutator {
	m := &mutator{Rand: r, original: t, written: written(t)}
	for _, x := range t.Resources {
		m.facts = append(m.facts, x.Fact())
		m.terms = append(m.terms, x.Args...)
	}
	for _, s := range t.Steps {
		m.facts = slices.Concat(m.facts, s.Proves, s.Sensed, s.Acts)
		m.terms = append(m.terms, s.Args...)
	}
	for _, of := range t.Program.Types {
		for _, k := range of.Constants {
			m.terms = append(m.terms, trace.Const(k))
		}
	}
	m.terms = append(m.terms, trace.Const("nobody"))
	return m
}

// copyOf returns a trace that shares nothing with the original that mutations
// change.
func copyOf(t *trace.Trace) *trace.Trace {
	out := *t
	program, run, end := *t.Program, *t.Run, *t.End
	out.Program, out.Run, out.End = &program, &run, &end
	program.Types = slices.Clone(program.Types)
	program.Predicates = slices.Clone(program.Predicates)
	program.Stages = slices.Clone(program.Stages)
	program.Rules = slices.Clone(program.Rules)
	end.Alive, end.Sensed = slices.Clone(end.Alive), slices.Clone(end.Sensed)
	out.Resources = slices.Clone(t.Resources)
	for i := range out.Resources {
		r := &out.Resources[i]
		r.Args = slices.Clone(r.Args)
	}
	out.Steps = slices.Clone(t.Steps)
	for i := range out.Steps {
		s := &out.Steps[i]
		s.Args = slices.Clone(s.Args)
		s.Consumes, s.Reads, s.Produces = slices.Clone(s.Consumes), slices.Clone(s.Reads), slices.Clone(s.Produces)
		s.Proves, s.Sensed, s.Acts = slices.Clone(s.Proves), slices.Clone(s.Sensed), slices.Clone(s.Acts)
	}
	return &out
}

// mutation changes one thing in a trace, and reports whether it could.
type mutation struct {
	name   string
	change func(*mutator, *trace.Trace) bool
}

// mutations are all kinds of change.
var mutations = []mutation{
	{"rule", func(m *mutator, t *trace.Trace) bool {
		m.step(t).Rule = replaytest.Pick(m.Rand, t.Program.Rules).Name
		return true
	}},
	{"rule of the same shape", (*mutator).sameShape},
	{"argument", func(m *mutator, t *trace.Trace) bool { return m.term(m.step(t).Args) }},
	{"arguments swapped", func(m *mutator, t *trace.Trace) bool { return swap(m.Rand, m.step(t).Args) }},
	{"consumes", func(m *mutator, t *trace.Trace) bool { return m.id(t, &m.step(t).Consumes) }},
	{"reads", func(m *mutator, t *trace.Trace) bool { return m.id(t, &m.step(t).Reads) }},
	{"produces", func(m *mutator, t *trace.Trace) bool { return m.id(t, &m.step(t).Produces) }},
	{"consumed becomes read", func(m *mutator, t *trace.Trace) bool {
		s := m.step(t)
		return m.move(&s.Consumes, &s.Reads)
	}},
	{"read becomes consumed", func(m *mutator, t *trace.Trace) bool {
		s := m.step(t)
		return m.move(&s.Reads, &s.Consumes)
	}},
	{"resources of two steps swapped", (*mutator).exchange},
	{"predicate", func(m *mutator, t *trace.Trace) bool {
		m.resource(t).Pred = replaytest.Pick(m.Rand, t.Program.Predicates).Name
		return true
	}},
	{"argument of a resource", func(m *mutator, t *trace.Trace) bool { return m.term(m.resource(t).Args) }},
	{"persistence", func(m *mutator, t *trace.Trace) bool {
		r := m.resource(t)
		r.Persistent = !r.Persistent
		return true
	}},
	{"maker", func(m *mutator, t *trace.Trace) bool {
		m.resource(t).By = trace.StepID(m.IntN(len(t.Steps) + 1))
		return true
	}},
	{"resource added", (*mutator).addResource},
	{"resource dropped", func(m *mutator, t *trace.Trace) bool {
		i := m.IntN(len(t.Resources))
		t.Resources = slices.Delete(t.Resources, i, i+1)
		return true
	}},
	{"order", func(m *mutator, t *trace.Trace) bool { return swap(m.Rand, t.Steps) }},
	{"order of neighbours", func(m *mutator, t *trace.Trace) bool {
		i := m.IntN(len(t.Steps))
		if i == 0 {
			return false
		}
		t.Steps[i-1], t.Steps[i] = t.Steps[i], t.Steps[i-1]
		return true
	}},
	{"step dropped", func(m *mutator, t *trace.Trace) bool {
		i := m.IntN(len(t.Steps))
		t.Steps = slices.Delete(t.Steps, i, i+1)
		return true
	}},
	{"steps dropped at the end", func(m *mutator, t *trace.Trace) bool {
		t.Steps = t.Steps[:m.IntN(len(t.Steps))]
		return true
	}},
	{"step doubled", (*mutator).double},
	{"stage", func(m *mutator, t *trace.Trace) bool {
		m.step(t).Stage = replaytest.Pick(m.Rand, t.Program.Stages).Name
		return true
	}},
	{"first stage", func(m *mutator, t *trace.Trace) bool {
		t.Run.Stage = replaytest.Pick(m.Rand, t.Program.Stages).Name
		return true
	}},
	{"link", (*mutator).link},
	{"proves", func(m *mutator, t *trace.Trace) bool { return m.list(&m.step(t).Proves) }},
	{"sensed", func(m *mutator, t *trace.Trace) bool { return m.list(&m.step(t).Sensed) }},
	{"acts", func(m *mutator, t *trace.Trace) bool { return m.list(&m.step(t).Acts) }},
	{"choices", func(m *mutator, t *trace.Trace) bool {
		s := m.step(t)
		s.Choices = max(0, s.Choices+replaytest.Pick(m.Rand, []int{-2, -1, 1, 2, 10}))
		return true
	}},
	{"end", func(m *mutator, t *trace.Trace) bool {
		t.End.Why = replaytest.Pick(m.Rand,
			[]trace.Why{trace.Quiescent, trace.LimitHit, trace.Stopped, trace.Interrupted, trace.Failed})
		return true
	}},
	{"alive", func(m *mutator, t *trace.Trace) bool { return m.id(t, &t.End.Alive) }},
	{"sensed at the end", func(m *mutator, t *trace.Trace) bool { return m.list(&t.End.Sensed) }},
	{"message", func(m *mutator, t *trace.Trace) bool { t.End.Message = "it broke"; return true }},
	{"header", (*mutator).header},
}

func (m *mutator) step(t *trace.Trace) *trace.Step { return &t.Steps[m.IntN(len(t.Steps))] }
func (m *mutator) resource(t *trace.Trace) *trace.Resource {
	return &t.Resources[m.IntN(len(t.Resources))]
}

// swap exchanges two items of a list.
func swap[T any](r *rand.Rand, items []T) bool {
	if len(items) < 2 {
		return false
	}
	i, j := r.IntN(len(items)), r.IntN(len(items))
	items[i], items[j] = items[j], items[i]
	return i != j
}

// term changes one of some terms, or one within it.
func (m *mutator) term(terms []trace.Term) bool {
	if len(terms) == 0 {
		return false
	}
	i := m.IntN(len(terms))
	if inner := slices.Clone(terms[i].Args); len(inner) > 0 && m.IntN(2) == 0 {
		terms[i].Args = inner
		return m.term(inner)
	}
	terms[i] = replaytest.Pick(m.Rand, m.terms)
	return true
}

// id drops, adds or replaces one of some ids.
func (m *mutator) id(t *trace.Trace, ids *[]trace.ResourceID) bool {
	i, other := 0, m.resource(t).ID
	if n := len(*ids); n > 0 {
		i = m.IntN(n)
	}
	switch m.IntN(3) {
	case 0:
		*ids = slices.Insert(*ids, i, other)
		return true
	case 1:
		if len(*ids) > 0 {
			*ids = slices.Delete(*ids, i, i+1)
			return true
		}
	case 2:
		if len(*ids) > 0 {
			(*ids)[i] = other
			return true
		}
	}
	return false
}

// move moves an id from one list to another.
func (m *mutator) move(from, to *[]trace.ResourceID) bool {
	if len(*from) == 0 {
		return false
	}
	i := m.IntN(len(*from))
	*to = append(*to, (*from)[i])
	*from = slices.Delete(*from, i, i+1)
	return true
}

// list drops, adds or changes one of some facts.
func (m *mutator) list(facts *[]trace.Fact) bool {
	if len(*facts) == 0 || m.IntN(3) == 0 {
		*facts = append(*facts, replaytest.Pick(m.Rand, m.facts))
		return true
	}
	i := m.IntN(len(*facts))
	if m.IntN(2) == 0 {
		*facts = slices.Delete(*facts, i, i+1)
		return true
	}
	f := trace.Fact{Pred: (*facts)[i].Pred, Args: slices.Clone((*facts)[i].Args)}
	(*facts)[i] = f
	return m.term(f.Args)
}

// sameShape gives a step a rule with as many parameters.
func (m *mutator) sameShape(t *trace.Trace) bool {
	s := m.step(t)
	r := replaytest.Pick(m.Rand, t.Program.Rules)
	if len(r.Params) != len(s.Args) || r.Name == s.Rule {
		return false
	}
	s.Rule = r.Name
	return true
}

// exchange swaps what two steps take of one fact, wherever the ids stand from one
// of them on: most often that is another run.
func (m *mutator) exchange(t *trace.Trace) bool {
	a, b := m.resource(t), m.resource(t)
	if a.String() != b.String() || a.ID == b.ID {
		return false
	}
	from := m.IntN(len(t.Steps))
	for i := from; i < len(t.Steps); i++ {
		for _, ids := range [][]trace.ResourceID{t.Steps[i].Consumes, t.Steps[i].Reads} {
			for k, id := range ids {
				switch id {
				case a.ID:
					ids[k] = b.ID
				case b.ID:
					ids[k] = a.ID
				}
			}
		}
	}
	return true
}
