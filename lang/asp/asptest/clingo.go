package asptest

import (
	"os/exec"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// Installed reports whether there is a clingo to ask.
func Installed() bool {
	_, err := exec.LookPath("clingo")
	return err == nil
}

// Clingo returns all answer sets of a program, sorted, and reports whether it refuses the program as unsafe.
func Clingo(t require.TestingT, text string) (models []string, unsafe bool) {
	cmd := exec.Command("clingo", "--verbose=0", "--warn=none", "0")
	cmd.Stdin = strings.NewReader(text)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the status says whether there are answers
	if strings.Contains(errs.String(), "unsafe") {
		return nil, true
	}
	require.NotContains(t, errs.String(), "error", text)
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); line == "SATISFIABLE" || line == "UNSATISFIABLE" {
			continue
		}
		atoms := strings.Fields(line)
		slices.Sort(atoms)
		models = append(models, strings.Join(atoms, " "))
	}
	slices.Sort(models)
	return slices.Compact(models), false
}
