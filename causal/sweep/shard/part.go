// Package shard divides a series of runs into shards that are made apart, such as on several machines, and puts them
// together again.
//
// A shard is a contiguous range of the runs, not a stretch of time: shard I of N of R runs has the runs from
// R·(I-1)/N up to, but not including, R·I/N, counted from 0, and the seed of a run is that of the first one plus its
// number. So it does not matter where, when and how often a shard is made, nor which others are.
//
// The file of a shard is, in this order:
//
//	magic     the text of [magic], with the version of the format
//	header    its length as a varint, and a [Header] as JSON
//	total     its length as a varint, and the total of the runs, compressed (RFC 1951)
//	checksum  SHA-256 of all before it
//	rows      compressed: for each run the length of its row as a varint, and the row; none if the header says so
//	checksum  SHA-256 of all before it
//
// The total stands before the rows, so that many shards are added up without reading rows. Its format depends on the
// report, see [total.Subject]; this package reads and writes its bytes.
//
// Readers bound the lengths that a file claims: a damaged or hostile file is an error, and takes no more memory than
// its header, its total or its largest row.
package shard

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Part says which of several shards one is.
type Part struct {
	Index int `json:"index"` // from 1 up to Of
	Of    int `json:"of"`
}

// mostShards bounds how many shards there can be.
const mostShards = 10_000_000

// ParsePart reads a part such as `3/7`; or `2+1/7`, from schedulers that count from 0.
func ParsePart(text string) (Part, error) {
	index, of, ok := strings.Cut(text, "/")
	index, fromZero := strings.CutSuffix(index, "+1")
	i, noIndex := strconv.Atoi(index)
	n, noNumber := strconv.Atoi(of)
	if fromZero && i < n {
		i++
	}
	switch {
	case !ok || noIndex != nil || noNumber != nil:
		return Part{}, errors.New("want a shard and how many there are, such as 3/7")
	case n < 1 || n > mostShards:
		return Part{}, fmt.Errorf("want a number of shards from 1 to %d", mostShards)
	case i < 1 || i > n:
		return Part{}, fmt.Errorf("the shards of %d are 1/%[1]d to %[1]d/%[1]d", n)
	}
	return Part{i, n}, nil
}

// String returns the part as [ParsePart] reads it.
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Index, p.Of) }

// valid reports whether there is such a part.
func (p Part) valid() bool { return 1 <= p.Index && p.Index <= p.Of && p.Of <= mostShards }

// Range returns the runs of the part, counted from 0: the first one, and the one after the last.
func (p Part) Range(runs int) (from, to int) {
	return share(runs, p.Index-1, p.Of), share(runs, p.Index, p.Of)
}

// share returns runs·i/n, which has no more bits than runs: i is at most n.
func share(runs, i, n int) int {
	high, low := bits.Mul64(uint64(runs), uint64(i))
	quotient, _ := bits.Div64(high, low, uint64(n))
	return int(quotient)
}

func compare(a, b Part) int { return cmp.Compare(a.Index, b.Index) }
