package render

import (
	"github.com/ceptre-graph/ceptre/causal/rules"
)

// MaxArrows is how many arrows one can follow in a picture of rules.
const MaxArrows = 100

// IsTangle reports whether there are more arrows from rule to rule than one can follow, and
// fewer if facts stand between: then the Net view says more than the Rules view.
func IsTangle(rules *rules.Graph, net *rules.Net) bool {
	used := UsedArrows(rules)
	return used > MaxArrows && net.Active().Group().Flows() < used
}

// UsedArrows returns how many arrows show what was used up.
func UsedArrows(rules *rules.Graph) int {
	used := 0
	for i := range rules.Edges {
		if ArrowOf(&rules.Edges[i]) == Uses {
			used++
		}
	}
	return used
}
