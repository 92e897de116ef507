package main

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/spf13/cobra"
)

// tracing is the verb above those that take traces as they are.
func tracing(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Measure, compare, verify and convert traces",
		Long: `Measure, compare and verify traces of runs, and write them in other forms or in formats of
other tools. 'ceptre why', 'whynot', 'whatif', 'rules' and 'threads' explain what happened
in them.

All commands that read traces also read those of other engines:
` + foreignFormats(),
		Example: `  ceptre trace hash monday.json tuesday.json
  ceptre trace diff monday.json tuesday.json
  ceptre trace verify examples/verona.cep trace.json
  ceptre trace count trace.json
  ceptre trace convert trace.json -o trace.ctrace
  ceptre trace export trace.json --to mermaid`,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(ordering(s), hashing(s), diffing(s), verifying(s), counting(s), converting(s), exporting(s))
	return cmd
}

// foreignFormats returns a line for each format of others that is read.
func foreignFormats() string {
	var b strings.Builder
	for _, f := range foreign.Formats() {
		fmt.Fprintf(&b, "\n  %-21s %s", f.Name, f.About)
	}
	return b.String()
}
