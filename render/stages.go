package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// follow ties an event to those that it follows by stage tokens alone, where
// these are not drawn: what happens in a stage follows the move into it, and
// the move out of it follows all of that. Without ties such moves would stand
// before everything, though all later stages hang on them.
//
// What follows anyway from the arrows within the stage is not tied.
func (a *artist) follow(e causal.Event) {
	if a.StageTokens {
		return
	}
	step := a.graph.Step(e)
	for _, id := range step.Reads {
		if token := a.graph.Resource(id); token.StageToken() && !a.isLed(e, token) {
			a.tie(token.Producer, e, token)
		}
	}
	for _, id := range step.Consumes {
		if token := a.graph.Resource(id); token.StageToken() {
			a.leave(e, token)
		}
	}
}

// isLed reports whether arrows lead to an event from another in its stage, or
// from the move into it.
func (a *artist) isLed(e causal.Event, token *causal.Resource) bool {
	return slices.ContainsFunc(a.makers(e), func(m causal.Event) bool {
		_, inside := slices.BinarySearch(token.Readers, m)
		return inside || m == token.Producer
	})
}

// leave ties the move out of a stage to the last events in it or, where nothing
// happened, to the move into it.
func (a *artist) leave(move causal.Event, token *causal.Resource) {
	leads := make(map[causal.Event]bool)
	for _, e := range append(slices.Clone(token.Readers), move) {
		for _, m := range a.makers(e) {
			leads[m] = true
		}
	}
	stage := token.Readers
	if len(stage) == 0 {
		stage = []causal.Event{token.Producer}
	}
	for _, e := range stage {
		if !leads[e] {
			a.tie(e, move, token)
		}
	}
}

// makers returns the events from which arrows lead to e by way of a fact.
func (a *artist) makers(e causal.Event) []causal.Event {
	step := a.graph.Step(e)
	var makers []causal.Event
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
		for _, id := range ids {
			if r := a.graph.Resource(id); a.shows(r) && r.Producer != causal.Outside {
				makers = append(makers, r.Producer)
			}
		}
	}
	return makers
}

// tie draws that an event follows another by a stage token. It does not pull
// them together: what they do with facts says where they belong.
func (a *artist) tie(from, to causal.Event, token *causal.Resource) {
	if from == causal.Outside {
		return
	}
	a.edge(a.graph.Step(from).ID.String(), a.graph.Step(to).ID.String(),
		append(a.tieStyle(token.String()), attr{"weight", "0"})...)
}

// tieStyle is the style of lines that stand for stage tokens.
func (a *artist) tieStyle(token string) attrs {
	return attrs{
		{"class", "order"}, {"tooltip", plain(token)},
		{"style", "dotted"}, {"arrowhead", "vee"}, {"arrowsize", "0.5"}, {"color", a.look.Faint},
	}
}

// moves returns the moves between stages as edges between their rules, in the
// order in which they first happened: most touch no facts, and would stand
// apart.
func (a *artist) moves(rules []causal.RuleNode) []causal.RuleEdge {
	index := make(map[string]int, len(rules))
	for i := range rules {
		index[rules[i].Rule] = i
	}
	var moves []causal.RuleEdge
	known := make(map[[2]int]int)
	for i := range a.graph.Resources {
		token := &a.graph.Resources[i]
		if !token.StageToken() || token.Producer == causal.Outside || token.Consumer == causal.Outside {
			continue
		}
		key := [2]int{index[a.graph.Step(token.Producer).Rule], index[a.graph.Step(token.Consumer).Rule]}
		k, ok := known[key]
		if !ok {
			k = len(moves)
			known[key] = k
			moves = append(moves, causal.RuleEdge{From: key[0], To: key[1]})
		}
		moves[k].Consumed++
		if name := token.String(); !slices.Contains(moves[k].Preds, name) {
			moves[k].Preds = append(moves[k].Preds, name)
		}
	}
	return moves
}
