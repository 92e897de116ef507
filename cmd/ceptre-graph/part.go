package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// part is how much of a trace is drawn, and how coarsely.
type part struct {
	fold.Options
	collapse     []string
	most         int
	from, to, at string
}

func (p *part) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&p.Focus, "focus", nil, "draw only what is WHAT, led to it or followed from it")
	f.StringArrayVar(&p.Ignore, "ignore", nil, "leave WHAT out; the order through it stays, dotted")
	f.StringSliceVar(&p.HidePredicates, "hide-predicates", nil, "leave out the facts of these predicates, with commas between")
	f.StringVar(&p.from, "from", "", "the first step to draw, such as t12")
	f.StringVar(&p.to, "to", "", "the last step to draw")
	f.StringArrayVar(&p.Past, "past", nil, "draw only what led to WHAT")
	f.StringArrayVar(&p.Future, "future", nil, "draw only what followed from WHAT")
	f.StringSliceVar(&p.collapse, "collapse", nil, "put transitions together: "+join(methods())+"; with commas between, or none")
	cli.MaxNodesFlag(c, &p.most)
	f.BoolVar(&p.Persistent, "persistent", false, "draw permanent facts that were there from the start, too")
	f.BoolVar(&p.StageTokens, "stage-tokens", false, "draw the marks of stages")
	f.StringVar(&p.at, "at", "", "for --view state: the step after which to look (default: the end)")
	complete(c, "collapse", methods())
}

// methods are the ways to put transitions together.
func methods() []fold.Method { return fold.Methods() }

// options checks the flags and enters what they say.
func (p *part) options(c *cobra.Command, o *render.Options) (err error) {
	characters := o.Select.Characters
	o.Select = p.Options
	o.Select.Characters = characters
	o.MaxNodes = p.most
	if p.most < 0 {
		return cli.BadFlag(c, "--max-nodes %d: how many is not negative", p.most)
	}
	for _, s := range []struct {
		flag, text string
		id         *trace.StepID
	}{{"from", p.from, &o.Select.From}, {"to", p.to, &o.Select.To}, {"at", p.at, &o.At}} {
		if *s.id, err = stepID(s.text); err != nil {
			return cli.BadFlag(c, "--%s %v", s.flag, err)
		}
	}
	if o.At != 0 && o.View != render.State {
		return cli.BadFlag(c, "--at is for --view state")
	}
	if o.View == render.Why {
		if len(p.Past) == 0 {
			return cli.BadFlag(c, "--view why needs --past: what is to be explained")
		}
		o.Of, o.Select.Past = p.Past, nil
	}
	return p.methods(c, o)
}

// methods enters how to put transitions together. `none` draws all.
func (p *part) methods(c *cobra.Command, o *render.Options) error {
	for _, name := range p.collapse {
		if name == "none" {
			o.MaxNodes = 0
			continue
		}
		m, err := fold.ParseMethod(name)
		if err != nil {
			return cli.BadFlag(c, "--collapse: %v", err)
		}
		o.Collapse = append(o.Collapse, m)
	}
	return nil
}

// stepID reads the id of a step; none is 0.
func stepID(text string) (trace.StepID, error) {
	if text == "" {
		return 0, nil
	}
	var id trace.StepID
	if err := id.UnmarshalText([]byte(text)); err != nil {
		return 0, fmt.Errorf("%q: a step is called t1, t2, …", text)
	}
	return id, nil
}

// flagsOf are the flags of the fields of [fold.Options].
var flagsOf = map[string]string{
	"Focus": "--focus", "Ignore": "--ignore", "HidePredicates": "--hide-predicates", "From": "--from", "To": "--to",
	"Past": "--past", "Future": "--future", "Characters": "--by " + onlyCharacters,
}

// inFlags says which flag cannot be followed.
func inFlags(err error) error {
	var option *fold.OptionError
	if errors.As(err, &option) {
		return fmt.Errorf("%s: %w", flagsOf[option.Field], option.Err)
	}
	return err
}
