// Package fonts knows how wide text is, and has the letters for pictures that
// must bring their own.
//
// The fonts are those of the DejaVu family, which have the same widths wherever
// they are installed, and about those of Verdana where they are not. It is the
// only door to them.
package fonts

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavuserif"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Font is one of the fonts.
type Font struct {
	Name string
	TTF  []byte // the file; not to be changed
	// load reads the file when it is first needed, once.
	load func() *sfnt.Font
}

// fonts are by what is in the names of families like them, the last for all others.
var fonts = []struct {
	like string
	*Font
}{
	{"mono", newFont("DejaVu Sans Mono", dejavusansmono.TTF)},
	{"courier", newFont("DejaVu Sans Mono", dejavusansmono.TTF)},
	{"serif", newFont("DejaVu Serif", dejavuserif.TTF)},
	{"", newFont("DejaVu Sans", dejavusans.TTF)},
}

func newFont(name string, ttf []byte) *Font {
	return &Font{name, ttf, sync.OnceValue(func() *sfnt.Font {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic(err) // part of the program: cannot fail
		}
		return f
	})}
}

// Like returns the font for a list of families as CSS has them, of which the first
// decides.
func Like(families string) *Font {
	first, _, _ := strings.Cut(strings.ToLower(families), ",")
	if strings.Contains(first, "sans-serif") || strings.Contains(first, "sans serif") {
		first = "sans"
	}
	for _, f := range fonts {
		if strings.Contains(first, f.like) {
			return f.Font
		}
	}
	return fonts[len(fonts)-1].Font
}

// Width returns how wide a line of text is, in ems: its width in points is that
// times the size of the font. Letters that the font does not have count as one em;
// those that other fonts set, a browser may set narrower or wider.
func (f *Font) Width(line string) float64 {
	var b sfnt.Buffer
	var units fixed.Int26_6
	face := f.load()
	for _, r := range line {
		units += advance(face, &b, r)
	}
	return float64(units) / perEm
}

// perEm is how many units of fixed point we ask to be in an em.
const perEm = 1 << 16

func advance(face *sfnt.Font, b *sfnt.Buffer, r rune) fixed.Int26_6 {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0 // stands above or below another, or cannot be seen
	}
	index, err := face.GlyphIndex(b, r)
	if err != nil || index == 0 {
		return perEm
	}
	width, err := face.GlyphAdvance(b, index, perEm, font.HintingNone)
	if err != nil {
		return perEm
	}
	return width
}

// Has reports whether the font has all letters of a text.
func (f *Font) Has(text string) bool {
	var b sfnt.Buffer
	for _, r := range text {
		index, err := f.load().GlyphIndex(&b, r)
		if r == utf8.RuneError || err != nil || index == 0 && !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			return false
		}
	}
	return true
}
