package main

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/spf13/cobra"
)

// read reads the trace that is asked about, and the program if it is given.
func (x *explainer) read(c *cobra.Command, s cli.Streams, input string) (*question, error) {
	if x.program == "" {
		name, t, err := s.ReadTrace(input)
		if err != nil {
			return nil, err
		}
		return &question{explainer: x, graph: causal.New(t), name: name}, nil
	}
	p, err := readPair(c, s, x.program, input)
	if err != nil {
		return nil, err
	}
	if err := p.noRun(c.Context(), replay.Belongs(p.prog, &p.trace.Header)); err != nil {
		return nil, err
	}
	g := causal.New(p.trace)
	return &question{explainer: x, graph: g, name: p.name, proofs: inquiry.Proofs(c.Context(), p.prog, g)}, nil
}
