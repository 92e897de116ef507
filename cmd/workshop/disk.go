package workshop

// Disk keeps the file of a program that a page shows, which other editors may change, too. Its methods may be called
// by several at once.
type Disk interface {
	// Load returns the newest version. That of a file that does not exist has no text.
	Load() (Saved, error)
}

// Saved is a version of a file.
type Saved struct {
	Name    string `json:"name"` // of the file, without its folder; "" where there is none
	Text    string `json:"text"`
	Version string `json:"version"` // names the contents; "" where the file does not exist
}

// file answers with the file of the program.
func (h *Handler) file(*request) (any, error) {
	if h.Disk == nil {
		return Saved{}, nil
	}
	return h.Disk.Load()
}
