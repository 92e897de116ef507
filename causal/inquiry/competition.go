package inquiry

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Two transitions compete where both are enabled in a state and one uses up a
// resource that the other needs, be it to use it up or to read it: they are in
// conflict there (Murata 1989, section II; with read arcs the conflict may be
// one-sided). Firing the one prevents the other, if in the next state there is no
// equal fact in place of what it has lost.
//
// Transitions are told apart by rule and arguments, and not by which of several
// equal facts they take. The stage token is a resource like any other: links out
// of a stage compete for it. A trace has only the winners, so the losers are
// looked for with the program.

// Prevention says that a step used up what another transition needed.
type Prevention struct {
	Winner *trace.Step
	// Rule and Args are the transition that could have fired in its place.
	Rule *lang.Rule
	Args []lang.Value
	// Resource is the first resource that both wanted and the loser lacks.
	Resource trace.ResourceID
	// Later is the first later step with the same rule and arguments, which has
	// found what it needs elsewhere; nil where there is none.
	Later *trace.Step
}

// Loser returns the transition that could have fired, as programs write it.
func (p Prevention) Loser() string { return p.Rule.Name + lang.Arguments(p.Args) }

// Competition is who prevented whom in a run.
type Competition struct {
	// Preventions are the first of them, up to the limit.
	Preventions []Prevention
	// Rules counts all of them by the rules of winner and loser. The most come
	// first.
	Rules []causal.RulePrevention
	// Cut is the number of states in which more transitions were enabled than
	// were looked at.
	Cut int
}

// CompetitionLimits bound the search for competitors; zero stands for a default.
type CompetitionLimits struct {
	State int // transitions to look at in each state; 10,000
	All   int // preventions to list; 100,000
	Total int // transitions in all states together, after which it looks at no more; 20,000,000
}

// Compete replays a trace on the program and returns who prevented whom. The
// error is a [*Fault] where the trace is no run of the program.
func Compete(ctx context.Context, prog *lang.Program, t *trace.Trace, limits CompetitionLimits) (*Competition, error) {
	r, err := NewReplay(prog, t, Initial(t))
	if err != nil {
		return nil, err
	}
	c := newContest(ctx, r, t, limits)
	c.kinds = Kinds(prog)
	for i := range t.Steps {
		if err := c.step(&t.Steps[i]); err != nil {
			return nil, err
		}
	}
	c.count()
	return &c.Competition, nil
}

// contest replays a run and looks for losers.
type contest struct {
	Competition
	replay *Replay
	kinds  causal.Kinds
	ctx    context.Context
	limits CompetitionLimits
	pairs  map[[2]string]*causal.RulePrevention // by winner and loser
	fired  map[string][]*trace.Step             // the steps of each rule and arguments that are still to come
	looked int                                  // transitions in all states
}

func newContest(ctx context.Context, r *Replay, t *trace.Trace, limits CompetitionLimits) *contest {
	c := &contest{
		replay: r, ctx: ctx,
		limits: CompetitionLimits{cmp.Or(limits.State, 10_000), cmp.Or(limits.All, 100_000), cmp.Or(limits.Total, 20_000_000)},
		pairs:  make(map[[2]string]*causal.RulePrevention),
		fired:  make(map[string][]*trace.Step),
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		c.fired[s.String()] = append(c.fired[s.String()], s)
	}
	return c
}

// step fires a step and notes whom it prevented.
func (c *contest) step(s *trace.Step) error {
	winner, err := c.replay.Find(c.ctx, s)
	if err != nil {
		return err
	}
	c.fired[s.String()] = c.fired[s.String()][1:]
	rivals, err := c.rivals(winner)
	if err != nil {
		return err
	}
	token := c.replay.token
	if _, err := c.replay.Fire(winner, s); err != nil {
		return at(s, err)
	}
	for _, rival := range rivals {
		if lost, ok := c.lost(rival, winner, token); ok {
			c.enter(Prevention{s, rival.Rule, rival.Args, lost, c.later(rival)})
		}
	}
	return nil
}

// rivals returns the enabled transitions that need what another one will use up,
// one of each rule and arguments.
func (c *contest) rivals(winner exec.Transition) ([]exec.Transition, error) {
	takes, _ := winner.Takes()
	if len(takes) == 0 && winner.Link == nil {
		return nil, nil
	}
	if c.looked > c.limits.Total {
		c.Cut++
		return nil, nil
	}
	enabled, err := c.replay.Machine.Enabled(c.ctx)
	if err != nil {
		return nil, err
	}
	c.looked += enabled.Len()
	var out []exec.Transition
	seen := map[string]bool{winner.String(): true}
	for t := range c.some(enabled) {
		if t.Link == nil && !needs(t, takes) {
			continue
		}
		if key := t.String(); !seen[key] {
			seen[key] = true
			out = append(out, t)
		}
	}
	return out, c.ctx.Err()
}

// some returns enabled transitions up to the limit, and counts the states that
// have more.
func (c *contest) some(enabled *exec.Enabled) iter.Seq[exec.Transition] {
	return func(yield func(exec.Transition) bool) {
		looked := 0
		for t := range enabled.All() {
			if looked++; looked > c.limits.State {
				c.Cut++
				return
			}
			if !yield(t) {
				return
			}
		}
	}
}

// needs reports whether a transition takes one of some resources.
func needs(t exec.Transition, resources []*exec.Resource) bool {
	return slices.ContainsFunc(t.Uses, func(r *exec.Resource) bool { return slices.Contains(resources, r) })
}

// lost returns the first resource that a winner has taken from a rival and that
// the rival now lacks; false where there is none.
func (c *contest) lost(rival, winner exec.Transition, token trace.ResourceID) (trace.ResourceID, bool) {
	took, _ := winner.Takes()
	for _, r := range took {
		if slices.Contains(rival.Uses, r) && c.lacks(rival, r.Fact) {
			id, _ := c.replay.ID(r)
			return id, true
		}
	}
	gone := rival.Link != nil && c.replay.Machine.Stage() != rival.Rule.Stage
	return token, gone
}

// lacks reports whether there are now fewer of a linear fact than a transition
// takes, and no permanent one.
func (c *contest) lacks(t exec.Transition, f lang.Fact) bool {
	wanted := 0
	for _, r := range t.Uses {
		if !r.Permanent && r.Fact.Equal(f) {
			wanted++
		}
	}
	for _, r := range c.replay.Machine.Context().Of(f.Pred) {
		if r.Fact.Equal(f) {
			if r.Permanent {
				return false
			}
			wanted--
		}
	}
	return wanted > 0
}

// later returns the first step to come that is like a transition, or nil.
func (c *contest) later(t exec.Transition) *trace.Step {
	if steps := c.fired[t.String()]; len(steps) > 0 {
		return steps[0]
	}
	return nil
}

// enter counts a prevention, and lists it if there is room.
func (c *contest) enter(p Prevention) {
	if len(c.Preventions) < c.limits.All {
		c.Preventions = append(c.Preventions, p)
	}
	key := [2]string{p.Winner.Rule, p.Rule.Name}
	if c.pairs[key] == nil {
		c.pairs[key] = &causal.RulePrevention{Winner: key[0], Loser: key[1]}
	}
	pair := c.pairs[key]
	pair.Count++
	if p.Later != nil {
		pair.Later++
	}
	wanted := c.replay.resources[p.Resource]
	if kind := c.kinds.Of(wanted.Pred, wanted.Args); !slices.Contains(pair.Kinds, kind) {
		pair.Kinds = append(pair.Kinds, kind)
	}
}

// count brings the counts into order.
func (c *contest) count() {
	for _, pair := range c.pairs {
		slices.Sort(pair.Kinds)
		c.Rules = append(c.Rules, *pair)
	}
	slices.SortFunc(c.Rules, func(a, b causal.RulePrevention) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Winner, b.Winner), cmp.Compare(a.Loser, b.Loser))
	})
}
