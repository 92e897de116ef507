package explore

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/stretchr/testify/require"
)

// models returns the names of the models in testdata. Each is there for SPIN and Maude, too.
func models(t require.TestingT) (names []string) {
	files, err := filepath.Glob("testdata/models/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".cep"))
	}
	return names
}

func readModel(t require.TestingT, name string) string {
	text, err := os.ReadFile("testdata/models/" + name + ".cep")
	require.NoError(t, err)
	return string(text)
}

// BenchmarkModels searches all states of the models.
func BenchmarkModels(b *testing.B) {
	for _, name := range models(b) {
		b.Run(name, func(b *testing.B) {
			p := replaytest.Load(b, readModel(b, name))
			states, transitions := 0, 0
			for b.Loop() {
				s, err := Search(context.Background(), p, p.Traces[0], Options{})
				require.NoError(b, err)
				states, transitions = s.Len(), s.Transitions
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(transitions), "transitions")
			b.ReportMetric(float64(states*b.N)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

// BenchmarkAgainst compares the search with those of SPIN, breadth first without reduction, and of Maude, by the time
// of processors that a process takes that reads the model and searches all its states. SPIN needs a compiler for C,
// whose time does not count. Tools that are not installed are left out.
func BenchmarkAgainst(b *testing.B) {
	for _, name := range models(b) {
		for _, tool := range []struct {
			name    string
			needs   []string
			prepare func(b *testing.B, model string) *exec.Cmd
			states  *regexp.Regexp
		}{
			{"here", nil, here, regexp.MustCompile(`(\d+) states`)},
			{"spin", []string{"spin", "gcc"}, spin, regexp.MustCompile(`(\d+) states, stored`)},
			{"maude", []string{"maude"}, maude, regexp.MustCompile(`states: (\d+)`)},
		} {
			b.Run(name+"/"+tool.name, func(b *testing.B) {
				for _, n := range tool.needs {
					if _, err := exec.LookPath(n); err != nil {
						b.Skip(err)
					}
				}
				cmd := tool.prepare(b, name)
				seconds, states := 0.0, ""
				for b.Loop() {
					again := exec.Command(cmd.Path, cmd.Args[1:]...)
					out, err := again.CombinedOutput()
					require.NoError(b, err, "%s", out)
					seconds += (again.ProcessState.UserTime() + again.ProcessState.SystemTime()).Seconds()
					found := tool.states.FindSubmatch(out)
					require.NotNil(b, found, "%s", out)
					states = string(found[1])
				}
				n := 0.0
				_, err := fmt.Sscan(states, &n)
				require.NoError(b, err)
				b.ReportMetric(n, "states")
				b.ReportMetric(seconds/float64(b.N), "cpu-s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// here returns this test as a process that searches the states of a model once.
func here(b *testing.B, model string) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(b, err)
	return exec.Command(self, "-test.run=^$", "-test.bench=^BenchmarkModels$/^"+model+"$", "-test.benchtime=1x")
}

func spin(b *testing.B, model string) *exec.Cmd {
	dir := b.TempDir()
	file, err := filepath.Abs("testdata/models/" + model + ".pml")
	require.NoError(b, err)
	compile := strings.Fields("gcc -O2 -w -DBFS -DNOREDUCE -o pan pan.c")
	for _, args := range [][]string{{"spin", "-a", file}, compile} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(b, err, "%s", bytes.TrimSpace(out))
	}
	return exec.Command(filepath.Join(dir, "pan"), "-E", "-m1000000") // final states are no errors
}

func maude(b *testing.B, model string) *exec.Cmd {
	return exec.Command("maude", "-no-banner", "testdata/models/"+model+".maude")
}
