package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// maxFacts bounds the contexts of a program, taken together: a few that name each
// other twice could grow beyond all memory.
const maxFacts = 1_000_000

// context reads a context, those that it names included. Each is read once;
// while that goes on it is entered as nil.
func (c *checker) context(d *syntax.Context) *Context {
	if ctx, ok := c.read[d]; ok {
		return ctx
	}
	c.read[d] = nil
	ctx := &Context{Span: d.Span}
	for _, x := range d.Facts {
		more := c.fact(x)
		if c.facts += len(more); c.facts > maxFacts {
			if c.facts -= len(more); !c.full {
				c.errorf(syntax.TooLarge, x.Range(), "the program's contexts have more than %d facts here", maxFacts)
			}
			c.full = true
			continue
		}
		ctx.Facts = append(ctx.Facts, more...)
	}
	c.read[d] = ctx
	if d.Name != nil {
		ctx.Name = d.Name.Text
		c.prog.Contexts = append(c.prog.Contexts, ctx)
	}
	return ctx
}

// fact reads one entry of a context: a fact, or the name of a context.
func (c *checker) fact(x syntax.Expr) []Initial {
	inner, mark, ok := c.asserted(x)
	if !ok {
		return nil
	}
	if name, ok := inner.(*syntax.Name); ok && mark == "" && c.contexts[name.Text] != nil && !c.isFact(name) {
		c.mention(name, c.contexts[name.Text])
		if ctx := c.context(c.contexts[name.Text]); ctx != nil {
			return ctx.Facts
		}
		c.errorf(syntax.ContextInItself, name.Span, "context `%s` contains itself", name.Text)
		return nil
	}
	s := newScope(c)
	s.joint, s.ground = ",", true
	before := len(c.errs)
	a, ok := s.atom(inner)
	switch {
	case !ok || len(c.errs) > before:
		return nil
	case a.Pred.Kind != OfState:
		e := c.errorf(syntax.MisplacedPredicate, x.Range(), "`%s` is %s, so it cannot be in a context", a.Pred.Name,
			a.Pred.Kind)
		note(e, a.Pred.Span, "declared here")
		return nil
	case len(s.vars) > 0 && c.file.Skipped[s.vars[0].Name]:
		return nil // its declaration as a constant has been complained of
	case len(s.vars) > 0:
		c.errorf(syntax.VariableInContext, s.vars[0].Span, "a context has no variables, but `%s` is one", shown(s.vars[0]))
		return nil
	}
	fact, ok := groundFact(a)
	if !ok {
		return nil // it mentions an unknown name, which has been said
	}
	c.mark(a.Pred, mark == syntax.Bang)
	return []Initial{{fact, mark == syntax.Bang, mark == syntax.Affine}}
}

// isFact reports whether a name alone is a fact, as no context is then included
// that is called the same.
func (c *checker) isFact(n *syntax.Name) bool {
	p := c.preds[n.Text]
	return p != nil && p.Kind == OfState && len(p.Args) == 0
}

// groundFact turns an atom without variables into a fact; false where a term of
// it could not be read.
func groundFact(a Atom) (Fact, bool) {
	if len(a.Args) == 1 {
		if k, ok := a.Args[0].(*Compound); ok && len(k.Args) == 0 {
			return Fact{Pred: a.Pred, Args: sole(k.Con)}, true
		}
	}
	f := Fact{Pred: a.Pred, Args: make([]Value, len(a.Args))}
	for i, t := range a.Args {
		v, ok := ground(t)
		if !ok {
			return Fact{}, false
		}
		f.Args[i] = v
	}
	return f, true
}

// sole returns the arguments of a fact that has one, a constant. Of such facts contexts may
// have a hundred thousand, which then share what they are made of.
func sole(k *Constructor) []Value {
	if k.sole == nil {
		k.sole = []Value{NewValue(k, nil)}
	}
	return k.sole
}

func ground(t Term) (Value, bool) {
	switch t := t.(type) {
	case Literal:
		return Value{Text: string(t)}, true
	case Number:
		return NumberValue(t.Of, t.Num), true
	case *Compound:
		args := make([]Value, len(t.Args))
		for i, a := range t.Args {
			arg, ok := ground(a)
			if !ok {
				return Value{}, false
			}
			args[i] = arg
		}
		return NewValue(t.Con, args), true
	}
	return Value{}, false
}
