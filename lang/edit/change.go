package edit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// change is an edit while it is made. Verbs read the analysis and add splices. All offsets are in bytes of the
// old text.
type change struct {
	*lang.Analysis
	edit    Edit
	src     *syntax.Source
	text    string
	newline string // newline ends the lines of the text
	splices []splice
	// focus is the path, in the new text, of the part that was made or changed.
	focus string
	find  func(*syntax.File) string // find returns the focus, where it depends on the new text; else it is nil
	ask   *Ask                      // ask is nil unless something has to be decided first
	// loose allows errors of meaning that were not there before: the author has written the text.
	loose bool
	// first are the messages on the text before the edit, which settle leaves as they are.
	first   syntax.ErrorList
	unbound []Question // unbound are the questions of bind
	tidy    *bool      // tidy reports whether that text was laid out; nil until it is asked for
}

// splice replaces the text between two offsets.
type splice struct {
	from, to int
	new      string
}

// changeOf returns the change that an edit begins in a text, as yet without splices.
func changeOf(a *lang.Analysis, e Edit) *change {
	text := string(a.File.Source.Text)
	c := &change{Analysis: a, edit: e, src: a.File.Source, text: text, newline: "\n", first: a.Errors}
	if strings.Contains(text, "\r\n") {
		c.newline = "\r\n"
	}
	return c
}

// replace replaces the text between two offsets.
func (c *change) replace(from, to int, text string) {
	c.splices = append(c.splices, splice{from, to, text})
}

// insert adds a text at an offset. Texts inserted at one offset stand in the order of the calls.
func (c *change) insert(at int, text string) { c.replace(at, at, text) }

// remove leaves out the text between two offsets.
func (c *change) remove(from, to int) { c.replace(from, to, "") }

// replaceSpan replaces a stretch of the text.
func (c *change) replaceSpan(s syntax.Span, text string) {
	c.replace(s.Start.Offset, s.End.Offset, text)
}

// spliced returns the text with all splices made.
func (c *change) spliced() (string, error) {
	slices.SortStableFunc(c.splices, func(a, b splice) int { return cmp.Compare(a.from, b.from) })
	var out strings.Builder
	at := 0
	for _, s := range c.splices {
		if s.from < at || s.to < s.from || s.to > len(c.text) {
			return "", fmt.Errorf("edit %s: changes of the text overlap at byte %d", c.edit.Do, s.from)
		}
		out.WriteString(c.text[at:s.from])
		out.WriteString(s.new)
		at = s.to
	}
	out.WriteString(c.text[at:])
	return out.String(), nil
}

// result returns the new text. It is laid out where the old one was, and refused where it has more errors.
func (c *change) result() (*Result, error) {
	after, err := c.laid()
	if err != nil {
		return nil, err
	}
	if err := c.worse(after); err != nil {
		return nil, err
	}
	if c.find != nil {
		c.focus = c.find(after.File)
	}
	return &Result{Text: string(after.File.Source.Text), Focus: nearest(after.File, c.focus), After: after}, nil
}

// nearest returns a path, or the one of the part around it where it names nothing any more.
func nearest(f *syntax.File, path string) string {
	for path != "" {
		if _, ok := outline.Locate(f, path); ok {
			break
		}
		path = path[:max(strings.LastIndexByte(path, '/'), 0)]
	}
	return path
}

// declaring are the edits that declare a name.
var declaring = []string{"type", "numbers", "constant", "predicate", "stage", "context"}

// worse returns an error where the new text has an error that the old one has not.
func (c *change) worse(after *lang.Analysis) error {
	fresh := c.fresh(after.Errors)
	if len(fresh) == 0 {
		return nil
	}
	// A declaration that was missing shows what else is wrong.
	if c.loose || c.first.Failed() && slices.Contains(declaring, c.edit.Do) {
		_, wrong := syntax.Parse(&syntax.Source{Name: c.src.Name, Text: after.File.Source.Text})
		fresh = slices.DeleteFunc(fresh, func(e *syntax.Error) bool {
			return !slices.ContainsFunc(wrong, func(w *syntax.Error) bool {
				return w.Code == e.Code && w.Msg == e.Msg && w.Start == e.Start
			})
		})
	}
	if len(fresh) == 0 {
		return nil
	}
	return blame(after, fresh[0])
}

// fresh returns the errors of a list that the text before the edit has not: one of the same words is the same error,
// wherever it is.
func (c *change) fresh(list syntax.ErrorList) syntax.ErrorList {
	count := make(map[string]int)
	for _, e := range c.first {
		count[string(e.Code)+e.Msg]++
	}
	var all syntax.ErrorList
	for _, e := range list {
		key := string(e.Code) + e.Msg
		if count[key]--; count[key] < 0 && !e.Warning {
			all = append(all, e)
		}
	}
	return all
}

// blame returns a message on a text with the name of the rule, context or other part that it is about.
func blame(a *lang.Analysis, e *syntax.Error) error {
	n := bodyAt(a.File, e.Start.Offset)
	if n == nil {
		return errors.New(e.Msg)
	}
	return fmt.Errorf("in %s: %s", (&change{Analysis: a}).bodyOf(n).name, e.Msg)
}

// at returns the part of the old text that a path names, or an error if there is none.
func (c *change) at(path string) (*outline.Node, error) {
	n, ok := outline.Locate(c.File, path)
	if !ok {
		return nil, fmt.Errorf("the program has changed: nothing is at %q", path)
	}
	return n, nil
}

// part returns the part that a path names. Where a condition does not hold of it, the error says that it is not what
// the edit wants.
func (c *change) part(path, want string, ok func(*outline.Node) bool) (*outline.Node, error) {
	n, err := c.at(path)
	if err == nil && !ok(n) {
		err = fmt.Errorf("this is not %s", want)
	}
	return n, err
}

// decl returns the index of the declaration that a node is or is in.
func declIndex(n *outline.Node) int {
	step, _, _ := strings.Cut(n.Path, "/")
	index, err := strconv.Atoi(step)
	if err != nil {
		return -1
	}
	return index
}

// isDecl reports whether a node is a whole declaration of a kind.
func isDecl[D syntax.Decl](n *outline.Node) bool {
	_, ok := n.Decl.(D)
	return ok && !n.Unread && !strings.Contains(n.Path, "/")
}

// isTypeDecl reports whether a node is the declaration of a type.
func isTypeDecl(n *outline.Node) bool { return isDecl[*syntax.Signature](n) && isType(n.Decl) }

// isRule reports whether a node is a rule of a stage, a rule outside of stages or a link.
func isRule(n *outline.Node) bool {
	return n.Rule != nil && n.Expr == nil && !n.Unread
}

// isBody reports whether a node has premises: a rule, a clause or a `#never`.
func (c *change) isBody(n *outline.Node) bool {
	switch d := n.Decl.(type) {
	case *syntax.Statement:
		return isDecl[*syntax.Statement](n) && d.Op == ""
	case *syntax.Signature:
		return isDecl[*syntax.Signature](n) && c.isFactClause(d)
	}
	return isRule(n) || isDecl[*syntax.Clause](n)
}

// isPremise reports whether a node is a premise of a side of a rule, clause or `#never`.
func isPremise(n *outline.Node) bool { return n.Expr != nil && (n.Side == "l" || n.Side == "r") }

// isFact reports whether a node is a fact of a context or run.
func isFact(n *outline.Node) bool { return n.Expr != nil && isFactList(n.Up) }

// isFactList reports whether a node is a context, or a run with its facts in place.
func isFactList(n *outline.Node) bool {
	t, ok := n.Decl.(*syntax.Trace)
	return isDecl[*syntax.Context](n) || isDecl[*syntax.Trace](n) && ok && t.Inline != nil
}
