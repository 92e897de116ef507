package webeditor

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// strange are texts that files may hold where names and terms are.
var strange = []string{
	"", " ", "a", "A", "_", "_1", "no.", "1st", "7", "-1", "1.5", "stage", "context", "pred", "type", "-", "/", `\`,
	"-o", "o-", "->", "mod", "string", "bwd", "sense", "qui", "in", "sum", "numbers", "less_than", "equal", "true",
	"expr", "x y", "天", "Ǆ", "'", "’", "a\nb", "% c", "}. a", "\u202e", "c.1.0", "a.1.0", "N - 1", "N-(M*2)", "(",
	"N /", "X", "//x", "/*", "--", "a.b", "\x00", "\"", "e1", "\u0301", "٣", "ⅷ", "𝐀", "hue", "red", "ball", "type_",
	"stage_", "n7",
}

// change changes one random part of a decoded file.
func change(t *rapid.T, x any) any {
	here := rapid.IntRange(0, 7).Draw(t, "here") == 0
	switch x := x.(type) {
	case []any:
		if len(x) == 0 {
			break
		}
		i := rapid.IntRange(0, len(x)-1).Draw(t, "item")
		switch {
		case !here:
			x[i] = change(t, x[i])
			return x
		case rapid.Bool().Draw(t, "again"):
			return append(x, x[i])
		}
		return slices.Delete(slices.Clone(x), i, i+1)
	case map[string]any:
		if len(x) == 0 {
			break
		}
		key := rapid.SampledFrom(slices.Sorted(maps.Keys(x))).Draw(t, "key")
		if here {
			x = maps.Clone(x)
			delete(x, key)
			return x
		}
		x[key] = change(t, x[key])
		return x
	}
	if rapid.IntRange(0, 9).Draw(t, "kind") > 0 {
		return rapid.SampledFrom(strange).Draw(t, "text")
	}
	return rapid.SampledFrom([]any{nil, true, false, 3, []any{}, map[string]any{}}).Draw(t, "value")
}

// Whatever stands in a file, the program that comes of it is right, and its own file gives the same rules.
func TestStrangeFiles(t *testing.T) {
	inputs := corpustest.Inputs(t, "testdata/read.txtar")
	rapid.Check(t, func(rt *rapid.T) {
		var file any
		if json.Unmarshal(rapid.SampledFrom(inputs).Draw(rt, "input").Data, &file) != nil {
			rt.Skip()
		}
		for range rapid.IntRange(1, 12).Draw(rt, "changes") {
			file = change(rt, file)
		}
		data, err := json.Marshal(file)
		require.NoError(rt, err)
		text, errs := Read("f.json", data)
		require.Equal(rt, text == nil, errs.Failed())
		if text == nil {
			return
		}
		p := requireRight(rt, text)
		if back, _ := Write(p); back != nil {
			again, errs := Read("f.json", back)
			require.False(rt, errs.Failed())
			require.Equal(rt, enabled(rt, p), enabled(rt, requireRight(rt, again)))
		}
	})
}
