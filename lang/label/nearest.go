package label

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// longestGuess is the length, in characters, of the longest name that Nearest takes. Names that
// people type are shorter, and comparing takes quadratic time.
const longestGuess = 100

// Nearest returns the candidate with the fewest typing errors between it and a name: characters
// inserted, deleted, replaced or swapped with their neighbour, whether capital or small. It allows
// one error for every three characters begun, but less than one for each, and returns "" if every
// candidate has more. Of equally near candidates it returns the first.
func Nearest(name string, candidates []string) string {
	length := utf8.RuneCountInString(name)
	if length > longestGuess {
		return ""
	}
	typed := []rune(strings.ToLower(name))
	best, least := "", min(length, (length+2)/3+1)
	for _, c := range candidates {
		if d := distance(typed, []rune(strings.ToLower(c)), least); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance returns the optimal string alignment distance of two texts, or limit if it is at least
// that.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		if slices.Min(row) >= limit {
			return limit
		}
		before, last = last, row
	}
	return min(last[len(b)], limit)
}

// Meant says in a message which rules a selector that selects none may have been meant for: those
// of its name in other stages, or the one with the nearest label. It returns "" where there are
// none.
func (s *Set) Meant(selector string) string {
	if like := s.Labels(s.Like(selector)); len(like) > 0 {
		return There(like)
	}
	if near := Nearest(selector, s.All()); near != "" {
		return fmt.Sprintf("; did you mean %s?", visible.Line(near))
	}
	return ""
}

// MeantOrAll is [Set.Meant], or says which rules there are.
func (s *Set) MeantOrAll(selector string) string {
	return cmp.Or(s.Meant(selector), There(s.All()))
}

// mostThere is how many names a message lists.
const mostThere = 8

// There says in a message which names there are: "; there are a, b and c".
func There(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "; there are none"
	case n == 1:
		return "; there is " + visible.Line(names[0])
	case n > mostThere:
		names = append(slices.Clone(names[:mostThere]), fmt.Sprintf("%d more", n-mostThere))
	}
	return visible.Line("; there are " + english.List(names))
}
