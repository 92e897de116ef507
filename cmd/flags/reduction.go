package flags

import (
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/explore/stubborn"
	"github.com/ceptre-graph/ceptre/exec/explore/symmetry"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// Reduction holds the flag that says which states a search may leave out.
type Reduction struct{ how string }

// The values of the flag.
const (
	byNothing  = "none"
	byOrder    = "order"
	bySymmetry = "symmetry"
	byAll      = "all"
)

var reductions = []string{byOrder, bySymmetry, byAll, byNothing}

// Flags defines the flag on a command.
func (r *Reduction) Flags(c *cobra.Command) {
	c.Flags().StringVar(&r.how, "reduce", "",
		"leave out states that do not matter, by the `KIND` order, symmetry, all or none (default: order with --until "+
			"or --dead-ends, otherwise none)")
	_ = c.RegisterFlagCompletionFunc("reduce", // the flag is there
		cobra.FixedCompletions(reductions, cobra.ShellCompDirectiveNoFileComp))
}

// Check refuses values that do not fit the questions, and chooses if the flag is not given. Until is the fact to be
// found; whole says that
// all states are wanted, such as for a picture.
func (r *Reduction) Check(c *cobra.Command, q *Questions, until string, whole bool) error {
	aboutEnds := until != "" || q.deadEnds
	switch {
	case !c.Flags().Changed("reduce"):
		r.how = byNothing
		if aboutEnds && !q.aboutAll() && !whole {
			r.how = byOrder
		}
	case !slices.Contains(reductions, r.how):
		return cli.BadFlag(c, "--reduce %q: want order, symmetry, all or none", r.how)
	case r.how != byNothing && q.aboutAll():
		return cli.BadFlag(c, "--reduce %s: --always, --eventually, --leads-to and --livelocks are about all states; leave "+
			"out --reduce", r.how)
	case r.symmetric() && q.deadEnds:
		return cli.BadFlag(c, "--reduce %s: --dead-ends shows runs to states under their own names; give --reduce order",
			r.how)
	}
	return nil
}

// aboutAll reports whether a question needs all states, or all transitions.
func (q *Questions) aboutAll() bool {
	return len(q.always)+len(q.eventually)+len(q.leadsTo) > 0 || q.livelocks
}

func (r *Reduction) symmetric() bool { return r.how == bySymmetry || r.how == byAll }

// Apply adds the reductions to a search for a goal, which may be nil, and returns the constants that it takes as
// interchangeable.
func (r *Reduction) Apply(o *explore.Options, prog *lang.Program, start *lang.Start, until *goal.Goal) (
	interchangeable [][]*lang.Constructor) {
	var goals []*goal.Goal
	if until != nil {
		goals = append(goals, until)
	}
	if r.how == byOrder || r.how == byAll {
		o.Reducer = stubborn.New(prog, start, stubborn.Questions{Goals: goals})
	}
	if !r.symmetric() {
		return nil
	}
	classes := symmetry.Classes(prog, goals...)
	o.Symmetry = symmetry.New(classes)
	return classes
}
