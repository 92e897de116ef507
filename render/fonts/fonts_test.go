package fonts

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"pgregory.net/rapid"
)

func all() []*Font {
	return []*Font{Like("sans-serif"), Like("serif"), Like("monospace")}
}

func TestLike(t *testing.T) {
	for families, want := range map[string]string{
		"":                                      "DejaVu Sans",
		"Verdana, serif":                        "DejaVu Sans",
		"sans-serif":                            "DejaVu Sans",
		`"Noto Sans Serif", serif`:              "DejaVu Sans",
		"DejaVu Sans":                           "DejaVu Sans",
		"Noto Serif, sans-serif":                "DejaVu Serif",
		"SERIF":                                 "DejaVu Serif",
		"DejaVu Sans Mono, monospace":           "DejaVu Sans Mono",
		"'Courier New', serif":                  "DejaVu Sans Mono",
		"ui-monospace":                          "DejaVu Sans Mono",
		"Georgia, 'Times New Roman', monospace": "DejaVu Sans",
	} {
		require.Equal(t, want, Like(families).Name, families)
	}
}

// widthOf sums what the font says of each letter, at a large size.
func widthOf(t *rapid.T, face font.Face, text string) float64 {
	sum := 0.0
	for _, r := range text {
		advance, ok := face.GlyphAdvance(r)
		require.True(t, ok)
		sum += float64(advance) / 64 / 1000
	}
	return sum
}

// Letters that a font has are as wide as it says.
func TestWidth(t *testing.T) {
	letters := rapid.StringOf(rapid.RuneFrom([]rune("abcdefghijklmnopqrstuvwxyzABCXYZ 0123456789_-/'!\"<>&éßñΩжЯ×…")))
	for _, f := range all() {
		parsed, err := opentype.Parse(f.TTF())
		require.NoError(t, err)
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 1000, DPI: 72})
		require.NoError(t, err)
		rapid.Check(t, func(t *rapid.T) {
			text := letters.Draw(t, "text")
			require.InDelta(t, widthOf(t, face, text), f.Width(text), 0.001*float64(1+len(text)))
			require.True(t, f.Has(text))
		})
	}
}

// Text has no kerning and no ligatures: its width is that of its parts.
func TestWidthAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		f := rapid.SampledFrom(all()).Draw(t, "font")
		require.InDelta(t, f.Width(a)+f.Width(b), f.Width(a+b), 1e-6)
		require.GreaterOrEqual(t, f.Width(a), 0.0)
	})
}

func TestWidthOfStrangeLetters(t *testing.T) {
	for _, f := range all() {
		require.Zero(t, f.Width(""))
		require.Equal(t, f.Width("e"), f.Width("e\u0301"), "an accent stands above its letter")
		require.Zero(t, f.Width("\u200d\u202e"), "what cannot be seen")
		require.Equal(t, 3.0, f.Width("蝶蝶蝶"), "letters of other fonts")
		require.False(t, f.Has("蝶"))
		require.False(t, f.Has("a\xff"))
		require.True(t, f.Has("e\u0301"))
	}
	mono := Like("mono")
	require.InDelta(t, 10*mono.Width("i"), mono.Width("iMw.,|Ωжé0"), 1e-6)
	sans := Like("")
	require.Less(t, sans.Width("i"), sans.Width("M"))
}

// Fonts may be used by several at a time, from the first time on.
func TestWidthInParallel(t *testing.T) {
	f := newFont("new", sansWidths)
	want := Like("").Width("Romeo, wherefore")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := f.Width("Romeo, wherefore"); got != want {
				t.Errorf("%v is not %v", got, want)
			}
		})
	}
	all.Wait()
}

func BenchmarkWidth(b *testing.B) {
	text := strings.Repeat("do/mourn juliet ", 10)
	f := Like("")
	for b.Loop() {
		f.Width(text)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(text)), "ns/letter")
}
