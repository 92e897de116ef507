package prose

import (
	"bytes"
	"fmt"
)

// Bounds of a text. The reader of Markdown takes a time that grows with their square.
const (
	mostQuotes      = 100   // within each other
	mostDefinitions = 1_000 // of addresses of links, without an empty line between them
)

// unreadable returns the first line of a text that is beyond a bound, as a diagnostic; none where all are
// within.
func (p *Prose) unreadable() []diagnostic {
	definitions := 0
	for at := 0; at < len(p.src); {
		line, _, _ := bytes.Cut(p.src[at:], []byte("\n"))
		// A line may give the address of a link: `[label]: address`.
		if definitions++; !bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("[")) || !bytes.Contains(line, []byte("]:")) {
			definitions = 0
		}
		rest := bytes.TrimLeft(line, "> \t-+*0123456789.)") // lists may stand between quotes
		switch {
		case bytes.Count(line[:len(line)-len(rest)], []byte(">")) > mostQuotes:
			return []diagnostic{{at, fmt.Sprintf("quotes stand in each other more than %d deep", mostQuotes)}}
		case definitions > mostDefinitions:
			return []diagnostic{{at, fmt.Sprintf("more than %d addresses of links in a row: leave a line empty between some",
				mostDefinitions)}}
		}
		at += len(line) + 1
	}
	return nil
}
