// Package workload writes programs of any size to measure engines with, and runs
// some of them by hand: without rules, terms or matching, by a few arrays and just
// the code that their rules need.
//
// A program is a text, so that all engines that load programs can be measured on it. The programs
// by hand are the yardstick for a general engine. They make the same random choices, that is, each
// transition is as likely as any other, equal resources counted, and record them as the engine
// does, and do nothing else. All of them start from the same state as the text, whose facts they
// number in the same order.
//
// Some programs come from elsewhere: the village from the social stories of Martens'
// thesis ("Programming Interactive Worlds with Linear Logic", CMU 2015, chapter 4),
// the sieve and the maximum from the chemical programs of Banâtre and Le Métayer
// ("Programming by multiset transformation", CACM 36, 1993).
package workload

import (
	"fmt"
	"slices"
	"strings"
)

// text is a program that is being written.
type text struct {
	strings.Builder
	facts []string // of the context to start from
}

// constants declares a type with n constants, which are called by a prefix and
// numbers from 0.
func (t *text) constants(name, prefix string, n int) {
	t.line("%s : type.", name)
	for i := range n {
		t.line("%s%d : %s.", prefix, i, name)
	}
}

// line writes a line.
func (t *text) line(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// numbers declares the type of numerals.
func (t *text) numbers() { t.WriteString("nat : type.\n#builtin NAT nat.\n") }

// fact adds a fact to the context to start from.
func (t *text) fact(format string, args ...any) {
	t.facts = append(t.facts, fmt.Sprintf(format, args...))
}

// from returns the program, whose run starts in that stage.
func (t *text) from(stage string) string {
	var lines []string
	for line := range slices.Chunk(t.facts, 8) {
		lines = append(lines, strings.Join(line, ", "))
	}
	t.line("\ncontext start = {\n  %s\n}.\n\n#trace _ %s start.", strings.Join(lines, ",\n  "), stage)
	return t.String()
}
