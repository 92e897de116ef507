// Package kits holds the small programs that new worlds begin with. Each has its prose, and the
// choices of a run that is kept as its first test.
package kits

import (
	"bytes"
	"context"
	"path/filepath"
	"strconv"

	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/kits/texts"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/themes"
)

// Kit is a program to begin with.
type Kit struct {
	texts.Text
	first
}

// first is what makes the run that is the first test.
type first struct {
	seed    uint64
	choices []int // by their numbers in the menu; nil for random ones
}

// firsts are the first tests by the kinds of kits.
var firsts = map[string]first{
	"story":   {4, nil},
	"economy": {1, nil},
	"puzzle":  {1, []int{2, 3, 2, 4, 2, 4, 5}},
	"fiction": {1, []int{1, 1, 2, 1, 3, 3, 3, 1, 2, 1, 2, 2}},
}

// All returns the kits. The first is the default.
func All() []Kit {
	var all []Kit
	for _, t := range texts.All() {
		all = append(all, Kit{t, firsts[t.Kind]})
	}
	return all
}

// Kinds returns the kinds of all kits, in their order.
func Kinds() []string {
	var kinds []string
	for _, k := range All() {
		kinds = append(kinds, k.Kind)
	}
	return kinds
}

// Find returns the kit of a kind.
func Find(kind string) (Kit, bool) {
	for _, k := range All() {
		if k.Kind == kind {
			return k, true
		}
	}
	return Kit{}, false
}

// Try returns what to type behind ceptre to see a program of the kind at work, a command an entry. The first
// test of a program for a player is a story with an end, which choices by chance may take long to reach.
func (k Kit) Try(program string) []string {
	if k.choices != nil {
		return []string{"play " + program, "publish " + filepath.Join(beside.Runs(program), firstTest)}
	}
	return []string{"run " + program + " --seed " + strconv.FormatUint(k.seed, 10)}
}

// firstTest is the file of the run that is the first test.
const firstTest = "first.json"

// Files returns the files of a world with a name: its program, its prose, and a run that is its first
// test.
func (k Kit) Files(ctx context.Context, name string, by *trace.Generator) ([]themes.File, error) {
	program := name + ".cep"
	text := k.File(name, ".cep")
	first, err := k.run(ctx, program, text, by)
	if err != nil {
		return nil, err
	}
	var test bytes.Buffer
	file := filepath.Join(beside.Runs(program), firstTest)
	if err := form.Write(file, &test, first); err != nil {
		return nil, err
	}
	return []themes.File{
		{Name: program, Data: text},
		{Name: name + ".md", Data: k.File(name, ".md")},
		{Name: file, Data: test.Bytes()},
	}, nil
}

// run returns the run that is the first test of a program of the kit.
func (k Kit) run(ctx context.Context, name string, program []byte, by *trace.Generator) (*trace.Trace, error) {
	prog, errs := lang.Load(name, program)
	if prog == nil {
		return nil, errs // a test loads every kit
	}
	var chooser exec.Chooser // nil for chance
	if k.choices != nil {
		chooser = exec.Script(k.choices)
	}
	return exec.Run(ctx, prog, prog.Traces[0], exec.Options{Seed: k.seed, Chooser: chooser, Generator: by})
}
