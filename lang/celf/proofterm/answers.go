package proofterm

import (
	"strconv"
	"strings"
)

// Answer is the place of a solution in the output of Celf.
type Answer struct {
	At        int // the offset of the proof term
	Query     int // the ordinal of the query, by the headers `Query (…)` up to there; 0 where there are none
	Iteration int // 0 where it is not told
}

// Value is a line ` #X = term` below the proof term of an answer: the value of a variable of the query.
type Value struct {
	Name string  // name of the variable
	Term *Object // its value
}

// Values lists the values below a proof term that ends at an offset, up to the first line that is no value.
func Values(text string, end int) []Value {
	var all []Value
	for p := (&parser{text: text, pos: end}); p.next() == '#'; {
		name, _, ok := strings.Cut(text[p.pos+1:], " = ")
		if !ok || strings.ContainsAny(name, " \t\r\n") {
			break
		}
		o, after, err := Parse(text, p.pos+len("#")+len(name)+len(" = "))
		if err != nil {
			break
		}
		all, p.pos = append(all, Value{name, o}), after
	}
	return all
}

// solution is the beginning of the line of an answer.
const solution = "Solution:"

// Begins returns the offset of the first line of a text that is an answer, and -1 if there is none.
func Begins(text string) int { return first(text, solution) }

// Fails returns the offset of the first line in which Celf says that it found no solution, and -1 if there is none.
func Fails(text string) int { return first(text, "No solutions found") }

// first returns the offset of the first line that begins with a text, and -1 if there is none.
func first(text, with string) int {
	at := -1
	lines(text, func(from int, line string) bool {
		if strings.HasPrefix(line, with) {
			at = from
		}
		return at < 0
	})
	return at
}

// Answers lists the solutions in what Celf printed, in their order. It does not read their proof terms.
func Answers(text string) []Answer {
	var all []Answer
	query, iteration := 0, 0
	lines(text, func(from int, line string) bool {
		switch {
		case strings.HasPrefix(line, solution):
			all = append(all, Answer{from + len(solution), query, iteration})
		case strings.HasPrefix(line, "Query ("):
			query++
			iteration = 0
		case strings.HasPrefix(line, "Iteration "):
			iteration, _ = strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "Iteration ")))
		}
		return true
	})
	return all
}

// lines calls f with the lines of a text and their offsets, without blanks and tabs before them, until it returns
// false.
func lines(text string, f func(from int, line string) bool) {
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		bare := strings.TrimLeft(line, " \t")
		if !f(at+len(line)-len(bare), bare) {
			return
		}
		at += len(line) + 1
	}
}
