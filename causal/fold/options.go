package fold

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Options select the part of a run to draw. The zero value is all of it except the parts hidden by
// default: tokens of the current stage, and permanent facts of the initial state.
//
// A pattern is one that [causal.Graph.Find] takes (the id of a step or a resource, a fact or a
// firing with `_`, the bare name of a predicate or rule), or the name of a stage, which stands for
// the events in it.
type Options struct {
	// Focus keeps events that match one of these or touch a fact that does, and
	// what causally precedes or follows such an event. This, like Past and Future,
	// goes by the whole causal order, through the marks of stages, too: a move to
	// another stage follows all that happened in the one before.
	Focus []string
	// Ignore leaves out events that match one of these, and hides facts that do.
	Ignore []string
	// HidePredicates hides the facts of these predicates.
	HidePredicates []string
	// From and To are the first and the last step, in order of firing; 0 for the
	// first or last of the run.
	From, To trace.StepID
	// Past keeps what causally precedes one of these, and Future what follows one
	// of them; both, what lies between. A match itself is kept, and for a fact the
	// event that made it.
	Past, Future []string
	// Characters keeps events in the thread of one of these: constants, types or
	// predicates, as [cast.Find] takes them.
	Characters []string
	// StageTokens shows the marks of the current stage.
	StageTokens bool
	// Persistent shows permanent facts that were there from the start. Those that
	// an event made are always shown.
	Persistent bool
}

// OptionError says which option cannot be followed, and why.
type OptionError struct {
	Field string // of [Options]
	Err   error
}

// Error names the field and the reason.
func (e *OptionError) Error() string { return fmt.Sprintf("%s: %v", e.Field, e.Err) }

// Unwrap returns the reason alone, for messages that name the option otherwise.
func (e *OptionError) Unwrap() error { return e.Err }
