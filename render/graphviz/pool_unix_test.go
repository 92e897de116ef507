//go:build unix

package graphviz

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// withScript returns a pool of workers that run a script instead of this program.
func withScript(t *testing.T, script string) *pool {
	t.Helper()
	var hello bytes.Buffer
	require.NoError(t, gob.NewEncoder(&hello).Encode(greeting))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "hello"), hello.Bytes(), 0o600))
	program := filepath.Join(dir, "worker")
	require.NoError(t, os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\ncd %s\n%s\n", dir, script), 0o700))
	p := newPool()
	p.program = func() (string, error) { return program, nil }
	p.folder = func() string { return "" }
	p.deadline = 10 * time.Second
	return p
}

// Any failure of a worker is an error that describes the failure, and not a refusal of the drawing.
func TestBadWorkers(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"ends", "exit 3", "it ended early: exit status 3"},
		{"ends well", "exit 0", "it ended early"},
		{"says why", "echo panic: no memory >&2; echo more >&2; exit 2", "exit status 2: panic: no memory"},
		{"dies", "kill -9 $$", "signal: killed"},
		{"garbage", "exec yes garbage", "gob: "},
		{"ends after the greeting", "cat hello; exit 3", "it ended early"},
		{"dies after the greeting", "cat hello; kill -9 $$", "cannot lay out the picture by Graphviz"},
		{"garbage after the greeting", "cat hello; exec yes garbage", "gob: "},
		{"repeats itself", "cat hello hello", "gob: "},
	} {
		p := withScript(t, c.script)
		for range 2 {
			_, err := p.draw(t.Context(), request{"dot", "json0", []byte("digraph {}")})
			require.ErrorContains(t, err, c.want, c.name)
			require.ErrorContains(t, err, "by Graphviz", c.name)
			require.False(t, errors.As(err, new(*Refusal)), c.name)
			require.Nil(t, p.take(), c.name)
		}
	}
}

// A worker that hangs is ended at the deadline, and where the context ends.
func TestHangs(t *testing.T) {
	for _, script := range []string{"exec sleep 1000", "cat hello; exec sleep 1000", "cat hello; kill -STOP $$"} {
		p := withScript(t, script)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, err := p.draw(ctx, request{"dot", "json0", make([]byte, 1<<20)})
		cancel()
		require.Equal(t, context.DeadlineExceeded, err, script)

		p.deadline = 100 * time.Millisecond
		_, err = p.draw(t.Context(), request{"dot", "json0", make([]byte, 1<<20)})
		require.ErrorContains(t, err, "by Graphviz, in a process of its own: no answer within 100ms", script)
	}
}

// A worker that dies between two drawings is replaced.
func TestDiesWhileIdle(t *testing.T) {
	p := newPool()
	for range 3 {
		out, err := p.draw(t.Context(), request{"dot", "json0", random(1, 10)})
		require.NoError(t, err)
		require.NotEmpty(t, out)
		w := p.take()
		require.NoError(t, w.command.Process.Kill())
		p.put(w)
	}
}

// Ctrl-C reaches a worker, too, which leaves it to the process that started it to stop.
func TestSignals(t *testing.T) {
	p := newPool()
	draw := func() int {
		_, err := p.draw(t.Context(), request{"dot", "json0", random(1, 10)})
		require.NoError(t, err)
		w := p.take()
		defer p.put(w)
		return w.command.Process.Pid
	}
	first := draw()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		require.NoError(t, syscall.Kill(first, s))
	}
	require.Equal(t, first, draw())
}

// A worker ends when the process that started it does, even in the middle of a drawing and killed.
func TestEndsWithItsParent(t *testing.T) {
	const child = "GRAPHVIZ_TEST_PARENT"
	if os.Getenv(child) != "" {
		p := newPool()
		w, err := p.start(t.Context())
		require.NoError(t, err)
		fmt.Println(w.command.Process.Pid)
		require.NoError(t, w.requests.Encode(request{"dot", "json0", random(1, 4000)}))
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGKILL))
	}
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), child+"=1")
	out, err := c.Output()
	require.ErrorContains(t, err, "killed")
	var id int
	_, err = fmt.Sscan(string(out), &id)
	require.NoError(t, err, string(out))
	require.Eventually(t, func() bool {
		// Where nothing takes note of the end of orphans, they stay as zombies.
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
		return syscall.Kill(id, 0) != nil || err == nil && bytes.Contains(stat, []byte(") Z "))
	}, 30*time.Second, 10*time.Millisecond)
}
