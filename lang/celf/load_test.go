package celf

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// FuzzLoad reads any text. Where it is a world, the program in Ceptre that it becomes must be right and have the same
// rules, and the same facts at the start of each run.
func FuzzLoad(f *testing.F) {
	f.Add(worldHead + strings.Join(worldFacts, "\n") + `
r : Pi X. at X * adj X Y * leq N two * 'n N -o {@at Y * (at Y -o {1}) * !(Pi Z. at Z * way Z X -o {@stage})}.
init : type = { Exists alice : place. at alice * @stage * (stage -o {at alice}) }.
#query 3 * * 1 (init -o { at P * 1 }).
#trace * { adj bar* 'hall * at 'hall }.`)
	f.Add("a : type. b : type. r : a -o {b}. - : a * b -o {1}. s : !b -o {@a}. #exec 10 {a * !b}.")
	f.Add("t : type. - : t. sense : t. mod : t -> type. qui : type. string : type. pred : t. main : string.\n" +
		"up+ : type. - : mod pred. q : mod sense * qui * up+ -o {mod pred}. facts : type = {qui * up+}. #trace 7 facts.")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2_000 {
			return
		}
		prog, errs := Load("w.clf", []byte(text))
		out, more := Ceptre("w.clf", []byte(text))
		require.Equal(t, errs.Failed(), more.Failed())
		if prog == nil {
			require.True(t, errs.Failed())
			return
		}
		other, wrong := lang.Load("w.cep", out)
		require.NotNil(t, other, "%v\n%s", wrong, out)
		require.Equal(t, described(prog), described(other))
	})
}

// described returns the rules of a program, and the facts of each run.
func described(p *lang.Program) []string {
	var out []string
	for _, r := range p.Rules() {
		name := func(v lang.Variable) string { return r.Vars[v].Name }
		text := r.Label + " :"
		for _, x := range r.Premises {
			text += []string{" ", " $", " !", " ? "}[x.Kind] + x.Atom.Text(name)
		}
		for _, x := range r.Results {
			text += map[bool]string{false: " + ", true: " +!"}[x.Permanent] + x.Atom.Text(name)
		}
		out = append(out, text)
	}
	for _, s := range p.Traces {
		text := s.Context.Name + ":"
		for _, f := range s.Context.Facts {
			text += " " + f.String()
		}
		out = append(out, text)
	}
	return out
}

// Each world has the program in Ceptre beside it that it becomes, or all that is wrong with it.
func TestCeptre(t *testing.T) {
	corpustest.Check(t, "testdata/ceptre/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		text, errs := Ceptre(in.Name, in.Data)
		if text == nil {
			return []txtar.File{in.Result("messages", messages(t, errs))}
		}
		return []txtar.File{in.Result("program", string(text))}
	})
}
