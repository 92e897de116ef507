package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// differ holds the flags of the verb.
type differ struct {
	cli.Picture
	json bool
}

func diffing(s cli.Streams) *cobra.Command {
	var d differ
	cmd := &cobra.Command{
		Use:   "diff LEFT RIGHT",
		Short: "Say where two runs part, and what followed",
		Long: `Lay two traces over each other, whatever the order of steps that have nothing to do
with each other: say how much of the runs is common from the start on, where they
part, what both wanted there, and what followed on either side. A step is common
if all that led to it is.

Exits with 1 if the runs differ, and with 0 if they are the same.`,
		Example: `  ceptre run examples/verona.cep --seed 1 -o one.json
  ceptre run examples/verona.cep --seed 2 -o two.json
  ceptre trace diff one.json two.json -o diff.svg`,
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(c *cobra.Command, args []string) error { return d.diff(c, s, args[0], args[1]) },
	}
	cmd.Flags().BoolVar(&d.json, "json", false, "print the answer as JSON")
	d.Flags(cmd)
	return cmd
}

// diff prints where two runs part.
func (d *differ) diff(c *cobra.Command, s cli.Streams, left, right string) error {
	if left == cli.Stdio && right == cli.Stdio {
		return cli.BadFlag(c, "only one of the traces can come from standard input")
	}
	if err := d.Check(c, left, right); err != nil {
		return err
	}
	leftName, a, err := s.ReadTrace(left)
	if err != nil {
		return err
	}
	rightName, b, err := s.ReadTrace(right)
	if err != nil {
		return err
	}
	p := &comparison{causal.Compare(causal.New(a), causal.New(b)), leftName, rightName}
	if err := p.draw(c, s, d); err != nil {
		return err
	}
	if d.json {
		err = writeJSON(s.Out, p.data())
	} else {
		err = p.write(s.Out)
	}
	if err == nil && !p.Same {
		return cli.ErrReported
	}
	return err
}

// comparison tells how two runs differ.
type comparison struct {
	*causal.Diff
	left, right string // the names of the traces
}

// draw draws one run over the other, if it is to.
func (p *comparison) draw(c *cobra.Command, s cli.Streams, d *differ) error {
	if d.File == "" {
		return nil
	}
	u := causal.Unite(p.Left.Trace, p.Renamed())
	return d.Draw(c.Context(), s, u.Graph, render.Options{
		Title:   p.left + " and " + p.right,
		Overlay: &render.Overlay{Sides: u.Sides, Left: "only " + p.left, Right: "only " + p.right},
	})
}

// write writes the answer as text.
func (p *comparison) write(w io.Writer) error {
	b := &report{}
	switch common := p.Left.Len() - len(p.OnlyLeft); {
	case p.Same:
		b.line("The runs are the same, but for the order of steps that have nothing to do with each other: %s.", plural(p.Left.Len(), "step"))
	case common == 0:
		b.line("The runs have no steps in common.")
	default:
		b.line("The runs have %s in common.", plural(common, "step"))
	}
	if !p.Same {
		p.writeStart(b)
		p.writeParting(b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeStart writes how the initial states differ.
func (p *comparison) writeStart(b *report) {
	left, right := p.Initial()
	b.list(p.left+" alone starts with", texts(left, fact))
	b.list(p.right+" alone starts with", texts(right, fact))
}

func fact(r *causal.Resource) string { return r.String() }

// writeParting writes where the runs part, and what followed.
func (p *comparison) writeParting(b *report) {
	left, right := p.Firsts()
	b.list("They part where "+p.left+" goes on with", texts(left, p.leftFirst))
	b.list("They part where "+p.right+" goes on with", texts(right, func(e causal.Event) string { return stepOf(p.Right, e) }))
	b.list("What followed in "+p.left, texts(except(p.OnlyLeft, left), func(e causal.Event) string { return stepOf(p.Left, e) }))
	b.list("What followed in "+p.right, texts(except(p.OnlyRight, right), func(e causal.Event) string { return stepOf(p.Right, e) }))
}

func stepOf(g *causal.Graph, e causal.Event) string {
	return g.Step(e).ID.String() + " " + g.Step(e).String()
}

// leftFirst tells of a step of the left run where the runs part, and what was in its
// way in the right one.
func (p *comparison) leftFirst(e causal.Event) string {
	rival, over := p.Rivals(e)
	if rival == causal.Outside {
		return stepOf(p.Left, e)
	}
	return fmt.Sprintf("%s; there %s took %s", stepOf(p.Left, e), strings.TrimSpace(stepOf(p.Right, rival)), over)
}

// except returns the events but for some.
func except(events, some []causal.Event) []causal.Event {
	var out []causal.Event
	for _, e := range events {
		if len(some) > 0 && some[0] == e {
			some = some[1:]
			continue
		}
		out = append(out, e)
	}
	return out
}

// comparisonData is the answer as data.
type comparisonData struct {
	Same   bool        `json:"same"`
	Common [][2]string `json:"common"` // steps of left and right that correspond
	Left   sideData    `json:"left"`
	Right  sideData    `json:"right"`
}

// sideData is what one run has only.
type sideData struct {
	Name    string     `json:"name"`
	Initial []string   `json:"initial"`
	First   []stepData `json:"first"`
	Steps   []stepData `json:"steps"`
}

func (p *comparison) data() comparisonData {
	initialLeft, initialRight := p.Initial()
	firstLeft, firstRight := p.Firsts()
	d := comparisonData{
		Same: p.Same, Common: [][2]string{},
		Left:  sideData{p.left, texts(initialLeft, fact), stepsOf(p.Left, firstLeft), stepsOf(p.Left, p.OnlyLeft)},
		Right: sideData{p.right, texts(initialRight, fact), stepsOf(p.Right, firstRight), stepsOf(p.Right, p.OnlyRight)},
	}
	for e, f := range p.Events {
		if f != causal.Outside {
			d.Common = append(d.Common, [2]string{p.Left.Step(causal.Event(e)).ID.String(), p.Right.Step(f).ID.String()})
		}
	}
	return d
}

func stepsOf(g *causal.Graph, events []causal.Event) []stepData {
	out := make([]stepData, len(events))
	for i, e := range events {
		out[i] = stepData{g.Step(e).ID.String(), g.Step(e).String()}
	}
	return out
}
