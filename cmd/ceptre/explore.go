package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/workers"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/states"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// surveyor holds the flags of the verb.
type surveyor struct {
	flags.Starter
	flags.Bounds // all but --steps
	flags.Questions
	flags.Reduction
	flags.Division
	most   int
	untils []string
	out    string
	theme  string
	json   bool
	all    bool

	inStep exec.Limits           // of searches within a step
	until  string                // the only one of untils; "" without
	goal   *goal.Goal            // the parsed form of until; nil without
	alike  [][]*lang.Constructor // the constants that the search takes as interchangeable

	run     *trace.Trace    // the run that was found, if one was asked for
	path    []explore.State // its states, if it is one against a claim
	refuted string          // which claims are
	look    *themes.Theme   // of pictures
}

// mostDrawn is the number of states that are drawn by default: larger pictures are unreadable, and
// take long to lay out.
const mostDrawn = 300

// mostFound is how many states are found without being asked for more.
const mostFound = 1_000_000

func exploration(s cli.Streams) *cobra.Command {
	var x surveyor
	cmd := &cobra.Command{
		Use:   "explore PROGRAM",
		Short: "Search all states that a program can reach, or find a shortest run to a fact",
		Long: `Search all states that a program can reach from a #trace, breadth first. Report how many
states and transitions there are, how far the states are from the start, and which are
final, so that nothing can happen in them.

A state consists of its facts, with their number and whether they are permanent, and the
stage. Transitions are the moves that 'ceptre moves' lists. Moves that take equal facts
count once; a move that leads back to the same state counts, too. The bound of the #trace
does not apply, nor does the goal of a query in a Celf file. Sensors give no answers, so
that nothing is known to hold of programs that ask some; actions are not carried out.

All processors take part, and the result does not depend on their number. A state takes
20 to 30 bytes, and one or two for each of its facts that can change. When all this takes
half of --memory, the facts of the oldest states are moved to a temporary file, and the
search goes on.

--workers divides the states among N processes on this machine, each of which keeps its part.
The report is the same, whatever N is. They take all states, so that --reduce is none, and
answer --until, --always and --dead-ends; the other questions need all transitions in one
place.

--until stops at the first state with some FACTS and shows a shortest run to it. With -o,
this run is written as a trace, the same that 'ceptre run' makes with the choices shown.
If no state has these facts, the exit status is 1.

Other questions are about all runs: --always (does the FORMULA hold in each state?),
--eventually (does each run come to it?), --leads-to (does each run that comes to one
FORMULA come to another?), --dead-ends (can a run get stuck?) and --livelocks (can it be
caught in a loop?). A claim holds, is refuted by a run, or is not known if the search
stopped early. If one is refuted, the exit status is 1. With -o, the run against the first
one is written as a trace, and in a picture its lines are thick. In #interactive stages, a
player chooses, and may avoid a step for ever. In others chance chooses, and a step that is
possible again and again is taken at some time, unless you give --unfair.

Steps that do not touch each other can be taken in any order. With --until and --dead-ends,
the search takes them in one: it leaves out states, but no final state, and no run to one or
to the FACTS gets longer. --reduce none searches all states; --reduce order does the same
without a question. --reduce symmetry counts states once that differ only by the names of
interchangeable constants, which only contexts name; --reduce all does both.

A FORMULA is made of facts with 'and', 'or' and 'not': 'at C L and not dead C or won'. Its
parts are written like FACTS; 'not' says that no such facts are there. Names of statements
of the program are formulas, too. 'ceptre help exploring' says more.` + answer.FactsUsage + `

If the name after -o ends like a picture, such as .dot or .svg, the graph of states is
drawn. The start is bold, final states have a double border, and states are dashed if the
search stopped before it found all their transitions.

At --max-states, --time or --memory, and when you interrupt it, the search stops and
reports the states found so far. Time and memory limit the drawing, too: if they run out,
no picture is written, and the exit status is 1. Only .dot needs no time for drawing. The
search also stops at an error, such as an endless proof; it then shows a shortest run to
that state, and the exit status is 1.`,
		Example: `  ceptre explore examples/blocks.cep
  ceptre explore examples/garden.cep --json
  ceptre explore examples/blocks.cep --until 'on a e' -o trace.json
  ceptre explore examples/blocks.cep --until 'on X b, on Y X, on-table d'
  ceptre explore examples/kitchen.cep --dead-ends --unless 'served pizza'
  ceptre explore examples/dungeon.cep --always one_room --eventually 'dead or rich'
  ceptre explore examples/blocks.cep --leads-to 'holding X => not holding X' --unfair
  ceptre explore examples/push.cep --livelocks --unless solved
  ceptre explore examples/kitchen.cep --reduce order
  ceptre explore examples/vending.cep -o states.svg
  ceptre explore examples/blocks.cep --workers 2
  ceptre explore examples/verona.cep --max-states 20000 --time 10s`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return x.explore(c, s, args[0]) },
	}
	x.Starter.Flags(cmd)
	x.Questions.Flags(cmd)
	x.Reduction.Flags(cmd)
	f := cmd.Flags()
	f.IntVar(&x.most, "max-states", mostFound,
		fmt.Sprintf("stop after `N` states; 0 for no limit (for a picture, the default is %d)", mostDrawn))
	f.DurationVar(&x.Time, "time", 0,
		"stop searching and drawing after this `DURATION`, such as 30s or 5m (default: no limit)")
	f.Var(&x.Memory, "memory",
		"stop when searching and drawing take this much memory, and move states to a file from half of it on: a "+
			"`SIZE` such as 500MB or 2GiB (default: no limit)")
	f.StringArrayVar(&x.untils, "until", nil, "stop at a state with these `FACTS`, and show a shortest run to it")
	f.StringVarP(&x.out, "output", "o", "",
		"write to `FILE` the trace of the run, or a picture of the states if its name ends like one; - prints only the "+
			"trace")
	x.Searches(cmd)
	x.Division.Flags(cmd)
	cli.ThemeFlag(cmd, &x.theme)
	f.BoolVar(&x.json, "json", false, "print the report as JSON")
	f.BoolVar(&x.all, "all", false, answer.AllUsage)
	return cmd
}

// explore searches according to the flags, and prints the result.
func (x *surveyor) explore(c *cobra.Command, s cli.Streams, program string) error {
	if err := errors.Join(x.check(c, s), s.MayWrite(x.out, program)); err != nil {
		return err
	}
	if x.Serves {
		return x.serve(c, s, program)
	}
	name, text, err := s.ReadFile(program)
	if err != nil {
		return err
	}
	prog, err := load.Parse(s, name, text)
	if err != nil {
		return err
	}
	x.Text = text
	start, err := x.understand(c, prog)
	if err != nil {
		return err
	}
	return x.survey(c, s, prog, start)
}

// understand understands the flags that are about a program.
func (x *surveyor) understand(c *cobra.Command, prog *lang.Program) (*lang.Start, error) {
	if err := x.aim(prog); err != nil {
		return nil, fmt.Errorf("%s: --until: %w", prog.Source, err)
	}
	if err := x.Read(prog); err != nil {
		return nil, err
	}
	return x.Start(c, prog)
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

// survey searches from a start, and prints the result, however the search ended.
func (x *surveyor) survey(c *cobra.Command, s cli.Streams, prog *lang.Program, start *lang.Start) (err error) {
	defer explore.Recover(&err)
	outer := c.Context()
	cli.TakeTime(outer)
	defer x.Confine(c)()
	space, failure := x.search(c, s, prog, start)
	if space == nil {
		return cmp.Or(cli.Stopped(outer), failure)
	}
	defer space.Close()
	found := &report.Survey{
		Program: prog, Space: space, Until: x.until, Cut: x.Cut(space.Ended, x.most), Failure: load.Place(prog, failure),
		Interchangeable: x.alike,
	}
	o := exec.Options{Seed: 1, Limits: x.inStep, Generator: &trace.Generator{Name: "ceptre", Version: cli.Version}}
	err = found.FindWay(start, o)
	if found.Found() {
		x.run = found.Way
	}
	if err == nil && x.Asked() {
		err = x.answer(outer, start, found, o)
	}
	if err == nil {
		err = x.tell(c.Context(), s, found)
	}
	err = errors.Join(load.Place(prog, err), x.lack(found), flags.AllowingMore(found.Failure))
	if errors.Is(err, cli.ErrInterrupted) {
		return err // which says how it ended
	}
	return errors.Join(err, cli.Stopped(outer))
}

// answer answers the questions about all states.
func (x *surveyor) answer(ctx context.Context, start *lang.Start, found *report.Survey, o exec.Options) error {
	r, err := x.Answer(ctx, start, found.Space, o, x.all)
	if err == nil {
		found.Claims, x.refuted = r, r.Refuted()
		x.run, x.path = r.Run()
	}
	return err
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
	case x.Time < 0:
		return cli.BadFlag(c, "--time %v: give a positive time", x.Time)
	}
	if err := answer.CheckOutput(c, x.json, "-o", x.out); err != nil {
		return err
	}
	if err := errors.Join(x.checkUntil(c), x.Questions.Check(c), x.checkOut(c)); err != nil {
		return err
	}
	if err := x.Reduction.Check(c, &x.Questions, x.until, x.drawn() || x.Workers > 0); err != nil {
		return err
	}
	if err := x.Division.Check(c, &x.Questions, &x.Reduction, x.drawn()); err != nil {
		return err
	}
	if x.inStep, err = x.SearchLimits(c); err != nil {
		return err
	}
	if x.drawn() && !c.Flags().Changed("max-states") {
		x.most = mostDrawn
	}
	x.look, err = s.FindTheme(c, x.theme)
	return err
}

// checkUntil takes the facts that --until says; it stands once at the most.
func (x *surveyor) checkUntil(c *cobra.Command) error {
	switch n := len(x.untils); {
	case n > 1:
		return cli.BadFlag(c,
			"--until %q and %q: put facts that exist together into one flag, separated by commas: --until %q",
			x.untils[0], x.untils[1], x.untils[0]+", "+x.untils[1])
	case n == 1 && strings.TrimSpace(x.untils[0]) == "":
		return cli.BadFlag(c, "--until %q: want a fact, such as 'on a b'", x.untils[0])
	case n == 1:
		x.until = x.untils[0]
	}
	return nil
}

// checkOut refuses files that are none of those that can be written.
func (x *surveyor) checkOut(c *cobra.Command) error {
	switch {
	case !c.Flags().Changed("output") || x.drawn():
		return nil
	case x.until == "" && !x.Asked():
		return cli.BadFlag(c, "-o %q: only --until and questions such as --always find a run to write as a trace; the "+
			"name of a picture of the states ends with %s", x.out, english.Either(cli.PictureEnds()))
	case x.out != cli.Stdio && !form.Is(x.out):
		return cli.BadFlag(c, "-o %q: the name of a trace ends with .%s, followed by %s if compressed; "+
			"that of a picture of the states with %s", x.out, strings.Join(form.Names(), ", ."), form.Gzip,
			english.Either(cli.PictureEnds()))
	}
	return nil
}

// search finds the states, and shows on a terminal how far it is.
func (x *surveyor) search(c *cobra.Command, s cli.Streams, prog *lang.Program, start *lang.Start) (
	*explore.Space, error) {
	progress := s.Progress("searching", -1)
	defer progress.Close()
	o := explore.Options{
		Limits:    x.inStep,
		MaxStates: x.most,
		Memory:    int(x.Memory) / 2,
		Until:     x.goal,
		KeepEdges: x.drawn(),
		Progress: func(found, looked int) {
			progress.Say(fmt.Sprintf("%s, %d looked at", english.Count(found, "state"), looked))
		},
	}
	if x.Workers > 0 {
		return x.Lead(c, prog, start, o, &x.Questions, x.Memory)
	}
	x.Watch(c.Context(), &o)
	x.alike = x.Apply(&o, prog, start, x.goal)
	return explore.Search(c.Context(), prog, start, o)
}

// serve takes part in a search as one of several processes. The one that leads it sends the program, and ends it.
func (x *surveyor) serve(c *cobra.Command, s cli.Streams, program string) error {
	cli.TakeTime(c.Context()) // an interrupt is for the process that leads
	text, in, err := workers.Text(s.In)
	if err != nil {
		return nil // that process has gone
	}
	defer limit.Collect(x.Memory / limit.Size(x.Workers))()
	prog, err := load.Parse(s.Hushed(true), program, text)
	if err != nil {
		return err
	}
	start, err := x.understand(c, prog)
	if err != nil {
		return err
	}
	o := explore.Options{Limits: x.inStep, Until: x.goal}
	x.Share(context.WithoutCancel(c.Context()), &o, &x.Questions, x.Memory)
	return explore.Serve(prog, start, o, in, cli.Raw(s.Out))
}

// tell prints the result unless standard output has another use, and writes the requested file.
func (x *surveyor) tell(ctx context.Context, s cli.Streams, v *report.Survey) error {
	if x.out != cli.Stdio {
		if err := answer.Print(s, v, x.json, x.all); err != nil {
			return err
		}
	}
	switch {
	case x.out == "":
		return nil
	case x.drawn():
		return x.draw(ctx, s, v)
	case x.run == nil && x.refuted == "" && x.Asked():
		return answer.NoTrace(s, x.out, "no claim is refuted")
	case x.run == nil:
		return nil
	}
	return s.WriteFile(x.out, func(w io.Writer) error { return form.Write(x.out, w, x.run) })
}

// lack returns the error of a search that has not found the state that was asked for, so that there is no trace, or
// that has found a run against a claim.
func (x *surveyor) lack(v *report.Survey) error {
	lack := v.Lack(x.goal)
	switch {
	case x.refuted != "":
		return fmt.Errorf("%s: %s", v.Program.Source, x.refuted)
	case lack == "":
		return nil
	}
	if x.out != "" && x.out != cli.Stdio && !x.drawn() {
		lack += fmt.Sprintf("; %s is not written", x.out)
	}
	return fmt.Errorf("%s: %s", v.Program.Source, lack)
}

// draw writes the picture of the states. A .dot is written even if time is up, for where
// to put things, which takes long, it leaves to others; but not without memory. It is the
// last that goes to states: where it is given up, that may go on.
func (x *surveyor) draw(ctx context.Context, s cli.Streams, v *report.Survey) error {
	format := render.FormatOf(filepath.Ext(x.out))
	if format == render.DOTFormat && v.Space.Ended != explore.OutOfMemory {
		var free context.CancelFunc
		ctx, free = (&flags.Bounds{Memory: x.Memory}).Within(context.WithoutCancel(ctx))
		defer free()
	}
	if ctx.Err() != nil {
		return x.undrawn(ctx)
	}
	drawn, err := s.Draw(ctx, func() (*cli.Drawn, error) {
		p := &render.Picture{Diagram: states.Diagram(v.Program, v.Space, x.path), Theme: x.look}
		p.Measure(fonts.Like(x.look.Fonts.Picture))
		data, err := p.Write(ctx, format)
		drawn := &cli.Drawn{Pages: [][]byte{data}}
		for _, n := range p.Notes {
			drawn.Notes = append(drawn.Notes, n.Text)
		}
		return drawn, err
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return x.undrawn(ctx)
	case err != nil:
		return fmt.Errorf("%s: %w", x.out, err)
	}
	return s.WriteDrawn(drawn, x.out)
}

// undrawn returns the reason why the picture was not drawn.
func (x *surveyor) undrawn(ctx context.Context) error {
	limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx))
	switch {
	case !ok:
		return fmt.Errorf("%w: %s is not drawn", cli.ErrInterrupted, x.out)
	case limit.Limit == string(explore.OutOfMemory):
		return fmt.Errorf("%s: not drawn: %w; --memory allows more", x.out, limit)
	}
	return fmt.Errorf("%s: not drawn: %w; --time allows more, and .dot needs none", x.out, limit)
}
