//go:build unix

package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var trials = flag.Int("trials", 3, "how often each command is killed")

// toAndFro has runs of any length. Its state stays small.
const toAndFro = "n : pred.\nstage main { a : n -o n. b : n -o n. }\n#trace _ main {n}.\n"

// trial is a folder in which commands are killed, with a temporary folder of their own.
type trial struct {
	*testing.T
	temp string
}

func newTrial(t *testing.T) *trial {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("endless.cep", []byte(toAndFro), 0o644))
	require.NoError(t, copyExamples("examples"))
	s := &trial{t, t.TempDir()}
	t.Setenv("TMPDIR", s.temp)
	return s
}

// start starts the command in a process of its own.
func (s *trial) start(args ...string) *exec.Cmd {
	s.Helper()
	c := exec.Command("ceptre", args...) // which testscript has put into the path
	require.NoError(s, c.Start())
	return c
}

// ok runs the command to its end, and returns how long that took.
func (s *trial) ok(args ...string) time.Duration {
	s.Helper()
	begin := time.Now()
	said, err := exec.Command("ceptre", args...).CombinedOutput()
	require.NoError(s, err, string(said))
	return time.Since(begin)
}

// kill starts the command and kills it at some moment before it would have ended, mostly.
func (s *trial) kill(most time.Duration, args ...string) {
	s.Helper()
	c := s.start(args...)
	time.Sleep(rand.N(most))
	s.end(c)
}

// killMoving is kill for a moment in which the files of a site are moved: one that is staged late is there.
func (s *trial) killMoving(most time.Duration, last string, args ...string) {
	s.Helper()
	c := s.start(args...)
	for begin := time.Now(); time.Since(begin) < 5*most; time.Sleep(100 * time.Microsecond) {
		if _, err := os.Stat(last); err == nil {
			break
		}
	}
	time.Sleep(rand.N(20 * time.Millisecond))
	s.end(c)
}

// end kills a command that may have ended.
func (s *trial) end(c *exec.Cmd) {
	s.Helper()
	_ = c.Process.Kill()
	_ = c.Wait()
	left, err := os.ReadDir(s.temp)
	require.NoError(s, err)
	require.Empty(s, left, "temporary files are left")
}

// drafts returns the hidden files of a folder.
func (s *trial) drafts(folder string) (found []string) {
	s.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(s, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			found = append(found, e.Name())
		}
	}
	return found
}

// A run that is killed leaves the old trace or the new one, no more than one draft however often it
// is killed, and nothing in the temporary folder, where the steps of a .json wait.
func TestTrialsKillRun(t *testing.T) {
	s := newTrial(t)
	for _, ending := range []string{"json", "ctrace"} {
		name := "trace." + ending
		args := func(seed int) []string {
			return []string{"run", "endless.cep", "--quiet", "--steps", "100000", "--seed", fmt.Sprint(seed), "-o", name}
		}
		var whole []string
		var took time.Duration
		for seed := range 2 {
			took = s.ok(args(seed)...)
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			whole = append(whole, string(data))
		}
		for n := range *trials {
			s.kill(took, args(n%2)...)
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			require.True(t, string(data) == whole[0] || string(data) == whole[1], "%s is no whole trace", name)
			require.LessOrEqual(t, len(s.drafts(".")), 1)
		}
		one, two := s.start(args(0)...), s.start(args(1)...)
		s.kill(took, args(0)...)
		require.NoError(t, one.Wait())
		require.NoError(t, two.Wait())
		s.ok(args(1)...)
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, string(data) == whole[1])
		require.Empty(t, s.drafts("."))
	}
}

// A site that is killed while it is written is the old one, or the new one, or says that it is
// incomplete; and the next call completes it. Two at once wait for each other.
func TestTrialsKillPublish(t *testing.T) {
	s := newTrial(t)
	args := func(seed int) []string {
		return []string{"publish", "examples/verona.cep", "--bare", "--seed", fmt.Sprint(seed), "-o", "public"}
	}
	var whole []map[string]string
	var took time.Duration
	for seed := range 2 {
		took = s.ok(args(seed)...)
		whole = append(whole, shown(t))
	}
	require.False(t, maps.Equal(whole[0], whole[1]))
	incomplete := 0
	for n := range *trials {
		if n%3 == 0 {
			s.kill(took, args(n%2)...)
		} else {
			s.killMoving(took, "public/.ceptre-site.new/.ceptre-site.new/signs/style.css", args(n%2)...)
		}
		now := shown(t)
		if !maps.Equal(now, whole[0]) && !maps.Equal(now, whole[1]) {
			require.Contains(t, now["index.html"], "This site is incomplete")
			incomplete++
		}
		require.Len(t, s.drafts("."), 0)
	}
	for range *trials {
		one, two := s.start(args(0)...), s.start(args(1)...)
		require.NoError(t, one.Wait())
		require.NoError(t, two.Wait())
		now := shown(t)
		require.True(t, maps.Equal(now, whole[0]) || maps.Equal(now, whole[1]), "two sites are mixed")
		require.NoError(t, os.RemoveAll("public"))
	}
	t.Logf("killed %d times, %d sites say that they are incomplete", *trials, incomplete)
	s.ok(args(0)...)
	require.Equal(t, whole[0], shown(t))
	require.Equal(t, []string{".ceptre-site"}, s.drafts("public"))
}

// shown returns the files of the site that readers see.
func shown(t *testing.T) map[string]string {
	t.Helper()
	pages := make(map[string]string)
	root := os.DirFS("public")
	require.NoError(t, fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir():
			data, err := fs.ReadFile(root, file)
			pages[file] = string(data)
			return err
		}
		return nil
	}))
	return pages
}

// A theme that is killed while it is written can be written again.
func TestTrialsKillTheme(t *testing.T) {
	s := newTrial(t)
	args := []string{"theme", "paper", "--all", "-o", "mine"}
	took := s.ok(args...)
	entries, err := os.ReadDir("mine")
	require.NoError(t, err)
	for range *trials {
		require.NoError(t, os.RemoveAll("mine"))
		s.kill(took, args...)
		s.ok(args...)
		again, err := os.ReadDir("mine")
		require.NoError(t, err)
		require.Len(t, again, len(entries))
	}
}

// filling are calls of commands that need more room than there is, each with a name to write.
var filling = map[string]string{
	"a.json":   "run endless.cep --quiet --steps 20000",
	"a.ctrace": "run endless.cep --quiet --steps 40000",
	"a.csv":    "sweep endless.cep --steps 2 --runs 1000 --no-hash --quiet",
	"a.html":   "publish examples/vending.cep --bare",
	"a.svg":    "rules examples/verona.cep",
	"public":   "publish examples/vending.cep --bare",
	"theme":    "theme paper --all",
}

// Where there is no room for what a command writes, it says so, and the folder is as it was: without
// the file, or with the old one. The room is bounded by a limit for sizes of files and, where that is
// allowed, by a small file system.
func TestTrialsFullDisk(t *testing.T) {
	s := newTrial(t)
	require.NoError(t, os.Mkdir("disk", 0o755))
	s.full("sh", "-c", `ulimit -f 8; exec ceptre "$@"`, "sh")

	mounted := exec.Command("mount", "-t", "tmpfs", "-o", "size=8k", "ceptre-trial", "disk")
	if said, err := mounted.CombinedOutput(); err != nil {
		t.Logf("no small file system: %s", said)
		return
	}
	defer exec.Command("umount", "disk").Run()
	s.full("ceptre")
}

// full tries each of the commands, called by way of some words, where there is no room.
func (s *trial) full(by ...string) {
	s.Helper()
	for name, args := range filling {
		target := filepath.Join("disk", name)
		for _, old := range []bool{false, true} {
			if old && filepath.Ext(name) != "" {
				require.NoError(s, os.WriteFile(target, []byte("old"), 0o644))
			}
			before := s.tree("disk")
			words := append(append(by[1:len(by):len(by)], strings.Fields(args)...), "-o", target)
			said, err := exec.Command(by[0], words...).CombinedOutput()
			require.Error(s, err, "%v: %s", words, said)
			require.Regexp(s, "no space left on device|file too large", string(said), words)
			require.NotContains(s, string(said), "goroutine", words)
			require.Equal(s, before, s.tree("disk"), words)
		}
		require.NoError(s, os.RemoveAll(target))
	}
}

// tree lists the files below a folder, with their contents.
func (s *trial) tree(folder string) map[string]string {
	s.Helper()
	found := make(map[string]string)
	require.NoError(s, filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			found[file] = ""
			return err
		}
		data, err := os.ReadFile(file)
		found[file] = string(data)
		return err
	}))
	return found
}
