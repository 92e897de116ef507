package verdict

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Loop is a stretch of a run within a stage after which all facts from before it are there, and more of one
// predicate. So the same rules can fire again with the same facts, any number of times: whether a rule can fire
// depends on facts that are there, and never on facts that are not. (Karp and Miller, "Parallel program schemata",
// Journal of Computer and System Sciences 3, 1969.) Only ordered stages and links are different, and so are rules
// that ask sensors.
type Loop struct {
	Pred  *lang.Pred
	Rules []*lang.Rule // in the order in which they fire
}

// Sentence returns the loop as a sentence.
func (l Loop) Sentence() string {
	var rules []string
	for _, r := range l.Rules {
		rules = append(rules, "`"+r.Label+"`")
	}
	return fmt.Sprintf("some run makes ever more facts of `%s`: it repeats %s", l.Pred.Name,
		english.List(english.Counted(rules)))
}

// Bounds of the runs in which loops are looked for.
const (
	loopRuns    = 10
	loopSteps   = 200
	longestLoop = 40
	// loopMatches bounds the search for the transitions of a rule in a state: facts that grow may double their number
	// in each step, and the loops of such runs are short.
	loopMatches = 10_000
)

// stretch is the part of a run since it came into its stage.
type stretch struct {
	rules   []*lang.Rule
	changes []map[string]int // of each step, by fact
	preds   map[string]*lang.Pred
}

// findLoops looks for loops that make more facts of some predicates in random runs, and returns the shortest that it
// finds for each, in the order of the predicates. A run that fails is given up.
func findLoops(ctx context.Context, prog *lang.Program, start *lang.Start, of []*lang.Pred, limits exec.Limits) []Loop {
	best := make(map[*lang.Pred][]*lang.Rule)
	if limits.MatchSteps == 0 || limits.MatchSteps > loopMatches {
		limits.MatchSteps = loopMatches
	}
	for seed := range uint64(loopRuns) {
		if len(of) == 0 || ctx.Err() != nil {
			break
		}
		followRun(ctx, prog, start, seed, limits, func(s *stretch) {
			for pred, rules := range s.loops() {
				if slices.Contains(of, pred) && (best[pred] == nil || len(rules) < len(best[pred])) {
					best[pred] = rules
				}
			}
		})
	}
	var out []Loop
	for _, p := range of {
		if best[p] != nil {
			out = append(out, Loop{p, best[p]})
		}
	}
	return out
}

// followRun makes a random run, and calls f after each step in a stage whose rules can be repeated.
func followRun(ctx context.Context, prog *lang.Program, start *lang.Start, seed uint64, limits exec.Limits,
	f func(*stretch)) {
	m, _ := exec.NewMachine(prog, start, limits)
	chance := exec.Random(seed)
	s := &stretch{preds: make(map[string]*lang.Pred)}
	for range loopSteps {
		enabled, err := m.Enabled(ctx)
		if err != nil || enabled.Len() == 0 {
			return
		}
		t := enabled.Transition(chance.Draw(enabled))
		if t.Link != nil || m.Stage().Ordered || asksSensor(t.Rule) {
			s.rules, s.changes = nil, nil
		} else {
			s.add(t, m.Context())
		}
		if _, err := m.Fire(t); err != nil {
			return
		}
		f(s)
	}
}

// add adds a transition that is about to fire.
func (s *stretch) add(t exec.Transition, state *exec.Context) {
	change := make(map[string]int)
	add := func(i lang.Initial, by int) {
		text := i.String()
		s.preds[text] = i.Fact.Pred
		change[text] += by
	}
	consumes, _ := t.Takes()
	for _, r := range consumes {
		add(lang.Initial{Fact: r.Fact, Permanent: r.Permanent}, -1)
	}
	for _, i := range t.Makes(state) {
		add(i, 1)
	}
	s.rules, s.changes = append(s.rules, t.Rule), append(s.changes, change)
}

// loops returns the shortest loop at the end of the stretch for each predicate.
func (s *stretch) loops() map[*lang.Pred][]*lang.Rule {
	out := make(map[*lang.Pred][]*lang.Rule)
	sum := make(map[string]int)
	fewer := 0 // facts of which there are fewer
	for n := 1; n <= min(len(s.rules), longestLoop); n++ {
		for text, by := range s.changes[len(s.changes)-n] {
			before := sum[text]
			sum[text] += by
			if before < 0 {
				fewer--
			}
			if sum[text] < 0 {
				fewer++
			}
		}
		if fewer > 0 {
			continue
		}
		for text, more := range sum {
			if pred := s.preds[text]; more > 0 && out[pred] == nil && text[0] != '!' {
				out[pred] = s.rules[len(s.rules)-n:]
			}
		}
	}
	return out
}
