package game

import (
	"cmp"
	"context"
	"math"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Group holds the facts about a character, or about a place if they mention no character, or, with
// neither name, all others.
type Group struct {
	Character string `json:"character,omitempty"`
	Place     string `json:"place,omitempty"` // where the character is, or what the facts are about
	Label     string `json:"label,omitempty"` // what readers call who or what it is about, with a capital letter
	Lines     []Line `json:"lines"`
}

// Line is a fact, as often as it is there.
type Line struct {
	Fact  string `json:"fact"` // as programs write it, with `!` if it is permanent
	Count int    `json:"count"`
	New   bool   `json:"new,omitempty"` // it came since the player last did something
}

// state enters the facts, as far as the context lasts. Of different ones, it shows as many
// as are wanted; 0 is for all.
func (g *Game) state(ctx context.Context, v *View, most Most) {
	wanted := func(string) bool { return true }
	if most.Find != "" {
		wanted = Finder(most.Find)
	}
	g.facts.begin(&g.characters, g.written)
	first := g.newFrom()
	for _, p := range g.Program().Preds {
		for i, r := range g.Context().Of(p) {
			if i%often == often-1 && ctx.Err() != nil {
				break
			}
			v.Facts++
			if f := g.facts.fact(r); wanted(f.text) {
				g.facts.enter(f, r.ID >= first)
			}
		}
	}
	if most.Facts <= 0 {
		most.Facts = math.MaxInt
	}
	v.More = max(0, len(g.facts.facts)-most.Facts)
	v.Groups = g.facts.groups(most.Facts)
	for i := range v.Groups {
		g.label(&v.Groups[i])
	}
}

// often is after how many facts it is looked whether the context has ended.
const often = 1000

// label adds the group's name for readers.
func (g *Game) label(group *Group) {
	of := cmp.Or(group.Character, group.Place)
	if of != "" {
		group.Label = english.Capital(g.teller.names.Term(name(of)))
	}
}

// factGroups groups the facts of a view by their subjects. It keeps its findings about facts from
// one view to the next, since most are in both.
type factGroups struct {
	characters *characters
	written    writer
	resources  map[*exec.Resource]*fact
	texts      map[string]*fact
	subjects   map[[2]string]*subject // by character or place
	cast       []*subject             // the characters, in their order

	number int        // of the view
	there  int        // how many resources are there
	facts  []*fact    // that are in it, in the order in which they came
	others []*subject // that are in it and not in the cast, in that order
}

// fact is what the resources that look alike have in common.
type fact struct {
	text  string
	about *subject
	place string // where it says that the character is; "" for nowhere
	view  int    // the last one that it was in, and how:
	count int
	fresh bool
}

// subject is the character or the place that facts are about; without names, neither.
type subject struct {
	character, place string
	view             int // the last one that it was in, and how:
	facts            int
	group            *Group
}

// spare is how many resources may be known in vain, however few there are.
const spare = 64

// begin begins a view. It drops all findings if most of them are about facts that are gone.
func (l *factGroups) begin(p *characters, w writer) {
	if l.characters == nil || len(l.resources) > 2*l.there+spare {
		*l = factGroups{characters: p, written: w, resources: make(map[*exec.Resource]*fact), texts: make(map[string]*fact),
			subjects: make(map[[2]string]*subject), number: l.number}
		for _, name := range p.cast.Names {
			l.cast = append(l.cast, l.subject(name, ""))
		}
	}
	l.number++
	l.there = 0
	l.facts, l.others = l.facts[:0], l.others[:0]
}

// fact returns the findings about a resource.
func (l *factGroups) fact(r *exec.Resource) *fact {
	l.there++
	f, known := l.resources[r]
	if known {
		return f
	}
	text := l.written.fact(r.Fact, r.Permanent)
	if f, known = l.texts[text]; !known {
		owner, place := l.characters.about(r)
		f = &fact{text: text, about: l.subject(owner, place)}
		if owner != "" {
			f.place = place
		}
		l.texts[text] = f
	}
	l.resources[r] = f
	return f
}

// subject returns a character, or else a place.
func (l *factGroups) subject(character, place string) *subject {
	if character != "" {
		place = ""
	}
	key := [2]string{character, place}
	s := l.subjects[key]
	if s == nil {
		s = &subject{character: character, place: place}
		l.subjects[key] = s
	}
	return s
}

// enter enters a resource into the view.
func (l *factGroups) enter(f *fact, fresh bool) {
	s := f.about
	if s.view != l.number {
		l.meet(s)
	}
	if f.view != l.number {
		f.view, f.count, f.fresh = l.number, 0, false
		l.facts = append(l.facts, f)
		s.facts++
	}
	f.count++
	f.fresh = f.fresh || fresh
	if f.place != "" {
		s.place = f.place
	}
}

// meet adds a subject to the view.
func (l *factGroups) meet(s *subject) {
	s.view, s.facts, s.group = l.number, 0, nil
	switch {
	case s.character == "":
		l.others = append(l.others, s)
	default:
		s.place = ""
		if !l.characters.is[s.character] {
			l.others = append(l.others, s)
		}
	}
}

// groups returns the facts of the view by their subjects, first the characters, and last the facts
// without a subject. It returns at most so many facts.
func (l *factGroups) groups(most int) []Group {
	shown := l.shown(most)
	groups := make([]Group, len(shown))
	for i, s := range shown {
		lines := min(most, s.facts)
		most -= lines
		groups[i] = Group{Character: s.character, Place: s.place, Lines: make([]Line, 0, lines)}
		s.group = &groups[i]
	}
	for _, f := range l.facts {
		if g := f.about.group; g != nil && len(g.Lines) < cap(g.Lines) {
			g.Lines = append(g.Lines, Line{Fact: f.text, Count: f.count, New: f.fresh})
		}
	}
	return groups
}

// shown returns the subjects of the first facts, at most so many, in order.
func (l *factGroups) shown(most int) []*subject {
	var out []*subject
	add := func(s *subject) {
		if s.view == l.number && most > 0 {
			most -= s.facts
			out = append(out, s)
		}
	}
	for _, s := range l.cast {
		add(s)
	}
	nobody := l.subjects[[2]string{}]
	for _, s := range l.others {
		if s != nobody {
			add(s)
		}
	}
	if nobody != nil {
		add(nobody)
	}
	return out
}

// news adds the steps since the player's last action to the view, and their net changes.
func (g *Game) news(v *View, most Most) {
	var gone, made []trace.ResourceID
	used := make(map[trace.ResourceID]bool)
	old := g.newFrom()
	path := g.Path()
	for i, at := range path[g.since+1:] {
		if g.since+1+i >= len(path)-mostHappened {
			v.Happened = append(v.Happened, g.Event(at))
		}
		step := g.Step(at)
		made = append(made, step.Produces...)
		for _, id := range step.Consumes {
			if used[id] = true; id < old {
				gone = append(gone, id)
			}
		}
	}
	v.Gone = first(g.lines(gone, nil), most.Facts)
	v.Came = first(g.lines(made, used), most.Facts)
}

// first returns the first of many; with 0, all.
func first[T any](list []T, most int) []T {
	if most > 0 && len(list) > most {
		return list[:most]
	}
	return list
}

// mostHappened is how many steps a view tells of: a stage without end has more than anybody
// reads.
const mostHappened = 1000

// lines returns facts, equal ones once, but for stage tokens and those that are left out.
func (g *Game) lines(ids []trace.ResourceID, out map[trace.ResourceID]bool) []Line {
	var lines []Line
	at := make(map[string]int)
	for _, id := range ids {
		r := g.Resource(id)
		if out[id] || r.Pred == trace.StagePred {
			continue
		}
		text := g.written.recorded(*r)
		i, known := at[text]
		if !known {
			i = len(lines)
			at[text] = i
			lines = append(lines, Line{Fact: text})
		}
		lines[i].Count++
	}
	return lines
}

// newFrom returns the first id of a new resource.
func (g *Game) newFrom() trace.ResourceID {
	old := 0
	for _, at := range g.Path()[:g.since+1] {
		old += len(g.Makes(at))
	}
	return trace.ResourceID(old + 1)
}
