package statement

import (
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// other is a value of an infinite type that no fact has.
var other = lang.NewValue(&lang.Constructor{Name: trace.Open, Result: new(lang.Type)}, nil)

// terms yields the terms of a finite type, in the order of its constructors.
func terms(t *lang.Type) iter.Seq[lang.Value] {
	return func(yield func(lang.Value) bool) { eachTerm(t, nil, yield) }
}

// eachTerm is [terms] for a type of parts of terms of other types; it returns false if yield has. No term of
// a finite type has a part of the same type, so that there are none of a type that asks for one.
func eachTerm(t *lang.Type, within []*lang.Type, yield func(lang.Value) bool) bool {
	if slices.Contains(within, t) {
		return true
	}
	within = append(within[:len(within):len(within)], t)
	for _, k := range t.Constructors {
		if !eachApplication(k, within, nil, yield) {
			return false
		}
	}
	return true
}

// eachApplication yields the terms of a constructor of which the first arguments are chosen.
func eachApplication(k *lang.Constructor, within []*lang.Type, args []lang.Value, yield func(lang.Value) bool) bool {
	if len(args) == len(k.Args) {
		return yield(lang.NewValue(k, args))
	}
	return eachTerm(k.Args[len(args)], within, func(v lang.Value) bool {
		return eachApplication(k, within, append(args[:len(args):len(args)], v), yield)
	})
}

// numberOf returns how many terms a finite type has; within is as of [eachTerm].
func numberOf(t *lang.Type, within []*lang.Type) lang.Nat {
	var sum lang.Nat
	if slices.Contains(within, t) {
		return sum
	}
	within = append(within[:len(within):len(within)], t)
	for _, k := range t.Constructors {
		n := lang.NewNat(1)
		for _, a := range k.Args {
			n = n.Mul(numberOf(a, within))
		}
		sum = sum.Add(n)
	}
	return sum
}
