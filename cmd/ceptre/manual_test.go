package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/ceptre/manual"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Blocks of a page of the manual that are tested:
//
//	`NAME`:           the block below is the file NAME, which is written
//	```console        a session: each line that begins with $ is run, and what stands below it
//	                  is its output, in which a line … is any lines, and … any part of a line
//	```ceptre         a whole program, of which there is nothing to say
//	```sh             command lines for a person at a terminal: only their flags are checked
//
// The blocks of a page are one session, in a folder that has the folder examples.
var (
	mdBlock = regexp.MustCompile("(?ms)^(?:[^\n]*`([^`\n]+)`:\n\n)?```([a-z]+)\n(.*?)^```$")
	mdNote  = regexp.MustCompile(`(^|\s+)# .*$`)
)

// TestManualSessions runs the examples of the manual and compares what they print.
func TestManualSessions(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	graph := filepath.Join(t.TempDir(), "ceptre-graph")
	environment := os.Environ() // with the cache of Go
	for _, page := range manual.Pages() {
		t.Run(page.Name, func(t *testing.T) {
			s := &example{t: t, source: filepath.Join(here, "../ceptre-graph"), graph: graph, environment: environment}
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			t.Chdir(t.TempDir())
			require.NoError(t, os.CopyFS("examples", os.DirFS(filepath.Join(here, "../../examples"))))
			for _, m := range mdBlock.FindAllStringSubmatch(page.Markdown(), -1) {
				name, kind, text := m[1], m[2], m[3]
				if kind == "ceptre" {
					_, errs := lang.Load(page.Name+".md", []byte(text))
					require.Empty(t, errs, text)
				}
				switch {
				case kind == "console":
					s.play(text)
				case kind == "sh":
					s.checkFlags(text)
				case name != "" && kind != "text":
					require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
				}
			}
		})
	}
}

// example is what the blocks of a page have done so far.
type example struct {
	t             *testing.T
	source, graph string // the folder of ceptre-graph, and the file into which it is built
	environment   []string
}

// play runs the commands of a block and compares what they print.
func (s *example) play(block string) {
	parts := regexp.MustCompile(`(?m)^\$ `).Split(block, -1)
	require.Empty(s.t, parts[0], "a session begins with a command")
	for _, part := range parts[1:] {
		line, want, _ := strings.Cut(part, "\n")
		status, got := s.run(mdNote.ReplaceAllString(line, ""))
		want, got = strings.TrimSpace(want), strings.TrimSpace(got)
		if want == "" {
			require.Equal(s.t, cli.OK, status, "%s\n%s", line, got)
			continue
		}
		require.Regexp(s.t, elided(want), got, "%s", line)
	}
}

// elided returns a pattern for output that is shown with parts left out.
func elided(shown string) string {
	var lines []string
	for _, line := range strings.Split(shown, "\n") {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimRight(line, " ")), "…", ".*")
		if strings.TrimSpace(line) == "…" {
			pattern = "(?:.*\n)*?.*"
		}
		lines = append(lines, pattern)
	}
	return `\A` + strings.Join(lines, " *\n") + ` *\z`
}

// checkFlags checks that commands exist with the flags that are shown.
func (s *example) checkFlags(block string) {
	for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
		line = mdNote.ReplaceAllString(line, "")
		if strings.HasPrefix(line, "ceptre") {
			status, out := s.run(line + " --help")
			require.Equal(s.t, cli.OK, status, "%s\n%s", line, out)
		}
	}
}

// run runs a command line, which may take its input from printf, and returns what it prints.
func (s *example) run(line string) (status int, out string) {
	var input []byte
	if shown, command, piped := strings.Cut(line, " | "); piped {
		text, ok := strings.CutPrefix(shown, "printf '")
		require.True(s.t, ok, line)
		unquoted, err := strconv.Unquote(`"` + strings.TrimSuffix(text, "'") + `"`)
		require.NoError(s.t, err, line)
		input, line = []byte(unquoted), command
	}
	args := shellWords(line)
	both := new(bytes.Buffer)
	switch args[0] {
	case "ceptre":
		if slices.Contains(args, "--workers") { // the command starts itself, which the test is not
			c := exec.Command("ceptre", args[1:]...)
			c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), both, both
			_ = c.Run() // its status says all
			return c.ProcessState.ExitCode(), both.String()
		}
		status = cli.Run(context.Background(), root, cli.Streams{In: bytes.NewReader(input), Out: both, Err: both}, args[1:])
	case "ceptre-graph":
		if _, err := os.Stat(s.graph); err != nil {
			build := exec.Command("go", "build", "-o", s.graph, ".")
			build.Dir, build.Env = s.source, s.environment
			said, err := build.CombinedOutput()
			require.NoError(s.t, err, "%s", said)
		}
		c := exec.Command(s.graph, args[1:]...)
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), both, both
		err := c.Run()
		var failed *exec.ExitError
		require.True(s.t, err == nil || errors.As(err, &failed), "%v", err)
		status = c.ProcessState.ExitCode()
	case "cat":
		text, err := os.ReadFile(args[1])
		require.NoError(s.t, err, line)
		both.Write(text)
	default:
		require.Fail(s.t, "not a command of the manual", line)
	}
	return status, both.String()
}

// shellWords returns the words of a command line, without their quotes.
func shellWords(line string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^\s"'])+`).FindAllString(line, -1) {
		out = append(out, regexp.MustCompile(`"([^"]*)"|'([^']*)'`).ReplaceAllString(m, "$1$2"))
	}
	return out
}

// TestManualSessionsNotice checks that a session in which the output is another than shown
// would be noticed, and that parts that are left out are not.
func TestManualSessionsNotice(t *testing.T) {
	const out = "a: 3 steps\nb\nc\nd"
	for shown, fits := range map[string]bool{
		out: true, "a: 4 steps\nb\nc\nd": false, "a: …\n…\nd": true, "a: 3 …\nb\nc\nd": true, "a: 3 steps\nb": false,
		"a: 3 steps\n…": true, "…\nd": true, "a: 3 steps\n…\nc": false, "…\nb\n…\nd": true,
	} {
		require.Equal(t, fits, regexp.MustCompile(elided(shown)).MatchString(out), "%q", shown)
	}
	require.Equal(t, []string{"ceptre", "why", "at C L, dead C", "a'b"}, shellWords(`ceptre why 'at C L, dead C' "a'b"`))
}
