package temporal

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Sight is a state in which formulas are looked up.
type Sight struct {
	Stage *lang.Stage // nil where a link ended the run
	Facts []lang.Initial
	// Limits are those of proofs that statements need.
	Limits prove.Limits
}

// of returns the facts of the state for which a goal may ask, also one by one.
func (s *Sight) of(g goal.Goal) (*goal.State, []*goal.Fact) {
	state := new(goal.State)
	var each []*goal.Fact
	add := func(f trace.Fact, permanent bool, number int) {
		if fact := state.Add(f, permanent, number); len(fact.Copies) == 1 {
			each = append(each, fact)
		}
	}
	for i, f := range s.Facts {
		if g.Asks(f.Fact.Pred.Name) {
			add(term.RecordFact(f.Fact), f.Permanent, i)
		}
	}
	if s.Stage != nil && g.Asks(trace.StagePred) {
		add(trace.StageMark(s.Stage.Name), false, len(s.Facts))
	}
	return state, each
}

// Holds reports whether the formula holds in a state, where some variables have their values.
func (f *Formula) Holds(ctx context.Context, s *Sight, b goal.Bindings) (holds bool, err error) {
	for _, p := range f.parts {
		m := p.in(ctx, s)
		m.any, m.yield = true, func(goal.Bindings) bool { holds = true; return false }
		if m.meet(0, b); m.err != nil || holds {
			return holds, m.err
		}
	}
	return false, nil
}

// Values returns the values of some variables, which all parts of the formula give them, with which it holds in a
// state; each combination once.
func (f *Formula) Values(ctx context.Context, s *Sight, vars []string) (found []goal.Bindings, err error) {
	seen := make(map[string]bool)
	for _, p := range f.parts {
		m := p.in(ctx, s)
		m.yield = func(b goal.Bindings) bool {
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
		}
		if m.meet(0, nil); m.err != nil {
			return nil, m.err
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

// in returns a search for values with which the part holds in a state.
func (p part) in(ctx context.Context, s *Sight) *meeting {
	m := &meeting{part: p, Sight: s, done: ctx}
	for _, l := range p {
		state, facts := s.of(l.facts)
		m.states, m.facts = append(m.states, state), append(m.facts, facts)
	}
	return m
}

// meeting is a search for values of variables with which a part holds in a state: depth first, literal by
// literal.
type meeting struct {
	part
	*Sight
	done   context.Context
	states []*goal.State // by literal
	facts  [][]*goal.Fact
	yield  func(goal.Bindings) bool
	any    bool // yield needs no values
	ended  bool
	tried  int // how many facts were tried
	err    error
}

// mostTried is how many facts are tried at the most.
const mostTried = 20_000_000

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
		v, m.err = statement.Check(m.done, l.statement, m.Stage, m.Facts, m.Limits)
		met = v == nil
	case l.negated || m.any && at == len(m.part)-1:
		_, met, m.err = l.facts.Instance(b).First(m.states[at], nil)
	default:
		m.choose(at, l.facts.Facts, make(map[*goal.Fact]int), b)
		return
	}
	if m.ended = m.err != nil; !m.ended && met != l.negated {
		m.meet(at+1, b)
	}
}

// choose chooses facts of the state for those that a literal asks for, apart from those chosen for others,
// and meets the rest of the literals. Unlike [goal.Goal.Each] it tries all values, also where the same facts
// are only assigned in another way.
func (m *meeting) choose(at int, asked []goal.Pattern, uses map[*goal.Fact]int, b goal.Bindings) {
	if len(asked) == 0 {
		m.meet(at+1, b)
		return
	}
	for _, f := range m.facts[at] {
		if m.tried++; m.tried > mostTried {
			m.err, m.ended = goal.ErrTooMuch, true
		}
		if m.ended {
			return
		}
		if !f.Permanent && uses[f] == len(f.Copies) {
			continue
		}
		if more, ok := asked[0].Bind(slices.Clip(b), f.Fact, f.Permanent); ok {
			uses[f]++
			m.choose(at, asked[1:], uses, more)
			uses[f]--
		}
	}
}
