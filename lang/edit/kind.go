package edit

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// kindWords are the words that declare predicates, by the kinds of package outline.
var kindWords = map[string]string{"pred": "pred", "bwd": "bwd", "sensor": "sense", "action": "action"}

// kindOrder are the kinds as menus list them.
var kindOrder = []string{"pred", "bwd", "sensor", "action"}

// Kinds returns the kinds that the predicate at a path may have, its own among them, none if no predicate is there. The
// Kind of an option is `fits` if the program stays right as it is, `asks` if some uses have to be decided about, and
// `refused`; its Note says about what, or why. Its Term is the kind.
func Kinds(a *lang.Analysis, path string) []outline.Option {
	options := []outline.Option{}
	c := changeOf(a, Edit{})
	if n, ok := outline.Locate(a.File, path); !ok || !c.isPredDecl(n) {
		return options
	}
	for _, kind := range kindOrder {
		o := outline.Option{Kind: "fits", Label: kind, Term: kind}
		switch done, err := Apply(a, Edit{Do: "kind", At: path, Kind: kind}); {
		case err != nil:
			o.Kind, o.Note = "refused", err.Error()
		case done.Ask != nil:
			o.Kind, o.Note = "asks", done.Ask.Text
		}
		options = append(options, o)
	}
	return options
}

// isPredDecl reports whether a node is the declaration of a predicate.
func (c *change) isPredDecl(n *outline.Node) bool {
	s, ok := n.Decl.(*syntax.Signature)
	return ok && isDecl[*syntax.Signature](n) && c.isPred(s)
}

// recast is the change of a predicate's kind.
type recast struct {
	*deletion
	decl     *outline.Node
	pred     *lang.Pred
	kind     string          // the new one
	stranded []*use          // uses that the new kind does not have
	facts    []*use          // those of them that are facts of contexts, or clauses that are facts
	marked   map[*use]string // uses that get other marks
	ties     []*outline.Node // directives about the predicate
	lists    []*outline.Node // contexts that can take facts
}

// becomeID is the ID of the question what happens to facts or clauses that the new kind does not have, and asClauses is
// the answer that facts turn into clauses.
const (
	becomeID  = "become"
	asClauses = "clauses"
)

// setKind declares a predicate of another kind. Uses that only the old kind has are asked about. What rules test stays
// tested: facts that were derived are kept, and marks that mean nothing any more go.
func setKind(c *change) error {
	n, err := c.part(c.edit.At, "a predicate", c.isPredDecl)
	if err != nil {
		return err
	}
	pred, ok := declared(c, n).(*lang.Pred)
	word := kindWords[c.edit.Kind]
	switch {
	case !ok:
		return errors.New("this predicate is declared twice: put this right first")
	case word == "":
		return fmt.Errorf("there is no kind %q: there are pred, bwd, sensor and action", c.edit.Kind)
	case c.typeNamed(word) != nil:
		return fmt.Errorf("`%s` is a type of this program, so no predicate can be declared with it", word)
	}
	c.focus = n.Path
	result := n.Decl.(*syntax.Signature).Result
	if result.Text == word {
		return nil
	}
	r := &recast{decl: n, pred: pred, kind: c.edit.Kind, marked: make(map[*use]string), deletion: &deletion{change: c,
		things: []any{pred}, doomed: make(map[string]*outline.Node), bodies: make(map[string]string),
		named: make(map[string]int)}}
	if err := r.find(); err != nil {
		return err
	}
	if c.edit.Answers == nil && len(r.stranded) > 0 {
		return r.asks()
	}
	return r.make(result)
}

// find finds the uses that the new kind does not have, and those that get other marks.
func (r *recast) find() error {
	uses, err := r.uses(r.pred)
	if err != nil {
		return err
	}
	for _, u := range uses {
		if !r.has(u) {
			r.stranded = append(r.stranded, u)
			if u.in.kind == factsBody {
				r.facts = append(r.facts, u)
			}
		}
	}
	for _, u := range uses {
		if mark, ok := r.mark(u); ok && r.has(u) {
			r.marked[u] = mark
		}
	}
	root, _ := outline.Locate(r.File, "")
	for _, n := range root.Parts("") {
		switch d := n.Decl.(type) {
		case *syntax.Context:
			if r.kind == "pred" {
				r.lists = append(r.lists, n)
			}
		case *syntax.Directive:
			if len(d.Args) > 0 && (d.Name == "sensor" || d.Name == "action") &&
				r.src.Slice(d.Args[0].Range()) == r.pred.Name {
				r.ties = append(r.ties, n)
			}
		}
	}
	return nil
}

// has reports whether predicates of the new kind can be used so.
func (r *recast) has(u *use) bool {
	switch {
	case u.in.kind == ruleBody && u.side == "l":
		return r.kind != "action"
	case u.in.kind == ruleBody:
		return r.kind == "pred" || r.kind == "action"
	case u.side == "h":
		return r.kind == "bwd"
	case u.in.kind == factsBody || u.item == nil: // an `#invariant` counts facts of the state
		return r.kind == "pred"
	}
	return r.kind == "pred" || r.kind == "bwd"
}

// mark returns the mark of a use with the new kind, and whether it is another one than now.
func (r *recast) mark(u *use) (string, bool) {
	was := r.pred.Kind == lang.Backward || r.pred.Kind == lang.Sense // derived or asked, and never used up
	switch {
	case u.in.kind != ruleBody || u.item == nil || predOf(u.item.Expr) != r.pred.Name: // as within `$(p * q)`
		return "", false
	case u.side == "r":
		return "", r.kind == "action" && u.mark != ""
	case r.kind != "pred":
		return "", u.mark == syntax.Keep
	case was && r.home() != nil:
		return string(syntax.Bang), u.mark != syntax.Bang
	}
	return string(syntax.Keep), was && u.mark != syntax.Keep
}

// home returns the context to which clauses go as facts; nil if they are left out.
func (r *recast) home() *syntax.Context {
	if len(r.facts) == 0 || r.kind != "pred" || r.pred.Kind != lang.Backward {
		return nil
	}
	return r.context(r.become())
}

// become returns the answer to the question what happens to facts or clauses, or its default.
func (r *recast) become() string {
	if answer, ok := r.edit.Answers[becomeID]; ok {
		return answer
	}
	if options := r.becomes(); len(options) > 0 {
		return options[0].Term
	}
	return everything
}

// becomes returns the options for facts that become clauses, and for clauses that become facts; none where there is no
// choice.
func (r *recast) becomes() []outline.Option {
	var options []outline.Option
	if r.pred.Kind == lang.OfState && r.kind == "bwd" {
		options = append(options, outline.Option{Kind: "proposal", Label: "clauses, for every run",
			Term: asClauses})
	}
	if r.pred.Kind == lang.Backward && r.kind == "pred" {
		for _, d := range r.File.Decls {
			if d, ok := d.(*syntax.Context); ok {
				options = append(options, outline.Option{Kind: "proposal", Term: d.Name.Text,
					Label: "permanent facts of " + d.Name.Text})
			}
		}
	}
	if len(options) == 0 {
		return nil
	}
	return append(options, outline.Option{Kind: "delete", Label: "leave them out", Term: everything})
}

// asks asks about the uses that the new kind does not have.
func (r *recast) asks() error {
	bodies := make(map[string]string)
	for _, u := range r.stranded {
		bodies[u.in.Path] = u.in.noun
	}
	r.ask = &Ask{Text: fmt.Sprintf("`%s` is used in %s in a way that only %s has.", r.pred.Name, counted(bodies),
		english.A(kindNoun(r.pred.Kind)))}
	becomes := r.becomes()
	if len(r.facts) > 0 && len(becomes) > 0 {
		noun := "fact"
		if r.pred.Kind == lang.Backward {
			noun = "clause"
		}
		if noun = english.Count(len(r.facts), noun); len(r.facts) == 1 {
			noun = strings.TrimPrefix(noun, "1 ")
		}
		r.ask.Questions = append(r.ask.Questions, Question{ID: becomeID, Options: becomes, Default: becomes[0].Term,
			Text: fmt.Sprintf("What becomes of the %s?", noun)})
	}
	if len(r.stranded) > len(r.facts) || len(r.ask.Questions) == 0 {
		note, err := r.loss()
		if err != nil {
			return err
		}
		r.ask.Questions = append(r.ask.Questions, Question{ID: usesID, Text: "What becomes of these uses?",
			Default: everything,
			Options: []outline.Option{{Kind: "delete", Label: "leave them out", Term: everything, Note: note}}})
	}
	_, err := r.rehearse(setKind)
	return err
}

// kindNoun names predicates of a kind.
func kindNoun(k lang.PredKind) string {
	return map[lang.PredKind]string{lang.OfState: "predicate of the state", lang.Backward: "derived predicate",
		lang.Sense: "sensor", lang.Action: "action"}[k]
}

// loss returns a note on the number of rules that the change would delete as a whole. It makes the change on a copy.
func (r *recast) loss() (string, error) {
	try := *r
	try.deletion = &deletion{change: changeOf(r.Analysis, r.edit), things: r.things, bodies: maps.Clone(r.bodies),
		doomed: make(map[string]*outline.Node), named: make(map[string]int)}
	before := rulesIn(r.File)
	if err := try.make(r.decl.Decl.(*syntax.Signature).Result); err != nil {
		return "", err
	}
	return lossNote(before - rulesIn(try.File)), nil
}

// make changes the declaration and the uses.
func (r *recast) make(result *syntax.Name) error {
	r.replaceSpan(result.Span, kindWords[r.kind])
	for _, u := range slices.SortedFunc(maps.Keys(r.marked), func(a, b *use) int {
		return a.name.Start.Offset - b.name.Start.Offset
	}) {
		r.setMark(u.item, r.marked[u])
	}
	if become := r.become(); len(r.facts) > 0 && become != everything {
		if err := r.convert(become); err != nil {
			return err
		}
	}
	for _, u := range r.stranded {
		if u.item == nil || u.side == "h" || u.in.kind == claimBody || u.in.kind == clauseBody {
			r.doom(u.in.Node)
		} else {
			r.doom(u.item)
		}
	}
	for _, n := range r.ties {
		r.doomed[n.Path] = n
	}
	name := r.pred.Name
	if err := r.apply(); err != nil {
		return err
	}
	r.change.find = func(f *syntax.File) string {
		return strconv.Itoa(slices.IndexFunc(f.Decls, func(d syntax.Decl) bool {
			s, ok := d.(*syntax.Signature)
			return ok && s.Name.Text == name && r.isPred(s)
		}))
	}
	return nil
}

// convert writes facts of contexts as clauses, or clauses as facts of a context. Comments on facts come behind their
// clauses, and comments on clauses above the declaration.
func (r *recast) convert(become string) error {
	var texts, comments []string
	for _, u := range r.facts {
		text := syntax.ExprString(outline.Unmarked(u.item.Expr))
		if r.kind == "pred" {
			text = string(syntax.Bang) + text
		}
		if slices.Contains(texts, text) {
			continue
		}
		texts = append(texts, text)
		from := u.item
		if u.side == "h" {
			from = u.in.Node
		}
		comments = append(comments, remarks(from))
	}
	switch i := slices.IndexFunc(r.lists, func(n *outline.Node) bool { return nameOf(n).Text == become }); {
	case i >= 0:
		r.addFactText(r.lists[i], len(r.lists[i].Parts("")), strings.Join(texts, ", "))
		if lines := commentLines(strings.Join(comments, "\n")); len(lines) > 0 {
			r.setLinesAbove(r.decl, nil, lines)
		}
	case r.kind == "bwd" && become == asClauses:
		for i, comment := range comments {
			if texts[i] += "."; comment != "" {
				texts[i] += "  % " + strings.ReplaceAll(comment, "\n", " ")
			}
		}
		r.declareBehind(declIndex(r.decl), strings.Join(texts, "\n"), false)
	default:
		return fmt.Errorf("%q is no answer to the question what becomes of the facts", become)
	}
	return nil
}

// remarks returns the comments on a part, a line each, without percent signs.
func remarks(n *outline.Node) string {
	above, behind := n.Comments()
	var lines []string
	for _, c := range above {
		lines = append(lines, commentText(c.Text))
	}
	if behind != nil {
		lines = append(lines, commentText(behind.Text))
	}
	return strings.Join(lines, "\n")
}
