package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
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
	var edits []textEdit
	var changed strings.Builder
	end := 0 // of the text that has been copied
	for _, use := range d.of(m.Of) {
		edits = append(edits, textEdit{d.span(use.Span), params.NewName})
		changed.WriteString(d.src[end:use.Start.Offset] + params.NewName)
		end = use.End.Offset
	}
	changed.WriteString(d.src[end:])
	other := newDocument(d.id, newText(changed.String(), utf8Units))
	if err := d.fits(m, params.NewName, other); err != nil {
		return nil, err
	}
	told, err := s.renamedProse(&renaming{spot: at, mention: m, name: params.NewName, is: newGlossary(other)})
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
	d := at.program
	m := d.declaration(at.of)
	switch {
	case at.of == nil:
		return nil, jrpc2.Errorf(requestFailed, "`%s` is a rule without a name: give it one in the program first", at.spelled)
	case m == nil:
		return nil, jrpc2.Errorf(requestFailed, "`%s` is built in", at.spelled)
	case d.Program == nil && (!d.wellFormed() || d.overlooked(m)):
		return nil, jrpc2.Errorf(requestFailed,
			"first put right what is wrong with the program: in what cannot be read, names would stay as they are")
	}
	return m, nil
}

// wellFormed reports whether all of the text could be read, right or wrong.
func (d *document) wellFormed() bool {
	_, errs := syntax.Parse(&syntax.Source{Text: []byte(d.src)})
	return len(codes(errs)) == 0
}

// codes returns the codes of the errors in a list, without warnings.
func codes(list syntax.ErrorList) []syntax.Code {
	var found []syntax.Code
	for _, e := range list {
		if !e.Warning {
			found = append(found, e.Code)
		}
	}
	return found
}

// overlooked reports whether a word has the spelling of a name but lies within an error, so that it
// may or may not be that name.
func (d *document) overlooked(m *lang.Mention) bool {
	name := plain(d.spelled(m))
	start, end := d.scope(m)
	for _, at := range wordForm.FindAllStringIndex(d.src[start:end], -1) {
		word := d.src[start+at[0] : start+at[1]]
		if known := d.at(start + at[0]); plain(word) == name && (known == nil || known.Start.Offset != start+at[0]) {
			return true
		}
	}
	return false
}

// scope returns where the part of the text starts and ends in which a name stands for one
// thing: for variables, the same rule.
func (d *document) scope(m *lang.Mention) (start, end int) {
	if _, ok := m.Of.(*lang.Var); ok {
		return d.rule(m.Start.Offset)
	}
	return 0, len(d.src)
}

// fits says why a thing cannot have a name, with which the program would be another one.
func (d *document) fits(m *lang.Mention, name string, other *document) error {
	kind := kindName(m.Of)
	_, variable := m.Of.(*lang.Var)
	_, constant := m.Of.(*lang.Constructor)
	switch {
	case !isIdentifier(name):
		return jrpc2.Errorf(requestFailed, "`%s` cannot be a name: names start with a letter, `/`, `\\` or `-`, go on with "+
			"those, digits, `_` and `'`, and are none of the reserved words", name)
	case variable && !syntax.IsVariable(name):
		return jrpc2.Errorf(requestFailed, "`%s` would be a constant: variables start with a capital", name)
	case constant && syntax.IsVariable(name):
		return jrpc2.Errorf(requestFailed, "`%s` would be a variable: constants do not start with a capital", name)
	case name != d.spelled(m) && d.taken(m, name):
		return jrpc2.Errorf(requestFailed, "there is a %s called `%s` already", kind, name)
	case !d.same(other):
		return jrpc2.Errorf(requestFailed, "with a %s called `%s` the program would mean something else", kind, name)
	}
	return nil
}

// isIdentifier reports whether a text is one name and nothing else, by reading a
// declaration of it.
func isIdentifier(name string) bool {
	file, errs := syntax.Parse(&syntax.Source{Text: []byte(name + " : type.")})
	if len(errs) > 0 || len(file.Decls) != 1 {
		return false
	}
	s, ok := file.Decls[0].(*syntax.Signature)
	return ok && len(s.Args) == 0 && s.Name.End.Offset == len(name) && s.Name.Start.Offset == 0 && name != syntax.Wildcard
}

func kindName(thing any) string {
	switch thing.(type) {
	case *lang.Type:
		return "type"
	case *lang.Constructor:
		return "constant"
	case *lang.Pred:
		return "predicate"
	case *lang.Var:
		return "variable"
	case *lang.Stage:
		return "stage"
	case *lang.Clause:
		return "clause"
	case *syntax.Context:
		return "context"
	case *lang.Statement:
		return "statement"
	}
	return "rule"
}

// taken reports whether something of the same kind has a name.
func (d *document) taken(m *lang.Mention, name string) bool {
	start, end := d.scope(m)
	return slices.ContainsFunc(d.mentions, func(other lang.Mention) bool {
		return other.Start.Offset >= start && other.End.Offset <= end &&
			kindName(other.Of) == kindName(m.Of) && plain(d.spelled(&other)) == plain(name)
	})
}

// plain returns a name with ASCII primes, as programs compare names.
func plain(name string) string { return strings.NewReplacer("’", "'", "′", "'").Replace(name) }

// rule returns where the rule or clause around a place starts and ends.
func (d *document) rule(offset int) (start, end int) {
	for _, decl := range d.File.Decls {
		parts := []syntax.Span{decl.Range()}
		if stage, ok := decl.(*syntax.Stage); ok {
			parts = nil
			for _, r := range stage.Rules {
				parts = append(parts, r.Span)
			}
		}
		for _, p := range parts {
			if p.Start.Offset <= offset && offset < p.End.Offset {
				return p.Start.Offset, p.End.Offset
			}
		}
	}
	return 0, 0
}

// same reports whether the program with the new name is the same, and as right: each
// name of it stands for what it stood for. It takes that as read anew, as there
// are many ways in which one name can come before another.
func (d *document) same(other *document) bool {
	return slices.Equal(codes(d.Errors), codes(other.Errors)) && slices.Equal(d.pattern(), other.pattern())
}

// pattern returns which mentions are of the same thing, and its kind: for each mention the number
// of the first mention of its thing.
func (d *document) pattern() []string {
	first := make(map[any]int)
	out := make([]string, len(d.mentions))
	for i, m := range d.mentions {
		if _, ok := first[m.Of]; !ok {
			first[m.Of] = i
		}
		out[i] = fmt.Sprint(kindName(m.Of), first[m.Of])
	}
	return out
}
