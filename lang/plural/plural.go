// Package plural writes numbers of things: 1 step, 2 steps.
package plural

import (
	"fmt"
	"strings"
)

// Count returns a number with its noun: "1 scene", "2 scenes".
func Count(n int, noun string) string { return fmt.Sprintf("%d %s", n, Noun(n, noun)) }

// Noun returns a noun as it stands behind a number: "entry" behind 1, "entries" behind 2.
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	before, y := strings.CutSuffix(noun, "y")
	switch {
	case y && before != "" && !strings.ContainsAny(before[len(before)-1:], "aeou"):
		return before + "ies"
	case strings.HasSuffix(noun, "x"):
		return noun + "es"
	}
	return noun + "s"
}
