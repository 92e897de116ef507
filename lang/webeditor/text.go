package webeditor

import (
	"cmp"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/wrap"
)

// text returns the program in the layout of all programs.
func (r *reader) text() []byte {
	var b strings.Builder
	for _, s := range r.sets {
		r.writeSet(&b, s)
	}
	comments(&b, "", r.left[setPart])
	b.WriteString("\n")
	for _, p := range r.preds {
		b.WriteString(p.name)
		for _, s := range p.args {
			b.WriteString(" " + s.name)
		}
		b.WriteString(" : pred." + was(p.old, p.name) + "\n")
	}
	comments(&b, "", r.left[predicatePart])
	b.WriteString("\nstage main = {\n" + strings.Join(r.rules, "\n"))
	if len(r.rules) > 0 && len(r.left[rulePart]) > 0 {
		b.WriteString("\n")
	}
	comments(&b, "  ", r.left[rulePart])
	b.WriteString("}\n\ncontext init = {\n")
	for i := range r.facts[:max(0, len(r.facts)-1)] {
		r.facts[i] += ","
	}
	if len(r.facts) > 0 {
		b.WriteString(wrap.Words(r.facts, "  ", "  "))
	}
	comments(&b, "  ", r.left[atomPart])
	b.WriteString("}.\n\n#trace _ main init.\n")
	text, _, errs := syntax.Format(&syntax.Source{Name: r.src.Name, Text: []byte(b.String())})
	if len(errs) > 0 { // a fault of this package, which must not go unnoticed
		r.fail(0, "the program that is in the file cannot be written: %s", errs[0].Msg)
	}
	return text
}

// writeSet writes a type and its constants: those that keep their names in lines of several.
func (r *reader) writeSet(b *strings.Builder, s *set) {
	switch {
	case s.numeric && s.used:
		b.WriteString(s.name + " : type.\n#builtin NAT " + s.name + ".\n\n")
		return
	case s.numeric:
		return
	}
	b.WriteString(s.name + " : type." + was(s.old, s.name) + "\n")
	var same []string
	for _, e := range s.elements {
		if e.name == e.old {
			same = append(same, e.name+" : "+s.name+".")
		}
	}
	if len(same) > 0 {
		b.WriteString(wrap.Words(same, "", ""))
	}
	for _, e := range s.elements {
		if e.name != e.old {
			b.WriteString(e.name + " : " + s.name + "." + was(e.old, e.name) + "\n")
		}
	}
	b.WriteString("\n")
}

// was returns a comment with the name that a thing had in the editor, where it is another.
func was(old, name string) string {
	if old == name {
		return ""
	}
	return "  % `" + shown(old) + "` in the web editor"
}

// comments writes lines of comments, which long ones are broken into.
func comments(b *strings.Builder, indent string, lines []string) {
	for _, line := range lines {
		b.WriteString(wrap.Words(strings.Fields(line), indent+"% ", indent+"%   "))
	}
}

// raw returns a value of the file in short, as a comment shows it: the elements of a set, an atom or a rule in a form
// close to that of the language, and any other value as it is in the file.
func (r *reader) raw(n *node) string {
	if n.word("name") == "" && n.word("id") == "" || n.of["name"] == nil && n.of["elements"] == nil {
		return shown(string(r.src.Text[n.at:n.end]))
	}
	var words []string
	switch {
	case n.of["elements"] != nil:
		words = append(words, n.word("id"), ":")
		for _, e := range n.list("elements") {
			words = append(words, e.string())
		}
	case n.of["predicateSet"] != nil:
		words = r.rawRule(n)
	default:
		words = rawAtom(n)
	}
	return shown(strings.Join(words, " "))
}

// rawAtom returns the words of a predicate, an atom, a condition or an effect.
func rawAtom(n *node) []string {
	words := []string{cmp.Or(n.word("name"), "?")}
	for _, a := range n.list("arguments") {
		value := cmp.Or(a.word("value"), a.word("arg"), "?")
		if strings.ContainsRune(value, ' ') {
			value = "(" + value + ")"
		}
		words = append(words, value)
	}
	return words
}

// rawRule returns the words of a rule.
func (r *reader) rawRule(n *node) []string {
	words := []string{cmp.Or(n.word("name"), "?"), ":"}
	var right []string
	for _, part := range n.list("predicateSet") {
		one := strings.Join(rawAtom(part), " ")
		switch id := part.word("id"); {
		case strings.HasPrefix(id, "a"):
			right = append(right, one)
		case part.yes("removeFlag"):
			words = append(words, one, "*")
		default:
			words = append(words, "$"+one, "*")
		}
	}
	words[len(words)-1] = strings.TrimPrefix(words[len(words)-1], "*")
	return append(words, "-o", strings.Join(right, " * "))
}
