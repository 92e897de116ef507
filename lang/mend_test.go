package lang

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// What a note proposes sets right what it is a note of: the same is not said of the same
// place again.
func TestWhatNotesProposeMends(t *testing.T) {
	corpus, err := os.ReadFile("testdata/wrong.cep")
	require.NoError(t, err)
	texts := []string{"a predicate at the top\n#trace _ main { tok }."}
	fixes := 0
	for _, text := range append(texts, strings.Split(string(corpus), "%---\n")...) {
		_, errs := load(text)
		for _, e := range errs {
			for _, f := range e.Fixes() {
				fixes++
				_, left := load(mended(text, f))
				at := e.Start.Offset
				if f.End.Offset <= at && f.Start.Offset < at {
					at += len(mended(text, f)) - len(text)
				}
				for _, other := range left {
					require.False(t, other.Msg == e.Msg && other.Start.Offset == at, "%s\n%v\n%v", text, e, f)
				}
			}
		}
	}
	require.Greater(t, fixes, 40)
}

// Warnings propose to leave out what nothing uses, with its line if that is all that stands
// there, and to tie what nothing answers or carries out.
func TestWhatWarningsPropose(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a : pred.\n b : pred. % of no use\ngo : a -o a.\n", "a : pred.\ngo : a -o a.\n"},
		{"a : pred. b : pred.\ngo : a -o a.", "a : pred. \ngo : a -o a."},
		{"b : pred. a : pred.\r\ngo : a -o a.", " a : pred.\r\ngo : a -o a."},
		{"a : pred.\r\nb : pred.\r\ngo : a -o a.", "a : pred.\r\ngo : a -o a."},
		{"a : pred. go : a -o a.\nb : pred.", "a : pred. go : a -o a."},
		{"a : pred. go : a -o a.\n#trace _ main { a }.\nb : pred.", "a : pred. go : a -o a.\n#trace _ main { a }.\n"},
		{"t : type.\nx : t.\ny : t.\na t : pred.\ngo : a x -o a x.\n#trace _ main { a x }.",
			"t : type.\nx : t.\na t : pred.\ngo : a x -o a x.\n#trace _ main { a x }."},
		{"a : pred.\nsay : action.\ngo : a -o say.", "a : pred.\nsay : action.\n#action say PRINT.\ngo : a -o say."},
		{"a : pred.\nhear : sense.\ngo : a * hear -o a.",
			"a : pred.\nhear : sense.\n#sensor hear LINE.\ngo : a * hear -o a."},
	} {
		trace := ""
		if !strings.Contains(c.text, "#trace") {
			trace = "\n#trace _ main { a }."
		}
		_, errs := load(c.text + trace)
		i := slices.IndexFunc(errs, func(e *syntax.Error) bool { return e.Warning && len(e.Fixes()) > 0 })
		require.GreaterOrEqual(t, i, 0, "%s\n%v", c.text, errs)
		require.Equal(t, c.want+trace, mended(c.text+trace, errs[i].Fixes()[0]))
		require.Empty(t, Mend("x.cep", []byte(c.text+trace)).Done)
	}
}

// mended returns a text with a fix.
func mended(text string, f *syntax.Fix) string {
	return text[:f.Start.Offset] + f.Text + text[f.End.Offset:]
}

// A declaration is added in a line of its own below the last one, wherever that ends.
func TestDeclarationsAreAdded(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{
			"c : type.\nr : c. % romeo\nat c : pred. % where\n\ngo : at C -o near C r.\n",
			"c : type.\nr : c. % romeo\nat c : pred. % where\nnear c c : pred.\n\ngo : at C -o near C r.\n",
		},
		{"tok : pred. go : tok\n -o coin.", "tok : pred.\ncoin : pred. go : tok\n -o coin."},
		{"#trace _ main { }.\ngo : () -o coin.", "coin : pred.\n#trace _ main { }.\ngo : () -o coin."},
		{"c : type.\r\nat c : pred.\r\ncontext x { at romeo }.",
			"c : type.\r\nat c : pred.\r\nromeo : c.\r\ncontext x { at romeo }."},
		{"n : type. #builtin NAT n.\np n : pred.\ngo : p N -o q (N + 1) \"a\" N.",
			"n : type. #builtin NAT n.\np n : pred.\nq n string n : pred.\ngo : p N -o q (N + 1) \"a\" N."},
	} {
		_, errs := load(c.text)
		require.Len(t, errs, 1, c.text)
		fix := errs[0].Notes[len(errs[0].Notes)-1].Fix
		require.NotNil(t, fix, c.text)
		require.Equal(t, c.want, mended(c.text, fix))
		prog, _ := load(c.want)
		require.NotNil(t, prog, c.want)
	}
}

// Mending leaves less to complain of, or the text as it is.
func TestMend(t *testing.T) {
	corpus, err := os.ReadFile("testdata/wrong.cep")
	require.NoError(t, err)
	better := 0
	for _, text := range strings.Split(string(corpus), "%---\n") {
		_, before := load(text)
		m := Mend("p.cep", []byte(text))
		after := string(m.Source.Text)
		_, left := load(after)
		if len(m.Done) == 0 {
			require.Equal(t, text, after)
			continue
		}
		better++
		require.Less(t, failures(left), failures(before), text)
	}
	require.Greater(t, better, 20)
}

// TestMendEverywhere: a name that is wrong in many places is mended in all, and an error with two
// possible corrections is not mended.
func TestMendEverywhere(t *testing.T) {
	const head = "c : type.\nromeo : c.\nat c : pred.\n"
	m := Mend("p.cep", []byte(head+"go : att C * att romeo -o att C * gone C\nback : gone C -o att C."))
	require.Equal(t, head+"gone c : pred.\ngo : at C * at romeo -o at C * gone C.\nback : gone C -o at C.",
		string(m.Source.Text))
	prog, _ := load(string(m.Source.Text))
	require.NotNil(t, prog)
	var done []string
	for _, d := range m.Done {
		done = append(done, m.Source.Pos(d.At).String()+": "+d.Fix.String())
	}
	require.Equal(t, []string{
		"5:6: change to `at`", "5:39: add `.`", "5:32: add `gone c : pred.`", "5:13: change to `at`", "5:25: change to `at`",
		"6:18: change to `at`",
	}, done)

	const edge = "edge c c : bwd.\n"
	m = Mend("p.cep", []byte(head+edge+"go : at C * $(edge C D) * $edge D E -o at E."))
	require.Equal(t, head+edge+"go : at C * (edge C D) * edge D E -o at E.", string(m.Source.Text))
	m = Mend("p.cep", []byte(head+edge+"go : $(at C * edge C D) -o at D."))
	require.Empty(t, m.Done, "of several the others may be meant to be kept")

	m = Mend("p.cep", []byte(head+"near c c bwd.\nnear romeo romeo.\ngo : at C * far C D -o at D.\nfar C D <- near C D."))
	require.Equal(t, head+"far c c : bwd.\nnear c c : bwd.\nnear romeo romeo.\ngo : at C * far C D -o at D.\nfar C D <- "+
		"near C D.", string(m.Source.Text))

	m = Mend("p.cep", []byte(head+"go : at tybalt -o at tybalt."))
	require.Equal(t, head+"go : at tybalt -o at tybalt.", string(m.Source.Text))
	require.Empty(t, m.Done)
}
