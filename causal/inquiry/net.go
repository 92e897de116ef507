package inquiry

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang"
)

// Net returns the rules of a program as a net, as if each had fired once.
func (p *Potential) Net(prog *lang.Program) *rules.Net {
	all := prog.Rules()
	s := rules.NewNetSurvey(ruleNodes(all))
	for i, r := range all {
		uses, reads := p.needs(s, r)
		var makes []int
		for _, result := range r.Results {
			makes = append(makes, s.Place(p.kind(result.Atom), result.Permanent))
		}
		s.Fire(i, uses, reads, makes)
		s.Change(i, p.Incidence(r))
	}
	return s.Net()
}

// ruleNodes returns rules that have not fired.
func ruleNodes(all []*lang.Rule) []rules.Node {
	out := make([]rules.Node, len(all))
	for i, r := range all {
		out[i] = rules.Node{Rule: r.Label, Stage: r.Stage.Name, First: causal.Outside}
	}
	return out
}

// needs returns the places of what a rule uses up and reads.
func (p *Potential) needs(s *rules.NetSurvey, r *lang.Rule) (uses, reads []int) {
	for _, asked := range askedBy(r) {
		premise := asked.premise
		for _, k := range p.meeting(asked.rule, premise) {
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
