package edit

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// eachExample calls f with the name and the text of each example.
func eachExample(t *testing.T, f func(name, text string)) {
	names, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := examples.FS.ReadFile(name)
		require.NoError(t, err)
		f(name, string(text))
	}
}

// wording matches errors: they begin with a small letter, unless with a name, and have no full stop.
const wording = `(?s)^([A-Z_]+ |[^A-Z]).*[^.]$`

func TestRename(t *testing.T) {
	const program = "b : type.\na : b.\non b b : pred.\nfar b : bwd.\nfar X <- far X.\n" +
		"stage s = {\n  on X Y * far X -o on Y X.\n  go : on X X -o ().\n}\n#never on X X.\n#never in s : on X X.\n"
	for _, test := range []struct {
		edit         Edit
		line, wanted string // empty where the edit is refused
	}{
		{Edit{At: "0", Name: "block"}, "on b b : pred.", "on block block : pred."},
		{Edit{At: "1", Name: "table"}, "a : b.", "table : b."},
		{Edit{At: "2", Name: "at"}, "on X Y * far X -o on Y X.", "at X Y * far X -o at Y X."},
		{Edit{At: "4", Name: "again"}, "far X <- far X.", "again : far X <- far X."},
		{Edit{At: "5", Name: "t"}, "stage s = {", "stage t = {"},
		{Edit{At: "5", Name: "t"}, "#never in s : on X X.", "#never in t : on X X."},
		{Edit{At: "5/0", Name: "turn"}, "  on X Y", "  turn : on X Y"},
		{Edit{At: "5/0", Name: "go"}, "  on X Y", "  go : on X Y"},
		{Edit{At: "5/1", Name: "go/home"}, "  go : on", "  go/home : on"},
		{Edit{At: "5/0", Var: "X", Name: "Up"}, "on X Y * far X -o on Y X.", "on Up Y * far Up -o on Y Up."},
		{Edit{At: "5/0/l0/1", Var: "X", Name: "Up"}, "on X Y * far X -o on Y X.", "on Up Y * far Up -o on Y Up."},
		{Edit{At: "6", Name: "self"}, "#never on X X.", "#never self : on X X."},
		{Edit{At: "7", Name: "self"}, "#never in s : on X X.", "#never self in s : on X X."},
		{Edit{At: "2", Name: "far"}, "", ""},
		{Edit{At: "2", Name: "two words"}, "", ""},
		{Edit{At: "2", Name: ""}, "", ""},
		{Edit{At: "1", Name: "A"}, "", ""},
		{Edit{At: "5/0", Var: "X", Name: "Y"}, "", ""},
		{Edit{At: "5/0", Var: "X", Name: "x"}, "", ""},
		{Edit{At: "5/0", Var: "Z", Name: "Y"}, "", ""},
		{Edit{At: "2/0", Name: "x"}, "", ""},
		{Edit{At: "9", Name: "x"}, "", ""},
	} {
		test.edit.Do = "rename"
		got, err := applied("t.cep", program, test.edit)
		if test.wanted == "" {
			require.Error(t, err, "%+v", test.edit)
			require.Regexp(t, wording, err.Error())
			continue
		}
		require.NoError(t, err, "%+v", test.edit)
		require.Contains(t, program, test.line)
		require.Contains(t, got.Text, test.wanted, "%+v", test.edit)
	}
}

// Each declaration and variable of the examples can be renamed, and renamed back to the same bytes: the new name is
// longer than all, so that columns show that they are some. About every thirtieth is tried.
func TestRenameThereAndBack(t *testing.T) {
	tried := 0
	eachExample(t, func(name, text string) {
		a := lang.Analyse(name, []byte(text))
		root, _ := outline.Locate(a.File, "")
		var edits []Edit
		for _, n := range root.Parts("") {
			if old := declaredName(n); old != nil {
				edits = append(edits, Edit{At: n.Path, Name: old.Text})
			}
			for _, r := range append(n.Parts(""), n) {
				if isRule(r) && r.Rule.Name != nil {
					edits = append(edits, Edit{At: r.Path, Name: r.Rule.Name.Text})
				}
				seen := make(map[string]bool)
				for _, m := range a.Mentions {
					v, ok := m.Of.(*lang.Var)
					if isRule(r) && ok && !seen[v.Name] && r.Start.Offset <= m.Start.Offset && m.Start.Offset < r.End.Offset {
						seen[v.Name] = true
						edits = append(edits, Edit{At: r.Path, Name: v.Name, Var: "Brand'"})
					}
				}
			}
		}
		for i := tried % 31; i < len(edits); i += 31 {
			back := edits[i]
			back.Do = "rename"
			there := back
			there.Name = "brand/new/and/longer/than/all'"
			if back.Var != "" {
				there.Var, there.Name = back.Name, back.Var
			}
			got, err := applied(name, text, there)
			require.NoError(t, err, "%s: %+v", name, there)
			require.NotEqual(t, text, got.Text)
			require.Equal(t, there.At, got.Focus)
			again, err := applied(name, got.Text, back)
			require.NoError(t, err, "%s: %+v", name, back)
			require.Equal(t, text, again.Text, fmt.Sprintf("%s: %+v", name, there))
		}
		tried++
	})
}

// Renamed and renamed back, whatever the names are, a text has the same bytes: in the layout of all programs, with
// colons and comments in columns or without, and in a layout of its own.
func TestRenameThereAndBackInColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		aligned, own := rapid.Bool().Draw(t, "aligned"), rapid.Bool().Draw(t, "own layout")
		names := []string{"x", "xxx", "pred", "type", "bwd"}
		name := func(label string) string {
			return rapid.StringMatching(`[a-z]{1,9}`).Filter(func(s string) bool {
				return !slices.Contains(names, s)
			}).Draw(t, label)
		}
		// The first paragraph has columns that no rename changes, so the author's habit shows.
		lines := []string{"", "x : pred.", "xxx : pred.", ""}
		if aligned {
			lines[1] = "x   : pred."
		}
		for range rapid.IntRange(1, 3).Draw(t, "paragraphs") {
			var heads, notes []string
			for range rapid.IntRange(1, 5).Draw(t, "lines") {
				names = append(names, name("name"))
				heads = append(heads, names[len(names)-1])
				notes = append(notes, "")
				if aligned && rapid.Bool().Draw(t, "comment") {
					notes[len(notes)-1] = "% note"
				}
			}
			width := 0
			for _, h := range heads {
				width = max(width, len(h))
			}
			for i, h := range heads {
				pad := 0
				if aligned {
					pad = width - len(h)
				}
				lines = append(lines, strings.TrimRight(h+strings.Repeat(" ", pad)+" : pred.  "+notes[i], " "))
			}
			lines = append(lines, "")
		}
		text := strings.Join(lines[1:], "\n")
		if own {
			text += "\n\n\n"
		}
		source := &syntax.Source{Name: "p.cep", Text: []byte(text)}
		laidOut, _, _ := syntax.Format(source)
		require.Equal(t, !own, string(laidOut) == text, text)
		i := rapid.IntRange(5, len(names)-1).Draw(t, "renamed") // of the names that are drawn
		at := fmt.Sprint(i - 3)
		there, err := applied("p.cep", text, Edit{Do: "rename", At: at, Name: name("new name")})
		require.NoError(t, err)
		back, err := applied("p.cep", there.Text, Edit{Do: "rename", At: at, Name: names[i]})
		require.NoError(t, err)
		require.Equal(t, text, back.Text, there.Text)
	})
}
