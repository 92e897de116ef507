package desk

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/findings"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Detail is all there is to be told of a step.
type Detail struct {
	Event
	Stage    string    `json:"stage,omitempty"` // in which it fired
	Choices  int       `json:"choices"`         // how many transitions were enabled
	Line     int       `json:"line"`            // of the rule in the program
	Source   string    `json:"source"`          // the rule as written
	Bindings []Binding `json:"bindings,omitempty"`
	Uses     []Thing   `json:"uses,omitempty"`
	Needs    []Thing   `json:"needs,omitempty"` // what it read
	Makes    []Thing   `json:"makes,omitempty"`
	Proves   []string  `json:"proves,omitempty"` // what it proved, and sensors answered
	Acts     []string  `json:"acts,omitempty"`   // what it told the outside
	Printed  string    `json:"printed,omitempty"`
}

// Binding is a variable of a rule with its value in a firing.
type Binding struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// Thing is a resource with the point at which it was made.
type Thing struct {
	ID   trace.ResourceID `json:"id"`
	Fact string           `json:"fact"`
	By   play.Point       `json:"by"`
	pred string
}

// token reports whether it is the mark of a stage, of which nobody wants to know here.
func (t Thing) token() bool { return t.pred == trace.StagePred }

// detail tells of the step to a point; of the start, what was there.
func (s *Session) detail(of play.Point) *Detail {
	if of == play.Start {
		return &Detail{Event: Event{Text: "the start"}, Makes: slices.DeleteFunc(things(s.desk.Makes(of), of), Thing.token)}
	}
	step := s.desk.Step(of)
	out := &Detail{Event: s.desk.Event(of), Stage: step.Stage, Choices: step.Choices, Printed: s.ears.printed[of]}
	all := s.thingsTo(of)
	for _, id := range step.Consumes {
		out.Uses = append(out.Uses, all[id-1])
	}
	for _, id := range step.Reads {
		out.Needs = append(out.Needs, all[id-1])
	}
	out.Makes = things(s.desk.Makes(of), of)
	for _, list := range []*[]Thing{&out.Uses, &out.Needs, &out.Makes} {
		*list = slices.DeleteFunc(*list, Thing.token)
	}
	for _, f := range step.Proves {
		out.Proves = append(out.Proves, f.String())
	}
	for _, f := range step.Acts {
		out.Acts = append(out.Acts, f.String())
	}
	s.source(out, step)
	return out
}

func things(made []trace.Resource, by play.Point) []Thing {
	var out []Thing
	for i := range made {
		out = append(out, Thing{made[i].ID, made[i].String(), by, made[i].Pred})
	}
	return out
}

// thingsTo returns what there was on the way to a point, in the order of ids.
func (s *Session) thingsTo(at play.Point) []Thing {
	way := []play.Point{at}
	for ; at != play.Start; at = s.desk.Parent(at) {
		way = append(way, s.desk.Parent(at))
	}
	var out []Thing
	for _, p := range slices.Backward(way) {
		out = append(out, things(s.desk.Makes(p), p)...)
	}
	return out
}

// source enters the rule of a step.
func (s *Session) source(out *Detail, step *trace.Step) {
	prog := s.desk.Program()
	rules := prog.Rules()
	rule := rules[slices.IndexFunc(rules, func(r *lang.Rule) bool { return r.Name == step.Rule })]
	out.Line, out.Source = rule.Start.Line, prog.Text(rule)
	for i, v := range rule.Vars {
		out.Bindings = append(out.Bindings, Binding{v.Name, v.Type.Name, step.Args[i].String()})
	}
}

// state enters the view of another point.
func (s *Session) state(r *request, a *reply) error {
	at := s.desk.At()
	s.desk.Go(r.Point)
	defer s.desk.Go(at)
	return s.show(r, a)
}

// trace enters the run.
func (s *Session) trace(a *reply) error {
	var out bytes.Buffer
	err := trace.Write(&out, s.desk.Trace(s.room))
	a.Trace = out.String()
	return err
}

// picture enters a picture of the run.
func (s *Session) picture(r *request, a *reply) error {
	if s.Draw == nil {
		return errors.New("there are no pictures here")
	}
	g := causal.New(s.desk.Trace(s.room))
	picture, err := s.Draw(s.room, g, r.Show)
	a.Picture = string(picture)
	return err
}

// why enters what led to something.
func (s *Session) why(r *request, a *reply) error {
	g := causal.New(s.desk.Trace(s.room))
	found, err := g.Find(r.What)
	if err != nil {
		return err
	}
	depth := r.Depth
	if depth <= 0 {
		depth = whyDepth
	}
	why := g.Why(found[len(found)-1:], causal.Reach{Depth: depth})
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

// whyDepth is how many steps an explanation goes back, if nobody says otherwise.
const whyDepth = 8

// whyNot enters why a rule cannot fire now.
func (s *Session) whyNot(r *request, a *reply) error {
	g := causal.New(s.desk.Trace(s.room))
	found, err := findings.WhyNot(s.room, s.desk.Program(), g, r.What, nil)
	if err == nil {
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
	found := findings.Compare(left, right, fmt.Sprintf("#%d", r.Left), fmt.Sprintf("#%d", r.Right))
	a.Text, a.Sections = found.Summary(), found.Sections()
	return nil
}

// runTo returns the run to a point.
func (s *Session) runTo(to play.Point) (*causal.Graph, error) {
	if err := s.check(to); err != nil {
		return nil, err
	}
	at := s.desk.At()
	s.desk.Go(to)
	defer s.desk.Go(at)
	return causal.New(s.desk.Trace(s.room)), nil
}
