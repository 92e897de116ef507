//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// A worker that is killed, at work or while it writes, loses nothing that was finished: the same command again ends
// the work, and the report is that of one process.
func TestKilledWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("coins.cep", []byte(coins), 0o644))
	sweep := strings.Fields("sweep coins.cep --runs 6000 --seed 5 --proof-steps 1000 --quiet")
	status, want := call(t, append(sweep, "--json")...)
	require.Equal(t, cli.OK, status)
	files := []string{"part1", "part2", "part3"}
	killed := 0
	for i, file := range files {
		args := append(sweep[:len(sweep):len(sweep)], "--shard", string(rune('1'+i))+"/3", "-o", file)
		if i == 0 { // finished before, and left alone by the others
			status, said := call(t, args...)
			require.Equal(t, cli.OK, status, said)
			continue
		}
		// At work, and then as soon as it writes. It may have ended before the signal comes.
		for _, at := range []func() bool{func() bool { return true }, func() bool { return drafts(t) > 0 }} {
			if kill(t, at, args) {
				killed++
				require.NoFileExists(t, file)
			}
		}
		status, said := call(t, args...)
		require.Equal(t, cli.OK, status, said)
	}
	require.Positive(t, killed)
	require.Zero(t, drafts(t))
	status, got := call(t, "merge", files[2], files[0], files[1], "--json")
	require.Equal(t, cli.OK, status)
	require.Equal(t, want, got)
}

// A shard is read more than once, so pipes are refused before they are opened: the second time they would never end.
func TestMergeOfPipes(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("shards", 0o755))
	require.NoError(t, syscall.Mkfifo(filepath.Join("shards", "pipe"), 0o600))
	for _, name := range []string{filepath.Join("shards", "pipe"), "shards"} {
		status, said := call(t, "merge", name, "--partial")
		require.Equal(t, cli.Failed, status)
		require.Equal(t, "shards/pipe: want a file, as shards are read more than once\n", said)
	}
}

// The name of another program, whatever it is, takes one line of a message.
func TestShardOfHostileName(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"coins.cep", "coins\n\x1b[31m.cep"} {
		require.NoError(t, os.WriteFile(file, []byte(coins), 0o644))
	}
	sweep := strings.Fields("--runs 2 --proof-steps 1000 --shard 1/2 -o part --quiet")
	status, said := call(t, append([]string{"sweep", "coins\n\x1b[31m.cep"}, sweep...)...)
	require.Equal(t, cli.OK, status, said)
	status, said = call(t, append([]string{"sweep", "coins.cep"}, sweep...)...)
	require.Equal(t, cli.Failed, status)
	require.Equal(t, "part: this is a shard of other runs, and is not overwritten: it has another program, "+
		"coins\\n\\x1b[31m instead of coins\n", said)
}

// drafts returns how many files of the working folder are being written, or were.
func drafts(t *testing.T) int {
	found, err := filepath.Glob(".*")
	require.NoError(t, err)
	return len(found)
}

// kill starts the command, kills it at a time without a chance to clean up, and reports whether it was at work.
func kill(t *testing.T, at func() bool, args []string) bool {
	c := exec.Command("ceptre", args...)
	require.NoError(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			require.NoError(t, err)
			return false
		case <-time.After(100 * time.Microsecond):
		}
		if at() {
			_ = c.Process.Kill()
			<-ended
			return c.ProcessState.ExitCode() == -1
		}
	}
}

// writeLongShard writes a file that takes seconds to read.
func writeLongShard(t *testing.T, file string) {
	out, err := os.Create(file)
	require.NoError(t, err)
	h := &shard.Header{Part: shard.Part{Index: 1, Of: 1}, Subject: total.Subject{Report: total.Sweep, Program: "long",
		Runs: 2_000_000, Rules: []total.Rule{{Label: "walk", Stage: "main"}}}}
	h.SHA256 = fmt.Sprintf("%x", sha256.Sum256(nil))
	rows, row := make(sweep.Rows, h.Runs), &sweep.Row{Fired: []int{1}}
	for i := range rows {
		rows[i] = row
	}
	sum, err := total.Of(h.Subject, rows[:1]).MarshalBinary()
	require.NoError(t, err)
	require.NoError(t, shard.Write(out, h, sum, rows))
	require.NoError(t, out.Close())
}
