package main

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
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
of all facts of a kind count together, so what one pays another gets is no change. In
facts with several numbers N says which is meant, as in 'stock N _ 2 more'. By how much
a number changes, the rule says or, where that depends on other facts, the run.

With the program it also shows what could have fed what and never did, and which
rules kept others from firing by using up what both wanted; and what a
firing adds is that of the rule, and not only of the firings in this run. For who kept
whom from firing it looks at what else could have happened in each state, which takes
most of the time where that is much; --no-competition leaves it out.

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
	cmd.Flags().StringSliceVar(&f.arrows, "arrows", nil, "which `kinds` of arrows to draw, with commas between: "+listArrows()+" (default: all that do not hide the rest)")
	cmd.Flags().BoolVar(&f.net, "net", false, "draw the facts between the rules, too, as a Petri net")
	cmd.Flags().IntVar(&f.cycles, "cycles", 20, "how many cycles to list at most, and how many T-invariants; 0 to look for none")
	cmd.Flags().BoolVar(&f.noCompetition, "no-competition", false,
		"with --program: leave out which rules kept others from firing, which can take most of the time")
	cmd.Flags().BoolVar(&f.all, "all", false, allUsage)
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
	r := newRuleReport(g, kinds.Of(g))
	if f.program != "" {
		if err := f.hold(c.Context(), s, g, name, r); err != nil {
			return err
		}
	}
	r.findCycles(f.cycles)
	if err := f.drawRun(c.Context(), s, g, r); err != nil {
		return err
	}
	return f.print(s, r)
}

// print writes the report.
func (f *condenser) print(s cli.Streams, r *ruleReport) error {
	if f.json {
		return writeJSON(s.Out, r.data())
	}
	r.whole = f.all
	return r.write(s.Out)
}

// check refuses flags that make no sense.
func (f *condenser) check(c *cobra.Command, s cli.Streams, input string) error {
	if f.cycles < 0 {
		return cli.BadFlag(c, "--cycles %d: there are no fewer than none", f.cycles)
	}
	if f.noCompetition && f.program == "" {
		return cli.BadFlag(c, "--no-competition leaves out what only --program adds")
	}
	if err := oneStdin(c, f.program, "the trace", input); err != nil {
		return err
	}
	if err := f.checkArrows(c); err != nil {
		return err
	}
	return f.Check(c, s, input, f.program)
}

// hold holds the run against its program.
func (f *condenser) hold(ctx context.Context, s cli.Streams, g *causal.Graph, name string, r *ruleReport) error {
	prog, err := load(s, f.program)
	if err != nil {
		return err
	}
	warnOfOther(s.Err, prog, &g.Trace.Header, name)
	if err := r.addProgram(prog, g); err != nil || f.noCompetition {
		return blame(ctx, prog, name, err)
	}
	progress := s.Progress("looking at which rules kept others from firing", len(g.Trace.Steps))
	defer progress.Close()
	limits := inquiry.CompetitionLimits{Done: progress.Done}
	return blame(ctx, prog, name, r.addCompetition(ctx, prog, g.Trace, limits))
}

// addProgram adds what the program says of its rules, and tells apart what the program
// does.
func (r *ruleReport) addProgram(prog *lang.Program, g *causal.Graph) error {
	start, err := replay.Start(prog, g.Trace)
	if err != nil {
		return err
	}
	potential := inquiry.NewPotential(prog, start)
	*r = *newRuleReport(g, potential.Kinds)
	for _, rule := range prog.Rules() {
		if i := slices.IndexFunc(r.graph.Nodes, func(n rules.Node) bool { return n.Rule == rule.Label }); i >= 0 {
			incidence, observed := potential.Incidence(rule).Observed(r.incidences[i])
			r.incidences[i], r.observed = incidence, r.observed || observed
		}
	}
	r.exact = true
	r.possible = potential.Unhappened(r.graph)
	return nil
}

// addCompetition adds which rules kept which others from firing in the run.
func (r *ruleReport) addCompetition(ctx context.Context, prog *lang.Program, t *trace.Trace, limits inquiry.CompetitionLimits) error {
	competition, err := inquiry.Compete(ctx, prog, t, limits)
	if err != nil {
		return err
	}
	r.contested = true
	r.preventions, r.cut = competition.Rules, competition.Cut
	r.prevented = listPrevented(t, competition.Preventions)
	return nil
}

// listPrevented lists which rules prevented which others, in words.
func listPrevented(t *trace.Trace, preventions []inquiry.Prevention) []preventedData {
	facts := make(map[trace.ResourceID]string)
	for _, r := range t.Resources {
		facts[r.ID] = r.String()
	}
	return each(preventions, func(p inquiry.Prevention) preventedData {
		d := preventedData{Step: p.Winner.ID.String(), What: p.Winner.String(), Prevented: p.Loser(), Over: facts[p.Resource]}
		if p.Later != nil {
			d.Later = p.Later.ID.String()
		}
		return d
	})
}
