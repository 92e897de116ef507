package themes

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"strings"
)

// The stylesheets of a theme: what all share, and its own.
const (
	sharedSheet = "site.css"
	ownSheet    = "theme.css"
)

// stylesheets are apart from the palettes: programs that only draw are built without them.
//
//go:embed *.css
var stylesheets embed.FS

// CSS returns the stylesheet of a site's pages in this theme: its custom properties, the shared
// part and its own part. The shared part is in a layer, so the own part overrides it regardless of
// selectors.
func (t *Theme) CSS() []byte {
	b := bytes.NewBuffer(t.Properties())
	b.WriteString("@layer site {\n\n")
	b.Write(t.sheet(sharedSheet))
	b.WriteString("\n}\n\n")
	b.Write(t.sheet(ownSheet))
	return b.Bytes()
}

// Properties returns the custom properties of pages in this theme, for pages that have
// a stylesheet of their own.
func (t *Theme) Properties() []byte {
	var b bytes.Buffer
	b.WriteString(":root {\n  color-scheme: light dark;\n")
	property(&b, "  ", "text-font", t.Fonts.Text)
	property(&b, "  ", "code-font", t.Fonts.Code)
	property(&b, "  ", "over", Quote(t.Ornaments.Over))
	property(&b, "  ", "under", Quote(t.Ornaments.Under))
	property(&b, "  ", "beside", Quote(t.Ornaments.Beside))
	t.Light.properties(&b, "  ")
	b.WriteString("}\n\n")
	t.Dark.media(&b, "(prefers-color-scheme: dark)")
	t.Print.media(&b, "print")
	return b.Bytes()
}

// sheet returns the stylesheet of its folder, or that of its base.
func (t *Theme) sheet(name string) []byte {
	if data, own := t.File(name); own {
		return data
	}
	base := cmp.Or(t.Base, Default)
	if name == ownSheet {
		name = base + ".css"
	}
	data, err := stylesheets.ReadFile(name)
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	return data
}

// media writes the properties of a palette for some media. Print comes after dark,
// as both can hold.
func (p *Palette) media(b *bytes.Buffer, query string) {
	fmt.Fprintf(b, "@media %s {\n  :root {\n", query)
	p.properties(b, "    ")
	b.WriteString("  }\n}\n\n")
}

func (p *Palette) properties(b *bytes.Buffer, indent string) {
	for _, c := range []struct{ name, value string }{
		{"paper", p.Page.Paper},
		{"sheet", p.Page.Sheet},
		{"wash", p.Page.Wash},
		{"ink", p.Page.Ink},
		{"soft", p.Page.Soft},
		{"accent", p.Page.Accent},
		{"trim", p.Page.Trim},
		{"variable", p.Page.Variable},
		{"literal", p.Page.Literal},
		{"rule", p.Page.Rule},
		{"focus", p.Page.Focus},
		{"picture", p.Picture.Background},
	} {
		property(b, indent, c.name, c.value)
	}
}

func property(b *bytes.Buffer, indent, name, value string) {
	fmt.Fprintf(b, "%s--%s: %s;\n", indent, name, value)
}

// Quote returns a text as a string of CSS. Whatever has a meaning there, or in
// HTML, is written as its number.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if strings.ContainsRune(`"\<>&`, r) || r < ' ' {
			fmt.Fprintf(&b, `\%x `, r)
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
