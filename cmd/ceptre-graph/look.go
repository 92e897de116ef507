package main

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/spf13/cobra"
)

// look is how a trace is looked at.
type look struct {
	view, title, theme, at, link string
	reads, colour, prose         string
	grid                         []string
	casting                      cast.Options
	rows                         int
}

func (l *look) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&l.view, "view", string(render.Causal), "the `VIEW` to draw: "+join(render.Views()))
	cli.CastFlags(c, &l.casting)
	f.Lookup("by").Usage += "; character= and names, as in character=romeo,juliet, limit any view " +
		"to the steps of these characters"
	f.Lookup("place").Usage = "for --view storyline: " + f.Lookup("place").Usage
	f.StringVar(&l.at, "at", "", "for --view state and board: show the moment after this `STEP` (default: the last; "+
		"of boards, as many moments as fit a page)")
	f.StringArrayVar(&l.grid, "grid", nil, "for --view board: facts of this `FORM` say where things are, as 'at R C X' "+
		"or 'at X (pos C R)' with R for rows, C for columns, Y for rows from below (default: found in the run)")
	cli.ThemeFlag(c, &l.theme)
	f.StringVar(&l.reads, "reads", string(showing.NearReads),
		"for --view causal and rules: `WHICH` reads are drawn as arrows: "+join(showing.Modes())+"; the causal view names "+
			"the others in the boxes of their readers; in the rules view, near draws all reads if there are few")
	f.StringVar(&l.colour, "colour", "", "for --view causal, steps and rules: colour transitions `BY` one of "+
		join(showing.Meanings())+" (default: stage if there are several, else rule if there are few)")
	f.StringVar(&l.title, "title", "", "the `TITLE` of the picture")
	f.StringVar(&l.prose, "prose", "", "tell events and facts in tips in the words of the prose in this `FILE`, such as "+
		"verona.md")
	f.StringVar(&l.link, "link", "", "make each step a link to this `URL`, in which {id}, {rule} and {stage} stand "+
		"for those of the step, such as 'scenes/{id}.html'")
	f.IntVar(&l.rows, "rows", 0, "break the picture into `N` rows, or into columns if it runs down, as text breaks "+
		"into lines; 1 for none (default: as needed where it would be longer than 1:3)")
	complete(c, "view", render.Views())
	complete(c, "reads", showing.Modes())
	complete(c, "colour", showing.Meanings())
	completeFrom(c, "place", predicates)
	_ = c.RegisterFlagCompletionFunc("prose", // the flag is there
		cobra.FixedCompletions([]string{"md", "scenes"}, cobra.ShellCompDirectiveFilterFileExt))
}

// mostRows is how many rows may be asked for.
const mostRows = 1000

// options checks the flags.
func (l *look) options(c *cobra.Command, s cli.Streams) (o render.Options, err error) {
	view := render.View(l.view)
	if !slices.Contains(render.Views(), view) {
		return o, cli.BadFlag(c, "--view %q: want one of %s", l.view, join(render.Views()))
	}
	if err := fits(c, "view", view, uses()); err != nil {
		return o, err
	}
	reads := showing.Reads(l.reads)
	if !slices.Contains(showing.Modes(), reads) {
		return o, cli.BadFlag(c, "--reads %q: want one of %s", l.reads, join(showing.Modes()))
	}
	colour := showing.Colours(l.colour)
	if l.colour != "" && !slices.Contains(showing.Meanings(), colour) {
		return o, cli.BadFlag(c, "--colour %q: want one of %s", l.colour, join(showing.Meanings()))
	}
	if view == render.Rules && colour == showing.ByCharacter {
		return o, cli.BadFlag(c, "--colour %s: a rule may be any character's; --view rules has colours for %s and %s", colour,
			showing.ByStage, showing.ByRule)
	}
	if l.rows < 0 || l.rows > mostRows {
		return o, cli.BadFlag(c, "--rows %d: want 1 to %d, or 0 for as many as read well", l.rows, mostRows)
	}
	if err := checkLink(c, l.link); err != nil {
		return o, err
	}
	o = render.Options{View: view, Title: l.title, Rows: l.rows, Reads: reads, Colour: colour}
	if l.link != "" {
		o.Link = func(s *trace.Step) string {
			return strings.NewReplacer("{id}", s.ID.String(), "{rule}", url.PathEscape(s.Rule), "{stage}",
				url.PathEscape(s.Stage)).Replace(l.link)
		}
	}
	if err := l.who(c, &o); err != nil {
		return o, err
	}
	if o.At, err = stepID(c, "at", l.at); err != nil {
		return o, err
	}
	for _, form := range l.grid {
		p, err := grid.ParsePattern(form)
		if err != nil {
			return o, cli.BadFlag(c, "--grid %q: %v", form, strings.TrimPrefix(err.Error(), strconv.Quote(form)+": "))
		}
		o.Grid = append(o.Grid, p)
	}
	o.Theme, err = s.FindTheme(c, l.theme)
	return o, err
}

// uses says for which views flags do anything.
func uses() []use[render.View] {
	const (
		causal, steps, rules, net, threads = render.Causal, render.Steps, render.Rules, render.Net, render.Threads
		storyline, timeline, state, why    = render.Storyline, render.Timeline, render.State, render.Why
		board                              = render.Board
	)
	return []use[render.View]{
		{"place", []render.View{storyline}},
		{"reads", []render.View{causal, rules}},
		{"colour", []render.View{causal, steps, rules}},
		{"at", []render.View{state, board}},
		{"grid", []render.View{board}},
		{"prose", []render.View{causal, steps, threads, storyline, state, board, why}},
		{"persistent", []render.View{causal, state, why}},
		{"hide-predicates", []render.View{causal, steps, state, board, why}},
		{"stage-tokens", []render.View{causal, steps, threads, storyline, state, why}},
		{"collapse", []render.View{causal, steps, threads, storyline, why}},
		{"whole", []render.View{causal, steps, board}},
		{"tiles", []render.View{causal, steps, threads, storyline}},
		{"from to link", []render.View{causal, steps, rules, net, threads, storyline, timeline, board, why}},
		{"focus ignore past future", []render.View{causal, steps, rules, net, threads, storyline, timeline, why}},
	}
}

// onlyCharacters begins the value of --by that narrows a view to the steps of
// characters.
const onlyCharacters = "character="

// who enters the characters to draw, by their lines or by their steps.
func (l *look) who(c *cobra.Command, o *render.Options) error {
	names, only := strings.CutPrefix(l.casting.By, onlyCharacters)
	switch {
	case only && (o.View == render.State || o.View == render.Board):
		return cli.BadFlag(c, "--by %s… narrows views of steps, not --view %s", onlyCharacters, o.View)
	case only && names == "":
		return cli.BadFlag(c, "--by %s: name a character", onlyCharacters)
	case only:
		o.Select.Characters = strings.Split(names, ",")
	case l.casting.By != "" && o.View != render.Threads && o.View != render.Storyline:
		name := l.casting.By[strings.LastIndex(l.casting.By, "=")+1:] // of type=name
		return cli.BadFlag(c, "--by %s is for --view threads and storyline; other views take the word %s with names behind "+
			"it: --by %[2]s%[3]s", l.casting.By, onlyCharacters, name)
	}
	if only {
		l.casting.By = ""
	}
	return nil
}
