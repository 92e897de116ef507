package expressive

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// magic is the beginning of each canonical form, with the version of its format.
const magic = "ceptre range 1\n"

// Total adds up the values of metrics in some of the runs of a subject. The subject names the metrics; the first two
// are the axes. A total is a function of the set of runs: totals of parts are merged in any order and grouping to the
// same bytes. Its size has a bound that does not depend on the number of runs. Package joint says up to which bounds
// the counts are exact.
type Total struct {
	total.Subject
	ends    total.Ends
	numbers []joint.Numbers    // numbers of each metric; empty for names
	pairs   joint.Pairs        // values on the two axes
	hashes  mergeable.Distinct // hashes of the graphs of causes
	inexact int                // number of runs whose hash is not exact
}

// NewTotal returns the total of no runs. The subject has at least two metrics.
func NewTotal(s total.Subject) *Total {
	return &Total{Subject: s, numbers: make([]joint.Numbers, len(s.Metrics))}
}

// Add counts a run of the subject, with its values.
func (t *Total) Add(r *sweep.Row) {
	t.ends.Add(r)
	for i, m := range t.Metrics {
		if !m.Names {
			t.numbers[i].Add(r.Values[i])
		}
	}
	var hash [32]byte // without hashes, each run is different
	binary.BigEndian.PutUint64(hash[:], r.Seed)
	if t.Hashed {
		hash = r.Hash.Bytes
		t.hashes.Add(hash, r.Seed)
		if !r.Hash.Exact {
			t.inexact++
		}
	}
	t.pairs.Add(t.value(r, 0), t.value(r, 1), r.Seed, hash)
}

// value returns the value of a metric in a run.
func (t *Total) value(r *sweep.Row, metric int) joint.Value {
	if t.Metrics[metric].Names {
		return joint.Name(r.Ending.String())
	}
	return joint.Number(r.Values[metric])
}

// Merge adds the runs of another total. The two totals have no run in common. The error, [total.ErrOther], is for
// another subject, and says what differs.
func (t *Total) Merge(o *Total) error {
	if err := t.SameAs(&o.Subject); err != nil {
		return err
	}
	t.ends.Merge(&o.ends)
	for i := range t.numbers {
		t.numbers[i].Merge(&o.numbers[i])
	}
	t.pairs.Merge(&o.pairs)
	t.hashes.Merge(&o.hashes)
	t.inexact += o.inexact
	return nil
}

func (t *Total) forms() []mergeable.Form {
	out := []mergeable.Form{&t.ends, &t.pairs, &t.hashes}
	for i := range t.numbers {
		out = append(out, &t.numbers[i])
	}
	return out
}

// AppendBinary implements [encoding.BinaryAppender]. Totals of the same runs have the same form, which is the only
// one.
func (t *Total) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(total.AppendHeader(b, magic, &t.Subject), uint64(t.inexact))
	return mergeable.AppendForms(b, t.forms()...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler].
func (t *Total) MarshalBinary() ([]byte, error) { return t.AppendBinary(nil) }

// Decode reads a total. The error for other bytes wraps [mergeable.ErrDamaged].
func Decode(data []byte) (*Total, error) {
	r, of := total.ReadHeader(data, magic)
	t := NewTotal(of)
	if r.Err() == nil && (len(t.Metrics) < 2 || t.Bins < 2) {
		r.Fail("it has fewer than two metrics or bins")
	}
	t.inexact = r.UpTo(mergeable.MostRuns)
	r.Forms(t.forms()...)
	return t, r.Close()
}

// distribution is the distribution of the values of a metric.
type distribution struct {
	metric  total.Metric
	numbers joint.Numbers
	names   map[string]int // number of runs by name
	others  bool           // there are more names, which were not kept
}

// distributionOf returns the distribution of a metric in the runs of several totals of the same metrics.
func distributionOf(metric int, totals ...*Total) *distribution {
	d := &distribution{metric: totals[0].Metrics[metric], names: make(map[string]int)}
	for _, t := range totals {
		switch {
		case !d.metric.Names:
			d.numbers.Merge(&t.numbers[metric])
		case metric > 1:
			for _, e := range t.ends.Each() {
				d.names[e.Ending.String()] += e.Runs
			}
		default:
			d.addNames(t, metric)
		}
	}
	return d
}

// addNames adds the names of the metric of an axis.
func (d *distribution) addNames(t *Total, axis int) {
	for pair, runs := range t.pairs.All() {
		if name, is := pair[axis].Name(); is {
			d.names[name] += runs.Runs
		} else {
			d.others = true
		}
	}
}
