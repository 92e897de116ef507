package exec

import (
	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// knownTerms are what is known of terms, by their numbers, for as long as these stand for the same:
// zero of those that nobody asked for yet.
type knownTerms[T any] struct {
	terms *match.Terms
	known []T
	age   int // of the terms, when it was found out
}

// of returns the place for what is known of a term that is no small number. It is good until the
// next one is asked for.
func (k *knownTerms[T]) of(s trace.Sym) *T {
	if age := k.terms.Age(); k.age != age {
		clear(k.known)
		k.age = age
	}
	if int(s) >= len(k.known) {
		k.known = append(k.known, make([]T, k.terms.Len()-len(k.known))...)
	}
	return &k.known[s]
}

// keep forgets all but the first terms, of which there are so many.
func (k *knownTerms[T]) keep(terms int) { k.known = k.known[:min(len(k.known), terms)] }
