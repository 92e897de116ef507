package mergeable

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// MostFirst is how many seeds [First] keeps.
const MostFirst = 10

// First counts runs, and keeps their smallest seeds. The zero value has none.
type First struct {
	Runs  int
	Seeds []uint64 // at most [MostFirst], ascending
}

// Add counts a run.
func (f *First) Add(seed uint64) {
	f.Runs++
	f.keep(seed)
}

func (f *First) keep(seed uint64) {
	i, _ := slices.BinarySearch(f.Seeds, seed)
	if i == MostFirst {
		return
	}
	f.Seeds = slices.Insert(f.Seeds, i, seed)
	f.Seeds = f.Seeds[:min(len(f.Seeds), MostFirst)]
}

// Merge adds the runs of another.
func (f *First) Merge(o *First) {
	f.Runs += o.Runs
	for _, seed := range o.Seeds {
		f.keep(seed)
	}
}

// Seed returns the smallest seed; 0 of none.
func (f *First) Seed() uint64 {
	if len(f.Seeds) == 0 {
		return 0
	}
	return f.Seeds[0]
}

// Append appends the canonical form.
func (f *First) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(f.Runs))
	for _, s := range f.Seeds {
		b = binary.AppendUvarint(b, s)
	}
	return b
}

// MostRuns is the greatest number of runs of one form that is read.
const MostRuns = 1 << 40

// Read reads the canonical form.
func (f *First) Read(r *Reader) {
	*f = First{Runs: r.UpTo(MostRuns)}
	for range min(f.Runs, MostFirst) {
		seed := r.Uint()
		if n := len(f.Seeds); r.Err() != nil || n > 0 && seed < f.Seeds[n-1] {
			r.Fail("seeds are not in their order")
			return
		}
		f.Seeds = append(f.Seeds, seed)
	}
}

// MostFirstCounts is the greatest number of runs that a [FirstCounts] keeps.
const MostFirstCounts = 20

// SeedCount is a run with a count, such as the number of its states in a stage.
type SeedCount struct {
	Seed  uint64
	Count int
}

// FirstCounts keeps the runs with the smallest seeds, each with a count. The zero value has no runs.
type FirstCounts struct {
	Runs []SeedCount // at most [MostFirstCounts], ascending
}

// Add adds a run. The count is not negative.
func (n *FirstCounts) Add(seed uint64, count int) { n.keep(SeedCount{seed, count}) }

func (n *FirstCounts) keep(run SeedCount) {
	i, _ := slices.BinarySearchFunc(n.Runs, run, compareSeedCounts)
	if i == MostFirstCounts {
		return
	}
	n.Runs = slices.Insert(n.Runs, i, run)
	n.Runs = n.Runs[:min(len(n.Runs), MostFirstCounts)]
}

func compareSeedCounts(a, b SeedCount) int {
	return cmp.Or(cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Count, b.Count))
}

// Merge adds the runs of another.
func (n *FirstCounts) Merge(o *FirstCounts) {
	for _, run := range o.Runs {
		n.keep(run)
	}
}

// Append appends the canonical form.
func (n *FirstCounts) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(n.Runs)))
	for _, run := range n.Runs {
		b = binary.AppendUvarint(binary.AppendUvarint(b, run.Seed), uint64(run.Count))
	}
	return b
}

// Read reads the canonical form.
func (n *FirstCounts) Read(r *Reader) {
	*n = FirstCounts{}
	for range r.Len(2, MostFirstCounts) {
		run := SeedCount{r.Uint(), r.Count()}
		if r.Err() != nil || len(n.Runs) > 0 && compareSeedCounts(run, n.Runs[len(n.Runs)-1]) < 0 {
			r.Fail("seeds are not in their order")
			return
		}
		n.Runs = append(n.Runs, run)
	}
}

// Once counts runs, and keeps the smallest seed with a text of that run, such as the message of its error. Of the
// same seed it is the smallest text. The zero value has no runs.
type Once struct {
	Runs int
	Seed uint64
	Text string
}

// Add counts a run.
func (c *Once) Add(seed uint64, text string) { c.Merge(&Once{1, seed, text}) }

// Merge adds the runs of another.
func (c *Once) Merge(o *Once) {
	if c.Runs == 0 || o.Runs > 0 && cmp.Or(cmp.Compare(o.Seed, c.Seed), cmp.Compare(o.Text, c.Text)) < 0 {
		c.Seed, c.Text = o.Seed, o.Text
	}
	c.Runs += o.Runs
}

// Append appends the canonical form.
func (c *Once) Append(b []byte) []byte {
	return AppendText(binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.Runs)), c.Seed), c.Text)
}

// Read reads the canonical form.
func (c *Once) Read(r *Reader) {
	*c = Once{r.UpTo(MostRuns), r.Uint(), r.Text()}
	if c.Runs == 0 && (c.Seed != 0 || c.Text != "") {
		r.Fail("no run has a seed")
	}
}

// MostSample is how many runs a [Reservoir] keeps.
const MostSample = 1 << 14

// Reservoir is a random sample of runs, each with a text: all, up to a bound, and beyond those seeds with the
// smallest hashes. The zero value is empty.
type Reservoir struct {
	items []Item // by hash
	n     int    // of all runs
}

// Item is a run of a [Reservoir].
type Item struct {
	Seed uint64
	Text string
	hash uint64
}

// Add adds a run.
func (v *Reservoir) Add(seed uint64, text string) {
	v.n++
	v.keep(Item{seed, text, mix(seed)})
}

// keep keeps a run, for now: to sort the sample each time would take long.
func (v *Reservoir) keep(i Item) {
	v.items = append(v.items, i)
	if len(v.items) >= 2*MostSample {
		v.trim()
	}
}

// trim sorts the sample, and cuts it to its bound.
func (v *Reservoir) trim() {
	slices.SortFunc(v.items, compareItems)
	v.items = v.items[:min(len(v.items), MostSample)]
}

func compareItems(a, b Item) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.Text, b.Text))
}

// Merge adds the runs of another.
func (v *Reservoir) Merge(o *Reservoir) {
	v.n += o.n
	for _, i := range o.items {
		v.keep(i)
	}
}

// Items returns the sample by seeds, and whether it is of all runs.
func (v *Reservoir) Items() (items []Item, all bool) {
	v.trim()
	items = slices.Clone(v.items)
	slices.SortFunc(items, func(a, b Item) int { return cmp.Or(cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Text, b.Text)) })
	return items, v.n == len(items)
}

// Append appends the canonical form.
func (v *Reservoir) Append(b []byte) []byte {
	items, _ := v.Items()
	b = binary.AppendUvarint(b, uint64(v.n))
	for _, i := range items {
		b = AppendText(binary.AppendUvarint(b, i.Seed), i.Text)
	}
	return b
}

// Read reads the canonical form.
func (v *Reservoir) Read(r *Reader) {
	*v = Reservoir{n: r.UpTo(MostRuns)}
	var last Item
	for range min(v.n, MostSample) {
		next := Item{Seed: r.Uint(), Text: r.Text()}
		if r.Err() != nil || cmp.Or(cmp.Compare(last.Seed, next.Seed), cmp.Compare(last.Text, next.Text)) > 0 {
			r.Fail("seeds are not in their order")
			return
		}
		next.hash, last = mix(next.Seed), next
		v.items = append(v.items, next)
	}
}

// mix returns a hash of a seed, another for each: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
