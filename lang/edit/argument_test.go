package edit

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// A second robot arm in the world of blocks, by the answers that are proposed: whichever predicate the author begins
// with, all four rules come out right.
func TestSecondArm(t *testing.T) {
	const before = `block : type.
a : block.
arm : type.
left : arm.

arm_free : pred.
arm_holding block : pred.
on_table block : pred.
on block block : pred.
clear block : pred.

stage main = {
  pick-up : on_table X * clear X * arm_free -o arm_holding X.
  unstack : on X Y * clear X * arm_free -o arm_holding X * clear Y.
  put-down : arm_holding X -o on_table X * clear X * arm_free.
  stack : arm_holding X * clear Y -o on X Y * clear X * arm_free.
}

context init = { on_table a, clear a, arm_free }.
`
	const after = `
  pick-up : on_table X * clear X * arm_free A -o arm_holding X A.
  unstack : on X Y * clear X * arm_free A -o arm_holding X A * clear Y.
  put-down : arm_holding X A -o on_table X * clear X * arm_free A.
  stack : arm_holding X A * clear Y -o on X Y * clear X * arm_free A.
}

context init = { on_table a, clear a, arm_free left }.
`
	for _, at := range []string{"4", "5"} {
		e := Edit{Do: "argument", At: at, Change: "add", Type: "arm"}
		got, err := applied("t.cep", before, e)
		require.NoError(t, err)
		require.NotNil(t, got.Ask)
		e.Answers = make(map[string]string)
		for _, q := range got.Ask.Questions { // as a page sends them that sends all
			e.Answers[q.ID] = q.Default
		}
		for _, answers := range []map[string]string{{}, e.Answers} {
			e.Answers = answers
			got, err = applied("t.cep", before, e)
			require.NoError(t, err)
			require.Contains(t, got.Text, "\narm_free arm : pred.\narm_holding block arm : pred.\n")
			require.True(t, strings.HasSuffix(got.Text, after), got.Text)
		}
	}
}

// tight returns a text with one blank for several: a column that happens to be as wide as it must be is none.
func tight(text string) string { return regexp.MustCompile(` {2,}`).ReplaceAllString(text, " ") }

// refused are the reasons why something can have no argument.
const refused = `number|#builtin|sensor|action|COMMAND|NAT|PRINT|constant|no state meets|Declare this`

// Each predicate and constant of the examples can get an argument, in each place, by the answers that are proposed. The
// program loads then, and without the argument it is as it was.
func TestAddAndRemoveArgument(t *testing.T) {
	tried := 0
	eachExample(t, func(name, text string) {
		a := lang.Analyse(name, []byte(text))
		root, _ := outline.Locate(a.File, "")
		for _, n := range root.Parts("") {
			s, ok := n.Decl.(*syntax.Signature)
			if !ok || s.Result.Text == "type" || declared(&change{Analysis: a}, n) == nil {
				continue
			}
			if tried++; tried%23 != 0 {
				continue
			}
			index := tried % (len(s.Args) + 1)
			for _, of := range a.Known.Types[:min(2, len(a.Known.Types))] {
				e := Edit{Do: "argument", At: n.Path, Change: "add", Type: of.Name, Index: &index,
					Answers: map[string]string{alsoID: nothingToo}}
				got, err := applied(name, text, e)
				if err != nil { // a constructor of numbers, or a sensor that answers one word
					require.Regexp(t, refused, err.Error())
					continue
				}
				loads(t, name, got.Text)
				e.Change = "remove"
				again, err := applied(name, got.Text, e)
				require.NoError(t, err, "%s: %+v\n%s", name, e, got.Text)
				require.Equal(t, tight(text), tight(again.Text), "%s: %+v", name, e)
			}
		}
	})
}

// An argument that moves and comes back leaves the program as it was.
func TestMoveArgument(t *testing.T) {
	eachExample(t, func(name, text string) {
		a := lang.Analyse(name, []byte(text))
		root, _ := outline.Locate(a.File, "")
		for _, n := range root.Parts("") {
			s, ok := n.Decl.(*syntax.Signature)
			if !ok || len(s.Args) < 2 || declared(&change{Analysis: a}, n) == nil {
				continue
			}
			first, last := 0, len(s.Args)-1
			e := Edit{Do: "argument", At: n.Path, Change: "move", Index: &first, To: strconv.Itoa(last)}
			there, err := applied(name, text, e)
			if err != nil {
				require.Contains(t, text, "#builtin")
				continue
			}
			loads(t, name, there.Text)
			e.Index, e.To = &last, strconv.Itoa(first)
			back, err := applied(name, there.Text, e)
			require.NoError(t, err)
			require.Equal(t, text, back.Text, "%s: %s", name, n.Path)
			return // one of each program
		}
	})
}

// In a large program, only what needs a decision is asked about.
func TestManyQuestions(t *testing.T) {
	text := large(200) + "\n"
	text = strings.Replace(text, "\n}\n\ncontext", "\n  last : p0 X -o near X X.\n}\n\ncontext", 1)
	e := Edit{Do: "argument", At: "3", Change: "add", Type: "person"}
	got, err := applied("t.cep", text, e)
	require.NoError(t, err)
	require.NotNil(t, got.Ask)
	require.Contains(t, got.Ask.Text, "Of 202, 200 get the proposed answer without a question.")
	require.Len(t, got.Ask.Questions, 3) // all rules, the last rule and the context
	require.Equal(t, "X", got.Ask.Questions[1].Default)
	e.Answers = map[string]string{rulesID: "ann"}
	got, err = applied("t.cep", text, e)
	require.NoError(t, err)
	require.Equal(t, 401, strings.Count(got.Text, " ann")-strings.Count(text, " ann")-1)
}
