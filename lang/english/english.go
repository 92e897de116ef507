// Package english puts numbers, nouns and lists into sentences: "1 step", "2 steps", "a, b and c".
package english

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
	case strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

// Capital returns s with its first letter in upper case.
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// A returns a noun with its article: "a block", "an arm". It goes by the first letters, and by the sounds of those that
// deceive: "a unit", "an hour".
func A(noun string) string {
	low := strings.ToLower(noun)
	begins := func(with ...string) bool {
		return slices.ContainsFunc(with, func(s string) bool { return strings.HasPrefix(low, s) })
	}
	if begins("hour", "honest", "honour", "honor", "heir") ||
		begins("a", "e", "i", "o", "u") && low != "u" && !begins("uni", "use", "usual", "one", "eu") {
		return "an " + noun
	}
	return "a " + noun
}

// List joins words as English does: "a", "a and b", "a, b and c".
func List(items []string) string { return join(items, " and ") }

// Either joins words as alternatives: "a", "a or b", "a, b or c".
func Either(items []string) string { return join(items, " or ") }

func join(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	n := len(items) - 1
	return strings.Join(items[:n], ", ") + last + items[n]
}

// Ways says in how many ways something can be done that looks the same, as "(2 ways)"; "" for one.
// [math.MaxInt] stands for all that is as many.
func Ways(n int) string {
	switch n {
	case 1:
		return ""
	case math.MaxInt:
		return "(more than 10^18 ways)"
	}
	return fmt.Sprintf("(%d ways)", n)
}

// Counted returns texts with equal ones once, with their number: "2 × seat".
func Counted(texts []string) []string {
	counts := make(map[string]int)
	var out []string
	for _, t := range texts {
		if counts[t]++; counts[t] == 1 {
			out = append(out, t)
		}
	}
	for i, t := range out {
		if n := counts[t]; n > 1 {
			out[i] = fmt.Sprintf("%d × %s", n, t)
		}
	}
	return out
}
