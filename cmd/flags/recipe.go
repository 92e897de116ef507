package flags

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// Task is a series of runs of a program from one start.
type Task struct {
	*Series
	Command *cobra.Command // command whose flags the series has
	Program *lang.Program
	Start   *lang.Start
}

// Follow reads the program and the flags of a recipe, and returns the runs that it asks for. The function own enters
// the flags that only its verb has; nil if there are none.
func Follow(ctx context.Context, recipe *shard.Recipe, own func(*cobra.Command)) (*Task, error) {
	t := &Task{Series: &Series{Own: own}, Command: new(cobra.Command)}
	t.Command.SetContext(ctx)
	t.enter(t.Command)
	err := t.Command.ParseFlags(recipe.Flags)
	if err == nil {
		err = t.Check(t.Command, "")
	}
	if i := slices.IndexFunc(local, t.Command.Flags().Changed); i >= 0 { // such as files of this machine
		err = fmt.Errorf("they name --%s", local[i])
	}
	if err != nil {
		return nil, fmt.Errorf("the flags of the runs make no sense: %v", err)
	}
	t.Streams = cli.Streams{In: bytes.NewReader(recipe.Input), Out: io.Discard, Err: io.Discard}
	if recipe.Reads {
		t.Input = cli.Stdio
	}
	if t.Program, err = load.Parse(t.Streams, recipe.Name, recipe.Text); err != nil {
		return nil, err
	}
	t.Start, err = t.Series.Start(t.Command, t.Program)
	return t, err
}

// enter enters all flags that the report depends on into a command.
func (r *Series) enter(c *cobra.Command) {
	r.Flags(c)
	if r.Own != nil {
		r.Own(c)
	}
}

// given returns the flags on which the report depends, if they were given, as arguments; without some, by their names.
func (r *Series) given(c *cobra.Command, but ...string) []string {
	known := new(cobra.Command)
	(&Series{Own: r.Own}).enter(known)
	return Given(c, func(name string) bool {
		return known.Flags().Lookup(name) != nil && !slices.Contains(but, name)
	})
}

// local are flags that recipes leave out: no run depends on them, or, as with --input, the recipe holds the file.
var local = []string{"all", "input", "jobs", "quiet"}

// Recipe returns the recipe by which the runs of a program are made again.
func (r *Series) Recipe(c *cobra.Command, name string, text []byte) (shard.Recipe, error) {
	lines, err := r.inputLines()
	return shard.Recipe{Name: name, Text: text, Reads: r.Input != "",
		From: r.Input, Input: []byte(strings.Join(lines, "")), Flags: r.given(c, local...)}, err
}

// settings returns the flags that the report depends on, each with its value; without --seed, --runs and --choose. The
// input of a program is named by its checksum.
func (r *Series) settings(c *cobra.Command) ([]string, error) {
	var out []string
	for _, arg := range r.given(c, append([]string{"seed", "runs", "choose"}, local...)...) {
		name, value, _ := strings.Cut(arg, "=")
		if value != c.Flags().Lookup(strings.TrimPrefix(name, "--")).NoOptDefVal { // as of --no-hash
			name += " " + value
		}
		out = append(out, name)
	}
	lines, err := r.inputLines()
	if err == nil && r.Input != "" {
		out = append(out, fmt.Sprintf("--input with the SHA-256 %x", sha256.Sum256([]byte(strings.Join(lines, "")))))
	}
	return out, err
}
