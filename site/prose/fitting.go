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
		wrong := r.wrong[c]
		text := places.at(wrong[0].at) + ": " + wrong[0].msg
		if more := len(wrong) - 1; more > 0 {
			text += fmt.Sprintf(" (and %d more)", more)
		}
		left = append(left, text)
	}
	return r.Prose, left, nil
}

// fit removes the parts that have errors or do not fit a program.
func (r *reading) fit(program *trace.Program) {
	c := newChecker(program)
	for _, n := range r.named {
		before := len(c.diagnostics)
		c.name(n.kind, n.name, n.at)
		switch {
		case len(c.diagnostics) == before:
		case n.kind == actors:
			r.front.By = ""
		case n.kind == location:
			r.front.At = ""
		}
	}
	r.loose, r.named = append(r.loose, c.diagnostics...), nil // other names of nothing are never asked for
	for _, s := range r.sections {
		c := newChecker(program)
		c.section(s)
		r.blame(s.chapter, c.diagnostics)
	}
	r.intro = slices.DeleteFunc(r.intro, r.isWrong)
	r.sections = slices.DeleteFunc(r.sections, func(s *section) bool { return r.isWrong(s.chapter) })
}

func (r *reading) isWrong(c *chapter) bool { return r.wrong[c] != nil }
