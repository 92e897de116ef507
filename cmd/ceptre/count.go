package main

import (
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

func counting(s cli.Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "count TRACE",
		Short: "Count the steps, resources and rules of a trace",
		Long: `Report how many steps a run has, how many resources there were and how many are left, why
the run ended, how large the file is, and how often each rule fired.

The trace is checked while it is read. Even a long trace takes little memory, unless its
records are out of order. A long .json file, in which the steps come last, is kept in a
temporary file meanwhile.`,
		Example: `  ceptre trace count trace.ctrace
  ceptre trace count trace.jsonl.gz --json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := count(c, s, args[0])
			if err != nil {
				return err
			}
			return answer.Print(s, n, asJSON, false)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the answer as JSON")
	return cmd
}

// count counts the parts of a trace while it reads it.
func count(c *cobra.Command, s cli.Streams, input string) (n *report.Count, err error) {
	err = s.ReadRecords(c.Context(), input, "counting", func(in *cli.Input, t *trace.Stream) error {
		if n, err = report.CountRecords(t); err == nil {
			n.Bytes = in.Size
		}
		return err
	}, nil)
	return n, err
}
