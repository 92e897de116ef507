// Package assist answers what editors ask about the text of a program while it is being written, whatever the protocol
// or page that asks: names and their uses, completion, descriptions, new names. Places are byte offsets throughout.
//
//	t := assist.New("play.cep", src)       // analyses the text; one with errors has answers, too
//	t.Errors                               // messages with hints, in source order; fixes by [syntax.Error.Fixes]
//	t.Complete(offset)                     // []Completion: From, To, Label, Kind, Detail
//	t.Hover(offset)                        // *Hover: From, To, and a description as parts or, by String, as plain text
//	t.At(offset)                           // the mention of a name there, or nil
//	t.Uses(mention.Of)                     // all mentions of a thing
//	t.Rename(mention.Of, name)             // *Renaming: the places to change and the text after it, or why not
package assist

import (
	"cmp"
	"slices"
	"sort"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Text is the text of a program with the results of its analysis. It is immutable.
type Text struct {
	Src string
	*lang.Analysis
}

// New analyses a text, which messages call by name. Its errors include hints about style.
func New(name, src string) *Text { return Of(lang.Analyse(name, []byte(src)), src).WithHints() }

// WithHints adds hints about style to the errors, and returns the text.
func (t *Text) WithHints() *Text {
	if t.Program != nil {
		t.Errors = append(t.Errors, t.Program.Hints()...)
		t.Errors.Sort()
	}
	return t
}

// Of returns a text that has been analysed, without hints. It puts the mentions of the analysis into the order of the
// text, one a place.
func Of(a *lang.Analysis, src string) *Text {
	t := &Text{src, a}
	slices.SortStableFunc(t.Mentions, func(a, b lang.Mention) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	t.Mentions = slices.CompactFunc(t.Mentions, func(a, b lang.Mention) bool { return a.Start == b.Start })
	return t
}

// At returns the mention that a place lies in or directly behind, or nil.
func (t *Text) At(offset int) *lang.Mention {
	i := sort.Search(len(t.Mentions), func(i int) bool { return t.Mentions[i].Start.Offset > offset }) - 1
	if i < 0 || t.Mentions[i].End.Offset < offset {
		return nil
	}
	return &t.Mentions[i]
}

// Uses returns the mentions of one thing, its declaration included, in the order of the text.
func (t *Text) Uses(thing any) []lang.Mention {
	var list []lang.Mention
	for _, m := range t.Mentions {
		if m.Of == thing {
			list = append(list, m)
		}
	}
	return list
}

// Spelled returns a name as it is written at a place.
func (t *Text) Spelled(m *lang.Mention) string { return t.Src[m.Start.Offset:m.End.Offset] }

// Declaration returns the mention that declares a thing, or nil if the thing is built in. The range of a declared thing
// is its name in the declaration, or a declaration that mentions it just once.
func (t *Text) Declaration(thing any) *lang.Mention {
	ranged, ok := thing.(interface{ Range() syntax.Span })
	if !ok || !ranged.Range().Start.IsValid() {
		return nil
	}
	whole := ranged.Range()
	for _, m := range t.Uses(thing) {
		if m.Start.Offset >= whole.Start.Offset && m.End.Offset <= whole.End.Offset {
			return &m
		}
	}
	return nil
}

// statementAt returns the statement with its first word at a place, and that word; nil where there is none, or the
// statement has mistakes.
func (t *Text) statementAt(offset int) (*lang.Statement, syntax.Span) {
	for _, decl := range t.File.Decls {
		written, ok := decl.(*syntax.Statement)
		if !ok || offset < written.Word.Start.Offset || written.Word.End.Offset < offset {
			continue
		}
		for _, st := range t.Known.Statements {
			if st.Start == written.Start {
				return st, written.Word
			}
		}
	}
	return nil, syntax.Span{}
}
