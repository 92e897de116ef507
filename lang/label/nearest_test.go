package label

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"juliett", "juliet"}, {"ocnflict", "conflict"}, {"CONFLCIT", "conflict"}, {"confli", "conflict"}, {"bx", "box"},
		{"at", ""}, {"tok", ""}, {"zzzzzz", ""}, {"b", ""}, {"", ""}, {strings.Repeat("x", longestGuess+1), ""},
	} {
		require.Equal(t, c.want, Nearest(c.name, []string{"box", "conflict", "juliet"}), c.name)
	}
	require.Equal(t, "s", Nearest("S", []string{"is", "s"}))
	require.Equal(t, "bob", Nearest("bop", []string{"bob", "bot"}), "the first of equally near ones")
}

// A selector of no rule is answered with the rules of its name elsewhere, or else with the nearest name, or with
// nothing; some messages list all rules then.
func TestMeant(t *testing.T) {
	rules := NewSet([]Key{
		{Stage: "day", Name: "walk", Variant: 1}, {Stage: "night", Name: "sleep", Variant: 1},
		{Stage: "noon", Name: "sleep", Variant: 1},
	})
	for _, c := range []struct{ selector, meant, orAll string }{
		{"night/walk", "; there is walk", "; there is walk"},
		{"day/sleep", "; there are night/sleep and noon/sleep", "; there are night/sleep and noon/sleep"},
		{"wulk", "; did you mean walk?", "; did you mean walk?"},
		{"swim/across", "", "; there are walk, night/sleep and noon/sleep"},
	} {
		require.Equal(t, c.meant, rules.Meant(c.selector), c.selector)
		require.Equal(t, c.orAll, rules.MeantOrAll(c.selector), c.selector)
	}
}
