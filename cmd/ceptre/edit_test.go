package main

import (
	"bufio"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
)

// desk sends a request as the workshop does.
func (v *served) desk(request map[string]any) map[string]any {
	v.t.Helper()
	return v.sends("send?session=1", request)
}

// events returns the next event that a page hears, each time it is called.
func (v *served) events() func() string {
	v.t.Helper()
	answer, err := http.Get(v.url + "events")
	require.NoError(v.t, err)
	v.t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	return func() string {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return data
			}
		}
		return ""
	}
}

// A page shows the file, writes it, and hears of the changes of another editor, which are merged.
func TestEdit(t *testing.T) {
	dir := folder(t, map[string]string{"duet.cep": duet})
	file := filepath.Join(dir, "duet.cep")
	v := start(t, edit, nil, dir, file)
	status, page := v.get("")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, page, `src="main.js" type="module"`)
	status, script := v.get("main.js")
	require.Equal(t, http.StatusOK, status)
	require.NotEmpty(t, script)
	next := v.events()
	require.NotEmpty(t, next())

	now := v.desk(map[string]any{"do": "file"})
	require.Equal(t, "duet.cep", now["name"])
	require.Equal(t, duet, now["text"])
	changed := strings.Replace(duet, "park : place.", "park : place. pond : place.", 1)
	saved := v.desk(map[string]any{"do": "write", "text": changed, "version": now["version"]})
	require.NotEmpty(t, saved["version"], saved)
	require.NotEmpty(t, next(), "the own change")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, changed, string(data))

	write(t, dir, "duet.cep", "% two\n"+changed)
	require.NotEmpty(t, next())
	other := v.desk(map[string]any{"do": "write", "text": changed + "% end\n", "version": saved["version"]})
	require.Equal(t, "% two\n"+changed+"% end\n", other["merged"])
	require.Equal(t, "% two\n"+changed, other["changed"].(map[string]any)["text"])

	write(t, dir, "duet.cep", "\xff")
	v.errs.wait(t, "duet.cep: this is no text in UTF-8\n")
	require.NotEmpty(t, next())
	require.Contains(t, v.desk(map[string]any{"do": "file"})["error"], "no text in UTF-8")
}

// A program that does not exist is made by the first write; without a program, there is nothing to write to.
func TestEditNew(t *testing.T) {
	dir := t.TempDir()
	v := start(t, edit, nil, dir, filepath.Join(dir, "new.cep"))
	now := v.desk(map[string]any{"do": "file"})
	require.Equal(t, map[string]any{"name": "new.cep", "text": "", "version": ""}, now)
	require.NotEmpty(t, v.desk(map[string]any{"do": "write", "text": "a : pred.\n", "version": ""})["version"])
	data, err := os.ReadFile(filepath.Join(dir, "new.cep"))
	require.NoError(t, err)
	require.Equal(t, "a : pred.\n", string(data))

	v = start(t, edit, nil, dir)
	require.Equal(t, "", v.desk(map[string]any{"do": "file"})["name"])
	require.Contains(t, v.desk(map[string]any{"do": "write", "text": "a"})["error"], "There is no file to write to")
	require.NotEmpty(t, v.desk(map[string]any{"do": "gallery"})["examples"])
}

// What cannot be edited is refused at once.
func TestEditRefuses(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": "# A\n", "b.cep": "\xff"})
	for args, want := range map[string]string{
		"-":                    "edit writes a file, so it cannot read standard input",
		"a.md":                 "looks like prose",
		"b.cep":                "b.cep: this is no text in UTF-8\n",
		"none/c.cep":           "none/c.cep: there is no folder none\n",
		"c.cep --port 70000":   "--port 70000",
		"c.cep --theme nobody": "--theme",
		".":                    "is a directory",
	} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(dir)
			status, said := call(t, append([]string{"edit"}, strings.Fields(args)...)...)
			require.NotEqual(t, cli.OK, status)
			require.Contains(t, said, want)
		})
	}
}
