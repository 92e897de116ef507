package graphviz

import (
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/ceptre-graph/ceptre/exec/itself"
	"github.com/ceptre-graph/ceptre/render/graphviz/hollow"
)

// process is a worker, as the process that started it sees it.
type process struct {
	command  *exec.Cmd
	requests *gob.Encoder
	answers  *gob.Decoder
	messages *itself.Head
	drawings int         // that it was asked for
	retire   *time.Timer // ends it while it waits
}

// start starts a program as a worker, which keeps native code below a folder, or nowhere for "". It
// returns when the worker can draw.
func start(ctx context.Context, program, cache string) (*process, error) {
	if cache == "" {
		cache = os.DevNull
	}
	p := &process{command: exec.Command(program), messages: new(itself.Head)}
	p.command.Args = []string{os.Args[0], "(graphviz)"} // as lists of processes show it
	p.command.Env = append(os.Environ(), hollow.Variable+"=1", hollow.TemporaryVariable()+"="+cache)
	p.command.Stderr = p.messages
	p.command.WaitDelay = time.Second // for whatever else keeps its standard error open
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.requests, p.answers = gob.NewEncoder(in), gob.NewDecoder(out)
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	var first string
	err = p.within(ctx, func() error {
		if err := p.answers.Decode(&first); err != nil {
			return err
		}
		if first != greeting {
			return fmt.Errorf("it begins with %.40q", first)
		}
		return nil
	})
	return p, err
}

// draw returns the worker's answer to a request. After an error the worker is of no more use.
func (p *process) draw(ctx context.Context, r request) ([]byte, error) {
	p.drawings++
	var a answer
	err := p.within(ctx, func() error {
		// A worker that has ended does not read the request. Reading its answer reports how it
		// ended.
		unread := p.requests.Encode(r)
		return cmp.Or(p.answers.Decode(&a), unread)
	})
	switch {
	case err != nil:
		return nil, err
	case a.Refusal != "":
		p.end()
		return nil, &Refusal{errors.New(a.Refusal)}
	}
	return a.Drawing, nil
}

// within talks to the worker until the context ends, which ends the worker. So does an error.
func (p *process) within(ctx context.Context, talk func() error) error {
	stop := context.AfterFunc(ctx, func() { _ = p.command.Process.Kill() })
	err := talk()
	if stop() && err == nil {
		return nil
	}
	how := p.end()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ended early")
		if how != nil {
			err = fmt.Errorf("it ended early: %w", how)
		}
	}
	if message := p.messages.Line(); message != "" {
		err = fmt.Errorf("%w: %s", err, message)
	}
	return err
}

// end ends the worker and returns how it ended. Output that was not read yet is lost.
func (p *process) end() error {
	_ = p.command.Process.Kill() // it may have ended by itself
	return p.command.Wait()
}
