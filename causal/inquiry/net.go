package inquiry

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang"
)

// Net returns the rules of a program as a net, as if each had fired once.
func (p *Potential) Net(prog *lang.Program) *causal.Net {
	rules := prog.Rules()
	s := causal.NewNetSurvey(ruleNodes(rules))
	for i, r := range rules {
		uses, reads := p.needs(s, r)
		var makes []int
		for _, result := range r.Results {
			makes = append(makes, s.Place(p.kind(result.Atom), result.Permanent))
		}
		s.Fire(i, uses, reads, makes)
	}
	return s.Net()
}

// ruleNodes returns rules that have not fired.
func ruleNodes(rules []*lang.Rule) []causal.RuleNode {
	out := make([]causal.RuleNode, len(rules))
	for i, r := range rules {
		out[i] = causal.RuleNode{Rule: r.Name, Stage: r.Stage.Name, First: causal.Outside}
	}
	return out
}

// needs returns the places of what a rule uses up and reads.
func (p *Potential) needs(s *causal.NetSurvey, r *lang.Rule) (uses, reads []int) {
	for _, premise := range r.Premises {
		if !premise.Kind.OnState() {
			continue
		}
		for _, k := range p.kindsThatMeet(r, premise) {
			place := s.Place(k.Kind, k.Permanent)
			if premise.Kind == lang.Consume && !k.Permanent {
				uses = append(uses, place)
			} else {
				reads = append(reads, place)
			}
		}
	}
	return uses, reads
}

// kindsThatMeet returns the kinds of facts that can meet a premise of a rule, in the order
// in which programs make them; where there are none, what it asks for.
func (p *Potential) kindsThatMeet(r *lang.Rule, premise lang.Premise) []causal.Change {
	var kinds []causal.Change
	for _, source := range p.sources[premise.Atom.Pred] {
		k := causal.Change{Kind: p.kind(lang.Atom{Pred: premise.Atom.Pred, Args: source.args}), Permanent: source.permanent}
		if !slices.Contains(kinds, k) && source.meets(r, premise) { // there are many facts of a kind
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		kinds = append(kinds, causal.Change{Kind: p.kind(premise.Atom), Permanent: premise.Kind == lang.Permanent})
	}
	return kinds
}
