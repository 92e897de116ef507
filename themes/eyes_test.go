package themes

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// eyes is how some people see: a matrix that takes linear RGB to what one who sees
// all colours would have to be shown. They are those of Machado, Oliveira and
// Fernandes, A Physiologically-based Model for Simulation of Color Vision
// Deficiency, IEEE TVCG 15(6), 2009, severity 1.
type eyes struct {
	name   string
	matrix [3]light
}

func allEyes() []eyes {
	return []eyes{
		{"trichromacy", [3]light{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{"protanopia", [3]light{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
			{-0.003882, -0.048116, 1.051998}}},
		{"deuteranopia", [3]light{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881}}},
		{"tritanopia", [3]light{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
			{0.004733, 0.691367, 0.303900}}},
	}
}

// grey is what a copier makes of colours: their luminance alone.
func grey() eyes { return eyes{"greyscale", [3]light{luma, luma, luma}} }

// see returns what the eyes see of a colour `#rrggbb`.
func (e eyes) see(colour string) light {
	c, seen := linear(colour), light{}
	for i, row := range e.matrix {
		seen[i] = min(max(dot(row, c), 0), 1)
	}
	return seen
}

// distance returns how far apart two colours are for the eyes: 1 is from black to
// white, and one sees about 0.02 if both lie side by side.
func (e eyes) distance(a, b string) float64 {
	x, y := oklab(e.see(a)), oklab(e.see(b))
	return math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

// oklab returns lightness and the two axes of colour in OKLab, where distances are
// about as they look (Björn Ottosson, A perceptual color space for image
// processing, 2020; CSS Color 4, section 9.3).
func oklab(c light) light {
	var cones light
	for i, row := range [3]light{
		{0.4122214708, 0.5363325363, 0.0514459929},
		{0.2119034982, 0.6806995451, 0.1073969566},
		{0.0883024619, 0.2817188376, 0.6299787005},
	} {
		cones[i] = math.Cbrt(dot(row, c))
	}
	return light{
		dot(light{0.2104542553, 0.7936177850, -0.0040720468}, cones),
		dot(light{1.9779984951, -2.4285922050, 0.4505937099}, cones),
		dot(light{0.0259040371, 0.7827717662, -0.8086757660}, cones),
	}
}

func TestContrast(t *testing.T) {
	require.InDelta(t, 21, contrast("#000000", "#ffffff"), 1e-9)
	require.InDelta(t, 4.48, contrast("#777777", "#ffffff"), 0.005)
	require.InDelta(t, 5.25, contrast("#ff0000", "#000000"), 0.005)
}

// The values are those of CSS Color 4 and of Ottosson's article.
func TestOKLab(t *testing.T) {
	for colour, want := range map[string]light{
		"#ffffff": {1, 0, 0},
		"#000000": {0, 0, 0},
		"#ff0000": {0.62796, 0.22486, 0.12585},
		"#00ff00": {0.86644, -0.23389, 0.17950},
		"#0000ff": {0.45201, -0.03246, -0.31153},
	} {
		require.InDeltaSlice(t, want[:], sliceOf(oklab(linear(colour))), 1e-4, colour)
	}
}

func sliceOf(l light) []float64 { return l[:] }

// TestEyes: an eye that confuses red and green confuses these two, which other eyes tell apart,
// and tells yellow from blue, which blue-blind eyes confuse.
func TestEyes(t *testing.T) {
	e := allEyes()
	normal, protan, deutan, tritan := e[0], e[1], e[2], e[3]
	for _, redBlind := range []eyes{protan, deutan} {
		require.Less(t, redBlind.distance("#8a6a00", "#5f7a00"), normal.distance("#8a6a00", "#5f7a00")/2, redBlind.name)
		require.Greater(t, redBlind.distance("#e8d000", "#3060ff"), 0.3, redBlind.name)
	}
	require.Less(t, tritan.distance("#00a060", "#2090b0"), normal.distance("#00a060", "#2090b0")/2)
	require.Greater(t, tritan.distance("#e03020", "#00a060"), 0.2)
	require.InDelta(t, 0, grey().distance("#ff0000", "#7f7f7f"), 0.02)
	require.Greater(t, normal.distance("#ff0000", "#7f7f7f"), 0.2)
}

// Greys are grey to all eyes, and no eyes see a difference the other way round.
func TestLawsOfEyes(t *testing.T) {
	colours := rapid.StringMatching(`#[0-9a-f]{6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := colours.Draw(t, "a"), colours.Draw(t, "b")
		shade := rapid.StringMatching(`[0-9a-f]{2}`).Draw(t, "grey")
		shade = "#" + shade + shade + shade
		for _, e := range append(allEyes(), grey()) {
			require.InDelta(t, e.distance(a, b), e.distance(b, a), 1e-12)
			require.InDelta(t, 0, e.distance(a, a), 1e-12)
			seen, is := e.see(shade), linear(shade)
			require.InDeltaSlice(t, is[:], seen[:], 1e-5)
		}
		require.InDelta(t, contrast(a, b), contrast(b, a), 1e-12)
		require.GreaterOrEqual(t, contrast(a, b), 1.0)
		require.LessOrEqual(t, contrast(a, b), 21+1e-9)
	})
}
