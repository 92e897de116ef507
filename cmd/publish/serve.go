package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/play/ask"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/web"
	"github.com/ceptre-graph/ceptre/cmd/preview"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

// Preview holds the flags of the verb that shows a site while its program is being written, and what it shows.
type Preview struct {
	Publisher
	cli.Streams
	input string
	Port  flags.Port
	Open  bool // the site is shown in the browser when it is there

	server *preview.Server
	host   *web.Host  // of the page for play; nil for a trace
	typed  *ask.Input // the answers of a player; nil if there is none to ask
	notes  []string   // of the last site
	shown  bool       // there was one
}

// MostServed is how many steps of a run a site is made of while it is being written.
const MostServed = 100_000

// NewPreview returns a preview of nothing yet.
func NewPreview(s cli.Streams) *Preview {
	v := &Preview{Streams: s, server: preview.New()}
	v.Most, v.server.Log = MostServed, s.Err
	return v
}

// Serve shows the site of a program or a trace until the context ends, and returns the context's error.
func (v *Preview) Serve(c *cobra.Command, input string) error {
	v.input = input
	if err := v.check(c); err != nil {
		return err
	}
	l, err := v.Port.Listen(c)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := v.sayWhere(l.Addr()); err != nil {
		return err
	}
	defer limit.Collect(v.Memory)()
	var latest preview.Latest
	group, ctx := errgroup.WithContext(c.Context())
	group.Go(func() error { return v.server.Serve(ctx, l) })
	group.Go(func() error {
		return cli.WatchAll(ctx, func() []string { return v.inputs(v.Streams, v.input) }, func() {
			latest.Start(ctx, func(ctx context.Context) { v.rebuild(ctx, c, l.Addr()) })
		})
	})
	return group.Wait()
}

// check refuses what no change of a file will mend.
func (v *Preview) check(c *cobra.Command) error {
	if v.input == cli.Stdio || v.prose == cli.Stdio {
		return cli.BadFlag(c, "serve watches files, so it cannot read standard input")
	}
	if err := v.Port.Check(c); err != nil {
		return err
	}
	if _, err := v.options(c); err != nil {
		return err
	}
	if v.theme != "" && !strings.ContainsAny(v.theme, `./\`) {
		if _, err := v.FindTheme(c, v.theme); err != nil {
			return err
		}
	}
	if err := load.Misfit(v.input); err != nil && !form.Is(v.input) {
		return err
	}
	_, data, err := v.ReadFile(v.input)
	if err != nil {
		return err
	}
	v.settle(c, data)
	return v.mountPlay(c, data)
}

// sayWhere says where there is something to be seen.
func (v *Preview) sayWhere(at net.Addr) error {
	where := fmt.Sprintf("http://%s/\n", at)
	if v.host != nil && !v.Quiet {
		where += fmt.Sprintf("play it at http://%s%s\n", at, playPath)
	}
	_, err := io.WriteString(v.Out, where)
	return err
}

// settle decides whether a player is asked for choices. A trace has none left.
func (v *Preview) settle(c *cobra.Command, input []byte) {
	if v.Choose == ask.Name {
		v.typed = ask.NewInput(c.InOrStdin())
		return
	}
	c.SetIn(strings.NewReader(""))
	v.Alone = !foreign.Knows(input)
}

// rebuild makes the site, and shows it, or why it could not be made. The first time, it
// opens the browser if that is wanted.
func (v *Preview) rebuild(ctx context.Context, c *cobra.Command, at net.Addr) {
	c.SetContext(ctx)
	if v.typed != nil {
		c.SetIn(v.typed.Until(ctx))
	}
	if err := v.showPlay(c); err != nil {
		fmt.Fprintln(v.Err, err)
	}
	begun := time.Now()
	made, err := v.Make(c, v.Streams, v.input)
	switch {
	case ctx.Err() != nil:
		return // there is a newer change, or it is over
	case err != nil:
		v.showWordless(c)
		v.server.Fail(inFull(err))
		fmt.Fprintln(v.Err, err)
	default:
		v.shown = true
		v.show(made)
		v.say(made, time.Since(begun))
	}
	if v.Open {
		v.Open = false
		if err := cli.OpenURL(fmt.Sprintf("http://%s/", at)); err != nil {
			fmt.Fprintln(v.Err, err)
		}
	}
}

// showWordless shows a first site without its prose, if the prose kept it from being made: the
// errors are shown over it.
func (v *Preview) showWordless(c *cobra.Command) {
	if v.shown {
		return
	}
	bare := v.Publisher
	bare.wordless = true
	if made, err := bare.Make(c, v.Streams, v.input); err == nil {
		v.shown = true
		v.show(made)
	}
}

// show shows a site.
func (v *Preview) show(made *site.Site) {
	v.server.Speak(made.Words)
	v.server.Show(filesOf(made))
}

// say says that there is a new site. What the author may want to know is not said again
// with each.
func (v *Preview) say(made *site.Site, took time.Duration) {
	if v.Quiet {
		return
	}
	if !slices.Equal(made.Notes, v.notes) {
		v.notes = made.Notes
		for _, note := range made.Notes {
			fmt.Fprintln(v.Err, note)
		}
	}
	fmt.Fprintf(v.Out, "made in %.2f s: %s\n", took.Seconds(), english.Count(len(made.Leaves), "scene"))
}

func filesOf(made *site.Site) preview.Files {
	files := make(preview.Files, len(made.Pages))
	for _, p := range made.Pages {
		files[p.Path] = p.Data
	}
	return files
}

// inFull returns all that there is to say of an error, clean: of programs with their lines.
func inFull(err error) string {
	var out strings.Builder
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			out.WriteString(inFull(one) + "\n")
		}
	case syntax.ErrorList:
		_ = e.Fprint(&out, syntax.Style{}) // into memory
	default:
		out.WriteString(visible.Text(err.Error()))
	}
	return strings.TrimRight(out.String(), "\n")
}

// playPath is where the page for play is.
const playPath = "/play/"

// mountPlay has the server serve the page for play, to which the site leads, if there is a
// program to be played.
func (v *Preview) mountPlay(c *cobra.Command, input []byte) error {
	if foreign.Knows(input) {
		return nil
	}
	limits, err := v.Limits(c)
	if err != nil {
		return err
	}
	memory := flags.Bounds{Memory: v.Memory} // the limit of time is for unattended runs
	v.host = &web.Host{
		Limits: limits, Within: memory.Within,
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	}
	v.server.Mount(playPath, v.host.Handler(playPath))
	v.playURL = playPath
	return nil
}

// showPlay updates the page for play to the present program. It reports errors of the program; the
// preview reports those of prose and theme.
func (v *Preview) showPlay(c *cobra.Command) error {
	if v.host == nil {
		return nil
	}
	name, data, err := v.ReadFile(v.input)
	var o game.Opening
	if err == nil {
		o, err = inCeptre(&syntax.Source{Name: name, Text: data})
	}
	if err != nil {
		return errors.Join(err, v.host.Fail(err.Error()))
	}
	o.Seed, o.Stage, o.Context, o.Steps = &v.Seed, v.Stage, v.Context, v.Steps
	o.By, o.Place = v.casting.By, v.casting.Place
	if v.Stage+v.Context == "" {
		o.Trace = v.Trace
	}
	text, err := v.findProse(v.Streams, beside.Program(v.input), nil)
	if err == nil && text != nil {
		if name, data, err := v.ReadFile(text.Name()); err == nil {
			o.ProseName, o.Prose = name, string(data)
		}
	}
	look, err := v.findTheme(c, v.Streams, text)
	if err != nil {
		if look, err = themes.Find(""); err != nil {
			return err
		}
	}
	return v.host.Show(o, look, locale.For(text.Front().Language, text.Front().Words))
}
