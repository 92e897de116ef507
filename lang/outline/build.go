package outline

import (
	"slices"
	"sort"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/units"
)

// Of returns the outline of a program that may be wrong. Every character of its text that is neither blank, nor in a
// comment, nor punctuation is in a card of the outline.
func Of(a *lang.Analysis) *Outline {
	b := newBuilder(a)
	b.signatures()
	for _, n := range b.root.Parts("") {
		b.declaration(n)
	}
	for _, n := range b.root.Texts() {
		b.asText(n, "unread")
	}
	b.order()
	return b.out
}

// builder makes the outline of one program.
type builder struct {
	*scope
	root  *Node
	text  string // of the program
	out   *Outline
	units *units.Index
	wrong []*syntax.Error // in the order of their starts

	types, preds map[string]int     // the first of each name in the outline
	rules        map[int]*lang.Rule // by where they start
	said         map[int]string     // sentences of statements, by where these start
	uses         map[any]int
	loose        int // the stage of the rules outside of stages, -1 while there is none
}

func newBuilder(a *lang.Analysis) *builder {
	text := string(a.File.Source.Text)
	b := &builder{
		scope: newScope(a), root: root(a.File), text: text, units: units.NewIndex(text),
		types: make(map[string]int), preds: make(map[string]int), rules: make(map[int]*lang.Rule),
		said: make(map[int]string), uses: make(map[any]int), loose: -1,
		out: &Outline{Types: []Type{}, Predicates: []Predicate{}, Stages: []Stage{}, Links: []Rule{},
			Contexts: []Context{}, Runs: []Run{}, Statements: []Statement{}, Texts: []Text{}, Order: []string{}},
	}
	for _, e := range a.Errors {
		if !e.Warning {
			b.wrong = append(b.wrong, e)
		}
	}
	for _, of := range b.mentions {
		b.uses[of]++
	}
	for _, r := range a.Known.Rules() {
		b.rules[r.Start.Offset] = r
	}
	for _, s := range a.Known.Statements {
		b.said[s.Start.Offset] = s.Sentence()
	}
	return b
}

// part returns what all cards have.
func (b *builder) part(n *Node) Part {
	from, to := n.Start.Offset, n.End.Offset
	return Part{Path: n.Path, From: b.units.Units(from), To: b.units.Units(to),
		Text: b.text[from:to], Broken: n.Unread || b.broken(n.Span)}
}

// card returns what cards have that may have comments.
func (b *builder) card(n *Node) Part {
	p := b.part(n)
	p.Comment = n.said()
	return p
}

// broken reports whether an error lies within a span.
func (b *builder) broken(span syntax.Span) bool {
	first := sort.Search(len(b.wrong), func(i int) bool { return b.wrong[i].Start.Offset >= span.Start.Offset })
	for _, e := range b.wrong[first:] {
		if e.Start.Offset > span.End.Offset {
			return false
		}
		behind := e.Start.Offset == span.End.Offset && e.End.Offset > e.Start.Offset
		if e.End.Offset <= span.End.Offset && !behind {
			return true
		}
	}
	return false
}

// signatures enters the types and predicates, so that constants and clauses may stand before them.
func (b *builder) signatures() {
	for _, n := range b.root.Parts("") {
		s, ok := n.Decl.(*syntax.Signature)
		if !ok {
			continue
		}
		if kind := b.predKind(s); s.Result.Text == "type" {
			t := Type{Part: b.card(n), Name: s.Name.Text, Members: []Constant{}}
			if known := b.known[s.Name.Text]; known != nil {
				t.Numbers, t.Strings = known.Numerals, known.Texts
			}
			enter(b.types, t.Name, len(b.out.Types))
			b.out.Types = append(b.out.Types, t)
		} else if kind != "" {
			p := Predicate{Part: b.card(n), Name: s.Name.Text, Args: typeNames(s), Kind: kind, Uses: b.named(s.Name)}
			enter(b.preds, p.Name, len(b.out.Predicates))
			b.out.Predicates = append(b.out.Predicates, p)
		}
	}
	if _, ok := b.types[lang.StringType]; !ok {
		b.out.Types = append(b.out.Types, Type{Name: lang.StringType, Strings: true, Members: []Constant{}})
	}
}

// enter remembers the first number of a name.
func enter(numbers map[string]int, name string, i int) {
	if _, ok := numbers[name]; !ok {
		numbers[name] = i
	}
}

// predKind returns the kind of the predicate that a signature declares, or "".
func (b *builder) predKind(s *syntax.Signature) string {
	switch result := s.Result.Text; {
	case result == "pred":
		return result
	case b.known[result] != nil: // a type of this name goes before
		return ""
	default:
		return map[string]string{"bwd": "bwd", "sense": "sensor", "action": "action"}[result]
	}
}

// typeNames returns the types of the arguments in a signature.
func typeNames(s *syntax.Signature) []string {
	names := make([]string, len(s.Args))
	for i, x := range s.Args {
		names[i] = syntax.ExprString(x)
	}
	return names
}

// named returns how often the program names what a name declares, the declaration left out.
func (b *builder) named(n *syntax.Name) int {
	if of := b.mentions[n.Start.Offset]; of != nil {
		return b.uses[of] - 1
	}
	return 0
}

// declaration makes the card of a declaration. Those of types and predicates are there.
func (b *builder) declaration(n *Node) {
	switch d := n.Decl.(type) {
	case *syntax.Signature:
		b.signature(n, d)
	case *syntax.Clause:
		b.clause(n, d.Name, d.Head)
	case *syntax.Stage:
		b.stage(n, d)
	case *syntax.Rule:
		if b.isLink(d) {
			b.out.Links = append(b.out.Links, b.rule(n))
		} else {
			s, r := b.looseStage(), b.rule(n)
			s.Rules = append(s.Rules, r)
			s.Broken = s.Broken || r.Broken
		}
	case *syntax.Context:
		c := Context{Part: b.card(n), Name: d.Name.Text}
		c.Facts, c.Whole = b.premises(n, "", inContext)
		b.out.Contexts = append(b.out.Contexts, c)
	case *syntax.Trace:
		b.run(n, d)
	case *syntax.Statement:
		b.statement(n, d)
	case *syntax.Directive:
		b.asText(n, "directive")
	}
}

func (b *builder) asText(n *Node, kind string) {
	b.out.Texts = append(b.out.Texts, Text{b.card(n), kind})
}

// signature makes the card of a constant, or of a clause that looks like one.
func (b *builder) signature(n *Node, s *syntax.Signature) {
	if s.Result.Text == "type" || b.predKind(s) != "" {
		return
	}
	i, ok := b.types[s.Result.Text]
	switch pred := b.byName[s.Result.Text]; {
	case ok:
		t := &b.out.Types[i]
		t.Members = append(t.Members,
			Constant{Part: b.card(n), Name: s.Name.Text, Args: typeNames(s), Uses: b.named(s.Name)})
	case pred != nil && pred.Kind == lang.Backward && len(s.Args) == 0:
		b.clause(n, s.Name, s.Result)
	case s.Result.Text == lang.StringType:
		t := &b.out.Types[len(b.out.Types)-1]
		t.Members = append(t.Members, Constant{Part: b.card(n), Name: s.Name.Text, Args: typeNames(s)})
	default:
		b.asText(n, "declaration")
	}
}

func (b *builder) stage(n *Node, d *syntax.Stage) {
	s := Stage{Part: b.card(n), Name: d.Name.Text, Rules: []Rule{}, Texts: []Text{}}
	if known, ok := b.mentions[d.Name.Start.Offset].(*lang.Stage); ok {
		s.Interactive, s.Ordered = known.Interactive, known.Ordered
	}
	for _, r := range n.Parts("") {
		s.Rules = append(s.Rules, b.rule(r))
	}
	for _, t := range n.Texts() {
		s.Texts = append(s.Texts, Text{b.card(t), "unread"})
	}
	b.out.Stages = append(b.out.Stages, s)
}

// looseStage returns the stage of the rules outside of stages.
func (b *builder) looseStage() *Stage {
	if b.loose < 0 {
		b.loose = len(b.out.Stages)
		s := Stage{Rules: []Rule{}, Texts: []Text{}}
		if known := b.analysis.Known.Stages; len(known) > 0 && !known[0].Start.IsValid() {
			s.Name, s.Interactive, s.Ordered = known[0].Name, known[0].Interactive, known[0].Ordered
		}
		b.out.Stages = append(b.out.Stages, s)
	}
	return &b.out.Stages[b.loose]
}

func (b *builder) run(n *Node, d *syntax.Trace) {
	r := Run{Part: b.card(n), Bound: n.tree.Source.Slice(d.Bound.Range()), Stage: d.Stage.Text, Whole: true}
	if d.Inline == nil {
		r.Context = d.Context.Text
	} else {
		r.Facts, r.Whole = b.premises(n, "", inContext)
	}
	b.out.Runs = append(b.out.Runs, r)
}

func (b *builder) statement(n *Node, d *syntax.Statement) {
	s := Statement{Part: b.card(n), Kind: "never", Says: b.said[n.Start.Offset]}
	if d.Name != nil {
		s.Name = d.Name.Text
	}
	if d.Stage != nil {
		s.Stage = d.Stage.Text
	}
	xs := []syntax.Expr{d.Premises}
	if d.Op == "" {
		s.Premises, s.Whole = b.premises(n, "l", inClause)
	} else {
		s.Kind, s.Op, xs = "invariant", string(d.Op), nil
		if d.Op == syntax.Same {
			s.Op = "="
		}
		s.Counts, s.Whole = b.counts(n, d)
		for _, c := range slices.Concat(d.Left, d.Right) {
			xs = append(xs, c.Of)
		}
	}
	s.Vars = b.vars(xs...)
	b.out.Statements = append(b.out.Statements, s)
}

// counts returns the counts of an invariant, and whether these say all that is written there.
func (b *builder) counts(n *Node, d *syntax.Statement) (list []Count, whole bool) {
	whole = !n.tree.commented(n.Span)
	all := slices.Concat(d.Left, d.Right)
	for i, part := range n.Parts("c") {
		x := all[i]
		c := Count{Premise: Premise{Part: b.part(part), Kind: "number", Args: []Term{}}, Right: i >= len(d.Left),
			Minus: x.Minus}
		if x.Times != nil {
			c.Times = x.Times.Digits
		}
		if x.Sum != nil {
			c.Sum = x.Sum.Text
		}
		if x.Of != nil {
			fact, ok := b.premise(part, inClause)
			c.Premise, whole = fact, whole && ok && fact.Kind == "fact"
		}
		list = append(list, c)
	}
	return list, whole
}

// order lists the declarations and the texts between them.
func (b *builder) order() {
	all := slices.Concat(b.root.Parts(""), b.root.Texts())
	slices.SortFunc(all, func(x, y *Node) int { return x.Start.Offset - y.Start.Offset })
	for _, n := range all {
		b.out.Order = append(b.out.Order, n.Path)
	}
	slices.SortStableFunc(b.out.Texts, func(x, y Text) int { return x.From - y.From })
}
