package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// endlessGrid is a program with ever more states.
const endlessGrid = `nat : type. #builtin NAT nat. n nat nat : pred.
a : n X Y -o n (X + 1) Y. b : n X Y -o n X (Y + 1). #trace _ main { n 0 0 }.`

// A worker that is killed ends the search with an error that says which, and where the command is killed or
// interrupted, no worker outlives it.
func TestWorkersEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	file := filepath.Join(t.TempDir(), "grid.cep")
	require.NoError(t, os.WriteFile(file, []byte(endlessGrid), 0o600))
	for _, c := range []struct {
		name   string
		signal func(command int, workers []int) error
		status int
		said   string
	}{
		{"worker", func(_ int, workers []int) error { return syscall.Kill(workers[1], syscall.SIGKILL) }, 1,
			`^worker [123] of 3: it ended early: signal: killed\n$`},
		{"command", func(command int, _ []int) error { return syscall.Kill(command, syscall.SIGKILL) }, -1, `^$`},
		{"terminal", func(command int, _ []int) error { return syscall.Kill(-command, syscall.SIGINT) }, 130,
			`^interrupted\n$`},
	} {
		var said bytes.Buffer
		command := exec.Command("ceptre", "explore", file, "--workers", "3", "--max-states", "0")
		command.Stderr = &said
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // as a terminal has it
		require.NoError(t, command.Start(), c.name)
		var workers []int
		require.Eventually(t, func() bool {
			workers = childrenOf(command.Process.Pid)
			return len(workers) == 3
		}, 30*time.Second, 10*time.Millisecond, c.name)
		time.Sleep(500 * time.Millisecond) // they search, or read the program on a machine that is busy
		require.NoError(t, c.signal(command.Process.Pid, workers), c.name)
		_ = command.Wait()
		require.Equal(t, c.status, command.ProcessState.ExitCode(), c.name)
		require.Regexp(t, c.said, said.String(), c.name)
		require.Eventually(t, func() bool {
			for _, w := range workers {
				// Where nothing takes note of the end of orphans, they stay as zombies.
				stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w))
				if err == nil && !bytes.Contains(stat, []byte(") Z ")) {
					return false
				}
			}
			return true
		}, 30*time.Second, 10*time.Millisecond, c.name)
	}
}

// childrenOf returns the processes that a process has started, and that have not ended.
func childrenOf(of int) (children []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		stat, _ := os.ReadFile(file) // it may have ended
		var state string
		var id, parent int
		_, err := fmt.Sscan(string(stat[bytes.LastIndexByte(stat, ')')+1:]), &state, &parent)
		_, unnumbered := fmt.Sscanf(file, "/proc/%d/", &id)
		if err == nil && unnumbered == nil && parent == of && state != "Z" {
			children = append(children, id)
		}
	}
	return children
}

// BenchmarkWorkers searches the 1,030,301 states of three counters from 100 to 0 by one process and by several, and
// measures the time of the clock and that of all processors.
func BenchmarkWorkers(b *testing.B) {
	file := filepath.Join(b.TempDir(), "counters.cep")
	require.NoError(b, os.WriteFile(file, []byte(`nat : type. #builtin NAT nat. x nat : pred. y nat : pred. z nat : pred.
		a : x (N + 1) -o x N. b : y (N + 1) -o y N. c : z (N + 1) -o z N. #trace _ main { x 100, y 100, z 100 }.`), 0o600))
	for _, workers := range []string{"", "1", "2", "4"} {
		b.Run("workers="+workers, func(b *testing.B) {
			cpu := 0.0
			for b.Loop() {
				args := []string{"explore", file, "--max-states", "0"}
				if workers != "" {
					args = append(args, "--workers", workers)
				}
				command := exec.Command("ceptre", args...)
				out, err := command.CombinedOutput()
				require.NoError(b, err)
				require.Contains(b, string(out), "1030301 states, 3060300 transitions; the farthest is 300 steps")
				cpu += (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
			}
			b.ReportMetric(cpu/float64(b.N), "cpu-s")
		})
	}
}
