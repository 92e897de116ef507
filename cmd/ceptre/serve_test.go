package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// duet is a program with two people who meet.
const duet = `person : type. ann : person. ben : person.
place : type. park : place. room : place.
at person place : pred. glad person : pred.
stage day = { meet : at A P * at B P -o at A P * at B P * glad A. }
#trace 3 day { at ann park, at ben park }.
`

// served is a call of the verb serve.
type served struct {
	t         *testing.T
	dir, url  string
	out, errs *said
	cancel    context.CancelFunc
	status    chan int
	news      func() heard
}

// heard is what a page hears, as the package preview says.
type heard struct{ Version, Failure string }

// said is a standard file that is read while it is written.
type said struct {
	lock sync.Mutex
	text strings.Builder
	more chan struct{}
}

func newSaid() *said { return &said{more: make(chan struct{}, 1)} }

func (s *said) Write(p []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
	return s.text.Write(p)
}

func (s *said) String() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.String()
}

// wait waits until something has been written, and returns all that has.
func (s *said) wait(t *testing.T, what string) string {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for !strings.Contains(s.String(), what) {
		select {
		case <-s.more:
		case <-deadline:
			require.Fail(t, "not said", "%q is not in %q", what, s.String())
		}
	}
	return s.String()
}

// folder returns a new folder with files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
	half := filepath.Join(dir, ".half") // put in place when whole, as editors do
	require.NoError(t, os.WriteFile(half, []byte(text), 0o644))
	require.NoError(t, os.Rename(half, filepath.Join(dir, name)))
}

// begin serves a file of a folder and waits for the first line.
func begin(t *testing.T, in io.Reader, dir, file string, args ...string) *served {
	t.Helper()
	v := start(t, serve, in, dir, append([]string{filepath.Join(dir, file)}, args...)...)
	v.news = v.listen()
	return v
}

// start calls a verb that serves something at any free port, until the end of the test, and waits for the first line.
func start(t *testing.T, verb func(cli.Streams) *cobra.Command, in io.Reader, dir string, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	v := &served{t: t, dir: dir, out: newSaid(), errs: newSaid(), cancel: cancel, status: make(chan int, 1)}
	args = append(args, "--port", "0")
	go func() { v.status <- cli.Run(ctx, verb, cli.Streams{In: in, Out: v.out, Err: v.errs}, args) }()
	v.url, _, _ = strings.Cut(v.out.wait(t, "\n"), "\n")
	t.Cleanup(func() { require.Equal(t, cli.Interrupted, v.end()) })
	return v
}

// end interrupts the verb, as Ctrl-C does, and returns its status.
func (v *served) end() int {
	v.cancel()
	status := <-v.status
	v.status <- status // for whoever asks again
	return status
}

// listen listens as a page does.
func (v *served) listen() func() heard {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), time.Minute)
	v.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", v.url+":preview/events", nil)
	require.NoError(v.t, err)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(v.t, err)
	v.t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	return func() (e heard) {
		v.t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				require.NoError(v.t, json.Unmarshal([]byte(data), &e))
				return e
			}
		}
		require.Fail(v.t, "no news", "%v; said: %s%s", lines.Err(), v.out, v.errs)
		return e
	}
}

// until waits for news that fit.
func (v *served) until(fits func(heard) bool) heard {
	v.t.Helper()
	for {
		if e := v.news(); fits(e) {
			return e
		}
	}
}

func (v *served) get(path string) (int, string) {
	v.t.Helper()
	answer, err := http.Get(v.url + path)
	require.NoError(v.t, err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	require.NoError(v.t, err)
	return answer.StatusCode, string(data)
}

func another(old heard) func(heard) bool {
	return func(e heard) bool { return e.Failure == "" && e.Version != "" && e.Version != old.Version }
}

func failed(e heard) bool { return e.Failure != "" }

// New prose beside the program, and each change of it, is shown; errors are reported, and the last
// good site stays until they are mended.
func TestServe(t *testing.T) {
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": duet}), "duet.cep")
	first := v.until(another(heard{}))
	require.Regexp(t,
		`^http://127\.0\.0\.1:\d+/\nplay it at http://127\.0\.0\.1:\d+/play/\nmade in \d+\.\d\d `+
			`s: \d+ scenes?\n$`, v.out.wait(t, "made"))

	write(t, v.dir, "duet.md", "---\ntitle: The Bench\n---\n\n## meet\n\nThey share a bench.\n")
	second := v.until(another(first))
	_, page := v.get("")
	require.Contains(t, page, "The Bench")
	require.Contains(t, page, ":preview/reload.js")

	write(t, v.dir, "duet.cep", strings.Replace(duet, "glad A.", "sad A.", 1))
	broken := v.until(failed)
	require.Equal(t, second.Version, broken.Version)
	place := filepath.Join(v.dir, "duet.cep") + ":4:"
	require.Contains(t, broken.Failure, place)
	require.Contains(t, broken.Failure, "sad A.", "the line itself")
	require.Contains(t, v.errs.wait(t, "sad"), place)
	_, page = v.get("")
	require.Contains(t, page, "The Bench", "the old site stays")

	write(t, v.dir, "duet.cep", duet)
	mended := v.until(func(e heard) bool { return e.Failure == "" })
	require.Equal(t, second, mended, "as it was, so that no page is loaded again")

	require.NoError(t, os.Remove(filepath.Join(v.dir, "duet.md")))
	require.Equal(t, first, v.until(another(second)), "as without prose")
	require.Equal(t, cli.Interrupted, v.end())
	require.True(t, strings.HasSuffix(v.errs.String(), "interrupted\n"))
	entries, err := os.ReadDir(v.dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is written")
}

// A first site that cannot be made is served as its error, until it is mended.
func TestServeFailsFirst(t *testing.T) {
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": "<b> : ."}), "duet.cep")
	v.errs.wait(t, "duet.cep:1:")
	status, page := v.get("")
	require.Equal(t, http.StatusServiceUnavailable, status)
	require.Contains(t, page, "duet.cep:1:1: ")
	require.Contains(t, page, "&lt;b&gt;")
	require.NotContains(t, page, "<b>")
	write(t, v.dir, "duet.cep", duet)
	v.out.wait(t, "made in")
	status, _ = v.get("")
	require.Equal(t, http.StatusOK, status)
}

// If the prose has errors from the start, they are shown over a site without prose.
func TestServeWrongProseFirst(t *testing.T) {
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": duet, "duet.md": "---\ntitel: The Bench\n---\n"}),
		"duet.cep")
	require.Contains(t, v.errs.wait(t, "titel"), filepath.Join(v.dir, "duet.md")+":2:")
	wrong := v.until(failed)
	require.Contains(t, wrong.Failure, "titel")
	status, page := v.get("")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, page, "Duet")
	write(t, v.dir, "duet.md", "---\ntitle: The Bench\n---\n")
	v.until(another(wrong))
	_, page = v.get("")
	require.Contains(t, page, "The Bench")
}

// A newer change does not wait for what the one before it began.
func TestServeCancels(t *testing.T) {
	const endless = "tok : pred. go : tok -o tok. #trace _ main { tok }."
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": endless}), "duet.cep", "--steps", "2000000000", "--quiet")
	write(t, v.dir, "duet.cep", "wrong")
	require.Contains(t, v.errs.wait(t, "\n"), "duet.cep:1:")
	write(t, v.dir, "duet.cep", endless)
	require.Equal(t, cli.Interrupted, v.end())
	require.Equal(t, v.url+"\n", v.out.String())
}

// A theme that the prose names later is looked at as one that it named from the start.
func TestServeLaterTheme(t *testing.T) {
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": duet, "duet.md": "# Duet\n",
		"mine/theme.json": `{"base": "paper"}`, "mine/theme.css": "h1 {}"}), "duet.cep")
	plain := v.until(another(heard{}))
	write(t, v.dir, "duet.md", "---\ntheme: mine\n---\n\n# Duet\n")
	themed := v.until(another(plain))
	write(t, v.dir, "mine/theme.css", "h2 {}")
	styled := v.until(another(themed))
	require.NoError(t, os.Remove(filepath.Join(v.dir, "mine", "theme.css")))
	v.until(another(styled))
}

// In interactive stages chance chooses, unless the player is wanted; then a run that was
// overtaken takes no answers from the next.
func TestServeInteractive(t *testing.T) {
	play := strings.Replace(duet, "#trace", "#interactive day.\n#trace", 1)
	dir := folder(t, map[string]string{"duet.cep": play})
	in, _ := io.Pipe() // never answers
	begin(t, in, dir, "duet.cep").out.wait(t, "made in")

	in, player := io.Pipe()
	v := begin(t, in, dir, "duet.cep", "--choose", "ask")
	write(t, dir, "duet.cep", "wrong") // overtakes the run that waits
	v.errs.wait(t, "duet.cep:1:")
	write(t, dir, "duet.cep", play)
	answered := make(chan error, 1)
	go func() {
		_, err := player.Write([]byte("1 1 1 % all there are\n"))
		answered <- err
	}()
	require.NoError(t, <-answered)
	v.out.wait(t, "made in")
}

func TestServeTrace(t *testing.T) {
	dir := folder(t, map[string]string{"duet.cep": duet})
	var none strings.Builder
	run := func(steps string) {
		args := []string{"run", filepath.Join(dir, "duet.cep"), "--steps", steps, "-o", filepath.Join(dir, "trace.json"),
			"--quiet"}
		require.Equal(t, cli.OK, cli.Run(t.Context(), root, cli.Streams{Out: io.Discard, Err: &none}, args), &none)
	}
	run("1")
	v := begin(t, nil, dir, "trace.json")
	first := v.until(another(heard{}))
	require.NotContains(t, v.out.String(), "play")
	status, _ := v.get("play/program.json")
	require.Equal(t, http.StatusNotFound, status, "a trace has been played")
	run("2")
	v.until(another(first))
}

// What no change of a file can mend ends the verb.
func TestServeRefuses(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	require.NoError(t, err)
	program := filepath.Join(folder(t, map[string]string{"duet.cep": duet}), "duet.cep")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{program + " --port " + port, cli.Failed, "--port " + port + ": address already in use\n"},
		{program + " --port 70000", cli.Misused,
			"serve: --port 70000: ports are numbered from 0 to 65535\nSee 'serve --help'.\n"},
		{program + " --port -1", cli.Misused, "serve: --port -1: ports are numbered from 0 to 65535\nSee 'serve --help'.\n"},
		{"-", cli.Misused, "serve: serve watches files, so it cannot read standard input\nSee 'serve --help'.\n"},
		{program + " --prose -", cli.Misused,
			"serve: serve watches files, so it cannot read standard input\nSee 'serve --help'.\n"},
		{program + ".none", cli.Failed, program + ".none: no such file or directory\n"},
		{program + " --theme none", cli.Misused, "serve: --theme: "},
		{program + " --scenes none", cli.Misused, "serve: --scenes: "},
	} {
		var out, errs strings.Builder
		require.Equal(t, c.status, cli.Run(t.Context(), serve, cli.Streams{Out: &out, Err: &errs}, strings.Fields(c.args)),
			c.args)
		require.True(t, strings.HasPrefix(errs.String(), c.want), "%s: %s", c.args, &errs)
		require.Empty(t, out.String())
	}
}

// Without a flag for the port, the next free one is taken.
func TestServeElsewhere(t *testing.T) {
	if l, err := net.Listen("tcp4", "127.0.0.1:8000"); err == nil { // otherwise another process has it
		defer l.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	out, ended := newSaid(), make(chan int, 1)
	program := filepath.Join(folder(t, map[string]string{"duet.cep": duet}), "duet.cep")
	go func() { ended <- cli.Run(ctx, serve, cli.Streams{Out: out, Err: newSaid()}, []string{program}) }()
	require.Regexp(t, `^http://127\.0\.0\.1:80\d\d/\n`, out.wait(t, "\n"))
	require.NotContains(t, out.String(), ":8000/")
	cancel()
	require.Equal(t, cli.Interrupted, <-ended)
}

// The browser is opened once, when there is something to see.
func TestServeOpens(t *testing.T) {
	bin := folder(t, nil)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\necho \"$@\" >> \"$OPENED\"\n"),
		0o755))
	opened := filepath.Join(bin, "opened")
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("OPENED", opened)
	v := begin(t, nil, folder(t, map[string]string{"duet.cep": duet}), "duet.cep", "--open")
	require.Eventually(t, func() bool {
		data, _ := os.ReadFile(opened)
		return string(data) == v.url+"\n"
	}, 20*time.Second, 10*time.Millisecond)
}
