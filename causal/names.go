package causal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
)

// mostListed is how many words [List] names.
const mostListed = 5

// List lists words, the first few of many: "a, b and c", "a, b, c, d, e and 7 more".
func List(words []string) string {
	if more := len(words) - mostListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:mostListed], ", "), more)
	}
	return english.List(words)
}

// Names returns the ids of targets, for messages.
func (g *Graph) Names(targets []Target) string {
	words := make([]string, len(targets))
	for i, t := range targets {
		words[i] = g.name(t)
	}
	return List(slices.Compact(words))
}

// NamesOfEach returns the ids of groups of targets, with a plus sign between those of a group.
func (g *Graph) NamesOfEach(each [][]Target) string {
	words := make([]string, len(each))
	for i, together := range each {
		names := make([]string, len(together))
		for j, t := range together {
			names[j] = g.name(t)
		}
		words[i] = strings.Join(names, "+")
	}
	return List(words)
}

// Steps returns the ids of events, as [Graph.Names] does.
func (g *Graph) Steps(events []Event) string {
	targets := make([]Target, len(events))
	for i, e := range events {
		targets[i] = Target{Event: e}
	}
	return g.Names(targets)
}

// name returns the id of a target.
func (g *Graph) name(t Target) string {
	if t.Resource != nil {
		return t.Resource.ID.String()
	}
	return g.Step(t.Event).ID.String()
}
