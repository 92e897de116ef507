package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
)

// fullDisk is a standard output that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Help, pictures and themes are written, or the command fails and says why.
func TestOutputIsWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.json")
	if err := os.WriteFile(file, record(t, "a : pred. b : pred. go : a -o b. #trace _ main { a }."), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"--help", "-h", "help", "--version", "completion bash", "completion --help", "theme --help", "help theme",
		"__complete -", "theme paper",
		file + " -o -", file + " -o - --format text", file + " -o - --format json",
	} {
		var errs strings.Builder
		status := cli.Run(t.Context(), graph, cli.Streams{In: strings.NewReader(""), Out: fullDisk{}, Err: &errs},
			strings.Fields(line))
		if status != cli.Failed || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("%s: status %d, %s", line, status, &errs)
		}
	}
}
