package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/stretchr/testify/require"
)

// seeds is how many runs of each example the tests look at.
const seeds = 10

// eachExample calls f with every program among the examples.
func eachExample(t *testing.T, f func(*testing.T, *lang.Program)) {
	files, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(file, func(t *testing.T) { f(t, loadExample(t, file)) })
	}
}

func loadExample(t *testing.T, file string) *lang.Program {
	text, err := fs.ReadFile(examples.FS, file)
	require.NoError(t, err)
	p, errs := lang.Load(file, text)
	require.Empty(t, errs)
	require.NotEmpty(t, p.Traces)
	return p
}

func runExample(t *testing.T, p *lang.Program, start *lang.Start, seed uint64) *trace.Trace {
	tr, err := exec.Run(context.Background(), p, start, exec.Options{Seed: seed, Host: played(t, p, io.Discard)})
	require.NoError(t, err)
	return tr
}

// Every run of every example is consistent, a run of its program, and reads
// back as it was written.
func TestExamplesRun(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		for _, start := range p.Traces {
			for seed := range uint64(seeds) {
				tr := runExample(t, p, start, seed)
				require.NotEmpty(t, tr.Steps)
				require.NoError(t, replay.Verify(context.Background(), p, tr, replay.VerifyOptions{Exact: true}))
				var first, second bytes.Buffer
				require.NoError(t, json.Write(&first, tr.Stream()))
				back, err := tracefile.Read("trace.json", bytes.NewReader(first.Bytes()), nil)
				require.NoError(t, err)
				require.NoError(t, json.Write(&second, back.Stream()))
				require.Equal(t, first.String(), second.String())
			}
		}
	})
}

// Every example becomes a site without a dead link, the same each time. Where
// it has prose, no rule is without.
func TestExamplesPublish(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		tr := runExample(t, p, p.Traces[0], 1)
		text := exampleProse(t, p)
		first := buildExample(t, tr, text)
		require.Empty(t, first.Check())
		require.Equal(t, casts[p.Name], castOf(t, tr))
		if text != nil {
			require.Empty(t, first.Notes)
		}
		require.Equal(t, first.Pages, buildExample(t, tr, text).Pages)
	})
}

// casts holds for each example the types of its characters, or the predicate with the place of its
// only character. Examples without characters are not listed.
var casts = map[string]string{
	"absent": "guest", "blocks": "block", "broadcast": "person", "cottage": "player", "dungeon": "hero",
	"epidemic": "city", "garden": "plant", "hanoi": "peg", "interview": "colour", "kitchen": "cook", "life": "state",
	"push":   "thing",
	"robots": "robot", "runoff": "candidate", "snake": "dir", "vending": "drink", "verona": "character",
	"villa": "character", "vote": "candidate", "workshop": "hand",
}

func castOf(t *testing.T, tr *trace.Trace) string {
	cast, err := cast.Find(causal.New(tr), cast.Options{})
	if err != nil {
		require.ErrorContains(t, err, "no constant")
	}
	if cast.Lone {
		return cast.Names[0]
	}
	return cast.Type
}

func exampleProse(t *testing.T, p *lang.Program) *prose.Prose {
	text, err := fs.ReadFile(examples.FS, p.Name+".md")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	written, err := prose.Parse(p.Name+".md", text, prose.Options{})
	require.NoError(t, err)
	return written
}

func buildExample(t *testing.T, tr *trace.Trace, text *prose.Prose) *site.Site {
	s, err := site.Build(context.Background(), causal.New(tr), site.Options{Prose: text})
	require.NoError(t, err)
	return s
}

// The villa is a fixed script: whatever is chosen, the same scenes are played,
// in the same causal order.
func TestVillaIsFixed(t *testing.T) {
	p := loadExample(t, "villa.cep")
	want := causes(runExample(t, p, p.Traces[0], 0))
	require.Greater(t, len(want), 30)
	for seed := range uint64(seeds) {
		require.Equal(t, want, causes(runExample(t, p, p.Traces[0], seed)))
	}
}

// causes returns each step with the steps that directly precede it, as sorted
// text without ids.
func causes(tr *trace.Trace) []string {
	g := causal.New(tr)
	var out []string
	for e := range g.Len() {
		var before []string
		for _, c := range g.Causes(causal.Event(e)) {
			before = append(before, g.Step(c).String())
		}
		slices.Sort(before)
		out = append(out, g.Step(causal.Event(e)).String()+" < "+strings.Join(before, ", "))
	}
	slices.Sort(out)
	return out
}

// In Verona something happens to everybody, as a rule, and nothing is always
// the same.
func TestVeronaIsAStory(t *testing.T) {
	p := loadExample(t, "verona.cep")
	fired := make(map[string]int)
	for seed := uint64(1); seed <= 100; seed++ {
		tr := runExample(t, p, p.Traces[0], seed)
		require.Greater(t, len(tr.Steps), 30)
		for _, step := range tr.Steps {
			fired[step.Rule]++
		}
	}
	for _, rule := range p.Rules() {
		require.NotZero(t, fired[rule.Name], "%s never fires", rule.Name)
	}
}
