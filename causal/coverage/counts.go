package coverage

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Counts holds the figures of a report about the runs from one start. Its size depends on the program alone. Rules and
// stages are in the order of the program; without runs, both lists may be empty.
type Counts struct {
	ends   total.Ends
	rules  []firings
	stages []visits
}

// firings counts how often a rule fired, and how often it could have fired.
type firings struct {
	fired, runs       int // runs are those in which it fired
	enabled, enabling int // states, and the runs with such states
	ready             int // runs that were ended where it was enabled
	expected          mergeable.FloatSum
	lost              []sweep.Loss // by the rule that fired in its place
}

// visits counts the visits to a stage.
type visits struct {
	times, runs int
	rests       int                      // runs that came to rest there
	states      [2]mergeable.FirstCounts // runs with states there, and with states in which it had come to rest
}

// grow makes room for the rules and stages of a program.
func (c *Counts) grow(rules, stages int) {
	c.rules = append(c.rules, make([]firings, max(0, rules-len(c.rules)))...)
	c.stages = append(c.stages, make([]visits, max(0, stages-len(c.stages)))...)
}

// add counts a run that began in a stage of a program.
func (c *Counts) add(of *program, start int, r *sweep.Row) {
	c.grow(len(of.rules), len(of.stages))
	c.ends.Add(r)
	entered := make([]int, len(of.stages))
	entered[start]++
	for i, n := range r.Fired {
		f := &c.rules[i]
		f.fired += n
		f.runs += min(n, 1)
		if could := r.Could[i]; could.States > 0 {
			f.enabled += could.States
			f.enabling++
			f.expected.Add(could.Expected)
		}
		if to := of.to[i]; to >= 0 {
			entered[to] += n
		}
	}
	for _, i := range r.Ready {
		c.rules[i].ready++
	}
	for i, n := range entered {
		c.stages[i].times += n
		c.stages[i].runs += min(n, 1)
		if r.Why == trace.Quiescent && r.Stage == of.stages[i].Name {
			c.stages[i].rests++
		}
	}
	for at, n := range r.Visits(of.rules) {
		c.stages[of.at[at.Stage]].firstCounts(at.Rest).Add(r.Seed, n)
	}
}

// firstCounts returns the runs with states of a stage, or with states in which it had come to rest.
func (v *visits) firstCounts(rest bool) *mergeable.FirstCounts {
	if rest {
		return &v.states[1]
	}
	return &v.states[0]
}

// addLosses counts the losses of each rule. It keeps the slices: if each rule loses to all others, there is no room for
// a copy.
func (c *Counts) addLosses(lost [][]sweep.Loss) {
	for i, more := range lost {
		if len(more) == 0 {
			continue
		}
		c.grow(len(lost), 0)
		slices.SortFunc(more, byWinner)
		if f := &c.rules[i]; len(f.lost) == 0 {
			f.lost = more
		} else {
			f.addLosses(more)
		}
	}
}

func byWinner(a, b sweep.Loss) int { return cmp.Compare(a.To, b.To) }

// addLosses counts losses that are sorted by their winners.
func (f *firings) addLosses(more []sweep.Loss) {
	if len(f.lost) == 0 {
		f.lost = slices.Clone(more)
		return
	}
	for _, l := range more {
		i, known := slices.BinarySearchFunc(f.lost, l, byWinner)
		if !known {
			f.lost = slices.Insert(f.lost, i, l)
			continue
		}
		f.lost[i].Times += l.Times
		f.lost[i].Took += l.Took
	}
}

// mostLost returns the losses, the most first.
func (f *firings) mostLost() []sweep.Loss {
	return slices.SortedFunc(slices.Values(f.lost), func(a, b sweep.Loss) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), byWinner(a, b))
	})
}

// Merge adds other runs of the program.
func (c *Counts) Merge(o *Counts) {
	c.grow(len(o.rules), len(o.stages))
	c.ends.Merge(&o.ends)
	for i := range o.rules {
		f, more := &c.rules[i], &o.rules[i]
		f.fired += more.fired
		f.runs += more.runs
		f.enabled += more.enabled
		f.enabling += more.enabling
		f.ready += more.ready
		f.expected.Merge(&more.expected)
		f.addLosses(more.lost)
	}
	for i := range o.stages {
		v, more := &c.stages[i], &o.stages[i]
		v.times += more.times
		v.runs += more.runs
		v.rests += more.rests
		for rest := range v.states {
			v.states[rest].Merge(&more.states[rest])
		}
	}
}

// Append implements [mergeable.Value].
func (c *Counts) Append(b []byte) []byte {
	b = c.ends.Append(b)
	b = binary.AppendUvarint(b, uint64(len(c.rules)))
	for i := range c.rules {
		f := &c.rules[i]
		b = f.expected.Append(appendNumbers(b, f.fired, f.runs, f.enabled, f.enabling, f.ready))
		b = binary.AppendUvarint(b, uint64(len(f.lost)))
		for _, l := range f.lost {
			b = appendNumbers(b, l.To, l.Times, l.Took)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(c.stages)))
	for i := range c.stages {
		v := &c.stages[i]
		b = appendNumbers(b, v.times, v.runs, v.rests)
		for rest := range v.states {
			b = v.states[rest].Append(b)
		}
	}
	return b
}

// appendNumbers appends numbers, none of them negative.
func appendNumbers(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

const (
	mostNames     = 1 << 24 // rules, stages or variants
	bytesOfRule   = 8       // the least length of a rule's form
	bytesOfStage  = 5       // the least length of a stage's form
	bytesOfLosing = 3       // the least length of a loss's form
)

// Read implements [mergeable.Value].
func (c *Counts) Read(r *mergeable.Reader) {
	*c = Counts{}
	c.ends.Read(r)
	c.rules = make([]firings, r.Len(bytesOfRule, mostNames))
	for i := range c.rules {
		c.rules[i].read(r, len(c.rules))
	}
	c.stages = make([]visits, r.Len(bytesOfStage, mostNames))
	for i := range c.stages {
		c.stages[i].read(r)
	}
}

func (f *firings) read(r *mergeable.Reader, rules int) {
	f.fired, f.runs, f.enabled, f.enabling, f.ready = r.Count(), r.Count(), r.Count(), r.Count(), r.Count()
	f.expected.Read(r)
	if f.runs > f.fired || f.enabling > f.enabled || f.fired > f.enabled {
		r.Fail("a rule fired more often than it was enabled")
	}
	for range r.Len(bytesOfLosing, rules) {
		l := sweep.Loss{To: r.Count(), Times: r.Count(), Took: r.Count()}
		if n := len(f.lost); l.To >= rules || l.Times == 0 || l.Took > l.Times || n > 0 && f.lost[n-1].To >= l.To {
			r.Fail("the losses of a rule are not in their order, or name an unknown rule")
			return
		}
		f.lost = append(f.lost, l)
	}
}

func (v *visits) read(r *mergeable.Reader) {
	v.times, v.runs, v.rests = r.Count(), r.Count(), r.Count()
	for rest := range v.states {
		v.states[rest].Read(r)
	}
}
