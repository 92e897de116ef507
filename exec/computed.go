package exec

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// computedArguments is where the arguments of a fact go.
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

// results returns the quick form of all blanks, and nil where one has none, or may be
// larger than the limit.
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

// compute works out the facts of a simple rule that are not just variables. The event
// has its form unless one of these arguments is, by chance, one of the rule's.
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
