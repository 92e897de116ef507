package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// nothing is a rule without premises and results, which an author fills.
const nothing = "() -o ()."

// addRule adds a rule that does nothing at the end of a stage. In a program without stages it stands outside of
// stages, as the others do; the first rule of a program comes into a stage `main`, so that further stages can
// stand beside it.
func addRule(c *change) error {
	head, err := c.ruleHead()
	if err != nil {
		return err
	}
	if c.edit.At == "" {
		return c.addOuterRule(head)
	}
	at, err := c.part(c.edit.At, "a stage", isDecl[*syntax.Stage])
	if err != nil {
		return err
	}
	c.focus = fmt.Sprintf("%s/%d", at.Path, len(at.Parts("")))
	return c.addToStage(at, head, nothing)
}

// addOuterRule adds a rule outside of stages, or the first stage with its first rule.
func (c *change) addOuterRule(head string) error {
	if c.lastDecl(isDeclOf[*syntax.Stage]) >= 0 {
		return errors.New("the program has stages: choose the one that the rule belongs to")
	}
	last := c.lastDecl(c.isLoose)
	if last < 0 {
		text := "stage main = {\n  " + labelled(head, nothing) + "\n}"
		c.focusDecl(c.declareBehind(c.lastDecl(c.isSignature), text, true))
		c.focus += "/0"
		return nil
	}
	c.focusDecl(c.declareBehind(last, labelled(head, nothing), c.gapBefore(last)))
	return nil
}

// ruleHead returns the name of a new rule with a space behind it, "" for a rule without a name.
func (c *change) ruleHead() (string, error) {
	if c.edit.Name == "" {
		return "", nil
	}
	name, err := identifier(c.edit.Name)
	return name + " ", err
}

// labelled returns a rule with its name, if that is not empty, as far as its colon.
func labelled(head, body string) string {
	if head == "" {
		return body
	}
	return head + ": " + body
}

// isDeclOf reports whether a declaration is of a kind.
func isDeclOf[D syntax.Decl](d syntax.Decl) bool { _, ok := d.(D); return ok }

// isLoose reports whether a declaration is a rule outside of stages that is no link.
func (c *change) isLoose(d syntax.Decl) bool {
	r, ok := d.(*syntax.Rule)
	return ok && !c.isLink(r)
}

// isLink reports whether a rule outside of stages speaks of stages or quiescence.
func (c *change) isLink(r *syntax.Rule) bool {
	return slices.ContainsFunc(append(syntax.Joined(r.Left), syntax.Joined(r.Right)...), func(x syntax.Expr) bool {
		x = outline.Unmarked(x)
		name, ok := x.(*syntax.Name)
		_, stage := x.(*syntax.StageRef)
		return stage || ok && name.Text == "qui" && c.pred("qui") == nil
	})
}

// addToStage adds a rule at the end of a stage, with an empty head or the name and a space.
func (c *change) addToStage(stage *outline.Node, head, body string) error {
	rules := stage.Parts("")
	closing := c.closing(stage.End.Offset)
	if closing < stage.Start.Offset {
		return errors.New("this stage is not closed by `}`")
	}
	if len(rules) == 0 {
		text := "  " + labelled(head, body) + c.newline
		if start := c.lineStart(closing); strings.Trim(c.text[start:closing], blanks) == "" {
			c.insert(start, text)
		} else {
			c.replace(c.before(closing), closing, c.newline+text)
		}
		return nil
	}
	last := rules[len(rules)-1]
	end, alone := c.lineEnd(last.End.Offset)
	gap := c.newline
	if len(rules) > 1 && c.blankBetween(rules[len(rules)-2].End.Offset, last.Start.Offset) {
		gap += c.newline
	}
	text := gap + c.indentOf(last.Start.Offset) + labelled(c.padded(head, last, rules), body)
	if !alone { // the `}` stands behind it
		text += c.newline
		first := rules[0].Start.Offset
		if open := c.before(first); open > stage.Start.Offset && strings.Trim(c.text[open:first], blanks) == "" {
			c.replace(open, first, c.newline+"  ")
		}
		c.replace(end, end+len(c.text[end:])-len(strings.TrimLeft(c.text[end:], blanks)), text)
		return nil
	}
	c.insert(end, text)
	return nil
}

// closing returns the offset of the `}` that ends a stage or context, from the end of the declaration.
func (c *change) closing(end int) int {
	for end = c.before(end); end > 0 && c.text[end-1] != '}'; end = c.before(end) {
		end--
	}
	return max(end-1, 0)
}

// indentOf returns the blanks at the start of the line of an offset, or two where other text stands there.
func (c *change) indentOf(at int) string {
	start := c.lineStart(at)
	if indent := c.text[start:at]; strings.Trim(indent, " \t") == "" {
		return indent
	}
	return "  "
}

// padded returns the name of a new rule with as many spaces behind it that its colon stands below that of the last
// rule, where the last two rules have theirs in one column.
func (c *change) padded(head string, last *outline.Node, rules []*outline.Node) string {
	if head == "" || len(rules) < 2 {
		return head
	}
	a, b := c.colon(rules[len(rules)-2].Rule), c.colon(last.Rule)
	if a != b || b == 0 {
		return head
	}
	return head + strings.Repeat(" ", max(0, b-last.Start.Col-len([]rune(head))))
}

// colon returns the column of the colon behind the name of a rule, 0 where it has no name.
func (c *change) colon(r *syntax.Rule) int {
	if r.Name == nil {
		return 0
	}
	return c.src.Pos(c.behind(r.Name.End.Offset)).Col
}

// blankBetween reports whether a blank line stands between two offsets.
func (c *change) blankBetween(from, to int) bool {
	lines := strings.Split(c.text[from:to], "\n")
	for i := 1; i < len(lines)-1; i++ {
		if strings.Trim(lines[i], blanks) == "" {
			return true
		}
	}
	return false
}

// addLink adds a link between two stages, behind the last link. Without a stage to go to, it ends the run.
func addLink(c *change) error {
	for _, name := range []string{c.edit.From, c.edit.To} {
		if name == "" && name == c.edit.To && c.edit.From != "" {
			continue
		}
		if err := c.knownStage(name); err != nil {
			return err
		}
	}
	head, err := c.ruleHead()
	if err != nil {
		return err
	}
	to := "()"
	if c.edit.To != "" {
		to = "stage " + c.edit.To
	}
	text := labelled(head, "qui * stage "+c.edit.From+" -o "+to+".")
	last := c.lastDecl(func(d syntax.Decl) bool { r, ok := d.(*syntax.Rule); return ok && c.isLink(r) })
	if last >= 0 {
		c.focusDecl(c.declareBehind(last, text, c.gapBefore(last)))
	} else {
		c.focusDecl(c.declareBehind(c.lastOfStages(), text, true))
	}
	return nil
}

// knownStage returns an error where there is no stage of a name.
func (c *change) knownStage(name string) error {
	if name == "" {
		return errors.New("the name of a stage is missing")
	}
	if c.stage(name) == nil {
		return fmt.Errorf("there is no stage `%s`", name)
	}
	return nil
}

// addClause adds a clause without premises for a predicate, behind its last one: a fact with constants that no clause
// has, where there is one, else about all values.
func addClause(c *change) error {
	p := c.pred(c.edit.Pred)
	if p == nil {
		return fmt.Errorf("there is no predicate `%s`", c.edit.Pred)
	}
	if p.Kind != lang.Backward {
		return fmt.Errorf("`%s` is %s, so it has no clauses", p.Name, p.Kind)
	}
	var heads []*outline.Node
	last := -1
	for i, d := range c.File.Decls {
		switch d := d.(type) {
		case *syntax.Signature:
			if d.Name.Start == p.Start || c.isFactClause(d) && d.Result.Text == p.Name {
				last = i
			}
		case *syntax.Clause:
			if name := predOf(d.Head); name == p.Name {
				last = i
				n, _ := c.at(fmt.Sprintf("%d/h", i))
				heads = append(heads, n)
			}
		}
	}
	text, fresh, err := outline.DraftFact(p, heads)
	if err != nil || !fresh {
		text, _ = outline.DraftPremise(c.Analysis, nil, "l", p)
	}
	c.focusDecl(c.declareBehind(last, text+".", false))
	return nil
}

// predOf returns the name of the predicate of a premise, "" where it has none.
func predOf(x syntax.Expr) string {
	switch x := outline.Unmarked(x).(type) {
	case *syntax.Name:
		return x.Text
	case *syntax.Apply:
		return x.Fun.Text
	}
	return ""
}
