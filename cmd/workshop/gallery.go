package workshop

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/kits/texts"
	"github.com/ceptre-graph/ceptre/examples"
)

// example is a program to begin with, or to read.
type example struct {
	Name  string `json:"name"`  // of a file, without an ending
	Title string `json:"title"` // a sentence without its full stop
	Text  string `json:"text"`
	Kind  string `json:"kind"` // `kit` for small ones to go on with, else `example`
}

// gallery answers with the kits of new worlds and the examples.
func (h *Handler) gallery(*request) (any, error) {
	var all struct {
		Examples []example `json:"examples"`
	}
	for _, k := range texts.All() {
		title := strings.ToUpper(k.Kind[:1]) + k.Kind[1:] + ": " + k.Summary
		all.Examples = append(all.Examples, example{k.Kind, title, string(k.File(k.Kind, ".cep")), "kit"})
	}
	files, err := fs.Glob(examples.FS, "*.cep")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := fs.ReadFile(examples.FS, file)
		if err != nil {
			return nil, fmt.Errorf("an example: %w", err)
		}
		name := strings.TrimSuffix(file, path.Ext(file))
		all.Examples = append(all.Examples, example{name, title(string(text)), string(text), "example"})
	}
	return all, nil
}

// title returns the first sentence of the comment at the head of a program, without its full stop.
func title(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		comment, is := strings.CutPrefix(line, "%")
		fields := strings.Fields(comment)
		if !is || len(fields) == 0 {
			break
		}
		for _, word := range fields {
			words = append(words, strings.TrimSuffix(word, "."))
			if strings.HasSuffix(word, ".") {
				return strings.Join(words, " ")
			}
		}
	}
	return strings.Join(words, " ")
}
