package desk

import (
	"context"

	"github.com/ceptre-graph/ceptre/exec"
)

// Group is the facts about a character, about a place where they mention nobody, or, with
// neither name, all others.
type Group struct {
	Character string `json:"character,omitempty"`
	Place     string `json:"place,omitempty"` // where the character is, or what the facts are about
	Label     string `json:"label,omitempty"` // what readers call who or what it is about
	Lines     []Line `json:"lines"`
}

// Line is a fact, as often as it is there.
type Line struct {
	Fact  string `json:"fact"` // as programs write it, with `!` if it is permanent
	Count int    `json:"count"`
	New   bool   `json:"new,omitempty"` // it came since the player last did something
}

// state enters the facts, as far as the context lasts.
func (d *Desk) state(ctx context.Context, v *View, most Most) {
	b := &board{view: v, at: make(map[[2]string]int), lines: make(map[string]line), desk: d}
	if most.Find != "" {
		b.wanted = Finder(most.Find)
	}
	for _, name := range d.people.cast.Names {
		b.group(name, "") // in this order
	}
	first := d.newFrom()
	for _, p := range d.Program().Preds {
		for i, r := range d.Context().Of(p) {
			if i%often == often-1 && ctx.Err() != nil {
				break
			}
			b.add(r, r.ID >= first)
		}
	}
	b.finish(most.Facts)
}

// often is after how many facts it is looked whether the context has ended.
const often = 1000

// board is a state that is being put together.
type board struct {
	desk  *Desk
	view  *View
	at    map[[2]string]int // where the group of a character or place stands
	lines map[string]line   // by fact
	// wanted tells which facts are; nil where all are.
	wanted func(string) bool
}

// line is where a fact stands.
type line struct{ group, line int }

// group returns where a group stands, which is made where there is none.
func (b *board) group(character, place string) int {
	key := [2]string{character, place}
	if character != "" {
		key[1] = ""
	}
	i, known := b.at[key]
	if !known {
		i = len(b.view.Groups)
		b.at[key] = i
		b.view.Groups = append(b.view.Groups, Group{Character: character, Place: place})
	}
	if character != "" && place != "" {
		b.view.Groups[i].Place = place
	}
	return i
}

func (b *board) add(r *exec.Resource, fresh bool) {
	b.view.Facts++
	text := r.String()
	if b.wanted != nil && !b.wanted(text) {
		return
	}
	at, known := b.lines[text]
	if !known {
		at.group = b.group(b.desk.people.about(r))
		g := &b.view.Groups[at.group]
		at.line = len(g.Lines)
		g.Lines = append(g.Lines, Line{Fact: text})
		b.lines[text] = at
	}
	l := &b.view.Groups[at.group].Lines[at.line]
	l.Count++
	l.New = l.New || fresh
}

// finish leaves out those of whom nothing is known, has what is about nobody stand last,
// and leaves out what is more than so many lines; 0 is for any number.
func (b *board) finish(most int) {
	var groups, last []Group
	for _, g := range b.view.Groups {
		switch {
		case len(g.Lines) == 0:
		case g.Character+g.Place == "":
			last = append(last, g)
		default:
			groups = append(groups, g)
		}
	}
	if most <= 0 {
		most = len(b.lines)
	}
	b.view.Groups = nil
	b.view.More = max(0, len(b.lines)-most)
	for _, g := range append(groups, last...) {
		if most == 0 {
			break
		}
		g.Lines = g.Lines[:min(most, len(g.Lines))]
		most -= len(g.Lines)
		b.view.Groups = append(b.view.Groups, b.label(g))
	}
}

// label enters what readers call whom a group is about.
func (b *board) label(g Group) Group {
	of := g.Character
	if of == "" {
		of = g.Place
	}
	if of != "" {
		g.Label = b.desk.teller.names.Term(name(of))
	}
	return g
}
