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
	a.legendOfLines(chart)
	a.take(lanes.Storyline(chart, a.font()))
	return nil
}

// locate enters where each character is after each of its stops.
func (a *artist) locate(chart *lanes.Chart) error {
	j := newJourneys(a, chart)
	if j.pred == "" {
		a.note(Placeless, "nothing says where the characters are, so lines run together where they meet")
		return nil
	}
	if j.pred == a.Place && !j.known() {
		return fmt.Errorf("no fact of %q says where a character is", plain(a.Place))
	}
	j.follow()
	j.part()
	return nil
}

// journeys follow where characters are. All is by their names as in the trace.
type journeys struct {
	*artist
	pred     string // of the facts that say so
	who      map[string]*lanes.Character
	at       map[string]string       // places; "" for those who are nowhere
	ever     map[string]bool         // of whom a fact says a place, at any time
	attended map[string]map[int]bool // groups of events at which they are
	involved [][]string              // by event: of whom it speaks
	params   map[string][]trace.Param
}

func newJourneys(a *artist, chart *lanes.Chart) *journeys {
	j := &journeys{
		artist: a, pred: a.Place, who: make(map[string]*lanes.Character, len(chart.Cast)), at: make(map[string]string),
		ever: make(map[string]bool), attended: make(map[string]map[int]bool), involved: make([][]string, a.graph.Len()),
		params: make(map[string][]trace.Param),
	}
	var names []string
	for i, t := range a.followed {
		names = append(names, t.Character)
		j.who[t.Character], j.attended[t.Character] = &chart.Cast[i], make(map[int]bool)
		for _, e := range t.Events {
			j.involved[e] = append(j.involved[e], t.Character)
		}
	}
	if j.pred == "" {
		j.pred = causal.FindPlace(a.graph.Trace, names)
	}
	if p := a.graph.Trace.Program; p != nil {
		for _, r := range p.Rules {
			j.params[r.Name] = r.Params
		}
	}
	return j
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
		r := &j.graph.Resources[i]
		if r.Producer == causal.Outside {
			j.arrive(r)
		}
		if who, _, ok := causal.Located(r.Resource); ok && r.Pred == j.pred {
			j.ever[who] = true
		}
	}
	drawn := j.folding.Selection.Events
	for e := range causal.Event(j.graph.Len()) {
		if len(drawn) > 0 && e == drawn[0] {
			j.begin()
		}
		j.stop(e, true)
		j.attend(e)
		j.move(j.graph.Step(e))
		j.stop(e, false)
	}
}

// attend enters who is at an event.
func (j *journeys) attend(e causal.Event) {
	group := j.folding.Group(e)
	if group < 0 {
		return
	}
	for _, name := range j.company(e) {
		j.attended[name][group] = true
	}
}

// part takes the stops from everybody at which they are only spoken of, unless they come
// to life there or end. Whose last stop leaves them nowhere for good ends there.
func (j *journeys) part() {
	for name, c := range j.who {
		c.Stops = slices.DeleteFunc(c.Stops, func(s lanes.Stop) bool {
			return !j.attended[name][s.Node] && !slices.Contains(c.Born, s.Node) && !slices.Contains(c.Died, s.Node)
		})
		if n := len(c.Stops); n > 0 && c.Stops[n-1].Gone && j.at[name] == "" {
			c.Died = append(c.Died, c.Stops[n-1].Node)
		}
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
