package site

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Leaf is the content of the page of a scene, with the ways that lead from it.
type Leaf struct {
	Scene   *scenes.Scene
	Path    string       // of its page
	Kicker  string       // stands above the heading: "Scene 12 · the fifth hour"
	Heading string       // the author's whole title, or that of its most telling event
	Short   string       // the same at the length of a link
	named   causal.Event // after which the author names the scene, or -1
	Where   string       // "the tomb", "the orchard to the tomb"
	Here    string       // the characters present
	Title   string       // names it in links
	Context string       // in one line what stands around the heading
	// Before and After are the author's texts for the characters that are first or last seen in the
	// scene; Text tells its events.
	Before []template.HTML
	Text   []tell.Telling
	After  []template.HTML
	Ways   []Ways
}

// size is about how many bytes the leaf takes on a page.
func (l *Leaf) size() int {
	n := 400 + len(l.Heading) + len(l.Context)
	for _, html := range slices.Concat(l.Before, l.After) {
		n += len(html)
	}
	for _, t := range l.Text {
		n += len(t.Prose) + len(t.Plain)
	}
	return n
}

// addLeaves tells all scenes, and says which rules had no prose.
func (b *builder) addLeaves(ctx context.Context) error {
	b.leaves = make(map[*scenes.Scene]*Leaf, len(b.performance.Scenes))
	for _, s := range b.performance.Scenes {
		if err := ctx.Err(); err != nil {
			return err
		}
		leaf, err := b.leaf(s)
		if err != nil {
			return fmt.Errorf("scene %s: %w", s.ID, err)
		}
		b.leaves[s] = leaf
		b.site.Leaves = append(b.site.Leaves, leaf)
	}
	b.id = identity(b.site)
	b.shareTurns()
	for _, l := range b.site.Leaves {
		l.Ways = b.ways(l)
	}
	b.noteUntold()
	return nil
}

func (b *builder) leaf(s *scenes.Scene) (*Leaf, error) {
	l := &Leaf{Scene: s, Path: scenePath(s),
		Kicker: b.words.Say("kicker", "n", s.Number, "nth", b.words.Ordinal(s.Hour))}
	told, err := b.tell.Events(s)
	if err != nil {
		return nil, err
	}
	for _, t := range told {
		if !t.Merged {
			l.Text = append(l.Text, t)
		}
	}
	whole, err := b.tell.Scene(s, told)
	if err != nil {
		return nil, err
	}
	l.Heading, l.Short, l.named = whole.Title, b.tell.Names.Short(whole.Title), whole.After
	l.Where = b.where(s)
	l.Here = english.Capital(b.tell.Names.Company(s))
	l.Title = l.Short
	if l.Where != "" {
		l.Title += " — " + l.Where
	}
	l.Context = strings.Join(words.Nonempty(b.words.Say("scene-number", "n", s.Number), l.Where, l.Here), " · ")
	// The author's texts for characters that are seen for the first or the last time, for stages that
	// begin, and for scenes that no way leads on from.
	if l.Before, err = b.about(b.before(s)); err != nil {
		return nil, err
	}
	if whole.Opening != "" {
		l.Before = append(l.Before, whole.Opening)
	}
	l.After, err = b.about(b.after(s))
	return l, err
}

// about returns what the author wrote for some occasions.
func (b *builder) about(all []occasion) ([]template.HTML, error) {
	var texts []template.HTML
	for _, o := range all {
		html, err := b.tell.About(o.Topic, o.event)
		if err != nil {
			return nil, err
		}
		if html != "" {
			texts = append(texts, html)
		}
	}
	return texts, nil
}

// where returns "the market square", or "the market square to the garden". A scene
// without place and people is told from others by what its rule was applied to, but for a change
// of stage, and numbers alone say nothing to a reader.
func (b *builder) where(s *scenes.Scene) string {
	switch names := b.tell.Names; {
	case s.Journey:
		return b.words.Say("journey", "from", names.Place(s.Places[0]), "to", names.Place(s.Places[1]))
	case len(s.Places) > 0:
		return names.Place(s.Places[0])
	case s.Interlude() && len(b.tell.Begun(s.Events)) == 0:
		args := b.graph.Step(s.Events[0]).Args
		if slices.ContainsFunc(args, func(t trace.Term) bool { return !t.Number }) {
			return names.Short(strings.Join(names.Things(args), ", "))
		}
	}
	return ""
}

// mostUntold is how many rules without prose have a note each. Of more, one note names those
// that fired the most.
const mostUntold = 5

// noteUntold notes the rules that fired and have no prose, where there is any.
func (b *builder) noteUntold() {
	if b.Prose == nil {
		return
	}
	untold := make(map[string]int)
	for e := range causal.Event(b.graph.Len()) {
		if !b.tell.Written(e) {
			untold[b.graph.Label(e)]++
		}
	}
	var names []string
	for _, n := range rules.Condense(b.graph, kinds.Table{}).Nodes {
		if untold[n.Rule] > 0 {
			names = append(names, n.Rule)
		}
	}
	times := func(rule string) string { return fmt.Sprintf("%s (%s)", rule, english.Count(untold[rule], "time")) }
	if len(names) <= mostUntold {
		for _, rule := range names {
			b.note("%s: no text for rule %s: told from its name", b.Prose.Name(), times(rule))
		}
		return
	}
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(untold[y], untold[x]) })
	var some []string
	for _, rule := range names[:mostUntold] {
		some = append(some, times(rule))
	}
	b.note("%s: no text for %s: %s and %d more are told from their names", b.Prose.Name(),
		english.Count(len(names), "rule"), strings.Join(some, ", "), len(names)-mostUntold)
}
