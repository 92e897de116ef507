package export

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The parts of an OCEL 2.0 log that we write.
type (
	ocelLog struct {
		ObjectTypes []ocelType   `json:"objectTypes"`
		EventTypes  []ocelType   `json:"eventTypes"`
		Objects     []ocelObject `json:"objects"`
		Events      []ocelEvent  `json:"events"`
	}
	ocelType struct {
		Name       string          `json:"name"`
		Attributes []ocelAttribute `json:"attributes"`
	}
	ocelAttribute struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	ocelObject struct {
		ID   string `json:"id"`
		Type string `json:"type"`
	}
	ocelEvent struct {
		ID            string         `json:"id"`
		Type          string         `json:"type"`
		Time          string         `json:"time"`
		Attributes    []ocelValue    `json:"attributes"`
		Relationships []ocelRelation `json:"relationships"`
	}
	ocelValue struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	ocelRelation struct {
		Object    string `json:"objectId"`
		Qualifier string `json:"qualifier"`
	}
)

// writeOCEL writes an object-centric event log (OCEL 2.0, JSON). Events are the
// steps, their types the rules. Objects are the cast, and all other constants of
// the trace's types that the run mentions: characters, places, things; their
// types are those of the program. A step is related to each object that one of
// its arguments mentions, with the parameter's name for a qualifier, to each
// other object in the facts that it touches, with the fact's predicate, and to
// each other character who takes part. Arguments that mention no object are
// attributes. A trace has no clock: the first step is a second after the start
// of the year 2000, and each other one a second later.
func writeOCEL(w io.Writer, r *run) ([]string, error) {
	l := &ocel{
		run: r, log: ocelLog{[]ocelType{}, []ocelType{}, []ocelObject{}, []ocelEvent{}},
		index: make(map[string]int), took: make([][]string, r.Len()),
	}
	l.objects()
	l.eventTypes()
	for e := range r.Len() {
		l.event(causal.Event(e))
	}
	notes := append(r.picked(),
		"times are invented: a second a step, from the start of the year 2000; the trace has no clock",
		"facts are left out: only the objects that they mention are in the log")
	if len(l.log.Objects) == 0 {
		notes = append(notes, "the trace has no types and no characters are followed: the log has no objects")
	}
	return append(notes, leftOut(r.Trace, types, stages)...), writeJSON(w, l.log)
}

// ocel is a log in the making.
type ocel struct {
	*run
	log   ocelLog
	index map[string]int // of objects in the log, by name
	took  [][]string     // the cast of each event
}

// objects enters the cast, with the events in which each character takes part, and the constants that
// the run mentions. A constant of two types is an object of the first.
func (l *ocel) objects() {
	if len(l.cast.Names) > 0 {
		l.enter(cmp.Or(l.cast.Type, "character"), l.cast.Names)
		for _, thread := range l.Threads(l.cast) {
			for _, e := range thread.Events {
				l.took[e] = append(l.took[e], thread.Character)
			}
		}
	}
	if l.Trace.Program == nil {
		return
	}
	mentioned := l.mentioned()
	for _, t := range l.Trace.Program.Types {
		l.enter(t.Name, slices.DeleteFunc(slices.Clone(t.Constants), func(c string) bool { return !mentioned[c] }))
	}
}

// enter enters a type and those of its constants that are no objects yet.
func (l *ocel) enter(typ string, names []string) {
	before := len(l.log.Objects)
	for _, name := range names {
		if _, ok := l.index[name]; !ok {
			l.index[name] = len(l.log.Objects)
			l.log.Objects = append(l.log.Objects, ocelObject{name, typ})
		}
	}
	known := slices.ContainsFunc(l.log.ObjectTypes, func(t ocelType) bool { return t.Name == typ })
	if len(l.log.Objects) > before && !known {
		l.log.ObjectTypes = append(l.log.ObjectTypes, ocelType{typ, []ocelAttribute{}})
	}
}

// mentioned returns all names in the arguments of facts and steps.
func (l *ocel) mentioned() map[string]bool {
	seen := make(map[string]bool)
	note := func(name string) { seen[name] = true }
	for i := range l.Resources {
		heads(l.Resources[i].Args, note)
	}
	for i := range l.Trace.Steps {
		heads(l.Trace.Steps[i].Args, note)
	}
	return seen
}

// heads calls f for each constant and constructor in terms.
func heads(args []trace.Term, f func(string)) {
	for _, a := range args {
		f(a.Head)
		heads(a.Args, f)
	}
}

// eventTypes enters a type for each rule that fired, in the order in which they
// did, with the attributes of all its events.
func (l *ocel) eventTypes() {
	index := make(map[int]int)
	for _, e := range l.Events() {
		at, ok := index[l.Rule(e)]
		if !ok {
			at = len(l.log.EventTypes)
			index[l.Rule(e)] = at
			l.log.EventTypes = append(l.log.EventTypes, ocelType{l.Label(e), []ocelAttribute{}})
		}
		t := &l.log.EventTypes[at]
		for _, v := range l.values(e) {
			if a := (ocelAttribute{v.Name, "string"}); !slices.Contains(t.Attributes, a) {
				t.Attributes = append(t.Attributes, a)
			}
		}
	}
}

// values returns the attributes of a step: its stage, and its arguments that
// mention no object.
func (l *ocel) values(e causal.Event) []ocelValue {
	s := l.Step(e)
	values := []ocelValue{}
	if s.Stage != "" {
		values = append(values, ocelValue{"stage", s.Stage})
	}
	for i, a := range s.Args {
		object := false
		heads([]trace.Term{a}, func(name string) {
			_, ok := l.index[name]
			object = object || ok
		})
		if !object {
			values = append(values, ocelValue{l.param(e, i), a.String()})
		}
	}
	return values
}

// param returns the name of a step's argument: the parameter's, or `arg2` where
// that is unknown, a wildcard's, or taken by the stage.
func (l *ocel) param(e causal.Event, i int) string {
	rule := l.Declared(e)
	if rule != nil && i < len(rule.Params) && rule.Params[i].Name != "_" && rule.Params[i].Name != "stage" {
		return rule.Params[i].Name
	}
	return "arg" + strconv.Itoa(i+1)
}

func (l *ocel) event(e causal.Event) {
	s := l.Step(e)
	at := time.Date(2000, time.January, 1, 0, 0, int(e)+1, 0, time.UTC)
	l.log.Events = append(l.log.Events, ocelEvent{
		ID: s.ID.String(), Type: l.Label(e), Time: at.Format(time.RFC3339), Attributes: l.values(e),
		Relationships: l.relations(e),
	})
}

// relations returns the objects that have to do with an event, each once for
// each parameter; those that are no parameters once. A constant that has the name of a
// predicate that is followed is another thing, and no object.
func (l *ocel) relations(e causal.Event) []ocelRelation {
	s := l.Step(e)
	rel := &related{known: l.index, list: []ocelRelation{}, seen: make(map[string]bool)}
	mentioned := func(args []trace.Term, add func(name string)) {
		heads(args, func(name string) {
			if !l.cast.IsPredicate(name) {
				add(name)
			}
		})
	}
	for i := range s.Args {
		mentioned(s.Args[i:i+1], func(name string) { rel.add(name, l.param(e, i)) })
	}
	for a := range stepArcs(s) {
		if r := l.Resource(a.resource); !r.StageToken() {
			mentioned(r.Args, func(name string) { rel.addNew(name, r.Pred) })
		}
	}
	for _, name := range l.took[e] {
		rel.addNew(name, "takes part")
	}
	return rel.list
}

// related are the objects of an event.
type related struct {
	known map[string]int // the objects that there are
	list  []ocelRelation
	seen  map[string]bool // in the list
}

// add relates an object in a way, once; other terms are skipped.
func (r *related) add(name, qualifier string) {
	rel := ocelRelation{name, qualifier}
	if _, ok := r.known[name]; ok && !slices.Contains(r.list, rel) {
		r.list = append(r.list, rel)
		r.seen[name] = true
	}
}

// addNew relates an object that is not related in any way.
func (r *related) addNew(name, qualifier string) {
	if !r.seen[name] {
		r.add(name, qualifier)
	}
}
