// Package scripts has commands for test scripts. Scripts run the commands of this module and
// nothing else of the machine, so that tests need Go alone; [Check] sees to that.
package scripts

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands returns the commands that scripts have beside those of package testscript:
//
//	ls DIR                      print the names in a folder
//	first N bytes|lines A B     write the first N of file A to B; -N is all but the last N
//	join A B...                 write the files B, one after another, to A
//	fill A [N*]LINE...          write lines to A, each N times
//	has A B                     check that file A holds the first word of file B
//	waitfor A PATTERN [B C]     wait until file A matches; until A exists, copy B to C
//	pause DURATION              wait
//	pipe IN OUT COMMAND ARG...  run a command between two files, see below
//
// Pipe connects a command with IN as its standard input and OUT as its standard output. Where OUT
// is /PATTERN, the output is read up to the first line that matches, and then closed. The exit
// status is written to the file status; a signal counts as 128 and its number, as in shells.
func Commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	out := make(map[string]func(*testscript.TestScript, bool, []string))
	for name, run := range map[string]func(*testscript.TestScript, []string) error{
		"ls": ls, "first": first, "join": join, "fill": fill, "has": has, "waitfor": waitFor, "pause": pause, "pipe": pipe,
	} {
		out[name] = func(ts *testscript.TestScript, neg bool, args []string) {
			err := run(ts, args)
			if (err != nil) != neg {
				ts.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
			}
		}
	}
	return out
}

func ls(ts *testscript.TestScript, args []string) error {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	for _, e := range entries {
		if e.Name() != ".tmp" { // where testscript has the temporary files of a script
			fmt.Fprintln(ts.Stdout(), e.Name())
		}
	}
	return err
}

func first(ts *testscript.TestScript, args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	var parts [][]byte
	if text := []byte(ts.ReadFile(args[2])); args[1] == "lines" {
		parts = slices.Collect(bytes.Lines(text))
	} else {
		parts = slices.Collect(slices.Chunk(text, 1))
	}
	if n < 0 {
		n += len(parts)
	}
	return os.WriteFile(ts.MkAbs(args[3]), bytes.Join(parts[:n], nil), 0o644)
}

func join(ts *testscript.TestScript, args []string) error {
	var all strings.Builder
	for _, name := range args[1:] {
		all.WriteString(ts.ReadFile(name))
	}
	return os.WriteFile(ts.MkAbs(args[0]), []byte(all.String()), 0o644)
}

func fill(ts *testscript.TestScript, args []string) error {
	var all strings.Builder
	for _, line := range args[1:] {
		times := 1
		if n, rest, ok := strings.Cut(line, "*"); ok {
			var err error
			if times, err = strconv.Atoi(n); err != nil {
				return err
			}
			line = rest
		}
		all.WriteString(strings.Repeat(line+"\n", times))
	}
	return os.WriteFile(ts.MkAbs(args[0]), []byte(all.String()), 0o644)
}

func has(ts *testscript.TestScript, args []string) error {
	word, _, _ := strings.Cut(strings.TrimSpace(ts.ReadFile(args[1])), " ")
	if word == "" || !strings.Contains(ts.ReadFile(args[0]), word) {
		return fmt.Errorf("no %q", word)
	}
	return nil
}

// patience is how long waitfor waits.
const patience = 20 * time.Second

func waitFor(ts *testscript.TestScript, args []string) error {
	pattern, err := regexp.Compile(args[1])
	if err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		data, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && pattern.Match(data) {
			return nil
		}
		if len(args) == 4 && err != nil {
			text, to := ts.ReadFile(args[2]), ts.MkAbs(args[3])
			if err := os.WriteFile(to+".new", []byte(text), 0o644); err != nil {
				return err
			}
			if err := os.Rename(to+".new", to); err != nil {
				return err
			}
		}
	}
	return errors.New("no match in time")
}

func pause(_ *testscript.TestScript, args []string) error {
	d, err := time.ParseDuration(args[0])
	time.Sleep(d)
	return err
}

func pipe(ts *testscript.TestScript, args []string) error {
	in, err := os.Open(ts.MkAbs(args[0]))
	if err != nil {
		return err
	}
	defer in.Close()
	c := exec.Command(args[2], args[3:]...)
	c.Dir, c.Stdin, c.Stderr = ts.MkAbs("."), in, ts.Stderr()
	if pattern, ok := strings.CutPrefix(args[1], "until:"); ok {
		err = runUntil(c, ts.Stdout(), pattern)
	} else {
		err = runInto(c, args[1])
	}
	if c.ProcessState == nil {
		return err
	}
	return errors.Join(err, os.WriteFile(ts.MkAbs("status"), fmt.Appendln(nil, status(c.ProcessState)), 0o644))
}

// runInto runs a command with its output written to a file.
func runInto(c *exec.Cmd, name string) error {
	out, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer out.Close()
	c.Stdout = out
	return c.Run()
}

// runUntil runs a command and copies the lines of its output until one matches, and then reads no more.
func runUntil(c *exec.Cmd, to io.Writer, pattern string) error {
	stop, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		fmt.Fprintln(to, lines.Text())
		if stop.Match(lines.Bytes()) {
			break
		}
	}
	out.Close()
	if err := c.Wait(); c.ProcessState == nil {
		return err
	}
	return nil // the script looks at the status
}

// status returns the exit status of a process as shells give it.
func status(p *os.ProcessState) int {
	if s, ok := p.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal())
	}
	return p.ExitCode()
}

// command is a line of a script that runs a program: the conditions before it, and its name.
var command = regexp.MustCompile(`^((?:\[[^\]]+\]\s+)*)(?:[!?]\s+)?exec\s+(\S+)`)

// Check returns the faults of a script that runs programs other than those named: each of these needs
// a condition that the program is there, at its line or, with skip or stop, before it.
func Check(script string, names ...string) error {
	var problems []error
	there := make(map[string]bool)
	text, _, _ := strings.Cut("\n"+script, "\n-- ")
	for i, line := range strings.Split(text, "\n") {
		if f := strings.Fields(line); len(f) == 2 && (f[1] == "skip" || f[1] == "stop") {
			if name, ok := strings.CutPrefix(f[0], "[!exec:"); ok {
				there[strings.TrimSuffix(name, "]")] = true
			}
		}
		found := command.FindStringSubmatch(line)
		if found == nil || slices.Contains(names, found[2]) || there[found[2]] ||
			strings.Contains(found[1], "[exec:"+found[2]+"]") {
			continue
		}
		problems = append(problems, fmt.Errorf("line %d: runs %s, which may not be there: use a command of package scripts",
			i, found[2]))
	}
	return errors.Join(problems...)
}

// CheckFolder is [Check] of all scripts in a folder.
func CheckFolder(dir string, names ...string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	problems := []error{err}
	if len(files) == 0 {
		problems = append(problems, fmt.Errorf("%s: no scripts", dir))
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err == nil {
			err = Check(string(text), names...)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(problems...)
}
