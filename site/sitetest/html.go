package sitetest

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Nesting returns an error where an element of an HTML text is not closed, or
// is closed that was not opened last.
func Nesting(page []byte) error {
	void := strings.Fields("area base br col embed hr img input link meta source track wbr")
	var open []string
	tokens := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			if tokens.Err() != io.EOF {
				return tokens.Err()
			}
			if len(open) > 0 {
				return fmt.Errorf("not closed: %v", open)
			}
			return nil
		case html.StartTagToken:
			if name := tokens.Token().Data; !slices.Contains(void, name) {
				open = append(open, name)
			}
		case html.EndTagToken:
			name := tokens.Token().Data
			if len(open) == 0 || open[len(open)-1] != name {
				return fmt.Errorf("</%s> within %v", name, open)
			}
			open = open[:len(open)-1]
		}
	}
}

// Texts returns the text of every element of that name.
func Texts(page []byte, element string) []string {
	var out []string
	depth := 0
	tokens := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken:
			if tokens.Token().Data == element {
				depth++
				out = append(out, "")
			}
		case html.EndTagToken:
			if tokens.Token().Data == element {
				depth--
			}
		case html.TextToken:
			if text := string(tokens.Text()); depth > 0 {
				out[len(out)-1] += text
			}
		}
	}
}
