// Package site turns a recorded run into a hypertext that is read in a browser, from a folder,
// without a server and without scripts.
//
// It works like a play that is staged in many rooms of a house at once. Package scenes cuts the run
// into scenes, and each scene has a page; links follow the characters from one scene to the next,
// or stay in a room until others come; no reader sees all scenes in one reading. The texts come
// from the author's prose, or else from the names in the program (package tell). The pages do not
// depend on the theme: its stylesheet is one of the site's files.
//
// [Build] makes all pages in memory, [Site.Check] looks for dead links and for endless ways, and
// [Write] puts the pages into a folder: first to a staging folder, and when all are written, to
// their places.
package site

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/themes"
)

// Options say what a site is made with.
type Options struct {
	Prose  *prose.Prose  // nil: text is made from the names of rules and arguments
	Theme  *themes.Theme // nil: [themes.Default]
	By     string        // the characters, as [cast.Find] takes them; "": it chooses
	Place  string        // the predicate that says where they are; "": it is found
	Scenes scenes.Method // how the run is cut; "": chains
	URL    string        // where the site will lie, for previews and a sitemap; "" for none
	// Solved are the runs that met their goal. They are told to the end of the play, even if a limit ended them.
	Solved map[*causal.Graph]bool
	// Above describes the site as one of several that [Collect] puts under one index, as in "The
	// second of 4 stories". It is empty for a site of its own.
	Above string
	// OneRow leaves the map as long as it is, for books, which break it as their pages ask.
	OneRow bool
	Bare   bool // leaves out how it was made: the trace, its pictures, the program's facts
	// Play are pages on which readers can play the world themselves, an index.html with
	// what it needs, by their paths from a folder of their own; nil for none.
	Play []Page
	// Change is the path, among those of Play, of a page on which readers change the world; "" for none.
	Change string
	// PlayURL is where such pages are served beside the site, such as "/play/"; "" for
	// nowhere.
	PlayURL string
}

// Site is a whole site in memory.
type Site struct {
	Title, Author string
	Language      string        // of the author's text, as in BCP 47
	Words         *locale.Words // the fixed words of the pages
	Description   string
	Hash          hash.Sum // of what happened
	Performance   *scenes.Performance
	Named         bool     // the author named characters
	People, Rooms []Thread // those with pages, in the order of the cast and of the play's rooms
	Leaves        []*Leaf  // contents of the pages of scenes, by their numbers
	Pages         []Page   // the index first
	// Notes say what the author may want to know: rules without prose, a
	// picture that was left out and why.
	Notes []string

	beside string // a URL that is served beside the site; "" for none
}

// Thread is a character, or a room, with pages of its own.
type Thread struct {
	Key  string // the name in the program, or the term of the place as text
	Slug string // of its pages, which begin with it
	Name string // within a sentence
	Path string // of the first page
}

// Page is one file of a site.
type Page struct {
	Path  string // relative, with slashes
	Title string // of pages in HTML, without that of the play
	Data  []byte
}

// Build makes the site of a run. It touches no disk, and the same run and
// options make the same pages, byte for byte. The error is about prose that
// does not fit the program, as [prose.Parse] puts it, about options, or that of
// a context which ended.
func Build(ctx context.Context, g *causal.Graph, o Options) (*Site, error) {
	b, err := newBuilder(g, o)
	if err != nil {
		return nil, err
	}
	return b.build(ctx)
}

// build adds all pages.
func (b *builder) build(ctx context.Context) (*Site, error) {
	for _, add := range []func(context.Context) error{
		b.addLeaves, b.addHours, b.addAll, b.addMap, b.addScenes, b.addPeople, b.addRooms, b.addMade, b.addFiles, b.addCover,
	} {
		if err := add(ctx); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return b.site, nil
}

func (b *builder) add(path, title string, data []byte) {
	b.site.Pages = append(b.site.Pages, Page{Path: path, Title: title, Data: data})
}

func (b *builder) note(format string, args ...any) {
	b.site.Notes = append(b.site.Notes, fmt.Sprintf(format, args...))
}
