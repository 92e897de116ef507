package sweep

// Chances says how often a rule could have fired in a run. Only states in which
// something fired are counted: none at which a limit ended the run.
type Chances struct {
	// States is in how many states the rule was enabled.
	States int
	// Expected is how often it would have fired in these, on average, if each transition was as
	// likely; or, in runs in which chance draws a rule first, if each rule was.
	Expected float64
}

// Loss says how often another rule fired where a rule was enabled.
type Loss struct {
	To    int // the other rule, an index of [Sweep.Rules]
	Times int
	// Took counts how often the rule was no longer enabled in the next state: the other rule
	// consumed a fact it needed, or left the stage. If a limit ended the run, the next state is
	// not examined.
	Took int
}
