//go:build !js

package svg

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/themes"
)

//go:embed assets/page.html
var shell string

//go:embed assets/page.css
var sheet string

//go:embed assets/page.js
var script string

// Page returns one file in HTML that holds a placed diagram and the means to walk
// through it: pan, zoom, search, time, and what came before and after a node. The
// file needs nothing beside it, and its policy forbids browsers to fetch anything.
func Page(d *diagram.Diagram, t *themes.Theme) []byte {
	var picture, out bytes.Buffer
	w := newWriter(&picture, d, t)
	w.page = true
	w.picture()
	css := properties(t) + sheet
	err := template.Must(template.New("page").Parse(shell)).Execute(&out, map[string]any{
		"Ways":    d.Ways,
		"Title":   strings.ToValidUTF8(d.Title, "\uFFFD"),
		"Desc":    strings.ToValidUTF8(d.Desc, "\uFFFD"),
		"Policy":  policy(css, string(style(w.d, t))),
		"Style":   template.CSS(css),
		"Script":  template.JS(script),
		"Picture": template.HTML(picture.String()),
	})
	if err != nil {
		panic(err) // the template is ours: cannot fail
	}
	return out.Bytes()
}

// policy returns the Content-Security-Policy of a page with these stylesheets: what
// stands in the page and nothing else.
func policy(styles ...string) string {
	allowed := make([]string, len(styles))
	for i, s := range styles {
		allowed[i] = hash(s)
	}
	return "default-src 'none'; img-src data:; style-src " + strings.Join(allowed, " ") +
		"; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// properties returns the theme as custom properties of CSS.
func properties(t *themes.Theme) string {
	var b strings.Builder
	fmt.Fprintf(&b, ":root {\n  color-scheme: light dark;\n  --text-font: %s;\n%s}\n", t.Fonts.Text, colours(&t.Light))
	fmt.Fprintf(&b, "@media screen and (prefers-color-scheme: dark) { :root {\n%s} }\n", colours(&t.Dark))
	fmt.Fprintf(&b, "@media print { :root {\n%s} }\n", colours(&t.Print))
	return b.String()
}

func colours(p *themes.Palette) string {
	var b strings.Builder
	for _, c := range []struct{ name, value string }{
		{"paper", p.Page.Paper},
		{"sheet", p.Page.Sheet},
		{"wash", p.Page.Wash},
		{"ink", p.Page.Ink},
		{"soft", p.Page.Soft},
		{"accent", p.Page.Accent},
		{"trim", p.Page.Trim},
		{"rule", p.Page.Rule},
		{"focus", p.Page.Focus},
		{"picture", p.Picture.Background},
		{"past", p.Picture.Left.Border},
		{"future", p.Picture.Right.Border},
	} {
		fmt.Fprintf(&b, "  --%s: %s;\n", c.name, c.value)
	}
	return b.String()
}
