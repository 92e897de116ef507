package main

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/ask"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// chooser returns the chooser of a run. For all stages it is the one that --choose names. Without
// the flag it is chance, but the player in interactive stages. Questions to the player go to standard
// error, apart from the output of the command.
func (r *runner) chooser(c *cobra.Command, prog *lang.Program, in *console.Lines) (exec.Chooser, error) {
	player := ask.Player{Context: c.Context(), Program: prog, In: in, Out: c.ErrOrStderr(), Terminal: cli.IsTerminal(c.InOrStdin())}
	if c.Flags().Arg(0) == cli.Stdio {
		player.In = nil
	}
	if !c.Flags().Changed("choose") {
		return player.WhereInteractive(exec.Random(r.seed), !r.quiet), nil
	}
	switch r.choose {
	case "random":
		return exec.Random(r.seed), nil
	case "first":
		return exec.First(), nil
	case ask.Name:
		return player.Chooser(), nil
	}
	if list, ok := numbers(r.choose); ok {
		return exec.Script(list), nil
	}
	return nil, cli.BadFlag(c, "--choose %q: want random, first, ask, or a list of numbers from 1 such as 3,1,2", r.choose)
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
