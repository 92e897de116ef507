package themes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// How far colours are from each other that say different things, to eyes of every
// kind. The least that one sees is about 0.02, side by side and at leisure.
const (
	// apart is five times that: seen across a picture and in thin lines.
	apart = 0.10
	// firstThreads is four times that, for any two of the first six characters. All
	// six must be readable on one background, which leaves little more than half the
	// scale of lightness, and some eyes see only one scale of hues beside it: more
	// could only be had by going to black or white.
	firstThreads = 0.08
	// otherThreads is twice that. Beside their colour there is always their name.
	otherThreads = 0.04
	// anyThreads is six times that, for any two characters, to eyes that see all
	// colours: what most readers have must not be spent on what a few lack.
	anyThreads = 0.12
)

// A judge finds the faults of a palette.
type judge struct {
	eyes   []eyes
	faults []string
}

// judgement returns the faults of a palette as seen by eyes of the given kinds.
func judgement(p *Palette, by []eyes) []string {
	j := &judge{eyes: by}
	j.readable(p)
	j.kinds(&p.Picture)
	j.sides(&p.Picture)
	j.threads(&p.Picture)
	j.anyThreads(&p.Picture)
	j.coloured(&p.Picture)
	return j.faults
}

// coloured: events that change the stage stand among events in the colours of characters, stages and
// rules.
func (j *judge) coloured(p *Picture) {
	for i, c := range p.Threads {
		j.far(fmt.Sprintf("link and threads %d", i+1), apart, [2]string{p.Link.Fill, c})
	}
}

func (j *judge) readable(p *Palette) {
	for _, s := range p.standings() {
		if on, ratio := s.worst(); ratio < s.least {
			j.faults = append(j.faults, fmt.Sprintf("%s on %s: %s on %s has a contrast of %.2f", s.key, on.key, s.colour,
				on.colour, ratio))
		}
	}
}

// far finds fault with two things of which one sees no difference: in any of the
// pairs of colours that they have.
func (j *judge) far(what string, least float64, pairs ...[2]string) {
	for _, e := range j.eyes {
		most := 0.0
		for _, p := range pairs {
			most = max(most, e.distance(p[0], p[1]))
		}
		if most < least {
			j.faults = append(j.faults, fmt.Sprintf("%s: %v differ by %.3f to %s", what, pairs, most, e.name))
		}
	}
}

// The shapes that are told apart from each other.
func kinds(p *Picture) []look { return p.looks()[:4] }
func sides(p *Picture) []look { return p.looks()[4:6] }
func loops(p *Picture) []look { return p.looks()[7:] }

// kinds: nodes are told apart by their fills, loops, which may be edges and frames,
// by their borders.
func (j *judge) kinds(p *Picture) {
	event, link, resource := p.looks()[0], p.looks()[1], p.looks()[2]
	for _, pair := range [][2]look{{event, resource}, {event, link}, {link, resource}} {
		j.far(pair[0].name+" and "+pair[1].name, apart, [2]string{pair[0].Fill, pair[1].Fill})
	}
	l := loops(p)
	for _, pair := range [][2]look{{l[0], l[1]}, {l[1], l[2]}, {l[2], l[0]}} {
		j.far(pair[0].name+" and "+pair[1].name, apart, [2]string{pair[0].Border, pair[1].Border})
	}
}

// sides: left and right are told apart by borders alone, as edges have no fill, and
// from what both have by the fill or the border.
func (j *judge) sides(p *Picture) {
	j.far("left and right", apart, [2]string{p.Left.Border, p.Right.Border})
	for _, side := range sides(p) {
		for _, kind := range kinds(p) {
			j.far(side.name+" and "+kind.name, apart, [2]string{side.Fill, kind.Fill}, [2]string{side.Border, kind.Border})
		}
	}
}

// threads: lines next to each other in turn are mostly next to each other in the
// picture. The last is next to the first, as the colours come round.
func (j *judge) threads(p *Picture) {
	n := len(p.Threads)
	for b := range n {
		for a := range b {
			least := otherThreads
			if b < leastThreads {
				least = firstThreads
			}
			if b-a == 1 || b-a == n-1 {
				least = apart
			}
			j.far(fmt.Sprintf("threads %d and %d", a+1, b+1), least, [2]string{p.Threads[a], p.Threads[b]})
		}
	}
}

// anyThreads: in a storyline any two lines can run side by side for a while.
func (j *judge) anyThreads(p *Picture) {
	normal := allEyes()[0]
	for b, c := range p.Threads {
		for a, other := range p.Threads[:b] {
			if got := normal.distance(c, other); got < anyThreads {
				j.faults = append(j.faults, fmt.Sprintf("any threads %d and %d: %s and %s differ by %.3f to %s", a+1, b+1, other, c,
					got, normal.name))
			}
		}
	}
}

// palettes returns the palettes of a theme with their names.
func palettes(t *Theme) map[string]*Palette {
	return map[string]*Palette{"light": &t.Light, "dark": &t.Dark, "print": &t.Print}
}

// TestPalettes holds all themes to what can be read and told apart.
func TestPalettes(t *testing.T) {
	for _, name := range Names() {
		theme := find(t, name)
		for scheme, p := range palettes(theme) {
			t.Run(name+" "+scheme, func(t *testing.T) { require.Empty(t, judgement(p, allEyes())) })
		}
	}
}

// TestGreyscale checks the theme for paper as copied in grey. Neighbouring threads are told apart
// by shade; others by their names.
func TestGreyscale(t *testing.T) {
	for scheme, p := range palettes(find(t, "paper")) {
		j := &judge{eyes: []eyes{grey()}}
		j.kinds(&p.Picture)
		j.sides(&p.Picture)
		for i, c := range p.Picture.Threads {
			next := (i + 1) % len(p.Picture.Threads)
			j.far(fmt.Sprintf("threads %d and %d", i+1, next+1), apart, [2]string{c, p.Picture.Threads[next]})
		}
		require.Empty(t, j.faults, scheme)
	}
}

// Each check finds what it is there for.
func TestJudgementFinds(t *testing.T) {
	for want, spoil := range map[string]func(p *Palette){
		"page.ink on page.wash":                        func(p *Palette) { p.Page.Ink = p.Page.Rule },
		"page.soft on page.wash":                       func(p *Palette) { p.Page.Soft = p.Page.Rule },
		"page.accent on page.sheet":                    func(p *Palette) { p.Page.Accent = p.Page.Sheet },
		"page.trim on page.wash":                       func(p *Palette) { p.Page.Trim = "#c9a040" },
		"page.variable on page.wash":                   func(p *Palette) { p.Page.Variable = p.Page.Wash },
		"page.literal on page.wash":                    func(p *Palette) { p.Page.Literal = "#70b050" },
		"page.focus on page.wash":                      func(p *Palette) { p.Page.Focus = p.Page.Rule },
		"picture.ink on picture.drain.fill":            func(p *Palette) { p.Picture.Ink = "#808080" },
		"picture.faint on picture.background":          func(p *Palette) { p.Picture.Faint = "#808080" },
		"picture.line on picture.drain.fill":           func(p *Palette) { p.Picture.Line = "#c0c0c0" },
		"picture.event.ink on picture.event.fill":      func(p *Palette) { p.Picture.Event.Ink = "#000000" },
		"picture.idle.border on picture.background":    func(p *Palette) { p.Picture.Idle.Border = p.Picture.Background },
		"picture.right.ink on picture.right.fill":      func(p *Palette) { p.Picture.Right.Ink = p.Picture.Right.Fill },
		"picture.drain.border on picture.drain.fill":   func(p *Palette) { p.Picture.Drain.Border = p.Picture.Drain.Fill },
		"picture.threads[2] on picture.background":     func(p *Palette) { p.Picture.Threads[2] = "#999999" },
		"picture.ink on picture.engine.fill":           func(p *Palette) { p.Picture.Engine.Fill = "#103010" },
		"picture.line on picture.balance.fill":         func(p *Palette) { p.Picture.Balance.Fill = "#8080a0" },
		"picture.engine.border on picture.engine.fill": func(p *Palette) { p.Picture.Engine.Fill = p.Picture.Engine.Border },
		"event and link: deuteranopia": func(p *Palette) {
			p.Picture.Event.Fill, p.Picture.Link.Fill = "#7a1f2b", "#3a4420"
		},
		"event and resource: trichromacy": func(p *Palette) { p.Picture.Event.Fill = p.Picture.Resource.Fill },
		"link and resource: tritanopia":   func(p *Palette) { p.Picture.Link.Fill = p.Picture.Resource.Fill },
		"engine and drain: deuteranopia": func(p *Palette) {
			p.Picture.Engine.Border, p.Picture.Drain.Border = "#3f7a2c", "#b04a00"
		},
		"balance and engine: tritanopia": func(p *Palette) {
			p.Picture.Engine.Border, p.Picture.Balance.Border = "#3f7a2c", "#5a5a86"
		},
		"drain and balance: protanopia": func(p *Palette) {
			p.Picture.Drain.Border = p.Picture.Balance.Border
		},
		"left and right: deuteranopia": func(p *Palette) {
			p.Picture.Left.Border, p.Picture.Right.Border = "#b3402e", "#5c6a10"
		},
		"left and persistent: trichromacy": func(p *Palette) { p.Picture.Left = p.Picture.Persistent },
		"right and event: tritanopia":      func(p *Palette) { p.Picture.Right = p.Picture.Event },
		"threads 2 and 3: tritanopia": func(p *Palette) {
			p.Picture.Threads[1], p.Picture.Threads[2] = "#1c68a0", "#2a7a3b"
		},
		"link and threads 3: protanopia":   func(p *Palette) { p.Picture.Link.Fill = p.Picture.Threads[2] },
		"threads 1 and 8: trichromacy":     func(p *Palette) { p.Picture.Threads[7] = p.Picture.Threads[0] },
		"any threads 4 and 8: trichromacy": func(p *Palette) { p.Picture.Threads[7] = "#b26a00" },
		"threads 3 and 7: protanopia":      func(p *Palette) { p.Picture.Threads[6] = p.Picture.Threads[2] },
	} {
		p := find(t, Default).Light
		spoil(&p)
		what, eyes, _ := strings.Cut(want, ": ")
		found := false
		for _, f := range judgement(&p, allEyes()) {
			found = found || strings.HasPrefix(f, what+": ") && strings.Contains(f, eyes)
		}
		require.True(t, found, want)
	}
}

// Colours of the same luminance are one to a copier, whatever they are to eyes.
func TestGreyscaleFinds(t *testing.T) {
	p := find(t, "paper").Light.Picture
	p.Left.Border = "#6b1a1a"
	for _, by := range []struct {
		eyes  []eyes
		found bool
	}{{allEyes(), false}, {[]eyes{grey()}, true}} {
		j := &judge{eyes: by.eyes}
		j.sides(&p)
		require.Equal(t, by.found, strings.Contains(strings.Join(j.faults, "\n"), "left and right"), j.faults)
	}
}

func find(t *testing.T, name string) *Theme {
	t.Helper()
	theme, err := Find(name)
	require.NoError(t, err)
	return theme
}
