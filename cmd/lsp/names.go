package lsp

import "github.com/ceptre-graph/ceptre/lang/syntax"

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
	declared := at.program.Declaration(at.of)
	for _, use := range at.program.Uses(at.of) {
		if params.Context.IncludeDeclaration || declared == nil || use != *declared {
			list = append(list, at.program.location(use.Span))
		}
	}
	told, err := s.told(at)
	return append(list, told...), err
}

func highlights(d *document, params positionParams) ([]highlight, error) {
	list := []highlight{}
	m := d.At(d.offset(params.Position))
	if m == nil {
		return list, nil
	}
	declared := d.Declaration(m.Of)
	for _, use := range d.Uses(m.Of) {
		kind := highlightRead
		if declared != nil && use == *declared {
			kind = highlightWrite
		}
		list = append(list, highlight{d.span(use.Span), kind})
	}
	return list, nil
}
