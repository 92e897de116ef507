// Package ranges makes the example runs of an expressive range again: the sentences that tell them, their traces and
// their sites.
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
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/rangepage"
	"github.com/ceptre-graph/ceptre/themes"
	"golang.org/x/sync/errgroup"
)

// Source is a series of runs, with its prose and its command.
type Source struct {
	Made    sweep.Made
	Text    *prose.Prose   // prose of the program; nil for names alone
	Command string         // the command that makes a run, if `--seed N` and Input are added
	Input   string         // the redirection of standard input to the file that sensors hear; "" without sensors
	fired   map[string]int // the firings of each rule in all runs, by its label
}

// count counts the firings of all runs.
func (s *Source) count() {
	s.fired = make(map[string]int)
	for i, rule := range s.Made.Rules {
		for _, row := range s.Made.Rows {
			s.fired[rule.Label] += row.Fired[i]
		}
	}
}

// Examples are the example runs of a range.
type Examples struct {
	cli.Streams
	Sources []Source
	Casting cast.Options
	// Folder takes a trace for each example; "" for none. With Sites it takes a site for each, too.
	Folder string
	Sites  bool
	Theme  *themes.Theme
	// From is the file of the page, from which links lead to the folder.
	From string

	lock sync.Mutex
	told map[key]rangepage.Example
}

// key is a run, given with the indexes of its series and of itself.
type key struct{ series, run int }

// Make makes the examples of a range again, several at a time, and writes their traces and sites into the folder. If
// the context ends first, some examples have neither sentences nor links.
func (x *Examples) Make(ctx context.Context, r *expressive.Range, jobs int) error {
	x.told = make(map[key]rangepage.Example)
	var all []key
	for series, p := range r.Parts() {
		for _, c := range p.Cells {
			for _, i := range c.Examples {
				all = append(all, key{series, i})
			}
		}
	}
	for i := range x.Sources {
		x.Sources[i].count()
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
		run := &r.Parts()[k.series].Runs[k.run]
		group.Go(func() error {
			defer progress.Done()
			if inner.Err() != nil {
				return nil
			}
			return x.add(inner, k, run)
		})
	}
	return group.Wait()
}

// add makes an example.
func (x *Examples) add(ctx context.Context, k key, run *expressive.Run) error {
	e := x.bare(k, run)
	from := &x.Sources[k.series]
	t, err := from.Made.Again(ctx, run.Seed)
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
func (x *Examples) bare(k key, run *expressive.Run) rangepage.Example {
	return rangepage.Example{Seed: run.Seed, End: run.Ending.String(),
		Command: fmt.Sprintf("%s --seed %d%s", x.Sources[k.series].Command, run.Seed, x.Sources[k.series].Input)}
}

// Example returns the function of a page that describes the runs: [rangepage.Page.Example].
func (x *Examples) Example(r *expressive.Range) func(series, run int) rangepage.Example {
	return func(series, run int) rangepage.Example {
		k := key{series, run}
		if e, made := x.told[k]; made {
			return e
		}
		return x.bare(k, &r.Parts()[series].Runs[run])
	}
}

// Link returns the URL of the first example of a cell that was written: of its site or, without one, of its trace.
func (x *Examples) Link(series int, c *expressive.Filled) string {
	for _, run := range c.Examples {
		e := x.told[key{series, run}]
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

// Say says how many examples lie in the folder.
func (x *Examples) Say() string {
	return fmt.Sprintf("%s: %s", x.Folder, english.Count(len(x.told), "example"))
}
