package inquiry

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
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
func (p Prevention) Loser() string { return p.Rule.Label + lang.Arguments(p.Args) }

// Competition records which rules prevented others in a run.
type Competition struct {
	// Preventions are the first of them, up to the limit.
	Preventions []Prevention
	// Rules counts all of them by the rules of winner and loser. The most come
	// first.
	Rules []rules.Prevention
	// Cut is the number of states in which more transitions needed what was used up
	// than were looked at.
	Cut int
}

// CompetitionLimits bound the search for competitors, and say how far it is; zero stands for
// a default.
type CompetitionLimits struct {
	State int // State bounds the transitions examined in each state, of those that need a consumed fact; 10,000
	All   int // All bounds the preventions listed; 100,000
	Total int // Total bounds the transitions examined in all states together; 20,000,000
	// Done, if set, is called after each step.
	Done func()
}

// Compete replays a trace on the program and returns the competition between rules. The error is a
// [*replay.Fault] if the trace is no run of the program.
func Compete(ctx context.Context, prog *lang.Program, t *trace.Trace, limits CompetitionLimits) (*Competition, error) {
	r, err := replay.New(prog, t, t.Initial())
	if err != nil {
		return nil, err
	}
	c := newCompetitionFinder(ctx, r, t, limits)
	c.kinds = Kinds(prog)
	for _, rule := range prog.Rules() {
		c.premises = max(c.premises, len(rule.Premises))
	}
	for i := range t.Steps {
		if err := c.step(&t.Steps[i]); err != nil {
			return nil, err
		}
		if limits.Done != nil {
			limits.Done()
		}
	}
	c.finish()
	return &c.Competition, nil
}

// competitionFinder replays a run and finds the transitions that each step prevents.
type competitionFinder struct {
	Competition
	replay *replay.Replay
	kinds  kinds.Table
	ctx    context.Context
	limits CompetitionLimits
	pairs  map[[2]string]*rules.Prevention // by winner and loser
	fired  map[string][]*trace.Step        // the steps of each rule and arguments that are still to come
	looked int                             // transitions that were looked at in all states
	// premises is the largest number of premises of a rule.
	premises int
}

func newCompetitionFinder(
	ctx context.Context, r *replay.Replay, t *trace.Trace, limits CompetitionLimits,
) *competitionFinder {
	c := &competitionFinder{
		replay: r, ctx: ctx,
		limits: CompetitionLimits{
			State: cmp.Or(limits.State, 10_000), All: cmp.Or(limits.All, 100_000), Total: cmp.Or(limits.Total, 20_000_000),
		},
		pairs: make(map[[2]string]*rules.Prevention),
		fired: make(map[string][]*trace.Step),
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		name := r.Names.Step(s)
		c.fired[name] = append(c.fired[name], s)
	}
	return c
}

// step fires a step and records the transitions it prevented.
func (c *competitionFinder) step(s *trace.Step) error {
	winner, err := c.replay.Find(c.ctx, s)
	if err != nil {
		return err
	}
	name := c.replay.Names.Step(s)
	c.fired[name] = c.fired[name][1:]
	losses := c.losses(winner)
	rivals, err := c.rivals(winner, losses)
	if err != nil {
		return err
	}
	token := c.replay.Token()
	if _, err := c.replay.Fire(winner, s); err != nil {
		return err
	}
	for _, rival := range rivals {
		if lost, ok := c.lost(rival, losses, token); ok {
			var later *trace.Step
			if steps := c.fired[rival.name]; len(steps) > 0 {
				later = steps[0]
			}
			c.add(Prevention{s, rival.Rule, rival.Args, lost, later})
		}
	}
	return nil
}

// loss is a resource that a winner takes, of which there is then no permanent one, and
// so many linear ones.
type loss struct {
	*exec.Resource
	left int
}

// losses returns the resources that a winner takes and that another transition may then lack. A rule
// wants no more resources of a fact than it has premises.
func (c *competitionFinder) losses(winner exec.Transition) []loss {
	takes, _ := winner.Takes()
	made := winner.Results()
	var out []loss
	for _, r := range takes {
		left, permanent := r.Copies()
		for _, other := range takes {
			if other.Fact.Equal(r.Fact) {
				left--
			}
		}
		for _, m := range made {
			if m.Fact.Equal(r.Fact) {
				left++
				permanent = permanent || m.Permanent
			}
		}
		if !permanent && left < c.premises {
			out = append(out, loss{r, left})
		}
	}
	return out
}

// rival is a transition that may be prevented, and its name.
type rival struct {
	exec.Transition
	name string
}

// rivals returns the enabled transitions that need what another one will use up,
// one of each rule and arguments.
func (c *competitionFinder) rivals(winner exec.Transition, losses []loss) ([]rival, error) {
	if len(losses) == 0 && winner.Link == nil {
		return nil, c.ctx.Err()
	}
	if c.looked > c.limits.Total {
		c.Cut++
		return nil, nil
	}
	enabled, err := c.replay.Machine.Enabled(c.ctx)
	if err != nil {
		return nil, err
	}
	need := enabled.All() // links compete for the token
	if winner.Link == nil {
		need = enabled.Using(resources(losses))
	}
	var out []rival
	seen := map[string]bool{winner.String(): true}
	for t := range c.limited(need) {
		if name := t.String(); !seen[name] {
			seen[name] = true
			out = append(out, rival{t, name})
		}
	}
	return out, c.ctx.Err()
}

func resources(losses []loss) []*exec.Resource {
	out := make([]*exec.Resource, len(losses))
	for i, l := range losses {
		out[i] = l.Resource
	}
	return out
}

// limited yields transitions up to the limit, and counts the states that have more.
func (c *competitionFinder) limited(all iter.Seq[exec.Transition]) iter.Seq[exec.Transition] {
	return func(yield func(exec.Transition) bool) {
		looked := 0
		for t := range all {
			c.looked++
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

// lost returns the first resource that a winner has taken from a rival and that
// the rival now lacks; false where there is none. A rival that lacks some has no way to
// do without one of those that were taken.
func (c *competitionFinder) lost(rival rival, losses []loss, token trace.ResourceID) (trace.ResourceID, bool) {
	for _, l := range losses {
		if slices.Contains(rival.Uses, l.Resource) && wants(rival.Transition, l.Fact) > l.left {
			id, _ := c.replay.ID(l.Resource.ID)
			return id, true
		}
	}
	gone := rival.Link != nil && c.replay.Machine.Stage() != rival.Rule.Stage
	return token, gone
}

// wants returns how many resources of a fact, of which none is permanent, a transition
// takes.
func wants(t exec.Transition, f lang.Fact) int {
	n := 0
	for _, r := range t.Uses {
		if r.Fact.Equal(f) {
			n++
		}
	}
	return n
}

// add counts a prevention, and lists it if there is room.
func (c *competitionFinder) add(p Prevention) {
	if len(c.Preventions) < c.limits.All {
		c.Preventions = append(c.Preventions, p)
	}
	key := [2]string{c.replay.Names.Label(p.Winner), p.Rule.Label}
	if c.pairs[key] == nil {
		c.pairs[key] = &rules.Prevention{Winner: key[0], Loser: key[1]}
	}
	pair := c.pairs[key]
	pair.Count++
	if p.Later != nil {
		pair.Later++
	}
	wanted := c.replay.Recorded(p.Resource)
	if kind := c.kinds.Of(wanted.Pred, wanted.Args); !slices.Contains(pair.Kinds, kind) {
		pair.Kinds = append(pair.Kinds, kind)
	}
}

// finish sorts the counts.
func (c *competitionFinder) finish() {
	for _, pair := range c.pairs {
		slices.Sort(pair.Kinds)
		c.Rules = append(c.Rules, *pair)
	}
	slices.SortFunc(c.Rules, func(a, b rules.Prevention) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Winner, b.Winner), cmp.Compare(a.Loser, b.Loser))
	})
}
