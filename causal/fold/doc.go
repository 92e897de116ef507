// Package fold says what of a run is looked at, and how coarsely, before anything
// is drawn.
//
// [Select] trims the graph to some of its events and facts, as pprof trims a
// profile: whatever is left out or hidden leaves its order behind. [Selection.Fold]
// condenses what is left: it puts events into groups, facts between the same groups
// into bundles, and what else has to come first into ties. [Selection.Fit] finds a
// folding that has no more nodes than a picture may have, and at least a third of them.
//
// Selections and foldings are read-only and may be shared; what is asked of them is
// worked out once, when it is first asked for.
package fold
