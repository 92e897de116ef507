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
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/shelf"
	"github.com/spf13/cobra"
)

// form returns the form that the flags ask for. Where the name of a file was not given, it
// gets the end of that form.
func (p *publication) form(c *cobra.Command) (shelf.Form, error) {
	folder := shelf.Names()[0]
	if p.out == "" || p.out == cli.Stdio && (p.to == "" || p.to == folder) {
		return shelf.Form{}, cli.BadFlag(c, "-o %q: a site needs a folder", p.out)
	}
	named := shelf.Of(p.out)
	asked := cmp.Or(p.to, named, folder)
	i := slices.Index(shelf.Names(), asked)
	switch {
	case i < 0:
		return shelf.Form{}, cli.BadFlag(c, "--to %q: there is %s", p.to, strings.Join(shelf.Names(), ", "))
	case named != "" && named != asked:
		return shelf.Form{}, cli.Disagree(c, p.out, named, "--to for "+asked)
	case p.to == "" && named == "" && looksLikeFile(p.out):
		return shelf.Form{}, cli.BadFlag(c,
			"-o %s: %s is no known ending: there are %s; --to site makes a folder of that name", p.out, filepath.Ext(p.out),
			strings.Join(shelf.Ends(), ", "))
	}
	as := shelf.Forms()[i]
	if as.Write != nil && !c.Flags().Changed("output") {
		p.out += as.Ends[0]
	}
	return as, nil
}

// place refuses a place where nothing could be written, before anything is made for it.
func (p *publication) place(as shelf.Form) error {
	switch {
	case p.plan || p.out == cli.Stdio:
		return nil
	case as.Write == nil:
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

// put writes a site in a form, and says where.
func (p *publication) put(ctx context.Context, s cli.Streams, made *site.Site, as shelf.Form) error {
	where, err := p.write(ctx, s, made, as)
	if err != nil || p.Quiet {
		return err
	}
	for _, note := range made.Notes {
		fmt.Fprintln(s.Err, note)
	}
	if p.out == cli.Stdio {
		return nil
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s\n", where, english.Count(len(made.Leaves), "scene"))
	return err
}

// write returns the file to begin with.
func (p *publication) write(ctx context.Context, s cli.Streams, made *site.Site, as shelf.Form) (string, error) {
	if as.Write == nil {
		return filepath.Join(p.out, "index.html"), writeSite(s, made, p.out)
	}
	return p.out, s.WriteFile(p.out, func(w io.Writer) error { return as.Write(w, made) })
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
