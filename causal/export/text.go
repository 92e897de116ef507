package export

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// terms returns arguments as programs write them, one text each, compound ones
// in parentheses.
func terms(args []trace.Term) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.String()
		if len(a.Args) > 0 {
			out[i] = "(" + out[i] + ")"
		}
	}
	return out
}

// words returns arguments as programs write them after a name.
func words(args []trace.Term) string { return strings.Join(terms(args), " ") }

// facts returns the facts of resources as programs write them.
func (r *run) facts(ids []trace.ResourceID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = r.Resource(id).String()
	}
	return out
}

// factTexts returns facts as programs write them.
func factTexts(facts []trace.Fact) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		out[i] = f.String()
	}
	return out
}

// writeJSON writes a value as one line.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

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
