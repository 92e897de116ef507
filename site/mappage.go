package site

import (
	"cmp"
	"context"
	"html/template"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/lanes"
	"github.com/ceptre-graph/ceptre/render/svg"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

const mapBase = "map"

// mostMapped is how many scenes a map shows before it goes on on another page.
const mostMapped = 160

// mapPage shows who is with whom, when.
type mapPage struct {
	frame
	Overview   string
	Caption    string
	Pager      *pager
	Picture    template.HTML
	Interludes []Link // scenes that are on nobody's line
}

// addMap adds the maps, of whole hours each.
func (b *builder) addMap(ctx context.Context) error {
	if len(b.play.Threads) == 0 || len(b.play.Scenes) == 0 {
		return nil
	}
	parts := partsOf(b.play.Hours, func(list []*scenes.Scene) int { return fullPage / mostMapped * len(list) })
	for i, part := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		page := b.mapPage(slices.Concat(part...))
		page.Pager = newPager(mapBase, i, len(parts))
		if err := b.print("map", numbered(mapBase, i), mapName, page); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) mapPage(list []*scenes.Scene) *mapPage {
	page := &mapPage{frame: b.frame(mapName, "map", mapBase), Overview: "Each line is somebody’s way, from left to right. Lines that run together are together; each dot is a scene, and leads there."}
	page.Doors = b.doorsFrom("", mapName)
	page.Caption = words.Count(len(list), "scene") + ", " + hours(list[0].Hour, list[len(list)-1].Hour) + "."
	chart := b.chart(list)
	if len(chart.Cast) > 0 {
		font := fonts.Like(b.Theme.Fonts.Picture)
		d := lanes.Storyline(chart, font)
		d.Title, d.Desc = "Who is with whom, when", page.Caption
		d.Arrange(font)
		page.Picture = template.HTML(svg.Write(d, b.Theme)) // escapes whatever is in it
	}
	for _, s := range list {
		if s.Interlude() {
			l := b.link(s, "")
			l.URL = scenePath(s)
			page.Interludes = append(page.Interludes, l)
		}
	}
	return page
}

// chart returns the lines of those who are in some scenes.
func (b *builder) chart(list []*scenes.Scene) *lanes.Chart {
	chart := &lanes.Chart{Hues: len(b.Theme.Light.Picture.Threads)}
	index := make(map[*scenes.Scene]int, len(list))
	for i, s := range list {
		index[s] = i
		chart.Nodes = append(chart.Nodes, b.mapNode(s))
		chart.Causes = append(chart.Causes, before(s, index))
	}
	lives := b.graph.Lives(b.play.Cast, b.play.Threads)
	for i, c := range b.play.Cast.Names {
		who := lanes.Character{Name: words.Capital(b.tell.Names.Person(c)), Hue: i + 1}
		who.Tip = who.Name
		who.Classes = []string{"who-" + b.slugs([]string{c})}
		for _, s := range b.play.Way(c) {
			if node, there := index[s]; there {
				who.Stops = append(who.Stops, b.stop(c, s, node))
				chart.Nodes[node].Classes = append(chart.Nodes[node].Classes, who.Classes...)
			}
		}
		if len(who.Stops) > 0 {
			settle(&who)
			who.Born, who.Died = b.mapped(lives[i].Born, index), b.mapped(lives[i].Died, index)
			chart.Cast = append(chart.Cast, who)
		}
	}
	return chart
}

// mapped returns the nodes of events, of those that are on the map, each once.
func (b *builder) mapped(events []causal.Event, index map[*scenes.Scene]int) []int {
	var nodes []int
	for _, e := range events {
		if i, ok := index[b.play.Of(e)]; ok {
			nodes = append(nodes, i)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// settle puts a character where its first scene begins, and lets it stay where it was in
// scenes that do not say where it is.
func settle(who *lanes.Character) {
	for i := range who.Stops {
		if stop := &who.Stops[i]; who.Start == "" {
			who.Start = cmp.Or(stop.From, stop.Place)
		}
	}
	last := who.Start
	for i := range who.Stops {
		stop := &who.Stops[i]
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

func (b *builder) mapNode(s *scenes.Scene) diagram.Node {
	l := b.leaves[s]
	return diagram.Node{
		ID: s.ID.String(), Look: diagram.Resource, Text: []string{words.Shorten(l.Heading)}, Classes: []string{"scene"},
		Tip: l.Title + "\n" + l.Here, URL: l.Path, Stands: len(s.Events),
	}
}

// stop returns where a character is after a scene, and where it came from.
func (b *builder) stop(c string, s *scenes.Scene, node int) lanes.Stop {
	stop := lanes.Stop{Node: node}
	for _, stay := range s.Elsewhere {
		if stay.Character == c {
			stop.Place = b.tell.Names.Label(stay.Place)
		}
	}
	if room, ok := s.Room(); ok && slices.Contains(s.Here, c) {
		stop.Place = b.tell.Names.Label(room)
		if s.Journey {
			stop.From = b.tell.Names.Label(s.Places[0])
		}
	}
	return stop
}
