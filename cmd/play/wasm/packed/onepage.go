package packed

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
	workshop "github.com/ceptre-graph/ceptre/cmd/workshop/page"
	"github.com/ceptre-graph/ceptre/themes"
)

// TemplateFile and DiskFile are the scripts from which the workshop makes pages of its own: a page with a blank for the
// program, and the engine. See page.js of package cmd/workshop/page.
const (
	TemplateFile = "template.js"
	DiskFile     = "disk.js"
)

// onePolicy lets a page use its own contents, and nothing else.
const onePolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
	`script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; ` +
	`img-src data: blob:; base-uri 'none'; form-action 'none'">`

// blanks stand in a page for the scripts with its program, this template itself, and the engine.
const blanks = `<script>
globalThis.ceptreWorld = null;
globalThis.ceptreTemplate = null;
globalThis.ceptreDisk = null;
</script>
`

var (
	sheetLink  = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`)
	scriptLink = regexp.MustCompile(`(?m)^<script src="([^"]+)"[^>]*></script>\n`)
)

// Template returns [TemplateFile]: a script with a workshop as one page that has everything in it, but for its blanks.
func Template(s Settings) ([]byte, error) {
	page, err := onePage(s.Theme)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(struct {
		Page     string   `json:"page"`
		Settings Settings `json:"settings"`
	}{string(page), s})
	return fmt.Appendf(nil, "globalThis.ceptreTemplate = %s;\n", data), err // a literal of JavaScript, too
}

// onePage returns the page of the workshop with its styles and scripts in it. The scripts are at its end, where all
// elements are there.
func onePage(look *themes.Theme) ([]byte, error) {
	html, err := workshop.Alone("engine.js")
	if err != nil {
		return nil, err
	}
	script, err := workshop.Inline()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"theme.css": look.Properties(), "engine.js": alone, workshop.Script: script}
	for _, name := range workshop.Names() {
		if filepath.Ext(name) == ".css" {
			if files[name], err = workshop.Files.ReadFile(name); err != nil {
				return nil, err
			}
		}
	}
	var missing []string
	text := func(name string) string {
		data, there := files[name]
		if !there {
			missing = append(missing, name)
		}
		return string(data)
	}
	html = guarded(html, onePolicy)
	html = sheetLink.ReplaceAllFunc(html, func(tag []byte) []byte {
		return []byte("<style>\n" + text(string(sheetLink.FindSubmatch(tag)[1])) + "</style>")
	})
	scripts := `<script type="text/plain" id="licenses">` + "\n" + string(licenses) + "</script>\n" + blanks
	for _, tag := range scriptLink.FindAllSubmatch(html, -1) {
		scripts += "<script>\n" + text(string(tag[1])) + "</script>\n"
	}
	html = scriptLink.ReplaceAll(html, nil)
	icon := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(look.Icon())
	for _, change := range [][2]string{
		{`href="` + themes.IconFile + `"`, `href="` + icon + `"`}, {"</body>", scripts + "</body>"},
	} {
		if bytes.Count(html, []byte(change[0])) != 1 {
			missing = append(missing, change[0])
		}
		html = bytes.Replace(html, []byte(change[0]), []byte(change[1]), 1)
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("the page of the workshop: there is no %s", strings.Join(missing, ", "))
	}
	return html, nil
}

// Disk returns [DiskFile]: a script with the engine, for pages that may load only scripts.
func Disk(engine *compile.Engine) ([]byte, error) {
	text, err := json.Marshal(string(workerOf(engine)))
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "globalThis.ceptreDisk = {\n\"worker\": %s,\n\"engine\": \"%s\"};\n", text,
		base64.StdEncoding.EncodeToString(engine.Code)), nil
}

// workerOf returns the script of the worker in which an engine runs.
func workerOf(engine *compile.Engine) []byte {
	return slices.Concat(engine.Support, []byte("\n"), worker)
}
