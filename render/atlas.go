//go:build !js

package render

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"golang.org/x/sync/errgroup"
)

// Atlas is a run as linked pages, for runs that are too long for one picture: maps of a part of
// the run each, and above them overviews with boxes that link to maps, or to overviews of parts.
// Each page is small enough to be quick in a browser.
type Atlas struct {
	graph   *causal.Graph
	options Options
	sheets  []*sheet
	at      []*sheet // by event: the map that it is on
}

// sheet is a page of an atlas.
type sheet struct {
	file   string
	of     *fold.Selection
	above  *sheet
	below  []*sheet // parts; a map has none
	before *sheet   // the one before on the same level
	after  *sheet
	notes  []Note // of its layout
}

// mostParts is how many boxes an overview has at most.
const mostParts = 100

// NewAtlas divides the selected part of a run into maps of at most that many events each. The
// views are [Causal], [Steps], [Threads] and [Storyline].
func NewAtlas(g *causal.Graph, o Options, size int) (*Atlas, error) {
	if o.View == "" {
		o.View = Causal
	}
	if !slices.Contains([]View{Causal, Steps, Threads, Storyline}, o.View) {
		return nil, fmt.Errorf("the %s view is not divided into pages", o.View)
	}
	g = g.Readable() // once for all pages
	s, err := fold.Select(g, o.Select)
	if err != nil {
		return nil, err
	}
	if o.View == Threads || o.View == Storyline {
		if o.Cast, err = castOf(g, o); err != nil {
			return nil, err
		}
	}
	a := &Atlas{graph: g, options: o, at: make([]*sheet, g.Len())}
	a.divide(&sheet{file: "index.html", of: s}, max(size, 1))
	last := make(map[int]*sheet) // the neighbours of a map are maps, and those of an overview are of its level
	for _, s := range a.sheets {
		level := s.level()
		if s.before = last[level]; s.before != nil {
			s.before.after = s
		}
		last[level] = s
	}
	return a, nil
}

// Len returns how many pages there are.
func (a *Atlas) Len() int { return len(a.sheets) }

// divide enters a page and, where it has too many events for a map, its parts.
func (a *Atlas) divide(s *sheet, size int) {
	a.sheets = append(a.sheets, s)
	n := len(s.of.Events)
	if n <= size {
		for _, e := range s.of.Events {
			a.at[e] = s
		}
		return
	}
	parts := s.of.Pieces(min((n+size-1)/size, mostParts))
	for i := range parts.Groups {
		events := parts.Groups[i].Events
		part := &sheet{file: a.name(events), of: s.of.Only(events), above: s}
		s.below = append(s.below, part)
		a.divide(part, size)
	}
}

// name names the page of a part: `t1-t250.html`.
func (a *Atlas) name(events []causal.Event) string {
	return fmt.Sprintf("%s-%s.html", a.graph.Step(events[0]).ID, a.graph.Step(events[len(events)-1]).ID)
}

// level is how far an overview is from the uppermost, and -1 for maps, which may be at
// different distances.
func (s *sheet) level() int {
	if len(s.below) == 0 {
		return -1
	}
	level := 0
	for up := s.above; up != nil; up = up.above {
		level++
	}
	return level
}

// Write draws the pages, several at a time, and hands each to write as it is done, one
// at a time. It returns ctx.Err() as soon as the context ends.
func (a *Atlas) Write(ctx context.Context, write func(file string, data []byte) error) error {
	turn := make(chan struct{}, 1)
	all, each := errgroup.WithContext(ctx)
	all.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range a.sheets {
		if each.Err() != nil {
			break
		}
		all.Go(func() error {
			data, err := a.page(each, s)
			if err != nil {
				return err
			}
			turn <- struct{}{}
			defer func() { <-turn }()
			return write(s.file, data)
		})
	}
	if err := all.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// page draws one page.
func (a *Atlas) page(ctx context.Context, s *sheet) ([]byte, error) {
	o := a.options
	o.within, o.MaxNodes = s.of, 0
	o.Title = strings.TrimPrefix(o.Title+": ", ": ") + a.span(s)
	if len(s.below) > 0 {
		o.View, o.pieces = Steps, len(s.below)
		o.Link = func(step *trace.Step) string { return s.part(a.event(step)).file }
	} else {
		o.elsewhere = func(e causal.Event) string { return a.way(s, e) }
	}
	p, err := Draw(a.graph, o)
	if err != nil {
		return nil, err
	}
	p.Ways, p.Follow, p.quick = s.ways(), len(s.below) > 0, true
	p.Notes = nil // a part of the run says nothing of all of it
	data, err := p.Write(ctx, HTMLFormat)
	s.notes = p.Notes
	return data, err
}

// Notes say of pages that are written what their readers should know.
func (a *Atlas) Notes() []Note {
	var notes []Note
	for _, s := range a.sheets {
		for _, n := range s.notes {
			notes = append(notes, Note{s.file + ": " + n.Text, n.For})
		}
	}
	return notes
}

func (a *Atlas) event(step *trace.Step) causal.Event {
	e, _ := a.graph.Event(step.ID) // it is of the graph
	return e
}

// span says which part of the run a page shows.
func (a *Atlas) span(s *sheet) string {
	events := s.of.Events
	if len(events) == 0 {
		return "nothing"
	}
	what := fmt.Sprintf("%s to %s, %s", a.graph.Step(events[0]).ID, a.graph.Step(events[len(events)-1]).ID,
		counted(len(events), "event"))
	if len(s.below) > 0 {
		what += " on " + counted(len(s.below), "page")
	}
	return what
}

// part returns the part of an overview that an event is on.
func (s *sheet) part(e causal.Event) *sheet {
	i, _ := slices.BinarySearchFunc(s.below, e, func(b *sheet, e causal.Event) int {
		return int(b.of.Events[len(b.of.Events)-1] - e)
	})
	return s.below[i]
}

// way is the URL of an event that is on another map; "" where it is on this one, or on
// none.
func (a *Atlas) way(from *sheet, e causal.Event) string {
	if e == causal.Outside || a.at[e] == nil || a.at[e] == from {
		return ""
	}
	if len(a.options.Collapse) > 0 {
		return a.at[e].file // there it may be in a box with others
	}
	return a.at[e].file + "#" + a.graph.Step(e).ID.String()
}

// ways leads to the pages around a page.
func (s *sheet) ways() []diagram.Way {
	var ways []diagram.Way
	for _, w := range []struct {
		rel, text string
		to        *sheet
	}{{"up", "Overview", s.above}, {"prev", "Before", s.before}, {"next", "After", s.after}} {
		if w.to != nil {
			ways = append(ways, diagram.Way{Rel: w.rel, Text: w.text, URL: w.to.file})
		}
	}
	return ways
}
