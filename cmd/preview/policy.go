package preview

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What files may do (Content Security Policy, level 3). A page uses what the server has, and
// the stylesheets that stand in it, as its author has written no scripts there; it may show
// other pages of the server in panes. A picture that is opened by itself has only its style.
const (
	pagePolicy = "default-src 'none'; script-src 'self'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; " +
		"frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'self'"
	otherPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

// policy returns the policy of a file.
func policy(name string, data []byte) string {
	if !isHTML(name) {
		return otherPolicy
	}
	return strings.Join(append([]string{pagePolicy}, styles(data)...), " ")
}

// styles returns the hashes of the stylesheets in a page, as policies name them.
func styles(page []byte) []string {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil // then no stylesheet in it counts
	}
	var hashes []string
	for n := range root.Descendants() {
		if n.DataAtom != atom.Style {
			continue
		}
		var text strings.Builder
		for c := range n.ChildNodes() {
			if c.Type == html.TextNode {
				text.WriteString(c.Data)
			}
		}
		sum := sha256.Sum256([]byte(text.String()))
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return hashes
}
