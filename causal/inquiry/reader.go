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

// Rule returns a rule or a link by its name.
func (r *Reader) Rule(name string) (*lang.Rule, error) { return r.names.rule(name) }

// Args returns the arguments of a step as values of the variables of its rule.
func (r *Reader) Args(rule *lang.Rule, terms []trace.Term) ([]lang.Value, error) {
	return r.names.args(rule, terms)
}

// Fact returns a fact in terms of the program.
func (r *Reader) Fact(f trace.Fact) (lang.Fact, error) { return r.names.fact(f) }
