package main

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// aim reads what --until says. A fact that no state can have is refused.
func (x *surveyor) aim(prog *lang.Program) error {
	if x.until == "" {
		return nil
	}
	p, err := factPattern(prog, x.until)
	if err != nil {
		return errors.New(trace.Visible(err.Error()))
	}
	x.goal = &p
	return nil
}

// run runs the program with the choices that lead to a state. The search has been
// there, so the run comes there, too, whoever interrupts it.
func (v *survey) run(to explore.State) (*trace.Trace, error) {
	choices, err := v.space.Choices(to)
	if err != nil {
		return nil, err
	}
	return exec.Run(context.Background(), v.prog, v.start, exec.Options{
		Chooser:   exec.Script(choices),
		Seed:      1,
		Limits:    exec.Limits{Steps: len(choices) + 1},
		Outside:   exec.Silent(v.prog),
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	})
}
