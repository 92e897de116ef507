package causal

import (
	"slices"

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
// places are then characters, too, however they move.
func pickWalkers(t *trace.Trace, shares map[string]*share, best string) (Cast, bool) {
	var places string // the type of places of the first walker found
	var may []string
	for _, p := range t.Program.Predicates {
		if !mayWalk(t, p, shares, best) {
			continue
		}
		w := walkOf(t, p.Name)
		straight := w.moves && !w.repeats && (2*shares[p.Args[0]].steps < len(t.Steps) || onMap(t, p))
		if places == "" && (w.parts || straight) {
			places = p.Args[0]
		}
		may = append(may, p.Name)
	}
	if places == "" {
		return Cast{}, false
	}
	lanes := newSurvey(t).lanes
	who := slices.DeleteFunc(may, func(name string) bool {
		return predicateOf(t.Program, name).Args[0] != places || !walkOf(t, name).moves || !slices.Contains(lanes, name)
	})
	if len(who) == 0 || !findPlace(t, Cast{Predicates: who, Names: who}).Known() {
		return Cast{}, false
	}
	picked := "the characters are the predicates " + some(who) + ": each has"
	if len(who) == 1 {
		picked = "the character is the predicate " + who[0] + ": it has"
	}
	return Cast{Predicates: who, Names: who, Picked: picked + " one fact at a time, which moves among the constants of the type " + places}, true
}

// mayWalk reports whether a predicate may say where the only character of a run is: it has one
// argument, and never more than one fact. No predicate of several arguments speaks first of
// what that may be, but for ways between two of it. The type that acts best, if any does, is in less than two thirds of the
// steps, or it is these places.
func mayWalk(t *trace.Trace, p trace.Predicate, shares map[string]*share, best string) bool {
	return walks(t.Program, p) && (p.Args[0] == best || best == "" || 3*shares[best].steps < 2*len(t.Steps)) &&
		len(ownPlaces(t, []string{p.Name})) > 0
}

// isLone reports whether a predicate that is asked for by itself is the only character, where
// else some others would be picked.
func isLone(t *trace.Trace, pred string, others Cast) bool {
	if t.Program == nil || len(others.Predicates) > 1 {
		return false
	}
	p := predicateOf(t.Program, pred)
	return p != nil && mayWalk(t, *p, countShares(t), others.Type)
}

// walks reports whether a predicate, as declared, may give the location of a character without a
// name.
func walks(program *trace.Program, p trace.Predicate) bool {
	if p.Mode != trace.Linear || len(p.Args) != 1 || !declares(program, p.Args[0]) {
		return false
	}
	return !slices.ContainsFunc(program.Predicates, func(o trace.Predicate) bool {
		return o.Mode == trace.Linear && len(o.Args) > 1 && o.Args[0] == p.Args[0] &&
			!every(o.Args, func(arg string) bool { return arg == p.Args[0] })
	})
}

// walk is how the fact of a predicate goes from place to place.
type walk struct {
	moves   bool
	parts   bool // from one place to several
	repeats bool // from one place to the same one twice
}

func walkOf(t *trace.Trace, pred string) (w walk) {
	facts := make(map[trace.ResourceID]string)
	for i := range t.Resources {
		if r := &t.Resources[i]; r.Pred == pred && len(r.Args) == 1 {
			facts[r.ID] = r.Args[0].String()
		}
	}
	next := make(map[string]string) // the first place to which a way led
	for i := range t.Steps {
		from, to := ends(facts, &t.Steps[i])
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

// onMap reports whether the fact of a predicate goes along what links places, such as doors. Money
// goes from parents to children in the same way, so these have to be called as places are.
func onMap(t *trace.Trace, p trace.Predicate) bool {
	return calledPlaces(p.Args[0]) && censusOfOwn(t, []string{p.Name}, nil).order[0].ways.isMap()
}

// ends returns between which places a step moves a fact, "" for none.
func ends(facts map[trace.ResourceID]string, s *trace.Step) (from, to string) {
	for _, id := range s.Consumes {
		if place, ok := facts[id]; ok {
			from = place
		}
	}
	for _, id := range s.Produces {
		if place, ok := facts[id]; ok {
			to = place
		}
	}
	return from, to
}
