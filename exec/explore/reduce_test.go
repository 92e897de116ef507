package explore

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// everyOther selects every other instance, unless this leads nowhere new.
type everyOther struct{}

func (everyOther) Select(_ *View, all []Instance) (some []int, careful bool) {
	for i := 0; i < len(all); i += 2 {
		some = append(some, i)
	}
	return some, true
}

// swap takes states for the same that differ by the constants a and b.
type swap struct {
	names  *Names
	a, b   lang.Value
	images map[Fact]Fact
}

func (s *swap) Canonical(v *View) []Held {
	var image []Held
	for _, h := range v.Varying() {
		to, known := s.images[h.Fact]
		if !known {
			f := s.names.Fact(h.Fact)
			to = s.names.Number(lang.Fact{Pred: f.Pred, Args: s.swapAll(f.Args)})
			s.images[h.Fact] = to
		}
		h.Fact = to
		image = append(image, h)
	}
	slices.SortFunc(image, func(x, y Held) int { return cmp.Compare(x.Fact, y.Fact) })
	order := slices.CompareFunc(image, v.Varying(), func(x, y Held) int {
		permanent := 0
		if x.Permanent != y.Permanent {
			permanent = 1
			if y.Permanent {
				permanent = -1
			}
		}
		return cmp.Or(cmp.Compare(x.Fact, y.Fact), cmp.Compare(x.Copies, y.Copies), permanent)
	})
	if order < 0 {
		return image
	}
	return v.Varying()
}

func (s *swap) swapAll(args []lang.Value) []lang.Value {
	out := make([]lang.Value, len(args))
	for i, x := range args {
		switch {
		case x.Equal(s.a):
			out[i] = s.b
		case x.Equal(s.b):
			out[i] = s.a
		case x.Con != nil:
			out[i] = lang.NewValue(x.Con, s.swapAll(x.Args))
		default:
			out[i] = x
		}
	}
	return out
}

// With a reducer and a symmetry, too, the result does not depend on the number of goroutines.
func TestWorkersAgreeWithHooks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := replaytest.Load(rt, genProgram().Draw(rt, "program"))
		o := Options{Workers: 1, KeepEdges: true, MaxStates: rapid.IntRange(1, 300).Draw(rt, "most")}
		if rapid.Bool().Draw(rt, "reduced") {
			o.Reducer = func(*Names) Reducer { return everyOther{} }
		}
		o.Symmetry = func(n *Names) Symmetry {
			k := p.Types[0].Constructors
			return &swap{n, lang.NewValue(k[0], nil), lang.NewValue(k[1], nil), make(map[Fact]Fact)}
		}
		want, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(rt, err)
		got, err := inBatches(p, rapid.IntRange(1, 9).Draw(rt, "fewest"), o)
		require.NoError(rt, err)
		requireSame(rt, want, got)
	})
}

// A reducer sees the instances that can fire, with the facts that they use, take, read and make.
func TestInstances(t *testing.T) {
	p := replaytest.Load(t, `u : type. a : u. b : u. p u : pred. q u : pred. r : pred. fixed u : pred.
		stage s = { go : p X * $q Y * r * fixed X -o q X * !r. }
		#trace _ s { p a, q b, q b, r, !r, !fixed a, !fixed b }.`)
	var seen []string
	o := Options{MaxStates: 1, Reducer: func(n *Names) Reducer { return &recorder{n, &seen} }}
	_, err := Search(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	require.Equal(t, []string{
		"go a b: uses p a, q b, r, fixed a; takes p a; reads q b, r, fixed a; makes q a, !r",
		"go a b: uses p a, q b, r, fixed a; takes p a, r; reads q b, fixed a; makes q a, !r",
	}, seen)
}

// recorder writes the instances down.
type recorder struct {
	*Names
	seen *[]string
}

func (r *recorder) Select(_ *View, all []Instance) ([]int, bool) {
	for i := range all {
		of := &all[i]
		text := func(facts []Fact) string {
			var out []string
			for _, f := range facts {
				out = append(out, r.Fact(f).String())
			}
			return strings.Join(out, ", ")
		}
		var takes []Fact
		for _, h := range of.Takes {
			takes = append(takes, slices.Repeat([]Fact{h.Fact}, int(h.Copies))...)
		}
		var makes []string
		for _, h := range of.Makes {
			makes = append(makes, lang.Initial{Fact: r.Fact(h.Fact), Permanent: h.Permanent}.String())
		}
		*r.seen = append(*r.seen, of.Rule.Label+lang.Arguments(r.Args(of))+": uses "+text(of.Uses)+"; takes "+text(takes)+
			"; reads "+text(of.Reads)+"; makes "+strings.Join(makes, ", "))
	}
	return nil, false
}
