package grid

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Find returns the grid of a run. The error is a [NotFoundError] or a [*SizeError].
func Find(g *causal.Graph, o Options) (*Grid, error) {
	f := &finder{graph: g, shows: o.Shows, shapes: make(map[shapeKey]*shape), read: make(map[*trace.Resource]position)}
	f.grid = &Grid{graph: g, byFact: make(map[*causal.Resource][]placed)}
	if len(o.Patterns) > 0 {
		f.follow(o.Patterns)
	} else {
		f.gather()
		if !f.plane() && !f.line() {
			return nil, NotFoundError{}
		}
	}
	if len(f.read) == 0 {
		return nil, NotFoundError{}
	}
	if err := f.place(); err != nil {
		return nil, err
	}
	f.grid.decorate()
	return f.grid, nil
}

// finder looks for the facts that are on the grid of a run.
type finder struct {
	graph   *causal.Graph
	shows   func(*causal.Resource) bool
	shapes  map[shapeKey]*shape
	ordered []*shape // in the order in which they come up
	read    map[*trace.Resource]position
	upwards bool
	// filled is how many positions the facts of a relation have, if each has one at the start; else 0.
	filled map[string]int
	grid   *Grid
}

// each calls do with each fact that is looked at.
func (f *finder) each(do func(*causal.Resource)) {
	for i := range f.graph.Resources {
		r := &f.graph.Resources[i]
		if !r.StageToken() && (f.shows == nil || f.shows(r)) {
			do(r)
		}
	}
}

// follow reads the facts as patterns say, each as the first one does that it fits.
func (f *finder) follow(patterns []Pattern) {
	f.filled = make(map[string]int)
	positions := make(map[string]map[string]int)
	for _, p := range patterns {
		f.grid.From = append(f.grid.From, p.String())
		f.upwards = f.upwards || p.upwards
	}
	f.each(func(r *causal.Resource) {
		for _, p := range patterns {
			at, ok := p.read(r.Resource)
			if !ok {
				continue
			}
			f.read[r.Resource] = at
			if positions[at.pred] == nil {
				positions[at.pred] = make(map[string]int)
			}
			if positions[at.pred][at.key()] += 0; r.Producer == causal.Outside {
				positions[at.pred][at.key()]++
			}
			return
		}
	})
	for pred, counts := range positions {
		f.filled[pred] = len(counts)
		for _, n := range counts {
			if n != 1 {
				f.filled[pred] = 0
			}
		}
	}
}

// gather finds the shapes of all facts.
func (f *finder) gather() {
	f.each(func(r *causal.Resource) {
		holders(r.Resource, func(key shapeKey, args []trace.Term) {
			s := f.shapes[key]
			if s == nil {
				s = &shape{shapeKey: key, args: make([]argument, len(args)), sample: r.Resource}
				f.shapes[key] = s
				f.ordered = append(f.ordered, s)
			}
			for i, t := range args {
				s.args[i].enter(t)
			}
		})
	})
}

// types returns the types of the arguments of a predicate, if the program is known.
func (f *finder) types(pred string) []string {
	if p := f.graph.Trace.Program; p != nil {
		for _, q := range p.Predicates {
			if q.Name == pred {
				return q.Args
			}
		}
	}
	return nil
}

// rules returns the texts of all rules, if the program is known.
func (f *finder) rules() string {
	var b strings.Builder
	if p := f.graph.Trace.Program; p != nil {
		for _, r := range p.Rules {
			b.WriteString(r.Text + "\n")
		}
	}
	return b.String()
}

// count surveys some shapes.
func (f *finder) count(some []*shape) {
	within := make(map[shapeKey]*shape)
	for _, s := range some {
		s.alive, s.all, s.rests = make(map[string]int), make(map[string]bool), make(map[string]bool)
		s.firsts, s.shared, s.stays, s.most, s.initial = make(map[string]int), false, true, 0, 0
		within[s.shapeKey] = s
	}
	survey(f.graph, func(r *trace.Resource) (of []*shape) {
		if r.Pred == trace.StagePred {
			return nil
		}
		holders(r, func(key shapeKey, _ []trace.Term) {
			if s := within[key]; s != nil {
				of = append(of, s)
			}
		})
		return of
	})
}

// isFog reports whether a shape says which cells are in fog.
func (s *shape) isFog() bool {
	return s.relation() == fog && s.inner == 2 || s.holder == fog && s.inner == 2
}

// fog is the relation of the cells that are in fog, and inFog stands for the kind of its things.
const (
	fog   = "fog"
	inFog = -1
)

// plane picks the shapes with two coordinates on which the most positions are, and reports whether
// there are any.
func (f *finder) plane() bool {
	var some []*shape
	h := hints{types: f.types, rules: f.rules()}
	for _, s := range f.ordered {
		if s.choose(h) && !s.isFog() {
			some = append(some, s)
		}
	}
	f.count(some)
	some = slices.DeleteFunc(some, func(s *shape) bool {
		return s.most < 2 && !s.isLocated() || !s.isBroad() || s.isMapping()
	})
	if len(some) == 0 {
		return false
	}
	slices.SortStableFunc(some, better)
	main := some[0]
	if main.nested() {
		f.count([]*shape{main})
	}
	chosen := []*shape{main}
	for _, s := range some[1:] {
		switch {
		case s.isOf(main) && !(s.holder == "" && s.isRelation()):
			chosen = append(chosen, s)
		case s.relation() != main.relation() && (s.holder == "" || s.isLocated()):
			f.grid.Others = append(f.grid.Others, s.form())
		}
	}
	// Shapes with few positions, or in one row, belong to the grid of others, if they are named as places or
	// stay as they are.
	for _, s := range f.ordered {
		named := s.holder != "" || s.isLocated() && !s.isMapping() || s.stays && !s.isRelation()
		if named && s.order >= 0 && !s.isFog() && !slices.Contains(some, s) && s.isOf(main) {
			chosen = append(chosen, s)
		}
	}
	f.take(main, chosen)
	return true
}

// isBroad reports whether the positions are in several rows and several columns.
func (s *shape) isBroad() bool {
	return len(s.args[s.rows[0]].values) > 1 && len(s.args[s.columns[0]].values) > 1
}

// isOf reports whether the positions of a shape are on the grid of another: coordinates stand in terms
// of the same name, or are such arguments and in the same range, with one more on each side.
func (s *shape) isOf(main *shape) bool {
	if s.holder != main.holder || s.inner != main.inner && s.holder != "" {
		return false
	}
	if s.holder != "" {
		s.rows, s.columns, s.upwards = main.rows, main.columns, main.upwards
		return true
	}
	if len(main.rows) > 1 {
		return false
	}
	for _, pair := range [][2]int{{s.rows[0], main.rows[0]}, {s.columns[0], main.columns[0]}} {
		own, other := &s.args[pair[0]], &main.args[pair[1]]
		low, high := other.bounds()
		ownLow, ownHigh := own.bounds()
		if own.family != other.family || ownLow < low-1 || ownHigh > high+1 {
			return false
		}
	}
	return true
}

// take reads the facts of the shapes that are chosen.
func (f *finder) take(main *shape, chosen []*shape) {
	f.upwards = main.upwards
	f.filled = make(map[string]int)
	of := make(map[shapeKey]*shape)
	for _, s := range chosen {
		of[s.shapeKey] = s
		f.grid.From = append(f.grid.From, s.form())
		if s.whole {
			f.filled[s.relation()] = len(s.all)
		}
	}
	f.each(func(r *causal.Resource) {
		holders(r.Resource, func(key shapeKey, _ []trace.Term) {
			s := of[key]
			if _, done := f.read[r.Resource]; s == nil || done {
				return
			}
			at := s.read(r.Resource)
			at.carried = len(at.rest) > 0 && (s.isLocated() || s == main && len(s.rests) > 1)
			f.read[r.Resource] = at
		})
	})
}

// place gives the facts their cells and the things their kinds.
func (f *finder) place() error {
	rows, columns := newAxis(), newAxis()
	f.each(func(r *causal.Resource) {
		if at, ok := f.read[r.Resource]; ok {
			rows.enter(at.row)
			columns.enter(at.column)
		}
	})
	g := f.grid
	g.Rows, g.Columns = rows.settle(f.upwards), columns.settle(false)
	if len(g.Rows)*len(g.Columns) > MostCells {
		return &SizeError{g.From[0], len(g.Rows), len(g.Columns)}
	}
	kinds := f.kinds()
	f.each(func(r *causal.Resource) {
		at, ok := f.read[r.Resource]
		if !ok {
			f.fog(r, rows, columns)
			return
		}
		p := placed{row: rows.index[name(at.row)], column: columns.index[name(at.column)]}
		p.thing = Thing{Kind: kinds.of(&at), Text: at.text(), Fact: r}
		g.placed = append(g.placed, p)
		g.byFact[r] = append(g.byFact[r], p)
	})
	g.Kinds = kinds.list
	return nil
}

// fog enters a fact that says that a cell is in fog: `fog 3 4`, or one within another term.
func (f *finder) fog(r *causal.Resource, rows, columns *axis) {
	holders(r.Resource, func(key shapeKey, args []trace.Term) {
		if key.inner != 2 || key.holder != fog && (key.path != "" || key.pred != fog) {
			return
		}
		row, known := rows.index[args[0].String()]
		column, knownToo := columns.index[args[1].String()]
		if known && knownToo {
			p := placed{row: row, column: column, thing: Thing{Kind: inFog, Fact: r}}
			f.grid.fogged = append(f.grid.fogged, p)
			f.grid.byFact[r] = append(f.grid.byFact[r], p)
		}
	})
}

// text names the thing at a position.
func (p *position) text() string {
	words := make([]string, 0, len(p.rest)+1)
	if !p.carried {
		words = append(words, p.pred)
	}
	for _, t := range p.rest {
		words = append(words, t.String())
	}
	return strings.Join(words, " ")
}
