package causal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Whoever follows some of many is told where these are by the facts that say so of all.
func TestFindPlaceOfSome(t *testing.T) {
	for _, c := range []struct {
		initial, names, want string
		why                  string
	}{
		{"at ann home, at bob well, at eve well", "ann bob eve", "at", "all are followed"},
		{"at ann home, at bob well, at eve well", "ann eve", "at", "others are of their type"},
		{"at ann home, at bob well, at cat well", "ann bob", "", "a cat is of no type that anybody followed has"},
		{"at bob home, near ann well", "ann", "near", "facts of others alone say nothing of her"},
		{"at ann home, at bob ann", "ann", "", "ann is no place"},
		{"at ann home, at ann bob", "ann", "", "bob is none either, though nobody follows him"},
		{"at ann home, at bob home, at bob well", "ann", "", "bob is in two places"},
	} {
		tr := castRun(c.initial)
		tr.Program = &trace.Program{Types: []trace.Type{{Name: "person", Constants: []string{"ann", "bob", "eve"}}, {Name: "place", Constants: []string{"home", "well"}}}}
		require.Equal(t, c.want, FindPlace(tr, strings.Fields(c.names)), c.why)
	}
	require.Empty(t, FindPlace(castRun("at ann home, at bob well"), []string{"ann"}), "without types nobody knows who bob is")
}
