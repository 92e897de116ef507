package causal

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Cast is who acts in a run: the constants of one type.
type Cast struct {
	Type  string
	Names []string // in order of declaration
}

// Thread is one character's line through the run: every event in which the
// character takes part, in order of firing, which respects the causal order.
type Thread struct {
	Character string
	Events    []Event
}

// FindCast returns the constants of the type by. Where by is empty it takes the
// type that acts most: the one whose constants take part in the most steps. Of
// equals it takes the one that most predicates of the state speak of first, as
// they tend to do of those who act (`at romeo town`), and then the first declared.
// The error names the types there are, or says that the trace names none.
func FindCast(t *trace.Trace, by string) (Cast, error) {
	if t.Program == nil || len(t.Program.Types) == 0 {
		return Cast{}, errors.New("the trace names no types, so it has no cast to follow")
	}
	if by != "" {
		return castOf(t.Program.Types, by)
	}
	shares := countShares(t)
	var best Cast
	most := new(share)
	for _, typ := range t.Program.Types {
		if s := shares[typ.Name]; s.compare(most) > 0 {
			best, most = Cast{Type: typ.Name, Names: typ.Constants}, s
		}
	}
	if most.steps == 0 {
		return Cast{}, errors.New("no constant of the trace's types takes part in a step")
	}
	return best, nil
}

func castOf(types []trace.Type, name string) (Cast, error) {
	var names []string
	for _, typ := range types {
		if typ.Name == name {
			return Cast{Type: typ.Name, Names: typ.Constants}, nil
		}
		names = append(names, typ.Name)
	}
	return Cast{}, fmt.Errorf("no type %q in the trace: it has %s", name, strings.Join(names, ", "))
}

// share is how much of a run a type takes part in.
type share struct {
	steps    int // in which one of its constants is mentioned
	subjects int // predicates of the state that have it for their first argument
}

func (s *share) compare(o *share) int {
	return cmp.Or(cmp.Compare(s.steps, o.steps), cmp.Compare(s.subjects, o.subjects))
}

// countShares returns the share of each type.
func countShares(t *trace.Trace) map[string]*share {
	shares := make(map[string]*share)
	typeOf := make(map[string]string)
	for _, typ := range t.Program.Types {
		shares[typ.Name] = new(share)
		for _, c := range typ.Constants {
			typeOf[c] = typ.Name
		}
	}
	for _, names := range mentions(t) {
		seen := make(map[string]bool)
		for _, name := range names {
			if typ, ok := typeOf[name]; ok && !seen[typ] {
				seen[typ] = true
				shares[typ].steps++
			}
		}
	}
	for _, p := range t.Program.Predicates {
		if p.Mode == trace.Backward || len(p.Args) == 0 {
			continue
		}
		if s := shares[p.Args[0]]; s != nil {
			s.subjects++
		}
	}
	return shares
}

// Threads returns a thread for each of the cast, those who never act included.
func (g *Graph) Threads(cast Cast) []Thread {
	threads := make([]Thread, len(cast.Names))
	index := make(map[string]int, len(cast.Names))
	for i, name := range cast.Names {
		threads[i].Character = name
		index[name] = i
	}
	for e, names := range mentions(g.Trace) {
		for _, name := range names {
			if i, ok := index[name]; ok {
				threads[i].Events = append(threads[i].Events, Event(e))
			}
		}
	}
	return threads
}

// mentions returns for each step the names in its arguments and in the facts
// it touches, each once, the arguments' first.
func mentions(t *trace.Trace) [][]string {
	facts := make(map[trace.ResourceID][]trace.Term, len(t.Resources))
	for _, r := range t.Resources {
		if r.Pred != trace.StagePred {
			facts[r.ID] = r.Args
		}
	}
	out := make([][]string, len(t.Steps))
	for i, step := range t.Steps {
		names := collect(nil, step.Args)
		for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads, step.Produces} {
			for _, id := range ids {
				names = collect(names, facts[id])
			}
		}
		out[i] = names
	}
	return out
}

// collect appends the names in terms that are not there yet. Steps mention few
// names, so looking through them is cheap.
func collect(names []string, terms []trace.Term) []string {
	for _, t := range terms {
		if !slices.Contains(names, t.Head) {
			names = append(names, t.Head)
		}
		names = collect(names, t.Args)
	}
	return names
}
