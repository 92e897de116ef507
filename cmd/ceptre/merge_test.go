package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// series are verbs with flags that ask for all that reports have: errors, statements, numbers, parts and goals;
// influences; and several starts, prose, and rules that lack something.
var series = []string{
	"sweep coins.cep --proof-steps 1000 --by flip/heads --facts heads --facts purse",
	"sweep wedding.clf",
	"sweep fragile.cep --proof-steps 1000 --no-hash --facts coin",
	"sweep coins.cep --proof-steps 1000 --no-hash --influence",
	"coverage coins.cep --proof-steps 1000",
	"coverage island.cep --choose rule",
}

const wedding = `
person : type. romeo : person. juliet : person.
single : person -> type. wed : type. rash : type.
marry : single romeo * single juliet -o {wed}.
run : single P -o {rash}.
#query 9 * * 1 (single romeo -o single juliet -o {wed}).
`

const island = `
coin : pred. ship : pred. storm : pred. gold : pred. wreck : pred.
stage shore = { pay : coin * ship -o ship. brew : coin -o storm. dig : $ship * wreck -o gold. }
qui * stage shore * $ship -o stage sea * coin.
stage sea = { sail : coin -o storm. sink : storm * storm * ship -o wreck. find : $gold * ship -o coin. }
qui * stage sea * $ship -o stage shore * coin * coin.
#trace 40 shore { coin, coin, ship }.
#trace 9 sea { coin, storm, ship }.
`

const people = `
person : type. ann : person. bob : person. cyd : person.
awake person : pred. friends person person : pred.
stage day = { meet : $awake A * $awake B * A <> B -o friends A B. sleep : awake A -o (). }
#trace 9 day { awake ann, awake bob, awake cyd }.
`

// However many shards there are, and in whatever order they come, they make the report and the tables of one process.
func TestMergedShardsAreOneProcess(t *testing.T) {
	t.Chdir(t.TempDir())
	fragile := strings.Replace(coins, "#trace", "#never broke : tails * tails.\n#trace", 1)
	for file, text := range map[string]string{"coins.cep": coins, "wedding.clf": wedding, "fragile.cep": fragile,
		"people.cep": people, "island.cep": island, "island.md": "## sail\n\nFar.\n\n## dig\n\nDeep.\n"} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for number, asked := range series {
		verb := append(strings.Fields(asked), "--runs", "100", "--seed", "5")
		want := outputs(t, verb, asked)
		for _, n := range []int{1, 7, 64} {
			var files []string
			for i := range n {
				file := fmt.Sprintf("%d.%d.%d", number, i+1, n)
				files = append(files, file)
				status, said := call(t, slices.Concat(verb, []string{"--shard", fmt.Sprintf("%d/%d", i+1, n), "-o", file})...)
				require.Equal(t, cli.OK, status, said)
			}
			random.Shuffle(n, func(i, j int) { files[i], files[j] = files[j], files[i] })
			require.Equal(t, want, outputs(t, append([]string{"merge"}, files...), asked), "%s in %d shards", asked, n)
		}
	}
}

// outputs returns all that a verb prints and writes about what was asked for.
func outputs(t *testing.T, verb []string, asked string) map[string]string {
	t.Helper()
	all, ways := make(map[string]string), map[string][]string{"text": nil, "all": {"--all"}, "json": {"--json"}}
	switch {
	case strings.HasPrefix(asked, "coverage "):
		ways["annotated"] = []string{"--annotate"}
	case strings.HasPrefix(asked, "range "):
		ways["print"] = []string{"-o", "-"}
		ways["runs.csv"] = []string{"--quiet", "-o", "runs.csv"}
		ways["runs.svg"] = []string{"-o", "runs.svg", "--theme", "blueprint", "--examples", "told"}
		ways["runs.html"] = []string{"--quiet", "-o", "runs.html", "--theme", "blueprint"}
	case strings.Contains(asked, " --influence"):
		ways["runs.svg"] = []string{"-o", "runs.svg", "--theme", "blueprint", "--max-nodes", "9"}
		fallthrough
	default:
		ways["print"] = []string{"-o", "-"}
		ways["runs.csv"] = []string{"--quiet", "-o", "runs.csv"}
		ways["runs.parquet"] = []string{"--quiet", "-o", "runs.parquet"}
	}
	for name, flags := range ways {
		status, printed := call(t, append(slices.Clone(verb), flags...)...)
		require.Equal(t, cli.OK, status, printed)
		all[name] = printed
		if strings.HasPrefix(name, "runs.") {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			all[name] = string(data)
		}
		require.NotEmpty(t, all[name], name)
	}
	return all
}

// writeParts writes three shards of nine runs into a new folder.
func writeParts(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("coins.cep", []byte(coins), 0o644))
	for i := range 3 {
		status, said := call(t, "sweep", "coins.cep", "--proof-steps", "1000", "--runs", "9", "--shard",
			fmt.Sprintf("%d/3", i+1), "-o", fmt.Sprintf("part%d", i+1))
		require.Equal(t, cli.OK, status, said)
	}
}

// Each merge that reads rows notices damage in them. A report of totals does not change.
func TestDamagedRows(t *testing.T) {
	writeParts(t)
	merge := []string{"merge", "part1", "part2", "part3"}
	_, want := call(t, merge...)
	data, err := os.ReadFile("part2")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("part2", data[:len(data)-1], 0o644))
	status, said := call(t, merge...)
	require.Equal(t, cli.OK, status)
	require.Equal(t, want, said)
	for _, flag := range []string{"--json", "--all", "-o=runs.csv", "-o=-"} {
		status, said = call(t, append(merge, flag)...)
		require.Equal(t, cli.Failed, status)
		require.Equal(t, "part2: this shard is damaged: its checksum does not match\n"+
			"shard 2 of 3 is missing; --partial reports the others\n", said)
	}
	require.NoFileExists(t, "runs.csv")
}

// A total that makes no sense is an error that names its file, which --partial leaves out. No total stands for others.
func TestDamagedTotals(t *testing.T) {
	writeParts(t)
	status, want := call(t, "merge", "part1", "part3", "--partial", "--json", "--quiet")
	require.Equal(t, cli.OK, status)
	data, err := os.ReadFile("part2")
	require.NoError(t, err)
	h, err := shard.Check(bytes.NewReader(data))
	require.NoError(t, err)
	var rows sweep.Rows
	for row, err := range shard.Read(bytes.NewReader(data), h) {
		require.NoError(t, err)
		rows = append(rows, row)
	}
	other := h.Subject
	other.Seed++
	foreign, err := total.Of(other, rows).MarshalBinary()
	require.NoError(t, err)
	for why, data := range map[string][]byte{
		"part2: damaged statistics: it does not begin with": []byte("junk"),
		"part2: these are other runs: ":                     foreign,
	} {
		var file bytes.Buffer
		require.NoError(t, shard.Write(&file, h, data, rows))
		require.NoError(t, os.WriteFile("part2", file.Bytes(), 0o644))
		status, said := call(t, "merge", "part1", "part2", "part3")
		require.Equal(t, cli.Failed, status)
		require.Contains(t, said, why)
		require.Contains(t, said, "; --partial reports the others\n")
		status, said = call(t, "merge", "part1", "part2", "part3", "--partial")
		require.Equal(t, cli.OK, status)
		require.Contains(t, said, why)
		require.Contains(t, said, "6 of 9 runs, without shard 2 of 3")
		status, said = call(t, "merge", "part1", "part2", "part3", "--partial", "--json", "--quiet")
		require.Equal(t, cli.OK, status)
		require.Equal(t, want, said)
	}
}

// A merge neither reads nor writes more than its files.
func TestMergeLeavesFilesAlone(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("coins.cep", []byte(coins), 0o644))
	status, said := call(t, "sweep", "coins.cep", "--proof-steps", "1000", "--shard", "1/1", "-o", "part")
	require.Equal(t, cli.OK, status, said)
	before := snapshot(t)
	require.NoError(t, os.Symlink(filepath.Join(dir, "part"), "part.csv"))
	status, said = call(t, "merge", "part", "-o", "part.csv")
	require.Equal(t, cli.Failed, status)
	require.Equal(t, "part.csv: this is the input part, and is not overwritten\n", said)
	require.NoError(t, os.Remove("part.csv"))
	require.Equal(t, before, snapshot(t))
}
