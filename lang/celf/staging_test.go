package celf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// staged is a file with stages as an author writes one, with a branch behind a stage and a loop.
const staged = `phase : type. walk : phase. rest : phase. home : phase.
stage : phase -> type. run : phase -> type. done : phase -> type.
agent : type. ann : agent.
rested : agent -> type. tired : agent -> type. nights : type. slept : type.
r1 : run walk o- (stage walk -o {done walk}).
go : Pi C. stage walk * rested C -o {stage walk * tired C}.
to-rest : done walk o- {stage walk * nights * (slept -o run rest)}.
to-home : done walk o- {stage walk * slept * run home}.
r2 : run rest o- (stage rest -o {done rest}).
sleep : tired C -o stage rest -o {rested C * stage rest}.
again : done rest o- {stage rest * run walk}.
r3 : run home o- (stage home -o {stage home * tired C}).
#query * 1 * 10 (rested ann * nights -o {run walk}).
`

// inRow has two stages in a row, without the clauses of done.
const inRow = `phase : type. one : phase. two : phase. stage : phase -> type. run : phase -> type.
a : type. b : type. c : type.
r : stage one * a -o {stage one * b}.
s : stage two * b -o {stage two * c}.
r1 : run one o- (stage one -o {run two}).
r2 : run two o- stage one o- (stage two -o {stage two * c}).
#query * * * 1 a -o {run one}.
`

// counted has runs of at most two steps.
const counted = `phase : type. one : phase. two : phase. over : phase.
steps : type. none : steps. more : steps -> steps. most : steps = more (more none).
stage : phase -> steps -> type. run : phase -> steps -> type. next : phase -> steps -> type. done : phase -> type.
a : type. b : type.
r1 : run one S o- (stage one S -o {done one}).
r : stage one (more S) * a -o {stage one S * @b}.
d : done one o- {stage one S * run two S}.
r2 : run two S o- (stage two S -o {done two}).
l : stage two (more S) * b -o {next over S * @a}.
k : stage two (more S) * a -o {next one S}.
d1 : done two o- {next over S}.
d2 : done two o- {next one S * run one S}.
d3 : done two o- {stage two S}.
#query * * * 1 @a -o {run one most}.
`

// Files with stages are programs with stages: each has the text that it becomes.
func TestStaged(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{staged, `stage walk = { go : rested C -o tired C. } stage rest = { sleep : tired C -o rested C. } stage home = { }
			to-rest : qui * stage walk * nights -o stage rest * slept. to-home : qui * stage walk * slept -o stage home.
			again : qui * stage rest -o stage walk. #trace _ walk { rested ann, nights }.`},
		{inRow, "stage one = { r : a -o b. } " +
			"stage two = { s : b -o c. } r1 : qui * stage one -o stage two. #trace _ one { a }."},
		{counted, `stage one = { r : a -o b. } l : qui * stage one * b -o a. k : qui * stage one * a -o stage one.
			#trace 2 one { a }.`},
		{strings.Replace(counted, "k : stage two (more S) * a -o {next one S}.\n", "", 1),
			"stage one = { r : a -o b. } l : qui * stage one * b -o a. #trace 2 one { a }."},
		{strings.Replace(counted, "l : stage two (more S) * b -o {next over S * @a}.\n", "", 1),
			"stage one = { r : a -o b. k : a -o (). } #ordered one. #trace 2 one { a }."},
	} {
		prog, errs := Load("world.clf", []byte(c.text))
		require.NotNil(t, prog, errs)
		text, errs := Ceptre("world.clf", []byte(c.text))
		require.Empty(t, errs)
		var words []string
		for line := range strings.Lines(string(text[strings.Index(string(text), "stage"):])) {
			if !strings.HasPrefix(line, "%") {
				words = append(words, strings.Fields(line)...)
			}
		}
		require.Equal(t, strings.Join(strings.Fields(c.want), " "), strings.Join(words, " "))
	}
}

// Deviations from the scheme are refused, with their places.
func TestNotStaged(t *testing.T) {
	for _, c := range []struct{ text, from, to, want string }{
		{staged, "stage walk * rested C", "rested C",
			"w.clf:6:1: rule `go` does not have one token `stage P` on its left: it would belong to no stage or to several"},
		{staged, "{stage walk * tired C}", "{tired C}",
			"w.clf:6:1: rule `go` does not make one token `stage walk` again: its stage would be lost"},
		{staged, "{stage walk * tired C}", "{stage rest * tired C}",
			"w.clf:6:38: rule `go` goes from the stage `walk` to `rest` while others may fire: clauses of `run` lead on"},
		{staged, "{stage walk * tired C}", "{@(stage walk) * tired C}",
			"w.clf:6:40: `stage` stands outside the scheme of stages here"},
		{staged, "stage walk * rested C", "stage P * rested C",
			"w.clf:6:18: `P` is no stage"},
		{staged, "stage walk * rested C", "stage * rested C",
			"w.clf:6:12: `stage` stands outside the scheme of stages here"},
		{staged, "{stage walk * nights", "{nights",
			"w.clf:7:24: `stage walk` is missing: nothing would use it up, so no run would have a solution"},
		{staged, "{stage walk * nights", "{stage rest * nights",
			"w.clf:7:25: the stage `walk` does not end with the token of `rest`"},
		{staged, "{stage walk * slept * run home}", "{stage walk * slept * run home * run rest}",
			"w.clf:8:57: one more token than a stage ends with: there is one of `stage` and at most one of `run`"},
		{staged, "{stage home * tired C}", "{tired C}",
			"w.clf:12:33: the end of a run needs `stage home` once and leads to no stage, or the token is left over"},
		{staged, "again : done rest o- {stage rest * run walk}.\n", "",
			"w.clf:1:29: no clause of `done rest` says how the run goes on behind the stage"},
		{staged, "r2 : run rest o- (stage rest -o {done rest}).\n", "",
			"w.clf:1:29: `run rest` has no clause, so that the rules of the stage never fire"},
		{staged, "(stage rest -o {done rest})", "(stage walk -o {done walk})",
			"w.clf:9:6: a stage does not begin in this way"},
		{staged, "(stage rest -o {done rest})", "(stage rest * slept -o {done rest})",
			"w.clf:9:6: a stage does not begin in this way"},
		{staged, "{run walk}", "{run walk * slept}",
			"w.clf:13:41: in a file with stages, the goal of a query is `{run P}` alone"},
		{staged, "#query * 1", "#query 5 1",
			"w.clf:13:8: the largest number of steps is that of each stage here, which is not supported: write `*`"},
		{staged, "(rested ann * nights", "(stage rest * nights",
			"w.clf:13:18: `stage` stands outside the scheme of stages here"},
		{staged, "#query * 1 * 10 (rested ann * nights -o {run walk})", "#trace * rested ann",
			"w.clf:13:1: in a file with stages a run is a query with the goal `{run P}`"},
		{staged, "again :", "stop : done rest o- {stage rest * slept}. again :",
			"w.clf:12:33: runs end in other facts here than elsewhere, but a run of a program has one goal"},
		{staged, "again :", "r4 : run rest o- (stage rest -o {done rest}). again :",
			"w.clf:11:1: `run rest` has two clauses"},
		{staged, "agent : type.", "agent : type. within : agent -> phase -> type.",

			"w.clf:3:15: `within` has the name of a stage as an argument, which stages of programs are not"},
		{staged, "rested ann * nights", "rested ann * nights * (slept -o {nights})",
			"w.clf:13:41: a rule in the state is not supported in a file with stages: it would fire in each"},
		{inRow, "o- stage one ", "",
			"w.clf:6:1: the stage `two` begins without the token `stage one` of the stage before, so that nothing uses it up"},
		{inRow, "{run one}", "{run two}",
			"w.clf:7:22: no run begins with `two`, which needs the token of the stage before"},
		{counted, "stage one (more S) * a", "stage one S * a",
			"w.clf:6:35: the steps that are left are not counted here as stages need it"},
		{counted, "{next one S}", "{next one (more S)}",
			"w.clf:10:42: the steps that are left are not counted here as stages need it"},
		{counted, "run one most", "run one S",
			"w.clf:14:31: the number of steps is not `more (… none)`"},
		{counted, "d2 : done two o- {next one S * run one S}.\n", "",
			"w.clf:10:1: no clause of `done two` says how the run goes on behind rule `k`"},
		{counted, "d3 : done two o- {stage two S}", "d3 : done two o- {stage two S * run one S}",
			"w.clf:13:18: this leads on only where no rule of the stage does, but links of programs have no order"},
		{counted, "r : stage one (more S) * a -o {stage one S", "r : stage two (more S) * a -o {stage two S",
			"w.clf:7:17: this is a link, but it does not count as a step"},
	} {
		text := strings.Replace(c.text, c.from, c.to, 1)
		require.NotEqual(t, c.text, text, c.from)
		prog, errs := Load("w.clf", []byte(text))
		require.Nil(t, prog, text)
		assert.Equal(t, c.want, errs[0].Error(), c.to)
	}
}
