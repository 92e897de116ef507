package tell

import (
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// By returns who the characters of a run are, as [causal.FindCast] takes it: what by says or,
// where that is nothing, those whom the author names, if they are not all among those that
// would be picked. Where some are of types, all others of these types are characters, too.
// Where nothing is declared, they are those who are named.
func By(t *trace.Trace, text *prose.Prose, by string) string {
	named := text.Front().Characters
	if by != "" || len(named) == 0 {
		return by
	}
	is := func(name string) bool { _, ok := named[name]; return ok }
	if cast, err := causal.FindCast(t, ""); err == nil && len(only(cast.Names, is)) == len(named) {
		return ""
	}
	if t.Program == nil || len(t.Program.Types) == 0 {
		return byName(t, slices.Sorted(maps.Keys(named)))
	}
	var types, constants, preds []string
	for _, typ := range t.Program.Types {
		if of := only(typ.Constants, is); len(of) > 0 {
			types, constants = append(types, typ.Name), append(constants, of...)
		}
	}
	for _, p := range t.Program.Predicates {
		if is(p.Name) && (p.Mode == trace.Linear || p.Mode == trace.Persistent) { // others have no facts
			preds = append(preds, p.Name)
		}
	}
	others := only(preds, func(name string) bool { return !slices.Contains(constants, name) })
	switch len(named) {
	case len(constants):
		return strings.Join(types, ",")
	case len(preds):
		return strings.Join(preds, ",")
	case len(constants) + len(others):
		return strings.Join(append(types, others...), ",")
	}
	return ""
}

// byName returns a list of names, if each is that of something in the run.
func byName(t *trace.Trace, names []string) string {
	by := strings.Join(names, ",")
	if cast, err := causal.FindCast(t, by); err != nil || len(cast.Names) != len(names) {
		return ""
	}
	return by
}

// only returns those names that are of somebody.
func only(names []string, is func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !is(name) })
}
