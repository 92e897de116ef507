package prove

import "fmt"

// Limits bound a search for proofs. A zero field takes its default.
type Limits struct {
	// Steps is the work in goals tried and terms compared.
	Steps int
	// Depth is the number of goals that may lie on the way to one.
	Depth int
}

// The defaults of [Limits].
const (
	DefaultSteps = 5_000_000
	DefaultDepth = 100_000
)

func (l Limits) orDefaults() Limits {
	if l.Steps <= 0 {
		l.Steps = DefaultSteps
	}
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	return l
}

// often is after how many clauses a search looks whether it is to end.
const often = 1 << 12

// EndlessError says that the search for a proof was given up, at [Limits.Steps] or
// [Limits.Depth].
type EndlessError struct {
	Steps int
	Depth int    // the limit of depth, if that was reached; 0 if it was that of steps
	Goal  string // the goal that the search keeps coming back to
}

// Error returns how far the search went.
func (e *EndlessError) Error() string {
	deep := ""
	if e.Depth > 0 {
		deep = fmt.Sprintf(", more than %d goals deep", e.Depth)
	}
	return fmt.Sprintf("gave up the search for a proof after %d steps%s: it keeps coming back to `%s`",
		e.Steps, deep, e.Goal)
}
