package game

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
)

// state enters the view of another point.
func (h *Handler) state(r *request, a *reply) error {
	at := h.game.At()
	h.game.Go(r.Point)
	defer h.game.Go(at)
	return h.show(r, a)
}

// trace enters the run.
func (h *Handler) trace(_ *request, a *reply) error {
	var out bytes.Buffer
	err := json.Write(&out, h.game.Trace(h.ctx).Stream())
	a.Trace = out.String()
	return err
}

// picture enters a picture of the run.
func (h *Handler) picture(r *request, a *reply) error {
	if h.Draw == nil {
		return errors.New("there are no pictures here")
	}
	g := causal.New(h.game.Trace(h.ctx))
	r.Show.Cast = h.game.Cast()
	picture, err := h.Draw(h.ctx, g, r.Show)
	a.Picture = string(picture)
	return err
}

// why enters what led to something.
func (h *Handler) why(r *request, a *reply) error {
	g := causal.New(h.game.Trace(h.ctx))
	found, err := g.FindEach(r.What)
	if err != nil {
		return err
	}
	depth := r.Depth
	if depth <= 0 {
		depth = causal.UsualDepth
	}
	why := g.Why(found[len(found)-1], causal.Reach{Depth: depth})
	var out bytes.Buffer
	if err := why.Fprint(&out); err != nil {
		return err
	}
	if len(why.Ends) > 0 {
		fmt.Fprintf(&out, "\nThere is more before it: ask why of %s.\n", g.Steps(why.Ends))
	}
	a.Text = out.String()
	return nil
}

// whyNot enters why a rule cannot fire now.
func (h *Handler) whyNot(r *request, a *reply) error {
	g := causal.New(h.game.Trace(h.ctx))
	found, err := report.WhyNot(h.ctx, h.game.Program(), g, r.What, nil)
	if err == nil {
		for _, r := range found {
			r.Open = true
		}
		a.Brief = found[0].Brief()
		a.Text = strings.Join(found.Lines(), "\n") + "\n"
	}
	return err
}

// compare enters how the ways to two points differ.
func (h *Handler) compare(r *request, a *reply) error {
	left, err := h.runTo(r.Left)
	if err != nil {
		return err
	}
	right, err := h.runTo(r.Right)
	if err != nil {
		return err
	}
	found := report.Compare(left, right, fmt.Sprintf("#%d", r.Left), fmt.Sprintf("#%d", r.Right))
	a.Text, a.Sections = found.Summary(), found.Sections()
	return nil
}

// runTo returns the run to a point.
func (h *Handler) runTo(to session.Point) (*causal.Graph, error) {
	if err := h.check(to); err != nil {
		return nil, err
	}
	at := h.game.At()
	h.game.Go(to)
	defer h.game.Go(at)
	return causal.New(h.game.Trace(h.ctx)), nil
}

// detail is all there is to be told of a step.
type detail struct {
	Event
	Stage    string    `json:"stage,omitempty"` // in which it fired
	Choices  int       `json:"choices"`         // how many transitions were enabled
	Line     int       `json:"line"`            // of the rule in the program
	Source   string    `json:"source"`          // the rule as written
	Bindings []binding `json:"bindings,omitempty"`
	Uses     []thing   `json:"uses,omitempty"`
	Needs    []thing   `json:"needs,omitempty"` // facts that it read
	Makes    []thing   `json:"makes,omitempty"`
	Proves   []string  `json:"proves,omitempty"` // premises that it proved, and answers of sensors
	Acts     []string  `json:"acts,omitempty"`   // actions that it told the outside
	Printed  string    `json:"printed,omitempty"`
}

// binding is a variable of a rule with its value in a firing.
type binding struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// thing is a resource with the point at which it was made.
type thing struct {
	ID   trace.ResourceID `json:"id"`
	Fact string           `json:"fact"`
	By   session.Point    `json:"by"`
}

// step enters all there is to be told of a step.
func (h *Handler) step(r *request, a *reply) error {
	a.Step = h.detail(r.Point)
	return nil
}

// detail tells of the step to a point; of the start, what was there.
func (h *Handler) detail(of session.Point) *detail {
	if of == session.Start {
		return &detail{Event: Event{Text: "the start"}, Makes: h.made(of)}
	}
	step := h.game.Step(of)
	out := &detail{Event: h.game.Event(of), Stage: step.Stage, Choices: step.Choices, Printed: h.console.printed[of]}
	way := []session.Point{of} // from the start
	for at := of; at != session.Start; {
		at = h.game.Parent(at)
		way = append(way, at)
	}
	slices.Reverse(way)
	out.Uses, out.Needs = h.things(way, step.Consumes), h.things(way, step.Reads)
	out.Makes = h.made(of)
	for _, f := range step.Proves {
		out.Proves = append(out.Proves, h.game.written.text(f.Pred, f.Args))
	}
	for _, f := range step.Acts {
		out.Acts = append(out.Acts, h.game.written.text(f.Pred, f.Args))
	}
	prog := h.game.Program()
	rule := prog.Rule(step.Key())
	out.Line, out.Source = rule.Start.Line, prog.Text(rule)
	for i, v := range rule.Vars {
		out.Bindings = append(out.Bindings, binding{v.Name, v.Type.Name, h.game.written.shapes.Short(step.Args[i]).String()})
	}
	return out
}

// made returns what the step to a point has made.
func (h *Handler) made(at session.Point) (out []thing) {
	for i := range h.game.Makes(at) {
		out = h.add(out, &h.game.Makes(at)[i], at)
	}
	return out
}

// add adds a resource to things, unless it is a stage token, which players do not see.
func (h *Handler) add(to []thing, r *trace.Resource, by session.Point) []thing {
	if r.Pred == trace.StagePred {
		return to
	}
	return append(to, thing{r.ID, h.game.written.recorded(*r), by})
}

// things returns the resources with some ids on a way. They are numbered in the order in
// which they were made.
func (h *Handler) things(way []session.Point, ids []trace.ResourceID) (out []thing) {
	for _, id := range ids {
		i := int(id) - 1
		for _, p := range way {
			made := h.game.Makes(p)
			if i < len(made) {
				out = h.add(out, &made[i], p)
				break
			}
			i -= len(made)
		}
	}
	return out
}
