package proofterm

import (
	"strconv"
	"strings"
)

// States are what `#trace` prints, a line for each step, or `#exec`, a line for the last one:
//
//	-- at ann hall lin, tired bob aff, x_3:seen ann hall
//	Success: 1 steps
type States struct {
	At     int // the offset of the first line
	Steps  int // how many Celf took
	States []State
}

// State is the state after a step.
type State struct {
	At    int // the offset of the line
	Facts []Fact
}

// Fact is a part of a state.
type Fact struct {
	At   int
	Mark Mark
	Text string
}

// RunsOf lists the states of each `#trace` and `#exec` in a text that Celf printed. A run without the line `Success:`
// behind its states is left out.
func RunsOf(text string) []States {
	var all []States
	var now States
	lines(text, func(from int, line string) bool {
		line = strings.TrimRight(line, " \t\r")
		if rest, ok := strings.CutPrefix(line, "-- "); ok {
			if len(now.States) == 0 {
				now.At = from
			}
			now.States = append(now.States, State{from, facts(rest, from+len("-- "))})
			return true
		}
		if rest, ok := strings.CutPrefix(line, "Success: "); ok {
			digits, _, _ := strings.Cut(rest, " ")
			if n, err := strconv.Atoi(digits); err == nil && len(now.States) > 0 {
				now.Steps = n
				all = append(all, now)
			}
			now = States{}
		}
		return true
	})
	return all
}

// facts reads the facts of a line. Commas within brackets do not part them.
func facts(line string, at int) []Fact {
	var all []Fact
	depth, from := 0, 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) {
			switch line[i] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			if line[i] != ',' || depth > 0 {
				continue
			}
		}
		part := line[from:i]
		bare := strings.TrimLeft(part, " ")
		if f := fact(strings.TrimRight(bare, " "), at+from+len(part)-len(bare)); f.Text != "" {
			all = append(all, f)
		}
		from = i + 1
	}
	return all
}

// fact reads a fact with the mark behind it, or a persistent one with its name and a colon before it, if any. The
// offset is that of the text.
func fact(text string, at int) Fact {
	if bare, ok := strings.CutSuffix(text, " lin"); ok {
		return Fact{at, Linear, bare}
	}
	if bare, ok := strings.CutSuffix(text, " aff"); ok {
		return Fact{at, Affine, bare}
	}
	name, rest, ok := strings.Cut(text, ":")
	if ok && !strings.ContainsAny(name, " ([{") {
		return Fact{at + len(name) + 1, Persistent, strings.TrimLeft(rest, " ")}
	}
	return Fact{at, Persistent, text}
}
