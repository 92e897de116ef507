package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// writer writes facts and moves for players: as programs do, but for numbers and lists, which are in
// their short forms. What players type may have either form.
type writer struct{ shapes *shape.Set }

// text returns a name with arguments.
func (w writer) text(head string, args []trace.Term) string {
	return trace.Term{Head: head, Args: w.shapes.ShortAll(args)}.String()
}

// move returns a transition: its rule with its arguments.
func (w writer) move(t exec.Transition) string { return w.text(t.Rule.Label, exec.Terms(t.Args)) }

// Did returns a step: the label of its rule with its arguments.
func (d *Game) Did(s *trace.Step) string {
	return d.written.text(d.Program().Labels().LabelOf(s.Key()), s.Args)
}

// fact returns a fact, with `!` before a permanent one.
func (w writer) fact(f lang.Fact, permanent bool) string {
	return w.recorded(trace.Resource{Pred: f.Pred.Name, Args: exec.Terms(f.Args), Persistent: permanent})
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
