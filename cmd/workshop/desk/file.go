package desk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/workshop"
)

// File is a file that the workshop shows and writes. It may not exist yet.
type File struct {
	cli.Streams
	Path string

	lock sync.Mutex
}

var _ workshop.Disk = (*File)(nil)

// form is how a file differs from the text that pages have.
type form struct {
	mark    bool // it begins with a byte order mark
	returns bool // all lines end with a carriage return and a line feed
}

const byteOrderMark = "\ufeff"

// Load implements [workshop.Disk].
func (f *File) Load() (workshop.Saved, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	now, _, err := f.load()
	return now, err
}

// load returns the newest version, and the form of the file.
func (f *File) load() (workshop.Saved, form, error) {
	now := workshop.Saved{Name: filepath.Base(f.Path)}
	_, data, err := f.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return now, form{}, nil
	}
	if err == nil && !utf8.Valid(data) {
		err = fmt.Errorf("%s: this is no text in UTF-8", f.Path)
	}
	if err == nil && len(data) > workshop.MostText {
		err = fmt.Errorf("%s: this has more than %d MB, the limit of the workshop", f.Path, workshop.MostText>>20)
	}
	if err != nil {
		return now, form{}, err
	}
	now.Version = versionOf(data)
	text, as := decode(string(data))
	now.Text = text
	return now, as, nil
}

// versionOf names the contents of a file.
func versionOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// decode returns the text of a file as pages have it, and how the file differs from that. Fields of pages know
// only line feeds.
func decode(data string) (string, form) {
	text, mark := strings.CutPrefix(data, byteOrderMark)
	as := form{mark: mark}
	if n := strings.Count(text, "\n"); n > 0 && n == strings.Count(text, "\r\n") {
		as.returns = true
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return text, as
}

// encode returns a file of a text.
func (as form) encode(text string) []byte {
	var data bytes.Buffer
	if as.mark {
		data.WriteString(byteOrderMark)
	}
	if as.returns {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	data.WriteString(text)
	return data.Bytes()
}
