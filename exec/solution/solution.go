// Package solution decides whether the state in which a run ended meets the goal of the run.
//
// A goal ([lang.Goal]) has premises, which facts of the state meet as they meet those of a rule: a linear fact meets
// one premise at the most, a permanent one any number. The goal is met if each premise is, and if no linear fact is
// left over. Facts that are affine may be left over, and so may permanent ones. A program says with each fact that it
// makes whether that is affine, so the same fact may be there both ways: a [Follower] follows a run, and knows which
// of the resources are affine.
//
// The search is in search.go. It is a backtracking search, for the problem is NP-complete: a goal with shared
// variables can ask for a subgraph.
package solution

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Resource is a fact of the state that is to meet a goal.
type Resource struct {
	ID        trace.ResourceID
	Fact      lang.Fact
	Permanent bool
	Affine    bool // the fact may be left over; it means nothing for a permanent one
}

// Result says whether a state meets a goal.
type Result struct {
	// Solved says that it does.
	Solved bool
	// Values are those of the named variables of the goal, in their order; nil if it is not met.
	Values []Value
	// Left are the linear facts that are left over in the best attempt to meet the goal, and Unmet the premises that
	// it does not meet. The best attempt is the one with the fewest of both together that the search has found.
	Left  []Left
	Unmet []Unmet
	// Cut says that the search was given up at its limit: another attempt might meet the goal.
	Cut bool
}

// Value is a variable of the goal with its value.
type Value struct {
	Var  string
	Term trace.Term
}

// Left is a linear fact that is left over, with the number of its copies.
type Left struct {
	Fact   trace.Fact
	Copies int
}

// Unmet is a premise that nothing meets, with the names of its unbound variables.
type Unmet struct {
	Fact      trace.Fact
	Permanent bool // the premise asks for a permanent fact
}

// Check decides whether a state meets a goal. The error is that of the context, or that of a proof.
func Check(ctx context.Context, goal *lang.Goal, state []Resource) (*Result, error) {
	return check(ctx, goal, state, mostTried)
}

// check is Check with a limit of the matches that are tried.
func check(ctx context.Context, goal *lang.Goal, state []Resource, limit int) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := newSearch(ctx, goal, state)
	s.limit = limit
	s.run(1)
	cut := s.tried > s.limit
	if s.best == nil && s.err == nil {
		s.tried, s.limit = 0, limit/attemptPart
		s.run(worst)
	}
	if s.err != nil {
		return nil, s.err
	}
	s.best.Cut = cut && !s.best.Solved
	return s.best, nil
}

// source is the permanent and linear facts of a state, for proofs.
func source(state []Resource) prove.Resources {
	out := make(prove.Resources, len(state))
	for i, r := range state {
		out[i] = prove.Resource{ID: r.ID, Fact: r.Fact, Permanent: r.Permanent}
	}
	return out
}

// String returns the solution, or the reason why there is none, as a sentence without its period.
func (r *Result) String() string {
	switch {
	case r.Solved && len(r.Values) == 0:
		return "Solution"
	case r.Solved:
		return "Solution: " + strings.Join(r.equations(), ", ")
	}
	verdict := "No solution: "
	if r.Cut {
		verdict = "No solution was found before the search was given up: "
	}
	return verdict + r.Reason()
}

// equations returns the variables with their values.
func (r *Result) equations() []string {
	var out []string
	for _, v := range r.Values {
		out = append(out, v.Var+" = "+v.Term.String())
	}
	return out
}

// Reason says which facts are left over, and which premises nothing meets.
func (r *Result) Reason() string {
	var unmet, left []string
	for _, u := range r.Unmet {
		unmet = append(unmet, u.String())
	}
	for _, l := range r.Left {
		text := l.Fact.String()
		if l.Copies > 1 {
			text = fmt.Sprintf("%d × %s", l.Copies, text)
		}
		left = append(left, text)
	}
	var parts []string
	if len(left) > 0 {
		parts = append(parts, "left over "+strings.Join(left, ", "))
	}
	if len(unmet) > 0 {
		parts = append(parts, "nothing meets "+strings.Join(unmet, ", "))
	}
	return strings.Join(parts, "; ")
}

// Data is a result as JSON, with facts and terms as programs write them.
type Data struct {
	Solved bool              `json:"solved"`
	Values map[string]string `json:"values,omitempty"` // by variable
	Left   []LeftData        `json:"left,omitempty"`
	Unmet  []string          `json:"unmet,omitempty"`
	Cut    bool              `json:"cut,omitempty"`
}

// LeftData is a left-over fact as JSON, with the number of its copies.
type LeftData struct {
	Fact   string `json:"fact"`
	Copies int    `json:"copies"`
}

// Data returns the result as JSON.
func (r *Result) Data() Data {
	d := Data{Solved: r.Solved, Cut: r.Cut}
	for _, v := range r.Values {
		if d.Values == nil {
			d.Values = make(map[string]string)
		}
		d.Values[v.Var] = v.Term.String()
	}
	for _, l := range r.Left {
		d.Left = append(d.Left, LeftData{l.Fact.String(), l.Copies})
	}
	for _, u := range r.Unmet {
		d.Unmet = append(d.Unmet, u.String())
	}
	return d
}

// String returns the premise as programs write it.
func (u Unmet) String() string {
	if u.Permanent {
		return "!" + u.Fact.String()
	}
	return u.Fact.String()
}

// values returns the values of the named variables of the goal.
func (s *search) values() []Value {
	var out []Value
	for i, v := range s.goal.Vars {
		if s.bound.Bound[i] && !strings.HasPrefix(v.Name, "_") {
			out = append(out, Value{v.Name, term.Record(s.bound.Args[i])})
		}
	}
	return out
}

// attempt returns the present attempt as a result.
func (s *search) attempt() *Result {
	r := &Result{Solved: s.defects == 0}
	if r.Solved {
		r.Values = s.values()
		return r
	}
	for _, g := range s.groups {
		if g.left > 0 {
			r.Left = append(r.Left, Left{term.RecordFact(g.fact), g.left})
		}
	}
	slices.SortFunc(r.Left, func(a, b Left) int { return cmp.Compare(a.Fact.String(), b.Fact.String()) })
	for i := range s.goal.Premises {
		if p := &s.goal.Premises[i]; slices.Contains(s.unmet, p) {
			r.Unmet = append(r.Unmet, Unmet{s.instance(p.Atom), p.Kind == lang.Permanent})
		}
	}
	return r
}

// instance returns an atom with the values of its variables, as far as they are known.
func (s *search) instance(a lang.Atom) trace.Fact {
	f := trace.Fact{Pred: a.Pred.Name}
	for _, t := range a.Args {
		f.Args = append(f.Args, term.Partial(t, s.bound.Args, s.bound.Bound, s.name))
	}
	return f
}

// name returns the name of a variable as programs write it.
func (s *search) name(v lang.Variable) string {
	if name := s.goal.Vars[v].Name; !strings.HasPrefix(name, "_") {
		return name
	}
	return "_"
}
