package summary

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Rules returns the rules of a program that some names mean, each once.
func Rules(prog *lang.Program, names []string) ([]int, error) {
	var found []int
	for _, name := range names {
		selected := prog.Labels().Select(name)
		if len(selected) == 0 {
			return nil, noRule(prog, name)
		}
		for _, i := range selected {
			if !slices.Contains(found, i) {
				found = append(found, i)
			}
		}
	}
	return found, nil
}

// noRule returns the error for a name that no rule has. If facts have the name, the error names the
// rules that make them, or says how facts are counted.
func noRule(prog *lang.Program, name string) error {
	facts := slices.ContainsFunc(prog.Preds, func(p *lang.Pred) bool { return p.Name == name && p.Kind == lang.OfState })
	makers := report.Makers(prog, name)
	switch {
	case facts && len(makers) > 0:
		return fmt.Errorf("%s is a fact, not a rule; it is made by %s, and --facts %[1]s counts it at the end of runs", name,
			strings.Join(makers, ", "))
	case facts:
		return fmt.Errorf("%s is a fact, not a rule; --facts %[1]s counts it at the end of runs", name)
	}
	return fmt.Errorf("there is no rule %s%s", visible.Line(name), prog.Labels().MeantOrAll(name))
}

// Tallies returns the tallies of the facts that some texts mean, each once.
func Tallies(prog *lang.Program, texts []string) ([]sweep.Tally, error) {
	var found []sweep.Tally
	kinds, shapes := inquiry.Kinds(prog), exec.Shapes(prog)
	for _, text := range texts {
		g, err := report.Goal(prog, text)
		if err != nil {
			return nil, errors.New(visible.Line(err.Error()))
		}
		if !slices.ContainsFunc(found, func(t sweep.Tally) bool { return t.String() == g.String() }) {
			t := sweep.NewTally(prog, g).Among(kinds)
			t.Shapes = shapes
			found = append(found, t)
		}
	}
	return found, nil
}
