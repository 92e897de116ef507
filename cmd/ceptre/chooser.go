package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// chooser returns the chooser of a run. For all stages it is the one that --choose names. Without
// the flag it is chance, but the player in interactive stages.
func (r *runner) chooser(c *cobra.Command, prog *lang.Program, in *lines) (exec.Chooser, error) {
	if !c.Flags().Changed("choose") {
		return r.byStage(c, prog, in), nil
	}
	switch r.choose {
	case "random":
		return exec.Random(r.seed), nil
	case "first":
		return exec.First(), nil
	case asked:
		return player(c, prog, in), nil
	}
	if list, ok := numbers(r.choose); ok {
		return exec.Script(list), nil
	}
	return nil, cli.BadFlag(c, "--choose %q: want random, first, ask, or a list of numbers from 1 such as 3,1,2", r.choose)
}

// byStage returns chance, mixed with a player where the program has a stage for
// one.
func (r *runner) byStage(c *cobra.Command, prog *lang.Program, in *lines) exec.Chooser {
	chance := exec.Random(r.seed)
	if !slices.ContainsFunc(prog.Stages, func(s *lang.Stage) bool { return s.Interactive }) {
		return chance
	}
	if cli.IsTerminal(c.InOrStdin()) && !r.quiet {
		chance = told{chance, c.ErrOrStderr()}
	}
	return mixed{player(c, prog, in), chance}
}

// player returns a chooser that asks the player. The questions go to standard error, apart from the
// output of the command.
func player(c *cobra.Command, prog *lang.Program, in *lines) exec.Chooser {
	switch {
	case c.Flags().Arg(0) == cli.Stdio:
		return noPlayer{}
	case cli.IsTerminal(c.InOrStdin()):
		return &dialogue{ctx: c.Context(), in: in, out: c.ErrOrStderr(), prog: prog}
	}
	return &piped{ctx: c.Context(), in: in}
}

// numbers reads a list such as 3,1,2; false where it is none.
func numbers(list string) ([]int, bool) {
	var out []int
	for _, word := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}
