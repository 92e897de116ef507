package celfproof

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// side is one side of a rule, or the resources that a clause asks for in braces, in the order in which an answer has
// them. One of them may be the token of a stage, and one the proof of the rest of the run.
type side struct {
	len     int       // number of resources
	token   celf.Expr // nil if there is none
	tokenAt int       // place of the token, from 0
	goal    celf.Expr // `run P`, `RESULTS -o run P` or `done P`; nil if there is none
	goalAt  int       // place of the goal, from 0
}

// side returns the side of a rule or clause that an expression is.
func (v *vocabulary) side(x celf.Expr) side {
	var s side
	v.addSide(&s, x)
	return s
}

// addSide adds the resources in an expression to a side.
func (v *vocabulary) addSide(s *side, x celf.Expr) {
	switch y := x.(type) {
	case *celf.Join:
		for _, part := range y.Parts {
			v.addSide(s, part)
		}
		return
	case *celf.Apply:
		switch name := y.Fun.Text; {
		case v.scheme.IsToken(name):
			s.token, s.tokenAt = x, s.len
		case name == v.scheme.Run || name == v.scheme.Done:
			s.goal, s.goalAt = x, s.len
		}
	case *celf.Arrow:
		if a, ok := y.To.(*celf.Apply); ok && a.Fun.Text == v.scheme.Run {
			s.goal, s.goalAt = x, s.len
		}
	}
	s.len += v.conjuncts(x)
}

// sides returns the sides of a forward rule of a stage. It reports false for other types.
func (v *vocabulary) sides(x celf.Expr) (left, right side, ok bool) {
	_, arrows, end := celf.Telescope(x)
	for _, a := range arrows {
		v.addSide(&left, a.From)
	}
	braces, ok := end.(*celf.Braces)
	if !ok {
		return left, right, false
	}
	right = v.side(braces.X)
	return left, right, left.token != nil && right.token != nil
}

// isNumber reports whether a constructor of the numbers of steps has a name. The program has no such numbers.
func (v *vocabulary) isNumber(name string) bool {
	return v.scheme != nil && v.scheme.Steps != "" && (name == v.scheme.None || name == v.scheme.More)
}

// passToken uses up the token that a rule of a stage takes, and notes the token that it makes. It returns the proofs of
// the other premises. The proofs are in the order of the program: the i-th of them stands at order[i] in the answer.
func (r *reading) passToken(f *firing, proofs []proofterm.Part, order []int) ([]proofterm.Part, error) {
	if r.scheme == nil {
		return proofs, nil
	}
	at := f.let.Rule.At
	d, ok := r.declared[f.called].(*celf.Constant)
	if !ok { // the head is a resource, and no rule
		return proofs, nil
	}
	left, right, forward := r.sides(d.Type)
	switch {
	case !forward:
		return nil, errorf(at, "%s is no forward rule", f.called)
	case len(proofs) != left.len:
		return nil, errorf(at, "%s has %s, and %s here", f.called, english.Count(left.len, "premise"),
			english.Count(len(proofs), "proof"))
	}
	in := r.instantiator()
	token := slices.Index(order, left.tokenAt)
	if err := r.useToken(f.called, proofs[token], in.node(left.token)); err != nil {
		return nil, err
	}
	f.vars, f.next, f.nextAt = in.vars, in.node(right.token), right.tokenAt
	return slices.Delete(proofs, token, token+1), nil
}

// useToken uses up the token that a rule or clause needs.
func (r *reading) useToken(called string, p proofterm.Part, want *node) error {
	u, err := r.use(p)
	if err != nil {
		return err
	}
	x := u.resource
	switch {
	case x == nil:
		return errorf(u.at, "this shows %s, and %s needs %s here", u.shown, called, want)
	case x.token == nil || !unify(want, x.token):
		return errorf(u.at, "%s is %s, and %s needs %s here", u.name, r.nodeOf(x), called, want)
	}
	x.taker = &taker{called, u.at}
	return nil
}

// nameToken binds a name to a token, whose stage is the current one from now on.
func (r *reading) nameToken(b proofterm.Bound, token *node) error {
	if b.Mark == proofterm.Persistent {
		return errorf(b.At, "%s is %s here, which is not permanent", b.Name, token)
	}
	r.token = token
	r.resources[b.Name] = &resource{token: token}
	return nil
}
