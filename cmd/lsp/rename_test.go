package lsp

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// edited returns a text after edits of it, which do not overlap.
func edited(src string, edits []textEdit) string {
	t := newText(src, utf16Units)
	slices.SortFunc(edits, func(a, b textEdit) int {
		return cmp.Compare(t.offset(b.Range.Start), t.offset(a.Range.Start))
	})
	for _, e := range edits {
		src = src[:t.offset(e.Range.Start)] + e.NewText + src[t.offset(e.Range.End):]
	}
	return src
}

// Every name can be replaced by one that is new, and back by the old one: the
// program is then as it was.
func TestRenameThereAndBack(t *testing.T) {
	names := newDocument(documentID{URI: uri}, newText(world, utf16Units)).Mentions
	require.Greater(t, len(names), 50)
	for i, m := range names {
		old := world[m.Start.Offset:m.End.Offset]
		name := "brand/new'"
		if syntax.IsVariable(old) {
			name = "Brand'"
		}
		s, _ := opened(t, world)
		at := newText(world, utf16Units).position(m.Start.Offset)
		params := renameParams{positionParams{documentParams{documentID{URI: uri}}, at}, name}
		if old == "string" {
			require.Contains(t, s.refused("textDocument/rename", params).Message, "built in")
			continue
		}
		var place *renamePlace
		s.ask("textDocument/prepareRename", params.positionParams, &place)
		require.Equal(t, old, place.Placeholder)
		var edit workspaceEdit
		s.ask("textDocument/rename", params, &edit)
		there := edited(world, edit.Changes[uri])
		require.NotEqual(t, world, there)
		require.Empty(t, s.change(2, contentChange{Text: there}).Diagnostics)

		again := newDocument(documentID{}, newText(there, utf16Units))
		params.Position = again.position(again.Mentions[i].Start.Offset)
		params.NewName = old
		s.ask("textDocument/rename", params, &edit)
		require.Equal(t, world, edited(there, edit.Changes[uri]))
	}
}

// Names that cannot be, or that would change what the program means, are refused
// with the reason.
func TestRenameRefused(t *testing.T) {
	s, _ := opened(t, world+"alone : pred.\n")
	for _, c := range []struct{ at, name, want string }{
		{"‸romeo : character", "stage", "cannot be a name"},
		{"‸romeo : character", "-o", "cannot be a name"},
		{"‸romeo : character", "", "cannot be a name"},
		{"‸romeo : character", "two words", "cannot be a name"},
		{"‸romeo : character", "a % b\nc", "cannot be a name"},
		{"‸romeo : character", "_", "cannot be a name"},
		{"‸romeo : character", "7up", "cannot be a name"},
		{"‸romeo : character", " romeo", "cannot be a name"},
		{"‸romeo : character", "Romeo", "would be a variable"},
		{"‸romeo : character", "tybalt", "there is a constant called `tybalt` already"},
		{"near ‸A B", "a", "would be a constant"},
		{"near ‸A B", "B", "there is a variable called `B` already"},
		{"near ‸C C'", "C’", "there is a variable called `C’` already"},
		{"‸nat : type", "character", "there is a type called `character` already"},
		{"‸nat : type", "pred", "cannot be a name"},
		{"‸nat : type", "bwd", "something else"},
		{"‸at character", "near", "there is a predicate called `near` already"},
		{"‸at character", "qui", "something else"},
		{"stage ‸day =", "night", "there is a stage called `night` already"},
		{"‸go :", "fall", "there is a rule called `fall` already"},
		{"context ‸extra", "start", "there is a context called `start` already"},
		{"context ‸extra", "alone", "something else"},
		{"hear ‸string", "text", "built in"},
		{"‸#sensor", "x", "no name of the program stands here"},
	} {
		refusal := s.refused("textDocument/rename", renameParams{in(t, c.at), c.name})
		require.Equal(t, requestFailed, refusal.Code)
		require.Contains(t, refusal.Message, c.want, "%s to %s", c.at, c.name)
	}
	require.Equal(t, requestFailed, s.refused("textDocument/prepareRename", in(t, "hear ‸string")).Code)
	var nothing any
	s.ask("textDocument/prepareRename", in(t, "‸#sensor"), &nothing)
	require.Nil(t, nothing)
}

// Names of different kinds, and variables of different rules, do not meet.
func TestRenameBesideOthers(t *testing.T) {
	s, _ := opened(t, world)
	for at, name := range map[string]string{
		"‸romeo : character": "night", "at ‸C * C <>": "C'", "stage ‸day =": "romeo", "‸nat : type": "at",
		"‸at character": "romeo",
		"near/there‸ :": "go", "near ‸A B": "A",
	} {
		var edit workspaceEdit
		s.ask("textDocument/rename", renameParams{in(t, at), name}, &edit)
		require.NotEmpty(t, edit.Changes[uri])
	}
}

// Editors that keep versions get the one that the edits are for.
func TestRenameVersions(t *testing.T) {
	s := begun(t, map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}}})
	program, at := cut("‸tok : pred. go : tok -o tok.")
	s.open(program)
	s.change(7, contentChange{Text: program})
	var edit workspaceEdit
	s.ask("textDocument/rename", renameParams{at, "coin"}, &edit)
	require.Nil(t, edit.Changes)
	version := 7
	require.Equal(t, versionedID{uri, &version}, edit.DocumentChanges[0].TextDocument)
	require.Equal(t, "coin : pred. go : coin -o coin.", edited(program, edit.DocumentChanges[0].Edits))
}

// A program that is wrong can be renamed in, if no name could be overlooked.
func TestRenameInWrong(t *testing.T) {
	const right = "tok : pred. go : tok -o tok.\n"
	for wrong, renamed := range map[string]bool{
		"in : tok -o other.":                  true,
		"in : other -o tok.":                  true,
		"in : tok 1 -o tok.":                  true,
		"nat : other. x : nat -> tok.":        true,
		"in : tok -o tok -o.":                 false,
		"in : tok -o":                         false,
		"other : pred. in : other tok -o ().": false,
	} {
		s, at := opened(t, "‸"+right+wrong)
		if !renamed {
			require.Contains(t, s.refused("textDocument/rename", renameParams{at, "coin"}).Message, "put right", wrong)
			continue
		}
		var edit workspaceEdit
		s.ask("textDocument/rename", renameParams{at, "coin"}, &edit)
		require.Equal(t, strings.ReplaceAll(right+wrong, "tok", "coin"), edited(right+wrong, edit.Changes[uri]))
	}
}
