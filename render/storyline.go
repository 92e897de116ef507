package render

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/lanes"
)

// storyline draws who is with whom, when: a line for each character, which runs close
// to those of others while they are in the same place.
func (a *artist) storyline() error {
	chart, err := a.chart()
	if err != nil || chart == nil {
		return err
	}
	if err := a.locate(chart); err != nil {
		return err
	}
	a.take(lanes.Storyline(chart, a.font()))
	return nil
}

// locate enters where each character is after each of its stops.
func (a *artist) locate(chart *lanes.Chart) error {
	j := &journeys{artist: a, pred: a.Place, who: make(map[string]*lanes.Character, len(chart.Cast)), at: make(map[string]string)}
	for i, name := range a.names {
		j.who[name] = &chart.Cast[i]
	}
	if j.pred == "" {
		j.pred = causal.FindPlace(a.graph.Trace, a.names)
	}
	if j.pred == "" {
		a.note(Placeless, "nothing says where the characters are, so lines run together where they meet")
		return nil
	}
	if j.pred == a.Place && !j.known() {
		return fmt.Errorf("no fact of %q says where a character is", plain(a.Place))
	}
	j.follow()
	return nil
}

// journeys follow where characters are.
type journeys struct {
	*artist
	pred string // of the facts that say so
	who  map[string]*lanes.Character
	at   map[string]string // places, by name as in the trace; "" for those who are nowhere
}

// known reports whether the predicate says where somebody is.
func (j *journeys) known() bool {
	for i := range j.graph.Resources {
		r := &j.graph.Resources[i]
		if who, _, ok := causal.Located(r.Resource); ok && r.Pred == j.pred && j.who[who] != nil {
			return true
		}
	}
	return false
}

// follow goes through the whole run, for characters move in events, too, that are not
// drawn. The beginning of the picture is before the first that is.
func (j *journeys) follow() {
	for i := range j.graph.Resources {
		if r := &j.graph.Resources[i]; r.Producer == causal.Outside {
			j.arrive(r)
		}
	}
	drawn := j.folding.Selection.Events
	for e := range causal.Event(j.graph.Len()) {
		if len(drawn) > 0 && e == drawn[0] {
			j.begin()
		}
		j.stop(e, true)
		j.move(j.graph.Step(e))
		j.stop(e, false)
	}
}

// begin enters where characters are at the beginning.
func (j *journeys) begin() {
	for name, c := range j.who {
		c.Start = j.at[name]
	}
}

// move enters what a step says of where characters are.
func (j *journeys) move(step *trace.Step) {
	for _, id := range step.Consumes {
		r := j.graph.Resource(id)
		if who, _, ok := causal.Located(r.Resource); ok && r.Pred == j.pred {
			j.at[who] = ""
		}
	}
	for _, id := range step.Produces {
		j.arrive(j.graph.Resource(id))
	}
}

// arrive enters what a fact says of where a character is.
func (j *journeys) arrive(r *causal.Resource) {
	if who, where, ok := causal.Located(r.Resource); ok && r.Pred == j.pred {
		j.at[who] = plain(where.String())
	}
}

// stop enters where those are that take part in an event: before the first event of its
// group, and after the last.
func (j *journeys) stop(e causal.Event, before bool) {
	group := j.folding.Group(e)
	if group < 0 || before && e != j.folding.Groups[group].Events[0] {
		return
	}
	for name, c := range j.who {
		i, there := slices.BinarySearchFunc(c.Stops, group, func(s lanes.Stop, group int) int { return s.Node - group })
		switch place, known := j.at[name]; {
		case !there:
		case before:
			c.Stops[i].From = place
		default:
			c.Stops[i].Place, c.Stops[i].Gone = place, known && place == ""
		}
	}
}
