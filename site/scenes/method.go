package scenes

import (
	"fmt"
	"strings"
)

// Method is a way to cut a run into scenes.
type Method string

const (
	// Chain joins events that follow each other at one place among one cast, as long as no
	// character comes, after the beginning, or goes.
	Chain Method = "chain"
	// Step makes each event a scene.
	Step Method = "step"
	// Place puts all together that happens at one place, whoever comes and goes.
	Place Method = "place"
	// Stage puts all together that happens in one visit to a stage.
	Stage Method = "stage"
)

// Methods returns all methods, the one that is taken by itself first.
func Methods() []Method { return []Method{Chain, Step, Place, Stage} }

// ParseMethod returns the method of that name, [Chain] for "". The error names all.
func ParseMethod(name string) (Method, error) {
	if name == "" {
		return Chain, nil
	}
	var names []string
	for _, m := range Methods() {
		if string(m) == name {
			return m, nil
		}
		names = append(names, string(m))
	}
	return "", fmt.Errorf("no scenes called %q; want one of %s", name, strings.Join(names, ", "))
}

// most returns the largest number of events of a scene, so that a page can be read in one sitting.
// A scene of a lone character may be longer, since no other scenes happen meanwhile.
func (m Method) most(lone bool) int {
	switch {
	case m == Step:
		return 1
	case m != Chain, lone:
		return 40
	}
	return 12
}
