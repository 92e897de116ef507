// Package explain documents the codes of messages: each in a few sentences, with a small faulty
// program and its correction.
package explain

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/label"
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
	// Language is the ending of the files that such programs are in: cep, lp, kif and so on.
	Language string
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
		name, language, _ := strings.Cut(f.Name, ".")
		switch name {
		case "wrong":
			e.Wrong = string(f.Data)
		case "right":
			e.Right, e.Language = string(f.Data), language
		}
	}
	return e, true
}

// Get returns the explanation of a code. The error of an unknown code suggests the nearest ones.
func Get(code string) (Explanation, error) {
	if e, ok := Find(code); ok {
		return e, nil
	}
	near := nearest(strings.ToLower(code))
	if len(near) == 0 {
		return Explanation{}, fmt.Errorf("there is no code %q; 'ceptre explain' lists them", code)
	}
	return Explanation{}, fmt.Errorf("there is no code %q; did you mean %s?", code, strings.Join(near, " or "))
}

// nearest returns the code that is spelt almost so, or else those with a word
// in common.
func nearest(code string) []string {
	all := Codes()
	if near := label.Nearest(code, all); near != "" {
		return []string{near}
	}
	words := strings.Split(code, "-")
	return slices.DeleteFunc(all, func(known string) bool {
		return !slices.ContainsFunc(strings.Split(known, "-"), func(word string) bool {
			return len(word) > shortWord && slices.Contains(words, word)
		})
	})
}

// shortWord is as long as words that say nothing: `a`, `no`, `in`, `not`.
const shortWord = 3

// String returns the explanation as text.
func (e Explanation) String() string {
	text := fmt.Sprintf("%s: %s.\n\n%s\n", e.Code, e.Summary, e.Text)
	if e.Wrong != "" {
		text += "\nWrong:\n\n" + indent(e.Wrong)
	}
	return text + "\nRight:\n\n" + indent(e.Right)
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}
