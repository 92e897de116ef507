package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// forward reads the declaration of a forward rule: `name : premises -o {results}.`
func (c *checker) forward(d *Constant) {
	b := newBindings(nil, inPremises)
	b.collects = true
	r := &rule{Span: d.Span, name: d.Name}
	c.rule(r, d.Type, b)
	c.sig.rules = append(c.sig.rules, r)
}

// rule reads the binders, premises and results of a forward rule into r.
func (c *checker) rule(r *rule, x Expr, b *bindings) {
	before := c.antecedent(x, b)
	if before.conclusion == nil {
		return
	}
	r.left = append(r.left, before.parts...)
	if braces, ok := before.conclusion.(*Braces); ok {
		b.place = inResults
		r.right = c.parts(braces.X, Linear, b)
	}
	r.vars = b.finish(c)
}

// antecedent is the part of a rule or query before its arrows, and the conclusion behind them.
type antecedent struct {
	parts      []part // premises, or the state of a query
	arrows     int    // number of arrows
	first      Expr   // expression before the first arrow; nil if there is none
	conclusion Expr   // expression behind the arrows; nil after an error in an abbreviation, which has been reported
}

// antecedent reads the binders and arrows of a rule or query. An arrow that points forward adds its parts behind the
// earlier ones: `a -o b -o {c}` has a, b. Arrows that point back are read from the last to the first: `{c} o- b o- a`
// is `({c} o- b) o- a` and has b, a. An abbreviation may stand for the rest.
func (c *checker) antecedent(x Expr, b *bindings) antecedent {
	var out antecedent
	var behind [][]part // parts before the arrows that point back, last to first
	for {
		switch y := x.(type) {
		case *Binder:
			if y.Word.Text != `\` && !isExists(y) {
				b.binder(c, y)
				x = y.Body
				continue
			}
		case *Arrow:
			if out.arrows++; out.arrows == 1 {
				out.first = y.From
			}
			if parts := c.parts(y.From, y.Mode, b); y.Reversed {
				behind = append(behind, parts)
			} else {
				out.parts = append(out.parts, parts...)
			}
			x = y.To
			continue
		case *Name:
			if e := c.entries[y.Text]; e.isType() {
				value, ok := c.expand(y, e)
				if !ok {
					return out
				}
				x = value
				continue
			}
		}
		slices.Reverse(behind)
		out.parts = append(out.parts, slices.Concat(behind...)...)
		out.conclusion = x
		return out
	}
}

// parts reads premises, results, resources or a goal, depending on the place of the bindings. The mode is that of the
// arrow behind them: `a -@ b` marks a as affine, `a -> b` as persistent. It returns the parts in the order written,
// without those that have errors.
func (c *checker) parts(x Expr, mode Mode, b *bindings) []part {
	switch x := x.(type) {
	case *Join:
		if mode != Linear {
			c.severalMarked(x, mode)
		}
		var out []part
		for _, y := range x.Parts {
			out = append(out, c.parts(y, Linear, b)...)
		}
		return out
	case *Unit:
		return nil
	case *Marked:
		return c.marked(x, mode, b)
	case *Binder:
		return c.binderPart(x, mode, b)
	case *Arrow:
		return c.rulePart(x, mode, b)
	case *Braces:
		switch {
		case b.place == inPremises && b.root().place == inAbbreviation: // a state, if it is the abbreviation of a query
			return nil
		case b.place == inPremises:
			note(c.refuse(x.Span, "a state in braces is not supported as a premise"), syntax.Span{},
				"premises are facts, without braces")
			return nil
		case mode != Linear:
			note(c.refuse(x.Span, "a state in braces with a mark is not supported"), syntax.Span{},
				"marks stand before the facts in it")
			return nil
		case b.place == inState:
			b.braces++
		}
		return c.parts(x.X, Linear, b)
	case *Choice:
		c.refuseChoice(x)
	case *Kind:
		c.errorf(syntax.NotAPremise, x.Span, "`type` is no fact")
	case *Name, *Apply:
		return c.atomPart(x, mode, b)
	}
	return nil
}

// markOf returns the mark of a mode for messages: `@` or `!`.
func markOf(m Mode) string {
	if m == Affine {
		return "`@`"
	}
	return "`!`"
}

// severalMarked reports a join with one mark, as in `!(a * b)` or `a * b -> c`, and proposes a mark for each part.
func (c *checker) severalMarked(x *Join, mode Mode) {
	what := map[Mode]string{Affine: "affine", Persistent: "persistent"}[mode]
	e := c.errorf(syntax.MisplacedMark, x.Span, "these are several facts, but only one at a time is marked %s", what)
	first, second := &Marked{Mode: mode, X: x.Parts[0]}, &Marked{Mode: mode, X: x.Parts[1]}
	note(e, syntax.Span{}, "write `%s * %s`", ExprString(first), ExprString(second))
}

// marked reads a fact or rule behind a mark. The stronger of the marks of the arrow and of the part counts. The parts
// get the span of the mark, too.
func (c *checker) marked(x *Marked, mode Mode, b *bindings) []part {
	switch inner := x.X.(type) {
	case *Marked:
		c.errorf(syntax.MisplacedMark, x.Span, "a fact has one mark: `@` or `!`")
		return nil
	case *Join:
		c.severalMarked(inner, x.Mode)
		c.parts(inner, Linear, b)
		return nil
	case *Unit:
		c.errorf(syntax.MisplacedMark, x.Span, "%s marks a fact, but `1` is none", markOf(x.Mode))
		return nil
	}
	out := c.parts(x.X, max(mode, x.Mode), b)
	for i := range out {
		out[i].Span = x.Span
	}
	return out
}

// binderPart reads a part that begins with a binder. `Pi` begins a rule that is a resource. `Exists` makes a fresh
// name in a state, and a variable in premises and goals; its scope ends with its body, where the name that it hides
// is visible again. A rule makes no fresh names: that is refused.
func (c *checker) binderPart(x *Binder, mode Mode, b *bindings) []part {
	switch {
	case x.Word.Text == `\`:
		c.refuseBinder(x)
		return nil
	case !isExists(x):
		return c.rulePart(x, mode, b)
	case b.place == inResults:
		note(c.refuse(x.Word.Span, "`%s` on the right of a rule is not supported: programs make no fresh names while they "+
			"run", x.Word.Text), syntax.Span{}, "a state may have fresh names from the start")
		v := b.binder(c, x)
		v.bound, v.excused = true, true
	default:
		if mode != Linear {
			c.errorf(syntax.MisplacedMark, x.Word.Span, "%s marks one fact, not `%s`", markOf(mode), x.Word.Text)
		}
		before := b.named[x.Name.Text]
		v := b.binder(c, x)
		out := c.parts(x.Body, Linear, b)
		if b.place != inPremises && b.place != inGoal && v.of == nil && !v.excused {
			v.excused = true
			note(c.errorf(syntax.UnboundVariable, x.Name.Span, "nothing tells the type of `%s`: it is not used", x.Name.Text),
				syntax.Span{}, "leave it out, or write its type behind a colon")
		}
		if before != nil {
			b.named[x.Name.Text] = before
		} else {
			delete(b.named, x.Name.Text)
		}
		return out
	}
	c.parts(x.Body, Linear, b)
	return nil
}

// rulePart reads a rule that is a resource, as in `{token * (a -o {b})}`. It has bindings of its own within those
// around it.
func (c *checker) rulePart(x Expr, mode Mode, b *bindings) []part {
	switch b.place {
	case inPremises:
		note(c.refuse(x.Range(), "a rule as a premise is not supported"), syntax.Span{},
			"a rule that a state or a rule makes fires by itself")
		return nil
	case inGoal:
		c.refuse(x.Range(), "a rule in a goal is not supported: a goal is of facts")
		return nil
	}
	switch end := c.end(x).(type) {
	case *Braces:
		inner := newBindings(b, inPremises)
		r := &rule{Span: x.Range()}
		c.rule(r, x, inner)
		return []part{{x.Range(), mode, nil, r}}
	case nil:
	case *Choice:
		c.refuseChoice(end)
	case *Binder:
		c.refuseBinder(end)
	default:
		e := c.refuse(x.Range(), "a backward rule in a state is not supported: only declarations are backward rules")
		proposeBraces(e, end)
	}
	return nil
}

// atomPart reads a fact, or the parts that an abbreviation stands for. It notes the uses of the predicate: premises
// and goals ask for its facts, results and states make them.
func (c *checker) atomPart(x Expr, mode Mode, b *bindings) []part {
	if n, ok := x.(*Name); ok && b.lookup(n.Text) == nil {
		if e := c.entries[n.Text]; e.isType() {
			value, ok := c.expand(n, e)
			if !ok {
				return nil
			}
			before := len(c.errs)
			out := c.parts(value, mode, b)
			c.blame(n, before)
			for _, p := range out {
				if p.rule != nil && p.rule.within == nil {
					p.rule.within, p.rule.whole = n, len(out) == 1
				}
			}
			return out
		}
	}
	atom, of := c.atom(x, b)
	if of == nil {
		c.excuse(x, b)
		return nil
	}
	switch {
	case b.place == inPremises || b.place == inGoal:
		c.ask(nil, of)
	case mode != Persistent:
		if _, ok := c.made[of]; !ok {
			c.made[of] = x.Range()
		}
	}
	return []part{{x.Range(), mode, atom, nil}}
}

// blame moves errors within an abbreviation to the place of its use, with a note on the place within. The errors are
// those of c.errs from an index on. They depend on this use: errors of every use were reported at the declaration,
// and broken abbreviations are not expanded.
func (c *checker) blame(n *Name, before int) {
	for _, e := range c.errs[before:] {
		e.Notes = append([]syntax.Note{{Span: e.Span, Msg: "`" + n.Text + "` stands for this"}}, e.Notes...)
		e.Span = n.Span
	}
}

// ask notes that a clause of the predicate head asks for facts of a predicate; head is nil of rules and goals.
func (c *checker) ask(head, of *family) {
	if c.asked[of] == nil {
		c.asked[of] = make(map[*family]bool)
	}
	c.asked[of][head] = true
}
