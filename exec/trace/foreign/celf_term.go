package foreign

import (
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// This file reads what stands within the lets of a proof term: patterns,
// arguments and terms.

// bound is a resource in a pattern.
type bound struct {
	made
	persistent bool
}

// pattern takes names in nested pairs and returns those of resources.
func (p *proofTerm) pattern() ([]bound, error) {
	var names []bound
	err := p.tree(func() error {
		permanent := p.eat("!")
		if !permanent && !p.eat("@") && p.unit() {
			return nil
		}
		at := p.here()
		name, err := p.ident("an id")
		if !permanent || resourceName.MatchString(name) {
			names = append(names, bound{made{name, at}, permanent})
		}
		return err
	})
	return names, err
}

// ident takes a name that is no keyword.
func (p *proofTerm) ident(what string) (string, error) {
	start := p.pos
	name := p.word()
	if name == "" || name == "let" || name == "in" {
		p.pos = start
		return "", p.unexpected(what)
	}
	return name, nil
}

// unit takes a 1, which stands for no resource.
func (p *proofTerm) unit() bool { return p.keyword("1") }

// here returns where the next word stands.
func (p *proofTerm) here() int {
	p.space()
	return p.at()
}

// tree takes an item, or items in nested square brackets with commas between.
// States nest as deep as they have facts, so it does not call itself.
func (p *proofTerm) tree(item func() error) error {
	for open := 0; ; {
		if p.eat("[") {
			open++
			continue
		}
		if err := item(); err != nil {
			return err
		}
		for open > 0 && p.eat("]") {
			open--
		}
		if open == 0 {
			return nil
		}
		if !p.eat(",") {
			return p.unexpected(`"," or "]"`)
		}
	}
}

// argument takes a term, or a resource that a step uses. A word that is neither
// after `!` nor bound to a resource is a term.
func (p *proofTerm) argument(f *firing) error {
	permanent := p.eat("!")
	if !permanent {
		if p.eat("@"); p.unit() {
			return nil
		}
	}
	at, start := p.here(), p.pos
	name := p.word()
	if _, known := p.run.names[name]; known && !permanent || resourceName.MatchString(name) {
		return p.use(f, name, at)
	}
	p.pos = start
	if c := p.next(); name == "" && c != '(' && !permanent {
		return p.unexpected(`an argument or "in"`)
	}
	return p.term(f)
}

func (p *proofTerm) term(f *firing) error {
	t, err := p.object(1)
	f.args = append(f.args, t)
	return err
}

// use notes that a step needs the resource of that name.
func (p *proofTerm) use(f *firing, name string, at int) error {
	x, known := p.run.names[name]
	if !known {
		return p.file.errorf(at, "%s is not bound before this", name)
	}
	return p.run.use(f, x, false, at)
}

// object parses a term; each of its arguments may have an exclamation mark.
func (p *proofTerm) object(depth int) (trace.Term, error) {
	if depth > maxDepth {
		return trace.Term{}, p.file.errorf(p.at(), "nested deeper than %d", maxDepth)
	}
	compound := p.eat("(")
	name, err := p.ident("a term")
	if err != nil || !compound {
		return trace.Atomic(p.plain(name)), err
	}
	args, err := p.objects(depth)
	if err != nil || len(args) == 0 {
		return trace.Atomic(p.plain(name)), err
	}
	return trace.Term{Head: p.plain(name), Args: args}, nil
}

// objects takes terms and the parenthesis behind them.
func (p *proofTerm) objects(depth int) ([]trace.Term, error) {
	var args []trace.Term
	for !p.eat(")") {
		p.eat("!")
		arg, err := p.object(depth + 1)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	return args, nil
}

// plain returns a name without the quote that Celf puts before those that binders
// bring, where nothing else has that name.
func (p *proofTerm) plain(name string) string {
	if bare, ok := strings.CutPrefix(name, "'"); ok && bare != "" && !p.words[bare] {
		return bare
	}
	return name
}

// allWords returns the words from here on.
func (p *proofTerm) allWords() map[string]bool {
	s, words := *p.scanner, make(map[string]bool)
	for !s.atEnd() {
		if word := s.word(); word != "" {
			words[word] = true
			continue
		}
		_, size := utf8.DecodeRuneInString(s.text[s.pos:])
		s.pos += size
	}
	return words
}
