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
func (s *Session) state(r *request, a *reply) error {
	at := s.game.At()
	s.game.Go(r.Point)
	defer s.game.Go(at)
	return s.show(r, a)
}

// trace enters the run.
func (s *Session) trace(_ *request, a *reply) error {
	var out bytes.Buffer
	err := json.Write(&out, s.game.Trace(s.ctx).Stream())
	a.Trace = out.String()
	return err
}

// picture enters a picture of the run.
func (s *Session) picture(r *request, a *reply) error {
	if s.Draw == nil {
		return errors.New("there are no pictures here")
	}
	g := causal.New(s.game.Trace(s.ctx))
	r.Show.Cast = s.game.Cast()
	picture, err := s.Draw(s.ctx, g, r.Show)
	a.Picture = string(picture)
	return err
}

// why enters what led to something.
func (s *Session) why(r *request, a *reply) error {
	g := causal.New(s.game.Trace(s.ctx))
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
func (s *Session) whyNot(r *request, a *reply) error {
	g := causal.New(s.game.Trace(s.ctx))
	found, err := report.WhyNot(s.ctx, s.game.Program(), g, r.What, nil)
	if err == nil {
		for _, r := range found {
			r.Open = true
		}
		a.Text = strings.Join(found.Lines(), "\n") + "\n"
	}
	return err
}

// compare enters how the ways to two points differ.
func (s *Session) compare(r *request, a *reply) error {
	left, err := s.runTo(r.Left)
	if err != nil {
		return err
	}
	right, err := s.runTo(r.Right)
	if err != nil {
		return err
	}
	found := report.Compare(left, right, fmt.Sprintf("#%d", r.Left), fmt.Sprintf("#%d", r.Right))
	a.Text, a.Sections = found.Summary(), found.Sections()
	return nil
}

// runTo returns the run to a point.
func (s *Session) runTo(to session.Point) (*causal.Graph, error) {
	if err := s.check(to); err != nil {
		return nil, err
	}
	at := s.game.At()
	s.game.Go(to)
	defer s.game.Go(at)
	return causal.New(s.game.Trace(s.ctx)), nil
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
	Needs    []thing   `json:"needs,omitempty"` // what it read
	Makes    []thing   `json:"makes,omitempty"`
	Proves   []string  `json:"proves,omitempty"` // what it proved, and sensors answered
	Acts     []string  `json:"acts,omitempty"`   // what it told the outside
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
func (s *Session) step(r *request, a *reply) error {
	a.Step = s.detail(r.Point)
	return nil
}

// detail tells of the step to a point; of the start, what was there.
func (s *Session) detail(of session.Point) *detail {
	if of == session.Start {
		return &detail{Event: Event{Text: "the start"}, Makes: s.made(of)}
	}
	step := s.game.Step(of)
	out := &detail{Event: s.game.Event(of), Stage: step.Stage, Choices: step.Choices, Printed: s.console.printed[of]}
	way := []session.Point{of} // from the start
	for at := of; at != session.Start; {
		at = s.game.Parent(at)
		way = append(way, at)
	}
	slices.Reverse(way)
	out.Uses, out.Needs = s.things(way, step.Consumes), s.things(way, step.Reads)
	out.Makes = s.made(of)
	for _, f := range step.Proves {
		out.Proves = append(out.Proves, s.game.written.text(f.Pred, f.Args))
	}
	for _, f := range step.Acts {
		out.Acts = append(out.Acts, s.game.written.text(f.Pred, f.Args))
	}
	prog := s.game.Program()
	rule := prog.Rule(step.Key())
	out.Line, out.Source = rule.Start.Line, prog.Text(rule)
	for i, v := range rule.Vars {
		out.Bindings = append(out.Bindings, binding{v.Name, v.Type.Name, s.game.written.shapes.Short(step.Args[i]).String()})
	}
	return out
}

// made returns what the step to a point has made.
func (s *Session) made(at session.Point) (out []thing) {
	for i := range s.game.Makes(at) {
		out = s.add(out, &s.game.Makes(at)[i], at)
	}
	return out
}

// add adds a resource to things, unless it is a stage token, which players do not see.
func (s *Session) add(to []thing, r *trace.Resource, by session.Point) []thing {
	if r.Pred == trace.StagePred {
		return to
	}
	return append(to, thing{r.ID, s.game.written.recorded(*r), by})
}

// things returns the resources with some ids on a way. They are numbered in the order in
// which they were made.
func (s *Session) things(way []session.Point, ids []trace.ResourceID) (out []thing) {
	for _, id := range ids {
		i := int(id) - 1
		for _, p := range way {
			made := s.game.Makes(p)
			if i < len(made) {
				out = s.add(out, &made[i], p)
				break
			}
			i -= len(made)
		}
	}
	return out
}
