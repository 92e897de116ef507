package trace

import (
	"io"
	"os"
)

// spill holds bytes until they are wanted: few in memory, many in a temporary file, which is
// gone when they have been moved.
type spill struct {
	buf  []byte
	file *os.File // nil for none
}

// mostHeld is how many bytes are held in memory.
const mostHeld = 1 << 22

// Write implements [io.Writer].
func (s *spill) Write(p []byte) (int, error) {
	s.buf = append(s.buf, p...)
	if len(s.buf) < mostHeld {
		return len(p), nil
	}
	return len(p), s.store()
}

// store moves what is in memory to the file.
func (s *spill) store() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "ceptre-steps-*"); err != nil {
			return err
		}
	}
	_, err = s.file.Write(s.buf)
	s.buf = s.buf[:0]
	return err
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

// drain writes what is in the file to w, and removes it.
func (s *spill) drain(w io.Writer) error {
	_, err := s.file.Seek(0, io.SeekStart)
	if err == nil {
		_, err = io.Copy(w, s.file)
	}
	if closed := s.file.Close(); err == nil {
		err = closed
	}
	if gone := os.Remove(s.file.Name()); err == nil {
		err = gone
	}
	return err
}
