package tui

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkKey is a key press or two, up to the screen that shows what came of them, in a
// state of so many facts in which as many transitions are enabled.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		p := sit(b, "crowd", crowded(n), "", 120, 40)
		for _, c := range []struct {
			name string
			keys []string
		}{{"choose", []string{"enter"}}, {"undo+redo", []string{"u", "U"}}, {"mark", []string{"down"}},
			{"find+erase", []string{"9", "backspace"}}} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				if p.t = b; c.name == "find+erase" {
					p.types("/")
				}
				for b.Loop() {
					p.types(c.keys...)
					p.m.draw()
				}
			})
		}
	}
}

// crowded is a program with so many people who can each go to the next of some places.
func crowded(people int) string {
	const places = 100
	var b strings.Builder
	b.WriteString("who : type. place : type.\nat who place : pred. path place place : bwd.\n")
	for i := range places {
		fmt.Fprintf(&b, "l%d : place. path l%d l%d. ", i, i, (i+1)%places)
	}
	b.WriteString("\nstage day = { go : at C L * path L L' -o at C L'. }\n")
	facts := make([]string, people)
	for i := range people {
		fmt.Fprintf(&b, "c%d : who. ", i)
		facts[i] = fmt.Sprintf("at c%d l%d", i, i%places)
	}
	fmt.Fprintf(&b, "\n#interactive day.\n#trace _ day { %s }.\n", strings.Join(facts, ", "))
	return b.String()
}
