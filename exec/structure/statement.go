package structure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
)

// mostTerms is the greatest number of counts in an invariant that is reported.
const mostTerms = 8

// term is a place with its weight in an invariant.
type term struct {
	place
	times int64
}

// matches reports whether a fact counts in the place of the term, which has no `other` mark.
func (t term) matches(f lang.Fact) bool {
	if t.pred != f.Pred {
		return false
	}
	for i, m := range t.only {
		if m.exact && m.head != headOfValue(f.Args[i]) {
			return false
		}
	}
	return true
}

// findTerms returns the places of a flow that have no `other` mark any more: where places with all values of an
// argument have the same weight, they are one; else all values have the weight of the others, and the difference
// stands with each symbol. It reports false where that takes two arguments at once.
func (of *flow) findTerms() ([]term, bool) {
	groups := make(map[string][]term) // by predicate, key and sum
	var order []string
	for _, w := range of.weights {
		p := of.family.places[w.Index]
		name := fmt.Sprint(p.pred.Name, p.key, p.sum)
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], term{p, w.N})
	}
	var out []term
	for _, name := range order {
		group := groups[name]
		for i := range group[0].only {
			group = of.merge(group, i)
		}
		for i := range group[0].only {
			group = of.spread(group, i)
		}
		out = append(out, group...)
	}
	slices.SortStableFunc(out, func(a, b term) int { return of.family.rank[a.pred] - of.family.rank[b.pred] })
	open := func(t term) bool { return slices.ContainsFunc(t.only, func(m mark) bool { return m.other }) }
	return out, !slices.ContainsFunc(out, open) && len(out) <= mostTerms
}

// merge makes one of places that differ in the mark of an argument alone, where all marks are there with one weight.
func (of *flow) merge(group []term, arg int) []term {
	var out []term
	for len(group) > 0 {
		var alike, rest []term
		for _, t := range group {
			if group[0].differs(t, arg) {
				rest = append(rest, t)
			} else {
				alike = append(alike, t)
			}
		}
		sameTimes := !slices.ContainsFunc(alike, func(t term) bool { return t.times != alike[0].times })
		if len(alike) == of.spellings(alike[0].place, arg) && sameTimes {
			alike = alike[:1]
			alike[0].only = slices.Clone(alike[0].only)
			alike[0].only[arg] = mark{}
		}
		out = append(out, alike...)
		group = rest
	}
	return out
}

// differs reports whether two terms differ in more than the mark of an argument.
func (t term) differs(u term, arg int) bool {
	for i := range t.only {
		if i != arg && t.only[i] != u.only[i] {
			return true
		}
	}
	return false
}

// spellings returns how many places of the family differ from a place in the mark of an argument alone, the place
// itself among them.
func (of *flow) spellings(p place, arg int) int {
	n := 0
	for _, q := range of.family.places {
		if q.pred == p.pred && q.key == p.key && q.sum == p.sum && !(term{place: p}).differs(term{place: q}, arg) {
			n++
		}
	}
	return n
}

// spread gives the weight of a place with an `other` mark to all values of the argument, and takes it from its
// symbols.
func (of *flow) spread(group []term, arg int) []term {
	other := slices.IndexFunc(group, func(t term) bool { return t.only[arg].other })
	if other < 0 || slices.ContainsFunc(group, func(t term) bool { return t.differs(group[other], arg) }) {
		return group
	}
	all := group[other]
	all.only = slices.Clone(all.only)
	all.only[arg] = mark{}
	out := []term{all}
	for _, h := range sortedHeads(of.by[all.pred][arg]) {
		m := mark{head: h, exact: true}
		times := -all.times
		for _, t := range group {
			if t.only[arg] == m {
				times += t.times
			}
		}
		if times != 0 {
			t := term{all.place, times}
			t.only = slices.Clone(t.only)
			t.only[arg] = m
			out = append(out, t)
		}
	}
	return out
}

// sortedHeads returns symbols in the order of their names.
func sortedHeads(s heads) []head {
	var out []head
	for h := range s {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b head) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// statement returns the flow as an invariant of the language.
func (of *flow) statement() *lang.Statement {
	s := &lang.Statement{Kind: lang.Invariant, Op: of.op, Bound: of.bound}
	if of.family.key != nil {
		s.Vars = append(s.Vars, lang.Var{Name: keyName(of.family.key), Type: of.family.key})
		s.Free = 1
	}
	for _, t := range of.terms {
		s.Sum = append(s.Sum, t.count(s))
	}
	return s
}

// count returns a term as a count, and adds its variables to the statement.
func (t term) count(s *lang.Statement) lang.Count {
	out := lang.Count{Times: t.times, Of: -1, Pattern: lang.Atom{Pred: t.pred}}
	for i, m := range t.only {
		var arg lang.Term
		switch {
		case i == t.key:
			arg = lang.Variable(0)
		case i == t.sum:
			out.Of = addVar(s, numberName(s), t.pred.Args[i])
			arg = out.Of
		case m.exact:
			arg = m.head.pattern(s)
		default:
			arg = wildcard(s, t.pred.Args[i])
		}
		out.Pattern.Args = append(out.Pattern.Args, arg)
	}
	return out
}

// pattern returns the terms with a symbol, all their arguments wildcards.
func (h head) pattern(s *lang.Statement) lang.Term {
	if h.con == nil {
		return lang.Literal(h.text)
	}
	out := &lang.Compound{Con: h.con}
	for _, t := range h.con.Args {
		out.Args = append(out.Args, wildcard(s, t))
	}
	return out
}

// addVar adds a variable to a statement.
func addVar(s *lang.Statement, name string, t *lang.Type) lang.Variable {
	s.Vars = append(s.Vars, lang.Var{Name: name, Type: t})
	return lang.Variable(len(s.Vars) - 1)
}

// wildcard adds a wildcard to a statement.
func wildcard(s *lang.Statement, t *lang.Type) lang.Variable {
	n := 1
	for _, v := range s.Vars {
		if strings.HasPrefix(v.Name, "_") {
			n++
		}
	}
	return addVar(s, fmt.Sprintf("_%d", n), t)
}

// keyName returns the name of the variable for the values of a type: its first letter, or X.
func keyName(t *lang.Type) string {
	first, _ := utf8.DecodeRuneInString(t.Name)
	if first = unicode.ToUpper(first); !unicode.IsUpper(first) {
		return "X"
	}
	return string(first)
}

// numberName returns a name for numbers that are added up, N, M or with primes, which the statement does not have.
func numberName(s *lang.Statement) string {
	for primes := ""; ; primes += "'" {
		for _, name := range []string{"N" + primes, "M" + primes} {
			if !slices.ContainsFunc(s.Vars, func(v lang.Var) bool { return v.Name == name }) {
				return name
			}
		}
	}
}

// simpler orders statements: those of few counts first, those for each value of a variable before others.
func simpler(a, b *Invariant) int {
	return cmp.Or(len(a.Statement.Sum)-len(b.Statement.Sum), b.Statement.Free-a.Statement.Free,
		strings.Compare(a.Statement.Label, b.Statement.Label))
}
