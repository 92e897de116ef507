package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// addType declares a type behind the last type and its constants.
func addType(c *change) error {
	name, err := c.freeName("type", c.edit.Name)
	if err != nil {
		return err
	}
	c.addAfterTypes(name + " : type.")
	return nil
}

// addNumbers declares a type of natural numbers.
func addNumbers(c *change) error {
	for _, t := range c.Known.Types {
		if t.Numerals {
			return fmt.Errorf("the program has numbers already: those of type `%s`", t.Name)
		}
	}
	name, err := c.freeName("type", c.edit.Name)
	if err != nil {
		return err
	}
	c.addAfterTypes(fmt.Sprintf("%s : type.\n#builtin NAT %s.", name, name))
	return nil
}

// addAfterTypes adds a declaration behind the last type and its constants, with a blank line between.
func (c *change) addAfterTypes(text string) {
	c.focusDecl(c.declareBehind(c.lastDecl(c.isTypePart), text, true))
}

// isTypePart reports whether a declaration is a type or belongs to one.
func (c *change) isTypePart(d syntax.Decl) bool {
	directive, ok := d.(*syntax.Directive)
	return isType(d) || c.isMember(d) || ok && directive.Name == "builtin"
}

// addConstant declares a constant of a type, behind the last one.
func addConstant(c *change) error {
	at, err := c.part(c.edit.At, "a type", isTypeDecl)
	if err != nil {
		return err
	}
	of := at.Decl.(*syntax.Signature)
	if t := c.typeNamed(of.Name.Text); t != nil && t.Numerals {
		return fmt.Errorf("the values of `%s` are the natural numbers: it has no constants", t.Name)
	}
	name, err := c.freeName("constant", c.edit.Name)
	if err != nil {
		return err
	}
	head, err := c.head(name, c.edit.Types)
	if err != nil {
		return err
	}
	last := c.lastDecl(func(d syntax.Decl) bool {
		s, ok := d.(*syntax.Signature)
		return ok && s.Result.Text == of.Name.Text && c.isMember(d)
	})
	if last < 0 {
		last = declIndex(at)
	}
	c.focusDecl(c.declareNext(last, head, " : "+of.Name.Text+"."))
	return nil
}

// head returns the start of a declaration: a name and the types of its arguments.
func (c *change) head(name string, types []string) (string, error) {
	for _, t := range types {
		if t != lang.StringType && c.typeNamed(t) == nil {
			return "", fmt.Errorf("there is no type `%s`", t)
		}
	}
	return strings.Join(append([]string{name}, types...), " "), nil
}

// addPredicate declares a predicate behind the last of its kind.
func addPredicate(c *change) error {
	kind := c.edit.Kind
	if kind == "" {
		kind = "pred"
	}
	if kind != "pred" && kind != "bwd" {
		return fmt.Errorf("a predicate is declared with `pred` or `bwd`, not with %q", kind)
	}
	name, err := c.freeName("predicate", c.edit.Name)
	if err != nil {
		return err
	}
	head, err := c.head(name, c.edit.Types)
	if err != nil {
		return err
	}
	same := func(d syntax.Decl) bool {
		s, ok := d.(*syntax.Signature)
		_, clause := d.(*syntax.Clause)
		return ok && c.isPred(s) && s.Result.Text == kind || kind == "bwd" && (clause || ok && c.isFactClause(s))
	}
	end := " : " + kind + "."
	if last := c.lastDecl(same); last >= 0 && kind == "pred" {
		c.focusDecl(c.declareNext(last, head, end))
	} else if last >= 0 {
		c.focusDecl(c.declareBehind(last, head+end, true))
	} else {
		c.focusDecl(c.declareBehind(c.lastDecl(c.isSignature), head+end, true))
	}
	return nil
}

// isPred reports whether a signature declares a predicate.
func (c *change) isPred(s *syntax.Signature) bool {
	return slices.Contains([]string{"pred", "bwd", "sense", "action"}, s.Result.Text) && c.typeNamed(s.Result.Text) == nil
}

// isFactClause reports whether a signature is a clause with a name and without premises: `yes : holds.`
func (c *change) isFactClause(s *syntax.Signature) bool {
	return !isType(s) && c.typeNamed(s.Result.Text) == nil && c.pred(s.Result.Text) != nil
}

// isSignature reports whether a declaration is one of types, constants and predicates, a clause, or ties a name.
func (c *change) isSignature(d syntax.Decl) bool {
	switch d := d.(type) {
	case *syntax.Signature, *syntax.Clause:
		return true
	case *syntax.Directive:
		return slices.Contains([]string{"builtin", "sensor", "action"}, d.Name)
	}
	return false
}

// gapBefore reports whether a blank line stands between a declaration and the one before it, or none is before it.
func (c *change) gapBefore(index int) bool {
	return index == 0 || c.blankBetween(c.File.Decls[index-1].Range().End.Offset, c.File.Decls[index].Range().Start.Offset)
}

// focusDecl makes a declaration of the new text the focus.
func (c *change) focusDecl(index int) { c.focus = strconv.Itoa(index) }

// addStage adds an empty stage behind the last one. In a program without stages, the rules outside of stages come
// into a stage `main` first, as they belong to a stage of this name already.
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
	c.find = func(f *syntax.File) string {
		return strconv.Itoa(slices.IndexFunc(f.Decls, func(d syntax.Decl) bool {
			s, ok := d.(*syntax.Stage)
			return ok && s.Name.Text == name
		}))
	}
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

// wrapRules puts the rules outside of stages into a stage `main`. The stage encloses the first group of such rules;
// rules of other groups move into it, with their comments. It returns the index of the last rule that stays in its
// place.
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
