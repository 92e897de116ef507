package site

import (
	"cmp"
	"context"
	"html/template"
	"maps"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/lanes"
	"github.com/ceptre-graph/ceptre/render/rows"
	"github.com/ceptre-graph/ceptre/render/svg"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

const mapBase = "map"

// mostMapped is how many scenes a map shows before it goes on on another page.
const mostMapped = 160

// mapRow is about how long the rows of a map are, in points: as its page is wide, for
// that shows it larger.
const mapRow = 850.0

// mostLines is the largest number of characters on a map. The characters in the fewest scenes are
// left out beyond it, and their scenes listed below the map.
const mostLines = 40

// mapPage shows which characters are together at each hour.
type mapPage struct {
	sheet
	Caption    string
	Picture    template.HTML
	Interludes []Link // scenes that are on no character's line
}

// addMap adds the maps, of whole hours each.
func (b *builder) addMap(ctx context.Context) error {
	if len(b.performance.Threads) == 0 || len(b.performance.Scenes) == 0 {
		return nil
	}
	parts := stretches(b.performance.Hours, func(*scenes.Scene) int { return fullPage / mostMapped })
	lives := b.lives()
	return b.addSheets(ctx, mapBase, b.words.Say("map"), parts, func(page sheet, list [][]*scenes.Scene) any {
		return b.mapPage(page, slices.Concat(list...), lives)
	})
}

func (b *builder) mapPage(s sheet, list []*scenes.Scene, lives map[string]life) *mapPage {
	page := &mapPage{sheet: s}
	overview, title := "map-overview", "map-title"
	if b.alone() {
		overview, title = "map-overview-alone", "map-title-alone"
	}
	page.Caption = b.words.Say("map-caption", "scenes", b.words.Count("scene", len(list)),
		"hours", b.words.Hours(list[0].Hour, list[len(list)-1].Hour))
	chart := b.chart(list, lives)
	if len(present(b.performance.Cast.Names, [][]*scenes.Scene{list})) > len(chart.Cast) {
		page.Caption += " " + b.words.Say("map-most", "n", mostLines)
	}
	if len(chart.Cast) > 0 {
		font := fonts.Like(b.Theme.Fonts.Picture)
		d := lanes.Storyline(chart, font)
		if n := int(math.Ceil(d.Width / mapRow)); n > 1 && !b.OneRow {
			rows.Wrap(d, font, n)
			overview += "-rows"
		}
		d.Title, d.Desc = b.words.Say(title), page.Caption
		d.Arrange(font)
		page.Picture = template.HTML(svg.Write(d, b.Theme)) // escapes whatever is in it
	}
	page.Overview = b.words.Say(overview)
	lines := make(map[string]bool)
	for _, c := range chart.Cast {
		lines[c.Classes[0]] = true
	}
	for _, s := range list {
		if !slices.ContainsFunc(s.Cast, func(c string) bool { return lines[b.lineOf(c)] }) {
			b.paths.off[s] = true
			l := b.link(s, "")
			l.URL = scenePath(s)
			page.Interludes = append(page.Interludes, l)
		}
	}
	return page
}

// lineOf is the class of a character's line.
func (b *builder) lineOf(character string) string { return "who-" + b.slug(character) }

// life holds the scenes in which a character comes to life, and the scenes in which it dies.
type life struct{ born, died []*scenes.Scene }

// lives returns those that begin or end within the run.
func (b *builder) lives() map[string]life {
	of := func(events []causal.Event) []*scenes.Scene {
		var list []*scenes.Scene
		for _, e := range events {
			list = append(list, b.performance.Of(e))
		}
		return slices.Compact(list)
	}
	lives := make(map[string]life)
	for _, l := range b.performance.Lives() {
		if len(l.Born)+len(l.Died) > 0 {
			lives[l.Character] = life{of(l.Born), of(l.Died)}
		}
	}
	return lives
}

// chart returns the lines of the characters of the scenes.
func (b *builder) chart(list []*scenes.Scene, lives map[string]life) *lanes.Chart {
	chart := &lanes.Chart{Hues: len(b.Theme.Light.Picture.Threads), Elsewhere: b.words.Say("map-elsewhere")}
	index := make(map[*scenes.Scene]int, len(list))
	stops := make(map[string][]lanes.Stop)
	for i, s := range list {
		index[s] = i
		l := b.leaves[s]
		node := diagram.Node{
			ID: s.ID.String(), Look: diagram.Resource, Text: []string{b.tell.Names.Short(l.Short)}, Classes: []string{"scene"},
			Tip: l.Title + "\n" + l.Here, URL: l.Path, Stands: len(s.Events),
		}
		for _, c := range s.Cast {
			stops[c] = append(stops[c], b.stop(c, s, i))
			node.Classes = append(node.Classes, b.lineOf(c))
		}
		chart.Nodes = append(chart.Nodes, node)
		chart.Causes = append(chart.Causes, before(s, index))
	}
	drawn := mostSeen(stops)
	for i, c := range b.performance.Cast.Names {
		if !drawn[c] {
			continue
		}
		who := lanes.Character{Name: english.Capital(b.tell.Names.Person(c)), Hue: i + 1, Stops: stops[c],
			Classes: []string{b.lineOf(c)}}
		who.Tip = who.Name
		who.Born, who.Died = nodes(lives[c].born, index), nodes(lives[c].died, index)
		_, first := index[b.performance.Way(c)[0]]
		b.settle(c, first, &who)
		if last := &who.Stops[len(who.Stops)-1]; last.Gone && slices.Contains(list[last.Node].Ends, c) {
			last.Gone, who.Died = false, []int{last.Node} // the line ends there
		}
		chart.Cast = append(chart.Cast, who)
	}
	return chart
}

// mostSeen returns the set of the [mostLines] characters with the most stops, the first in the
// alphabet among equals.
func mostSeen(stops map[string][]lanes.Stop) map[string]bool {
	names := slices.Sorted(maps.Keys(stops))
	slices.SortStableFunc(names, func(a, b string) int { return len(stops[b]) - len(stops[a]) })
	drawn := make(map[string]bool)
	for _, c := range names[:min(len(names), mostLines)] {
		drawn[c] = true
	}
	return drawn
}

// nodes returns those of scenes that are on the map, in order.
func nodes(list []*scenes.Scene, index map[*scenes.Scene]int) []int {
	var found []int
	for _, s := range list {
		if i, ok := index[s]; ok {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// settle puts a character where the run has them at the beginning, if the map begins there,
// and lets them stay where they were in scenes that do not say where they are.
func (b *builder) settle(c string, first bool, who *lanes.Character) {
	if place, ok := b.performance.Start(c); ok && first {
		who.Start = b.tell.Names.Place(place)
	}
	last := who.Start
	for i := range who.Stops {
		stop := &who.Stops[i]
		last = cmp.Or(last, stop.From, stop.Place)
		if who.Start == "" {
			who.Start = last
		}
		stop.Place = cmp.Or(stop.Place, last)
		last = stop.Place
	}
}

// before returns the scenes of a list that directly lead to a scene, by their index.
func before(s *scenes.Scene, index map[*scenes.Scene]int) []int {
	var found []int
	add := func(o *scenes.Scene) {
		if i, ok := index[o]; ok && !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	for _, p := range s.Entrances {
		add(p.Scene)
	}
	for _, o := range s.Causes {
		add(o)
	}
	slices.Sort(found)
	return found
}

// stop returns where a character is after a scene. Whoever comes to it is there when it
// begins; a journey leads there.
func (b *builder) stop(c string, s *scenes.Scene, node int) lanes.Stop {
	stop := lanes.Stop{Node: node, Gone: slices.Contains(s.Gone, c)}
	if from, to, ok := b.performance.Span(s, c); ok {
		stop.Place = b.tell.Names.Place(to)
		stop.From = stop.Place
		if s.Journey {
			stop.From = b.tell.Names.Place(from)
		}
	}
	return stop
}
