package logic_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	evaluator "github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

func TestReasons(t *testing.T) {
	corpustest.Check(t, "testdata/reasons.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		return []txtar.File{in.Result("models", explain(t, in))}
	})
}

// explain returns the models of a program with the reasons of their atoms. Facts of input/1 are taken out of the
// program and given to it.
func explain(t *testing.T, in corpustest.Input) string {
	p, errs := asp.Parse(&syntax.Source{Name: in.Name, Text: in.Data})
	require.False(t, errs.Failed(), "%v", errs)
	base := &evaluator.Base{}
	var facts []ground.Atom
	input := logic.Predicate{Name: "input", Arity: 1}
	p.Rules = slices.DeleteFunc(p.Rules, func(r *logic.Rule) bool {
		h, ok := r.Head.(*logic.Atom)
		if !ok || h.Predicate() != input {
			return false
		}
		facts = append(facts, base.Atoms.Intern(input, []ground.Term{base.Terms.Integer(int32(h.Args[0].(logic.Integer)))}))
		return true
	})
	program, err := evaluator.Compile(t.Context(), base, p,
		evaluator.Options{Inputs: []logic.Predicate{input}, MaxRules: 1000})
	if err != nil {
		return err.Error() + "\n"
	}
	answer, err := program.Solve(t.Context(), facts, 1, 10)
	if err != nil {
		return err.Error() + "\n"
	}
	var models []string
	for _, m := range answer.Models {
		text := "model\n"
		for _, q := range p.Shows {
			for _, a := range m.Atoms(q) {
				text += fmt.Sprintf("%-16s%s\n", base.Atoms.Append(nil, &base.Terms, a), because(base, m.Reason(a)))
			}
		}
		models = append(models, text)
	}
	slices.Sort(models)
	for _, c := range answer.Conflict {
		models = append(models, "conflict        "+because(base, &c)+"\n")
	}
	return strings.Join(models, "")
}

// because returns a reason as text.
func because(base *evaluator.Base, r *evaluator.Reason) string {
	if r == nil {
		return "given"
	}
	text := fmt.Sprintf("line %d", r.Rule.Start.Line)
	if r.Chosen {
		text += ", chosen"
	}
	for i, name := range evaluator.Variables(r.Rule) {
		text += fmt.Sprintf(" %s=%s", name, base.Terms.Append(nil, r.Values[i]))
	}
	separator := ": "
	for _, list := range [][]ground.Atom{r.Holds, r.Absent} {
		for _, a := range list {
			text += separator + string(base.Atoms.Append(nil, &base.Terms, a))
			separator = ", "
		}
		separator = " not: "
		if len(r.Absent) == 0 {
			break
		}
	}
	return text
}
