package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// numberChange is what a firing does to the number in the facts of a predicate: who eats has
// as many facts of energy as before, and one of more.
type numberChange struct {
	Fact   string `json:"fact"`
	By     int    `json:"by"`
	Varies bool   `json:"varies,omitempty"` // the rule does not say by how much
}

// String returns the change in words.
func (c numberChange) String() string {
	switch {
	case c.Varies:
		return c.Fact + " varies"
	case c.By < 0:
		return fmt.Sprintf("%s %d less", c.Fact, -c.By)
	}
	return fmt.Sprintf("%s %d more", c.Fact, c.By)
}

// numberChanges are those of a rule, each predicate once, in the order of the premises.
type numberChanges []numberChange

// add adds what so many firings change.
func (n numberChanges) add(more numberChanges, times int) numberChanges {
	for _, c := range more {
		c.By *= times
		if i := slices.IndexFunc(n, func(d numberChange) bool { return d.Fact == c.Fact }); i >= 0 {
			n[i].By += c.By
			n[i].Varies = n[i].Varies || c.Varies
		} else {
			n = append(n, c)
		}
	}
	return slices.DeleteFunc(n, func(c numberChange) bool { return c.By == 0 && !c.Varies })
}

// suffix says it behind what is said of the numbers of facts.
func (n numberChanges) suffix() string {
	if len(n) == 0 {
		return ""
	}
	return "; numbers in facts: " + strings.Join(texts(n, numberChange.String), ", ")
}

// newNumberChanges reads off a rule how it changes numbers: by the facts that it uses up and
// makes again. Those that are most alike belong together, so they are looked for first.
func newNumberChanges(r *lang.Rule) (all numberChanges) {
	var used, made []lang.Atom
	sums := make(map[*lang.Pred]*sum)
	for _, p := range r.Premises {
		if p.Kind == lang.Consume && slices.ContainsFunc(p.Atom.Pred.Args, (*lang.Type).Counts) {
			used = append(used, p.Atom)
		}
	}
	for _, x := range r.Results {
		if !x.Permanent {
			made = append(made, x.Atom)
		}
	}
	for _, near := range []alike{same, shifted, recounted, samePred} {
		var left []lang.Atom
		for _, a := range used {
			i := slices.IndexFunc(made, func(b lang.Atom) bool {
				if a.Pred != b.Pred {
					return false
				}
				_, ok := near(a, b)
				return ok
			})
			if i < 0 {
				left = append(left, a)
				continue
			}
			change, _ := near(a, made[i])
			all = all.add(numberChanges{change}, 1)
			enter(sums, a, made[i])
			made = slices.Delete(made, i, i+1)
		}
		used = left
	}
	return all.settle(sums)
}

// settle says by how much numbers change together of which each by itself varies: what one
// pays another gets, so that all have as much as before.
func (n numberChanges) settle(sums map[*lang.Pred]*sum) numberChanges {
	for pred, s := range sums {
		i := slices.IndexFunc(n, func(c numberChange) bool { return c.Fact == pred.Name })
		if by, ok := s.constant(); ok && i >= 0 {
			n[i].By, n[i].Varies = by, false
		}
	}
	return n.add(nil, 1)
}

// sum is what is added to the numbers in facts of a predicate, and taken from them: a number,
// and variables, each so many times.
type sum struct {
	by      int
	of      map[lang.Variable]int
	unknown bool
}

// enter adds to the sum of a predicate how an atom differs from another one. Of predicates with
// several numbers nobody knows which are to be taken together.
func enter(sums map[*lang.Pred]*sum, used, made lang.Atom) {
	s := sums[used.Pred]
	if s == nil {
		s = &sum{of: make(map[lang.Variable]int)}
		sums[used.Pred] = s
	}
	numbers := 0
	for i, typ := range used.Pred.Args {
		if typ.Counts() {
			numbers++
			s.add(made.Args[i], 1)
			s.add(used.Args[i], -1)
		}
	}
	s.unknown = s.unknown || numbers != 1
}

// add adds a term so many times.
func (s *sum) add(t lang.Term, times int) {
	if c, ok := t.(*lang.Calculation); ok && (c.Op == lang.Plus || c.Op == lang.Minus) {
		s.add(c.X, times)
		if c.Op == lang.Minus {
			times = -times
		}
		s.add(c.Y, times)
		return
	}
	of, by, ok := offset(t)
	s.unknown = s.unknown || !ok
	s.by += by * times
	if of >= 0 {
		s.of[of] += times
	}
}

// constant returns the sum, if it is the same whatever the variables stand for.
func (s *sum) constant() (int, bool) {
	for _, times := range s.of {
		if times != 0 {
			return 0, false
		}
	}
	return s.by, !s.unknown
}

// alike reports whether two atoms of a predicate are alike in some way, and how the number in
// them differs then.
type alike func(a, b lang.Atom) (numberChange, bool)

// same atoms have the same arguments.
func same(a, b lang.Atom) (numberChange, bool) {
	return numberChange{Fact: a.Pred.Name}, len(differing(a, b)) == 0
}

// shifted atoms differ in one number, by an amount that the rule says.
func shifted(a, b lang.Atom) (numberChange, bool) {
	at := differing(a, b)
	if len(at) != 1 || !a.Pred.Args[at[0]].Counts() {
		return numberChange{}, false
	}
	from, by, ok := offset(a.Args[at[0]])
	to, more, also := offset(b.Args[at[0]])
	return numberChange{Fact: a.Pred.Name, By: more - by}, ok && also && from == to
}

// recounted atoms differ in one number, by an amount that the rule does not say.
func recounted(a, b lang.Atom) (numberChange, bool) {
	at := differing(a, b)
	return numberChange{Fact: a.Pred.Name, Varies: true}, len(at) == 1 && a.Pred.Args[at[0]].Counts()
}

// samePred atoms have nothing in common but the predicate. If they differ in a number, too,
// nobody knows which fact it was.
func samePred(a, b lang.Atom) (numberChange, bool) {
	varies := slices.ContainsFunc(differing(a, b), func(i int) bool { return a.Pred.Args[i].Counts() })
	return numberChange{Fact: a.Pred.Name, Varies: varies}, true
}

// differing returns the arguments in which two atoms differ.
func differing(a, b lang.Atom) (at []int) {
	for i := range a.Args {
		if !reflect.DeepEqual(a.Args[i], b.Args[i]) {
			at = append(at, i)
		}
	}
	return at
}

// offset takes a term apart into a variable and what is added to it; the variable is -1 for a
// number. It is false for other terms.
func offset(t lang.Term) (of lang.Variable, by int, ok bool) {
	switch t := t.(type) {
	case lang.Variable:
		return t, 0, true
	case lang.Number:
		by, ok = small(t.Num)
		return -1, by, ok
	case *lang.Successor:
		by, ok = small(t.By)
		return t.Var, by, ok
	case *lang.Calculation:
		of, by, ok = offset(t.X)
		none, more, also := offset(t.Y)
		switch {
		case !ok || !also || none >= 0:
			return 0, 0, false
		case t.Op == lang.Plus:
			return of, by + more, true
		case t.Op == lang.Minus:
			return of, by - more, true
		}
	}
	return 0, 0, false
}

// small returns a number that sums of a few can hold.
func small(n lang.Nat) (int, bool) {
	i, err := strconv.ParseInt(n.String(), 10, 32)
	return int(i), err == nil
}
