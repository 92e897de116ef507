package exec

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// event is a firing in terms by number. Each firing reuses it.
type event struct {
	trace.Event
	syms    []trace.Sym        // backing of its arguments
	results [][]trace.Sym      // the arguments of the results of the rule
	reads   []trace.ResourceID // collected here, then appended to Uses
}

func (e *event) reset() {
	e.Args, e.Uses, e.Makes = e.Args[:0], e.Uses[:0], e.Makes[:0]
	e.Proves, e.Sensed, e.Acts = e.Proves[:0], e.Sensed[:0], e.Acts[:0]
	e.syms = e.syms[:0]
}

// room returns an empty slice to append arguments to, which keep keeps.
func (e *event) room() []trace.Sym { return e.syms[len(e.syms):] }

func (e *event) keep(args []trace.Sym) []trace.Sym {
	e.syms = append(e.syms, args...)
	from := len(e.syms) - len(args)
	return e.syms[from:len(e.syms):len(e.syms)]
}

// Fire fires a transition that is among those of [Machine.Enabled] since
// the last firing. The error says that a fact grew beyond the limit; then nothing has
// changed.
func (m *Machine) Fire(t Transition) (Firing, error) {
	m.collect()
	f := Firing{Transition: t, Stage: m.stage, Sensed: m.senses.all, Acts: t.Acts()}
	first := m.lastID + 1
	r := m.choose(t)
	e, err := m.fire(r)
	if err != nil {
		return f, err
	}
	uses := slices.Clone(e.Uses)
	f.Consumes, f.Reads = uses[:e.Consumes:e.Consumes], uses[e.Consumes:]
	f.Makes = m.resources(first, e.Makes)
	return f, nil
}

// hold returns room for a choice that is to be fired.
func (m *Machine) hold() *match.Choice {
	m.choice = &m.held
	return m.choice
}

// choose makes a transition the choice that is to be fired.
func (m *Machine) choose(t Transition) *rule {
	c := m.hold()
	c.Clear()
	c.Values = m.network.Terms().InternAll(c.Values, t.Args)
	for _, r := range t.Uses {
		now := m.context.Find(r.Fact.Pred, r.ID) // a fact that went and came back may stand elsewhere
		if now == nil {
			panic(errFired)
		}
		c.Facts = append(c.Facts, now.at)
		c.Resources = append(c.Resources, r.ID)
	}
	m.proofReads = m.proofReads[:0]
	for _, r := range t.Reads {
		m.proofReads = append(m.proofReads, r.ID)
	}
	return m.rules[t.Rule]
}

// fireAny is fire for rules without a compiled effect.
func (m *Machine) fireAny(r *rule) (*trace.Event, error) {
	m.event.reset()
	m.event.Rule = r.index
	values := m.choice.Values[:len(r.Vars)]
	if r.plain {
		m.event.Args = append(m.event.Args, values...)
	} else {
		for i, v := range values {
			m.event.Args = append(m.event.Args, m.network.Terms().Record(v, r.Vars[i].Type))
		}
	}
	if err := m.tell(r); err != nil {
		return nil, err
	}
	if err := m.instances(r); err != nil {
		return nil, err
	}
	m.take(r)
	for i, args := range m.event.results {
		m.make(r.results[i].relation, args, r.results[i].permanent)
	}
	if r.link != nil && r.link.To != nil {
		m.enter(r.link.To)
	}
	m.senses.forget()
	m.settle()
	return &m.event.Event, nil
}

// instances evaluates the arguments of the results of the rule.
func (m *Machine) instances(r *rule) error {
	e := &m.event
	e.results = e.results[:0]
	for i := range r.results {
		args, err := m.kept(r, &r.results[i].Atom)
		if err != nil {
			return err
		}
		e.results = append(e.results, args)
	}
	return nil
}

// mostUnsettled is the number of changed facts after which the network brings its matches up to date,
// even if the enabled transitions were not asked for.
const mostUnsettled = 1 << 16

// settle commits the changes to the network, if that is cheap or due.
func (m *Machine) settle() {
	if !m.watched || m.network.Changed() > mostUnsettled {
		m.network.Commit(context.Background())
	}
}

// tell enters the proved facts of the firing, the answers of sensors and the actions.
func (m *Machine) tell(r *rule) (err error) {
	for i := range r.proves {
		if m.event.Proves, err = m.atom(m.event.Proves, r, &r.proves[i]); err != nil {
			return err
		}
	}
	for i := range r.acts {
		if m.event.Acts, err = m.atom(m.event.Acts, r, &r.acts[i]); err != nil {
			return err
		}
	}
	for _, f := range m.senses.all {
		m.event.Sensed = append(m.event.Sensed, m.told(m.relations[f.Pred], m.intern(f.Args)))
	}
	return nil
}

func (m *Machine) atom(to []trace.Atom, r *rule, a *instance) ([]trace.Atom, error) {
	args, err := m.kept(r, &a.Atom)
	if err != nil {
		return to, err
	}
	return append(to, m.told(a.relation, args)), nil
}

// told returns a fact in the form of records.
func (m *Machine) told(r *relation, args []trace.Sym) trace.Atom {
	return trace.Atom{Pred: r.index, Args: m.recorded(r, args)}
}

// instance appends the arguments of an atom of the rule that fires. It refuses facts
// that are larger than the limit.
func (m *Machine) instance(r *rule, a *match.Atom, to []trace.Sym) ([]trace.Sym, error) {
	terms := m.network.Terms()
	args, err := terms.Instance(to, a, m.choice.Values)
	if err != nil {
		return nil, &RunError{Rule: r.Rule, Err: err}
	}
	if terms.Size(a, args) > m.limits.FactSize {
		return nil, &RunError{Rule: r.Rule, Err: m.limits.TooLarge(a.Pred)}
	}
	return args, nil
}

// kept returns the arguments of an atom of the rule that fires, which the event keeps.
func (m *Machine) kept(r *rule, a *match.Atom) ([]trace.Sym, error) {
	args, err := m.instance(r, a, m.event.room())
	if err != nil {
		return nil, err
	}
	return m.event.keep(args), nil
}

// take uses up and reads the resources of the choice, the stage token included.
func (m *Machine) take(r *rule) {
	e := &m.event
	e.reads = e.reads[:0]
	for i, uses := range r.uses {
		f, id := m.choice.Facts[i], m.choice.Resources[i]
		switch {
		case uses && f.Permanent() != id:
			e.Uses = append(e.Uses, id)
			m.remove(f, id)
		case !slices.Contains(e.reads, id):
			e.reads = append(e.reads, id)
		}
	}
	if r.asksState {
		for _, id := range m.proofReads {
			if !slices.Contains(e.Uses, id) && !slices.Contains(e.reads, id) {
				e.reads = append(e.reads, id)
			}
		}
	}
	if r.link == nil {
		e.reads = append(e.reads, m.token)
	} else {
		e.Uses = append(e.Uses, m.token)
		m.stage, m.token = nil, 0
	}
	e.Consumes = len(e.Uses)
	e.Uses = append(e.Uses, e.reads...)
}

// remove removes a resource from the state.
func (m *Machine) remove(f match.Fact, id trace.ResourceID) {
	if m.journal != nil {
		m.note(f, id, false)
	}
	if m.watching {
		m.tellGone(f, id)
	}
	m.network.Take(f, id)
	if m.context.listed() {
		m.context.remove(f.Pred(), id)
	}
}

// intern returns values in numbers, which the event keeps.
func (m *Machine) intern(values []lang.Value) []trace.Sym {
	e, from := &m.event, len(m.event.syms)
	e.syms = m.network.Terms().InternAll(e.syms, values)
	return e.syms[from:len(e.syms):len(e.syms)]
}

// make adds a fact to the state, unless it is permanent and holds permanently already.
func (m *Machine) make(r *relation, args []trace.Sym, permanent bool) {
	f, ok := m.network.Put(r.table, args, m.lastID+1, permanent)
	if !ok {
		return
	}
	m.lastID++
	m.enterFact(f, permanent)
	m.event.Makes = append(m.event.Makes, trace.Made{Atom: m.told(r, args), Persistent: permanent})
}

// enter makes the token of a stage.
func (m *Machine) enter(s *lang.Stage) {
	m.lastID++
	m.stage, m.token = s, m.lastID
	name := m.event.keep([]trace.Sym{m.nameOf(s)})
	m.event.Makes = append(m.event.Makes, trace.Made{Atom: trace.Atom{Pred: trace.StageToken, Args: name}})
}

// nameOf returns the name of a stage as a term.
func (m *Machine) nameOf(s *lang.Stage) trace.Sym {
	name, ok := m.tokens[s]
	if !ok {
		name = m.network.Terms().Intern(lang.NewValue(&lang.Constructor{Name: s.Name, Result: new(lang.Type)}, nil))
		m.tokens[s] = name
	}
	return name
}
