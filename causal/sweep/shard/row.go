package shard

import (
	"encoding/binary"
	"errors"

	"github.com/ceptre-graph/ceptre/causal/sweep"
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
		b = appendText(b, text)
	}
	for _, n := range r.Fired {
		b = appendInt(b, n)
	}
	b = append(b, r.Final[:]...)
	if h.Hashed {
		b = append(append(b, r.Hash.Bytes[:]...), bit(r.Hash.Exact))
	}
	for i, f := range r.Facts {
		b = appendInt(appendInt(b, f.Copies), len(f.Numbers))
		for _, n := range f.Numbers {
			b = appendInt(b, n)
		}
		b = appendInt(b, len(r.Levels[i]))
		for _, l := range r.Levels[i] {
			b = appendInt(appendText(b, l.Fact), l.N)
		}
	}
	if h.Goal {
		b = appendSolution(b, r.Solution)
	}
	return b
}

// The first bit of a solution says that there is one.
const (
	known = 1 << iota
	solved
	cut
)

func appendSolution(b []byte, s *solution.Result) []byte {
	if s == nil {
		return append(b, 0)
	}
	b = append(b, known|bit(s.Solved)*solved|bit(s.Cut)*cut)
	b = appendInt(b, len(s.Left))
	for _, l := range s.Left {
		b = appendInt(appendText(b, l.Fact.String()), l.Copies)
	}
	b = appendInt(b, len(s.Unmet))
	for _, u := range s.Unmet {
		b = append(appendText(b, u.Fact.String()), bit(u.Permanent))
	}
	return b
}

func appendInt(b []byte, n int) []byte { return binary.AppendVarint(b, int64(n)) }

func appendText(b []byte, text string) []byte { return append(appendInt(b, len(text)), text...) }

func bit(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// decoder takes values from the bytes of a row. After an error, it returns zeros.
type decoder struct {
	rest []byte
	bad  bool
}

// bytes takes n bytes; nil if there are fewer.
func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.rest) {
		d.rest, d.bad = nil, true
		return nil
	}
	out := d.rest[:n]
	d.rest = d.rest[n:]
	return out
}

func (d *decoder) int() int {
	n, size := binary.Varint(d.rest)
	if size <= 0 {
		d.rest, d.bad = nil, true
		return 0
	}
	d.rest = d.rest[size:]
	return int(n)
}

func (d *decoder) text() string { return string(d.bytes(d.int())) }

func (d *decoder) byte() byte {
	if b := d.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// count takes the length of a list, of which each item has at least one byte.
func (d *decoder) count() int {
	n := d.int()
	if n < 0 || n > len(d.rest) {
		d.rest, d.bad = nil, true
		return 0
	}
	return n
}

// decodeRow is the inverse of appendRow.
func decodeRow(data []byte, h *Header, seed uint64) (*sweep.Row, error) {
	d := decoder{rest: data}
	r := &sweep.Row{Seed: seed, Steps: d.int()}
	r.Why = trace.Why(d.text())
	r.Limit, r.Stage, r.Link, r.Violates, r.Message = d.text(), d.text(), d.text(), d.text(), d.text()
	if failed := d.text(); failed != "" {
		r.Err = errors.New(failed)
	}
	r.Fired = make([]int, len(h.Rules))
	for i := range r.Fired {
		r.Fired[i] = d.int()
	}
	copy(r.Final[:], d.bytes(len(r.Final)))
	if h.Hashed {
		copy(r.Hash.Bytes[:], d.bytes(len(r.Hash.Bytes)))
		r.Hash.Exact = d.byte() == 1
	}
	for range h.Facts {
		f := sweep.Found{Copies: d.int()}
		for range d.count() {
			f.Numbers = append(f.Numbers, d.int())
		}
		var levels []sweep.Level
		for range d.count() {
			levels = append(levels, sweep.Level{Fact: d.text(), N: d.int()})
		}
		r.Facts, r.Levels = append(r.Facts, f), append(r.Levels, levels)
	}
	if h.Goal {
		r.Solution = d.solution()
	}
	if d.bad || len(d.rest) > 0 {
		return nil, damaged("the row of seed %d makes no sense", seed)
	}
	return r, nil
}

// solution is the inverse of appendSolution. A fact comes back as one without arguments that is written the same.
func (d *decoder) solution() *solution.Result {
	flags := d.byte()
	if flags&known == 0 {
		return nil
	}
	s := &solution.Result{Solved: flags&solved != 0, Cut: flags&cut != 0}
	for range d.count() {
		s.Left = append(s.Left, solution.Left{Fact: trace.Fact{Pred: d.text()}, Copies: d.int()})
	}
	for range d.count() {
		s.Unmet = append(s.Unmet, solution.Unmet{Fact: trace.Fact{Pred: d.text()}, Permanent: d.byte() == 1})
	}
	return s
}
