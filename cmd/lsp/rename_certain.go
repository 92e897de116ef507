package lsp

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/creachadair/jrpc2"
)

// Renaming must not damage an author's text. This file refuses a renaming if the places to change
// in the prose, or the meaning of the changed prose, are uncertain.

// certain returns an error if a changing name may occur in text that cannot be read.
func (r *renaming) certain(m *manuscript, names prose.Names) error {
	for i := range r.is.entries {
		if !r.changes(i) {
			continue
		}
		if err := m.lacks(r.glossary.entries[i].name, names); err != nil {
			return err
		}
	}
	return nil
}

// lacks returns an error if a word occurs in text that cannot be read, apart from the names in it
// that can.
func (m *manuscript) lacks(word string, names prose.Names) error {
	for _, s := range names.Unclear {
		for _, at := range runOfName.FindAllStringIndex(m.written(s), -1) {
			run := prose.Stretch{Start: s.Start + at[0], End: s.Start + at[1]}
			read := slices.ContainsFunc(names.Namings, func(n prose.Naming) bool {
				return run.Start <= n.Start && n.End <= run.End
			})
			name := prose.VariableName(m.written(run)) // or the word in quotation marks
			if !read && (name == word || strings.Trim(name, "'") == word) {
				return jrpc2.Errorf(requestFailed, "%s: this cannot be read, and may name `%s`; put it right first",
					m.line(run), word)
			}
		}
	}
	return nil
}

// runOfName is all that may stand in a name, one after the other.
var runOfName = regexp.MustCompile(`[\pL\pM\p{Nd}_'’′/\\-]+`)

// untouched returns an error if the program has errors and the prose may name the renamed thing, as
// its meaning there is uncertain.
func (r *renaming) untouched(m *manuscript, names prose.Names) error {
	old := assist.Plain(r.program.Spelled(r.mention))
	for _, n := range names.Namings {
		if r.mayMean(n, old) || r.mayMean(n, assist.Plain(r.name)) {
			return jrpc2.Errorf(requestFailed, "%s: `%s` is named there; first put right what is wrong with the program",
				m.line(n.Stretch), n.Name)
		}
	}
	return m.lacks(old, names)
}

// mayMean reports whether a name in prose may be the given name of the program. Variables are
// distinct from all other names, and rules without a name are called after their stage.
func (r *renaming) mayMean(n prose.Naming, name string) bool {
	_, variable := r.mention.Of.(*lang.Var)
	same := n.Name == name || n.Sense == prose.OfRule && strings.HasPrefix(n.Name, name+"/")
	return same && variable == (n.Sense == prose.OfVariable)
}

// keeps returns an error if the prose with the new names would not say the same about each thing.
// There is one exception: a text about a name that the program lacked may become the text of the
// renamed thing, if no mention in the prose changes, since the author has changed the name there by
// hand.
func (r *renaming) keeps(m *manuscript, names prose.Names, list []replacement) error {
	after := &manuscript{newText(m.replaced(list), utf8Units), m.uri}
	again, err := after.names(r.is)
	if err != nil || len(again.Namings) != len(names.Namings) {
		return jrpc2.Errorf(requestFailed, "with the name `%s`, `%s` would say something else", r.name, fileName(m.uri))
	}
	for i, n := range names.Namings {
		was, is := r.glossary.meant(n), r.is.meant(again.Namings[i])
		byHand := len(was) == 0 && len(list) == 0
		if !byHand && !slices.Equal(was, is) {
			return jrpc2.Errorf(requestFailed, "%s: `%s` is named there already", m.line(n.Stretch), again.Namings[i].Name)
		}
	}
	return nil
}

// replaced returns the text with other names.
func (m *manuscript) replaced(list []replacement) string {
	var b strings.Builder
	at := 0
	for _, p := range list {
		b.WriteString(m.src[at:m.absolute(p.Start)] + p.name)
		at = m.absolute(p.End)
	}
	b.WriteString(m.src[at:])
	return b.String()
}
