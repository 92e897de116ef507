package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

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
	p, err := trace.ParsePattern(x.until)
	if err != nil {
		return errors.New(trace.Visible(err.Error()))
	}
	x.goal = &p
	takes := arguments(prog)
	n, known := takes[p.Head]
	switch {
	case p.Head == trace.Open || known && len(p.Args) <= n:
		return nil
	case known:
		return fmt.Errorf("%s has %s, but %s takes %s", trace.Visible(x.until), plural(len(p.Args), "argument"), trace.Visible(p.Head), plural(n, "argument"))
	}
	unknown := fmt.Sprintf("no state has a fact of %s", trace.Visible(p.Head))
	if near := trace.Nearest(p.Head, slices.Sorted(maps.Keys(takes))); near != "" {
		return fmt.Errorf("%s; did you mean %s?", unknown, trace.Visible(near))
	}
	return errors.New(unknown)
}

// arguments says how many arguments the predicates of states have.
func arguments(prog *lang.Program) map[string]int {
	takes := map[string]int{trace.StagePred: 1}
	for _, p := range prog.Preds {
		if p.Kind == lang.OfState {
			takes[p.Name] = len(p.Args)
		}
	}
	return takes
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
