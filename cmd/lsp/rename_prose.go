package lsp

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/creachadair/jrpc2"
)

// renaming is a change of a name, with the glossaries before and after it. Entries change
// with it that are not renamed themselves: rules without a name are called after their stage.
type renaming struct {
	*spot
	mention *lang.Mention
	name    string
	is      *glossary
}

// renamedProse returns the edits of the prose beside the program, or why the names in it
// cannot be changed with certainty.
func (s *server) renamedProse(r *renaming) ([]documentEdit, error) {
	all, err := s.prose(r.program)
	if err != nil {
		return nil, err
	}
	switch r.mention.Of.(type) {
	case *lang.Type, *lang.Clause, *syntax.Context: // prose cannot name these
		return nil, nil
	}
	var list []documentEdit
	for _, m := range all {
		places, err := r.places(m)
		if err != nil {
			return nil, err
		}
		if len(places) > 0 {
			list = append(list, documentEdit{s.versioned(m.uri), m.edits(places)})
		}
	}
	return list, nil
}

// replacement is a name in prose that becomes another.
type replacement struct {
	prose.Stretch
	name string
}

func (m *manuscript) edits(places []replacement) []textEdit {
	var list []textEdit
	for _, p := range places {
		list = append(list, textEdit{m.stretch(p.Stretch), p.name})
	}
	return list
}

// places returns the replacements in prose.
func (r *renaming) places(m *manuscript) ([]replacement, error) {
	names, err := m.names(r.glossary)
	if err != nil {
		return nil, jrpc2.Errorf(requestFailed, "%v", err)
	}
	if r.program.Program == nil {
		return nil, r.untouched(m, names)
	}
	var list []replacement
	for _, n := range names.Namings {
		p, changes, err := r.replace(m, n)
		if err != nil {
			return nil, err
		}
		if changes {
			list = append(list, p)
		}
	}
	if err := r.certain(m, names); err != nil {
		return nil, err
	}
	return list, r.keeps(m, names, list)
}

// replace returns the replacement of a name in prose, if the name changes.
func (r *renaming) replace(m *manuscript, n prose.Naming) (p replacement, changes bool, err error) {
	meant := r.glossary.meant(n)
	i := slices.IndexFunc(meant, r.changes)
	if i < 0 {
		return p, false, nil
	}
	if len(meant) > 1 && n.Sense == prose.OfVariable {
		return p, false, jrpc2.Errorf(requestFailed, "%s: `%s` is a variable of several rules there; give the one that is "+
			"meant a section of its own first", m.line(n.Stretch), n.Name)
	}
	if len(meant) > 1 {
		return p, false, jrpc2.Errorf(requestFailed, "%s: `%s` may be a constant or a predicate there, as the program has "+
			"both; give one of them another name by hand first", m.line(n.Stretch), n.Name)
	}
	return replacement{n.Stretch, r.is.entries[meant[i]].name}, true, nil
}

// changes reports whether an entry gets another name.
func (r *renaming) changes(entry int) bool {
	return r.glossary.entries[entry].name != r.is.entries[entry].name
}
