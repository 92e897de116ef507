package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/doubling"
)

// ringProgram is a program with a walker on a ring of rooms, of which a thing is moved now and then.
const ringProgram = `
room : type. who : type. ann : who. bea : who.
a : room. b : room. c : room. d : room.
next room room : pred. at who room : pred. coin nat : pred. nat : type. #builtin NAT nat.
stage play = {
  go : at W X * $next X Y -o at W Y.
  meet : $at W X * $at V X * W <> V * coin N -o coin (N + 1).
}
#trace _ play { at ann a, at bea c, coin 0, next a b, next b c, next c d, next d a }.
`

// growingProse are texts by their size, each of many of one thing.
var growingProse = map[string]func(n int) string{
	"sections": func(n int) string { return strings.Repeat("## go\n\n{W} goes.\n\n", n) },
	"slots":    func(n int) string { return "## go\n\n" + strings.Repeat("{W} ", n) },
	"links":    func(n int) string { return "## go\n\n" + strings.Repeat("[a](https://example.org) ", n) },
	"quotes":   func(n int) string { return "## go\n\n" + strings.Repeat("> a\n", n) },
	"lists":    func(n int) string { return "## go\n\n" + strings.Repeat("- a\n", n) },
	"front matter": func(n int) string {
		return "---\ncharacters: [" + strings.Repeat("ann, ", n) + "bea]\n---\n\n## go\n\nx\n"
	},
}

// BenchmarkGrowthOfProse is [BenchmarkGrowth] of checking prose.
func BenchmarkGrowthOfProse(b *testing.B) {
	for name, text := range growingProse {
		b.Run(name, func(b *testing.B) {
			measureGrowth(b, 4_000, func(dir, program string, size int) []string {
				prose := filepath.Join(dir, "ring.md")
				require.NoError(b, os.WriteFile(prose, []byte(text(size)), 0o644))
				return []string{"check", program, prose}
			})
		})
	}
}

// BenchmarkGrowth runs each verb on inputs of doubling sizes, see [doubling.Measure].
func BenchmarkGrowth(b *testing.B) {
	const program, trace = "PROGRAM", "TRACE"
	for _, args := range []string{
		"run PROGRAM --seed 1 --steps SIZE --quiet -o OUT.json",
		"run PROGRAM --seed 1 --steps SIZE --quiet -o OUT.ctrace",
		"sweep PROGRAM --runs SIZE --steps 10 --seed 1",
		"coverage PROGRAM --runs SIZE --steps 10 --seed 1", "range PROGRAM --runs SIZE --steps 10 --x depth --y width",
		"trace verify PROGRAM TRACE", "trace count TRACE", "trace hash TRACE", "trace order TRACE", "trace diff TRACE TRACE",
		"trace convert TRACE -o OUT.jsonl", "trace export TRACE --to graphml -o OUT.graphml",
		"why TRACE", "whynot PROGRAM TRACE meet", "whatif PROGRAM TRACE --without t5", "rules TRACE", "threads TRACE",
	} {
		b.Run(strings.ReplaceAll(args, " ", "_"), func(b *testing.B) {
			measureGrowth(b, 2_000, func(dir, file string, size int) []string {
				steps := fmt.Sprint(size)
				run := filepath.Join(dir, "run"+steps+".json")
				grow(b, "run", file, "--seed", "1", "--steps", steps, "--quiet", "-o", run)
				named := strings.NewReplacer("SIZE", steps, program, file, trace, run, "OUT", filepath.Join(dir, "out"))
				return strings.Fields(named.Replace(args))
			})
		})
	}
}

// measureGrowth times commands of doubling sizes, which are made for a folder and a program in it.
func measureGrowth(b *testing.B, smallest int, command func(dir, program string, size int) []string) {
	dir := b.TempDir()
	file := filepath.Join(dir, "ring.cep")
	require.NoError(b, os.WriteFile(file, []byte(ringProgram), 0o644))
	doubling.Measure(b, smallest, func(size int) func() {
		args := command(dir, file, size)
		return func() { grow(b, args...) }
	})
}

// grow runs a verb, which is to end well.
func grow(b *testing.B, args ...string) {
	var errs bytes.Buffer
	status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: io.Discard, Err: &errs}, args)
	require.Equal(b, cli.OK, status, "%v: %s", args, &errs)
}
