package inquiry

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Numbers says that a step has other numbers than it had: its rule and the other arguments
// are the same.
type Numbers struct {
	Changed []Number `json:"numbers,omitempty"`
	// Others is how many other choices of numbers would fit, too; the first was taken.
	Others int `json:"others,omitempty"`
}

// Number is an argument that is another number now.
type Number struct {
	Name     string // of the rule's variable
	Was, Now trace.Term
}

// MarshalJSON writes the numbers as text.
func (n Number) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name string `json:"name"`
		Was  string `json:"was"`
		Now  string `json:"now"`
	}{n.Name, n.Was.String(), n.Now.String()})
}

// Written returns a line for a report, with the numbers in the short forms of some shapes.
func (n *Numbers) Written(shapes *shape.Set) string {
	var parts []string
	for _, c := range n.Changed {
		name := c.Name
		if strings.HasPrefix(name, "_") { // wildcards are numbered, but not where they are written
			name = "_"
		}
		parts = append(parts, fmt.Sprintf("%s is %s now, was %s", name, shapes.Short(c.Now), shapes.Short(c.Was)))
	}
	text := strings.Join(parts, ", ")
	if n.Others > 0 {
		text += fmt.Sprintf(": the first of %d choices of numbers that fit", n.Others+1)
	}
	return text
}

// otherNumbers returns the ways in which a rule applies with some arguments, but for those
// that are numbers, by these: first those with the numbers that come first. There are none
// where no argument that is given is a number.
func otherNumbers(ctx context.Context, m *exec.Machine, rule *lang.Rule, given []lang.Value, known []bool) (
	[][]exec.NearMiss, error) {
	open := withoutNumbers(rule, known)
	if slices.Equal(open, known) {
		return nil, nil
	}
	nears, err := m.Fits(ctx, rule, given, open, mostWays)
	var out [][]exec.NearMiss
	for _, n := range nears.Ways {
		if !applies(&n) {
			continue
		}
		i := slices.IndexFunc(out, func(ways []exec.NearMiss) bool {
			return slices.EqualFunc(ways[0].Args, n.Args, lang.Value.Equal)
		})
		if i < 0 {
			i, out = len(out), append(out, nil)
		}
		out[i] = append(out[i], n)
	}
	return out, err
}

// withoutNumbers returns which of a rule's arguments are known if those that are numbers are
// left open.
func withoutNumbers(rule *lang.Rule, known []bool) []bool {
	open := slices.Clone(known)
	for i, v := range rule.Vars {
		open[i] = open[i] && !v.Type.Counts()
	}
	return open
}

// applies reports whether nothing is missing in a way.
func applies(n *exec.NearMiss) bool {
	return !n.NoResult && !slices.ContainsFunc(n.Standings, func(s exec.Standing) bool { return s != exec.Met })
}

// newNumbers says which arguments of a rule are other ones in a way than were given.
func newNumbers(n *exec.NearMiss, given []trace.Term, others int) *Numbers {
	out := &Numbers{Others: others}
	for i, v := range n.Rule.Vars {
		now := n.Instance(lang.Variable(i))
		if v.Type.Counts() && now.String() != given[i].String() {
			out.Changed = append(out.Changed, Number{v.Name, given[i], now})
		}
	}
	return out
}
