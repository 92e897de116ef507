// Package ranges measures runs for an expressive range, writes it to files, and makes its example runs again: the
// sentences that tell them, their traces and their sites.
package ranges

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/rangepage"
	"github.com/ceptre-graph/ceptre/themes"
	"golang.org/x/sync/errgroup"
)

// Examples are the example runs of a range.
type Examples struct {
	cli.Streams
	Sources []Source
	Casting cast.Options
	ExampleFlags
	Theme *themes.Theme
	// From is the file of the page, from which links lead to the folder.
	From string

	lock sync.Mutex
	told map[key]rangepage.Example
}

// key is a run of a series, the first or the second.
type key struct {
	series int
	seed   uint64
}

// Make makes the examples of a range again, several at a time, and writes their traces and sites into the folder. It
// prints their number unless quiet is set. Without sources it makes none. If the context ends first, some examples
// have neither sentences nor links.
func (x *Examples) Make(ctx context.Context, r *expressive.Range, jobs int, quiet bool) error {
	if len(x.Sources) == 0 {
		return nil
	}
	x.told = make(map[key]rangepage.Example)
	var all []key
	for series, p := range r.Parts() {
		var seeds []uint64
		for _, c := range p.Cells {
			seeds = append(seeds, c.Seeds...)
		}
		if err := x.Sources[series].read(seeds); err != nil {
			return err
		}
		for _, seed := range seeds {
			all = append(all, key{series, seed})
		}
	}
	if x.Folder != "" {
		if err := cli.MakeFolder(x.Folder); err != nil {
			return err
		}
	}
	progress := x.Progress("making examples", len(all))
	defer progress.Close()
	group, inner := errgroup.WithContext(ctx)
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	group.SetLimit(jobs)
	for _, k := range all {
		group.Go(func() error {
			defer progress.Done()
			if inner.Err() != nil {
				return nil
			}
			return x.add(inner, k)
		})
	}
	err := group.Wait()
	if err == nil && x.Folder != "" && !quiet {
		_, err = fmt.Fprintf(x.Err, "%s: %s\n", x.Folder, english.Count(len(x.told), "example"))
	}
	return err
}

// add makes an example.
func (x *Examples) add(ctx context.Context, k key) error {
	e := x.bare(k)
	from := &x.Sources[k.series]
	t, err := from.Made.Again(ctx, k.seed)
	if err != nil || t == nil {
		return err
	}
	g := causal.New(t)
	if e.Sentences, err = x.sentences(from, g); err != nil {
		return err
	}
	if x.Folder != "" {
		if err := x.write(ctx, &e, k, from, t, g); err != nil {
			return err
		}
	}
	x.lock.Lock()
	defer x.lock.Unlock()
	x.told[k] = e
	return nil
}

// bare returns an example without sentences and links, for which its run need not be made again.
func (x *Examples) bare(k key) rangepage.Example {
	from := &x.Sources[k.series]
	return rangepage.Example{Seed: k.seed, End: from.ends[k.seed].String(),
		Command: fmt.Sprintf("%s --seed %d%s", from.Command, k.seed, from.Input)}
}

// Example describes an example of a series, the first or the second: [rangepage.Page.Example].
func (x *Examples) Example(series int, seed uint64) rangepage.Example {
	k := key{series, seed}
	if e, made := x.told[k]; made {
		return e
	}
	return x.bare(k)
}

// Link returns the URL of the first example of a cell that was written: of its site or, without one, of its trace.
func (x *Examples) Link(series int, c *expressive.Cell) string {
	for _, seed := range c.Seeds {
		e := x.told[key{series, seed}]
		if url := cmp.Or(e.Site, e.Trace); url != "" {
			return url
		}
	}
	return ""
}

// sentences tells the rarest event of a run and the last one. The rule of the rarest event is the one that fired least
// often in all runs.
func (x *Examples) sentences(from *Source, g *causal.Graph) ([]string, error) {
	if g.Len() == 0 {
		return nil, nil
	}
	teller, err := flags.Teller(g, from.Text, x.Casting)
	if err != nil {
		return nil, err
	}
	fired := from.fired
	rarest, last := causal.Event(0), causal.Event(g.Len()-1)
	for _, e := range g.Events() {
		if fired[g.Label(e)] < fired[g.Label(rarest)] {
			rarest = e
		}
	}
	if rarest == last {
		return []string{teller.Sentence(last)}, nil
	}
	return []string{teller.Sentence(rarest), teller.Sentence(last)}, nil
}

// write writes the trace of an example, and its site.
func (x *Examples) write(ctx context.Context, e *rangepage.Example, k key, from *Source, t *trace.Trace,
	g *causal.Graph) error {
	name := fmt.Sprintf("seed-%d", e.Seed)
	if len(x.Sources) > 1 {
		name = fmt.Sprintf("%d-%s", k.series+1, name)
	}
	file := filepath.Join(x.Folder, name+".json")
	if err := x.WriteFile(file, func(w io.Writer) error { return form.Write(file, w, t) }); err != nil {
		return err
	}
	e.Trace = x.link(file)
	if !x.Sites || g.Len() == 0 {
		return nil
	}
	// The trace lies beside the site, which needs no page on how it was made.
	made, err := site.Build(ctx, g,
		site.Options{Prose: from.Text, Theme: x.Theme, By: x.Casting.By, Place: x.Casting.Place, Bare: true})
	if err != nil {
		return flags.Miscast(err, x.Casting, from.Text)
	}
	folder := filepath.Join(x.Folder, name)
	if err := cli.InFolder(folder, func() error { return site.Write(made, folder) }); err != nil {
		return err
	}
	e.Site = x.link(filepath.Join(folder, "index.html"))
	return nil
}

// link returns the URL of a file, from the page.
func (x *Examples) link(file string) string {
	path, err := filepath.Rel(filepath.Dir(x.From), file)
	if err != nil { // on another drive
		path = file
	}
	var parts []string
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		parts = append(parts, url.PathEscape(part))
	}
	return strings.Join(parts, "/")
}
