package site

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// scenesPerPart is how many scenes the index shows together: it folds a long
// list into parts of whole hours of at least so many scenes.
const scenesPerPart = 50

// indexPage is what the index shows.
type indexPage struct {
	frame
	Subtitle     string
	Introduction template.HTML
	Cast         []castEntry
	Pictures     []figure
	Overview     string // what the parts mean; "" where nothing happens
	Parts        []part
	Made         []string
}

// A castEntry is a character with the way to its first scene, if it has one.
type castEntry struct {
	Name string
	Part string // "12 scenes"
	URL  string
}

// A part is some hours of the run, folded together.
type part struct {
	Name  string
	Size  string
	Open  bool
	Hours []hour
}

// hour is the scenes that happen at the same time.
type hour struct {
	Name   string
	Scenes []link
}

// addIndex adds the index before all other pages.
func (b *builder) addIndex() error {
	press, err := newPress("index")
	if err != nil {
		return err
	}
	page := indexPage{
		frame:    frame{Title: b.site.Title, Play: b.site.Title, Class: "index"},
		Subtitle: b.subtitle(),
		Cast:     b.castEntries(),
		Pictures: b.figures,
		Overview: overview(b.site.Scenes),
		Parts:    b.parts(),
		Made:     b.made(),
	}
	if b.prose != nil {
		if page.Introduction, err = b.prose.introduction(); err != nil {
			return fmt.Errorf("introduction: %w", err)
		}
	}
	data, err := press.print(page)
	if err != nil {
		return fmt.Errorf("%s: %w", indexPath, err)
	}
	b.site.Pages = slices.Insert(b.site.Pages, 0, Page{Path: indexPath, Data: data})
	return nil
}

func (b *builder) subtitle() string {
	scenes := b.site.Scenes
	if len(scenes) == 0 {
		return "A play in which nothing happens"
	}
	return "A play in " + count(len(scenes), "scene") + " and " + count(len(byHour(scenes)), "hour")
}

// overview says what the list of scenes means, and nothing of an empty one.
func overview(scenes []*Scene) string {
	if len(scenes) == 0 {
		return ""
	}
	said := "Scenes of one hour happen at the same time."
	if !slices.ContainsFunc(scenes[0].Cast, func(c string) bool { return alwaysThere(c, scenes) }) {
		said += " Nobody sees them all."
	}
	return said
}

func alwaysThere(character string, scenes []*Scene) bool {
	return !slices.ContainsFunc(scenes, func(s *Scene) bool { return !slices.Contains(s.Here, character) })
}

func (b *builder) castEntries() []castEntry {
	first := make(map[string]*Scene)
	scenes := make(map[string]int)
	for _, s := range b.site.Scenes {
		for _, c := range s.Cast {
			scenes[c]++
		}
		for _, c := range s.Begins {
			first[c] = s
		}
	}
	entries := make([]castEntry, len(b.cast.Names))
	for i, c := range b.cast.Names {
		entries[i] = castEntry{Name: b.tell.names.label(trace.Const(c)), Part: count(scenes[c], "scene")}
		if s := first[c]; s != nil {
			entries[i].URL = s.Path()
		}
	}
	return entries
}

// parts lists all scenes by hour. All parts of a short list are open, of a long
// one only the first.
func (b *builder) parts() []part {
	short := len(b.site.Scenes) <= 2*scenesPerPart
	var parts []part
	hours := byHour(b.site.Scenes)
	for from := 0; from < len(hours); {
		to, size := from, 0
		for to < len(hours) && size < scenesPerPart {
			size += len(hours[to])
			to++
		}
		p := part{Name: span(from+1, to), Size: count(size, "scene"), Open: short || from == 0}
		for i := from; i < to; i++ {
			p.Hours = append(p.Hours, b.hour(i+1, hours[i]))
		}
		parts = append(parts, p)
		from = to
	}
	return parts
}

func (b *builder) hour(number int, scenes []*Scene) hour {
	h := hour{Name: capital(hourName(number))}
	for _, s := range scenes {
		l := b.link(s, b.tell.names.company(s))
		l.URL = s.Path()
		h.Scenes = append(h.Scenes, l)
	}
	return h
}

// span names the hours from one to another.
func span(from, to int) string {
	if from == to {
		return capital(hourName(from))
	}
	return fmt.Sprintf("Hours %d to %d", from, to)
}

// made says how the run came about, in a few sentences.
func (b *builder) made() []string {
	t := b.graph.Trace
	source := "A program"
	if t.Program != nil && t.Program.File != "" {
		source = "The program " + clean(t.Program.File)
	}
	source += " ran for " + count(len(t.Steps), "step")
	if t.Run != nil {
		source += fmt.Sprintf(" with seed %d", t.Run.Seed)
	}
	said := []string{source + "."}
	if c := choosers(t.Steps); c != "" {
		said = append(said, c)
	}
	if t.End != nil {
		said = append(said, "It ended because "+reason(t.End)+".")
	}
	return said
}

// choosers says who chose how many of the steps.
func choosers(steps []trace.Step) string {
	counts := make(map[trace.Chosen]int)
	for _, s := range steps {
		counts[s.Chosen]++
	}
	var parts []string
	for _, c := range []struct {
		by   trace.Chosen
		name string
	}{{trace.ByChance, "chance"}, {trace.ByPlayer, "the player"}, {trace.ByScript, "a list of choices"}} {
		if n := counts[c.by]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s chose %s", c.name, times(n)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return capital(strings.Join(parts, ", ")) + "."
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// reason says why a run ended.
func reason(end *trace.End) string {
	switch end.Why {
	case trace.Quiescent:
		return "nothing more could happen"
	case trace.LimitHit:
		return "it had reached its limit of steps"
	case trace.Stopped:
		return "the player stopped"
	case trace.Interrupted:
		return "it was interrupted"
	}
	return "of an error: " + clean(end.Message)
}
