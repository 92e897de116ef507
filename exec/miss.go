package exec

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Miss says why a rule has no transition in a state. It holds the first reason that applies: facts
// are missing (Short), facts do not fit each other (Apart), or something else fails (Fails,
// NoResult). If none applies, the rule has a transition, or Unknown is set.
type Miss struct {
	Rule *lang.Rule
	// Short lists facts of which there are too few, whatever meets the other premises.
	Short []Shortage
	// Apart lists variables for which facts have no common value: each premise on the state has a
	// fact of its own if the variables may differ from premise to premise, but not otherwise.
	Apart []lang.Variable
	// Copies lists premises that ask for the same fact, if that is why facts do not fit: whatever
	// value the variables have that are Apart, there are fewer copies of the fact than premises.
	Copies []int
	// Fails lists the premises that do not hold, cannot be proved or are not answered. Of the ways
	// to meet all premises on the state, it is about one in which the fewest fail. NoResult says
	// that in this way a calculation of the right side has no value.
	Fails    []int
	NoResult bool
	// Unknown says that there were too many ways to try them all, or that the search for a proof
	// did not end.
	Unknown bool
	// Cut says that a search stopped at its limit. A reason may have been found all the same.
	Cut bool
}

// missSteps is the number of resources that each search for a reason tries at most.
const missSteps = 20_000

// Miss says why a rule has no transition in the state, whatever the stage. It holds the variables
// that are known to the values given. The error is that of the context.
func (m *Machine) Miss(ctx context.Context, rule *lang.Rule, given []lang.Value, known []bool) (Miss, error) {
	m.network.Commit(ctx)
	d := &diagnosis{Miss: Miss{Rule: rule}, begin: func() *partialMatcher {
		s := newPartialMatcher(ctx, m, rule, given, known)
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
	begin func() *partialMatcher // a search in which nothing is met yet
}

func (d *diagnosis) find() error {
	if d.Short = d.begin().shortages(); len(d.Short) > 0 {
		return nil
	}
	joined, err := d.nearest(anyNumber, func() *partialMatcher { return d.begin().onState(nil) })
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
func (d *diagnosis) nearest(mayLack int, begin func() *partialMatcher) (NearMisses, error) {
	nears, err := nearest(1, mayLack, begin)
	d.Cut = d.Cut || nears.Cut
	return nears, err
}

// factsAlone reports whether the rule needs facts only: then these do not fit each other if it has
// no transition.
func (d *diagnosis) factsAlone() bool {
	s := d.begin()
	return len(s.guards) == 0 && !slices.ContainsFunc(s.plan, func(p lang.Premise) bool { return !s.ofState(p) })
}

// join finds the variables for which facts do not fit each other: those of a fact of which there
// are too few copies, or a single variable if that is enough, or those that the unmet premises of a
// way share with the others, or all that are shared.
func (d *diagnosis) join(unmet []int) error {
	for _, copies := range d.begin().scarce() {
		loose := d.shared(func(i int) bool { return slices.Contains(copies, i) })
		if found, err := d.joins(loose); found || err != nil {
			d.Copies = copies
			return err
		}
	}
	shared := d.shared(func(int) bool { return true })
	var tries [][]lang.Variable
	for _, v := range shared {
		tries = append(tries, []lang.Variable{v})
	}
	tries = append(tries, d.shared(func(i int) bool { return slices.Contains(unmet, i) }))
	for _, loose := range tries {
		if found, err := d.joins(loose); found || err != nil {
			return err
		}
	}
	d.Apart = shared
	return nil
}

// joins reports whether facts fit if some variables may differ from premise to premise, and notes
// these variables then.
func (d *diagnosis) joins(loose []lang.Variable) (bool, error) {
	nears, err := d.nearest(0, func() *partialMatcher { return d.begin().onState(loose) })
	if err != nil || len(nears.Ways) == 0 {
		return false, err
	}
	d.Apart = loose
	return true, nil
}

// shared returns the variables without a value that several premises on the state share, of
// which one is among some.
func (d *diagnosis) shared(among func(premise int) bool) (out []lang.Variable) {
	known := d.begin().Bound
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

// fail finds the reasons besides premises on the state, which can all be met.
func (d *diagnosis) fail() error {
	// Calculations in premises fail on their own, and so does the right side as a whole.
	most := len(d.begin().plan) + 1
	nears, err := d.nearest(most, func() *partialMatcher {
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

// A rule takes a resource of its own for each premise on the state. If premises are looked at
// each for itself, whatever values their variables have elsewhere, this is a matching of premises
// to resources in a bipartite graph, which grows along augmenting paths (Kuhn, "The Hungarian
// method for the assignment problem", Naval Research Logistics Quarterly 2, 1955). From a premise
// that is left over, alternating paths lead to premises that have fewer resources between them
// than they are: by Hall's theorem there are such where any premise is left over. Permanent
// resources meet any number of premises.
