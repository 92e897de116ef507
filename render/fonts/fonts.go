// Package fonts knows how wide text is, and has the letters for pictures that
// must bring their own.
//
// The fonts are those of the DejaVu family, which have the same widths wherever
// they are installed, and about those of Verdana where they are not. It is the
// only door to them. Their widths are tables of their own, some hundredth of the fonts:
// programs that write no letters, such as the one in pages for play, are built without them.
package fonts

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavuserif"
)

// Font is one of the fonts.
type Font struct {
	Name string
	// widths reads the table when it is first needed, once.
	widths func() []span
}

//go:embed sans.widths
var sansWidths []byte

//go:embed mono.widths
var monoWidths []byte

//go:embed serif.widths
var serifWidths []byte

// The fonts.
var (
	sans  = newFont("DejaVu Sans", sansWidths)
	mono  = newFont("DejaVu Sans Mono", monoWidths)
	serif = newFont("DejaVu Serif", serifWidths)
)

func newFont(name string, widths []byte) *Font {
	return &Font{name, sync.OnceValue(func() []span { return parse(widths) })}
}

// TTF returns the file of a font, not to be changed.
func (f *Font) TTF() []byte {
	switch f {
	case mono:
		return dejavusansmono.TTF
	case serif:
		return dejavuserif.TTF
	}
	return dejavusans.TTF
}

// Like returns the font for a list of families as CSS has them, of which the first
// decides.
func Like(families string) *Font {
	first, _, _ := strings.Cut(strings.ToLower(families), ",")
	has := func(word string) bool { return strings.Contains(first, word) }
	switch {
	case has("sans-serif"), has("sans serif"):
		return sans
	case has("mono"), has("courier"):
		return mono
	case has("serif"):
		return serif
	}
	return sans
}

// Width returns how wide a line of text is, in ems: its width in points is that
// times the size of the font. Letters that the font does not have count as one em;
// those that other fonts set, a browser may set narrower or wider.
func (f *Font) Width(line string) float64 {
	units := 0
	for _, r := range line {
		if width, ok := f.width(r); unseen(r) {
			continue
		} else if ok {
			units += width
		} else {
			units += perEm
		}
	}
	return float64(units) / perEm
}

// unseen reports whether a letter stands above or below another, or cannot be seen.
func unseen(r rune) bool {
	return r > unicode.MaxASCII && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf)
}

// Has reports whether the font has all letters of a text.
func (f *Font) Has(text string) bool {
	for _, r := range text {
		if _, ok := f.width(r); r == utf8.RuneError || !ok && !unseen(r) {
			return false
		}
	}
	return true
}
