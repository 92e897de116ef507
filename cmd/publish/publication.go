package publish

import (
	"cmp"
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

// Publication holds the flags of the verb that writes sites.
type Publication struct {
	Publisher
	Out, To string // where the site is written to, and in which form
	Runs    int    // how many different stories of a program are written
	Plan    bool   // the plan of the readings is printed, and nothing written
}

// Publish writes the site of a program or a trace in the form that the flags ask for.
func (p *Publication) Publish(c *cobra.Command, s cli.Streams, input string) error {
	as, err := p.form(c)
	if err != nil {
		return err
	}
	if p.Play && as.Write != nil {
		return cli.BadFlag(c, "--play needs a site, not %s", as.Name)
	}
	if p.Workshop && as.Write != nil {
		return cli.BadFlag(c, "--workshop needs a site, not %s", as.Name)
	}
	p.Play = p.Play || p.Workshop
	p.oneRow = as.OneRow
	if err := p.place(s, as); err != nil {
		return err
	}
	if c.Flags().Changed("runs") {
		return p.publishRuns(c, s, input, as)
	}
	if p.Plan {
		p.bare, p.Printed = true, s.Err // pictures are not asked for, and standard output has the plan alone
	}
	made, err := p.Make(c, s, input)
	if err != nil {
		return err
	}
	if p.Plan {
		return made.WritePlan(s.Out)
	}
	if err := p.put(s, made, as); err != nil {
		return err
	}
	if !p.Quiet && !made.Named {
		s.SayCast(made.Performance.Cast)
	}
	return nil
}

// form returns the form that the flags ask for. Where the name of a file was not given, it
// gets the end of that form.
func (p *Publication) form(c *cobra.Command) (shelf.Form, error) {
	folder := shelf.Names()[0]
	if p.Out == "" || p.Out == cli.Stdio && (p.To == "" || p.To == folder) {
		return shelf.Form{}, cli.BadFlag(c, "-o %q: a site needs a folder", p.Out)
	}
	named := shelf.Of(p.Out)
	asked := cmp.Or(p.To, named, folder)
	i := slices.Index(shelf.Names(), asked)
	switch {
	case i < 0:
		return shelf.Form{}, cli.BadFlag(c, "--to %q: want one of %s", p.To, strings.Join(shelf.Names(), ", "))
	case named != "" && named != asked:
		return shelf.Form{}, cli.Disagree(c, p.Out, named, "--to for "+asked)
	case p.To == "" && named == "" && looksLikeFile(p.Out):
		return shelf.Form{}, cli.BadFlag(c,
			"-o %s: unknown ending %s; want one of %s, or --to site for a folder of that name", p.Out, filepath.Ext(p.Out),
			strings.Join(shelf.Ends(), ", "))
	}
	as := shelf.Forms()[i]
	if as.Write != nil && !c.Flags().Changed("output") {
		p.Out += as.Ends[0]
	}
	return as, nil
}

// place refuses a place where nothing could be written, before anything is made for it.
func (p *Publication) place(s cli.Streams, as shelf.Form) error {
	switch {
	case p.Plan || p.Out == cli.Stdio:
		return nil
	case as.Write == nil:
		return site.CheckFolder(p.Out)
	}
	return s.RoomFor(p.Out)
}

// looksLikeFile reports whether a name ends as those of files do, in a few letters behind a
// dot, and is not that of a folder.
func looksLikeFile(name string) bool {
	info, err := os.Stat(name)
	return fileEnd.MatchString(filepath.Base(name)) && (err != nil || !info.IsDir())
}

var fileEnd = regexp.MustCompile(`[^.]\.[A-Za-z][A-Za-z0-9]{1,4}$`)

// put writes a site in a form, and says where.
func (p *Publication) put(s cli.Streams, made *site.Site, as shelf.Form) error {
	where := p.Out // the file to begin with
	var err error
	if as.Write == nil {
		where, err = filepath.Join(p.Out, "index.html"), writeSite(s, made, p.Out)
	} else {
		err = s.WriteFile(p.Out, func(w io.Writer) error { return as.Write(w, made) })
	}
	if err != nil || p.Quiet {
		return err
	}
	for _, note := range made.Notes {
		fmt.Fprintln(s.Err, note)
	}
	if p.Out == cli.Stdio {
		return nil
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s\n", where, english.Count(len(made.Leaves), "scene"))
	return err
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
