package game

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// View is what a player sees of a state. All texts are plain: whoever shows them escapes
// them.
type View struct {
	Point session.Point `json:"point"`
	Depth int           `json:"depth"`
	Stage string        `json:"stage,omitempty"` // "" after a link that ended the run
	// Status says what comes next.
	Status Status `json:"status"`
	// Why says why it is Stuck, or which statement is violated, and how.
	Why string `json:"why,omitempty"`
	// Wanted is what the line may say where one is waited for, "" for any text.
	Wanted string `json:"wanted,omitempty"`
	// Happened are the steps since the player last did something, the last 1000 of them;
	// Came and Gone are the facts that are there since, or no longer.
	Happened []Event `json:"happened,omitempty"`
	Came     []Line  `json:"came,omitempty"`
	Gone     []Line  `json:"gone,omitempty"`
	// Facts is how many facts there are, Groups are all of them, and More is how many
	// different ones are left out, of those that were wanted.
	Facts  int     `json:"facts"`
	Groups []Group `json:"groups,omitempty"`
	More   int     `json:"more,omitempty"`
	// Ways is how many transitions are enabled, Menu the moves that they are, and Whole
	// whether these are all that were wanted.
	Ways  int    `json:"ways"`
	Menu  []Rule `json:"menu,omitempty"`
	Whole bool   `json:"whole"`
	// Answered says whether sensors of the program said something here, which can be taken
	// back, see [session.Session.AskAgain].
	Answered bool `json:"answered,omitempty"`
	// Again says when the state was the same before, "" where it is new.
	Again string `json:"again,omitempty"`
	// Ending is how the run has ended, where it is known that it has.
	Ending *Ending `json:"ending,omitempty"`
	// Goal says whether the run met its goal, at its end or its limit of steps; "" for a run without a goal.
	Goal string `json:"goal,omitempty"`
	// Breaks are the breakpoints, the oldest first.
	Breaks []string `json:"breaks,omitempty"`
	// CanUndo and CanRedo say whether there is something to take back, or to do again.
	CanUndo bool `json:"canUndo,omitempty"`
	CanRedo bool `json:"canRedo,omitempty"`
}

// Status says what comes next in a play.
type Status string

// The states of a play.
const (
	Asks   Status = "turn"   // it is the player's turn
	Chance Status = "chance" // it is left to chance, though the player may choose
	Over   Status = "over"   // nothing can happen any more
	Bound  Status = "limit"  // the run has reached its limit of steps
	Hears  Status = "line"   // a sensor of the program waits for a line, see [Handler]
	Stuck  Status = "stuck"  // what can happen is not to be found out, see [Handler]
	// Violation is the status of a state that violates a statement of the program, at which the run ends.
	Violation Status = "violation"
)

// Most bounds the sizes of a view. The zero value shows everything.
type Most struct {
	Moves int `json:"moves,omitempty"` // of each rule
	All   int `json:"all,omitempty"`   // moves of all rules together
	Facts int `json:"facts,omitempty"` // different ones; and of what came and went
	// Filter and Find are words that moves and facts have in their texts, in whatever
	// case: others are not shown.
	Filter string `json:"filter,omitempty"`
	Find   string `json:"find,omitempty"`
}

// Finder returns what tells whether a text has some words, in whatever order and case.
func Finder(words string) func(string) bool {
	wanted := strings.Fields(strings.ToLower(words))
	return func(text string) bool {
		text = strings.ToLower(text)
		return !slices.ContainsFunc(wanted, func(word string) bool { return !strings.Contains(text, word) })
	}
}

// View returns what there is to be seen now. The error is that of matching the rules; then
// there is all but the choices.
func (g *Game) View(ctx context.Context, most Most) (*View, error) {
	v := g.Look(ctx, most)
	if ctx.Err() != nil {
		return v, ctx.Err()
	}
	err := g.choices(ctx, v, most)
	if v.Ending = g.Ending(); v.Ending != nil && g.Depth() == 0 && err == nil {
		v.Ending.Missing, err = report.Silence(ctx, g.Program(), g.Trace(ctx))
	}
	if (v.Ending != nil || v.Status == Bound) && err == nil {
		v.Goal, err = g.solution(ctx)
		v.Ending = cmp.Or(v.Ending, g.Ending()) // it may be known only now
	}
	return v, err
}

// solution says whether the state meets the goal of the run; "" if it has none.
func (g *Game) solution(ctx context.Context) (string, error) {
	r, err := g.Solution(ctx)
	if r == nil || err != nil {
		return "", err
	}
	if r.Solved {
		if g.solved == nil {
			g.solved = make(map[session.Point]bool)
		}
		g.solved[g.At()] = true
	}
	short := g.written.shapes
	for i, v := range r.Values {
		r.Values[i].Term = short.Short(v.Term)
	}
	for i, l := range r.Left {
		r.Left[i].Fact = short.Fact(l.Fact)
	}
	for i, u := range r.Unmet {
		r.Unmet[i].Fact = short.Fact(u.Fact)
	}
	return r.String() + ".", nil
}

// Look is View without the choices, for which sensors may have to be asked. Where the context
// has ended, some facts are missing.
func (g *Game) Look(ctx context.Context, most Most) *View {
	v := &View{Point: g.At(), Depth: g.Depth(), CanUndo: g.Depth() > 0, CanRedo: g.CanRedo(),
		Ending: g.Ending(), Breaks: g.Breaks()}
	switch after, ok := g.Again(); {
	case ok && after == 0:
		v.Again = "as at the start"
	case ok:
		v.Again = fmt.Sprintf("as after step %d", after)
	}
	if stage := g.Stage(); stage != nil {
		v.Stage = stage.Name
	}
	g.teller.follow()
	g.news(v, most)
	g.state(ctx, v, most)
	return v
}

// choices enters what can happen.
func (g *Game) choices(ctx context.Context, v *View, most Most) error {
	e, err := g.Enabled(ctx)
	if err != nil {
		return err
	}
	turn, err := g.Turn(ctx)
	if err != nil {
		return err
	}
	v.Ways, v.Answered = e.Len(), g.Answered()
	switch {
	case v.Ways == 0:
		v.Status = Over
	case g.AtLimit():
		v.Status = Bound
	case turn:
		v.Status = Asks
	default:
		v.Status = Chance
	}
	return g.menu(ctx, v, most)
}

// Menu returns the moves that can be made, by their rules, and whether these are all. Where
// only the bounds change, it is quicker than a view.
func (g *Game) Menu(ctx context.Context, most Most) (menu []Rule, whole bool, err error) {
	var v View
	g.teller.follow()
	err = g.choices(ctx, &v, most)
	return v.Menu, v.Whole, err
}

// Event is a step that was taken.
type Event struct {
	Point  session.Point `json:"point"`
	Step   trace.StepID  `json:"step,omitempty"`
	Text   string        `json:"text"` // the rule with its arguments
	Chosen trace.Chosen  `json:"chosen,omitempty"`
	Title  string        `json:"title,omitempty"` // the author's, "" for none
	Prose  string        `json:"prose,omitempty"` // the author's, "" for none
}

// Event returns the step to a point on the path.
func (g *Game) Event(at session.Point) Event {
	if at == g.At() {
		g.teller.follow()
	}
	step := g.Step(at)
	e := Event{Point: at, Step: step.ID, Text: g.Did(step), Chosen: step.Chosen}
	e.Title, e.Prose = g.teller.told(at)
	return e
}

// Ending is how a run ended.
type Ending struct {
	Text  string `json:"text"`           // that it has, and by what
	Link  string `json:"link,omitempty"` // that ended it; "" where there was none
	Title string `json:"title,omitempty"`
	Prose string `json:"prose,omitempty"` // both the author's, "" for none
	// Missing are the facts that were missing if nothing could happen from the start, a line each.
	Missing []string `json:"missing,omitempty"`
}

// Ending returns how the run ended: it came to rest, or met its goal with its last step. It is nil elsewhere, and
// before the first [View] of the state, which finds that out.
func (g *Game) Ending() *Ending {
	solved := g.solved[g.At()] && g.AtLimit() && !g.Over()
	if !g.Over() && !solved {
		return nil
	}
	e := &Ending{Text: "nothing can happen any more"}
	switch stage := g.Stage(); {
	case solved:
		e.Text = "the run has met its goal"
	case stage == nil:
		e.Link = g.Program().Rule(g.Step(g.At()).Key()).Label
		e.Text = e.Link + " has ended the run"
	case len(g.Stages()) > 1:
		e.Text += " in stage " + stage.Name
	}
	e.Title, e.Prose = g.teller.end()
	return e
}

// end returns what the author tells of the end of the whole, if this is it.
func (t *teller) end() (title, text string) {
	if t.prose == nil {
		return "", ""
	}
	s := t.story(t.whole(prose.Ending), prose.Moment{})
	return s.title, s.opening
}

// writer writes facts and moves for players: as programs do, but for numbers and lists, which are in
// their short forms. What players type may have either form.
type writer struct{ shapes *shape.Set }

// text returns a name with arguments.
func (w writer) text(head string, args []trace.Term) string {
	return trace.Term{Head: head, Args: w.shapes.ShortAll(args)}.String()
}

// move returns a transition: its rule with its arguments.
func (w writer) move(t exec.Transition) string { return w.text(t.Rule.Label, term.RecordAll(t.Args)) }

// Did returns a step: the label of its rule with its arguments.
func (g *Game) Did(s *trace.Step) string {
	return g.written.text(g.Program().Labels().LabelOf(s.Key()), s.Args)
}

// fact returns a fact, with `!` before a permanent one.
func (w writer) fact(f lang.Fact, permanent bool) string {
	return w.recorded(trace.Resource{Pred: f.Pred.Name, Args: term.RecordAll(f.Args), Persistent: permanent})
}

// goal returns a goal as it is written.
func (w writer) goal(g goal.Goal) goal.Goal {
	g.Facts = slices.Clone(g.Facts)
	for i := range g.Facts {
		g.Facts[i].Args = w.shapes.ShortAll(g.Facts[i].Args)
	}
	return g
}

// recorded returns a fact that was recorded, as fact does.
func (w writer) recorded(r trace.Resource) string {
	return w.shapes.Resource(r).String()
}

// Past is a point of a play in the list of all.
type Past struct {
	Point  session.Point `json:"point"`
	Indent int           `json:"indent,omitempty"` // how many branches off the way to the present point it is
	Passed bool          `json:"passed,omitempty"` // it is on that way
	Here   bool          `json:"here,omitempty"`   // it is the present point
}

// History returns all points, each behind the one from which it was found. Other branches
// stand, further in, before the way on which the player went last.
func (g *Game) History() []Past {
	passed := make([]bool, g.Len())
	for _, at := range g.Path() {
		passed[at] = true
	}
	var out []Past
	left := []Past{{Point: session.Start}}
	for len(left) > 0 {
		p := left[len(left)-1]
		left = left[:len(left)-1]
		p.Passed, p.Here = passed[p.Point], p.Point == g.At()
		out = append(out, p)
		left = append(left, g.after(p, passed)...)
	}
	return out
}

// after returns the points after one, the one that is to come first last.
func (g *Game) after(p Past, passed []bool) []Past {
	children := g.Children(p.Point)
	if len(children) == 0 {
		return nil
	}
	main := slices.IndexFunc(children, func(c session.Point) bool { return passed[c] })
	if main < 0 {
		main = len(children) - 1
	}
	out := []Past{{Point: children[main], Indent: p.Indent}}
	for i, c := range slices.Backward(children) {
		if i != main {
			out = append(out, Past{Point: c, Indent: p.Indent + 1})
		}
	}
	return out
}
