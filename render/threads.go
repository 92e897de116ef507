package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/themes"
)

// threads draws each character's way from event to event, in a line of its own
// colour or stroke; where lines join, characters meet. Events without a
// character lie on nobody's way, so they are left out: they would float
// unconnected.
func (a *artist) threads() error {
	cast, err := a.cast()
	if err != nil {
		return err
	}
	threads := a.graph.Threads(cast)
	for i, t := range threads {
		a.character(i, t)
	}
	for _, e := range meetings(threads, a.graph.Len()) {
		a.event(a.graph.Step(e), a.look.Resource) // pale, so that the lines stand out
	}
	for _, l := range a.legs(threads) {
		a.leg(l, threads)
	}
	return nil
}

// cast returns who to follow. In a run without a step there is nobody to choose
// by what they did, which is no mistake of the caller.
func (a *artist) cast() (causal.Cast, error) {
	if a.graph.Len() == 0 && a.By == "" {
		return causal.Cast{}, nil
	}
	return causal.FindCast(a.graph.Trace, a.By)
}

// colour returns the colour of a character's thread. Colours come round again
// where there are fewer of them than characters.
func (a *artist) colour(character int) string {
	if len(a.look.Threads) == 0 {
		return a.look.Line
	}
	return a.look.Threads[character%len(a.look.Threads)]
}

// stroke returns the style of a character's line: another each time that the
// colours come round again.
func (a *artist) stroke(character int) string {
	strokes := [...]string{"solid", "dashed", "dotted"}
	return strokes[character/max(len(a.look.Threads), 1)%len(strokes)]
}

func characterName(i int) string { return "c" + strconv.Itoa(i+1) }

// character adds the start of a thread, for those who never act, too.
func (a *artist) character(i int, t causal.Thread) {
	tip := plain(t.Character)
	if len(t.Events) == 0 {
		tip += " does nothing in this run"
	}
	name := characterName(i)
	a.node(name, slices.Concat(attrs{
		{"id", name}, {"tooltip", tip}, {"class", "character " + class("who", t.Character)}, {"penwidth", "2"},
	}, oval(short(t.Character), 12), style(themes.Shape{
		Fill: a.look.Background, Border: a.colour(i), Ink: a.colour(i),
	}, "filled,"+a.stroke(i)))...)
}

// meetings returns the events that lie on some thread, in order of firing.
func meetings(threads []causal.Thread, events int) []causal.Event {
	on := make([]bool, events)
	for _, t := range threads {
		for _, e := range t.Events {
			on[e] = true
		}
	}
	var out []causal.Event
	for e, yes := range on {
		if yes {
			out = append(out, causal.Event(e))
		}
	}
	return out
}

// leg is a piece of way between two nodes, with all who go it together in lines
// of one stroke; Graphviz gives an arrow several colours, but one stroke.
type leg struct {
	from, to   string
	stroke     string
	characters []int // indexes of the cast
}

// legs returns the pieces of all threads, in the order of the events they lead
// to and of the cast.
func (a *artist) legs(threads []causal.Thread) []leg {
	at := make([]string, len(threads)) // where each character is
	going := make([][]int, a.graph.Len())
	for i, t := range threads {
		at[i] = characterName(i)
		for _, e := range t.Events {
			going[e] = append(going[e], i)
		}
	}
	var legs []leg
	for e, characters := range going {
		to, first := a.graph.Step(causal.Event(e)).ID.String(), len(legs)
		for _, i := range characters {
			stroke := a.stroke(i)
			together := func(l leg) bool { return l.from == at[i] && l.stroke == stroke }
			k := slices.IndexFunc(legs[first:], together)
			if k < 0 {
				k = len(legs) - first
				legs = append(legs, leg{from: at[i], to: to, stroke: stroke})
			}
			l := &legs[first+k]
			l.characters = append(l.characters, i)
			at[i] = to
		}
	}
	return legs
}

// leg draws parallel lines in the colours of those who go there.
func (a *artist) leg(l leg, threads []causal.Thread) {
	var colours, names []string
	classes := "thread"
	for _, i := range l.characters {
		colours = append(colours, a.colour(i))
		names = append(names, plain(threads[i].Character))
		classes += " " + class("who", threads[i].Character)
	}
	a.edge(l.from, l.to, attr{"class", classes}, attr{"tooltip", strings.Join(names, ", ")},
		attr{"color", strings.Join(colours, ":"+a.look.Background+":")}, attr{"penwidth", "2"},
		attr{"style", l.stroke})
}
