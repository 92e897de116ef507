package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// maxPreventions is how many of the pairs of rules that compete are drawn unasked.
const maxPreventions = 30

// listArrows lists the kinds of arrows.
func listArrows() string {
	return strings.Join(each(render.Arrows(), func(k render.Arrow) string { return string(k) }), ", ")
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

// drawRun draws the rules of a run, if a picture is wanted.
func (f *condenser) drawRun(ctx context.Context, s cli.Streams, g *causal.Graph, r *ruleReport) error {
	o := render.Options{View: render.Rules, Kinds: r.kinds, Possible: r.possible, Preventions: r.preventions}
	if f.net {
		o.View = render.Net
	}
	return f.draw(ctx, s, g, o, r.graph)
}

// draw draws rules, if a picture is wanted, and says what it leaves out.
func (f *condenser) draw(ctx context.Context, s cli.Streams, g *causal.Graph, o render.Options, rules *rules.Graph) error {
	if f.File == "" {
		return nil
	}
	var notes []string
	if f.arrows == nil && o.View == render.Rules {
		notes = thin(&o, rules)
	}
	for _, kind := range f.arrows {
		o.Arrows = append(o.Arrows, render.Arrow(kind))
	}
	if err := f.Draw(ctx, s, g, o); err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintf(s.Err, "%s: note: %s\n", f.File, note)
	}
	return nil
}

// thin leaves out kinds of arrows with which there would be more than one can follow,
// and says so. What was used up and the moves are always drawn; of the competition, as much
// as there is room for.
func thin(o *render.Options, rules *rules.Graph) (notes []string) {
	used := render.UsedArrows(rules)
	read := len(rules.Edges) - used
	room := render.MaxArrows - used
	o.Arrows = []render.Arrow{render.Uses, render.Moves}
	fits := func(n int, k render.Arrow, what string) {
		if n <= max(room, 0) {
			o.Arrows = append(o.Arrows, k)
			room -= n
			return
		}
		notes = append(notes, fmt.Sprintf("it does not show the %d %s, for they would hide the rest (--arrows %s draws them)", n, what, k))
	}
	fits(read, render.Reads, "arrows of facts that are only read")
	if n, most := len(o.Preventions), min(room, maxPreventions); n > most && most > 0 {
		o.Preventions = o.Preventions[:most]
		notes = append(notes, fmt.Sprintf("of the competition it shows the %d most frequent of %d pairs of rules (--arrows %s draws all)", most, n, render.Prevents))
	}
	fits(len(o.Preventions), render.Prevents, "pairs of rules that compete")
	fits(len(o.Possible), render.Latent, "links that could have been"+undrawn(o, rules))
	return notes
}

// undrawn says of how many rules there is nothing in a picture without what could have been:
// those that never fired, unless one of the rules that are drawn prevented them.
func undrawn(o *render.Options, rules *rules.Graph) string {
	drawn := make(map[string]bool)
	for _, n := range rules.Nodes {
		drawn[n.Rule] = true
	}
	if slices.Contains(o.Arrows, render.Prevents) {
		for _, p := range o.Preventions {
			drawn[p.Winner], drawn[p.Loser] = true, true
		}
	}
	n := 0
	for _, l := range o.Possible {
		for _, rule := range []string{l.From, l.To} {
			if !drawn[rule] {
				drawn[rule] = true
				n++
			}
		}
	}
	if n == 0 {
		return ""
	}
	return ", nor " + english.Count(n, "rule") + " that never fired"
}
