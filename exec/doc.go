// Package exec runs programs by forward chaining and records what happened.
//
// The state is a multiset of resources ([Context]) and a current stage. A
// transition is a rule of the stage together with the choice of which resources
// meet its premises; three equal tokens are three transitions. [Machine] counts
// the transitions that are enabled, in a fixed order, and fires one; [Run] lets
// a [Chooser] pick until the stage is quiescent, takes a link to the next stage
// where one applies, and records all of it as a trace.
//
// Matching. The premises on the state are met one after another, in the order
// written, by resources in the order of their making. No two premises of a rule
// take the same linear resource, whether they consume it or keep it: `a * $a`
// asks for two. A permanent fact may meet any number of premises and stays.
// Each comparison is tested as soon as its variables are known; `==` as soon as
// one side is, whose value the other is matched with. When the state is matched,
// backward premises are proved, and sensors asked, in the order written; a
// premise with unknown arguments gives one transition for each answer. That order
// is the order of the list: by rule as written, then by the resources of the
// first premise, of the second, and so on, then by answers.
//
// Numbers. A calculation that has no result, below zero or divided by zero, makes
// an instance fail wherever it stands, on the right of a rule too, and a search
// go on elsewhere. It gives its variables no values; only `N + k` does.
//
// Proving. Backward premises are solved by SLD resolution: depth first, clauses
// in order, all answers, equal ones once (Lloyd, "Foundations of Logic
// Programming", 1987, chapter 2). An answer must be ground. Clauses are found by
// what stands in the place of each argument, and clauses that only count are
// passed through in leaps, whose answers are the same. Limits stop a search that
// would not end, with an error that shows where it was.
//
// The outside. Sensors answer once in a state, when all other premises of some
// rule are met; actions are carried out after their rule has fired. Both are in
// the record.
//
// Explaining. A transition can be asked for by what a record says of it
// ([Machine.Instance]), and so can the ways to meet a rule's premises but for the
// fewest ([Machine.Near]), and the proof of a fact ([Deriver]).
//
// The package knows no terminal, no clock and no file: choices come in through
// Chooser, the record goes out as a value.
package exec
