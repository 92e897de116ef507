package themes

import (
	"bytes"
	"fmt"
)

// IconFile is what [Theme.Icon] is called where pages ask for it. A theme's folder may have
// one of its own.
const IconFile = "icon.svg"

// Icon returns the picture that browsers show beside the name of a page, as SVG: two
// characters who meet, in the theme's colours.
func (t *Theme) Icon() []byte {
	for _, f := range t.files {
		if f.Name == IconFile {
			return bytes.Clone(f.Data)
		}
	}
	light, dark := &t.Light, &t.Dark
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<style>@media (prefers-color-scheme: dark) {
.one { stroke: %s }
.other { stroke: %s }
rect, circle { fill: %s }
circle { stroke: %s }
}</style>
<rect width="32" height="32" rx="7" fill="%s"/>
<g fill="none" stroke-width="3.5" stroke-linecap="round">
<path class="one" stroke="%s" d="M5 9h3C14 9 12 16 16 16s2 7 8 7h3"/>
<path class="other" stroke="%s" d="M5 23h3c6 0 4-7 8-7s2-7 8-7h3"/>
</g>
<circle cx="16" cy="16" r="4" stroke-width="2.5" fill="%s" stroke="%s"/>
</svg>
`, dark.Picture.Threads[0], dark.Picture.Threads[1], dark.Page.Paper, dark.Page.Ink,
		light.Page.Paper, light.Picture.Threads[0], light.Picture.Threads[1], light.Page.Paper, light.Page.Ink)
}
