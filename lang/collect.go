package lang

import (
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// collect enters every declared name: types first, since the signatures of all
// others mention them.
func (c *checker) collect() {
	for _, d := range c.file.Decls {
		if s, ok := d.(*syntax.Signature); ok && s.Result.Text == "type" {
			c.collectType(s)
		}
	}
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.Signature:
			c.collectSignature(d)
		case *syntax.Stage:
			if before := c.stages[d.Name.Text]; before != nil {
				c.twice("stage", d.Name, before.Span)
			} else {
				stage := &Stage{Span: d.Name.Span, Name: d.Name.Text}
				c.mention(d.Name, stage)
				c.stages[stage.Name] = stage
				c.prog.Stages = append(c.prog.Stages, stage)
			}
			for _, r := range d.Rules {
				c.collectRule(r)
			}
		case *syntax.Rule:
			c.collectRule(d)
		case *syntax.Context:
			if before := c.contexts[d.Name.Text]; before != nil {
				c.twice("context", d.Name, before.Name.Span)
			} else {
				c.contexts[d.Name.Text] = d
				c.mention(d.Name, d)
			}
		}
	}
	plain := []string{"type", "pred", "bwd", "sense", "action"}
	known := map[string]*Type{"type": nil, "pred": nil, "bwd": nil}
	maps.Copy(known, c.types)
	for _, d := range c.file.Decls {
		s, ok := d.(*syntax.Signature)
		if ok && c.types[s.Result.Text] == nil && !slices.Contains(plain, s.Result.Text) && !c.isClause(s) {
			undeclared(c, "type", s.Result, known)
			c.file.Skipped[s.Name.Text] = true // nothing is said of the use of its name
		}
	}
}

func (c *checker) collectType(s *syntax.Signature) {
	if len(s.Args) > 0 {
		c.errorf(syntax.WrongArity, s.Args[0].Range(), "a type takes no arguments")
	}
	before := c.types[s.Name.Text]
	own := before != nil && before.Span.Start.IsValid()
	if own {
		c.twice("type", s.Name, before.Span)
		return
	}
	t := &Type{Span: s.Name.Span, Name: s.Name.Text}
	if before != nil { // the built-in type of string literals gives way
		t.Texts, c.texts = true, t
	}
	c.mention(s.Name, t)
	c.types[t.Name] = t
	c.prog.Types = append(c.prog.Types, t)
}

// collectSignature enters a constant or a predicate.
func (c *checker) collectSignature(s *syntax.Signature) {
	result := s.Result.Text
	switch {
	case result == "type":
	case result == "pred":
		c.collectPred(s, OfState)
	case c.types[result] != nil:
		c.mention(s.Result, c.types[result])
		c.collectConstructor(s, c.types[result])
	case result == "bwd":
		c.collectPred(s, Backward)
	case result == "sense":
		c.collectPred(s, Sense)
	case result == "action":
		c.collectPred(s, Action)
	}
}

func (c *checker) collectPred(s *syntax.Signature, kind PredKind) {
	if p := c.preds[s.Name.Text]; p != nil {
		c.twice("predicate", s.Name, p.Span)
		return
	}
	p := &Pred{Span: s.Name.Span, Name: s.Name.Text, Args: c.argTypes(s.Args), Kind: kind}
	c.mention(s.Name, p)
	c.preds[p.Name] = p
	c.prog.Preds = append(c.prog.Preds, p)
}

func (c *checker) collectConstructor(s *syntax.Signature, result *Type) {
	if k := c.cons[s.Name.Text]; k != nil {
		c.twice("constant", s.Name, k.Span)
		return
	}
	if syntax.IsVariable(s.Name.Text) {
		c.errorf(syntax.CapitalConstant, s.Name.Span,
			"`%s` cannot be a constant: a name that starts with a capital is a variable", s.Name.Text)
		c.file.Skipped[strings.ToLower(s.Name.Text)] = true
		c.file.Skipped[s.Name.Text] = true
		return
	}
	if result.Texts && !result.Span.Start.IsValid() {
		c.errorf(syntax.BuiltInType, s.Span, "the constants of the built-in type `string` are texts in quotes; for others, "+
			"declare a type of your own, `string : type.`")
		return
	}
	if result.Texts {
		result.Texts, c.texts = false, nil
	}
	k := &Constructor{Span: s.Name.Span, Name: s.Name.Text, Args: c.argTypes(s.Args), Result: result,
		Number: len(c.cons) + 1}
	c.mention(s.Name, k)
	c.cons[k.Name] = k
	result.Constructors = append(result.Constructors, k)
}

// argTypes returns the types of that name; nil for those that are unknown,
// which later fit everything.
func (c *checker) argTypes(args []syntax.Expr) []*Type {
	types := make([]*Type, len(args))
	for i, x := range args {
		name, ok := x.(*syntax.Name)
		if !ok {
			c.errorf(syntax.NotAType, x.Range(), "expected the name of a type, found `%s`", syntax.ExprString(x))
			continue
		}
		types[i] = lookup(c, "type", name, c.types)
	}
	return types
}

// collectRule enters the name of a rule, so that names made for others avoid it. Rules may
// share a name; then all of its mentions are of the first of them.
func (c *checker) collectRule(d *syntax.Rule) {
	if d.Name == nil {
		return
	}
	first, ok := c.rules[d.Name.Text]
	if !ok {
		first = d
		c.rules[d.Name.Text] = d
	}
	c.mention(d.Name, first)
}

// isClause reports whether what looks like the declaration of a constant is a
// named clause without premises: `yes : holds.`
func (c *checker) isClause(s *syntax.Signature) bool {
	p := c.preds[s.Result.Text]
	return p != nil && p.Kind == Backward && c.types[s.Result.Text] == nil && len(s.Args) == 0
}
