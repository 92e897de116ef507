package site

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// identity returns a key that distinguishes a site from others in the storage of readers' browsers.
// It depends on the scenes and their events.
func identity(s *Site) string {
	h := sha256.New()
	io.WriteString(h, s.Hash.String())
	for _, l := range s.Leaves {
		io.WriteString(h, "\n"+l.Path)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}
