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

// A program has the goals and affine facts of its world, bounds without the step that takes the state apart, and the
// order of variables that Pi gives a rule.
func TestLoad(t *testing.T) {
	prog, errs := Load("inn.clf", []byte(`
guest : type.  room : type.  hall : room.  at : guest -> room -> type.  lamp : type.  key : type.
go : Pi R. Pi G. at G R * key -o {@at G hall * !lamp}.
start : type = { Exists ann : guest. at ann hall * @key }.
#query 7 * * 3 (start -o {at G _ * !lamp}).
#query * * * 1 (start -o {1}).
#trace 4 start.
`))
	require.Empty(t, errs)
	rule := prog.Rules()[0]
	require.Equal(t, []string{"R", "G"}, []string{rule.Vars[0].Name, rule.Vars[1].Name})
	require.True(t, rule.Results[0].Affine)
	require.True(t, rule.Results[1].Permanent)
	require.Equal(t, "go : Pi R. Pi G. at G R * key -o {@at G hall * !lamp}.", prog.Text(rule))

	require.Len(t, prog.Contexts, 1)
	require.False(t, prog.Contexts[0].Facts[0].Affine)
	require.True(t, prog.Contexts[0].Facts[1].Affine)

	require.Equal(t, []int{6, 0, 3}, []int{prog.Traces[0].Bound, prog.Traces[1].Bound, prog.Traces[2].Bound})
	goal := prog.Traces[0].Goal
	require.Equal(t, []lang.PremiseKind{lang.Consume, lang.Permanent},
		[]lang.PremiseKind{goal.Premises[0].Kind, goal.Premises[1].Kind})
	require.Equal(t, "G", goal.Vars[0].Name)
	require.Empty(t, prog.Traces[1].Goal.Premises)
	require.Nil(t, prog.Traces[2].Goal)
}

// Too many facts that follow are refused, and so are premises that take affine facts alone where there are others.
func TestLoadRefuses(t *testing.T) {
	many := "t : type. a : t. b : t. c : t. d : t. e : t. f : t. g : t. h : t. i : t. j : t.\n" +
		"p : t -> t -> t -> t -> t -> t -> type. all : p X Y Z U V W. r : p X X X X X X -o {1}."
	endless := "n : type. z : n. s : n -> n. p : n -> type. c : p (s X) <- p X.\n#query * * * 1 (p z -o {p X})."
	for text, want := range map[string]string{
		many: "w.clf:2:41: more than 200,000 facts follow",
		"a : type. b : type. r : @a -o {b}. #trace * {@a * a}.":     "w.clf:1:25: `@a` takes affine facts alone",
		"a : type. r : a -o {a}. s : type = {a}. #trace 2 s * {a}.": "w.clf:1:48: this run ends before a rule can fire",
		endless: "a goal cannot ask for both",
	} {
		prog, errs := Load("w.clf", []byte(text))
		require.Nil(t, prog)
		require.ErrorContains(t, errs, want)
	}
}
