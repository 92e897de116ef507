package celfproof

import (
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
)

// inProgram returns the arrows of a type in the order in which the program has what is before them: those that point
// back behind the others, from the last to the first.
func inProgram(x celf.Expr) []*celf.Arrow {
	_, arrows, _ := celf.Telescope(x)
	var ahead, back []*celf.Arrow
	for _, a := range arrows {
		if a.Reversed {
			back = append([]*celf.Arrow{a}, back...)
		} else {
			ahead = append(ahead, a)
		}
	}
	return append(ahead, back...)
}

// arguments returns those of a rule: terms that it binds, others that it mentions, and proofs, which stand as the type
// of the rule has its premises.
func (p *printer) arguments(rule *lang.Rule, args []lang.Value, proofs []string) string {
	out := ""
	explicit := make(map[string]string)
	for i, v := range rule.Vars {
		name := p.prog.Source.Slice(v.Span)
		explicit[name] = single("!", p.valueNode(args[i]).String())
	}
	for name, n := range p.stage.values() {
		explicit[name] = single("!", n.String())
	}
	x := p.types[rule.Span]
	of := make(map[*celf.Arrow][]string)
	for _, a := range inProgram(x) {
		n := p.leaves(a.From)
		of[a], proofs = proofs[:n], proofs[n:]
	}
	var bound []string
	tail := ""
	for {
		switch t := x.(type) {
		case *celf.Binder:
			bound = append(bound, t.Name.Text)
			if text := explicit[t.Name.Text]; text != "" {
				tail += " " + text
			}
			x = t.Body
			continue
		case *celf.Arrow:
			if group := of[t]; len(group) == 1 {
				mark := ""
				if t.Mode == celf.Persistent && !strings.HasPrefix(group[0], "!") {
					mark = "!"
				}
				tail += " " + single(mark, group[0])
			} else {
				tail += " " + pairs(group)
			}
			x = t.To
			continue
		}
		break
	}
	if p.all {
		for _, name := range slices.Sorted(maps.Keys(explicit)) {
			if !slices.Contains(bound, name) {
				out += " " + explicit[name]
			}
		}
	}
	return out + tail
}
