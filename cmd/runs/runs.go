// Package runs keeps the golden runs of a program, which are blessed as users say, in a folder beside
// it: verona.runs beside verona.cep.
package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/spf13/cobra"
)

// Name returns the name of a golden run: its file's name without its form.
func Name(file string) string {
	name := filepath.Base(file)
	if _, ok := form.Of(name); ok {
		name = strings.TrimSuffix(name, form.Gzip)
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// Files returns the files of a program's golden runs, sorted. There may be none.
func Files(program string) ([]string, error) {
	folder := beside.Runs(program)
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

// WantFile refuses a program on standard input, which has no place for golden runs.
func WantFile(c *cobra.Command, program string) error {
	if program == cli.Stdio {
		return cli.BadFlag(c, "blessed runs are kept beside the file of the program; standard input has none")
	}
	return nil
}

// programs returns the programs that are named, and of folders those in them, and below,
// that have golden runs.
func programs(args []string) ([]string, error) {
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
		program := strings.TrimSuffix(at, filepath.Ext(at)) + ".cep"
		if world := strings.TrimSuffix(program, ".cep") + ".clf"; isFile(world) && !isFile(program) {
			program = world
		}
		if at != beside.Runs(program) {
			return nil
		}
		if files, _ := Files(program); len(files) > 0 {
			out = append(out, program)
		}
		return fs.SkipDir
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no program in this folder has blessed runs", folder)
	}
	return out, err
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
