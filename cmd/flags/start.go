package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/spf13/cobra"
)

// Starter holds the flags that say where a run starts.
type Starter struct {
	Trace          int
	Stage, Context string
}

// Flags enters the flags into a verb.
func (s *Starter) Flags(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&s.Trace, "trace", 1, "start from #trace `N` of the program, counted from 1")
	f.StringVar(&s.Stage, "stage", "",
		"start in this `STAGE`, not that of a #trace; without --context, from the only context "+
			"with a name, or that of the only #trace")
	f.StringVar(&s.Context, "context", "",
		"start from this `CONTEXT`, not that of a #trace; without --stage, in the only stage")
}

// Start returns where the flags say that the run starts.
func (s *Starter) Start(c *cobra.Command, prog *lang.Program) (*lang.Start, error) {
	if c.Flags().Changed("stage") || c.Flags().Changed("context") {
		return s.place(c, prog)
	}
	n := len(prog.Traces)
	switch {
	case s.Trace < 1:
		return nil, cli.BadFlag(c, "--trace %d: the #traces of a program are counted from 1", s.Trace)
	case n == 0 && celf.Is(prog.Source.Name):
		return nil, fmt.Errorf("%s: there is nothing to run; add a directive, `#trace * STATE.` or `#query * * * 1 STATE "+
			"-o {GOAL}.`", prog.Source)
	case n == 0:
		return nil, fmt.Errorf("%s: there is no #trace to run; add one, `#trace _ STAGE CONTEXT.`, or give --stage and "+
			"--context", prog.Source)
	case s.Trace > n:
		return nil, fmt.Errorf("%s: there is no #trace %d: the program has %s", prog.Source, s.Trace,
			english.Count(n, "#trace"))
	}
	return prog.Traces[s.Trace-1], nil
}

// place returns a start from the stage and the context given: the first #trace that starts there,
// with its bound, or else one without.
func (s *Starter) place(c *cobra.Command, prog *lang.Program) (*lang.Start, error) {
	if c.Flags().Changed("trace") {
		return nil, cli.BadFlag(c, "give --trace, or --stage and --context, but not both")
	}
	stage, err := s.inStage(c, prog)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", prog.Source, err)
	}
	context, err := s.fromContext(c, prog)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", prog.Source, err)
	}
	for _, t := range prog.Traces {
		if t.Stage == stage && t.Context == context {
			return t, nil
		}
	}
	return &lang.Start{Stage: stage, Context: context}, nil
}

// inStage returns the stage that is named. The only one there is need not be.
func (s *Starter) inStage(c *cobra.Command, prog *lang.Program) (*lang.Stage, error) {
	var names []string
	for _, stage := range prog.Stages {
		names = append(names, stage.Name)
	}
	switch i := slices.Index(names, s.Stage); {
	case i >= 0:
		return prog.Stages[i], nil
	case s.Stage != "":
		return nil, fmt.Errorf("there is no stage %q; the program has %s", s.Stage, strings.Join(names, ", "))
	case len(names) == 1:
		return prog.Stages[0], nil
	}
	return nil, cli.BadFlag(c, "--context needs --stage, too; want one of %s", strings.Join(names, ", "))
}

// fromContext returns the context that is named.
func (s *Starter) fromContext(c *cobra.Command, prog *lang.Program) (*lang.Context, error) {
	var names []string
	for _, context := range prog.Contexts {
		names = append(names, context.Name)
	}
	switch i := slices.Index(names, s.Context); {
	case i >= 0:
		return prog.Contexts[i], nil
	case s.Context == "":
		return onlyContext(c, prog, names)
	case len(names) == 0:
		return nil, errors.New("the program has no context with a name")
	}
	return nil, fmt.Errorf("there is no context %q; the program has %s", s.Context, strings.Join(names, ", "))
}

// onlyContext returns the context that is meant where none is named: the only one with a name,
// or, where there is none, the one of the only #trace. The names are those that there are.
func onlyContext(c *cobra.Command, prog *lang.Program, names []string) (*lang.Context, error) {
	traces := len(prog.Traces)
	switch {
	case len(names) == 1:
		return prog.Contexts[0], nil
	case len(names) > 1:
		return nil, cli.BadFlag(c, "--stage needs --context, too; want one of %s", strings.Join(names, ", "))
	case traces == 0:
		return nil, errors.New("--stage needs --context, but the program has no context")
	case traces > 1:
		return nil, cli.BadFlag(c,
			"--stage needs --context, but the contexts of the %d #traces have no names; select one with --trace", traces)
	}
	return prog.Traces[0].Context, nil
}
