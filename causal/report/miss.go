package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// This file puts an [exec.Miss] into words.

// Written returns a premise of a rule as the program has it, on one line, but for numbers and lists
// without variables, which have their short forms.
func Written(prog *lang.Program, r *lang.Rule, premise int) string {
	p := &r.Premises[premise]
	text := strings.Join(strings.Fields(prog.Source.Slice(p.Span)), " ")
	atom, kept := strings.CutPrefix(text, "$")
	pattern, err := goal.ParsePattern(atom)
	if p.Kind == lang.Compare || err != nil { // as where something is calculated
		return text
	}
	long := pattern.String()
	pattern.Args = exec.Shapes(prog).ShortAll(pattern.Args)
	switch short := pattern.String(); {
	case short == long:
		return text
	case kept:
		return "$" + short
	default:
		return short
	}
}

// Needs says how many facts premises need together: "needs 3 seat".
func Needs(prog *lang.Program, r *lang.Rule, premises []int) string {
	first := r.Premises[premises[0]].Atom
	if !slices.ContainsFunc(premises, func(i int) bool { return !r.Premises[i].Atom.Equal(first) }) {
		return fmt.Sprintf("needs %d %s", len(premises), strings.TrimLeft(Written(prog, r, premises[0]), "$! "))
	}
	var each []string
	for _, i := range premises {
		if text := "`" + Written(prog, r, i) + "`"; !slices.Contains(each, text) {
			each = append(each, text)
		}
	}
	return fmt.Sprintf("needs %d different facts for %s", len(premises), english.List(each))
}

// Misfit says why a rule does not apply though each of its premises has a fact: the facts have no
// common value for some variables, one fact is needed more often than it is there, or premises
// fail that are not facts.
func Misfit(prog *lang.Program, m *exec.Miss) string {
	r := m.Rule
	switch {
	case len(m.Copies) > 0:
		one := english.List(Variables(r, m.Apart))
		return fmt.Sprintf("%s, never %d for one %s", Needs(prog, r, m.Copies), len(m.Copies), one)
	case len(m.Apart) > 0:
		return "each is there, never for one " + english.List(Variables(r, m.Apart))
	}
	var each []string
	for _, i := range m.Fails {
		each = append(each, fmt.Sprintf("`%s` %s", Written(prog, r, i), failing[r.Premises[i].Kind]))
	}
	text := english.List(each)
	if slices.ContainsFunc(r.Premises, func(p lang.Premise) bool { return p.Kind.OnState() }) {
		return "all facts are there, but " + text
	}
	return text
}

// failing says in words how premises of a kind fail.
var failing = map[lang.PremiseKind]string{
	lang.Compare: "does not hold",
	lang.Prove:   "cannot be proved",
	lang.Ask:     "was not answered by the sensor",
}

// Variables returns the names of variables of a rule.
func Variables(r *lang.Rule, vars []lang.Variable) []string {
	var names []string
	for _, v := range vars {
		names = append(names, r.Vars[v].Name)
	}
	return names
}
