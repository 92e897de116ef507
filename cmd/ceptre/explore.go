package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// surveyor holds the flags of the verb.
type surveyor struct {
	starter
	bounds // without those of steps
	most   int
	untils []string
	out    string
	theme  string
	json   bool
	all    bool

	inStep exec.Limits   // of searches within a step
	until  string        // the only one of untils; "" without
	goal   *goal.Goal    // what it says; nil without
	look   *themes.Theme // of pictures
}

// mostFound is how many states are found without being asked for more.
const mostFound = 1_000_000

func exploration(s cli.Streams) *cobra.Command {
	var x surveyor
	cmd := &cobra.Command{
		Use:   "explore PROGRAM",
		Short: "Find all states that a program can reach, or a shortest run to a fact",
		Long: `Find all states that a program can reach from where a #trace starts, breadth first,
and say how many there are, how many transitions they have, how far they are from the
start, and which are final: those in which nothing can happen.

A state is its facts, how often each is there and which are permanent, and the stage.
Transitions are the moves that 'ceptre moves' lists, in all states together: ways to
take equal facts are one, and what leads back to the same state counts. How many steps
the #trace allows does not. Sensors have nothing to say, and actions are not carried
out. States are told apart by fingerprints of 128 bits.

--until stops at the first state with some FACTS, and shows the run to it; none is shorter.
With -o the run is written as a trace: the one that 'ceptre run' makes with the choices
shown. If there is no such state, the status is 1.` + goalUsage + `

Where the name after -o ends with .dot, .svg or like that of another picture, the graph
of the states is drawn. The start is bold, final states have two lines around them, and
those that were not looked at, or not to the end, as the search stopped, are dashed.

At --max-states, --time or --memory, and when you interrupt it, the search stops and says
what it has found by then. Time and memory bound the drawing, too: a picture that they do
not suffice for is not written, and the status is 1; only a .dot, which is written at once,
has no need of time. The search also stops where something goes wrong, as with a proof
without end: then it shows a shortest run to that state, too, and the status is 1.`,
		Example: `  ceptre explore examples/blocks.cep
  ceptre explore examples/garden.cep --json
  ceptre explore examples/blocks.cep --until 'on a e' -o trace.json
  ceptre explore examples/blocks.cep --until 'on X b, on Y X, on-table d'
  ceptre explore examples/vending.cep -o states.svg
  ceptre explore examples/verona.cep --max-states 20000 --time 10s`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return x.explore(c, s, args[0]) },
	}
	x.starter.flags(cmd)
	f := cmd.Flags()
	f.IntVar(&x.most, "max-states", mostFound, fmt.Sprintf("how many states, `N`, to find at most; 0 for any number; for a picture %d, if you do not say", mostDrawn))
	f.DurationVar(&x.time, "time", 0, "how long to search and draw at most, such as 30s or 5m (default: as long as it takes)")
	f.Var(&x.memory, "memory", "how much memory the command may take while it searches and draws, such as 500MB or 2GiB (default: what there is)")
	f.StringArrayVar(&x.untils, "until", nil, "stop at a state with these `FACTS`, and show a shortest run to it")
	f.StringVarP(&x.out, "output", "o", "", "the file to write, by the end of its name: the trace of that run, or a picture of the states; - is the trace on standard output, and nothing else there")
	x.searches(cmd)
	cli.ThemeFlag(cmd, &x.theme)
	f.BoolVar(&x.json, "json", false, "print what was found as JSON")
	f.BoolVar(&x.all, "all", false, allUsage)
	return cmd
}

// explore searches according to the flags, and prints the result.
func (x *surveyor) explore(c *cobra.Command, s cli.Streams, program string) error {
	if err := errors.Join(x.check(c, s), s.MayWrite(x.out, program)); err != nil {
		return err
	}
	prog, err := load(s, program)
	if err != nil {
		return err
	}
	if err := x.aim(prog); err != nil {
		return fmt.Errorf("%s: --until: %w", prog.Source, err)
	}
	start, err := x.start(c, prog)
	if err != nil {
		return err
	}
	return x.survey(c, s, prog, start)
}

// survey searches from a start, and prints the result, however the search ended.
func (x *surveyor) survey(c *cobra.Command, s cli.Streams, prog *lang.Program, start *lang.Start) error {
	outer := c.Context()
	cli.TakeTime(outer)
	defer x.confine(c)()
	space, err := x.search(c, s, prog, start)
	found := &survey{surveyor: x, prog: prog, start: start, space: space, failed: err}
	err = errors.Join(found.tell(c.Context(), s), found.lack(), allowingMore(place(prog, err)))
	if errors.Is(err, cli.ErrInterrupted) {
		return err // which says how it ended
	}
	return errors.Join(err, stopped(outer))
}

// drawn says that the file to write is a picture of the states.
func (x *surveyor) drawn() bool {
	f := render.FormatOf(filepath.Ext(x.out))
	return f != "" && f != render.JSONFormat
}

// check refuses flags that make no sense.
func (x *surveyor) check(c *cobra.Command, s cli.Streams) (err error) {
	switch {
	case x.most < 0:
		return cli.BadFlag(c, "--max-states %d: give a positive number, or 0 for no bound", x.most)
	case x.time < 0:
		return cli.BadFlag(c, "--time %v: give a positive time", x.time)
	case x.json && x.out == cli.Stdio:
		return cli.BadFlag(c, "--json and -o - would both write to standard output; give -o a file")
	}
	if err := errors.Join(x.checkUntil(c), x.checkOut(c)); err != nil {
		return err
	}
	if x.inStep, err = x.searchLimits(c); err != nil {
		return err
	}
	if x.drawn() && !c.Flags().Changed("max-states") {
		x.most = mostDrawn
	}
	x.look, err = s.FindTheme(c, x.theme)
	return err
}

// checkOut refuses files that are none of those that can be written.
func (x *surveyor) checkOut(c *cobra.Command) error {
	switch {
	case !c.Flags().Changed("output") || x.drawn():
		return nil
	case x.until == "":
		return cli.BadFlag(c, "-o %q: a trace is written of the run that --until finds; the name of a picture of the states ends with %s", x.out, cli.PictureEnds())
	case x.out != cli.Stdio && !form.Is(x.out):
		return cli.BadFlag(c, "-o %q: the name of a trace ends with .%s, and with %s behind that if it is to be packed; that of a picture of the states with %s", x.out, strings.Join(form.Names(), ", ."), form.Gzip, cli.PictureEnds())
	}
	return nil
}

// search finds the states, and shows on a terminal how far it is.
func (x *surveyor) search(c *cobra.Command, s cli.Streams, prog *lang.Program, start *lang.Start) (*explore.Space, error) {
	progress := s.Progress("searching", -1)
	defer progress.Close()
	return explore.Search(c.Context(), prog, start, explore.Options{
		Limits:    x.inStep,
		MaxStates: x.most,
		Until:     x.goal,
		KeepEdges: x.drawn(),
		Progress: func(found, looked int) {
			progress.Say(fmt.Sprintf("%s, %d looked at", english.Count(found, "state"), looked))
		},
	})
}
