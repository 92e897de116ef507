package logic

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// program makes rules with propositions: the head and then the body, where `-a` is the absence of a.
func program(texts ...[]string) []*Rule {
	var rules []*Rule
	for _, t := range texts {
		r := &Rule{Head: &Atom{Name: t[0]}}
		for _, b := range t[1:] {
			l := &AtomLiteral{Atom: &Atom{Name: b}}
			if b[0] == '-' {
				l.Atom.Name, l.Negations = b[1:], 1
			}
			r.Body = append(r.Body, l)
		}
		rules = append(rules, r)
	}
	return rules
}

func TestComponents(t *testing.T) {
	rules := program([]string{"d", "c", "-b"}, []string{"c", "b"}, []string{"b", "c"}, []string{"b", "a"},
		[]string{"e", "-f"}, []string{"f", "e"})
	var got []string
	for _, c := range Components(rules) {
		text := fmt.Sprint(c.Predicates, c.Through != nil)
		for _, r := range c.Rules {
			text += fmt.Sprint(" ", slices.Index(rules, r))
		}
		got = append(got, text)
	}
	require.Equal(t, []string{"[a/0] false", "[] false 3", "[c/0 b/0] false 1 2", "[] false 0",
		"[e/0 f/0] true 4 5", "[d/0] false"}, got)
}

// Two predicates are in one component if each depends on the other, by the closure of the relation.
func TestComponentsAreClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 6
		name := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
		rules := program(rapid.SliceOf(rapid.SliceOfN(name, 1, 3)).Draw(t, "rules")...)
		var reach [n][n]bool
		number := func(p Predicate) int { return int(p.Name[0] - 'a') }
		for _, r := range rules {
			r.Derives(func(h Predicate) {
				r.Dependencies(func(b Predicate, _ Literal, _ bool) { reach[number(h)][number(b)] = true })
			})
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		at := make(map[Predicate]int)
		where := make(map[*Rule]int)
		components := Components(rules)
		for i, c := range components {
			for _, p := range c.Predicates {
				at[p] = i
			}
			for _, r := range c.Rules {
				where[r] = i
			}
		}
		for p, i := range at {
			for q, j := range at {
				if p != q {
					require.Equal(t, reach[number(p)][number(q)] && reach[number(q)][number(p)], i == j)
				}
			}
		}
		require.Len(t, where, len(rules))
		for _, r := range rules {
			r.Dependencies(func(p Predicate, _ Literal, _ bool) { require.LessOrEqual(t, at[p], where[r]) })
			r.Derives(func(p Predicate) { require.LessOrEqual(t, where[r], at[p]) })
		}
	})
}
