package main

import (
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
)

// tracing is the verb above those that take traces as they are.
func tracing(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Compare, certify and convert traces",
		Long: `Compare traces of runs, hold them against their programs, and write them in
formats of other tools. What happened in them and why is told by 'ceptre why',
'whynot', 'whatif', 'rules' and 'threads'.`,
		Example: `  ceptre trace hash monday.json tuesday.json
  ceptre trace diff monday.json tuesday.json
  ceptre trace verify examples/verona.cep trace.json
  ceptre trace export trace.json --to mermaid`,
		Args: cli.Usage(noVerb),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(ordering(s), hashing(s), diffing(s), verifying(s), exporting(s))
	return cmd
}
