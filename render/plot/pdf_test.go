package plot

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// contents returns what the streams of a PDF hold, unpacked where they are packed.
func contents(t *testing.T, pdf []byte) []byte {
	var all bytes.Buffer
	for _, part := range bytes.Split(pdf, []byte("stream\n"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue
		}
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		all.Write(data)
	}
	return all.Bytes()
}

// textsOf returns what a PDF writes, in its order: strings in UTF-16, where a
// backslash takes away the meaning of what follows.
func textsOf(t *testing.T, pdf []byte) []string {
	var texts []string
	for _, m := range regexp.MustCompile(`(?s) Td \((.*?)\) Tj ET`).FindAllSubmatch(contents(t, pdf), -1) {
		raw := regexp.MustCompile(`(?s)\\(.)`).ReplaceAllFunc(m[1], func(b []byte) []byte {
			if b[1] == 'r' {
				return []byte{'\r'}
			}
			return b[1:]
		})
		units := make([]uint16, len(raw)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(raw[2*i:])
		}
		texts = append(texts, string(utf16.Decode(units)))
	}
	return texts
}

func pdfOf(t *testing.T, d *diagram.Diagram) []byte {
	b, err := PDF(t.Context(), []*diagram.Diagram{d}, theme(t))
	require.NoError(t, err)
	return b
}

func TestPDFHasAllTextOnce(t *testing.T) {
	d := arranged(t)
	f := fonts.Like(theme(t).Fonts.Picture)
	want := []string{d.Title}
	add := func(lines ...string) {
		for _, l := range lines {
			want = append(want, drawable(f, l))
		}
	}
	for i := range d.Legend {
		add(d.Legend[i].Text)
	}
	add("romeo", "a frame")
	for i := range d.Edges {
		add(d.Edges[i].Text...)
	}
	for i := range d.Nodes {
		add(d.Nodes[i].Text...)
	}
	require.Equal(t, want, textsOf(t, pdfOf(t, d)))
}

func TestPDFPageIsAsLargeAsThePicture(t *testing.T) {
	for _, c := range []struct{ width, height, wide, high float64 }{
		{300, 200, 300, 200}, {200, 300, 200, 300}, {144_000, 1_000, 14_400, 100},
	} {
		pdf := pdfOf(t, &diagram.Diagram{Width: c.width, Height: c.height})
		require.Equal(t, 1, strings.Count(string(pdf), "/Type /Page\n"))
		box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindSubmatch(pdf)
		require.NotNil(t, box)
		wide, err := strconv.ParseFloat(string(box[1]), 64)
		require.NoError(t, err)
		high, err := strconv.ParseFloat(string(box[2]), 64)
		require.NoError(t, err)
		require.InDelta(t, c.wide, wide, 0.01)
		require.InDelta(t, c.high, high, 0.01)
	}
}

func TestPDFHasLinksAndATitle(t *testing.T) {
	pdf := string(pdfOf(t, arranged(t)))
	require.Equal(t, 5, strings.Count(pdf, `/URI (https://example.org/?a=\(1\))`))
	require.Contains(t, pdf, "/Title (\xfe\xff\x00A\x00l\x00l")
	require.Contains(t, pdf, "/Lang (en)")
	require.Contains(t, pdf, "/CreationDate (D:19700101000000")
}

func TestPDFLeavesTheFontAsItIs(t *testing.T) {
	f := fonts.Like(theme(t).Fonts.Picture)
	before := bytes.Clone(f.TTF())
	require.Less(t, len(pdfOf(t, arranged(t))), len(before)/4, "of the font only the letters that are needed")
	require.True(t, bytes.Equal(before, f.TTF()))
}
