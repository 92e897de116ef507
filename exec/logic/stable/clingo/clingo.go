// Package clingo finds stable models of ground programs with the command clingo, where it is installed.
//
// The seed is passed on. Which model comes first can differ between versions of clingo.
package clingo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/logic/stable"
)

// Solve is [stable.Solve] by the command clingo on the PATH. The process ends with the context. The core of a program
// without models is that of package stable.
func Solve(ctx context.Context, p *ground.Program, seed uint64, most int) (models [][]bool, core []int, err error) {
	if err := stable.Check(p); err != nil || most <= 0 {
		return nil, nil, err
	}
	// Options of clasp: random phases, and some random decisions.
	cmd := exec.CommandContext(ctx, "clingo", "--mode=clasp", "--outf=0", "--verbose=0", "--warn=none",
		"--sign-def=rnd", "--rand-freq=0.1", "--seed="+strconv.Itoa(int(uint32(seed^seed>>32))),
		"--models="+strconv.Itoa(most))
	cmd.Stdin = bytes.NewReader(aspif(p))
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	// The status is 10 with models, 20 without, and 30 with all models.
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, nil, err
	}
	models, found, err := read(&out, p.Atoms.Len())
	switch {
	case err != nil || found == "":
		return nil, nil, errors.Join(fmt.Errorf("clingo: %s", strings.TrimSpace(messages.String())), err)
	case found == "UNSATISFIABLE":
		_, core, err = stable.Solve(ctx, p, seed, 1)
	}
	return models, core, err
}

// read reads models, one a line, and the line with the result after them. The result is empty if there is none.
func read(out *bytes.Buffer, atoms int) (models [][]bool, result string, err error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, out.Len()+1)
	for lines.Scan() {
		line := lines.Text()
		if line == "SATISFIABLE" || line == "UNSATISFIABLE" {
			return models, line, nil
		}
		m := make([]bool, atoms)
		for _, name := range strings.Fields(line) {
			a, err := strconv.Atoi(name)
			if err != nil || a < 0 || a >= atoms {
				return nil, "", fmt.Errorf("unexpected line %q", line)
			}
			m[a] = true
		}
		models = append(models, m)
	}
	return nil, "", lines.Err()
}
