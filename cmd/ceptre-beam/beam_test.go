package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// TestMain makes a worker of the binary of the tests when a runner starts it as one.
func TestMain(m *testing.M) {
	enroll()
	if isWorker(os.Args[1:]) {
		os.Exit(work(os.Args[1:]))
	}
	os.Exit(m.Run())
}

const verona = "../../examples/verona.cep"

// ceptre builds the command of the main module once, and runs it.
var ceptre = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "ceptre-")
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "ceptre")
	out, err := exec.Command("go", "build", "-C", "../..", "-buildvcs=false", "-o", file, "./cmd/ceptre").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// oneProcess returns what 'ceptre sweep' prints.
func oneProcess(t *testing.T, args ...string) string {
	t.Helper()
	out, _ := verb(t, append([]string{"sweep"}, args...)...)
	return out
}

// verb runs a verb of the command of the main module.
func verb(t *testing.T, args ...string) (out, errs string) {
	t.Helper()
	file, err := ceptre()
	require.NoError(t, err)
	cmd := exec.Command(file, args...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	require.NoError(t, cmd.Run(), "%s", &e)
	return o.String(), e.String()
}

// run runs the command in this process.
func run(t testing.TB, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = cli.Run(t.Context(), command, cli.Streams{In: strings.NewReader(""), Out: &o, Err: &e}, args)
	return status, o.String(), e.String()
}

// inProcesses are the flags of Beam for workers that are processes of their own.
func inProcesses(t *testing.T) []string {
	self, err := os.Executable()
	require.NoError(t, err)
	config, err := json.Marshal(map[string]string{"command": self})
	require.NoError(t, err)
	t.Cleanup(func() { *jobopts.EnvironmentType, *jobopts.EnvironmentConfig = "loopback", "" })
	return []string{"--", "--environment_type", "PROCESS", "--environment_config", string(config)}
}

// The report is that of one process, byte for byte, however many shards there are.
func TestSameBytes(t *testing.T) {
	for name, flags := range map[string][]string{
		"text":    nil,
		"JSON":    {"--json"},
		"limits":  {"--steps", "20", "--choose", "rule", "--no-hash"},
		"facts":   {"--facts", "dead _", "--facts", "at C L, dead C", "--by", "do/slay", "--all"},
		"CSV":     {"-o", "-"},
		"another": {"--json", "--by", "do/slay,do/write", "--seed", "18446744073709551000"},
	} {
		t.Run(name, func(t *testing.T) {
			flags := append([]string{verona, "--runs", "50"}, flags...)
			want := oneProcess(t, flags...)
			for _, shards := range []string{"1", "7", "50"} {
				status, out, errs := run(t, append(flags, "--shards", shards)...)
				require.Zero(t, status, errs)
				require.Equal(t, want, out, "%s shards", shards)
			}
		})
	}
}

// The table in Parquet is that of one process, too.
func TestParquet(t *testing.T) {
	folder := t.TempDir()
	theirs, ours := filepath.Join(folder, "theirs.parquet"), filepath.Join(folder, "ours.parquet")
	flags := []string{verona, "--runs", "50", "--quiet", "-o"}
	require.Empty(t, oneProcess(t, append(flags, theirs)...))
	status, out, errs := run(t, append(flags, ours, "--shards", "7")...)
	require.Zero(t, status, errs)
	require.Empty(t, out)
	want, err := os.ReadFile(theirs)
	require.NoError(t, err)
	got, err := os.ReadFile(ours)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got))
}

// The shards of a job are files that 'ceptre merge' reads.
func TestMerge(t *testing.T) {
	folder := t.TempDir()
	for name, flags := range map[string][]string{"text": nil, "all": {"--all"}, "JSON": {"--json"}, "CSV": {"-o", "-"}} {
		args := []string{verona, "--runs", "50", "--seed", "5", "--by", "do/slay", "--shards", "7", "--to", folder}
		status, out, errs := run(t, append(args, flags...)...)
		require.Zero(t, status, errs)
		merged, _ := verb(t, append([]string{"merge", folder}, flags...)...)
		require.Equal(t, merged, out, name)
	}
}

// A job prints the same messages as one process.
func TestMessages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "turns.cep")
	text := "turn : pred.\nunused : pred.\nstage s = { r : turn -o turn. }\ncontext c = { turn }.\n#trace _ s c.\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	for _, flags := range [][]string{nil, {"--quiet"}, {"--steps", "100"}} {
		flags := append([]string{file, "--runs", "4"}, flags...)
		wantOut, wantErrs := verb(t, append([]string{"sweep"}, flags...)...)
		status, out, errs := run(t, append(flags, "--shards", "3")...)
		require.Zero(t, status, errs)
		require.Equal(t, wantOut, out)
		require.Equal(t, wantErrs, errs, "%q", flags)
	}
	_, _, errs := run(t, file, "--runs", "4")
	require.Contains(t, errs, "unused")
	require.Contains(t, errs, "4 runs stopped after")
}

// A total of other runs, or of only some, is refused.
func TestOtherTotal(t *testing.T) {
	job := veronaJob(t, 40, 4)
	step := &makeRuns{Job: job}
	require.NoError(t, step.Setup())
	store, err := open(t.Context(), job.Folder)
	require.NoError(t, err)
	of := step.task.head.Subject
	var all *total.Total
	for i := range 4 {
		require.NoError(t, step.ProcessElement(t.Context(), i+1, func(sum *total.Total) {
			all, err = (&add{}).MergeAccumulators(all, sum)
			require.NoError(t, err)
		}))
		require.NoError(t, (&keep{job.Folder}).ProcessElement(t.Context(), all))
		_, err := store.all(t.Context(), &of)
		if i < 3 {
			require.ErrorContains(t, err, fmt.Sprintf("the runner has added up %d runs of 40", 10*(i+1)))
			continue
		}
		require.NoError(t, err)
		of.Seed = 7
		_, err = store.all(t.Context(), &of)
		require.ErrorContains(t, err, "this is the total of other runs: it has another seed, 1 instead of 7")
	}
}

// Workers that are processes of their own write the same.
func TestProcesses(t *testing.T) {
	folder := t.TempDir()
	flags := []string{verona, "--runs", "60", "--seed", "5", "--json"}
	status, out, errs := run(t, append(append(flags, "--shards", "6", "--to", folder), inProcesses(t)...)...)
	require.Zero(t, status, errs)
	require.Equal(t, oneProcess(t, flags...), out)
	files, err := filepath.Glob(filepath.Join(folder, "shard-*-of-00000006"))
	require.NoError(t, err)
	require.Len(t, files, 6)
}

// A job that fails is started again. Finished shards are not made again, by this job or by another one.
func TestTries(t *testing.T) {
	folder := t.TempDir()
	obstacle := filepath.Join(folder, "shard-00000004-of-00000006")
	require.NoError(t, os.Mkdir(obstacle, 0o755))
	flags := []string{verona, "--runs", "60", "--no-hash"}
	args := append(flags, "--shards", "6", "--to", folder, "--tries", "2")
	status, out, errs := run(t, args...)
	require.Equal(t, 1, status)
	require.Empty(t, out)
	require.Contains(t, errs, "try 1 of 2: ")

	require.NoError(t, os.Remove(obstacle))
	status, out, errs = run(t, args...)
	require.Zero(t, status, errs)
	require.Equal(t, oneProcess(t, flags...), out)
}

// Several workers make the runs. Of every third shard, the first result is dropped, and the shard is made again by
// another worker; two workers are killed while they make a shard. The report is that of one process.
func TestLostBundles(t *testing.T) {
	c := newCrowd(t, 4)
	c.fate = func(bundle string, attempt int) fate {
		var i int
		_, err := fmt.Sscanf(bundle, "runs %d", &i)
		switch {
		case err == nil && attempt == 0 && (i == 1 || i == 8):
			return kill
		case err == nil && attempt == 0 && i%3 == 0:
			return lost
		}
		return done
	}
	t.Cleanup(func() { *jobopts.EnvironmentType, *jobopts.EnvironmentConfig = "loopback", "" })
	flags := []string{verona, "--runs", "120", "--json"}
	status, out, errs := run(t, append(flags, "--shards", "12", "--to", t.TempDir(), "--jobs", "1",
		"--", "--environment_type", "EXTERNAL", "--environment_config", c.address)...)
	require.Zero(t, status, errs)
	require.Equal(t, 4, c.counts[lost])
	require.Equal(t, 2, c.counts[kill])
	require.Equal(t, oneProcess(t, flags...), out)
}

// A bundle that a runner processes again, or twice at the same time, leaves the same file, and says the same.
func TestBundlesAgain(t *testing.T) {
	job := veronaJob(t, 40, 4)
	var mu sync.Mutex
	said := make(map[string]int) // totals
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			step := &makeRuns{Job: job}
			require.NoError(t, step.Setup())
			for i := range job.Shards {
				require.NoError(t, step.ProcessElement(t.Context(), i+1, func(out *total.Total) {
					data, err := encode(out)
					require.NoError(t, err)
					mu.Lock()
					defer mu.Unlock()
					said[string(data)]++
				}))
			}
		})
	}
	group.Wait()
	require.Len(t, said, 4)
	for _, times := range said {
		require.Equal(t, 4, times)
	}
	entries, err := os.ReadDir(job.Folder)
	require.NoError(t, err)
	require.Len(t, entries, 4)
}

// A shard that is damaged, or of other runs, is made again.
func TestDamagedShard(t *testing.T) {
	folder := t.TempDir()
	flags := []string{verona, "--runs", "30", "--no-hash"}
	for _, seed := range []string{"2", "1"} {
		status, _, errs := run(t, append(flags, "--seed", seed, "--shards", "3", "--to", folder)...)
		require.Zero(t, status, errs)
	}
	file := filepath.Join(folder, fileOf(shard.Part{Index: 2, Of: 3}))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, data[:len(data)-1], 0o666))
	status, out, errs := run(t, append(flags, "--shards", "3", "--to", folder)...)
	require.Zero(t, status, errs)
	require.Equal(t, oneProcess(t, flags...), out)
}

// The input of a program and the program itself reach workers without their files.
func TestTravels(t *testing.T) {
	job := veronaJob(t, 10, 1)
	data, err := json.Marshal(job)
	require.NoError(t, err)
	var there Job
	require.NoError(t, json.Unmarshal(data, &there))
	t.Chdir(t.TempDir())
	step := &makeRuns{Job: there}
	require.NoError(t, step.Setup())
	require.NoError(t, step.ProcessElement(t.Context(), 1, func(*total.Total) {}))
}

// veronaJob returns a job of some runs.
func veronaJob(t testing.TB, runs, shards int) Job {
	text, err := os.ReadFile(verona)
	require.NoError(t, err)
	recipe := shard.Recipe{Name: verona, Text: text, Flags: []string{fmt.Sprintf("--runs=%d", runs)}}
	return Job{Recipe: recipe, Shards: shards, Folder: t.TempDir()}
}

// Errors have a place, and bad flags are named.
func TestErrors(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.cep")
	require.NoError(t, os.WriteFile(broken, []byte("a : type.\nstage s { r : a -o b. }\n"), 0o666))
	for want, args := range map[string][]string{
		"broken.cep:2:": {broken},
		`--shards 0: give a number from 1 to that of the runs, 5`:       {verona, "--runs", "5", "--shards", "0"},
		`--tries 0: give a positive number`:                             {verona, "--tries", "0"},
		`with --runner flink, say with --to a folder`:                   {verona, "--", "--runner", "flink"},
		`behind --: flag provided but not defined: -runer`:              {verona, "--", "--runer", "flink"},
		`-o "runs.txt": the name of a table ends with .csv or .parquet`: {verona, "-o", "runs.txt"},
		`--by: `:                     {verona, "--by", "do/sly"},
		`'ceptre sweep' plays games`: {"../../examples/tictactoe.kif"},
	} {
		status, out, errs := run(t, args...)
		require.NotZero(t, status, want)
		require.Empty(t, out)
		require.Contains(t, errs, want)
	}
}
