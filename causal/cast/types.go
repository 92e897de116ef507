package cast

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// activity is how much of a run a type, or a kind of constants, takes part in.
type activity struct {
	several  bool // several constants count; set for kinds only
	steps    int  // steps that mention a constant that counts
	subjects int  // predicates of the state with the type as first argument
}

func (a activity) compare(o activity) int {
	return cmp.Or(one(a.several)-one(o.several), cmp.Compare(a.steps, o.steps), cmp.Compare(a.subjects, o.subjects))
}

// ranking finds the entry with the most activity, and of equals the first.
type ranking struct {
	winner  int // index of the entry; -1 before there is one that acts
	best    activity
	second  activity
	entries int
}

func newRanking() *ranking { return &ranking{winner: -1} }

// add adds the next entry.
func (r *ranking) add(a activity) {
	switch {
	case a.steps > 0 && (r.winner < 0 || a.compare(r.best) > 0):
		r.winner, r.best, r.second = r.entries, a, r.best
	case a.compare(r.second) > 0:
		r.second = a
	}
	r.entries++
}

// reason says in how many of all steps the winner takes part, and why it has won;
// rivals names the losers.
func (r *ranking) reason(of int, rivals string) string {
	did := fmt.Sprintf("%d of %s", r.best.steps, english.Count(of, "step"))
	switch {
	case r.second.steps == 0 || r.best.several && !r.second.several:
		return did
	case r.best.steps > r.second.steps:
		return fmt.Sprintf("%s, more than %s (%d at most)", did, rivals, r.second.steps)
	case r.best.subjects > r.second.subjects:
		return fmt.Sprintf("%s, as many as %s, but more predicates speak of them first", did, rivals)
	}
	return fmt.Sprintf("%s, as many as %s that come later", did, rivals)
}

// pickType returns the constants of the most active type, if any is active. If these are places,
// the characters are of another type: one with constants at the places, or one that walks between
// them. If these may be things, the characters are of a type of constants that relate to one thing
// at a time, or own things, and that acts in at least half as many steps. Of several such types
// the most active one is taken. Phases and moods are characters only if constants of no other type
// act.
func (f *finder) pickType() (causal.Cast, bool) {
	var types, actors []trace.Type
	for _, t := range f.program.Types {
		if hasAny(t.Constants, f.ends()) {
			continue
		}
		types = append(types, t)
		if !isAny(wordsOf(t.Name), wordsForValues) {
			actors = append(actors, t)
		}
	}
	if f.rank(actors).winner >= 0 {
		types = actors
	}
	r := f.rank(types)
	if r.winner < 0 {
		return causal.Cast{}, false
	}
	most := types[r.winner]
	if cast, ok := f.pickRelated(types, most, f.locatedBy); ok {
		return cast, true
	}
	if cast, ok := f.pickWalkers(most.Name); ok {
		return cast, true
	}
	if cast, ok := f.pickRelated(types, most, f.ownedBy); ok {
		return cast, true
	}
	who := "the characters are the constants of the type " + most.Name + ", which take part in "
	if len(most.Constants) == 1 {
		who = "the character is " + most.Constants[0] + " of the type " + most.Name + ", which takes part in "
	}
	why := who + r.reason(len(f.trace.Steps), "those of other types")
	return causal.Cast{Type: most.Name, Names: most.Constants, Picked: why}, true
}

// hasAny reports whether any of some names is in a set.
func hasAny(names []string, set map[string]bool) bool {
	return slices.ContainsFunc(names, func(name string) bool { return set[name] })
}

// pickRelated looks at the types that a predicate relates to the type that acts most, and returns
// the constants of the most active of them. The function by returns the predicate, "" for none.
func (f *finder) pickRelated(
	types []trace.Type, most trace.Type, by func(guests, places trace.Type) string,
) (causal.Cast, bool) {
	var related []trace.Type
	var preds []string
	for _, t := range types {
		pred := by(t, most)
		if pred == "" || 2*f.acts()[t.Name].steps < f.acts()[most.Name].steps && !f.placed(t) {
			continue // potions on a merchant's shelf do not act
		}
		related, preds = append(related, t), append(preds, pred)
	}
	r := f.rank(related)
	if r.winner < 0 {
		return causal.Cast{}, false
	}
	picked, are := related[r.winner], "are where they are"
	if !f.placed(picked) {
		are = "are what they have to do with"
	}
	why := fmt.Sprintf("the characters are the constants of the type %s, which take part in %d of %s, "+
		"while those of the type %s, which take part in more, %s (%s)",
		picked.Name, r.best.steps, english.Count(len(f.trace.Steps), "step"), most.Name, are, preds[r.winner])
	return causal.Cast{Type: picked.Name, Names: picked.Constants, Picked: why}, true
}

// rank finds which of some types acts most.
func (f *finder) rank(types []trace.Type) *ranking {
	r := newRanking()
	for _, t := range types {
		r.add(*f.acts()[t.Name])
	}
	return r
}

// census returns the census of the constants of a type, which is taken once.
func (f *finder) census(of trace.Type) *census {
	c := f.censuses[of.Name]
	if c == nil {
		c = f.takeCensus(of.Constants, nil)
		f.censuses[of.Name] = c
	}
	return c
}

// placed reports whether it is known where the constants of a type are.
func (f *finder) placed(of trace.Type) bool { return f.census(of).best((*candidate).isPlace).Known() }

// locatedBy returns the predicate by which the constants of a type are at constants of another one,
// or have to do with one of them at a time, "" for none. A census is taken only where the predicate
// is declared.
func (f *finder) locatedBy(guests, places trace.Type) string {
	says := func(p trace.Predicate) bool {
		return len(p.Args) == 2 && slices.Contains(p.Args, places.Name) &&
			slices.ContainsFunc(p.Args, func(arg string) bool {
				return arg == guests.Name || arg != places.Name && !f.declares(arg)
			})
	}
	if guests.Name == places.Name || !slices.ContainsFunc(f.program.Predicates, says) {
		return ""
	}
	at := f.census(guests).best((*candidate).possible)
	if !slices.ContainsFunc(f.program.Predicates, func(p trace.Predicate) bool { return p.Name == at.Pred && says(p) }) {
		return ""
	}
	return at.Pred
}

// ownedBy returns a predicate by which one type owns another, as in `stock trader good amount`, ""
// for none: its facts name the owner before the thing, and more facts begin with an owner than with
// a thing. Places own nothing, and are not owned.
func (f *finder) ownedBy(owners, things trace.Type) string {
	if f.acts()[owners.Name].subjects <= f.acts()[things.Name].subjects || f.placed(things) ||
		calledPlaces(owners.Name) || calledPlaces(things.Name) {
		return ""
	}
	says := ""
	for _, p := range f.program.Predicates {
		owner, thing := slices.Index(p.Args, owners.Name), slices.Index(p.Args, things.Name)
		switch {
		case p.Mode != trace.Linear || owner < 0 || thing < 0:
		case thing < owner:
			return ""
		case says == "":
			says = p.Name
		}
	}
	return says
}

// declares reports whether a type has constants: if not, its terms may be of several kinds,
// each in a constructor of its own.
func (f *finder) declares(typ string) bool {
	return slices.ContainsFunc(f.program.Types, func(t trace.Type) bool { return t.Name == typ && len(t.Constants) > 0 })
}

// countActivities returns the activity of each type.
func (f *finder) countActivities() map[string]*activity {
	acts, of := make(map[string]*activity), make(map[string]*activity) // by type, by constant
	for _, t := range f.program.Types {
		acts[t.Name] = new(activity)
		for _, c := range t.Constants {
			of[c] = acts[t.Name]
		}
	}
	countSteps(f.graph.Mentions(), func(name string) *activity { return of[name] })
	for _, p := range f.program.Predicates {
		if p.Mode == trace.Backward || len(p.Args) == 0 {
			continue
		}
		if a := acts[p.Args[0]]; a != nil {
			a.subjects++
		}
	}
	return acts
}

// countSteps counts each step once for each activity that its names belong to; of
// returns the activity of a name, nil where it has none.
func countSteps(steps iter.Seq2[causal.Event, []string], of func(name string) *activity) {
	var counted []*activity
	for _, names := range steps {
		counted = counted[:0]
		for _, name := range names {
			if a := of(name); a != nil && !slices.Contains(counted, a) {
				counted = append(counted, a)
				a.steps++
			}
		}
	}
}
