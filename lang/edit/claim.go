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

// addNever adds a statement that facts are never together, behind the last statement. Without a predicate, it is about
// the first of the program.
func addNever(c *change) error {
	return c.addStatement(func(s *syntax.Statement, p *lang.Pred) error {
		text, err := outline.DraftPremise(c.Analysis, nil, "l", p)
		if err == nil {
			s.Premises, err = readTerm(text)
		}
		return err
	})
}

// addInvariant adds a statement that there is always one fact of a predicate, behind the last statement. Without a
// predicate, it is about the first of the program.
func addInvariant(c *change) error {
	return c.addStatement(func(s *syntax.Statement, p *lang.Pred) error {
		of, err := readTerm(outline.DraftCount(p))
		s.Op, s.Left, s.Right = syntax.Same, []*syntax.Count{{Of: of}}, []*syntax.Count{number("1")}
		return err
	})
}

// number returns a count that is a number alone.
func number(digits string) *syntax.Count { return &syntax.Count{Times: &syntax.Number{Digits: digits}} }

// addStatement adds a statement with the name and stage of the edit. The function fills in the claim about a predicate.
func (c *change) addStatement(says func(*syntax.Statement, *lang.Pred) error) error {
	s := &syntax.Statement{}
	if c.edit.Name != "" {
		name, err := c.freeName("statement", c.edit.Name)
		if err != nil {
			return err
		}
		s.Name = &syntax.Name{Text: name}
	}
	if err := c.setStage(s); err != nil {
		return err
	}
	p := named(c.Known.Preds, func(p *lang.Pred) bool {
		return p.Kind == lang.OfState && (c.edit.Pred == "" || p.Name == c.edit.Pred)
	})
	if p == nil && c.edit.Pred != "" {
		return fmt.Errorf("there is no predicate `%s` of the state", c.edit.Pred)
	}
	if p == nil {
		return errors.New("there is no predicate yet that the statement could be about")
	}
	if err := says(s, p); err != nil {
		return err
	}
	c.declareKind(s.String()+".", isDeclOf[*syntax.Statement], func(syntax.Decl) bool { return true })
	return nil
}

// setStage sets the stage in which a statement has to hold to that of the edit. If the edit names none, the statement
// has to hold everywhere.
func (c *change) setStage(s *syntax.Statement) error {
	s.Stage = nil
	if c.edit.Stage == "" {
		return nil
	}
	s.Stage = &syntax.Name{Text: c.edit.Stage}
	return c.knownStage(c.edit.Stage)
}

// claim is a statement that changes. Its left and right side are copies.
type claim struct {
	*change
	*outline.Node
	syntax.Statement
}

// claimAt returns the statement that a path names, of which a condition holds.
func (c *change) claimAt(path, want string, ok func(*syntax.Statement) bool) (*claim, error) {
	n, err := c.part(path, want, func(n *outline.Node) bool {
		return isDecl[*syntax.Statement](n) && ok(n.Decl.(*syntax.Statement))
	})
	if err != nil {
		return nil, err
	}
	s := *n.Decl.(*syntax.Statement)
	s.Left, s.Right = slices.Clone(s.Left), slices.Clone(s.Right)
	return &claim{c, n, s}, nil
}

// isInvariant reports whether a statement is an `#invariant`, and no `#never`.
func isInvariant(s *syntax.Statement) bool { return s.Op != "" }

// write writes the statement anew. The layout of a comment within it would be lost.
func (s *claim) write() error {
	from, to := s.Node.Start.Offset, s.Node.End.Offset
	if slices.ContainsFunc(s.change.File.Comments, func(c syntax.Comment) bool {
		return from <= c.Start.Offset && c.Start.Offset < to
	}) {
		return errors.New("there is a comment within the statement: change its text")
	}
	text := s.Statement.String()
	if strings.HasSuffix(s.text[from:to], ".") {
		text += "."
	}
	s.replace(from, to, text)
	if s.focus == "" {
		s.focus = s.Path
	}
	return nil
}

// counted returns the invariant of the count at a path, and the side and index of the count there.
func (c *change) counted(path string) (s *claim, side *[]*syntax.Count, i int, err error) {
	n, err := c.part(path, "a count", func(n *outline.Node) bool { return n.Expr != nil && n.Side == "c" })
	if err != nil {
		return nil, nil, 0, err
	}
	if s, err = c.claimAt(n.Up.Path, "an invariant", isInvariant); err != nil {
		return nil, nil, 0, err
	}
	c.focus = n.Path
	if i = n.Index; i < len(s.Left) {
		return s, &s.Left, i, nil
	}
	return s, &s.Right, i - len(s.Left), nil
}

// addCount adds a number of facts, or a number, to a side of an invariant.
func addCount(c *change) error {
	s, err := c.claimAt(c.edit.At, "an invariant", isInvariant)
	if err != nil {
		return err
	}
	more := number(c.edit.Term)
	if c.edit.Term == "" {
		p, text, err := c.given()
		if err != nil {
			return err
		}
		if p.Kind != lang.OfState {
			return fmt.Errorf("`%s` is %s, so no state has facts of it", p.Name, p.Kind)
		}
		if text == "" {
			text = outline.DraftCount(p)
		}
		of, err := readTerm(text)
		if err != nil {
			return err
		}
		more = &syntax.Count{Of: of}
	} else if err := checkDigits(c.edit.Term); err != nil {
		return err
	}
	side, before := &s.Left, 0
	if c.edit.Side == "r" {
		side, before = &s.Right, len(s.Left)
	}
	if only := (*side)[0]; len(*side) == 1 && only.Of == nil && only.Times.Digits == "0" {
		*side = nil
	}
	*side = append(*side, more)
	c.focus = fmt.Sprintf("%s/c%d", s.Path, before+len(*side)-1)
	return s.write()
}

// checkDigits returns an error where a text is no natural number.
func checkDigits(text string) error {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return fmt.Errorf("%q is no natural number", text)
	}
	return nil
}

// setNumber changes the factor of a count, or the number that it is.
func setNumber(c *change) error {
	s, side, i, err := c.counted(c.edit.At)
	if err != nil {
		return err
	}
	if err := checkDigits(c.edit.Term); err != nil {
		return err
	}
	count := *(*side)[i]
	count.Times = &syntax.Number{Digits: c.edit.Term}
	if count.Of != nil && strings.TrimLeft(c.edit.Term, "0") == "1" {
		count.Times = nil
	}
	(*side)[i] = &count
	return s.write()
}

// setSum has a count add up an argument of its facts, or count them where the edit has no index. The argument becomes
// a variable of the sum alone.
func setSum(c *change) error {
	s, side, i, err := c.counted(c.edit.At)
	if err != nil {
		return err
	}
	count := *(*side)[i]
	x, ok := outline.Unmarked(count.Of).(*syntax.Apply)
	if !ok {
		return errors.New("these facts have no number that could be added up")
	}
	index := slices.IndexFunc(x.Args, func(a syntax.Expr) bool {
		n, ok := a.(*syntax.Name)
		return ok && count.Sum != nil && n.Text == count.Sum.Text
	})
	if index >= 0 {
		x = withArgument(x, index, syntax.Wildcard)
		count.Sum = nil
	}
	if c.edit.Index != nil {
		p := c.pred(x.Fun.Text)
		if index = *c.edit.Index; p == nil || index < 0 || index >= min(len(x.Args), len(p.Args)) ||
			p.Args[index] == nil || !p.Args[index].Counts() {
			return errors.New("only numbers are added up")
		}
		taken := make(map[string]bool)
		for _, v := range c.vars(s.Node) {
			taken[v.Name] = true
		}
		count.Sum = &syntax.Name{Text: outline.Fresh(p.Args[index], taken)}
		x = withArgument(x, index, count.Sum.Text)
	}
	if mark, ok := count.Of.(*syntax.Prefix); ok {
		count.Of = &syntax.Prefix{Op: mark.Op, X: x}
	} else {
		count.Of = x
	}
	(*side)[i] = &count
	return s.write()
}

// withArgument returns a premise with a name in the place of an argument.
func withArgument(x *syntax.Apply, index int, name string) *syntax.Apply {
	args := slices.Clone(x.Args)
	args[index] = &syntax.Name{Text: name}
	return &syntax.Apply{Fun: x.Fun, Args: args}
}

// setRelation changes the comparison of an invariant.
func (s *claim) setRelation(op string) error {
	if s.Op = syntax.Op(op); op == "=" {
		s.Op = syntax.Same
	}
	if !slices.Contains([]syntax.Op{syntax.Same, syntax.Less, syntax.LessEq, syntax.More, syntax.MoreEq}, s.Op) {
		return fmt.Errorf("an invariant compares with =, <, <=, > or >=, not with %q", op)
	}
	return s.write()
}

// removeCount takes a count out of an invariant. A side without counts is 0.
func (c *change) removeCount(n *outline.Node) error {
	s, side, i, err := c.counted(n.Path)
	if err != nil {
		return err
	}
	gone := (*side)[i]
	facts := func(list []*syntax.Count) bool {
		return slices.ContainsFunc(list, func(x *syntax.Count) bool { return x.Of != nil })
	}
	*side = slices.Delete(*side, i, i+1)
	switch {
	case !facts(s.Left) && !facts(s.Right):
		return errors.New("this is all that the statement counts: delete the whole statement")
	case len(*side) == 0 && gone.Of == nil && gone.Times.Digits == "0":
		return errors.New("a side on which nothing is counted is 0")
	case len(*side) == 0 || (*side)[0].Minus:
		*side = slices.Insert(*side, 0, number("0"))
	}
	c.focus = s.Path
	return s.write()
}

// copyCount adds a copy behind a count.
func (c *change) copyCount(n *outline.Node) error {
	s, side, i, err := c.counted(n.Path)
	if err != nil {
		return err
	}
	*side = slices.Insert(*side, i+1, (*side)[i])
	c.focus = fmt.Sprintf("%s/c%d", s.Path, n.Index+1)
	return s.write()
}

// setClaim makes an invariant of a `#never`, or the other way round: its facts stay. At most one of several facts is
// there then, or none of one; a `#never` has no numbers.
func setClaim(c *change) error {
	s, err := c.claimAt(c.edit.At, "a statement", func(*syntax.Statement) bool { return true })
	if err != nil {
		return err
	}
	switch kind := c.edit.Kind; {
	case kind != "never" && kind != "invariant":
		return fmt.Errorf("there is no kind %q of statements: there are never and invariant", kind)
	case isInvariant(&s.Statement) == (kind == "invariant"):
		c.focus = s.Path
		return nil
	case kind == "never":
		for _, x := range slices.Concat(s.Left, s.Right) {
			switch {
			case x.Of == nil:
			case s.Premises == nil:
				s.Premises = x.Of
			default:
				s.Premises = &syntax.Binary{Op: syntax.Star, X: s.Premises, Y: x.Of}
			}
		}
		s.Op, s.Left, s.Right = "", nil, nil
		return s.write()
	}
	for _, x := range syntax.Joined(s.Premises) {
		if p := c.pred(predOf(x)); p == nil || p.Kind != lang.OfState {
			return fmt.Errorf("`%s` is no fact of the state, and only these are counted: delete it first", syntax.ExprString(x))
		}
		s.Left = append(s.Left, &syntax.Count{Of: x})
	}
	s.Op, s.Right, s.Premises = syntax.LessEq, []*syntax.Count{number("1")}, nil
	if len(s.Left) == 1 {
		s.Op, s.Right = syntax.Same, []*syntax.Count{number("0")}
	}
	return s.write()
}

// setScope changes the stage in which a statement has to hold. If the edit names none, it has to hold everywhere.
func setScope(c *change) error {
	s, err := c.claimAt(c.edit.At, "a statement", func(*syntax.Statement) bool { return true })
	if err == nil {
		err = c.setStage(&s.Statement)
	}
	if err != nil {
		return err
	}
	return s.write()
}
