package exec

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Most rules take and make the same number of resources each time. The event of such a rule is made
// once, and filled in when it fires.

// compiledEffect is the event of a simple rule. Choices are drawn into it: the values of variables
// stand in syms, where they are the arguments of the rule and of most facts, and so do the
// resources in what it uses, if those that are used up come first in the rule.
type compiledEffect struct {
	trace.Event
	choice   *match.Choice       // the choice that fires; its values and resources may be parts of syms and Uses
	syms     []trace.Sym         // values, then copies, then blanks
	values   int                 // number of values
	copied   []trace.Sym         // arguments of facts that are not a row of values
	copies   []lang.Variable     // the variables that are copied there
	computed []computedArguments // facts with calculated arguments
	quick    match.Results       // quick form of all computed arguments, or nil
	others   []int               // indexes in syms of computed arguments that are not variables
	order    []int               // the premises on the state, consumed ones first
	direct   bool                // order is the order in the rule
	drawn    bool                // a draw fills in the whole event
	twice    [][2]int            // pairs of premises that may read the same permanent resource
	change   match.Change
	watched  bool // a statement asks for a fact that the rule takes or makes
}

// newCompiledEffect compiles the event of a simple rule; nil for others.
func (m *Machine) newCompiledEffect(r *rule) *compiledEffect {
	// Records hold the facts of a simple rule unchanged, and firing always makes all of its results.
	if r.link != nil || !r.plain || r.asksState ||
		slices.ContainsFunc(r.results, func(x result) bool { return x.permanent }) ||
		slices.ContainsFunc(r.atoms(), func(x *instance) bool { return !x.relation.plain }) {
		return nil
	}
	s := &compiledEffect{Event: trace.Event{Form: r.index + 1, Rule: r.index}, choice: r.room(), twice: readsTwice(r.Rule)}
	s.values = len(s.choice.Values)
	facts := s.fill(r.atoms())
	s.Args = s.syms[:len(r.Vars):len(r.Vars)]
	s.quick = s.results(m.limits.FactSize)
	told := len(r.proves) + len(r.acts)
	s.Proves, s.Acts = facts[:len(r.proves)], facts[len(r.proves):told]
	for i, f := range facts[told:] {
		s.Makes = append(s.Makes, trace.Made{Atom: f})
		s.change.Makes = append(s.change.Makes, match.Made{Table: r.results[i].relation.table, Args: f.Args})
	}
	s.use(r.uses)
	s.choice.Values = s.row(0, s.values)
	if s.direct {
		s.choice.Resources = s.Uses[:len(s.order):len(s.order)]
	}
	s.drawn = s.direct && len(s.copies)+len(s.computed) == 0
	return s
}

// room returns the choice into which the rule draws, or a new one for a choice that is looked up.
func (r *rule) room() *match.Choice {
	if r.matches != nil {
		return r.matches.Drawn()
	}
	n := len(r.uses)
	return &match.Choice{Values: make([]trace.Sym, len(r.Vars)), Facts: make([]match.Fact, n),
		Resources: make([]trace.ResourceID, n)}
}

// use makes room for the resources of premises on the state, those that are used up first, and for
// the stage token.
func (s *compiledEffect) use(up []bool) {
	for i, uses := range up {
		if uses {
			s.order = slices.Insert(s.order, s.Consumes, i)
			s.Consumes++
		} else {
			s.order = append(s.order, i)
		}
	}
	s.direct = slices.IsSorted(s.order)
	for _, at := range s.order[:s.Consumes] {
		s.change.Takes = append(s.change.Takes, &s.choice.Facts[at])
	}
	s.Uses = make([]trace.ResourceID, len(s.order)+1)
	s.change.Resources = s.Uses
}

// atoms returns the atoms that a rule proves, its actions and its results, in the order in which
// they are evaluated.
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

// fill makes room for values and for the arguments of facts, which it returns.
func (s *compiledEffect) fill(atoms []*instance) []trace.Atom {
	blanks := 0
	for _, x := range atoms {
		if vars, direct := x.Direct(); !direct {
			blanks += len(x.Pred.Args)
		} else if _, row := consecutive(vars); !row {
			s.copies = append(s.copies, vars...)
		}
	}
	copied, blank := s.values, s.values+len(s.copies)
	s.syms = make([]trace.Sym, blank+blanks)
	s.copied = s.row(copied, len(s.copies))
	var out []trace.Atom
	for _, x := range atoms {
		f := trace.Atom{Pred: x.relation.index}
		n := len(x.Pred.Args)
		if vars, direct := x.Direct(); !direct {
			f.Args = s.addComputed(&x.Atom, blank)
			blank += n
		} else if from, row := consecutive(vars); row {
			f.Args = s.row(from, n)
		} else {
			f.Args = s.row(copied, n)
			copied += n
		}
		out = append(out, f)
	}
	return out
}

// row returns n of syms, from an index on.
func (s *compiledEffect) row(from, n int) []trace.Sym { return s.syms[from : from+n : from+n] }

// consecutive returns the first of some variables and whether they are numbered one after
// another, as their values are.
func consecutive(vars []lang.Variable) (first int, ok bool) {
	if len(vars) == 0 {
		return 0, true
	}
	for i, v := range vars {
		if v != vars[0]+lang.Variable(i) {
			return 0, false
		}
	}
	return int(vars[0]), true
}

// readsTwice returns the pairs of premises on the state that may read the same permanent resource.
func readsTwice(r *lang.Rule) [][2]int {
	var out [][2]int
	var read []*lang.Pred // nil for premises that use up
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

// fitsCompiled reports whether the compiled effect fits the choice of a rule that may use permanent
// resources: the choice uses up none of these, which would stay, and reads none twice. It is kept
// out of fire, which hardly ever calls it.
//
//go:noinline
func (m *Machine) fitsCompiled(r *rule) bool {
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

// fire fires the choice of a rule, and returns the event. With an error nothing has changed.
func (m *Machine) fire(r *rule) (*trace.Event, error) {
	e, c := r.simple, m.choice
	if e == nil || m.senses.known != nil || c.Permanent() && !m.fitsCompiled(r) {
		return m.fireAny(r)
	}
	if !e.drawn || c != e.choice {
		if err := m.fillIn(r); err != nil {
			return nil, err
		}
	}
	e.Uses[len(e.Uses)-1] = m.token
	if m.journal != nil || m.context.listed() || m.watching && e.watched {
		m.changeNoted(&e.change)
	} else {
		m.network.Apply(&e.change, m.lastID+1)
		m.lastID += trace.ResourceID(len(e.change.Makes))
	}
	m.settle()
	return &e.Event, nil
}

// fillIn enters a choice into the event of a rule, as far as a draw has not, and computes the rest.
func (m *Machine) fillIn(r *rule) error {
	e, c := r.simple, m.choice
	if c != e.choice {
		copy(e.choice.Values, c.Values)
		copy(e.choice.Facts, c.Facts)
	}
	if c != e.choice || !e.direct {
		for i, at := range e.order {
			e.Uses[i] = c.Resources[at]
		}
	}
	for i, v := range e.copies {
		e.copied[i] = e.syms[v]
	}
	if len(e.computed) > 0 {
		return m.compute(r)
	}
	return nil
}

// changeNoted makes the changes of a firing if there are lists to be kept up to date, or statements followed.
func (m *Machine) changeNoted(c *match.Change) {
	for i, f := range c.Takes {
		m.remove(*f, c.Resources[i])
	}
	for _, x := range c.Makes {
		m.lastID++
		f, _ := m.network.Put(x.Table, x.Args, m.lastID, false)
		m.enterFact(f, false)
	}
}

// enterFact notes the resource that was made last if there are lists to be kept up to date.
func (m *Machine) enterFact(f match.Fact, permanent bool) {
	if m.journal != nil {
		m.note(f, m.lastID, true)
	}
	if m.context.listed() {
		m.context.add(f, m.lastID, permanent)
	}
	if m.watching {
		m.tellCame(f, m.lastID, permanent)
	}
}

// computedArguments is an atom with the place for its arguments.
type computedArguments struct {
	*match.Atom
	args []trace.Sym
}

// addComputed makes room for the arguments of an atom at a place of syms.
func (s *compiledEffect) addComputed(a *match.Atom, at int) []trace.Sym {
	end := at + len(a.Pred.Args)
	args := s.syms[at:end:end]
	s.computed = append(s.computed, computedArguments{a, args})
	for i := range args {
		if !a.IsVariable(i) {
			s.others = append(s.others, at+i)
		}
	}
	return args
}

// results returns the quick form of all computed arguments, or nil if one has none or may exceed the
// limit.
func (s *compiledEffect) results(limit int) match.Results {
	var out match.Results
	for _, b := range s.computed {
		quick, ok := b.Quick()
		if !ok || len(b.args) >= limit {
			return nil
		}
		out = append(out, quick...)
	}
	return out
}

// compute computes the arguments of facts that are not variables. The event has the form of the rule
// unless one of these arguments equals one of the rule's.
func (m *Machine) compute(r *rule) error {
	e := r.simple
	if !e.quick.Fill(e.syms[e.values+len(e.copies):], e.syms) {
		for _, b := range e.computed {
			if _, err := m.instance(r, b.Atom, b.args[:0]); err != nil {
				return err
			}
		}
	}
	e.Form = r.index + 1
	for _, at := range e.others {
		if slices.Contains(e.Args, e.syms[at]) {
			e.Form = 0
		}
	}
	return nil
}
