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
		Short: "Show how rules feed each other: cycles, engines, drains and competition",
		Long: `Show a run as a graph of its rules: how often each rule fired and how a firing changes the
numbers of facts; which rule made facts that another used or read; and loops, that is,
sets of rules that feed each other, with the cycles in them. An engine gains something on
each round of its cycle, a drain loses something, a converter turns one thing into
another, and a neutral cycle changes nothing. T-invariants are also listed: how often each
rule has to fire so that the amounts of all facts stay the same.

Facts are counted by predicate. An argument is counted apart if all rules that make or use
up such facts have a constant there: 'have grain' and 'have iron' are two things, unless a
rule uses up or makes 'have X'. Numbers in facts count if rules make the new number from
the old one: 'energy (E + 1) -o energy E' costs 1 energy. The numbers of all facts of a
kind are added up, so a payment between two owners changes nothing. In facts with several
numbers, N marks the one that counts, as in 'stock N _ 2 more'. Changes that depend on
other facts are taken from the run.

With --program, rules also shows which rules could have fed each other but never did, and
which rules kept others from firing by using up facts that both needed; changes are then
those that the rule states, not only those of this run. The competition between rules is
found by listing the other moves of each state, which can take most of the time;
--no-competition skips it.

Given a program instead of a trace, it shows how its rules could feed each other in any
run.

In the picture, an arrow leads from a rule to a rule that used up facts of the first one.
A dashed arrow leads to a rule that only read them; a thin arrow with a hollow head shows
what never happened; a dotted line that ends in a bar shows which rule kept another from
firing. A frame encloses a loop. If there are too many arrows to follow, some kinds are
left out, and a note says which; --arrows selects the kinds. --net draws a Petri net:
rules, and between them the kinds of facts that they use up, read and make. It needs far
fewer arrows where many rules share facts; rules that do almost the same share a box. For
a program, the net is drawn by default if there would be too many arrows.`,
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
	cmd.Flags().StringVar(&f.program, "program", "", "the `PROGRAM` of the run, to show what could have happened, too")
	cmd.Flags().StringSliceVar(&f.arrows, "arrows", nil, "draw these `KINDS` of arrows, separated by commas: "+
		listArrows()+" (default: as many as stay readable)")
	cmd.Flags().BoolVar(&f.net, "net", false, "draw a Petri net: the facts between the rules, too")
	cmd.Flags().IntVar(&f.cycles, "cycles", 20,
		"list at most `N` cycles and N T-invariants; 0 for none")
	cmd.Flags().BoolVar(&f.noCompetition, "no-competition", false,
		"with --program: do not search for rules that kept others from firing, which can take most of the time")
	cmd.Flags().BoolVar(&f.all, "all", false, answer.AllUsage)
	cmd.Flags().BoolVar(&f.json, "json", false, "print the report as JSON")
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
		return cli.BadFlag(c, "--no-competition needs --program")
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
		return cli.BadFlag(c, "%s is a program; --program goes with the trace of a run", name)
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
	tangled := !f.net && f.arrows == nil && render.IsTangle(rules, net)
	o := render.Options{View: render.Rules, Title: "what could feed what", Rules: rules}
	if f.net || tangled {
		o = render.Options{View: render.Net, Title: "what rules use up and make", Net: net}
	}
	if err := f.draw(ctx, s, load.NoRun(prog), o, rules); err != nil {
		return err
	}
	if tangled {
		fmt.Fprintf(s.Err, "%s: note: the picture shows the facts between the rules, because there are too many arrows "+
			"from rule to rule (--arrows %s draws these)\n", f.File, render.Uses)
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
			return cli.BadFlag(c, "--arrows %q: want one of %s", kind, listArrows())
		case (k == render.Prevents || k == render.Latent) && f.program == "":
			return cli.BadFlag(c, "--arrows %s needs a trace and --program, which shows what could have happened", kind)
		case k == render.Prevents && f.noCompetition:
			return cli.BadFlag(c, "--arrows %s does not go with --no-competition", kind)
		}
	}
	switch {
	case f.arrows != nil && f.net:
		return cli.BadFlag(c, "--arrows selects arrows from rule to rule; with --net, there are facts between them")
	case f.arrows != nil && f.File == "":
		return cli.BadFlag(c, "--arrows needs a picture: name one with -o")
	case f.net && f.File == "":
		return cli.BadFlag(c, "--net needs a picture: name one with -o")
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
