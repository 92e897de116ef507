package game

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	program "github.com/ceptre-graph/ceptre/lang/logic"
)

// successor explains the fluents of a new state by the model that they are from.
type successor struct {
	*supporter
	ctx context.Context
	// next returns the atom of the model that makes a fluent hold in the new state, and now the one that says that it
	// holds in the old one.
	next, now func(ground.Atom) ground.Atom
	rules     []*program.Rule // that derive next
	err       error           // the first error of a search for instances
}

// stays reports whether a fluent holds because it held before. The first derivation is looked at first; another one
// may rest on the fluent, too.
func (s *successor) stays(f ground.Atom) bool {
	next := s.next(f)
	rests := func(r *logic.Reason) bool {
		_, found := slices.BinarySearch(s.ofReason(r).fluents, f)
		return found
	}
	if r := s.model.Reason(next); r != nil && rests(r) {
		return true
	}
	for _, rule := range s.rules {
		found, err := s.model.Instances(s.ctx, rule, next)
		s.fail(err)
		if slices.ContainsFunc(found, rests) {
			return true
		}
	}
	return false
}

// made returns the support of a fluent of the new state, and its rule.
func (s *successor) made(f ground.Atom) (*support, *program.Rule) {
	r := s.model.Reason(s.next(f))
	if r == nil {
		return &support{}, nil
	}
	return s.ofReason(r), r.Rule
}

// lost returns the support of what prevents a fluent in the new state: of the literals at which the rules fail that
// would keep it.
func (s *successor) lost(f ground.Atom) *support {
	w := s.walk()
	next, now := s.next(f), s.now(f)
	for _, rule := range s.rules {
		miss, err := s.model.Nearest(s.ctx, rule, next)
		s.fail(err)
		if miss == nil || !slices.Contains(miss.Holds, now) {
			continue
		}
		l, isAtom := miss.Fails.(*program.AtomLiteral)
		switch {
		case !isAtom:
			w.reason(&miss.Reason)
		case l.Negations == 1:
			w.atom(*miss.Atom)
		default:
			w.reason(&logic.Reason{Absent: []ground.Atom{*miss.Atom}})
		}
	}
	found := w.found()
	found.fluents = slices.DeleteFunc(found.fluents, func(a ground.Atom) bool { return a == f })
	return found
}

func (s *successor) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}
