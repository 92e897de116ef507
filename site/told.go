package site

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// An occasion is where something can be told beside the events: about a topic, in the
// state before an event.
type occasion struct {
	prose.Topic
	event causal.Event
}

// before returns the occasions at the beginning of a scene.
func (b *builder) before(s *scenes.Scene) []occasion {
	var all []occasion
	first := s.Events[0]
	if s.Hour == 1 {
		for _, stage := range b.tell.Opened() {
			all = append(all, occasion{prose.Topic{Kind: prose.Stage, Name: stage}, first})
		}
	}
	for _, c := range s.Begins {
		all = append(all, occasion{prose.Topic{Kind: prose.Beginning, Name: c}, first})
	}
	return all
}

// after returns the occasions at the end of a scene.
func (b *builder) after(s *scenes.Scene) []occasion {
	var all []occasion
	last := s.Events[len(s.Events)-1]
	for _, stage := range b.tell.Begun(s.Events) {
		all = append(all, occasion{prose.Topic{Kind: prose.Stage, Name: stage}, last})
	}
	for _, c := range s.Ends {
		if b.cut() && !slices.Contains(s.Gone, c) {
			continue // the run was cut short, so this may not be the end
		}
		all = append(all, occasion{prose.Topic{Kind: prose.Ending, Name: c}, last + 1})
	}
	if s.Ending() && !b.cut() {
		// Others may go on elsewhere, so that the facts at the end of the play are not yet those of this scene.
		all = append(all, occasion{prose.Topic{Kind: prose.Ending}, causal.Event(b.graph.Len())})
	}
	return all
}

// opening is what the cover tells.
func opening() occasion { return occasion{prose.Topic{Kind: prose.Beginning}, -1} }

// person and room are what their pages tell.
func person(name string) occasion {
	return occasion{prose.Topic{Kind: prose.Character, Name: name}, -1}
}

func room(r scenes.Room) occasion {
	return occasion{prose.Topic{Kind: prose.Place, Name: r.Place.String()}, -1}
}

// Told returns how often the site of a run tells each variant of its prose, in the order
// of [prose.Prose.Variants]. It chooses as [Build] does, and makes no pages.
func Told(g *causal.Graph, o Options) ([]int, error) {
	b := &builder{Options: o, graph: g}
	var err error
	if err = b.cutScenes(); err != nil {
		return nil, err
	}
	if b.tell, err = tell.New(b.performance, o.Prose); err != nil {
		return nil, err
	}
	mention := func(all []occasion) {
		for _, o := range all {
			b.tell.Mention(o.Topic, o.event)
		}
	}
	for _, s := range b.performance.Scenes {
		b.tell.MentionScene(s)
		mention(b.before(s))
		mention(b.after(s))
	}
	mention(b.pages())
	return b.tell.Told(), nil
}

// pages returns the occasions of the pages behind those of scenes, in the order in which they are made.
func (b *builder) pages() []occasion {
	var all []occasion
	for _, c := range b.performance.Cast.Names {
		if len(b.performance.Way(c)) > 0 {
			all = append(all, person(c))
		}
	}
	for _, r := range b.performance.Rooms {
		all = append(all, room(r))
	}
	return append(all, opening())
}
