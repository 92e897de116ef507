package celf

import (
	"fmt"
	"strings"
)

// dump returns a signature, a line for each part.
func dump(s *signature) string {
	var b strings.Builder
	for _, f := range s.families {
		kind := "predicate"
		if f.terms {
			kind = "type"
		}
		fmt.Fprintf(&b, "%s %s\n", kind, strings.Join(append([]string{f.name.Text}, names(f.args)...), " "))
	}
	for _, k := range s.constants {
		fmt.Fprintf(&b, "constant %s : %s\n", k.name.Text, strings.Join(append(names(k.args), k.result.name.Text), " -> "))
	}
	for _, k := range s.clauses {
		fmt.Fprintf(&b, "clause %s%s: %s", k.name.Text, variables(k.vars), ExprString(k.head))
		for _, p := range k.premises {
			b.WriteString(" <- " + ExprString(p))
		}
		b.WriteString("\n")
	}
	for _, r := range s.rules {
		fmt.Fprintf(&b, "rule %s%s\n", r.name.Text, dumpRule(r))
	}
	for _, r := range s.runs {
		fmt.Fprintf(&b, "run %s steps %d", r.word.Text, r.steps)
		if r.word.Text == "#query" {
			fmt.Fprintf(&b, " expected %d most %d tries %d", r.expected, r.most, r.tries)
		}
		if r.named != nil {
			b.WriteString(" named " + r.named.Text)
		}
		fmt.Fprintf(&b, "%s: %s", variables(r.params), dumpParts(r.state))
		if r.word.Text == "#query" {
			fmt.Fprintf(&b, "\n  goal%s: %s", variables(r.goalVars), dumpParts(r.goal))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func names(families []*family) []string {
	var out []string
	for _, f := range families {
		out = append(out, f.name.Text)
	}
	return out
}

// variables are in brackets, those that Pi or Exists binds behind a star.
func variables(vars []variable) string {
	var out []string
	for _, v := range vars {
		star := ""
		if v.explicit {
			star = "*"
		}
		out = append(out, star+v.name.Text+":"+v.of.name.Text)
	}
	if len(out) == 0 {
		return ""
	}
	return " [" + strings.Join(out, " ") + "]"
}

func dumpRule(r *rule) string {
	return variables(r.vars) + ": " + dumpParts(r.left) + " -o " + dumpParts(r.right)
}

func dumpParts(parts []part) string {
	var out []string
	for _, p := range parts {
		text := map[Mode]string{Affine: "@", Persistent: "!"}[p.mode]
		if p.rule != nil {
			text += "(" + strings.TrimSpace(dumpRule(p.rule)) + ")"
		} else {
			text += ExprString(p.atom)
		}
		out = append(out, text)
	}
	if len(out) == 0 {
		return "1"
	}
	return strings.Join(out, ", ")
}
