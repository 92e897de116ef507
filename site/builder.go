package site

import (
	"cmp"
	"errors"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/ceptre-graph/ceptre/site/words"
	"github.com/ceptre-graph/ceptre/themes"
)

// A builder holds the data that the pages of a site are made from.
type builder struct {
	Options
	graph       *causal.Graph
	performance *scenes.Performance
	noCast      cast.NoCharactersError // why there is nobody to follow
	tell        *tell.Teller
	site        *Site
	words       *locale.Words // the fixed words of the pages
	paths       *paths
	leaves      map[*scenes.Scene]*Leaf
	rules       map[string]template.HTML // in colour, by name; none where it is not told how it was made
	press       *press
	passedOver  []*scenes.Scene // in which the stage changes, and that are on no way
	id          string          // of the site, in the storage of readers' browsers
}

// cutScenes finds the characters of the run and their places, and cuts it into scenes.
func (b *builder) cutScenes() error {
	if err := b.Prose.Check(b.graph.Trace.Program); err != nil {
		return err
	}
	who, err := cast.Find(b.graph, tell.CastOptions(b.Prose, cast.Options{By: b.By, Place: b.Place}))
	if none, ok := errors.AsType[cast.NoCharactersError](err); ok {
		b.noCast = none
	} else if err != nil {
		return err
	}
	b.performance = scenes.Cut(b.graph, who, b.Scenes)
	return nil
}

// newBuilder finds out who is in the run, where, and cuts it into scenes.
func newBuilder(g *causal.Graph, o Options) (*builder, error) {
	b := &builder{Options: o, graph: g, words: wordsOf(o.Prose)}
	var err error
	if b.Theme == nil {
		name := o.Prose.Front().Theme
		if !slices.Contains(themes.Names(), name) {
			name = "" // a file is for the caller to read
		}
		if b.Theme, err = themes.Find(name); err != nil {
			return nil, err
		}
	}
	if b.press, err = newPress(b.Theme, b.words); err != nil {
		return nil, err
	}
	if err = b.cutScenes(); err != nil {
		return nil, err
	}
	if b.tell, err = tell.New(b.performance, o.Prose); err != nil {
		return nil, err
	}
	if !b.Bare {
		if b.rules, err = colourRules(&g.Trace.Header); err != nil {
			return nil, err
		}
	}
	b.introduce()
	b.paths = newPaths(b.performance)
	return b, nil
}

// wordsOf returns the fixed words for the pages of a text.
func wordsOf(text *prose.Prose) *locale.Words {
	front := text.Front()
	return locale.For(front.Language, front.Words)
}

// introduce makes the site, as yet without pages.
func (b *builder) introduce() {
	front := b.Prose.Front()
	b.URL = cmp.Or(b.URL, front.URL)
	b.site = &Site{
		Title:       b.title(),
		Author:      words.Clean(front.Author),
		Language:    cmp.Or(front.Language, locale.Default),
		Words:       b.words,
		Description: words.Clean(front.Description),
		Hash:        hash.Of(b.graph),
		Performance: b.performance,
		Named:       len(front.Characters) > 0 || front.By != "",
		beside:      b.PlayURL,
	}
	for _, note := range b.Prose.Notes() {
		b.note("%v", note)
	}
	if b.noCast != "" && b.graph.Len() > 0 {
		b.note("no characters to follow: %v", b.noCast)
	}
	b.ends()
	if strangers := b.strangers(); len(strangers) > 0 {
		b.note("%s: no page follows %s: others were chosen as characters; --by names them",
			visible.Line(b.Prose.Name()), visible.Line(strings.Join(strangers, ", ")))
	}
	if named := b.Prose.Places(); len(named) > 0 && b.noCast == "" && !b.visits(named) {
		b.note("%s: in no fact of the run is a character at a place that has a name or a text: %s",
			visible.Line(b.Prose.Name()), visible.Line(strings.Join(named, ", ")))
	}
}

// strangers returns the characters that the prose names and the site does not follow, unless the
// characters were given by an option.
func (b *builder) strangers() []string {
	if b.By != "" || b.noCast != "" {
		return nil
	}
	cast := b.performance.Cast.Names
	named := slices.Sorted(maps.Keys(b.Prose.Front().Characters))
	return slices.DeleteFunc(named, func(name string) bool { return slices.Contains(cast, name) })
}

// ends notes that the text for the end of the play is not told, where the run was cut short.
func (b *builder) ends() {
	if b.cut() && b.Prose.Has(prose.Topic{Kind: prose.Ending}) {
		b.note("%s: the text for the ending is not used, because the run ended before it came to rest (%s)",
			visible.Line(b.Prose.Name()), b.graph.Trace.End.Why)
	}
}

// visits reports whether any character is at one of the places, if only at the beginning.
func (b *builder) visits(places []string) bool {
	return slices.ContainsFunc(b.graph.Trace.Resources, func(r trace.Resource) bool {
		_, where, ok := b.performance.Cast.Location.Of(&r)
		return ok && slices.Contains(places, where.String())
	})
}

// title is the author's, or else the program's name.
func (b *builder) title() string {
	if title := words.Clean(b.Prose.Front().Title); title != "" {
		return title
	}
	if p := b.graph.Trace.Program; p != nil {
		base := path.Base(p.File)
		for _, name := range []string{p.Name, strings.TrimSuffix(base, path.Ext(base))} {
			if title := words.Shorten(words.Capitals(words.Spaced(name))); title != "" {
				return title
			}
		}
	}
	return b.words.Say("untitled")
}
