package flags

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/claims"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/explore/temporal"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// Questions holds the flags that ask about all runs of a program.
type Questions struct {
	always, eventually, leadsTo []string
	deadEnds, livelocks         bool
	unless                      string
	unfair                      bool

	prog    *lang.Program
	inquiry *temporal.Inquiry // nil for no questions
}

// Flags defines the flags on a command.
func (q *Questions) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&q.always, "always", nil,
		"ask whether this `FORMULA` holds in each state; otherwise, show a shortest run to one where it does not")
	f.StringArrayVar(&q.eventually, "eventually", nil,
		"ask whether each run comes to this `FORMULA`; otherwise, show a run that does not")
	f.StringArrayVar(&q.leadsTo, "leads-to", nil,
		"ask whether each run that comes to one formula comes to another, then or later: `FORMULAS` such as "+
			"'asked X => answered X'")
	f.BoolVar(&q.deadEnds, "dead-ends", false, "list the states in which nothing can happen, with a shortest run to each")
	f.BoolVar(&q.livelocks, "livelocks", false,
		"list the sets of states that runs never leave, and in which they go on for ever, with a shortest run into each")
	f.StringVar(&q.unless, "unless", "",
		"with --dead-ends and --livelocks, this `FORMULA` tells which states are intended")
	f.BoolVar(&q.unfair, "unfair", false,
		"with --eventually and --leads-to, think that chance may go round a loop for ever")
}

// Asked reports whether the flags ask anything.
func (q *Questions) Asked() bool {
	return len(q.always)+len(q.eventually)+len(q.leadsTo) > 0 || q.deadEnds || q.livelocks
}

// Check refuses flags that make no sense.
func (q *Questions) Check(c *cobra.Command) error {
	switch f := c.Flags(); {
	case f.Changed("unless") && !q.deadEnds && !q.livelocks:
		return cli.BadFlag(c, "--unless %q: give --dead-ends or --livelocks, too", q.unless)
	case q.unfair && len(q.eventually)+len(q.leadsTo) == 0:
		return cli.BadFlag(c, "--unfair: give --eventually or --leads-to, too")
	case f.Changed("until") && q.Asked():
		return cli.BadFlag(c, "--until ends the search where it finds the facts; leave it out to ask about all states")
	}
	return nil
}

// Read reads the formulas of the questions, which are about a program.
func (q *Questions) Read(prog *lang.Program) error {
	if !q.Asked() {
		return nil
	}
	q.prog = prog
	q.inquiry = &temporal.Inquiry{Unfair: q.unfair}
	unless := func(asked bool) []string {
		if !asked {
			return nil
		}
		return []string{q.unless}
	}
	return cmp.Or(q.ask(temporal.Always, "always", q.always), q.ask(temporal.Eventually, "eventually", q.eventually),
		q.ask(temporal.LeadsTo, "leads-to", q.leadsTo), q.ask(temporal.DeadEnds, "unless", unless(q.deadEnds)),
		q.ask(temporal.Livelocks, "unless", unless(q.livelocks)))
}

// ask reads formulas of questions of a kind, which are the values of a flag.
func (q *Questions) ask(kind temporal.Kind, flag string, formulas []string) error {
	for _, text := range formulas {
		asked, err := reader(q.prog).Question(kind, text)
		if err != nil {
			return fmt.Errorf("%s: --%s: %s", q.prog.Source, flag, visible.Line(err.Error()))
		}
		q.inquiry.Questions = append(q.inquiry.Questions, asked)
	}
	return nil
}

// Watch lets a search look at states with the questions in mind.
func (q *Questions) Watch(ctx context.Context, o *explore.Options) {
	if q.Asked() {
		q.inquiry.Done, o.Question = ctx, q.inquiry
		o.KeepEdges = o.KeepEdges || q.inquiry.NeedsEdges()
	}
}

// Answer answers the questions about the states that a search from a start found, see [claims.New].
func (q *Questions) Answer(ctx context.Context, start *lang.Start, space *explore.Space, o exec.Options, all bool) (
	*claims.Report, error) {
	return claims.New(ctx, q.prog, start, space, q.inquiry, o, all)
}

// reader reads formulas about the states of a program. A name means a fact if states may have such facts, and
// otherwise a statement.
func reader(prog *lang.Program) temporal.Reader {
	return temporal.Reader{
		Facts: func(text string) (goal.Goal, error) { return report.Goal(prog, text) },
		Statement: func(name string) *lang.Statement {
			named := func(s *lang.Statement) bool { return s.Name == name }
			isFact := func(p *lang.Pred) bool { return p.Name == name }
			at := slices.IndexFunc(prog.Statements, named)
			if at < 0 || slices.ContainsFunc(prog.Preds, isFact) {
				return nil
			}
			return prog.Statements[at]
		},
	}
}
