package shard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Set is the files of a series of runs. Its zero value has none.
type Set struct {
	first  string  // name of the first file
	header *Header // header of the file with the lowest index of a shard
	names  map[int]string
}

// Add adds a file with its header. The error names the file that it does not go with, and says why.
func (s *Set) Add(name string, h *Header) error {
	if s.header == nil {
		s.first, s.header, s.names = name, h, make(map[int]string)
	}
	if why := s.header.Differs(h); why != "" {
		return fmt.Errorf("%s: this shard does not go with %s: it has %s", visible.Line(name), visible.Line(s.first),
			visible.Line(why))
	}
	if other, twice := s.names[h.Part.Index]; twice {
		if other == name {
			return fmt.Errorf("%s: this file is given twice", visible.Line(name))
		}
		return fmt.Errorf("%s: this is shard %v, and so is %s; give one of them", visible.Line(name), h.Part,
			visible.Line(other))
	}
	s.names[h.Part.Index] = name
	if h.Part.Index < s.header.Part.Index { // recipes may name programs in other folders
		s.header = h
	}
	return nil
}

// Subject returns which runs all shards make together; nil if there is no file.
func (s *Set) Subject() *total.Subject {
	if s.header == nil {
		return nil
	}
	return &s.header.Subject
}

// Recipe returns the recipe for all runs, from the file with the lowest index of a shard; nil if there is no file.
func (s *Set) Recipe() *Recipe {
	if s.header == nil {
		return nil
	}
	return &s.header.Recipe
}

// Drop removes the file of a shard.
func (s *Set) Drop(p Part) { delete(s.names, p.Index) }

// File is the file of a shard.
type File struct {
	Name string
	Header
}

// Files returns the files in the order of their runs.
func (s *Set) Files() []File {
	var out []File
	for i, name := range s.names {
		h := *s.header
		h.Part.Index = i
		out = append(out, File{name, h})
	}
	slices.SortFunc(out, func(a, b File) int { return compare(a.Part, b.Part) })
	return out
}

// Missing is successive shards of which there is no file, with the runs that they have.
type Missing struct {
	First int    `json:"first"` // from 1
	Last  int    `json:"last"`
	Of    int    `json:"of"`
	Seed  uint64 `json:"seed"` // of the first of the runs
	Runs  int    `json:"runs"`
}

// Missed says which shards are missing, as in `shards 3, 5–9 of 64`. There is at least one.
func Missed(missing []Missing) string {
	var all []string
	for _, m := range missing {
		text := strconv.Itoa(m.First)
		if m.Last > m.First {
			text += "–" + strconv.Itoa(m.Last)
		}
		all = append(all, text)
	}
	noun := "shard"
	if len(all) > 1 || missing[0].Last > missing[0].First {
		noun = "shards"
	}
	return fmt.Sprintf("%s %s of %d", noun, strings.Join(all, ", "), missing[0].Of)
}

// Missing returns the shards of which there is no file, in ascending order.
func (s *Set) Missing() (missing []Missing) {
	for i := 1; s.header != nil && i <= s.header.Part.Of; i++ {
		if _, there := s.names[i]; there {
			continue
		}
		from, to := Part{i, s.header.Part.Of}.Range(s.header.Runs)
		n := len(missing)
		if n == 0 || missing[n-1].Last < i-1 {
			missing = append(missing, Missing{First: i, Of: s.header.Part.Of, Seed: s.header.Seed + uint64(from)})
			n++
		}
		missing[n-1].Last = i
		missing[n-1].Runs += to - from
	}
	return missing
}
