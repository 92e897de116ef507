package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/spf13/cobra"
)

// part is how much of a trace is drawn, and how coarsely.
type part struct {
	fold.Options
	collapse []string
	most     int
	from, to string
	whole    bool
}

// trim enters the flags that say which part is drawn.
func (p *part) trim(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&p.from, "from", "", "the first `STEP` to draw, such as t12")
	f.StringVar(&p.to, "to", "", "the last `STEP` to draw")
	f.StringArrayVar(&p.Past, "past", nil, "draw only the causes of `WHAT`")
	f.StringArrayVar(&p.Future, "future", nil, "draw only the effects of `WHAT`")
	f.StringArrayVar(&p.Focus, "focus", nil, "draw only `WHAT`, its causes and its effects")
	f.StringArrayVar(&p.Ignore, "ignore", nil, "leave `WHAT` out; its order stays as dotted arrows")
	f.StringSliceVar(&p.HidePredicates, "hide-predicates", nil,
		"leave out the facts of these `PREDICATES`, separated by commas")
	f.BoolVar(&p.Persistent, "persistent", false, "also draw permanent facts that were there from the start")
	f.BoolVar(&p.StageTokens, "stage-tokens", false, "also draw the marks of stages")
	for _, flag := range []string{"past", "future", "focus", "ignore"} {
		completeFrom(c, flag, whats)
	}
	completeFrom(c, "hide-predicates", predicates)
}

// fold enters the flags that say how coarsely it is drawn.
func (p *part) fold(c *cobra.Command) {
	cli.MaxNodesFlag(c, &p.most)
	c.Flags().StringSliceVar(&p.collapse, "collapse", nil,
		"fold transitions in these `WAYS`, separated by commas: "+join(fold.Methods())+"; none is --max-nodes 0")
	c.Flags().BoolVar(&p.whole, "whole", false,
		"draw all transitions and facts, also of runs of more than 40 transitions")
	complete(c, "collapse", append(fold.Methods(), nothing))
}

// nothing is the way to put no transitions together.
const nothing fold.Method = "none"

// options checks the flags and enters their values.
func (p *part) options(c *cobra.Command, o *render.Options) (err error) {
	characters := o.Select.Characters
	o.Select = p.Options
	o.Select.Characters = characters
	if o.Select.From, err = stepID(c, "from", p.from); err != nil {
		return err
	}
	if o.Select.To, err = stepID(c, "to", p.to); err != nil {
		return err
	}
	if o.View == render.Why {
		if len(p.Past) == 0 {
			return cli.BadFlag(c, "--view why needs --past, with the fact or step to explain")
		}
		o.Of, o.Select.Past = p.Past, nil
	}
	return p.coarse(c, o)
}

// detail are the flags that ask for parts of a run, or for all of it: with one of these, turning points
// do not come first.
var detail = []string{"whole", "collapse", "max-nodes", "from", "to", "past", "future", "focus", "tiles"}

// coarse enters how to put transitions together.
func (p *part) coarse(c *cobra.Command, o *render.Options) error {
	o.MaxNodes, o.Brief = p.most, !p.whole && o.Reads != showing.AllReads
	if len(o.Select.Characters) == 0 && !slices.ContainsFunc(detail, c.Flags().Changed) {
		o.Glance = showing.Followed
	}
	if p.whole && !c.Flags().Changed("max-nodes") {
		o.MaxNodes = 0
	}
	switch all := slices.Contains(p.collapse, string(nothing)); {
	case p.most < 0:
		return cli.BadFlag(c, "--max-nodes %d: want 0 or more", p.most)
	case all && len(p.collapse) > 1:
		return cli.BadFlag(c, "--collapse: %s goes with no other way", nothing)
	case all && c.Flags().Changed("max-nodes"):
		return cli.BadFlag(c, "--collapse %s is --max-nodes 0, not %d", nothing, p.most)
	case all:
		o.MaxNodes = 0
		return nil
	}
	for _, name := range p.collapse {
		m, err := fold.ParseMethod(name)
		if err != nil {
			return cli.BadFlag(c, "--collapse %q: want one of %s, %s", name, join(fold.Methods()), nothing)
		}
		o.Collapse = append(o.Collapse, m)
	}
	return nil
}

// stepID reads the id of a step that a flag names; none is 0.
func stepID(c *cobra.Command, flag, text string) (id trace.StepID, err error) {
	if text == "" {
		return 0, nil
	}
	if err := id.UnmarshalText([]byte(text)); err != nil {
		return 0, cli.BadFlag(c, "--%s %q: a step is called t1, t2, …", flag, text)
	}
	return id, nil
}

// inFlags says which flag cannot be followed, or would help.
func inFlags(err error) error {
	if _, ok := errors.AsType[grid.NotFoundError](err); ok {
		return fmt.Errorf("%w; --grid 'at R C X' names such facts", err)
	}
	option, ok := errors.AsType[*fold.OptionError](err)
	if !ok {
		return err
	}
	flag := "--" + strings.ToLower(option.Field)
	switch option.Field {
	case "HidePredicates":
		flag = "--hide-predicates"
	case "Characters":
		flag = "--by " + onlyCharacters + "…"
	}
	return fmt.Errorf("%s: %w", flag, option.Err)
}
