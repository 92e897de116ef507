package replay

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Belongs returns an error if the program lacks a declaration in the header of a trace, or has
// another one of that name: types with their constants, predicates with the types of their
// arguments, stages, rules with their parameters. The error has the nearest name. The program may
// have more declarations, which change nothing in the meaning of the trace. Belongs does not
// compare the texts of rules, nor whether a predicate is persistent, that is, whether all its facts
// are permanent.
func Belongs(prog *lang.Program, h *trace.Header) error {
	if h.Program == nil {
		return nil
	}
	n := NewNames(prog)
	for _, check := range []func(*trace.Program) error{n.hasTypes, n.hasPreds, n.hasStages, n.hasRules} {
		if err := check(h.Program); err != nil {
			return &Fault{Kind: UnknownName, Err: fmt.Errorf("its header: %w", err)}
		}
	}
	return nil
}

func (n *Names) hasTypes(p *trace.Program) error {
	for _, listed := range p.Types {
		t, err := n.types.find(listed.Name)
		if err != nil {
			return err
		}
		for _, name := range listed.Constants {
			if _, err := n.constructor(trace.Const(name), t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *Names) hasPreds(p *trace.Program) error {
	for _, listed := range p.Predicates {
		pred, err := n.preds.find(listed.Name)
		if err != nil {
			return err
		}
		if kind(listed.Mode) != pred.Kind {
			return fmt.Errorf("%s is %s there, and %s in the program", pred.Name, kind(listed.Mode), pred.Kind)
		}
		if len(listed.Args) != len(pred.Args) {
			return fmt.Errorf("%s takes %s there, and %d in the program", pred.Name, english.Count(len(listed.Args), "argument"),
				len(pred.Args))
		}
		for i, name := range listed.Args {
			if name != pred.Args[i].Name {
				return fmt.Errorf("argument %d of %s is a %s there, and a %s in the program",
					i+1, pred.Name, name, pred.Args[i].Name)
			}
		}
	}
	return nil
}

// kind returns the kind of predicate that a mode stands for.
func kind(m trace.Mode) lang.PredKind {
	switch m {
	case trace.Backward:
		return lang.Backward
	case trace.Sense:
		return lang.Sense
	case trace.Action:
		return lang.Action
	}
	return lang.OfState
}

func (n *Names) hasStages(p *trace.Program) error {
	for _, listed := range p.Stages {
		if _, err := n.Stage(listed.Name); err != nil {
			return err
		}
	}
	return nil
}

func (n *Names) hasRules(p *trace.Program) error {
	for _, listed := range p.Rules {
		r, err := n.rule(listed.Key())
		if err != nil {
			return err
		}
		if listed.Stage != "" && listed.Stage != r.Stage.Name {
			return fmt.Errorf("the rule %s belongs to stage %s there, and to %s in the program",
				r.Label, listed.Stage, r.Stage.Name)
		}
		if listed.Link && r.Link() == nil {
			return fmt.Errorf("%s is a link there, and a rule in the program", r.Label)
		}
		if err := hasParams(r, listed.Params); err != nil {
			return err
		}
	}
	return nil
}

// hasParams compares the parameters of a rule, where they are listed.
func hasParams(r *lang.Rule, listed []trace.Param) error {
	if len(listed) == 0 {
		return nil
	}
	if len(listed) != len(r.Vars) {
		return fmt.Errorf("the rule %s takes %s there, and %d in the program", r.Name, english.Count(len(listed), "argument"),
			len(r.Vars))
	}
	for i, p := range listed {
		v := r.Vars[i]
		if p.Name != v.Name && p.Name != "_" {
			return fmt.Errorf("parameter %d of the rule %s is called %s there, and %s in the program",
				i+1, r.Name, p.Name, v.Name)
		}
		if p.Type != "" && p.Type != v.Type.Name {
			return fmt.Errorf("the parameter %s of the rule %s is a %s there, and a %s in the program",
				p.Name, r.Name, p.Type, v.Type.Name)
		}
	}
	return nil
}
