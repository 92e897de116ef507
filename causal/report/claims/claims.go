// Package claims reports the answers to questions about all runs of a program, with counterexamples.
package claims

import (
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/explore/temporal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Report is the answers to questions about the states that a search found.
type Report struct {
	prog    *lang.Program
	space   *explore.Space
	unfair  bool
	answers []*answer
}

// answer is the answer to a question with its runs.
type answer struct {
	*temporal.Answer
	runs []*trace.Trace // of the first cases
}

// mostRuns is the number of cases of a claim that get a run, if not all are asked for: a section lists as many.
const mostRuns = 20

// New answers questions about the states that a search from a start found. The runs are made with these options: to
// the first cases that refute a claim, or to all.
func New(ctx context.Context, prog *lang.Program, start *lang.Start, space *explore.Space, asked *temporal.Inquiry,
	o exec.Options, all bool) (*Report, error) {
	answers, err := asked.Answers(ctx, space)
	if err != nil {
		return nil, err
	}
	r := &Report{prog: prog, space: space, unfair: asked.Unfair}
	for _, a := range answers {
		told := a.Cases
		if !all {
			told = told[:min(len(told), mostRuns)]
		}
		out := &answer{Answer: a}
		for i := range told {
			choices, err := space.Along(told[i].Path(space))
			if err != nil {
				return nil, err
			}
			run, err := explore.Rerun(prog, start, choices, o)
			if err != nil {
				return nil, err
			}
			out.runs = append(out.runs, run)
		}
		r.answers = append(r.answers, out)
	}
	return r, nil
}

// Run returns the run of the first case against a claim, and the states on it; nil if no claim is refuted.
func (r *Report) Run() (*trace.Trace, []explore.State) {
	for _, a := range r.answers {
		if len(a.runs) > 0 {
			return a.runs[0], append([]explore.State{0}, a.Cases[0].Path(r.space)...)
		}
	}
	return nil, nil
}

// Refuted returns which claims are refuted, as a sentence; empty if none is.
func (r *Report) Refuted() string {
	var claims []string
	for _, a := range r.answers {
		switch {
		case a.Verdict != temporal.Refuted:
		case a.Kind == temporal.DeadEnds || a.Kind == temporal.Livelocks:
			claims = append(claims, "there are "+a.name())
		default:
			claims = append(claims, a.name()+" is refuted")
		}
	}
	return strings.Join(claims, "; ")
}

// name returns the question as flags have it: always 'on a b'.
func (a *answer) name() string {
	name := strings.ReplaceAll(string(a.Kind), "-", " ")
	switch {
	case a.Claim() == "":
		return name
	case a.Kind == temporal.DeadEnds || a.Kind == temporal.Livelocks:
		return fmt.Sprintf("%s without '%s'", name, a.Claim())
	}
	return fmt.Sprintf("%s '%s'", name, a.Claim())
}
