package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
)

// follower holds the flags of the verb.
type follower struct {
	casting cast.Options
	json    bool
}

func threads(s cli.Streams) *cobra.Command {
	var f follower
	cmd := &cobra.Command{
		Use:   "threads TRACE",
		Short: "Follow the characters through a run: meetings, partings, births and deaths",
		Long: `Follow the characters of a recorded run. The thread of a character consists of the steps
in which it takes part, in the order of causes and effects. Steps in braces are unordered:
neither caused the other, so they could have happened in the other order.

Threads lead to meetings (steps of two or more characters), partings (the characters of a
meeting continue with different steps), births (a step makes the first facts about a
character) and deaths (a step uses up the last facts about it, apart from permanent ones).
'ceptre-graph --view threads' draws the threads.`,
		Example: `  ceptre threads trace.json
  ceptre threads trace.json --by place
  ceptre threads trace.json --by tamara,luisa --json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error { return f.follow(s, args[0]) },
	}
	cli.CastFlags(cmd, &f.casting)
	cmd.Flags().BoolVar(&f.json, "json", false, "print the threads as JSON")
	return cmd
}

// follow prints the threads of a trace.
func (f *follower) follow(s cli.Streams, input string) error {
	name, t, err := s.ReadTrace(input)
	if err != nil {
		return err
	}
	g := causal.New(t)
	cast, err := cast.Find(g, f.casting)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if !f.json {
		s.SayCast(cast)
	}
	return answer.Print(s, report.Follow(g, cast), f.json, false)
}
