package lang

import (
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The names that #builtin ties to names of the program.
const (
	builtinNat  = "NAT"
	builtinZero = "NAT_ZERO"
	builtinSucc = "NAT_SUCC"
)

// ties reads the directives that tie names to built-ins and to the outside, and finds the types
// that count.
func (c *checker) ties() {
	var zero, succ *syntax.Directive
	for _, d := range c.file.Decls {
		d, ok := d.(*syntax.Directive)
		if !ok {
			continue
		}
		switch d.Name {
		case "builtin":
			switch name := c.tieBuiltin(d); name {
			case builtinZero:
				zero = d
			case builtinSucc:
				succ = d
			}
		case "sensor":
			c.tieHandler(d, Sense)
		case "action":
			c.tieHandler(d, Action)
		}
	}
	c.tieConstructors(zero, succ)
	for _, t := range c.prog.Types {
		c.findCounting(t)
	}
	c.onlyNumbers()
}

// onlyNumbers complains of constants of the type of numbers that are none, unless
// they could not be tied, which has been said.
func (c *checker) onlyNumbers() {
	_, zero := c.tied[builtinZero]
	_, succ := c.tied[builtinSucc]
	if c.numbers == nil || c.numbers.Zero == nil && (zero || succ) {
		return
	}
	for _, k := range c.numbers.Constructors {
		if k != c.numbers.Zero && k != c.numbers.Succ {
			e := c.errorf(syntax.BadNumbers, k.Span, "`%s` has the type of numbers, but is not a number", k.Name)
			note(e, syntax.Span{}, "`#builtin NAT_ZERO z.` and `#builtin NAT_SUCC s.` tie constructors to zero and its "+
				"successors")
		}
	}
}

// pair returns the two names of a directive, or complains.
func (c *checker) pair(d *syntax.Directive, form string) (first, second *syntax.Name, ok bool) {
	if len(d.Args) == 2 {
		first, _ = d.Args[0].(*syntax.Name)
		second, _ = d.Args[1].(*syntax.Name)
	}
	if first == nil || second == nil {
		c.errorf(syntax.BadDirective, d.Span, "this directive has the form `%s`", form)
		return nil, nil, false
	}
	return first, second, true
}

// tieBuiltin reads `#builtin NAT nat.` and the like, and returns what it ties;
// NAT at once, the constructors wait for it.
func (c *checker) tieBuiltin(d *syntax.Directive) string {
	what, name, ok := c.pair(d, "#builtin NAT nat.")
	if !ok {
		return ""
	}
	builtins := []string{builtinNat, builtinZero, builtinSucc}
	switch what.Text {
	case builtinNat:
		t := lookup(c, "type", name, c.types)
		switch {
		case !c.once(what.Text, d) || t == nil:
			return ""
		case t.Texts:
			c.errorf(syntax.BadNumbers, name.Span, "the type `string` has texts, not numbers")
			return ""
		}
		c.numbers = t
		t.Numerals = true
	case builtinZero, builtinSucc:
		if !c.once(what.Text, d) {
			return ""
		}
	default:
		e := c.errorf(syntax.BadDirective, what.Span,
			"there is no built-in `%s`; want NAT, NAT_ZERO or NAT_SUCC", what.Text)
		if near := label.Nearest(what.Text, builtins); near != "" {
			propose(e, what.Span, near)
		}
		return ""
	}
	return what.Text
}

// once complains of what a directive ties a second time.
func (c *checker) once(what string, d *syntax.Directive) bool {
	if first, ok := c.tied[what]; ok {
		e := c.errorf(syntax.DeclaredTwice, d.Span, "`%s` is tied twice", what)
		note(e, first, "tied here first")
		return false
	}
	c.tied[what] = d.Span
	return true
}

// tieConstructors ties NAT_ZERO and NAT_SUCC, which need NAT and each other.
func (c *checker) tieConstructors(zero, succ *syntax.Directive) {
	for _, d := range []*syntax.Directive{zero, succ} {
		if d != nil && c.numbers == nil && c.tied[builtinNat] == (syntax.Span{}) {
			c.errorf(syntax.BadNumbers, d.Span, "%s needs the type of numbers, too: `#builtin NAT nat.`",
				d.Args[0].(*syntax.Name).Text)
			return
		}
	}
	switch {
	case zero == nil && succ == nil, c.numbers == nil:
		return
	case succ == nil:
		c.errorf(syntax.BadNumbers, zero.Span, "NAT_ZERO is tied and NAT_SUCC is not: tie both, or NAT alone")
		return
	case zero == nil:
		c.errorf(syntax.BadNumbers, succ.Span, "NAT_SUCC is tied and NAT_ZERO is not: tie both, or NAT alone")
		return
	}
	z := c.countingConstructor(zero, nil)
	s := c.countingConstructor(succ, []*Type{c.numbers})
	if z != nil && s != nil {
		c.numbers.Zero, c.numbers.Succ = z, s
	}
}

// countingConstructor returns the constructor that a directive ties, if it is
// one of numbers with these arguments.
func (c *checker) countingConstructor(d *syntax.Directive, args []*Type) *Constructor {
	name := d.Args[1].(*syntax.Name)
	k := lookup(c, "constant", name, c.cons)
	if k == nil {
		return nil
	}
	if k.Result == c.numbers && len(k.Args) == len(args) && (len(args) == 0 || k.Args[0] == args[0]) {
		return k
	}
	form := name.Text
	if len(args) > 0 {
		form += " " + c.numbers.Name
	}
	e := c.errorf(syntax.BadNumbers, name.Span, "declare this as `%s : %s.`", form, c.numbers.Name)
	note(e, k.Span, "declared here")
	return nil
}

// findCounting makes a type count that has a constant and a constructor of one
// argument of the type itself, and no others: its terms are the natural numbers,
// whatever they are called.
func (c *checker) findCounting(t *Type) {
	if t.Zero != nil || len(t.Constructors) != 2 {
		return
	}
	z, s := t.Constructors[0], t.Constructors[1]
	if len(z.Args) > 0 {
		z, s = s, z
	}
	if len(z.Args) == 0 && len(s.Args) == 1 && s.Args[0] == t {
		t.Zero, t.Succ = z, s
	}
}

// tieHandler reads `#sensor input LINE.` and `#action report PRINT.`
func (c *checker) tieHandler(d *syntax.Directive, kind PredKind) {
	form := map[PredKind]string{Sense: "#sensor input LINE.", Action: "#action report PRINT."}[kind]
	name, handler, ok := c.pair(d, form)
	if !ok {
		return
	}
	p := lookup(c, "predicate", name, c.preds)
	switch {
	case p == nil:
	case p.Kind != kind:
		word := map[PredKind]string{Sense: "sense", Action: "action"}[kind]
		e := c.errorf(syntax.BadDirective, name.Span, "`%s` is not declared with `%s`, so it cannot be tied to anything",
			p.Name, word)
		note(e, p.Span, "declared here")
	case c.once(p.Name, d):
		p.Handler, p.HandlerSpan = handler.Text, handler.Span
	}
}
