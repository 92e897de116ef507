package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/ceptre/manual"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/stretchr/testify/require"
)

// TestManualProgram checks that the program in the manual is right, and ends when nothing
// applies: by the link if a character is dead.
func TestManualProgram(t *testing.T) {
	page, err := os.ReadFile("manual/language.md")
	require.NoError(t, err)
	program := regexp.MustCompile(`(?s)character : type.*?\n#trace [^\n]*\n`).Find(page)
	require.NotNil(t, program)
	p, errs := lang.Load("language.md", program)
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

// TestManualExplanation checks that the explanation in the manual is the one that the command prints.
func TestManualExplanation(t *testing.T) {
	p := loadExample(t, "verona.cep")
	g := causal.New(runExample(t, p, p.Traces[0], 1))
	found, err := g.Find("dead juliet")
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, g.Why(found, causal.Reach{Depth: 2}).Fprint(&b))
	proof, _, _ := strings.Cut(b.String(), "\n\n")
	page, err := os.ReadFile("manual/questions.md")
	require.NoError(t, err)
	require.Contains(t, string(page), "\n"+proof+"\n")
}

// TestManualCoverage checks that the coverage in the manual is the one that the command prints.
func TestManualCoverage(t *testing.T) {
	t.Chdir("../..")
	var out bytes.Buffer
	status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &out},
		[]string{"coverage", "examples/garden.cep"})
	require.Equal(t, cli.OK, status)
	page, err := os.ReadFile("cmd/ceptre/manual/testing.md")
	require.NoError(t, err)
	_, shown, found := strings.Cut(string(page), "$ ceptre coverage examples/garden.cep\n")
	require.True(t, found)
	shown, _, _ = strings.Cut(shown, "\n\n…")
	for _, line := range strings.Split(shown, "\n") {
		require.Contains(t, out.String(), line+"\n")
	}
}

// TestNames checks that ARCHITECTURE.md has a row for every package, and the manual one for
// every example.
func TestNames(t *testing.T) {
	architecture, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	page, err := os.ReadFile("manual/examples.md")
	require.NoError(t, err)
	for room := range mayImport {
		require.Regexp(t, "(?m)^\\| .*`"+room+"`.* \\|", string(architecture))
	}
	entries, err := os.ReadDir("../../examples")
	require.NoError(t, err)
	for _, e := range entries {
		if slices.Contains([]string{".cep", ".kif", ".ggd"}, filepath.Ext(e.Name())) {
			require.Contains(t, string(page), "`examples/"+e.Name()+"`")
		}
	}
}

// The picture in the README is of the run that it says, as drawn today: it holds
// the same words.
func TestReadmePicture(t *testing.T) {
	p := loadExample(t, "verona.cep")
	tr := runExample(t, p, p.Traces[0], 1)
	svg, err := render.Write(context.Background(), causal.New(tr), render.Options{View: render.Storyline},
		render.SVGFormat)
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

// TestManualProse checks that the prose in the manual fits the program that it is for.
func TestManualProse(t *testing.T) {
	page, err := os.ReadFile("manual/writing.md")
	require.NoError(t, err)
	text := regexp.MustCompile(`(?s)    ---\n    title: .*?Nobody had asked [^\n]*\n`).Find(page)
	require.NotNil(t, text)
	program, err := os.ReadFile("../../examples/verona.cep")
	require.NoError(t, err)
	p, errs := lang.Load("verona.cep", program)
	require.NotNil(t, p, "%v", errs)
	words, err := prose.Parse("writing.md", bytes.ReplaceAll(text, []byte("    "), nil),
		prose.Options{Program: exec.Describe(p)})
	require.NoError(t, err)
	require.NoError(t, words.Check(exec.Describe(p)))
}

// papers returns the texts of the repository by their paths below its root.
func papers(t *testing.T) map[string]string {
	files := []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	for _, page := range manual.Pages() {
		files = append(files, "cmd/ceptre/manual/"+page.Name+".md")
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("../..", file))
		require.NoError(t, err)
		texts[file] = string(text)
	}
	return texts
}

var (
	mdCode    = regexp.MustCompile("(?ms)^```.*?^```$|^    [^\n]*$|`[^`\n]+`")
	mdLink    = regexp.MustCompile(`\]\(([^)]*)\)`)
	mdHeading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	mdNoSlug  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors returns the anchors that code hosts give the headings of a text.
func anchors(text string) []string {
	var out []string
	for _, m := range mdHeading.FindAllStringSubmatch(regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, ""),
		-1) {
		slug := strings.ReplaceAll(mdNoSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		n := 0
		for name := slug; slices.Contains(out, slug); n++ {
			slug = fmt.Sprint(name, "-", n+1)
		}
		out = append(out, slug)
	}
	return out
}

// TestLinks checks that each relative link in the texts of the repository leads to a file, or
// to a heading of one.
func TestLinks(t *testing.T) {
	texts := papers(t)
	links := 0
	for file, text := range texts {
		for _, m := range mdLink.FindAllStringSubmatch(mdCode.ReplaceAllString(text, ""), -1) {
			if strings.HasPrefix(m[1], "https://") {
				continue
			}
			links++
			to, anchor, anchored := strings.Cut(m[1], "#")
			target := path.Join(path.Dir(file), to)
			if to == "" {
				target = file
			}
			require.False(t, path.IsAbs(to) || strings.HasPrefix(target, ".."), "%s links to %s", file, m[1])
			_, err := os.Stat(filepath.Join("../..", target))
			require.NoError(t, err, "%s links to %s", file, m[1])
			if anchored {
				require.Contains(t, anchors(texts[target]), anchor, "%s links to %s", file, m[1])
			}
		}
	}
	require.Greater(t, links, 20)
}

// TestReadmeIsShort checks that the README does not become the manual again.
func TestReadmeIsShort(t *testing.T) {
	require.LessOrEqual(t, strings.Count(papers(t)["README.md"], "\n"), 200)
}

// TestArchitecturePaths checks that each file and folder that ARCHITECTURE.md names is there.
func TestArchitecturePaths(t *testing.T) {
	named := regexp.MustCompile("`((?:lang|exec|causal|render|site|themes|examples|cmd)(?:/[a-z_./]+)?)`")
	found := named.FindAllStringSubmatch(papers(t)["ARCHITECTURE.md"], -1)
	require.Greater(t, len(found), 50)
	for _, m := range found {
		_, err := os.Stat(filepath.Join("../..", m[1]))
		require.NoError(t, err)
	}
}

// The manual lists all words of pages, with their English texts.
func TestWordsInManual(t *testing.T) {
	page, ok := manual.Find("words")
	require.True(t, ok)
	text := page.Markdown()
	for _, key := range locale.Keys() {
		require.Regexp(t, `(?m)^    `+key+`(/one)?: `, text)
	}
	said := locale.For("", nil)
	for _, key := range []string{"exits", "the-end", "over", "map-overview-alone-rows", "nobody-sees"} {
		require.Contains(t, text, "    "+key+": "+said.Say(key)+"\n")
	}
}
