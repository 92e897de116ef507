// Package kits holds the small programs that new worlds begin with. Each has its prose, and the
// choices of a run that is kept as its first test.
package kits

import (
	"bytes"
	"context"
	"embed"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/words"
	"github.com/ceptre-graph/ceptre/themes"
)

//go:embed *.cep *.md
var texts embed.FS

// Kit is a program to begin with.
type Kit struct {
	Kind    string
	Summary string // half a sentence for a list of kinds
	seed    uint64 // of the first test
	choices []int  // of the first test, by their numbers in the menu; nil for random ones
}

// All returns the kits. The first is the default.
func All() []Kit {
	return []Kit{
		{"story", "three people, a lantern, and who is together in the end", 4, nil},
		{"economy", "three traders who live on each other", 1, nil},
		{"puzzle", "two jugs and four litres, for a player", 1, []int{2, 3, 2, 4, 2, 4, 5}},
		{"fiction", "a house with a locked study, for a player", 1, []int{1, 1, 2, 1, 3, 3, 3, 1, 2, 1, 2, 2}},
	}
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
	text := k.text(".cep", name)
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
		{Name: name + ".md", Data: k.text(".md", name)},
		{Name: file, Data: test.Bytes()},
	}, nil
}

// Program returns the text of the program of a world with a name.
func (k Kit) Program(name string) string { return string(k.text(".cep", name)) }

// text returns a file of the kit, with a name in the place of its blanks.
func (k Kit) text(ext, name string) []byte {
	text, err := texts.ReadFile(k.Kind + ext)
	if err != nil {
		panic(err) // a test reads every file
	}
	title := words.Capitals(words.Spaced(name))
	return []byte(strings.NewReplacer("{{file}}", name, "{{title}}", title).Replace(string(text)))
}

// run returns the run that is the first test of a program of the kit.
func (k Kit) run(ctx context.Context, name string, program []byte, by *trace.Generator) (*trace.Trace, error) {
	prog, errs := lang.Load(name, program)
	if prog == nil {
		return nil, errs // a test loads every kit
	}
	chooser := exec.Random(k.seed)
	if k.choices != nil {
		chooser = exec.Script(k.choices)
	}
	return exec.Run(ctx, prog, prog.Traces[0], exec.Options{Seed: k.seed, Chooser: chooser, Generator: by})
}
