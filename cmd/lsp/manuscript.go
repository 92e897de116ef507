package lsp

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/creachadair/jrpc2"
)

// manuscript is prose beside a program, as the editor has it or else as the file has it.
type manuscript struct {
	text
	uri string
}

// programForm is the extension of programs, and proseForms are those of their prose.
const programForm = ".cep"

var proseForms = []string{".md", ".scenes"}

// isProse reports whether prose lies at an address, and no program.
func isProse(uri string) bool { return slices.Contains(proseForms, path.Ext(uri)) }

// beside returns an address with its extension replaced by another.
func beside(uri, form string) string { return strings.TrimSuffix(uri, path.Ext(uri)) + form }

// prose returns the manuscripts beside a program.
func (s *server) prose(d *document) ([]*manuscript, error) {
	var all []*manuscript
	for _, form := range proseForms {
		m, err := s.manuscript(beside(d.id.URI, form))
		if err != nil {
			return nil, err
		}
		if m != nil {
			all = append(all, m)
		}
	}
	return all, nil
}

// manuscript returns the prose at an address, or nil if there is none. The text in the editor takes
// precedence over the saved file.
func (s *server) manuscript(uri string) (*manuscript, error) {
	if open, ok := s.texts[uri]; ok {
		return &manuscript{open.text, uri}, nil
	}
	src, found, err := readFile(uri)
	if !found || err != nil {
		return nil, err
	}
	return &manuscript{newText(src, s.client.encoding()), uri}, nil
}

// byteOrderMark may stand before a text. Editors take it away when they open a file.
const byteOrderMark = "\ufeff"

// readFile returns the file at an address as editors show it, if there is one.
func readFile(uri string) (src string, found bool, err error) {
	name := filePath(uri)
	if name == "" {
		return "", false, nil
	}
	bytes, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, nil
	case err != nil:
		return "", false, jrpc2.Errorf(requestFailed, "cannot read `%s`: %v", fileName(uri), errors.Unwrap(err))
	case !utf8.Valid(bytes):
		return "", false, jrpc2.Errorf(requestFailed, "`%s` is not UTF-8", fileName(uri))
	}
	return strings.TrimPrefix(string(bytes), byteOrderMark), true, nil
}

// filePath returns the path of the file that an address names, or "" if it names none, as for a
// text that was never saved.
func filePath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	name := u.Path
	if drive := strings.TrimPrefix(name, "/"); filepath.VolumeName(drive) != "" {
		name = drive // Windows: /c:/play.md
	} else if u.Host != "" && u.Host != "localhost" {
		name = "//" + u.Host + name
	}
	return filepath.FromSlash(name)
}

// fileName returns the name in messages of the file at an address.
func fileName(uri string) string {
	name := path.Base(uri)
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

// names returns where the prose names something of a program.
func (m *manuscript) names(g *glossary) (prose.Names, error) {
	return prose.FindNames(fileName(m.uri), []byte(m.src), g.labels)
}

// absolute returns the offset in the whole text of one that does not count a byte order mark.
func (m *manuscript) absolute(offset int) int {
	if strings.HasPrefix(m.src, byteOrderMark) {
		offset += len(byteOrderMark)
	}
	return offset
}

// relative is the inverse of absolute.
func (m *manuscript) relative(offset int) int { return max(0, offset-m.absolute(0)) }

// stretch returns the range of a stretch.
func (m *manuscript) stretch(s prose.Stretch) textRange {
	return m.between(m.absolute(s.Start), m.absolute(s.End))
}

// written returns the text of a stretch.
func (m *manuscript) written(s prose.Stretch) string {
	return m.src[m.absolute(s.Start):m.absolute(s.End)]
}

// line says in a message where a stretch begins.
func (m *manuscript) line(s prose.Stretch) string {
	return fmt.Sprintf("`%s`, line %d", fileName(m.uri), m.stretch(s).Start.Line+1)
}
