package lang

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what is there now into testdata")

func load(text string) (*Program, syntax.ErrorList) {
	return Load("dir/p.cep", []byte(text))
}

// Every wrong program gives just the messages that stand, in the corpus, at the
// end of the lines that cause them, and the notes that do.
func TestWrongPrograms(t *testing.T) {
	corpus, err := os.ReadFile("testdata/wrong.cep")
	require.NoError(t, err)
	wrong := 0
	for _, text := range strings.Split(string(corpus), "%---\n")[1:] {
		if strings.Contains(text, "%!") {
			wrong++
		}
		title, _, _ := strings.Cut(text, "\n")
		t.Run(title, func(t *testing.T) {
			prog, errs := load(text)
			want := expectations(text)
			require.Equal(t, strings.Contains(text, "%!"), prog == nil)
			got, notes := make(map[int][]string), make(map[int]string)
			for _, e := range errs {
				for _, n := range e.Notes {
					notes[e.Start.Line] += n.Msg + "\n"
				}
				mark := "! "
				if e.Warning {
					mark = "? "
				}
				got[e.Start.Line] = append(got[e.Start.Line], mark+e.Msg)
			}
			for line, parts := range want {
				parts = slices.DeleteFunc(parts, func(part string) bool {
					if part[0] == '>' {
						require.Contains(t, notes[line], part[2:], "line %d", line)
					}
					return part[0] == '>'
				})
				require.Len(t, got[line], len(parts), "line %d: %q", line, got[line])
				for i, part := range parts {
					require.Equal(t, part[0], got[line][i][0], "line %d: %q", line, got[line][i])
					require.Contains(t, got[line][i], part[2:], "line %d", line)
				}
				delete(got, line)
			}
			require.Empty(t, got)
		})
	}
	require.Greater(t, wrong, 120)
}

// expectations returns, by line, what stands behind each `%!`, `%?` and `%>`, with
// the mark.
func expectations(text string) map[int][]string {
	want := make(map[int][]string)
	for i, line := range strings.Split(text, "\n") {
		for _, part := range regexp.MustCompile(`%[!?>] [^%]*`).FindAllString(line, -1) {
			want[i+1] = append(want[i+1], strings.TrimSpace(part[1:]))
		}
	}
	return want
}

// The messages in full, with notes.
func TestMessages(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/messages.txtar")
	require.NoError(t, err)
	_, errs := Load("p.cep", archive.Files[0].Data)
	var b bytes.Buffer
	require.NoError(t, errs.Fprint(&b, syntax.Style{}))
	if *update {
		archive.Files[1].Data = b.Bytes()
		require.NoError(t, os.WriteFile("testdata/messages.txtar", txtar.Format(archive), 0o644))
	}
	require.Equal(t, string(archive.Files[1].Data), b.String())
}

func TestProgram(t *testing.T) {
	p, errs := load(`
character : type. romeo : character.
at character : pred. open : pred. shut : pred. fit character : bwd.
fit X <- fit X.
yes : fit romeo.
stage day = {
  go : $at C * !open * fit C' * C <> C' * at _ * at _ -o at C' * !shut.
  open o- at C.
  day/2 : open -o open.
  shut -o !shut.
}
stage day -o stage day.
stage day -o ().
#trace _ day { !open }.
#trace 7 day { at romeo, at romeo, open }.
`)
	require.Empty(t, errs)
	require.Equal(t, "p", p.Name)
	var names []string
	for _, r := range p.Rules() {
		names = append(names, r.Name)
	}
	require.Equal(t, []string{"go", "day/1", "day/2", "day/2/2", "day/to-day", "day/end"}, names)

	rule := p.Stages[0].Rules[0]
	var vars []string
	for _, v := range rule.Vars {
		vars = append(vars, v.Name+":"+v.Type.Name)
	}
	require.Equal(t, []string{"C:character", "C':character", "_1:character", "_2:character"}, vars)
	var kinds []PremiseKind
	for _, premise := range rule.Premises {
		kinds = append(kinds, premise.Kind)
	}
	require.Equal(t, []PremiseKind{Keep, Permanent, Prove, Compare, Consume, Consume}, kinds)
	require.Equal(t, "go : $at C * !open * fit C' * C <> C' * at _ * at _ -o at C' * !shut.", p.Text(rule))

	persistent := make(map[string]bool)
	for _, pred := range p.Preds {
		persistent[pred.Name] = pred.Persistent
	}
	require.Equal(t, map[string]bool{"at": false, "open": false, "shut": true, "fit": false}, persistent)
	require.Equal(t, []string{"", "yes"}, []string{p.Preds[3].Clauses[0].Name, p.Preds[3].Clauses[1].Name})
	require.Equal(t, p.Stages[0], p.Stages[0].Links[0].To)
	require.Nil(t, p.Stages[0].Links[1].To)
	require.Equal(t, []int{0, 7}, []int{p.Traces[0].Bound, p.Traces[1].Bound})
	require.Len(t, p.Traces[1].Context.Facts, 3)
}

// Contexts that name each other twice must not fill the memory.
func TestContextBomb(t *testing.T) {
	text := "tok : pred.\ncontext c0 = { tok, tok }.\n"
	for i := range 64 {
		text += fmt.Sprintf("context c%d = { c%d, c%d }.\n", i+1, i, i)
	}
	_, errs := load(text)
	require.Len(t, errs, 1)
	require.Contains(t, errs[0].Msg, "more than 1000000 facts")
}

func FuzzLoad(f *testing.F) {
	corpus, err := os.ReadFile("testdata/wrong.cep")
	require.NoError(f, err)
	for _, text := range strings.Split(string(corpus), "%---\n") {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		prog, errs := Load("p.cep", text)
		require.Equal(t, errs.Failed(), prog == nil)
		require.NoError(t, errs.Fprint(&bytes.Buffer{}, syntax.Style{}))
	})
}

// A term that is typed may hold texts, which have a type that no program declares.
func TestParseValueWithTexts(t *testing.T) {
	p, _ := Load("p.cep", []byte("t : type. say string t : t. quiet : t. heard t : pred."))
	require.NotNil(t, p)
	v, err := p.ParseValue(`say "good day" (say "" quiet)`, p.Types[0])
	require.NoError(t, err)
	require.Equal(t, `say "good day" (say "" quiet)`, v.String())
	_, err = p.ParseValue(`say quiet quiet`, p.Types[0])
	require.EqualError(t, err, "`quiet` is a t, but a string is needed here")
}
