package replay

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Fault is the first statement of a trace that the program contradicts.
type Fault struct {
	Kind FaultKind
	// Step is the step that does not fit; nil if it is the header, the initial state or the end.
	Step *trace.Step
	// Resource is the resource of the trace that is to blame; 0 for none.
	Resource trace.ResourceID
	// Premise is the premise of the rule that is not met; nil for none.
	Premise *lang.Premise
	// Enabled is a transition that is enabled although the trace says otherwise.
	Enabled *exec.Transition
	// Err describes the contradiction.
	Err error
}

// FaultKind is a way in which a trace is no run of a program.
type FaultKind int

// The ways in which a trace is no run of a program.
const (
	UnknownName  FaultKind = iota + 1 // the program has no such name, or one of another kind
	BadStart                          // no run starts from such an initial state
	OtherStage                        // the run is in another stage
	Missing                           // a resource is not there
	Unmet                             // the resources of the step do not meet a premise
	LeftOver                          // the step takes a resource that the rule does not
	TooEarly                          // a transition comes first: a link waits for quiescence
	BadToken                          // the stage token is not read, or not used up
	OtherProof                        // other instances are proved
	OtherAct                          // other actions are carried out
	OtherResult                       // other facts are made
	OtherSensed                       // sensors are asked for more, or for less
	OtherChoices                      // another number of transitions is enabled
	BadEnd                            // the run does not end like this
)

// Error returns the step and its fault.
func (f *Fault) Error() string {
	if f.Step == nil {
		return f.Err.Error()
	}
	return fmt.Sprintf("step %s: %s: %v", f.Step.ID, f.Step, f.Err)
}

// Unwrap returns the fault without the step.
func (f *Fault) Unwrap() error { return f.Err }

// At sets the step of a fault, and returns other errors unchanged.
func At(s *trace.Step, err error) error {
	if f, ok := errors.AsType[*Fault](err); ok && f.Step == nil {
		moved := *f
		moved.Step = s
		return &moved
	}
	return err
}

// WaitsFor returns the reason why a transition comes before all those of a rule.
func WaitsFor(rule *lang.Rule, other exec.Transition) error {
	if rule.Link() != nil {
		return fmt.Errorf("a link waits until no rule applies, and %s does", other)
	}
	return fmt.Errorf("in an ordered stage the first rule written that applies goes first, and %s applies", other)
}

// Misfit describes, in terms of the trace, why a step is not enabled.
func (r *Replay) Misfit(s *trace.Step, m *exec.Misfit) *Fault {
	f := &Fault{Kind: Unmet, Step: s, Premise: m.Premise, Err: m}
	switch m.Why {
	case exec.OtherStage:
		f.Kind = OtherStage
		f.Err = fmt.Errorf("it belongs to stage %s, and %s", m.Rule.Stage.Name, r.where())
	case exec.LeftOver:
		f.Kind = LeftOver
		f.Resource, _ = r.ID(m.Resource.ID)
		f.Err = fmt.Errorf("it %s %s, which the rule does not", r.verb(s, f.Resource), r.describe(f.Resource))
	case exec.NotMet:
		if m.Premise.Kind.OnState() {
			f.Resource, f.Err = r.unmet(s, m)
		}
	}
	return f
}

// where describes the stage that the run is in.
func (r *Replay) where() string {
	if stage := r.Machine.Stage(); stage != nil {
		return "the run is in stage " + stage.Name
	}
	return "the run has ended"
}

// verb returns the verb for the use that a step makes of a resource.
func (r *Replay) verb(s *trace.Step, id trace.ResourceID) string {
	if slices.Contains(s.Consumes, id) {
		return "uses up"
	}
	return "reads"
}

// unmet returns the reason why the resources of a step do not meet a premise, and the resource
// concerned: one that it takes in another way, one that it does not take, or one that is gone.
func (r *Replay) unmet(s *trace.Step, m *exec.Misfit) (trace.ResourceID, error) {
	wants := map[lang.PremiseKind]string{lang.Consume: "uses up", lang.Keep: "reads",
		lang.Permanent: "needs permanently"}[m.Premise.Kind]
	for _, x := range slices.Concat(m.Consumes, m.Reads) {
		if id, ok := r.ID(x.ID); ok && x.Fact.Equal(m.Fact) && !slices.Contains(m.Uses, x) {
			return id, fmt.Errorf("it %s %s, which the rule %s", r.verb(s, id), r.describe(id), wants)
		}
	}
	for _, x := range r.Machine.Context().Of(m.Fact.Pred) {
		id, ok := r.ID(x.ID)
		if ok && x.Fact.Equal(m.Fact) && (x.Permanent || m.Premise.Kind != lang.Permanent) && !slices.Contains(m.Uses, x) {
			return id, fmt.Errorf("it does not take %s, which the rule %s", r.describe(id), wants)
		}
	}
	return r.absent(m, wants)
}

// absent returns the error that no resource meets a premise, with the nearest one: the same fact in
// the wrong mode, or one that differs in some arguments.
func (r *Replay) absent(m *exec.Misfit, wants string) (trace.ResourceID, error) {
	id, agree := r.nearest(m)
	switch x := r.resources[id]; {
	case agree == 0:
		return 0, fmt.Errorf("the rule %s %s, which does not hold then", wants, m.Fact)
	case agree <= len(m.Fact.Args):
		return id, fmt.Errorf("the rule %s %s, which does not hold then; the nearest is %s", wants, m.Fact, r.describe(id))
	case m.Premise.Kind == lang.Permanent && !x.Persistent:
		return id, fmt.Errorf("the rule %s %s, and %s is not permanent", wants, m.Fact, r.describe(id))
	}
	return id, fmt.Errorf("the rule %s %s more often than it holds", wants, m.Fact)
}

// nearest returns the resource that agrees most with a premise, and how much: one for each
// argument, and one more for all. Of several it is one that the step takes, or else the oldest.
func (r *Replay) nearest(m *exec.Misfit) (nearest trace.ResourceID, most int) {
	for _, x := range slices.Concat(m.Consumes, m.Reads, r.Machine.Context().Of(m.Fact.Pred)) {
		id, ok := r.ID(x.ID)
		if n := agreement(x.Fact, m.Fact); ok && n > most {
			nearest, most = id, n
		}
	}
	return nearest, most
}

// agreement returns the number of arguments in which two facts agree, and one more for all.
func agreement(a, b lang.Fact) int {
	switch {
	case a.Pred != b.Pred:
		return 0
	case a.Equal(b):
		return len(b.Args) + 1
	}
	n := 0
	for i := range b.Args {
		if a.Args[i].Equal(b.Args[i]) {
			n++
		}
	}
	return n
}
