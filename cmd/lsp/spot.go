package lsp

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// spot is a place where something of a program is named: in the program, or in its prose.
type spot struct {
	program  *document
	glossary *glossary
	// number is that of the entry in the glossary, or -1 if prose cannot name the thing.
	number int
	// of is the thing that mentions in the program refer to, or nil for a rule without a name.
	of      any
	where   textRange
	spelled string
}

// spot returns the name at a place, or nil if there is none.
func (s *server) spot(ctx context.Context, params placed) (*spot, error) {
	d, err := s.document(ctx, params.address())
	if err != nil {
		return nil, err
	}
	if d == nil {
		return s.spotInProse(ctx, params)
	}
	m := d.At(d.offset(params.place()))
	if m == nil {
		return nil, nil
	}
	g := newGlossary(d.Text)
	number := slices.IndexFunc(g.entries, func(e entry) bool { return e.of == m.Of })
	return &spot{d, g, number, m.Of, d.span(m.Span), d.Spelled(m)}, nil
}

// spotInProse is spot for prose. An ambiguous name stands for the first thing it can name.
func (s *server) spotInProse(ctx context.Context, params placed) (*spot, error) {
	m, d, err := s.manuscriptAndProgram(ctx, params.address())
	if m == nil {
		return nil, err
	}
	g := newGlossary(d.Text)
	names, err := m.names(g)
	if err != nil {
		return nil, err
	}
	n := m.at(names, m.offset(params.place()))
	if n == nil || len(g.meant(*n)) == 0 {
		return nil, nil
	}
	number := g.meant(*n)[0]
	return &spot{d, g, number, g.entries[number].of, m.stretch(n.Stretch), m.written(n.Stretch)}, nil
}

// at returns the name that a place of prose lies in or directly behind, or nil.
func (m *manuscript) at(names prose.Names, offset int) *prose.Naming {
	i := slices.IndexFunc(names.Namings, func(n prose.Naming) bool {
		return m.absolute(n.Start) <= offset && offset <= m.absolute(n.End)
	})
	if i < 0 {
		return nil
	}
	return &names.Namings[i]
}

// manuscriptAndProgram returns the prose at an address, with the program that it lies beside; nil
// for both where one of them is not there.
func (s *server) manuscriptAndProgram(ctx context.Context, uri string) (*manuscript, *document, error) {
	d, err := s.programOf(ctx, uri)
	if d == nil || err != nil {
		return nil, nil, err
	}
	m, err := s.manuscript(uri)
	if m == nil {
		return nil, nil, err
	}
	return m, d, nil
}

// programOf returns the program that prose lies beside, or nil where there is none.
func (s *server) programOf(ctx context.Context, uri string) (*document, error) {
	uri = beside(uri, programForm)
	if _, open := s.texts[uri]; open {
		return s.document(ctx, uri)
	}
	src, found, err := readFile(uri)
	if !found || err != nil {
		return nil, err
	}
	return newDocument(documentID{URI: uri}, newText(src, s.client.encoding())), nil
}

// declared returns the span of the declaration, or nil if the thing is built in.
func (at *spot) declared() *syntax.Span {
	if m := at.program.Declaration(at.of); m != nil {
		return &m.Span
	}
	if at.of == nil && at.number >= 0 { // a rule without a name
		return &at.glossary.entries[at.number].Span
	}
	return nil
}

// told returns the places in the prose of the program that name the thing.
func (s *server) told(at *spot) ([]location, error) {
	all, err := s.prose(at.program)
	if err != nil {
		return nil, err
	}
	var list []location
	for _, m := range all {
		names, err := m.names(at.glossary)
		if err != nil {
			return nil, err
		}
		for _, n := range names.Namings {
			if slices.Contains(at.glossary.meant(n), at.number) {
				list = append(list, location{m.uri, m.stretch(n.Stretch)})
			}
		}
	}
	return list, nil
}
