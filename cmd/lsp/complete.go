package lsp

import (
	"context"

	"github.com/ceptre-graph/ceptre/lang/assist"
)

// completeKinds are the numbers of the protocol for kinds of completions.
var completeKinds = map[assist.Kind]int{
	assist.Keyword: completeKeyword, assist.Type: completeClass, assist.Constant: completeConstant,
	assist.Predicate: completeFunction, assist.Variable: completeVariable, assist.Stage: completeModule,
	assist.Context: completeStruct,
}

// complete returns the completions at a place. They replace the name that the editor has so far,
// and the editor picks those that continue it.
func (s *server) complete(ctx context.Context, params positionParams) ([]completionItem, error) {
	d, err := s.document(ctx, params.address())
	switch {
	case err != nil:
		return nil, err
	case d == nil:
		return s.completeProse(ctx, params)
	}
	list := []completionItem{}
	for _, c := range d.Complete(d.offset(params.Position)) {
		list = append(list, completionItem{c.Label, completeKinds[c.Kind], c.Detail,
			textEdit{d.between(c.From, c.To), c.Label}})
	}
	return list, nil
}
