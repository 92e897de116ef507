package edit

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// addStage adds an empty stage behind the last one. In a program without stages, the rules outside of stages come into
// a stage `main` first, which is the one that they belong to.
func addStage(c *change) error {
	name, err := c.freeName("stage", c.edit.Name)
	if err != nil {
		return err
	}
	last := c.lastOfStages()
	if c.lastDecl(isDeclOf[*syntax.Stage]) < 0 && c.lastDecl(c.isLoose) >= 0 {
		last = c.wrapRules()
	}
	c.declareBehind(last, "stage "+name+" = {\n}", true)
	c.find = func(d syntax.Decl) bool { s, ok := d.(*syntax.Stage); return ok && s.Name.Text == name }
	return nil
}

// lastOfStages returns the index of the declaration behind which a new stage or link comes: the last stage, or what
// follows it without a blank line and speaks of it; in a program without stages, the last of the rules or signatures.
func (c *change) lastOfStages() int {
	last := c.lastDecl(isDeclOf[*syntax.Stage])
	if last < 0 {
		return c.lastDecl(func(d syntax.Decl) bool { return isDeclOf[*syntax.Rule](d) || c.isSignature(d) })
	}
	for last+1 < len(c.File.Decls) {
		next := c.File.Decls[last+1]
		if !isDeclOf[*syntax.Rule](next) && !isStageDirective(next) || c.gapBefore(last+1) {
			break
		}
		last++
	}
	return last
}

// isStageDirective reports whether a declaration says how a stage is run.
func isStageDirective(d syntax.Decl) bool {
	directive, ok := d.(*syntax.Directive)
	return ok && (directive.Name == "interactive" || directive.Name == "ordered")
}

// wrapRules puts the rules outside of stages into a stage `main`, where the first of them stand; those that stand
// elsewhere move there, with their comments. It returns the index of the last rule that stays in its place.
func (c *change) wrapRules() int {
	first := slices.IndexFunc(c.File.Decls, c.isLoose)
	last := first
	for last+1 < len(c.File.Decls) && c.isLoose(c.File.Decls[last+1]) {
		last++
	}
	var moved strings.Builder
	for i := last + 1; i < len(c.File.Decls); i++ {
		if c.isLoose(c.File.Decls[i]) {
			from, to := c.block(c.File.Decls[i].Range())
			moved.WriteString(c.newline)
			if c.gapBefore(i) {
				moved.WriteString(c.newline)
			}
			moved.WriteString(strings.TrimRight(c.text[from:to], blanks+"\n"))
			c.removeText(from, to)
		}
	}
	from, _ := c.block(c.File.Decls[first].Range())
	_, to := c.block(c.File.Decls[last].Range())
	c.insert(from, "stage main = {"+c.newline)
	c.insert(to, moved.String()+c.newline+"}")
	return last
}

// block returns the stretch of a declaration or rule with its comments: the lines directly above it, and the one
// behind it on its last line where nothing else follows there.
func (c *change) block(span syntax.Span) (from, to int) {
	from = c.commentAbove(span.Start.Offset)
	to, _ = c.lineEnd(span.End.Offset)
	return from, to
}
