package main

import (
	"context"
	"errors"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// checkUntil takes the facts that --until says; it stands once at the most.
func (x *surveyor) checkUntil(c *cobra.Command) error {
	switch n := len(x.untils); {
	case n > 1:
		return cli.BadFlag(c, "--until %q and %q: several facts that are there together stand in one, with commas: --until %q",
			x.untils[0], x.untils[1], x.untils[0]+", "+x.untils[1])
	case n == 1 && strings.TrimSpace(x.untils[0]) == "":
		return cli.BadFlag(c, "--until %q: say a fact, such as 'on a b'", x.untils[0])
	case n == 1:
		x.until = x.untils[0]
	}
	return nil
}

// aim parses the value of --until. It refuses facts that no state can have.
func (x *surveyor) aim(prog *lang.Program) error {
	if x.until == "" {
		return nil
	}
	g, err := report.Goal(prog, x.until)
	if err != nil {
		return errors.New(visible.Line(err.Error()))
	}
	x.goal = &g
	return nil
}

// run runs the program with the choices that lead to a state. The search reached the state, so the
// run does, too, regardless of interrupts. Errors in the state itself are recorded in the trace.
func (v *survey) run(to explore.State) (*trace.Trace, error) {
	choices, err := v.space.Choices(to)
	if err != nil {
		return nil, err
	}
	limits := v.inStep
	limits.Steps = len(choices) + 1
	way, err := exec.Run(context.Background(), v.prog, v.start, exec.Options{
		Chooser:   exec.Script(choices),
		Seed:      1,
		Limits:    limits,
		Host:      exec.Silent(v.prog),
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	})
	if err != nil && (way == nil || len(way.Steps) < len(choices)) {
		return nil, err
	}
	return way, nil
}
