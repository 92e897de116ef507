package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// runsExt is what the names of folders with blessed runs end in.
const runsExt = ".runs"

// runsFolder returns where the blessed runs of a program lie.
func runsFolder(program string) string {
	return strings.TrimSuffix(program, filepath.Ext(program)) + runsExt
}

// runName returns what a blessed run is called: its file's name without its form.
func runName(file string) string {
	name := filepath.Base(file)
	if _, ok := form.Of(name); ok {
		name = strings.TrimSuffix(name, form.Gzip)
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// blessedFiles returns the files of a program's blessed runs, sorted. There may be none.
func blessedFiles(program string) ([]string, error) {
	folder := runsFolder(program)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, e := range entries {
		if _, ok := form.Of(e.Name()); ok && !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, filepath.Join(folder, e.Name()))
		}
	}
	slices.Sort(out)
	return out, err
}

// chosenFiles returns those of a program's blessed runs that --run asks for.
func (t *tester) chosenFiles(program string) ([]string, error) {
	files, err := blessedFiles(program)
	if len(t.only) == 0 {
		return files, err
	}
	chosen := func(file string) bool {
		return slices.ContainsFunc(t.only, func(glob string) bool {
			ok, _ := path.Match(glob, runName(file)) // of another form nothing is blessed
			return ok
		})
	}
	return slices.DeleteFunc(files, func(file string) bool { return !chosen(file) }), err
}

// checkGlobs refuses what --run cannot ask for.
func (t *tester) checkGlobs(c *cobra.Command) error {
	for _, glob := range t.only {
		if _, err := path.Match(glob, ""); err != nil {
			return cli.BadFlag(c, "--run %q: %v", glob, err)
		}
	}
	return nil
}

// programsIn returns the programs that are named, and of folders those in them, and below,
// that have blessed runs.
func programsIn(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			out = append(out, arg) // errors are reported when the file is read
			continue
		}
		found, err := tested(arg)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// tested returns the programs with golden runs in a folder and below it. It includes programs that
// are gone, so that their runs are reported as untested, and skips folders with a name that begins
// with a dot.
func tested(folder string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || at == folder {
			return err
		}
		if strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		name, runs := strings.CutSuffix(at, runsExt)
		if !runs {
			return nil
		}
		program := name + ".cep"
		if files, _ := blessedFiles(program); len(files) > 0 {
			out = append(out, program)
		}
		return fs.SkipDir
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no program in it has blessed runs", folder)
	}
	return out, err
}

// firstBlessing returns a command that records the first golden run of a program. The command also
// works without a player.
func firstBlessing(file string, prog *lang.Program) string {
	words := []string{"ceptre", "test", shellWord(file), "--bless"}
	switch from, ok := anyStart(prog); {
	case !ok:
		return "give it a #trace, from which there could be one"
	case len(from) == 0 && !slices.ContainsFunc(prog.Stages, func(s *lang.Stage) bool { return s.Interactive }):
		words = append(words, "--seed", "1")
	default:
		words = append(append(words, from...), "--choose", "random", "--name", "random")
	}
	return "bless one: " + strings.Join(words, " ")
}

// anyStart returns the flags that say where a run starts, none where the program says so
// itself, and whether there is such a place.
func anyStart(prog *lang.Program) (flags []string, ok bool) {
	if len(prog.Traces) > 0 {
		return nil, true
	}
	stage := slices.IndexFunc(prog.Stages, func(s *lang.Stage) bool { return s.Name != "" })
	context := slices.IndexFunc(prog.Contexts, func(c *lang.Context) bool { return c.Name != "" })
	if stage < 0 || context < 0 {
		return nil, false
	}
	return []string{"--stage", shellWord(prog.Stages[stage].Name), "--context", shellWord(prog.Contexts[context].Name)}, true
}

// shellWord returns a text as shells read it: as one word, whatever it holds.
func shellWord(text string) string {
	if plainWord.MatchString(strings.ReplaceAll(text, string(filepath.Separator), "/")) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// plainWord matches what means nothing but itself to shells.
var plainWord = regexp.MustCompile(`^[\pL\pN_@%+:,./-]+$`)
