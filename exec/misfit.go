package exec

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/lang"
)

// Misfit is the reason why a [Claim] is not a transition of the state.
type Misfit struct {
	Claim
	Why Misfitting
	// Premise is the first one that is not met; nil if that is not the reason.
	Premise *lang.Premise
	// Fact is what the premise asks for, where Why is NotMet.
	Fact lang.Fact
	// Sides are the values that are compared, where Why is NotSo.
	Sides []lang.Value
	// Resource is the first one that no premise takes, where Why is LeftOver.
	Resource *Resource
	// Uses are the resources of the claim that meet some premise.
	Uses []*Resource
}

// Misfitting is a way in which a claim does not fit.
type Misfitting int

// The ways in which a claim does not fit.
const (
	OtherStage Misfitting = iota + 1 // the rule is one of another stage
	NotMet                           // no resource meets a premise, no proof or no answer
	NotSo                            // a comparison does not hold
	NoNumber                         // a calculation has no result
	LeftOver                         // no premise takes a resource
)

// Error describes the reason. It names resources by their facts, for their ids are those of the
// machine.
func (e *Misfit) Error() string {
	switch e.Why {
	case OtherStage:
		return fmt.Sprintf("the rule %s belongs to stage %s, which the run is not in", e.Rule.Label, e.Rule.Stage.Name)
	case NotMet:
		return e.notMet()
	case NotSo:
		return fmt.Sprintf("%s %s %s does not hold", e.Sides[0], e.Premise.Op, e.Sides[1])
	case NoNumber:
		return "the calculation of the rule has no result: it goes below zero or divides by zero"
	}
	return fmt.Sprintf("no premise of the rule %s takes %s", e.Rule.Label, e.Resource)
}

func (e *Misfit) notMet() string {
	switch e.Premise.Kind {
	case lang.Consume:
		return fmt.Sprintf("the rule %s uses up %s, but the step does not give it", e.Rule.Label, e.Fact)
	case lang.Keep:
		return fmt.Sprintf("the rule %s reads %s, but the step does not give it", e.Rule.Label, e.Fact)
	case lang.Permanent:
		return fmt.Sprintf("the rule %s needs %s to hold permanently, but the step does not give it", e.Rule.Label, e.Fact)
	case lang.Prove:
		return fmt.Sprintf("%s cannot be proved", e.Fact)
	}
	return fmt.Sprintf("no sensor answers %s", e.Fact)
}
