package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/epub"
	"github.com/ceptre-graph/ceptre/site/single"
	"github.com/ceptre-graph/ceptre/site/twee"
	"github.com/spf13/cobra"
)

// A shelf is a form in which a site is written.
type shelf struct {
	name  string
	ends  []string // of names of files
	write func(io.Writer, *site.Site) error
	// oneRow says that it breaks the map itself.
	oneRow bool
}

// shelves are all forms; the first is a folder.
var shelves = []shelf{
	{name: "site"},
	{name: "html", ends: []string{".html", ".htm"}, write: single.Write},
	{name: "epub", ends: []string{".epub"}, write: epub.Write, oneRow: true},
	{name: "twee", ends: []string{".twee", ".tw"}, write: twee.Write},
}

func shelfNames() []string {
	var names []string
	for _, s := range shelves {
		names = append(names, s.name)
	}
	return names
}

// shelf returns the form that the flags ask for. Where the name of a file was not given, it
// gets the end of that form.
func (p *publication) shelf(c *cobra.Command) (shelf, error) {
	if p.out == "" || p.out == cli.Stdio && (p.to == "" || p.to == shelves[0].name) {
		return shelf{}, cli.BadFlag(c, "-o %q: a site needs a folder", p.out)
	}
	named := p.named()
	asked := cmp.Or(p.to, named, shelves[0].name)
	i := slices.Index(shelfNames(), asked)
	switch {
	case i < 0:
		return shelf{}, cli.BadFlag(c, "--to %q: there is %s", p.to, strings.Join(shelfNames(), ", "))
	case named != "" && named != asked:
		return shelf{}, cli.Disagree(c, p.out, named, "--to for "+asked)
	case p.to == "" && named == "" && looksLikeFile(p.out):
		return shelf{}, cli.BadFlag(c, "-o %s: what is a %s? There is %s; --to site makes a folder of that name", p.out, filepath.Ext(p.out), strings.Join(fileEnds(), ", "))
	case shelves[i].write != nil && !c.Flags().Changed("output"):
		p.out += shelves[i].ends[0]
	}
	return shelves[i], nil
}

// place refuses a place where nothing could be written, before anything is made for it.
func (p *publication) place(as shelf) error {
	switch {
	case p.plan || p.out == cli.Stdio:
		return nil
	case as.write == nil:
		return site.CheckFolder(p.out)
	}
	return roomFor(p.out)
}

// looksLikeFile reports whether a name ends as those of files do, in a few letters behind a
// dot, and is not that of a folder.
func looksLikeFile(name string) bool {
	info, err := os.Stat(name)
	return fileEnd.MatchString(filepath.Base(name)) && (err != nil || !info.IsDir())
}

var fileEnd = regexp.MustCompile(`[^.]\.[A-Za-z][A-Za-z0-9]{1,4}$`)

// fileEnds returns how names of files end that forms have.
func fileEnds() []string {
	var ends []string
	for _, s := range shelves {
		ends = append(ends, s.ends...)
	}
	return ends
}

// named returns the form that the name of the file asks for; "" where it asks for none.
func (p *publication) named() string {
	for _, s := range shelves {
		for _, end := range s.ends {
			if strings.EqualFold(filepath.Ext(p.out), end) {
				return s.name
			}
		}
	}
	return ""
}

// put writes a site in a form, and says where.
func (p *publication) put(ctx context.Context, s cli.Streams, made *site.Site, as shelf) error {
	where, err := p.write(ctx, s, made, as)
	if err != nil || p.quiet {
		return err
	}
	for _, note := range made.Notes {
		fmt.Fprintln(s.Err, note)
	}
	if p.out == cli.Stdio {
		return nil
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s\n", where, plural.Count(len(made.Leaves), "scene"))
	return err
}

// write returns the file to begin with.
func (p *publication) write(ctx context.Context, s cli.Streams, made *site.Site, as shelf) (string, error) {
	if as.write == nil {
		return filepath.Join(p.out, "index.html"), writeSite(s, made, p.out)
	}
	return p.out, s.WriteFile(p.out, func(w io.Writer) error { return as.write(w, made) })
}

// writeSite writes a site into a folder, unless a file of an older site there that would be changed
// is one that the new site was made from.
func writeSite(s cli.Streams, made *site.Site, dir string) error {
	changes, err := site.Changes(made, dir)
	for _, file := range changes {
		err = errors.Join(err, s.MayWrite(file))
	}
	if err != nil {
		return err
	}
	return cli.InFolder(dir, func() error { return site.Write(made, dir) })
}
