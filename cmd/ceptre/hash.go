package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

func hashing(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "hash TRACE…",
		Short: "Print a hash of the causes and effects in traces",
		Long: `Print a hash of each trace that depends only on causes and effects. Runs have the same
hash if they differ only in the order of independent steps, or in which of several equal
resources was taken where this makes no difference. The settings of a run, and the reason
why it ended, do not count.

Conversely, runs with the same hash are the same in this sense. There is one exception: if
a run is so symmetric that its equal resources could not be told apart, a note on standard
error says so; some other runs may then have the same hash.`,
		Example: `  ceptre run examples/verona.cep --seed 1 -o one.json
  ceptre run examples/verona.cep --seed 2 -o two.json
  ceptre trace hash one.json two.json`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return printHashes(c, s, args) },
	}
}

// printHashes prints a line for each trace, as sha256sum does.
func printHashes(c *cobra.Command, s cli.Streams, files []string) error {
	for _, file := range files {
		name, h, err := hashFile(c, s, file)
		if err != nil {
			return err
		}
		if !h.Exact {
			fmt.Fprintf(s.Err, "%s: note: too symmetric to tell equal facts apart: other runs may have this hash\n", name)
		}
		if _, err := fmt.Fprintf(s.Out, "%s  %s\n", h, visible.Line(file)); err != nil {
			return err
		}
	}
	return nil
}

// hashFile returns the hash of a trace and how messages call it. Most are read record by record.
func hashFile(c *cobra.Command, s cli.Streams, file string) (name string, h hash.Sum, err error) {
	defer cli.Tight()()
	err = s.ReadRecords(c.Context(), file, "hashing", func(in *cli.Input, t *trace.Stream) error {
		name = in.Name
		h, err = hash.OfStream(t)
		return err
	}, func(t *trace.Trace) error {
		h = hash.Of(causal.New(t))
		return nil
	})
	return name, h, err
}
