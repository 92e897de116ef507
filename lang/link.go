package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// outerRule reads a rule outside of stages: a link, or, in a program without
// stages, a rule of the stage named main.
func (c *checker) outerRule(d *syntax.Rule) {
	switch {
	case c.isLink(d):
		c.link(d)
	case c.main == nil:
		c.file.Skipped[mainStage] = true
		c.errorf(syntax.RuleOutsideStage, d.Span, "this rule belongs to no stage: put it into a stage, or make it a link by "+
			"naming a stage on its left, `qui * stage a * … -o stage b`")
	default:
		c.stageRule(c.main, d)
	}
}

// isLink reports whether a rule speaks of stages or quiescence.
func (c *checker) isLink(d *syntax.Rule) bool {
	for _, x := range append(syntax.Joined(d.Left), syntax.Joined(d.Right)...) {
		if _, ok := stageRef(x); ok || c.isQui(x) {
			return true
		}
	}
	return false
}

// stageRef returns the place of a stage that an operand speaks of.
func stageRef(x syntax.Expr) (syntax.Span, bool) {
	switch x := x.(type) {
	case *syntax.StageRef:
		return x.Span, true
	case *syntax.Prefix:
		return stageRef(x.X)
	}
	return syntax.Span{}, false
}

// isQui reports whether an operand asks for quiescence; a program may also have
// a predicate of that name.
func (c *checker) isQui(x syntax.Expr) bool {
	name, ok := x.(*syntax.Name)
	return ok && name.Text == "qui" && c.preds["qui"] == nil
}

// link reads `qui * stage a * … -o stage b * …`.
func (c *checker) link(d *syntax.Rule) {
	s := newScope(c)
	before := len(c.errs)
	link := &Link{Rule: Rule{Span: d.Span}}
	var from, to []*syntax.StageRef
	for _, x := range s.joined(d.Left) {
		if ref, ok := x.(*syntax.StageRef); ok {
			from = append(from, ref)
		} else if !c.isQui(x) {
			link.Premises = append(link.Premises, s.premise(x)...)
		}
	}
	for _, x := range syntax.Joined(d.Right) {
		if ref, ok := x.(*syntax.StageRef); ok {
			to = append(to, ref)
		} else {
			s.result(&link.Rule, x)
		}
	}
	link.Vars = s.finish(link.Premises)
	if len(from) == 0 && len(c.errs) > before {
		for _, ref := range to {
			c.findStage(ref.Name)
		}
		return // what could not be read may have been the stage
	}
	c.ends(d, link, from, to)
}

// ends settles which stages a link joins, names it and gives it to the stage
// that it leaves.
func (c *checker) ends(d *syntax.Rule, link *Link, from, to []*syntax.StageRef) {
	switch {
	case len(from) == 0:
		c.errorf(syntax.BadLink, d.Span, "a link names the stage that it leaves: `qui * stage a * … -o stage b`")
		return
	case len(from) > 1:
		c.errorf(syntax.BadLink, from[1].Span, "a link leaves only one stage")
		return
	case len(to) > 1:
		c.errorf(syntax.BadLink, to[1].Span, "a link enters only one stage")
		return
	}
	target := "end"
	if len(to) == 1 {
		target = "to-" + to[0].Name.Text
		link.To = c.findStage(to[0].Name)
	}
	link.Name = c.ruleName(d, from[0].Name.Text+"/"+target)
	if link.Stage = c.findStage(from[0].Name); link.Stage != nil {
		link.Stage.Links = append(link.Stage.Links, link)
	}
}
