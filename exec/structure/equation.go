package structure

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/farkas"
	"github.com/ceptre-graph/ceptre/lang"
)

// family holds the places that one invariant may have together, all without key or all with keys of one type, and the
// changes of these by rules.
type family struct {
	key    *lang.Type         // nil without
	rank   map[*lang.Pred]int // the order of predicates in texts
	places []place
	number map[string]int // of the places, by name
	// equations hold for weights that make an invariant: the changes of places by one firing of a rule for one value
	// of the key, times the weights, add up to 0. Equal ones stand once.
	equations []equation
	known     map[string]bool
}

// equation holds the changes of places by a firing for a key: the coefficients of 1, or of one variable.
type equation struct {
	changes  farkas.Vector // by place
	constant bool          // the coefficients of 1
}

// newFamily returns the equations for keys of a type, nil for none. It reports false where the splits give a rule too
// many cases.
func (f *finder) newFamily(key *lang.Type, by splits) (*family, bool) {
	fam := &family{key: key, rank: make(map[*lang.Pred]int), number: make(map[string]int), known: make(map[string]bool)}
	for i, p := range f.prog.Preds {
		fam.rank[p] = i
	}
	for i := range f.schemes {
		cases, ok := f.schemes[i].cases(by)
		if !ok {
			return nil, false
		}
		for _, c := range cases {
			fam.enter(&f.schemes[i], c, by)
		}
	}
	fam.sort()
	return fam, true
}

// enter adds the equations of one case of a rule.
func (f *family) enter(s *scheme, chosen map[lang.Variable]head, by splits) {
	type column struct{ class, monomial string }
	changes := make(map[column]map[int]int64)
	add := func(at column, place int, n int64) {
		if changes[at] == nil {
			changes[at] = make(map[int]int64)
		}
		changes[at][place] += n
	}
	for _, e := range s.effects {
		f.each(s, e.atom, chosen, by, func(p place, class string) {
			n := f.placeNumber(p)
			if at := p.sum; at >= 0 {
				for monomial, times := range s.sum(e.atom.Args[at]) {
					add(column{class, monomial}, n, times*e.by)
				}
				return
			}
			add(column{class, ""}, n, e.by)
		})
	}
	for at, of := range changes {
		f.add(of, at.monomial == "")
	}
}

// each calls g with each place in which a fact counts, and the class of its key.
func (f *family) each(s *scheme, a lang.Atom, chosen map[lang.Variable]head, by splits, g func(p place, class string)) {
	placesOf(a.Pred, s.marks(a, chosen, by), f.key, func(p place) {
		class := ""
		if p.key >= 0 {
			class = s.class(a.Args[p.key], chosen)
		}
		g(p, class)
	})
}

// placeNumber returns the number of a place, a new one if it is not known yet.
func (f *family) placeNumber(p place) int {
	name := p.name()
	n, ok := f.number[name]
	if !ok {
		n = len(f.places)
		f.number[name] = n
		f.places = append(f.places, p)
	}
	return n
}

// add adds an equation, unless it is known.
func (f *family) add(changes map[int]int64, constant bool) {
	var v farkas.Vector
	for _, n := range slices.Sorted(maps.Keys(changes)) {
		if changes[n] != 0 {
			v = append(v, farkas.Element{Index: n, N: changes[n]})
		}
	}
	if len(v) == 0 {
		return
	}
	if name := fmt.Sprint(constant, v); !f.known[name] {
		f.known[name] = true
		f.equations = append(f.equations, equation{v, constant})
	}
}

// sort gives equations an order that does not depend on that of maps.
func (f *family) sort() {
	slices.SortFunc(f.equations, func(a, b equation) int {
		return slices.CompareFunc(a.changes, b.changes, func(x, y farkas.Element) int {
			return cmp.Or(cmp.Compare(x.Index, y.Index), cmp.Compare(x.N, y.N))
		})
	})
}

// columns returns the equations as a vector for each place.
func (f *family) columns() []farkas.Vector {
	out := make([]farkas.Vector, len(f.places))
	for i, e := range f.equations {
		for _, c := range e.changes {
			out[c.Index] = append(out[c.Index], farkas.Element{Index: i, N: c.N})
		}
	}
	return out
}

// falls reports whether no firing adds to the sum of places with these weights.
func (f *family) falls(weights farkas.Vector) bool {
	for _, e := range f.equations {
		sum := int64(0)
		for _, w := range weights {
			sum += w.N * e.changes.At(w.Index)
		}
		if sum > 0 || sum < 0 && !e.constant {
			return false
		}
	}
	return true
}
