package tracefile_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

// In all forms, a term of the size that readers take is written; a larger one is refused, of whatever
// it is made.
func TestLargeTerms(t *testing.T) {
	name := func(size int) trace.Term { return trace.Const(strings.Repeat("a", size)) }
	const tooLarge = "term of more than 16777217 bytes"
	half := name(trace.MaxTermSize/2 - 2)
	resource := func(args ...trace.Term) []trace.Resource { return []trace.Resource{{ID: 1, Pred: "p", Args: args}} }
	step := func(args ...trace.Term) []trace.Step { return []trace.Step{{ID: 1, Rule: "r", Args: args}} }
	for _, c := range []struct {
		name  string
		trace trace.Trace
		want  string // the error
	}{
		{"a name", trace.Trace{Resources: resource(name(trace.MaxTermSize - 1))}, ""},
		{"a large name", trace.Trace{Resources: resource(name(trace.MaxTermSize))}, "resource x1: " + tooLarge},
		{"a term", trace.Trace{Resources: resource(trace.Term{Head: "f", Args: []trace.Term{half, half}})}, ""},
		{"a large term", trace.Trace{Resources: resource(trace.Term{Head: "fgh", Args: []trace.Term{half, half}})},
			"resource x1: " + tooLarge},
		{"an argument of a rule", trace.Trace{Steps: step(trace.Term{Head: "f", Args: []trace.Term{half, half, half}})},
			"step t1: " + tooLarge},
	} {
		c.trace.Header = trace.Header{Format: trace.Format}
		for form, write := range map[string]func(io.Writer, *trace.Stream) error{
			"compact": compact.Write, "lines": json.WriteLines, "object": json.Write,
		} {
			t.Run(c.name+"/"+form, func(t *testing.T) {
				var b bytes.Buffer
				err := write(&b, c.trace.Stream())
				if c.want != "" {
					require.EqualError(t, err, c.want)
					return
				}
				require.NoError(t, err)
				back, err := tracefile.Read("large", &b, nil)
				require.NoError(t, err)
				require.True(t, c.trace.Resources[0].Args[0].Equal(back.Resources[0].Args[0]))
			})
		}
	}
}
