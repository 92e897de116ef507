package metric

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// asked returns the value of a metric with an operand.
func (m *Meter) asked(name, operand string) (value, error) {
	if name == "fired" {
		return m.fired(operand)
	}
	g, err := report.Goal(m.prog, operand)
	if err != nil {
		return nil, errors.New(visible.Line(err.Error()))
	}
	t := sweep.NewTally(m.prog, g)
	if name == "count" {
		t.Number, t.Open = -1, nil
		i := m.tally(t)
		return func(r *run) float64 { return float64(r.row.Facts[i].Copies) }, nil
	}
	if t, err = m.numbered(t, name); err != nil {
		return nil, err
	}
	i := m.tally(t)
	return func(r *run) float64 {
		found := r.row.Facts[i]
		switch {
		case name == "sum":
			return float64(found.Sum())
		case len(found.Numbers) == 0:
			return math.NaN()
		case name == "min":
			return float64(slices.Min(found.Numbers))
		}
		return float64(slices.Max(found.Numbers))
	}, nil
}

// fired returns how often the rules of a selector fire.
func (m *Meter) fired(selector string) (value, error) {
	rules := m.prog.Labels().Select(selector)
	if len(rules) == 0 {
		fact := func(p *lang.Pred) bool { return p.Name == selector && p.Kind == lang.OfState }
		if slices.ContainsFunc(m.prog.Preds, fact) {
			return nil, fmt.Errorf("%s is a fact, not a rule; count %[1]s counts it at the end", selector)
		}
		return nil, fmt.Errorf("there is no rule %s%s", visible.Line(selector), m.prog.Labels().MeantOrAll(selector))
	}
	return func(r *run) float64 {
		times := 0
		for _, i := range rules {
			times += r.row.Fired[i]
		}
		return float64(times)
	}, nil
}

// numbered decides which number of a fact counts: a variable may name it. Otherwise it is the only
// number that the facts leave open and rules change.
func (m *Meter) numbered(t sweep.Tally, name string) (sweep.Tally, error) {
	if len(t.Facts) > 1 {
		return t, fmt.Errorf("%s wants the numbers of one fact, not of %s together", name, t)
	}
	fact := t.Facts[0]
	named := slices.DeleteFunc(slices.Clone(t.Open), func(i int) bool {
		return i >= len(fact.Args) || !slices.Contains(fact.Vars, fact.Args[i].Head)
	})
	switch {
	case len(named) == 1:
		t.Number = named[0]
	case len(named) == 0 && len(t.Open) > 1:
		t.Number = t.Among(inquiry.Kinds(m.prog)).Number
	}
	switch {
	case len(t.Open) == 0:
		return t, fmt.Errorf("%s wants an open number, and there is none in %s", name, t)
	case t.Number < 0:
		return t, fmt.Errorf("%s wants one number of %s; name it, with _ for the others", name, t)
	}
	t.Open = nil // levels are not asked for
	return t, nil
}

// tally enters a tally, once, and returns its index.
func (m *Meter) tally(t sweep.Tally) int {
	i := slices.IndexFunc(m.facts, func(o sweep.Tally) bool {
		return o.Number == t.Number && o.String() == t.String()
	})
	if i < 0 {
		i = len(m.facts)
		m.facts = append(m.facts, t)
	}
	return i
}
