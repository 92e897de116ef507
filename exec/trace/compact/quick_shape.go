package compact

import "slices"

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// search writes the terms of an event that can go the quick way, and returns its shape, the
// first that fits, as in [blockWriter.shape]. It returns nil for others, of which
// nothing is written. Symbols may be new in the block then, but they come in the order
// in which the long way needs them.
func (c *recorder) search(v *trace.Event) *shape {
	chosen, ok := chooserCode(v.Chosen)
	if !ok {
		return nil
	}
	r := &c.Rules[v.Rule]
	flags := chosen<<chosenShift | uint64(r.Variant)<<variantShift
	recent := &c.block.recent[r.Name]
	s := recent[0] // if all events of the form fit, there is nothing to compare but kinds
	if s == nil && flags&chosenMask == chanceFlags {
		return c.revive(v)
	}
	if s == nil || v.Form == 0 || s.form != v.Form || s.flags != flags {
		return c.find(recent, v, r.Stage, flags)
	}
	if !c.quickTerms(v, s) {
		return nil
	}
	return s
}

// revive is search for the first event of a rule in a block. Where there are many rules, much of
// what a block takes would be spent on making their shapes anew.
func (c *recorder) revive(v *trace.Event) *shape {
	b := c.block
	if v.Form < 0 || v.Form >= len(b.former) {
		return nil
	}
	s := b.former[v.Form]
	if s == nil || !allDiffer(v.Args) || s.repeats(v) || !c.quickTerms(v, s) {
		return nil
	}
	clear(s.last)
	b.enter(s)
	b.remember(s)
	b.note(s, v)
	return s
}

// repeats reports whether a shape has a term of an event's fact written though the rule has it.
// That of another rule of the same name may fit so, but is none that a block would begin with.
func (s *shape) repeats(v *trace.Event) bool {
	for _, p := range s.written[s.args:] {
		if slices.Contains(v.Args, atomOf(v, p.fact).Args[p.arg]) {
			return true
		}
	}
	return false
}

// find is search for an event that has to be compared with the shapes.
func (c *recorder) find(recent *[recentShapes]*shape, v *trace.Event, stage row.Name, flags uint64) *shape {
	for i, s := range recent {
		if s == nil {
			break
		}
		if s.flags != flags || s.stage != stage || !s.counts(v) || !c.fits(s, v) {
			continue
		}
		if s.wide || !c.quickTerms(v, s) {
			break
		}
		c.block.promote(recent, i)
		c.block.note(s, v)
		return s
	}
	return nil
}

// note records the form of an event that fits the latest shape of its rule. If all arguments of
// the rule are different, an argument of a fact that the shape takes from the rule stands at the
// same place in the form. So every event of the form fits the shape if its other arguments have
// the kinds of the shape.
func (b *blockWriter) note(s *shape, v *trace.Event) {
	if v.Form == 0 || !allDiffer(v.Args) {
		return
	}
	b.forget(s)
	s.form = v.Form
	if s.form > 0 && s.flags&chosenMask == chanceFlags {
		b.forms = row.Extend(b.forms, s.form+1)
		b.forms[s.form] = s
	}
}

// forget takes back the form of a shape, if there is one.
func (b *blockWriter) forget(s *shape) {
	if s == nil {
		return
	}
	if 0 < s.form && s.form < len(b.forms) {
		b.forms[s.form] = nil
	}
	s.form = 0
}

func allDiffer(args []trace.Sym) bool {
	for i, x := range args {
		if slices.Contains(args[:i], x) {
			return false
		}
	}
	return true
}

// counts reports whether an event has as many of everything as the shape says.
func (s *shape) counts(v *trace.Event) bool {
	return s.args == len(v.Args) && s.consumes == v.Consumes && len(s.last) == len(v.Uses) && s.made == len(v.Makes) &&
		s.proves == len(v.Proves) && s.sensed == len(v.Sensed) && s.acts == len(v.Acts)
}

// fits reports whether an event that has the counts of a shape has it in all. Terms are
// taken to be the same if their numbers are. The facts that are made are checked in
// place, for nearly all steps make some.
func (c *recorder) fits(s *shape, v *trace.Event) bool {
	facts, sources, at := s.facts, s.sources, len(v.Args)
	for i, from := range sources[:at] {
		if from != direct(v.Args[i]) {
			return false
		}
	}
	for i := range v.Makes {
		m, f := &v.Makes[i], &facts[i]
		if c.Preds[m.Pred+1] != f.pred || len(m.Args) != f.args || m.Persistent != f.persistent {
			return false
		}
		for _, x := range m.Args {
			if !sources[at].yields(x, v.Args) {
				return false
			}
			at++
		}
	}
	return len(facts) == len(v.Makes) || c.fitsOthers(s, v)
}

// fitsOthers is fits for the facts that are no resources.
func (c *recorder) fitsOthers(s *shape, v *trace.Event) bool {
	facts := s.facts[s.made:]
	for _, list := range [3][]trace.Atom{v.Proves, v.Sensed, v.Acts} {
		for i := range list {
			if !c.fitsFact(s, &facts[i], &list[i], v.Args) {
				return false
			}
		}
		facts = facts[len(list):]
	}
	return true
}

func (c *recorder) fitsFact(s *shape, f *factShape, a *trace.Atom, args []trace.Sym) bool {
	if c.Preds[a.Pred+1] != f.pred || len(a.Args) != f.args {
		return false
	}
	for i, x := range a.Args {
		if !s.sources[f.from+i].yields(x, args) {
			return false
		}
	}
	return true
}
