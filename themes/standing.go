package themes

import (
	"fmt"
	"slices"
)

// A tint is a colour with its key in a palette, such as `page.ink`.
type tint struct{ key, colour string }

// A standing is a colour, all that it stands on, and the contrast that it needs there.
type standing struct {
	tint
	on    []tint
	least float64
}

// worst returns what of its grounds a colour is hardest to see on, and how well it is.
func (s standing) worst() (ground tint, ratio float64) {
	for i, on := range s.on {
		if r := contrast(s.colour, on.colour); i == 0 || r < ratio {
			ground, ratio = on, r
		}
	}
	return ground, ratio
}

// standings returns what stands on what in a palette, as far as its keys tell: what a
// stylesheet of the theme does beside is not known.
func (p *Palette) standings() []standing { return append(p.Page.standings(), p.Picture.standings()...) }

func (p *Page) standings() []standing {
	on := []tint{{"page.paper", p.Paper}, {"page.sheet", p.Sheet}, {"page.wash", p.Wash}}
	var found []standing
	for _, text := range []tint{
		{"page.ink", p.Ink}, {"page.soft", p.Soft}, {"page.accent", p.Accent}, {"page.trim", p.Trim},
		{"page.variable", p.Variable}, {"page.literal", p.Literal},
	} {
		found = append(found, standing{text, on, forText})
	}
	return append(found, standing{tint{"page.focus", p.Focus}, on, forLines})
}

// standings: the fills of loops may lie behind whole parts of a picture, and what stands
// there is seen, too.
func (p *Picture) standings() []standing {
	ground := []tint{{"picture.background", p.Background}}
	behind := slices.Clone(ground)
	found := make([]standing, 0, 32)
	for _, l := range p.looks() {
		fill := tint{l.key("fill"), l.Fill}
		under := ground
		if l.loop {
			behind = append(behind, fill)
			under = []tint{ground[0], fill}
		}
		found = append(found, standing{tint{l.key("ink"), l.Ink}, []tint{fill}, forText},
			standing{tint{l.key("border"), l.Border}, under, forLines})
	}
	for i, c := range p.Threads { // the names of characters are written in them
		found = append(found, standing{tint{fmt.Sprintf("picture.threads[%d]", i), c}, ground, forText})
	}
	return append(found,
		standing{tint{"picture.ink", p.Ink}, behind, forText},
		standing{tint{"picture.line", p.Line}, behind, forLines},
		standing{tint{"picture.faint", p.Faint}, ground, forText})
}

// A look is a shape with its name.
type look struct {
	name string
	Shape
	loop bool
}

// key returns the key of one of its colours.
func (l look) key(part string) string { return "picture." + l.name + "." + part }

// looks returns all shapes of a picture.
func (p *Picture) looks() []look {
	return []look{
		{"event", p.Event, false}, {"link", p.Link, false}, {"resource", p.Resource, false},
		{"persistent", p.Persistent, false},
		{"left", p.Left, false}, {"right", p.Right, false}, {"idle", p.Idle, false},
		{"engine", p.Engine, true}, {"drain", p.Drain, true}, {"balance", p.Balance, true},
	}
}
