package tell

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// state knows which facts hold before each step of a run. It is asked with patterns, a
// few for each step: for each shape of pattern (a predicate, and which arguments are
// given) it makes an index of the facts by the arguments that are given, when it is first
// asked. With it a question takes time that grows with the logarithm of the run's length.
type state struct {
	run     *trace.Trace
	facts   map[string][]lifetime // by predicate, in the order in which they were made
	indexes map[string]map[string][]lifetime
}

// newState returns one that has not been asked yet.
func newState(t *trace.Trace) *state { return &state{run: t} }

// A lifetime is that of a fact: it holds before the steps from born to died. Both count
// steps from 0.
type lifetime struct {
	args       []trace.Term
	born, died int
	permanent  bool
}

// begin finds the lifetimes of all facts.
func (s *state) begin() {
	t := s.run
	s.facts, s.indexes = make(map[string][]lifetime), make(map[string]map[string][]lifetime)
	places := make(map[trace.StepID]int, len(t.Steps))
	deaths := make(map[trace.ResourceID]int)
	for i := range t.Steps {
		places[t.Steps[i].ID] = i
		for _, id := range t.Steps[i].Consumes {
			deaths[id] = i
		}
	}
	for i := range t.Resources {
		r := &t.Resources[i]
		life := lifetime{args: r.Args, died: len(t.Steps), permanent: r.Persistent}
		if r.By != 0 {
			life.born = places[r.By] + 1
		}
		if death, ok := deaths[r.ID]; ok {
			life.died = death
		}
		s.facts[r.Pred] = append(s.facts[r.Pred], life)
	}
}

// before returns whether there is a fact of a predicate with these arguments before a
// step; "_" is any argument.
func (s *state) before(step int) func(pred string, args []trace.Term) bool {
	return func(pred string, args []trace.Term) bool {
		if s.facts == nil {
			s.begin()
		}
		if slices.ContainsFunc(args, nestedOpen) {
			pattern := goal.Pattern{Term: trace.Term{Head: pred, Args: args}}
			return slices.ContainsFunc(s.facts[pred], func(l lifetime) bool {
				return len(l.args) == len(args) && l.born <= step && step <= l.died && pattern.Matches(pred, l.args)
			})
		}
		lives := s.index(pred, args)[key(args, args)]
		// Those from i on were not yet born. In the index the deaths are the latest of
		// all that were born until then, so one look is enough.
		i := sort.Search(len(lives), func(i int) bool { return lives[i].born > step })
		return i > 0 && lives[i-1].died >= step
	}
}

// meets returns whether there are the facts of a goal together before a step.
func (s *state) meets(step int) func(goal.Goal) bool {
	return func(g goal.Goal) bool {
		if s.facts == nil {
			s.begin()
		}
		var there []trace.Resource
		for pred, lives := range s.facts {
			if !g.Asks(pred) {
				continue
			}
			for _, l := range lives {
				if l.born <= step && step <= l.died {
					there = append(there, trace.Resource{Pred: pred, Args: l.args, Persistent: l.permanent})
				}
			}
		}
		return g.Meets(there)
	}
}

// index returns the index for patterns with arguments where these have some.
func (s *state) index(pred string, args []trace.Term) map[string][]lifetime {
	open := make([]byte, len(args)) // the pattern without the arguments that are given
	for i, arg := range args {
		if open[i] = 'x'; isOpen(arg) {
			open[i] = '_'
		}
	}
	shape := string(open) + " " + pred
	if index := s.indexes[shape]; index != nil {
		return index
	}
	index := make(map[string][]lifetime)
	for _, life := range s.facts[pred] {
		if len(life.args) != len(args) {
			continue
		}
		k := key(life.args, args)
		if n := len(index[k]); n > 0 {
			life.died = max(life.died, index[k][n-1].died)
		}
		index[k] = append(index[k], life)
	}
	s.indexes[shape] = index
	return index
}

// key returns the arguments at the given positions of a pattern as a unique text. It compares them
// as written, as patterns do elsewhere: 2 is a number and a name.
func key(args, pattern []trace.Term) string {
	var b strings.Builder
	for i, arg := range args {
		if !isOpen(pattern[i]) {
			writeKey(&b, arg)
		}
	}
	return b.String()
}

func writeKey(b *strings.Builder, t trace.Term) {
	b.WriteString(strconv.Itoa(len(t.Head)))
	b.WriteByte(':')
	b.WriteString(t.Head)
	b.WriteString(strconv.Itoa(len(t.Args)))
	for _, arg := range t.Args {
		b.WriteByte(' ')
		writeKey(b, arg)
	}
}

func isOpen(t trace.Term) bool { return t.Head == trace.Open && len(t.Args) == 0 }

// nestedOpen reports whether something within a compound term is open, which is rare
// enough to go without an index.
func nestedOpen(t trace.Term) bool {
	return slices.ContainsFunc(t.Args, func(arg trace.Term) bool { return isOpen(arg) || nestedOpen(arg) })
}
