package assist

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

const blocks = `%% The blocks
block : type.   % wooden
a : block.
on block block : pred.
clear block : pred.
stage s = {
  % from one to another
  move : on X Y * $clear X * clear Z * X <> Z -o on X Z * clear Y.
}
#never up : on X Y * clear Y.
`

// marked returns a text without the mark ‸, and where it stood.
func marked(t *testing.T, text string) (*Text, int) {
	before, after, ok := strings.Cut(text, "‸")
	require.True(t, ok)
	return New("play.cep", before+after), len(before)
}

func TestHover(t *testing.T) {
	for at, want := range map[string]string{
		"‸block : type.": "block : type\n\n1 constant\n\nThe blocks\nwooden",
		"mo‸ve :":        "move : … % a rule\n\nfrom one to another",
		"$clear ‸X":      "X : block",
		"‸#never":        "#never up : on X Y * clear Y.\n\nNo state has `on X Y` and `clear Y` together.",
	} {
		text, offset := marked(t, strings.Replace(blocks, strings.Replace(at, "‸", "", 1), at, 1))
		h := text.Hover(offset)
		require.NotNil(t, h, at)
		require.Equal(t, want, h.String())
		require.LessOrEqual(t, h.From, offset)
		require.LessOrEqual(t, offset, h.To)
	}
	text, offset := marked(t, "‸ "+blocks)
	require.Nil(t, text.Hover(offset))
}

func TestComplete(t *testing.T) {
	text, offset := marked(t, strings.Replace(blocks, "$clear X", "$cl‸ear X", 1))
	require.Equal(t, []Completion{
		{offset - 2, offset, "on", Predicate, "on block block : pred"},
		{offset - 2, offset, "clear", Predicate, "clear block : pred"},
	}, text.Complete(offset))
	text, offset = marked(t, blocks+"% on ‸")
	require.Empty(t, text.Complete(offset))
	require.Equal(t, []Completion{{8, 8, "a", Constant, "a : block"}}, text.Arguments("on mary "))
}

func TestRename(t *testing.T) {
	text := New("play.cep", blocks)
	m := text.At(strings.Index(blocks, "clear"))
	r, err := text.Rename(m.Of, "free")
	require.NoError(t, err)
	require.Len(t, r.Places, 5)
	require.Equal(t, strings.ReplaceAll(blocks, "clear", "free"), r.Text.Src)
	_, err = text.Rename(m.Of, "on")
	require.EqualError(t, err, "there is a predicate called `on` already")
	_, err = text.Rename(m.Of, "two words")
	require.ErrorContains(t, err, "cannot be a name")
}

// A thing of an example can be renamed, and renamed back to the same bytes. Every sixth thing is tried.
func TestRenameThereAndBack(t *testing.T) {
	names, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		program, err := examples.FS.ReadFile(name)
		require.NoError(t, err)
		src := string(program)
		text := New(name, src)
		seen := make(map[any]bool)
		for i, m := range text.Mentions {
			if seen[m.Of] || text.Declaration(m.Of) == nil {
				continue
			}
			seen[m.Of] = true
			if len(seen)%6 != 0 {
				continue
			}
			brand := "brand/new'"
			if syntax.IsVariable(text.Spelled(&m)) {
				brand = "Brand'"
			}
			there, err := text.Rename(m.Of, brand)
			require.NoError(t, err)
			back, err := there.Text.Rename(there.Text.Mentions[i].Of, text.Spelled(&m))
			require.NoError(t, err)
			require.Equal(t, src, back.Text.Src)
		}
	}
}
