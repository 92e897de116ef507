package causal

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Target is what a question is about: an event, or a resource.
type Target struct {
	// Resource is nil where the question is about an event.
	Resource *Resource
	// Event is the event, or the one that made the resource, which is [Outside]
	// for those of the initial state.
	Event Event
}

// Find returns the targets that a text names, in the order of the run: a step (`t12`), a resource
// (`x7`), or by a [goal.Pattern] the resources of a fact; if there are none, the events of a
// rule; and else the events with a matching message to or answer from the outside. For a
// [goal.Goal] of several facts it returns all resources that meet it together with others. If the
// run has no match, the error names the nearest candidates.
func (g *Graph) Find(text string) ([]Target, error) {
	each, err := g.FindEach(text)
	var all []Target
	known := make(map[Target]bool)
	for _, together := range each {
		for _, t := range together {
			if !known[t] {
				known[t] = true
				all = append(all, t)
			}
		}
	}
	return all, err
}

// FindEach returns what [Graph.Find] does, each thing by itself: the facts of a goal stay
// together that were there together.
func (g *Graph) FindEach(text string) ([][]Target, error) {
	if copies, fact := goal.Counted(text); copies == 1 {
		text = fact
	}
	p, err := goal.ParsePattern(text)
	var found []Target
	if err == nil {
		if found, err = g.find(text, p); err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return g.findGoal(text)
	}
	each := make([][]Target, len(found))
	for i := range found {
		each[i] = found[i : i+1 : i+1]
	}
	return each, nil
}

// find returns what a text names that is read as one pattern; nothing where the run has
// nothing of the kind. The error is that there is no such id.
func (g *Graph) find(text string, p goal.Pattern) ([]Target, error) {
	var step trace.StepID
	var resource trace.ResourceID
	switch {
	case step.UnmarshalText([]byte(text)) == nil:
		return g.findStep(step)
	case resource.UnmarshalText([]byte(text)) == nil:
		return g.findResource(resource)
	}
	p = p.Knowing(g.constants(p.Vars))
	if found := g.findFacts(p); len(found) > 0 {
		return found, nil
	}
	if found := g.findFacts(g.inRun(p)); len(found) > 0 {
		return found, nil
	}
	if found := g.findEvents(g.named(p)); len(found) > 0 {
		return found, nil
	}
	return g.findEvents(g.outside(p)), nil
}

// FindEvents returns the events that a text names: a step by its id, or the firings of a rule,
// of which arguments may be given; else those in which the outside was told something, or
// answered.
func (g *Graph) FindEvents(text string) ([]Event, error) {
	var step trace.StepID
	if step.UnmarshalText([]byte(text)) == nil {
		found, err := g.findStep(step)
		return eventsAt(found), err
	}
	p, err := goal.ParsePattern(text)
	if err != nil {
		return nil, err
	}
	p = p.Knowing(g.constants(p.Vars))
	if found := g.findEvents(g.named(p)); len(found) > 0 {
		return eventsAt(found), nil
	}
	if found := g.findEvents(g.outside(p)); len(found) > 0 {
		return eventsAt(found), nil
	}
	if _, err = g.Find(text); err == nil {
		err = fmt.Errorf("%s is a fact; give a step", text)
	}
	return nil, err
}

// eventsAt returns the events of targets.
func eventsAt(targets []Target) []Event {
	var events []Event
	for _, t := range targets {
		events = append(events, t.Event)
	}
	return events
}

func (g *Graph) findStep(id trace.StepID) ([]Target, error) {
	if e, ok := g.Event(id); ok {
		return []Target{{Event: e}}, nil
	}
	if g.Len() == 0 {
		return nil, fmt.Errorf("no step %s: nothing happened", id)
	}
	return nil, fmt.Errorf("no step %s: the last is %s", id, g.Step(Event(g.Len()-1)).ID)
}

func (g *Graph) findResource(id trace.ResourceID) ([]Target, error) {
	if i := g.resources.of(id); i >= 0 {
		return []Target{{&g.Resources[i], g.Resources[i].Producer}}, nil
	}
	if len(g.Resources) == 0 {
		return nil, fmt.Errorf("no resource %s: there are none", id)
	}
	return nil, fmt.Errorf("no resource %s: the last is %s", id, g.Resources[len(g.Resources)-1].ID)
}

func (g *Graph) findFacts(p goal.Pattern) []Target {
	var found []Target
	for i := range g.Resources {
		if r := &g.Resources[i]; p.MatchesFact(r.Pred, r.Args, r.Persistent) {
			found = append(found, Target{r, r.Producer})
		}
	}
	return found
}

func (g *Graph) findEvents(fits func(Event) bool) []Target {
	var found []Target
	for e := range Event(g.Len()) {
		if fits(e) {
			found = append(found, Target{Event: e})
		}
	}
	return found
}

// named reports whether an event is a firing of the rules that a pattern names.
func (g *Graph) named(p goal.Pattern) func(Event) bool {
	selected := g.Selected(p.Head)
	return func(e Event) bool { return selected(g.Rule(e)) && p.Matches(p.Head, g.Step(e).Args) }
}

// outside reports whether the outside was told in an event what a pattern names, or
// answered it.
func (g *Graph) outside(p goal.Pattern) func(Event) bool {
	fits := func(f trace.Fact) bool { return p.Matches(f.Pred, f.Args) }
	return func(e Event) bool {
		s := g.Step(e)
		return slices.ContainsFunc(s.Acts, fits) || slices.ContainsFunc(s.Sensed, fits)
	}
}

// notFound says that there is nothing of a pattern: no such predicate or rule, or
// none with these arguments.
func (g *Graph) notFound(p goal.Pattern) error {
	if p.Permanent {
		if found := g.findFacts(goal.Pattern{Term: p.Term}); len(found) > 0 {
			return fmt.Errorf("no %s in the run that is permanent; without the ! it is %s", p.Term, g.Names(found))
		}
	}
	heads, here := g.vocabulary(p.Head)
	if len(here) > 0 {
		byNumbers := slices.Clone(here)
		slices.SortStableFunc(byNumbers, func(a, b string) int {
			return cmp.Compare(apart(p.String(), a), apart(p.String(), b))
		})
		if near := label.Nearest(p.String(), byNumbers); near != "" {
			return fmt.Errorf("no %s in the run; did you mean %s?", p, near)
		}
		return fmt.Errorf("no %s in the run; the run has %s", p, List(here))
	}
	if p.Number && len(p.Args) == 0 {
		return fmt.Errorf("no fact or rule %s in the run; the step would be t%s, the resource x%s", p.Head, p.Head, p.Head)
	}
	if declared := g.declared(p); declared != "" {
		return errors.New(declared)
	}
	if needed := g.needing(p); len(needed) > 0 {
		return fmt.Errorf("%s is derived, not a fact of the state; it was needed by %s", p, g.Names(needed))
	}
	if near := label.Nearest(p.Head, heads); near != "" {
		return fmt.Errorf("no fact or rule %s in the run; did you mean %s?", p.Head, near)
	}
	if len(heads) == 0 {
		return fmt.Errorf("no fact or rule %s in the run, which is empty", p.Head)
	}
	return fmt.Errorf("no fact or rule %s in the run; the run has %s", p.Head, List(heads))
}

// declared says of what the program declares why the run has nothing of it; "" of anything
// else.
func (g *Graph) declared(p goal.Pattern) string {
	program := g.Trace.Program
	if program == nil {
		return ""
	}
	name := visible.Line(p.Head)
	if i := slices.IndexFunc(program.Predicates, func(d trace.Predicate) bool { return d.Name == p.Head }); i >= 0 {
		if program.Predicates[i].Mode == trace.Backward {
			return g.proved(p)
		}
		return fmt.Sprintf("no fact of %s in the run, though the program has the predicate", name)
	}
	switch {
	case len(g.labels.Select(p.Head)) > 0:
		return fmt.Sprintf("the rule %s does not fire in the run", name)
	case slices.ContainsFunc(program.Stages, func(s trace.Stage) bool { return s.Name == p.Head }):
		return fmt.Sprintf("%s is a stage; the mark of it is the fact %s %[1]s", name, trace.StagePred)
	}
	return g.constant(p.Head)
}

// needing returns the events that needed a fact that was proved or derived.
func (g *Graph) needing(p goal.Pattern) []Target {
	return g.findEvents(func(e Event) bool {
		return slices.ContainsFunc(g.Step(e).Proves, func(f trace.Fact) bool { return p.Matches(f.Pred, f.Args) })
	})
}

// proved reports which steps needed a fact that is proved and never part of the state.
func (g *Graph) proved(p goal.Pattern) string {
	needed := g.needing(p)
	if len(needed) == 0 {
		return fmt.Sprintf("%s is proved, not a fact of the state; no step of the run needed it", p)
	}
	return fmt.Sprintf("%s is proved, not a fact of the state; it was needed by %s", p, g.Names(needed))
}

// constant says of a constant which facts there are about it, the last for an example; "" of
// anything else.
func (g *Graph) constant(name string) string {
	i := slices.IndexFunc(g.Trace.Program.Types, func(t trace.Type) bool { return slices.Contains(t.Constants, name) })
	if i < 0 {
		return ""
	}
	what := fmt.Sprintf("%s is a term of the type %s, not a fact or rule", visible.Line(name),
		visible.Line(g.Trace.Program.Types[i].Name))
	for _, r := range slices.Backward(g.Resources) {
		if slices.ContainsFunc(r.Args, func(t trace.Term) bool { return t.Head == name && len(t.Args) == 0 }) {
			return fmt.Sprintf("%s; a fact about it is %s", what, visible.Line(r.String()))
		}
	}
	return what
}

// apart returns how far the numbers in two texts are apart, where these have as many words: of
// facts that are as much alike, the one with the nearest number is meant.
func apart(a, b string) (far float64) {
	mine, others := strings.Fields(a), strings.Fields(b)
	if len(mine) != len(others) {
		return 0
	}
	for i := range mine {
		m, err := strconv.ParseUint(mine[i], 10, 64)
		n, other := strconv.ParseUint(others[i], 10, 64)
		if err == nil && other == nil {
			far += math.Abs(float64(m) - float64(n))
		}
	}
	return far
}

// vocabulary returns the predicates and rules of the run, and all facts and
// transitions of one of them, each once, in the order of the run.
func (g *Graph) vocabulary(head string) (heads, here []string) {
	known := make(map[string]bool)
	add := func(list *[]string, word string) {
		if !known[word] {
			known[word] = true
			*list = append(*list, word)
		}
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		add(&heads, r.Pred)
		if r.Pred == head && len(r.Args) > 0 {
			add(&here, r.Fact().String())
		}
	}
	selected := g.Selected(head)
	for e := range Event(g.Len()) {
		s := g.Step(e)
		add(&heads, g.Label(e))
		if selected(g.Rule(e)) && len(s.Args) > 0 {
			add(&here, g.Named(e))
		}
		for _, f := range slices.Concat(s.Acts, s.Sensed) {
			add(&heads, f.Pred)
			if f.Pred == head && len(f.Args) > 0 {
				add(&here, f.String())
			}
		}
	}
	return heads, here
}
