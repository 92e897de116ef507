package fonts

import (
	"encoding/binary"
	"flag"
	"os"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var update = flag.Bool("update", false, "rewrite the tables of widths")

// The tables say of every letter what the fonts say.
func TestTables(t *testing.T) {
	for name, f := range map[string]*Font{"sans": sans, "mono": mono, "serif": serif} {
		spans := measured(t, f)
		if *update {
			require.NoError(t, os.WriteFile(name+".widths", encode(spans), 0o644))
			continue
		}
		require.Equal(t, spans, f.widths(), "go test ./render/fonts -run Tables -update writes them anew")
	}
}

// measured asks a font how wide all letters are.
func measured(t *testing.T, f *Font) []span {
	face, err := sfnt.Parse(f.TTF())
	require.NoError(t, err)
	require.EqualValues(t, perEm, face.UnitsPerEm())
	var b sfnt.Buffer
	var spans []span
	for r := range rune(unicode.MaxRune + 1) {
		index, err := face.GlyphIndex(&b, r)
		require.NoError(t, err)
		if index == 0 {
			continue
		}
		width, err := face.GlyphAdvance(&b, index, fixed.Int26_6(perEm), font.HintingNone)
		require.NoError(t, err)
		if n := len(spans); n > 0 && spans[n-1].last == r-1 && spans[n-1].width == int(width) {
			spans[n-1].last = r
			continue
		}
		spans = append(spans, span{r, r, int(width)})
	}
	return spans
}

// encode is the inverse of parse.
func encode(spans []span) []byte {
	var table []byte
	next := rune(0)
	for _, s := range spans {
		for _, n := range []int{int(s.first - next), int(s.last - s.first), s.width} {
			table = binary.AppendUvarint(table, uint64(n))
		}
		next = s.last + 1
	}
	return table
}
