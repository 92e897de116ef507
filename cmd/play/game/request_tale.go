package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/markup"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/words"
)

// tale is a play told as a story, without state, rules and pictures. Its texts are the author's, or are made of
// names where the author wrote none.
type tale struct {
	// From is the last point that the page has told and that leads to the present one, or -1.
	From session.Point `json:"from"`
	// Passages tell the way from there on, of a long one the end; Skipped is how many points are left out.
	Passages []passage `json:"passages"`
	Skipped  int       `json:"skipped,omitempty"`
	// Choices are the moves of the view's menu, by their numbers.
	Choices []choice `json:"choices"`
	Ending  *passage `json:"ending,omitempty"` // the author's passage about the end
}

// passage tells a step, or of the start what comes before all steps.
type passage struct {
	Point   session.Point `json:"point"`
	Scene   *passage      `json:"scene,omitempty"`  // names the scene that begins here, in the author's words
	Choice  string        `json:"choice,omitempty"` // the step that the player chose
	Title   string        `json:"title,omitempty"`
	Text    markup.HTML   `json:"text,omitempty"`    // the author's
	Plain   string        `json:"plain,omitempty"`   // made of names, where the author wrote nothing
	Printed string        `json:"printed,omitempty"` // by the program
}

// choice is a move in words: as the author calls it, or else by the rule and the things it is applied to. What
// would be told of it is told when it has happened.
type choice struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Detail string `json:"detail,omitempty"` // made of names, where the author calls several choices the same
	Rule   string `json:"rule"`             // the name of the rule, by which many choices are grouped
}

// mostPassages is how many passages a tale has at most.
const mostPassages = 500

// tale enters the play as a story, for a page that has told it up to a point.
func (h *Handler) tale(told session.Point, a *reply) error {
	g := h.game
	out := &tale{From: min(told, session.Point(g.Len())-1), Choices: g.inWords(a.View.Menu)}
	path := g.Path()
	for out.From > 0 && !slices.Contains(path, out.From) {
		out.From = g.Parent(out.From)
	}
	path = path[slices.Index(path, out.From)+1:] // all of it behind -1
	out.Skipped = max(0, len(path)-mostPassages)
	path = path[out.Skipped:]
	for _, at := range path {
		p, err := g.teller.passage(at)
		if err != nil {
			return err
		}
		p.Printed = h.console.printed[at]
		if p.Scene, err = g.teller.scene(at); err != nil {
			return err
		}
		out.Passages = append(out.Passages, p)
	}
	if a.View.Ending != nil && g.teller.prose != nil {
		ending, err := aside(g.teller.whole(prose.Ending))
		if err != nil {
			return err
		}
		out.Ending = &ending
	}
	a.Tale = out
	return nil
}

// passage tells the step to a point on the present way.
func (t *teller) passage(at session.Point) (passage, error) {
	if at == session.Start {
		return t.beginning()
	}
	step := t.play.Step(at)
	p := passage{Point: at}
	byPlayer := step.Chosen == trace.ByPlayer
	if t.prose != nil && t.stories[at].passage != nil {
		told := t.stories[at]
		if p.Title = told.title; byPlayer {
			p.Choice = told.choice
		}
		var err error
		if p.Text, err = told.passage.HTML(t.values(t.past(at).Terms)); err != nil || p.Title != "" || p.Text != "" {
			return p, err
		}
	}
	p.Plain = t.plain(step, t.play.Makes(at))
	return p, nil
}

// beginning returns the author's introduction and the text for the beginning of the whole.
func (t *teller) beginning() (passage, error) {
	if t.prose == nil {
		return passage{}, nil
	}
	intro, err := t.prose.Introduction()
	if err != nil {
		return passage{}, err
	}
	told, err := aside(t.whole(prose.Beginning))
	told.Text = intro + told.Text
	return told, err
}

// aside returns what is told beside the steps.
func aside(of *prose.Passage) (p passage, err error) {
	if of == nil {
		return p, nil
	}
	p.Title = of.Title(nil)
	p.Text, err = of.HTML(nil)
	return p, err
}

// whole returns what the author tells of the beginning or the ending of the whole; nil is nothing.
func (t *teller) whole(kind prose.Kind) *prose.Passage {
	m := prose.Moment{Topic: prose.Topic{Kind: kind}, Holds: t.now, Meets: t.play.Holds}
	return t.prose.Narrator(t.program, t.seed).Tell(m)
}

// plain tells a step for which the prose has no text: “Take: Ann, the lamp. Now: Ann has the lamp.” It is
// empty for a change of the stage alone.
func (t *teller) plain(step *trace.Step, makes []trace.Resource) string {
	var gone, made []*trace.Resource
	for _, id := range step.Consumes {
		gone = append(gone, t.play.Resource(id))
	}
	for i := range makes {
		made = append(made, &makes[i])
	}
	untold := func(others []*trace.Resource) func(*trace.Resource) bool {
		return func(r *trace.Resource) bool {
			return r.Pred == trace.StagePred || slices.ContainsFunc(others, func(o *trace.Resource) bool {
				return r.Pred == o.Pred && slices.EqualFunc(r.Args, o.Args, trace.Term.Equal)
			})
		}
	}
	before := slices.Clone(gone)
	turns := slices.ContainsFunc(gone, func(r *trace.Resource) bool { return r.Pred == trace.StagePred })
	gone, made = slices.DeleteFunc(gone, untold(made)), slices.DeleteFunc(made, untold(before))
	if turns && len(gone)+len(made) == 0 {
		return ""
	}
	text := t.headline(t.play.Program().Rule(step.Key()).Label, step.Args) + "."
	if len(made) > 0 {
		text += " " + t.names.Words.Say("told-now", "facts", t.names.Facts(made))
	}
	if len(gone) > 0 {
		text += " " + t.names.Words.Say("told-gone", "facts", t.names.Facts(gone))
	}
	return text
}

// headline returns a rule and the things and numbers that it is applied to: “Take: Ann, the lamp”.
func (t *teller) headline(rule string, args []trace.Term) string {
	title := t.names.Short(words.Rule(rule))
	if things := t.names.Things(args); len(things) > 0 {
		title = t.names.Words.Say("told-event", "what", title, "things", t.names.Words.List(things))
	}
	return title
}

// inWords returns the moves of a menu in words.
func (g *Game) inWords(menu []Rule) []choice {
	var out []choice
	same := make(map[string]int)
	for _, r := range menu {
		for _, m := range r.Moves {
			t := g.listed.moves[m.Number-1].Transition
			c := choice{Number: m.Number, Text: g.teller.headline(t.Rule.Label, term.RecordAll(t.Args)),
				Rule: g.teller.names.Short(words.Rule(t.Rule.Label))}
			if m.Choice {
				c.Text, c.Detail = m.Title, c.Text
			}
			out = append(out, c)
			same[c.Text]++
		}
	}
	for i := range out {
		if same[out[i].Text] == 1 {
			out[i].Detail = ""
		}
	}
	return out
}
