package label

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestLabels(t *testing.T) {
	s := NewSet([]Key{
		{"play", "go", 1}, {"tower", "init", 1}, {"cave", "init", 1}, {"count", "-", 1}, {"count", "-", 2},
		{"count", "fall", 1}, {"count", "fall", 2}, {"end", "fall", 1},
	})
	for i, want := range []string{"go", "tower/init", "cave/init", "count/-#1", "count/-#2", "count/fall#1", "fall#2",
		"end/fall"} {
		assert.Equal(t, want, s.Label(i))
	}
	assert.Equal(t, []int{1, 2}, s.Select("init"))
	assert.Equal(t, []int{1, 2}, s.Select("init#1"))
	assert.Equal(t, []int{3, 4}, s.Select("-"))
	assert.Equal(t, []int{5, 6}, s.Select("count/fall"))
	assert.Equal(t, []int{0}, s.Select("play/go#1"))
	assert.Empty(t, s.Select("cave/go"))
	assert.Empty(t, s.Select("go#2"))
	assert.Empty(t, s.Select("go#x"))
	assert.Empty(t, s.Select(""))
}

// A rule's own name comes before a stage and a name.
func TestNamesWithSlashes(t *testing.T) {
	s := NewSet([]Key{{"do", "go", 1}, {"rest", "do/go", 1}, {"rest", "go", 1}})
	assert.Equal(t, []int{1}, s.Select("do/go"))
	assert.Equal(t, "do/go", s.Label(1))
	assert.Equal(t, "rest/go", s.Label(2))
	assert.Equal(t, "do/go##1", s.Label(0))
	assert.Equal(t, []int{0}, s.Select("do/go##1"))
	assert.Empty(t, s.Select("do/go##2"))
	assert.Empty(t, s.Select("do/go##4"))
	assert.Empty(t, s.Select("go##1"), "the stage is missing")
}

func TestFind(t *testing.T) {
	s := NewSet([]Key{{"a", "init", 1}, {"b", "init", 1}, {"b", "init", 2}, {"", "loose", 1}, {"a", "loose", 1},
		{"a", "one", 1}})
	assert.Equal(t, 1, s.Find(Key{"b", "init", 1}))
	assert.Equal(t, 2, s.Find(Key{"", "init", 2}), "the only second one")
	assert.Equal(t, -1, s.Find(Key{"", "init", 1}), "which of two is not said")
	assert.Equal(t, 3, s.Find(Key{"c", "loose", 1}), "the one of no stage")
	assert.Equal(t, 5, s.Find(Key{"c", "one", 1}), "the only one")
	assert.Equal(t, -1, s.Find(Key{"a", "none", 1}))
}

// Rules of a name are found by a selector that gives another stage or ordinal.
func TestLike(t *testing.T) {
	s := NewSet([]Key{{"a", "init", 1}, {"b", "init", 1}, {"b", "do/go", 1}})
	for selector, want := range map[string][]int{
		"init#7": {0, 1}, "c/init": {0, 1}, "c/init#x": {0, 1}, "b/init#2": {1}, "a/do/go": {2}, "x/y/do/go##9": {2},
		"inid": nil, "": nil, "#": nil, "/": nil,
	} {
		assert.Equal(t, want, s.Like(selector), selector)
	}
}

// Every label means its rule and no other, and all labels differ.
func TestLabelsSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"a", "b", "a/b", "b#1", "a#2", "a/b#1", "-", "a##1", "a/b##2", "b###1"})
		var keys []Key
		variants := make(map[Key]int)
		for range rapid.IntRange(1, 8).Draw(t, "rules") {
			k := Key{Stage: name.Draw(t, "stage"), Name: name.Draw(t, "name")}
			variants[k]++
			k.Variant = variants[k]
			keys = append(keys, k)
		}
		s := NewSet(keys)
		seen := make(map[string]bool)
		for i, k := range keys {
			label := s.Label(i)
			assert.False(t, seen[label], label)
			seen[label] = true
			assert.Equal(t, []int{i}, s.Select(label), label)
			assert.Contains(t, s.Select(k.Name), i)
			assert.Equal(t, i, s.Find(k))
		}
	})
}
