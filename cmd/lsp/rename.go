package lsp

import (
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/creachadair/jrpc2"
)

func prepareRename(at *spot, _ positionParams) (*renamePlace, error) {
	if at == nil {
		return nil, nil
	}
	if _, err := at.renamable(); err != nil {
		return nil, err
	}
	return &renamePlace{at.where, at.spelled}, nil
}

// rename returns the edits that rename the thing at a place, in the program and in its prose.
func (s *server) rename(at *spot, params renameParams) (*workspaceEdit, error) {
	if at == nil {
		return nil, jrpc2.Errorf(requestFailed, "no name of the program stands here")
	}
	m, err := at.renamable()
	if err != nil {
		return nil, err
	}
	d := at.program
	renamed, err := d.Rename(m.Of, params.NewName)
	if err != nil {
		return nil, jrpc2.Errorf(requestFailed, "%v", err)
	}
	var edits []textEdit
	for _, place := range renamed.Places {
		edits = append(edits, textEdit{d.span(place), params.NewName})
	}
	told, err := s.renamedProse(&renaming{spot: at, mention: m, name: params.NewName, is: newGlossary(renamed.Text)})
	if err != nil {
		return nil, err
	}
	return s.edit(append([]documentEdit{{s.versioned(d.id.URI), edits}}, told...)), nil
}

// edit returns edits of documents in the way that the editor can take.
func (s *server) edit(documents []documentEdit) *workspaceEdit {
	if s.client.Workspace.WorkspaceEdit.DocumentChanges {
		return &workspaceEdit{DocumentChanges: documents}
	}
	changes := make(map[string][]textEdit)
	for _, e := range documents {
		changes[e.TextDocument.URI] = e.Edits
	}
	return &workspaceEdit{Changes: changes}
}

// versioned returns the name of a document as edits want it.
func (s *server) versioned(uri string) versionedID {
	if open, ok := s.texts[uri]; ok {
		return versionedID{uri, &open.id.Version}
	}
	return versionedID{URI: uri}
}

// renamable returns the mention that declares the thing at a place, or an error that says why it
// cannot be renamed.
func (at *spot) renamable() (*lang.Mention, error) {
	if at.of == nil {
		return nil, jrpc2.Errorf(requestFailed, "`%s` is a rule without a name: give it one in the program first", at.spelled)
	}
	m, err := at.program.Renamable(at.of)
	if err != nil {
		return nil, jrpc2.Errorf(requestFailed, "%v", err)
	}
	return m, nil
}
