// Package workers starts the running command once more, as processes that share a search of states.
package workers

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/itself"
)

// Start starts so many processes of the program with these arguments, and sends each a text. It returns the links to
// them. They end when the links are closed or this process has ended, however that happened.
func Start(n int, args []string, text []byte) (links []explore.Link, err error) {
	program, err := itself.Program()
	if err != nil {
		return nil, err
	}
	for range n {
		link, err := start(program, args, text)
		if err != nil {
			for _, l := range links {
				_ = l.End() // it has nothing to say
			}
			return nil, fmt.Errorf("cannot start a worker: %w", err)
		}
		links = append(links, link)
	}
	return links, nil
}

// start starts one process.
func start(program string, args []string, text []byte) (l explore.Link, err error) {
	command, messages := exec.Command(program, args...), new(itself.Head)
	command.Args[0] = os.Args[0] // as lists of processes show it
	command.Stderr = messages
	command.WaitDelay = time.Second // for whatever else keeps its standard error open
	if l.Out, err = command.StdinPipe(); err != nil {
		return l, err
	}
	if l.In, err = command.StdoutPipe(); err != nil {
		return l, err
	}
	if err := command.Start(); err != nil {
		return l, err
	}
	l.End = sync.OnceValue(func() error {
		_ = command.Process.Kill() // it may have ended by itself
		err := command.Wait()
		if message := messages.Line(); message != "" && err != nil {
			err = fmt.Errorf("%w: %s", err, message)
		}
		return err
	})
	l.Out = &withText{WriteCloser: l.Out, text: append(binary.AppendUvarint(nil, uint64(len(text))), text...)}
	return l, nil
}

// withText writes a text before anything else, in the goroutine that first writes: a process that does not read stops
// no other.
type withText struct {
	io.WriteCloser
	text []byte
}

func (w *withText) Write(data []byte) (int, error) {
	if text := w.text; text != nil {
		w.text = nil
		if _, err := w.WriteCloser.Write(text); err != nil {
			return 0, err
		}
	}
	return w.WriteCloser.Write(data)
}

// mostText bounds the text, which is a program.
const mostText = 1 << 30

// Text reads the text that [Start] sends to a worker, and returns a reader of what comes after it.
func Text(in io.Reader) ([]byte, io.Reader, error) {
	r := bufio.NewReader(in)
	n, err := binary.ReadUvarint(r)
	if err == nil && n > mostText {
		err = errors.New("the text is too long")
	}
	if err != nil {
		return nil, nil, err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(r, text)
	return text, r, err
}
