package trace

import (
	"strings"
	"unicode/utf8"
)

// longestGuess is the length, in characters, of the longest name that is worth
// guessing at: nobody types more, and comparing takes quadratic time.
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
