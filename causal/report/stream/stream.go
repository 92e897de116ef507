// Package stream writes reports as JSON. Their longest lists are written item by item, and need not fit into memory.
package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"regexp"
)

// WriteJSON writes a report as JSON over several lines. In the report, fields with a name are empty lists, as many as
// there are sequences: they get the items of the sequences, in this order. The error is an error of writing, or the
// first error of a sequence.
func WriteJSON(w io.Writer, report any, name string, items ...iter.Seq2[any, error]) error {
	text, err := marshal(report, "")
	if err != nil {
		return err
	}
	// JSON strings have no line breaks, so a line that begins like this is the field of an object.
	empty := regexp.MustCompile(`(?m)^( +)"` + regexp.QuoteMeta(name) + `": \[\]`)
	for _, of := range items {
		at := empty.FindSubmatchIndex(text)
		if at == nil {
			return fmt.Errorf("the report has fewer empty lists %q than there are sequences", name)
		}
		const none = "[]"
		if _, err := w.Write(text[:at[1]-len(none)]); err != nil {
			return err
		}
		if err := writeList(w, string(text[at[2]:at[3]]), of); err != nil {
			return err
		}
		text = text[at[1]:]
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// writeList writes a list. The line on which it begins is indented by indent.
func writeList(w io.Writer, indent string, items iter.Seq2[any, error]) error {
	before, after := "[\n", "[]"
	for item, err := range items {
		if err != nil {
			return err
		}
		text, err := marshal(item, indent+"  ")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s  %s", before, indent, text); err != nil {
			return err
		}
		before, after = ",\n", "\n"+indent+"]"
	}
	_, err := io.WriteString(w, after)
	return err
}

// marshal returns JSON over several lines, of which all but the first begin with a prefix.
func marshal(value any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, "  ")
	err := enc.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
