package foreign

import (
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
)

// This file reads the parts of steps of a proof term: arguments, terms, and the stages behind a step.

// stage reads a proof that has the next stage in an argument. It is a step if it uses anything before that.
func (p *proofTerm) stage(o *proofterm.Object) error {
	f := &firing{rule: o.Head}
	next, err := p.before(f, o.Spine, nil)
	if err != nil {
		return err
	}
	if len(f.uses) > 0 {
		p.run.start(f)
		p.link = f
	}
	for _, stage := range next {
		if err := p.object(stage); err != nil {
			return err
		}
	}
	return nil
}

// before reads what a step from one stage to the next uses, and adds the proofs of what is behind it to a list.
func (p *proofTerm) before(f *firing, parts []proofterm.Part, next []*proofterm.Object) ([]*proofterm.Object, error) {
	var err error
	for _, part := range parts {
		for x := range proofterm.Leaves(part) {
			switch o := x.Object; {
			case o == nil || !o.Nests():
				err = p.argument(f, x, part.Pair != nil)
			case len(o.Binders) > 0 || o.Body == nil:
				next = append(next, o)
			default: // what the step has to show: parts of the state, and then what is behind it
				if err = p.lets(o.Body); err == nil {
					next, err = p.before(f, []proofterm.Part{o.Body.Value}, next)
				}
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return next, nil
}

// arguments reads the arguments of a rule: terms after `!`, and the proofs of its premises.
func (p *proofTerm) arguments(f *firing, spine []proofterm.Part) error {
	for _, part := range spine {
		for x := range proofterm.Leaves(part) {
			if err := p.argument(f, x, part.Pair != nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// argument reads a term, or a proof. What is not marked, or one of several in brackets, is a proof.
func (p *proofTerm) argument(f *firing, x proofterm.Part, paired bool) error {
	o := x.Object
	switch {
	case o == nil:
		return nil
	case len(o.Binders) > 0 || o.Body != nil:
		return p.file.errorf(o.At, "a function stands here, which is only read where it is the next stage")
	case len(o.Spine) == 0 && p.isResource(o, x.Mark):
		return p.use(f, o.Head, o.At)
	case x.Mark != proofterm.Persistent || paired || p.uses(o):
		p.run.note(noteCelfProofs)
		return p.premises(f, o)
	}
	t, err := p.term(o, 1)
	f.args = append(f.args, t)
	return err
}

// isResource reports whether a name is that of a resource.
func (p *proofTerm) isResource(o *proofterm.Object, mark proofterm.Mark) bool {
	_, known := p.run.names[o.Head]
	return known && mark != proofterm.Persistent || proofterm.IsResource(o.Head)
}

// uses reports whether resources stand in the arguments of a proof.
func (p *proofTerm) uses(o *proofterm.Object) bool {
	for x := range proofterm.Leaves(o.Spine...) {
		if x.Object != nil && (p.isResource(x.Object, x.Mark) || p.uses(x.Object)) {
			return true
		}
	}
	return false
}

// premises reads the resources that a proof by the signature rests on.
func (p *proofTerm) premises(f *firing, o *proofterm.Object) error {
	for x := range proofterm.Leaves(o.Spine...) {
		if x.Object == nil {
			continue
		}
		if len(x.Object.Spine) == 0 && p.isResource(x.Object, x.Mark) {
			if err := p.use(f, x.Object.Head, x.Object.At); err != nil {
				return err
			}
			continue
		}
		if err := p.premises(f, x.Object); err != nil {
			return err
		}
	}
	return nil
}

// use notes that a step needs the resource of that name.
func (p *proofTerm) use(f *firing, name string, at int) error {
	x, known := p.run.names[name]
	if !known {
		return p.file.errorf(at, "%s is not bound before this", name)
	}
	return p.run.use(f, x, false, at)
}

// term returns a term; each of its arguments may have an exclamation mark.
func (p *proofTerm) term(o *proofterm.Object, depth int) (trace.Term, error) {
	switch {
	case depth > maxDepth:
		return trace.Term{}, p.file.errorf(o.At, "nested deeper than %d", maxDepth)
	case len(o.Binders) > 0 || o.Body != nil:
		return trace.Term{}, p.file.errorf(o.At, "a function stands here, and terms have none")
	case len(o.Spine) == 0:
		return trace.Atomic(p.plain(o.Head)), nil
	}
	t := trace.Term{Head: p.plain(o.Head)}
	for x := range proofterm.Leaves(o.Spine...) {
		if x.Object == nil {
			t.Args = append(t.Args, trace.Atomic("1"))
			continue
		}
		arg, err := p.term(x.Object, depth+1)
		if err != nil {
			return t, err
		}
		t.Args = append(t.Args, arg)
	}
	return t, nil
}

// plain returns a name without the quote that Celf puts before those that binders
// bring, where nothing else has that name.
func (p *proofTerm) plain(name string) string {
	if bare, ok := strings.CutPrefix(name, "'"); ok && bare != "" && !p.words[bare] {
		return bare
	}
	return name
}

// allWords returns the words of a proof term.
func allWords(text string) map[string]bool {
	words := make(map[string]bool)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(brackets+`!@\.`, r)
	}) {
		words[word] = true
	}
	return words
}
