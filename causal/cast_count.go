package causal

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The constants from which a run counts ([trace.FindZeros]) and in which its lists end are never
// characters, whether or not the program ties them to numerals.

// findEnds returns the constants from which a run counts, and those that its lists end in.
func findEnds(t *trace.Trace) map[string]bool {
	ends := make(map[string]bool)
	maps.Copy(ends, trace.FindZeros(t))
	for _, end := range trace.FindShapes(t).Ends() {
		ends[end] = true
	}
	return ends
}

// includesAny reports whether any of some names is such a constant.
func includesAny(zeros map[string]bool, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return zeros[name] })
}

// withoutZeros returns the types that have no constant from which a run counts.
func withoutZeros(types []trace.Type, zeros map[string]bool) []trace.Type {
	return slices.DeleteFunc(slices.Clone(types), func(t trace.Type) bool { return includesAny(zeros, t.Constants) })
}
