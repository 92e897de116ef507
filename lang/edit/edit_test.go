package edit

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/outline"
)

// TestApply applies each of the edits that belong to a program to that program, and compares what changes: the lines
// that go and come, with one line around them, and the focus.
func TestApply(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		edits, ok := in.Given("edits")
		require.True(t, ok, "%s has no edits", in.Name)
		var out strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(edits), "\n") {
			var e Edit
			decoder := json.NewDecoder(strings.NewReader(line))
			decoder.DisallowUnknownFields()
			require.NoError(t, decoder.Decode(&e), line)
			fmt.Fprintln(&out, ">", line)
			got, err := applied(in.Name, string(in.Data), e)
			switch {
			case err != nil:
				fmt.Fprintln(&out, "error:", err)
			case got.Ask != nil:
				out.WriteString(asked(got.Ask))
			default:
				fmt.Fprintln(&out, "focus:", got.Focus)
				out.WriteString(changed(string(in.Data), got.Text))
			}
		}
		return []txtar.File{in.Result("results", out.String())}
	}, "edits")
}

// asked returns questions, a line each, with the terms to choose from; a star is at the default.
func asked(a *Ask) string {
	var out strings.Builder
	fmt.Fprintln(&out, "ask:", a.Text)
	for _, q := range a.Questions {
		fmt.Fprintf(&out, "  %q: %s", q.ID, q.Text)
		for _, o := range q.Options {
			mark := ""
			if o.Term == q.Default {
				mark = "*"
			}
			fmt.Fprintf(&out, " | %s%s (%s)", mark, o.Term, o.Label)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// changed returns the lines in which two texts differ, with one line before and behind each stretch of them.
func changed(before, after string) string {
	a, b := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	// same[i][j] is how many lines a[i:] and b[j:] have in common.
	same := make([][]int, len(a)+1)
	same[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		same[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			same[i][j] = max(same[i+1][j], same[i][j+1])
			if a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	var lines []string
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, "  "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && same[i+1][j] >= same[i][j+1]:
			lines = append(lines, "- "+a[i])
			i++
		default:
			lines = append(lines, "+ "+b[j])
			j++
		}
	}
	differs := func(i int) bool { return i >= 0 && i < len(lines) && lines[i][0] != ' ' }
	var out strings.Builder
	for i, line := range lines {
		if differs(i-1) || differs(i) || differs(i+1) {
			fmt.Fprintln(&out, line)
		}
	}
	return out.String()
}

// applied makes an edit in a text, which messages call by name.
func applied(name, text string, e Edit) (*Result, error) {
	return Apply(lang.Analyse(name, []byte(text)), e)
}

// The parts of a rule that an author's text leaves alone stay in their columns.
func TestReplaceKeepsColumns(t *testing.T) {
	const program = "p : pred.\n\nstage s = {\n  go   : p -o p.\n  stay : p -o ().\n}\n"
	for text, want := range map[string]string{
		"go   : p -o p.":     program,
		"go   : p -o p * p.": strings.Replace(program, "-o p.", "-o p * p.", 1),
		"run  : p -o p.":     strings.Replace(program, "go   :", "run  :", 1),
	} {
		got, err := applied("t.cep", program, Edit{Do: "replace", At: "1/0", Text: text})
		require.NoError(t, err)
		require.Equal(t, want, got.Text)
	}
}

// Rules without a stage move into one, and the focus with them.
func TestRulesMoveIntoStages(t *testing.T) {
	const program = "p : pred.\na : p -o p.\nstage s = {\n  b : p -o p.\n  c : p -o p.\n}\nd : p -o p.\n"
	for _, test := range []struct{ at, to, focus, name string }{
		{"1", "2/1", "1/1", "a"}, {"3", "2/0", "2/0", "d"}, {"2/1", "2/0", "2/0", "c"},
	} {
		got, err := applied("t.cep", program, Edit{Do: "move", At: test.at, To: test.to})
		require.NoError(t, err)
		require.Equal(t, test.focus, got.Focus, got.Text)
		n, _ := outline.Locate(got.After.File, got.Focus)
		require.Equal(t, test.name, nameOf(n).Text, got.Text)
	}
}
