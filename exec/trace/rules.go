package trace

import "github.com/ceptre-graph/ceptre/lang/label"

// Key returns the identity of the rule in its program.
func (r *Rule) Key() label.Key {
	return label.Key{Stage: r.Stage, Name: r.Name, Variant: max(r.Variant, 1)}
}

// Key returns the identity of the step's rule, as far as the step tells it.
func (s *Step) Key() label.Key {
	return label.Key{Stage: s.Stage, Name: s.Rule, Variant: max(s.Variant, 1)}
}

// Labels returns the set of the rules that the header lists, in their order; an empty set where
// it lists none.
func (h *Header) Labels() *label.Set {
	if h.Program == nil {
		return label.NewSet(nil)
	}
	return ruleSet(h.Program.Rules)
}

func ruleSet(rules []Rule) *label.Set {
	keys := make([]label.Key, len(rules))
	for i := range rules {
		keys[i] = rules[i].Key()
	}
	return label.NewSet(keys)
}
