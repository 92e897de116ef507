package export

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
)

// writeXML writes a document, one element a line.
func writeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// charData returns a text with the characters that XML 1.0 cannot hold, not even
// as references, in Go's notation: `\x1b`.
func charData(s string) string {
	if !strings.ContainsFunc(s, notXML) {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if notXML(c) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(c), "'"))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// notXML reports whether a character is none of XML's (XML 1.0, section 2.2).
func notXML(c rune) bool {
	return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == '\uFFFE' || c == '\uFFFF'
}
