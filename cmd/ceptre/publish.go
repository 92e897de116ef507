package main

import (
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/publish"
	"github.com/ceptre-graph/ceptre/site/shelf"
	"github.com/spf13/cobra"
)

func publishing(s cli.Streams) *cobra.Command {
	var p publish.Publication
	cmd := &cobra.Command{
		Use:   "publish PROGRAM|TRACE",
		Short: "Run a program and publish the run as a site, a single page, an e-book or a Twine story",
		Long: `Run a program, or read the trace of a run, and write what happened as a folder of linked
pages, which a browser opens from disk. The run is cut into scenes; links follow each
character from scene to scene, or stay in a room and see who comes. Traces of other
engines are accepted, too, and recognised by their content.

The words come from a Markdown file beside the program (verona.md for verona.cep), with a
section for each rule ('ceptre prose' writes a template), or from a script of scenes
(.scenes). Without such a file, they are made from the names of rules. A folder that holds
other files is never overwritten.

The name after -o decides what is written: a folder is a site, .html a single page, .epub
an e-book, .twee a story for Twine with its map.

--play adds pages on which readers play the program in their browser, from the start of
the published run and with its seed: a page to read on, and a workbench, which also says
why things happened. The engine, about 5 MB, is copied beside them; any static web server
can serve it. --memory limits its memory. Your Go compiles the engine the first time,
which takes a while, and keeps it in your cache; released versions of ceptre contain the
engine and need no Go.

--workshop adds the workshop to these pages: there readers change the program, from cards
and menus or as text, play what they made, and save it as a file or share it as a link.`,
		Example: `  ceptre publish examples/verona.cep -o public
  ceptre publish examples/verona.cep --seed 7 --theme paper --scenes place
  ceptre publish examples/verona.cep -o verona.epub
  ceptre publish examples/verona.cep --runs 12 -o stories
  ceptre publish examples/verona.cep --play
  ceptre publish examples/blocks.cep --workshop
  ceptre publish examples/verona.cep --plan
  ceptre publish trace.json --prose examples/verona.md --by romeo,juliet`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.Publish(c, s, args[0]) },
	}
	p.Publisher.Flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&p.Out, "output", "o", "public", "write to this `FILE` or folder")
	f.StringVar(&p.To, "to", "",
		"the `FORM` to write: "+strings.Join(shelf.Names(), ", ")+" (default: by the ending of -o, or site)")
	f.IntVar(&p.Runs, "runs", 0, "publish `N` different stories of the program, with an index")
	f.BoolVar(&p.Play, "play", false, "add pages on which readers play the program in their browser")
	f.BoolVar(&p.Workshop, "workshop", false, "add a page on which readers change the program, and the pages of --play")
	f.BoolVar(&p.Plan, "plan", false, "write nothing; say how few readings see every scene, and which one sees most")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(shelf.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
