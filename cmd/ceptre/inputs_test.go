package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// writing is a call of a verb that writes files: all that it can read is in the arguments.
type writing struct {
	args    string            // several calls are separated by |
	endings map[string]string // of the names that flags for output take
}

// writings has each verb that writes files. It writes to none of those it reads.
var writings = map[string]writing{
	"ceptre explore": {"town.cep --max-states 9 --theme look.json", map[string]string{"output": ".svg"}},
	"ceptre coverage": {"town.cep --runs 2 --input lines.txt --prose words.md --shard 1/2",
		map[string]string{"output": ""}},
	"ceptre convert": {"town.cep --to editor", map[string]string{"output": ".json"}},
	"ceptre merge": {"part1 part2 --theme look.json",
		map[string]string{"output": ".svg", "examples": ""}},
	"ceptre play": {"town.cep --resume game.json --prose words.md --plain --force | duel.kif --moves match.txt --force",
		map[string]string{"output": ".json", "transcript": ".txt"}},
	"ceptre prove": {"broken.cep --theme look.json --check-certificate lines.txt",
		map[string]string{"output": ".svg", "certificate": ".json"}},
	"ceptre prose": {"town.cep --prose words.md", map[string]string{"output": ".txt"}},
	"ceptre publish": {"town.cep --prose words.md --theme look.json --to html",
		map[string]string{"output": ".html"}},
	"ceptre range": {"town.cep --runs 2 --input lines.txt --compare town.cep --theme look.json",
		map[string]string{"output": ".csv", "examples": ""}},
	"ceptre rules": {"run.json --program town.cep --theme look.json", map[string]string{"output": ".svg"}},
	"ceptre run":   {"town.cep --quiet | duel.kif --moves match.txt", map[string]string{"output": ".json"}},
	"ceptre sweep": {"town.cep --runs 2 --input lines.txt --influence --theme look.json | " +
		"town.cep --runs 2 --input lines.txt --shard 1/2",
		map[string]string{"output": ".svg"}},
	"ceptre theme":         {"paper", map[string]string{"output": ""}}, // of a folder that is new
	"ceptre trace convert": {"run.json | answer.txt --program town.clf", map[string]string{"output": ".ctrace"}},
	"ceptre trace diff":    {"run.json game.json --theme look.json", map[string]string{"output": ".svg"}},
	"ceptre trace export":  {"run.json --to dot", map[string]string{"output": ".dot"}},
	"ceptre trace order":   {"run.json --theme look.json", map[string]string{"output": ".svg"}},
	"ceptre whatif": {"town.cep run.json --without t1 --theme look.json",
		map[string]string{"output": ".svg", "save": ".json"}},
	"ceptre why": {"run.json t1 --sentences --program town.cep --prose words.md --theme look.json",
		map[string]string{"output": ".svg"}},
	"ceptre whynot": {"town.cep run.json walk --theme look.json", map[string]string{"output": ".svg"}},
}

// reading are the flags that name files to read.
var reading = []string{"check-certificate", "compare", "input", "moves", "program", "prose", "resume", "theme"}

// goesOn holds the flags that may name a file that is also read, since they continue a game.
var goesOn = map[string]string{"ceptre play --output": "game.json"}

// talksOfFiles finds the flags that may name files.
var talksOfFiles = regexp.MustCompile(`(?i)\bfile\b|\bfolder\b|\bpicture to write\b|\bin which .theme\b`)

// noFiles are flags that talk of files and name none.
var noFiles = []string{"ceptre explore --memory", "ceptre publish --to"}

// Each flag that names a file to write is tried with each file that the verb reads, under another
// name: a hard link and a symbolic one.
func TestNoVerbWritesOverWhatItReads(t *testing.T) {
	t.Chdir(t.TempDir())
	town := "person : type.\nromeo : person.\nat person : pred.\ngone person : pred.\nstage main { walk : at P -o gone " +
		"P. }\ncontext start { at romeo }\n" +
		"#trace _ main {start}.\n"
	look, err := themes.Source("paper")
	require.NoError(t, err)
	for file, text := range map[string]string{
		"town.cep": town, "broken.cep": town + "#never gone romeo.\n",
		"words.md": "## walk\n\nP leaves.\n", "lines.txt": "a line\n", "look.json": string(look),
		"duel.kif":  "(role me) (init p) (legal me go) (<= terminal (not (true p))) (goal me 1)",
		"match.txt": "go\n", "town.clf": "p : type. #query * * * 1 p -o {p}.\n", "answer.txt": "Solution: \\X1. {X1}\n",
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	status, said := call(t, "run", "town.cep", "--quiet", "-o", "run.json")
	require.Equal(t, cli.OK, status, said)
	status, said = call(t, "trace", "convert", "run.json", "-o", "game.json")
	require.Equal(t, cli.OK, status, said)

	for _, part := range []string{"1", "2"} {
		status, said = call(t, "sweep", "town.cep", "--runs", "2", "--influence", "--shard", part+"/2", "-o", "part"+part)
		require.Equal(t, cli.OK, status, said)
	}

	tried := make(map[string]bool)
	var each func(*cobra.Command)
	each = func(c *cobra.Command) {
		w := writings[c.CommandPath()]
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			flag := c.CommandPath() + " --" + f.Name
			if slices.Contains(reading, f.Name) && w.args != "" {
				require.Contains(t, w.args, "--"+f.Name+" ", flag)
			}
			ending, writes := w.endings[f.Name]
			if f.Value.Type() != "bool" && f.Value.Type() != "int" && talksOfFiles.MatchString(f.Usage) {
				require.True(t, writes || slices.Contains(reading, f.Name) ||
					slices.Contains(noFiles, flag), "%s: enter what it reads or writes", flag)
			}
			if !writes {
				return
			}
			tried[flag] = true
			for args := range strings.SplitSeq(w.args, "|") {
				for n, input := range slices.Collect(files(args)) {
					if goesOn[flag] != input {
						tryOver(t, c, f.Name, args, input, "other"+ending, n%2 == 0)
					}
				}
			}
		})
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(root(cli.Streams{}))
	for name, w := range writings {
		for flag := range w.endings {
			require.True(t, tried[name+" --"+flag], "there is no %s --%s any more", name, flag)
		}
	}
}

// files returns the arguments that are names of files.
func files(args string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, arg := range strings.Fields(args) {
			if _, err := os.Stat(arg); err == nil && !yield(arg) {
				return
			}
		}
	}
}

// tryOver calls a verb with a flag that names an input by another name.
func tryOver(t *testing.T, c *cobra.Command, flag, args, input, other string, hard bool) {
	t.Helper()
	link := os.Symlink
	if hard {
		link = os.Link
	}
	if err := link(input, other); err != nil {
		t.Skip("no links here: ", err)
	}
	defer os.Remove(other)
	before := snapshot(t)
	words := strings.Fields(c.CommandPath())[1:]
	all := slices.Concat(words, strings.Fields(args), []string{"--" + flag, other})
	status, said := call(t, all...)
	require.Equal(t, cli.Failed, status, "%v: %s", all, said)
	require.Regexp(t, other+": (this is the input "+input+"|exists already), and is not overwritten",
		said, all)
	require.Equal(t, before, snapshot(t), all)
}

// call runs the command and returns its status and what it printed.
func call(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var said bytes.Buffer
	return cli.Run(t.Context(), root, cli.Streams{In: strings.NewReader(""), Out: &said, Err: &said}, args), said.String()
}

// snapshot returns the contents of all files below the working folder, by name.
func snapshot(t *testing.T) map[string]string {
	t.Helper()
	found := make(map[string]string)
	require.NoError(t, filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		found[file] = string(data)
		return err
	}))
	return found
}

// A site is not written over the trace that it is made from, unless the same trace stays there; a
// theme is not replaced by what it dresses; and standard input is a file, too.
func TestInputsOfOtherKinds(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, copyExamples("."))
	ok := func(args string) {
		t.Helper()
		status, said := call(t, strings.Fields(args)...)
		require.Equal(t, cli.OK, status, said)
	}
	refused := func(message, args string) {
		t.Helper()
		before := snapshot(t)
		status, said := call(t, strings.Fields(args)...)
		require.Equal(t, cli.Failed, status, said)
		require.Contains(t, said, message)
		now := snapshot(t)
		require.Equal(t, slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(now)))
		require.True(t, maps.Equal(before, now), args)
	}
	ok("publish vending.cep --seed 1 -o public")
	ok("publish public/trace.json --theme paper -o public")
	refused("public/trace.json: this is the input, and is not overwritten", "publish public/trace.json --bare -o public")
	ok("theme paper -o look")
	refused("other.html: this is the input look/theme.json",
		linked(t, "look/theme.json", "other.html", "publish vending.cep --theme look --to html -o other.html"))
	refused("verona.md: this is the input, and is not overwritten", "publish verona.cep --to html -o verona.md")
	refused("sub/../verona.md: this is the input verona.md", "publish verona.cep --to html -o sub/../verona.md")
	refused("is not empty", "publish verona.cep -o .")

	run, err := os.Open("public/trace.json")
	require.NoError(t, err)
	defer run.Close()
	var said bytes.Buffer
	s := cli.Streams{In: run, Out: &said, Err: &said}
	require.Equal(t, cli.Failed,
		cli.Run(t.Context(), root, s, []string{"trace", "convert", "-", "-o", "public/trace.json"}))
	require.Equal(t, "public/trace.json: this is the input <stdin>, and is not overwritten\n", said.String())
}

// linked gives a file another name, and returns the arguments of a call that uses it.
func linked(t *testing.T, file, name, args string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll("sub", 0o755))
	if err := os.Link(file, name); err != nil {
		t.Skip("no links here: ", err)
	}
	return args
}

// Verbs that change an input file in place still do so.
func TestChangesInPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	program := "a   : pred.\nb : pred.\nstage main {\nr : a -o b.\n}\ncontext c {a}\n#trace _ main {c}.\n"
	require.NoError(t, os.WriteFile("a.cep", []byte(program), 0o644))
	for n, args := range []string{"fmt -w a.cep", "test --bless a.cep --name one", "test --bless a.cep a.runs/one.json",
		"play a.cep --resume a.runs/one.json -o a.runs/one.json"} {
		before := snapshot(t)
		status, said := call(t, strings.Fields(args)...)
		require.Equal(t, cli.OK, status, said)
		if n < 2 { // the other verbs write the same contents
			require.NotEqual(t, before, snapshot(t), args)
		}
	}
}
