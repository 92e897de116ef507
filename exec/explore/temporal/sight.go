package temporal

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/statement"
)

// Sight is a state in which formulas are looked up.
type Sight struct {
	*explore.View
	// Done ends proofs that statements need.
	Done context.Context
}

// Holds reports whether the formula holds in a state, where some variables have their values.
func (f *Formula) Holds(s Sight, b goal.Bindings) (holds bool, err error) {
	for _, p := range f.parts {
		m := &meeting{part: p, sight: s, any: true, yield: func(goal.Bindings) bool { holds = true; return false }}
		if err := m.run(b); err != nil || holds {
			return holds, err
		}
	}
	return false, nil
}

// Values returns the values of some variables, which all parts of the formula give them, with which it holds in a
// state; each combination once.
func (f *Formula) Values(s Sight, vars []string) (found []goal.Bindings, err error) {
	seen := make(map[string]bool)
	for _, p := range f.parts {
		m := &meeting{part: p, sight: s, yield: func(b goal.Bindings) bool {
			var values goal.Bindings
			for _, v := range vars {
				value, _ := b.Lookup(v)
				values = append(values, goal.Binding{Var: v, Term: value})
			}
			if key := keyOf(values); !seen[key] {
				seen[key] = true
				found = append(found, values)
			}
			return true
		}}
		if err := m.run(nil); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// keyOf returns a key that differs for different values of the same variables.
func keyOf(values goal.Bindings) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteString(v.Term.String())
		b.WriteByte(0)
	}
	return b.String()
}

// meeting is a search for values of variables with which a part holds in a state: depth first, literal by
// literal.
type meeting struct {
	part
	sight Sight
	facts [][]candidate // by literal
	yield func(goal.Bindings) bool
	any   bool // yield needs no values
	ended bool
	tried int // how many facts were tried
	err   error
}

// mostTried is how many facts are tried at the most.
const mostTried = 20_000_000

// run searches, where some variables have their values.
func (m *meeting) run(b goal.Bindings) error {
	m.facts = make([][]candidate, len(m.part))
	for i, l := range m.part {
		if l.statement != nil {
			continue
		}
		m.facts[i] = l.index.candidates(m.sight.View)
		if !l.negated && m.facts[i] == nil {
			return nil
		}
	}
	m.meet(0, b)
	return m.err
}

// meet meets the literals from one on, where some variables have their values.
func (m *meeting) meet(at int, b goal.Bindings) {
	if at == len(m.part) {
		m.ended = !m.yield(b)
		return
	}
	l := m.part[at]
	met := false
	switch {
	case l.statement != nil:
		var v *statement.Violation
		v, m.err = m.sight.Check(m.sight.Done, l.statement)
		met = v == nil
	case l.negated || m.any && at == len(m.part)-1:
		met, m.err = l.met(m.facts[at], b)
	default:
		m.choose(at, l.facts.Facts, make([]int, len(m.facts[at])), b)
		return
	}
	if m.ended = m.err != nil; !m.ended && met != l.negated {
		m.meet(at+1, b)
	}
}

// met reports whether candidates meet the goal, where some variables have their values.
func (l literal) met(facts []candidate, b goal.Bindings) (bool, error) {
	if len(facts) == 0 || len(l.facts.Facts) == 1 && len(b) == 0 {
		return len(facts) > 0, nil
	}
	state := new(goal.State)
	number := 0
	for _, c := range facts {
		for range c.copies {
			state.Add(c.fact, c.permanent, number)
			number++
		}
	}
	_, met, err := l.facts.Instance(b).First(state, nil)
	return met, err
}

// choose chooses facts of the state for those that a literal asks for, apart from those chosen for others,
// and meets the rest of the literals. Unlike [goal.Goal.Each] it tries all values, also where the same facts
// are only assigned in another way. Of each candidate it counts how often it is used.
func (m *meeting) choose(at int, asked []goal.Pattern, uses []int, b goal.Bindings) {
	if len(asked) == 0 {
		m.meet(at+1, b)
		return
	}
	for i, c := range m.facts[at] {
		if m.tried++; m.tried > mostTried {
			m.err, m.ended = goal.ErrTooMuch, true
		}
		if m.ended {
			return
		}
		if !c.permanent && uses[i] == c.copies {
			continue
		}
		if more, ok := asked[0].Bind(slices.Clip(b), c.fact, c.permanent); ok {
			uses[i]++
			m.choose(at, asked[1:], uses, more)
			uses[i]--
		}
	}
}
