package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// replaced returns a text with some words in the place of others, each of which it has once.
func replaced(t *testing.T, text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		require.Equal(t, 1, strings.Count(text, pairs[i]), "%q is to be found once", pairs[i])
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

// Renaming changes the name in the program and at each mention in the prose, and nothing else. It
// can be requested in the program or in the prose.
func TestRenameInProse(t *testing.T) {
	for _, c := range []struct {
		at, prose string // in the program, and in the prose; empty where that does not name it
		name      string
		want      []string // pairs of words of the prose and their replacements
	}{
		{"  ‸go :", "## go‸ (first", "walk", []string{"## go (first", "## walk (first", "## go (if", "## walk (if"}},
		{"‸leave :", "## ‸leave", "part", []string{"## leave", "## part"}},
		{"at ‸C L *", "{‸C.They}", "Who", []string{"for C)", "for Who)", "{C} may", "{Who} may", "{C.They}", "{Who.They}",
			"go{C.s}", "go{Who.s}",
			"at C (", "at Who (", "{C.Name}", "{Who.Name}"}},
		{"at ‸C' L -o", "{‸C’}", "C''", []string{"{C’}", "{C''}"}},
		{"‸at character", "if ‸at C", "near", []string{"if at C", "if near C", "if at romeo", "if near romeo"}},
		{"‸dry : pred", "if dr‸y)", "dry’", []string{"if dry)", "if dry')"}},
		{"‸romeo : c", "  ‸romeo:", "paris",
			[]string{"  romeo:", "  paris:", "character romeo", "character paris", "at romeo _", "at paris _"}},
		{"‸tybalt : c", "ending ‸tybalt", "paris", []string{`"tybalt"`, `"paris"`, "ending tybalt", "ending paris"}},
		{"‸hall : p", "room ‸hall", "attic", []string{"  hall:", "  attic:", "room hall", "room attic"}},
		{"‸room place", "(‸room", "door", []string{"(room", "(door"}},
		{"‸romeo-to : p", "if ‸romeo-to", "wet", []string{"if romeo-to", "if wet"}},
		{"stage ‸day =", "## stage ‸day", "noon",
			[]string{"unless stage day", "unless stage noon", "day/1", "noon/1", "## stage day", "## stage noon"}},
		{"‸place : t", "", "room", nil},
		{"context ‸start", "", "go", nil},
	} {
		files := map[string]string{"play.cep": play, "play.md": playProse}
		s := staged(t, files)
		s.show("play.cep", play)
		after := s.renamed(s.at("play.cep", play, c.at), c.name, files)
		require.Equal(t, replaced(t, playProse, c.want...), after["play.md"], c.at)
		require.Contains(t, after["play.cep"], c.name)
		require.NotEqual(t, play, after["play.cep"])
		if c.prose != "" {
			s.show("play.md", playProse)
			require.Equal(t, after, s.renamed(s.at("play.md", playProse, c.prose), c.name, files), c.prose)
			var place renamePlace
			s.ask("textDocument/prepareRename", s.at("play.md", playProse, c.prose), &place)
			text := newText(playProse, utf16Units)
			require.Equal(t, place.Placeholder, playProse[text.offset(place.Range.Start):text.offset(place.Range.End)])
		}
	}
}

// Whatever the program declares, a name for it and back gives the bytes that were there.
func TestRenameInProseThereAndBack(t *testing.T) {
	for _, m := range newDocument(documentID{URI: uri}, newText(play, utf16Units)).Mentions {
		old := play[m.Start.Offset:m.End.Offset]
		name := "brand/new'"
		if syntax.IsVariable(old) {
			name = "Brand'"
		}
		files := map[string]string{"play.cep": play, "play.md": strings.ReplaceAll(playProse, "’", "'")}
		s := staged(t, files)
		s.show("play.cep", play)
		at := newText(play, utf16Units).position(m.Start.Offset)
		there := s.renamed(positionParams{documentParams{documentID{URI: s.uri("play.cep")}}, at}, name, files)

		s = staged(t, there)
		s.show("play.cep", there["play.cep"])
		at = newText(there["play.cep"], utf16Units).position(strings.Index(there["play.cep"], name))
		require.Equal(t, files, s.renamed(positionParams{documentParams{documentID{URI: s.uri("play.cep")}}, at}, old, there),
			old)
	}
}

// Where it is not certain what the prose names, or what it would say with the new name,
// nothing is changed, and the message says why.
func TestRenameInProseRefused(t *testing.T) {
	const program = "go : tok -o tok. tok : pred. mo : pred. char : type. mo : char.\n"
	for _, c := range []struct{ at, name, more, prose, want string }{
		{"‸go :", "walk", "", "## go (if tok\n",
			"`play.md`, line 1: this cannot be read, and may name `go`; put it right first"},
		{"‸tok :", "coin", "", "## go (when tok)\n", "line 1: this cannot be read, and may name `tok`"},
		{"‸go :", "walk", "", "---\nnames: {\n  go\n---\n## go\n", "line 3: this cannot be read"},
		{"‸tok :", "coin", "", "---\nnames: {'tok': [\n---\n", "line 2: this cannot be read, and may name `tok`"},
		{"‸mo : pred", "curly", "", "## character mo\n", "line 1: `mo` may be a constant or a predicate there"},
		{"‸go :", "walk", "", "## go\n## walk\n", "line 2: `walk` is named there already"},
		{"‸go :", "beginning", "", "## beginning\n", "with the name `beginning`, `play.md` would say something else"},
		{"‸go :", "walk", "", "\xff", "`play.md` is not UTF-8"},
		{"‸go :", "walk", "in : other -o tok.", "Text.\n## go\n",
			"line 2: `go` is named there; first put right what is wrong with the program"},
		{"‸go :", "walk", "in : other -o tok.", "## walk\n", "line 1: `walk` is named there"},
		{"stage ‸day", "noon", "stage day = { other -o tok. }", "## day/1\n", "line 1: `day/1` is named there"},
		{"‸go :", "walk", "in : other -o tok.", "## go (for ever)\n", "line 1: `go` is named there"},
	} {
		s := staged(t, map[string]string{"play.md": c.prose})
		s.show("play.cep", program+c.more)
		refusal := s.refused("textDocument/rename", renameParams{s.at("play.cep", program+c.more, c.at), c.name})
		require.Equal(t, requestFailed, refusal.Code)
		require.Contains(t, refusal.Message, c.want, c.prose)
	}
}

// Certain places are changed though others are unclear.
func TestRenameBesideUnclearProse(t *testing.T) {
	const program = "go : tok -o tok. tok : pred. mo : pred. char : type. mo : char.\n"
	for _, c := range []struct{ at, name, more, prose, want string }{
		{"‸go :", "walk", "", "## goes (if\n## go (if\u00a0mo)\n", "## goes (if\n## walk (if\u00a0mo)\n"},
		{"‸go :", "walk", "", "---\ntitle: [\n---\n## go\n", "---\ntitle: [\n---\n## walk\n"},
		{"‸mo : pred", "curly", "", "## go (if mo)\n## place mo\n", "## go (if curly)\n## place mo\n"},
		{"‸go :", "walk", "", "## walk\n## tok\n", "## walk\n## tok\n"}, // by hand, before
		{"‸go :", "walk", "in : other -o tok.", "## in\n## tok (if tok)\n", "## in\n## tok (if tok)\n"},
		{"‸go :", "walk", "in : other -o tok.", "## in\n{go}\n", "## in\n{go}\n"},
		{"‸char : type", "kind", "in : other -o tok.", "## char\n", "## char\n"},
		{"‸mo : char", "em", "", "---\nlanguage: 7\nnames: {mo: x}\n---\n", "---\nlanguage: 7\nnames: {em: x}\n---\n"},
		{"‸in : char", "out", "in : char.", "## beginning in\n", "## beginning out\n"},
		{"‸go :", "walk", "", "\r\n## go (first time)\r\n{C}\r\n", "\r\n## walk (first time)\r\n{C}\r\n"},
		{"‸go :", "walk", "", "é𝔸\n:: go 1\n𝔸<1> || go\n", "é𝔸\n:: walk 1\n𝔸<1> || go\n"},
	} {
		files := map[string]string{"play.md": c.prose}
		s := staged(t, files)
		s.show("play.cep", program+c.more)
		var edit workspaceEdit
		s.ask("textDocument/rename", renameParams{s.at("play.cep", program+c.more, c.at), c.name}, &edit)
		require.Equal(t, c.want, edited(c.prose, edit.Changes[s.uri("play.md")]))
	}
}

// All that lies beside the program is changed, as the editor has it or else as the files do;
// the one that is not open has no version.
func TestRenameInOpenProse(t *testing.T) {
	const program = "‸go : tok -o tok. tok : pred."
	files := map[string]string{"play.md": "\ufeff## go\n", "play.scenes": ":: go 1\n", "other.md": "## go\n"}
	s := staged(t, files)
	s.client.Close()
	s.session = begun(t,
		map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}}})
	text, at := cut(program)
	at.TextDocument.URI = s.uri("play.cep")
	s.show("play.cep", text)
	rename := func() []documentEdit {
		var edit workspaceEdit
		s.ask("textDocument/rename", renameParams{at, "walk"}, &edit)
		return edit.DocumentChanges
	}
	first, one, two := 1, 1, 2
	found := func(line int) []textEdit {
		return []textEdit{{textRange{position{line, 3}, position{line, 5}}, "walk"}}
	}
	ofProgram := documentEdit{versionedID{s.uri("play.cep"), &first},
		[]textEdit{{textRange{position{0, 0}, position{0, 2}}, "walk"}}}
	ofScenes := documentEdit{versionedID{s.uri("play.scenes"), nil}, found(0)}
	require.Equal(t, []documentEdit{ofProgram, {versionedID{s.uri("play.md"), nil}, found(0)}, ofScenes}, rename())

	s.show("play.md", "New.\n## go\n")
	require.Equal(t, []documentEdit{ofProgram, {versionedID{s.uri("play.md"), &one}, found(1)}, ofScenes}, rename())

	s.tell("textDocument/didChange", changeParams{documentParams{documentID{s.uri("play.md"), 2}},
		[]contentChange{{&textRange{position{0, 0}, position{0, 0}}, "\n\n"}}})
	require.Equal(t, []documentEdit{ofProgram, {versionedID{s.uri("play.md"), &two}, found(3)}, ofScenes}, rename())

	s.tell("textDocument/didChange", changeParams{documentParams{documentID{s.uri("play.md"), 3}},
		[]contentChange{{Text: "## nothing\n"}}})
	require.Equal(t, []documentEdit{ofProgram, ofScenes}, rename())

	s.tell("textDocument/didClose", documentParams{documentID{URI: s.uri("play.md")}})
	require.Equal(t, s.uri("play.md"), s.published().URI)
	require.Equal(t, []documentEdit{ofProgram, {versionedID{s.uri("play.md"), nil}, found(0)}, ofScenes}, rename())
}

// A byte order mark that the editor counts is counted here, too.
func TestRenameBehindByteOrderMark(t *testing.T) {
	const program, text = "go : tok -o tok. tok : pred.", "\ufeff## go\n"
	s := staged(t, map[string]string{"play.cep": program})
	s.show("play.cep", program)
	s.show("play.md", text)
	files := map[string]string{"play.cep": program, "play.md": text}
	want := map[string]string{"play.cep": "walk : tok -o tok. tok : pred.", "play.md": "\ufeff## walk\n"}
	require.Equal(t, want, s.renamed(s.at("play.md", text, "## ‸go"), "walk", files))
}

// A program of which the prose cannot be read keeps its names.
func TestRenameBesideFolder(t *testing.T) {
	const program = "go : tok -o tok. tok : pred."
	s := staged(t, nil)
	require.NoError(t, os.Mkdir(filepath.Join(s.folder, "play.md"), 0o700))
	s.show("play.cep", program)
	refusal := s.refused("textDocument/rename", renameParams{s.at("play.cep", program, "‸go"), "walk"})
	require.Contains(t, refusal.Message, "cannot read `play.md`: ")
	require.NotContains(t, refusal.Message, s.folder)
}
