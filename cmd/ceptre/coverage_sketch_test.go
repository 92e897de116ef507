package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sketchedRule is a rule, or a link, as the test knows it: text alone.
type sketchedRule struct {
	name, stage, to string
	left, right     []string // premises and results; arguments start at the second word
}

func (r *sketchedRule) text() string {
	left, right := r.left, append([]string{"()"}, r.right...)
	if r.to != "" {
		left = append([]string{"qui", "stage " + r.stage}, left...)
		right = append(right, "stage "+r.to)
	}
	return fmt.Sprintf("%s : %s -o %s.\n", r.name, strings.Join(left, " * "), strings.Join(right, " * "))
}

// moment is a state of a run.
type moment struct {
	run   int
	stage string
	facts []string // with `!` where permanent; equal ones as often as they are there
	last  bool
}

// sketchRule draws a rule. Its results have variables of its premises.
func sketchRule(t *rapid.T, name, stage, to string) sketchedRule {
	r := sketchedRule{name: name, stage: stage, to: to}
	fact := func(args []string) string {
		pred := rapid.SampledFrom([]string{"p", "q", "r", "s"}).Draw(t, "pred")
		for range map[string]int{"p": 1, "q": 1, "r": 2}[pred] {
			pred += " " + rapid.SampledFrom(args).Draw(t, "arg")
		}
		return pred
	}
	mark := rapid.SampledFrom([]string{"", "", "", "$", "!"})
	known := []string{"a", "b", "c"}
	for range rapid.IntRange(1, 3).Draw(t, "premises") {
		f := mark.Draw(t, "mark") + fact([]string{"a", "b", "c", "X", "X", "Y"})
		r.left = append(r.left, f)
		known = append(known, strings.Fields(strings.Trim(f, "pqrs$!"))...)
	}
	if slices.Contains(known, "X") && slices.Contains(known, "Y") && rapid.Bool().Draw(t, "compares") {
		r.left = append(r.left, "X <> Y")
	}
	for range rapid.IntRange(0, 2).Draw(t, "results") {
		r.right = append(r.right, strings.Trim(mark.Draw(t, "mark"), "$")+fact(known))
	}
	return r
}

// matches counts the ways to meet premises by different facts, as plainly as can be.
func matches(premises, facts []string, values map[string]string) int {
	if len(premises) == 0 {
		return 1
	}
	if x, y, ok := strings.Cut(premises[0], " <> "); ok {
		if values[x] == values[y] {
			return 0
		}
		return matches(premises[1:], facts, values)
	}
	count := 0
	for i, f := range facts {
		rest := facts
		if f[0] != '!' {
			rest = slices.Delete(slices.Clone(facts), i, i+1)
		}
		if more := bindAll(premises[0], f, values); more != nil {
			count += matches(premises[1:], rest, more)
		}
	}
	return count
}

// bindAll returns the values with which a fact meets a premise; nil where it does not.
func bindAll(premise, fact string, values map[string]string) map[string]string {
	if premise[0] == '!' && fact[0] != '!' {
		return nil
	}
	want, have := strings.Fields(strings.Trim(premise, "$!")), strings.Fields(strings.Trim(fact, "!"))
	if want[0] != have[0] {
		return nil
	}
	all := make(map[string]string)
	for k, v := range values {
		all[k] = v
	}
	for i, w := range want {
		value, known := all[w]
		if w[0] < 'X' || w[0] > 'Y' {
			value, known = w, true
		}
		if known && value != have[i] {
			return nil
		}
		if !known {
			all[w] = have[i]
		}
	}
	return all
}

// moments makes the runs of coverage, and returns all of their states.
func moments(t *rapid.T, p *lang.Program, runs, steps int) (out []moment) {
	for run := range runs {
		tr, err := exec.Run(context.Background(), p, p.Traces[0],
			exec.Options{Seed: uint64(run + 1), Limits: exec.Limits{Steps: steps}})
		require.NoError(t, err)
		text, alive := make(map[trace.ResourceID]string), make(map[trace.ResourceID]bool)
		now := func(last bool) {
			m := moment{run: run, last: last}
			for id, here := range alive {
				switch f := text[id]; {
				case here && strings.HasPrefix(f, "stage "):
					m.stage = strings.TrimPrefix(f, "stage ")
				case here:
					m.facts = append(m.facts, f)
				}
			}
			out = append(out, m)
		}
		for _, r := range tr.Resources {
			text[r.ID] = trace.Fact{Pred: r.Pred, Args: r.Args}.String()
			switch {
			case r.Pred == trace.StagePred:
				text[r.ID] = "stage " + r.Args[0].Head
			case r.Persistent:
				text[r.ID] = "!" + text[r.ID]
			}
			alive[r.ID] = r.By == 0
		}
		for _, s := range tr.Steps {
			now(false)
			for _, id := range s.Consumes {
				alive[id] = false
			}
			for _, id := range s.Produces {
				alive[id] = true
			}
		}
		now(true)
	}
	return out
}
