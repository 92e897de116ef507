package board

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// look is how things of a kind are drawn.
type look struct {
	look  diagram.Look // of ground
	hue   int          // of pieces
	paint string       // the colour that the author gave, `#rrggbb`; "" for none
	sign  string       // stands for the name where that has no room
}

// longestSign is how many letters fit a small cell.
const longestSign = 2

// grounds are the looks of ground, one after the other.
var grounds = []diagram.Look{diagram.Link, diagram.Persistent, diagram.Balance, diagram.Resource}

// looksOf gives each kind a look and a sign that no other has: the label that the author gave, the name
// itself if that is short, or the first letters of it that are left. Pieces of a side share a colour.
func looksOf(g *grid.Grid) []look {
	looks := make([]look, len(g.Kinds))
	taken := make(map[string]bool)
	hues, ground, of := 0, 0, sides(g)
	for i := range g.Kinds {
		k, l := &g.Kinds[i], &looks[i]
		l.paint = paint(k.Colour)
		switch k.Role {
		case grid.Piece:
			if of == nil {
				hues++
				l.hue = hues
			} else {
				l.hue = of[side(k.Name)]
			}
		case grid.Ground:
			l.look = grounds[ground%len(grounds)]
			ground++
		}
		for _, own := range []string{k.Label, k.Name} {
			if n := len([]rune(own)); n > 0 && n <= longestSign && !taken[own] {
				l.sign = own
				taken[own] = true
				break
			}
		}
	}
	for i := range looks {
		if looks[i].sign == "" {
			looks[i].sign = initial(g.Kinds[i].Name, taken)
			taken[looks[i].sign] = true
		}
	}
	return looks
}

// colours are words with which names of pieces begin that say which side they are on.
var colours = []string{"white", "black", "red", "blue", "green", "yellow", "purple", "orange"}

// side returns the beginning of the name of a piece that says which side it is on: a colour, or the
// first of two letters (wk, bk); "" for none.
func side(name string) string {
	for _, c := range colours {
		if strings.HasPrefix(name, c) {
			return c
		}
	}
	if len(name) == 2 {
		return name[:1]
	}
	return ""
}

// mostSides is how many sides a game may have.
const mostSides = 4

// sides returns the hues of the sides of a game, if the names of all pieces say which side they are on, and
// nil otherwise.
func sides(g *grid.Grid) map[string]int {
	hues, pieces := make(map[string]int), 0
	for _, k := range g.Kinds {
		if k.Role != grid.Piece {
			continue
		}
		pieces++
		if s := side(k.Name); s == "" {
			return nil
		} else if hues[s] == 0 {
			hues[s] = len(hues) + 1
		}
	}
	if len(hues) > mostSides || pieces <= len(hues) {
		return nil
	}
	return hues
}

// initial returns letters for a name: its first one, small or large, or the first with another one.
func initial(name string, taken map[string]bool) string {
	letters := slices.DeleteFunc([]rune(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(letters) == 0 {
		return "?"
	}
	tries := []string{string(letters[0]), string(unicode.ToUpper(letters[0]))}
	for _, r := range letters[1:] {
		tries = append(tries, string(letters[0])+string(r))
	}
	for _, r := range "0123456789" {
		tries = append(tries, string(letters[0])+string(r))
	}
	for _, t := range tries {
		if !taken[t] {
			return t
		}
	}
	return tries[0]
}

// arrows stand for the directions that pieces look in.
var arrows = map[string]string{
	"north": "↑", "up": "↑", "south": "↓", "down": "↓", "east": "→", "right": "→", "west": "←", "left": "←",
}

// sign returns what stands for a thing in a cell: its name, if there is room; an arrow if it has a
// direction; its name if that is short; or the sign of its kind.
func (d *drawer) sign(t grid.Thing) string {
	kind := &d.grid.Kinds[t.Kind]
	if kind.Label != "" && (d.names || d.looks[t.Kind].sign == kind.Label) {
		return kind.Label
	}
	if rest, has := strings.CutPrefix(t.Text, kind.Name+" "); has && arrows[rest] != "" {
		d.faces[t.Kind] = true
		return arrows[rest]
	}
	if d.names || len([]rune(t.Text)) <= longestSign {
		return t.Text
	}
	return d.looks[t.Kind].sign
}

// longestName is how many letters of a name the legend has.
const longestName = 40

// short returns a name as a line of a label.
func short(name string) string {
	runes := []rune(visible.Picture(name))
	if len(runes) > longestName {
		return string(runes[:longestName-1]) + "…"
	}
	return string(runes)
}

// legend explains the signs, the ground and the marks that there are.
func (d *drawer) legend() {
	var empty []string
	for i := range d.grid.Kinds {
		kind, l := &d.grid.Kinds[i], &d.looks[i]
		if !d.seen[i] {
			continue
		}
		text := short(kind.Name)
		switch {
		case kind.Role == grid.Blank:
			empty = append(empty, text)
			continue
		case d.faces[i]:
			text = d.Say("{thing}, and where it faces", "thing", text)
		case l.sign != kind.Name && !d.names:
			text = visible.Picture(l.sign) + " " + text
		}
		n := &diagram.Node{Shape: diagram.Capsule, Look: diagram.Event, Hue: l.hue, Paint: l.paint}
		if kind.Role == grid.Ground {
			n = &diagram.Node{Shape: diagram.Bar, Look: l.look, Paint: l.paint}
		}
		d.Legend = append(d.Legend, diagram.Entry{Text: text, Node: n})
	}
	mark := func(text string, n diagram.Node) {
		n.Shape = diagram.Bar
		d.Legend = append(d.Legend, diagram.Entry{Text: text, Node: &n})
	}
	switch {
	case d.empty && len(empty) > 0:
		mark(d.Say("empty: {things}", "things", strings.Join(empty, ", ")), diagram.Node{Look: diagram.Idle})
	case d.empty:
		mark(d.Say("empty"), diagram.Node{Look: diagram.Idle})
	}
	if d.fog {
		mark(d.Say("in fog"), diagram.Node{Look: diagram.Idle, Dashed: true})
	}
	if d.changed {
		mark(d.Say("changed since the moment before"), diagram.Node{Look: diagram.Text, Bold: true})
	}
}
