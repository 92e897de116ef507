package plot

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"strconv"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

func theme(t testing.TB) *themes.Theme {
	found, err := themes.Find("")
	require.NoError(t, err)
	return found
}

// sample is a diagram with everything there is.
func sample() *diagram.Diagram {
	shapes := []diagram.Shape{diagram.Box, diagram.Oval, diagram.Plain, diagram.Capsule, diagram.Dot}
	looks := []diagram.Look{diagram.Event, diagram.Resource, diagram.Text, diagram.Engine, diagram.Line}
	d := &diagram.Diagram{
		Title: "All shapes, “heads” & strokes <here>", Desc: "A test.", Placed: true, Width: 640, Height: 300,
		Bands: []diagram.Band{{Text: "romeo", Hue: 1, Look: diagram.Faint, LabelAt: at(8, 40), Min: at(0, 20),
			Max: at(640, 60)}},
		Frames: []diagram.Frame{{Text: []string{"a frame"}, Look: diagram.Balance, Min: at(10, 180), Max: at(630, 290)}},
	}
	for i, shape := range shapes {
		d.Nodes = append(d.Nodes,
			diagram.Node{ID: "a", Shape: shape, Look: looks[i], Text: []string{"do/wander", "näher"},
				At: at(float64(70+120*i), 40), W: 90, H: 40, Bold: i == 0, URL: "https://example.org/?a=(1)", Hue: 5 * (i / 4)},
			diagram.Node{ID: "b", Shape: shape, Look: looks[i], Text: []string{"mourn 語😀"}, At: at(float64(70+120*i), 240),
				W: 90, H: 40, Dashed: i == 1, Double: i < 2, Hue: i % 2})
	}
	for i, h := range []diagram.Head{diagram.Arrow, diagram.Vee, diagram.Hollow, diagram.Tee, diagram.NoHead} {
		x := float64(70 + 120*i)
		d.Edges = append(d.Edges, diagram.Edge{
			From: 2 * i, To: 2*i + 1, Head: h, Stroke: diagram.Stroke(i % 3), Look: diagram.Line, Width: float64(i), Hue: i / 2,
			Text: []string{"label"}, LabelAt: at(x+15, 140),
			Path: []diagram.Point{at(x, 60), at(x+40, 120), at(x-30, 160), at(x, 220)},
		})
	}
	d.Nodes[8].W, d.Nodes[8].H = 8, 8
	for i := range d.Nodes[:5] {
		d.Legend = append(d.Legend, diagram.Entry{Text: "what this is", Node: &d.Nodes[2*i]},
			diagram.Entry{Text: "and that", Edge: &d.Edges[i]})
	}
	return d
}

func at(x, y float64) diagram.Point { return diagram.Point{X: x, Y: y} }

func arranged(t testing.TB) *diagram.Diagram {
	d := sample()
	d.Arrange(fonts.Like(theme(t).Fonts.Picture))
	return d
}

// bitmapOf returns the picture with one pixel to a point.
func bitmapOf(t *testing.T, d *diagram.Diagram) image.Image {
	b, err := PNG(t.Context(), d, theme(t), Options{Scale: 1})
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	return img
}

func colourAt(img image.Image, p diagram.Point) string {
	r, g, b, _ := img.At(int(p.X), int(p.Y)).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func TestPNGHasColoursInTheirPlaces(t *testing.T) {
	d, colours := arranged(t), &theme(t).Light.Picture
	img := bitmapOf(t, d)
	require.Equal(t, image.Rect(0, 0, int(math.Ceil(d.Width)), int(math.Ceil(d.Height))), img.Bounds())
	require.Equal(t, colours.Background, colourAt(img, at(1, 1)))
	require.Equal(t, colours.Background, colourAt(img, at(d.Width-1, d.Height-1)))

	box, oval, plain, capsule := &d.Nodes[0], &d.Nodes[2], &d.Nodes[5], &d.Nodes[6]
	for _, n := range []*diagram.Node{box, oval, capsule} {
		require.Equal(t, n.Colours(colours).Fill, colourAt(img, off(n.At, 0, 17)))
	}
	require.Equal(t, box.Colours(colours).Border, colourAt(img, off(box.At, -45, 0)), "a bold outline")
	require.Equal(t, colours.Background, colourAt(img, off(plain.At, 0, 17)), "no outline")
	corner := off(oval.At, -oval.W/2+2, -oval.H/2+2)
	require.NotEqual(t, oval.Colours(colours).Fill, colourAt(img, corner), "an oval has no corners")
}

// A node with a shade is filled with so much of its colour over the ground.
func TestPNGHasShades(t *testing.T) {
	d, colours := arranged(t), &theme(t).Light.Picture
	box := &d.Nodes[0]
	box.Shade = 0.5
	want := mix(colours.Background, box.Colours(colours).Fill, 0.5)
	require.NotEqual(t, box.Colours(colours).Fill, want)
	require.Equal(t, want, colourAt(bitmapOf(t, d), off(box.At, 0, 17)))
}

func TestPNGHasLinesHeadsAndBands(t *testing.T) {
	d, colours := arranged(t), &theme(t).Light.Picture
	img := bitmapOf(t, d)
	thick := &d.Edges[3]
	line := thick.Line()
	require.Equal(t, thick.Colour(colours), colourAt(img, off(line[0], 1, 4)))
	hollow := &d.Edges[2]
	corners := hollow.Outline()
	middle := diagram.Point{X: (corners[0].X + corners[1].X + corners[2].X) / 3,
		Y: (corners[0].Y + corners[1].Y + corners[2].Y) / 3}
	require.Equal(t, colours.Background, colourAt(img, middle), "the inside of a hollow head")

	band := &d.Bands[0]
	ground := colourAt(img, off(band.Max, -2, -2))
	require.Equal(t, mix(colours.Background, band.Colour(colours), diagram.BandShade), ground)
	frame := &d.Frames[0]
	require.NotEqual(t, colours.Background, colourAt(img, diagram.Point{X: frame.Min.X, Y: frame.Max.Y - 30}))
}

// TestPNGSetsText finds ink where words are, and none of a label left out.
func TestPNGSetsText(t *testing.T) {
	d := &diagram.Diagram{Width: 200, Height: 40, Nodes: []diagram.Node{{
		Shape: diagram.Plain, Look: diagram.Text, Text: []string{"MMMMMMMM"}, At: at(100, 20),
	}}}
	low, high := inked(t, d)
	width := fonts.Like(theme(t).Fonts.Picture).Width("MMMMMMMM") * diagram.NodeFont
	require.InDelta(t, 100, (low.X+high.X)/2, 1.5, "centred")
	require.InDelta(t, width, high.X-low.X, 4)
	require.InDelta(t, 20, (low.Y+high.Y)/2, 1.5, "capitals are in the middle")

	d.Nodes[0].Text = nil
	low, _ = inked(t, d)
	require.True(t, math.IsInf(low.X, 1))
}

// inked returns the box of all that is not background.
func inked(t *testing.T, d *diagram.Diagram) (low, high diagram.Point) {
	img, ground := bitmapOf(t, d), theme(t).Light.Picture.Background
	low, high = at(math.Inf(1), math.Inf(1)), at(math.Inf(-1), math.Inf(-1))
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if p := at(float64(x), float64(y)); colourAt(img, p) != ground {
				low, high = at(min(low.X, p.X), min(low.Y, p.Y)), at(max(high.X, p.X+1), max(high.Y, p.Y+1))
			}
		}
	}
	return low, high
}

func TestScaleIsPixelsPerPoint(t *testing.T) {
	d := arranged(t)
	for scale, want := range map[float64]float64{0: 2, 0.5: 0.5, 3: 3} {
		b, err := PNG(t.Context(), d, theme(t), Options{Scale: scale})
		require.NoError(t, err)
		config, err := png.DecodeConfig(bytes.NewReader(b))
		require.NoError(t, err)
		require.Equal(t, int(math.Ceil(d.Width*want)), config.Width)
		require.Equal(t, int(math.Ceil(d.Height*want)), config.Height)
	}
}

// A picture for which no scale is asked has the largest that fits.
func TestScaleOfLargePictures(t *testing.T) {
	for height, want := range map[float64]int{4_000: 4_000, 30_000: 2_000, 90_000: 1_000} {
		b, err := PNG(t.Context(), &diagram.Diagram{Width: 2_000, Height: height}, theme(t), Options{})
		require.NoError(t, err)
		config, err := png.DecodeConfig(bytes.NewReader(b))
		require.NoError(t, err)
		require.Equal(t, want, config.Width)
	}
}

func TestPNGRefusesWhatIsTooLarge(t *testing.T) {
	for _, d := range []diagram.Diagram{{Width: 1e5, Height: 1e5}, {Width: math.Inf(1)}, {Width: 1e200, Height: 1e200}} {
		_, err := PNG(t.Context(), &d, theme(t), Options{})
		require.ErrorContains(t, err, "take svg")
	}
}

func TestEmptyDiagramsArePlotted(t *testing.T) {
	for _, plot := range plots() {
		b, err := plot(t.Context(), &diagram.Diagram{}, theme(t), Options{})
		require.NoError(t, err)
		require.NotEmpty(t, b)
	}
}

type plotFunc func(context.Context, *diagram.Diagram, *themes.Theme, Options) ([]byte, error)

func plots() []plotFunc { return []plotFunc{PNG, onePage} }

// onePage plots a PDF of one page.
func onePage(ctx context.Context, d *diagram.Diagram, t *themes.Theme, _ Options) ([]byte, error) {
	return PDF(ctx, []*diagram.Diagram{d}, t)
}

func TestSameDiagramSameBytes(t *testing.T) {
	for _, plot := range plots() {
		a, err := plot(t.Context(), arranged(t), theme(t), Options{})
		require.NoError(t, err)
		b, err := plot(t.Context(), arranged(t), theme(t), Options{})
		require.NoError(t, err)
		require.True(t, bytes.Equal(a, b))
	}
}

func TestPlottingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, plot := range plots() {
		_, err := plot(ctx, arranged(t), theme(t), Options{})
		require.ErrorIs(t, err, context.Canceled)
	}
	_, err := writerUntil{ctx, io.Discard}.Write([]byte("x"))
	require.ErrorIs(t, err, context.Canceled)
}

func TestMissingCountsLabels(t *testing.T) {
	require.Equal(t, 5, Missing(sample(), theme(t)))
	require.Equal(t, 0, Missing(&diagram.Diagram{Title: "näher – Ж"}, theme(t)))
	require.Equal(t, 1, Missing(&diagram.Diagram{Bands: []diagram.Band{{Text: "\U0001D400"}}}, theme(t)))
}

func TestDrawableKeepsWhatTheFontHas(t *testing.T) {
	f := fonts.Like(theme(t).Fonts.Picture)
	require.Equal(t, "a\uFFFD\uFFFDb", drawable(f, "a語😀\u202e\x00b"))
	rapid.Check(t, func(t *rapid.T) {
		text := drawable(f, rapid.String().Draw(t, "text"))
		for _, r := range text {
			require.True(t, r == unicode.ReplacementChar || f.Has(string(r)))
		}
	})
}

func BenchmarkPNG(b *testing.B) { benchmark(b, PNG) }
func BenchmarkPDF(b *testing.B) { benchmark(b, onePage) }

func benchmark(b *testing.B, plot plotFunc) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			d := grid(n)
			for b.Loop() {
				out, err := plot(b.Context(), d, theme(b), Options{Scale: 1})
				require.NoError(b, err)
				b.ReportMetric(float64(len(out))/1e6, "MB-out")
			}
		})
	}
}

// grid has n nodes, each with an edge to the one below it.
func grid(n int) *diagram.Diagram {
	const across = 50
	d := &diagram.Diagram{Width: 100 * across, Height: 50 * float64(n/across+1)}
	for i := range n {
		p := at(50+100*float64(i%across), 25+50*float64(i/across))
		d.Nodes = append(d.Nodes, diagram.Node{Look: diagram.Event, Text: []string{"do/wander romeo"}, At: p, W: 90, H: 24})
		if i >= across {
			d.Edges = append(d.Edges, diagram.Edge{From: i - across, To: i,
				Path: []diagram.Point{off(p, 0, -38), off(p, 5, -30), off(p, -5, -20), off(p, 0, -12)}})
		}
	}
	return d
}
