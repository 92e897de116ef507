package structure

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// text returns the invariant as programs write it, without its name: `at C _ + dead C = 1`.
func text(s *lang.Statement) string {
	var b strings.Builder
	for i, c := range s.Sum {
		times := c.Times
		switch {
		case i > 0 && times < 0:
			b.WriteString(" - ")
			times = -times
		case i > 0:
			b.WriteString(" + ")
		}
		if times != 1 {
			fmt.Fprintf(&b, "%d * ", times)
		}
		b.WriteString(countText(s, c))
	}
	op := string(s.Op)
	if s.Op == lang.Same {
		op = "="
	}
	fmt.Fprintf(&b, " %s %d", op, s.Bound)
	return b.String()
}

// countText returns a count without its factor: `sum N in coin _ N`.
func countText(s *lang.Statement, c lang.Count) string {
	out := c.Pattern.Pred.Name
	for _, t := range c.Pattern.Args {
		out += " " + termText(s, t)
	}
	if c.Of >= 0 {
		return "sum " + s.Vars[c.Of].Name + " in " + out
	}
	return out
}

// termText returns an argument of a pattern.
func termText(s *lang.Statement, t lang.Term) string {
	switch t := t.(type) {
	case lang.Variable:
		if name := s.Vars[t].Name; !strings.HasPrefix(name, "_") {
			return name
		}
		return "_"
	case lang.Literal:
		return lang.Value{Text: string(t)}.String()
	case *lang.Compound:
		if len(t.Args) == 0 {
			return t.Con.Name
		}
		out := t.Con.Name
		for _, a := range t.Args {
			out += " " + termText(s, a)
		}
		return "(" + out + ")"
	}
	return "_"
}
