// Package twee writes a site as a story in Twee 3 (specification 3.0.2), which Twine opens
// and compilers make games of.
//
// Each scene is a passage, with tags for the place and the cast. On Twine's map the hours
// go from left to right, and each character has a lane from which scenes lead to those of
// others. The text is Markdown of no kind: paragraphs with elements of HTML in them and
// links in square brackets, and whatever the story format would take for its own is
// written as references of HTML ("&#36;"), so names show as they are.
package twee

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/site"
)

// A story is what a file in Twee holds.
type story struct {
	Title    string
	Data     data
	Passages []passage // without those of the title and the data
}

// data is what the passage StoryData says of a story.
type data struct {
	IFID          string            `json:"ifid"` // a UUID in capitals
	Format        string            `json:"format,omitempty"`
	FormatVersion string            `json:"format-version,omitempty"`
	Start         string            `json:"start,omitempty"`
	TagColors     map[string]string `json:"tag-colors,omitempty"`
	Zoom          float64           `json:"zoom,omitempty"`
}

// A passage is a piece of text, and a tile of Twine's map.
type passage struct {
	Name     string // not that of another
	Tags     []string
	Position point // of the tile's upper left corner, in pixels
	Text     string
}

// A point is a place on Twine's map.
type point struct{ X, Y int }

// Write writes a site as a story. Errors are those of the writer; a site that was built
// always can be written.
func Write(w io.Writer, s *site.Site) error {
	told, err := compose(s)
	if err != nil {
		return err
	}
	return told.write(w)
}

// write writes the story as Twee 3. Passages are apart by an empty line, and no line of a
// text begins with a colon.
func (s *story) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	about, err := json.MarshalIndent(s.Data, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, ":: StoryTitle\n%s\n\n\n:: StoryData\n%s\n", s.Title, about)
	for _, p := range s.Passages {
		fmt.Fprintf(out, "\n\n%s\n%s\n", p.header(), p.Text)
	}
	return out.Flush()
}

// header returns the line that begins the passage.
func (p *passage) header() string {
	header := ":: " + escapeHeader(p.Name)
	if len(p.Tags) > 0 {
		header += " [" + escapeHeader(strings.Join(p.Tags, " ")) + "]"
	}
	return header + fmt.Sprintf(` {"position":"%d,%d"}`, p.Position.X, p.Position.Y)
}

// escapeHeader writes what a name or a tag cannot hold as it is.
func escapeHeader(name string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`).Replace(name)
}
