package game

import (
	"context"
	"math"

	"github.com/ceptre-graph/ceptre/site/words"
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
func (d *Game) state(ctx context.Context, v *View, most Most) {
	wanted := func(string) bool { return true }
	if most.Find != "" {
		wanted = Finder(most.Find)
	}
	d.facts.begin(&d.people, d.written)
	first := d.newFrom()
	for _, p := range d.Program().Preds {
		for i, r := range d.Context().Of(p) {
			if i%often == often-1 && ctx.Err() != nil {
				break
			}
			v.Facts++
			if f := d.facts.fact(r); wanted(f.text) {
				d.facts.enter(f, r.ID >= first)
			}
		}
	}
	if most.Facts <= 0 {
		most.Facts = math.MaxInt
	}
	v.More = max(0, len(d.facts.facts)-most.Facts)
	v.Groups = d.facts.groups(most.Facts)
	for i := range v.Groups {
		d.label(&v.Groups[i])
	}
}

// often is after how many facts it is looked whether the context has ended.
const often = 1000

// label adds the group's name for readers.
func (d *Game) label(g *Group) {
	of := g.Character
	if of == "" {
		of = g.Place
	}
	if of != "" {
		g.Label = words.Capital(d.teller.names.Term(name(of)))
	}
}
