package influence

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// magic is the beginning of each canonical form, with the version of its format.
const magic = "ceptre influence 1\n"

// Total adds up the counts of some of the runs of a subject, which names the rules. It is a function of the set of
// runs: totals of parts are merged in any order and grouping to the same bytes. Its size depends on the number of
// pairs of rules alone.
type Total struct {
	total.Subject
	Done  int // runs that were added
	fired []firings
	links map[Link]*follows
}

// firings adds up the steps of a rule over runs, y of them in a run.
type firings struct {
	runs           int           // number of runs with y > 0
	steps, squares mergeable.Sum // sums of y and y²
}

// follows adds up the steps of a rule that follow from another rule over runs: x of the y steps of a run, of which c
// are expected by chance.
type follows struct {
	runs                     int                // number of runs with x > 0
	steps, squares, products mergeable.Sum      // sums of x, x² and x·y
	chance                   mergeable.FloatSum // sum of c
	excess, deviations       mergeable.FloatSum // sums of x - c and (x - c)²
}

// New returns the total of no runs.
func New(s total.Subject) *Total {
	return &Total{Subject: s, fired: make([]firings, len(s.Rules)), links: make(map[Link]*follows)}
}

// Add counts a run, with the rules of the subject.
func (t *Total) Add(run Run) {
	t.Done++
	for i, y := range run.Fired {
		t.fired[i].add(y)
	}
	for of, c := range run.Counts {
		t.at(of).add(c, run.Fired[of.To])
	}
}

// at returns the sums of a pair, which are empty at first.
func (t *Total) at(of Link) *follows {
	if t.links[of] == nil {
		t.links[of] = new(follows)
	}
	return t.links[of]
}

// Fired returns the number of steps of a rule in all runs.
func (t *Total) Fired(rule int) int { return int(t.fired[rule].steps.Int()) }

func (f *firings) add(y int) {
	f.runs += min(1, y)
	f.steps.Add(int64(y), 1)
	f.squares.Add(int64(y), uint64(y))
}

func (f *follows) add(c Count, y int) {
	f.runs += min(1, c.Steps)
	f.steps.Add(int64(c.Steps), 1)
	f.squares.Add(int64(c.Steps), uint64(c.Steps))
	f.products.Add(int64(c.Steps), uint64(y))
	excess := float64(c.Steps) - c.Chance
	f.chance.Add(c.Chance)
	f.excess.Add(excess)
	f.deviations.AddSquare(excess)
}

// Merge adds the runs of another total. The two totals have no run in common. The error, [total.ErrOther], is for
// another subject, and says what differs.
func (t *Total) Merge(o *Total) error {
	if err := t.SameAs(&o.Subject); err != nil {
		return err
	}
	t.Done += o.Done
	for i := range t.fired {
		t.fired[i].merge(&o.fired[i])
	}
	for of, l := range o.links {
		t.at(of).merge(l)
	}
	return nil
}

func (f *firings) merge(o *firings) {
	f.runs += o.runs
	f.steps.Merge(o.steps)
	f.squares.Merge(o.squares)
}

func (f *follows) merge(o *follows) {
	f.runs += o.runs
	f.steps.Merge(o.steps)
	f.squares.Merge(o.squares)
	f.products.Merge(o.products)
	f.chance.Merge(&o.chance)
	f.excess.Merge(&o.excess)
	f.deviations.Merge(&o.deviations)
}

func (f *firings) forms() []mergeable.Form { return []mergeable.Form{&f.steps, &f.squares} }

func (f *follows) forms() []mergeable.Form {
	return []mergeable.Form{&f.steps, &f.squares, &f.products, &f.chance, &f.excess, &f.deviations}
}

// AppendBinary implements [encoding.BinaryAppender]. Totals of the same runs have the same form, which is the only
// one.
func (t *Total) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(total.AppendHeader(b, magic, &t.Subject), uint64(t.Done))
	for i := range t.fired {
		b = appendForms(b, t.fired[i].runs, t.fired[i].forms())
	}
	b = binary.AppendUvarint(b, uint64(len(t.links)))
	for _, of := range t.ordered() {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(of.From)), uint64(of.To))
		b = appendForms(b, t.links[of].runs, t.links[of].forms())
	}
	return b, nil
}

// appendForms appends a number of runs, and the forms of the sums over them.
func appendForms(b []byte, runs int, forms []mergeable.Form) []byte {
	return mergeable.AppendForms(binary.AppendUvarint(b, uint64(runs)), forms...)
}

// MarshalBinary implements [encoding.BinaryMarshaler].
func (t *Total) MarshalBinary() ([]byte, error) { return t.AppendBinary(nil) }

// Decode reads a total. The error for other bytes wraps [mergeable.ErrDamaged].
func Decode(data []byte) (*Total, error) {
	r, of := total.ReadHeader(data, magic)
	t := New(of)
	t.Done = r.UpTo(mergeable.MostRuns)
	for i := range t.fired {
		f := &t.fired[i]
		f.runs = readForms(r, t.Done, f.forms())
		if f.steps.Int() < int64(f.runs) || (f.runs == 0) != (f.steps.Int() == 0) {
			r.Fail("a rule fired %d times in %d runs", f.steps.Int(), f.runs)
		}
	}
	rules := len(t.Rules)
	last := Link{From: -1}
	for range r.Len(3*16, rules*rules) {
		of := Link{r.UpTo(rules - 1), r.UpTo(rules - 1)}
		if r.Err() != nil || compareLinks(last, of) >= 0 {
			r.Fail("pairs are not in their order")
			break
		}
		last = of
		t.at(of).read(r, &t.fired[of.To])
	}
	return t, r.Close()
}

// read reads the sums of a pair, given the firings of its second rule.
func (f *follows) read(r *mergeable.Reader, of *firings) {
	f.runs = readForms(r, of.runs, f.forms())
	steps, most, chance := f.steps.Int(), of.steps.Int(), f.chance.Float64()
	if most == 0 || steps < int64(f.runs) || steps > most || chance < 0 || chance > float64(most) {
		r.Fail("%d of %d steps follow, and %v by chance", steps, most, chance)
	}
}

// readForms reads forms as [appendForms] appends them, and returns the number of runs.
func readForms(r *mergeable.Reader, mostRuns int, forms []mergeable.Form) int {
	runs := r.UpTo(mostRuns)
	r.Forms(forms...)
	return runs
}
