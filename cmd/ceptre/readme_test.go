package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/stretchr/testify/require"
)

// The program of the README is right, and ends as its text says: when nothing
// applies, by the link if somebody died.
func TestReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	program := regexp.MustCompile(`(?s)    character : type.*?\n    #trace [^\n]*\n`).Find(readme)
	require.NotNil(t, program)
	p, errs := lang.Load("README.md", program)
	require.NotNil(t, p, "%v", errs)
	for seed := range uint64(20) {
		tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Seed: seed})
		require.NoError(t, err)
		require.Equal(t, trace.Quiescent, tr.End.Why)
		var died bool
		for _, r := range tr.Final() {
			died = died || r.Pred == "dead"
		}
		require.Equal(t, died, tr.Steps[len(tr.Steps)-1].Rule == "day/to-night")
	}
}

// The explanation in the README is the one that the command prints.
func TestReadmeExplanation(t *testing.T) {
	p := loadExample(t, "verona.cep")
	g := causal.New(runExample(t, p, p.Traces[0], 1))
	found, err := g.Find("dead juliet")
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, g.Why(found, causal.Reach{Depth: 2}).Fprint(&b))
	proof, _, _ := strings.Cut(b.String(), "\n\n")
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), "    "+strings.ReplaceAll(proof, "\n", "\n    ")+"\n")
}

// What the README shows of the coverage of an example is what the command prints.
func TestReadmeCoverage(t *testing.T) {
	t.Chdir("../..")
	var out bytes.Buffer
	status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &out}, []string{"coverage", "examples/garden.cep"})
	require.Equal(t, cli.OK, status)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, shown, found := strings.Cut(string(readme), "    $ ceptre coverage examples/garden.cep\n")
	require.True(t, found)
	shown, _, _ = strings.Cut(shown, "\n\nA rule")
	for _, line := range strings.Split(shown, "\n") {
		require.Contains(t, out.String(), strings.TrimPrefix(line, "    ")+"\n")
	}
}

// The README has a row for every package and every example.
func TestReadmeNames(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	readme := string(data)
	for room := range mayImport {
		require.Regexp(t, "(?m)^\\| .*`"+room+"`.* \\|", readme)
	}
	entries, err := os.ReadDir("../../examples")
	require.NoError(t, err)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".cep") {
			require.Contains(t, readme, "`examples/"+e.Name()+"`")
		}
	}
}

// The picture in the README is of the run that it says, as drawn today: it holds
// the same words.
func TestReadmePicture(t *testing.T) {
	p := loadExample(t, "verona.cep")
	tr := runExample(t, p, p.Traces[0], 1)
	svg, err := render.Write(context.Background(), causal.New(tr), render.Options{View: render.Storyline}, render.SVGFormat)
	require.NoError(t, err)
	shown, err := os.ReadFile("../../examples/verona.svg")
	require.NoError(t, err)
	words := regexp.MustCompile(`<t(?:ext|span) [^>]*>([^<]*)<`)
	texts := func(svg []byte) []string {
		var out []string
		for _, m := range words.FindAllSubmatch(svg, -1) {
			out = append(out, string(m[1]))
		}
		return out
	}
	require.NotEmpty(t, texts(svg))
	require.ElementsMatch(t, texts(svg), texts(shown))
}

// The prose of the README fits the program that it is said to be for.
func TestReadmeProse(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	text := regexp.MustCompile(`(?s)    ---\n    title: .*?Nobody had asked [^\n]*\n`).Find(readme)
	require.NotNil(t, text)
	program, err := os.ReadFile("../../examples/verona.cep")
	require.NoError(t, err)
	p, errs := lang.Load("verona.cep", program)
	require.NotNil(t, p, "%v", errs)
	words, err := prose.Parse("README.md", bytes.ReplaceAll(text, []byte("    "), nil), prose.Options{Program: exec.Describe(p)})
	require.NoError(t, err)
	require.NoError(t, words.Check(exec.Describe(p)))
}
