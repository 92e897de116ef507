package causal

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// In many games there is one hero, who has no name: `hero hall` says where they are, and all
// that happens happens to them. The predicate is then the character. What tells it from one
// that says whose turn it is: places have no more to say for themselves than that they are
// dark, or locked; and most events do not speak of any, or from one of them ways lead to
// several.

// pickWalker returns the predicate that says where the only character of a run is, if there
// is one: the first that has one argument, of which there is no more than one fact in any
// state, and that moves. No predicate of several arguments speaks first of where it moves.
// The type that acts best is in less than two thirds of the steps, or it is these places.
func pickWalker(t *trace.Trace, shares map[string]*share, best string) (Cast, bool) {
	for _, p := range t.Program.Predicates {
		names := []string{p.Name}
		if !walks(t.Program, p) || p.Args[0] != best && 3*shares[best].steps >= 2*len(t.Steps) || !ownPlaces(t, names).Known() {
			continue
		}
		moves, parts := roams(t, p.Name)
		if !moves || !parts && 2*shares[p.Args[0]].steps >= len(t.Steps) || !slices.Contains(newSurvey(t).lanes, p.Name) {
			continue
		}
		picked := fmt.Sprintf("the character is the predicate %s: it has one fact at a time, which moves among the constants of the type %s", p.Name, p.Args[0])
		return Cast{Predicates: true, Names: names, Picked: picked}, true
	}
	return Cast{}, false
}

// walks reports whether a predicate, by what is declared, may say where somebody is who has
// no name.
func walks(program *trace.Program, p trace.Predicate) bool {
	if p.Mode != trace.Linear || len(p.Args) != 1 || !declares(program, p.Args[0]) {
		return false
	}
	return !slices.ContainsFunc(program.Predicates, func(o trace.Predicate) bool {
		return o.Mode == trace.Linear && len(o.Args) > 1 && o.Args[0] == p.Args[0]
	})
}

// roams reports whether the fact of a predicate moves, and from one place to several.
func roams(t *trace.Trace, pred string) (moves, parts bool) {
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
		if next[from] == "" {
			next[from] = to
		}
		moves, parts = true, parts || next[from] != to
	}
	return moves, parts
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
