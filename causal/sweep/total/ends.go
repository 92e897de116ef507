package total

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Ends says how some runs ended, and how long they were. The zero value has no runs.
type Ends struct {
	all   end // of all runs, however they ended
	each  mergeable.Groups[end, *end]
	wrong mergeable.Groups[mergeable.Once, *mergeable.Once]
}

// End is a way to end, with the runs that ended so.
type End struct {
	sweep.Ending
	Runs  int
	Seed  uint64 // the smallest
	Steps mergeable.Spread
}

// Wrong is a reason why runs failed: the statement that is violated, or the message.
type Wrong struct {
	Runs int
	Seed uint64 // the smallest
	Text string // of the error of that run
}

// EndsOf returns how some runs ended.
func EndsOf(rows sweep.Rows) *Ends {
	e := new(Ends)
	for _, r := range rows {
		e.Add(r)
	}
	return e
}

// Add counts a run.
func (e *Ends) Add(r *sweep.Row) {
	e.all.add(r)
	e.each.At(nameOf(r.Ending)).add(r)
	if r.Message != "" {
		text := r.Message
		if r.Err != nil {
			text = r.Err.Error()
		}
		e.wrong.At(cmp.Or(r.Violates, r.Message)).Add(r.Seed, text)
	}
}

// Merge adds other runs.
func (e *Ends) Merge(o *Ends) {
	e.all.Merge(&o.all)
	e.each.Merge(&o.each)
	e.wrong.Merge(&o.wrong)
}

// Append implements [mergeable.Value].
func (e *Ends) Append(b []byte) []byte { return mergeable.AppendForms(b, e.forms()...) }

// Read implements [mergeable.Value].
func (e *Ends) Read(r *mergeable.Reader) { r.Forms(e.forms()...) }

func (e *Ends) forms() []mergeable.Form { return []mergeable.Form{&e.all, &e.each, &e.wrong} }

// Runs returns how many runs there are.
func (e *Ends) Runs() int { return e.all.steps.N() }

// All returns the runs as if they had ended in one way.
func (e *Ends) All() End { return e.all.data(sweep.Ending{}) }

// Each returns the ways in which runs ended, the most frequent first; of equal ones, that with the smallest seed.
func (e *Ends) Each() (ends []End) {
	for name, one := range e.each.All() {
		ends = append(ends, one.data(endingOf(name)))
	}
	slices.SortStableFunc(ends, func(a, b End) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), cmp.Compare(a.Seed, b.Seed))
	})
	return ends
}

// Cut returns how many runs were ended by the limit of steps.
func (e *Ends) Cut() (runs int) {
	for _, end := range e.Each() {
		if end.Cut() {
			runs += end.Runs
		}
	}
	return runs
}

// Whole reports whether [Ends.Each] lists all ways to end, and not a sample.
func (e *Ends) Whole() bool { return e.each.Whole() }

// WrongWhole reports whether [Ends.Wrong] lists all reasons to fail, and not a sample.
func (e *Ends) WrongWhole() bool { return e.wrong.Whole() }

// Wrong returns why runs failed, the most frequent reason first; of equal ones, that with the smallest seed.
func (e *Ends) Wrong() (wrong []Wrong) {
	for _, one := range e.wrong.All() {
		wrong = append(wrong, Wrong(*one))
	}
	slices.SortStableFunc(wrong, func(a, b Wrong) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), cmp.Compare(a.Seed, b.Seed))
	})
	return wrong
}

// end holds the statistics of runs that ended in the same way.
type end struct {
	seed  uint64 // the smallest
	steps mergeable.Histogram
}

func (e *end) add(r *sweep.Row) {
	e.first(r.Seed)
	e.steps.Add(int64(r.Steps))
}

// first takes a seed of runs that are about to be counted.
func (e *end) first(seed uint64) {
	if e.steps.N() == 0 || seed < e.seed {
		e.seed = seed
	}
}

// Merge implements [mergeable.Value].
func (e *end) Merge(o *end) {
	if o.steps.N() > 0 {
		e.first(o.seed)
	}
	e.steps.Merge(&o.steps)
}

// Append implements [mergeable.Value].
func (e *end) Append(b []byte) []byte { return e.steps.Append(binary.AppendUvarint(b, e.seed)) }

// Read implements [mergeable.Value].
func (e *end) Read(r *mergeable.Reader) {
	e.seed = r.Uint()
	if e.steps.Read(r); e.steps.N() == 0 && e.seed != 0 {
		r.Fail("no run has a seed")
	}
}

func (e *end) data(how sweep.Ending) End { return End{how, e.steps.N(), e.seed, e.steps.Spread()} }

// nameOf returns an ending as the name of a group.
func nameOf(e sweep.Ending) string {
	var name []byte
	for _, text := range []string{string(e.Why), e.Limit, e.Stage, e.Link, e.Violates} {
		name = mergeable.AppendText(name, text)
	}
	return string(name)
}

// endingOf is the inverse of nameOf.
func endingOf(name string) sweep.Ending {
	return readEnding(mergeable.NewReader([]byte(name)))
}

func readEnding(r *mergeable.Reader) sweep.Ending {
	return sweep.Ending{Why: trace.Why(r.Text()), Limit: r.Text(), Stage: r.Text(), Link: r.Text(), Violates: r.Text()}
}
