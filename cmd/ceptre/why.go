package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/spf13/cobra"
)

// explainer holds the flags of the verb.
type explainer struct {
	cli.Picture
	reach                    causal.Reach
	casting                  cast.Options
	prose, program           string
	sentences, minimal, json bool
	all                      bool
}

func why(s cli.Streams) *cobra.Command {
	var x explainer
	cmd := &cobra.Command{
		Use:   "why TRACE [WHAT [WHAT]]",
		Short: "Say what led to a fact or a step of a run, or to its end",
		Long: `Say what led to a fact or a step of a recorded run: the facts that it used, the steps that
made them, the facts that those used, and so on, back to the start. WHAT is the id of a
step (t12) or of a resource (x7), a fact ('at romeo square'), several facts that existed
together ('at C L, dead C'), a firing of a rule ('do/travel romeo'), or an action or an
answer of a sensor ('say "The end."'). If several fit, the last one is explained; --all
explains all of them.` + answer.FactsUsage + `

Below each step are the facts that it used: without a mark if it used them up, with $ if
it only read them, with ! if they are permanent; then the facts that had to be absent,
and the facts that it proved or derived or that a sensor answered. With --program, the
proof is below each proved fact: the clauses with their premises and comparisons, down to
given facts. --depth limits how many steps back are shown; the ids of the steps before them
are listed, to go on from there.

Given two WHATs, why says what led to both of them, and where the ways to them part.

Without WHAT, it explains the end of the run: the facts that are left, the steps that made
them, and how many steps led to these; and, rule by rule, the steps that led to nothing
that is left. Links between stages are counted separately; with --stages they count like
other steps. --json lists everything. The picture marks the facts that are left and the
steps that led nowhere.

--minimal reduces the explanation to a story from which no step can be left out: its steps
are possible, in order, from the facts at its start, but not without any one of them. Only
the facts count here, not the steps that made them, so a character that walks in a circle
could as well have stayed. Links between stages are kept as they were, even if other moves
would still be possible before them. The answer looks like the one without --minimal, but
has only steps of the story, at most --depth steps back, and links only with --stages; at
the end it counts the steps of the story that led to WHAT. --depth 0 shows the whole
story, and for each step the facts that would be missing without it.`,
		Example: `  ceptre why trace.json '!dead tybalt'
  ceptre why trace.json t41 --sentences --program examples/verona.cep
  ceptre why trace.json 'mourn juliet' --depth 3 -o why.svg
  ceptre why trace.json t41 --minimal
  ceptre why trace.json t41 --program examples/verona.cep
  ceptre why trace.json 'at C L, dead C'
  ceptre why trace.json 'dead romeo' 'dead tybalt'
  ceptre why trace.json -o end.svg`,
		Args: cli.Usage(cobra.RangeArgs(1, 3)),
		RunE: func(c *cobra.Command, args []string) error { return x.explain(c, s, args[0], args[1:]) },
	}
	f := cmd.Flags()
	f.IntVar(&x.reach.Depth, "depth", causal.UsualDepth, "go back at most `N` steps; 0 for no limit")
	f.StringVar(&x.reach.Until, "until", "", "do not go back beyond firings of this `RULE`")
	f.BoolVar(&x.reach.Stages, "stages", false, "follow the marks of stages and the links that made them, too")
	f.BoolVar(&x.all, "all", false, "explain all facts or steps that fit, not only the last; for the end, list everything")
	f.BoolVar(&x.minimal, "minimal", false, "reduce the explanation to a story from which no step can be left out")
	f.BoolVar(&x.sentences, "sentences", false, "explain in sentences, in the words of the prose where it has some")
	f.StringVar(&x.prose, "prose", "",
		"read the prose from `FILE` (default: the one beside the trace, or beside --program)")
	cli.CastFlags(cmd, &x.casting)
	f.StringVar(&x.program, "program", "",
		"the `PROGRAM` of the run, to show proofs; with --sentences, to find its prose")
	f.BoolVar(&x.json, "json", false,
		"print the explanation as a trace of its steps; for the end, the report as JSON")
	x.Flags(cmd)
	return cmd
}

// explain prints why there is what the words name.
func (x *explainer) explain(c *cobra.Command, s cli.Streams, input string, asked []string) error {
	if err := errors.Join(x.check(c, asked), x.Check(c, s, input, x.program)); err != nil {
		return err
	}
	q, name, err := x.read(c, s, input)
	if err != nil {
		return err
	}
	if err := q.CheckUntil(); err != nil {
		return fmt.Errorf("%s: --until: %w", name, err)
	}
	for _, word := range asked {
		note, err := q.Ask(word)
		if note != "" {
			fmt.Fprintf(s.Err, "%s: note: %s\n", name, note)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	var fact func(*trace.Resource) string
	var event func(*trace.Step) string
	if x.sentences {
		teller, err := x.teller(s, q.Graph, name)
		if err != nil {
			return err
		}
		q.Teller = teller
		fact, event = teller.Tips()
	}
	a := q.Answer()
	if err := answer.Print(s, a, x.json, x.all); err != nil {
		return err
	}
	p := a.Picture()
	return x.Draw(c.Context(), s, a.Shown(), render.Options{
		Title: p.Title, Select: fold.Options{StageTokens: p.Stages, Persistent: true},
		Overlay: &render.Overlay{Sides: p.Sides, Left: p.Left, Right: p.Right},
		Fact:    fact, Event: event,
	})
}

// check refuses flags that make no sense together.
func (x *explainer) check(c *cobra.Command, asked []string) error {
	two, end := len(asked) > 1, len(asked) == 0
	switch {
	case x.reach.Depth < 0:
		return cli.BadFlag(c, "--depth %d: want 0 or more", x.reach.Depth)
	case c.Flags().Changed("until") && x.reach.Until == "":
		return cli.BadFlag(c, `--until "": say a rule`)
	case end && (c.Flags().Changed("depth") || x.reach.Until != ""):
		return cli.BadFlag(c, "--depth and --until need WHAT; the end is explained all the way back")
	case end && x.minimal:
		return cli.BadFlag(c, "--minimal needs WHAT; it does not explain the end")
	case two && (c.Flags().Changed("depth") || x.reach.Until != ""):
		return cli.BadFlag(c, "--depth and --until need one WHAT; two are explained all the way back")
	case x.minimal && x.reach.Until != "":
		return cli.BadFlag(c, "give --minimal or --until, but not both")
	case x.minimal && (two || x.all):
		return cli.BadFlag(c, "--minimal explains one thing at a time")
	case x.json && x.sentences:
		return cli.BadFlag(c, "give --json or --sentences, but not both")
	case x.casting.By+x.casting.Place != "" && !x.sentences:
		return cli.BadFlag(c, "--by and --place are for --sentences")
	case x.prose != "" && !x.sentences:
		return cli.BadFlag(c, "--prose is for --sentences")
	case x.program != "" && !x.sentences && (two || x.json):
		return cli.BadFlag(c, "--program shows proofs, which --json and the answer for two WHATs do not have")
	case x.program != "" && !x.sentences && end:
		return cli.BadFlag(c, "--program shows proofs, which the explanation of the end does not have")
	}
	return nil
}

// read reads the trace that is asked about, and the program if it is given. It returns the name of
// the trace, too.
func (x *explainer) read(c *cobra.Command, s cli.Streams, input string) (q *report.Question, name string, err error) {
	q = &report.Question{Reach: x.reach, All: x.all, Minimal: x.minimal}
	if x.program == "" {
		name, t, err := s.ReadTrace(input)
		if err == nil {
			q.Graph = causal.New(t)
		}
		return q, name, err
	}
	p, err := load.ReadPair(c, s, x.program, input)
	if err != nil {
		return nil, "", err
	}
	if err := p.NoRun(c.Context(), replay.Belongs(p.Program, &p.Trace.Header)); err != nil {
		return nil, "", err
	}
	q.Graph = causal.New(p.Trace)
	q.Proofs = inquiry.Proofs(c.Context(), p.Program, q.Graph)
	return q, p.Name, nil
}

// teller returns the teller of a run: in the author's words if there are some that fit.
func (x *explainer) teller(s cli.Streams, g *causal.Graph, name string) (*tell.Teller, error) {
	places := beside.Trace(g.Trace, name)
	if x.program != "" {
		places = append(beside.Program(x.program), places...)
	}
	text, notes, err := beside.Fitting(s, x.prose, places, g.Trace.Program)
	for _, note := range notes {
		fmt.Fprintln(s.Err, visible.Line(note))
	}
	if err != nil {
		return nil, err
	}
	return flags.Teller(g, text, x.casting)
}
