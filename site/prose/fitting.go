package prose

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// ParseFitting reads the parts of a text that fit its program, which [Options] name. It leaves out
// sections with errors, and entries of the front matter that cannot be read or that name unknown
// things. For each part left out it returns one line, in the form of the errors of [Parse]. The
// error is non-nil only if nothing can be read.
func ParseFitting(name string, src []byte, o Options) (p *Prose, left []string, err error) {
	r, err := read(name, src, o)
	if err != nil {
		return nil, nil, err
	}
	r.fit(o.Program)
	places := r.lines()
	for _, s := range r.loose {
		left = append(left, places.at(s.at)+": "+s.msg)
	}
	for _, c := range r.blamed {
		left = append(left, briefly(r.wrong[c], places))
	}
	return r.Prose, left, nil
}

// fit removes the parts that have errors or do not fit a program.
func (r *reading) fit(program *trace.Program) {
	c := newChecker(program)
	for _, n := range r.named {
		before := len(c.diagnostics)
		c.name(n.kind, n.name, n.at)
		if len(c.diagnostics) > before {
			r.front.forget(n.kind)
		}
	}
	r.loose, r.named = append(r.loose, c.diagnostics...), nil // names of nothing are never asked for
	for _, s := range r.sections {
		c := newChecker(program)
		c.section(s)
		r.blame(s.chapter, c.diagnostics)
	}
	r.intro = slices.DeleteFunc(r.intro, r.isWrong)
	r.sections = slices.DeleteFunc(r.sections, func(s *section) bool { return r.isWrong(s.chapter) })
}

func (r *reading) isWrong(c *chapter) bool { return r.wrong[c] != nil }

// briefly returns the faults of a chapter as one line.
func briefly(diagnostics []diagnostic, places *places) string {
	text := places.at(diagnostics[0].at) + ": " + diagnostics[0].msg
	if more := len(diagnostics) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}
