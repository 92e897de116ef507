package tell

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// By returns who the characters of a run are, as [causal.FindCast] takes it: what by says or,
// where that is nothing, those whom the author names, if they are not all among those that
// would be picked. Where they are of types, all others of these types are characters, too.
func By(t *trace.Trace, text *prose.Prose, by string) string {
	named := text.Front().Characters
	if by != "" || len(named) == 0 || t.Program == nil {
		return by
	}
	is := func(name string) bool { _, ok := named[name]; return ok }
	if cast, err := causal.FindCast(t, ""); err == nil && count(cast.Names, is) == len(named) {
		return ""
	}
	var types, preds []string
	typed := 0
	for _, typ := range t.Program.Types {
		if n := count(typ.Constants, is); n > 0 {
			types, typed = append(types, typ.Name), typed+n
		}
	}
	for _, p := range t.Program.Predicates {
		if is(p.Name) {
			preds = append(preds, p.Name)
		}
	}
	switch len(named) {
	case typed:
		return strings.Join(types, ",")
	case len(preds):
		return strings.Join(preds, ",")
	}
	return ""
}

// count returns how many names are those of somebody.
func count(names []string, is func(string) bool) int {
	return len(slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !is(name) }))
}
