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
	blanks []blank
	twice  [][2]int // premises that may read the same permanent resource
}

// blank is where the arguments of a fact go into an event.
type blank struct {
	*network.Atom
	// direct says that the fact is small and its arguments are these variables.
	direct bool
	vars   []lang.Variable
	args   []trace.Sym
}

// newSimple compiles the event of a simple rule; nil for others.
func (m *Machine) newSimple(r *rule) *simple {
	if r.link != nil || !r.plain {
		return nil
	}
	s := &simple{Event: trace.Event{Rule: r.index, Args: make([]trace.Sym, len(r.Vars))}, twice: readsTwice(r.Rule)}
	for i := range r.results {
		x := &r.results[i]
		if x.permanent || !x.relation.plain {
			return nil
		}
		s.Makes = append(s.Makes, trace.Made{Atom: s.blank(&x.instance)})
	}
	for i := range r.proves {
		s.Proves = append(s.Proves, s.blank(&r.proves[i]))
	}
	for i := range r.acts {
		s.Acts = append(s.Acts, s.blank(&r.acts[i]))
	}
	if slices.ContainsFunc(slices.Concat(r.proves, r.acts), func(x instance) bool { return !x.relation.plain }) {
		return nil
	}
	for _, uses := range r.uses {
		if uses {
			s.Consumes = append(s.Consumes, 0)
		} else {
			s.Reads = append(s.Reads, 0)
		}
	}
	s.Reads = append(s.Reads, 0) // the stage token
	return s
}

// blank returns a fact whose arguments are yet to be filled in.
func (s *simple) blank(x *instance) trace.Atom {
	b := blank{Atom: &x.Atom, args: make([]trace.Sym, len(x.Pred.Args))}
	b.vars, b.direct = x.Direct()
	s.blanks = append(s.blanks, b)
	return trace.Atom{Pred: x.relation.index, Args: b.args}
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

// isSimple reports whether the choice of a rule is fired in the simple way: it takes
// nothing permanent, which would stay, and reads nothing twice.
func (m *Machine) isSimple(r *rule) bool {
	if r.simple == nil || len(m.senses.all) > 0 {
		return false
	}
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

// fireSimple is fire for what is simple.
func (m *Machine) fireSimple(r *rule) error {
	e, c := r.simple, m.choice
	m.fired = &e.Event
	if err := m.fillIn(r); err != nil {
		return err
	}
	copy(e.Args, c.Values)
	consumed, read := 0, 0
	for i, uses := range r.uses {
		if id := c.Resources[i]; uses {
			e.Consumes[consumed] = id
			consumed++
			m.remove(c.Facts[i], id)
		} else {
			e.Reads[read] = id
			read++
		}
	}
	e.Reads[read] = m.token
	for i := range r.results {
		m.lastID++
		f, _ := m.network.Put(r.results[i].relation.table, e.Makes[i].Args, m.lastID, false)
		m.enterFact(f, false)
	}
	m.senses.forget()
	m.settle()
	return nil
}

// fillIn enters the arguments of all facts of the event.
func (m *Machine) fillIn(r *rule) error {
	values := m.choice.Values
	for i := range r.simple.blanks {
		b := &r.simple.blanks[i]
		if !b.direct {
			if _, err := m.instance(r, b.Atom, b.args[:0]); err != nil {
				return err
			}
			continue
		}
		for j, v := range b.vars {
			b.args[j] = values[v]
		}
	}
	return nil
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
