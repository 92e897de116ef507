package render

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/render/board"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/svg"
	"github.com/ceptre-graph/ceptre/themes"
)

// Picture is a view of a run in a theme, ready to be written.
type Picture struct {
	*diagram.Diagram
	Theme *themes.Theme
	// Folding says what of the run is drawn, and what stands in one box; nil for
	// views that draw something else than events.
	Folding *fold.Folding
	// Notes say what a reader of the picture should know and it does not show. Placing and
	// writing it may add to them.
	Notes []Note
	// Encoding says what a format leaves open.
	Encoding Encoding
	quick    bool            // quick: one of many
	glance   bool            // glance: it is to fit a screen
	loose    bool            // loose: unconnected parts stand wherever there is room
	either   bool            // either: it may lead down or to the right, as fits a screen
	told     []diagram.Edge  // told are edges of the run that are not drawn
	texts    []board.Text    // texts are the boards, for writers of text
	signs    []diagram.Entry // signs is the legend of these
	rows     int             // rows is the number of rows, see [Options.Rows]
}

// Note is something that a picture does not show.
type Note struct {
	Text string
	For  Reason
}

// Reason is why a picture does not show something. Commands say what to do about it.
type Reason int

// The reasons.
const (
	TooMany    Reason = iota // there would be more nodes than [Options.MaxNodes]
	AtGlance                 // there would be more events than [Options.Glance]
	EndMissing               // the same, and only the beginning is drawn: see [Options.Select]
	Crowd                    // there would be too many lines of characters: see [Options.By]
	OthersLeft               // [Options.Only] leaves others out
	NotAsked                 // [Options.Select] does not ask for it
	ReadsTold                // boxes tell what has no arrow: see [Options.Reads] and [Options.Brief]
	Placeless                // nothing says where characters are: see [Options.Place]
	Static                   // nothing happens to it
	Letters                  // the format has no letters for it
	InLayers                 // nothing is missing: Graphviz refuses the layout, or rows do not help
)

// Encoding says of formats what they leave open. The zero value is right.
type Encoding struct {
	Scale float64 // of a PNG, in pixels for each point; 0 for 2, or less where that is too large
	Width int     // of lines of text, in columns; 0 for 120
	ASCII bool    // draws text with letters that every terminal has
}

// Format is a way of writing a picture.
type Format string

// The formats.
const (
	SVGFormat  Format = "svg"
	HTMLFormat Format = "html" // one page to move around in, with nothing outside it
	DOTFormat  Format = "dot"
	PNGFormat  Format = "png"
	PDFFormat  Format = "pdf"
	TextFormat Format = "text"
	JSONFormat Format = "json"
)

// Formats returns all formats, the default first.
func Formats() []Format {
	return []Format{SVGFormat, HTMLFormat, DOTFormat, PNGFormat, PDFFormat, TextFormat, JSONFormat}
}

// FormatOf returns the format that the end of a file's name stands for, "" for none.
func FormatOf(extension string) Format {
	f := Format(strings.ToLower(strings.TrimPrefix(extension, ".")))
	switch f {
	case "htm":
		return HTMLFormat
	case "gv":
		return DOTFormat
	case "txt":
		return TextFormat
	}
	if slices.Contains(Formats(), f) {
		return f
	}
	return ""
}

// SVG returns the picture as SVG, as [Picture.Write] does. Programs that ask for nothing
// else are built without all other formats.
func (p *Picture) SVG(ctx context.Context) ([]byte, error) {
	placed, err := p.placed(ctx, p.rows)
	if err != nil {
		return nil, err
	}
	return svg.Write(placed.Diagram, placed.Theme), nil
}

// placed returns the picture placed in so many rows, while this one stays as it is, but for
// its notes.
func (p *Picture) placed(ctx context.Context, rows int) (*Picture, error) {
	placed := p.copied()
	placed.rows = rows
	err := placed.Place(ctx)
	p.Notes = placed.Notes
	return placed, err
}

// copied returns the picture with parts of its own to place.
func (p *Picture) copied() *Picture {
	out := *p
	out.Diagram = p.Copy()
	return &out
}

// note enters a note, once.
func (p *Picture) note(why Reason, text string) {
	if n := (Note{text, why}); !slices.Contains(p.Notes, n) {
		p.Notes = append(slices.Clip(p.Notes), n)
	}
}
