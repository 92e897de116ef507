package merge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLines(t *testing.T) {
	for _, c := range []struct{ base, ours, theirs, merged string }{
		{"a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"},
		{"a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"},
		{"a\nb\n", "a\nx\nb\n", "a\nx\nb\n", "a\nx\nb\n"},
		{"a\nb\n", "a\nx\nb\n", "a\ny\nb\n", "conflict"},
		{"a\nb\n", "A\nb\n", "a\nB\n", "conflict"}, // neighbours: nothing stable stands between
		{"a\nb\n", "", "a\nb\n", ""},
		{"", "a\n", "", "a\n"},
		{"a", "a", "a\nb", "a\nb"}, // the last line has no end
		{"a\nb", "a\nb\n", "x\nb", "conflict"},
	} {
		got, ok := Lines(c.base, c.ours, c.theirs)
		if !ok {
			got = "conflict"
		}
		require.Equal(t, c.merged, got, "%q %q %q", c.base, c.ours, c.theirs)
	}
}

var small = rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n"}), 0, 8),
	func(lines []string) string { return strings.Join(lines, "") })

// One change alone is the result, as are two that are the same, and it does not matter which is whose.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, x, y := small.Draw(t, "base"), small.Draw(t, "x"), small.Draw(t, "y")
		for _, c := range [][2]string{{base, x}, {x, base}, {x, x}} {
			got, ok := Lines(base, c[0], c[1])
			require.True(t, ok)
			require.Equal(t, x, got)
		}
		one, ok1 := Lines(base, x, y)
		other, ok2 := Lines(base, y, x)
		require.Equal(t, ok1, ok2)
		require.Equal(t, one, other)
	})
}

// Changes of parts with a line between them that stays are all made.
func TestApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var base, ours, theirs, want string
		for i := range rapid.IntRange(0, 8).Draw(t, "parts") {
			part, changed := fmt.Sprintf("part %d\n", i), small.Draw(t, "changed")
			base += part
			switch rapid.IntRange(0, 2).Draw(t, "who") {
			case 0:
				ours, theirs, want = ours+changed, theirs+part, want+changed
			case 1:
				ours, theirs, want = ours+part, theirs+changed, want+changed
			default:
				ours, theirs, want = ours+part, theirs+part, want+part
			}
			line := fmt.Sprintf("line %d\n", i)
			base, ours, theirs, want = base+line, ours+line, theirs+line, want+line
		}
		got, ok := Lines(base, ours, theirs)
		require.True(t, ok)
		require.Equal(t, want, got)
	})
}

// The lines that a change keeps are as many as the table of the textbook says, in order, and the same.
func TestKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := lines(small.Draw(t, "a")), lines(small.Draw(t, "b"))
		at, ok := kept(a, b)
		require.True(t, ok)
		n, last := 0, -1
		for i, j := range at {
			if j < 0 {
				continue
			}
			require.Equal(t, a[i], b[j])
			require.Greater(t, j, last)
			n, last = n+1, j
		}
		require.Equal(t, longest(a, b), n)
	})
}

// longest returns the length of a longest common subsequence, by dynamic programming (Wagner and Fischer, 1974).
func longest(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		next := slices.Clone(row)
		for j, y := range b {
			next[j+1] = max(row[j+1], next[j])
			if x == y {
				next[j+1] = row[j] + 1
			}
		}
		row = next
	}
	return row[len(b)]
}

// Texts with nothing in common are not searched for long.
func TestUnlike(t *testing.T) {
	unlike := func(word string) string {
		var b strings.Builder
		for i := range 30_000 {
			fmt.Fprintf(&b, "%s %d\n", word, i)
		}
		return b.String()
	}
	_, ok := Lines(unlike("a"), unlike("b"), unlike("a"))
	require.False(t, ok)
}
