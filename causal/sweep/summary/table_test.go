package summary

import (
	"bytes"
	"context"
	"encoding/csv"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
)

// coins is a world in which some runs end with an error.
const coins = `
nat : type. #builtin NAT nat. coin : pred. heads : pred. tails : pred. purse nat : pred.
round nat : bwd.
round N <- round (N + 1).
stage play = {
  flip/heads : coin * purse N -o heads * purse (N + 1).
  flip/tails : coin -o tails.
  stuck : tails * tails * round 0 -o coin.
}
#trace _ play { coin, coin, coin, purse 3 }.
`

// The CSV file and the Parquet file hold the same columns and rows.
func TestTables(t *testing.T) {
	prog, errs := lang.Load("coins.cep", []byte(coins))
	require.False(t, errs.Failed(), "%v", errs)
	o := sweep.Options{Runs: 25, Seed: 1, Set: func(seed uint64) exec.Options {
		return exec.Options{Seed: seed, Limits: exec.Limits{ProofSteps: 1000}}
	}}
	for _, facts := range []string{"heads", "purse _"} {
		g, err := report.Goal(prog, facts)
		require.NoError(t, err)
		o.Facts = append(o.Facts, sweep.NewTally(prog, g))
	}
	made, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	tables := make(map[string]*bytes.Buffer)
	for _, name := range []string{"runs.csv", "runs.parquet"} {
		tables[name] = new(bytes.Buffer)
		require.NoError(t, WriterOf(name)(tables[name], made, made.Rows.All()))
	}
	require.Contains(t, tables["runs.csv"].String(), "rule stuck: ")
	want, err := csv.NewReader(tables["runs.csv"]).ReadAll()
	require.NoError(t, err)
	require.Len(t, want, 26)
	require.Equal(t, []string{"facts:heads", "facts:purse _", "sum:purse _"}, want[0][len(want[0])-3:])

	data := tables["runs.parquet"].Bytes()
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.Equal(t, want, readParquet(t, file))
}

// readParquet returns the contents of a file as text, with the names of its columns above.
func readParquet(t *testing.T, file *parquet.File) [][]string {
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	rows := make([]parquet.Row, file.NumRows())
	n, _ := parquet.NewReader(file).ReadRows(rows)
	require.Equal(t, len(rows), n)
	all := [][]string{names}
	for _, row := range rows {
		var texts []string
		for _, cell := range row {
			texts = append(texts, cell.String())
		}
		all = append(all, texts)
	}
	return all
}
