package workshop

import (
	"errors"

	"github.com/ceptre-graph/ceptre/cmd/workshop/merge"
)

// Disk keeps the file of a program that a page shows, which other editors may change, too. Its methods may be called
// by several at once.
type Disk interface {
	// Load returns the newest version. That of a file that does not exist has no text.
	Load() (Saved, error)
	// Save writes a text in the place of a version, and returns the new one. If the file has yet another version,
	// it writes nothing; the error is [*Overtaken]. A file that has gone since is made again.
	Save(text, version string) (Saved, error)
}

// Saved is a version of a file.
type Saved struct {
	Name    string `json:"name"` // of the file, without its folder; "" where there is none
	Text    string `json:"text"`
	Version string `json:"version"` // names the contents; "" where the file does not exist
}

// Overtaken says that another editor has changed a file since the version that a text was made from.
type Overtaken struct {
	Now Saved
	// Merged has both changes; nil where they contradict each other, or the version is not known any more.
	Merged *string
}

func (*Overtaken) Error() string { return "another editor has changed the file" }

// file answers with the file of the program.
func (h *Handler) file(*request) (any, error) {
	if h.Disk == nil {
		return Saved{}, nil
	}
	return h.Disk.Load()
}

// write writes the file of the program.
func (h *Handler) write(r *request) (any, error) {
	if h.Disk == nil {
		return nil, errors.New("there is no file to write to; save the program as a download")
	}
	now, err := h.Disk.Save(r.Text, r.Version)
	if other, overtaken := errors.AsType[*Overtaken](err); overtaken {
		return struct {
			Changed Saved   `json:"changed"`
			Merged  *string `json:"merged"`
		}{other.Now, other.Merged}, nil
	}
	return struct {
		Version string `json:"version"`
	}{now.Version}, err
}

// merge answers with a text that has both the changes of the page and those of another editor; with null where they
// contradict each other. It writes nothing.
func (h *Handler) merge(r *request) (any, error) {
	var a struct {
		Merged *string `json:"merged"`
	}
	if merged, ok := merge.Lines(r.Base, r.Text, r.Theirs); ok {
		a.Merged = &merged
	}
	return a, nil
}
