package causal

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// share is how much of a run a type, or a kind of constants, takes part in.
type share struct {
	several  bool // several constants count; set for kinds only
	steps    int  // steps that mention a constant that counts
	subjects int  // subjects counts the predicates of the state with the type as first argument
}

func (s share) compare(o share) int {
	return cmp.Or(s.rank()-o.rank(), cmp.Compare(s.steps, o.steps), cmp.Compare(s.subjects, o.subjects))
}

func (s share) rank() int {
	if s.several {
		return 1
	}
	return 0
}

// contest finds the share that is the largest, and of equals the first.
type contest struct {
	winner  int // index of the entry; -1 before there is one that acts
	best    share
	second  share
	entries int
}

func newContest() *contest { return &contest{winner: -1} }

// enter takes part with the next share.
func (c *contest) enter(s share) {
	switch {
	case s.steps > 0 && (c.winner < 0 || s.compare(c.best) > 0):
		c.winner, c.best, c.second = c.entries, s, c.best
	case s.compare(c.second) > 0:
		c.second = s
	}
	c.entries++
}

// reason says in how many of all steps the winner takes part, and why it has won;
// rivals is what those of others are called.
func (c *contest) reason(of int, rivals string) string {
	did := fmt.Sprintf("%d of %s", c.best.steps, plural(of, "step"))
	switch {
	case c.second.steps == 0 || c.best.several && !c.second.several:
		return did
	case c.best.steps > c.second.steps:
		return fmt.Sprintf("%s, more than %s (%d at most)", did, rivals, c.second.steps)
	case c.best.subjects > c.second.subjects:
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
func pickType(t *trace.Trace) (Cast, bool) {
	if t.Program == nil {
		return Cast{}, false
	}
	shares, types := countShares(t), withoutZeros(t.Program.Types, findEnds(t))
	if actors := slices.DeleteFunc(slices.Clone(types), isValue); judge(shares, actors).winner >= 0 {
		types = actors
	}
	c := judge(shares, types)
	if c.winner < 0 {
		return Cast{}, false
	}
	typ := types[c.winner]
	if cast, ok := pickGuests(t, shares, types, typ, visit); ok {
		return cast, true
	}
	if cast, ok := pickWalkers(t, shares, typ.Name); ok {
		return cast, true
	}
	owns := func(t *trace.Trace, owners, things trace.Type) string { return has(t, shares, owners, things) }
	if cast, ok := pickGuests(t, shares, types, typ, owns); ok {
		return cast, true
	}
	who := "the characters are the constants of the type " + typ.Name + ", which take part in "
	if len(typ.Constants) == 1 {
		who = "the character is " + typ.Constants[0] + " of the type " + typ.Name + ", which takes part in "
	}
	return Cast{Type: typ.Name, Names: typ.Constants, Picked: who + c.reason(len(t.Steps), "those of other types")}, true
}

// pickGuests looks at the types that a predicate ties to the type that acts most of all, and returns
// the constants of that one among them which acts most. The function by returns the predicate, "" for
// none.
func pickGuests(t *trace.Trace, shares map[string]*share, types []trace.Type, most trace.Type,
	by func(t *trace.Trace, guests, places trace.Type) string) (Cast, bool) {
	var guests []trace.Type
	var preds []string // that tie them
	for _, g := range types {
		pred := by(t, g, most)
		if pred == "" || 2*shares[g.Name].steps < shares[most.Name].steps && !placed(t, g) {
			continue // potions on a merchant's shelf do not act
		}
		guests, preds = append(guests, g), append(preds, pred)
	}
	c := judge(shares, guests)
	if c.winner < 0 {
		return Cast{}, false
	}
	guest, are := guests[c.winner], "are where they are"
	if !placed(t, guest) {
		are = "are what they have to do with"
	}
	picked := fmt.Sprintf("the characters are the constants of the type %s, which take part in %d of %s, "+
		"while those of the type %s, which take part in more, %s (%s)",
		guest.Name, c.best.steps, plural(len(t.Steps), "step"), most.Name, are, preds[c.winner])
	return Cast{Type: guest.Name, Names: guest.Constants, Picked: picked}, true
}

// isValue reports whether a type is called as what something is like or does at a time: its phase,
// mood or colour.
func isValue(typ trace.Type) bool { return isAny(wordsOf(typ.Name), wordsForValues) }

// placed reports whether it is known where the constants of a type are.
func placed(t *trace.Trace, of trace.Type) bool {
	return findPlace(t, Cast{Names: of.Constants}).Known()
}

// judge finds which of some types acts most.
func judge(shares map[string]*share, types []trace.Type) *contest {
	c := newContest()
	for _, typ := range types {
		c.enter(*shares[typ.Name])
	}
	return c
}

// visit returns the predicate that says of the constants of a type that they are at those of
// another one, or have to do with one of them at a time, "" for none. The run is looked
// through only where one may say so.
func visit(t *trace.Trace, guests, places trace.Type) string {
	says := func(p trace.Predicate) bool {
		return len(p.Args) == 2 && slices.Contains(p.Args, places.Name) &&
			slices.ContainsFunc(p.Args, func(arg string) bool { return arg == guests.Name || arg != places.Name && !declares(t.Program, arg) })
	}
	if guests.Name == places.Name || !slices.ContainsFunc(t.Program.Predicates, says) {
		return ""
	}
	at := takeCensus(t, guests.Constants, nil).best((*candidate).possible)
	if !slices.ContainsFunc(t.Program.Predicates, func(p trace.Predicate) bool { return p.Name == at.Pred && says(p) }) {
		return ""
	}
	return at.Pred
}

// has returns a predicate by which one type owns another, as in `stock trader good amount`, "" for
// none: its facts name the owner before the thing, and more facts begin with an owner than with a
// thing. Places own nothing, and are not owned.
func has(t *trace.Trace, shares map[string]*share, owners, things trace.Type) string {
	if shares[owners.Name].subjects <= shares[things.Name].subjects || placed(t, things) ||
		calledPlaces(owners.Name) || calledPlaces(things.Name) {
		return ""
	}
	says := ""
	for _, p := range t.Program.Predicates {
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
func declares(p *trace.Program, typ string) bool {
	return slices.ContainsFunc(p.Types, func(t trace.Type) bool { return t.Name == typ && len(t.Constants) > 0 })
}

// countShares returns the share of each type.
func countShares(t *trace.Trace) map[string]*share {
	shares, of := make(map[string]*share), make(map[string]*share) // by type, by constant
	for _, typ := range t.Program.Types {
		shares[typ.Name] = new(share)
		for _, c := range typ.Constants {
			of[c] = shares[typ.Name]
		}
	}
	countSteps(mentions(t), func(name string) *share { return of[name] })
	for _, p := range t.Program.Predicates {
		if p.Mode == trace.Backward || len(p.Args) == 0 {
			continue
		}
		if s := shares[p.Args[0]]; s != nil {
			s.subjects++
		}
	}
	return shares
}

// countSteps counts each step once for each share that its names belong to; of
// returns that of a name, nil where it has none.
func countSteps(steps iter.Seq2[int, []string], of func(name string) *share) {
	var counted []*share
	for _, names := range steps {
		counted = counted[:0]
		for _, name := range names {
			if s := of(name); s != nil && !slices.Contains(counted, s) {
				counted = append(counted, s)
				s.steps++
			}
		}
	}
}
