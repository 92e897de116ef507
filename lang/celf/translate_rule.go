package celf

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// scope holds the names that a rule, a clause or a run binds.
type scope struct {
	names map[string]string  // names in the program, by those in Celf
	types map[string]*family // of the variables; fresh names have none
	taken *naming.Set        // names in the program that variables have
	outer *scope             // the scope around a rule that is a resource, or nil
}

// newScope returns a scope with variables. They are named after the names that are written, where the signature has
// others; those that can keep their names are named first.
func (t *translation) newScope(vars []variable, outer *scope, taken *naming.Set) *scope {
	sc := &scope{make(map[string]string), make(map[string]*family), taken, outer}
	for _, keeps := range []bool{true, false} {
		for _, v := range vars {
			old, written := v.name.Text, t.sig.source.Slice(v.name.Span)
			if written == syntax.Wildcard { // which is another variable each time
				sc.names[old] = syntax.Wildcard
			} else if name := naming.Variable(written); (name == written) == keeps && sc.names[old] == "" {
				sc.names[old] = sc.taken.Take(name)
			}
			sc.types[old] = v.of
		}
	}
	return sc
}

// lookup returns the name in the program and the type of a variable or fresh name of the scope or those around it; ""
// if there is none.
func (sc *scope) lookup(old string) (string, *family) {
	for ; sc != nil; sc = sc.outer {
		if name := sc.names[old]; name != "" {
			return name, sc.types[old]
		}
	}
	return "", nil
}

// term translates a term.
func (t *translation) term(x Expr, sc *scope) syntax.Expr {
	fun, args := headOf(x)
	name := &syntax.Name{Span: fun.Span, Text: t.names[fun.Text]}
	if bound, _ := sc.lookup(fun.Text); bound != "" {
		name.Text = bound
	}
	return apply(name, t.all(args, sc), x.Range())
}

// all translates terms.
func (t *translation) all(xs []Expr, sc *scope) []syntax.Expr {
	out := make([]syntax.Expr, len(xs))
	for i, x := range xs {
		out[i] = t.term(x, sc)
	}
	return out
}

// apply returns a name with arguments, or the name alone if there are none.
func apply(fun *syntax.Name, args []syntax.Expr, span syntax.Span) syntax.Expr {
	if len(args) == 0 {
		return &syntax.Name{Span: span, Text: fun.Text}
	}
	return &syntax.Apply{Span: span, Fun: fun, Args: args}
}

// atom translates an atom, with a name that the program has for its predicate.
func (t *translation) atom(x Expr, name string, sc *scope) syntax.Expr {
	fun, args := headOf(x)
	return apply(&syntax.Name{Span: fun.Span, Text: name}, t.all(args, sc), x.Range())
}

// marked puts the mark of a mode before a fact: `@` or `!`, or none.
func marked(m Mode, x syntax.Expr, span syntax.Span) syntax.Expr {
	switch m {
	case Affine:
		return &syntax.Prefix{Span: span, Op: syntax.Affine, X: x}
	case Persistent:
		return &syntax.Prefix{Span: span, Op: syntax.Bang, X: x}
	}
	return x
}

// join joins premises or results; span is the place of none.
func join(xs []syntax.Expr, span syntax.Span) syntax.Expr {
	if len(xs) == 0 {
		return &syntax.Unit{Span: span}
	}
	out := xs[0]
	for _, x := range xs[1:] {
		out = &syntax.Binary{Span: syntax.Span{Start: out.Range().Start, End: x.Range().End}, Op: syntax.Star, X: out, Y: x}
	}
	return out
}

// ways returns the premises of the program for a premise: one, or two if the predicate has the form provedToo and
// facts that can be used up. Then the first asks for such a fact, and the second is proved.
func (t *translation) ways(p part, sc *scope) []syntax.Expr {
	pred := t.predicateOf(p.atom)
	t.mayBeAffine(p, pred)
	if pred.form == backward {
		return []syntax.Expr{t.atom(p.atom, pred.name, sc)}
	}
	onState := t.atom(p.atom, pred.name, sc)
	if p.mode == Persistent {
		onState = marked(Persistent, onState, p.Span)
	}
	switch {
	case pred.form != provedToo:
		return []syntax.Expr{onState}
	case p.mode == Persistent || !pred.isLoose():
		return []syntax.Expr{t.atom(p.atom, pred.proved, sc)}
	}
	return []syntax.Expr{onState, t.atom(p.atom, pred.proved, sc)}
}

// mayBeAffine refuses a premise `@a` if the predicate has linear facts, too: a program would let them meet the
// premise, and Celf does not.
func (t *translation) mayBeAffine(p part, pred *predicate) {
	at := pred.made[Linear]
	if p.mode != Affine || !at.Start.IsValid() {
		return
	}
	name := pred.of.name.Text
	e := t.errorf(syntax.NotSupported, p.Span, "`@%s` takes affine facts alone, but there are linear ones of `%s`, too, "+
		"and a program cannot tell them apart", name, name)
	e.Notes = append(e.Notes, syntax.Note{Span: at, Msg: "a linear fact is made here"})
}

// maxWays is the largest number of rules that one rule becomes.
const maxWays = 64

// rule translates a rule. It becomes several of the same name where premises can be met in two ways. A rule that is a
// resource has a token, the premise that uses it up, and a scope with its variables and those around it; both are nil
// of other rules.
func (t *translation) rule(r *rule, name *syntax.Name, token syntax.Expr, sc *scope) {
	if sc == nil {
		sc = t.newScope(r.vars, nil, naming.New())
	}
	lefts := [][]syntax.Expr{nil}
	if token != nil {
		lefts[0] = []syntax.Expr{token}
	}
	for _, p := range r.left {
		ways := t.ways(p, sc)
		if len(lefts)*len(ways) > maxWays {
			t.errorf(syntax.TooLarge, r.Span, "so many premises of this rule may be met by facts or be proved that it would be "+
				"more than %s", english.Count(maxWays, "rule"))
			return
		}
		var longer [][]syntax.Expr
		for _, left := range lefts {
			if len(ways) > 1 { // each gets a copy; a list that goes on in one way grows in place, in linear time
				left = slices.Clip(left)
			}
			for _, way := range ways {
				longer = append(longer, append(left, way))
			}
		}
		lefts = longer
	}
	right := t.made(r.right, sc, name.Text)
	for _, left := range lefts {
		t.addRule(r, &syntax.Rule{Span: r.Span, Name: name, Left: join(left, r.Span), Listed: listed(r, sc, left),
			Right: join(right, r.Span)})
	}
}

// listed returns the variables that Pi binds in a rule, in order, without those that no premise mentions. Messages
// and traces show them first.
func listed(r *rule, sc *scope, left []syntax.Expr) []*syntax.Name {
	there := make(map[string]bool)
	for _, x := range left {
		syntax.EachVariable(x, func(n *syntax.Name) { there[n.Text] = true })
	}
	var out []*syntax.Name
	for _, v := range r.vars {
		if name := sc.names[v.name.Text]; v.explicit && there[name] {
			out = append(out, &syntax.Name{Span: v.name.Span, Text: name})
		}
	}
	return out
}

// made translates the facts and rules that a rule or a state makes. The owner is the name of the rule or state, for
// [translation.hold].
func (t *translation) made(parts []part, sc *scope, owner string) []syntax.Expr {
	var out []syntax.Expr
	for _, p := range parts {
		x := syntax.Expr(nil)
		if p.rule != nil {
			x = t.hold(p, sc, owner)
		} else {
			pred := t.predicateOf(p.atom)
			name := pred.name
			if p.mode == Persistent && pred.kept != "" {
				name = pred.kept
			}
			x = t.atom(p.atom, name, sc)
		}
		out = append(out, marked(p.mode, x, p.Span))
	}
	return out
}

// hold translates a rule that is a resource: a fact that stands for it, which it returns, and a rule that uses the
// fact up. The predicate and the rule have the same name: that of the abbreviation that stands for the rule, or else
// the name of the abbreviation, rule or state around it, with a number. Its arguments are the variables of the rule
// around that the rule mentions.
func (t *translation) hold(p part, sc *scope, owner string) syntax.Expr {
	if t.sig.stages != nil {
		t.errorf(syntax.NotSupported, p.Span, "a rule in the state is not supported in a file with stages: it would fire in "+
			"each")
		return &syntax.Unit{Span: p.Span}
	}
	own := make(map[string]bool)
	for _, v := range p.rule.vars {
		own[v.name.Text] = true
	}
	inner := &scope{make(map[string]string), make(map[string]*family), naming.New(), sc}
	var captured []syntax.Expr
	var types []*family
	eachNameOf(p.rule, func(n *Name) {
		name, of := sc.lookup(n.Text)
		if of != nil && !own[n.Text] && inner.names[n.Text] == "" {
			inner.names[n.Text] = inner.taken.Take(name)
			inner.types[n.Text] = of
			captured = append(captured, &syntax.Name{Span: n.Span, Text: name})
			types = append(types, of)
		}
	})
	body := t.newScope(p.rule.vars, inner, inner.taken)
	key := t.heldKey(p, body)
	name, known := t.held[key]
	if !known {
		if within := p.rule.within; within != nil {
			owner = naming.Constant(within.Text)
			if p.rule.whole {
				name = owner
			}
		}
		for name == "" || t.taken.Has(name) {
			t.holds[owner]++
			name = owner + "/" + strconv.Itoa(t.holds[owner])
		}
		t.held[key] = t.taken.Take(name)
		t.predDecls = append(t.predDecls, t.signature(p.rule.Start.Span(), name, types, "pred"))
		token := apply(&syntax.Name{Span: p.rule.Start.Span(), Text: name}, captured, p.rule.Start.Span())
		if p.mode == Persistent {
			token = marked(Persistent, token, token.Range())
		}
		t.rule(p.rule, &syntax.Name{Span: p.rule.Span, Text: name}, token, body)
	}
	return apply(&syntax.Name{Span: p.rule.Span, Text: name}, captured, p.rule.Span)
}

// heldKey returns a key that two uses of a rule in the state share if they are the same rule in the program: the
// place, the mark, and the names that it mentions.
func (t *translation) heldKey(p part, sc *scope) string {
	key := fmt.Sprint(p.rule.Start.Offset, p.mode)
	eachNameOf(p.rule, func(n *Name) {
		if name, _ := sc.lookup(n.Text); name != "" {
			key += " " + name
		}
	})
	return key
}

// eachNameOf calls f with each name in the atoms of a rule, and of the rules that it makes.
func eachNameOf(r *rule, f func(*Name)) {
	for _, p := range slices.Concat(r.left, r.right) {
		if p.rule != nil {
			eachNameOf(p.rule, f)
		} else {
			eachNameIn(p.atom, f)
		}
	}
}

// clause translates a clause of a backward predicate. Its premises may ask the state for persistent facts alone.
func (t *translation) clause(p *predicate, c *clause) {
	sc := t.newScope(c.vars, nil, naming.New())
	out := &syntax.Clause{Span: c.Span}
	if c.name != nil && c.name.Text != "-" {
		out.Name = &syntax.Name{Span: c.name.Span, Text: t.names[c.name.Text]}
	}
	head := p.name
	if p.form == provedToo {
		head = p.proved
	}
	out.Head = t.atom(c.head, head, sc)
	for _, x := range c.premises {
		switch q := t.predicateOf(x); q.form {
		case backward:
			out.Premises = append(out.Premises, t.atom(x, q.name, sc))
		case provedToo:
			out.Premises = append(out.Premises, t.atom(x, q.proved, sc))
		default:
			out.Premises = append(out.Premises, marked(Persistent, t.atom(x, q.name, sc), x.Range()))
		}
	}
	t.clauses = append(t.clauses, out)
}
