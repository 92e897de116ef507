package asp

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// bare returns a copy of a tree without places and sources.
func bare[T any](tree T) T {
	out := reflect.New(reflect.TypeOf(tree)).Elem()
	clear := func(to, from reflect.Value) {}
	clear = func(to, from reflect.Value) {
		switch from.Type() {
		case reflect.TypeFor[syntax.Span](), reflect.TypeFor[*syntax.Source]():
			return
		}
		switch from.Kind() {
		case reflect.Pointer, reflect.Interface:
			if from.IsNil() {
				return
			}
			inner := reflect.New(from.Elem().Type())
			clear(inner.Elem(), from.Elem())
			if from.Kind() == reflect.Interface {
				inner = inner.Elem()
			}
			to.Set(inner)
		case reflect.Slice:
			if from.Len() == 0 {
				return
			}
			to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
			for i := range from.Len() {
				clear(to.Index(i), from.Index(i))
			}
		case reflect.Struct:
			for i := range from.NumField() {
				clear(to.Field(i), from.Field(i))
			}
		default:
			to.Set(from)
		}
	}
	clear(out, reflect.ValueOf(tree))
	return out.Interface().(T)
}

// requireSame fails if the printed rules of a program are not read as the same rules.
func requireSame(t require.TestingT, p *logic.Program) {
	text := printed(p)
	back, errs := parse(text)
	require.Empty(t, errs, text)
	require.Equal(t, text, printed(back))
	require.Equal(t, bare(p.Rules), bare(back.Rules), text)
	require.Equal(t, p.Shows, back.Shows)
}

// A printed rule is read as the same rule.
func TestPrintParse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		requireSame(rt, &logic.Program{Rules: rapid.SliceOfN(genRule(), 0, 3).Draw(rt, "rules")})
	})
}

// FuzzParse looks for texts that make the reader panic, lose its place, or read what it prints as something else.
func FuzzParse(f *testing.F) {
	for _, in := range corpustest.Inputs(f, "testdata/*.txtar") {
		f.Add(in.Data)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, errs := Parse(&syntax.Source{Name: "p.lp", Text: text})
		errs = append(errs, logic.Check(p)...)
		for _, e := range errs {
			require.True(t, e.Start.IsValid(), e.Msg)
			require.LessOrEqual(t, e.End.Offset, len(text))
			require.LessOrEqual(t, e.Start.Offset, e.End.Offset)
			require.Equal(t, e.Source.Pos(e.Start.Offset), e.Start)
		}
		require.NoError(t, errs.Fprint(&bytes.Buffer{}, syntax.Style{}))
		if len(p.Rules) < mostCompared {
			requireSame(t, p)
		}
	})
}

// mostCompared is how many rules the fuzz target compares; pools can stand for a hundred thousand.
const mostCompared = 1000
