package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/workshop/desk"
	"github.com/spf13/cobra"
)

// editing holds the flags of the verb.
type editing struct {
	flags.Bounds
	port  flags.Port
	theme string
	open  bool
}

func edit(s cli.Streams) *cobra.Command {
	var e editing
	cmd := &cobra.Command{
		Use:   "edit [PROGRAM]",
		Short: "Build a program in the browser, without writing syntax",
		Long: fmt.Sprintf(`Show the workshop in browsers on this machine: a page on which you build a program from
cards and menus, or as text, and try it out beside it. Both views show the same text.

The file PROGRAM is written when the page saves. If it does not exist, it is made then.
If another editor changes the file, the page merges the change with yours, or asks if the
two contradict each other. Without PROGRAM, the page begins with a new world, and saves it
as a download. Stop the server with Ctrl-C.

--memory limits all plays on the page together: beyond the limit, they have to start
again.

The port is %d or, if that is taken, the next free one.`, flags.DefaultPort),
		Example: `  ceptre edit
  ceptre edit examples/verona.cep --open
  ceptre edit harvest.cep --port 9000`,
		Args: cli.Usage(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return e.serve(c, s, args) },
	}
	e.port.Flag(cmd)
	cmd.Flags().BoolVar(&e.open, "open", false, "open the page in a browser")
	cli.ThemeFlag(cmd, &e.theme)
	e.Timeless(cmd)
	return cmd
}

// serve serves the workshop of a program, if one is given.
func (e *editing) serve(c *cobra.Command, s cli.Streams, args []string) (err error) {
	if err := e.port.Check(c); err != nil {
		return err
	}
	d := desk.Desk{Streams: s, Memory: e.Memory, Open: e.open}
	memory := flags.Bounds{Memory: e.Memory}
	d.Within = memory.Within
	if d.Limits, err = e.Limits(c); err != nil {
		return err
	}
	if d.Theme, err = s.FindTheme(c, e.theme); err != nil {
		return err
	}
	for _, file := range args {
		if file == cli.Stdio {
			return cli.BadFlag(c, "edit writes a file, so it cannot read standard input")
		}
		if err := load.InCeptre(file); err != nil {
			return err
		}
		_, data, _ := s.ReadFile(file) // it may not be there yet
		if err := load.Foreign(file, data); err != nil {
			return err
		}
		if err := s.RoomFor(file); err != nil {
			return err
		}
		d.File = &desk.File{Streams: s, Path: file}
	}
	l, err := e.port.Listen(c)
	if err != nil {
		return err
	}
	defer l.Close()
	return d.Serve(c.Context(), l)
}
