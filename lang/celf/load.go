package celf

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Is reports whether the name of a file is that of a world in Celf: it ends with `.clf`.
func Is(name string) bool { return strings.EqualFold(filepath.Ext(name), ".clf") }

// Load reads a world in Celf as a program of one stage, which messages call by name. It returns what [lang.Load] does
// of a program in Ceptre. All places are in the text.
func Load(name string, text []byte) (*lang.Program, syntax.ErrorList) {
	t, errs := understand(name, text)
	if errs.Failed() {
		return nil, errs
	}
	prog, all := lang.LoadTree(t.file(), errs)
	if prog != nil {
		prog.RuleFirst = true // as Celf draws
	}
	return prog, t.reword(all, errs)
}

// understand reads a world as far as its translation. The list has everything that is wrong with the file; the
// translation is nil where that is more than warnings.
func understand(name string, text []byte) (*translation, syntax.ErrorList) {
	file, errs := Parse(&syntax.Source{Name: name, Text: text})
	sig, more := read(file)
	if errs = append(errs, more...); !errs.Failed() {
		t := translate(sig)
		if errs = append(errs, t.errs...); !errs.Failed() {
			errs.Sort()
			return t, errs
		}
	}
	errs.Sort()
	return nil, errs
}

// quoted matches a name in a message.
var quoted = regexp.MustCompile("`[^` ]+`")

// reword drops what package lang says of a program and an author of Celf has no use for, and says the rest in terms of
// Celf: with the names of the file, and without fixes, which are in Ceptre. The list before is that of this package.
func (t *translation) reword(all, before syntax.ErrorList) syntax.ErrorList {
	ours := make(map[*syntax.Error]bool)
	for _, e := range before {
		ours[e] = true
	}
	mentioned := t.mentioned()
	var out syntax.ErrorList
	for _, e := range all {
		if ours[e] {
			out = append(out, e)
			continue
		}
		if e.Code == syntax.UnusedConstant && mentioned[e.Span] {
			continue
		}
		e.Msg = t.inCelf(e.Msg)
		notes := e.Notes
		e.Notes = nil
		for _, n := range notes {
			if n.Fix == nil {
				n.Msg = t.inCelf(n.Msg)
				e.Notes = append(e.Notes, n)
			}
		}
		e.Fix = nil
		out = append(out, e)
	}
	return out
}

// inCelf returns a message of package lang with the names of the file.
func (t *translation) inCelf(msg string) string {
	msg = strings.ReplaceAll(msg, "no rule and no context makes", "no fact, no rule and no state gives")
	return quoted.ReplaceAllStringFunc(msg, func(name string) string {
		name = strings.Trim(name, "`")
		if mark, rest, ok := strings.Cut(name, "!"); ok && mark == "" && t.was[rest] != "" {
			return "`!" + t.was[rest] + "`"
		}
		if t.was[name] != "" {
			name = t.was[name]
		}
		return "`" + name + "`"
	})
}

// mentioned returns the places of the constants that clauses mention: the program may have facts without them.
func (t *translation) mentioned() map[syntax.Span]bool {
	names := make(map[string]bool)
	for _, c := range t.sig.clauses {
		for _, x := range append([]Expr{c.head}, c.premises...) {
			eachNameIn(x, func(n *Name) { names[n.Text] = true })
		}
	}
	out := make(map[syntax.Span]bool)
	for _, c := range t.sig.constants {
		if names[c.name.Text] {
			out[c.name.Span] = true
		}
	}
	return out
}
