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
		Short: "Print a hash of what happened in traces",
		Long: `Print a hash of each trace that depends on what led to what, and on nothing else:
runs that differ only in the order of steps that have nothing to do with each other,
or in which of two equal resources was taken where it makes no difference, have
the same hash. How a run was set up, and why it ended, does not count.

Runs with the same hash are the same up to that. Where a run is so symmetric that it
was not settled which of many equal resources are which, standard error says so:
then some other runs may have the same hash, too.`,
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
			fmt.Fprintf(s.Err, "%s: note: too symmetric to be settled: some other runs may have this hash, too\n", name)
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
