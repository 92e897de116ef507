package themes

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestContrast holds every theme to the contrasts of WCAG 2.2, level AA: 4.5 for
// text (1.4.3), 3 for lines and outlines (1.4.11).
func TestContrast(t *testing.T) {
	require.Contains(t, Names(), Default)
	for _, name := range Names() {
		theme, err := Find(name)
		require.NoError(t, err)
		p := theme.Picture
		check := func(what, fore, back string, least float64) {
			got := contrast(t, fore, back)
			require.GreaterOrEqual(t, got, least, "%s: %s, %s on %s", name, what, fore, back)
		}
		check("ink", p.Ink, p.Background, 4.5)
		check("faint", p.Faint, p.Background, 4.5)
		check("line", p.Line, p.Background, 3)
		shapes := map[string]Shape{"event": p.Event, "link": p.Link, "resource": p.Resource, "persistent": p.Persistent, "left": p.Left, "right": p.Right}
		for what, s := range shapes {
			check(what+" ink", s.Ink, s.Fill, 4.5)
			check(what+" border", s.Border, p.Background, 3)
		}
		require.NotEmpty(t, p.Threads)
		for _, c := range p.Threads { // the names of characters are written in them
			check("thread", c, p.Background, 4.5)
		}
	}
}

// contrast returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
func contrast(t *testing.T, a, b string) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance returns the relative luminance of a colour `#rrggbb`, 0 to 1.
func luminance(t *testing.T, colour string) float64 {
	require.Regexp(t, `^#[0-9a-f]{6}$`, colour)
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		require.NoError(t, err)
		c := float64(n) / 255
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}

func TestContrastItself(t *testing.T) {
	require.InDelta(t, 21, contrast(t, "#000000", "#ffffff"), 1e-9)
	require.InDelta(t, 4.48, contrast(t, "#777777", "#ffffff"), 0.005)
}

func TestFind(t *testing.T) {
	theme, err := Find("")
	require.NoError(t, err)
	require.Equal(t, Default, theme.Name)
	require.NotEmpty(t, theme.CSS)
	_, err = Find("../themes")
	require.EqualError(t, err, `no theme "../themes": there is playbill`)
}
