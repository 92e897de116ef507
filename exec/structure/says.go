package structure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Sentence returns the invariant as a sentence without its full stop, with code in backquotes: "for each character C,
// there is exactly one of `at C _` and `dead C`".
func (v *Invariant) Sentence() string {
	s := v.Statement
	plain := func(c lang.Count) bool { return c.Times == 1 && c.Of < 0 }
	number := func(c lang.Count) bool { return c.Times == 1 && c.Of >= 0 }
	var facts []string
	for _, c := range s.Sum {
		facts = append(facts, "`"+c.Pattern.Text(names(s))+"`")
	}
	many := "exactly"
	if s.Op == lang.LessEq {
		many = "at most"
	}
	text := ""
	switch count := func(f func(lang.Count) bool) bool {
		return !slices.ContainsFunc(s.Sum, func(c lang.Count) bool { return !f(c) })
	}; {
	case count(plain) && s.Bound == 1 && len(facts) > 1:
		text = fmt.Sprintf("there is %s one of %s", many, english.List(facts))
	case count(plain) && len(facts) > 1:
		text = fmt.Sprintf("%s together are %s %d", english.List(facts), many, s.Bound)
	case count(plain):
		text = fmt.Sprintf("there are %s %d of %s", many, s.Bound, facts[0])
		if s.Bound == 1 {
			text = fmt.Sprintf("there is %s one %s", many, facts[0])
		}
	case count(number) && s.Free == 0 && s.Op == lang.Same:
		text = fmt.Sprintf("the numbers in %s add up to %d", english.List(facts), s.Bound)
	default:
		return s.Sentence()
	}
	if s.Free > 0 {
		return fmt.Sprintf("for each %s %s, %s", s.Vars[0].Type.Name, s.Vars[0].Name, text)
	}
	return text
}

// names returns the names of variables of a statement as programs write them.
func names(s *lang.Statement) func(lang.Variable) string {
	return func(v lang.Variable) string {
		if name := s.Vars[v].Name; !strings.HasPrefix(name, "_") {
			return name
		}
		return "_"
	}
}

// Loss returns a sentence about a set that may lose all its facts: "once `dawn` is gone, it never comes back".
func (s Set) Loss() string {
	if len(s) == 1 {
		return fmt.Sprintf("once no %s is left, there is none ever again", s.facts())
	}
	return fmt.Sprintf("once %s are all gone, none of them ever comes back", s.facts())
}

// Always returns a sentence about a set of which some fact is always there.
func (s Set) Always() string {
	if len(s) == 1 {
		return fmt.Sprintf("there is always some %s", s.facts())
	}
	return fmt.Sprintf("there is always one of %s at least", s.facts())
}

// Once returns a sentence about a set of which some fact is always there once one was.
func (s Set) Once() string {
	if len(s) == 1 {
		return fmt.Sprintf("once there is some %s, there always is", s.facts())
	}
	return fmt.Sprintf("once there is one of %s, there always is", s.facts())
}

// Bounded returns a sentence about predicates of which there are never more than some number of facts.
func (s Set) Bounded() string {
	return fmt.Sprintf("there is a bound on how many %s there are", s.facts())
}

// facts lists the facts of the predicates.
func (s Set) facts() string {
	var out []string
	for _, p := range s {
		out = append(out, "`"+p.Name+wildcards(len(p.Args))+"`")
	}
	return english.List(out)
}

// wildcards returns so many `_`, each behind a space.
func wildcards(n int) string { return strings.Repeat(" _", n) }

// Sentence returns the growth as a sentence: "there may be ever more `grudge _ _`: a round of `insult` leaves more,
// and no fewer other facts".
func (g Growth) Sentence() string {
	var rules []string
	for _, t := range g.Round {
		name := "`" + t.Rule.Label + "`"
		if t.Times > 1 {
			name = fmt.Sprintf("%d times %s", t.Times, name)
		}
		rules = append(rules, name)
	}
	how := fmt.Sprintf("a round of %s leaves more, and no fewer other facts", english.List(rules))
	if g.Arg < 0 {
		return fmt.Sprintf("there may be ever more `%s`: %s", g.Facts, how)
	}
	return fmt.Sprintf("the numbers N in `%s` may grow for ever: %s", g.Facts, how)
}
