package replaytest

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Town is a program of a town with strings, terms, permanent facts, clauses and links:
// enough for runs that are wide, and that come back to their first stage.
const Town = `
person : type. ann : person. ben : person. cleo : person. dan : person.
place : type. inn : place. well : place. hill : place.
nat : type. z : nat. s nat : nat.
at person place : pred. mood person string : pred. energy person nat : pred.
met person person : pred. cup : pred. night : pred.
road place place : bwd. road inn well. road well hill. road X Y <- back X Y.
back place place : bwd. back well inn. back hill well.
stage day = {
  walk : at P A * road A B * energy P (s N) -o at P B * energy P N.
  meet : $at P A * $at Q A * P <> Q * cup -o !met P Q * mood Q "merry".
  fill : $at P well -o cup * night.
  quarrel : !met P Q * mood Q "merry" * $energy P _ -o mood Q "sour".
}
stage dusk = { sleep : night * night -o (). rest : mood _ "sour" -o (). }
qui * stage day -o stage dusk.
stage dusk * $at ann A -o stage day * cup.
#trace 25 day {
  at ann inn, at ben inn, at cleo well, at dan hill, !met ann ben, cup, cup,
  energy ann (s (s z)), energy ben (s z), energy cleo (s (s (s z))), energy dan (s z)
}.
`

// LoadTown returns the program of the town.
func LoadTown(t require.TestingT) *lang.Program {
	p, errs := lang.Load("town.cep", []byte(Town))
	require.NotNil(t, p, "%v", errs)
	return p
}

// Run runs a program from its first #trace.
func Run(t require.TestingT, p *lang.Program, seed uint64) *trace.Trace {
	tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Seed: seed})
	require.NoError(t, err)
	return tr
}

// Subject is a program with a run of it.
type Subject struct {
	Program *lang.Program
	Run     *trace.Trace
}

// worlds is how many random programs are among the subjects.
const worlds = 60

// Subjects returns runs of random programs, of the town and of the examples.
func Subjects(t *testing.T) []Subject {
	var programs []*lang.Program
	for seed := range uint64(worlds) {
		programs = append(programs, Load(t, World(Rand(seed))))
	}
	programs = append(programs, LoadTown(t))
	programs = append(programs, Examples(t)...)
	var out []Subject
	for i, p := range programs {
		if run := RandomRun(t, p, uint64(i), 40); len(run.Steps) > 0 {
			out = append(out, Subject{p, run})
		}
	}
	return out
}

// Load returns the program of a text, which may have warnings.
func Load(t require.TestingT, text string) *lang.Program {
	p, errs := lang.Load("test.cep", []byte(text))
	require.NotNil(t, p, "%v\n%s", errs, text)
	return p
}
