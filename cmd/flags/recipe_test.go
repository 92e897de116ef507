package flags

import (
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/stretchr/testify/require"
)

// A recipe may come from another machine: its flags name no file of this one, and are checked as those of a verb are.
func TestFollowChecksFlags(t *testing.T) {
	recipe := shard.Recipe{Name: "a.cep", Text: []byte("a : pred. stage go = { x : a -o a. } #trace 9 go { a }."),
		Flags: []string{"--runs=200", "--seed=5", "--choose=rule"}}
	task, err := Follow(t.Context(), &recipe, nil)
	require.NoError(t, err)
	require.Equal(t, 200, task.Runs)
	require.EqualValues(t, 5, task.Seed)
	for flag, want := range map[string]string{
		"--input=/etc/passwd": "they name --input",
		"--jobs=1000":         "they name --jobs",
		"--runs=-1":           "--runs -1: give a positive number",
		"--choose=them":       `--choose "them": want random, rule or first: there is no player to ask`,
		"--shard=1/2":         "unknown flag: --shard",
	} {
		recipe.Flags = []string{flag}
		_, err := Follow(t.Context(), &recipe, nil)
		require.EqualError(t, err, "the flags of the runs make no sense: "+want)
	}
}
