package digraph

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ID is a name or a value as it stands in DOT: a text in quotes, or a word or number without.
type ID string

// Text returns a text in quotes such that Graphviz shows it as it is. It undoes in advance what
// Graphviz does to texts: it ends them at quotation marks, puts names in the place of escapes such
// as \N and \G, and reads character entities such as &lt;. An end of line is one in the picture.
func Text(s string) ID { return ID(`"` + escapes.Replace(s) + `"`) }

// LongText is [Text] in pieces, which Graphviz joins, where the text is long: versions before 3 have
// no room for more than 16 kB at a time.
func LongText(s string) ID {
	var b strings.Builder
	for len(s) > longest {
		n := longest
		for n > 1 && !utf8.RuneStart(s[n]) {
			n--
		}
		b.WriteString(string(Text(s[:n])) + " + ")
		s = s[n:]
	}
	return ID(b.String()) + Text(s)
}

// Tip is [LongText] for the attribute tooltip, in which Graphviz undoes backslashes twice.
func Tip(s string) ID { return LongText(strings.ReplaceAll(s, `\`, `\\`)) }

// JSON returns a text in JSON in quotes such that readers of DOT that show nothing get it back: for
// these, a backslash escapes quotation marks alone.
func JSON(s string) ID { return ID(`"` + jsonEscapes.Replace(s) + `"`) }

// Room returns a label without a text that takes a room, in points.
func Room(width, height float64) ID {
	return ID(fmt.Sprintf(`<<table border="0" cellborder="0" cellspacing="0" fixedsize="true" width="%.0f" height="%.0f">`+
		`<tr><td></td></tr></table>>`, width, height))
}

// longest is the bound on the length of a piece of a text, in bytes.
const longest = 3000

var (
	escapes     = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "&", "&amp;", "\n", `\n`)
	jsonEscapes = strings.NewReplacer(`\"`, `\u0022`, `\\`, `\u005c`, `"`, `\"`, "\n", "")
)
