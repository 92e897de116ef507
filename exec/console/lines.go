package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// Lines are the lines of standard input. All sensors and questions to the player share them, and
// nothing else reads standard input: a reader with a buffer of its own would take away lines meant
// for another.
type Lines struct {
	scanner *bufio.Scanner
	scanned chan scanned
	waiting bool // for a line that no caller waits for any more
	count   int  // how many lines were read
}

// scanned is a line, or why there is none.
type scanned struct {
	text string
	err  error
}

// NewLines returns the lines of a reader.
func NewLines(in io.Reader) *Lines {
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLine)
	return &Lines{scanner: s, scanned: make(chan scanned, 1)}
}

// Next returns the next line without its end. The error is [io.EOF] after the last, or that of the
// context; then the line, when it comes, goes to the next caller.
func (l *Lines) Next(ctx context.Context) (string, error) {
	if !l.waiting {
		l.waiting = true
		go func() {
			if l.scanner.Scan() {
				l.scanned <- scanned{text: l.scanner.Text()}
				return
			}
			l.scanned <- scanned{err: l.failure()}
		}()
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case got := <-l.scanned:
		l.waiting = false
		if got.err == nil {
			l.count++
		}
		return got.text, got.err
	}
}

// failure says why there is no next line.
func (l *Lines) failure() error {
	err := l.scanner.Err()
	var path *fs.PathError
	switch {
	case err == nil:
		return io.EOF
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("the line is longer than %d bytes", maxLine)
	case errors.As(err, &path):
		err = path.Err
	}
	return &UnreadableError{fmt.Errorf("<stdin>:%d: %w", l.count+1, err)}
}

// UnreadableError says why no line can be read any more, with its place.
type UnreadableError struct{ error }

// Unwrap returns the reason.
func (e *UnreadableError) Unwrap() error { return e.error }

// Count returns how many lines were read.
func (l *Lines) Count() int { return l.count }

// At returns an error with its place, the line read last.
func (l *Lines) At(err error) error { return fmt.Errorf("<stdin>:%d: %w", l.count, err) }

// AtColumn returns an error with its place in the line read last, in characters from 1.
func (l *Lines) AtColumn(col int, err error) error {
	return fmt.Errorf("<stdin>:%d:%d: %w", l.count, col, err)
}
