// Package exec runs programs by forward chaining and records what happened.
//
// The state is a multiset of resources ([Context]) and a current stage. A
// transition is a rule of the stage together with the choice of which resources
// meet its premises; three equal tokens are three transitions. [Machine] counts
// the transitions that are enabled, in a fixed order, and fires one; [Run] lets
// a [Chooser] pick until the stage is quiescent, takes a link to the next stage
// where one applies, and records all of it as a trace.
//
// Matching. Which transitions are enabled is kept up to date by a network of the facts
// and rules (package match), which knows their number without listing them; so a
// step costs about as much with ten facts as with a million. Of a stage with many rules
// only those are looked at whose matches have changed (weights). Chance draws from it. A
// rule that asks a sensor cannot go through the network, since what the answer will be
// is not known before it is asked for; it is matched premise by premise in each state.
// So is a rule with more matches than can be kept, and so are near misses. [Machine.Plan] says which
// rule takes which path.
//
// The order of the list. Transitions are listed by rule as written, then by the
// resources of the first premise on the state, oldest first, of the second, and so on,
// then by answers. No two premises of a rule take the same linear resource, whether
// they consume it or keep it: `a * $a` asks for two. A permanent fact may meet any
// number of premises and stays. Each comparison is tested as soon as its variables are
// known; `==` as soon as one side is, whose value the other is matched with. When the
// state is matched, backward premises are proved, and sensors asked, in the order
// written; a premise with unknown arguments gives one transition for each answer.
//
// Numbers. A calculation that has no result, below zero or divided by zero, makes
// an instance fail wherever it stands, on the right of a rule too, and a search
// go on elsewhere. It gives its variables no values; only `N + k` does.
//
// Proving. Backward premises are solved by package prove. A rule that asks predicates of which
// proofs read the state is matched premise by premise in each state, and the resources that the
// first proof of an answer read are read by the transition.
//
// Undo. From the first [Machine.Mark] on a machine keeps a log of what came and went,
// and takes it back in time that goes with it ([Machine.Return]).
//
// The outside. Sensors answer once in a state, when all other premises of some
// rule are met; actions are carried out after their rule has fired. Both are in
// the record.
//
// Explaining. A transition can be asked for by what a record says of it
// ([Machine.Instance]), and so can the ways to meet a rule's premises but for the
// fewest ([Machine.NearMisses]), and the proof of a fact ([Deriver]).
//
// The package knows no terminal, no clock and no file: choices come in through
// Chooser, the record goes out to a recorder ([Record]) or as a value ([Run]).
package exec
