package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// fullDisk is a standard output that takes nothing.
type fullDisk struct{}

var errFull = errors.New("no space left on device")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// failsWhenFull requires that a command line that prints something fails where that cannot
// be written, and says why.
func failsWhenFull(t *testing.T, line ...string) {
	t.Helper()
	var errs strings.Builder
	status := cli.Run(t.Context(), root, cli.Streams{In: strings.NewReader(""), Out: fullDisk{}, Err: &errs}, line)
	require.Equal(t, cli.Failed, status, "%q: %s", line, &errs)
	require.Contains(t, errs.String(), errFull.Error(), "%q", line)
}

// Help of every verb, versions and completions are written, or the command fails.
func TestHelpIsWritten(t *testing.T) {
	for _, line := range []string{
		"", "-h", "help", "--version", "completion", "completion bash", "completion zsh", "completion fish",
		"completion powershell",
		"completion bash --help", "help completion bash", "__complete r", "__completeNoDesc r",
	} {
		failsWhenFull(t, strings.Fields(line)...)
	}
	var walk func(*cobra.Command, []string)
	walk = func(c *cobra.Command, path []string) {
		failsWhenFull(t, append(path[:len(path):len(path)], "--help")...)
		failsWhenFull(t, append([]string{"help"}, path...)...)
		for _, sub := range c.Commands() {
			walk(sub, append(path[:len(path):len(path)], sub.Name()))
		}
	}
	walk(root(cli.Streams{}), nil)
}

// The answers of verbs are written, as text and as data, or the command fails.
func TestAnswersAreWritten(t *testing.T) {
	dir := folder(t, map[string]string{"duet.cep": duet, "ugly.cep": "a:pred.\n", "wrong.cep": "a : b.\n"})
	write(t, dir, "once.cep", "tok : pred. go : tok -o (). #trace _ main { tok }.\n")
	for _, seed := range []string{"1", "2"} {
		args := []string{"run", filepath.Join(dir, "duet.cep"), "--quiet", "--seed", seed, "-o",
			filepath.Join(dir, seed+".json")}
		require.Equal(t, cli.OK, cli.Run(t.Context(), root, cli.Streams{Out: fullDisk{}, Err: fullDisk{}}, args))
	}
	for _, line := range []string{
		"check --json wrong.cep", "check --json duet.cep", "explain", "explain unknown-name",
		"run duet.cep", "run duet.cep --json", "run duet.cep --quiet -o -", "run duet.cep --explain-plan",
		"play duet.cep --plain", "moves duet.cep", "moves duet.cep --json", "explore once.cep", "explore once.cep --json",
		"sweep duet.cep --runs 2", "sweep duet.cep --runs 2 --json", "coverage duet.cep --runs 2",
		"coverage duet.cep --runs 2 --json", "range duet.cep --runs 2", "range duet.cep --runs 2 --json",
		"range duet.cep --runs 2 -o -", "range --metrics",
		"test duet.cep", "test duet.cep --json", "prose duet.cep", "theme", "fmt duet.cep", "fmt -d ugly.cep",
		"fmt -l ugly.cep",
		"convert once.cep --to editor", "publish duet.cep --plan", "serve duet.cep --port 0", "edit duet.cep --port 0",
		"why 1.json", "why 1.json --json", "why 1.json t1", "why 1.json t1 --json",
		"whynot duet.cep 1.json meet", "whynot duet.cep 1.json meet --json",
		"whatif duet.cep 1.json --without t1", "whatif duet.cep 1.json --without t1 --json",
		"rules 1.json", "rules 1.json --json", "rules duet.cep", "rules duet.cep --json", "threads 1.json",
		"threads 1.json --json",
		"trace order 1.json", "trace order 1.json --json", "trace hash 1.json", "trace diff 1.json 2.json",
		"trace diff 1.json 2.json --json",
		"trace verify duet.cep 1.json", "trace count 1.json", "trace count 1.json --json",
		"trace export 1.json --to dot", "trace convert 1.json --to ctrace -o -", "trace convert 1.json --to jsonl -o -",
	} {
		args := strings.Fields(line)
		for i, arg := range args {
			if strings.Contains(arg, ".") {
				args[i] = filepath.Join(dir, arg)
			}
		}
		failsWhenFull(t, args...)
	}
}
