package json

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// spill holds bytes until they are wanted: few in memory, many in a temporary file. The file has
// no name, so that nothing of it stays however the process ends.
type spill struct {
	buf  []byte
	file *os.File // nil for none
}

// mostHeld is how many bytes are held in memory; tests hold fewer.
var mostHeld = 1 << 22

// Write implements [io.Writer].
func (s *spill) Write(p []byte) (int, error) {
	s.buf = append(s.buf, p...)
	if len(s.buf) < mostHeld {
		return len(p), nil
	}
	return len(p), s.store()
}

// store moves the bytes in memory to the file.
func (s *spill) store() (err error) {
	if s.file == nil {
		if s.file, err = createUnnamed(); err != nil {
			return temporary(err)
		}
	}
	_, err = s.file.Write(s.buf)
	s.buf = s.buf[:0]
	return temporary(err)
}

// temporary returns an error of a temporary file as one of its folder. It is no [fs.PathError]
// any more, for whoever gets one writes another file and would blame that.
func temporary(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("temporary folder %s, where a long .json file waits: %w", os.TempDir(), path.Err)
	}
	return err
}

// from returns a reader of the bytes from an offset on, once all are written. Each reads on its own.
func (s *spill) from(offset int64) io.Reader {
	if s.file == nil {
		return bytes.NewReader(s.buf[offset:])
	}
	size, _ := s.file.Seek(0, io.SeekEnd)
	kept := io.NewSectionReader(s.file, min(offset, size), max(0, size-offset))
	return io.MultiReader(held{kept}, bytes.NewReader(s.buf[max(0, offset-size):]))
}

// close forgets all bytes.
func (s *spill) close() {
	if s.file != nil {
		_ = s.file.Close() // nothing of it is needed any more
	}
	*s = spill{}
}

// moveTo writes all bytes to w, and forgets them.
func (s *spill) moveTo(w io.Writer) (err error) {
	if s.file != nil {
		err = s.drain(w)
	}
	if err == nil {
		_, err = w.Write(s.buf)
	}
	*s = spill{}
	return err
}

// drain writes the content of the file to w, and closes the file.
func (s *spill) drain(w io.Writer) error {
	_, err := s.file.Seek(0, io.SeekStart)
	if err = temporary(err); err == nil {
		_, err = io.Copy(w, held{s.file})
	}
	if closed := s.file.Close(); err == nil {
		err = temporary(closed)
	}
	return err
}

// held is a temporary file; its type tells its errors from those of the writer.
type held struct{ file io.Reader }

// Read implements [io.Reader].
func (h held) Read(p []byte) (int, error) {
	n, err := h.file.Read(p)
	return n, temporary(err)
}
