// Mutate changes one small thing in packages of the module, runs the tests of the package, and tells
// whether they notice: so it finds out what the tests do not test.
//
//	go run ./cmd/mutate -n 50 -seed 1 exec causal exec/trace site/scenes
//
// It prints each mutant, and at the end how many were killed of each package and of all.
//
// It works in a copy of the module, in a temporary folder. A mutant is killed where a test fails or takes
// too long; one that does not compile is passed over.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 20, "how many mutants of each package are tested")
	seed := flag.Uint64("seed", 1, "which mutants these are")
	timeout := flag.Duration("timeout", time.Minute, "how long the tests of a package may take")
	short := flag.Bool("short", false, "run short tests")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	d := &driver{n: *n, seed: *seed, timeout: *timeout, short: *short}
	if err := d.packages(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// driver tests mutants in a copy of the module.
type driver struct {
	n       int
	seed    uint64
	timeout time.Duration
	short   bool
	root    string // of the copy
	count   map[outcome]int
}

// outcome is what came of a mutant.
type outcome string

const (
	killed   outcome = "killed"
	survived outcome = "SURVIVED"
	unbuilt  outcome = "not built"
)

// packages tests mutants of packages, named by their folders.
func (d *driver) packages(ctx context.Context, dirs []string) (err error) {
	if len(dirs) == 0 {
		return fmt.Errorf("want the folders of packages, such as exec causal")
	}
	if d.root, err = os.MkdirTemp("", "mutate-"); err != nil {
		return err
	}
	defer os.RemoveAll(d.root)
	if err := copyModule(d.root, "."); err != nil {
		return err
	}
	d.count = make(map[outcome]int)
	for _, dir := range dirs {
		if err := d.onePackage(ctx, filepath.Clean(dir)); err != nil {
			return err
		}
	}
	if len(dirs) > 1 {
		fmt.Printf("all %d packages: %s\n", len(dirs), summary(d.count))
	}
	return nil
}

// summary says how many mutants were killed.
func summary(count map[outcome]int) string {
	n := count[killed] + count[survived]
	return fmt.Sprintf("%d of %d mutants killed (%.1f %%), %d more did not compile",
		count[killed], n, 100*float64(count[killed])/float64(max(n, 1)), count[unbuilt])
}

// copyModule copies the module in the folder from, without what begins with a dot.
func copyModule(to, from string) error {
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == from:
			return nil
		case strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !e.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), data, 0o644)
	})
}

// onePackage tests mutants of a package, and prints how many are killed.
func (d *driver) onePackage(ctx context.Context, dir string) error {
	all, err := packageMutants(d.root, dir)
	if err != nil {
		return err
	}
	switch result, output, err := d.test(ctx, dir); {
	case err != nil:
		return err
	case result != survived:
		return fmt.Errorf("%s: its tests do not pass as they are:\n%s", dir, output)
	}
	rand.New(rand.NewPCG(d.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	count := make(map[outcome]int)
	for _, m := range all {
		if count[killed]+count[survived] == d.n {
			break
		}
		result, err := d.mutant(ctx, m)
		if err != nil {
			return err
		}
		count[result]++
		if result != unbuilt {
			fmt.Printf("%-8s  %v\n", result, m)
		}
	}
	fmt.Printf("%s: %s; %d places\n", dir, summary(count), len(all))
	for result, n := range count {
		d.count[result] += n
	}
	return nil
}

// mutant tests a mutant, and restores the file.
func (d *driver) mutant(ctx context.Context, m mutant) (outcome, error) {
	file := filepath.Join(d.root, m.file)
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(file, m.apply(text), 0o644); err != nil {
		return "", err
	}
	result, _, err := d.test(ctx, m.dir)
	if err != nil {
		return "", err
	}
	// Counterexamples of a mutant would be tried first with the next one.
	if err := os.RemoveAll(filepath.Join(d.root, m.dir, "testdata", "rapid")); err != nil {
		return "", err
	}
	return result, os.WriteFile(file, text, 0o644)
}

// test runs the tests of a package.
func (d *driver) test(ctx context.Context, dir string) (outcome, []byte, error) {
	// The tests end themselves; the limit here is for building, and for tests that do not hear.
	limited, cancel := context.WithTimeout(ctx, 2*d.timeout+time.Minute)
	defer cancel()
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-timeout", d.timeout.String()}
	if d.short {
		args = append(args, "-short")
	}
	c := exec.CommandContext(limited, "go", append(args, "./"+filepath.ToSlash(dir))...)
	c.Dir, c.WaitDelay = d.root, time.Second
	output, err := c.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case err == nil:
		return survived, output, nil
	case c.ProcessState == nil:
		return "", nil, err
	case bytes.Contains(output, []byte("[build failed]")) || bytes.Contains(output, []byte("[setup failed]")):
		return unbuilt, output, nil
	}
	return killed, output, nil
}
