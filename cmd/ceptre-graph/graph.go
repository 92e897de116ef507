package main

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// job is one call of the command.
type job struct {
	cli.Streams
	input  string
	output target
	look   look
	part   part
	older  bool
	open   bool
	watch  bool
}

func graph(s cli.Streams) *cobra.Command {
	j := &job{Streams: s}
	cmd := &cobra.Command{
		Use:   "ceptre-graph TRACE",
		Short: "Draw what led to what in a recorded run",
		Long: `Draw a trace written by 'ceptre run -o' or 'ceptre publish', or by another engine:
the older Ceptre's text, trace.dot or JSON, or Celf's answer. The views:

  causal     transitions as boxes and the facts they used and made as ovals. A dashed
             arrow leads to a transition that only reads a fact. Long ones are not
             drawn: the fact is named in the reader's box (--reads all draws them). Facts
             that nothing uses are named in the box of the transition that made them.
             Dotted arrows show order that comes from stages or from hidden facts.
  steps      the transitions alone, each below those that had to come before it
  rules      which rules fed each other, how often, and which loops gain or lose
  net        rules between the kinds of facts that they use and make; rules that do
             much the same share a box
  threads    a lane for each character; a meeting is a box across lanes
  storyline  who is with whom, when: lines in the same place run together
  timeline   over time: numbers in facts (coin, health, price), how often each rule
             fired, and how many facts there were
  state      the facts at the end, or at a step (--at), around the things they are about
  board      a grid with what stands on it, from facts such as 'at 1 2 hero': moments at
             which it changes, or the one after a step (--at)
  why        the causes of a fact or a step, named by --past

Flags can select a part of the run. WHAT is the id of a step (t12) or of a resource (x7);
a fact or a firing, with _ for anything ('at romeo _'); facts that were there together
('at C L, dead C'); or the name of a rule, a predicate or a stage.

For runs of more than 40 transitions, the views causal and steps show the turning
points, the transitions that much of the run depends on. The others are folded into
boxes between them, and a note accounts for each. --whole draws everything. So do the
flags that select a part of the run, --collapse and --max-nodes.

A picture with too many nodes to read is folded until it fits: first repeated rules and
chains become boxes, then visits to stages, then rounds of stages, then stretches of the
run. Where no stage comes again but a fact such as 'turn ann', 'phase draw' or 'round 7'
marks the turns of a game, turns take the place of visits. A note says how much was
folded. Threads and storylines fold only repeated rules; if that is not enough, they stop
early: --from draws the rest, and --by with fewer characters leaves out less. Of more
than 300 characters, they draw those with the most events.

The picture is written beside the trace (trace.json to trace.svg, other views to
trace-rules.svg and so on) or to -o; - is standard input or output. The end of the name
chooses the format: .svg, .html (a page to move around in, like --interactive), .dot,
.png, .pdf, .txt or .json.`,
		Example: `  ceptre-graph public/trace.json
  ceptre-graph trace.json --interactive --open
  ceptre-graph trace.json --view threads --by tamara,luisa -o threads.svg
  ceptre-graph big.json --view timeline --format text -o -
  ceptre-graph trace.json --view why --past 'dead tybalt'
  ceptre-graph trace.json --past 'at C churchyard, dead C'
  ceptre-graph trace.json --by character=juliet --hide-predicates at
  ceptre-graph trace.json --view steps --collapse repeat,chains --format text -o - | less
  ceptre-graph trace.json --view storyline --page slide -o story.pdf
  ceptre-graph trace.json --from t20 --to t40 --watch
  ceptre-graph big.json --tiles 250 -o tiles
  ceptre run story.cep -o - --quiet | ceptre-graph - > story.svg`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			j.input = args[0]
			return j.run(c)
		},
		ValidArgsFunction: completeTrace,
	}
	enter(cmd, "View", j.look.flags)
	enter(cmd, "Part of the run", j.part.trim)
	enter(cmd, "Detail", j.part.fold)
	enter(cmd, "Output", j.output.flags)
	enter(cmd, "Other flags", j.flags)
	cmd.SetUsageFunc(usage(cmd.UsageFunc()))
	cmd.CompletionOptions.DisableNoDescFlag = true
	cmd.AddCommand(theme())
	return cmd
}

// flags enters the flags that are neither about looks nor about parts or files.
func (j *job) flags(c *cobra.Command) {
	c.Flags().BoolVar(&j.open, "open", false, "open the picture after writing it")
	c.Flags().BoolVar(&j.watch, "watch", false, "draw again whenever the trace changes, until Ctrl-C")
	c.Flags().BoolVar(&j.older, "older", false,
		"draw a fact that is only read as used up and made again, as the older Ceptre did; for comparison")
}

// run checks the flags, draws, and goes on as the flags want.
func (j *job) run(c *cobra.Command) error {
	o, err := j.options(c)
	if err != nil {
		return err
	}
	if err := j.output.check(c, j); err != nil {
		return err
	}
	if !j.watch {
		return j.draw(c.Context(), o)
	}
	return cli.Watch(c.Context(), j.input, func() {
		if err := j.draw(c.Context(), o); err != nil && c.Context().Err() == nil {
			fmt.Fprintln(j.Err, err)
		}
	})
}

// options checks the flags that select the contents of the picture.
func (j *job) options(c *cobra.Command) (render.Options, error) {
	o, err := j.look.options(c, j.Streams)
	if err != nil {
		return o, err
	}
	if j.look.prose == cli.Stdio && (j.watch || j.input == cli.Stdio) {
		return o, cli.BadFlag(c, "--prose - is standard input, which can be read once; name a file")
	}
	return o, j.part.options(c, &o)
}

// draw draws the trace and writes the picture. The first one is shown, if that is
// wanted.
func (j *job) draw(ctx context.Context, o render.Options) error {
	w := &work{job: j, options: o, progress: j.Progress("reading", -1)}
	defer w.progress.Close()
	m, err := cli.AtOnce(ctx, func() (*made, error) { return w.prepare(ctx) })
	if err != nil {
		return err
	}
	if err := w.write(ctx, m); err != nil || !j.open {
		return err
	}
	j.open = false
	return cli.Open(j.output.first())
}
