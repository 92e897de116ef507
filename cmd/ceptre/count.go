package main

import (
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

func counting(s cli.Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "count TRACE",
		Short: "Count the steps, resources and rules of a trace",
		Long: `Say how many steps a run has, how many resources there were and are left, why it
ended, how large the file is, and how often each rule fired.

The trace is checked as it is read. However long it is, little of it is held in
memory, unless its records are not in order; a long .json file, in which the steps come
last, waits in a temporary file.`,
		Example: `  ceptre trace count trace.ctrace
  ceptre trace count trace.jsonl.gz --json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := count(c, s, args[0])
			switch {
			case err != nil:
				return err
			case asJSON:
				return writeJSON(s.Out, n)
			}
			return n.print(s.Out)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the answer as JSON")
	return cmd
}

// count counts the parts of a trace while it reads it.
func count(c *cobra.Command, s cli.Streams, input string) (*counts, error) {
	in, err := s.Open(c.Context(), input)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p := s.Progress("counting "+in.Name, -1)
	defer p.Close()
	t, err := s.StreamTrace(in)
	if err != nil {
		return nil, err
	}
	n := newCounts(t.Header)
	if err := t.Each(n.add); err != nil {
		return nil, cli.InOrder(err)
	}
	n.name()
	n.Bytes = in.Size
	return n, nil
}

// newCounts returns counts of a run that is yet to come. The rules that the header
// declares come first, in order, those that never fire, too.
func newCounts(h *trace.Header) *counts {
	n := &counts{labels: h.Labels()}
	n.Rules = make([]ruleCount, n.labels.Len())
	return n
}

// rule returns the place of a step's rule.
func (n *counts) rule(s *trace.Step) int {
	i := n.labels.Enter(s.Key())
	for i >= len(n.Rules) {
		n.Rules = append(n.Rules, ruleCount{})
	}
	return i
}

// name gives the rules their labels, once all of them are known.
func (n *counts) name() {
	for i := range n.Rules {
		n.Rules[i].Rule = n.labels.Label(i)
	}
}

// add counts a record.
func (n *counts) add(r trace.Record) error {
	switch {
	case r.Step != nil:
		n.Steps++
		n.Alive -= len(r.Step.Consumes)
		n.Rules[n.rule(r.Step)].Count++
	case r.End != nil:
		n.End = r.End.Why
	case r.Resource.By == 0:
		n.Initial++
		n.Alive++
	default:
		n.Made++
		n.Alive++
	}
	return nil
}
