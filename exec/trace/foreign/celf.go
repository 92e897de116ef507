package foreign

import (
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// This file reads the answers of Celf, see package proofterm:
//
//	Solution: \!'ann. \!garden. \[X1, [X2, X3]]. {
//	    let {[X4, X5]} = walk !'ann !garden [X1, adj/sym !-2] in
//	    let {X6} = rest !'ann X4 in
//	    [X3, [X5, X6]]}
//
// Binders name the resources of the initial state. Each let is a step: the resources it makes, its
// rule, terms after `!`, and the resources it uses. Proofs by the signature, as adj/sym !-2, use none.
// The end lists the resources left. A step without a rule, let {[X2, X3]} = X1 in, only unpacks.
//
// A word after `!` is a term, unless it is X and a number: then it is a permanent fact.
//
// In programs with stages the end of one holds the next, in the proof of a goal that is a function:
//
//	run/walk (\X4. { let … in done/walk {[X8, [X3, \[X11, X12]. run/rest (\X13. { … })]]}})
//
// There done/walk is a step that uses X8 and X3 and makes X11, X12 and X13. A proof that uses nothing
// before what it binds, as run/walk, is no step.

const (
	noteCelfFacts  Note = noteNoFacts + "; 'ceptre trace convert FILE --program WORLD.clf' has them from the world"
	noteCelfKeep   Note = "what rules keep is not told in a proof term: it counts as consumed and made anew"
	noteCelfLeft   Note = "facts that the end of the proof term does not list are left over"
	noteCelfProofs Note = "facts of the signature that steps rest on are not told in full: they are left out"
)

// proofTerm is a proof term that is being read.
type proofTerm struct {
	file  *file
	run   *run
	words map[string]bool // all that stand there
	link  *firing         // the last step from one stage to the next; nil before there is one
}

// readCelf reads the first of the solutions in a text.
func readCelf(r *run, at int) error {
	answers := proofterm.Answers(r.file.text)
	if len(answers) > 1 {
		r.note(Note("only the first of " + english.Count(len(answers), "solution") + " is read"))
	}
	return readAnswer(r, answers[0])
}

// readAnswer reads one of the solutions.
func readAnswer(r *run, a proofterm.Answer) error {
	o, end, err := proofterm.Parse(r.file.text, a.At)
	if wrong, ok := errors.AsType[*proofterm.Error](err); ok {
		return r.file.errorf(wrong.At, "%w", wrong)
	}
	p := &proofTerm{file: r.file, run: r, words: allWords(r.file.text[a.At:end])}
	if err := p.object(o); err != nil {
		return err
	}
	if len(r.names) > 0 {
		r.note(noteCelfFacts)
		r.note(noteCelfKeep)
	}
	r.note(noteNoEnd)
	return nil
}

// object reads the proof of a state or stage: the resources that it starts from, its steps and its end.
func (p *proofTerm) object(o *proofterm.Object) error {
	for _, b := range o.Binders {
		if err := p.bind(b); err != nil {
			return err
		}
	}
	switch {
	case o.Body == nil && o.Nests():
		return p.stage(o)
	case o.Body == nil:
		goal := *o
		goal.Binders = nil
		return p.value(proofterm.Part{At: o.At, Object: &goal})
	}
	if err := p.lets(o.Body); err != nil {
		return err
	}
	return p.value(o.Body.Value)
}

// bind names resources: of the initial state, or of the stage that begins here.
func (p *proofTerm) bind(b proofterm.Binder) error {
	if p.link != nil {
		return p.create(p.link, b.Pattern)
	}
	for _, n := range resources(b.Pattern) {
		if old, known := p.run.names[n.Name]; known {
			return p.file.errorf(n.At, "%s is bound here, but %s", n.Name, old.origin())
		}
		p.run.given(n.Name).persistent = n.Mark == proofterm.Persistent
	}
	return nil
}

// resources returns the names in a pattern that are those of resources. The others are parameters and units.
func resources(pattern []proofterm.Bound) []proofterm.Bound {
	return slices.DeleteFunc(slices.Clone(pattern), func(n proofterm.Bound) bool { return !n.IsResource() })
}

// lets reads the steps of a body.
func (p *proofTerm) lets(b *proofterm.Body) error {
	for i := range b.Lets {
		if err := p.let(&b.Lets[i]); err != nil {
			return err
		}
	}
	return nil
}

// let reads a step: the firing of a rule, or the unpacking of a resource.
func (p *proofTerm) let(l *proofterm.Let) error {
	head := l.Rule.Head
	x, known := p.run.names[head]
	variable := proofterm.IsResource(head)
	if permanent := known && x.persistent; variable && !permanent && len(l.Rule.Spine) == 0 {
		return p.unpack(l)
	}
	f := &firing{rule: head}
	p.run.start(f)
	if variable { // a rule that is a resource itself
		if err := p.use(f, head, l.Rule.At); err != nil {
			return err
		}
	}
	if err := p.arguments(f, l.Rule.Spine); err != nil {
		return err
	}
	return p.create(f, l.Pattern)
}

// create names the resources that a step makes.
func (p *proofTerm) create(f *firing, pattern []proofterm.Bound) error {
	for _, n := range resources(pattern) {
		x, err := p.run.create(f, n.Name, n.At)
		if err != nil {
			return err
		}
		x.persistent = n.Mark == proofterm.Persistent
	}
	return nil
}

// unpack puts the resources of those names in the place of one that holds them.
// The very first may have no binder.
func (p *proofTerm) unpack(l *proofterm.Let) error {
	if len(p.run.names) == 0 {
		p.run.given(l.Rule.Head)
	}
	f := &firing{rule: "a let before"}
	if err := p.use(f, l.Rule.Head, l.Rule.At); err != nil {
		return err
	}
	if err := p.create(f, l.Pattern); err != nil {
		return err
	}
	x := f.uses[0].resource
	x.parts, x.unpacked = f.makes, true
	for _, part := range x.parts {
		part.maker = x.maker
	}
	return nil
}

// unpack puts the resources that were taken apart into the place of those that held them.
func (r *run) unpack() {
	r.initial = unpacked(nil, r.initial)
	for _, f := range r.firings {
		f.makes = unpacked(nil, f.makes)
	}
}

// unpacked appends resources to a list, with the parts of those that were taken apart in their places.
func unpacked(to, list []*resource) []*resource {
	for _, x := range list {
		if x.unpacked {
			to = unpacked(to, x.parts)
		} else {
			to = append(to, x)
		}
	}
	return to
}

// value reads the end of a body: the resources left, or the proof of the next stage.
func (p *proofTerm) value(v proofterm.Part) error {
	f := &firing{rule: "the end of the proof term"}
	last := true
	for x := range proofterm.Leaves(v) {
		err := error(nil)
		switch o := x.Object; {
		case o == nil:
		case !o.Nests():
			err = p.argument(f, x, true)
		case o.Head != "":
			last, err = false, p.stage(o)
		default:
			last, err = false, p.object(o)
		}
		if err != nil {
			return err
		}
	}
	p.run.unpack()
	if unused, _ := p.run.left(); last && len(unused) > 0 {
		p.run.note(noteCelfLeft)
	}
	return nil
}
