package themes

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The icon is in the colours of its theme, light and dark, unless the theme has its own.
func TestIcon(t *testing.T) {
	for _, name := range Names() {
		theme := find(t, name)
		icon := string(theme.Icon())
		for _, p := range []*Palette{&theme.Light, &theme.Dark} {
			for _, colour := range []string{p.Picture.Threads[0], p.Picture.Threads[1], p.Page.Paper, p.Page.Ink} {
				require.Contains(t, icon, colour)
			}
		}
		d := xml.NewDecoder(strings.NewReader(icon))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
		}
	}
	own := find(t, folder(t, map[string]string{"theme.css": "p {}", "icon.svg": "<svg/>"}))
	require.Equal(t, "<svg/>", string(own.Icon()))
}
