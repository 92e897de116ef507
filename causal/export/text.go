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

// writeJSON writes a value as one line.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
