package merges

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/shards"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// The runs of the benchmark are all different, like runs of examples/verona.cep, and fire some of many rules.
const (
	benchShards = 1000
	benchRuns   = 1000 // of each
	benchRules  = 40
)

// writeShards writes shards of drawn rows into a folder.
func writeShards(b *testing.B, folder string) {
	h := shard.Header{Part: shard.Part{Of: benchShards}, Subject: total.Subject{Report: total.Sweep, Program: "bench",
		Stage: "day", Seed: 1, Runs: benchShards * benchRuns, Choose: "random", Hashed: true}}
	h.SHA256 = fmt.Sprintf("%x", sha256.Sum256(nil))
	for i := range benchRules {
		h.Rules = append(h.Rules, total.Rule{Label: fmt.Sprintf("rule%d", i), Stage: "day"})
	}
	for h.Part.Index = 1; h.Part.Index <= benchShards; h.Part.Index++ {
		from, to := h.Part.Range(h.Runs)
		var rows sweep.Rows
		for n := from; n < to; n++ {
			d := sha256.Sum256(binary.AppendVarint(nil, int64(n)))
			r := &sweep.Row{Seed: h.Seed + uint64(n), Steps: 20 + int(d[0]%64), Fired: make([]int, benchRules),
				Final: sweep.State(d), Hash: hash.Sum{Bytes: d, Exact: true}}
			r.Why, r.Stage = "quiescent", []string{"day", "dusk"}[d[1]%2]
			for _, x := range d[2:] {
				r.Fired[int(x)%benchRules]++
			}
			rows = append(rows, r)
		}
		sum, err := total.Of(h.Subject, rows).MarshalBinary()
		require.NoError(b, err)
		out, err := os.Create(filepath.Join(folder, fmt.Sprint(h.Part.Index)))
		require.NoError(b, err)
		require.NoError(b, shard.Write(out, &h, sum, rows))
		require.NoError(b, out.Close())
	}
}

// BenchmarkMerge merges a million runs in a thousand shards: the report as text, for which their totals are read, and a
// table, for which each row is.
func BenchmarkMerge(b *testing.B) {
	folder := b.TempDir()
	writeShards(b, folder)
	quiet := cli.Streams{Out: io.Discard, Err: io.Discard}
	for name, m := range map[string]*Merger{
		"text":  {Streams: quiet},
		"table": {Streams: quiet, Quiet: true, Picture: cli.Picture{File: cli.Stdio}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				series, err := shards.Gather(b.Context(), quiet, []string{folder}, false, m.NeedsRows())
				require.NoError(b, err)
				require.NoError(b, m.Merge(new(cobra.Command), series))
			}
			b.ReportMetric(float64(b.N*benchShards)/b.Elapsed().Seconds(), "shards/s")
		})
	}
}
