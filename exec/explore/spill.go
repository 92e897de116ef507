package explore

import (
	"encoding/binary"
	"io"
	"os"
)

// leastShare is the part of the memory that segments may take even if the tables take all: the states of the last
// levels are looked at most.
const leastShare = 8

// fetched is how many bytes of a state are read from the file in one go; most states have fewer.
const fetched = 256

// spill writes the oldest segments to the file, until all takes no more memory than it may. The
// one to be filled stays.
func (s *store) spill() {
	for s.most > 0 && s.inside > max(s.most-s.beside, s.most/leastShare) && s.err == nil {
		at := s.spilled
		for at < len(s.segments) && s.segments[at] == nil {
			at++
		}
		if at >= int(s.end>>segmentBits) {
			return
		}
		if s.file == nil {
			if s.err = s.open(); s.err != nil {
				return
			}
		}
		segment := s.segments[at]
		if _, s.err = s.file.WriteAt(segment, int64(at)<<segmentBits); s.err != nil {
			return
		}
		s.inside -= len(segment)
		s.segments[at], s.spilled = nil, at+1
	}
}

// open makes the file. Where a file may be removed while it is open, it has no name from then on, so that it goes
// with the process, however that ends.
func (s *store) open() (err error) {
	if s.file, err = os.CreateTemp("", "ceptre-states-*"); err == nil {
		_ = os.Remove(s.file.Name())
	}
	return err
}

// fetch reads the bytes of a state from the file.
func (s *store) fetch(at uint64, buffer *[]byte) []byte {
	b := (*buffer)[:0]
	b = append(b, make([]byte, fetched)...)
	n, err := s.file.ReadAt(b, int64(at))
	length, prefix := binary.Uvarint(b[:n])
	if end := prefix + int(length); prefix > 0 && end > n {
		b = append(b[:n], make([]byte, end-n)...)
		_, err = io.ReadFull(io.NewSectionReader(s.file, int64(at)+int64(n), int64(end-n)), b[n:end])
	} else if prefix > 0 {
		err = nil // the file may end with the state
	}
	*buffer = b
	if err != nil {
		panic(readError{err})
	}
	return b[prefix : prefix+int(length)]
}

// readError is the value of the panic if the file cannot be read, which ends the search.
type readError struct{ error }

// Recover turns the panic of a space that cannot read its states, because a file or a worker is lost, into an error. It
// is to be deferred.
func Recover(err *error) {
	switch r := recover().(type) {
	case nil:
	case readError:
		*err = r.error
	default:
		panic(r)
	}
}

// close removes the file.
func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	_ = os.Remove(s.file.Name()) // unless it has no name any more
	s.file = nil
	return err
}
