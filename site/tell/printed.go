package tell

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// printed returns the output of a step in the program's own words: `say "The lamp is lit."` is “The
// lamp is lit.” It omits actions without words.
func (t *Teller) printed(step *trace.Step) []string {
	var said []string
	for _, act := range step.Acts {
		if !slices.ContainsFunc(act.Args, isText) {
			continue
		}
		var parts []string
		for _, arg := range act.Args {
			parts = append(parts, t.Names.Term(arg))
		}
		said = append(said, "“"+ended(strings.Join(parts, " "))+"”")
	}
	return said
}

func isText(t trace.Term) bool {
	_, literal := t.Literal()
	return literal
}

// prints reports whether a step tells the outside a text, which is one of its arguments.
func prints(step *trace.Step, text trace.Term) bool {
	return isText(text) && slices.ContainsFunc(step.Acts, func(act trace.Fact) bool {
		return slices.ContainsFunc(act.Args, text.Equal)
	})
}
