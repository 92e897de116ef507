package prose

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// rules are the rules of a program, as headings select them.
type rules struct {
	list   []trace.Rule // empty where only the labels are known
	labels *label.Set
}

func rulesOf(program *trace.Program) *rules {
	if program == nil {
		program = &trace.Program{}
	}
	return &rules{program.Rules, (&trace.Header{Program: program}).Labels()}
}

// has reports whether a heading selects any rule.
func (r *rules) has(heading string) bool { return len(r.labels.Select(heading)) > 0 }

// topics returns for the label of each rule the topics of the headings that select the rule, those
// that select the fewest rules first.
func (r *rules) topics(headings []string) map[string][]Topic {
	breadth := make(map[string]int)
	out := make(map[string][]Topic)
	for _, h := range headings {
		found := r.labels.Select(h)
		breadth[h] = len(found)
		for _, i := range found {
			rule := r.labels.Label(i)
			if topic := (Topic{Rule, h}); !slices.Contains(out[rule], topic) {
				out[rule] = append(out[rule], topic)
			}
		}
	}
	for _, topics := range out {
		slices.SortStableFunc(topics, func(a, b Topic) int { return cmp.Compare(breadth[a.Name], breadth[b.Name]) })
	}
	return out
}
