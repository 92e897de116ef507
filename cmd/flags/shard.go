package flags

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// Shard is the value of --shard, for verbs that can make a part of their runs alone.
type Shard struct {
	shard.Part
	Starts int // number of starts, from each of which the verb makes the runs; 0 for one
}

// Flags enters the flag into a verb.
func (s *Shard) Flags(c *cobra.Command) {
	c.Flags().Var(s, "shard", "make shard `I/N` of the runs alone, such as 3/7, and write it to -o; 'ceptre merge' puts "+
		"all shards together")
}

// Set implements [pflag.Value].
func (s *Shard) Set(text string) (err error) {
	s.Part, err = shard.ParsePart(text)
	return err
}

// String implements [pflag.Value].
func (s *Shard) String() string {
	if !s.Asked() {
		return ""
	}
	return s.Part.String()
}

// Type implements [pflag.Value].
func (s *Shard) Type() string { return "shard" }

// Asked reports whether the flag is given.
func (s *Shard) Asked() bool { return s.Of > 0 }

// reporting are the flags of reports, which 'ceptre merge' has, too.
var reporting = []string{"json", "all", "annotate", "fail-under", "examples", "sites", "theme", "max-nodes"}

// Check refuses flags that make no sense with the shard. The list not names such flags of the verb.
func (s *Shard) Check(c *cobra.Command, r *Series, file string, not ...string) error {
	if !s.Asked() {
		return nil
	}
	if i := slices.IndexFunc(not, c.Flags().Changed); i >= 0 {
		return cli.BadFlag(c, "--shard does not go with --%s", not[i])
	}
	if i := slices.IndexFunc(reporting, c.Flags().Changed); i >= 0 {
		return cli.BadFlag(c, "--shard prints no report; give --%s to 'ceptre merge'", reporting[i])
	}
	switch {
	case file == "" || file == cli.Stdio:
		return cli.BadFlag(c, "--shard needs a file: give -o FILE")
	case r.seed.drawn:
		return cli.BadFlag(c, "--seed random would draw another seed for each shard; give a number")
	}
	return nil
}

// part returns the flags of the runs of the shard alone.
func (s *Shard) part(r *Series) *Series {
	from, to := s.Range(r.Runs)
	part := *r
	part.Seed, part.Runs = r.Seed+uint64(from), to-from
	return &part
}

// Write makes the runs of the shard, and writes its file. The function make gets the series of the shard alone; it
// makes the runs, and returns their total and, unless the header says that there are none, their rows. If the file is
// there already, no run is made; if the verb is stopped, no file is written.
func (s *Shard) Write(c *cobra.Command, r *Series, file string, h *shard.Header,
	make func(part *Series) (total []byte, rows sweep.Rows, err error)) error {
	streams := r.Streams.InPlace(file) // of which it is read whether it is the shard
	if done, err := shards.Finished(c.Context(), streams.Hushed(r.Quiet), file, h); done || err != nil {
		return err
	}
	total, rows, err := make(s.part(r))
	if err == nil && c.Context().Err() != nil {
		err = fmt.Errorf("%w: %s is not written", cli.ErrInterrupted, visible.Line(file))
	}
	if err != nil {
		return err
	}
	if err := shards.Write(streams, file, h, total, rows); err != nil || r.Quiet {
		return err
	}
	runs := english.Count(h.Size()*max(1, s.Starts), "run")
	_, err = fmt.Fprintf(r.Err, "%s: shard %v, with %s\n", visible.Line(file), h.Part, runs)
	return err
}

// Header returns the header of the shard for a report on runs of a program.
func (s *Shard) Header(c *cobra.Command, r *Series, report string, prog *lang.Program, start *lang.Start,
	o sweep.Options) (*shard.Header, error) {
	of, err := r.Subject(c, report, prog, start)
	if err != nil {
		return nil, err
	}
	o.Runs = 0
	none, err := sweep.Run(context.WithoutCancel(c.Context()), prog, start, o)
	if err != nil {
		return nil, err
	}
	of.Name(none)
	return s.HeaderOf(c, r, of, prog)
}

// HeaderOf returns the header of the shard for a subject with all of its names.
func (s *Shard) HeaderOf(c *cobra.Command, r *Series, of total.Subject, prog *lang.Program) (*shard.Header, error) {
	recipe, err := r.Recipe(c, prog.Source.Name, prog.Source.Text)
	return &shard.Header{Part: s.Part, Subject: of, Recipe: recipe}, err
}
