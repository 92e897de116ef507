package celfproof

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// days has stages by the scheme of the thesis.
const days = `phase : type. walk : phase. rest : phase.
stage : phase -> type. run : phase -> type. done : phase -> type.
agent : type. ann : agent. ben : agent. rested : agent -> type. tired : agent -> type. night : type.
b1 : run walk o- (stage walk -o {done walk}).
go : Pi C. stage walk * rested C -o {stage walk * tired C}.
to-rest : done walk o- {stage walk * night * tired C * (tired C * night -o run rest)}.
b2 : run rest o- (stage rest -o {done rest}).
sleep : tired C * stage rest -o {rested C * stage rest}.
end : done rest o- {stage rest * rested X * rested Y * night}.
#query * 1 * 1 (rested ann * rested ben * night -o {run walk}).
`

// aDay is a solution of it.
const aDay = `Solution: \[X1, [X2, X3]]. {b1 (\X4. {
    let {[X5, X6]} = go !ben [X4, X2] in
    let {[X7, X8]} = go !ann [X5, X1] in
    to-rest {[X7, [X3, [X8, \[X9, X10]. b2 (\X11. {
        let {[X12, X13]} = sleep [X6, X11] in
        let {[X14, X15]} = sleep [X9, X13] in
        end {[X15, [X12, [X14, X10]]]}})]]]}})}
`

// phases is a file of package emit, with links in a phase of their own and numbers of steps.
const phases = `phase : type. walk : phase. walk/2 : phase. walk/links : phase. over : phase.
steps : type. none : steps. more : steps -> steps. a : type. b : type. c : type.
stage : phase -> steps -> type. run : phase -> steps -> type. next : phase -> steps -> type. done : phase -> type.
run/walk : run walk S o- (stage walk S -o {done walk}).
go : stage walk (more S) * a -o {stage walk S * @b}.
done/walk : done walk o- {stage walk S * run walk/2 S}.
run/walk/2 : run walk/2 S o- (stage walk/2 S -o {done walk/2}).
hop : stage walk/2 (more S) * b * b -o {next walk S * @a}.
done/walk/2/walk : done walk/2 o- {next walk S * run walk S}.
done/walk/2 : done walk/2 o- {stage walk/2 S * run walk/links S}.
run/walk/links : run walk/links S o- (stage walk/links S -o {done walk/links}).
stop : stage walk/links (more S) * b -o {next over S * @c}.
done/walk/links/over : done walk/links o- {next over S}.
done/walk/links : done walk/links o- {stage walk/links S}.
#query * 1 * 1 (@a * @a -o {run walk (more (more (more (more (more none)))))}).
`

// phased is a solution of it.
const phased = `Solution: \[@X1, @X2]. {run/walk (\X3. {
    let {[X4, @X5]} = go [X3, X2] in
    let {[X6, @X7]} = go !none [X4, X1] in
    done/walk {[X6, run/walk/2 (\X8. {
        let {[X9, @X10]} = hop [X8, [X5, X7]] in
        done/walk/2/walk {[X9, run/walk (\X11. {
            let {[X12, @X13]} = go [X11, X10] in
            done/walk {[X12, run/walk/2 (\X14. {done/walk/2 {[X14, run/walk/links (\X15. {
                let {[X16, @X17]} = stop [X15, X13] in
                done/walk/links/over {X16}})]}})]}})]}})]}})}
`

// inRow has two stages in a row, and a goal in the second.
const inRow = `phase : type. one : phase. two : phase. stage : phase -> type. run : phase -> type. a : type. b : type.
r : stage one * a -o {stage one * b}.
r1 : run one o- (stage one -o {run two}).
r2 : run two o- stage one o- (stage two -o {stage two * b}).
#query * * * 1 a -o {run one}.
`

// choice may end where a link applies.
const choice = `phase : type. one : phase. two : phase.
stage : phase -> type. run : phase -> type. done : phase -> type.
a : type. r1 : run one o- (stage one -o {done one}). r2 : run two o- (stage two -o {done two}).
l : done one o- {stage one * a * (a -o run two)}. e1 : done one o- {stage one * a}. e2 : done two o- {stage two * a}.
#query * * * 1 a -o {run one}.
`

const rowed = `Solution: \X1. r1 (\X2. {let {[X3, X4]} = r [X2, X1] in r2 (\X5. {[X5, X4]}) X3})
`

// TestNested: answers with stages, one in the other, are runs through the stages of the program.
func TestNested(t *testing.T) {
	for _, c := range []struct{ world, text, want string }{
		{days, aDay, "go go to-rest sleep sleep"},
		{phases, phased, "go go hop go stop"},
		{inRow, rowed, "r r1"},
	} {
		prog := load(t, c.world)
		got, err := Trace(context.Background(), prog, "in", c.text, 1)
		require.NoError(t, err)
		var rules []string
		for _, s := range got.Steps {
			rules = append(rules, s.Rule)
		}
		require.Equal(t, c.want, strings.Join(rules, " "))
		require.NoError(t, trace.Validate(got))
		require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{Exact: true}))
	}
}

// TestNestedRefused checks the messages for answers with stages that are no runs.
func TestNestedRefused(t *testing.T) {
	for _, c := range []struct{ world, text, from, to, want string }{
		// A rule of another stage, or one without its token.
		{days, aDay, "sleep [X6, X11]", "go !ben [X11, X6]",
			"in:5:37: X11 is stage rest, and go needs stage walk here"},
		{days, aDay, "[X4, X2]", "X2",
			"in:2:22: go has 2 premises, and 1 proof here"},
		{days, aDay, "[X4, X2]", "[X2, X4]",
			"in:2:31: X2 is rested ben, and go needs stage walk here"},
		{days, aDay, "go !ann [X5, X1]", "go !ann [X4, X1]",
			"in:3:31: X4 is gone: go used it up in line 2"},
		{days, aDay, "go !ann [X5, X1]", "to-rest [X5, X1]",
			"in:3:22: to-rest is no forward rule"},
		{days, aDay, "go !ann [X5, X1]", "b2 [X5, X1]",
			"in:3:22: b2 is no forward rule"},
		{days, aDay, "{[X5, X6]}", "{X5}",
			"in:2:5: 1 resource is named here, and go makes 2 resources"},
		{days, aDay, "{[X5, X6]}", "{[!X5, X6]}",
			"in:2:12: X5 is stage walk here, which is not permanent"},
		// A stage that does not end here, or not in this way.
		{days, aDay, "    let {[X7, X8]} = go !ann [X5, X1] in\n    to-rest {[X7, [X3, [X8,", "    to-rest {[X5, [X3, [X6,",
			"in:3:5: the stage ends here, but go ann can still happen"},
		{days, aDay, "end {", "to-rest {",
			"in:7:9: to-rest shows done walk, and b2 needs done rest here"},
		{days, aDay, "end {", "go {",
			"in:7:9: go does not show done rest, which b2 needs here"},
		{days, aDay, "end {", "the-end {",
			"in:7:9: world.clf declares no the-end"},
		{days, aDay, "to-rest {[X7, [X3,", "let {1} = to-rest X3 in {[X7, [X3,",
			"in:4:15: to-rest is no forward rule"},
		{days, aDay, "[X15, [X12", "[X12, [X12",
			"in:7:15: X12 is rested ben, and end needs stage rest here"},
		{days, aDay, "end {[X15, [X12, [X14, X10]]]}", "end X15",
			"in:7:9: want {…} behind end"},
		{days, aDay, "end {[X15, [X12, [X14, X10]]]}", "end (\\X16. {X15})",
			"in:7:9: want {…} behind end"},
		{days, aDay, "end {[X15, [X12, [X14, X10]]]}", "(\\X16. end X15)",
			"in:7:9: a function stands here, and b2 needs done rest"},
		{days, aDay, "end {[X15,", "end {let {X16} = X17 in [X15,",
			"in:7:26: X17 is not bound before this"},
		{days, aDay, "[X14, X10]", "X14",
			"in:7:14: end needs 4 proofs here, and there are 3"},
		{days, aDay, "[X14, X10]", "[X10, X14]",
			"in:7:27: X10 is night, and end needs rested _ here"},
		// A link that does not apply.
		{days, aDay, "[X7, [X3, [X8,", "[X7, [X8, [X3,",
			"in:4:20: X8 is tired ann, and to-rest needs night here"},
		{days, aDay, "[X7, [X3, [X8,", "[X7, [X3, [X1,",
			"in:4:25: X1 is gone: go used it up in line 3"},
		{days, aDay, "[X7, [X3, [X8,", "[X7, [X3, [1,",
			"in:4:14: to-rest needs 4 proofs here, and there are 3"},
		{days, aDay, "[X7, [X3, [X8,", "[X8, [X3, [X7,",
			"in:4:15: X8 is tired ann, and to-rest needs stage walk here"},
		{days, aDay, "\\[X9, X10]", "\\X9",
			"in:4:29: 1 resource is named here, and to-rest makes 2 resources"},
		{days, aDay, "\\[X9, X10]. ", "",
			"in:4:29: 0 resources are named here, and to-rest makes 2 resources"},
		// A stage that does not begin here, or not in this way.
		{days, aDay, "b2 (", "b1 (",
			"in:4:29: b1 shows run walk, and to-rest needs run rest here"},
		{days, aDay, "b2 (", "X9 (",
			"in:4:29: X9 does not show run rest, which to-rest needs here"},
		{days, aDay, "(\\X11.", "(\\[X11, X16].",
			"in:4:44: b2 begins with stage rest alone: want \\X. {…} here"},
		{days, aDay, "(\\X11.", "(",
			"in:4:44: b2 begins with stage rest alone: want \\X. {…} here"},
		{days, aDay, "{b1", "{1} {b1",
			"in:1:29: the query needs 1 proof here, and there are 0"},
		{days, "Solution: \\[X1, [X2, X3]]. {[X1, [X2, X3]]}", "", "",
			"in:1:29: the query needs 1 proof here, and there are 3"},
		{days, "Solution: \\[X1, [X2, X3]]. {X1}", "", "",
			"in:1:29: X1 does not show run walk, which the query needs here"},
		// Numbers of steps, and phases that one stage of the program is made of.
		{phases, phased, "done/walk {[X12", "done/walk/2 {[X12",
			"in:8:13: done/walk/2 shows done walk/2, and run/walk needs done walk here"},
		{phases, phased, "done/walk/2/walk {[X9", "done/walk/2 {[X9",
			"in:6:23: X9 is next walk (more (more none)), and done/walk/2 needs stage walk/2 _ here"},
		{phases, phased, "done/walk/links/over {X16}", "done/walk/links {X16}",
			"in:10:34: X16 is next over none, and done/walk/links needs stage walk/links _ here"},
		{phases, phased, "go !none [X4, X1]", "go !(more none none) [X4, X1]",
			"in:3:27: more takes 1 argument, and has 2 arguments here"},
		{phases, phased, "go !none [X4, X1]", "go !(less none) [X4, X1]",
			"in:3:23: go has 2 premises, and 3 proofs here"},
		{strings.Replace(phases, "(more (more (more (more (more none)))))", "(more (more none))", 1), phased, "", "",
			"in:5:33: X8 is stage walk/2 none, and hop needs stage walk/2 (more _) here"},
		// Stages in a row.
		{inRow, rowed, ") X3", ")",
			"in:1:57: r2 has 2 premises, and 1 proof here"},
		{inRow, rowed, ") X3", ") X1",
			"in:1:78: X1 is gone: r used it up in line 1"},
		{inRow, rowed, "[X5, X4]", "X4",
			"in:1:67: r2 needs 2 proofs here, and there is 1"},
		{choice, "Solution: \\X1. {r1 (\\X2. {e1 {[X2, X1]}})}", "", "",
			"in:1:31: the answer ends here, but l can still happen: Celf may end a run where a link applies, and a program " +
				"does not"},
		{strings.Replace(days, "night -o {run", "night * night -o {run", 1), aDay, "[X2, X3]]", "[X2, [X3, X16]]]",
			"in:7:14: X16 is left over: night is linear, and the end does not use it"},
		// Answers of other files.
		{small, rowed, "", "",
			"in:1:11: world.clf has no stages, and this is the proof of one"},
		{small, "Solution: r1", "", "",
			"in:1:11: want the steps of a run in braces"},
	} {
		text := strings.Replace(c.text, c.from, c.to, 1)
		require.True(t, c.from == "" || c.text != text, c.from)
		_, err := Trace(context.Background(), load(t, c.world), "in", text, 1)
		assert.EqualError(t, err, c.want)
	}
}
