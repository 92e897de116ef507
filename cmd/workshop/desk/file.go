package desk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/workshop"
	"github.com/ceptre-graph/ceptre/cmd/workshop/merge"
)

// File is a file that the workshop shows and writes. It may not exist yet.
type File struct {
	cli.Streams
	Path string

	lock  sync.Mutex
	known []workshop.Saved // the last versions that pages have seen, the newest at the end
}

// mostKnown is how many versions are kept, to merge the changes of a page with those of others.
const mostKnown = 16

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
	text, as := decode(string(data))
	now.Text, now.Version = text, versionOf(data)
	f.remember(now)
	return now, as, nil
}

// remember keeps a version.
func (f *File) remember(v workshop.Saved) {
	f.known = slices.DeleteFunc(f.known, func(k workshop.Saved) bool { return k.Version == v.Version })
	f.known = append(f.known[max(0, len(f.known)-mostKnown+1):], v)
}

// Save implements [workshop.Disk]. It replaces the file in one step, with the permissions that it has. Editors share
// no locks: a change that another one writes in the moment between the look at the file and this step is lost.
func (f *File) Save(text, version string) (workshop.Saved, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	now, as, err := f.load()
	switch {
	case err != nil:
		return now, err
	case now.Version != "" && now.Text == text:
		return now, nil
	case now.Version != "" && now.Version != version:
		return now, f.overtaken(now, text, version)
	}
	data := as.encode(text)
	if err := f.InPlace(f.Path).WriteFile(f.Path, cli.Bytes(data)); err != nil {
		return now, err
	}
	now.Text, now.Version = text, versionOf(data)
	f.remember(now)
	return now, nil
}

// overtaken returns the error that the file has a version other than the one from which a text was made.
func (f *File) overtaken(now workshop.Saved, text, version string) *workshop.Overtaken {
	out := &workshop.Overtaken{Now: now}
	for _, base := range f.known {
		if base.Version != version {
			continue
		}
		if merged, ok := merge.Lines(base.Text, text, now.Text); ok {
			out.Merged = &merged
		}
	}
	return out
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
