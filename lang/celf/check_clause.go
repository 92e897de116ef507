package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// linearPremise is a premise of a clause behind an arrow that is not persistent, as in `a o- b`. In Celf it would use
// up a fact during a proof. Whether that can happen is known at the end of the file: see [checker.judgeClauses].
type linearPremise struct {
	clause  *clause
	of      *family     // of the premise
	head    *family     // of the head of the clause; nil if there are errors in it
	at      syntax.Span // of the premise
	result  Expr        // the head as written
	forward bool        // the arrow points forward, like that of a rule
}

// backward reads the declaration of a fact or a backward rule: `head <- premise <- …`, or `premise -> … -> head`. The
// premise next to the head is tried first.
func (c *checker) backward(d *Constant) {
	b := newBindings(nil, inClause)
	b.collects = true
	k := &clause{Span: d.Span, name: d.Name}
	var asked []*family
	var linear []linearPremise
	x := d.Type
	for {
		switch y := x.(type) {
		case *Binder:
			b.binder(c, y)
			x = y.Body
			continue
		case *Arrow:
			for _, p := range c.subgoals(y.From, y.Mode, b) {
				asked = append(asked, p.of)
				k.premises = append(k.premises, p.atom)
				if p.mode != Persistent {
					linear = append(linear, linearPremise{k, p.of, nil, p.at, nil, !y.Reversed})
				}
			}
			x = y.To
			continue
		case *Name:
			if e := c.entries[y.Text]; e.isType() {
				if _, alias := e.stands.Value.(*Name); !alias {
					value, ok := c.expand(y, e)
					if !ok {
						return
					}
					x = value
					continue
				}
			}
		}
		break
	}
	slices.Reverse(k.premises) // the one next to the head comes first
	atom, head := c.atom(x, b)
	k.head = atom
	k.vars = b.finish(c)
	for _, of := range asked {
		c.ask(head, of)
	}
	for _, p := range linear {
		p.head, p.result = head, x
		c.linear = append(c.linear, p)
	}
	c.sig.clauses = append(c.sig.clauses, k)
}

// subgoal is a premise of a backward rule.
type subgoal struct {
	atom Expr
	of   *family
	mode Mode
	at   syntax.Span
}

// subgoals reads the premises before or behind one arrow of a backward rule, from the last to the first. The mode is
// that of the arrow.
func (c *checker) subgoals(x Expr, mode Mode, b *bindings) (out []subgoal) {
	switch x := x.(type) {
	case *Join:
		for _, part := range slices.Backward(x.Parts) {
			out = append(out, c.subgoals(part, mode, b)...)
		}
	case *Marked:
		return c.subgoals(x.X, max(mode, x.Mode), b)
	case *Unit:
	case *Name, *Apply:
		if n, ok := x.(*Name); ok && b.lookup(n.Text) == nil && c.entries[n.Text].isType() {
			if value, ok := c.expand(n, c.entries[n.Text]); ok {
				before := len(c.errs)
				out = c.subgoals(value, mode, b)
				c.blame(n, before)
			}
			return out
		}
		if atom, of := c.atom(x, b); of != nil {
			out = append(out, subgoal{atom, of, mode, x.Range()})
		}
	case *Choice:
		c.refuseChoice(x)
	case *Binder:
		c.refuseBinder(x)
	case *Arrow, *Braces:
		note(c.refuse(x.Range(), "a premise of a backward rule is a fact: rules as premises are not supported"),
			syntax.Span{}, "a rule that fires has braces on its right: `{…}`")
	case *Kind:
		c.errorf(syntax.NotAPremise, x.Span, "`type` is no fact")
	}
	return out
}

// judgeClauses looks at the backward rules with arrows that are not persistent. Where their premises are facts of the
// signature, they are as others. A rule that would use up facts of the state while it proves is refused if a premise
// or a goal asks for what it proves; otherwise it never fires, and it is left out.
func (c *checker) judgeClauses() {
	judged, useless := make(map[*clause]bool), make(map[*clause]bool)
	for _, p := range c.linear {
		if p.head == nil || judged[p.clause] {
			continue
		}
		others := c.asked[p.head]
		needed := len(others) > 1 || len(others) == 1 && !others[p.head]
		_, made := c.made[p.of]
		switch {
		case made && needed:
			c.refuseLinear(p)
		case !needed && (made || p.forward):
			useless[p.clause] = true
			e := c.errorf(syntax.NeverFires, p.clause.name.Span, "rule `%s` never fires: without braces it is a backward "+
				"rule, and nothing asks for `%s`", p.clause.name.Text, p.head.name.Text)
			e.Warning = true
			proposeBraces(e, p.result)
		default:
			continue
		}
		judged[p.clause] = true
	}
	c.sig.clauses = slices.DeleteFunc(c.sig.clauses, func(k *clause) bool { return useless[k] })
}

// refuseLinear refuses a backward rule that uses up facts of the state.
func (c *checker) refuseLinear(p linearPremise) {
	if p.forward { // the arrow is that of a rule
		e := c.refuse(p.result.Range(), "without braces this is a backward rule, which must not use up facts of the state")
		proposeBraces(e, p.result)
		note(e, c.made[p.of], "`%s` gets into the state here", p.of.name.Text)
		return
	}
	e := c.refuse(p.at, "backward rules that use up facts of the state are not supported")
	note(e, c.made[p.of], "`%s` gets into the state here", p.of.name.Text)
	note(e, syntax.Span{}, "`<-` asks for facts that are there for good, and braces around the result make it a rule "+
		"that fires")
}
