package lsp

import (
	"sort"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// at returns the mention that a place lies in or directly behind, or nil.
func (d *document) at(offset int) *lang.Mention {
	i := sort.Search(len(d.mentions), func(i int) bool { return d.mentions[i].Start.Offset > offset }) - 1
	if i < 0 || d.mentions[i].End.Offset < offset {
		return nil
	}
	return &d.mentions[i]
}

// of returns the mentions of one thing, in the order of the text.
func (d *document) of(thing any) []lang.Mention {
	var list []lang.Mention
	for _, m := range d.mentions {
		if m.Of == thing {
			list = append(list, m)
		}
	}
	return list
}

// declaration returns the mention that declares a thing, or nil if the thing is built in. The range
// of a declared thing is its name in the declaration, or a declaration that mentions it just once.
func (d *document) declaration(thing any) *lang.Mention {
	ranged, ok := thing.(interface{ Range() syntax.Span })
	if !ok || !ranged.Range().Start.IsValid() {
		return nil
	}
	whole := ranged.Range()
	for _, m := range d.of(thing) {
		if m.Start.Offset >= whole.Start.Offset && m.End.Offset <= whole.End.Offset {
			return &m
		}
	}
	return nil
}

func (d *document) location(s syntax.Span) location { return location{d.id.URI, d.span(s)} }

func definition(at *spot, _ positionParams) (*location, error) {
	if at == nil {
		return nil, nil
	}
	declared := at.declared()
	if declared == nil {
		return nil, nil
	}
	found := at.program.location(*declared)
	return &found, nil
}

// references returns all uses of a name, those in prose last.
func (s *server) references(at *spot, params referenceParams) ([]location, error) {
	list := []location{}
	if at == nil {
		return list, nil
	}
	declared := at.program.declaration(at.of)
	for _, use := range at.program.of(at.of) {
		if params.Context.IncludeDeclaration || declared == nil || use != *declared {
			list = append(list, at.program.location(use.Span))
		}
	}
	told, err := s.told(at)
	return append(list, told...), err
}

func highlights(d *document, params positionParams) ([]highlight, error) {
	list := []highlight{}
	m := d.at(d.offset(params.Position))
	if m == nil {
		return list, nil
	}
	declared := d.declaration(m.Of)
	for _, use := range d.of(m.Of) {
		kind := highlightRead
		if declared != nil && use == *declared {
			kind = highlightWrite
		}
		list = append(list, highlight{d.span(use.Span), kind})
	}
	return list, nil
}
