// Package explain documents the codes of messages: each in a few sentences, with a small faulty
// program and its correction.
package explain

import (
	"embed"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed codes/*.txtar
var files embed.FS

// Explanation is what there is to say of a code.
type Explanation struct {
	Code    string
	Summary string // a line, without a full stop
	Text    string // paragraphs
	Wrong   string // a program that gives a message with the code
	Right   string // the program put right
}

// Codes returns all codes, sorted.
func Codes() []string {
	entries, err := files.ReadDir("codes")
	if err != nil {
		panic(err) // the files are embedded
	}
	codes := make([]string, len(entries))
	for i, e := range entries {
		codes[i] = strings.TrimSuffix(e.Name(), ".txtar")
	}
	return codes
}

// Find returns the explanation of a code, and false where there is no such code.
func Find(code string) (Explanation, bool) {
	data, err := files.ReadFile("codes/" + code + ".txtar")
	if err != nil {
		return Explanation{}, false
	}
	archive := txtar.Parse(data)
	summary, text, _ := strings.Cut(string(archive.Comment), "\n")
	e := Explanation{Code: code, Summary: summary, Text: strings.TrimSpace(text)}
	for _, f := range archive.Files {
		switch f.Name {
		case "wrong.cep":
			e.Wrong = string(f.Data)
		case "right.cep":
			e.Right = string(f.Data)
		}
	}
	return e, true
}
