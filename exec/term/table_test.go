package term

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Terms that were cut leave no trace: later terms get the same numbers as without them.
func TestCutAgainstNewTerms(t *testing.T) {
	thing, peano, nat := &lang.Type{}, &lang.Type{}, &lang.Type{Numerals: true}
	a, b, f := &lang.Constructor{Name: "a", Result: thing}, &lang.Constructor{Name: "b", Result: thing},
		&lang.Constructor{Name: "f", Result: thing, Args: []*lang.Type{thing, nat}}
	peano.Zero, peano.Succ = &lang.Constructor{Name: "z", Result: peano},
		&lang.Constructor{Name: "s", Result: peano, Args: []*lang.Type{peano}}
	huge := lang.ParseNat("18446744073709551616")
	var values *rapid.Generator[lang.Value]
	values = rapid.Custom(func(t *rapid.T) lang.Value {
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			return lang.NewValue(a, nil)
		case 1:
			return lang.NewValue(b, nil)
		case 2:
			return lang.NumberValue(nat, huge.Add(lang.NewNat(rapid.Int64Range(0, 2).Draw(t, "more"))))
		case 3:
			return lang.Value{Text: rapid.SampledFrom([]string{"", "x"}).Draw(t, "text")}
		case 4:
			return lang.NumberValue(peano, lang.NewNat(rapid.Int64Range(0, 4).Draw(t, "number")))
		}
		return lang.NewValue(f, []lang.Value{values.Draw(t, "argument"),
			lang.NumberValue(nat, lang.NewNat(rapid.Int64Range(0, 2).Draw(t, "number")))})
	})
	const few = 1 << 10
	rapid.Check(t, func(rt *rapid.T) {
		cut, fresh := NewTable(few), NewTable(few)
		intern := func(label string, tables ...*Table) {
			for _, v := range rapid.SliceOfN(values, 0, 8).Draw(rt, label) {
				want := tables[0].Intern(v)
				if v.Of != nil {
					want = tables[0].Record(want, v.Of)
				}
				for _, other := range tables[1:] {
					got := other.Intern(v)
					if v.Of != nil {
						got = other.Record(got, v.Of)
					}
					require.Equal(rt, want, got, v.String())
				}
			}
		}
		intern("kept", &fresh, &cut)
		n := cut.Len()
		cut.Keep()
		intern("cut", &cut)
		cut.Cut()
		require.Equal(rt, n, cut.Len())
		intern("after", &fresh, &cut)
		require.Equal(rt, fresh.Len(), cut.Len())
	})
}
