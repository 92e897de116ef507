package assist

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Renaming is a change of a name that leaves the meaning of the program as it is.
type Renaming struct {
	Places []syntax.Span // where the old name stands, in the order of the text
	Name   string        // the new name
	Text   *Text         // the text after the change, without hints
}

// Rename gives a thing another name wherever the text mentions it. The error says why it cannot have the name: it is no
// name, it is in use, or the program with it would mean something else.
func (t *Text) Rename(thing any, name string) (*Renaming, error) {
	declared, err := t.Renamable(thing)
	if err != nil {
		return nil, err
	}
	r := &Renaming{Name: name}
	var changed strings.Builder
	end := 0 // of the text that has been copied
	for _, use := range t.Uses(thing) {
		r.Places = append(r.Places, use.Span)
		changed.WriteString(t.Src[end:use.Start.Offset] + name)
		end = use.End.Offset
	}
	changed.WriteString(t.Src[end:])
	src := changed.String()
	r.Text = Of(lang.Analyse(t.File.Source.Name, []byte(src)), src)
	if err := t.fits(declared, name, r.Text); err != nil {
		return nil, err
	}
	return r, nil
}

// Renamable returns the mention that declares a thing, or an error that says why it cannot be renamed.
func (t *Text) Renamable(thing any) (*lang.Mention, error) {
	m := t.Declaration(thing)
	switch {
	case m == nil:
		uses := t.Uses(thing)
		if len(uses) == 0 {
			return nil, errors.New("the text does not name this")
		}
		return nil, fmt.Errorf("`%s` is built in", t.Spelled(&uses[0]))
	case t.Program == nil && (!t.wellFormed() || t.overlooked(m)):
		return nil, errors.New(
			"first put right what is wrong with the program: in what cannot be read, names would stay as they are")
	}
	return m, nil
}

// wellFormed reports whether all of the text could be read, right or wrong.
func (t *Text) wellFormed() bool {
	_, errs := syntax.Parse(&syntax.Source{Text: []byte(t.Src)})
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
func (t *Text) overlooked(m *lang.Mention) bool {
	name := Plain(t.Spelled(m))
	start, end := t.scope(m)
	for _, at := range wordForm.FindAllStringIndex(t.Src[start:end], -1) {
		word := t.Src[start+at[0] : start+at[1]]
		if known := t.At(start + at[0]); Plain(word) == name && (known == nil || known.Start.Offset != start+at[0]) {
			return true
		}
	}
	return false
}

// scope returns where the part of the text starts and ends in which a name stands for one
// thing: for variables, the same rule.
func (t *Text) scope(m *lang.Mention) (start, end int) {
	if _, ok := m.Of.(*lang.Var); ok {
		return t.rule(m.Start.Offset)
	}
	return 0, len(t.Src)
}

// fits says why a thing cannot have a name, with which the program would be another one.
func (t *Text) fits(m *lang.Mention, name string, other *Text) error {
	kind := KindOf(m.Of)
	_, variable := m.Of.(*lang.Var)
	_, constant := m.Of.(*lang.Constructor)
	switch {
	case !isName(name):
		return fmt.Errorf("`%s` cannot be a name: names start with a letter, `/`, `\\` or `-`, go on with "+
			"those, digits, `_` and `'`, and are none of the reserved words", name)
	case variable && !syntax.IsVariable(name):
		return fmt.Errorf("`%s` would be a constant: variables start with a capital", name)
	case constant && syntax.IsVariable(name):
		return fmt.Errorf("`%s` would be a variable: constants do not start with a capital", name)
	case name != t.Spelled(m) && t.taken(m, name):
		return fmt.Errorf("there is a %s called `%s` already", kind, name)
	case !t.same(other):
		return fmt.Errorf("with a %s called `%s` the program would mean something else", kind, name)
	}
	return nil
}

// isName reports whether a text is one name and nothing else, by reading a declaration of it.
func isName(name string) bool {
	file, errs := syntax.Parse(&syntax.Source{Text: []byte(name + " : type.")})
	if len(errs) > 0 || len(file.Decls) != 1 {
		return false
	}
	s, ok := file.Decls[0].(*syntax.Signature)
	return ok && len(s.Args) == 0 && s.Name.End.Offset == len(name) && s.Name.Start.Offset == 0 && name != syntax.Wildcard
}

// taken reports whether something of the same kind has a name.
func (t *Text) taken(m *lang.Mention, name string) bool {
	start, end := t.scope(m)
	return slices.ContainsFunc(t.Mentions, func(other lang.Mention) bool {
		return other.Start.Offset >= start && other.End.Offset <= end &&
			KindOf(other.Of) == KindOf(m.Of) && Plain(t.Spelled(&other)) == Plain(name)
	})
}

// Plain returns a name with ASCII primes, as programs compare names.
func Plain(name string) string { return strings.NewReplacer("’", "'", "′", "'").Replace(name) }

// rule returns where the rule or clause around a place starts and ends.
func (t *Text) rule(offset int) (start, end int) {
	for _, decl := range t.File.Decls {
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
func (t *Text) same(other *Text) bool {
	return slices.Equal(codes(t.Errors), codes(other.Errors)) && slices.Equal(t.pattern(), other.pattern())
}

// pattern returns which mentions are of the same thing, and its kind: for each mention the number
// of the first mention of its thing.
func (t *Text) pattern() []string {
	first := make(map[any]int)
	out := make([]string, len(t.Mentions))
	for i, m := range t.Mentions {
		if _, ok := first[m.Of]; !ok {
			first[m.Of] = i
		}
		out[i] = fmt.Sprint(KindOf(m.Of), first[m.Of])
	}
	return out
}
