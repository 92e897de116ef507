package prose

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// found returns the names of a text as `sense name[@rule]=written text`, and the unclear places.
func found(t *testing.T, text string, rules ...string) (names, unclear []string) {
	t.Helper()
	got, err := FindNames("v.md", []byte(text), labelsOf(rules...))
	require.NoError(t, err)
	text = strings.TrimPrefix(text, "\ufeff")
	senses := []string{"rule", "stage", "constant", "character", "predicate", "variable"}
	for _, n := range got.Namings {
		name := senses[n.Sense] + " " + n.Name
		if n.Rule != "" {
			name += "@" + n.Rule
		}
		if written := text[n.Start:n.End]; written != n.Name {
			name += "=" + written
		}
		names = append(names, name)
	}
	for _, s := range got.Unclear {
		unclear = append(unclear, text[s.Start:s.End])
	}
	return names, unclear
}

// All that names something is found: in the front matter, in headings, in their conditions,
// and in braces; and nothing else.
func TestFindNames(t *testing.T) {
	for _, c := range []struct {
		text, want string
		rules      string
	}{
		{text: "", want: ""},
		{text: "about go and {C}\n# go", want: ""},
		{text: "## go", want: "rule go"},
		{text: "\ufeff## go", want: "rule go"},
		{text: "go\n--", want: "rule go"},
		{text: "  ##  go  ##", want: "rule go"},
		{text: "> ## go\n\n- ## go\n\n### go\n\n<!-- ## go -->\n\n    ## go\n", want: ""},
		{text: "## go (first time)\n## go (at random; in turn)", want: "rule go|rule go"},
		{text: "## go (later times for C  C')", want: "rule go|variable C@go|variable C'@go"},
		{text: "## go (if at C’ (cup N) \"at x\" 2 _; unless dry; if not !at  C)",
			want: "rule go|predicate at|variable C'@go=C’|constant cup|variable N@go|predicate dry|predicate at|variable C@go"},
		{text: "## scene\n## scene in hall\n{L}", want: "constant hall"},
		{text: "## scene go with romeo,  ann in hall (first time)\n{C}",
			want:  "rule go|character romeo|character ann|constant hall|variable C@go",
			rules: "go"},
		{text: "## scene with ann, anna", want: "character ann|character anna"},
		{text: "## fact at C (cup hall)\n{C}", want: "predicate at|constant cup|constant hall"},
		{text: "## go (if stage day)", want: "rule go|stage day"},
		{text: "## go (if ((at) (C)))", want: "rule go|predicate at|variable C@go"},
		{text: "## go (if at\u00a0romeo)", want: "rule go|predicate at|constant romeo"},
		{text: "## character romeo (if at C cup)\n{C}", want: "character romeo|predicate at|constant cup"},
		{text: "## place  lace\n{L}\n## stage day\n{S}\n## beginning\n{C}\n## ending romeo",
			want: "constant lace|stage day|character romeo"},
		{text: "## beginning\n## character romeo\n{C}", rules: "beginning", want: "rule beginning|character romeo"},
		{text: "## go\n### A {C}\n*{ C’.they }* `{D}` \\{E}\n\n- {C.s}",
			want: "rule go|variable C@go|variable C'@go=C’|variable C@go"},
		{text: "---\ntitle: romeo\ncharacters:\n  romeo: {name: romeo}\n  'tybalt': x\nplaces: {\"hall\": hall}\nnames:\n  " +
			"é: cup\n  cup: at\n---\n",
			want: "character romeo|character tybalt|constant hall|constant é|constant cup"},
		{text: "Title\n:: go 1\n<1> goes. || {C}\n% :: not\n:: initial 0\nromeo\n", want: "rule go"},
		{text: ":: initial 0\nromeo\n", rules: "initial", want: "rule initial"},
	} {
		names, unclear := found(t, c.text, strings.Fields(c.rules)...)
		require.Equal(t, c.want, strings.Join(names, "|"), c.text)
		require.Empty(t, unclear, c.text)
	}
}

// Text that cannot be read may contain names.
func TestFindNamesUnclear(t *testing.T) {
	for text, want := range map[string]string{
		"## go (if at C":                         "go (if at C",
		"## go home":                             "go home",
		"## go (when at; first time)":            "when at; first time)",
		"## go (if (at C)\nx":                    "if (at C)",
		"## character romeo montague":            "character romeo montague",
		"## go\n{C":                              "{C",
		"## go\na {C C} b\nc":                    "{C C} b",
		"---\nlanguage: ?\n---\nromeo":           "---\nlanguage: ?\n---\n",
		"---\nromeo":                             "---\nromeo",
		"---\nnames:\n  \"r\\u006fmeo\": x\n---": "r\\u006fmeo\": x",
		"---\nnames:\n  &a romeo: x\n---":        "&a romeo: x",
	} {
		_, unclear := found(t, text)
		require.Equal(t, []string{want}, unclear, fmt.Sprintf("%q", text))
	}
	_, err := FindNames("v.md", []byte("a\xffb"), labelsOf())
	require.EqualError(t, err, "v.md:1:2: the text is not UTF-8")
}

// Whatever a text is, its names are where they are said to be, one behind the other, and
// none of its sections has a variable or a condition that is passed over.
func FuzzFindNames(f *testing.F) {
	for _, file := range []string{"prose.txtar", "script.txtar"} {
		ar, err := txtar.ParseFile(filepath.Join("testdata", file))
		require.NoError(f, err)
		for _, file := range ar.Files {
			f.Add(file.Data)
		}
	}
	f.Add([]byte(sitetest.Prose))
	f.Add([]byte("## r (if at C' (cup \"x\" 2 _); later times for C  D)\r\n\r\n\t{C}\r\n\r\n* a\r\n\r\n  { C’.they }\r\n"))
	f.Add([]byte("---\nnames: {'a': b, \"c\": d}\n---\nr (if a;\n  unless b)\n---\n> {C}\n> {C\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		names, err := FindNames("p.md", src, labelsOf())
		if err != nil {
			return
		}
		r, err := read("p.md", src, Options{})
		require.NoError(t, err)
		end := 0
		for _, n := range names.Namings {
			require.LessOrEqual(t, end, n.Start)
			require.Less(t, n.Start, n.End)
			end = n.End
			if written := string(r.text[n.Start:n.End]); written != n.Name {
				require.Equal(t, VariableName(written), n.Name)
			}
		}
		for _, s := range r.sections {
			requireFound(t, names, s)
		}
	})
}

// requireFound checks that all that a section names is among the names, or is not clear.
func requireFound(t *testing.T, names Names, s *section) {
	var want []string
	for _, v := range s.vars {
		want = append(want, v.name)
	}
	for _, c := range s.when.facts {
		for _, fact := range c.Facts {
			want = append(want, variablesOf(fact.Args)...)
			if fact.Head != trace.StagePred {
				want = append(want, fact.Head)
			}
		}
	}
	for _, name := range want {
		isNumber := strings.Trim(name, "0123456789") == ""
		found := slices.ContainsFunc(names.Namings, func(n Naming) bool { return n.Name == name })
		require.True(t, s.special.Kind != Rule || isNumber || found || len(names.Unclear) > 0, name)
	}
}

// labelsOf returns the set of rules that only their names tell apart.
func labelsOf(rules ...string) *label.Set {
	var keys []label.Key
	for _, name := range rules {
		keys = append(keys, label.Key{Name: name, Variant: 1})
	}
	return label.NewSet(keys)
}
