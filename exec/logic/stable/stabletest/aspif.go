package stabletest

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// ReadAspif reads the rules of a program in aspif, as `clingo --mode=gringo` writes them. Atoms are named by their
// numbers. Show statements are left out.
func ReadAspif(r io.Reader) (*ground.Program, error) {
	in := bufio.NewReader(r)
	if _, err := in.ReadString('\n'); err != nil {
		return nil, err
	}
	var rules []ground.Rule
	last := 0
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		fields := reader{text: line, last: &last}
		switch fields.next() {
		case 0:
			return Program(last+1, rules...), fields.err
		case 1:
			rules = append(rules, fields.rule())
		}
		if fields.err != nil {
			return nil, fmt.Errorf("%w: %s", fields.err, line)
		}
	}
}

type reader struct {
	text string
	last *int
	err  error
}

func (r *reader) next() int {
	n := 0
	if _, err := fmt.Sscan(r.text, &n); err != nil && r.err == nil {
		r.err = err
	}
	for r.text != "" && r.text[0] != ' ' {
		r.text = r.text[1:]
	}
	if r.text != "" {
		r.text = r.text[1:]
	}
	return n
}

// literal reads a literal and reports whether it is negative.
func (r *reader) literal() (ground.Atom, bool) {
	n := r.next()
	a := max(n, -n)
	*r.last = max(*r.last, a)
	return ground.Atom(a), n < 0
}

func (r *reader) rule() ground.Rule {
	var out ground.Rule
	if choice := r.next(); choice == 1 {
		out.Choice = &ground.Bounds{Lower: 0, Upper: math.MaxInt32}
	}
	for range r.next() {
		a, _ := r.literal()
		out.Head = append(out.Head, a)
	}
	if weights := r.next(); weights == 1 {
		s := ground.Sum{Lower: int64(r.next()), Upper: math.MaxInt64}
		for range r.next() {
			a, not := r.literal()
			s.Elements = append(s.Elements, ground.Element{Weight: int64(r.next()), Atom: a, Not: not})
		}
		out.Sums = []ground.Sum{s}
		return out
	}
	for range r.next() {
		if a, not := r.literal(); not {
			out.Not = append(out.Not, a)
		} else {
			out.Pos = append(out.Pos, a)
		}
	}
	return out
}
