//go:build unix

package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// Ctrl-C, a request to end and the loss of the terminal ask the command to stop, which
// puts away what it has. This is tried on a process of its own: this test again.
func TestSignalsAskToStop(t *testing.T) {
	if os.Getenv("CEPTRE_SIGNALLED") != "" {
		os.Exit(Main(untilAsked))
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) {
			continue // as nohup has it, here and there
		}
		waiting := exec.Command(os.Args[0], "-test.run=^TestSignalsAskToStop$")
		waiting.Env = append(os.Environ(), "CEPTRE_SIGNALLED=yes")
		out, err := waiting.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, waiting.Start())
		lines := bufio.NewScanner(out)
		require.True(t, lines.Scan(), s)
		require.Equal(t, "waiting", lines.Text())
		require.NoError(t, waiting.Process.Signal(s))
		require.True(t, lines.Scan(), s)
		require.Equal(t, "put away", lines.Text())
		var status *exec.ExitError
		require.True(t, errors.As(waiting.Wait(), &status), s)
		require.Equal(t, Interrupted, status.ExitCode(), s)
	}
}

// untilAsked waits until it is asked to stop.
func untilAsked(s Streams) *cobra.Command {
	wait := func(c *cobra.Command, _ []string) error {
		fmt.Fprintln(s.Out, "waiting")
		<-c.Context().Done()
		fmt.Fprintln(s.Out, "put away")
		return ErrInterrupted
	}
	return &cobra.Command{Use: "wait", RunE: wait, DisableFlagParsing: true} // the flags are the test's
}

// A command that does not hear that it is asked to stop is ended, but not one that takes its time.
func TestSignalsEndWhatDoesNotHear(t *testing.T) {
	if how := os.Getenv("CEPTRE_DEAF"); how != "" {
		os.Exit(Main(func(s Streams) *cobra.Command { return deaf(s, how == "busy") }))
	}
	for how, want := range map[string]int{"idle": Interrupted, "busy": OK} {
		working := exec.Command(os.Args[0], "-test.run=^TestSignalsEndWhatDoesNotHear$")
		working.Env = append(os.Environ(), "CEPTRE_DEAF="+how)
		out, err := working.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, working.Start())
		lines := bufio.NewScanner(out)
		require.True(t, lines.Scan(), how)
		require.NoError(t, working.Process.Signal(os.Interrupt))
		require.Equal(t, how == "busy", lines.Scan(), how)
		_ = working.Wait()
		require.Equal(t, want, working.ProcessState.ExitCode(), how)
	}
}

// deaf works on for a while, whatever it is asked.
func deaf(s Streams, takesTime bool) *cobra.Command {
	work := func(c *cobra.Command, _ []string) error {
		if takesTime {
			TakeTime(c.Context())
		}
		fmt.Fprintln(s.Out, "working")
		if !takesTime {
			select {} // until it is ended
		}
		<-c.Context().Done()
		time.Sleep(2 * grace)
		fmt.Fprintln(s.Out, "done")
		return nil
	}
	return &cobra.Command{Use: "work", RunE: work, DisableFlagParsing: true} // the flags are the test's
}
