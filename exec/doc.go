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
// Each comparison is tested as soon as its variables are known. When the state
// is matched, backward premises are proved in the order written; a premise with
// unknown arguments gives one transition for each answer. That order is the
// order of the list: by rule as written, then by the resources of the first
// premise, of the second, and so on, then by answers.
//
// Proving. Backward premises are solved by SLD resolution: depth first, clauses
// in order, all answers, equal ones once (Lloyd, "Foundations of Logic
// Programming", 1987, chapter 2). An answer must be ground. Limits stop a search
// that would not end, with an error that shows where it was.
//
// The package knows no terminal, no clock and no file: choices come in through
// Chooser, the record goes out as a value.
package exec
