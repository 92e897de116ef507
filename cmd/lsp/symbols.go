package lsp

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// outline collects the symbols of a document.
type outline struct {
	*document
	// written are the declarations of constants, by the declared thing.
	written map[any]*syntax.Signature
	// loose are the rules of the implicit stage, by their start.
	loose map[int]*lang.Rule
}

func newOutline(d *document) outline {
	o := outline{d, make(map[any]*syntax.Signature), make(map[int]*lang.Rule)}
	for _, stage := range d.Known.Stages {
		if !stage.Start.IsValid() {
			for _, r := range stage.Rules {
				o.loose[r.Start.Offset] = r
			}
		}
	}
	for _, decl := range d.File.Decls {
		if s, ok := decl.(*syntax.Signature); ok {
			if m := d.At(s.Name.Start.Offset); m != nil {
				o.written[m.Of] = s
			}
		}
	}
	return o
}

// symbols returns the declarations of a document, in its order: constants stand below their types,
// rules and links below their stages.
func symbols(d *document, _ documentParams) ([]symbol, error) {
	o := newOutline(d)
	list := []symbol{}
	for _, decl := range d.File.Decls {
		list = append(list, o.declared(decl)...)
	}
	return list, nil
}

func (o outline) declared(decl syntax.Decl) []symbol {
	switch decl := decl.(type) {
	case *syntax.Signature:
		return o.signature(decl)
	case *syntax.Stage:
		return o.stage(decl)
	case *syntax.Rule:
		if r := o.loose[decl.Start.Offset]; r != nil {
			return []symbol{o.rule(r, symbolMethod)}
		}
	case *syntax.Context:
		return []symbol{{Name: decl.Name.Text, Kind: symbolObject, Range: o.span(decl.Span),
			Selection: o.span(decl.Name.Span)}}
	case *syntax.Statement:
		return []symbol{o.claim(decl)}
	case *syntax.Trace:
		return []symbol{{Name: "#trace " + decl.Stage.Text, Detail: visible.Line(o.words(decl.Span)), Kind: symbolEvent,
			Range: o.span(decl.Span), Selection: o.span(decl.Stage.Span)}}
	}
	return nil
}

// claim returns a statement. The place of its name is its first word where it has none.
func (o outline) claim(s *syntax.Statement) symbol {
	out := symbol{Name: o.src[s.Word.Start.Offset:s.Word.End.Offset], Detail: visible.Line(o.words(s.Span)),
		Kind: symbolConstant, Range: o.span(s.Span), Selection: o.span(s.Word)}
	if s.Name != nil {
		out.Name, out.Selection = s.Name.Text, o.span(s.Name.Span)
	}
	return out
}

// signature returns a type with its constants, or a predicate.
func (o outline) signature(s *syntax.Signature) []symbol {
	m := o.At(s.Name.Start.Offset)
	if m == nil {
		return nil
	}
	switch of := m.Of.(type) {
	case *lang.Type:
		out := o.named(s, of, symbolClass)
		for _, k := range of.Constructors {
			out.Children = append(out.Children, o.named(o.written[k], k, symbolEnumMember))
		}
		return []symbol{out}
	case *lang.Pred:
		return []symbol{o.named(s, of, symbolFunction)}
	}
	return nil
}

func (o outline) named(s *syntax.Signature, of any, kind int) symbol {
	return symbol{Name: s.Name.Text, Detail: assist.Describe(of, s.Name.Text), Kind: kind, Range: o.span(s.Span),
		Selection: o.span(s.Name.Span)}
}

// stage returns a stage with its rules and the links that leave it.
func (o outline) stage(s *syntax.Stage) []symbol {
	m := o.At(s.Name.Start.Offset)
	if m == nil {
		return nil
	}
	stage, ok := m.Of.(*lang.Stage)
	if !ok {
		return nil
	}
	out := symbol{Name: stage.Name, Detail: assist.Count(stage), Kind: symbolModule, Range: o.span(s.Span),
		Selection: o.span(s.Name.Span)}
	for _, r := range stage.Rules {
		out.Children = append(out.Children, o.rule(r, symbolMethod))
	}
	for _, l := range stage.Links {
		out.Children = append(out.Children, o.rule(&l.Rule, symbolOperator))
	}
	return []symbol{out}
}

// rule returns a rule or link. The place of its name is its own where it has
// none.
func (o outline) rule(r *lang.Rule, kind int) symbol {
	name := r.Span
	if m := o.At(r.Start.Offset); m != nil && assist.KindOf(m.Of) == assist.Rule {
		name = m.Span
	}
	return symbol{Name: r.Name, Kind: kind, Range: o.span(r.Span), Selection: o.span(name)}
}

// words returns a short stretch of the program in one line.
func (o outline) words(s syntax.Span) string {
	const most = 60 // characters
	line := []rune(strings.Join(strings.Fields(o.src[s.Start.Offset:s.End.Offset]), " "))
	if len(line) > most {
		return string(line[:most-1]) + "…"
	}
	return string(line)
}
