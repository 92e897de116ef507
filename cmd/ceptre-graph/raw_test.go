package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever stands in names of files, values of flags and traces: a terminal obeys none of it, in messages and in
// pictures as text.
func TestNothingRaw(t *testing.T) {
	run := record(t, "person : type. ann : person. ben : person. place : type. hall : place. at person place : pred. "+
		"said string : pred.\n"+
		"stage day = { speak : $at P L -o said \"x\". }\n#trace 5 day { at ann hall, at ben hall }.")
	var flags []string
	graph(cli.Streams{Out: io.Discard, Err: io.Discard}).Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains([]string{"open", "watch", "output"}, f.Name) {
			flags = append(flags, "--"+f.Name+"=")
		}
	})
	t.Chdir(t.TempDir())
	rapid.Check(t, func(rt *rapid.T) {
		raw := rapid.SampledFrom([]string{
			"\x1b[2J", "\x1b[31m", "\x1b]8;;mailto:evil\x1b\\", "\x1b]52;c;aGk=\a", "\u009b2J", "\x7f", "\r", "\u202e", "\u2066",
			"\u200f", "\u2028",
		}).Draw(rt, "raw")
		quoted, err := json.Marshal(raw)
		require.NoError(rt, err)
		in := string(quoted[1 : len(quoted)-1])
		text := strings.NewReplacer(`"speak"`, `"speak`+in+`"`, `"ann"`, `"ann`+in+`"`, `"said"`, `"said`+in+`"`, `"day"`,
			`"day`+in+`"`).Replace(string(run))
		dir := t.TempDir()
		for name, text := range map[string]string{"run.json": text, "bad.json": `{"format":"` + in + `"`,
			"theme.json": `{"` + in + `":1}`} {
			require.NoError(rt, os.WriteFile(filepath.Join(dir, raw+name), []byte(text), 0o644))
		}
		words := []string{filepath.Join(dir, raw+"run.json"), filepath.Join(dir, raw+"bad.json"),
			filepath.Join(dir, raw+"none.json"), filepath.Join(dir, raw+"theme.json"), raw, "ann" + raw, "speak" + raw}
		file := rapid.SampledFrom(words[:3]).Draw(rt, "file")
		args := []string{file, "--format", "text", "-o", "-"}
		if rapid.Bool().Draw(rt, "flagged") {
			args = append(args, rapid.SampledFrom(flags).Draw(rt, "flag")+rapid.SampledFrom(words).Draw(rt, "value"))
		} else {
			args = append(args, "--view",
				rapid.SampledFrom([]string{"causal", "steps", "rules", "net", "threads", "storyline", "timeline", "state",
					"why"}).Draw(rt, "view"))
		}
		var out, errs bytes.Buffer
		cli.Run(t.Context(), graph, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &errs}, args)
		require.Equal(rt, visible.Text(errs.String()), errs.String(), "%q", args)
		require.Equal(rt, visible.Text(out.String()), out.String(), "%q", args)
	})
}
