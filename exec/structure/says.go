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
