package shard

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// appendRow appends a row, without its seed, which follows from its number.
func appendRow(b []byte, h *Header, r *sweep.Row) []byte {
	b = appendInt(b, r.Steps)
	failed := ""
	if r.Err != nil {
		failed = r.Err.Error()
	}
	for _, text := range []string{string(r.Why), r.Limit, r.Stage, r.Link, r.Violates, r.Message, failed} {
		b = mergeable.AppendText(b, text)
	}
	for _, n := range r.Fired {
		b = appendInt(b, n)
	}
	b = append(b, r.Final[:]...)
	if h.Hashed {
		b = mergeable.AppendBool(append(b, r.Hash.Bytes[:]...), r.Hash.Exact)
	}
	for i, f := range r.Facts {
		b = appendCount(appendInt(b, f.Copies), len(f.Numbers))
		for _, n := range f.Numbers {
			b = appendInt(b, n)
		}
		b = appendCount(b, len(r.Levels[i]))
		for _, l := range r.Levels[i] {
			b = appendInt(mergeable.AppendText(b, l.Fact), l.N)
		}
	}
	if h.Goal {
		b = appendSolution(b, r.Solution)
	}
	for _, x := range r.Values {
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func appendSolution(b []byte, s *solution.Result) []byte {
	if b = mergeable.AppendBool(b, s != nil); s == nil {
		return b
	}
	b = mergeable.AppendBool(mergeable.AppendBool(b, s.Solved), s.Cut)
	b = appendCount(b, len(s.Left))
	for _, l := range s.Left {
		b = appendInt(mergeable.AppendText(b, l.Fact.String()), l.Copies)
	}
	b = appendCount(b, len(s.Unmet))
	for _, u := range s.Unmet {
		b = mergeable.AppendBool(mergeable.AppendText(b, u.Fact.String()), u.Permanent)
	}
	return b
}

func appendInt(b []byte, n int) []byte { return binary.AppendVarint(b, int64(n)) }

func appendCount(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

// decodeRow is the inverse of appendRow.
func decodeRow(data []byte, h *Header, seed uint64) (*sweep.Row, error) {
	d := mergeable.NewReader(data)
	r := &sweep.Row{Seed: seed, Steps: int(d.Int())}
	r.Why = trace.Why(d.Text())
	r.Limit, r.Stage, r.Link, r.Violates, r.Message = d.Text(), d.Text(), d.Text(), d.Text(), d.Text()
	if failed := d.Text(); failed != "" {
		r.Err = errors.New(failed)
	}
	r.Fired = make([]int, len(h.Rules))
	for i := range r.Fired {
		r.Fired[i] = int(d.Int())
	}
	copy(r.Final[:], d.Bytes(len(r.Final)))
	if h.Hashed {
		copy(r.Hash.Bytes[:], d.Bytes(len(r.Hash.Bytes)))
		r.Hash.Exact = d.Bool()
	}
	for range h.Facts {
		f := sweep.Found{Copies: int(d.Int())}
		for range d.Len(1, len(data)) {
			f.Numbers = append(f.Numbers, int(d.Int()))
		}
		var levels []sweep.Level
		for range d.Len(2, len(data)) {
			levels = append(levels, sweep.Level{Fact: d.Text(), N: int(d.Int())})
		}
		r.Facts, r.Levels = append(r.Facts, f), append(r.Levels, levels)
	}
	if h.Goal {
		r.Solution = readSolution(d, len(data))
	}
	for range h.Metrics {
		if x := d.Bytes(8); x != nil {
			r.Values = append(r.Values, math.Float64frombits(binary.BigEndian.Uint64(x)))
		}
	}
	if d.Close() != nil {
		return nil, damaged("the row of seed %d makes no sense", seed)
	}
	return r, nil
}

// readSolution is the inverse of appendSolution; most is a bound on the lengths of lists. The whole text of a fact
// becomes its predicate, so that it prints the same.
func readSolution(d *mergeable.Reader, most int) *solution.Result {
	if !d.Bool() {
		return nil
	}
	s := &solution.Result{Solved: d.Bool(), Cut: d.Bool()}
	for range d.Len(2, most) {
		s.Left = append(s.Left, solution.Left{Fact: trace.Fact{Pred: d.Text()}, Copies: int(d.Int())})
	}
	for range d.Len(2, most) {
		s.Unmet = append(s.Unmet, solution.Unmet{Fact: trace.Fact{Pred: d.Text()}, Permanent: d.Bool()})
	}
	return s
}
