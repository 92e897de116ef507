package cast

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Many games have one hero without a name: `hero hall` gives the location, and all events happen
// to the hero. The predicate is then the character, and so are several predicates (`tamara hall`).
// Such a predicate is told from a marker of turns by its arguments: other facts say of places only
// that they are dark, or locked; and the predicate moves from one place to several, or never the
// same way twice, whereas turns alternate; it moves along facts that link places by name, or most
// events name no place.

// pickWalkers returns the predicates that are characters and give their own locations, if any:
// a first one must satisfy mayWalk and move like a character; others that move among the same
// places are then characters, too, however they move. The type most acts best.
func (f *finder) pickWalkers(most string) (causal.Cast, bool) {
	var places string // the type of places of the first walker found
	var movers []trace.Predicate
	for _, p := range f.program.Predicates {
		if !f.mayWalk(p, most) {
			continue
		}
		w := f.walkOf(p.Name)
		// Money goes from parents to children along facts, too, so the places have to be called as places.
		onMap := func() bool {
			return calledPlaces(p.Args[0]) && f.ownCandidate([]string{p.Name}, nil).ways.isMap()
		}
		straight := w.moves && !w.repeats && (2*f.acts()[p.Args[0]].steps < len(f.trace.Steps) || onMap())
		if places == "" && (w.parts || straight) {
			places = p.Args[0]
		}
		if w.moves {
			movers = append(movers, p)
		}
	}
	if places == "" {
		return causal.Cast{}, false
	}
	var who []string
	for _, p := range movers {
		if p.Args[0] == places && slices.Contains(f.survey().lanes, p.Name) {
			who = append(who, p.Name)
		}
	}
	if len(who) == 0 || !f.place(causal.Cast{Predicates: who, Names: who}).Known() {
		return causal.Cast{}, false
	}
	why := bePredicates(who) + " moves among the constants of the type " + places
	return causal.Cast{Predicates: who, Names: who, Picked: why}, true
}

// mayWalk reports whether a predicate may say where the only character of a run is: it has one
// argument, and never more than one fact. No predicate of several arguments speaks first of
// what that may be, but for ways between two of it. The type that acts best, if any does, is in
// less than two thirds of the steps, or it is these places.
func (f *finder) mayWalk(p trace.Predicate, best string) bool {
	if p.Mode != trace.Linear || len(p.Args) != 1 || !f.declares(p.Args[0]) {
		return false
	}
	speaksFirst := func(o trace.Predicate) bool {
		return o.Mode == trace.Linear && len(o.Args) > 1 && o.Args[0] == p.Args[0] &&
			!every(o.Args, func(arg string) bool { return arg == p.Args[0] })
	}
	return !slices.ContainsFunc(f.program.Predicates, speaksFirst) &&
		(p.Args[0] == best || best == "" || 3*f.acts()[best].steps < 2*len(f.trace.Steps)) &&
		len(f.ownPlaces([]string{p.Name})) > 0
}

// walk is how the fact of a predicate goes from place to place.
type walk struct {
	moves   bool
	parts   bool // from one place to several
	repeats bool // from one place to the same one twice
}

// walkOf returns how the fact of a predicate goes in the run.
func (f *finder) walkOf(pred string) (w walk) {
	facts := make(map[trace.ResourceID]string)
	for i := range f.trace.Resources {
		if r := &f.trace.Resources[i]; r.Pred == pred && len(r.Args) == 1 {
			facts[r.ID] = r.Args[0].String()
		}
	}
	last := func(ids []trace.ResourceID) (place string) {
		for _, id := range ids {
			if at, ok := facts[id]; ok {
				place = at
			}
		}
		return place
	}
	next := make(map[string]string) // the first place to which a way led
	for i := range f.trace.Steps {
		from, to := last(f.trace.Steps[i].Consumes), last(f.trace.Steps[i].Produces)
		if from == "" || to == "" || from == to {
			continue
		}
		w.moves = true
		switch next[from] {
		case "":
			next[from] = to
		case to:
			w.repeats = true
		default:
			w.parts = true
		}
	}
	return w
}
