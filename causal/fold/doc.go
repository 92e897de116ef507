// Package fold selects the part of a run to draw, and its level of detail.
//
// [Select] trims the graph to some of its events and facts, as pprof trims a profile; hidden parts
// still order the others. [Selection.Fold] condenses the rest: it puts events into groups, facts
// between the same groups into bundles, and the remaining order into ties. [Selection.Fit] finds a
// folding within a bound on nodes that uses at least a third of it.
//
// Selections and foldings are read-only and may be shared; derived data is computed on first use.
package fold
