package exec

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Most rules are simple: they do the same to as many resources each time. The event of
// such a rule is made once, and filled in when it fires.

// simple is the event of a simple rule.
type simple struct {
	trace.Event
	// syms are the arguments of the rule and of the facts, one after another, and vars
	// the variables that they are, as far as the blanks.
	syms   []trace.Sym
	vars   []lang.Variable
	blanks []blank         // facts that are calculated, or may be large
	quick  network.Results // of all blanks, or nil
	others []int           // where in syms the blanks have no variable
	makes  []network.Made
	order  []int    // the premises on the state, those that are used up first
	takes  []int    // these
	twice  [][2]int // premises that may read the same permanent resource
}

// newSimple compiles the event of a simple rule; nil for others.
func (m *Machine) newSimple(r *rule) *simple {
	if !r.isSimple() {
		return nil
	}
	s := &simple{Event: trace.Event{Form: r.index + 1, Rule: r.index}, twice: readsTwice(r.Rule)}
	for v := range r.Vars {
		s.vars = append(s.vars, lang.Variable(v))
	}
	facts := s.fill(len(r.Vars), r.atoms())
	s.quick = s.results(m.limits.FactSize)
	told := len(r.proves) + len(r.acts)
	s.Proves, s.Acts = facts[:len(r.proves)], facts[len(r.proves):told]
	for i, f := range facts[told:] {
		s.Makes = append(s.Makes, trace.Made{Atom: f})
		s.makes = append(s.makes, network.Made{Table: r.results[i].relation.table, Args: f.Args})
	}
	for i, uses := range r.uses {
		if uses {
			s.order = slices.Insert(s.order, s.Consumes, i)
			s.Consumes++
		} else {
			s.order = append(s.order, i)
		}
	}
	s.takes = s.order[:s.Consumes]
	s.Uses = make([]trace.ResourceID, len(s.order)+1) // with the stage token
	return s
}

// atoms returns what a rule proves, what it tells the outside and what it makes, which
// is the order in which they are worked out.
func (r *rule) atoms() []*instance {
	var out []*instance
	for i := range r.proves {
		out = append(out, &r.proves[i])
	}
	for i := range r.acts {
		out = append(out, &r.acts[i])
	}
	for i := range r.results {
		out = append(out, &r.results[i].instance)
	}
	return out
}

// isSimple reports whether the facts of a rule stand in records as they are, and what it
// makes is always made.
func (r *rule) isSimple() bool {
	return r.link == nil && r.plain &&
		!slices.ContainsFunc(r.results, func(x result) bool { return x.permanent }) &&
		!slices.ContainsFunc(r.atoms(), func(x *instance) bool { return !x.relation.plain })
}

// fill makes room for the arguments of a rule, and of facts, which it returns.
func (s *simple) fill(args int, atoms []*instance) []trace.Atom {
	size := args
	for _, x := range atoms {
		size += len(x.Pred.Args)
		if vars, direct := x.Direct(); direct {
			s.vars = append(s.vars, vars...)
		}
	}
	s.syms = make([]trace.Sym, size)
	s.Args = s.syms[:args:args]
	rest, at := s.syms[args:], len(s.vars)
	var out []trace.Atom
	for _, x := range atoms {
		f := trace.Atom{Pred: x.relation.index}
		if vars, direct := x.Direct(); direct {
			f.Args, rest = rest[:len(vars):len(vars)], rest[len(vars):]
		} else {
			f.Args = s.blank(&x.Atom, at)
			at += len(f.Args)
		}
		out = append(out, f)
	}
	return out
}

// readsTwice returns which premises on the state may read the same permanent resource.
func readsTwice(r *lang.Rule) [][2]int {
	var out [][2]int
	var read []*lang.Pred // nil for what is used up
	for _, p := range r.Premises {
		if !p.Kind.OnState() {
			continue
		}
		if p.Kind == lang.Consume {
			read = append(read, nil)
			continue
		}
		for i, other := range read {
			if other == p.Atom.Pred {
				out = append(out, [2]int{i, len(read)})
			}
		}
		read = append(read, p.Atom.Pred)
	}
	return out
}

// fitsSimple reports whether the choice of a simple rule, which may have something
// permanent, is fired in the simple way: it takes none of that, which would stay, and
// reads nothing twice.
func (m *Machine) fitsSimple(r *rule) bool {
	c := m.choice
	for i, uses := range r.uses {
		if uses && c.Facts[i].Permanent() == c.Resources[i] {
			return false
		}
	}
	for _, two := range r.simple.twice {
		if c.Resources[two[0]] == c.Resources[two[1]] {
			return false
		}
	}
	return true
}

// fire fires the choice of a rule, and returns what that did. With an error nothing has
// changed.
func (m *Machine) fire(r *rule) (*trace.Event, error) {
	e, c := r.simple, m.choice
	if e == nil || len(m.senses.all) > 0 {
		return m.fireAny(r)
	}
	if c.Permanent() && !m.fitsSimple(r) {
		return m.fireAny(r)
	}
	syms, values := e.syms[:len(e.vars)], c.Values
	for i, v := range e.vars {
		syms[i] = values[v]
	}
	if len(e.blanks) > 0 {
		if err := m.fillBlanks(r); err != nil {
			return nil, err
		}
	}
	uses, ids := e.Uses[:len(e.order)+1], c.Resources
	for i, at := range e.order {
		uses[i] = ids[at]
	}
	uses[len(uses)-1] = m.token
	if m.journal != nil || m.context.listed() {
		m.changeNoted(e)
	} else {
		m.network.TakeAll(c, e.takes)
		m.network.PutAll(e.makes, m.lastID+1)
		m.lastID += trace.ResourceID(len(e.makes))
	}
	m.senses.forget()
	m.settle()
	return &e.Event, nil
}

// changeNoted takes what the choice of a simple rule uses up, and makes what the rule makes,
// where there are lists to be kept up to date.
func (m *Machine) changeNoted(e *simple) {
	for _, at := range e.takes {
		m.remove(m.choice.Facts[at], m.choice.Resources[at])
	}
	for _, x := range e.makes {
		m.lastID++
		f, _ := m.network.Put(x.Table, x.Args, m.lastID, false)
		m.enterFact(f, false)
	}
}

// enterFact notes the resource that was made last where there are lists to be kept up
// to date.
func (m *Machine) enterFact(f network.Fact, permanent bool) {
	if m.journal != nil {
		m.journal.note(f, m.lastID, true)
	}
	if m.context.listed() {
		m.context.add(f, m.lastID, permanent)
	}
}
