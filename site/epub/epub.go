// Package epub writes a site as an EPUB 3 book, the format of e-readers and programs for reading
// books.
//
// Its pages are those of the site, as XHTML: the cover, the scenes hour by hour, the lives, the
// rooms, the list of scenes and the map. Readers follow links, as in the site, or turn pages and
// read the scenes in order. Parts that are useless in a book are left out: scripts, the table of
// all at once, and the account of how the site was made. The style is plain, since readers choose
// fonts and colours themselves.
//
// The book follows EPUB 3.3 of the W3C and its container format. The same site gives the same
// bytes.
package epub

import (
	"archive/zip"
	"hash/crc32"
	"io"
	"path"
	"time"

	_ "embed"

	"github.com/ceptre-graph/ceptre/site"
)

// A file of the book; its name is relative to the folder of the book's text.
type file struct {
	name, media string
	properties  string // of its item in the package document
	data        []byte
}

// folder holds all that readers are shown.
const folder = "book/"

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="` + folder + `package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

//go:embed book.css
var style []byte

// Write writes a site as a book. Its map has to be in one row, [site.Options.OneRow]: here it
// is cut into pieces. Errors are those of the writer; a site that was built always can be
// written.
func Write(w io.Writer, s *site.Site) error {
	b := newBook(s)
	if err := b.bind(); err != nil {
		return err
	}
	opf, err := b.packageDocument()
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	if err := mimetype(z); err != nil {
		return err
	}
	files := []file{{name: "../META-INF/container.xml", data: []byte(container)}, {name: "package.opf", data: opf}}
	for _, f := range append(files, b.files...) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: made()})
		if err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// mimetype begins the container with its media type, uncompressed, so that the first bytes identify
// the format.
func mimetype(z *zip.Writer) error {
	const media = "application/epub+zip"
	header := &zip.FileHeader{Name: "mimetype", Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(media)),
		CompressedSize64: uint64(len(media)), UncompressedSize64: uint64(len(media)), ModifiedDate: 1<<5 | 1}
	w, err := z.CreateRaw(header)
	if err == nil {
		_, err = io.WriteString(w, media)
	}
	return err
}

// made is when all books were made, as far as they say: the first day that containers can
// name. The clock would make each a different one.
func made() time.Time { return time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC) }
