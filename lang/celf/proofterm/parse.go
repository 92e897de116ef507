package proofterm

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is the largest number of levels to which objects nest. Pairs do not count. In the answers of programs with
// stages, each stage is some levels below the one before.
const maxDepth = 20_000

// Parse reads an object that begins at an offset of a text, and returns the offset behind it. The error is an
// [*Error].
func Parse(text string, at int) (*Object, int, error) {
	p := &parser{text: text, pos: at}
	o, err := p.object(1)
	return o, p.pos, err
}

// parser reads a text by recursive descent. Its methods skip the white space before the next token; depth is the
// level of nesting. Their errors are [*Error]s.
type parser struct {
	text string
	pos  int
}

// stops are the characters that end a name, beside white space.
const stops = `()[]{},!@\.`

// space skips white space.
func (p *parser) space() {
	rest := p.text[p.pos:]
	p.pos += len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
}

// next returns the next byte that is not white space, 0 at the end.
func (p *parser) next() byte {
	p.space()
	if p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

// here returns the offset of the next byte that is not white space.
func (p *parser) here() int {
	p.space()
	return p.pos
}

// eat consumes a character if it is next, and reports whether it was.
func (p *parser) eat(c byte) bool {
	if p.next() != c {
		return false
	}
	p.pos++
	return true
}

// want consumes a character that must be next.
func (p *parser) want(c byte) error {
	if !p.eat(c) {
		return p.unexpected(strconv.Quote(string(c)))
	}
	return nil
}

// peek returns the next name without consuming it; empty if none is next.
func (p *parser) peek() string {
	p.space()
	rest := p.text[p.pos:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		return r < utf8.RuneSelf && strings.IndexByte(stops, byte(r)) >= 0 || unicode.IsSpace(r)
	})
	if n < 0 {
		n = len(rest)
	}
	return rest[:n]
}

// keyword consumes a word if it is next, and reports whether it was.
func (p *parser) keyword(word string) bool {
	if p.peek() != word {
		return false
	}
	p.pos += len(word)
	return true
}

// name consumes a name that is not reserved. The text says in the error what a name would have been.
func (p *parser) name(what string) (string, error) {
	word := p.peek()
	switch word {
	case "", "let", "in":
		return "", p.unexpected(what)
	case "#1", "#2":
		return "", errorf(p.pos, "%s takes one of two choices (`&`), which are not read", word)
	}
	p.pos += len(word)
	return word, nil
}

// unexpected returns the error for input other than the wanted one.
func (p *parser) unexpected(want string) error {
	return errorf(p.here(), "want %s, found %s", want, p.found())
}

// found describes the next token for errors; long names are cut.
func (p *parser) found() string {
	if p.here() == len(p.text) {
		return "the end of the text"
	}
	word := p.peek()
	if word == "" {
		r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
		return strconv.QuoteRune(r)
	}
	if chars := []rune(word[:min(len(word), 200)]); len(chars) > 40 {
		word = string(chars[:40]) + "…"
	}
	return strconv.Quote(word)
}

// mark consumes a sign if one is next.
func (p *parser) mark() Mark {
	switch {
	case p.eat('!'):
		return Persistent
	case p.eat('@'):
		return Affine
	}
	return Linear
}

// object parses binders, and the head with arguments or the body behind them.
func (p *parser) object(depth int) (*Object, error) {
	o := &Object{At: p.here()}
	if depth > maxDepth {
		return nil, errorf(o.At, "nested deeper than %d", maxDepth)
	}
	for p.eat('\\') {
		names, err := p.pattern()
		if err != nil {
			return nil, err
		}
		if err := p.want('.'); err != nil {
			return nil, err
		}
		o.Binders = append(o.Binders, Binder{names})
	}
	var err error
	switch p.next() {
	case '{':
		o.nests = true
		o.Body, err = p.body(depth + 1)
	case '(':
		err = p.parenthesised(o, depth)
	default:
		err = p.applied(o, "a term", depth)
	}
	return o, err
}

// parenthesised parses an object in parentheses into o. Arguments may follow it if it is a head.
func (p *parser) parenthesised(o *Object, depth int) error {
	p.pos++
	inner, err := p.object(depth + 1)
	if err != nil {
		return err
	}
	if err := p.want(')'); err != nil {
		return err
	}
	inner.Binders, inner.At = append(o.Binders, inner.Binders...), o.At
	*o = *inner
	return nil
}

// applied parses a head with its arguments into o. The text says in the error what the head would have been.
func (p *parser) applied(o *Object, what string, depth int) error {
	head, err := p.name(what)
	if err != nil {
		return err
	}
	o.Head = head
	for p.begins(depth == 1) {
		arg, err := p.part(depth, p.argument)
		if err != nil {
			return err
		}
		o.Spine = append(o.Spine, arg)
	}
	for x := range Leaves(o.Spine...) {
		o.nests = o.nests || x.Object != nil && x.Object.nests
	}
	return nil
}

// begins reports whether an argument is next. Behind the head of the whole answer, the next line may be one of Celf's
// own: a value, ` #X = term`, or what is not indented.
func (p *parser) begins(whole bool) bool {
	switch p.next() {
	case 0, ')', ']', '}', ',', '.':
		return false
	case '(', '[', '{', '!', '@', '\\':
		return true
	}
	if word := p.peek(); word == "in" || word == "let" {
		return false
	}
	if !whole {
		return true
	}
	before := strings.TrimRight(p.text[:p.pos], " \t")
	starts := before == "" || strings.HasSuffix(before, "\n")
	return !starts || len(before) < p.pos && p.text[p.pos] != '#'
}

// argument parses an object that is an argument: a name, a body, or one in parentheses.
func (p *parser) argument(depth int) (*Object, error) {
	switch p.next() {
	case '(', '{', '\\':
		return p.object(depth)
	}
	o := &Object{At: p.pos}
	var err error
	o.Head, err = p.name("a term")
	return o, err
}

// part parses an item, or items in nested square brackets with commas between them, as one flat list. Pairs of a
// state nest as deep as the state has facts, so a counter of open brackets takes the place of recursion. An item that
// stands alone is read by the function, and items in brackets are any objects.
func (p *parser) part(depth int, item func(depth int) (*Object, error)) (Part, error) {
	out := Part{At: p.here()}
	for open := 0; ; {
		if p.eat('[') {
			open++
			continue
		}
		in := item
		if open > 0 {
			in = p.object
		}
		x, err := p.leaf(depth, in)
		if err != nil {
			return out, err
		}
		if open == 0 && out.Pair == nil {
			return x, nil
		}
		out.Pair = append(out.Pair, x)
		for open > 0 && p.eat(']') {
			open--
		}
		if open == 0 {
			return out, nil
		}
		if !p.eat(',') {
			return out, p.unexpected(`"," or "]"`)
		}
	}
}

// leaf parses an item with its mark.
func (p *parser) leaf(depth int, item func(depth int) (*Object, error)) (Part, error) {
	x := Part{At: p.here(), Mark: p.mark()}
	if x.Mark != Persistent && p.keyword("1") {
		return x, nil
	}
	var err error
	x.Object, err = item(depth + 1)
	return x, err
}

// pattern parses names in nested pairs as one flat list, as [parser.part] does.
func (p *parser) pattern() ([]Bound, error) {
	var names []Bound
	for open := 0; ; {
		if p.eat('[') {
			open++
			continue
		}
		b := Bound{Mark: p.mark(), At: p.here()}
		if b.Mark != Linear || !p.keyword("1") {
			name, err := p.name("an id")
			if err != nil {
				return nil, err
			}
			b.Name = name
		}
		names = append(names, b)
		for open > 0 && p.eat(']') {
			open--
		}
		if open == 0 {
			return names, nil
		}
		if !p.eat(',') {
			return nil, p.unexpected(`"," or "]"`)
		}
	}
}

// body parses `{`, steps, the value behind them, and `}`.
func (p *parser) body(depth int) (*Body, error) {
	b := &Body{At: p.here()}
	if err := p.want('{'); err != nil {
		return nil, err
	}
	for p.here() < len(p.text) && p.peek() == "let" {
		let, err := p.let(depth)
		if err != nil {
			return nil, err
		}
		b.Lets = append(b.Lets, let)
	}
	var err error
	if b.Value, err = p.part(depth, p.object); err != nil {
		return nil, err
	}
	b.End = p.here()
	return b, p.want('}')
}

// let parses `let {pattern} = rule arguments in`.
func (p *parser) let(depth int) (Let, error) {
	l := Let{At: p.here()}
	p.pos += len("let")
	if err := p.want('{'); err != nil {
		return l, err
	}
	var err error
	if l.Pattern, err = p.pattern(); err != nil {
		return l, err
	}
	if err := p.want('}'); err != nil {
		return l, err
	}
	if !p.keyword("=") {
		return l, p.unexpected(`"="`)
	}
	l.Rule = &Object{At: p.here()}
	if err := p.applied(l.Rule, "a rule", depth); err != nil {
		return l, err
	}
	if !p.keyword("in") {
		return l, p.unexpected(`an argument or "in"`)
	}
	return l, nil
}
