package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program and the prose of most tests here.
const (
	play = `character : type. romeo : character. tybalt : character.
place : type. hall : place. room place : place.
at character place : pred. dry : pred. romeo-to : pred.
stage day = {
  go : at C L * dry -o at C (room L) * dry.
  at C' L -o at C' L.
}
leave : qui * stage day -o ().
context start = { at romeo hall, at tybalt hall, dry, romeo-to }
#trace _ day start.
`
	playProse = `---
title: romeo
characters:
  romeo: {name: romeo}
  "tybalt": Tybalt
places:
  hall: the hall
---
Of romeo, who can go.

## go (first time for C)
### {C} may go
{C.They} go{C.s} by {L}; go, romeo!
## go (if at C (room hall); unless stage day)
{C.Name} is at it.
## day/1
In {C’} we trust.
## character romeo (if dry)
{C}.
## stage day
{S}.
## ending tybalt
## leave (if romeo-to; if at romeo _)
`
)

// scene is a session with a program and the files beside it in a folder.
type scene struct {
	*session
	folder string
}

// staged writes files, and opens the one that ends in `.cep`.
func staged(t *testing.T, files map[string]string) scene {
	s := scene{begun(t, map[string]any{}), t.TempDir()}
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o600))
	}
	return s
}

func (s scene) uri(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(s.folder, name))}).String()
}

// show opens a text, which may differ from the file, and returns its diagnostics. Prose without a
// file for its program has none.
func (s scene) show(name, text string) (said publishParams) {
	params := openParams{}
	params.TextDocument.URI, params.TextDocument.Version, params.TextDocument.Text = s.uri(name), 1, text
	s.tell("textDocument/didOpen", params)
	if _, err := os.Stat(filepath.Join(s.folder, beside(name, programForm))); err == nil || !isProse(name) {
		said = s.published()
		require.Equal(s.t, s.uri(name), said.URI)
	}
	return said
}

// revise gives a text that is open another one.
func (s scene) revise(name, text string) {
	s.tell("textDocument/didChange", changeParams{documentParams{documentID{s.uri(name), 2}},
		[]contentChange{{Text: text}}})
}

// at returns the place in a text that words of it mark with ‸.
func (s scene) at(name, text, marked string) positionParams {
	before, _, _ := strings.Cut(marked, "‸")
	plain := strings.Replace(marked, "‸", "", 1)
	require.Equal(s.t, 1, strings.Count(text, plain), "%q is to be found once", plain)
	place := newText(text, utf16Units).position(strings.Index(text, plain) + len(before))
	return positionParams{documentParams{documentID{URI: s.uri(name)}}, place}
}

// renamed requests a renaming, and returns the files after it.
func (s scene) renamed(at positionParams, name string, files map[string]string) map[string]string {
	s.t.Helper()
	var edit workspaceEdit
	s.ask("textDocument/rename", renameParams{at, name}, &edit)
	after := make(map[string]string)
	for file, text := range files {
		after[file] = edited(text, edit.Changes[s.uri(file)])
		delete(edit.Changes, s.uri(file))
	}
	require.Empty(s.t, edit.Changes)
	return after
}

// In prose, too, a name leads to its declaration and to its other uses, and tells what it is.
func TestAskInProse(t *testing.T) {
	s := staged(t, map[string]string{"play.cep": play})
	s.show("play.md", playProse)
	for marked, want := range map[string]struct{ hover, definition, references string }{
		"## go‸ (first": {"go : … % a rule", "5:3-5", "cep 5:3-5 md 11:4-6 md 14:4-6"},
		"{‸C.Name}": {"C : character", "5:11-12",
			"cep 5:11-12 cep 5:27-28 md 11:23-24 md 12:6-7 md 13:2-3 md 13:13-14 md 14:14-15 md 15:2-3"},
		"## stage ‸day":    {"stage day", "4:7-10", "cep 4:7-10 cep 8:21-24 cep 10:10-13 md 14:42-45 md 20:10-13"},
		"## ‸day/1":        {"day/1 : … % a rule", "6:3-22", "md 16:4-9"},
		"ending ‸tybalt":   {"tybalt : character", "1:38-44", "cep 1:38-44 cep 9:37-43 md 5:4-10 md 22:11-17"},
		"‸In {":            {},
		"Of ‸romeo":        {},
		"  ‸romeo: {name":  {"romeo : character", "1:19-24", "cep 1:19-24 cep 9:22-27 md 4:3-8 md 18:14-19 md 23:30-35"},
		"title: ‸romeo":    {},
		"go, ‸romeo":       {},
		"## ‸character ro": {},
	} {
		at := s.at("play.md", playProse, marked)
		var told *hoverResult
		s.ask("textDocument/hover", at, &told)
		var declared *location
		s.ask("textDocument/definition", at, &declared)
		var uses []location
		params := referenceParams{positionParams: at}
		params.Context.IncludeDeclaration = true
		s.ask("textDocument/references", params, &uses)
		require.Equal(t, want.hover == "", told == nil, marked)
		require.Equal(t, want.definition == "", declared == nil, marked)
		if told != nil {
			require.True(t, strings.HasPrefix(told.Contents.Value, "```ceptre\n"+want.hover+"\n"), told.Contents.Value)
			require.Equal(t, location{s.uri("play.cep"), declared.Range}, *declared)
			require.Equal(t, want.definition, short(declared.Range), marked)
		}
		var places []string
		for _, u := range uses {
			places = append(places, u.URI[strings.LastIndexByte(u.URI, '.')+1:]+" "+short(u.Range))
		}
		require.Equal(t, want.references, strings.Join(places, " "), marked)
	}
	refusal := s.refused("textDocument/rename", renameParams{s.at("play.md", playProse, "## ‸day/1"), "x"})
	require.Contains(t, refusal.Message, "`day/1` is a rule without a name: give it one in the program first")
	refusal = s.refused("textDocument/rename", renameParams{s.at("play.md", playProse, "Of ‸romeo"), "x"})
	require.Contains(t, refusal.Message, "no name of the program stands here")
}

// Prose is not analysed as a program: it has no diagnostics of programs, and requests about
// programs have empty answers. It need not have a program beside it.
func TestProseIsNoProgram(t *testing.T) {
	s := staged(t, nil)
	s.show("play.md", playProse)
	s.show("empty.cep", "") // what was published before would come first
	at := s.at("play.md", playProse, "## ‸stage")
	for _, question := range []string{"hover", "definition", "prepareRename", "documentHighlight", "completion",
		"codeAction", "formatting", "documentSymbol"} {
		var answer any
		s.ask("textDocument/"+question, at, &answer)
		require.Nil(t, answer, question)
	}
}

// All spellings of an address name the same file. A text without a file has no prose beside it.
func TestFilePath(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a%20b/play.md":     "/a b/play.md",
		"file://localhost/play.md":  "/play.md",
		"file://server/a/play.md":   "//server/a/play.md",
		"untitled:play.md":          "",
		"vscode-vfs://host/play.md": "",
		"%":                         "",
	} {
		require.Equal(t, filepath.FromSlash(want), filePath(uri), uri)
	}
	require.Equal(t, "a b.md", fileName("file:///x/a%20b.md"))
	require.Equal(t, "file:///a.b/play.md", beside("file:///a.b/play.cep", ".md"))
}
