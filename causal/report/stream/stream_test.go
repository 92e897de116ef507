package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// item is an item of a list, with texts that look like a list.
type item struct {
	Text  string         `json:"text"`
	Items []string       `json:"items"`
	Map   map[string]int `json:"map"`
}

type part struct {
	Before string `json:"before"`
	Items  []item `json:"items"`
	After  []int  `json:"after"`
}

type twoParts struct {
	part
	Second *part `json:"second,omitempty"`
}

func one(items []item) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		for _, i := range items {
			if !yield(i, nil) {
				return
			}
		}
	}
}

// Lists that are written item by item have the same bytes as whole lists.
func TestWriteJSON(t *testing.T) {
	texts := rapid.SampledFrom([]string{"", "a", "<b>", "\n  \"items\": []", `  "items": []`, "\u2028"})
	items := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) item {
		return item{texts.Draw(t, "text"), rapid.SliceOfN(texts, 0, 2).Draw(t, "texts"),
			rapid.MapOfN(texts, rapid.IntRange(0, 9), 0, 2).Draw(t, "map")}
	}), 0, 3)
	draw := func(t *rapid.T) part { return part{texts.Draw(t, "before"), items.Draw(t, "items"), []int{1, 2}} }
	rapid.Check(t, func(t *rapid.T) {
		whole := twoParts{part: draw(t)}
		empty, lists := whole, []iter.Seq2[any, error]{one(whole.Items)}
		empty.Items = []item{}
		if rapid.Bool().Draw(t, "two") {
			second := draw(t)
			whole.Second = &second
			without := second
			without.Items = []item{}
			empty.Second = &without
			lists = append(lists, one(second.Items))
		}
		var want, got bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		require.NoError(t, enc.Encode(whole))
		require.NoError(t, WriteJSON(&got, empty, "items", lists...))
		require.Equal(t, want.String(), got.String())
	})
	broken := errors.New("broken")
	err := WriteJSON(new(bytes.Buffer), part{Items: []item{}}, "items", func(yield func(any, error) bool) {
		yield(nil, broken)
	})
	require.ErrorIs(t, err, broken)
	require.Error(t, WriteJSON(new(bytes.Buffer), part{}, "items", one(nil)))
}
