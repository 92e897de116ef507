package cast

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// directory holds the names that a cast can be given by.
type directory struct {
	types, predicates, constants []string
	constantsOf                  map[string][]string
	known                        map[string]bool // a predicate, or a constant
}

func newDirectory(t *trace.Trace) *directory {
	d := &directory{constantsOf: make(map[string][]string), known: make(map[string]bool)}
	if t.Program != nil {
		for _, typ := range t.Program.Types {
			d.types = append(d.types, typ.Name)
			d.constantsOf[typ.Name] = typ.Constants
			d.addConstants(typ.Constants)
		}
		for _, pred := range t.Program.Predicates {
			if pred.Mode == trace.Linear || pred.Mode == trace.Persistent {
				d.addPredicate(pred.Name)
			}
		}
	}
	for i := range t.Resources {
		if r := &t.Resources[i]; r.Pred != trace.StagePred {
			d.addPredicate(r.Pred)
			d.addTerms(r.Args)
		}
	}
	for i := range t.Steps {
		d.addTerms(t.Steps[i].Args)
	}
	return d
}

// The keys of known have a mark in front: a predicate and a constant may have
// the same name.
const predicateMark, constantMark = "p ", "c "

func (d *directory) addPredicate(name string) {
	if !d.known[predicateMark+name] {
		d.known[predicateMark+name] = true
		d.predicates = append(d.predicates, name)
	}
}

func (d *directory) addConstants(names []string) {
	for _, name := range names {
		if !d.known[constantMark+name] {
			d.known[constantMark+name] = true
			d.constants = append(d.constants, name)
		}
	}
}

// addTerms adds the names in terms as constants.
func (d *directory) addTerms(terms []trace.Term) {
	for _, t := range terms {
		d.addConstants([]string{t.Head})
		d.addTerms(t.Args)
	}
}

func (d *directory) isPredicate(name string) bool { return d.known[predicateMark+name] }

// isConstant reports whether a name is that of a constant or of a type, which stands for its
// constants.
func (d *directory) isConstant(name string) bool {
	return d.known[constantMark+name] || d.isType(name)
}

func (d *directory) isType(name string) bool {
	_, ok := d.constantsOf[name]
	return ok
}

// cast returns the characters of a name or list. A name may hold a comma itself.
func (d *directory) cast(by string) (causal.Cast, error) {
	if d.isType(by) {
		return causal.Cast{Type: by, Names: d.constantsOf[by]}, nil
	}
	words := []string{by}
	if !d.isPredicate(by) && !d.isConstant(by) {
		words = nil
		for word := range strings.SplitSeq(by, ",") {
			if word = strings.TrimSpace(word); !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	if every(words, d.isPredicate) {
		return causal.Cast{Predicates: words, Names: words}, nil
	}
	for _, word := range words {
		if !d.isPredicate(word) && !d.isConstant(word) {
			return causal.Cast{}, UnknownError(fmt.Sprintf("no type, predicate or constant %q in the trace%s",
				word, instead(word, slices.Concat(d.types, d.predicates), d.constants)))
		}
	}
	cast := causal.Cast{Names: d.expand(words)}
	for _, name := range cast.Names {
		if !d.isConstant(name) {
			cast.Predicates = append(cast.Predicates, name)
		}
	}
	return cast, nil
}

func every(words []string, is func(string) bool) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !is(word) })
}

// expand puts its constants in the place of each type.
func (d *directory) expand(words []string) []string {
	var names []string
	for _, word := range words {
		if !d.isType(word) {
			names = append(names, word)
			continue
		}
		names = append(names, d.constantsOf[word]...)
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(names, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

// instead says which name is nearest to one that a trace does not have, of common ones and others,
// or which of the common ones there are.
func instead(word string, common, others []string) string {
	switch near := label.Nearest(word, slices.Concat(common, others)); {
	case near != "":
		return "; did you mean " + visible.Line(near) + "?"
	case len(common) == 0:
		return ", which has neither types nor facts"
	}
	return "; there is " + visible.Line(causal.List(common))
}

// named returns the characters that the author of a text names, as [Options.By] takes them. It
// returns "" if all names are of picked characters, or one name is not in the run. A constant
// brings all others of its type with it.
func (f *finder) named(characters []string, picked causal.Cast) string {
	if len(characters) == 0 || every(characters, func(name string) bool { return slices.Contains(picked.Names, name) }) {
		return ""
	}
	d := newDirectory(f.trace)
	if len(f.program.Types) == 0 {
		if every(characters, func(name string) bool { return d.isConstant(name) || d.isPredicate(name) }) {
			return strings.Join(characters, ",")
		}
		return ""
	}
	unnamed := func(name string) bool { return !slices.Contains(characters, name) }
	predicates := slices.DeleteFunc(slices.Clone(d.predicates), unnamed)
	var types, constants []string
	for _, typ := range f.program.Types {
		if of := slices.DeleteFunc(slices.Clone(typ.Constants), unnamed); len(of) > 0 {
			types, constants = append(types, typ.Name), append(constants, of...)
		}
	}
	others := slices.DeleteFunc(slices.Clone(predicates), func(name string) bool {
		return slices.Contains(constants, name)
	})
	switch len(characters) {
	case len(constants):
		return strings.Join(types, ",")
	case len(predicates):
		return strings.Join(predicates, ",")
	case len(constants) + len(others):
		return strings.Join(append(types, others...), ",")
	}
	return ""
}
