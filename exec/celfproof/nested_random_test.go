package celfproof

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/emit"
	"github.com/ceptre-graph/ceptre/lang/celf/emit/emittest"
)

// thesis draws a file with stages by the scheme of the thesis, in which a run ends: rules use up energy, and links use
// up fuel. Of the facts `at`, which the end lists, there are always two. The last two stages may be in a row, or the
// last one may have no clause of done.
func thesis(t *rapid.T) string {
	d := emittest.Choices{T: t}
	var b strings.Builder
	b.WriteString(`phase : type. one : phase. two : phase. three : phase.
stage : phase -> type. run : phase -> type. done : phase -> type.
room : type. hall : room. bar : room. yard : room.
at : room -> type. adj : room -> room -> type. energy : type. fuel : type. seen : room -> type. dirt : room -> type.
- : adj hall bar. - : adj bar yard. adj/sym : adj X Y -> adj Y X.
`)
	stages := []string{"one", "two", "three"}
	targets := stages
	last := d.Of("last", "done", "end", "row") // how the stage three ends: by clauses of done, or as part of that of run
	if last == "row" {
		targets = stages[:2]
	}
	for i, s := range stages {
		end := strings.Join(slices.Insert([]string{"at A", "at B"}, d.Number(0, 2, "token"), "stage "+s), " * ")
		leads, after := "done "+s, ""
		switch {
		case s == "two" && last == "row":
			leads = "run three"
		case s == "three" && last == "row":
			leads, after = end, "stage two o- "
		case s == "three" && last == "end":
			leads = end
		}
		fmt.Fprintf(&b, "begin/%s : run %[1]s o- %[2]s(stage %[1]s -o {%[3]s}).\n", s, after, leads)
		for j := range d.Number(1, 2, "rules") {
			left := []string{"energy", "stage " + s, "at X", d.Of("asks", "adj X Y", "adj X Y * !seen X", "adj X Y * dirt X")}
			right := []string{"stage " + s, d.Of("moves", "at X", "at Y"),
				d.Of("makes", "@(dirt Y)", "!seen Y", "1", "@(dirt X) * !seen hall")}
			pi := d.Of("binds", "", "Pi X. ", "Pi Y. Pi X. ")
			from, to := d.Mixed(left), "{"+strings.Join(d.Mixed(right), " * ")+"}"
			rule := strings.Join(from, d.Of("arrow", " * ", " -o ")) + " -o " + to
			if d.Number(0, 3, "back") == 0 {
				rule = to + " o- " + strings.Join(from, " o- ")
			}
			fmt.Fprintf(&b, "rule/%d/%d : %s%s.\n", i, j, pi, rule)
		}
		if leads != "done "+s {
			continue
		}
		for j := range d.Number(0, 2, "links") {
			to := "run " + d.Of("to", targets...)
			parts := []string{"fuel", "stage " + s}
			pi := ""
			switch d.Number(0, 3, "link") {
			case 0:
				parts = append(parts, to)
			case 1:
				parts = append(parts, fmt.Sprintf("(@(dirt yard) -o %s)", to))
			case 2:
				parts = append(parts, "at X", "adj X Y", fmt.Sprintf("(%s -o %s)", strings.Join(d.Mixed(
					[]string{"at Y", "!seen X"}), " * "), to))
				pi = d.Of("binds", "", "Pi Y. ", "Pi X. Pi Y. ")
			case 3:
				parts = append(parts, "dirt X", fmt.Sprintf("(@energy -o %s)", to))
			}
			fmt.Fprintf(&b, "link/%d/%d : %sdone %s o- {%s}.\n", i, j, pi, s, strings.Join(d.Mixed(parts), " * "))
		}
		fmt.Fprintf(&b, "end/%s : done %[1]s o- {%s}.\n", s, end)
	}
	facts := []string{"at hall", "at bar"}
	for range d.Number(2, 6, "energy") {
		facts = append(facts, "@energy")
	}
	for range d.Number(0, 4, "fuel") {
		facts = append(facts, "@fuel")
	}
	goal := d.Of("goal", "{run one}", "run one")
	fmt.Fprintf(&b, "#query * 1 * 1 %s -o %s.\n", strings.Join(d.Mixed(facts), " * "), goal)
	return b.String()
}

// TestPrintedStages: a run through stages that is printed as Celf prints solutions, and read again, is the same.
func TestPrintedStages(t *testing.T) {
	steps, links, early := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		prog := load(rt, thesis(rt))
		p := newPrinter(rt, prog, 1, rapid.Uint64().Draw(rt, "seed"))
		p.stage.early = rapid.IntRange(0, 4).Draw(rt, "early") == 0
		text, want := p.solution(100)
		require.False(rt, p.stage.stuck)
		if want.End.Why == trace.LimitHit { // the end was drawn, and not a link
			_, err := Trace(context.Background(), prog, "in", text, 1)
			require.ErrorContains(rt, err, "Celf may end a run where a link applies", text)
			early++
			return
		}
		requireRun(rt, prog, text, want)
		for _, s := range want.Steps {
			steps++
			if strings.HasPrefix(s.Rule, "link") {
				links++
			}
		}
	})
	require.Positive(t, links)
	require.Positive(t, early)
	require.Greater(t, steps, links)
}

// requireRun requires that an answer is read as a run of a program.
func requireRun(t require.TestingT, prog *lang.Program, text string, want *trace.Trace) {
	got, err := Trace(context.Background(), prog, "in", text, 1)
	require.NoError(t, err, "%s\n%s", prog.Source.Text, text)
	require.Equal(t, sorted(want.Steps), sorted(got.Steps), text)
	require.Equal(t, want.Resources, got.Resources, text)
	require.Equal(t, want.End, got.End, text)
	require.NoError(t, trace.Validate(got))
	require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{Exact: true}))
}

// sorted puts the resources of steps in order. Those that equal premises take are shared out in any of several ways.
func sorted(steps []trace.Step) []trace.Step {
	out := slices.Clone(steps)
	for i := range out {
		out[i].Consumes = slices.Sorted(slices.Values(out[i].Consumes))
		out[i].Reads = slices.Sorted(slices.Values(out[i].Reads))
	}
	return out
}

// TestEmittedStages: runs of random programs with stages, written in Celf and printed as Celf prints them, are runs of
// what was written.
func TestEmittedStages(t *testing.T) {
	read := 0
	rapid.Check(t, func(rt *rapid.T) {
		prog, errs := lang.Load("drawn.cep", []byte(emittest.Program(rt, true)))
		require.NotNil(rt, prog, errs)
		out, errs := emit.Program(prog)
		require.False(rt, errs.Failed(), errs)
		prog, errs = celf.Load("world.clf", out)
		if prog == nil { // rules that have several forms in Celf have no order there
			require.Contains(rt, errs.Error(), "have no order")
			return
		}
		p := newPrinter(rt, prog, 1, rapid.Uint64().Draw(rt, "seed"))
		text, want := p.solution(12)
		if p.stage == nil || p.stage.stuck {
			return
		}
		requireRun(rt, prog, text, want)
		read += len(want.Steps)
	})
	require.Positive(t, read)
}

// TestDamagedStages: an answer with stages in which something has changed is refused with its place, or it is another
// run of the program. A step that is missing, and two in the wrong order, leave the token of the stage where it is not.
func TestDamagedStages(t *testing.T) {
	refused := make(map[string]int)
	rapid.Check(t, func(rt *rapid.T) {
		prog := load(rt, thesis(rt))
		text, _ := newPrinter(rt, prog, 1, rapid.Uint64().Draw(rt, "seed")).solution(100)
		damage := rapid.SampledFrom([]string{"resource", "name", "step", "steps", "stage"}).Draw(rt, "damage")
		damaged, ok := damagedBy(rt, text, damage)
		if !ok {
			return
		}
		got, err := Trace(context.Background(), prog, "in", damaged, 1)
		if err != nil {
			refused[damage]++
			require.Regexp(rt, `^in:\d+:\d+: `, err.Error(), damaged)
			return
		}
		require.Contains(rt, []string{"resource", "name"}, damage, damaged)
		require.NoError(rt, trace.Validate(got))
		require.NoError(rt, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{}), damaged)
	})
	for _, damage := range []string{"resource", "name", "step", "steps", "stage"} {
		require.Positive(t, refused[damage], "%s of %v", damage, refused)
	}
}

// damagedBy changes an answer: it takes another resource or another name in a place, leaves out a step, swaps two
// steps, or begins another stage. It reports false if the answer has no such place.
func damagedBy(t *rapid.T, text, damage string) (string, bool) {
	lines := strings.SplitAfter(text, "\n")
	replace := func(pattern string, with ...string) (string, bool) {
		all := regexp.MustCompile(pattern).FindAllStringIndex(text, -1)
		at := rapid.SampledFrom(all).Draw(t, "place")
		by := rapid.SampledFrom(with).Draw(t, "by")
		return text[:at[0]] + by + text[at[1]:], text[at[0]:at[1]] != by
	}
	steps := func(n int) []int {
		var all []int
		for i := range len(lines) - n + 1 {
			if !slices.ContainsFunc(lines[i:i+n], func(line string) bool { return !strings.Contains(line, "let {") }) {
				all = append(all, i)
			}
		}
		return all
	}
	switch damage {
	case "resource":
		return replace(`X\d+`, regexp.MustCompile(`X\d+`).FindAllString(text, -1)...)
	case "name":
		return replace(`(rule|link|end|begin)/[a-z0-9/]+`, "rule/0/0", "rule/1/0", "rule/2/1", "link/0/0", "link/1/0",
			"end/one", "end/two", "adj/sym", "-")
	case "stage":
		return replace(`begin/[a-z]+`, "begin/one", "begin/two", "begin/three")
	case "step":
		all := steps(1)
		if len(all) == 0 {
			return text, false
		}
		i := rapid.SampledFrom(all).Draw(t, "step")
		return strings.Join(slices.Delete(lines, i, i+1), ""), true
	default:
		all := steps(2)
		if len(all) == 0 {
			return text, false
		}
		i := rapid.SampledFrom(all).Draw(t, "step")
		lines[i], lines[i+1] = lines[i+1], lines[i]
		return strings.Join(lines, ""), true
	}
}
