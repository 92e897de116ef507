package foreign

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file reads what the older Ceptre prints after a run:
//
//	Final state:
//	{qui, (at ann garden), !(gone cat), (stage night)}
//
//	Trace:
//	let [x5, x4] = (walk ann garden) [x2, [x1, []]];
//
// What stands before, such as what a player saw, is passed over. Ids made come
// newest first. Within the brackets behind the rule stand ids used, proofs
// `(pred […])` and sensors `[]`.

const (
	noteNoFacts Note = "the facts of resources are not in the text: they are named after the rule and the position that " +
		"made them"
	noteNoKeep Note = "what rules keep is not told in the text: it counts as consumed and made anew; what is used more " +
		"than once is permanent"
	noteProofs  Note = "of proofs only the predicates are in the text"
	noteSensors Note = "what sensors answered is not in the text"
	noteNoFinal Note = "the text has no final state"
	noteLateID  Note = "an id that no step makes, with a number above those made before, counts as qui, which stands " +
		"for: nothing else could fire"
)

// Where the parts begin.
const (
	finalLine = "Final state:"
	traceLine = "Trace:"
)

func beginsText(text string) int {
	if at := lineWith(text, finalLine); at >= 0 {
		return at
	}
	return lineWith(text, traceLine)
}

// lineWith returns the offset of the first line that begins with some words, blanks before them
// aside, or -1. A regular expression takes ten times as long to find none.
func lineWith(text, words string) int {
	for from := 0; ; {
		next := strings.Index(text[from:], words)
		if next < 0 {
			return -1
		}
		before := strings.TrimRight(text[from:from+next], " \t")
		if start := from + len(before); start == 0 || text[start-1] == '\n' {
			return start
		}
		from += next + len(words)
	}
}

func readText(r *run, at int) error {
	s := &scanner{file: r.file, text: r.file.text, pos: at, stops: brackets}
	r.repeats = true
	final, told, err := s.finalState(r)
	if err != nil {
		return err
	}
	if err := s.lets(r); err != nil {
		return err
	}
	if len(r.names) > 0 {
		r.note(noteNoFacts)
		r.note(noteNoKeep)
	}
	if !r.quiet {
		r.note(noteNoEnd)
	}
	if told {
		r.settle(final)
	} else {
		r.note(noteNoFinal)
	}
	return nil
}

// lets takes the steps.
func (s *scanner) lets(r *run) error {
	if err := s.want(traceLine); err != nil {
		return err
	}
	for !s.atEnd() {
		if err := s.let(r); err != nil {
			return err
		}
	}
	return nil
}

// finalState takes the final state, if the text tells one.
func (s *scanner) finalState(r *run) (final []fact, told bool, err error) {
	if !s.eat(finalLine) {
		return nil, false, nil
	}
	err = s.separated("{", "}", func() error {
		f, err := s.fact()
		if f.isQui() {
			r.quiet = true
		} else {
			final = append(final, f)
		}
		return err
	})
	return final, true, err
}

// made is an id that a step makes, with its place.
type made struct {
	name string
	at   int
}

// let takes a step.
func (s *scanner) let(r *run) error {
	if !s.keyword("let") {
		return s.unexpected("a step, let […] = …;")
	}
	var makes []made
	if err := s.separated("[", "]", func() error { return s.id(&makes) }); err != nil {
		return err
	}
	if err := s.want("="); err != nil {
		return err
	}
	if err := s.firing(r, makes); err != nil {
		return err
	}
	return s.want(";")
}

// firing takes what stands behind the sign of equality.
func (s *scanner) firing(r *run, makes []made) error {
	f := new(firing)
	if err := s.head(f); err != nil {
		return err
	}
	r.start(f)
	if err := s.premises(r, f); err != nil {
		return err
	}
	for _, m := range slices.Backward(makes) {
		if _, err := r.create(f, m.name, m.at); err != nil {
			return err
		}
	}
	return nil
}

func (s *scanner) id(to *[]made) error {
	s.space()
	at := s.at()
	name, err := s.name("an id")
	*to = append(*to, made{name, at})
	return err
}

// head takes the rule and its arguments, with or without parentheses around
// both.
func (s *scanner) head(f *firing) error {
	parens := s.eat("(")
	var err error
	if f.rule, err = s.name("a rule"); err != nil {
		return err
	}
	if f.args, err = s.termsIn(0); err != nil || !parens {
		return err
	}
	return s.want(")")
}

// premises takes nested pairs that end in [].
func (s *scanner) premises(r *run, f *firing) error {
	return s.pairs(0, func() error {
		switch c := s.next(); c {
		case '(':
			proved, err := s.proof(1)
			f.proves = append(f.proves, proved)
			r.note(noteProofs)
			return err
		case '[':
			r.note(noteSensors)
			return s.sensor()
		}
		return s.used(r, f)
	})
}

// used takes the id of a resource that a step uses.
func (s *scanner) used(r *run, f *firing) error {
	at := s.at()
	name, err := s.name("an id, a proof or []")
	switch {
	case err != nil:
		return err
	case r.isLate(name):
		f.idle = true
		r.note(noteLateID)
		return nil
	}
	return r.use(f, r.given(name), false, at)
}

// isLate reports whether a resource cannot be of the initial state though no step
// makes it: ids count upwards as resources are made.
func (r *run) isLate(name string) bool {
	_, known := r.names[name]
	n := numberOf(name)
	return !known && n != noNumber && r.firstMade > 0 && n > r.firstMade
}

func (s *scanner) sensor() error {
	if err := s.want("["); err != nil {
		return err
	}
	return s.want("]")
}

// pairs parses [item, [item, … []]]; depth is that of the enclosing term.
func (s *scanner) pairs(depth int, item func() error) error {
	if depth > maxDepth {
		return s.file.errorf(s.at(), "nested deeper than %d", maxDepth)
	}
	for open := 0; ; open++ {
		if err := s.want("["); err != nil {
			return err
		}
		if s.eat("]") {
			for range open {
				if err := s.want("]"); err != nil {
					return err
				}
			}
			return nil
		}
		if err := item(); err != nil {
			return err
		}
		if err := s.want(","); err != nil {
			return err
		}
	}
}

// proof takes a backward proof and returns what it proves, as far as it says.
func (s *scanner) proof(depth int) (trace.Fact, error) {
	if err := s.want("("); err != nil {
		return trace.Fact{}, err
	}
	pred, err := s.name("a predicate")
	if err != nil {
		return trace.Fact{}, err
	}
	args, err := s.termsIn(depth)
	if err == nil && s.next() == '[' { // the proofs on which it rests
		err = s.pairs(depth, func() error {
			if s.next() == '[' {
				return s.sensor()
			}
			_, err := s.proof(depth + 1)
			return err
		})
	}
	if err != nil {
		return trace.Fact{}, err
	}
	return trace.Fact{Pred: pred, Args: args}, s.want(")")
}
