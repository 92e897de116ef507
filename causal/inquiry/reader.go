package inquiry

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Reader finds in a program what records name. The errors say what the program does
// not know, and what it knows that is nearest.
type Reader struct{ names *names }

// NewReader returns a reader for a program.
func NewReader(prog *lang.Program) *Reader { return &Reader{newNames(prog)} }

// Rule returns the rule or link of a step.
func (r *Reader) Rule(s *trace.Step) (*lang.Rule, error) { return r.names.rule(s.Key()) }

// Args returns the arguments of a step as values of the variables of its rule.
func (r *Reader) Args(rule *lang.Rule, terms []trace.Term) ([]lang.Value, error) {
	return r.names.args(rule, terms)
}

// Fact returns a fact in terms of the program.
func (r *Reader) Fact(f trace.Fact) (lang.Fact, error) { return r.names.fact(f) }
