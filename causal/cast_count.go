package causal

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

// Constants that terms end in, zeros and the ends of lists, are never characters, whether or not the
// program ties them to numerals.

// findEnds returns the constants that the terms of a run end in.
func findEnds(t *trace.Trace) map[string]bool {
	ends, short := shape.Ends(t)
	maps.Copy(ends, short)
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
