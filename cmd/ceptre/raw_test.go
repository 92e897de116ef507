package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hostile are pieces of text that a terminal obeys, or that make a line look like another.
var hostile = []string{
	"\x1b[2J", "\x1b[31mred", "\x1b[8m", "\x1bc", "\x1b]8;;http://evil.example\x1b\\here\x1b]8;;\a", "\x1b]52;c;aGk=\a",
	"\x1bP1$r\x1b\\",
	"\u009b2J", "\u009d0;title\u009c", "\x00", "\a", "\b\b", "\r", "\v", "\x7f", "\u202eevil", "\u2066a\u2069", "\u200f",
	"\u061c", "\u2028", "\u2029", "\xff", "\xe2\x80",
}

// requireClean fails if a text contains control characters. Ends of lines and tabs are allowed.
func requireClean(t require.TestingT, text, from string) {
	bad := strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp))
	})
	require.Negative(t, bad, "%s: %q", from, text)
	require.True(t, utf8.ValidString(text), "%s: %q", from, text)
}

// rawFiles writes a program, prose, a trace and a theme that hold a text everywhere they can. Their names
// do, too.
func rawFiles(t require.TestingT, dir, raw string) (files []string) {
	quoted := strings.NewReplacer("\n", "", "\r", "", "\"", "").Replace(raw)
	inName := strings.NewReplacer("\x00", "", "/", "").Replace(raw)
	inJSON, err := json.Marshal(raw)
	require.NoError(t, err)
	inJSON = inJSON[1 : len(inJSON)-1]
	program := strings.ReplaceAll(`person : type. ann : person. % RAW
at person : pred. said string : pred. unused : pred. % RAW
tell string : action. #action tell PRINT.
stage day = { speak : at P -o said "RAW" * tell "RAW". % RAW
  again : said T -o (). % RAW
}
#trace _ day { at ann, said "other RAW" }. % RAW
`, "RAW", quoted)
	for name, text := range map[string]string{
		"good.cep": program,
		"bad.cep":  "person : type RAW. ann : nobody. % RAW\nstage day = { go : at \"RAW\" -o ann. RAW }.\n",
		"bad.md": "---\ntitle: RAW\nRAW: RAW\n---\n# RAW\n\n## RAW\n\n{RAW} [a](RAW) <RAW>\n\n## speak (if RAW)\n\nRAW " +
			"{RAW}\n\n## character RAW\n\nRAW\n",
		"good.md": "---\ntitle: RAW\n---\n# RAW\n\n## speak\n\n### RAW\n\nRAW\n\n## RAW\n\nRAW\n",
		"bad.json": `{"format":"ceptre-trace","version":1,"program":{"file":"JSON","stages":["JSON"],` +
			`"rules":[{"name":"JSON"}]},"steps":[{"id":"JSON"}]}`,
		"theme.json": `{"base":"JSON","description":"JSON","JSON":1,"fonts":{"body":"JSON"},"light":{"paper":"JSON"}}`,
		"trace.dot":  "digraph RAW { x1 [label=\"RAW\"]; RAW -> x1 [label=\"RAW\"]; }\n",
	} {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "RAW", raw), "JSON", string(inJSON))
		name = filepath.Join(dir, inName+name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		files = append(files, name)
	}
	var out, errs bytes.Buffer
	run := filepath.Join(dir, inName+"run.json")
	_ = cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &errs},
		[]string{"run", filepath.Join(dir, inName+"good.cep"), "-o", run})
	if _, err := os.Stat(run); err == nil { // the program is wrong where the text is not UTF-8
		files = append(files, run)
		all, err := os.ReadFile(run)
		require.NoError(t, err)
		named := filepath.Join(dir, inName+"names.json") // of another engine, which has other names
		text := strings.NewReplacer(`"speak`, `"speak`+string(inJSON), `"ann`, `"ann`+string(inJSON), `"said`, `"said`+
			string(inJSON), `"day`, `"day`+string(inJSON)).Replace(string(all))
		require.NoError(t, os.WriteFile(named, []byte(text), 0o644))
		files = append(files, named)
	}
	slices.Sort(files)
	return files
}

// The names of files and what they hold are shown in one spelling, and the lines of messages are ours alone.
func TestShownSpelling(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ raw, shown string }{
		{"\x1b[2J", `\x1b[2J`}, {"\x1b]52;c;aGk=\a", `\x1b]52;c;aGk=\a`}, {"\u202e", `\u202e`}, {"\u009b1m", `\u009b1m`},
	} {
		rawFiles(t, dir, c.raw)
		file, shown := filepath.Join(dir, c.raw), filepath.Join(dir, c.shown)
		for want, args := range map[string][]string{
			shown + "good.cep: ok: ":                 {"check", file + "good.cep"},
			shown + "bad.md:7:4: no rule " + c.shown: {"check", file + "good.cep", "--prose", file + "bad.md"},
			shown + "bad.cep:1:":                     {"run", file + "bad.cep"},
			shown + "none.cep: ":                     {"run", file + "none.cep"},
			shown + "none.json: ":                    {"why", file + "none.json"},
			`+said "` + c.shown:                      {"run", file + "good.cep"},
			"speak" + c.shown:                        {"trace", "count", file + "names.json"},
			`"` + c.shown + `"`:                      {"run", file + "good.cep", "--choose", c.raw},
			"\n" + c.shown + "\n":                    {"run", file + "good.cep"}, // which it prints
			`no theme "` + c.shown:                   {"theme", c.raw},
		} {
			var said bytes.Buffer
			cli.Run(t.Context(), root, cli.Streams{In: &bytes.Buffer{}, Out: &said, Err: &said}, args)
			require.Contains(t, "\n"+said.String(), want, "%q", args)
		}
	}
}

// The messages of serve about changed files are clean, at the terminal and in the browser.
func TestServeIsClean(t *testing.T) {
	const raw = "\x1b[2J\u202e"
	v := begin(t, nil, folder(t, map[string]string{raw + "duet.cep": duet, raw + "duet.md": "# T" + raw +
		"\n\n## meet\n\nThey meet.\n"}), raw+"duet.cep")
	v.until(another(heard{}))
	write(t, v.dir, raw+"duet.md", "---\n---\n## no"+raw+"\n\n{"+raw+"}\n")
	requireClean(t, v.until(failed).Failure, "prose")
	write(t, v.dir, raw+"duet.cep", "a : \""+raw+"\". "+raw)
	v.errs.wait(t, "duet.cep:1:")
	v.end()
	requireClean(t, v.errs.String(), "standard error")
	requireClean(t, v.out.String(), "standard output")
}

// A name with an end of line begins no line of its own.
func TestForgedLines(t *testing.T) {
	dir := t.TempDir()
	const raw = "\nforged.cep:1:1: this is no message of ours"
	files := rawFiles(t, dir, raw)
	files = append(files, filepath.Join(dir, raw+"none.cep"), filepath.Join(dir, raw+"none.json"))
	program, run := filepath.Join(dir, raw+"good.cep"), filepath.Join(dir, raw+"run.json")
	require.Contains(t, files, program)
	require.Contains(t, files, run)
	t.Chdir(t.TempDir())
	for _, c := range commands(root(cli.Streams{})) {
		if c.Name() == "theme" { // of which each fault is told with the name of its file
			continue
		}
		for _, words := range [][]string{{program}, {run}, {program, run}, {run, run}, {run, raw}, {program, run, raw},
			files[:1], files[1:2], files[len(files)-2:], files[len(files)-1:]} {
			args := append(strings.Fields(c.CommandPath())[1:], words...)
			var out, errs bytes.Buffer
			cli.Run(t.Context(), root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &errs}, args)
			require.NotContains(t, "\n"+errs.String(), "\nforged", "%q", args)
			if !dataVerb(c) && c.Name() != "run" { // which prints the output of the program
				require.NotContains(t, "\n"+out.String(), "\nforged", "%q", args)
			}
		}
	}
}

// dataVerb reports whether a verb writes data on standard output.
func dataVerb(c *cobra.Command) bool {
	return slices.Contains([]string{"fmt", "prose", "lsp", "theme"}, c.Name())
}

// Only package cli, which puts the door before standard output and standard error, knows these files,
// mutate and the generator of packed, which read nothing but the project, and the workers of Graphviz
// and of Beam, which answer the process that started them.
func TestOneDoor(t *testing.T) {
	exempt := []string{"../../cmd/cli", "../../cmd/play/wasm/packed", "../../cmd/mutate", "../../render/graphviz",
		"../../cmd/ceptre-beam"}
	other := regexp.MustCompile(`\bos\.Std(out|err)\b|\bfmt\.Print|\blog\.(Print|Fatal|Panic|Default)|\bprintln\(`)
	require.NoError(t, filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") ||
			slices.Contains(exempt, filepath.ToSlash(filepath.Dir(file))) {
			return err
		}
		text, err := os.ReadFile(file)
		require.Empty(t, other.FindString(string(text)), file)
		return err
	}))
}

// commands returns all commands that end by themselves, below one.
func commands(c *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	if c.Runnable() && c.Name() != "serve" && c.Name() != "edit" {
		out = append(out, c)
	}
	for _, sub := range c.Commands() {
		out = append(out, commands(sub)...)
	}
	return out
}

// Whatever stands in arguments and files, and whatever a verb has to say of that: nothing on standard
// output and standard error is obeyed by a terminal.
func TestNothingRaw(t *testing.T) {
	all := make(map[string]*cobra.Command)
	for _, c := range commands(root(cli.Streams{})) {
		all[c.CommandPath()] = c
	}
	require.Greater(t, len(all), 20)
	t.Chdir(t.TempDir()) // to which flags write
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	rapid.Check(t, func(rt *rapid.T) {
		raw := strings.Join(rapid.SliceOfN(rapid.SampledFrom(hostile), 1, 2).Draw(rt, "raw"), "")
		words := append(rawFiles(rt, t.TempDir(), raw), raw, "t1 "+raw, "at "+raw, "no such "+raw)
		for range 8 {
			verb := all[rapid.SampledFrom(slices.Sorted(maps.Keys(all))).Draw(rt, "verb")]
			args := strings.Fields(verb.CommandPath())[1:]
			args = append(args, rapid.SliceOfN(rapid.SampledFrom(words), 0, 3).Draw(rt, "words")...)
			var flags []string
			verb.Flags().VisitAll(func(f *pflag.Flag) {
				if f.Name != "open" && f.Name != "watch" {
					flags = append(flags, "--"+f.Name+"=")
				}
			})
			if len(flags) > 0 && rapid.Bool().Draw(rt, "flagged") {
				args = append(args, rapid.SampledFrom(flags).Draw(rt, "flag")+rapid.SampledFrom(words).Draw(rt, "value"))
			}
			var out, errs bytes.Buffer
			cli.Run(t.Context(), root, cli.Streams{In: strings.NewReader(raw + "\nquit\n"), Out: &out, Err: &errs}, args)
			requireClean(rt, errs.String(), strings.Join(args, " "))
			if !dataVerb(verb) {
				requireClean(rt, out.String(), strings.Join(args, " "))
			}
		}
	})
}
