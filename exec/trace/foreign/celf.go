package foreign

import (
	"regexp"
	"slices"
)

// This file reads the proof terms that Celf finds (Schack-Nielsen and Schürmann,
// "Celf — a logical framework for deductive and concurrent systems", IJCAR 2008):
//
//	Solution: \!'ann. \!garden. \[X1, [X2, X3]]. {
//	    let {[X4, X5]} = walk !'ann !garden [X1, X2] in
//	    let {X6} = rest !'ann X4 in
//	    [X3, [X5, X6]]}
//
// Binders name the resources of the initial state. Each let is a step: the resources it makes, its
// rule, terms after `!`, and the resources it uses. The end lists the resources left. A step
// without a rule, let {[X2, X3]} = X1 in, only unpacks.
//
// A word after `!` is a term, unless it is X and a number: then it is a permanent fact.

const (
	noteCelfKeep     Note = "what rules keep is not told in a proof term: it counts as consumed and made anew"
	noteCelfSolution Note = "only the first solution is read"
	noteCelfLeft     Note = "facts that the end of the proof term does not list are left over"
)

// solution is how the line begins from which a proof term is read.
const solution = "Solution:"

var resourceName = regexp.MustCompile(`^X[0-9]+$`)

// proofTerm is a proof term that is being read.
type proofTerm struct {
	*scanner
	run   *run
	words map[string]bool // all that stand there
}

func readCelf(r *run, at int) error {
	p := &proofTerm{scanner: &scanner{file: r.file, text: r.file.text, pos: at, stops: brackets + `!@\.`}, run: r}
	if err := p.want(solution); err != nil {
		return err
	}
	p.words = p.allWords()
	if err := p.binders(); err != nil {
		return err
	}
	if err := p.body(); err != nil {
		return err
	}
	if lineWith(p.text[p.pos:], solution) >= 0 {
		r.note(noteCelfSolution)
	}
	if len(r.names) > 0 {
		r.note(noteNoFacts)
		r.note(noteCelfKeep)
	}
	r.note(noteNoEnd)
	return nil
}

// binders takes \pattern. as often as it stands there: it binds resources of the initial state.
func (p *proofTerm) binders() error {
	for p.eat(`\`) {
		names, err := p.pattern()
		if err != nil {
			return err
		}
		for _, n := range names {
			if old, known := p.run.names[n.name]; known {
				return p.file.errorf(n.at, "%s is bound here, but %s", n.name, old.origin())
			}
			p.run.given(n.name).persistent = n.persistent
		}
		if err := p.want("."); err != nil {
			return err
		}
	}
	return nil
}

// body parses the steps and the list of the resources left, in braces.
func (p *proofTerm) body() error {
	if err := p.want("{"); err != nil {
		return err
	}
	for p.keyword("let") {
		if err := p.let(); err != nil {
			return err
		}
	}
	if err := p.left(); err != nil {
		return err
	}
	return p.want("}")
}

func (p *proofTerm) let() error {
	if err := p.want("{"); err != nil {
		return err
	}
	names, err := p.pattern()
	if err != nil {
		return err
	}
	for _, token := range []string{"}", "="} {
		if err := p.want(token); err != nil {
			return err
		}
	}
	return p.step(names)
}

// step takes what a let binds names to, up to the word in.
func (p *proofTerm) step(names []bound) error {
	at := p.here()
	head, err := p.ident("a rule")
	if err != nil {
		return err
	}
	variable := resourceName.MatchString(head)
	x, known := p.run.names[head]
	if permanent := known && x.persistent; variable && !permanent && p.keyword("in") {
		return p.unpack(head, at, names)
	}
	f := &firing{rule: head}
	p.run.start(f)
	if variable { // a rule that is a resource itself
		if err := p.use(f, head, at); err != nil {
			return err
		}
	}
	for !p.keyword("in") {
		if err := p.tree(func() error { return p.argument(f) }); err != nil {
			return err
		}
	}
	return p.create(f, names)
}

func (p *proofTerm) create(f *firing, names []bound) error {
	for _, n := range names {
		x, err := p.run.create(f, n.name, n.at)
		if err != nil {
			return err
		}
		x.persistent = n.persistent
	}
	return nil
}

// unpack puts the resources of those names in the place of one that holds them.
// The very first may have no binder.
func (p *proofTerm) unpack(name string, at int, names []bound) error {
	if len(p.run.names) == 0 {
		p.run.given(name)
	}
	f := &firing{rule: "a let before"}
	if err := p.use(f, name, at); err != nil {
		return err
	}
	if err := p.create(f, names); err != nil {
		return err
	}
	p.run.replace(f.uses[0].resource, f.makes)
	return nil
}

// replace puts resources in the place of another.
func (r *run) replace(x *resource, with []*resource) {
	list := &r.initial
	if x.maker != nil {
		list = &x.maker.makes
	}
	for _, part := range with {
		part.maker = x.maker
	}
	i := slices.Index(*list, x)
	*list = slices.Replace(*list, i, i+1, with...)
}

// left parses the list of the resources left.
func (p *proofTerm) left() error {
	end := &firing{rule: "the end of the proof term"}
	if err := p.tree(func() error { return p.argument(end) }); err != nil {
		return err
	}
	if unused, _ := p.run.left(); len(unused) > 0 {
		p.run.note(noteCelfLeft)
	}
	return nil
}
