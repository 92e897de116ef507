//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
)

// longWork has calls of each verb that take seconds at least. RING is a program without end, RUN a long trace of it,
// DECLARATIONS a long program, JOIN one with millions of moves at its start, COUNT one with a statement that no small
// number of states settles, SEARCH one in which the search for a move is long, and SHARD a shard of many runs.
var longWork = map[string][]string{
	"ceptre check":   {"check DECLARATIONS"},
	"ceptre convert": {"convert DECLARATIONS --to editor"},
	"ceptre coverage": {"coverage RING --runs 1000000000", "coverage SEARCH", "coverage DECLARATIONS",
		"coverage RING --runs 1000000000 --shard 1/1 -o endless.shard"},
	"ceptre edit": {"edit RING --port 0", "edit --port 0"},
	"ceptre explore": {"explore RING --max-states 1000000000", "explore SEARCH", "explore DECLARATIONS",
		"explore RING --max-states 1000000000 --workers 2", "explore SEARCH --workers 2",
		"explore DECLARATIONS --workers 2"},
	"ceptre fmt":     {"fmt DECLARATIONS"},
	"ceptre lsp":     {"lsp"},
	"ceptre merge":   {"merge SHARD -o endless.csv"},
	"ceptre moves":   {"moves JOIN --most 100000000"},
	"ceptre play":    {"play RING --plain", "play SEARCH --plain", "play DECLARATIONS --plain"},
	"ceptre prose":   {"prose DECLARATIONS"},
	"ceptre prove":   {"prove DECLARATIONS", "prove COUNT --max-states 0"},
	"ceptre publish": {"publish RING -o public", "publish RUN -o public", "publish RUN --to html -o run.html"},
	"ceptre range": {"range SEARCH", "range DECLARATIONS", "range RING --runs 1000000000 --y meetings",
		"range RING --runs 1000000000 --steps 10 -o endless.svg",
		"range RING --runs 1000000 --shard 1/1 -o endless.shard"},
	"ceptre rules": {"rules RUN"},
	"ceptre run": {"run RING --steps 1000000000", "run RING --steps 1000000000 --quiet -o endless.json",
		"run SEARCH", "run DECLARATIONS"},
	"ceptre serve": {"serve RING --port 0"},
	"ceptre sweep": {"sweep SEARCH", "sweep DECLARATIONS", "sweep RING --runs 1000000000",
		"sweep RING --runs 1000000000 --steps 10 -o endless.csv", "sweep RING --runs 1000000 --shard 1/1 -o endless.shard"},
	"ceptre test":          {"test RING", "test RING --bless --steps 1000000000 --name endless"},
	"ceptre threads":       {"threads RUN"},
	"ceptre trace convert": {"trace convert RUN -o other.jsonl", "trace convert RUN -o other.ctrace"},
	"ceptre trace count":   {"trace count RUN"},
	"ceptre trace diff":    {"trace diff RUN RUN"},
	"ceptre trace export":  {"trace export RUN --to graphml -o run.graphml"},
	"ceptre trace hash":    {"trace hash RUN RUN"},
	"ceptre trace order":   {"trace order RUN"},
	"ceptre trace verify":  {"trace verify RING RUN"},
	"ceptre whatif":        {"whatif RING RUN --without t5"},
	"ceptre why":           {"why RUN"},
	"ceptre whynot":        {"whynot RING RUN meet"},
}

// endsAtOnce are the verbs that read little and have no long work.
var endsAtOnce = []string{"ceptre", "ceptre completion", "ceptre explain", "ceptre help", "ceptre new", "ceptre theme",
	"ceptre trace"}

// TestInterruptedVerbs sends Ctrl-C to each verb while it works.
func TestInterruptedVerbs(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	inputs := map[string]string{"RING": file("ring.cep"), "RUN": file("run.json"),
		"DECLARATIONS": file("declarations.cep"), "JOIN": file("join.cep"), "COUNT": file("count.cep"),
		"SEARCH": file("search.cep"), "SHARD": file("long.shard")}
	facts := "p nat : pred. nat : type. #builtin NAT nat. #trace _ main { p 0" + numbered(", p %d", 300) + " }.\n"
	texts := map[string]string{
		"RING": ringProgram,
		"DECLARATIONS": "t : type. p t : pred. go : p X -o p X.\n" + numbered("c%d : t.\n", 500_000) +
			"#trace _ main { p c1 }.\n",
		"COUNT": "nat : type. #builtin NAT nat. n nat : pred. go : n N -o n (N + 1). #trace _ main { n 0 }. " +
			"#never n 1000000000.\n",
		"JOIN":   "go : p A * p B * p C * p D -o ()." + facts,
		"SEARCH": "go : p A * p B * p C * p D * A + B == C + D + 1000 -o ()." + facts,
	}
	for name, text := range texts {
		require.NoError(t, os.WriteFile(inputs[name], []byte(text), 0o644))
	}
	writeLongShard(t, inputs["SHARD"])
	runs := file("ring.runs")
	require.NoError(t, os.Mkdir(runs, 0o755))
	status, said := call(t, "run", inputs["RING"], "--seed", "1", "--steps", "300000", "--quiet", "-o", inputs["RUN"])
	require.Equal(t, cli.OK, status, said)
	require.NoError(t, os.Link(inputs["RUN"], filepath.Join(runs, "long.json")))

	var replace []string
	for name, file := range inputs {
		replace = append(replace, name, file)
	}
	named := strings.NewReplacer(replace...)
	t.Run("verbs", func(t *testing.T) {
		for _, verb := range verbsOf(root(cli.Streams{})) {
			for _, args := range longWork[verb] {
				t.Run(args, func(t *testing.T) {
					t.Parallel()
					interrupt(t, dir, strings.Fields(named.Replace(args)))
				})
			}
			if len(longWork[verb]) == 0 {
				require.Contains(t, endsAtOnce, verb, "enter long work of this verb")
			}
		}
	})
	left, err := filepath.Glob(file("*"))
	require.NoError(t, err)
	require.Equal(t, []string{inputs["COUNT"], inputs["DECLARATIONS"], file("endless.csv"), file("endless.json"),
		file("endless.svg"), inputs["JOIN"], inputs["SHARD"],
		inputs["RING"], runs, inputs["RUN"], inputs["SEARCH"]}, left)
}

// verbsOf returns the paths of a command and of all below it, without the hidden ones.
func verbsOf(c *cobra.Command) []string {
	verbs := []string{c.CommandPath()}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			verbs = append(verbs, verbsOf(sub)...)
		}
	}
	return verbs
}

// interrupt runs the command in a process, asks it to stop while it works, and expects it to end soon.
func interrupt(t *testing.T, dir string, args []string) {
	t.Helper()
	for wait := 400 * time.Millisecond; ; wait *= 2 {
		status, said := interruptAfter(t, wait, dir, args)
		if status == -1 && wait < 10*time.Second {
			continue // The signal ended the process before it listened to signals.
		}
		require.Equal(t, cli.Interrupted, status, said)
		require.Contains(t, said, "interrupted")
		return
	}
}

// interruptAfter runs the command in a process, and asks it to stop after some time. It returns the
// exit status, which is -1 if the signal ended the process, and the messages.
func interruptAfter(t *testing.T, wait time.Duration, dir string, args []string) (int, string) {
	t.Helper()
	const enough = 10 * time.Second // half a second on a machine that is not busy
	var said bytes.Buffer
	c := exec.Command("ceptre", args...)
	c.Dir, c.Stderr = dir, &said
	in, err := c.StdinPipe() // left open
	require.NoError(t, err)
	require.NoError(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	defer in.Close()
	select {
	case <-ended:
		t.Fatalf("the work was short, or failed: %s", &said)
	case <-time.After(wait):
	}
	asked := time.Now()
	require.NoError(t, c.Process.Signal(os.Interrupt))
	select {
	case <-ended:
	case <-time.After(enough):
		_ = c.Process.Kill()
		t.Fatalf("it still works %v after Ctrl-C", enough)
	}
	t.Logf("ended %v after Ctrl-C", time.Since(asked).Round(time.Millisecond))
	return c.ProcessState.ExitCode(), said.String()
}

// numbered returns a text with the numbers below n in place of its %d.
func numbered(text string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, text, i)
	}
	return b.String()
}
