package export

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// terms returns arguments as programs write them, one text each, compound ones
// in parentheses.
func terms(args []trace.Term) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.String()
		if len(a.Args) > 0 {
			out[i] = "(" + out[i] + ")"
		}
	}
	return out
}

// words returns arguments as programs write them after a name.
func words(args []trace.Term) string { return strings.Join(terms(args), " ") }

// facts returns the facts of resources as programs write them.
func (r *run) facts(ids []trace.ResourceID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = r.Resource(id).String()
	}
	return out
}

// factTexts returns facts as programs write them.
func factTexts(facts []trace.Fact) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		out[i] = f.String()
	}
	return out
}

// writeJSON writes a value as one line.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
