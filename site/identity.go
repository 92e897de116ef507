package site

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// identity returns what tells a site from others in the memory of readers' browsers: it
// stands for its scenes, and for what happens.
func identity(s *Site) string {
	h := sha256.New()
	io.WriteString(h, s.Hash.String())
	for _, l := range s.Leaves {
		io.WriteString(h, "\n"+l.Path)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}
