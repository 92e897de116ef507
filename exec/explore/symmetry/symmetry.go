// Package symmetry replaces each state of a search by one that stands for all states that are the same but for
// the names of interchangeable constants: one of ten equal guards is asleep, whichever it is.
//
// # Why
//
// Constants of one type that no rule, link or clause names are interchangeable: if all facts of a state are
// renamed in the same way, its transitions are renamed, too, and so are the states to which they lead. Of states
// that only differ by such a renaming one is enough, if no question names the constants either. Ways to states
// keep their lengths. The start may name the constants as it likes (Ip and Dill, "Better verification through
// symmetry", 1996). Numbers are never interchangeable.
//
// Facts that are the same in all states stay as they are. So only renamings that keep them are used (group.go):
// constants that can be exchanged for each other, and moves of the others as far as they can be listed, as the
// rotations of a ring of neighbours.
//
// # The form of a state
//
// Which of the renamed states stands for the others is found as in the canonical labelling of graphs (canon.go):
// the facts in which constants occur give them colours; constants of the same colour that cannot be exchanged are
// told apart in each way, and the least form counts (McKay and Piperno, "Practical graph isomorphism II", 2014).
// If there are too many ways, the search for them ends: some states then have several forms, and more states are
// found than need be.
package symmetry

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang"
)

// New returns what makes the symmetries of a search, [explore.Options.Symmetry], for classes of interchangeable
// constants as [Classes] finds them; nil if there are none.
func New(classes [][]*lang.Constructor) func(*explore.Names) explore.Symmetry {
	if len(classes) == 0 {
		return nil
	}
	return func(names *explore.Names) explore.Symmetry {
		s := &symmetry{names: names, numbers: make(map[*lang.Constructor]int32), renamed: make(map[string]explore.Fact)}
		for _, class := range classes {
			var numbers []int32
			for _, c := range class {
				s.numbers[c] = int32(len(s.constants))
				numbers = append(numbers, int32(len(s.constants)))
				s.constants = append(s.constants, c)
			}
			s.classes = append(s.classes, numbers)
		}
		return s
	}
}

// symmetry finds the forms of states.
type symmetry struct {
	names     *explore.Names
	constants []*lang.Constructor // by number
	numbers   map[*lang.Constructor]int32
	classes   [][]int32
	group     *group // nil before the first state
	canoniser *canoniser
	known     []row                   // by fact, without how it is held
	renamed   map[string]explore.Fact // facts by shape and holes
	rows      []row
	key       []byte
	out       []explore.Held
}

// Canonical implements [explore.Symmetry].
func (s *symmetry) Canonical(state *explore.View) []explore.Held {
	if s.group == nil {
		var fixed []row
		for _, h := range state.Fixed() {
			if r := s.row(h); len(r.holes) > 0 {
				fixed = append(fixed, r)
			}
		}
		s.group = newGroup(len(s.constants), s.classes, fixed)
		s.canoniser = newCanoniser(len(s.constants), s.group.cells)
	}
	if len(s.group.cells) == 0 && len(s.group.moves) == 1 {
		return state.Varying()
	}
	s.rows = s.rows[:0]
	for _, h := range state.Varying() {
		if r := s.row(h); len(r.holes) > 0 {
			s.rows = append(s.rows, r)
		}
	}
	names, _ := s.group.canonical(s.canoniser, s.rows)
	s.out = s.out[:0]
	for _, h := range state.Varying() {
		h.Fact = s.rename(h.Fact, names)
		s.out = append(s.out, h)
	}
	slices.SortFunc(s.out, func(a, b explore.Held) int { return int(a.Fact) - int(b.Fact) })
	return s.out
}

// row returns a fact as the canoniser takes it.
func (s *symmetry) row(h explore.Held) row {
	for next := explore.Fact(len(s.known)); next <= h.Fact; next++ {
		f := s.names.Fact(next)
		shape := fnv.New64a()
		shape.Write([]byte(f.Pred.Name))
		var r row
		for _, v := range f.Args {
			s.take(v, func(text string) { shape.Write([]byte(text)) }, &r)
		}
		r.shape = shape.Sum64()
		s.known = append(s.known, r)
	}
	r := s.known[h.Fact]
	held := uint64(h.Copies) << 1
	if h.Permanent {
		held++
	}
	return row{mix(r.shape, held), r.holes}
}

// take takes the interchangeable constants out of a value, and writes the rest.
func (s *symmetry) take(v lang.Value, write func(string), to *row) {
	if n, ok := s.numbers[v.Con]; ok {
		to.holes = append(to.holes, n)
		write("?")
		return
	}
	if len(v.Args) == 0 {
		write(" " + v.String())
		return
	}
	write("(" + v.Con.Name)
	for _, a := range v.Args {
		s.take(a, write, to)
	}
	write(")")
}

// rename returns the number of a renamed fact.
func (s *symmetry) rename(f explore.Fact, names renaming) explore.Fact {
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(f))
	same := true
	for _, k := range s.known[f].holes {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(names[k]))
		same = same && names[k] == k
	}
	if same {
		return f
	}
	if known, ok := s.renamed[string(s.key)]; ok {
		return known
	}
	old := s.names.Fact(f)
	to := s.names.Number(lang.Fact{Pred: old.Pred, Args: s.renameAll(old.Args, names)})
	s.renamed[string(s.key)] = to
	return to
}

func (s *symmetry) renameAll(values []lang.Value, names renaming) []lang.Value {
	out := make([]lang.Value, len(values))
	for i, v := range values {
		switch n, ok := s.numbers[v.Con]; {
		case ok:
			out[i] = lang.NewValue(s.constants[names[n]], nil)
		case len(v.Args) > 0:
			out[i] = lang.NewValue(v.Con, s.renameAll(v.Args, names))
		default:
			out[i] = v
		}
	}
	return out
}
