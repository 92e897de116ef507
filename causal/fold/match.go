package fold

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// find returns what the patterns of an option match.
func (t *trimming) find(option string, patterns []string) ([]causal.Target, error) {
	var all []causal.Target
	for _, pattern := range patterns {
		found, err := t.graph.Find(pattern)
		if err != nil && pattern != "" { // it may be a stage
			for e := range causal.Event(t.graph.Len()) {
				if t.graph.Step(e).Stage == pattern {
					found = append(found, causal.Target{Event: e})
				}
			}
		}
		if len(found) == 0 {
			return nil, &OptionError{option, err}
		}
		all = append(all, found...)
	}
	return all, nil
}

// seeds are the events that matches begin with, each a set by event. For a matching
// event both hold it.
type seeds struct {
	made []bool // events that made a matching fact
	used []bool // events that used one
}

func (t *trimming) seeds(found []causal.Target) seeds {
	s := seeds{make([]bool, t.graph.Len()), make([]bool, t.graph.Len())}
	for _, target := range found {
		if target.Event != causal.Outside {
			s.made[target.Event] = true
		}
		if target.Resource == nil {
			s.used[target.Event] = true
			continue
		}
		for _, e := range target.Resource.Users() {
			s.used[e] = true
		}
	}
	return s
}

// past adds to a set of events all that causally precede one of them.
func (t *trimming) past(set []bool) []bool {
	for e := range slices.Backward(set) {
		if set[e] {
			for _, c := range t.graph.Causes(causal.Event(e)) {
				set[c] = true
			}
		}
	}
	return set
}

// future adds to a set of events all that causally follow one of them.
func (t *trimming) future(set []bool) []bool {
	for e := range set {
		if set[e] {
			for _, f := range t.graph.Effects(causal.Event(e)) {
				set[f] = true
			}
		}
	}
	return set
}

// or adds the second set to the first.
func or(set, other []bool) []bool {
	for e, in := range other {
		set[e] = set[e] || in
	}
	return set
}

// hides returns predicates as a set. The run or its program must know each.
func hides(t *trace.Trace, names []string) (map[string]bool, error) {
	set := make(map[string]bool, len(names))
	if len(names) == 0 {
		return set, nil
	}
	known := predicates(t)
	for _, name := range names {
		if !slices.Contains(known, name) {
			err := fmt.Errorf("no predicate %q in the run", name)
			if near := label.Nearest(name, known); near != "" {
				err = fmt.Errorf("%w; did you mean %s?", err, visible.Line(near))
			}
			return nil, &OptionError{"HidePredicates", err}
		}
		set[name] = true
	}
	return set, nil
}

// predicates returns those of the program and of the facts of a run, each once.
func predicates(t *trace.Trace) []string {
	var names []string
	seen := make(map[string]bool)
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	if t.Program != nil {
		for _, p := range t.Program.Predicates {
			add(p.Name)
		}
	}
	for i := range t.Resources {
		add(t.Resources[i].Pred)
	}
	return names
}
