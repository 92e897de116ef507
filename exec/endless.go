package exec

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/match"
)

// StepsError says that the search for the transitions of a rule was given up, at
// [Limits.MatchSteps].
type StepsError = match.StepsError

// EndlessError says that the search for a proof was given up, at [Limits.ProofSteps] or
// [Limits.ProofDepth].
type EndlessError struct {
	Steps int
	Depth int    // how deep it may be and was not enough; 0 where it was the steps
	Goal  string // which it keeps coming back to
}

// Error returns how far the search went.
func (e *EndlessError) Error() string {
	deep := ""
	if e.Depth > 0 {
		deep = fmt.Sprintf(", more than %d goals deep", e.Depth)
	}
	return fmt.Sprintf("gave up the search for a proof after %d steps%s: it keeps coming back to `%s`", e.Steps, deep, e.Goal)
}
