package grid

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// shapeKey identifies facts that can have coordinates in the same place: those of a predicate with so
// many arguments, in which the holder of the coordinates is the fact itself or a term in it.
type shapeKey struct {
	pred   string
	arity  int
	path   string // path leads to the holder: "" for the fact, "\x01" for its second argument
	holder string // holder is the head of the holder, "" for the fact
	inner  int    // inner is the number of arguments of the holder
}

// shape is what facts of a key have in common.
type shape struct {
	shapeKey
	args          []argument // of the holder
	rows, columns []int      // which of them are the coordinates
	order         int        // order is how readily two arguments are taken for coordinates; 0 is best
	upwards       bool       // upwards says that rows count from below

	alive   map[string]int  // facts by position, at the moment that is looked at
	firsts  map[string]int  // facts by their first argument, at that moment
	shared  bool            // shared says that at some moment two facts have the same first argument
	stays   bool            // stays says that no fact is made or used up
	most    int             // most positions at one moment
	all     map[string]bool // positions of the whole run
	rests   map[string]bool // arguments beside the coordinates, in the whole run
	sample  *trace.Resource // sample is the first fact
	whole   bool            // whole says that at the start each position has one fact
	initial int             // initial is the number of facts at the start
}

// mostNesting is how deep in a fact the coordinates may stand.
const mostNesting = 2

// holders calls yield with each term of a fact that can hold coordinates, the fact itself first.
func holders(r *trace.Resource, yield func(key shapeKey, args []trace.Term)) {
	key := shapeKey{pred: r.Pred, arity: len(r.Args), inner: len(r.Args)}
	yield(key, r.Args)
	var walk func(path string, args []trace.Term)
	walk = func(path string, args []trace.Term) {
		for i, t := range args {
			if len(t.Args) == 0 || t.Head == trace.List || len(path) == mostNesting {
				continue
			}
			key.path, key.holder, key.inner = path+string(rune(i)), t.Head, len(t.Args)
			yield(key, t.Args)
			walk(path+string(rune(i)), t.Args)
		}
	}
	walk("", r.Args)
}

// choose picks the arguments that are the coordinates, and reports whether there are two.
func (s *shape) choose(h hints) bool {
	s.order = -1
	for i := range s.args {
		for j := i + 1; j < len(s.args); j++ {
			if !s.args[i].isAxis() || !s.args[j].isAxis() {
				continue
			}
			order := 0
			switch a, b := s.args[i].family, s.args[j].family; {
			case a == integer && b == integer:
			case a.letter != b.letter:
				order = 2
			case !a.letter:
				order = 4
			default:
				order = 6
			}
			if j > i+1 {
				order++
			}
			if s.order < 0 || order < s.order {
				s.order, s.rows, s.columns = order, []int{i}, []int{j}
			}
		}
	}
	if s.order < 0 {
		return false
	}
	s.orient(h)
	return true
}

// nested makes four integers that come up in all combinations at the start the coordinates of boards on a
// board, those of the outer ones first, and reports whether there are any.
func (s *shape) nested() bool {
	for i := 0; i+3 < len(s.args); i++ {
		size := len(s.args[i].values)
		equal := size > 1 && size*size*size*size == s.initial
		for k := i; k < i+4; k++ {
			equal = equal && s.args[k].isAxis() && s.args[k].family == integer && len(s.args[k].values) == size
		}
		if equal {
			s.rows, s.columns = []int{i, i + 2}, []int{i + 1, i + 3}
			return true
		}
	}
	return false
}

// isMapping reports whether a fact of two arguments relates things to things, as `on a b` and
// `likes p1 p2` do, or a number to one other, as the cells of an array and their values, and names no
// position.
func (s *shape) isMapping() bool {
	if s.holder != "" || len(s.args) != 2 {
		return false
	}
	low, high := s.args[0].bounds()
	otherLow, otherHigh := s.args[1].bounds()
	return s.args[0].family != integer && s.args[1].family != integer &&
		s.args[0].family.letter == s.args[1].family.letter ||
		!s.shared && (low != otherLow || high != otherHigh)
}

// related are words in the names of predicates that relate numbers to numbers.
var related = []string{"succ", "successor", "next", "nextto", "plus", "less", "lt", "leq", "greater", "gt", "adjacent",
	"edge", "link", "path", "way", "step", "score", "points", "size", "range", "between"}

// isRelation reports whether the name of a relation of two arguments says that it relates numbers.
func (s *shape) isRelation() bool { return s.inner == 2 && says(s.relation(), related...) }

// single picks the argument of a fact that is its only coordinate, an integer beside other arguments,
// or the first of two integers.
func (s *shape) single() bool {
	if s.path != "" {
		return false
	}
	s.rows, s.columns = nil, nil
	for i := range s.args {
		if s.args[i].isAxis() && s.args[i].family == integer {
			s.columns = append(s.columns, i)
		}
	}
	if len(s.columns) == 2 && len(s.args) == 2 {
		s.columns = s.columns[:1]
	}
	return len(s.columns) == 1 && len(s.args) > 1
}

// located are words in the names of predicates that say where things are.
var located = []string{"at", "cell", "pos", "position", "location", "loc", "lies", "square", "tile", "field", "piece",
	"stands", "hole", "slot", "pit"}

// isLocated reports whether the name of the relation says that something is somewhere.
func (s *shape) isLocated() bool { return says(s.relation(), located...) }

// relation is the name of what relates things and coordinates: that of the holder, if it has other
// arguments, too.
func (s *shape) relation() string {
	if s.holder != "" && s.inner > len(s.rows)+len(s.columns) {
		return s.holder
	}
	return s.pred
}

// read returns where a fact of the shape puts what. Whether the rest alone names the thing is for
// the caller to say.
func (s *shape) read(r *trace.Resource) position {
	at := position{pred: s.relation()}
	args := r.Args
	for k, i := range []byte(s.path) {
		if k+1 < len(s.path) || s.relation() == s.pred {
			at.rest = append(append(at.rest, args[:i]...), args[i+1:]...)
		}
		args = args[i].Args
	}
	for _, i := range s.rows {
		at.row = append(at.row, args[i])
	}
	for _, i := range s.columns {
		at.column = append(at.column, args[i])
	}
	for i, t := range args {
		if !slices.Contains(s.rows, i) && !slices.Contains(s.columns, i) {
			at.rest = append(at.rest, t)
		}
	}
	return at
}

// position is where a fact puts what.
type position struct {
	row, column []trace.Term
	pred        string
	rest        []trace.Term
	carried     bool // carried says that the rest alone names the thing
}

func (p *position) key() string { return name(p.row) + "\x00" + name(p.column) }

// form writes the shape as [ParsePattern] reads it.
func (s *shape) form() string {
	row := "R"
	if s.upwards {
		row = "Y"
	}
	names := make(map[int]string)
	for k, i := range s.rows {
		names[i] = row
		if len(s.rows) > 1 {
			names[i] += string(rune('1' + k))
		}
	}
	for k, i := range s.columns {
		names[i] = "C"
		if len(s.columns) > 1 {
			names[i] += string(rune('1' + k))
		}
	}
	things := 0
	thing := func() trace.Term {
		things++
		return trace.Const(strings.Repeat("X", things))
	}
	var build func(args []trace.Term, path string) []trace.Term
	build = func(args []trace.Term, path string) []trace.Term {
		out := make([]trace.Term, len(args))
		for i := range args {
			switch {
			case path == "" && names[i] != "":
				out[i] = trace.Const(names[i])
			case path != "" && i == int(path[0]):
				out[i] = trace.Term{Head: args[i].Head, Args: build(args[i].Args, path[1:])}
			default:
				out[i] = thing()
			}
		}
		return out
	}
	return trace.Term{Head: s.pred, Args: build(s.sample.Args, s.path)}.String()
}

// count enters that a fact came (1) or went (-1).
func (s *shape) count(r *trace.Resource, by int) {
	at := s.read(r)
	key := at.key()
	if s.alive[key] += by; s.alive[key] == 0 {
		delete(s.alive, key)
	}
	first := r.Args[0].String()
	s.firsts[first] += by
	s.shared = s.shared || s.firsts[first] > 1
	s.most = max(s.most, len(s.alive))
	s.all[key] = true
	s.rests[name(at.rest)] = true
}

// isWithin reports whether a fact speaks of an atom that has the coordinates: `memory (at 1 2 tree)`.
func (s *shape) isWithin() bool { return s.relation() != s.pred }

// better orders shapes: shapes named as places first, then shapes that are not about other atoms,
// which may have been true at another time, those with the most positions at one moment, and those with the
// coordinates as arguments of the fact itself.
func better(a, b *shape) int {
	rank := func(s *shape) (rank int) {
		if !s.isLocated() {
			rank += 2
		}
		if s.isWithin() {
			rank++
		}
		return rank
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.most, a.most), cmp.Compare(len(a.path), len(b.path)),
		cmp.Compare(a.order, b.order))
}

// survey counts the positions of shapes in the course of the run.
func survey(g *causal.Graph, of func(*trace.Resource) []*shape) {
	for i := range g.Resources {
		if r := &g.Resources[i]; r.Producer == causal.Outside {
			for _, s := range of(r.Resource) {
				s.count(r.Resource, 1)
				s.initial++
			}
		}
	}
	seen := make(map[*shape]bool)
	for i := range g.Resources {
		for _, s := range of(g.Resources[i].Resource) {
			if !seen[s] {
				seen[s] = true
				s.whole = s.initial == len(s.alive)
			}
		}
	}
	for e := range g.Len() {
		step := g.Step(causal.Event(e))
		for _, id := range step.Consumes {
			for _, s := range of(g.Resource(id).Resource) {
				s.count(g.Resource(id).Resource, -1)
				s.stays = false
			}
		}
		for _, id := range step.Produces {
			for _, s := range of(g.Resource(id).Resource) {
				s.count(g.Resource(id).Resource, 1)
				s.stays = false
			}
		}
	}
	for s := range seen {
		s.whole = s.whole && s.initial == len(s.all)
	}
}
