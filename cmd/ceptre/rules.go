package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// condenser holds the flags of the verb.
type condenser struct {
	cli.Picture
	program       string
	arrows        []string
	net           bool
	cycles        int
	noCompetition bool
	all           bool
	json          bool
}

func ruleGraph(s cli.Streams) *cobra.Command {
	var f condenser
	cmd := &cobra.Command{
		Use:   "rules TRACE|PROGRAM",
		Short: "Show how rules fed each other: cycles, engines and drains, competition",
		Long: `Show a run at the level of its rules: how often each fired and what a firing adds
to the numbers of facts; which rule made what another used or read; the loops (sets
of rules that feed each other) and the cycles in them, with what going round
once does: an engine gains, a drain loses, a converter makes one thing of another,
a neutral cycle leaves the numbers as they are. And the T-invariants: how often to
fire each rule so that in the end there is as much of everything as before.

Facts count by their predicates, and apart by an argument in which all rules that
make or use up such facts name constants: 'have grain' and 'have iron' are two things,
unless some rule uses up or makes 'have X'. Numbers in facts count, too, where rules
make the new one from the old one: 'energy (E + 1) -o energy E' is energy 1 less. Those
of all facts of a kind count together, so a payment from one to another is no change. In
facts with several numbers N says which is meant, as in 'stock N _ 2 more'. By how much
a number changes, the rule says or, where that depends on other facts, the run.

With the program it also shows what could have fed what and never did, and which
rules kept others from firing by using up facts that both wanted; and the figures of a
firing are those of the rule, and not only of the firings in this run. To find which rules
kept others from firing, it lists the other moves of each state, which takes most of the
time if there are many; --no-competition leaves it out.

Of a program alone it shows what its rules could do for each other in any run.

In the picture an arrow leads from a rule to one that used up what it made, a dashed
one to one that only read it; thin ones with hollow heads show what never did; dotted
lines that end in a bar show which rules kept others from firing. A frame holds a loop. Where
these would be too many to follow, it leaves out kinds of them, and says which;
--arrows says which to draw. With --net it draws rules between the kinds of facts that
they use up, read and make, as a Petri net does, which takes far fewer arrows where many
rules make what many use; rules that do much the same stand in one box. Of a program
alone it does so unasked where there would be too many arrows.`,
		Example: `  ceptre run examples/kitchen.cep -o trace.json
  ceptre rules trace.json
  ceptre rules trace.json --program examples/kitchen.cep -o rules.svg
  ceptre rules big.ctrace --program examples/kitchen.cep --no-competition
  ceptre rules trace.json --program examples/kitchen.cep --arrows uses,prevents -o rules.svg
  ceptre rules examples/kitchen.cep
  ceptre rules examples/verona.cep --net -o verona.svg`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return f.show(c, s, args[0]) },
	}
	cmd.Flags().StringVar(&f.program, "program", "", "the program that ran")
	cmd.Flags().StringSliceVar(&f.arrows, "arrows", nil, "which `kinds` of arrows to draw, with commas between: "+
		listArrows()+" (default: all that do not hide the rest)")
	cmd.Flags().BoolVar(&f.net, "net", false, "draw the facts between the rules, too, as a Petri net")
	cmd.Flags().IntVar(&f.cycles, "cycles", 20,
		"how many cycles to list at most, and how many T-invariants; 0 to look for none")
	cmd.Flags().BoolVar(&f.noCompetition, "no-competition", false,
		"with --program: leave out which rules kept others from firing, which can take most of the time")
	cmd.Flags().BoolVar(&f.all, "all", false, answer.AllUsage)
	cmd.Flags().BoolVar(&f.json, "json", false, "print all of it as JSON")
	f.Flags(cmd)
	return cmd
}

// show prints the rules of a trace, and draws them if it is to.
func (f *condenser) show(c *cobra.Command, s cli.Streams, input string) error {
	if err := f.check(c, s, input); err != nil {
		return err
	}
	name, data, err := s.ReadFile(input)
	if err != nil {
		return err
	}
	if !form.IsRecord(name, data) {
		return f.showProgram(c, s, name, data)
	}
	t, err := s.ParseTrace(name, data)
	if err != nil {
		return err
	}
	g := causal.New(t)
	r := report.NewRules(g, kinds.Of(g))
	if f.program != "" {
		if err := f.hold(c.Context(), s, g, name, r); err != nil {
			return err
		}
	}
	r.FindCycles(f.cycles)
	if err := answer.Print(s, r, f.json, f.all); err != nil {
		return err
	}
	o := render.Options{View: render.Rules, Kinds: r.Kinds, Possible: r.Possible, Preventions: r.Preventions}
	if f.net {
		o.View = render.Net
	}
	return f.draw(c.Context(), s, g, o, r.Graph)
}

// check refuses flags that make no sense.
func (f *condenser) check(c *cobra.Command, s cli.Streams, input string) error {
	if f.cycles < 0 {
		return cli.BadFlag(c, "--cycles %d: want 0 or more", f.cycles)
	}
	if f.noCompetition && f.program == "" {
		return cli.BadFlag(c, "--no-competition leaves out what only --program adds")
	}
	if err := load.OneStdin(c, f.program, "the trace", input); err != nil {
		return err
	}
	if err := f.checkArrows(c); err != nil {
		return err
	}
	return f.Check(c, s, input, f.program)
}

// hold holds the run against its program.
func (f *condenser) hold(ctx context.Context, s cli.Streams, g *causal.Graph, name string, r *report.Rules) error {
	prog, err := load.Program(s, f.program)
	if err != nil {
		return err
	}
	load.WarnOfOther(s.Err, prog, &g.Trace.Header, name)
	if err := r.AddProgram(prog, g); err != nil || f.noCompetition {
		return load.Blame(ctx, prog, name, err)
	}
	progress := s.Progress("looking at which rules kept others from firing", len(g.Trace.Steps))
	defer progress.Close()
	limits := inquiry.CompetitionLimits{Done: progress.Done}
	return load.Blame(ctx, prog, name, r.AddCompetition(ctx, prog, g.Trace, limits))
}

// showProgram prints what the rules of a program could do for each other, and draws
// it if it is to.
func (f *condenser) showProgram(c *cobra.Command, s cli.Streams, name string, text []byte) error {
	if f.program != "" {
		return cli.BadFlag(c, "%s is a program already; --program is for the trace of a run", name)
	}
	prog, err := load.Parse(s, name, text)
	if err != nil {
		return err
	}
	potential := inquiry.NewPotential(prog, nil)
	r := report.NewPotentialRules(prog, potential)
	r.FindCycles(f.cycles)
	if err := answer.Print(s, r, f.json, f.all); err != nil || f.File == "" {
		return err
	}
	return f.drawProgram(c.Context(), s, prog, potential.Net(prog), r.Graph)
}

// drawProgram draws the rules of a program: with facts between them if that is asked for, or
// if there would be too many arrows.
func (f *condenser) drawProgram(
	ctx context.Context, s cli.Streams, prog *lang.Program, net *rules.Net, rules *rules.Graph,
) error {
	nothing := causal.New(&trace.Trace{Header: trace.Header{Program: exec.Describe(prog)}})
	tangled := !f.net && f.arrows == nil && render.IsTangle(rules, net)
	o := render.Options{View: render.Rules, Title: "what could feed what", Rules: rules}
	if f.net || tangled {
		o = render.Options{View: render.Net, Title: "what rules use up and make", Net: net}
	}
	if err := f.draw(ctx, s, nothing, o, rules); err != nil {
		return err
	}
	if tangled {
		fmt.Fprintf(s.Err, "%s: note: it shows the facts between the rules, for there are too many arrows "+
			"from rule to rule (--arrows %s draws them)\n", f.File, render.Uses)
	}
	return nil
}

// listArrows lists the kinds of arrows.
func listArrows() string {
	var names []string
	for _, k := range render.Arrows() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// checkArrows refuses arrows that there are not, or that nothing would draw.
func (f *condenser) checkArrows(c *cobra.Command) error {
	for _, kind := range f.arrows {
		switch k := render.Arrow(kind); {
		case !slices.Contains(render.Arrows(), k):
			return cli.BadFlag(c, "--arrows %q: there is %s", kind, listArrows())
		case (k == render.Prevents || k == render.Latent) && f.program == "":
			return cli.BadFlag(c, "--arrows %s needs a trace and --program: what did not happen, the program tells", kind)
		case k == render.Prevents && f.noCompetition:
			return cli.BadFlag(c, "--arrows %s draws what --no-competition leaves out", kind)
		}
	}
	switch {
	case f.arrows != nil && f.net:
		return cli.BadFlag(c, "--arrows says what leads from rule to rule; with --net facts stand between them")
	case f.arrows != nil && f.File == "":
		return cli.BadFlag(c, "--arrows is for a picture: -o names it")
	case f.net && f.File == "":
		return cli.BadFlag(c, "--net is for a picture: -o names it")
	}
	return nil
}

// draw draws rules, if a picture is wanted, and says what it leaves out.
func (f *condenser) draw(
	ctx context.Context, s cli.Streams, g *causal.Graph, o render.Options, rules *rules.Graph,
) error {
	if f.File == "" {
		return nil
	}
	var left []render.Omission
	if f.arrows == nil && o.View == render.Rules {
		left = o.Thin(rules)
	}
	for _, kind := range f.arrows {
		o.Arrows = append(o.Arrows, render.Arrow(kind))
	}
	if err := f.Draw(ctx, s, g, o); err != nil {
		return err
	}
	for _, l := range left {
		fmt.Fprintf(s.Err, "%s: note: %s (--arrows %s draws %s)\n", f.File, l.Text, l.Arrow,
			map[bool]string{true: "all", false: "them"}[l.Some])
	}
	return nil
}
