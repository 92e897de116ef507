package inquiry

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Refusal says why a rule did not fire at a moment of a run, or that it could
// have: then nothing is missing, and chance or a player chose another.
type Refusal struct {
	Rule *lang.Rule
	// At is the step before which the rule was to fire; nil at the end of the run.
	At *trace.Step
	// Stage is the stage of that moment, empty where the run has ended. Where it is
	// not that of the rule, Token is the mark of the last time before the moment
	// that the run was in the rule's stage; nil where it never was.
	Stage string
	Token *causal.Resource
	// Before is a transition that comes before any of the rule, if all else is
	// there: links wait until no rule applies, and in ordered stages rules written
	// later wait for those before them.
	Before *exec.Transition
	// Nears are the ways of the rule in which the fewest premises are not met.
	Nears []NearMiss
	// More is how many there are beside, and Cut says that not all were looked at.
	More int
	Cut  bool
}

// Possible reports whether the rule could have fired.
func (r *Refusal) Possible() bool {
	return r.Stage == r.Rule.Stage.Name && r.Before == nil && r.Nears[0].Met()
}

// NearMiss is a way to meet a rule's premises but for some.
type NearMiss struct {
	exec.NearMiss
	// Lacks says for each unmet premise what it lacks, in the order of the premises. Premises that
	// ask for the same fact have one entry.
	Lacks []Lack
	// By are the resources that meet premises on the state, in the order of
	// Rule.Premises; nil elsewhere.
	By []*causal.Resource
}

// Met reports whether nothing is missing, and nothing is unknown, as where the search
// for a proof does not end.
func (n *NearMiss) Met() bool {
	return len(n.Lacks) == 0 && !n.NoResult && !slices.Contains(n.Standings, exec.Unknown)
}

// unfit reports whether all of the state is there that the rule takes, though some of it does
// not fit the rest, or a comparison or a proof fails with it.
func (n *NearMiss) unfit() bool {
	return !slices.ContainsFunc(n.Lacks, func(l Lack) bool { return l.Premise.Kind.OnState() && l.Present == nil })
}

// Lack returns the lack of the i-th premise, or of those that ask for the same fact; nil if there
// is none.
func (n *NearMiss) Lack(i int) *Lack {
	at := slices.IndexFunc(n.Lacks, func(l Lack) bool { return n.Group(l.at) == n.Group(i) })
	if at < 0 {
		return nil
	}
	return &n.Lacks[at]
}

// Unmet returns how many premises are not met.
func (n *NearMiss) Unmet() (count int) {
	for _, s := range n.Standings {
		if s == exec.Unmet {
			count++
		}
	}
	return count
}

// Lack is a premise that is not met, with what became of what would meet it.
type Lack struct {
	Premise *lang.Premise
	at      int // its place in the rule
	// Needs is how many of the fact the rule takes, and There how many there are.
	Needs, There int
	// Fact is the missing fact, with [trace.Open] for unconstrained arguments; a comparison has
	// none.
	Fact trace.Fact
	// X and Y are the sides of a comparison.
	X, Y trace.Term
	// Last is the fitting resource that was consumed last before the moment, given the known
	// variables of the premise. It is nil if none was consumed.
	Last *causal.Resource
	// Present is one that is there, but meets another premise, does not fit this one,
	// as `p a b` does not fit `p X X`, or is of no use as with it more would be missing.
	Present *causal.Resource
	// Linear is one that is there and fits, but is not permanent, as the premise needs it.
	Linear *causal.Resource
	// Next is the oldest that fits and is made later in the run.
	Next *causal.Resource
	// Other is the only one that is there and fits but for its numbers, if none is there
	// with these.
	Other *causal.Resource
}

// mostNears is how many ways are told of.
const mostNears = 5

// WhyNot says why a rule did not fire just before a step, or at the end where at is
// nil. The pattern names one rule by a selector, with some of its arguments. The trace is a run
// of the program, as [replay.Verify] says. The error names what the program does not
// know, with the nearest that it does.
func WhyNot(ctx context.Context, prog *lang.Program, g *causal.Graph, pattern goal.Pattern, at *trace.Step) (
	*Refusal, error) {
	m := &moment{graph: g, at: causal.Event(g.Len()), step: at}
	if at != nil {
		m.at, _ = g.Event(at.ID)
	}
	names := replay.NewNames(prog)
	rule, err := names.Select(pattern.Head)
	if err != nil {
		return nil, err
	}
	if v := repeated(pattern); v != "" {
		return nil, fmt.Errorf("%s stands for several arguments; say which it is, or _ for each", v)
	}
	given, known, err := names.Given(rule, pattern.Opened().Args)
	if err != nil {
		return nil, err
	}
	replayed, err := m.replay(prog, rule)
	if err != nil {
		return nil, err
	}
	nears, err := replayed.Machine.NearMisses(ctx, rule, given, known, mostNears)
	if err != nil {
		return nil, err
	}
	r := &Refusal{Rule: rule, At: at, Stage: m.stage(), More: nears.More, Cut: nears.Cut}
	for _, n := range nears.Ways {
		r.Nears = append(r.Nears, m.miss(replayed, n))
	}
	if r.Stage != rule.Stage.Name {
		r.Token = m.token(rule.Stage.Name)
		return r, nil
	}
	first, waits, err := replayed.Machine.Before(ctx, rule)
	if waits {
		r.Before = &first
	}
	return r, err
}

// repeated returns a variable of a pattern that stands in several places; "" for none.
func repeated(p goal.Pattern) string {
	seen := make(map[string]bool)
	for _, a := range p.Args {
		if slices.Contains(p.Vars, a.Head) && seen[a.Head] {
			return a.Head
		}
		seen[a.Head] = true
	}
	return ""
}
