package causal

// PossibleLink says that facts of some kinds can pass from what one rule
// makes to what another needs. The rules need not have fired.
type PossibleLink struct {
	From, To string
	// Consumed and Read are the kinds of facts that rule To can use up, and those
	// that it can read; sorted.
	Consumed, Read []string
}

// RulePrevention says how often firings of one rule kept transitions of another
// from happening, by using up what both wanted. The loser need not have fired at
// all.
type RulePrevention struct {
	Winner, Loser string
	Count         int
	Later         int      // of these, how often the loser fired later all the same
	Kinds         []string // of what they wanted, sorted
}
