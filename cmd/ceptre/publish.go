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
		Short: "Run a program and write the run as a hypertext: a site, an e-book, a page, or for Twine",
		Long: `Run a program, or take the trace of a run, and write what happened as a folder of
linked pages, which open from disk. The run is cut into scenes; links follow each
character from one scene to the next, or stay in a room and see who comes. Traces of
other engines are accepted, too, and recognised by their content.

The words come from a Markdown file beside the program (verona.md for verona.cep), with
a section for each rule ("ceptre prose" writes one to fill in), or from a script of
scenes (.scenes); without one they are made from the names of rules. A folder that holds
other things is left alone.

The name after -o says which form is written: a folder is a site; .html one page with
everything in it; .epub an e-book; .twee a story for Twine, laid out on its map.

--play adds pages on which readers play the program in their browser, from the start of
the published run, with its seed: one to read on, and a workbench, which also says why
things happened. The engine, some 4 MB, lies beside them; any static server will do.
--memory bounds the memory that it takes there. Your Go compiles the engine the first
time, which takes a while, and keeps it in your cache; releases of ceptre contain it, and
need no Go.`,
		Example: `  ceptre publish examples/verona.cep -o public
  ceptre publish examples/verona.cep --seed 7 --theme paper --scenes place
  ceptre publish examples/verona.cep -o verona.epub
  ceptre publish examples/verona.cep --runs 12 -o stories
  ceptre publish examples/verona.cep --play
  ceptre publish examples/verona.cep --plan
  ceptre publish trace.json --prose examples/verona.md --by romeo,juliet`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.Publish(c, s, args[0]) },
	}
	p.Publisher.Flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&p.Out, "output", "o", "public", "the folder or file to write to")
	f.StringVar(&p.To, "to", "", "what to write: "+strings.Join(shelf.Names(), ", ")+" (default: as -o ends, or a site)")
	f.IntVar(&p.Runs, "runs", 0, "write so many different stories of the program, under one index")
	f.BoolVar(&p.Play, "play", false, "add pages on which readers play the program themselves, in their browser")
	f.BoolVar(&p.Plan, "plan", false, "only say how few readings see every scene, and which one sees most")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(shelf.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
