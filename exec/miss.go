package exec

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Miss says why a rule has no transition in a state. The reasons are looked for in this order,
// and the first that is found is told: facts are missing; they are there, but do not fit each
// other; they fit, and something else fails. Where none of these is so, the rule has a
// transition, or Unknown is set.
type Miss struct {
	Rule *lang.Rule
	// Short are the facts of which there are too few, whatever meets the other premises.
	Short []Shortage
	// Apart are variables of which premises want the same value: each premise on the state has
	// a fact of its own, if these may have another value in each premise, and not if they may not.
	Apart []lang.Variable
	// Fails are the premises that do not hold, cannot be proved or are not answered, in a way
	// to meet all premises on the state in which the fewest fail; NoResult says that a
	// calculation of the right side has no value in it.
	Fails    []int
	NoResult bool
	// Unknown says that there were too many ways to look at all of them, or that the search for
	// a proof found no end.
	Unknown bool
	// Cut says that a search was given up, though there may be enough to tell.
	Cut bool
}

// Shortage is premises of a rule for which there are fewer facts than premises.
type Shortage struct {
	Premises []int // in their order
	There    int   // facts that meet any of them
}

// Alike reports whether the premises ask for the same fact.
func (s *Shortage) Alike(r *lang.Rule) bool {
	first := r.Premises[s.Premises[0]].Atom
	return !slices.ContainsFunc(s.Premises, func(i int) bool { return !first.Equal(r.Premises[i].Atom) })
}

// missSteps bounds how many resources are tried in each of the searches that find out why a
// rule has no transition.
const missSteps = 20_000

// Miss says why a rule has no transition in the state, whatever the stage. Of the values of the
// rule's variables those that are known are given. The error is that of the context.
func (m *Machine) Miss(ctx context.Context, rule *lang.Rule, given []lang.Value, known []bool) (Miss, error) {
	m.network.Commit(ctx)
	d := &diagnosis{Miss: Miss{Rule: rule}, begin: func() *nearer {
		s := newNearer(ctx, m, rule, given, known)
		s.most = missSteps
		return s
	}}
	err := d.find()
	return d.Miss, err
}

// Miss says why a rule has no transition in the state, as [Machine.Miss] does.
func (e *Enabled) Miss(rule *lang.Rule) (Miss, error) {
	return e.machine.Miss(e.done, rule, nil, nil)
}

// diagnosis finds out why a rule has no transition.
type diagnosis struct {
	Miss
	begin func() *nearer // a search in which nothing is met yet
}

func (d *diagnosis) find() error {
	if d.Short = d.begin().shortages(); len(d.Short) > 0 {
		return nil
	}
	joined, err := d.nearest(anyNumber, func() *nearer { return d.begin().onState(nil) })
	if err != nil {
		return err
	}
	unmet := joined.Ways[0].unmet()
	switch {
	case len(unmet) > 0 && joined.Cut && !d.factsAlone(): // they may be met in a way that was not seen
		d.Unknown = true
		return nil
	case len(unmet) > 0:
		return d.join(unmet)
	}
	return d.fail()
}

// nearest returns the nearest way of a search.
func (d *diagnosis) nearest(mayLack int, begin func() *nearer) (Nears, error) {
	nears, err := nearest(1, mayLack, begin)
	d.Cut = d.Cut || nears.Cut
	return nears, err
}

// factsAlone reports whether all that the rule needs is facts: then these do not fit each other
// where it has no transition.
func (d *diagnosis) factsAlone() bool {
	s := d.begin()
	return len(s.guards) == 0 && !slices.ContainsFunc(s.plan, func(p lang.Premise) bool { return !s.ofState(p) })
}

// join finds the variables for which facts do not fit each other: one alone if that will do,
// or those that the premises of a way share which are not met in it with the others, or all that
// are shared.
func (d *diagnosis) join(unmet []int) error {
	shared := d.shared(func(int) bool { return true })
	var tries [][]lang.Variable
	for _, v := range shared {
		tries = append(tries, []lang.Variable{v})
	}
	tries = append(tries, d.shared(func(i int) bool { return slices.Contains(unmet, i) }))
	for _, loose := range tries {
		nears, err := d.nearest(0, func() *nearer { return d.begin().onState(loose) })
		if err != nil {
			return err
		}
		if len(nears.Ways) > 0 {
			d.Apart = loose
			return nil
		}
	}
	d.Apart = shared
	return nil
}

// shared returns the variables without a value that several premises on the state share, of
// which one is among some.
func (d *diagnosis) shared(among func(premise int) bool) (out []lang.Variable) {
	known := d.begin().bound
	for v := range d.Rule.Vars {
		count, one := 0, false
		for i, p := range d.Rule.Premises {
			if p.Kind.OnState() && mentions(p.Atom, lang.Variable(v)) {
				count, one = count+1, one || among(i)
			}
		}
		if count > 1 && one && !known[v] {
			out = append(out, lang.Variable(v))
		}
	}
	return out
}

// mentions reports whether a variable stands in an atom.
func mentions(a lang.Atom, v lang.Variable) (found bool) {
	for _, t := range a.Args {
		lang.EachVariable(t, func(w lang.Variable) { found = found || v == w })
	}
	return found
}

// fail finds what fails where all premises on the state are met.
func (d *diagnosis) fail() error {
	nears, err := d.nearest(len(d.Rule.Premises)+1, func() *nearer {
		s := d.begin()
		s.facts = true
		return s
	})
	if err != nil || len(nears.Ways) == 0 {
		d.Unknown = true
		return err
	}
	way := &nears.Ways[0]
	d.Fails, d.NoResult = way.unmet(), way.NoResult
	d.Unknown = len(d.Fails) == 0 && !d.NoResult && slices.Contains(way.Standings, Unknown)
	return nil
}
