// Package answer prints answers on standard output, as text or as JSON, and holds the help that verbs with answers
// have in common.
package answer

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/spf13/cobra"
)

// AllUsage is the help of the flag that asks for all.
const AllUsage = "list everything, however long the list"

// FactsUsage is the part of a verb's help that says how facts are asked for.
const FactsUsage = `

In facts, a name with a capital initial is a variable, which has the same value
everywhere; _ is any value, and arguments at the end may be left out. '!won' matches only a
permanent fact, and 'stage night' is a fact, too. Facts separated by commas must exist
together: 'at C L, dead C'; 'seat, seat' asks for two, and so does '2 × seat'.`

// CheckOutput refuses a file of a flag that is standard output if the answer is JSON, which stands there.
func CheckOutput(c *cobra.Command, asJSON bool, flag, file string) error {
	if asJSON && file == cli.Stdio {
		return cli.BadFlag(c, "--json and %s - would both write to standard output; give %[1]s a file", flag)
	}
	return nil
}

// WriteJSON writes a value over several lines. `<` and `>` stay as they are, and facts and terms are strings, as
// programs write them.
func WriteJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(cli.Data(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// NoTrace says why the file of a flag is not written, or why nothing is on standard output.
func NoTrace(s cli.Streams, file, why string) error {
	what := file + " is not written"
	if file == cli.Stdio {
		what = "there is no trace"
	}
	_, err := fmt.Fprintf(s.Err, "%s: %s\n", what, why)
	return err
}

// Print prints an answer on standard output, as JSON or as text; all lists everything.
func Print(s cli.Streams, a report.Answer, asJSON, all bool) error {
	if asJSON {
		data := a.Data()
		if t, ok := data.(*trace.Trace); ok {
			return tracejson.Write(cli.Data(s.Out), t.Stream())
		}
		if long, ok := data.(interface{ WriteJSON(io.Writer) error }); ok {
			return long.WriteJSON(cli.Data(s.Out))
		}
		return WriteJSON(s.Out, data)
	}
	b := &report.Text{All: all, To: s.Out}
	if a.Print(b); b.Err == nil {
		b.Flush()
	}
	return b.Err
}
