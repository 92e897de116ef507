package celf

import (
	"fmt"
	"strings"
)

// dump returns a signature as a file in Celf without abbreviations. Comments say what families are, and which states
// have names.
func dump(s *signature) string {
	var b strings.Builder
	for _, f := range s.families {
		kind := "predicate"
		if f.terms {
			kind = "type"
		}
		fmt.Fprintf(&b, "%s : %s. %% %s\n", f.name.Text, strings.Join(append(familyNames(f.args), "type"), " -> "), kind)
	}
	for _, k := range s.constants {
		types := append(familyNames(k.args), k.result.name.Text)
		fmt.Fprintf(&b, "%s : %s.\n", k.name.Text, strings.Join(types, " -> "))
	}
	for _, k := range s.clauses {
		fmt.Fprintf(&b, "%s : %s%s", k.name.Text, binders("Pi", k.vars), ExprString(k.head))
		for _, p := range k.premises {
			b.WriteString(" <- " + ExprString(p))
		}
		b.WriteString(".\n")
	}
	for _, r := range s.rules {
		fmt.Fprintf(&b, "%s : %s.\n", r.name.Text, dumpRule(r))
	}
	for _, r := range s.runs {
		dumpRun(&b, r)
	}
	return b.String()
}

func dumpRun(b *strings.Builder, r *run) {
	number := func(n, any int) string { return (&Arg{Any: n == any, Num: n}).String() }
	fmt.Fprintf(b, "%s %s", r.word.Text, number(r.steps, 0))
	if r.word.Text == "#query" {
		fmt.Fprintf(b, " %s %s %s %s%s -o {%s%s}.", number(r.expected, -1), number(r.most, -1), number(r.tries, 0),
			binders("Pi", r.params), dumpParts(r.state), binders("Exists", r.goalVars), dumpParts(r.goal))
	} else {
		fmt.Fprintf(b, " %s%s.", binders("Exists", r.params), dumpParts(r.state))
	}
	if r.named != nil {
		b.WriteString(" % " + r.named.Text)
	}
	b.WriteString("\n")
}

func familyNames(families []*family) []string {
	var out []string
	for _, f := range families {
		out = append(out, f.name.Text)
	}
	return out
}

// binders are those of variables that are bound by words, or cannot be without.
func binders(word string, vars []variable) string {
	var b strings.Builder
	for _, v := range vars {
		if v.explicit || !isVariable(v.name.Text) {
			fmt.Fprintf(&b, "%s %s : %s. ", word, v.name.Text, v.of.name.Text)
		}
	}
	return b.String()
}

func dumpRule(r *rule) string {
	return binders("Pi", r.vars) + dumpParts(r.left) + " -o {" + dumpParts(r.right) + "}"
}

func dumpParts(parts []part) string {
	var out []string
	for _, p := range parts {
		text := map[Mode]string{Affine: "@", Persistent: "!"}[p.mode]
		if p.rule != nil {
			text += "(" + dumpRule(p.rule) + ")"
		} else {
			text += ExprString(p.atom)
		}
		out = append(out, strings.Replace(text, "@-", "@ -", 1))
	}
	if len(out) == 0 {
		return "1"
	}
	return strings.Join(out, " * ")
}
