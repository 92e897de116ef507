package causal

import (
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// Event is a step of the run, as its index in the order of firing.
type Event int

// Outside is no event: the producer of the initial state's resources, and the
// consumer of the resources left at the end.
const Outside Event = -1

// Resource is a resource of the trace with the events around it.
type Resource struct {
	*trace.Resource
	Producer Event   // Producer is Outside for the initial state
	Consumer Event   // Consumer is Outside for resources left at the end
	Readers  []Event // Readers are in order of firing
}

// StageToken reports whether the resource is the mark of the current stage and
// not a fact of the program.
func (r *Resource) StageToken() bool { return r.Pred == trace.StagePred }

// Users returns the events that read the resource, in order of firing, and then
// the one that consumed it.
func (r *Resource) Users() []Event {
	if r.Consumer == Outside {
		return r.Readers
	}
	return append(slices.Clip(r.Readers), r.Consumer)
}

// Graph is the bipartite graph of the events and resources of one run.
// It is read-only after [New].
type Graph struct {
	// Trace is the run the graph was made of.
	Trace *trace.Trace
	// Resources are in the order of the trace.
	Resources []Resource

	events    index[trace.StepID]
	resources index[trace.ResourceID]
	labels    *label.Set // of the rules that the header lists, then of others that steps name
	rules     []int32    // of each event
	causes    [][]Event
	effects   [][]Event
	shapes    *shapes
}

// shapes finds the shapes of terms of a run when they are first asked for.
type shapes struct {
	once  sync.Once
	found *shape.Set
}

// New returns the graph of a trace that [trace.Validate] accepts. It costs time
// and memory linear in the steps and their resources.
func New(t *trace.Trace) *Graph {
	g := &Graph{
		Trace:     t,
		Resources: make([]Resource, len(t.Resources)),
		events:    newIndex(len(t.Steps), func(i int) trace.StepID { return t.Steps[i].ID }),
		resources: newIndex(len(t.Resources), func(i int) trace.ResourceID { return t.Resources[i].ID }),
		labels:    t.Labels(),
		rules:     make([]int32, len(t.Steps)),
		causes:    make([][]Event, len(t.Steps)),
		effects:   make([][]Event, len(t.Steps)),
		shapes:    new(shapes),
	}
	for i := range t.Resources {
		r := &t.Resources[i]
		g.Resources[i] = Resource{Resource: r, Producer: Outside, Consumer: Outside}
	}
	var room []Event
	for i := range t.Steps {
		g.rules[i] = int32(g.labels.Enter(t.Steps[i].Key()))
		room = g.add(Event(i), room)
	}
	g.reverse()
	return g
}

// add adds an event after all earlier ones. It returns room for the causes of the next.
func (g *Graph) add(e Event, room []Event) []Event {
	step := g.Step(e)
	causes := room[:0]
	for _, id := range step.Reads {
		r := g.Resource(id)
		causes = append(causes, r.Producer)
		r.Readers = append(r.Readers, e)
	}
	for _, id := range step.Consumes {
		r := g.Resource(id)
		causes = append(causes, r.Producer)
		causes = append(causes, r.Readers...)
		r.Consumer = e
	}
	for _, id := range step.Produces {
		g.Resource(id).Producer = e
	}
	room = causes
	slices.Sort(causes)
	causes = slices.Compact(causes)
	if len(causes) > 0 && causes[0] == Outside {
		causes = causes[1:]
	}
	if len(causes) > 0 {
		g.causes[e] = slices.Clone(causes)
	}
	return room
}

// reverse makes the effects of the causes. All lie in one slice.
func (g *Graph) reverse() {
	counts := make([]int32, g.Len())
	sum := 0
	for _, causes := range g.causes {
		sum += len(causes)
		for _, c := range causes {
			counts[c]++
		}
	}
	room := make([]Event, sum)
	for c, n := range counts {
		if n > 0 {
			g.effects[c], room = room[:0:n], room[n:]
		}
	}
	for e, causes := range g.causes {
		for _, c := range causes {
			g.effects[c] = append(g.effects[c], Event(e))
		}
	}
}

// Shapes returns which terms of the run are numbers and lists, for texts that are read by people.
func (g *Graph) Shapes() *shape.Set {
	g.shapes.once.Do(func() { g.shapes.found = shape.Find(g.Trace) })
	return g.shapes.found
}

// Len returns the number of events.
func (g *Graph) Len() int { return len(g.causes) }

// Events returns every event, in order of firing.
func (g *Graph) Events() []Event {
	events := make([]Event, g.Len())
	for e := range events {
		events[e] = Event(e)
	}
	return events
}

// Step returns the step that an event is.
func (g *Graph) Step(e Event) *trace.Step { return &g.Trace.Steps[e] }

// Rule returns the number of an event's rule in [Graph.Rules].
func (g *Graph) Rule(e Event) int { return int(g.rules[e]) }

// Rules returns the rules that the header lists, in its order, and then the others that steps
// name.
func (g *Graph) Rules() *label.Set { return g.labels }

// Label returns what readers call an event's rule: its name, with the stage or an ordinal where
// that is not enough. Events of different rules have different labels.
func (g *Graph) Label(e Event) string { return g.labels.Label(g.Rule(e)) }

// LabelOf returns the label of the rule of a step of the run, as [Graph.Label] does.
func (g *Graph) LabelOf(s *trace.Step) string { return g.labels.LabelOf(s.Key()) }

// Declared returns what the header says of an event's rule, or nil.
func (g *Graph) Declared(e Event) *trace.Rule {
	if p := g.Trace.Program; p != nil && g.Rule(e) < len(p.Rules) {
		return &p.Rules[g.Rule(e)]
	}
	return nil
}

// Selected returns which rules of [Graph.Rules] a selector means, by their numbers. Open means
// all.
func (g *Graph) Selected(selector string) func(rule int) bool {
	if selector == trace.Open {
		return func(int) bool { return true }
	}
	rules := g.labels.Select(selector)
	return func(rule int) bool { return slices.Contains(rules, rule) }
}

// Named returns an event's label with its arguments.
func (g *Graph) Named(e Event) string {
	return trace.Term{Head: g.Label(e), Args: g.Step(e).Args}.String()
}

// Event returns the event of a step, and false where the trace has no step of
// that id.
func (g *Graph) Event(id trace.StepID) (Event, bool) {
	i := g.events.of(id)
	return Event(i), i >= 0
}

// Index returns the index in Resources of the resource of that id, or -1.
func (g *Graph) Index(id trace.ResourceID) int { return g.resources.of(id) }

// Resource returns the resource of that id, which must be in the trace.
func (g *Graph) Resource(id trace.ResourceID) *Resource { return &g.Resources[g.resources.of(id)] }

// Causes returns the events that directly precede e: the makers of what it
// uses, and the readers of what it consumes. The list is ascending, without repeats, and not
// to be changed.
func (g *Graph) Causes(e Event) []Event { return g.causes[e] }

// Effects returns the events that e directly precedes, in the same form.
func (g *Graph) Effects(e Event) []Event { return g.effects[e] }

// index finds the records of a trace by their ids. As a rule these count from 1
// and stand in order; then it need not keep any.
type index[ID trace.StepID | trace.ResourceID] struct {
	len  int
	rest map[ID]int // nil where record i has the id i+1
}

func newIndex[ID trace.StepID | trace.ResourceID](n int, id func(int) ID) index[ID] {
	ordered := true
	for i := range n {
		ordered = ordered && id(i) == ID(i+1)
	}
	if ordered {
		return index[ID]{len: n}
	}
	rest := make(map[ID]int, n)
	for i := range n {
		rest[id(i)] = i
	}
	return index[ID]{rest: rest}
}

// of returns the number of a record, from 0, or -1.
func (x index[ID]) of(id ID) int {
	if x.rest != nil {
		if i, ok := x.rest[id]; ok {
			return i
		}
		return -1
	}
	if id < 1 || int(id) > x.len {
		return -1
	}
	return int(id) - 1
}
