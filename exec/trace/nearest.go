package trace

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/label"
)

// longestGuess is the length, in characters, of the longest name that Nearest takes. Names that
// people type are shorter, and comparing takes quadratic time.
const longestGuess = 100

// Nearest returns the candidate nearest to a name but for case, or "" where none
// has much in common with it. Of equals the first is taken.
func Nearest(name string, candidates []string) string {
	length := utf8.RuneCountInString(name)
	if length > longestGuess {
		return ""
	}
	best, least := "", min(length, length/3+2)
	for _, c := range candidates {
		if d := distance([]rune(strings.ToLower(name)), []rune(strings.ToLower(c)), least); d < least {
			best, least = c, d
		}
	}
	return best
}

// Meant says in a message which rules a selector that selects none may have been meant for: those
// of its name in other stages, or the one with the nearest label. It returns "" where there are
// none.
func Meant(selector string, rules *label.Set) string {
	if like := rules.Labels(rules.Like(selector)); len(like) > 0 {
		return There(like)
	}
	if near := Nearest(selector, rules.All()); near != "" {
		return fmt.Sprintf("; did you mean %s?", Visible(near))
	}
	return ""
}

// MeantOrAll is [Meant], or says which rules there are.
func MeantOrAll(selector string, rules *label.Set) string {
	return cmp.Or(Meant(selector, rules), There(rules.All()))
}

// mostThere is how many names a message lists.
const mostThere = 8

// There says in a message which names there are: "; there are a, b and c".
func There(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "; there are none"
	case n == 1:
		return "; there is " + Visible(names[0])
	case n > mostThere:
		return Visible(fmt.Sprintf("; there are %s and %d more", strings.Join(names[:mostThere], ", "), n-mostThere))
	default:
		return Visible(fmt.Sprintf("; there are %s and %s", strings.Join(names[:n-1], ", "), names[n-1]))
	}
}

// distance is Levenshtein's, or limit where the lengths alone make it as much.
func distance(a, b []rune, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
