package exec

import (
	"fmt"
	"time"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/lang"
)

// Limits bound the work of a run. A zero field takes its default.
type Limits struct {
	// Steps is the number of transitions that may fire. Reaching it ends a run without an error.
	Steps int
	// ProofSteps and ProofDepth bound the search for each backward premise: the work in goals tried
	// and terms compared, and the number of goals on the way to one.
	ProofSteps, ProofDepth int
	// MatchSteps bounds the search for the transitions of one rule, in resources
	// tried and steps of proofs.
	MatchSteps int
	// FactSize is the number of symbols that a fact may have.
	FactSize int
	// Time and Memory, in bytes, are for the record; zero means none. This package does not
	// measure them: the caller cancels the context of the run with a [LimitError] as the cause.
	Time   time.Duration
	Memory int
	// fewTerms is the number of terms up to which unused ones are not collected.
	fewTerms int
}

// LimitError is the cause of a context that ends a run, however deep in a search it is, because of
// a limit that the caller measures. The run ends without an error, as at its limit of steps, and
// the record has the reason.
type LimitError struct {
	Limit  string // its name, such as "time"
	Reason string // such as "it took longer than 10s"
}

// Error returns the reason.
func (e *LimitError) Error() string { return e.Reason }

// The defaults of [Limits].
const (
	DefaultSteps      = 10_000
	DefaultProofSteps = prove.DefaultSteps
	defaultProofDepth = prove.DefaultDepth
	DefaultMatchSteps = 100_000_000
	defaultFactSize   = 5_000
)

// defaultFewTerms take a few megabytes.
const defaultFewTerms = 1 << 15

// OrDefaults returns the limits with defaults in the place of zero fields.
func (l Limits) OrDefaults() Limits {
	set := func(field *int, value int) {
		if *field <= 0 {
			*field = value
		}
	}
	set(&l.Steps, DefaultSteps)
	set(&l.ProofSteps, DefaultProofSteps)
	set(&l.ProofDepth, defaultProofDepth)
	set(&l.MatchSteps, DefaultMatchSteps)
	set(&l.FactSize, defaultFactSize)
	set(&l.fewTerms, defaultFewTerms)
	return l
}

// TooLarge returns the error that a fact of a predicate has more symbols than [Limits.FactSize].
func (l Limits) TooLarge(p *lang.Pred) error {
	return fmt.Errorf("a fact of `%s` would have more than %d symbols, digits of large numbers counted",
		p.Name, l.FactSize)
}

// proofs returns the limits of a search for proofs.
func (l Limits) proofs() prove.Limits { return prove.Limits{Steps: l.ProofSteps, Depth: l.ProofDepth} }

// StepsError says that the search for the transitions of a rule was given up, at
// [Limits.MatchSteps].
type StepsError = match.StepsError

// RunError says that a run could not go on because of a rule.
type RunError struct {
	Rule *lang.Rule
	Err  error
}

// Error returns the rule's name and the error.
func (e *RunError) Error() string { return "rule " + e.Rule.Label + ": " + e.Err.Error() }

// Unwrap returns the error without the rule.
func (e *RunError) Unwrap() error { return e.Err }
