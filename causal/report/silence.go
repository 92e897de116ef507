package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// mostSilent is the number of rules that Silence names at most.
const mostSilent = 2

// Silence says why no rule of the stage fired in a run that is quiescent without a step: it names
// the rules that lack the least, with what they lack, and the command that tells more. For other
// runs it returns nothing. The lines hold no control characters.
func Silence(ctx context.Context, prog *lang.Program, t *trace.Trace) ([]string, error) {
	if t.End == nil || t.End.Why != trace.Quiescent || len(t.Steps) > 0 {
		return nil, nil
	}
	stage := restedIn(prog, t)
	if stage == nil {
		return nil, nil
	}
	if len(stage.Rules) == 0 {
		return []string{visible.Line(fmt.Sprintf("nothing happened: stage %s has no rules", stage.Name))}, nil
	}
	run, err := replay.New(prog, t, t.Initial())
	if err != nil {
		return nil, err
	}
	var misses []exec.Miss
	for _, r := range stage.Rules {
		miss, err := run.Machine.Miss(ctx, r, nil, nil)
		if err != nil {
			return nil, err
		}
		misses = append(misses, miss)
	}
	slices.SortStableFunc(misses, func(a, b exec.Miss) int { return lacking(&a) - lacking(&b) })
	nearest := misses[:min(len(misses), mostSilent)]
	lines := []string{fmt.Sprintf("nothing happened in stage %s; of its rules, nearest to firing:", stage.Name)}
	for i := range nearest {
		lines = append(lines, fmt.Sprintf("  %s: %s", nearest[i].Rule.Label, missing(prog, &nearest[i])))
	}
	lines = append(lines, "`ceptre whynot PROGRAM TRACE "+nearest[0].Rule.Label+
		"` says more, with the trace that `run -o TRACE` writes")
	for i, line := range lines {
		lines[i] = visible.Line(line)
	}
	return lines, nil
}

// lacking returns how many facts a rule lacks, and one for each shortage. It is 0 if something else
// fails.
func lacking(m *exec.Miss) (n int) {
	for _, s := range m.Short {
		n += 1 + len(s.Premises) - s.There
	}
	return n
}

// missing returns the reason why a rule did not fire.
func missing(prog *lang.Program, m *exec.Miss) string {
	var parts []string
	for _, s := range m.Short {
		if len(s.Premises) == 1 {
			parts = append(parts, fmt.Sprintf("lacks `%s`", Written(prog, m.Rule, s.Premises[0])))
		} else {
			parts = append(parts, Needs(prog, m.Rule, s.Premises)+", "+There(s.There))
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ")
	case len(m.Apart)+len(m.Fails) > 0:
		return Misfit(prog, m)
	case m.NoResult:
		return "a calculation on its right side has no result"
	case m.Unknown:
		return "the search for a reason found no end"
	}
	return "a rule before it would go first"
}
