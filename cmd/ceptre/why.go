package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/ceptre-graph/ceptre/site/words"
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

// usualDepth is the default number of steps to go back.
const usualDepth = 8

func why(s cli.Streams) *cobra.Command {
	var x explainer
	cmd := &cobra.Command{
		Use:   "why TRACE [WHAT [WHAT]]",
		Short: "Say what led to a fact or a step of a run, or to its end",
		Long: `Say what led to a fact or a step of a recorded run: what it used, who made that,
what they used, and so on, back to the start. WHAT is the id of a step (t12) or of a
resource (x7), a fact ('at romeo square'), several facts that were there together
('at C L, dead C'), a firing of a rule ('do/travel romeo'), or what was told to the player
or came from there ('say "The end."'). Of several the last one is meant, or with --all each
of them.` + goalUsage + `

Below a step stands what it used: as such what it used up, with $ what it only needed,
with ! what is permanent, and what it proved or a sensor answered. With --program, below
what it proved stands the proof: the clauses, what they ask for and compare, down to
what is given. As much as --depth steps back is shown, and the ids of
the steps from which to go on.

With two of them it says what led to both, and where the ways to them part.

Without WHAT it says what the end of the run rests on: the facts that are left, the steps
that made them and how many led to these; and which steps led to nothing that is left, rule
by rule. Steps that only led from one stage to the next are counted apart, and with --stages
as the others. --json lists all of it; the picture marks what is left and what led nowhere.

--minimal cuts the explanation down to a story in which nothing can be left out: it can be
played from the facts it starts with, and without any of its steps it cannot. Here
facts count and not where they came from: who walks in a circle could as well have
stayed. Links between stages are taken as they were, even where something could
still happen before. Shown is the same as without it, of the steps of the story alone: so
many --depth steps back, and links only with --stages; then how many of the steps that
led to it are in the story. --depth 0 shows all of the story, and of each step what there
would not be without it.`,
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
	f.IntVar(&x.reach.Depth, "depth", usualDepth, "how many steps to go back at most; 0 is all the way")
	f.StringVar(&x.reach.Until, "until", "", "a rule beyond whose firings not to go")
	f.BoolVar(&x.reach.Stages, "stages", false, "follow the marks of stages, too, and the links that made them")
	f.BoolVar(&x.all, "all", false, "explain all facts or steps that fit, not just the last; of the end, list everything")
	f.BoolVar(&x.minimal, "minimal", false, "cut down to a story in which nothing can be left out")
	f.BoolVar(&x.sentences, "sentences", false, "tell it in sentences, with the story's own prose where there is some")
	f.StringVar(&x.prose, "prose", "", "the Markdown file with the prose (default: that which lies beside the trace, or beside --program)")
	cli.CastFlags(cmd, &x.casting)
	f.StringVar(&x.program, "program", "", "the program that ran, for the proofs of what steps proved; with --sentences for its prose")
	f.BoolVar(&x.json, "json", false, "print the explanation as a trace of just these steps; of the end, what it rests on and what led nowhere")
	x.Flags(cmd)
	return cmd
}

// explain prints why there is what the words name.
func (x *explainer) explain(c *cobra.Command, s cli.Streams, input string, asked []string) error {
	if err := errors.Join(x.check(c, asked), x.Check(c, s, input, x.program)); err != nil {
		return err
	}
	q, err := x.read(c, s, input)
	if err != nil {
		return err
	}
	if err := q.checkUntil(); err != nil {
		return err
	}
	for _, word := range asked {
		if err := q.find(s.Err, word); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	if err := q.findTeller(s); err != nil {
		return err
	}
	answer := q.answer()
	if end, ok := answer.(*finish); ok && x.json {
		return errors.Join(x.Draw(c.Context(), s, end.graph(), end.picture()), writeJSON(s.Out, end.Data()))
	}
	if err := x.Draw(c.Context(), s, answer.graph(), answer.picture()); err != nil {
		return err
	}
	if x.json {
		return json.Write(cli.Data(s.Out), answer.graph().Trace)
	}
	return answer.write(s.Out)
}

// check refuses flags that make no sense together.
func (x *explainer) check(c *cobra.Command, asked []string) error {
	two, end := len(asked) > 1, len(asked) == 0
	switch {
	case x.reach.Depth < 0:
		return cli.BadFlag(c, "--depth %d: there are no fewer than none", x.reach.Depth)
	case c.Flags().Changed("until") && x.reach.Until == "":
		return cli.BadFlag(c, `--until "": say a rule`)
	case end && (c.Flags().Changed("depth") || x.reach.Until != ""):
		return cli.BadFlag(c, "--depth and --until explain one thing; what led to the end is followed all the way")
	case end && x.minimal:
		return cli.BadFlag(c, "--minimal tells of one thing at a time, and not of the end")
	case two && (c.Flags().Changed("depth") || x.reach.Until != ""):
		return cli.BadFlag(c, "--depth and --until explain one thing; what led to two is followed all the way")
	case x.minimal && x.reach.Until != "":
		return cli.BadFlag(c, "a story in which nothing can be left out has no --until")
	case x.minimal && (two || x.all):
		return cli.BadFlag(c, "--minimal tells of one thing at a time")
	case x.json && x.sentences:
		return cli.BadFlag(c, "give --json or --sentences, but not both")
	case x.casting.By+x.casting.Place != "" && !x.sentences:
		return cli.BadFlag(c, "--by and --place are for --sentences")
	case x.prose != "" && !x.sentences:
		return cli.BadFlag(c, "--prose is for --sentences")
	case x.program != "" && !x.sentences && (two || x.json):
		return cli.BadFlag(c, "--program shows proofs, and there are none in --json and in what is said of two")
	case x.program != "" && !x.sentences && end:
		return cli.BadFlag(c, "--program shows proofs, and there are none in what is said of the end")
	}
	return nil
}

// question is a question about a run.
type question struct {
	*explainer
	graph   *causal.Graph
	name    string   // of the trace, for messages
	names   []string // names of its subjects
	targets [][]causal.Target
	teller  *tell.Teller // for sentences
	// proofs is nil where the program is not given.
	proofs func(causal.Event, trace.Fact) (*causal.Derivation, error)
}

// checkUntil refuses a rule that did not fire.
func (q *question) checkUntil() error {
	if q.reach.Until == "" {
		return nil
	}
	selected := q.graph.Selected(q.reach.Until)
	for e := range causal.Event(q.graph.Len()) {
		if selected(q.graph.Rule(e)) {
			return nil
		}
	}
	meant := ""
	if rules := q.graph.Rules(); len(rules.Select(q.reach.Until)) == 0 {
		meant = rules.MeantOrAll(q.reach.Until)
	}
	return fmt.Errorf("%s: --until: no rule %s fired%s", q.name, trace.Visible(q.reach.Until), meant)
}

// find looks up what a word names, and says which of several is meant.
func (q *question) find(w io.Writer, word string) error {
	found, err := q.graph.FindEach(word)
	if err != nil {
		return errors.New(trace.Visible(err.Error()))
	}
	last := len(found) - 1
	if last > 0 && !q.all {
		fmt.Fprintf(w, "%s: note: %s fits %d times; this is the last, %s; before came %s\n",
			q.name, trace.Visible(word), last+1, q.graph.Names(found[last]), q.graph.NamesOfEach(found[:last]))
		found = found[last:]
	}
	if q.minimal && len(found[0]) > 1 {
		return fmt.Errorf("--minimal tells of one thing at a time, and %s is %s", trace.Visible(word),
			plural.Count(len(found[0]), "fact"))
	}
	q.names = append(q.names, q.nameOf(word, found))
	q.targets = append(q.targets, unrepeated(slices.Concat(found...)))
	return nil
}

// unrepeated returns targets, each once.
func unrepeated(targets []causal.Target) (out []causal.Target) {
	known := make(map[causal.Target]bool)
	for _, t := range targets {
		if !known[t] {
			known[t] = true
			out = append(out, t)
		}
	}
	return out
}

// nameOf returns what a word names: the fact, the facts that were there together, or the
// firing; and the word where it fits several times.
func (q *question) nameOf(word string, found [][]causal.Target) string {
	if len(found) > 1 {
		return word
	}
	return words.List(texts(found[0], func(t causal.Target) string {
		if t.Resource != nil {
			return q.graph.Shapes().Resource(*t.Resource.Resource).String()
		}
		return report.Unnumbered(q.graph.Rules(), q.graph.Shapes(), q.graph.Step(t.Event))
	}))
}

// title returns the question as the title of a picture.
func (q *question) title() string {
	return "why " + strings.Join(q.names, " and ") + "?"
}

// tell returns a step as a sentence.
func (q *question) tell(step *trace.Step) string {
	e, _ := q.graph.Event(step.ID)
	return q.teller.Sentence(e)
}

// say returns a step with its id.
func (q *question) say(step *trace.Step) string {
	if q.sentences {
		return q.tell(step) + " (" + step.ID.String() + ")"
	}
	return report.Named(q.graph.Rules(), q.graph.Shapes(), step)
}
